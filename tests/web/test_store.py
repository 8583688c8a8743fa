"""The store: what was committed stays, in one order, on both databases."""

import asyncio
import secrets
import sqlite3
from pathlib import Path

import pytest

from gradatim.web.database import SCHEMA_VERSION, StoreError, address
from gradatim.web.store import Conflict, Entry, Kept, Store


def kept(**more: object) -> Kept:
    fixed = {"game": "escalation", "header": {"pace": 0}, "secret": b"s" * 32, "key": b"k" * 32, "host": "h" * 64}
    return Kept(table=secrets.token_hex(6), **{**fixed, **more})  # type: ignore[arg-type]


def entry(seq: int, **more: object) -> Entry:
    return Entry(seq, "move", 0, {"é": seq}, **more)  # type: ignore[arg-type]


async def test_what_was_appended_is_loaded(database: str) -> None:
    store = await Store.open(database)
    table = kept()
    await store.create(table, [entry(1, command="c1")])
    await store.append(table.table, [entry(2), entry(3)], "playing")
    await store.close()
    store = await Store.open(database)
    found = await store.load(table.table)
    assert found is not None
    assert [(e.seq, e.body, e.command) for e in found[1]] == [(1, {"é": 1}, "c1"), (2, {"é": 2}, ""), (3, {"é": 3}, "")]
    assert found[0].phase == "playing"
    assert (found[0].secret, found[0].key, found[0].header) == (table.secret, table.key, table.header)
    assert table.table in await store.running(100)
    assert await store.load("nothing") is None
    await store.close()


async def test_waiting_appends_share_a_transaction(database: str) -> None:
    store = await Store.open(database)
    tables = [kept() for _ in range(40)]
    for table in tables:
        await store.create(table)
    await asyncio.gather(*(store.append(table.table, [entry(1)]) for table in tables))
    assert store.appends == 40
    assert store.groups <= 3
    await store.close()


async def test_a_conflict_fails_alone(database: str) -> None:
    store = await Store.open(database)
    one, other = kept(), kept()
    await store.create(one, [entry(1)])
    await store.create(other)
    results = await asyncio.gather(
        store.append(other.table, [entry(1)]),
        store.append(one.table, [entry(1)]),
        store.append(one.table, [entry(2), entry(1)]),
        store.append(other.table, [entry(2)]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), Conflict, Conflict, type(None)]
    found = await store.load(one.table)
    assert found is not None
    assert [e.seq for e in found[1]] == [1]  # none of a failed append stays
    await store.append(one.table, [entry(2)])  # and the writer lives on
    with pytest.raises(Conflict):
        await store.create(one)
    await store.close()


async def test_two_stores_never_write_the_same_place(database: str) -> None:
    """Two processes on one database: of two appends to one place exactly one holds."""
    first, second = await Store.open(database), await Store.open(database)
    table = kept()
    await first.create(table)
    for seq in range(1, 11):
        results = await asyncio.gather(
            first.append(table.table, [entry(seq)]), second.append(table.table, [entry(seq)]), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
    found = await second.load(table.table)
    assert found is not None
    assert len(found[1]) == 10
    await first.close()
    await second.close()


async def test_only_tables_that_were_never_dealt_are_forgotten(database: str) -> None:
    store = await Store.open(database)
    old, fresh, dealt = kept(created=5), kept(), kept(created=5, phase="playing")
    for table in (old, fresh, dealt):
        await store.create(table, [entry(1)])
    assert await store.discard(gathering_before=1000) == 1
    assert await store.discard([dealt.table]) == 0
    assert await store.load(old.table) is None
    assert await store.load(fresh.table) is not None
    assert await store.load(dealt.table) is not None
    await store.close()


async def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    await (await Store.open(str(path))).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE gradatim SET version = ?", [SCHEMA_VERSION + 1])
    connection.close()
    with pytest.raises(StoreError, match=f"newer Gradatim .*{SCHEMA_VERSION + 1}"):
        await Store.open(str(path))


async def test_sqlite_survives_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "settings.sqlite3"
    store = await Store.open(str(path))
    async with store._engine.connect() as connection:
        read = {
            name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert read == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    await store.close()


async def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, " * 100)
    with pytest.raises(StoreError, match="cannot open the database"):
        await Store.open(str(tmp_path / "text"))
    with pytest.raises(StoreError, match="cannot open the database"):
        await Store.open(str(tmp_path / "text" / "below"))
    store = await Store.open(str(tmp_path / "fine"))
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.append("x", [entry(1)])


def test_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.sqlite3"
    assert address(str(file)) == f"sqlite+aiosqlite:///{file}"
    assert address(f"sqlite:///{file}") == f"sqlite+aiosqlite:///{file}"
    for spelling in ("postgres", "postgresql", "postgresql+asyncpg"):
        assert address(f"{spelling}://ann@host/name") == "postgresql+asyncpg://ann@host/name"
    for wrong in ("mysql://x/y", "sqlite://", "sqlite:///:memory:"):
        with pytest.raises(StoreError, match=r"SQLite|postgresql"):
            address(wrong)
    monkeypatch.setenv("GRADATIM_DATABASE", str(file))
    assert address() == f"sqlite+aiosqlite:///{file}"
    monkeypatch.delenv("GRADATIM_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert str(tmp_path) in address()


@pytest.mark.postgres
async def test_a_wrong_postgres_address_is_said_without_the_password(postgres_url: str) -> None:
    password = postgres_url.split(":")[2].split("@")[0]
    for wrong in (
        postgres_url.replace("/postgres", "/nothing"),
        postgres_url.replace(":" + password, ":pass" + password),
        postgres_url.rpartition(":")[0] + ":1/postgres",
        postgres_url.rpartition(":")[0] + ":port/postgres",
    ):
        with pytest.raises(StoreError, match="cannot open the database") as caught:
            await Store.open(wrong)
        assert password not in str(caught.value)
        assert "\n" not in str(caught.value)
