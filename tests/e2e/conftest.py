"""A real Chromium and a real server for the tests in this folder."""

import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit
from zlib import crc32

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

# No sandbox: tests run as root in containers. The rest keeps the browser from calling home.
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
RUN_AXE = "(only) => axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) })"
STILL = "() => document.getAnimations().length === 0"
PATIENCE = 20_000  # ms that the browser gets for one thing; the machine may be busy
expect.set_options(timeout=PATIENCE)
# Pictures are taken when they are asked for.
collect_ignore = [] if os.environ.get("GRADATIM_SCREENSHOTS") else ["test_screenshots.py"]


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One Chromium for the whole session, with a new profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


class ContextFor:
    """`context_for(width, height, …)`: a person's browser, with its own storage; closed after the test.

    Call it once for each person at the table. Whatever any of them says in its console, or asks of another machine,
    fails the test, but for what a test `expects`.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.said: list[str] = []
        self.asked: set[str] = set()
        self.expects = ""

    def __call__(
        self,
        width: int,
        height: int,
        theme: Literal["light", "dark"] = "light",
        touch: bool = False,
        reduced_motion: bool = False,
        locale: str = "en-GB",
    ) -> BrowserContext:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce" if reduced_motion else "no-preference",
            locale=locale,
        )
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        context.on("weberror", lambda error: self.said.append(f"thrown: {error.error}"))
        context.on("request", lambda request: self.asked.add(_origin(request.url)))
        context.on("page", lambda page: page.on("websocket", lambda made: self.asked.add(_origin(made.url))))
        self.contexts.append(context)
        return context

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return "" if parts.scheme in ("data", "blob") else parts.netloc


@pytest.fixture
def context_for(browser: Browser, server: "Server") -> Iterator[ContextFor]:
    contexts = ContextFor(browser)
    yield contexts
    contexts.close()
    said = [line for line in contexts.said if not contexts.expects or not re.search(contexts.expects, line)]
    assert not said, "the browser's console is not empty"
    assert contexts.asked <= {"", server.origin}, "something was asked of another machine"


class Server:
    """`gradatim play` as a process of its own; it can be killed, and started again at the same place."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.origin = f"localhost:{self.port}"
        self.url = f"http://{self.origin}"
        self.database = folder / "tables.sqlite3"
        self.said = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "gradatim", "play", "--no-browser", "--port", str(self.port)]
        with self.said.open("ab") as output:
            self.process = subprocess.Popen(
                [*command, "--database", str(self.database)],
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        until = time.monotonic() + 60
        while True:
            try:
                httpx.get(f"{self.url}/api/health").raise_for_status()
                return
            except httpx.TransportError:
                assert self.process.poll() is None, self.said.read_text()
                assert time.monotonic() < until, self.said.read_text()
                time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process
        self.process.kill()
        self.process.wait(30)

    def stop(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)

    def post(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.post(f"{self.url}{path}", json={} if body is None else body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    def table(
        self, *seats: str, game: str = "escalation", pace: int = 0, race: int = 1500, name: str = "Ann", **options: int
    ) -> dict[str, Any]:
        """A new table. A seat is "me", "open" or a bot's name."""
        wishes = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        wish = {"game": game, "seats": wishes, "name": name, "pace": pace, "race": race, "options": options}
        made = self.post("/api/tables", wish)
        assert isinstance(made, dict)
        return made | {"game": game}

    def record(self, table: str, token: str = "") -> str:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.get(f"{self.url}/api/tables/{table}/record", headers=headers)
        assert answer.is_success, answer.text
        return answer.text


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a file. What it complains about fails the last of them."""
    server = Server(tmp_path_factory.mktemp("server"))
    try:
        yield server
    finally:
        server.stop()
    complaints = [line for line in server.said.read_text().splitlines() if "http://" not in line]
    assert not complaints


T = TypeVar("T")
Share = Callable[[Sequence[T], int], Sequence[T]]


@pytest.fixture
def share(request: pytest.FixtureRequest, long_run: bool) -> Share[Any]:
    """`share(sizes, 3)`: a third of them, and the next time another third; all of them in a long run."""
    first = crc32(request.node.name.encode())  # another third in another test, too
    turns: defaultdict[int, Iterator[int]] = defaultdict(lambda: itertools.count(first))
    return lambda whole, parts: whole if long_run else whole[next(turns[parts]) % parts :: parts]


Look = Callable[[Page, str], None]


@pytest.fixture
def look_in_turn(look: Look, long_run: bool) -> Callable[[int], Look]:
    """`look_in_turn(width)`: at every other state; a phone at those that a desk leaves out. At all in a long run."""

    def begin(width: int) -> Look:
        turn = itertools.count(int(width < 700))
        return lambda page, what: look(page, what) if long_run or next(turn) % 2 else None

    return begin


@pytest.fixture
def look() -> Look:
    """Check with axe-core the page as it stands, in both themes. (They differ in nothing but colours.)"""
    script = Axe().axe_script

    def look(page: Page, what: str) -> None:
        if not page.evaluate("() => Boolean(window.axe)"):
            page.evaluate(script)
        found = []
        for theme, only in (("dark", ["color-contrast"]), ("light", None)):
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_function(STILL)
            for violation in page.evaluate(RUN_AXE, only)["violations"]:
                nodes = [f"{node['target']}: {node['failureSummary']}" for node in violation["nodes"][:5]]
                found.append(f"{what}, {theme}: {violation['id']}: {nodes}")
        assert not found, "\n".join(found)

    return look
