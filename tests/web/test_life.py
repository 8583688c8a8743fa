"""What goes wrong in the life of a server: it is killed, bots die, browsers vanish, another process writes."""

import asyncio
import contextlib
import gc
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from gradatim.bots.pool import Pool
from gradatim.web import limits, people
from gradatim.web.database import StoreError
from gradatim.web.store import Conflict, Entry, Kept, Store, now
from tests.web.conftest import ME, OPEN, PATIENCE, RANDOM, SIMPLE, Client, Server, join, serving


class Process:
    """A server as people run it: a process of its own, that can be killed."""

    def __init__(self, database: Path | str, *arguments: str) -> None:
        code = "import sys; from gradatim.web.serve import run; run(port=int(sys.argv[1]), database=sys.argv[2])"
        self.database = str(database)
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "0", self.database],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://localhost:" in line, line
        self.address = "127.0.0.1:" + line.split("localhost:")[1].split("/")[0]
        self.url = f"http://{self.address}"

    def end(self, number: int) -> tuple[int, str]:
        self.process.send_signal(number)
        errors = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode, errors


@contextlib.contextmanager
def process(database: Path | str) -> Iterator[Process]:
    running = Process(database)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate()


async def play_until(client: Client, rev: int) -> None:
    """Play on until the table is there, the game is over, or the server is gone."""
    with contextlib.suppress(ConnectionClosed, AssertionError):
        while not client.closed and client.view["rev"] < rev and client.view["phase"] != "over":
            await client.until(lambda c: c.view["legal"] or c.view["phase"] == "over" or c.view["rev"] >= rev)
            if client.view["legal"]:
                await client.send(do="move", on=client.view["decision"], move=client.view["legal"][-1]["move"])
                old = client.view["rev"]
                await client.until(lambda c, old=old: c.view["rev"] > old)  # type: ignore[misc]


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
async def test_nothing_seen_is_lost_when_the_server_is_killed(
    kind: str, tmp_path: Path, long_run: bool, request: pytest.FixtureRequest
) -> None:
    """Killed again and again in mid-game: what a client saw has happened, and the game goes on to its end."""
    database = tmp_path / "t.sqlite3" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    rng = random.Random(7)
    seen: dict[int, dict[str, Any]] = {}
    kills = (20 if long_run else 4) if kind == "sqlite" else 1
    games = 3 if kind == "sqlite" else 1
    made: dict[str, Any] = {}
    rev, commitments = 0, set()
    while kills > 0:
        with process(database) as server:
            if not made:
                wish = {"game": "escalation", "seats": [ME, SIMPLE, RANDOM], "pace": 0, "options": {"games": games}}
                made = httpx.post(f"{server.url}/api/tables", json=wish, timeout=PATIENCE).json()
                rev, seen, commitments = 0, {}, set()
            async with join(server, made) as ann:
                assert ann.view["you"] == 0
                assert ann.view["rev"] >= rev
                for seq, event in seen.items():
                    assert ann.events[seq] == event
                goal = ann.view["rev"] + rng.randrange(4, 12)
                # Kill it while moves are on their way, not at rest.
                killer = threading.Timer(rng.random() * 0.3, server.process.kill)
                await play_until(ann, goal)
                killer.start()
                await play_until(ann, 10**6)
                await ann.ended() if ann.view["phase"] != "over" else None
                killer.join()
                kills -= 1
                rev = ann.view["rev"]
                seen = dict(ann.events)
                commitments.add(ann.view["commitment"])
                assert sorted(seen) == list(range(1, max(seen) + 1))
                if ann.view["phase"] == "over":
                    made = {}
    assert len(commitments) <= 1
    with process(database) as server:
        if made:
            async with join(server, made) as ann:
                assert all(ann.events[seq] == event for seq, event in seen.items())
                await ann.play_out()
                assert ann.view["score"] is not None
            assert httpx.get(f"{server.url}/api/tables/{made['table']}/record").text.count("secret") == 1


async def test_ids_are_remembered_over_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    sit = {"do": "sit", "seat": 1, "name": "Ben", "contribution": "b" * 32, "id": "sit"}
    with serving(database) as first:
        made = first.table(ME, OPEN)
        async with join(first, made) as ann, join(first, made["table"]) as ben:
            sat = await ben.ask(**sit)
            await ben.until(lambda c: c.view["phase"] == "playing" and c.view["you"] == 1)
            mover = ann if ann.view["legal"] else ben
            token = made["token"] if mover is ann else sat["token"]
            command = {"do": "move", "on": mover.view["decision"], "move": mover.view["legal"][-1]["move"], "id": "m"}
            answer = await mover.ask(**command)
            await mover.until(lambda c: c.view["decision"] != command["on"])
            rev = mover.view["rev"]
    with serving(database) as second:
        async with join(second, made["table"], token) as again, join(second, made["table"]) as lost:
            assert await again.ask(**command) == answer
            assert (await again.ask(do="sync"))["ok"]
            assert again.view["rev"] == rev
            assert await lost.ask(**sit) == sat
            await lost.until(lambda c: c.view["you"] == 1)


async def test_bots_go_on_after_a_restart_with_nobody_there(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    with process(database) as server:
        wish = {"game": "escalation", "seats": [SIMPLE, SIMPLE], "pace": 200}
        made = httpx.post(f"{server.url}/api/tables", json=wish, timeout=PATIENCE).json()
    with serving(database) as running:
        await goes_on(running, made["table"])


async def goes_on(running: Server, table: str) -> None:
    """Wait until bots have played at a table that nobody has asked for."""
    until = time.monotonic() + PATIENCE
    while (room := running.app.rooms.rooms.get(table)) is None or room.rev <= 4:
        assert time.monotonic() < until, "the bots did not go on"
        await asyncio.sleep(0.05)


async def test_a_table_that_cannot_be_read_harms_no_other(tmp_path: Path) -> None:
    """They are the newest, so they are opened first after a start."""
    database = tmp_path / "t.sqlite3"
    with process(database) as server:
        wish = {"game": "escalation", "seats": [SIMPLE, SIMPLE], "pace": 200}
        made = httpx.post(f"{server.url}/api/tables", json=wish, timeout=PATIENCE).json()
    seats = [{"kind": "held", "name": "Ann", "host": True}]
    headers = {"empty": {}, "seatless": {"options": {}, "pace": 0, "seats": [{}]}}
    headers["muddled"] = {"options": {}, "pace": 0, "seats": seats}
    store = await Store.open(str(database))
    for name, header in headers.items():
        kept = Kept(name, "escalation", header, b"s" * 32, b"k" * 32, "", "playing", now() + 60_000)
        await store.create(kept, [Entry(1, "move", 0, {"event": 7})])
    await store.close()
    with serving(database) as running:
        await goes_on(running, made["table"])
        for name in headers:
            refused = running.post(f"/api/tables/{name}/again", status=500)
            assert refused["error"].startswith(f"What is kept of the table “{name}” cannot be read")


async def test_a_table_that_is_loaded_while_it_is_made_is_one_room(tmp_path: Path) -> None:
    """After a start the tables in play are loaded; one that is made at that moment may be among them."""
    with serving(tmp_path / "t.sqlite3") as running:
        rooms = running.app.rooms
        store = running.run(rooms.store())
        create = store.create

        async def create_slowly(kept: Kept, entries: Sequence[Entry]) -> None:
            await create(kept, entries)
            loading.append(asyncio.create_task(rooms.get(kept.table)))
            while not rooms._loading:
                await asyncio.sleep(0)

        loading: list[asyncio.Task[Any]] = []
        store.create = create_slowly
        made = running.table(ME, SIMPLE)
        async with join(running, made):
            loaded = running.run(asyncio.wait_for(loading[0], PATIENCE))
            assert loaded is rooms.rooms[made["table"]]
            assert len(loaded.sockets) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_server_ends_cleanly(number: int, tmp_path: Path) -> None:
    with process(tmp_path / "t.sqlite3") as server:
        wish = {"game": "escalation", "seats": [ME, SIMPLE], "pace": 0}
        made = httpx.post(f"{server.url}/api/tables", json=wish, timeout=PATIENCE).json()
        async with join(server, made) as ann:
            await play_until(ann, ann.view["rev"] + 3)
            children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
            workers = children.read_text().split() if children.exists() else []
            begun = time.monotonic()
            code, errors = await asyncio.to_thread(server.end, number)
            assert time.monotonic() - begun < 5
            await ann.ended()
            assert ann.connection.close_code == 1012
        assert (code, errors) == (0, "")
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


@pytest.mark.parametrize("kind", ["scheme", "text", "folder", "below a file", "read-only"])
def test_a_bad_database_is_told_in_one_line_before_anybody_is_invited(kind: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database " * 1000)
    where = {"scheme": "foo://bar", "text": f"{tmp_path}/text", "folder": str(tmp_path)}
    where |= {"below a file": f"{tmp_path}/text/below", "read-only": "/proc/version"}
    done = subprocess.run(
        [sys.executable, "-m", "gradatim", "serve", "--port", "0", "--database", where[kind]],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "database" in done.stderr
    assert done.stderr.count("\n") == 1


async def test_a_killed_bot_worker_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite3") as running:
        made = running.table(ME, SIMPLE, SIMPLE, pace=20)
        async with join(running, made) as ann:
            killed = 0
            while await ann.my_turn():
                if killed < 3 and running.app.pool.pids:
                    os.kill(running.app.pool.pids[0], signal.SIGKILL)
                    killed += 1
                await ann.move()
        assert killed == 3
        assert running.app.pool.started > killed


SILENT = "import sys, time\nfor line in sys.stdin: time.sleep(60)"
NONSENSE = "import sys\nfor line in sys.stdin: print('nonsense', flush=True)"
ILLEGAL = (
    "import sys, json\n"
    "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'], 'move': 9999}), flush=True)"
)
DYING = "import sys; sys.stdin.readline()"


@pytest.mark.parametrize("code", [SILENT, NONSENSE, ILLEGAL, DYING], ids=["silent", "nonsense", "illegal", "dying"])
async def test_a_bad_bot_does_not_stop_the_game(code: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    command = [sys.executable, "-c", code]
    with serving(tmp_path / "t.sqlite3", patience=0.3, command=command) as running:
        made = running.table(ME, SIMPLE)
        async with join(running, made) as ann:
            for _ in range(4):
                if await ann.my_turn():
                    await ann.move()
    assert "a random legal move is made" in caplog.text


async def test_hundreds_of_connections_leave_nothing_behind(server: Server) -> None:
    made = server.table(ME, OPEN)
    room = server.app.rooms.rooms[made["table"]]
    kept: list[weakref.ref[people.Socket]] = []
    for cycle in range(300):
        async with connect(f"ws://{server.address}/ws/{made['table']}") as connection:
            token = made["token"] if cycle % 3 else ""
            await connection.send(json.dumps({"do": "hello", "id": "h", "token": token}))
            await connection.recv()
            if cycle % 50 == 0:
                kept += server.call(lambda: [weakref.ref(socket) for socket in room.sockets])
            if cycle % 7 == 0:
                connection.transport.abort()  # a browser that just vanishes
    until = time.monotonic() + 5
    while server.call(lambda: len(room.sockets)) and time.monotonic() < until:
        await asyncio.sleep(0.05)
    assert server.call(lambda: len(room.sockets)) == 0
    server.call(gc.collect)
    assert len(kept) >= 6
    assert not [socket for socket in kept if socket() is not None]


async def test_a_browser_that_does_not_read_holds_up_nobody(server: Server) -> None:
    made = server.table(ME, OPEN)
    address = f"ws://{server.address}/ws/{made['table']}"
    async with (
        join(server, made) as ann,
        join(server, made["table"]) as ben,
        connect(address, max_queue=1) as lazy,
    ):
        await lazy.send(json.dumps({"do": "hello", "id": "h"}))
        lazy.transport.pause_reading()
        begun = time.monotonic()
        for number in range(600):
            await ann.send(do="rename", name="Ann" if number % 2 else "Anna")
            if number % 30 == 29:
                assert (await ben.ask(do="sync"))["is"] == "answer"
                server.call(lambda: setattr(room_socket(server, made, 0), "_allowance", 40.0))
        room = server.app.rooms.rooms[made["table"]]
        assert time.monotonic() - begun < PATIENCE
        assert server.call(lambda: max(socket.outbox.qsize() for socket in room.sockets)) <= limits.MOST_OUTBOX
        lazy.transport.abort()


def room_socket(server: Server, made: dict[str, Any], eye: int) -> people.Socket:
    return next(socket for socket in server.app.rooms.rooms[made["table"]].sockets if socket.eye == eye)


def test_an_overfull_outbox_ends_its_socket() -> None:
    async def fill() -> people.Socket:
        socket = people.Socket()
        for _ in range(limits.MOST_OUTBOX + 1):
            socket.push(b"{}")
        return socket

    socket = asyncio.run(fill())
    assert socket.closing == "too slow"
    assert socket.outbox.get_nowait() is None


class Failing:
    """A store whose appends fail as they are told."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.failure: Exception | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def append(self, *arguments: Any) -> None:
        if self.failure is not None:
            raise self.failure
        await self.store.append(*arguments)


async def test_what_cannot_be_saved_has_not_happened(server: Server) -> None:
    made = server.table(ME, OPEN)
    async with join(server, made) as ann, join(server, made["table"]) as ben:
        await ben.ask(do="sit", seat=1, name="Ben")
        await ben.until(lambda c: c.view["phase"] == "playing" and c.view["you"] == 1)
        await ann.until(lambda c: c.view["phase"] == "playing")
        first, second = (ann, ben) if ann.view["legal"] else (ben, ann)
        room = server.app.rooms.rooms[made["table"]]
        failing = Failing(room._store)
        failing.failure = StoreError("the disk is full")
        server.call(lambda: setattr(room, "_store", failing))
        view = first.view
        command = {"do": "move", "on": view["decision"], "move": view["legal"][-1]["move"], "id": "m"}
        assert await first.refused(**command) == "unsaved"
        assert await second.refused(do="rename", name="Benjamin") == "unsaved"
        await second.ask(do="sync")
        assert (second.view["rev"], second.view["board"]["on_table"]) == (view["rev"], 0)
        failing.failure = Conflict("somebody else was first")
        assert await second.refused(do="rename", name="Benjamin") == "stale"
        failing.failure = None
        assert (await first.ask(**command))["ok"]  # the same command again, now that it can be saved
        await second.until(lambda c: c.view["legal"])


async def test_two_processes_at_one_table(tmp_path: Path) -> None:
    """What the other process did is taken up at the latest when it collides with a command here."""
    database = tmp_path / "t.sqlite3"
    with serving(database) as one, serving(database) as two:
        made = one.table(ME, OPEN)
        async with join(one, made) as here, join(two, made) as there:
            assert (await here.ask(do="rename", name="Here"))["ok"]
            await there.ask(do="rename", name="There")
            await there.until(lambda c: any("Here" in event["say"] for event in c.events.values()))
            assert (await there.ask(do="rename", name="There again"))["ok"]


@pytest.mark.postgres
async def test_processes_on_one_postgres_hear_each_other(postgres_url: str) -> None:
    """Two people, each on a server of their own, play one game to its end."""
    with serving(postgres_url) as one, serving(postgres_url) as two:
        made = one.table(ME, OPEN)
        async with join(one, made) as ann, join(two, made["table"]) as ben:
            await ben.ask(do="sit", seat=1, name="Ben")
            await ann.until(lambda c: c.view["phase"] == "playing")
            await asyncio.gather(ann.play_out(), ben.play_out())
            assert ann.view["score"]["rows"] == ben.view["score"]["rows"]
            assert ann.view["rev"] == ben.view["rev"]


async def test_unused_tables_leave_memory_and_unjoined_ones_the_store(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite3") as running:
        held, kept, unjoined = running.table(ME, OPEN), running.table(ME, OPEN), running.table(OPEN, OPEN)
        known = running.app.rooms.rooms
        gone = [weakref.ref(known[made["table"]]) for made in (kept, unjoined)]
        async with join(running, held):
            running.app.rooms.idle = running.app.rooms.unjoined = 0.0
            await asyncio.sleep(0.05)
            running.run(running.app.rooms.sweep())
            assert list(known) == [held["table"]]
        running.call(gc.collect)
        assert [room() for room in gone] == [None, None]
        async with join(running, kept) as ann:
            assert ann.view["you"] == 0
        async with connect(f"ws://{running.address}/ws/{unjoined['table']}") as connection:
            with pytest.raises(ConnectionClosed):
                await connection.recv()
            assert connection.close_code == 4004


async def test_the_number_of_tables_is_bounded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    made = server.table(ME, OPEN)
    async with join(server, made):
        monkeypatch.setattr(limits, "MOST_ROOMS", 1)
        server.call(lambda: [server.app.rooms._forget(room) for room in list(server.app.rooms.rooms.values())[:-1]])
        wish = {"game": "escalation", "seats": [ME, OPEN]}
        assert "as many tables" in server.post("/api/tables", wish, status=503)["error"]


async def test_the_number_of_watchers_is_bounded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_WATCHERS", 2)
    monkeypatch.setattr(limits, "MOST_SEAT_SOCKETS", 2)
    made = server.table(ME, OPEN)
    async with join(server, made["table"]), join(server, made["table"]):
        async with connect(f"ws://{server.address}/ws/{made['table']}") as connection:
            await connection.send(json.dumps({"do": "hello", "id": "h"}))
            assert json.loads(await connection.recv())["refused"]["rule"] == "too_many_watch"
        async with join(server, made) as first, join(server, made), join(server, made) as newest:
            await first.ended()
            assert newest.view["you"] == 0


def test_starting_imports_nothing_slow() -> None:
    """What the first page needs: neither the compiler nor the database."""
    code = (
        "import sys, gradatim.web.app, gradatim.web.serve, uvicorn\n"
        "print([m for m in ('numba', 'numpy', 'sqlalchemy', 'asyncpg', 'gradatim.fast') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30)
    assert done.stdout.strip() == "[]"


async def test_a_bots_process_that_has_just_ended_may_be_ended() -> None:
    pool = Pool(workers=1)
    await pool.warm()
    (worker,) = pool._all
    os.kill(worker.process.pid, signal.SIGKILL)
    await worker.process.wait()
    worker.kill()
    await pool.close()
