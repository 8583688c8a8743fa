"""What happens at a table without anybody's command: bots play, races are decided, the clock moves for who is away.

One task for each table does what is due, under the room's lock, then sleeps until more is, or until it is woken.
"""

import asyncio
import hmac
import logging
import math
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gradatim.bots.pool import NoAnswer, Pool
from gradatim.core.table import Table
from gradatim.dialect.contract import hold
from gradatim.web.database import StoreError
from gradatim.web.limits import GRACE, SLOW_BOT
from gradatim.web.race import Pending, Race, claimers, clock, first, reaction
from gradatim.web.store import Conflict, Entry

if TYPE_CHECKING:
    from gradatim.web.room import Room

LONGEST_PAUSE = 30_000.0  # ms between two tries of a step that fails
ELSEWHERE = 1000.0  # ms in which another process says that a seat is there
FOREVER = math.inf  # until it is woken

log = logging.getLogger("gradatim.web")


class Driver:
    """Times are in ms of `clock`. A step returns when it wants to look again: now, later, when woken (FOREVER), or
    None when only a command can bring something to do."""

    def __init__(self, room: "Room", pool: Pool) -> None:
        self._room = room
        self._pool = pool
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._thoughts: dict[tuple[int, str, bool], asyncio.Task[Thought]] = {}  # of bots, for the present decision
        self._thinking: set[asyncio.Task[Thought]] = set()  # also for decisions that are past
        self._decision = ""
        self._since = 0.0  # when the table came to it
        self._gone: dict[int, float] = {}  # when a seat's last socket left
        self._asked: dict[int, float] = {}  # when other processes were asked for it
        self._waiting = clock()  # since when somebody has been there to wait for the others

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Called after everything that could give it something to do."""
        if self._room.closed:
            return
        self._wake.set()
        if not self.busy:
            self._task = asyncio.create_task(self._run(), name=f"driver of {self._room.table_id}")

    def end(self) -> None:
        for thought in self._thinking:
            thought.cancel()
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    async def ended(self) -> None:
        self.end()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def came(self, seat: int) -> None:
        if not any(self._room.is_live(other) for other in self._people() if other != seat):
            self._waiting = clock()

    def left(self, seat: int) -> None:
        self._gone[seat] = clock()

    def _people(self) -> list[int]:
        return [number for number, seat in enumerate(self._room.seats) if seat.kind == "person"]

    async def _run(self) -> None:
        pause = 1000.0
        while not self._room.closed:
            self._wake.clear()
            try:
                async with self._room.lock:
                    due = None if self._room.closed else await self._step()
                pause = 1000.0
            except Exception as error:
                fault = not isinstance(error, StoreError)
                log.warning("table %s: a step failed: %s", self._room.table_id, error, exc_info=fault)
                if isinstance(error, Conflict):
                    continue  # the table is as the other writer left it
                self._room.refuse_waiting()
                await asyncio.sleep(pause / 1000)
                pause = min(LONGEST_PAUSE, pause * 2)
                continue
            if due is None and not self._wake.is_set():
                return
            try:
                await asyncio.wait_for(self._wake.wait(), _seconds(due))
            except TimeoutError:
                continue

    # --- what is due --------------------------------------------------------------------------------------------------

    async def _step(self) -> float | None:
        room = self._room
        if room.table is None or room.table.state.over:
            return None
        if room.decision != self._decision:
            self._decision, self._since = room.decision, clock()
            self._thoughts.clear()
        if room.race is not None:
            return await self._race(room.table, room.race)
        state = room.table.state
        if state.window:  # a choice: each for itself
            return await self._each(room.table, state.to_move)
        if room.phase == "between" and self._people():
            return None  # a person takes the step
        return await self._each(room.table, state.ask_order()[:1])

    async def _each(self, table: Table, seats: tuple[int, ...] | list[int]) -> float | None:
        """Ask those of the seats that are bots, and move for those who have been away for too long."""
        dues: list[float] = []
        for seat in seats:
            is_bot = self._room.seats[seat].kind == "bot"
            due = await self._bot(table, seat) if is_bot else await self._absent(table, seat)
            if due is not None:
                dues.append(due)
                if due <= clock():  # it has moved: look again
                    break
        return min(dues, default=None)

    async def _bot(self, table: Table, seat: int, behind_race: bool = False) -> float:
        """Let a bot move, if it has made up its mind and its pace allows."""
        legal = list(table.state.legal(seat))
        if behind_race:
            legal = [move for move in legal if table.state.executor.run.closes(move)]
        thought = self._think(table, seat, legal, behind_race)
        due = self._since + self._room.pace
        if clock() < due:
            return due
        if not thought.done():
            return FOREVER
        await self._make(table, seat, thought.result().move)
        return clock()

    async def _absent(self, table: Table, seat: int) -> float | None:
        """Move for a person who has been away for long enough, if somebody waits for it."""
        room = self._room
        if room.is_live(seat) or not any(room.is_live(other) for other in self._people()):
            return None
        due = max(self._gone.get(seat, 0.0), self._waiting) + room.away
        due = max(due, self._since + room.pace)
        if clock() < due:
            return due
        asked = self._asked.get(seat, 0.0)
        if asked < due:
            self._asked[seat] = clock()
            if await room.ask_elsewhere(seat):
                return clock() + ELSEWHERE
        elif clock() < asked + ELSEWHERE:
            return asked + ELSEWHERE
        await self._make(table, seat, table.state.executor.run.idle(table.state.row, seat))
        return clock()

    async def _make(self, table: Table, seat: int, move: int | str, command: str = "") -> None:
        before = table.state.copy()
        event = table.submit(seat, move, self._room.elapsed)
        await self._commit([self._room.game_entry(table, before, event, command)])

    async def _commit(self, entries: list[Entry]) -> None:
        await self._room.commit(entries)
        self._room.used = time.monotonic()
        self._room.tell_all()

    # --- a race -------------------------------------------------------------------------------------------------------

    async def _race(self, table: Table, race: Race) -> float | None:
        """Decide a race whose first claim has had its grace; let the turn follow when the window's time is over."""
        room, state = self._room, table.state
        may_claim = claimers(state)
        people = [seat for seat in may_claim if room.seats[seat].kind == "person"]
        thinking = self._bots_react(table, race, [seat for seat in may_claim if seat not in people])
        if race.claims:
            decided = min(claim.arrived for claim in race.claims) + GRACE
            if people and clock() < decided:
                return decided
            if not people and thinking:
                return FOREVER
            await self._decide(table, race)
            return clock()
        closes = race.opened + (race.minimum if people else 0)
        if clock() < closes:
            return closes
        if thinking and (race.minimum == 0 or clock() < closes + SLOW_BOT):
            return closes + SLOW_BOT if race.minimum else FOREVER
        if race.last:
            given = race.opened + race.limit
            if clock() < given and any(room.is_live(seat) for seat in people):
                return given
            await self._make(table, may_claim[0], hold(room.game.rules))
            return clock()
        if race.turn is not None:
            await self._make(table, race.turn.seat, race.turn.move, race.turn.command)
            return clock()
        turn = state.ask_order()[-1]
        if room.seats[turn].kind == "bot":
            return await self._bot(table, turn, behind_race=True)
        return await self._absent(table, turn)

    def _bots_react(self, table: Table, race: Race, seats: list[int]) -> bool:
        """Note what bots claim, each at its own time. Is one still thinking?"""
        thinking = False
        for seat in seats:
            legal = [move for move in table.state.legal(seat) if not table.state.executor.run.closes(move)]
            thought = self._think(table, seat, legal, False)
            if not thought.done():
                thinking = True
            elif (made := thought.result()).move != hold(table.state.game.rules) and race.pending(seat) is None:
                arrived = race.opened
                if race.minimum:
                    part = reaction(self._room.kept.key, self._room.table_id, race.window, seat)
                    arrived = max(race.opened + part * race.minimum, made.when)
                race.claims.append(Pending(seat, table.state.game.moves.text(made.move), arrived))
        return thinking

    async def _decide(self, table: Table, race: Race) -> None:
        """One claim counts. Those that came in time for it, and lost, are kept as refused attempts."""
        room = self._room
        counts = first(race.claims, table.state.ask_order())
        before = table.state.copy()
        event = table.submit(counts.seat, counts.move, room.elapsed_at(counts.arrived))
        entries = [room.game_entry(table, before, event, counts.command)]
        for claim in race.claims:
            refusal = table.state.refusal(claim.seat, claim.move)
            if claim is not counts and claim.arrived <= clock() and refusal is not None:
                event = table.note_refused(claim.seat, claim.move, refusal.key, room.elapsed_at(claim.arrived))
                entries.append(room.game_entry(table, table.state, event, after=entries))
        await self._commit(entries)
        if counts in race.claims:  # a bot's, in a window that a claim leaves open
            race.drop(counts)

    # --- bots ---------------------------------------------------------------------------------------------------------

    def _think(self, table: Table, seat: int, legal: list[int], behind_race: bool) -> "asyncio.Task[Thought]":
        """A bot's thought about the present decision, begun when it is first asked for."""
        bot = self._room.seats[seat].bot
        key = (seat, bot, behind_race)
        found = self._thoughts.get(key)
        if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
            sight = table.state.sight(seat).to_dict()
            asked = f"bot {seat} {self._decision}{' turn' if behind_race else ''}"
            found = asyncio.create_task(self._choose(seat, bot, sight, legal, asked))
            self._thoughts[key] = found
            self._thinking.add(found)
            found.add_done_callback(self._thought)
        return found

    def _thought(self, task: "asyncio.Task[Thought]") -> None:
        self._thinking.discard(task)
        self.wake()

    async def _choose(self, seat: int, bot: str, sight: dict[str, Any], legal: list[int], asked: str) -> "Thought":
        """What the bot does. One that fails lets a race go by; else chance moves for it, so that the game goes on."""
        if len(legal) == 1:
            return Thought(legal[0])
        room, passes = self._room, hold(self._room.game.rules)
        # A policy's chance is its own, and the same again after a restart: nobody can re-roll a bot.
        drawn = hmac.digest(room.kept.key, f"{room.table_id} {asked}".encode(), "sha256")
        seed = int.from_bytes(drawn[:7], "big")
        try:
            return Thought(await self._pool.ask(room.game.name, bot, sight, seat, legal, seed))
        except NoAnswer as error:
            if passes in legal:
                log.error("table %s, seat %d: %s; it lets the race go by", room.table_id, seat, error)
                return Thought(passes)
            log.error("table %s, seat %d: %s; a random legal move is made", room.table_id, seat, error)
            return Thought(random.Random(seed).choice(legal))


@dataclass(frozen=True)
class Thought:
    """A bot's move, and when it had made up its mind."""

    move: int
    when: float = field(default_factory=clock)


def _seconds(due: float | None) -> float | None:
    return None if due is None or due == FOREVER else max(0.0, due - clock()) / 1000
