"""All tables of this process: made, loaded when they are asked for, let go of when nobody uses them."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Coroutine
from dataclasses import replace
from typing import Any

from gradatim import bots
from gradatim.bots.pool import NoAnswer, Pool, Stopped
from gradatim.core.game import Game, load
from gradatim.core.state import State
from gradatim.dialect.contract import AUDIENCE
from gradatim.dialect.errors import GradatimError
from gradatim.web import limits, wire
from gradatim.web.advice import Adviser, plain_line, position_at
from gradatim.web.database import StoreError
from gradatim.web.deals import coded
from gradatim.web.limits import LEAST_AWAY, LEAST_RACE, MOST_AWAY, MOST_NAME, MOST_PACE, MOST_RACE, MOST_TEXT
from gradatim.web.people import clean_name, digest, token
from gradatim.web.room import Room
from gradatim.web.store import Kept, Store, now
from gradatim.words import Words, plain

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # of a table's id: nothing that is easily misread
STOPS = "the server stops"
FOLDED = 32  # events of a table that is loaded, between which others get their turn

log = logging.getLogger("gradatim.web")


class CannotMake(Exception):
    """A request that cannot be met, with its HTTP status and its sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Rooms:
    """The store opens meanwhile; whatever needs it waits."""

    def __init__(self, store: Awaitable[Store], pool: Pool, words: Words, solvers: Pool) -> None:
        self._opening = asyncio.ensure_future(store)
        self.words = words
        self.pool = pool
        self.adviser = Adviser(solvers, words)
        self.rooms: dict[str, Room] = {}
        self.idle, self.unjoined = limits.IDLE, limits.UNJOINED
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._catching_up: set[asyncio.Task[None]] = set()

    async def store(self) -> Store:
        return await asyncio.shield(self._opening)

    # --- into memory and out of it ------------------------------------------------------------------------------------

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
        self._make_room()
        try:
            store = await self.store()
            found = await store.load(table)
            if found is None:
                return None
            room = Room(found[0], store, self.pool, self.words, self._forget)
            for start in range(0, len(found[1]), FOLDED):
                room.fold(found[1][start : start + FOLDED])
                await asyncio.sleep(0)
        except StoreError as error:
            raise self._unsaved(table, error) from error
        except GradatimError as error:
            log.warning("table %s: %s", table, error)
            raise CannotMake(409, str(error)) from error
        except Exception as error:  # what is kept is no table: it alone stays shut
            log.warning("table %s cannot be read: %r", table, error)
            raise CannotMake(500, self.words.say("server.problem.unreadable", table=table)) from error
        made = self.rooms.get(table)  # meanwhile, by who made the table: its sockets are in that room
        if made is not None:
            return made
        self._keep(room)
        return room

    def _make_room(self) -> None:
        if len(self.rooms) < limits.MOST_ROOMS:
            return
        idle = sorted((room for room in self.rooms.values() if room.idle_for > 0), key=lambda room: room.used)
        if not idle:
            raise CannotMake(503, self.words.say("server.problem.too_many_tables"))
        self._forget(idle[0])

    def _keep(self, room: Room) -> None:
        self.rooms[room.table_id] = room
        room.schedule()

    def _forget(self, room: Room) -> None:
        if self.rooms.get(room.table_id) is room:
            del self.rooms[room.table_id]

    def _unsaved(self, table: str, error: StoreError) -> CannotMake:
        log.warning("table %s: %s", table, error)
        return CannotMake(503, self.words.say("server.problem.unsaved"))

    # --- new tables ---------------------------------------------------------------------------------------------------

    async def make(self, wish: wire.NewTable) -> wire.TableMade:
        """Make a table. Whoever makes it sits when they say hello. Raises CannotMake."""
        game, options, name, code = check_wish(wish, self.words)
        mine = {"kind": "held", "name": name, "host": True}
        free = {"kind": "open", "name": "", "host": False}
        seats = [mine if seat.kind == "me" else free for seat in wish.seats]
        header = {"options": options, "pace": wish.pace, "race": wish.race, "away": wish.away, "seats": seats}
        if code:
            header["code"] = code
        chosen = {number: seat.bot for number, seat in enumerate(wish.seats) if seat.kind == "bot"}
        room = await self._make(game.name, header, secrets.token_bytes(32), chosen)
        return table_made(room, seats.index(mine) if mine in seats else AUDIENCE, host=True)

    async def again(self, room: Room, token: str) -> wire.TableMade:
        """The same game with the same seats, kept for the same people until they come. Idempotent."""
        async with room.lock:
            eye, host = room.recognise(token)
            if eye < 0 and not host:
                raise CannotMake(403, self.words.say("server.problem.not_yours"))
            if room.phase != "over":
                raise CannotMake(409, self.words.say("server.problem.not_over"))
            if room.next_table:
                following = await self.get(room.next_table)
                if following is None:
                    raise CannotMake(404, self.words.say("server.problem.no_table", table=room.next_table))
                return table_made(following, eye, host)
            seats = [
                {"kind": "held", "name": seat.owner or seat.name, "host": seat.host}
                if seat.owned
                else {"kind": "open", "name": "", "host": seat.host}
                for seat in room.seats
            ]
            chosen = {number: seat.bot for number, seat in enumerate(room.seats) if not seat.owned}
            header = {key: value for key, value in room.kept.header.items() if key != "code"} | {"seats": seats}
            following = await self._make(room.game.name, header, room.kept.key, chosen)
            try:
                await room.note_next(following.table_id)
            except StoreError as error:
                raise self._unsaved(room.table_id, error) from error
            return table_made(following, eye, host)

    # --- advice -------------------------------------------------------------------------------------------------------

    async def advise(self, room: Room, token: str, wish: wire.Advise) -> wire.AdviceView:
        """Can a position of this table still be won, and how? The table goes on meanwhile. Raises CannotMake."""
        say = self.words.say
        if not bots.has_solver(room.game.name):
            raise CannotMake(404, say("server.problem.no_solver", title=plain.title(self.words, room.game)))
        async with room.lock:
            eye, over = room.recognise(token)[0], room.phase == "over"
            if room.table is None:
                raise CannotMake(409, say("server.refusal.not_started"))
            if eye < 0 and not over:
                raise CannotMake(403, say("server.problem.not_yours"))
            try:
                state, at = position_at(room, wish.at)
            except GradatimError as error:
                last = len(room.table.events) - 1
                raise CannotMake(400, say("server.problem.no_event", at=wish.at, last=last)) from error
        try:
            line = plain_line(room.game, wish.line)
        except GradatimError as error:
            raise CannotMake(400, say("server.problem.bad_line", reason=str(error).rstrip("."))) from error
        table, adviser = room.table_id, self.adviser
        if adviser.busy() >= limits.MOST_ADVICE or adviser.busy(table) >= limits.MOST_TABLE_ADVICE:
            raise CannotMake(503, say("server.problem.no_advice"))
        try:
            return await adviser.advise(table, state, at, max(eye, 0), line, openly=over)
        except NoAnswer as error:
            if not isinstance(error, Stopped):
                log.warning("table %s: %s", table, error)
            raise CannotMake(503, say("server.problem.no_advice")) from error

    async def _make(self, game: str, header: dict[str, Any], key: bytes, bots_by_seat: dict[int, str]) -> Room:
        """A table on disk and in memory. Its secret is drawn here, before anybody can contribute to its chance."""
        self._make_room()
        table = "".join(secrets.choice(ALPHABET) for _ in range(12))
        kept = Kept(table, game, header, secrets.token_bytes(32), key, digest(token(key, "host")))
        try:
            store = await self.store()
            room = Room(kept, store, self.pool, self.words, self._forget)
            entries = room.first_entries(bots_by_seat)
            await store.create(replace(kept, phase=room.phase_after(entries) or kept.phase), entries)
        except StoreError as error:
            raise self._unsaved(table, error) from error
        room.fold(entries)
        self._keep(room)
        return room

    # --- the life of the process --------------------------------------------------------------------------------------

    async def resume(self) -> None:
        """After a start: forget what was never dealt, and let bots go on where a restart interrupted them."""
        store = await self.store()
        store.listen(self._told)
        await store.discard(gathering_before=now() - limits.ABANDONED)
        for table in await store.running(limits.MOST_ROOMS // 2):
            try:
                await self.get(table)
            except CannotMake as error:
                log.warning("table %s is left alone: %s", table, error)
            await asyncio.sleep(0)

    def _told(self, table: str, what: str) -> None:
        """Another process has appended an event (its number), asks whether a seat is here ("?2"), or says so ("!2")."""
        room = self.rooms.get(table)
        if room is None:
            return
        if what.isdecimal():
            if int(what) > room.rev:
                self._do(room.catch_up(int(what)))
        elif what.startswith("?"):
            if room.is_live(int(what[1:])):
                self._do(room.say_here(int(what[1:])))
        else:
            room.heard(int(what[1:]))

    def _do(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
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

    def end_sockets(self) -> None:
        """Close all sockets, so that their browsers try to come back at once when there is a server again."""
        for room in list(self.rooms.values()):
            room.end_sockets(STOPS)

    async def close(self) -> None:
        await asyncio.gather(*(room.close(STOPS) for room in list(self.rooms.values())))
        self.rooms.clear()
        await self.pool.close()
        await self.adviser.pool.close()
        if self._opening.done() and not self._opening.cancelled() and self._opening.exception() is None:
            await self._opening.result().close()
        else:
            self._opening.cancel()


def check_wish(wish: wire.NewTable, words: Words) -> tuple[Game, dict[str, int], str, str]:
    """The game, its options, the maker's name and the deal's code. Raises CannotMake if no such table can be made."""
    say = words.say
    try:
        game = load(wish.game)
        game.check_seats(len(wish.seats))
        code, options = coded(game, wish.code, wish.options) if wish.code else ("", game.options(wish.options))
    except GradatimError as error:
        raise CannotMake(400, str(error)) from error
    mine = [number for number, seat in enumerate(wish.seats) if seat.kind == "me"]
    if len(mine) > 1:
        raise CannotMake(400, say("server.problem.two_of_me"))
    if not 0 <= wish.pace <= MOST_PACE:
        raise CannotMake(400, say("server.problem.bad_pace", most=MOST_PACE))
    if not LEAST_RACE <= wish.race <= MOST_RACE:
        raise CannotMake(400, say("server.problem.bad_race", least=LEAST_RACE, most=MOST_RACE))
    if not LEAST_AWAY <= wish.away <= MOST_AWAY:
        raise CannotMake(400, say("server.problem.bad_away", least=LEAST_AWAY, most=MOST_AWAY))
    if len(wish.contribution) > MOST_TEXT:
        raise CannotMake(400, say("server.refusal.bad_contribution", most=MOST_TEXT))
    name = clean_name(wish.name) if wish.name.strip() else say("server.seat.player", number=(mine or [0])[0] + 1)
    if not name:
        raise CannotMake(400, say("server.refusal.bad_name", most=MOST_NAME))
    known = bots.names(game.name)
    for seat in wish.seats:
        if seat.kind == "bot" and seat.bot not in known:
            raise CannotMake(400, say("server.refusal.no_such_bot", bot=seat.bot[:MOST_TEXT]))
    check_setup(game, len(wish.seats), options, words)
    return game, options, name, code


def check_setup(game: Game, seats: int, options: dict[str, int], words: Words) -> None:
    """Raises CannotMake when the game cannot be dealt to so many seats with these options."""
    row = game.executor.new()
    game.executor.write(row, {"seats": seats, **options})
    broken = game.executor.run.refuse_setup(row)
    if broken:
        undealt = State(game, row, game.executor)
        say, note = game.words.refusal(words, undealt, AUDIENCE, game.rules.REFUSALS[broken])[1::2]
        raise CannotMake(400, f"{say} {note}".strip())


def table_made(room: Room, eye: int, host: bool) -> wire.TableMade:
    """A new table, for the seat or the host that made it."""
    return wire.TableMade(
        table=room.table_id,
        seat=eye,
        token=room.seat_token(eye) if eye >= 0 else "",
        host_token=room.host_token if host else "",
        link=f"/t/{room.table_id}",
        commitment=room.commitment,
    )
