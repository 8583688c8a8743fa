"""Run the table on this machine: `run` listens, says where, and ends cleanly on Ctrl+C or SIGTERM."""

import asyncio
import contextlib
import ipaddress
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Collection, Iterator
from typing import Any

import uvicorn

from gradatim.dialect.errors import GradatimError
from gradatim.web.app import make_app
from gradatim.web.database import StoreError, usable
from gradatim.web.limits import LARGEST_COMMAND

PORT = 8765
GRACE = 2.0  # seconds that open requests get when the server ends
PING = 20.0  # seconds between pings; a browser that does not answer one is gone


class CannotServe(GradatimError):
    """The server cannot run; the sentence says why."""


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on `port`, or, if none is given, on 8765 or else any free one. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for candidate in [port] if port is not None else [PORT, 0]:
        # Named, so that asyncio turns Nagle's algorithm off: a view would wait 40 ms for the ACK of the answer before.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if sys.platform != "win32":  # there, it would let two servers share a port
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, candidate))
            made.listen(128)
            made.setblocking(False)
            return made
        except (OSError, OverflowError) as error:
            made.close()
            last = error if isinstance(error, OSError) else OSError("a port is a number from 0 to 65535")
    where = f"{host}:{port}" if port is not None else host
    raise CannotServe(f"cannot listen on {where}: {last.strerror or last if last else 'no port'}")


def lan_addresses() -> list[str]:
    """The addresses under which other machines of the local network may know this one."""
    found: list[str] = []
    with contextlib.suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            found.append(str(entry[4][0]))
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: asks which of our addresses would be used
        found.append(probe.getsockname()[0])
    addresses = [address.partition("%")[0] for address in dict.fromkeys(found)]
    return [address for address in addresses if not ipaddress.ip_address(address).is_loopback]


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    *,
    open_browser: bool = False,
    game: str | None = None,
    lan: bool = False,
    allow_hosts: Collection[str] = (),
) -> None:
    """Serve until a signal ends it. Raises CannotServe when it cannot begin, or when the database cannot be used.

    Without a port, or with 0, it is 8765 or, if that is taken, a free one. `game` opens the lobby at that game. `lan`
    listens for the local network too; `allow_hosts` are further names under which browsers may reach it ("*":
    any, for a proxy that checks them). The address is printed once the port is really listening.
    """
    if lan and host == "127.0.0.1":
        host = "0.0.0.0"
    try:
        usable(database)
    except StoreError as error:
        raise CannotServe(str(error)) from error
    listening = listen(host, port or None)
    path = f"/?game={game}" if game else "/"
    try:
        asyncio.run(_serve(listening, host, database, allow_hosts, path, open_browser))
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


async def _serve(
    listening: socket.socket,
    host: str,
    database: str | None,
    allow_hosts: Collection[str],
    path: str,
    open_browser: bool,
) -> None:
    everywhere = host in ("0.0.0.0", "::")
    hosts = [*allow_hosts, *(lan_addresses() if everywhere else [host])]
    if everywhere:
        hosts.append(socket.gethostname())
    application, app = make_app(database, hosts)
    failures: list[BaseException] = []
    loop = asyncio.get_running_loop()

    def started() -> None:
        def url(name: str) -> str:
            return f"http://{f'[{name}]' if ':' in name else name}:{listening.getsockname()[1]}{path}"

        address = url("localhost" if host == "127.0.0.1" or everywhere else host)
        print(app.words.say("server.listening", address=address), flush=True)
        for other in lan_addresses() if everywhere else ():
            print(app.words.say("server.listening.network", address=url(other)), flush=True)
        if open_browser:
            loop.run_in_executor(None, webbrowser.open, address)

    server = quiet_server(server_config(application), started)

    def failed(error: BaseException) -> None:
        failures.append(error)
        server.should_exit = True

    app.failed = failed

    def stop() -> None:
        if server.should_exit:  # the second time: at once
            server.force_exit = True
        server.should_exit = True
        app.rooms.end_sockets()
        app.solvers.stop()  # who waits for one is answered now

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))

    await server.serve(sockets=[listening])
    if failures:
        raise CannotServe(str(failures[0])) from failures[0]


def server_config(application: Any) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        http="h11",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=LARGEST_COMMAND,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        loop="asyncio",
        lifespan="on",
        access_log=False,
        log_config=None,
        log_level=logging.WARNING,
        server_header=False,
        timeout_graceful_shutdown=int(GRACE),
        proxy_headers=False,
    )


def quiet_server(config: uvicorn.Config, on_started: Callable[[], None]) -> uvicorn.Server:
    """A server that says when it listens, and leaves signals to `run`."""

    class Server(uvicorn.Server):
        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                on_started()

    return Server(config)
