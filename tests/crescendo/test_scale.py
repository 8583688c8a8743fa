"""Crescendo by the thousand: no card is lost or doubled (T17), nothing else breaks, both executors play the same."""

from typing import Any

import pytest

from gradatim.core import State, load
from gradatim.fast import Bulk
from gradatim.games.crescendo import content, rules
from tests.crescendo import checked

GAME = load("crescendo")
SETTINGS = [(seats, backs) for seats in range(2, 7) for backs in (0, 2)]  # default and interleaved backs


@pytest.fixture(scope="module")
def checking() -> Bulk:
    return Bulk(GAME, drivers=checked)


@pytest.fixture(scope="module")
def forms() -> list[Bulk]:
    return [Bulk(GAME, compiled=compiled) for compiled in (True, False)]


@pytest.mark.parametrize(("seats", "backs"), SETTINGS)
def test_nothing_is_broken(checking: Bulk, seats: int, backs: int, long_run: bool) -> None:
    games = 50_000 if long_run else 150
    options: dict[str, Any] = {"backs": backs, "max_laps": 40}
    components = len(rules.COMPONENTS)
    out = checking.buffer(checked.COUNTS)
    checking.call(
        "check_games",
        checking.state(State.blank(GAME, seats, options).fields.to_dict()),
        games,
        seats * 1_000_000,
        components,
        out,
        checking.buffer(2 * rules.SEATS[1]),
        checking.buffer(rules.MAX_LEGAL),
        checking.buffer(components),
        checking.buffer(components),
        checking.buffer(4),
    )
    found = [int(count) for count in out]
    print(f"{seats} seats, backs {backs}: {dict(zip(('games', 'decisions', 'row', 'shuffles'), found, strict=False))}")
    assert found[checked.ENDED] == games
    assert found[checked.LOST :] == [0] * (checked.COUNTS - checked.LOST)
    assert 8 < found[checked.LONGEST_ROW] < content.ROW
    assert found[checked.MOST_SHUFFLES] >= 1


@pytest.mark.parametrize(
    ("field", "at", "value"),
    [
        ("row", (0, 3), 0),
        ("row", (1, 20), 5),
        ("back", (1, 2), 3),
        ("locked", (2, 1), 1),
        ("born", (0, 0), 1),
        ("entered", (), None),
        ("reserve", (1, 0), 0),
        ("top_back", (), 3),
        ("pile_count", (), 0),
        ("drawn", (), 7),
        ("phase", (), rules.DRAWN),
        ("open", (), 1),
        ("finals", (), 1),
        ("turns", (), 1 << 16),
        ("held", (2,), 2),
    ],
)
def test_each_fault_would_be_found(field: str, at: tuple[int, ...], value: Any) -> None:
    s: Any = State.new(GAME, 3, 5).fields
    assert faults(s) == 0
    if field == "entered":
        s.entered = [1] * len(s.entered)
    elif not at:
        setattr(s, field, value)
    else:
        inner = getattr(s, field)
        for index in at[:-1]:
            inner = inner[index]
        inner[at[-1]] = value
    assert faults(s) > 0


def faults(s: Any) -> int:
    rows = sum(checked.row_faults(s, seat) for seat in range(s.seats))
    return rows + checked.reserve_faults(s) + checked.place_faults(s) + checked.turn_faults(s)


@pytest.mark.parametrize(("seats", "backs"), SETTINGS)
def test_both_forms_play_the_same(forms: list[Bulk], seats: int, backs: int, long_run: bool) -> None:
    """Evenly random games, in which cards are counted after every move; the compiled form plays more of them."""
    games, more = (1_000, 50_000) if long_run else (3, 150)
    options: dict[str, Any] = {"backs": backs, "max_laps": 10}
    first = seats * 1_000_000
    compiled, interpreted = (form.play_random(games, seats, first, options, check=True) for form in forms)
    assert compiled == interpreted
    assert compiled.ended == games
    report = forms[0].play_random(more, seats, first, options, check=True)
    print(f"{seats} seats, backs {backs}: {report}")
    assert (report.ended, report.broken) == (more, 0)
