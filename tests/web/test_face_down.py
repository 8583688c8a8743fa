"""A face-down deal of Crescent: nothing that a seat asks, or is offered, depends on a card that it has not seen."""

import random
from typing import Any

import msgspec

from gradatim.core.state import State
from gradatim.games.crescent import moves, words
from gradatim.web.advice import advice_view
from gradatim.web.views import board, legal_views
from gradatim.words import catalogue

WORDS = catalogue("en")
PLACES = [*(f"p{pile}" for pile in range(1, 17)), *(f"f{number}" for number in range(1, 9)), "A", "K", "f"]


def near_the_end(bottoms: tuple[str, str], face_down: int) -> State:
    """Two piles of two; whichever of the lower cards lies where, plays onto the foundations alone win."""
    piles: dict[str, list[str]] = {str(pile): [] for pile in range(3, 17)}
    piles |= {"1": [bottoms[0], "Q♠"], "2": [bottoms[1], "2♥"]}
    position: dict[str, Any] = {"options": {"face_down": face_down}, "piles": piles}
    position["foundations"] = ["J♠", "K♥", "K♦", "K♣", "A♠", "3♥", "A♦", "A♣"]
    return moves.read_position(position | ({"face_down": {"1": 1, "2": 1}} if face_down else {}))


def told(state: State, eye: int) -> bytes:
    """All that is said of a position: board, moves, prompt, plain lines."""
    lines = [
        words.prompt(WORDS, state, eye, ["Ann"]),
        words.table(WORDS, state, eye, ["Ann"]),
        words.subtitle(WORDS, state),
    ]
    return msgspec.json.encode([board(state, eye, WORDS), legal_views(state, eye, WORDS), lines])


def test_finish_is_offered_only_where_every_card_is_known() -> None:
    one, other = ("K♠", "A♥"), ("A♥", "K♠")
    open_ones = [board(near_the_end(bottoms, 0), 0, WORDS)["finish"] for bottoms in (one, other)]
    assert open_ones == [["1>A", "1>A", "2>K", "2>K"], ["1>A", "2>K", "1>K", "2>A"]]
    shut = [near_the_end(bottoms, 1) for bottoms in (one, other)]
    assert [board(state, 0, WORDS)["finish"] for state in shut] == [[], []]
    assert told(shut[0], 0) == told(shut[1], 0)


def test_no_pick_and_no_refusal_tells_of_a_hidden_card() -> None:
    """Every move, and every pick of one or two places, along deals with their hidden cards shuffled."""
    rand, compared = random.Random(3), 0
    for seed in range(3):
        state = State.new("crescent", 1, seed, {"face_down": 1, "redeals": 2})
        while not state.over:
            world = state.determinize(0, rand.randrange(2**40))
            for eye in (0, -1):
                assert told(state, eye) == told(world, eye)
            if rand.random() < 0.1:
                compared += state != world
                answers = [list(refusals(at)) for at in (state, world)]
                assert answers[0] == answers[1]
            state.play(rand.choice(state.legal(0).ids))
    assert compared > 5


def refusals(state: State) -> Any:
    for move in range(state.game.rules.MOVES):
        refusal = state.refusal(0, move)
        yield refusal and words.refusal(WORDS, state, 0, refusal, move_text=moves.text(move))
    for picked in ([place] for place in PLACES):
        yield pick(state, picked)
    for first in PLACES:
        for second in ("p1", "p9", "f2", "f7", "A", "K", "f"):
            yield pick(state, [first, second])


def pick(state: State, pieces: list[str]) -> Any:
    move, broken = moves.attempt(state.fields, 0, pieces)
    return move, broken and words.refusal(WORDS, state, 0, state.game.rules.REFUSALS[broken], pieces=pieces)


def test_advice_is_worded_from_what_is_seen() -> None:
    found = {"result": "unknown", "move": "1>A", "line": ["1>A"], "likely": True, "wins": 5, "worlds": 32, "nodes": 9}
    said = [
        msgspec.json.encode(advice_view(near_the_end(bottoms, 1), 0, 0, found, WORDS))
        for bottoms in (("K♠", "A♥"), ("A♥", "K♠"))
    ]
    assert said[0] == said[1]
