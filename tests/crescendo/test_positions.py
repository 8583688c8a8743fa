"""Hand-written positions: what they answer, and one clear error for each that cannot exist."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gradatim.cli.app import app
from gradatim.core import PositionError
from gradatim.games.crescendo import moves, rules
from tests.contract import properties

FOLDER = Path(__file__).parents[2] / "records" / "crescendo" / "positions"
FILES = sorted(FOLDER.glob("*.json"))


def ask(name: str, *said: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["ask", str(FOLDER / f"{name}.json"), *said, "--json"])
    assert done.exit_code == 0, done.output
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_steps_of_a_position_hold(path: Path) -> None:
    state = moves.read_position(json.loads(path.read_text()))
    for holds in properties.STEP:
        holds(state)


def test_legality_with_locked_cards_and_jokers() -> None:
    said = ["number 4", "number 3", "1:give 1", "1:give 2", "1:lock 1"]
    said += ["1:crescendo", "give 1", "1:peek 0:1", "number 9"]
    answer = ask("locked-and-jokers", *said)
    assert {move["move"] for move in answer["moves"]} == {"number 4", "number 3", "give 1", "crescendo"}
    assert [(move["move"], move["seat"], move["rule"]) for move in answer["refused"]] == [
        ("give 2", 1, "face_up"),
        ("lock 1", 1, "other_action"),
        ("give 1", 0, "not_your_turn"),
        ("peek 0:1", 1, "other_action"),
        ("number 9", 0, "no_such_slot"),
    ]
    assert "peek 0:1" in [move["move"] for move in ask("locked-and-jokers", "peek 0:1")["refused"]]


def test_a_penalty() -> None:
    """A wrong call of NUMBER: the row of six has seven cards (N4), a right one leaves five (N3)."""
    rows = []
    for move in ("number 4", "number 3"):
        state = moves.read_position(json.loads((FOLDER / "locked-and-jokers.json").read_text()))
        state.play(move, 0)
        rows.append(state.fields.row_count[0])  # type: ignore[attr-defined]
    assert rows == [5, 7]


def test_final_turns() -> None:
    answer = ask("final-turn", "number 1", "1:number 1", "2:pass", "2:crescendo", "2:lock 1", "0:pass")
    assert answer["legal"] == ["hold", "number 1", "number 2", "draw", "pile", "pass"]
    assert [move["rule"] for move in answer["refused"]] == [
        "caller_is_silent",
        "final_turn",
        "final_turn",
        "not_your_turn",
    ]


def test_scoring_of_rows_as_they_lie() -> None:
    """The rulebook's example, a caller, passed in disorder (S5) and with Jokers alone (S8)."""
    answer = ask("round-scored")
    assert [row["total"] for row in answer["score"]["rows"]] == [-2, 8, 0, 5]
    shown = CliRunner().invoke(app, ["ask", str(FOLDER / "round-scored.json")]).stdout
    assert "Round 1, Seat 0: 3 wrong, own pile 1: -2 points" in shown


def test_what_a_move_scores_is_told() -> None:
    shown = CliRunner().invoke(app, ["ask", str(FOLDER / "last-window.json"), "hold"]).stdout
    assert shown.endswith("Points then: Seat 0 -2 and Seat 1 8\n")


BASE: dict[str, Any] = {"rows": [["10", "20"], ["3", "4*"]], "pile": ["50"]}
LINE = {"caller": 7, "wrong": [0, 0], "own": [0, 0], "passed": [0, 0]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"row": []}, "has no key 'row'"),
        ({"rows": "5 7"}, "rows must be a list of rows by seat"),
        ({"rows": [["10"]]}, "crescendo has 2 to 6 seats"),
        ({"rows": [["10", "101"], []]}, "'101' is no card"),
        ({"rows": [["10", "10"], []]}, "10 is named more often"),
        ({"pile": "50"}, "pile must be a list"),
        ({"own": [[], [], []]}, "own is a list of at most 2 own piles"),
        ({"own": ["5"]}, "own is a list of at most 2 own piles"),
        ({"phase": "middle"}, "phase is one of setup, turn, drawn"),
        ({"drawn": "5", "phase": "drawn"}, "drawn is such as"),
        ({"drawn": {"card": "5", "from": "row"}, "phase": "drawn"}, "drawn is such as"),
        ({"drawn": {"card": "5", "from": "pile"}}, "drawn goes with the phase drawn"),
        ({"phase": "drawn"}, "drawn goes with the phase drawn"),
        ({"phase": "given", "given": 2}, "given is a slot of the row whose turn it is"),
        ({"phase": "given", "rows": [["10"], ["3*"]]}, "phase given needs a card that can be taken"),
        ({"given": 1}, "given goes with the phase given"),
        ({"phase": "last"}, "in phase last a window is open"),
        ({"phase": "setup", "open": True}, "open goes with the phases turn and last"),
        ({"pile": [], "open": True}, "open needs a card on the pile"),
        ({"finals": 1}, "finals needs a caller"),
        ({"caller": 2}, "caller is a seat from 0 to 1, or 7 for nobody, not 2"),
        ({"turn": 2}, "turn must be a whole number from 0 to 1, not 2"),
        ({"turn": True}, "turn must be a whole number from 0 to 1"),
        ({"held": [[]]}, "held is a list of seats from 0 to 1"),
        ({"passed": 1}, "passed must be a list"),
        ({"top_back": 3}, "top_back must be one of"),
        ({"sheet": [{}]}, "a line of sheet is such as"),
        ({"sheet": [{**LINE, "wrong": [1]}]}, "a line of sheet is such as"),
        ({"sheet": [{**LINE, "caller": "x"}]}, "a line of sheet is such as"),
        ({"sheet": 4 * [LINE]}, "sheet has 4 lines; there are 3 rounds"),
        ({"sheet": 3 * [LINE]}, "round is 3, sheet has 3 lines, and phase is turn"),
        ({"round": 1}, "round is 1, sheet has 0 lines, and phase is turn"),
        ({"phase": "over"}, "round is 1, sheet has 0 lines, and phase is over"),
        ({"options": {"backs": "odd"}}, "option backs may be default, even, interleaved"),
    ],
)
def test_positions_that_cannot_exist(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError) as found:
        moves.read_position(BASE | changes)
    assert said in str(found.value)


def test_a_third_round_is_worked_out_too() -> None:
    state = moves.read_position(BASE | {"sheet": 2 * [LINE], "phase": "over", "caller": 0})
    assert state.score().ending == "three_rounds"
    assert state.score().totals == (12, 9)
    assert state.fields.round == rules.ROUNDS  # type: ignore[attr-defined]
