"""Crescent in words: every refusal has its sentence, every move and line its facts."""

import random
from typing import Any

import pytest

from gradatim.cli.questions import judge
from gradatim.core import GradatimError, State, Table, load
from gradatim.games.crescent import moves, rules
from gradatim.words import catalogue, plain
from tests.contract import properties
from tests.crescent.positions import position, sparse

WORDS = catalogue()
GAME = load(rules.NAME)
SAID = GAME.words
PLACES = [f"p{number}" for number in range(1, 17)] + [f"f{number}" for number in range(1, 9)] + ["A", "K", "f"]


def said(state: State, typed: str) -> Any:
    """What a typed move that is refused deserves."""
    _, refusal = judge(state, 0, typed)
    assert refusal is not None, f"{typed} is legal"
    return SAID.refusal(WORDS, state, 0, refusal, move_text=typed)


@pytest.mark.parametrize(
    ("state", "typed", "say", "note"),
    [
        (
            position(p2="9♥", p3="4♣", p7="8♥"),
            "7>3",
            "Must be the same suit.",
            "8 of hearts does not go on 4 of clubs.",
        ),
        (
            position(p2="10♥", p7="8♥"),
            "7>2",
            "Must be one rank higher or lower.",
            "8 of hearts does not go on 10 of hearts.",
        ),
        (position(p2="", p7="8♥"), "7>2", "Cannot place on an empty pile.", "Pile 2 stays closed."),
        (position(p2=""), "2>7", "Pile 2 is empty.", "Choose a pile that has cards."),
        (
            position(p7="8♥"),
            "7>A",
            "Must be the next rank.",
            "The foundations of its suit wait for 2 of hearts and Queen of hearts.",
        ),
        (position(p7="8♥"), "7>f1", "Must be the foundation of its suit.", "8 of hearts goes to the hearts only."),
        (position(), "SA>K", "The foundation base is locked.", "The ace or king it began with never moves."),
        (position(redeals_left=0), "redeal", "No redeals left.", "This game has 3 redeals."),
        (position(), "17>2", "There is no such move.", "Moves are written 7>2, 7>A, 7>K, SA>K or redeal."),
        (
            sparse(foundations="10♠ K♥ K♦ K♣ A♠ A♥ A♦ A♣", p1="J♠ Q♠ K♠", redeals_left=1),
            "1",
            "King of spades has no place to go.",
            "Queen of spades or Ace of spades on top of a pile would take it.",
        ),
    ],
)
def test_refusals(state: State, typed: str, say: str, note: str) -> None:
    told = said(state, typed)
    assert told.say == say
    assert told.note.startswith(note)
    assert told.place


def test_a_refusal_names_the_way_out() -> None:
    state = position(p2="9♥", p5="6♣", p7="8♥", p9="7♥")
    takers = [move.split(">")[1] for move in state.legal().texts() if move.startswith("7>")]
    assert said(state, "7>5").note.endswith(f"Piles {WORDS.listing(takers)} take it.")
    assert said(state, "7").note == f"Piles {WORDS.listing(takers)} take it."


def test_every_pick_has_its_sentence() -> None:
    rand, keys = random.Random(3), set()
    for seed in range(4):
        options = {"max_moves": 300, "redeals": seed, "face_down": seed % 2}
        for state in properties.positions(GAME, 1, options, seed):
            for _ in range(25):
                pick = rand.sample(PLACES, rand.choice((1, 2, 2, 2, 3)))
                move, refusal = moves.attempt(state.fields, 0, pick)
                if move < 0:
                    keys.add(rules.REFUSALS[refusal].key)
                    for form in ({"pieces": pick}, {"move_text": ">".join(pick)}):
                        told = SAID.refusal(WORDS, state, 0, rules.REFUSALS[refusal], **form)
                        assert told.say.endswith(".")
                        assert "{" not in told.say + told.note
                else:
                    assert SAID.move(WORDS, state, 0, move).say
    assert len(keys) > 12


def test_every_move_and_line_is_told() -> None:
    for seed in range(3):
        table = Table.open(rules.NAME, 1, {"redeals": 2 * seed, "face_down": seed % 2}, secret=bytes([seed] * 32))
        rand, kinds = random.Random(seed), set()
        assert (
            SAID.event(WORDS, table.state, table.events[0], 0, ["You"]).say
            == f"Deal {moves.code_of(table.state.fields)}"
        )
        while not table.state.over:
            for move in table.state.legal():
                told = SAID.move(WORDS, table.state, 0, move)
                assert told.do
                assert told.say
                assert moves.places(told.pieces) if told.pieces else move == 0
            before = table.state.copy()
            event = table.submit(0, properties.choose(table.state, rand)[1])
            kinds.add(SAID.event(WORDS, before, event, 0, ["You"]).kind)
            assert SAID.prompt(WORDS, table.state, 0, ["You"])[0]
            assert len(SAID.table(WORDS, table.state, 0, ["You"])) == 20
            assert len(SAID.hand(WORDS, table.state, 0)) == 3
        assert SAID.result(WORDS, table.state, ["You"])[0] == "No card can move and no redeal is left"
        assert "move" in kinds


def test_c40_the_rules_page_says_what_differs_elsewhere() -> None:
    page = " ".join(rule.text for rule in plain.rules_page(WORDS, GAME))
    for choice in (
        "the base never moves",
        "never returns",
        "at most 13 cards",
        "is closed",
        "can no longer be taken back",
    ):
        assert choice in page


def test_variants_have_names() -> None:
    names = {SAID.variant(WORDS, State.new(GAME, 1, 0, options).fields) for options in rules.PRESETS.values()}
    assert names == {"Crescent", "Crescent Four", "Face down", "Crescent Four, face down"}
    assert SAID.variant(WORDS, State.new(GAME, 1, 0, {"redeals": 1}).fields) == "Crescent, 1 redeal"


@pytest.mark.parametrize(
    ("pick", "about"),
    [
        (["p0"], "'P0' is no place"),
        (["p17"], "no place"),
        (["f9"], "no place"),
        (["💥"], "no place"),
        (["1", "x"], "no place"),
    ],
)
def test_what_is_no_place(pick: list[str], about: str) -> None:
    with pytest.raises(GradatimError, match=about):
        moves.attempt(position().fields, 0, pick)
