"""The database behind the store: where it is, whether it can be used, its two tables, on SQLite and on PostgreSQL."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # importing it takes long
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

SCHEMA_VERSION = 1
VARIABLE = "GRADATIM_DATABASE"
SQLITE = "sqlite+aiosqlite:///"
BUSY_SECONDS = 10  # how long to wait for another process that writes to the same SQLite file
LOCK = 0x6772616461  # PostgreSQL advisory lock held while the schema is made


class StoreError(Exception):
    """The store cannot be used, or could not save; the sentence says why."""


def address(database: str | None = None) -> str:
    """The SQLAlchemy address of a database given as a path, as ``sqlite:///path`` or as ``postgresql://…``.

    Without one, ``GRADATIM_DATABASE``, else a file in the user's data folder. Raises StoreError.
    """
    given = database or os.environ.get(VARIABLE, "")
    if not given:
        from platformdirs import user_data_dir

        given = str(Path(user_data_dir("gradatim", appauthor=False)) / "tables.sqlite3")
    scheme, mark, rest = given.partition("://")
    if not mark:
        return f"{SQLITE}{Path(given).expanduser().resolve()}"
    if scheme in ("sqlite", "sqlite+aiosqlite"):
        if not rest.startswith("/") or rest in ("/", "/:memory:"):
            raise StoreError("an SQLite database is a file: give its path, or sqlite:///path")
        return f"{SQLITE}{Path(rest[1:]).expanduser().resolve()}"
    if scheme in ("postgres", "postgresql", "postgresql+asyncpg"):
        return f"postgresql+asyncpg://{rest}"
    raise StoreError(f"a database is a file, sqlite:///path or postgresql://user@host/name, not {scheme}://")


def usable(database: str | None = None) -> str:
    """The address of a database, once what can be known at once speaks for it. Raises StoreError.

    An SQLite file must be one, or new, and writable; whether a server answers is known only when the store is opened.
    """
    url = address(database)
    if not url.startswith(SQLITE):
        return url
    path = Path(url.removeprefix(SQLITE))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("PRAGMA user_version = 0")  # a write, taken back: a file may be locked and yet read-only
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"cannot open the database {path}: {error}") from error
    return url


def first_line(error: BaseException) -> str:
    """What a database says is wrong, without the statement that it was given."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0] if str(error).strip() else repr(error)


class Sql:
    """SQLAlchemy and our two tables. Made once, when a store is first opened: importing it takes long."""

    def __init__(self) -> None:
        import sqlalchemy as sa
        from sqlalchemy.ext import asyncio as sa_asyncio

        self._sa = sa
        self._asyncio = sa_asyncio
        self.error = (sa.exc.SQLAlchemyError, OSError)
        self.integrity = sa.exc.IntegrityError
        self.select = sa.select
        self.either = sa.or_
        self.notify = sa.func.pg_notify
        self.schema = sa.Table("gradatim", sa.MetaData(), sa.Column("version", sa.Integer, primary_key=True))
        self.data = sa.MetaData()
        self.tables = sa.Table(
            "tables",
            self.data,
            sa.Column("id", sa.String(32), primary_key=True),
            sa.Column("game", sa.String(64), nullable=False),
            sa.Column("created", sa.BigInteger, nullable=False),
            sa.Column("header", sa.Text, nullable=False),
            sa.Column("secret", sa.String(64), nullable=False),
            sa.Column("token_key", sa.String(64), nullable=False),
            sa.Column("host", sa.String(64), nullable=False),
            sa.Column("phase", sa.String(16), nullable=False, index=True),
        )
        self.events = sa.Table(
            "events",
            self.data,
            sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
            sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("at", sa.BigInteger, nullable=False),
            sa.Column("kind", sa.String(16), nullable=False),
            sa.Column("seat", sa.Integer, nullable=False),
            sa.Column("command", sa.String(64), nullable=False),
            sa.Column("body", sa.Text, nullable=False),
        )

    def engine(self, url: str) -> "AsyncEngine":
        sa = self._sa
        parsed = sa.make_url(url)
        if parsed.get_backend_name() != "sqlite":
            return self._asyncio.create_async_engine(parsed, pool_size=4, max_overflow=2, pool_pre_ping=True)
        engine = self._asyncio.create_async_engine(parsed, connect_args={"timeout": BUSY_SECONDS})

        def prepare(connection: Any, _record: Any) -> None:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")  # what was committed survives a crash, of the machine too
            cursor.execute("PRAGMA foreign_keys = ON")
            cursor.close()

        sa.event.listen(engine.sync_engine, "connect", prepare)
        return engine

    async def lock(self, connection: "AsyncConnection") -> None:
        """Several processes may start at once on an empty database: one of them makes the schema."""
        if connection.dialect.name == "postgresql":
            await connection.execute(self._sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        else:
            await connection.execute(self._sa.text("BEGIN IMMEDIATE"))
