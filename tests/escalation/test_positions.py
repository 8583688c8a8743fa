"""Positions written by hand that cannot exist are refused with the reason, and in one sentence."""

import json
from typing import Any

import numpy as np
import pytest

from gradatim.core import GradatimError, load
from gradatim.dialect.errors import PositionError
from gradatim.games.escalation.moves import attempt, parse, read_position, write_position

RUNNING: dict[str, Any] = {"hands": [["5", "5", "5", "W", "9", "2"], ["3", "3", "4", "4", "6", "6"]], "turn": 0}
ENDED: dict[str, Any] = {
    "options": {"games": 3},
    "hands": [[], ["3"]],
    "series": [{"seat": 1, "play": "5"}, {"seat": 0, "play": "9"}],
    "deck": [],
    "taken": [20, 33],
}


@pytest.mark.parametrize(
    ("position", "about"),
    [
        ([], "a position is an object"),
        ("x", "a position is an object"),
        (RUNNING | {"game": ["x"]}, "not of escalation"),
        (RUNNING | {"earlier": [0, 0, 0]}, "earlier has 3 entries"),
        (RUNNING | {"earlier": [0]}, "earlier has 1 entries"),
        (RUNNING | {"earlier": [1, 0]}, "from 0 to 0"),
        (RUNNING | {"options": {"games": 2}, "played": 1, "earlier": [40, 20]}, "adds up to 60"),
        (RUNNING | {"options": {"games": 2}, "played": 2}, "played must be"),
        (RUNNING | {"options": {"colour": 1}}, "no option 'colour'"),
        (RUNNING | {"options": ["games"]}, "options must be an object"),
        (RUNNING | {"hands": [{"5": 1}, ["3"]]}, "hands[0] must be a list"),
        (RUNNING | {"hands": [["5", {}], ["3"]]}, "{} is no card"),
        (RUNNING | {"hands": [["5", True], ["3"]]}, "True is no card"),
        (RUNNING | {"hands": [["f0"], ["3"]]}, "'f0' is no card"),
        (RUNNING | {"hands": [["\n5"], ["3"]]}, "is no card"),
        (RUNNING | {"hands": [[10**5000], ["3"]]}, "is no card"),
        (RUNNING | {"hands": [["5"]] * 99}, "2 to 6 seats, not 99"),
        (RUNNING | {"taken": [1.0, 0]}, "taken[0] must be a whole number"),
        (RUNNING | {"taken": "00"}, "taken must be a list"),
        (RUNNING | {"series": [["5"]]}, "series[0] must be like"),
        (RUNNING | {"series": [{"seat": True, "play": "5"}]}, "series[0].seat must be"),
        (RUNNING | {"series": [{"seat": 1, "play": ["5"]}]}, "is no move"),
        (RUNNING | {"ended": 1}, "ended"),
        (ENDED | {"turn": 0}, "turn is 0, but seat 1 begins the next game"),
        (ENDED | {"series": [], "taken": [20, 35]}, "the last play of the series must be of seat 0"),
        (ENDED | {"series": [{"seat": 0, "play": "5"}, {"seat": 1, "play": "9"}]}, "must be of seat 0"),
    ],
)
def test_what_cannot_be(position: Any, about: str) -> None:
    with pytest.raises(PositionError) as caught:
        read_position(position)
    assert about in str(caught.value)
    assert len(str(caught.value)) < 500


def test_the_next_game_begins_to_the_left_of_the_starter() -> None:
    state = read_position(ENDED | {"starter": 1})
    assert state.fields.turn == 0  # type: ignore[attr-defined]
    assert read_position(write_position(state)) == state
    state.play("next")
    assert state.fields.starter == 0  # type: ignore[attr-defined]


def test_numpy_integers_are_integers() -> None:
    hands = [[np.int64(5), np.int8(9)], [np.int32(3), "W"]]
    small = {"options": {"hand_size": np.int64(2)}, "hands": hands, "turn": np.int64(1)}
    plain = {"options": {"hand_size": 2}, "hands": [["5", "9"], ["3", "W"]], "turn": 1}
    assert read_position(small) == read_position(plain)


@pytest.mark.parametrize("piece", ["5\n", "\x1c5", "٣", "f05", "=", "=٣", "=1e3", "=-1", "9" * 5000, "=" + "9" * 5000])
def test_pieces_that_are_none(piece: str) -> None:
    state = read_position(RUNNING)
    before = json.dumps(write_position(state))
    with pytest.raises(GradatimError):
        attempt(state.fields, 0, ["5", piece])
    assert json.dumps(write_position(state)) == before


def test_only_notation_is_a_move() -> None:
    for wrong in (None, 5.0, [], "５", "5++5", "=5", "5=", ""):
        with pytest.raises(GradatimError):
            parse(wrong)  # type: ignore[arg-type]
    assert load("escalation").moves.text(parse(" w + 5 +5")) == "5+5+W"
