"""The web application: pages, the HTTP side of `gradatim.web.wire`, and the sockets of the tables."""

import asyncio
import base64
import contextlib
import hashlib
import json
import logging
import re
from collections.abc import AsyncIterator, Callable, Collection
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from gradatim.bots.pool import Pool
from gradatim.core.game import games, load
from gradatim.dialect.contract import AUDIENCE
from gradatim.dialect.errors import GradatimError, RecordError
from gradatim.web import wire
from gradatim.web.rooms import CannotMake, Room, Rooms, Socket, encoder
from gradatim.web.store import Store
from gradatim.web.views import bot_label, refusal_view, replay_view, seat_views
from gradatim.words import PACKAGE, Words, catalogue

STATIC = Path(__file__).parent / "static"
LARGEST_COMMAND = 64 << 10  # bytes
LARGEST_RECORD = 4 << 20
HELLO_SECONDS = 10.0
SWEEP_SECONDS = 30.0
NO_TABLE, ENDED, TRY_AGAIN = 4004, 1012, 1013  # close codes; 4000 and up: it is no use to try again
LOCAL = ("localhost", "127.0.0.1", "::1")
log = logging.getLogger("gradatim.web")
commands = msgspec.json.Decoder(wire.AnyCommand)
T = TypeVar("T")


class App:
    """What the routes share."""

    def __init__(self, database: str | None = None, hosts: Collection[str] = (), pool: Pool | None = None) -> None:
        self.database = database
        self.hosts = frozenset(host.lower().strip("[]") for host in (*LOCAL, *hosts))
        self.pool = pool or Pool()
        self.rooms: Rooms = cast(Rooms, None)  # made when the event loop runs
        self.policy = content_policy()
        self.failed: Callable[[BaseException], None] = lambda error: log.error("%s", error)

    @property
    def words(self) -> Words:
        return catalogue("en")

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.rooms = Rooms(Store.open(self.database), self.pool, lambda: self.words)
        background = [asyncio.create_task(self._resume()), asyncio.create_task(self._sweep())]
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await self.rooms.close()

    async def _resume(self) -> None:
        """Everything that a first page need not wait for."""
        try:
            await self.rooms.resume()
        except Exception as error:
            self.failed(error)
            return
        await self.pool.warm()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.rooms.sweep()
            except Exception:
                log.exception("the sweep failed")

    # --- pages ------------------------------------------------------------------------------------------------------

    async def page(self, _: Request) -> Response:
        page = await asyncio.to_thread((STATIC / "index.html").read_bytes)
        headers = {"Cache-Control": "no-cache", "Content-Security-Policy": self.policy}
        return Response(page, media_type="text/html", headers=headers)

    # --- the interface over HTTP --------------------------------------------------------------------------------------

    async def health(self, _: Request) -> Response:
        return Response(b'{"ok":true}', media_type="application/json")

    async def all_games(self, _: Request) -> Response:
        return _json([game_view(name, self.words) for name in games()])

    async def game_rules(self, request: Request) -> Response:
        try:
            game = load(request.path_params["game"])
        except GradatimError as error:
            raise CannotMake(404, str(error)) from error
        page = [wire.RuleView(*rule) for rule in game.words.rules_page(self.words)]
        return _json(page)

    async def client_words(self, request: Request) -> Response:
        lang = request.path_params["lang"]
        known = sorted(path.stem for path in (PACKAGE / "words").glob("*.po"))
        if lang not in known:
            raise CannotMake(404, self._say("no_lang", lang=lang[:20], langs=", ".join(known)))
        return _json(catalogue(lang).client())

    async def make_table(self, request: Request) -> Response:
        made = await self.rooms.make(await self._body(request, wire.NewTable))
        return _json(made, 201)

    async def again(self, request: Request) -> Response:
        room = await self._room(request)
        wish = await self._body(request, wire.Again)
        return _json(await self.rooms.again(room, _bearer(request), wish.contribution), 201)

    async def record(self, request: Request) -> Response:
        """The record of a table: all of it once the game is over; before, what the bearer may know."""
        from gradatim.core.record import dump

        room = await self._room(request)
        async with room.lock:
            if room.table is None:
                raise CannotMake(409, self.words.say("server.refusal.not_started"))
            if room.secret is not None:
                text = dump(room.table, room.secret)
            else:
                eye, _ = room.recognise(_bearer(request))
                text = _redacted(dump(room.table, redacted=True), eye)
            name = f"{room.game.name}-{room.table_id}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(text, media_type="application/x-ndjson", headers=headers)

    async def table_replay(self, request: Request) -> Response:
        from gradatim.core.record import dump, parse

        room = await self._room(request)
        async with room.lock:
            if room.table is None or room.secret is None:
                raise CannotMake(409, self._say("not_over"))
            text, seats = dump(room.table, room.secret), seat_views(room)
        return _json(await asyncio.to_thread(lambda: replay_view(parse(text), self.words, seats)))

    async def file_replay(self, request: Request) -> Response:
        from gradatim.core.record import parse

        raw = await self._read(request, LARGEST_RECORD)
        try:
            text = raw.decode()
            return _json(await asyncio.to_thread(lambda: replay_view(parse(text), self.words)))
        except UnicodeDecodeError as error:
            raise CannotMake(400, self._say("bad_record", line=1, reason="this is not UTF-8 text")) from error
        except RecordError as error:
            problem = self._say("bad_record", line=error.line, reason=error.reason.rstrip("."))
            raise CannotMake(422, problem) from error

    def _say(self, key: str, **facts: str | int) -> str:
        return self.words.say(f"server.problem.{key}", None, **facts)

    async def _room(self, request: Request) -> Room:
        table = request.path_params["table"]
        room = await self.rooms.get(table)
        if room is None:
            raise CannotMake(404, self._say("no_table", table=table[:40]))
        return room

    async def _read(self, request: Request, most: int) -> bytes:
        raw = bytearray()
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > most:
                raise CannotMake(413, self._say("too_large", most=most))
        return bytes(raw)

    async def _body(self, request: Request, kind: type[T]) -> T:
        raw = await self._read(request, LARGEST_COMMAND)
        try:
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise CannotMake(400, self._say("bad_body", reason=plain(error))) from error

    # --- the tables' sockets ------------------------------------------------------------------------------------------

    async def socket(self, connection: WebSocket) -> None:
        await connection.accept()
        try:
            room = await self.rooms.get(connection.path_params["table"])
        except CannotMake as error:
            code = TRY_AGAIN if error.status == 503 else NO_TABLE
            await connection.close(code, _short(str(error)))
            return
        if room is None:
            say = self._say("no_table", table=connection.path_params["table"][:40])
            await connection.close(NO_TABLE, _short(say))
            return
        socket = Socket()
        sender = asyncio.create_task(self._send(connection, socket))
        try:
            await self._listen(connection, socket, room)
        except (WebSocketDisconnect, RuntimeError):
            pass  # gone, or closed by the sender
        finally:
            room.leave(socket)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sender

    async def _listen(self, connection: WebSocket, socket: Socket, room: Room) -> None:
        joined = False
        while not socket.closing:
            if joined:
                message = await connection.receive()
            else:
                try:
                    message = await asyncio.wait_for(connection.receive(), HELLO_SECONDS)
                except TimeoutError:
                    socket.end("no hello")
                    return
            if message["type"] == "websocket.disconnect":
                return
            if joined and not socket.may_command():
                refused = refusal_view(self.words, "too_many")
                socket.push(encoder.encode(wire.Answer(id=_id_in(message), ok=False, refused=refused)))
                # Read no faster than commands are allowed.
                await asyncio.sleep(0.05)
                continue
            command = self._decode(message)
            if isinstance(command, wire.RefusalView):
                socket.push(encoder.encode(wire.Answer(id=_id_in(message), ok=False, refused=command)))
            elif joined:
                await room.command(socket, command)
            elif isinstance(command, wire.Hello):
                await room.join(socket, command)
                joined = True
            else:
                refused = refusal_view(self.words, "bad_command", reason="hello comes first")
                socket.push(encoder.encode(wire.Answer(id=command.id, ok=False, refused=refused)))

    def _decode(self, message: Message) -> wire.AnyCommand | wire.RefusalView:
        text = message.get("text")
        if text is None:
            return refusal_view(self.words, "bad_command", reason="it is binary, not text")
        if len(text) > LARGEST_COMMAND:
            return refusal_view(self.words, "too_long", most=LARGEST_COMMAND)
        try:
            return commands.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            return refusal_view(self.words, "bad_command", reason=plain(error))

    async def _send(self, connection: WebSocket, socket: Socket) -> None:
        """Send what is queued. A slow browser holds up this task and nothing else."""
        try:
            while (message := await socket.outbox.get()) is not None:
                await connection.send({"type": "websocket.send", "text": message.decode()})
            await connection.close(TRY_AGAIN if socket.closing == "too slow" else ENDED, _short(socket.closing))
        except (WebSocketDisconnect, RuntimeError, OSError):
            return


def make_app(database: str | None = None, hosts: Collection[str] = (), pool: Pool | None = None) -> tuple[ASGIApp, App]:
    """The application, behind its checks; and what its routes share."""
    app = App(database, hosts, pool)

    async def problem(_: Request, error: Exception) -> Response:
        assert isinstance(error, CannotMake)
        return _json(wire.Problem(str(error)), error.status)

    async def http_problem(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            sentence = app._say("wrong_method", method=request.method[:20])
        else:
            sentence = app._say("not_found")
        return _json(wire.Problem(sentence), error.status_code, dict(error.headers or {}))

    async def broken(_: Request, error: Exception) -> Response:
        return _json(wire.Problem(app._say("broken")), 500)

    get, post = ["GET", "HEAD"], ["POST"]
    routes = [
        Route("/", app.page, methods=get),
        Route("/t/{table}", app.page, methods=get),
        Route("/replay", app.page, methods=get),
        Route("/api/health", app.health, methods=get),
        Route("/api/games", app.all_games, methods=get),
        Route("/api/rules/{game}", app.game_rules, methods=get),
        Route("/api/words/{lang}", app.client_words, methods=get),
        Route("/api/tables", app.make_table, methods=post),
        Route("/api/tables/{table}/again", app.again, methods=post),
        Route("/api/tables/{table}/record", app.record, methods=get),
        Route("/api/tables/{table}/replay", app.table_replay, methods=get),
        Route("/api/replay", app.file_replay, methods=post),
        WebSocketRoute("/ws/{table}", app.socket),
        Mount("/static", Static(directory=STATIC)),
    ]
    handlers: dict[Any, Any] = {CannotMake: problem, HTTPException: http_problem, Exception: broken}
    starlette = Starlette(routes=routes, exception_handlers=handlers, lifespan=app.lifespan)
    return Guard(starlette, app), app


class Static(StaticFiles):
    """The client's files. Browsers keep them, and ask each time whether they are still the same."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


class Guard:
    """In front of everything: who is asked (Host), who asks (Origin), and headers for every answer.

    A foreign page may point its own name at this machine ("DNS rebinding"), or post to us without asking anybody; it
    cannot hide the name it used, nor where it came from.
    """

    def __init__(self, inner: ASGIApp, app: App) -> None:
        self.inner = inner
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.inner(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if self._name(host) not in self.app.hosts and "*" not in self.app.hosts:
            await self._refuse(scope, receive, send, 421, self.app._say("bad_host", host=host[:80]))
        elif origin is not None and not self._same(origin, host) and self._changes(scope):
            await self._refuse(scope, receive, send, 403, self.app._say("bad_origin"))
        else:
            await self.inner(scope, receive, self._with_headers(send))

    @staticmethod
    def _changes(scope: Scope) -> bool:
        return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")

    @staticmethod
    def _name(host: str) -> str:
        try:
            return (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return ""

    @staticmethod
    def _same(origin: str, host: str) -> bool:
        return urlsplit(origin).netloc.lower() == host.lower()

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
        response = _json(wire.Problem(sentence), status)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(response)
        else:
            await response(scope, receive, self._with_headers(send))

    @staticmethod
    def _with_headers(send: Send) -> Send:
        async def wrapped(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *ALWAYS]
            await send(message)

        return wrapped


ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def content_policy() -> str:
    """What the page may load: its own files, and the one inline script it has, its import map."""
    page = (STATIC / "index.html").read_text() if (STATIC / "index.html").exists() else ""
    inline = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in inline]
    scripts = " ".join(["'self'", *(f"'sha256-{found}'" for found in hashes)])
    return (
        f"default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def game_view(name: str, words: Words) -> wire.GameView:
    """A game as the lobby shows it."""
    from gradatim import bots

    game = load(name)
    rules, said = game.rules, game.words
    options = [
        wire.OptionView(
            name=option.name,
            label=said.option_label(words, option.name),
            help=said.option_help(words, option.name),
            default=option.default,
            values=[wire.OptionValue(v, said.option_value(words, option.name, v)) for v in option.values],
        )
        for option in rules.OPTIONS
    ]
    presets = [wire.PresetView(key, said.preset_label(words, key), dict(value)) for key, value in rules.PRESETS.items()]
    return wire.GameView(
        name=name,
        title=said.title(words),
        pitch=said.pitch(words),
        minutes=said.MINUTES,
        seats=list(range(rules.SEATS[0], rules.SEATS[1] + 1)),
        options=options,
        presets=presets,
        bots=[wire.BotView(bot, bot_label(words, bot)) for bot in bots.names(name)],
    )


def plain(error: Exception) -> str:
    """What is wrong with some JSON, naming the field: "seat: expected `int`, got `str`"."""
    text = str(error) or type(error).__name__
    said, _, path = text.partition(" - at `")
    field = path.rstrip("`").removeprefix("$").removeprefix(".")
    said = said[:1].lower() + said[1:]
    return f"{field}: {said}" if field else said


def _redacted(text: str, eye: int) -> str:
    """A running game's record as one eye may have it: others' refused tries and contributions stay out too."""
    lines = [json.loads(line) for line in text.splitlines()]
    lines[0]["contributions"] = ["" for _ in lines[0]["contributions"]]
    for line in lines[1:]:
        if line.get("do") == "try" and (line.get("seat") != eye or eye == AUDIENCE):
            line.pop("move", None)
            line.pop("refused", None)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def _id_in(message: Message) -> str:
    """The id of a command that could not be understood, if it can be found."""
    try:
        value = msgspec.json.decode(message.get("text") or "", type=_Named)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
    return value.id[:64]


class _Named(msgspec.Struct):
    id: str = ""


def _bearer(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _short(reason: str) -> str:
    """A close reason holds 123 bytes."""
    return reason.encode()[:120].decode(errors="ignore")


def _json(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    sent = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(value), status, sent, "application/json")
