"""In front of everything: who is asked (Host), who asks (Origin), and what browsers may do with the answers."""

import base64
import hashlib
import re
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from gradatim.web import wire
from gradatim.words import Words

LOCAL = ("localhost", "127.0.0.1", "::1")
ALWAYS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """A foreign page may point its own name at this machine ("DNS rebinding"), or post to us without asking anybody;
    it cannot hide the name it used, nor where it came from. `hosts` are the names that are ours ("*": any)."""

    def __init__(self, inner: ASGIApp, hosts: Collection[str], words: Words) -> None:
        self.inner = inner
        self.hosts = frozenset(host.lower().strip("[]") for host in (*LOCAL, *hosts))
        self.words = words

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.inner(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if _name(host) not in self.hosts and "*" not in self.hosts:
            refused = problem(self.words.say("server.problem.bad_host", host=host[:80]), 421)
        elif origin is not None and urlsplit(origin).netloc.lower() != host.lower() and _changes(scope):
            refused = problem(self.words.say("server.problem.bad_origin"), 403)
        else:
            await self.inner(scope, receive, _with_headers(send))
            return
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(refused)
        else:
            await refused(scope, receive, _with_headers(send))


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer over HTTP, never kept by anybody."""
    sent = {"Cache-Control": "no-store", **(headers or {})}
    return Response(wire.encoder.encode(value), status, sent, "application/json")


def problem(sentence: str, status: int, headers: dict[str, str] | None = None) -> Response:
    """An error over HTTP."""
    return answer(wire.Problem(sentence), status, headers)


def content_policy(page: str) -> str:
    """What a page may load: our own files, and the inline scripts it has."""
    inline = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in inline]
    scripts = " ".join(["'self'", *(f"'sha256-{found}'" for found in hashes)])
    return (
        f"default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def _changes(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *ALWAYS]
        await send(message)

    return wrapped
