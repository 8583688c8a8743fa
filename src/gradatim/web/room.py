"""One table in use: its sockets come and go, commands and bots move it on, and everybody is told.

What a command or a bot does is appended to the store, and only when it is on disk does anybody see it. One lock for
each room orders all of this, so that no eye ever sees something that a crash could still take back.
"""

import asyncio
import hmac
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from gradatim.bots.pool import NoAnswer, Pool
from gradatim.dialect.contract import AUDIENCE
from gradatim.web import limits, wire
from gradatim.web.commands import Rejected, attempt, entries_of
from gradatim.web.database import StoreError
from gradatim.web.limits import MOST_ANSWERS, MOST_TEXT, PRIVATE
from gradatim.web.people import WATCHER, Socket
from gradatim.web.sitting import Sitting
from gradatim.web.store import Conflict, Entry, Kept, Store
from gradatim.web.views import refusal_view, seat_views, view_for
from gradatim.words import Words

LONGEST_PAUSE = 30.0  # seconds between two tries of a bot's turn that fails

log = logging.getLogger("gradatim.web")


class Room(Sitting):
    """`forget` is called when the room must leave memory at once."""

    def __init__(self, kept: Kept, store: Store, pool: Pool, words: Words, forget: Callable[["Room"], None]) -> None:
        super().__init__(kept, words)
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self._store = store
        self._pool = pool
        self._forget = forget
        self._answers: dict[int, OrderedDict[str, wire.Answer]] = {}  # of refused commands, by who and id
        self._player: asyncio.Task[None] | None = None
        self._closed = False

    # --- in and out of the store ------------------------------------------------------------------------------------

    async def _commit(self, entries: Sequence[Entry]) -> None:
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
            if seq > self.rev and not self._closed:
                await self._reload()
                self.schedule()

    async def note_next(self, table: str) -> None:
        """Everybody is told where play goes on. Under the room's lock."""
        await self._commit([self.entry("again", AUDIENCE, {"table": table})])
        self.tell_all()

    def abandon(self, reason: str) -> None:
        """Leave memory at once; sockets come back and load the table anew."""
        self._closed = True
        self.end_sockets(reason)
        if self._player is not None and self._player is not asyncio.current_task():
            self._player.cancel()
        self._forget(self)

    async def close(self, reason: str) -> None:
        self._closed = True
        if self._player is not None:
            self._player.cancel()
            await asyncio.gather(self._player, return_exceptions=True)
        self.end_sockets(reason)

    def end_sockets(self, reason: str) -> None:
        for socket in list(self.sockets):
            socket.end(reason)

    @property
    def idle_for(self) -> float:
        busy = self._player is not None and not self._player.done()
        return 0.0 if self.sockets or busy else time.monotonic() - self.used

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
                await self._commit(self.with_deal([self.entry("sit", eye, body)]))
            elif seat.kind == "bot":
                await self._commit([self.entry("back", eye, {})])
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
                self.tell_presence()

    def tell(self, socket: Socket, cache: dict[tuple[int, int, bool], bytes] | None = None) -> None:
        """Send the view, with the events since the socket's last one."""
        key = (socket.eye, socket.since, socket.host)
        message = cache.get(key) if cache is not None else None
        if message is None:
            message = wire.encoder.encode(view_for(self, *key))
            if cache is not None:
                cache[key] = message
        socket.since = self.rev
        socket.push(message)

    def tell_all(self) -> None:
        cache: dict[tuple[int, int, bool], bytes] = {}
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
        async with self.lock:
            self.used = time.monotonic()
            eye = socket.eye
            again = self._first_answer(socket, command)
            if again is not None:
                socket.answer(again)
                if socket.eye != eye:
                    self.tell(socket)
                return
            rev = self.rev
            answer = await self._answer(socket, command)
            refused = answer.refused.rule if answer.refused is not None else ""
            if refused != "unsaved":  # the table may do better at the second time of asking
                self._remember(socket, answer)
            socket.answer(answer)
            if self.rev != rev:
                self.tell_all()
            elif isinstance(command, wire.Sync):
                socket.since = min(max(command.since, 0), self.rev)
                self.tell(socket)
            elif refused == "stale":
                self.tell(socket)
            self.schedule()

    async def _answer(self, socket: Socket, command: wire.AnyCommand) -> wire.Answer:
        try:
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
        entries = entries_of(self, socket, command)
        if not entries:
            return wire.Answer(id=command.id, ok=True)
        await self._commit(entries)
        if isinstance(command, wire.Sit):
            self._seat_socket(socket, command.seat)
        return self._accepted(entries[0])

    async def _keep_try(self, entry: Entry) -> None:
        try:
            await self._commit([entry])
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

    def _remember(self, socket: Socket, answer: wire.Answer) -> None:
        answers = self._answers_for(socket)
        answers[answer.id] = answer
        while len(answers) > MOST_ANSWERS:
            answers.popitem(last=False)

    # --- bots -------------------------------------------------------------------------------------------------------

    def schedule(self) -> None:
        """Let the bots play, if it is for them to do something. Called after everything that could make it so."""
        idle = self._player is None or self._player.done()
        if idle and not self._closed and self._bot_to_play() is not None:
            self._player = asyncio.create_task(self._play_bots(), name=f"bots of {self.table_id}")

    def _bot_to_play(self) -> int | None:
        """The bot that is asked first, unless a person may take the same step."""
        if self.table is None:
            return None
        order = self.table.state.ask_order()
        if not order or self.seats[order[0]].kind != "bot":
            return None
        if self.phase == "between" and any(seat.kind == "person" for seat in self.seats):
            return None
        return order[0]

    async def _play_bots(self) -> None:
        pause = 1.0
        while not self._closed:
            try:
                if not await self._play_bot():
                    return
                pause = 1.0
            except Exception as error:
                fault = not isinstance(error, StoreError)
                log.warning("table %s: a bot's turn failed: %s", self.table_id, error, exc_info=fault)
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, pause * 2)

    async def _play_bot(self) -> bool:
        """One move of one bot; False when no bot is to play."""
        await asyncio.sleep(self.pace / 1000)
        async with self.lock:
            seat, asked_at = self._bot_to_play(), self.decided
            if seat is None or self.table is None:
                return False
            sight = self.table.state.sight(seat).to_dict()
            legal = list(self.table.state.legal(seat))
            bot = self.seats[seat].bot
        move = await self._choose(seat, bot, sight, legal, asked_at)
        async with self.lock:
            if self._closed:
                return False
            same = self.decided == asked_at and self._bot_to_play() == seat and self.seats[seat].bot == bot
            if same and self.table is not None:
                before = self.table.state.copy()
                event = self.table.submit(seat, move, self.elapsed)
                await self._commit([self.game_entry(self.table, before, event)])
                self.used = time.monotonic()
                self.tell_all()
        return True

    async def _choose(self, seat: int, bot: str, sight: dict[str, Any], legal: list[int], asked_at: int) -> int:
        """What the bot does; a bot that fails is replaced by chance for this move, so that the game goes on."""
        if len(legal) == 1:
            return legal[0]
        # A policy's chance is its own, and the same again after a restart: nobody can re-roll a bot.
        drawn = hmac.digest(self.kept.key, f"bot {seat} {asked_at}".encode(), "sha256")
        seed = int.from_bytes(drawn[:7], "big")
        try:
            return await self._pool.ask(self.game.name, bot, sight, seat, legal, seed)
        except NoAnswer as error:
            log.error("table %s, seat %d: %s; a random legal move is made", self.table_id, seat, error)
            return random.Random(seed).choice(legal)
