"""A race at a live table: how long its window stays open, who was first, and what waits for that to be decided.

Nothing here waits, saves or sends: the room does, by this clock. All times are in ms of the process's own clock.
"""

import hmac
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from gradatim.core.state import State
from gradatim.dialect.contract import hold
from gradatim.web.limits import GRACE, LAST_RACE, REACTION_FROM, REACTION_TO
from gradatim.web.people import Socket


def clock() -> float:
    return time.monotonic() * 1000


def is_race(state: State) -> bool:
    """Is a race open, as opposed to a choice that several seats make at the same time?"""
    if state.window == 0 or not state.to_move:
        return False
    run = state.executor.run
    return any(move == hold(state.game.rules) or run.closes(move) for move in state.legal(state.to_move[0]))


def claimers(state: State) -> list[int]:
    """The seats that may still claim in an open race."""
    return [seat for seat in state.to_move if hold(state.game.rules) in state.legal(seat)]


def reaction(key: bytes, table: str, window: int, seat: int) -> float:
    """After which part of the window's time a bot reacts: drawn once a window, alike in every game and rematch."""
    drawn = hmac.digest(key, f"reaction {table} {window} {seat}".encode(), "sha256")
    return REACTION_FROM + (REACTION_TO - REACTION_FROM) * int.from_bytes(drawn[:4], "big") / (1 << 32)


@dataclass
class Pending:
    """A claim, or the turn move that waits behind a race. A bot's has no command; `sockets` wait for the answer."""

    seat: int
    move: str
    arrived: float
    command: str = ""
    sockets: list[Socket] = field(default_factory=list)


def first(claims: Sequence[Pending], order: Sequence[int]) -> Pending:
    """The claim that counts: of those within the grace after the earliest, the rulebook's first."""
    begun = min(claim.arrived for claim in claims)
    tied = [claim for claim in claims if claim.arrived <= begun + GRACE]
    return min(tied, key=lambda claim: order.index(claim.seat))


class Race:
    """One open window. `minimum` is how long it stays open for people, `limit` how long a person may stay silent in it
    where nobody's turn follows (else the same)."""

    def __init__(self, state: State, minimum: int) -> None:
        self.window = state.window
        self.last = not any(state.executor.run.closes(move) for seat in state.to_move for move in state.legal(seat))
        self.minimum = minimum
        self.limit = minimum and max(minimum, LAST_RACE) if self.last else minimum
        self.opened = clock()
        self.claims: list[Pending] = []
        self.turn: Pending | None = None  # the move that is made when the window closes without a call

    @property
    def left(self) -> float:
        return max(0.0, self.opened + self.limit - clock())

    def pending(self, seat: int) -> Pending | None:
        """What a seat waits for."""
        waiting = [*self.claims, *([self.turn] if self.turn else [])]
        return next((one for one in waiting if one.seat == seat), None)

    def drop(self, pending: Pending) -> None:
        if pending is self.turn:
            self.turn = None
        else:
            self.claims.remove(pending)
