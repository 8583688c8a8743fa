"""Moves taken back and made again at the same time, over restarts, and after the end of a deal with a code."""

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from gradatim.core import record
from gradatim.core.table import Event, Table
from gradatim.games.crescent.moves import code_of
from gradatim.web import limits
from gradatim.web.sitting import Sitting
from gradatim.web.store import Entry, Kept, Store
from gradatim.words import catalogue
from tests.web.conftest import ME, Server, join, serving
from tests.web.test_life import process
from tests.web.test_patience import CODE, advice, patience, take
from tests.web.test_secrets import stored

BLOCKED = "CR1-N0-AAAAAAY"  # deal 0 without a redeal: blocked after some moves, whatever is played


# --- at the same time -----------------------------------------------------------------------------------------------
async def test_of_two_that_take_back_at_once_one_does(server: Server) -> None:
    made = patience(server, code=CODE)
    async with join(server, made) as ann, join(server, made) as same:
        for _ in range(3):
            await ann.move()
        await same.until(lambda c: c.view["rev"] == ann.view["rev"])
        for what in ("undo", "redo"):
            on = ann.view["decision"]
            answers = await asyncio.gather(*(client.ask(do=what, on=on) for client in (ann, same)))
            rules = sorted((answer["refused"] or {"rule": ""})["rule"] for answer in answers)
            assert rules == ["", "stale"]
            for client in (ann, same):
                await client.until(lambda c, on=on: c.view["decision"] != on)  # type: ignore[misc]
        assert ann.view["board"]["moves"] == 3


async def test_one_id_does_one_thing_whatever_it_is_sent_with(server: Server) -> None:
    made = patience(server, code=CODE)
    async with join(server, made) as ann, join(server, made) as same:
        await ann.move()
        await same.until(lambda c: c.view["rev"] == ann.view["rev"])
        command = {"do": "undo", "on": ann.view["decision"], "id": "once"}
        answers = await asyncio.gather(ann.ask(**command), same.ask(**command), ann.ask(**command))
        assert [answer["ok"] for answer in answers] == [True, True, True]
        await ann.until(lambda c: c.view["redo"])
        rev = ann.view["rev"]
        assert (await ann.ask(do="redo", on=ann.view["decision"], id="once"))["ok"]  # the first answer, and no redo
        await ann.ask(do="sync")
        assert (ann.view["rev"], ann.view["board"]["moves"]) == (rev, 0)


async def test_a_storm_of_moves_and_steps_back_is_one_game(server: Server) -> None:
    """Three windows of one seat send whatever comes to mind at decisions they may have missed."""
    made = patience(server, code=CODE)
    counts: Counter[str] = Counter()

    async def window(number: int) -> None:
        rand = random.Random(number)
        async with join(server, made) as ann:
            for _ in range(25):
                view = ann.view
                do = rand.choice(["move", "undo", "redo", "redo"])
                more = {"move": rand.choice(view["legal"] or [{"move": "1>2"}])["move"]} if do == "move" else {}
                answer = await ann.ask(do=do, on=view["decision"], **more)
                counts[do if answer["ok"] else answer["refused"]["rule"]] += 1

    await asyncio.gather(*(window(number) for number in range(3)))
    assert counts.keys() <= {"move", "undo", "redo", "stale", "nothing_to_undo", "nothing_to_redo", "too_many"}
    assert min(counts["move"], counts["undo"], counts["redo"], counts["stale"]) > 0
    async with join(server, made) as ann:
        kinds = Counter(entry.kind for entry in stored(server, made["table"]))
        assert kinds["move"] == counts["move"] + counts["redo"]
        assert kinds["undo"] == counts["undo"]
        assert ann.view["board"]["moves"] == kinds["move"] - kinds["undo"] - redeals_made(server, made)
    text = server.get(f"/api/tables/{made['table']}/record", made["token"]).text
    lines = [json.loads(line) for line in text.splitlines()]
    assert Table.replay(lines[0] | {"contributions": [""]}, lines[1:]).state == true_table(server, made).state


def redeals_made(server: Server, made: dict[str, Any]) -> int:
    s: Any = true_table(server, made).state.fields
    return int(s.redeals - s.left)


def true_table(server: Server, made: dict[str, Any]) -> Table:
    table = server.app.rooms.rooms[made["table"]].table
    assert table is not None
    return table


async def test_what_answers_an_older_view_makes_nothing_again(server: Server) -> None:
    made = patience(server, code=CODE)
    async with join(server, made) as ann:
        await ann.move()
        old = ann.view["decision"]
        await take(ann, "undo")
        for on in (old, "r0", "r999999", "w1", "", "r" * 200):
            assert await ann.refused(do="redo", on=on) == "stale"
        assert await ann.refused(do="undo", on=ann.view["decision"]) == "nothing_to_undo"
        for bad in ({}, {"on": None}, {"on": 7}, {"on": ann.view["decision"], "move": "1>2"}):
            assert await ann.refused(do="redo", **bad) == "bad_command"
        await take(ann, "redo")


async def test_another_move_forgets_what_was_taken_back(server: Server) -> None:
    made = patience(server, code=CODE)
    async with join(server, made) as ann:
        moves = [move["move"] for move in ann.view["legal"] if move["move"] != "redeal"]
        await ann.move(moves[0])
        await take(ann, "undo")
        assert ann.view["redo"]
        await ann.move(moves[1])
        assert not ann.view["redo"]
        assert await ann.refused(do="redo", on=ann.view["decision"]) == "nothing_to_redo"
        await take(ann, "undo")
        await ann.move(moves[1])  # the same by hand is a redo too: nothing is left of it
        assert not ann.view["redo"]


async def test_what_was_taken_back_is_known_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    with serving(database) as first:
        made = patience(first, code=CODE)
        async with join(first, made) as ann:
            for _ in range(3):
                await ann.move()
            board = ann.view["board"]
            await take(ann, "undo")
            await take(ann, "undo")
    with serving(database) as second:
        async with join(second, made) as ann:
            for _ in range(2):
                assert ann.view["redo"]
                await take(ann, "redo")
            assert (ann.view["board"], ann.view["redo"]) == (board, False)


# --- after the end --------------------------------------------------------------------------------------------------
def phase_kept(database: str, table: str) -> str:
    async def load() -> str:
        store = await Store.open(database)
        try:
            found = await store.load(table)
            assert found is not None
            running = table in await store.running(1000)
            assert running == (found[0].phase == "playing")
            return found[0].phase
        finally:
            await store.close()

    return asyncio.run(load())


async def test_an_end_that_was_taken_back_is_kept_so(database: str) -> None:
    """Over, killed, taken back, killed, over again, killed: each server finds the table as the last one left it."""
    made: dict[str, Any] = {}
    board: dict[str, Any] = {}
    for what, phase in (("play", "over"), ("undo", "playing"), ("redo", "over"), ("undo", "playing")):
        with process(database) as server:
            if not made:
                wish = {"game": "crescent", "seats": [ME], "code": BLOCKED}
                made = httpx.post(f"{server.url}/api/tables", json=wish, timeout=15).json()
            async with join(server, made) as ann:
                if what == "play":
                    await ann.play_out()
                else:
                    assert ann.view["board"] == board
                    await take(ann, what)
                assert ann.view["phase"] == phase
                board = ann.view["board"]
                path = f"{server.url}/api/tables/{made['table']}"
                text = httpx.get(f"{path}/record").text
                assert ('"secret"' in text) == (phase == "over")
                assert httpx.get(f"{path}/replay").status_code == (200 if phase == "over" else 409)
                again = httpx.post(f"{path}/again", json={}, headers={"Authorization": f"Bearer {made['token']}"})
                if what == "play" or phase == "playing":
                    assert again.status_code == (201 if phase == "over" else 409)
        assert await asyncio.to_thread(phase_kept, database, made["table"]) == phase


async def test_the_secret_of_an_end_that_was_taken_back_foretells_nothing(server: Server) -> None:
    """It has been published, so nothing may be drawn from it any more: the record says no chance after the deal."""
    made = patience(server, code="CR1-N1-AAAAAAM")
    async with join(server, made) as ann:
        await ann.play_out()
        whole = server.get(f"/api/tables/{made['table']}/record").text
        assert '"secret"' in whole
        await take(ann, "undo")
        hidden = server.get(f"/api/tables/{made['table']}/record").text
        assert '"secret"' not in hidden
        await take(ann, "redo")
    whole = server.get(f"/api/tables/{made['table']}/record").text
    assert '"drew"' not in whole
    verdict = record.verify(record.parse(whole))
    assert verdict.ok, verdict


async def test_a_seat_is_still_the_seat_after_an_end_that_was_taken_back(server: Server) -> None:
    made = patience(server, code=BLOCKED)
    async with join(server, made) as ann, join(server, made["table"]) as watcher:
        await ann.play_out()
        following = server.post(f"/api/tables/{made['table']}/again", {}, token=made["token"])
        assert following == server.post(f"/api/tables/{made['table']}/again", {}, token=made["token"])
        server.post(f"/api/tables/{made['table']}/again", {}, status=403)
        await watcher.until(lambda c: c.view["phase"] == "over")
        assert (watcher.view["undo"], watcher.view["redo"]) == (False, False)
        assert await watcher.refused(do="undo", on=watcher.view["decision"]) == "not_seated"
        await take(ann, "undo")
        await watcher.until(lambda c: c.view["phase"] == "playing")
        assert watcher.view["score"] is None
        assert watcher.view["legal"] == []


# --- tables of before -----------------------------------------------------------------------------------------------
async def test_a_table_that_was_dealt_without_a_code_in_its_header_goes_on(database: str) -> None:
    """As tables were kept before there were codes at the table: what chance gave is in the deal."""
    now = Table.open("crescent", 1, {"redeals": 0}, secret=b"s" * 32)
    header = {key: value for key, value in now.header().items() if key != "code"}
    table = Table.replay(header, [])
    table.restore_secret(b"s" * 32)
    deal = {"event": table._add(Event(0, "deal")).to_dict(), "header": header}
    assert deal["event"]["drew"]
    seats = [{"kind": "held", "name": "Ann", "host": True}]
    kept = Kept("beforecodes2", "crescent", {"options": header["options"], "pace": 0, "seats": seats},
                b"s" * 32, b"k" * 32, "", "playing")  # fmt: skip
    entries = [Entry(1, "sit", 0, {"name": "Ann", "contribution": ""}), Entry(2, "deal", -1, deal)]
    await keep(database, kept, entries)
    token = Sitting(kept, catalogue("en")).seat_token(0)
    with serving(database) as server:
        made = {"table": kept.table, "token": token}
        async with join(server, made) as ann:
            assert ann.view["you"] == 0
            assert ann.view["board"]["code"] == code_of(table.state.fields)
            await ann.move()
            await take(ann, "undo")
            await take(ann, "redo")
            assert (await asyncio.to_thread(advice, server, made, at=0))["at"] == 0
            await ann.play_out()
            assert ann.view["phase"] == "over"
            assert not ann.view["undo"]  # its deal came from the secret that is published now
            assert await ann.refused(do="undo", on=ann.view["decision"]) == "nothing_to_undo"
        verdict = record.verify(record.parse(server.get(f"/api/tables/{kept.table}/record").text))
        assert (verdict.ok, verdict.redealt) == (True, True)


async def keep(database: str, kept: Kept, entries: list[Entry]) -> None:
    store = await Store.open(database)
    await store.create(kept, entries)
    await store.close()


# --- without end ----------------------------------------------------------------------------------------------------
async def test_no_log_grows_for_ever(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_EVENTS", 7)
    made = patience(server, code=CODE)
    async with join(server, made) as ann:
        await ann.move()
        for _ in range(2):
            await take(ann, "undo")
            await take(ann, "redo")
        assert ann.view["rev"] == 7
        on = ann.view["decision"]
        for command in ({"do": "undo"}, {"do": "redo"}, {"do": "move", "move": ann.view["legal"][-1]["move"]}):
            assert await ann.refused(on=on, **command) == "log_full"
        assert await ann.refused(do="rename", name="Anna") == "log_full"
        await ann.ask(do="sync")
        assert ann.view["rev"] == 7


async def test_who_loads_a_long_table_holds_nobody_up(database: str) -> None:
    """Two thousand steps are loaded in a second or more; the server answers others meanwhile."""
    table, rand = Table.open("crescent", 1, code=CODE, secret=b"s" * 32), random.Random(1)
    for step in range(2000):
        if step % 2 and table.can_undo(0):
            table.undo(0)
        else:
            table.submit(0, rand.choice([move for move in table.state.legal(0).ids if move]))
    seats = [{"kind": "held", "name": "Ann", "host": True}]
    header = {"options": table.header()["options"], "pace": 0, "seats": seats, "code": CODE}
    kept = Kept("longlonglong", "crescent", header, b"s" * 32, b"k" * 32, "", "over")
    bodies = [{"event": event.to_dict()} for event in table.events]
    entries = [Entry(1, "sit", 0, {"name": "Ann", "contribution": ""})]
    entries += [Entry(n + 2, body["event"]["do"], 0, body) for n, body in enumerate(bodies)]
    bodies[0]["header"] = table.header()
    await keep(database, kept, entries)
    with serving(database) as server:
        server.run(server.app.rooms.store())
        loading = asyncio.run_coroutine_threadsafe(server.app.rooms.get(kept.table), server.loop)
        answered = 0
        while not loading.done():
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asyncio.sleep(0), server.loop))
            answered += 1
        room = loading.result()
        assert room is not None
        assert room.rev == 2002
        assert answered > 10
        assert room.table is not None
        assert room.table.state == table.state
