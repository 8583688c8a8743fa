"""Positions of Crescent that cannot exist are refused with the reason; recorded games prove what their names say."""

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import Table, record
from gradatim.dialect.errors import PositionError
from gradatim.games.crescent import moves, rules
from tests.crescent.positions import pile

FOLDER = Path(__file__).parents[2] / "records" / rules.NAME


@pytest.mark.parametrize(
    ("given", "about"),
    [
        ([], "a position is an object"),
        ({"game": "chess"}, "not of"),
        ({"colour": 1}, "a position has no key 'colour'"),
        ({"piles": {"17": []}}, "1 to 16, not '17'"),
        ({"piles": {"1": "8♥"}}, "pile 1 must be a list"),
        ({"piles": {"1": ["8♥"] * 14}}, "at most 13 cards"),
        ({"piles": {"1": ["8"]}}, "'8' is no card"),
        ({"piles": {"1": [8]}}, "8 is no card"),
        ({"piles": {"1": ["8♥", "8H"], "2": ["8h"]}}, "8♥ is there three times"),
        ({"piles": {"1": ["A♥", "A♥"]}}, "A♥ is there three times"),
        ({"piles": {str(number): [] for number in range(1, 17)}}, "96 cards are named nowhere"),
        ({"piles": {str(number): [] for number in range(1, 10)}}, "no room for them in 7 piles"),
        ({"foundations": ["A♠"]}, "eight top cards"),
        ({"foundations": ["A♥", "A♠", "A♦", "A♣", "K♠", "K♥", "K♦", "K♣"]}, "eight top cards"),
        ({"redeals_left": 4}, "redeals_left must be 0 to 3"),
        ({"redeals_left": True}, "redeals_left must be a whole number"),
        ({"moves": -1}, "moves must be"),
        ({"face_down": {"1": 1}}, "at most 0 cards can be face down"),
        ({"options": {"face_down": 1}, "face_down": {"1": 6}}, "at most 5 cards can be face down"),
        ({"options": {"redeals": 10}}, "option redeals may be"),
    ],
)
def test_what_cannot_be(given: Any, about: str) -> None:
    with pytest.raises(PositionError) as caught:
        moves.read_position(given)
    assert about in str(caught.value)


def replay(name: str) -> Table:
    return record.load(record.parse((FOLDER / f"{name}.jsonl").read_text()))


def test_the_rulebooks_examples() -> None:
    assert pile(replay("redeal-example").state, 1) == "9♣ J♦ J♦ 2♥"
    table = replay("ace-on-king")
    assert pile(table.state, 14) == "5♥ K♠ A♠"
    assert [event.refused for event in table.events if event.kind == "try"] == ["other_suit"]


def test_endings() -> None:
    assert replay("won").result() == {"ending": "won", "totals": [104], "ranks": [1]}
    assert len({event.refused for event in replay("won").events if event.kind == "try"}) > 8
    assert any(event.kind == "undo" for event in replay("won").events)
    assert replay("blocked-without-redeals").result() == {"ending": "blocked", "totals": [22], "ranks": [2]}
    four = replay("face-down-four-won").state
    assert four.score().ending == "won"
    assert (four.fields.face_down, four.fields.redeals) == (1, 4)  # type: ignore[attr-defined]
    assert replay("transfers-and-last-move").state.score().ending == "capped"
    free = replay("free-undo-across-a-redeal")
    assert [event.kind for event in free.events].count("undo") == 2


def test_positions_to_ask_about() -> None:
    for path in (FOLDER / "positions").glob("*.json"):
        assert moves.read_position(json.loads(path.read_text())).legal().ids
