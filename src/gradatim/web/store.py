"""Where tables are kept: one append-only list of events for each, the same code on SQLite and on PostgreSQL.

An event is written once and never changed. Its key (table, seq) is the primary key, so two writers can never both
put an event in the same place. One task writes: all appends that wait go into one transaction, and each caller
resumes when that transaction is on disk.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from gradatim.web.database import BUSY_SECONDS, SCHEMA_VERSION, Sql, StoreError, first_line, usable

if TYPE_CHECKING:  # importing it takes long
    from sqlalchemy.ext.asyncio import AsyncEngine

CHANNEL = "gradatim"  # on which PostgreSQL tells other processes what was appended or called, as "table:seq"
GROUP = 256  # appends in one transaction, at most
RECONNECT_SECONDS = 2.0

log = logging.getLogger("gradatim.web")

Phase = Literal["gathering", "playing", "over"]


def now() -> int:
    """Milliseconds since 1970, as entries and tables are dated."""
    return time.time_ns() // 1_000_000


class Conflict(StoreError):
    """Another writer has already put an event there. Only this append failed."""


@dataclass(frozen=True)
class Entry:
    """One event of a table. `seq` counts from 1 without gaps; `at` is in ms since 1970; `command` is the id of the
    command that caused it, "" if none did."""

    seq: int
    kind: str  # sit, fill, rename, back, deal, move, undo, try, again
    seat: int
    body: dict[str, Any]
    command: str = ""
    at: int = field(default_factory=now)


@dataclass(frozen=True)
class Kept:
    """The fixed part of a table. `secret` makes chance, `key` makes the seats' tokens; neither ever leaves the server
    (the secret does when the game is over)."""

    table: str
    game: str
    header: dict[str, Any]
    secret: bytes
    key: bytes
    host: str  # SHA-256 of the host's token, in hex
    phase: Phase = "gathering"
    created: int = field(default_factory=now)


@dataclass
class _Append:
    table: str
    entries: Sequence[Entry]
    phase: Phase | None
    done: asyncio.Future[None]


class Store:
    """Open one with `await Store.open(database)`; `close` ends it when everything waiting has been written."""

    def __init__(self, engine: "AsyncEngine", sql: Sql) -> None:
        self._engine = engine
        self._sql = sql
        self._waiting: asyncio.Queue[_Append | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self.groups = 0  # transactions written
        self.appends = 0  # appends in them

    @classmethod
    async def open(cls, database: str | None = None) -> "Store":
        """Raises StoreError when the database cannot be opened, or belongs to a newer version."""
        # The file may be locked, and half a second of imports follows: in a thread, so that pages are served meanwhile.
        url = await asyncio.to_thread(usable, database)
        sql = await asyncio.to_thread(Sql)
        try:
            engine = sql.engine(url)
        except (*sql.error, ImportError, ValueError) as error:
            shown = url.partition("://")[0 if "@" in url else 2]  # a password must not be shown
            raise StoreError(f"cannot open the database {shown}: {first_line(error)}") from error
        store = cls(engine, sql)
        until = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                await store._prepare()
                break
            except sql.error as error:
                # Turning WAL on does not wait for another process that is doing the same.
                if "locked" in str(error) and time.monotonic() < until:
                    await asyncio.sleep(0.1)
                    continue
                await engine.dispose()
                shown = engine.url.render_as_string()  # without the password
                raise StoreError(f"cannot open the database {shown}: {first_line(error)}") from error
            except StoreError:
                await engine.dispose()
                raise
        store._writer = asyncio.create_task(store._write(), name="store writer")
        return store

    async def _prepare(self) -> None:
        sql = self._sql
        async with self._engine.begin() as connection:
            await sql.lock(connection)
            await connection.run_sync(sql.schema.create, checkfirst=True)
            found = (await connection.execute(sql.select(sql.schema.c.version))).scalars().all()
            if found and max(found) > SCHEMA_VERSION:
                raise StoreError(
                    f"the database was written by a newer Gradatim (format {max(found)}, here {SCHEMA_VERSION}); "
                    "update Gradatim, or give another --database"
                )
            await connection.run_sync(sql.data.create_all, checkfirst=True)
            if not found:
                await connection.execute(sql.schema.insert(), {"version": SCHEMA_VERSION})

    def listen(self, told: Callable[[str, str], None]) -> None:
        """Have `told(table, what)` called for what any process appends (its seq) or calls.

        PostgreSQL can do that; SQLite is for one process.
        """
        if self._engine.dialect.name == "postgresql":
            self._listener = asyncio.create_task(self._listen(told), name="store listener")

    async def call(self, table: str, what: str) -> bool:
        """Tell every process something about a table. False where there is only this one."""
        if self._listener is None:
            return False
        sql = self._sql
        try:
            async with self._engine.begin() as connection:
                await connection.execute(sql.select(sql.notify(CHANNEL, f"{table}:{what}")))
        except sql.error as error:
            raise StoreError(f"other processes cannot be told: {first_line(error)}") from error
        return True

    async def _listen(self, told: Callable[[str, str], None]) -> None:
        def heard(_connection: Any, _pid: int, _channel: str, message: str) -> None:
            table, _, what = message.partition(":")
            told(table, what)

        while True:
            try:
                async with self._engine.connect() as connection:
                    driver: Any = (await connection.get_raw_connection()).driver_connection
                    ended = asyncio.Event()
                    driver.add_termination_listener(lambda _, ended=ended: ended.set())
                    await driver.add_listener(CHANNEL, heard)
                    try:
                        await ended.wait()
                    finally:
                        await connection.invalidate()
            except self._sql.error as error:
                log.warning("other processes are not heard: %s", first_line(error))
            await asyncio.sleep(RECONNECT_SECONDS)

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        if self._writer is not None:
            self._waiting.put_nowait(None)
            await self._writer
            self._writer = None
        await self._engine.dispose()

    async def create(self, kept: Kept, entries: Sequence[Entry] = ()) -> None:
        """Keep a new table with its first events. Raises Conflict if the id is taken."""
        sql = self._sql
        try:
            async with self._engine.begin() as connection:
                row = {
                    "id": kept.table,
                    "game": kept.game,
                    "created": kept.created,
                    "header": _dump(kept.header),
                    "secret": kept.secret.hex(),
                    "token_key": kept.key.hex(),
                    "host": kept.host,
                    "phase": kept.phase,
                }
                await connection.execute(sql.tables.insert(), row)
                if entries:
                    await connection.execute(sql.events.insert(), _rows(kept.table, entries))
        except sql.integrity as error:
            raise Conflict(f"there is already a table {kept.table}") from error
        except sql.error as error:
            raise StoreError(f"the table could not be saved: {first_line(error)}") from error

    async def append(self, table: str, entries: Sequence[Entry], phase: Phase | None = None) -> None:
        """Returns when all the events are on disk, or raises and has kept none: Conflict, or StoreError."""
        if self._writer is None:
            raise StoreError("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Append(table, entries, phase, done))
        await asyncio.shield(done)

    async def load(self, table: str) -> tuple[Kept, list[Entry]] | None:
        """A table with all its events in order; None when there is none of that id."""
        sql = self._sql
        t, e = sql.tables.c, sql.events.c
        try:
            async with self._engine.connect() as connection:
                row = (await connection.execute(sql.select(sql.tables).where(t.id == table))).one_or_none()
                if row is None:
                    return None
                found = await connection.execute(sql.select(sql.events).where(e.table_id == table).order_by(e.seq))
                entries = [Entry(r.seq, r.kind, r.seat, json.loads(r.body), r.command, r.at) for r in found]
        except sql.error as error:
            raise StoreError(f"the table could not be read: {first_line(error)}") from error
        secret, key = bytes.fromhex(row.secret), bytes.fromhex(row.token_key)
        header = json.loads(row.header)
        return Kept(row.id, row.game, header, secret, key, row.host, row.phase, row.created), entries

    async def running(self, limit: int) -> list[str]:
        """The tables that are being played, the newest first."""
        sql, t = self._sql, self._sql.tables.c
        asked = sql.select(t.id).where(t.phase == "playing").order_by(t.created.desc()).limit(limit)
        async with self._engine.connect() as connection:
            return list((await connection.execute(asked)).scalars())

    async def discard(self, tables: Sequence[str] = (), *, gathering_before: int = 0) -> int:
        """Forget tables that were never dealt: those named, and all made before a time (ms). Returns how many."""
        sql, t = self._sql, self._sql.tables.c
        chosen = sql.select(t.id).where(
            t.phase == "gathering", sql.either(t.id.in_(list(tables)), t.created < gathering_before)
        )
        async with self._engine.begin() as connection:
            found = list((await connection.execute(chosen)).scalars())
            for name in found:
                await connection.execute(sql.events.delete().where(sql.events.c.table_id == name))
                await connection.execute(sql.tables.delete().where(t.id == name, t.phase == "gathering"))
        return len(found)

    # --- the writer ---------------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        ending = False
        while not ending:
            group = [await self._waiting.get()]
            while len(group) < GROUP and not self._waiting.empty():
                group.append(self._waiting.get_nowait())
            ending = None in group
            await self._write_group([append for append in group if append is not None])

    async def _write_group(self, group: list[_Append]) -> None:
        if not group:
            return
        try:
            await self._transact(group)
        except self._sql.integrity as error:
            if len(group) == 1:
                _fail(group[0], Conflict(f"table {group[0].table} has gone on meanwhile"), error)
                return
            half = len(group) // 2  # one of them conflicts: it shall fail alone
            await self._write_group(group[:half])
            await self._write_group(group[half:])
        except Exception as error:  # whatever it is, somebody waits for an answer, and the writer must live on
            for append in group:
                _fail(append, StoreError(f"the event could not be saved: {first_line(error)}"), error)
        else:
            self.groups += 1
            self.appends += len(group)
            for append in group:
                if not append.done.done():
                    append.done.set_result(None)

    async def _transact(self, group: list[_Append]) -> None:
        sql = self._sql
        async with self._engine.begin() as connection:
            rows = [row for append in group for row in _rows(append.table, append.entries)]
            await connection.execute(sql.events.insert(), rows)
            for append in group:
                if append.phase is not None:
                    changed = sql.tables.update().where(sql.tables.c.id == append.table).values(phase=append.phase)
                    await connection.execute(changed)
            if connection.dialect.name == "postgresql":  # delivered when the transaction is committed
                notify = sql.select(*(sql.notify(CHANNEL, f"{a.table}:{a.entries[-1].seq}") for a in group))
                await connection.execute(notify)


def _fail(append: _Append, error: StoreError, cause: BaseException) -> None:
    error.__cause__ = cause
    if not append.done.done():
        append.done.set_exception(error)


def _rows(table: str, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "table_id": table,
            "seq": entry.seq,
            "at": entry.at,
            "kind": entry.kind,
            "seat": entry.seat,
            "command": entry.command,
            "body": _dump(entry.body),
        }
        for entry in entries
    ]


def _dump(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
