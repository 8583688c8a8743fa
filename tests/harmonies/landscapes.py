"""Landscapes written by hand, for tests: a board becomes a state, and its score by category."""

from typing import Any

from gradatim.core import State, load
from gradatim.games.harmonies import content, scoring

GAME = load("harmonies")
PARTS = GAME.rules.PARTS


def finished(*boards: dict[str, Any], **options: Any) -> State:
    """A game that is over, with these boards."""
    return GAME.moves.read_position({"game": GAME.name, "options": options, "boards": list(boards)})  # type: ignore[no-any-return]


def running(*boards: dict[str, Any], options: dict[str, Any] | None = None, **table: Any) -> State:
    """A game in which seat 0 begins its turn, with blue, gray and green on every central space unless it is given."""
    seats = len(boards)
    centre = [["blue", "gray", "green"]] * (3 if seats == 1 else 5)
    position = {"game": GAME.name, "options": options or {}, "boards": list(boards), "centre": centre} | table
    return GAME.moves.read_position(position)  # type: ignore[no-any-return]


def filled(spaces: int) -> dict[str, str]:
    """So many spaces, from a1 on, with a token each."""
    return {name: "yellow" if at < 12 else "brown" for at, name in enumerate(content.NAMES[:spaces])}


def parts(state: State, seat: int = 0) -> dict[str, int]:
    return dict(zip(PARTS, state.score().parts[seat], strict=True))


def scored(stacks: dict[str, str], side: str = "A", **options: Any) -> dict[str, int]:
    """Points by category of a landscape alone."""
    return parts(finished({"stacks": stacks}, side=side, **options))


def refused(state: State, move: str) -> str:
    """The key of the refusal, "" for a legal move."""
    refusal = state.refusal(state.to_move[0], move)
    return refusal.key if refusal else ""


def suns(state: State) -> int:
    """Suns of a solo game as it stands."""
    return scoring.suns(state.fields, state.score().totals[0])
