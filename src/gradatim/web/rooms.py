"""Tables in memory: who sits where, what they command, who is told.

A command is checked, its events are appended to the store, and only when they are on disk does anybody see them. One
lock for each room orders all of this, so that no eye ever sees something that a crash could still take back.
"""

import asyncio
import hashlib
import hmac
import logging
import random
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import msgspec

from gradatim import bots
from gradatim.bots.pool import NoAnswer, Pool
from gradatim.core.game import Game, load
from gradatim.core.state import State
from gradatim.core.table import Event, Table, commitment
from gradatim.dialect.contract import AUDIENCE
from gradatim.dialect.errors import GradatimError, Refused
from gradatim.web import wire
from gradatim.web.store import Conflict, Entry, Kept, Phase, Store, StoreError
from gradatim.web.views import bot_label, event_view, move_view, refusal_view, seat_views, view_for
from gradatim.words import Words

MOST_ROOMS = 2000  # tables in memory
MOST_WATCHERS = 100  # at one table
MOST_SEAT_SOCKETS = 12  # of one seat: tabs and devices
MOST_OUTBOX = 256  # messages that a socket may be behind
MOST_NAME = 24
MOST_TEXT = 64  # of a command's id, a move, a contribution
MOST_PIECES = 64
MOST_TRIES = 8  # refused moves kept for one decision
MOST_ANSWERS = 128  # refused commands remembered for each seat
MOST_PACE = 10_000
PRIVATE = 16  # characters of a contribution that make a lost answer to a Sit safe to repeat
COMMANDS_AT_ONCE, COMMANDS_PER_SECOND = 40.0, 20.0
IDLE = 600.0  # seconds after which a table without sockets leaves memory
UNJOINED = 3600.0  # seconds after which a table that nobody joined is forgotten
ABANDONED = 30 * 86_400_000  # ms after which a table that was never dealt is forgotten
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
WATCHER, HOST = -1, -2  # who commands, when it is no seat

log = logging.getLogger("gradatim.web")
encoder = msgspec.json.Encoder()


class Rejected(Exception):
    """A command that the table itself refuses."""

    def __init__(self, view: wire.RefusalView) -> None:
        super().__init__(view.say)
        self.view = view


class CannotMake(Exception):
    """A request that cannot be met, with its HTTP status and its sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Socket:
    """One connected browser. `outbox` is what it has still to be sent; None ends it."""

    def __init__(self) -> None:
        self.eye = AUDIENCE
        self.host = False
        self.since = 0
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_OUTBOX)
        self.closing = ""
        self.joined = 0.0
        self.answers: OrderedDict[str, wire.Answer] = OrderedDict()
        self._allowance = COMMANDS_AT_ONCE
        self._counted = time.monotonic()

    @property
    def actor(self) -> int:
        if self.eye >= 0:
            return self.eye
        return HOST if self.host else WATCHER

    def push(self, message: bytes) -> None:
        """Queue a message. A socket too slow to keep up is closed; it will come back with `since`."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.end("too slow")

    def end(self, reason: str) -> None:
        self.closing = self.closing or reason
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)

    def may_command(self) -> bool:
        now = time.monotonic()
        earned = (now - self._counted) * COMMANDS_PER_SECOND
        self._allowance = min(COMMANDS_AT_ONCE, self._allowance + earned)
        self._counted = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True


@dataclass
class Seat:
    """`held`: kept for somebody from the table before. `owned`: a person has its token, even if a bot plays now."""

    kind: Literal["person", "bot", "open", "held"] = "open"
    name: str = ""
    bot: str = ""
    owned: bool = False
    owner: str = ""  # the name of the person whose seat it is, while a bot plays for them
    host: bool = False  # whoever sits there may do what the host may
    contribution: str = ""


class Line(Protocol):
    """A line of the log, to be worded for an eye when it is asked for."""

    seq: int

    def view(self, room: "Room", eye: int) -> wire.EventView: ...


@dataclass
class GameLine:
    seq: int
    event: Event
    before: State
    names: tuple[str, ...]
    worded: dict[int, wire.EventView] = field(default_factory=dict)

    def view(self, room: "Room", eye: int) -> wire.EventView:
        if eye not in self.worded:
            names = list(self.names)
            self.worded[eye] = event_view(room.words, self.before, self.event, eye, names, self.seq)
        return self.worded[eye]


@dataclass
class SeatLine:
    """What happened to a seat: worded once for that seat, once for everybody else."""

    seq: int
    seat: int
    kind: str
    own: str
    other: str

    def view(self, room: "Room", eye: int) -> wire.EventView:
        say = self.own if eye == self.seat and eye >= 0 else self.other
        return wire.EventView(seq=self.seq, seat=self.seat, say=say, kind=self.kind)


Forget = Callable[["Room"], None]


class Room:
    """One table. Everything that happens to it is an `Entry`; `_fold` is what an entry does, live and stored alike."""

    def __init__(self, kept: Kept, store: Store, pool: Pool, words: Words, forget: Forget = lambda _: None) -> None:
        self.table_id = kept.table
        self.game: Game = load(kept.game)
        self.words = words
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.used = time.monotonic()
        self._kept = kept
        self._store = store
        self._pool = pool
        self._forget = forget
        self._player: asyncio.Task[None] | None = None
        self._closed = False
        self._reset()

    def _reset(self) -> None:
        header = self._kept.header
        self.options: dict[str, int] = header["options"]
        self.pace: int = header["pace"]
        self.seats = [
            Seat(seat["kind"], seat["name"], owned=seat["kind"] == "held", host=seat["host"])
            for seat in header["seats"]
        ]
        self.table: Table | None = None
        self.rev = 0
        self.next_table = ""
        self.lines: list[Line] = []
        self.turns: tuple[int, ...] = ()
        self._dealt_at = 0
        self._decided = 0  # the last event that changed the position
        self._tries: set[tuple[int, str]] = set()  # since then
        self._done: dict[tuple[int, str], Entry] = {}  # accepted commands, by who and id
        self._answers: dict[int, OrderedDict[str, wire.Answer]] = {}
        self._ahead: dict[int, tuple[Table, State, Event]] = {}  # what the table did for entries not yet on disk

    @classmethod
    async def load(cls, table_id: str, store: Store, pool: Pool, words: Words, forget: Forget) -> "Room | None":
        """From the store. Raises RecordError when its game cannot be played on by these rules."""
        found = await store.load(table_id)
        if found is None:
            return None
        room = cls(found[0], store, pool, words, forget)
        room._fold_all(found[1])
        return room

    # --- what the table is ------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        return commitment(self._kept.secret)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def decision(self) -> str:
        """What a command made now must answer to: the open window, else the last event that changed the position."""
        window = self.table.state.window if self.table else 0
        return f"w{window}" if window else f"r{self._decided}"

    @property
    def phase(self) -> Literal["gathering", "playing", "between", "over"]:
        if self.table is None:
            return "gathering"
        state = self.table.state
        if state.over:
            return "over"
        # Several may act, and yet it is neither a race nor a choice of each: the step is anybody's.
        return "between" if len(state.to_move) > 1 and state.window == 0 else "playing"

    @property
    def secret(self) -> bytes | None:
        """The secret behind the shuffles: once the game is over, and not before."""
        return self._kept.secret if self.phase == "over" else None

    def may_undo(self, seat: int) -> bool:
        """Never once the game is over: its secret is published then."""
        return self.table is not None and not self.table.state.over and seat >= 0 and self.table.can_undo(seat)

    def is_live(self, seat: int) -> bool:
        return any(socket.eye == seat for socket in self.sockets)

    def seat_token(self, seat: int) -> str:
        return _token(self._kept.key, f"seat {seat}")

    def recognise(self, token: str) -> tuple[int, bool]:
        """The eye behind a token and whether it is the host's; a wrong token is a watcher's."""
        host = bool(token) and hmac.compare_digest(_digest(token), self._kept.host)
        eye = AUDIENCE
        for number, seat in enumerate(self.seats):
            if token and seat.owned and hmac.compare_digest(token.encode(), self.seat_token(number).encode()):
                eye = number
        return eye, host or (eye >= 0 and self.seats[eye].host)

    # --- entries ----------------------------------------------------------------------------------------------------

    def _entry(self, kind: str, seat: int, body: dict[str, Any], command: str = "", ahead: int = 1) -> Entry:
        return Entry(self.rev + ahead, kind, seat, body, command)

    async def _commit(self, entries: Sequence[Entry]) -> None:
        """Put entries on disk, then let them take effect. On failure the table is as the store has it."""
        phase: Phase | None = None
        for entry in entries:
            if entry.seq in self._ahead:
                phase = "over" if self._ahead[entry.seq][0].state.over else "playing"
        try:
            await self._store.append(self.table_id, entries, phase)
        except StoreError:
            await self._reload()
            raise
        except asyncio.CancelledError:
            # Whoever waited has gone; the entries may or may not be kept. Only the store knows.
            self.abandon("cancelled")
            raise
        self._fold_all(entries)

    async def _reload(self) -> None:
        try:
            found = await self._store.load(self.table_id)
        except StoreError:
            found = None
        if found is None:
            self.abandon("the table could not be read")
            return
        self._reset()
        self._fold_all(found[1])
        self.tell_all()

    async def catch_up(self, seq: int) -> None:
        """Another process has appended an event: take it up, unless this one has it already."""
        async with self.lock:
            if seq > self.rev and not self._closed:
                await self._reload()
                self.schedule()

    def abandon(self, reason: str) -> None:
        """Leave memory at once; sockets come back and load the table anew."""
        self._closed = True
        for socket in list(self.sockets):
            socket.end(reason)
        if self._player is not None and self._player is not asyncio.current_task():
            self._player.cancel()
        self._forget(self)

    def _fold_all(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._fold(entry)
        self.turns = self.table.state.to_move if self.table else ()

    def _fold(self, entry: Entry) -> None:
        if entry.seq != self.rev + 1:
            raise GradatimError(f"table {self.table_id} has no event {self.rev + 1}")
        if entry.kind in ("deal", "move", "undo", "try"):
            self._fold_game(entry)
        elif entry.kind == "again":
            self.next_table = entry.body["table"]
            say = self.words.say("server.log.again")
            self.lines.append(SeatLine(entry.seq, AUDIENCE, "again", say, say))
        else:
            self._fold_seat(entry)
        self.rev = entry.seq
        if entry.command:
            self._done[entry.body.get("by", entry.seat), entry.command] = entry

    def _fold_game(self, entry: Entry) -> None:
        ahead = self._ahead.pop(entry.seq, None)
        if ahead is not None:
            self.table, before, event = ahead
        else:
            if entry.kind == "deal":
                self.table = Table.replay(entry.body["header"], [])
                self.table.restore_secret(self._kept.secret)
            assert self.table is not None
            before = self.table.state.copy()
            event = self.table.extend(entry.body["event"])
        if entry.kind == "deal":
            self._dealt_at = entry.at
            before = self.table.state.copy()
        if entry.kind == "try":
            self._tries.add((entry.seat, event.move))
            return
        self._decided = entry.seq
        self._tries.clear()
        self.lines.append(GameLine(entry.seq, event, before, tuple(self.names)))

    def _fold_seat(self, entry: Entry) -> None:
        seat, body = self.seats[entry.seat], entry.body
        say, was = self.words.say, seat.name
        if entry.kind == "sit":
            seat.kind, seat.owned, seat.name = "person", True, body["name"]
            seat.contribution = body["contribution"]
            seat.host = seat.host or body.get("host", False)
            own, other = say("server.log.sit.you"), say("server.log.sit.other", name=seat.name)
        elif entry.kind == "rename":
            seat.name = body["name"]
            own = say("server.log.rename.you", name=seat.name)
            other = say("server.log.rename.other", before=was, name=seat.name)
        elif entry.kind == "fill":
            label = bot_label(self.words, body["bot"])
            stands_in = seat.kind == "person"
            seat.owner = seat.name if stands_in else seat.owner
            seat.kind, seat.bot, seat.name = "bot", body["bot"], body["name"]
            if stands_in:
                own = other = say("server.log.fill.for", name=seat.name, bot=label, before=was)
            else:
                seat.owned = False
                own = other = say("server.log.fill", name=seat.name, bot=label)
        elif entry.kind == "back":
            seat.kind, seat.bot, seat.name = "person", "", seat.owner
            own, other = say("server.log.back.you"), say("server.log.back.other", name=seat.name)
        else:
            raise GradatimError(f"an event of a table cannot be {entry.kind!r}")
        self.lines.append(SeatLine(entry.seq, entry.seat, entry.kind, own, other))

    def _deal_if_full(self, entries: list[Entry]) -> None:
        """Add the deal to entries that seat somebody, if nobody is missing then."""
        seats: list[tuple[str, str, str]] = [(seat.kind, seat.name, seat.contribution) for seat in self.seats]
        for entry in entries:
            body = entry.body
            kind = "bot" if entry.kind == "fill" else "person"
            seats[entry.seat] = (kind, body["name"], body.get("contribution", ""))
        if self.table is not None or any(kind in ("open", "held") for kind, _, _ in seats):
            return
        table = Table.open(
            self.game.name,
            len(seats),
            self.options,
            secret=self._kept.secret,
            contributions=[contribution for _, _, contribution in seats],
            names=[name for _, name, _ in seats],
        )
        event = table.events[0]
        body = {"event": event.to_dict(), "header": table.header()}
        deal = self._entry("deal", AUDIENCE, body, ahead=len(entries) + 1)
        self._ahead[deal.seq] = (table, table.state, event)
        entries.append(deal)

    def first_entries(self, me: int, name: str, contribution: str, bots_by_seat: dict[int, str]) -> list[Entry]:
        """What happens when a table is made: bots and its maker sit down; and the deal, if that is all."""
        entries: list[Entry] = []
        for number in range(len(self.seats)):
            if number == me:
                body = {"name": name, "contribution": contribution}
                entries.append(self._entry("sit", number, body, ahead=len(entries) + 1))
            elif number in bots_by_seat:
                body = {"bot": bots_by_seat[number], "name": self.bot_name(number)}
                entries.append(self._entry("fill", number, body, ahead=len(entries) + 1))
        self._deal_if_full(entries)
        return entries

    def bot_name(self, number: int) -> str:
        return self.words.say(f"server.seat.bot.{number + 1}")

    # --- sockets ----------------------------------------------------------------------------------------------------

    async def join(self, socket: Socket, hello: wire.Hello) -> None:
        """A browser has come: answer its hello and show it the table."""
        async with self.lock:
            self.used = time.monotonic()
            eye, host = self.recognise(hello.token)
            if eye < 0 and sum(other.eye < 0 for other in self.sockets) >= MOST_WATCHERS:
                refused = refusal_view(self.words, "too_many_watch")
                socket.push(encoder.encode(wire.Answer(id=hello.id, ok=False, refused=refused)))
                return
            socket.eye, socket.host = eye, host or self.recognise(hello.host)[1]
            if eye >= 0:
                own = [other for other in self.sockets if other.eye == eye]
                if len(own) >= MOST_SEAT_SOCKETS:  # the newest always gets in
                    oldest = min(own, key=lambda other: other.joined)
                    oldest.end("this seat has newer windows")
                    self.sockets.discard(oldest)
            was_live = eye >= 0 and self.is_live(eye)
            socket.push(encoder.encode(wire.Answer(id=hello.id, ok=True, seat=eye)))
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

    async def _welcome(self, eye: int, hello: wire.Hello) -> bool:
        """A seat that was kept, or that a bot plays meanwhile, is its owner's again. Has anything changed?"""
        seat = self.seats[eye]
        try:
            if seat.kind == "held":
                body = {"name": seat.name, "contribution": hello.contribution[:MOST_TEXT]}
                entries = [self._entry("sit", eye, body)]
                self._deal_if_full(entries)
                await self._commit(entries)
            elif seat.kind == "bot":
                await self._commit([self._entry("back", eye, {})])
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
            message = encoder.encode(view_for(self, *key))
            if cache is not None:
                cache[key] = message
        socket.since = self.rev
        socket.push(message)

    def tell_all(self) -> None:
        cache: dict[tuple[int, int, bool], bytes] = {}
        for socket in list(self.sockets):
            self.tell(socket, cache)

    def tell_presence(self, but: Socket | None = None) -> None:
        message = encoder.encode(wire.Presence(seats=seat_views(self)))
        for socket in list(self.sockets):
            if socket is not but:
                socket.push(message)

    # --- commands ---------------------------------------------------------------------------------------------------

    async def command(self, socket: Socket, command: wire.AnyCommand) -> None:
        """Carry a command out, or refuse it; the socket gets its answer, and whoever is concerned the view."""
        if not 1 <= len(command.id) <= MOST_TEXT:
            refused = refusal_view(self.words, "bad_id", most=MOST_TEXT)
            socket.push(encoder.encode(wire.Answer(id=command.id[:MOST_TEXT], ok=False, refused=refused)))
            return
        async with self.lock:
            self.used = time.monotonic()
            eye = socket.eye
            again = self._first_answer(socket, command)
            if again is not None:
                socket.push(encoder.encode(again))
                if socket.eye != eye:
                    self.tell(socket)
                return
            rev = self.rev
            try:
                answer = await self._carry_out(socket, command)
            except Rejected as error:
                answer = wire.Answer(id=command.id, ok=False, refused=error.view)
            except StoreError as error:
                log.warning("table %s: %s", self.table_id, error)
                key = "stale" if isinstance(error, Conflict) else "unsaved"
                answer = wire.Answer(id=command.id, ok=False, refused=refusal_view(self.words, key))
            except Exception:  # a fault of ours: the table goes on from what is kept
                log.exception("table %s: %s failed", self.table_id, type(command).__name__)
                await self._reload()
                answer = wire.Answer(id=command.id, ok=False, refused=refusal_view(self.words, "unsaved"))
            # A table that could not save, or that somebody else moved on, may do better at the second time of asking.
            if answer.refused is None or answer.refused.rule != "unsaved":
                self._remember(socket, answer)
            socket.push(encoder.encode(answer))
            stale = answer.refused is not None and answer.refused.rule == "stale"
            if self.rev != rev:
                self.tell_all()
            elif stale or isinstance(command, wire.Sync):
                if isinstance(command, wire.Sync):
                    socket.since = min(max(command.since, 0), self.rev)
                self.tell(socket)
            self.schedule()

    def _first_answer(self, socket: Socket, command: wire.AnyCommand) -> wire.Answer | None:
        found = self._answers_for(socket).get(command.id)
        if found is not None:
            return found
        entry = self._done.get((socket.actor, command.id))
        if entry is None and isinstance(command, wire.Sit) and socket.eye < 0:
            # The answer to a Sit was lost with its socket. Who repeats it must know the private contribution.
            entry = self._done.get((command.seat, command.id))
            body = entry.body if entry is not None else {}
            same = body.get("contribution") == command.contribution and len(command.contribution) >= PRIVATE
            if entry is None or entry.kind != "sit" or not same:
                return None
            self._seat_socket(socket, command.seat)
        if entry is None:
            return None
        if entry.kind == "sit":
            return wire.Answer(id=command.id, ok=True, seat=entry.seat, token=self.seat_token(entry.seat))
        return wire.Answer(id=command.id, ok=True)

    def _answers_for(self, socket: Socket) -> OrderedDict[str, wire.Answer]:
        if socket.actor == WATCHER:
            return socket.answers
        return self._answers.setdefault(socket.actor, OrderedDict())

    def _remember(self, socket: Socket, answer: wire.Answer) -> None:
        answers = self._answers_for(socket)
        answers[answer.id] = answer
        while len(answers) > MOST_ANSWERS:
            answers.popitem(last=False)

    async def _carry_out(self, socket: Socket, command: wire.AnyCommand) -> wire.Answer:
        match command:
            case wire.Sit():
                return await self._sit(socket, command)
            case wire.Rename():
                await self._rename(socket, command)
            case wire.Fill():
                await self._fill(socket, command)
            case wire.Move():
                await self._move(socket, command)
            case wire.Attempt():
                return wire.Answer(id=command.id, ok=True, move=self._attempt(socket, command))
            case wire.Undo():
                await self._undo(socket, command)
            case wire.Sync():
                pass
            case wire.Hello():
                raise Rejected(refusal_view(self.words, "bad_command", reason="hello comes once, first"))
        return wire.Answer(id=command.id, ok=True)

    async def _sit(self, socket: Socket, command: wire.Sit) -> wire.Answer:
        if socket.eye >= 0:
            raise Rejected(refusal_view(self.words, "already_seated"))
        seat = self._numbered(command.seat)
        if seat.kind != "open":
            raise Rejected(refusal_view(self.words, "seat_taken"))
        if len(command.contribution) > MOST_TEXT:
            raise Rejected(refusal_view(self.words, "bad_contribution", most=MOST_TEXT))
        name = self._checked_name(command.name)
        body = {"name": name, "contribution": command.contribution, "host": socket.host}
        entries = [self._entry("sit", command.seat, body, command.id)]
        self._deal_if_full(entries)
        await self._commit(entries)
        self._seat_socket(socket, command.seat)
        return wire.Answer(id=command.id, ok=True, seat=command.seat, token=self.seat_token(command.seat))

    def _seat_socket(self, socket: Socket, seat: int) -> None:
        """The socket's eye changes; its log begins anew, since lines are worded for the eye."""
        socket.eye, socket.since = seat, 0
        socket.answers.clear()
        self.tell_presence(socket)

    async def _rename(self, socket: Socket, command: wire.Rename) -> None:
        if socket.eye < 0:
            raise Rejected(refusal_view(self.words, "not_seated"))
        name = self._checked_name(command.name)
        if name != self.seats[socket.eye].name:
            await self._commit([self._entry("rename", socket.eye, {"name": name}, command.id)])

    async def _fill(self, socket: Socket, command: wire.Fill) -> None:
        if not socket.host:
            raise Rejected(refusal_view(self.words, "not_host"))
        seat = self._numbered(command.seat)
        if seat.kind == "bot" or (seat.kind == "person" and self.is_live(command.seat)):
            raise Rejected(refusal_view(self.words, "seat_in_use"))
        known = bots.names(self.game.name)
        if command.bot not in known:
            listed = ", ".join(known)
            raise Rejected(refusal_view(self.words, "no_such_bot", bot=command.bot[:MOST_TEXT], bots=listed))
        body = {"bot": command.bot, "name": self.bot_name(command.seat), "by": socket.actor}
        entries = [self._entry("fill", command.seat, body, command.id)]
        self._deal_if_full(entries)
        await self._commit(entries)

    def _numbered(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Rejected(refusal_view(self.words, "no_such_seat", n=len(self.seats), seat=seat))
        return self.seats[seat]

    def _checked_name(self, name: str) -> str:
        checked = clean_name(name)
        if not checked:
            raise Rejected(refusal_view(self.words, "bad_name", most=MOST_NAME))
        return checked

    def _playing(self, socket: Socket, on: str) -> Table:
        """The table, if the socket's seat may act on it and has seen what it acts on."""
        if socket.eye < 0:
            raise Rejected(refusal_view(self.words, "not_seated"))
        if self.table is None:
            raise Rejected(refusal_view(self.words, "not_started"))
        if on != self.decision:
            raise Rejected(refusal_view(self.words, "stale"))
        return self.table

    def _refused(self, table: Table, seat: int, error: GradatimError, text: str) -> wire.RefusalView:
        """A move that the rules refuse, in words; also one that cannot even be read."""
        if isinstance(error, Refused):
            refusal = error.refusal
        else:
            known = [reason for reason in table.state.game.rules.REFUSALS if reason.key == "no_such_move"]
            if not known:
                return refusal_view(self.words, "bad_command", reason=str(error).rstrip("."))
            refusal = known[0]
        return wire.RefusalView(*self.game.words.refusal(self.words, table.state, seat, refusal, move_text=text))

    async def _move(self, socket: Socket, command: wire.Move) -> None:
        table, seat = self._playing(socket, command.on), socket.eye
        text = command.move[:MOST_TEXT]
        before = table.state.copy()
        try:
            move = self.game.moves.parse(text)
            event = table.submit(seat, move, self._elapsed())
        except GradatimError as error:
            refused = self._refused(table, seat, error, text)
            if isinstance(error, Refused) and seat in table.state.to_move:
                await self._note_try(table, seat, error, command.id)
            raise Rejected(refused) from error
        await self._commit_game("move", seat, table, before, event, command.id)

    async def _note_try(self, table: Table, seat: int, error: Refused, command: str) -> None:
        """Keep a refused move for the record: once for each move and position, and not without end."""
        if (seat, error.move) in self._tries or len(self._tries) >= MOST_TRIES:
            return
        event = table.note_refused(seat, error.move, error.refusal.key, self._elapsed())
        try:
            await self._commit_game("try", seat, table, table.state, event)
        except StoreError as failure:  # a try is not worth an error of its own
            log.warning("table %s: %s", self.table_id, failure)

    async def _undo(self, socket: Socket, command: wire.Undo) -> None:
        table, seat = self._playing(socket, command.on), socket.eye
        if not self.may_undo(seat):
            raise Rejected(refusal_view(self.words, "nothing_to_undo"))
        before = table.state.copy()
        event = table.undo(seat, self._elapsed())
        await self._commit_game("undo", seat, table, before, event, command.id)

    def _attempt(self, socket: Socket, command: wire.Attempt) -> wire.MoveView:
        table, seat = self._playing(socket, command.on), socket.eye
        pieces = [piece[:MOST_TEXT] for piece in command.pieces[:MOST_PIECES]]
        try:
            move, broken = self.game.moves.attempt(table.state.fields, seat, pieces)
            if broken == 0 and move >= 0:
                refusal = table.state.refusal(seat, move)
            else:
                refusal = self.game.rules.REFUSALS[broken]
        except GradatimError as error:
            raise Rejected(self._refused(table, seat, error, "")) from error
        if refusal is not None:
            said = self.game.words.refusal(self.words, table.state, seat, refusal, pieces=pieces)
            raise Rejected(wire.RefusalView(*said))
        return move_view(table.state, seat, move, self.words)

    def _elapsed(self) -> int:
        return max(0, time.time_ns() // 1_000_000 - self._dealt_at)

    async def _commit_game(
        self, kind: str, seat: int, table: Table, before: State, event: Event, command: str = ""
    ) -> None:
        """The table has already done it; nobody sees it before it is on disk."""
        entry = self._entry(kind, seat, {"event": event.to_dict()}, command)
        self._ahead[entry.seq] = (table, before, event)
        await self._commit([entry])

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
            except StoreError as error:
                log.warning("table %s: a bot's move was not kept: %s", self.table_id, error)
                await asyncio.sleep(pause)
                pause = min(30.0, pause * 2)
            except Exception:
                log.exception("table %s: a bot's turn failed", self.table_id)
                await asyncio.sleep(pause)
                pause = min(30.0, pause * 2)

    async def _play_bot(self) -> bool:
        """One move of one bot; False when no bot is to play."""
        await asyncio.sleep(self.pace / 1000)
        async with self.lock:
            seat, asked_at = self._bot_to_play(), self._decided
            if seat is None or self.table is None:
                return False
            sight = self.table.state.sight(seat).to_dict()
            legal = list(self.table.state.legal(seat))
            bot = self.seats[seat].bot
        move = await self._choose(seat, bot, sight, legal, asked_at)
        async with self.lock:
            if self._closed:
                return False
            same = self._decided == asked_at and self._bot_to_play() == seat and self.table is not None
            if same and self.seats[seat].bot == bot:
                assert self.table is not None
                before = self.table.state.copy()
                event = self.table.submit(seat, move, self._elapsed())
                await self._commit_game("move", seat, self.table, before, event)
                self.used = time.monotonic()
                self.tell_all()
        return True

    async def _choose(self, seat: int, bot: str, sight: dict[str, Any], legal: list[int], asked_at: int) -> int:
        """What the bot does; a bot that fails is replaced by chance for this move, so that the game goes on."""
        if len(legal) == 1:
            return legal[0]
        # A policy's chance is its own, and the same again after a restart: nobody can re-roll a bot.
        digest = hmac.digest(self._kept.key, f"bot {seat} {asked_at}".encode(), "sha256")
        seed = int.from_bytes(digest[:7], "big")
        try:
            return await self._pool.ask(self.game.name, bot, sight, seat, legal, seed)
        except NoAnswer as error:
            log.error("table %s, seat %d: %s; a random legal move is made", self.table_id, seat, error)
            return random.Random(seed).choice(legal)

    # --- the end ----------------------------------------------------------------------------------------------------

    async def note_next(self, table: str) -> None:
        """Everybody is told where play goes on. Under the room's lock."""
        await self._commit([self._entry("again", AUDIENCE, {"table": table})])
        self.tell_all()

    async def close(self, reason: str) -> None:
        self._closed = True
        if self._player is not None:
            self._player.cancel()
            await asyncio.gather(self._player, return_exceptions=True)
        for socket in list(self.sockets):
            socket.end(reason)

    @property
    def idle_for(self) -> float:
        busy = self._player is not None and not self._player.done()
        return 0.0 if self.sockets or busy else time.monotonic() - self.used

    @property
    def unjoined(self) -> bool:
        return self.table is None and not any(seat.owned for seat in self.seats)

    @property
    def kept(self) -> Kept:
        return self._kept


class Rooms:
    """All tables of this process: loads them when they are asked for, lets go of those that nobody uses."""

    def __init__(self, store: Awaitable[Store], pool: Pool, words: Callable[[], Words]) -> None:
        self._opening = asyncio.ensure_future(store)
        self._words = words
        self.pool = pool
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.idle, self.unjoined = IDLE, UNJOINED
        self._catching_up: set[asyncio.Task[None]] = set()

    async def store(self) -> Store:
        return await asyncio.shield(self._opening)

    @property
    def words(self) -> Words:
        return self._words()

    async def get(self, table: str) -> Room | None:
        """The room of a table, or None if there is none. Raises CannotMake if it cannot be opened."""
        room = self.rooms.get(table)
        if room is not None:
            return room
        if not 1 <= len(table) <= 32:
            return None
        task = self._loading.get(table)
        if task is None:
            task = asyncio.create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Room | None:
        try:
            self._make_room()
            room = await Room.load(table, await self.store(), self.pool, self.words, self._forget)
        except StoreError as error:
            log.warning("table %s: %s", table, error)
            raise CannotMake(503, self.words.say("server.problem.unsaved")) from error
        except GradatimError as error:
            log.warning("table %s: %s", table, error)
            raise CannotMake(409, str(error)) from error
        if room is not None:
            self.rooms[table] = room
            room.schedule()
        return room

    def _make_room(self) -> None:
        if len(self.rooms) < MOST_ROOMS:
            return
        idle = sorted((room for room in self.rooms.values() if room.idle_for > 0), key=lambda room: room.used)
        if not idle:
            raise CannotMake(503, self.words.say("server.problem.too_many_tables"))
        self._forget(idle[0])

    def _forget(self, room: Room) -> None:
        if self.rooms.get(room.table_id) is room:
            del self.rooms[room.table_id]

    async def make(self, wish: wire.NewTable) -> wire.TableMade:
        """Make a table. Raises CannotMake."""
        say = self.words.say
        try:
            game = load(wish.game)
            game.check_seats(len(wish.seats))
            options = game.options(wish.options)
        except GradatimError as error:
            raise CannotMake(400, str(error)) from error
        mine = [number for number, seat in enumerate(wish.seats) if seat.kind == "me"]
        if len(mine) > 1:
            raise CannotMake(400, say("server.problem.two_of_me"))
        if not 0 <= wish.pace <= MOST_PACE:
            raise CannotMake(400, say("server.problem.bad_pace", most=MOST_PACE))
        if len(wish.contribution) > MOST_TEXT:
            raise CannotMake(400, say("server.refusal.bad_contribution", most=MOST_TEXT))
        name = clean_name(wish.name) if wish.name.strip() else say("server.seat.player", number=(mine or [0])[0] + 1)
        if not name:
            raise CannotMake(400, say("server.refusal.bad_name", most=MOST_NAME))
        known = bots.names(game.name)
        for seat in wish.seats:
            if seat.kind == "bot" and seat.bot not in known:
                raise CannotMake(400, say("server.refusal.no_such_bot", bot=seat.bot[:MOST_TEXT]))
        refuse_setup(game, len(wish.seats), options, self.words)
        header: dict[str, Any] = {
            "options": options,
            "pace": wish.pace,
            "seats": [{"kind": "open", "name": "", "host": seat.kind == "me"} for seat in wish.seats],
        }
        chosen = {number: seat.bot for number, seat in enumerate(wish.seats) if seat.kind == "bot"}
        me = mine[0] if mine else -1
        return await self._make(game.name, header, secrets.token_bytes(32), me, name, wish.contribution, chosen)

    async def _make(
        self,
        game: str,
        header: dict[str, Any],
        key: bytes,
        me: int,
        name: str,
        contribution: str,
        bots_by_seat: dict[int, str],
    ) -> wire.TableMade:
        self._make_room()
        table = "".join(secrets.choice(ALPHABET) for _ in range(12))
        host = _token(key, "host")
        kept = Kept(table, game, header, secrets.token_bytes(32), key, _digest(host))
        try:
            room = Room(kept, await self.store(), self.pool, self.words, self._forget)
            entries = room.first_entries(me, name, contribution, bots_by_seat)
            if any(entry.kind == "deal" for entry in entries):
                kept = replace(kept, phase="playing")
            await (await self.store()).create(kept, entries)
        except StoreError as error:
            log.warning("table %s: %s", table, error)
            raise CannotMake(503, self.words.say("server.problem.unsaved")) from error
        room._fold_all(entries)
        self.rooms[table] = room
        room.schedule()
        token = room.seat_token(me) if me >= 0 else ""
        return wire.TableMade(table=table, seat=me, token=token, host_token=host, link=f"/t/{table}")

    async def again(self, room: Room, token: str, contribution: str) -> wire.TableMade:
        """The same game with the same seats. Whoever asks sits at once; other people when they come. Idempotent."""
        async with room.lock:
            eye, host = room.recognise(token)
            if eye < 0 and not host:
                raise CannotMake(403, self.words.say("server.problem.not_yours"))
            if room.phase != "over":
                raise CannotMake(409, self.words.say("server.problem.not_over"))
            key, header = room.kept.key, room.kept.header
            if room.next_table:
                return wire.TableMade(
                    table=room.next_table,
                    seat=eye,
                    token=token if eye >= 0 else "",
                    host_token=_token(key, "host") if host else "",
                    link=f"/t/{room.next_table}",
                )
            seats = [
                {
                    "kind": "held" if seat.owned else "open",
                    "name": (seat.owner or seat.name) if seat.owned else "",
                    "host": seat.host,
                }
                for seat in room.seats
            ]
            chosen = {number: seat.bot for number, seat in enumerate(room.seats) if not seat.owned}
            name = room.seats[eye].owner or room.seats[eye].name
            made = await self._make(
                room.game.name, {**header, "seats": seats}, key, eye, name, contribution[:MOST_TEXT], chosen
            )
            try:
                await room.note_next(made.table)
            except StoreError as error:
                raise CannotMake(503, self.words.say("server.problem.unsaved")) from error
            return made if host else msgspec.structs.replace(made, host_token="")

    async def resume(self) -> None:
        """After a start: forget what was never dealt, and let bots go on where a restart interrupted them."""
        store = await self.store()
        store.listen(self._told)
        await store.discard(gathering_before=time.time_ns() // 1_000_000 - ABANDONED)
        for table in await store.running(MOST_ROOMS // 2):
            try:
                await self.get(table)
            except CannotMake as error:
                log.warning("table %s is left alone: %s", table, error)
            await asyncio.sleep(0)

    def _told(self, table: str, seq: int) -> None:
        room = self.rooms.get(table)
        if room is not None and seq > room.rev:
            task = asyncio.create_task(room.catch_up(seq))
            self._catching_up.add(task)
            task.add_done_callback(self._catching_up.discard)

    async def sweep(self) -> None:
        """Let go of tables that nobody uses; forget those that nobody ever joined."""
        unused: list[str] = []
        for room in list(self.rooms.values()):
            limit = self.unjoined if room.unjoined else self.idle
            if room.idle_for > limit and not room.lock.locked():
                self._forget(room)
                if room.unjoined:
                    unused.append(room.table_id)
        if unused:
            await (await self.store()).discard(unused)

    async def end_sockets(self) -> None:
        """Close all sockets, so that their browsers try to come back at once when there is a server again."""
        for room in list(self.rooms.values()):
            for socket in list(room.sockets):
                socket.end("the server stops")

    async def close(self) -> None:
        await asyncio.gather(*(room.close("the server stops") for room in list(self.rooms.values())))
        self.rooms.clear()
        await self.pool.close()
        if self._opening.done() and not self._opening.cancelled() and self._opening.exception() is None:
            await self._opening.result().close()
        else:
            self._opening.cancel()


def refuse_setup(game: Game, seats: int, options: dict[str, int], words: Words) -> None:
    """Raises CannotMake when the game cannot be dealt to so many seats with these options."""
    row = game.executor.new()
    game.executor.write(row, {"seats": seats, **options})
    broken = game.executor.run.refuse_setup(row)
    if broken:
        say, note = game.words.refusal(words, None, AUDIENCE, game.rules.REFUSALS[broken])[1::2]
        raise CannotMake(400, f"{say} {note}".strip())


def clean_name(name: str) -> str:
    """The name as it is kept, or "" if it is none: too long, empty, or with characters that are not seen."""
    name = unicodedata.normalize("NFC", name.strip()) if len(name) <= 10 * MOST_NAME else ""
    joiners = "\u200c\u200d"  # emoji and some scripts are written with them
    bad = any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and c not in joiners for c in name)
    return "" if bad or not name.strip(joiners) or len(name) > MOST_NAME else name


def _token(key: bytes, what: str) -> str:
    return hmac.new(key, what.encode(), "sha256").hexdigest()[:40]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
