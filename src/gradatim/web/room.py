"""One table in use: its sockets come and go, commands and bots move it on, and everybody is told.

What a command or a bot does is appended to the store, and only when it is on disk does anybody see it. One lock for
each room orders all of this, so that no eye ever sees something that a crash could still take back.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from gradatim.bots.pool import Pool
from gradatim.dialect.contract import AUDIENCE, hold
from gradatim.web import limits, wire
from gradatim.web.commands import Rejected, attempt, called_first, entries_of, legal_move, too_late
from gradatim.web.database import StoreError
from gradatim.web.driver import Driver
from gradatim.web.limits import MOST_ANSWERS, MOST_TEXT, PRIVATE
from gradatim.web.people import WATCHER, Socket
from gradatim.web.race import Pending, Race, claimers, clock, is_race
from gradatim.web.sitting import Sitting
from gradatim.web.store import Conflict, Entry, Kept, Store
from gradatim.web.views import refusal_view, seat_views, view_for
from gradatim.words import Words

STALE = ("stale", "too_late", "race_over", "called_first")  # refusals of what was sent before the table went on

log = logging.getLogger("gradatim.web")


class Room(Sitting):
    """`forget` is called when the room must leave memory at once."""

    def __init__(self, kept: Kept, store: Store, pool: Pool, words: Words, forget: Callable[["Room"], None]) -> None:
        super().__init__(kept, words)
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self._store = store
        self._forget = forget
        self._answers: dict[int, OrderedDict[str, wire.Answer]] = {}  # of refused commands, by who and id
        self._told: dict[int, int] = {}  # by seat: the last event that it was told as it happened
        self._driver = Driver(self, pool)
        self.closed = False

    # --- in and out of the store ------------------------------------------------------------------------------------

    async def commit(self, entries: Sequence[Entry]) -> None:
        """Put entries on disk, then let them take effect. On failure the table is as the store has it."""
        try:
            await self._store.append(self.table_id, entries, self.phase_after(entries))
        except StoreError:
            await self._reload()
            raise
        except asyncio.CancelledError:
            # Whoever waited has gone; the entries may or may not be kept. Only the store knows.
            self.abandon("cancelled")
            raise
        self.fold(entries)

    async def _reload(self) -> None:
        try:
            found = await self._store.load(self.table_id)
        except StoreError:
            found = None
        if found is None:
            self.abandon("the table could not be read")
            return
        self._answers.clear()
        self.restart()
        self.fold(found[1])
        self.tell_all()

    async def catch_up(self, seq: int) -> None:
        """Another process has appended an event: take it up, unless this one has it already."""
        async with self.lock:
            if seq > self.rev and not self.closed:
                await self._reload()
                self.schedule()

    async def ask_elsewhere(self, seat: int) -> bool:
        """Ask the other processes whether this seat is there; False if there are none."""
        return await self._store.call(self.table_id, f"?{seat}")

    async def say_here(self, seat: int) -> None:
        try:
            await self._store.call(self.table_id, f"!{seat}")
        except StoreError as error:
            log.warning("table %s: %s", self.table_id, error)

    def heard(self, seat: int) -> None:
        """The seat is at another process: its time away begins anew."""
        self._driver.left(seat)

    async def note_next(self, table: str) -> None:
        """Everybody is told where play goes on. Under the room's lock."""
        await self.commit([self.entry("again", AUDIENCE, {"table": table})])
        self.tell_all()

    def abandon(self, reason: str) -> None:
        """Leave memory at once; sockets come back and load the table anew."""
        self.closed = True
        self.end_sockets(reason)
        self._driver.end()
        self._forget(self)

    async def close(self, reason: str) -> None:
        self.closed = True
        await self._driver.ended()
        self.end_sockets(reason)

    def end_sockets(self, reason: str) -> None:
        for socket in list(self.sockets):
            socket.end(reason)

    @property
    def idle_for(self) -> float:
        return 0.0 if self.sockets or self._driver.busy else time.monotonic() - self.used

    # --- who is there, and what they are told -----------------------------------------------------------------------

    async def join(self, socket: Socket, hello: wire.Hello) -> None:
        """A browser has come: answer its hello and show it the table."""
        async with self.lock:
            self.used = time.monotonic()
            eye, host = self.recognise(hello.token)
            if eye < 0 and sum(other.eye < 0 for other in self.sockets) >= limits.MOST_WATCHERS:
                socket.refuse(hello.id, refusal_view(self.words, "too_many_watch"))
                return
            socket.eye, socket.host = eye, host or self.recognise(hello.host)[1]
            if eye >= 0:
                self._make_room_for(eye)
            was_live = eye >= 0 and self.is_live(eye)
            socket.greeting = wire.Answer(id=hello.id, ok=True, seat=eye)
            socket.answer(socket.greeting)
            socket.since = min(max(hello.since, 0), self.rev)
            socket.joined = time.monotonic()
            socket.told = self._told.get(eye, self.rev) if eye >= 0 else self.rev
            if eye >= 0:
                self._driver.came(eye)
            self.sockets.add(socket)
            if eye >= 0 and await self._welcome(eye, hello):
                self.tell_all()
            else:
                self.tell(socket)
                if eye >= 0 and not was_live:
                    self.tell_presence(socket)
            self.schedule()

    def _make_room_for(self, eye: int) -> None:
        """The newest socket of a seat always gets in."""
        own = [other for other in self.sockets if other.eye == eye]
        if len(own) >= limits.MOST_SEAT_SOCKETS:
            oldest = min(own, key=lambda other: other.joined)
            oldest.end("this seat has newer windows")
            self.sockets.discard(oldest)

    async def _welcome(self, eye: int, hello: wire.Hello) -> bool:
        """A seat that was kept, or that a bot plays meanwhile, is its owner's again. Has anything changed?"""
        seat = self.seats[eye]
        try:
            if seat.kind == "held":
                body = {"name": seat.name, "contribution": hello.contribution[:MOST_TEXT]}
                await self.commit(self.with_deal([self.entry("sit", eye, body)]))
            elif seat.kind == "bot":
                await self.commit([self.entry("back", eye, {})])
            else:
                return False
        except StoreError as error:
            log.warning("table %s: %s", self.table_id, error)
            return False
        return True

    def leave(self, socket: Socket) -> None:
        """A browser has gone."""
        self.used = time.monotonic()
        if socket in self.sockets:
            self.sockets.remove(socket)
            if socket.eye >= 0 and not self.is_live(socket.eye):
                self._driver.left(socket.eye)
                self._told.setdefault(socket.eye, self.rev)
                self.tell_presence()
                self.schedule()

    def tell(self, socket: Socket, cache: dict[tuple[int, int, bool, int], bytes] | None = None) -> None:
        """Send the view, with the events since the socket's last one."""
        key = (socket.eye, socket.since, socket.host, socket.told)
        message = cache.get(key) if cache is not None else None
        if message is None:
            message = wire.encoder.encode(view_for(self, *key))
            if cache is not None:
                cache[key] = message
        socket.since = socket.told = self.rev
        if socket.eye >= 0:
            self._told[socket.eye] = self.rev
        socket.push(message)

    def tell_all(self) -> None:
        cache: dict[tuple[int, int, bool, int], bytes] = {}
        for socket in list(self.sockets):
            self.tell(socket, cache)

    def tell_presence(self, but: Socket | None = None) -> None:
        message = wire.encoder.encode(wire.Presence(seats=seat_views(self)))
        for socket in list(self.sockets):
            if socket is not but:
                socket.push(message)

    # --- commands ---------------------------------------------------------------------------------------------------

    async def command(self, socket: Socket, command: wire.AnyCommand) -> None:
        """Carry a command out, or refuse it; the socket gets its answer, and whoever is concerned the view."""
        arrived = clock()
        async with self.lock:
            self.used = time.monotonic()
            eye = socket.eye
            again = self._first_answer(socket, command)
            if again is not None:
                socket.answer(again)
                if socket.eye != eye:
                    self.tell(socket)
                return
            waiting = self.race.pending(eye) if self.race is not None else None
            if waiting is not None and waiting.command == command.id:
                waiting.sockets.append(socket)  # its first answer is still to come
                return
            rev = self.rev
            answer = await self._answer(socket, command, arrived)
            refused = answer.refused.rule if answer is not None and answer.refused is not None else ""
            if answer is not None:
                if refused != "unsaved":  # the table may do better at the second time of asking
                    _remember(self._answers_for(socket), answer)
                socket.answer(answer)
            if self.rev != rev:
                self.tell_all()
            elif isinstance(command, wire.Sync):
                socket.since = min(max(command.since, 0), self.rev)
                self.tell(socket)
            elif refused in STALE:
                self.tell(socket)
            self.schedule()

    async def _answer(self, socket: Socket, command: wire.AnyCommand, arrived: float) -> wire.Answer | None:
        """The answer; None if it comes later."""
        try:
            if isinstance(command, wire.Move) and self.race is not None:
                return await self._answer_race(socket, command, self.race, arrived)
            return await self._carry_out(socket, command)
        except Rejected as error:
            if error.kept is not None:
                await self._keep_try(error.kept)
            refused = error.view
        except StoreError as error:
            log.warning("table %s: %s", self.table_id, error)
            refused = refusal_view(self.words, "stale" if isinstance(error, Conflict) else "unsaved")
        except Exception:  # a fault of ours: the table goes on from what is kept
            log.exception("table %s: %s failed", self.table_id, type(command).__name__)
            await self._reload()
            refused = refusal_view(self.words, "unsaved")
        return wire.Answer(id=command.id, ok=False, refused=refused)

    async def _carry_out(self, socket: Socket, command: wire.AnyCommand) -> wire.Answer:
        if isinstance(command, wire.Attempt):
            return wire.Answer(id=command.id, ok=True, move=attempt(self, socket, command))
        return await self._add(socket, command)

    async def _add(self, socket: Socket, command: wire.AnyCommand) -> wire.Answer:
        entries = entries_of(self, socket, command)
        if not entries:
            return wire.Answer(id=command.id, ok=True)
        await self.commit(entries)
        if isinstance(command, wire.Sit):
            self._seat_socket(socket, command.seat)
        return self._accepted(entries[0])

    async def _keep_try(self, entry: Entry) -> None:
        try:
            await self.commit([entry])
        except StoreError as failure:  # a try is not worth an error of its own
            log.warning("table %s: %s", self.table_id, failure)

    def _accepted(self, entry: Entry) -> wire.Answer:
        """The answer to the command that caused an entry."""
        if entry.kind == "sit":
            return wire.Answer(id=entry.command, ok=True, seat=entry.seat, token=self.seat_token(entry.seat))
        return wire.Answer(id=entry.command, ok=True)

    def _first_answer(self, socket: Socket, command: wire.AnyCommand) -> wire.Answer | None:
        """The answer that this id has had, if it has had one."""
        if isinstance(command, wire.Hello) and socket.greeting is not None and socket.greeting.id == command.id:
            return socket.greeting
        found = self._answers_for(socket).get(command.id)
        if found is not None:
            return found
        entry = self.accepted.get((socket.actor, command.id))
        if entry is None and isinstance(command, wire.Sit) and socket.eye < 0:
            entry = self._lost_sit(command)
            if entry is not None:
                self._seat_socket(socket, command.seat)
        return self._accepted(entry) if entry is not None else None

    def _lost_sit(self, command: wire.Sit) -> Entry | None:
        """A Sit whose answer was lost with its socket. Who repeats it must know the private contribution."""
        entry = self.accepted.get((command.seat, command.id))
        if entry is None or entry.kind != "sit" or len(command.contribution) < PRIVATE:
            return None
        return entry if entry.body["contribution"] == command.contribution else None

    def _seat_socket(self, socket: Socket, seat: int) -> None:
        """The socket's eye changes; its log begins anew, since lines are worded for the eye."""
        socket.eye, socket.since = seat, 0
        socket.answers.clear()
        self.tell_presence(socket)

    def _answers_for(self, socket: Socket) -> OrderedDict[str, wire.Answer]:
        if socket.actor == WATCHER:
            return socket.answers
        return self._answers.setdefault(socket.actor, OrderedDict())

    def schedule(self) -> None:
        """Let bots and clocks do what is theirs. Called after everything that could give them something to do."""
        self._driver.wake()

    # --- races ------------------------------------------------------------------------------------------------------

    async def _answer_race(self, socket: Socket, command: wire.Move, race: Race, arrived: float) -> wire.Answer | None:
        """An answer to the open race, or the turn move behind it: None while it waits to be decided."""
        table, made = legal_move(self, socket, command)
        seat, text = socket.eye, self.game.moves.text(made)
        if race.pending(seat) is not None:
            raise Rejected(refusal_view(self.words, "waiting"))
        if made == hold(self.game.rules):
            return await self._add(socket, command)
        pending = Pending(seat, text, arrived, command.id, [socket])
        if not table.state.executor.run.closes(made):
            race.claims.append(pending)
            return None
        if race.left and seat in claimers(table.state):  # who plays on does not call
            before = table.state.copy()
            event = table.submit(seat, hold(self.game.rules), self.elapsed)
            await self.commit([self.game_entry(table, before, event)])
        race.turn = pending
        return None

    def fold(self, entries: Sequence[Entry]) -> None:
        super().fold(entries)
        state, over = self.table.state if self.table else None, self.race
        if over is not None and state is not None and state.window == over.window:
            self._answer_waiting(over)
            return
        self.race = None
        if state is not None and is_race(state):
            self.race = Race(state, self.minimum if any(seat.kind == "person" for seat in self.seats) else 0)
        if over is not None:
            self._answer_waiting(over, too_late(self), called_first(self))

    def _answer_waiting(
        self, race: Race, late: wire.RefusalView | None = None, dropped: wire.RefusalView | None = None
    ) -> None:
        """Tell those whose claim or turn has been made so; and, once the race is over, the others why it was not."""
        for pending, refused in [*((claim, late) for claim in race.claims), (race.turn, dropped)]:
            if pending is None:
                continue
            entry = self.accepted.get((pending.seat, pending.command)) if pending.command else None
            if entry is not None:
                self._reply(pending, self._accepted(entry))
            elif refused is not None:
                self._reply(pending, wire.Answer(id=pending.command, ok=False, refused=refused))
            else:
                continue
            race.drop(pending)

    def refuse_waiting(self) -> None:
        """What could not be saved must be sent again."""
        if self.race is not None:
            unsaved = refusal_view(self.words, "unsaved")
            self._answer_waiting(self.race, unsaved, unsaved)

    def _reply(self, pending: Pending, answer: wire.Answer) -> None:
        if not pending.command:
            return
        if answer.refused is None or answer.refused.rule != "unsaved":
            _remember(self._answers.setdefault(pending.seat, OrderedDict()), answer)
        for socket in pending.sockets:
            if socket in self.sockets:
                socket.answer(answer)

    def elapsed_at(self, when: float) -> int:
        """Milliseconds from the deal to some past time of the process's clock."""
        return max(0, self.elapsed - max(0, round(clock() - when)))


def _remember(answers: OrderedDict[str, wire.Answer], answer: wire.Answer) -> None:
    answers[answer.id] = answer
    while len(answers) > MOST_ANSWERS:
        answers.popitem(last=False)
