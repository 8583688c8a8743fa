"""Crescendo in words and on the table: every position can be said, and nothing that an eye may not know is."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gradatim.core import State, load
from gradatim.core.table import Event
from gradatim.dialect.executor import Interpreted, Tape
from gradatim.games.crescendo import content, moves, rules
from gradatim.words import catalogue, plain
from tests.crescendo.games import NAMES, Watched, played, world_with
from tests.crescendo.test_rulings import position, window

WORDS = catalogue()
GAME = load("crescendo")
SAID = GAME.words
ROOT = Path(__file__).parents[2]


def everything(state: State, eye: int, said: Counter[str] | None = None) -> list[Any]:
    """All that the words and the table tell an eye about a position."""
    state = Watched(state)
    told = [
        SAID.subtitle(WORDS, state),
        *SAID.prompt(WORDS, state, eye, NAMES),
        *SAID.result(WORDS, state, NAMES, eye),
        *SAID.table(WORDS, state, eye, NAMES),
    ]
    if eye >= 0:
        told += SAID.hand(WORDS, state, eye)
        told += [SAID.move(WORDS, state, eye, move) for move in state.legal(eye)]
    return [*told, GAME.view.board(state, eye, WORDS)]


def test_words_and_board_know_no_more_than_the_eye() -> None:
    """The same in every world that fits the sight: whatever depends on a hidden card would differ."""
    compared = 0
    for seats, options in ((2, {"backs": 2}), (3, {"memory_aid": 1}), (6, {})):
        for number, (before, _, _) in enumerate(played(seats, seats, **options)):
            if number % 53 == 0:
                for eye in range(-1, seats):
                    world = before.determinize(eye, number)
                    assert everything(world, eye) == everything(before, eye)
                    compared += 1
    assert compared > 35


@cache
def taped() -> tuple[Interpreted, Tape]:
    tape = Tape()
    return Interpreted(GAME.rules, tape), tape


def test_log_lines_know_no_more_than_the_eye() -> None:
    """A line is the same in another world in which the eye has seen and now sees the same."""
    executor, tape = taped()
    kinds: Counter[str] = Counter()
    for seats in (2, 4):
        for number, (before, event, after) in enumerate(played(20 + seats, seats)):
            name = event.move.split()[0]
            if name == "next" or (name == "hold" and number % 10) or kinds[name] >= 40:
                continue
            for eye in range(-1, seats):
                world = world_with(before, event, eye, number)
                line = SAID.event(WORDS, before, event, eye, NAMES)
                assert SAID.event(WORDS, world, event, eye, NAMES) == line
                tape.script = list(event.drew)
                executor.run.apply(world.row, event.seat, moves.parse(event.move))
                if after.fields.phase < rules.BETWEEN:  # type: ignore[attr-defined]  # there all is shown
                    assert executor.observe(world.row, eye) == after.sight(eye), (event, eye)
                kinds[name] += 1
    assert {"draw", "pile", "keep", "discard", "number", "peek", "give", "take", "lock"} <= set(kinds)


def test_log_lines_tell_a_rounds_end_and_a_new_reserve() -> None:
    ends = renewed = 0
    for seats, options in ((2, {}), (2, {"number_after_last": 0}), (6, {"max_laps": 20})):
        for before, event, after in played(seats, seats, **options):
            line, kind = SAID.event(WORDS, before, event, -1, NAMES)[:2]
            was, now = before.fields, after.fields
            ended = now.phase >= rules.BETWEEN > was.phase  # type: ignore[attr-defined]
            shuffled = kind != "deal" and now.shuffles > was.shuffles  # type: ignore[attr-defined]
            assert (kind == "end") == ended, line
            assert ("new Reserve" in line) == shuffled, line
            if shuffled and now.phase == rules.TURN and event.move.startswith(("keep", "discard", "peek", "lock")):  # type: ignore[attr-defined]
                assert f" {sum(now.reserve_count)} card" in line  # type: ignore[attr-defined]
            ends, renewed = ends + ended, renewed + shuffled
    assert ends == 9
    assert renewed > 0


def log(state: State, text: str, seat: int = 0, eye: int = -1, kind: str = "move", drew: tuple[int, ...] = ()) -> str:
    said: str = SAID.event(WORDS, state, Event(1, kind, seat, text, drew), eye, NAMES)[0]
    return said


def test_h6_the_log_names_slots_not_cards() -> None:
    peek = position("10 20", "3 4", "5 6", top_back=0)
    top = peek.fields.reserve[0][2]  # type: ignore[attr-defined]
    assert log(peek, "peek 1:2", drew=(2, 0)) == f"Ann looks at slot 2 of Mira; {top} goes to the pile"
    assert log(peek, "peek 1:2", drew=(2, 0), eye=1) == f"Ann looks at your slot 2; {top} goes to the pile"
    assert log(peek, "peek 1:2", drew=(2, 0), eye=0) == f"You look at slot 2 of Mira: 4; {top} goes to the pile"
    assert log(peek, "peek 0:1", drew=(2, 0), eye=0) == f"You look at slot 1: 10; {top} goes to the pile"
    assert "10" not in log(peek, "peek 0:1", drew=(2, 0), eye=2)
    swap = position("10 20", "3 4", "5 6", top_back=1)
    swap.play("give 2")
    assert log(swap, "take 1:1", drew=(0, 0), eye=2) == "Ann swaps slot 2 for slot 1 of Mira; 28 goes to the pile"
    assert log(swap, "take 1:1", drew=(0, 0), eye=0) == "You swap slot 2 for slot 1 of Mira; 28 goes to the pile"
    receiver = "Ann swaps slot 2 for your slot 1. You look at it: 20; 28 goes to the pile"
    assert log(swap, "take 1:1", drew=(0, 0), eye=1) == receiver


def test_draws_and_placings() -> None:
    state = position("10 20", "3 4", pile="60", top_back=2)
    assert log(state, "draw", drew=(0, 0)) == "Ann draws from the Reserve: back 74–100"
    assert log(state, "draw", drew=(0, 0), eye=0) == "You draw 74 from the Reserve"
    assert log(state, "pile") == "Ann takes 60 from the pile"
    state.play("draw")
    assert log(state, "keep 2") == "Ann puts the card into slot 2; 20 goes to the pile"
    assert log(state, "keep 2", eye=0) == "You put the card into slot 2; 20 goes to the pile"


def test_calls() -> None:
    state = window("13 70 J1", "3 4", pile="15", top_back=1)
    assert log(state, "number 1") == "Ann calls NUMBER with slot 1: 13 fits 15"
    wrong = "Ann calls NUMBER with slot 2: 70 does not fit 15; slot 3 is new, back 28–73"
    assert log(state, "number 2", drew=(0, 0)) == wrong
    assert log(state, "number 3", drew=(0, 0), eye=0).startswith("You call NUMBER with slot 3: Joker does not fit 15;")
    assert log(state, "number 2", kind="try") == "Ann tries number 2; refused"
    last = position("1 2", "3 4", pile="50", phase="last", open=True, caller=0)
    assert log(last, "hold", seat=1) == "Mira does not call NUMBER; round 1 is over"


def test_f13_setup_choices_are_told_when_all_have_chosen() -> None:
    state = State.new(GAME, 3, seed=1)
    assert log(state, "look 3", seat=0) == "Ann has chosen"
    assert log(state, "look 3", seat=0, eye=0) == "Your choice: you look at slot 3"
    assert log(state, "look 9", seat=0, kind="try", eye=1) == "Ann tries a move; refused"
    state.play("look 3", seat=0)
    state.play("exchange 1 4", seat=1)
    card = state.fields.row[0][2]  # type: ignore[attr-defined]
    told = "Mira exchanges slots 1 and 4 and Tomas does neither"
    assert log(state, "decline", seat=2) == f"All have chosen: Ann looks at slot 3, {told}"
    seen = moves.card(card) if card < content.JOKER else "Joker"
    assert log(state, "decline", seat=2, eye=0) == f"All have chosen: you look at slot 3: {seen}, {told}"


def test_h6_the_log_keeps_no_card() -> None:
    """As it is told a line may name what it shows; what the log keeps never does, unless the memory aid is on."""
    kept = told = 0
    for options in ({}, {"memory_aid": 1}):
        for before, event, _ in played(7, 3, **options):
            for eye in range(-1, 3):
                said = SAID.event(WORDS, before, event, eye, NAMES)
                log = said.kept or said.say
                cards = re.sub(r"back \d+.\d+|slots? \d+( and \d+)?|\d+ cards?|round \d+", "", log)
                if options:
                    assert said.kept == ""
                else:
                    assert not re.search(r"\d|Joker", cards), log
                kept, told = kept + bool(said.kept), told + (log == said.say)
    assert kept > 300
    assert told > 300


def test_what_was_seen_is_not_shown_again() -> None:
    """Lines about the table show backs; the memory aid shows what the sight holds."""
    for aid in (0, 1):
        state = position("10 20 30*", "3 4", top_back=0, options={"memory_aid": aid})
        state.play("peek 0:1")
        state.play("hold", seat=1)
        row = SAID.hand(WORDS, state, 0)[0]
        known = ", seen 10" if aid else ""
        assert row == f"Your row: 1 back 1–27{known}, 2 back 1–27, 3 locked 30"
        slots = GAME.view.board(state, 0, WORDS).seats[0].row
        assert [slot.front for slot in slots] == ["f10" if aid else "", "", "f30"]
        assert [slot.front for slot in GAME.view.board(state, 1, WORDS).seats[0].row] == ["", "", "f30"]


def test_a_hidden_card_is_its_back_alone() -> None:
    state = position("10 80 30*", "3 4", pile="60")
    rows = msgspec.to_builtins(GAME.view.board(state, 0, WORDS))["seats"][0]["row"]
    assert rows[0] == {"back": 0, "front": "", "locked": False}
    assert all(set(card) == {"back", "front", "locked"} for card in rows)


def test_the_board() -> None:
    state = position("10 20", "3 4", pile="60", top_back=1)
    board = GAME.view.board(state, 0, WORDS)
    assert (board.reserve.label, board.reserve.action, board.top, board.phase) == ("28–73", "swap", "f60", "turn")
    assert (board.lap, board.caller, board.drawn, board.reveal, board.sheet) == (4, -1, None, [], [])
    state.play("draw")
    mine, theirs = (GAME.view.board(state, eye, WORDS).drawn for eye in (0, 1))
    assert (mine.front[:1], theirs.front, mine.back, theirs.back) == ("f", "", 1, 1)
    state.play("discard")
    board = GAME.view.board(state, 0, WORDS)
    assert board.open
    state.play("hold", seat=0)
    assert [seat.answered for seat in GAME.view.board(state, 1, WORDS).seats] == [True, False]
    joker = window("10 20", "3 4", pile="J2")
    assert GAME.view.board(joker, 0, WORDS).joker
    assert GAME.view.board(joker, 0, WORDS).top == "fJ2"


def test_f16_the_reveal_shows_rows_with_their_jokers() -> None:
    state = position("5 27 J 15 91 68 14", "1 2", pile="100", phase="last", open=True, caller=1, own=[["54"], []])
    state.play("hold", seat=0)
    board = GAME.view.board(state, -1, WORDS)
    assert [card.front for card in board.reveal[0]] == ["f5", "f27", "fJ1", "f15", "f91", "f68", "f14"]
    assert [card.wrong for card in board.reveal[0]] == [False, False, False, True, False, True, True]
    line = board.sheet[0][0]
    assert (line.caller, line.wrong, line.passed, line.own, line.points) == (False, 3, False, 1, -2)
    told = SAID.table(WORDS, state, -1, NAMES)
    assert "1 5, 2 27, 3 Joker, 4 15 wrong, 5 91, 6 68 wrong, 7 14 wrong" in told[1]
    assert "Round 1, Ann: 3 wrong, own pile 1: -2 points" in told


def test_prompts() -> None:
    def prompt(state: State, eye: int = 0) -> tuple[str, str]:
        said: tuple[str, str] = SAID.prompt(WORDS, state, eye, NAMES)
        return said

    early = position("10 20", "3 4", turns=2, top_back=0)
    assert prompt(early) == ("Your turn. Draw, or Peek", "CRESCENDO opens with lap 4. This is lap 2.")
    assert prompt(early, 1) == ("Ann is thinking", "This is lap 2.")
    late = position("10 20", "3 4", top_back=2)
    assert prompt(late) == ("Your turn. Draw, or Lock", "Or call CRESCENDO if your row is in order.")
    asked = window("13 20", "3 4", pile="15")
    assert prompt(asked) == ("NUMBER on 15: call or hold", "Right is a card at most 2 apart; wrong costs a card.")
    assert prompt(asked, 1) == ("NUMBER on 15: call or hold", "It is your turn too: hold, then play.")
    assert prompt(window("13 20", "3 4", pile="J"))[0] == "A Joker is on the pile: no NUMBER"
    final = position("10 20", "3 4", turn=1, caller=0, finals=1, turns=10)
    assert prompt(final, 1) == ("Your final turn. Draw, or pass", "Passing earns 1 point.")
    assert prompt(final, 0) == ("Mira is thinking", "1 final turn is left after the CRESCENDO of Ann.")
    strict = position("10 20", "3 4", pile="60", options={"null_turn": 0})
    strict.play("pile")
    assert prompt(strict) == ("You hold 60", "It came from the pile: put it into a slot.")
    setup = State.new(GAME, 2, seed=1)
    assert prompt(setup)[0] == "Look at one card, or exchange two"
    setup.play("decline", seat=0)
    assert prompt(setup) == ("Waiting for Mira", "Choices stay secret until all have chosen.")


@pytest.mark.parametrize(
    ("state", "seat", "move", "say"),
    [
        (position("1 2", "3 4", turns=5, turn=1), 1, "crescendo", "CRESCENDO opens with lap 4. This is lap 3."),
        (position("1 2*", "3 4", top_back=2), 0, "lock 2", "Slot 2 is locked: it lies face up."),
        (position("1 2", "3 4", top_back=2), 0, "peek 1:1", "The Reserve shows Lock, not Peek."),
        (position("1 2", "3 4", top_back=0), 0, "give 1", "The Reserve shows Peek, not Swap."),
        (position("1 2", "3 4", top_back=0), 0, "peek 1:3", "Seat 1 has 2 cards; there is no slot 3."),
        (position("1 2", "3 4", top_back=0), 0, "peek 4:3", "There is no seat 4 at this table."),
        (window("1 2", "3 4", pile="50"), 0, "number 7", "Your row has 2 cards; there is no slot 7."),
        (position("1 2", "3 4"), 0, "number 1", "NUMBER is not open now."),
        (position("1 2", "3 4"), 0, "keep 1", "You have drawn no card."),
        (position("1 2", "3 4"), 1, "draw", "It is not your turn."),
    ],
)
def test_refusals_say_what_is_so(state: State, seat: int, move: str, say: str) -> None:
    refusal = state.refusal(seat, move)
    assert refusal is not None
    told = SAID.refusal(WORDS, state, seat, refusal, move_text=move)
    assert (told.rule, told.place, told.say) == (refusal.key, refusal.place, say)
    assert told.note


def test_every_refusal_has_its_sentence() -> None:
    state = position("1 2", "3 4")
    for refusal in rules.REFUSALS[1:]:
        for text in (None, "keep 3", "look 2", "peek 5:1", "take 1:4", "nonsense"):
            told = SAID.refusal(WORDS, state, 0, refusal, move_text=text)
            assert told.say
            assert told.note
    with pytest.raises(KeyError):
        SAID.refusal(WORDS, state, 0, rules.REFUSALS[0])


def test_results_name_the_rule_that_decides() -> None:
    def result(rounds: list[tuple[int, list[int]]], eye: int = -1, **options: int) -> tuple[str, str]:
        sheet = [{"caller": caller, "wrong": wrong, "own": [0, 0], "passed": [0, 0]} for caller, wrong in rounds]
        state = position("1 2", "3 4", phase="over", round=3, sheet=sheet, options=options)
        said: tuple[str, str] = SAID.result(WORDS, state, NAMES, eye)
        return said

    assert result([(0, [0, 3])] * 3) == ("Ann wins with 18", "Most points over three rounds wins.")
    assert result([(0, [0, 3])] * 3, 0)[0] == "You win with 18"
    share = result([(7, [1, 1])] * 3)
    assert share == ("Ann and Mira share the win with -3", "Level on points, calls and the last round.")
    last = result([(7, [2, 1]), (7, [1, 1]), (7, [1, 2])])
    assert last == ("Ann wins with -4", "Level on points and calls; the last round decides.")
    called = result([(0, [0, 1]), (7, [6, 1]), (7, [3, 1])])
    assert called == ("Ann wins with -3", "Level on points; points by calling CRESCENDO decide.")


def test_options_have_labels_and_values() -> None:
    for option in rules.OPTIONS:
        assert plain.option_label(WORDS, GAME, option.name)
        assert plain.option_help(WORDS, GAME, option.name).endswith(".")
        assert len({SAID.option_value(WORDS, option.name, value) for value in option.values}) == len(option.values)
    for preset in rules.PRESETS:
        assert plain.preset_label(WORDS, GAME, preset)
    assert [plain.part(WORDS, GAME, part) for part in rules.PARTS] == ["Round 1", "Round 2", "Round 3"]


@pytest.mark.parametrize("backs", [0, 1, 2])
def test_printed_backs_are_the_ranges_of_the_tables(backs: int) -> None:
    s: Any = State.new("crescendo", 2, options={"backs": backs}).sight(-1)
    for back in range(content.BACKS):
        numbers = [n for n in range(1, content.JOKER) if s.back_of[n] == back]
        assert SAID.back(WORDS, s, back) == f"{numbers[0]}–{numbers[-1]}"


def test_the_rules_page_reaches_the_rulings() -> None:
    page = plain.rules_page(WORDS, GAME)
    text = (ROOT / "docs" / "rulings" / "crescendo.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| ([bcdf]\d+) \|", text, re.MULTILINE))
    expected = {f"c{n}" for n in range(1, 35)} | {f"d{n}" for n in range(1, 36)} | {f"f{n}" for n in range(1, 18)}
    assert {row for row in rows if row[0] != "b"} == expected
    cited = {ruling for rule in page for ruling in rule.rulings}
    assert expected - cited == {"c33"}  # a hint for play, no rule
    assert cited - expected == {"b"}
    places = " ".join(refusal.place for refusal in rules.REFUSALS)
    assert set(re.findall(r"\b[cdf]\d+", places)) <= rows
    chapters = [
        "Components",
        "Objective",
        "Setup",
        "Player's Turn",
        "A.",
        "B.",
        "C.",
        "Calling",
        "Scoring",
        "End",
        "Ex",
        "Card",
    ]
    order = [next(at for at, chapter in enumerate(chapters) if rule.place.startswith(chapter)) for rule in page]
    assert order == sorted(order), "the page follows the rulebook"


def test_only_one_range_is_called_attested() -> None:
    cards = next(rule for rule in plain.rules_page(WORDS, GAME) if rule.key == "cards")
    assert "only 74–100 with Lock is attested" in cards.text
    assert "reconstruction" in cards.text


def test_positions_of_the_documents_can_be_read() -> None:
    text = (ROOT / "docs" / "games" / "crescendo.md").read_text(encoding="utf-8")
    found = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    assert len(found) == 4
    for written in found:
        assert moves.read_position(written).to_move
    assert moves.read_position(found[0]).score().totals == (-2, 8)
