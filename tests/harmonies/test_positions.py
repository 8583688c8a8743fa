"""Notation, picks and hand-written positions: what they mean, and one clear complaint for each fault."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import GradatimError
from gradatim.dialect.errors import PositionError
from gradatim.games.harmonies import content, rules
from tests.harmonies.landscapes import GAME, filled, finished, parts, refused, running
from tests.harmonies.test_rulings import with_hand

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take 1", 0),
        ("take 5", 4),
        ("end", 5),
        ("discard 3", 8),
        ("spirit 2", 10),
        ("card 5", 15),
        ("tile 3", 18),
        ("last 4", 22),
        ("blue a1", 23),
        ("  RED   g5 ", 214),
        ("use 1 a1", 215),
        ("use 4 g5", 342),
    ],
)
def test_notation(text: str, move: int) -> None:
    assert GAME.moves.parse(text) == move
    assert GAME.moves.text(move) == " ".join(text.lower().split())


@pytest.mark.parametrize(
    "text", ["", "take 6", "take 0", "blue c6", "blue b5", "pink a1", "use 5 a1", "use 1", "bluea1"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(GradatimError, match="is no move; moves are take 2, blue c3"):
        GAME.moves.parse(text)


@pytest.mark.parametrize(
    ("pieces", "move"),
    [
        (["blue", "a1"], "blue a1"),
        (["a1", "blue"], "blue a1"),
        (["held1", "b2"], "use 1 b2"),
        (["centre2"], "tokens_taken"),
        (["row1"], "card 1"),
        (["row2"], "no_card_there"),
        (["row9"], "no_such_move"),
        (["offer1"], "no_tile_there"),
        (["spirit1"], "no_spirit_choice"),
        (["held1"], "not_the_last"),
        (["blue"], "no_space_picked"),
        (["a1"], "nothing_picked"),
        ([], "nothing_picked"),
        (["blue", "gray", "a1"], "no_such_move"),
        (["blue", "held1"], "no_such_move"),
        (["row1", "a1"], "no_such_move"),
        (["dragon"], "no_such_move"),
        (["gray", "a1"], "not_in_hand"),
        (["blue", "b1"], "stack"),
    ],
)
def test_picks(pieces: list[str], move: str) -> None:
    board = {"stacks": {"b2": "blue", "b1": "green"}, "above": ["Frog"]}
    state = with_hand(running(board, {}, row=["Duck"]), "blue")
    found, refusal = GAME.moves.attempt(state.fields, 0, pieces)
    assert (GAME.moves.text(found) if found >= 0 else rules.REFUSALS[refusal].key) == move


def test_a_pick_out_of_turn() -> None:
    state = running({}, {})
    assert rules.REFUSALS[GAME.moves.attempt(state.fields, 1, ["blue", "a1"])[1]].key == "not_your_turn"
    assert rules.REFUSALS[GAME.moves.attempt(finished({}).fields, 0, [])[1]].key == "over"


def test_every_move_is_the_pick_of_its_pieces() -> None:
    state = with_hand(running({"stacks": {"b2": "blue", "b1": "green"}, "above": ["Frog"]}, {}, row=["Duck"]), "blue")
    for move in state.legal():
        if move != content.END:
            assert GAME.moves.attempt(state.fields, 0, GAME.moves.parts(move)) == (move, 0)


def read(**position: Any) -> None:
    GAME.moves.read_position({"game": GAME.name, **position})


def board(**keys: Any) -> dict[str, Any]:
    return {"boards": [keys, {}]}


ON = {"sanctuaries": 1, "whispers": 1, "spirits": 1}
FAULTS: list[tuple[dict[str, Any], str]] = [
    ({}, "boards must be a list, not None"),
    ({"boards": 3}, "boards must be a list, not 3"),
    ({"boards": [1]}, "boards[0] is an object, not 1"),
    ({"boards": []}, "harmonies has 1 to 4 seats, not 0"),
    ({"boards": [{}] * 5}, "harmonies has 1 to 4 seats, not 5"),
    ({**board(), "pouch": {}}, "a position has no 'pouch'"),
    ({**board(), "options": 7}, "options is an object, not 7"),
    ({**board(), "options": {"side": "E"}}, "option side may be A, B, C"),
    (board(landscape={}), "boards[0] has no 'landscape'"),
    (board(stacks={"z9": "blue"}), "boards[0].stacks has no 'z9'"),
    (board(stacks={"g1": "blue"}), "boards[0].stacks.g1: side A has no such space"),
    (board(stacks={"a1": "pink"}), "boards[0].stacks.a1: 'pink' is no colour"),
    (board(stacks={"a1": 5}), "boards[0].stacks.a1 must be colours from the bottom up, not 5"),
    (board(stacks={"a1": ""}), "boards[0].stacks.a1 must be colours from the bottom up, not ''"),
    (board(stacks={"a1": "blue gray"}), "boards[0]: the stack on a1 is built for no Sanctuary"),
    (board(stacks=dict.fromkeys(content.NAMES[:20], "yellow")), "there are only 19 yellow tokens"),
    (board(above=["Dodo"]), "boards[0].above[0]: 'Dodo' is no card or Sanctuary"),
    (board(above=["Frog", "frog"]), "boards[0].above[1]: frog is named twice"),
    (board(above=["Mist"]), "boards[0].above[0]: Mist is not in play with these options"),
    (board(above=["Frog"] * 5), "boards[0].above has 5 places; there are 4"),
    (board(above=[{"name": "Frog", "cubes": 6}]), "boards[0].above[0].cubes is a number from 1 to 5, not 6"),
    (board(above=[{"name": "Frog", "cubes": 0}]), "boards[0].above[0].cubes is a number from 1 to 5, not 0"),
    (board(above=[{"name": "Frog", "space": "a1"}]), "boards[0].above[0]: Frog has no space"),
    (board(done=[{"name": "Frog", "cubes": 1}]), "boards[0].done[0].cubes is a number from 0 to 0, not 1"),
    (board(cubes=["a1"]), "boards[0].cubes: there is no landscape on a1 that could hold a cube"),
    (board(stacks={"a1": "blue"}, cubes=["a1"]), "boards[0].cubes: no card of this seat has placed a cube on a1"),
    (board(stacks={"a1": "blue"}, cubes=["a1", "a1"], done=["Frog"]), "boards[0].cubes names a1 twice"),
    (
        board(stacks={"a1": "yellow"}, cubes=["a1"], above=[{"name": "Frog", "cubes": 4}]),
        "boards[0].cubes: no card of this seat has placed a cube on a1",
    ),
    (
        {**board(stacks={"a1": "yellow"}, whisper_cubes=["a1"], above=[{"name": "Mist", "cubes": 1}]), "options": ON},
        "boards[0].whisper_cubes: no card of this seat has placed a cube on a1",
    ),
    (
        {
            **board(
                stacks={"b2": "gray gray blue blue"}, done=["Bear", {"name": "Sanctuary 1", "space": "b2", "guests": 1}]
            ),
            "options": ON,
        },
        "boards[0]: Sanctuary 1 has more guests than there are completed cards for it",
    ),
    (board(done=["Frog"], cubes=[]), "boards[0].cubes has 0 spaces, but the cards have 5 cubes there"),
    ({**board(above=["Lion", "Owl"]), "options": ON}, "boards[0] has 2 Spirits; a seat keeps one"),
    ({**board(done=["Sanctuary 1"]), "options": ON}, "a completed Sanctuary needs its space"),
    (
        {**board(stacks={"b2": "gray gray blue"}, done=[{"name": "Sanctuary 1", "space": "b2"}]), "options": ON},
        "boards[0]: the stack on b2 is not that of Sanctuary 1",
    ),
    (
        {**board(stacks={"b2": "gray"}, above=[{"name": "Sanctuary 1", "space": "b2"}]), "options": ON},
        "boards[0]: the stack on b2 is not that of Sanctuary 1",
    ),
    ({**board(), "centre": [["blue"] * 4]}, "centre[0] has at most 3 colours"),
    ({**board(), "centre": [[]] * 6}, "centre has 6 spaces; there are 5"),
    ({**board(), "centre": [[]] * 5}, "no central space has tokens; leave centre out for a game that is over"),
    ({**board(), "row": ["Lion"], "options": ON}, "row[0]: 'Lion' is no Animal or Whisper card"),
    ({**board(), "row": ["Frog"] * 6}, "row has 6 places; there are 5"),
    ({**board(), "offer": ["Frog"]}, "offer[0]: 'Frog' is no Sanctuary"),
    ({**board(), "turn": 2}, "turn is a number from 0 to 1, not 2"),
    ({**board(), "turn": 1, "turns": 4}, "turn is 1, but after 4 turns it is seat 0's"),
    ({**board(), "centre": [["blue"]], "taken": 1}, "taken is 1, but that central space has tokens"),
    ({**board(), "centre": [["blue"]], "hand": ["red"]}, "tokens are in hand, but none are taken"),
    ({**board(), "centre": [["blue"]], "card_taken": 1}, "card_taken is true or false, not 1"),
    ({**board(), "choice": ["Lion"], "options": ON}, "choice has two Spirits, not 1"),
    ({**board(), "choice": ["Lion", "Owl"], "taken": 1, "options": ON}, "the choice of a Spirit comes before"),
    ({**board(), "box": {"blue": 24}}, "box.blue is a number from 0 to 23, not 24"),
    ({**board(), "ending": "boredom"}, "ending is one of running, board_full, pouch_empty"),
    ({**board(), "ending": "running"}, "a game that is over has an ending"),
    ({**board(stacks=filled(21)), "centre": [["blue"]]}, "boards[0] has 2 empty spaces, but needs 3 to go on"),
]


@pytest.mark.parametrize(("position", "complaint"), FAULTS, ids=[complaint[:45] for _, complaint in FAULTS])
def test_each_fault_has_one_clear_complaint(position: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PositionError) as caught:
        read(**position)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_position_of_another_game() -> None:
    with pytest.raises(PositionError, match="this is a position of 'chess', not of harmonies"):
        GAME.moves.read_position({"game": "chess"})


def test_what_may_be_left_out() -> None:
    """Cards in the pile, tokens in the pouch, cubes not shown, the game over."""
    state = finished({"stacks": {"a1": "green"}, "done": ["Frog"]})
    assert state.over
    assert parts(state)["animals"] == 15
    assert sum(state.fields.pouch) == 119  # type: ignore[attr-defined]
    going = running({})
    assert not going.over
    assert refused(going, "take 1") == ""


ASKED = {
    "game": "harmonies",
    "options": {"side": "D", "whispers": 1, "sanctuaries": 1, "spirits": 1},
    "boards": [
        {
            "stacks": {
                "a1": "yellow", "a2": "yellow", "a3": "brown brown green", "b1": "brown green", "b2": "blue",
                "b3": "gray gray blue blue", "c3": "gray", "c4": "blue", "d2": "gray gray", "d3": "gray red",
            },
            "cubes": ["b2", "c4", "a1"],
            "whisper_cubes": ["b2", "a2"],
            "above": [{"name": "Otter", "cubes": 1}, {"name": "Mist", "cubes": 1}, {"name": "Breeze", "cubes": 1}],
            "done": ["Lion", {"name": "gray-blue", "space": "b3"}],
        }
    ],
}  # fmt: skip


def test_ask_scores_a_hand_written_board(tmp_path: Path) -> None:
    """Worked by hand: a1, a3 and c3 are dry at first; b2 waters a3 and c3."""
    path = tmp_path / "board.json"
    path.write_text(json.dumps(ASKED))
    command = [sys.executable, "-m", "gradatim", "ask", str(path)]
    found = json.loads(subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout)
    (row,) = found["score"]["rows"]
    score = dict(zip(found["score"]["parts"], row["parts"], strict=True))
    assert score == {
        "trees": 9 + 4,  # a3 of height 3, watered; b1 of height 2, ordinary
        "mountains": 4,  # c3 of height 1 and d2 of height 2, neighbours
        "fields": 6,  # a1 and a2: a2 is ordinary
        "buildings": 0,  # d3 sees gray and blue
        "water": 0,  # b2 and c4 are apart
        "animals": 10,
        "spirit": 2,  # one field of two
        "sanctuaries": 9,  # b2, c3 and c4
        "whispers": 7,  # b2 in company, a2 alone
    }
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Points: Trees 13" in said
    assert "mmww" in said
