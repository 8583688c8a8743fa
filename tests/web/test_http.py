"""Pages and the interface over HTTP: what is allowed, what is refused, and in which words."""

import asyncio
import base64
import hashlib
import json
import re
import socket
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gradatim.web import serve
from gradatim.web.app import STATIC
from gradatim.web.limits import LARGEST_COMMAND
from tests.web.conftest import ME, OPEN, SIMPLE, Server


@pytest.mark.parametrize("path", ["/", "/t/anything", "/replay"])
def test_pages(server: Server, path: str) -> None:
    answer = server.get(path)
    policy = answer.headers["content-security-policy"]
    assert answer.text == (STATIC / "index.html").read_text()
    inline = re.findall(r'<script type="importmap">(.*?)</script>', answer.text, re.DOTALL)
    assert len(inline) == 1
    expected = base64.b64encode(hashlib.sha256(inline[0].encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{expected}';" in policy
    for part in ("default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"):
        assert part in policy
    assert "unsafe-eval" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_static_files_are_asked_for_once(server: Server) -> None:
    first = server.get("/static/index.html")
    assert first.headers["cache-control"] == "no-cache"
    assert first.headers["x-content-type-options"] == "nosniff"
    again = httpx.get(f"{server.url}/static/index.html", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    for path in ("/static/nothing.js", "/static/../app.py", "/static/%2e%2e/app.py", "/nothing", "/api/nothing"):
        answer = httpx.get(f"{server.url}{path}")
        assert answer.status_code == 404
        assert answer.json()["error"].endswith(".")


def test_games_rules_and_words(server: Server) -> None:
    games = {game["name"]: game for game in server.get("/api/games").json()}
    game = games["escalation"]
    assert game["seats"] == [2, 3, 4, 5, 6]
    assert {"random", "simple"} <= {bot["name"] for bot in game["bots"]}
    assert all(option["label"] and option["help"] and option["values"] for option in game["options"])
    page = server.get("/api/rules/escalation").json()
    assert page[0]["heading"]
    assert all(rule["text"] and rule["place"] for rule in page)
    assert server.get("/api/rules/nothing", status=404).json()["error"]
    assert all(key.startswith("client.") for key in server.get("/api/words/en").json())
    assert "xx" in server.get("/api/words/xx", status=404).json()["error"]
    assert "en" in server.get("/api/words/xx", status=404).json()["error"]


WRONG: list[tuple[Any, str]] = [
    ("{", "body"),
    ("[]", "body"),
    ("", "body"),
    ({"seats": [ME, SIMPLE]}, "game"),
    ({"game": "nothing", "seats": [ME, SIMPLE]}, "escalation"),
    ({"game": "escalation", "seats": [ME]}, "2 to 6"),
    ({"game": "escalation", "seats": [ME] * 7}, "2 to 6"),
    ({"game": "escalation", "seats": [ME, ME]}, "one seat"),
    ({"game": "escalation", "seats": [ME, {"kind": "dog"}]}, "seats[1].kind"),
    ({"game": "escalation", "seats": [ME, {"kind": "bot", "bot": "nobody"}]}, "nobody"),
    ({"game": "escalation", "seats": [ME, OPEN], "hostess": 1}, "hostess"),
    ({"game": "escalation", "seats": [ME, OPEN], "options": {"games": "2"}}, "options"),
    ({"game": "escalation", "seats": [ME, OPEN], "options": {"games": 99}}, "games"),
    ({"game": "escalation", "seats": [ME, OPEN], "options": {"colour": 1}}, "colour"),
    ({"game": "escalation", "seats": [ME] + [OPEN] * 5, "options": {"deck": 1, "hand_size": 6}}, "too few cards"),
    ({"game": "escalation", "seats": [ME, OPEN], "pace": -1}, "pace"),
    ({"game": "escalation", "seats": [ME, OPEN], "pace": 10**9}, "pace"),
    ({"game": "escalation", "seats": [ME, OPEN], "contribution": "x" * 65}, "contribution"),
    ({"game": "escalation", "seats": [ME, OPEN], "name": "x" * 25}, "name"),
    ("[" * 30_000, "body"),
]


@pytest.mark.parametrize(("body", "named"), WRONG)
def test_wrong_bodies_are_told_what_is_wrong(server: Server, body: Any, named: str) -> None:
    content = body if isinstance(body, str) else json.dumps(body)
    answer = httpx.post(f"{server.url}/api/tables", content=content)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert named in error
    assert "\n" not in error
    assert error.endswith(".") or "too few" in error or named in ("escalation", "2 to 6", "games", "colour")


def test_bodies_are_limited(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/tables", content=b" " * (LARGEST_COMMAND + 1))
    assert answer.status_code == 413
    assert str(LARGEST_COMMAND) in answer.json()["error"]
    answer = httpx.post(f"{server.url}/api/replay", content=b" " * ((4 << 20) + 1))
    assert answer.status_code == 413


def test_wrong_methods_and_tables(server: Server) -> None:
    assert "DELETE" in httpx.delete(f"{server.url}/api/tables").json()["error"]
    assert httpx.delete(f"{server.url}/api/tables").status_code == 405
    for path in ("record", "replay"):
        assert "nothing" in server.get(f"/api/tables/nothing/{path}", status=404).json()["error"]
    server.post("/api/tables/nothing/again", status=404)
    made = server.table(ME, OPEN)
    server.get(f"/api/tables/{made['table']}/record", made["token"], status=409)


def test_a_broken_record_gives_what_holds_and_the_reason(server: Server) -> None:
    from gradatim.core import record
    from gradatim.core.table import Table

    table = Table.open("escalation", 2, secret=b"x" * 32, names=["Ann", ""])
    while not table.state.over:
        seat = table.state.to_move[0]
        table.submit(seat, table.state.legal(seat).ids[0])
    text = record.dump(table, b"x" * 32)
    whole = httpx.post(f"{server.url}/api/replay", content=text).json()
    assert whole["problem"] == ""
    assert [seat["name"] for seat in whole["seats"]] == ["Ann", "Player 2"]
    assert len(whole["steps"]) == len(table.events)
    assert len(whole["steps"][0]["board"]["hands"]) == 2
    lines = text.splitlines()
    lines[5] = lines[6]
    broken = httpx.post(f"{server.url}/api/replay", content="\n".join(lines)).json()
    assert broken["steps"] == whole["steps"][:4]
    assert "line 6" in broken["problem"]
    assert broken["score"] is None
    for content in (b"", b"\xff\xfe", b"{}", b"null\n", b'{"gradatim":1}', text.splitlines()[0].encode()[:-9]):
        answer = httpx.post(f"{server.url}/api/replay", content=content)
        assert answer.status_code in (400, 422)
        assert answer.json()["error"].startswith("The record breaks at line 1")


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "::", "["])
def test_foreign_names_for_this_server_are_refused(server: Server, host: str) -> None:
    for path in ("/", "/api/games", "/static/index.html"):
        answer = httpx.get(f"{server.url}{path}", headers={"Host": host})
        assert answer.status_code in (400, 421)
    with socket.create_connection(server.address.split(":")) as raw:  # type: ignore[arg-type]
        raw.sendall(f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\n\r\n{{}}".encode())
        assert raw.recv(100).split()[1] in (b"400", b"421")


def test_own_names_are_fine(server: Server) -> None:
    port = server.address.split(":")[1]
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", "LOCALHOST"):
        assert httpx.get(f"{server.url}/api/health", headers={"Host": host}).status_code == 200


async def test_foreign_pages_may_not_act(server: Server) -> None:
    made = server.table(ME, SIMPLE)
    wish = {"game": "escalation", "seats": [ME, SIMPLE]}
    port = server.address.split(":")[1]
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{int(port) + 1}", f"http://localhost:{port}"):
        answer = httpx.post(f"{server.url}/api/tables", json=wish, headers={"Origin": origin})
        assert answer.status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            async with connect(f"ws://{server.address}/ws/{made['table']}", origin=origin):  # type: ignore[arg-type]
                pass
        assert refused.value.response.status_code == 403
    own = f"http://{server.address}"
    assert httpx.post(f"{server.url}/api/tables", json=wish, headers={"Origin": own}).status_code == 201
    async with connect(f"ws://{server.address}/ws/{made['table']}", origin=own):  # type: ignore[arg-type]
        pass
    answer = httpx.get(f"{server.url}/api/games", headers={"Origin": "http://evil.example"})
    assert "access-control-allow-origin" not in answer.headers


def test_ports() -> None:
    with serve.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(serve.CannotServe, match=str(port)):
            serve.listen("127.0.0.1", port)
    with pytest.raises(serve.CannotServe):
        serve.listen("127.0.0.1", 70_000)
    with serve.listen("127.0.0.1", None) as one, serve.listen("127.0.0.1", None) as other:
        assert one.getsockname()[1] != other.getsockname()[1]


async def test_small_messages_are_sent_at_once() -> None:
    """With Nagle's algorithm a view waits some 40 ms for the acknowledgement of the answer before it."""
    accepted: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    class Accept(asyncio.Protocol):
        def connection_made(self, transport: Any) -> None:
            accepted.set_result(transport.get_extra_info("socket"))

    listening = serve.listen("127.0.0.1", 0)
    server = await asyncio.get_running_loop().create_server(Accept, sock=listening)
    async with server:
        _, writer = await asyncio.open_connection(*listening.getsockname())
        assert (await accepted).getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        writer.close()
