"""Advice: can a position still be won, and how? The game's solver answers, in a process of its own."""

import asyncio
from collections.abc import Sequence
from typing import Any

from gradatim.bots.pool import NoAnswer, Pool
from gradatim.core.game import Game
from gradatim.core.state import State
from gradatim.dialect.errors import GradatimError
from gradatim.web import limits, wire
from gradatim.web.limits import MOST_TEXT
from gradatim.web.lines import GameLine
from gradatim.web.sitting import Sitting
from gradatim.web.views import move_view
from gradatim.words import Words


class Adviser:
    """Asks the solver one question at a time. One that nobody waits for is not begun, but finished if it has been."""

    def __init__(self, pool: Pool, words: Words) -> None:
        self.pool = pool
        self._words = words
        self._questions: dict[asyncio.Task[dict[str, Any]], str] = {}  # answered now or waiting, and their tables
        self._answering: asyncio.Task[dict[str, Any]] | None = None
        self._turn = asyncio.Lock()

    def busy(self, table: str | None = None) -> int:
        """How many questions are being answered or wait, of all tables or of one."""
        return len(self._questions) if table is None else list(self._questions.values()).count(table)

    async def advise(
        self, table: str, state: State, at: int, seat: int, line: Sequence[str], *, openly: bool
    ) -> wire.AdviceView:
        """Advice for a seat on a position, from what the seat sees of it; `openly` from all of it. Raises NoAnswer."""
        sight = (state.fields if openly else state.sight(seat)).to_dict()
        question = asyncio.create_task(self._ask(state.game.name, sight, line))
        self._questions[question] = table
        question.add_done_callback(self._answered)
        try:
            found = await asyncio.wait_for(asyncio.shield(question), limits.ADVICE_SECONDS)
        except TimeoutError:
            raise NoAnswer(f"the solver was too busy, or has not answered within {limits.ADVICE_SECONDS:g} s") from None
        finally:
            if question is not self._answering:
                question.cancel()
        return advice_view(state, at, seat, found, self._words)

    async def _ask(self, game: str, sight: dict[str, Any], line: Sequence[str]) -> dict[str, Any]:
        async with self._turn:
            self._answering = asyncio.current_task()
            return await self.pool.advise(game, sight, line)

    def _answered(self, question: asyncio.Task[dict[str, Any]]) -> None:
        del self._questions[question]
        if not question.cancelled():
            question.exception()  # nobody may be there to hear it


def position_at(room: Sitting, at: int) -> tuple[State, int]:
    """A table's position after one of its events (-1: the last), and that event's number. Raises GradatimError.

    Found in the log, which keeps the position before each event: to play it all again would hold everybody up.
    """
    assert room.table is not None
    last = len(room.table.events) - 1
    if not -1 <= at <= last:
        raise GradatimError(f"{at} is no event of 0 to {last}")
    at = last if at == -1 else at
    later = (line.before for line in room.lines if isinstance(line, GameLine) and line.event.n > at)
    return next(later, room.table.state).copy(), at


def plain_line(game: Game, line: Sequence[str]) -> list[str]:
    """The moves of a line in the game's own spelling. Raises GradatimError for what is no move."""
    return [game.moves.text(game.moves.parse(move[:MOST_TEXT])) for move in line]


def advice_view(state: State, at: int, seat: int, found: dict[str, Any], words: Words) -> wire.AdviceView:
    """What the solver found, in words."""
    say, note = state.game.words.advice(words, state, seat, found)
    shown = ("result", "move", "line", "likely", "wins", "worlds", "nodes")
    move = found["move"]
    pieces = move_view(state, seat, state.game.moves.parse(move), words).pieces if move else []
    return wire.AdviceView(at=at, pieces=pieces, say=say, note=note, **{key: found[key] for key in shown})
