"""The recorded games and positions of ``records/harmonies``: each proves what its name says."""

import json
import re
from pathlib import Path

import pytest

from gradatim.core import Table, record
from gradatim.games.harmonies import content
from tests.harmonies.landscapes import GAME

FOLDER = Path(__file__).parents[2] / "records" / GAME.name


def replay(name: str) -> Table:
    return record.load(record.parse((FOLDER / f"{name}.jsonl").read_text()))


def made(table: Table) -> list[str]:
    return [event.move.split()[0] for event in table.events if event.kind == "move"]


@pytest.mark.parametrize(
    ("name", "seats", "ending"),
    [
        ("two-seats-with-spirits", 2, "board_full"),
        ("pouch-empty", 4, "pouch_empty"),
        ("solo-with-discards", 1, "board_full"),
        ("all-modules", 3, "board_full"),
        ("own-content", 2, "board_full"),
    ],
)
def test_whole_games(name: str, seats: int, ending: str) -> None:
    table = replay(name)
    assert table.seats == seats
    assert table.state.score().ending == ending
    ends = [event.seat for event in table.events if event.move == "end" or event.move.startswith("discard")]
    assert len(ends) % seats == 0  # equal turns
    assert any(event.kind == "undo" for event in table.events)
    assert any(event.refused for event in table.events)


def test_what_each_game_shows() -> None:
    assert made(replay("two-seats-with-spirits")).count("spirit") == 2
    assert made(replay("solo-with-discards")).count("discard") >= 2
    every = replay("all-modules")
    assert {"spirit", "tile", "last", "use", "card"} <= set(made(every))
    s = every.state.fields
    assert sum(s.guests) > 0  # type: ignore[attr-defined]
    assert any(s.whisper)  # type: ignore[attr-defined]
    own = replay("own-content")
    assert own.state.fields.content == content.OWN_CONTENT  # type: ignore[attr-defined]
    assert own.state.fields.land.bit_count() == 19  # type: ignore[attr-defined]
    assert replay("pouch-empty").state.fields.turns == 36  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "total", "legal"),
    [("side-b-all-modules", 61, 0), ("side-c", 40, 0), ("side-d", 51, 0), ("sanctuary", 0, 42), ("last-turn", 107, 3)],
)
def test_positions(name: str, total: int, legal: int) -> None:
    """Worked by hand: side-d in test_positions.py; last-turn is the rulebook's full board before its last turn."""
    state = GAME.moves.read_position(json.loads((FOLDER / "positions" / f"{name}.json").read_text()))
    assert state.score().totals[0] == total
    assert (len(state.legal()) if not state.over else 0) == legal


def test_every_ruling_and_case_has_a_test_of_its_number() -> None:
    """`h4` and `c13` are rows of docs/rulings/harmonies.md, and parts of the names of tests in this folder."""
    here = Path(__file__)
    rows = (here.parents[2] / "docs" / "rulings" / "harmonies.md").read_text()
    wanted = {
        row for line in rows.splitlines() if "|" in line for row in re.findall(r"\b[hc]\d+\b", line.split("|")[1])
    }
    names = re.findall(r"def (test_\w+)", "".join(path.read_text() for path in here.parent.glob("test_*.py")))
    tested = {part for name in names for part in name.split("_")}
    assert len(wanted) == 30 + 37
    assert not wanted - tested
