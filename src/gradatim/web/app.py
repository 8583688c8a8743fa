"""The web application: pages, the HTTP side of `gradatim.web.wire`, and the sockets of the tables."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Collection
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from gradatim.bots.pool import Pool
from gradatim.core.game import games, load
from gradatim.core.record import dump, parse
from gradatim.dialect.errors import GradatimError, RecordError
from gradatim.web import wire
from gradatim.web.connection import attend
from gradatim.web.guard import Guard, answer, content_policy, problem
from gradatim.web.limits import LARGEST_COMMAND, LARGEST_RECORD, SOLVER_SECONDS
from gradatim.web.room import Room
from gradatim.web.rooms import CannotMake, Rooms
from gradatim.web.store import Store
from gradatim.web.views import game_view, redacted_record, replay_view, seat_views
from gradatim.words import PACKAGE, catalogue, plain

STATIC = Path(__file__).parent / "static"
SWEEP_SECONDS = 30.0
GONE = 499  # a status that nobody reads: who asked has gone
log = logging.getLogger("gradatim.web")
T = TypeVar("T")


class App:
    """What the routes share."""

    def __init__(self, database: str | None = None, pool: Pool | None = None) -> None:
        self.database = database
        self.pool = pool or Pool()
        self.solvers = Pool(workers=1, patience=SOLVER_SECONDS)  # apart: a bot never waits for a solver
        self.words = catalogue("en")
        self.rooms: Rooms = cast(Rooms, None)  # made when the event loop runs
        self.failed: Callable[[BaseException], None] = lambda error: log.error("%s", error)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.rooms = Rooms(Store.open(self.database), self.pool, self.words, self.solvers)
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
        page = await asyncio.to_thread((STATIC / "index.html").read_text)
        headers = {"Cache-Control": "no-cache", "Content-Security-Policy": content_policy(page)}
        return Response(page, media_type="text/html", headers=headers)

    # --- the interface over HTTP --------------------------------------------------------------------------------------

    async def health(self, _: Request) -> Response:
        return Response(b'{"ok":true}', media_type="application/json")

    async def all_games(self, _: Request) -> Response:
        return answer([game_view(name, self.words) for name in games()])

    async def game_rules(self, request: Request) -> Response:
        try:
            game = load(request.path_params["game"])
        except GradatimError as error:
            raise CannotMake(404, str(error)) from error
        page = [wire.RuleView(*rule) for rule in plain.rules_page(self.words, game)]
        return answer(page)

    async def client_words(self, request: Request) -> Response:
        lang = request.path_params["lang"]
        known = sorted(path.stem for path in (PACKAGE / "words").glob("*.po"))
        if lang not in known:
            raise CannotMake(404, self._say("no_lang", lang=lang[:20], langs=", ".join(known)))
        return answer(catalogue(lang).client())

    async def make_table(self, request: Request) -> Response:
        made = await self.rooms.make(await self._body(request, wire.NewTable))
        return answer(made, 201)

    async def again(self, request: Request) -> Response:
        room = await self._room(request)
        await self._body(request, wire.Again)
        return answer(await self.rooms.again(room, _bearer(request)), 201)

    async def record(self, request: Request) -> Response:
        """The record of a table: all of it once the game is over; before, what the bearer may know."""
        room = await self._room(request)
        async with room.lock:
            if room.table is None:
                raise CannotMake(409, self.words.say("server.refusal.not_started"))
            if room.secret is not None:
                text = dump(room.table, room.secret)
            else:
                eye, _ = room.recognise(_bearer(request))
                text = redacted_record(room, room.table, eye)
            name = f"{room.game.name}-{room.table_id}.jsonl"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(text, media_type="application/x-ndjson", headers=headers)

    async def table_replay(self, request: Request) -> Response:
        room = await self._room(request)
        async with room.lock:
            if room.table is None or room.secret is None:
                raise CannotMake(409, self._say("not_over"))
            text, seats = dump(room.table, room.secret), seat_views(room)
        return answer(await asyncio.to_thread(lambda: replay_view(parse(text), self.words, seats)))

    async def advice(self, request: Request) -> Response:
        room = await self._room(request)
        wish = await self._body(request, wire.Advise)
        asked = asyncio.create_task(self.rooms.advise(room, _bearer(request), wish))
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait((asked, gone), return_when=asyncio.FIRST_COMPLETED)
            return answer(asked.result()) if asked.done() else Response(status_code=GONE)
        finally:
            asked.cancel()
            gone.cancel()

    async def file_replay(self, request: Request) -> Response:
        raw = await self._read(request, LARGEST_RECORD)
        try:
            text = raw.decode()
            return answer(await asyncio.to_thread(lambda: replay_view(parse(text), self.words)))
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
            raise CannotMake(400, self._say("bad_body", reason=wire.plain(error))) from error

    async def socket(self, connection: WebSocket) -> None:
        await attend(connection, self.rooms)


def make_app(database: str | None = None, hosts: Collection[str] = (), pool: Pool | None = None) -> tuple[ASGIApp, App]:
    """The application, behind its checks; and what its routes share."""
    app = App(database, pool)

    async def cannot(_: Request, error: Exception) -> Response:
        assert isinstance(error, CannotMake)
        return problem(str(error), error.status)

    async def http_problem(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            sentence = app._say("wrong_method", method=request.method[:20])
        else:
            sentence = app._say("not_found")
        return problem(sentence, error.status_code, dict(error.headers or {}))

    async def broken(_: Request, error: Exception) -> Response:
        return problem(app._say("broken"), 500)

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
        Route("/api/tables/{table}/advice", app.advice, methods=post),
        Route("/api/replay", app.file_replay, methods=post),
        WebSocketRoute("/ws/{table}", app.socket),
        Mount("/static", Static(directory=STATIC)),
    ]
    handlers: dict[Any, Any] = {CannotMake: cannot, HTTPException: http_problem, Exception: broken}
    starlette = Starlette(routes=routes, exception_handlers=handlers, lifespan=app.lifespan)
    return Guard(starlette, hosts, app.words), app


class Static(StaticFiles):
    """The client's files. Browsers keep them, and ask each time whether they are still the same."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response


async def _gone(request: Request) -> None:
    """Until whoever made a request, which has been read, waits for its answer no longer."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _bearer(request: Request) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
