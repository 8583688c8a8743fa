"""What goes wrong around the solver: it is asked too much, killed, stopped, asked nonsense, or nobody waits for it."""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gradatim.bots.pool import Pool
from gradatim.core.state import State
from gradatim.core.table import Table
from gradatim.web import limits
from gradatim.web.advice import position_at
from gradatim.web.sitting import Sitting
from gradatim.web.store import Kept
from gradatim.words import catalogue
from tests.web.conftest import ME, Server, join, serving
from tests.web.test_life import Process, process
from tests.web.test_patience import CODE, advice, ask, patience, take

# A solver that takes its time, and writes down what it was asked: the length of its line.
SLOW_SOLVER = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    with open(sys.argv[1], "a") as log:
        print(len(asked["line"]), file=log)
    time.sleep(float(sys.argv[2]))
    found = {"result": "unknown", "move": "", "line": [], "likely": False, "wins": 0, "worlds": 0, "nodes": 0}
    print(json.dumps({"id": asked["id"], "advice": found}), flush=True)
"""
pytestmark = pytest.mark.usefixtures("compiled_solver")


@contextlib.contextmanager
def slowly(tmp_path: Path, seconds: float = 0.3) -> Iterator[tuple[Server, Path]]:
    """A server with a slow solver, and the file of what it was asked."""
    log = tmp_path / "asked"
    log.write_text("")
    command = [sys.executable, "-c", SLOW_SOLVER, str(log), str(seconds)]
    with serving(tmp_path / "t.sqlite3") as server:
        pool = Pool(workers=1, patience=5, command=command)
        server.call(lambda: setattr(server.app.rooms.adviser, "pool", pool))
        yield server, log


async def until(server: Server, busy: int) -> None:
    """Wait until so many questions are being answered or wait."""
    end = time.monotonic() + 10
    while (found := server.call(server.app.rooms.adviser.busy)) != busy:
        assert time.monotonic() < end, f"{found} questions, not {busy}"
        await asyncio.sleep(0.02)


# --- too much -------------------------------------------------------------------------------------------------------
async def test_forty_questions_at_once_are_answered_or_refused_and_leave_nothing(tmp_path: Path) -> None:
    with slowly(tmp_path, 0.05) as (server, log):
        made = [patience(server, code=CODE) for _ in range(5)]
        async with contextlib.AsyncExitStack() as there, httpx.AsyncClient(timeout=30) as http:
            for table in made:
                await there.enter_async_context(join(server, table))
            limit = limits.MOST_TABLE_ADVICE
            answers = await asyncio.gather(*(asking(http, server, made[n % 5]) for n in range(5 * limit + 20)))
            refused = [answer for answer in answers if answer.status_code != 200]
            assert {(answer.status_code, answer.json()["error"]) for answer in refused} == {
                (503, "The solver gave no answer; ask again.")
            }
            assert len(answers) - len(refused) >= limits.MOST_ADVICE
            assert len(log.read_text().split()) == len(answers) - len(refused)
            await until(server, 0)
            assert (await asking(http, server, made[0])).status_code == 200


async def asking(http: httpx.AsyncClient, server: Server, made: dict[str, Any], **wish: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {made['token']}"}
    return await http.post(f"{server.url}/api/tables/{made['table']}/advice", json=wish, headers=headers)


async def test_one_table_does_not_fill_the_queue(tmp_path: Path) -> None:
    with slowly(tmp_path) as (server, _):
        greedy, modest = patience(server, code=CODE), patience(server, code=CODE)
        async with join(server, greedy), join(server, modest), httpx.AsyncClient(timeout=30) as http:
            asked = [asyncio.create_task(asking(http, server, greedy)) for _ in range(limits.MOST_ADVICE)]
            await until(server, limits.MOST_TABLE_ADVICE)
            assert (await asking(http, server, modest)).status_code == 200
            codes = sorted([(await answer).status_code for answer in asked])
            assert codes == [200] * limits.MOST_TABLE_ADVICE + [503] * (limits.MOST_ADVICE - limits.MOST_TABLE_ADVICE)


# --- nobody waits ---------------------------------------------------------------------------------------------------
async def test_a_question_whose_asker_has_gone_is_not_begun(tmp_path: Path) -> None:
    """Told apart by the length of their lines. The one being answered is finished, so its worker lives on."""
    with slowly(tmp_path, 0.5) as (server, log):
        made = patience(server, code=CODE)
        async with join(server, made), httpx.AsyncClient(timeout=30) as http:
            tasks = [asyncio.create_task(asking(http, server, made, line=["redeal"] * length)) for length in (1, 2, 3)]
            await until(server, 3)
            while not log.read_text():
                await asyncio.sleep(0.01)
            first = int(log.read_text())
            for length in (first, first % 3 + 1):
                tasks[length - 1].cancel()
            kept = await tasks[(first + 1) % 3]
            assert kept.status_code == 200
            assert [int(length) for length in log.read_text().split()] == [first, (first + 1) % 3 + 1]
            await until(server, 0)
            assert server.app.rooms.adviser.pool.started == 1


async def test_a_solver_that_takes_long_is_not_killed_by_who_waits_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is compiled first, which may take longer than anybody waits: to begin anew would not help."""
    monkeypatch.setattr(limits, "ADVICE_SECONDS", 0.3)
    with slowly(tmp_path, 1.0) as (server, log):
        made = patience(server, code=CODE)
        async with join(server, made), httpx.AsyncClient(timeout=30) as http:
            answers = await asyncio.gather(*(asking(http, server, made) for _ in range(3)))
            assert [answer.status_code for answer in answers] == [503, 503, 503]
            await until(server, 0)
            assert len(log.read_text().split()) == 1
            monkeypatch.setattr(limits, "ADVICE_SECONDS", 30)
            assert (await asking(http, server, made)).status_code == 200
            assert server.app.rooms.adviser.pool.started == 1


# --- killed and stopped ---------------------------------------------------------------------------------------------
async def test_a_solver_that_is_killed_while_it_thinks_is_replaced(tmp_path: Path) -> None:
    with slowly(tmp_path, 0.5) as (server, log):
        made = patience(server, code=CODE)
        async with join(server, made):
            thinking = asyncio.create_task(asyncio.to_thread(ask, server, made))
            while not log.read_text():
                await asyncio.sleep(0.01)
            (pid,) = server.call(lambda: server.app.rooms.adviser.pool.pids)
            os.kill(pid, signal.SIGKILL)
            assert (await thinking).status_code == 200  # a fresh one was asked the same
            assert (await asyncio.to_thread(ask, server, made)).status_code == 200
            await until(server, 0)


async def test_a_solver_that_hangs_or_dies_every_time_is_an_answer_too(tmp_path: Path) -> None:
    for code, patient in (("import time; time.sleep(60)", 0.3), ("import sys; sys.stdin.readline()", 5.0)):
        with serving(tmp_path / f"{patient}.sqlite3") as server:
            pool = Pool(workers=1, patience=patient, command=[sys.executable, "-c", code])
            server.call(lambda pool=pool: setattr(server.app.rooms.adviser, "pool", pool))
            made = patience(server, code=CODE)
            async with join(server, made) as ann:
                answer = await asyncio.to_thread(ask, server, made)
                assert (answer.status_code, answer.json()["error"]) == (503, "The solver gave no answer; ask again.")
                assert (await ann.move())["ok"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_a_server_that_ends_while_the_solver_thinks(number: int, tmp_path: Path) -> None:
    """Whoever waits is told at once, nothing is complained about, and no process stays behind."""
    with process(tmp_path / "t.sqlite3") as server:
        wish = {"game": "crescent", "seats": [ME], "code": "CR1-D-AAAAACD"}
        made = httpx.post(f"{server.url}/api/tables", json=wish, timeout=15).json()
        async with join(server, made), httpx.AsyncClient(timeout=60) as http:
            assert (await asking(http, server, made)).status_code == 200  # type: ignore[arg-type]
            questions = range(limits.MOST_TABLE_ADVICE)
            tasks = [asyncio.create_task(asking(http, server, made)) for _ in questions]  # type: ignore[arg-type]
            await asyncio.sleep(0.1)
            workers = children(server)
            assert workers
            begun = time.monotonic()
            code, errors = await asyncio.to_thread(server.end, number)
            while any(Path(f"/proc/{worker}").exists() for worker in workers):
                assert time.monotonic() - begun < 5, "a process stays behind"
                await asyncio.sleep(0.02)
            answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert errors == ""
        if number == signal.SIGTERM:
            assert code == 0
            statuses = {answer.status_code for answer in answers if isinstance(answer, httpx.Response)}
            assert 503 in statuses <= {200, 503}  # the solver may have answered the first of them


def children(server: Process) -> list[str]:
    return Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()


def test_a_worker_whose_server_has_gone_thinks_no_more() -> None:
    sight = State.new("crescent", 1, 7, {"face_down": 1}).sight(0).to_dict()
    question = json.dumps({"id": 1, "game": "crescent", "sight": sight, "line": []}) + "\n"
    worker = subprocess.Popen(
        [sys.executable, "-m", "gradatim.bots.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert worker.communicate(question, timeout=10) == ("", "")
    assert worker.returncode == 0


async def test_advice_outlives_the_room_it_is_about(tmp_path: Path) -> None:
    """The table leaves memory while the solver thinks: the answer comes all the same."""
    with slowly(tmp_path, 0.5) as (server, _):
        made = patience(server, code=CODE)
        async with join(server, made):
            pass
        rooms = server.app.rooms
        async with httpx.AsyncClient(timeout=30) as http:
            thinking = asyncio.create_task(asking(http, server, made))
            await until(server, 1)
            rooms.idle = 0.0
            server.run(rooms.sweep())
            assert made["table"] not in rooms.rooms
            assert (await thinking).status_code == 200


# --- nonsense -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "truncated"),
        (b"[]", "expected `object`"),
        (b'{"at": NaN}', "JSON"),
        (b'{"at": 1e400}', "at:"),
        (b'{"at": 1.5}', "at: expected `int`"),
        (b'{"at": true}', "at: expected `int`"),
        (b'{"at": "0"}', "at: expected `int`"),
        (b'{"at": 9223372036854775808}', "9223372036854775808 is none of them"),
        (b'{"at": -9223372036854775809}', "-9223372036854775809 is none of them"),
        (b'{"at": ' + b"9" * 26 + b"}", "is none of them"),
        (b'{"at": ' + b"9" * 5_000 + b"}", "at:"),
        (b'{"line": [null]}', "expected `str`"),
        (b'{"line": ["\xff"]}', ""),
        (b'{"line": ["\\ud800"]}', ""),
        (b'{"line": ["7>2\\u0000"]}', "no move"),
        ('{"line": ["٧>2"]}'.encode(), "no move"),
        (b'{"line": ["' + b"x" * 60_000 + b'"]}', "no move"),
        (b'{"line": ["7>2' + b" " * 100 + b'x", "7>1' + b" " * 100 + b'"]}', None),
        (b'{"line": ' + b"[" * 20_000 + b"]" * 20_000 + b"}", ""),
        (b'{"line": [' + b",".join([b'"7>2"'] * 9_000) + b"]}", None),
        (b'{"line": [' + b",".join([b'"7>2"'] * 15_000) + b"]}", "65536 bytes"),
    ],
)
async def test_odd_questions_are_refused_in_a_short_sentence(server: Server, body: bytes, said: str | None) -> None:
    made = patience(server, code=CODE)
    async with join(server, made):
        path = f"{server.url}/api/tables/{made['table']}/advice"
        headers = {"Authorization": f"Bearer {made['token']}"}
        answer = await asyncio.to_thread(httpx.post, path, content=body, headers=headers, timeout=60)
        if said is None:
            assert answer.status_code == 200, answer.text
            return
        assert answer.status_code in (400, 413), answer.text
        assert said in answer.json()["error"]
        assert len(answer.text) < 400


async def test_other_methods_and_other_eyes_get_nothing(server: Server) -> None:
    made, other = patience(server, code=CODE), patience(server, code=CODE)
    async with join(server, made), join(server, other):
        path = f"{server.url}/api/tables/{made['table']}/advice"
        for method in ("GET", "PUT", "DELETE", "PATCH"):
            assert httpx.request(method, path).status_code == 405
        for token in ("-", other["token"], other["host_token"], made["token"].upper(), made["token"][:-1], "ä"):
            headers = {"Authorization": b"Bearer " + token.encode()}
            answer = await asyncio.to_thread(httpx.post, path, json={}, headers=headers)
            assert (answer.status_code, "Only a seat" in answer.json()["error"]) == (403, True), token
        headers = {"Authorization": f"Bearer {made['token']}", "Origin": "http://elsewhere.example"}
        assert httpx.post(path, json={}, headers=headers).status_code == 403
        missing = httpx.post(f"{server.url}/api/tables/nosuchtable2/advice", json={})
        assert missing.status_code == 404


# --- the past -------------------------------------------------------------------------------------------------------
def test_every_past_position_is_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves, undo, redo and refused tries in a row: the position after each event is what a replay says."""
    room, rand = sitting({"face_down": 1, "redeals": 2}), random.Random(5)
    assert room.table is not None
    table = room.table
    for _ in range(60):
        before, what = table.state.copy(), rand.random()
        if what < 0.3 and table.can_undo(0):
            event = table.undo(0)
        elif what < 0.4 and table.state.refusal(0, "1>1") is not None:
            event = table.note_refused(0, "1>1", table.state.refusal(0, "1>1").key)  # type: ignore[union-attr]
        else:
            event = table.submit(0, rand.choice(table.state.legal(0).ids))
        room.fold([room.game_entry(table, before, event)])
    wanted = [
        Table.replay(table.header(), [event.to_dict() for event in table.events[: n + 1]]).state.fields
        for n in range(len(table.events))
    ]
    monkeypatch.setattr(Table, "replay", None)  # a long game played again would hold everybody up
    found = [position_at(room, at) for at in (*range(len(wanted)), -1)]
    assert [at for _, at in found] == [*range(len(wanted)), len(wanted) - 1]
    assert [state.fields for state, _ in found] == [*wanted, wanted[-1]]


def sitting(options: dict[str, int]) -> Sitting:
    seat = {"kind": "open", "name": "", "host": False}
    header = {"options": {"redeals": 3, "face_down": 0, "free_undo": 0, "max_moves": 0, **options}, "pace": 0}
    room = Sitting(Kept("t", "crescent", header | {"seats": [seat]}, b"s" * 32, b"k" * 32, ""), catalogue("en"))
    room.fold(room.with_deal([room.entry("sit", 0, {"name": "Ann", "contribution": ""})]))
    return room


async def test_what_is_asked_about_the_past_is_what_the_seat_saw_then(tmp_path: Path) -> None:
    """Each question's sight, as it reaches the solver, is the sight of that moment; never more while the game runs."""
    with serving(tmp_path / "t.sqlite3") as server:
        asked: list[dict[str, Any]] = []

        class Listening:
            async def advise(self, game: str, sight: dict[str, Any], line: list[str]) -> dict[str, Any]:
                asked.append(sight)
                empty = {"likely": False, "wins": 0, "worlds": 0, "nodes": 0}
                return {"result": "unknown", "move": "", "line": [], **empty}

            async def close(self) -> None:
                pass

        server.call(lambda: setattr(server.app.rooms.adviser, "pool", Listening()))
        made = patience(server, options={"face_down": 1, "redeals": 0})
        async with join(server, made) as ann:
            saw = [server.app.rooms.rooms[made["table"]].table.state.sight(0).to_dict()]  # type: ignore[union-attr]
            for _ in range(6):
                await ann.move()
                saw.append(server.app.rooms.rooms[made["table"]].table.state.sight(0).to_dict())  # type: ignore[union-attr]
            await take(ann, "undo")
            for at in range(7):
                await asyncio.to_thread(advice, server, made, at=at)
            assert asked == saw
            assert "deal" not in asked[0]
            await asyncio.to_thread(advice, server, made)
            assert asked[-1] == saw[-2]  # what has been seen is forgotten with the move that is taken back
