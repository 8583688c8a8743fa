"""Notation and hand-written positions of Summit."""

from collections.abc import Mapping, Sequence
from typing import Any

from gradatim.core.game import load
from gradatim.core.state import State
from gradatim.dialect.errors import GradatimError, PositionError
from gradatim.dialect.executor import Executor
from gradatim.dialect.rows import Row
from gradatim.games._summit import rules

TEXTS = ("climb", "claim", "hold")


def text(move: int) -> str:
    """The notation of a move id."""
    return TEXTS[move]


def parse(notation: str) -> int:
    """The move id of a notation. Raises GradatimError if it names no move."""
    if notation not in TEXTS:
        raise GradatimError(f"{notation!r} is no move; moves are {', '.join(TEXTS)}")
    return TEXTS.index(notation)


def parts(move: int) -> list[str]:
    """Summit lays no pieces."""
    return []


def attempt(s: Any, seat: int, pieces: Sequence[str]) -> tuple[int, int]:
    """Nothing can be picked, so every pick is no move."""
    return -1, rules.R_UNKNOWN


def read_position(position: Mapping[str, Any], executor: Executor | None = None) -> State:
    """A state from a position: `cards` by seat, the `path`, who has the `turn`, and the seats that have `answered`,
    `failed` or `won`. Raises PositionError.
    """
    cards, path = position.get("cards"), position.get("path", [])
    if not isinstance(cards, list) or not isinstance(path, list) or set(cards + path) - {1, 2, 3}:
        raise PositionError("cards and path are lists of the numbers 1, 2 and 3")
    state = State.blank(load(rules.NAME), len(cards), position.get("options"), executor)
    s: Any = state.executor.read(state.row).copy()
    for number in (1, 2, 3):
        s.path[number] = path.count(number)
        s.deck[number] = rules.EACH - s.path[number] - cards.count(number)
        if s.deck[number] < 0:
            raise PositionError(f"there are only {rules.EACH} cards {number}")
    s.card[: len(cards)] = cards
    for key, marks in (("answered", s.answered), ("failed", s.failed), ("won", s.points)):
        for seat in position.get(key, []):
            if seat not in range(len(cards)):
                raise PositionError(f"{key} is a list of seats from 0 to {len(cards) - 1}, not {seat!r}")
            marks[seat] = 1
    s.turn = position.get("turn", 0)
    if s.turn not in range(len(cards)):
        raise PositionError(f"turn must be a seat from 0 to {len(cards) - 1}")
    s.climbs = s.open = len(path)
    rules.derive(s)
    rules.settle(s)
    state.executor.write(state.row, s.to_dict())
    return state


def write_position(state: State) -> dict[str, Any]:
    """The position of a state, as it would be written by hand."""
    s: Any = state.fields
    position = {
        "game": rules.NAME,
        "options": {"summit": s.summit},
        "cards": s.card[: s.seats],
        "path": [number for number in (1, 2, 3) for _ in range(s.path[number])],
        "turn": s.turn,
    }
    for key, marks in (("answered", s.answered), ("failed", s.failed), ("won", s.points)):
        position[key] = [seat for seat in range(s.seats) if marks[seat]]
    return position


def board(sight: Row) -> str:
    """What one eye sees, in plain lines."""
    s: Any = sight
    cards = " ".join(str(card) if card else "?" for card in s.card[: s.seats])
    return f"height {s.height} of {s.summit} | seat {s.turn} climbs next | cards {cards}"
