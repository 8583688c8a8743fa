"""Real servers on 127.0.0.1, real databases, and a small client that keeps every frame it gets."""

import asyncio
import contextlib
import itertools
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from gradatim.bots import solver
from gradatim.bots.pool import Pool
from gradatim.core import State
from gradatim.web import serve
from gradatim.web.app import App, make_app

PATIENCE = 15.0
SIMPLE = {"kind": "bot", "bot": "simple"}
RANDOM = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}


class Server:
    """A real server in a thread of its own."""

    def __init__(self, database: str, **pool: Any) -> None:
        self.listening = serve.listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{self.listening.getsockname()[1]}"
        self.url = f"http://{self.address}"
        self.app: App
        self.loop: asyncio.AbstractEventLoop
        self._database = database
        self._pool = pool
        self._ready = threading.Event()
        self._stop: Callable[[], None]
        self._thread = threading.Thread(target=lambda: asyncio.run(self._main()), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    async def _main(self) -> None:
        application, self.app = make_app(self._database, pool=Pool(**{"workers": 1, **self._pool}))
        self.loop = asyncio.get_running_loop()
        server = serve.quiet_server(serve.server_config(application), self._ready.set)

        def stop() -> None:
            server.should_exit = True
            self.app.rooms.end_sockets()

        self._stop = stop
        await server.serve(sockets=[self.listening])

    def run(self, coroutine: Any) -> Any:
        """Run something in the server's own event loop."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)

    def call(self, function: Callable[[], Any]) -> Any:
        async def called() -> Any:
            return function()

        return self.run(called())

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self._stop)
        self._thread.join(PATIENCE)
        self.listening.close()
        assert not self._thread.is_alive()

    def post(self, path: str, body: Any = None, token: str = "", status: int = 201) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.post(f"{self.url}{path}", json=body if body is not None else {}, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, token: str = "", status: int = 200) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.get(f"{self.url}{path}", headers=headers)
        assert answer.status_code == status, answer.text
        return answer

    def table(self, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
        wish = {"game": "escalation", "seats": list(seats), "name": "Ann", "pace": 0, **more}
        made: dict[str, Any] = self.post("/api/tables", wish)
        return made


@contextlib.contextmanager
def serving(database: Path | str, **pool: Any) -> Iterator[Server]:
    """A server for one test."""
    running = Server(str(database), **pool)
    try:
        yield running
    finally:
        running.stop()


class Client:
    """A browser's side of a socket: keeps frames, answers and the last view."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[str] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.all_answers: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.events: dict[int, dict[str, Any]] = {}
        self.presences: list[list[dict[str, Any]]] = []
        self.closed = False
        self._changed = asyncio.Condition()
        self._ids = itertools.count(1)
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self.connection:
                assert isinstance(frame, str)
                message = json.loads(frame)
                async with self._changed:
                    self.frames.append(frame)
                    if message["is"] == "view":
                        self.views.append(message)
                        self.events |= {event["seq"]: event for event in message["events"]}
                    elif message["is"] == "answer":
                        self.answers[message["id"]] = message
                        self.all_answers.append(message)
                    else:
                        self.presences.append(message["seats"])
                    self._changed.notify_all()
        async with self._changed:
            self.closed = True
            self._changed.notify_all()

    @property
    def view(self) -> dict[str, Any]:
        return self.views[-1]

    async def until(self, condition: Callable[["Client"], Any]) -> None:
        async def wait() -> None:
            async with self._changed:
                await self._changed.wait_for(lambda: condition(self) or self.closed)

        await asyncio.wait_for(wait(), PATIENCE)
        assert condition(self), f"the socket was closed first ({self.connection.close_code})"

    async def ended(self) -> None:
        async with self._changed:
            await asyncio.wait_for(self._changed.wait_for(lambda: self.closed), PATIENCE)

    async def send(self, **command: Any) -> str:
        command.setdefault("id", f"{id(self):x}-{next(self._ids)}")
        await self.connection.send(json.dumps(command))
        return str(command["id"])

    async def ask(self, **command: Any) -> dict[str, Any]:
        """Send a command and wait for the next answer to its id; more slowly if that was too quick."""
        while True:
            known = len(self.all_answers)
            sent = await self.send(**command)
            await self.until(lambda c, known=known, sent=sent: any(a["id"] == sent for a in c.all_answers[known:]))  # type: ignore[misc]
            answer = next(answer for answer in self.all_answers[known:] if answer["id"] == sent)
            if answer["ok"] or answer["refused"]["rule"] != "too_many":
                return answer
            await asyncio.sleep(0.1)

    async def refused(self, **command: Any) -> str:
        answer = await self.ask(**command)
        assert not answer["ok"]
        assert answer["refused"]["say"]
        return str(answer["refused"]["rule"])

    async def move(self, move: str | None = None, **more: Any) -> dict[str, Any]:
        """Make the given move, or the last of the legal ones, now; wait until the view shows it."""
        view = self.view
        chosen = move if move is not None else view["legal"][-1]["move"]
        answer = await self.ask(do="move", on=view["decision"], move=chosen, **more)
        if answer["ok"]:
            await self.until(lambda c: c.view["rev"] > view["rev"])
        return answer

    async def my_turn(self) -> bool:
        """Wait until this seat may move; False when the game is over."""
        await self.until(lambda c: c.views and (c.view["legal"] or c.view["phase"] == "over"))
        return bool(self.view["legal"])

    async def play_out(self) -> None:
        while await self.my_turn():
            await self.move()

    async def close(self) -> None:
        await self.connection.close()
        await self._reader


@contextlib.asynccontextmanager
async def join(server: Any, made: dict[str, Any] | str, token: str = "", **hello: Any) -> AsyncIterator[Client]:
    """A client at a table, greeted, with its first view."""
    table = made if isinstance(made, str) else made["table"]
    token = token or ("" if isinstance(made, str) else made["token"])
    async with connect(f"ws://{server.address}/ws/{table}") as connection:
        client = Client(connection)
        try:
            await client.ask(do="hello", token=token, **hello)
            await client.until(lambda c: c.views)
            yield client
        finally:
            await client.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a module; each makes tables of its own."""
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite3") as running:
        yield running


@pytest.fixture(scope="session")
def compiled_solver() -> None:
    """Crescent's solver is compiled and kept on disk, so that no test waits for that."""
    solver("crescent").hint(State.new("crescent", 1, 7, {"face_down": 1}).sight(0).to_dict(), [])


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address for a store: an SQLite file, and a PostgreSQL server."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite3")
    return str(request.getfixturevalue("postgres_url"))


def contribution() -> str:
    return secrets.token_hex(16)
