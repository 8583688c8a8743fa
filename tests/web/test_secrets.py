"""Nobody gets to know what their eye may not: frames of whole games, records, replays, the secret itself."""

import asyncio
import hashlib
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from gradatim.core import record
from gradatim.core.game import games, load
from gradatim.core.state import State
from gradatim.core.table import Event, Table
from gradatim.games.crescendo import rules as crescendo
from gradatim.games.crescendo.view import front
from gradatim.games.escalation import content, rules
from gradatim.games.harmonies import content as harmonies
from gradatim.web.lines import GameLine
from gradatim.web.sitting import Sitting
from gradatim.web.store import Entry, Kept
from gradatim.web.views import board, redacted_record, view_for
from gradatim.web.wire import encoder
from gradatim.words import catalogue
from tests.crescendo.games import world_with
from tests.web.conftest import ME, OPEN, RANDOM, SIMPLE, Client, Server, contribution, join

FRONT = re.compile(r'"f(\d+)"')


def stored(server: Server, table: str) -> list[Entry]:
    async def load() -> Any:
        return await (await server.app.rooms.store()).load(table)

    entries: list[Entry] = server.run(load())[1]
    return entries


def true_states(server: Server, table: str) -> dict[int, State]:
    """The whole truth after each event of a table, from its store."""
    states: dict[int, State] = {}
    made: Table | None = None
    for entry in stored(server, table):
        if entry.kind == "deal":
            made = Table.replay(entry.body["header"], [])
        if "event" in entry.body:
            assert made is not None
            made.extend(entry.body["event"])
        if made is not None:
            states[entry.seq] = made.state.copy()
    return states


def kinds_in(frame: str) -> set[int]:
    return {int(kind) for kind in FRONT.findall(frame)}


def open_kinds(state: State, eye: int) -> set[int]:
    """The kinds of which this eye may see a front: on the table, in its own hand, all hands at the end."""
    s: Any = state.fields
    laid: set[int] = set()
    for at in range(s.series, s.past_count):
        move = s.past[at]
        if move == content.LAY_JOKER:
            laid.add(content.JOKER)
        if content.NUMBERS[move]:
            laid.add(content.VALUE[move])
        if content.WILDS[move]:
            laid.add(content.WILD)
    hands = range(s.seats) if s.phase != rules.PLAYING else [eye] if eye >= 0 else []
    return laid | {kind for seat in hands for kind in range(content.KINDS) if s.hand[seat][kind]}


async def test_no_frame_shows_a_front_that_its_eye_may_not_see(server: Server) -> None:
    """Whole games with two people, a bot and a watcher; some reconnect. Every front in every frame is accounted for."""
    searched = hidden = 0
    for _ in range(2):
        made = server.table(ME, OPEN, SIMPLE)
        frames: list[tuple[int, str]] = []
        async with (
            join(server, made) as ann,
            join(server, made["table"]) as ben,
            join(server, made["table"], made["host_token"]) as watcher,
        ):
            sat = await ben.ask(do="sit", seat=1, name="Ben", contribution=contribution())
            await asyncio.gather(ann.play_out(), ben.play_out())
            await watcher.until(lambda c: c.view["phase"] == "over")
            for token in ("", made["token"], sat["token"]):
                for since in (0, 7):
                    async with join(server, made["table"], token, since=since) as late:
                        frames += [(late.view["you"], frame) for frame in late.frames]
            for client, eye in ((ann, 0), (ben, 1), (watcher, -1)):
                frames += [(eye, frame) for frame in client.frames]
        states = true_states(server, made["table"])
        for eye, frame in frames:
            message = json.loads(frame)
            if message["is"] != "view" or message["rev"] not in states:
                assert not kinds_in(frame)  # answers, presence, and views before the deal
                continue
            state = states[message["rev"]]
            may_see = open_kinds(state, eye)
            # A view worded for a seat that was still a watcher's a moment ago may show no more than its `you` may.
            assert message["you"] in (eye, -1)
            assert kinds_in(frame) <= may_see, (eye, message["rev"])
            searched += 1
            hidden += bool(open_kinds(state, 0) - may_see)
        assert max(states) == watcher.view["rev"]
    assert searched > 100
    assert hidden > 20  # the search had something to find


FRONTS = re.compile(r'"(f[J\d]\d*)"')


def open_fronts(state: State, eye: int) -> set[str]:
    """The fronts of Crescendo that lie open for this eye in a position, by the rulebook and nothing else."""
    s: Any = state.fields
    rows = [(seat, slot) for seat in range(s.seats) for slot in range(s.row_count[seat])]
    ended = s.phase >= crescendo.BETWEEN
    seen = {s.row[seat][slot] for seat, slot in rows if ended or s.locked[seat][slot]}
    if s.pile_count:
        seen.add(s.pile[s.pile_count - 1])
    if s.drawn and (eye == s.turn or s.drawn_seen == crescendo.EVERYBODY):
        seen.add(s.drawn)
    return {front(kind) for kind in seen}


def opened(before: State, event: Event, eye: int) -> set[str]:
    """The front that an event turns up for a moment before this eye, as a player at the table would see it."""
    s: Any = before.fields
    words = event.move.split()
    if event.kind == "move" and s.phase == crescendo.SETUP and sum(s.chosen) + 1 == s.seats and eye >= 0:
        choice = event.move if event.seat == eye else before.game.moves.text(s.choice[eye])
        return {front(s.row[eye][int(choice.split()[1]) - 1])} if choice.startswith("look") else set()
    if event.kind != "move" or words[0] not in ("number", "peek", "take"):
        return set()
    if words[0] == "number":
        return {front(s.row[event.seat][int(words[1]) - 1])}
    seat, slot = map(int, words[1].split(":"))
    if words[0] == "peek":
        return {front(s.row[seat][slot - 1])} if eye == event.seat else set()
    return {front(s.row[event.seat][s.given])} if eye == seat else set()


async def test_no_frame_of_a_memory_game_shows_what_lies_face_down(server: Server) -> None:
    """Two people, a bot and a watcher through a round of Crescendo, with reloads. Every front in every frame lay open
    at that moment, and what lay open for a moment is in one frame of each who saw it. HTTP bodies have none."""
    wish = {"game": "crescendo", "race": 100, "options": {"max_laps": 10}}
    made = server.table(ME, OPEN, SIMPLE, **wish, pace=0)
    frames: list[tuple[int, str]] = []
    bodies: list[str] = []
    async with (
        join(server, made) as ann,
        join(server, made["table"]) as ben,
        join(server, made["table"], made["host_token"]) as watcher,
    ):
        token = (await ben.ask(do="sit", seat=1, name="Ben", contribution=contribution()))["token"]
        await asyncio.gather(*(one_round(client, seat) for seat, client in enumerate((ann, ben))))
        await watcher.until(lambda c: c.view["phase"] == "between")
        for client, eye in ((ann, 0), (ben, 1), (watcher, -1)):
            frames += [(eye, frame) for frame in client.frames]
        for bearer in ("", made["token"], token):
            bodies.append(server.get(f"/api/tables/{made['table']}/record", bearer).text)
            async with join(server, made["table"], bearer) as late:
                await late.ask(do="sync", since=0)
                frames += [(late.view["you"], frame) for frame in late.frames]
    states = true_states(server, made["table"])
    events = {
        entry.seq: Event.from_dict(entry.body["event"])
        for entry in stored(server, made["table"])
        if "event" in entry.body
    }
    made_by = {rev: max(seq for seq in events if seq <= rev and events[seq].kind != "try") for rev in states}
    moments = 0
    shown: Counter[tuple[int, int]] = Counter()
    for eye, frame in frames:
        message = json.loads(frame)
        fronts = set(FRONTS.findall(frame))
        if message["is"] != "view" or message["rev"] not in states:
            assert not fronts, frame
            continue
        rev = message["rev"]
        now = message["board"]["shown"]
        last = made_by[rev]
        if now:
            assert {card["front"] for card in now} == opened(states[last - 1], events[last], eye)
        rest = json.dumps({**message, "board": {**message["board"], "shown": []}})
        assert set(FRONTS.findall(rest)) <= open_fronts(states[rev], eye), (eye, rev)
        shown[eye, last] += len(now)
        moments += len(now)
        for line in message["events"]:
            assert not re.search(
                r"\b(Joker|\d+)\b", re.sub(r"\d+.\d+|slots? \d+( and \d+)?|\d+ cards?|[Rr]ound \d+", "", line["say"])
            )
    assert moments > 5
    assert max(shown.values()) == 1
    for (eye, last), times in shown.items():  # nobody has missed one
        assert last - 1 not in states or times == len(opened(states[last - 1], events[last], eye))
    for body in bodies:
        assert not FRONTS.search(body)
        assert '"drew"' not in body


async def one_round(client: Client, seat: int) -> None:
    """Look, then draw, keep, peek, lock, swap and call as it comes, until the round is over."""
    rand = random.Random(seat)
    while True:
        await client.until(
            lambda c: c.views and c.view["you"] == seat and (c.view["legal"] or c.view["phase"] == "between")
        )
        view = client.view
        if view["phase"] == "between":
            return
        moves = [move["move"] for move in view["legal"]]
        by_verb: dict[str, list[str]] = {}
        for move in moves:
            by_verb.setdefault(move.split()[0], []).append(move)
        verbs = [verb for verb in by_verb if verb not in ("decline", "exchange", "draw", "hold", "number")] or list(
            by_verb
        )
        if "hold" in by_verb:
            verbs = ["hold", "hold", "hold", "number"]
        answer = await client.ask(do="move", on=view["decision"], move=rand.choice(by_verb[rand.choice(verbs)]))
        if answer["ok"]:
            await client.until(lambda c, rev=view["rev"]: c.view["rev"] > rev)


def rooms_that_differ_in_secrets_only(
    game: str, seats: int, options: dict[str, int], eye: int
) -> Iterator[tuple[Sitting, Sitting]]:
    """Pairs of rooms, along a game, between which this eye must see no difference."""
    server_words = catalogue("en")
    header = {
        "options": load(game).options(options),
        "pace": 0,
        "seats": [{"kind": "open", "name": "", "host": False} for _ in range(seats)],
    }
    kept = Kept("t", game, header, b"s" * 32, b"k" * 32, "")
    room = Sitting(kept, server_words)
    entries = [Entry(n + 1, "sit", n, {"name": f"P{n}", "contribution": ""}) for n in range(seats)]
    room.fold(entries[:-1])
    room.fold(room.with_deal(entries[-1:]))
    number = 0
    while room.phase == "playing" and number < 120:
        assert room.table is not None
        if number % 8 == 3 or number < 3:
            other = Sitting(kept, server_words)
            for key in ("rev", "decided", "turns", "seats", "answered", "past_race"):
                setattr(other, key, getattr(room, key))
            other.table = Table.replay(room.table.header(), [event.to_dict() for event in room.table.events])
            other.table.state = room.table.state.determinize(eye, 1000 + number)
            for line in room.lines:
                if isinstance(line, GameLine):
                    before, event = other_world(line, eye, number)
                    line = replace(line, before=before, event=event, worded={})
                    other.table.events[event.n] = event
                other.lines.append(line)
            yield room, other
        seat = room.table.state.ask_order()[0]
        legal = room.table.state.legal(seat).ids
        before = room.table.state.copy()
        event = room.table.submit(seat, legal[number % len(legal)])
        room.fold([room.game_entry(room.table, before, event)])
        number += 1


def other_world(line: GameLine, eye: int, seed: int) -> tuple[State, Event]:
    """Another world before an event, for an eye that sees the same in it before and after; and the event there."""
    if line.event.kind == "move" and line.before.game.name == "crescendo":
        return world_with(line.before, line.event, eye, seed), line.event
    if line.event.move.startswith("spirit") and eye != line.event.seat:
        return world_with_spirit(line.before, line.event, eye, seed)
    return line.before.determinize(eye, seed), line.event


def world_with_spirit(before: State, event: Event, eye: int, seed: int) -> tuple[State, Event]:
    """A world in which the seat chooses the same Spirit, the one that all see now, out of another pair."""
    chosen = spirits_to_choose(before, event.seat)[int(event.move.split()[1]) - 1]
    for again in range(1000):
        world = before.determinize(eye, 1000 * seed + again)
        pair = spirits_to_choose(world, event.seat)
        if chosen in pair and pair != spirits_to_choose(before, event.seat):
            return world, replace(event, move=f"spirit {pair.index(chosen) + 1}")
    raise AssertionError(f"no other world with {event.move}")


def spirits_to_choose(state: State, seat: int) -> list[int]:
    s: Any = state.fields
    return [thing for thing in range(harmonies.SPIRIT, harmonies.TILE) if s.where[thing] == harmonies.CHOICE + seat]


HIDING: list[tuple[str, int, dict[str, int]]] = [
    ("crescendo", 3, {}),
    ("crescent", 1, {"face_down": 1}),
    ("crescent", 1, {"face_down": 1, "redeals": 4}),
    ("escalation", 3, {}),
    ("harmonies", 3, {"spirits": 1, "sanctuaries": 1, "whispers": 1}),
]


def test_every_game_hides_something() -> None:
    assert {game for game, _, _ in HIDING} == set(games())


@pytest.mark.parametrize(("game", "seats", "options"), HIDING)
def test_deals_that_differ_in_hidden_cards_only_give_identical_bytes(
    game: str, seats: int, options: dict[str, int]
) -> None:
    for eye in (-1, seats - 1):
        differed = told_others = 0
        for room, other in rooms_that_differ_in_secrets_only(game, seats, options, eye):
            assert room.table is not None
            assert other.table is not None
            for told in (None, 0):  # what comes again, and all that was ever told
                views = [encoder.encode(view_for(at, eye, 0, told=told)) for at in (room, other)]
                assert views[0] == views[1]
            record, others = (redacted_record(at, at.table, eye) for at in (room, other) if at.table is not None)
            assert record == others
            differed += room.table.state != other.table.state
            if seats > 1:
                told_others += view_for(room, 1, 0, told=0) != view_for(other, 1, 0, told=0)
        assert differed > 2
        assert told_others > 2 or seats == 1  # who plays alone is told all that anybody is


def test_a_watcher_chooses_from_no_spirits() -> None:
    state = State.new("harmonies", 4, 7, {"spirits": 1})
    s: Any = state.fields.copy()
    s.where[harmonies.SPIRIT] = harmonies.DONE + 3
    state.executor.write(state.row, s.to_dict())
    assert board(state, -1, catalogue("en"))["choice"] == []
    assert len(board(state, 0, catalogue("en"))["choice"]) == 2
    assert len(board(state, -1, catalogue("en"), open_hands=True)["choice"]) == 2


async def test_the_stream_a_fresh_join_and_a_rejoin_are_the_same(server: Server) -> None:
    made = server.table(ME, SIMPLE)
    async with join(server, made) as ann:
        for _ in range(4):
            await ann.my_turn()
            if ann.view["phase"] == "over":
                break
            since = ann.view["rev"]
            await ann.move()
            await ann.my_turn()
            async with join(server, made) as fresh, join(server, made, since=since) as again:
                stable = ("board", "legal", "prompt", "note", "decision", "seats", "phase", "rev", "score", "you")
                for key in stable:
                    assert fresh.view[key] == again.view[key] == ann.view[key], key
                whole = [ann.events[seq] for seq in sorted(ann.events)]
                assert fresh.view["events"] == whole
                assert again.view["events"] == [event for event in whole if event["seq"] > since]


async def test_a_running_record_is_redacted_by_eye(server: Server) -> None:
    made = server.table(ME, OPEN)
    async with join(server, made) as ann, join(server, made["table"]) as ben:
        sat = await ben.ask(do="sit", seat=1, name="Ben", contribution="ben" * 10)
        await ben.until(lambda c: c.view["phase"] == "playing" and c.view["you"] == 1)
        first, token = (ann, made["token"]) if ann.view["legal"] else (ben, sat["token"])
        await first.refused(do="move", on=first.view["decision"], move="take")
        await first.move()
        path = f"/api/tables/{made['table']}/record"
        own, watched = server.get(path, token).text, server.get(path).text
        other = server.get(path, made["token"] if token != made["token"] else sat["token"]).text
        for text in (own, watched, other, server.get(path, "wrong").text):
            assert '"drew"' not in text
            assert "secret" not in text
            assert "ben" * 10 not in text
            assert [json.loads(line).get("do") for line in text.splitlines()[1:]] == ["deal", "try", "move"]
        assert '"move": "take"' in own
        assert '"take"' not in watched
        assert '"take"' not in other
        server.get(f"/api/tables/{made['table']}/replay", made["token"], status=409)


async def test_the_secret_is_published_at_the_end_and_is_the_committed_one(server: Server) -> None:
    made = server.table(ME, RANDOM, contribution="too early")
    committed = made["commitment"]
    path = f"/api/tables/{made['table']}/record"
    async with join(server, made, contribution="mine") as ann:
        await ann.move() if await ann.my_turn() else None
        assert "secret" not in server.get(path, made["token"]).text
        await ann.play_out()
        secret = json.loads(server.get(path).text.splitlines()[-1])["secret"]
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == committed
        assert {view["commitment"] for view in ann.views} == {committed}
        for frame in ann.frames:
            assert secret not in frame
    text = server.get(path).text
    assert json.loads(text.splitlines()[0])["contributions"] == ["mine", ""]
    verdict = record.verify(record.parse(text))
    assert verdict.ok, verdict
    assert verdict.redealt
    replay = server.get(f"/api/tables/{made['table']}/replay").json()
    assert replay["steps"][-1]["board"]["turn"] == -1
    assert replay["score"]["rows"][0]["rank"] == 1
    assert server.post("/api/replay", None, status=422)["error"].startswith("The record breaks at line 1")


async def test_who_contributes_has_been_told_the_commitment(server: Server) -> None:
    """Nothing that comes with the request for a table is in its chance; its maker contributes after the answer."""
    made = server.table(ME, OPEN, contribution="too early")
    async with join(server, made["table"]) as ben:
        assert ben.view["commitment"] == made["commitment"]
        await ben.ask(do="sit", seat=1, name="Ben", contribution="later")
        assert ben.view["phase"] == "gathering"  # the maker has still to contribute
        async with join(server, made, contribution="mine") as ann:
            assert ann.view["phase"] == "playing"
        async with join(server, made, contribution="again"):
            pass
    text = server.get(f"/api/tables/{made['table']}/record", made["token"]).text
    assert '"contributions": ["", ""]' in text
    header = next(entry.body["header"] for entry in stored(server, made["table"]) if entry.kind == "deal")
    assert header["contributions"] == ["mine", "later"]
    assert header["commitment"] == made["commitment"]


async def test_tokens_are_nowhere_to_be_read(server: Server) -> None:
    """Nothing that anybody gets holds another's token, nor does the store."""
    made = server.table(ME, SIMPLE)
    async with join(server, made["table"]) as watcher, join(server, made) as ann:
        await ann.play_out()
        await watcher.until(lambda c: c.view["phase"] == "over")
        for frame in watcher.frames:
            assert made["token"] not in frame
            assert made["host_token"] not in frame
    text = server.get(f"/api/tables/{made['table']}/record").text
    assert made["token"] not in text
    assert made["host_token"] not in text
