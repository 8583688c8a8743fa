"""Advice: can a position still be won, and how? The game's solver answers, in a process of its own."""

from collections.abc import Sequence
from typing import Any

from gradatim.bots.pool import Pool
from gradatim.core.state import State
from gradatim.core.table import Table
from gradatim.dialect.errors import GradatimError
from gradatim.web import wire
from gradatim.web.views import move_view
from gradatim.words import Words


class Adviser:
    """`busy` counts the questions that are being answered or wait."""

    def __init__(self, pool: Pool, words: Words) -> None:
        self.pool = pool
        self.busy = 0
        self._words = words

    async def advise(self, state: State, at: int, seat: int, line: Sequence[str], *, openly: bool) -> wire.AdviceView:
        """Advice for a seat on a position, from what the seat sees of it; `openly` from all of it. Raises NoAnswer."""
        sight = state.fields if openly else state.sight(seat)
        self.busy += 1
        try:
            found = await self.pool.advise(state.game.name, sight.to_dict(), line)
        finally:
            self.busy -= 1
        return advice_view(state, at, seat, found, self._words)


def position_at(table: Table, at: int) -> tuple[State, int]:
    """A table's position after one of its events (-1: the last), and that event's number. Raises GradatimError."""
    last = len(table.events) - 1
    if not -1 <= at <= last:
        raise GradatimError(f"{at} is no event of 0 to {last}")
    if at in (-1, last):
        return table.state.copy(), last
    return Table.replay(table.header(), [event.to_dict() for event in table.events[: at + 1]]).state, at


def advice_view(state: State, at: int, seat: int, found: dict[str, Any], words: Words) -> wire.AdviceView:
    """What the solver found, in words."""
    say, note = state.game.words.advice(words, state, seat, found)
    shown = ("result", "move", "line", "likely", "wins", "worlds", "nodes")
    move = found["move"]
    pieces = move_view(state, seat, state.game.moves.parse(move), words).pieces if move else []
    return wire.AdviceView(at=at, pieces=pieces, say=say, note=note, **{key: found[key] for key in shown})
