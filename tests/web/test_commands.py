"""Commands at a table: each once, in order, by the right seat, and refused with a reason."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from gradatim.web import limits, people
from tests.web.conftest import ME, OPEN, RANDOM, SIMPLE, Client, Server, contribution, join


@pytest.fixture
async def pair(server: Server) -> AsyncIterator[tuple[Client, Client, dict[str, Any]]]:
    """Two people at a table of two, the one to move first."""
    made = server.table(ME, OPEN)
    async with join(server, made) as ann, join(server, made["table"]) as ben:
        answer = await ben.ask(do="sit", seat=1, name="Ben", contribution=contribution())
        assert answer["ok"]
        made["tokens"] = [made["token"], answer["token"]]
        for client in (ann, ben):
            await client.until(lambda c: c.view["phase"] == "playing" and c.view["you"] >= 0)
        yield (ann, ben, made) if ann.view["legal"] else (ben, ann, made)


Pair = tuple[Client, Client, dict[str, Any]]


async def test_a_whole_game_with_bots(server: Server) -> None:
    made = server.table(ME, SIMPLE, RANDOM)
    async with join(server, made) as ann:
        await ann.play_out()
        assert ann.view["score"]["rows"][0]["rank"] == 1
        assert sorted(ann.events) == list(range(1, ann.view["rev"] + 1))
        assert ann.view["prompt"] == ann.view["score"]["say"]


async def test_bots_alone_play_a_match_to_its_end(server: Server) -> None:
    made = server.table(SIMPLE, RANDOM, options={"games": 2})
    assert (made["seat"], made["token"]) == (-1, "")
    async with join(server, made["table"]) as watcher:
        await watcher.until(lambda c: c.view["phase"] == "over")


async def test_between_games_bots_leave_the_next_deal_to_people(server: Server) -> None:
    made = server.table(ME, SIMPLE, options={"games": 2})
    async with join(server, made) as ann:
        while ann.view["phase"] != "between":
            await ann.my_turn()
            if ann.view["phase"] == "playing":
                await ann.move()
        rev = ann.view["rev"]
        assert ann.view["score"] is not None
        await asyncio.sleep(0.3)
        assert ann.view["rev"] == rev
        await ann.move("next")
        assert ann.view["phase"] == "playing"


async def test_a_repeated_id_gets_the_first_answer_and_does_nothing(pair: Pair) -> None:
    first, second, _ = pair
    view = first.view
    chosen = view["legal"][-1]["move"]
    answer = await first.ask(do="move", on=view["decision"], move=chosen, id="again")
    assert answer["ok"]
    await first.until(lambda c: c.view["rev"] == view["rev"] + 1)
    for _ in range(3):
        assert await first.ask(do="move", on=first.view["decision"], move=chosen, id="again") == answer
    refused = await first.ask(do="move", on="r0", move=chosen, id="stale")
    assert refused["refused"]["rule"] == "stale"
    assert await first.ask(do="move", on=first.view["decision"], move=chosen, id="stale") == refused
    # Ids are each seat's own: the other seat's same id is another command.
    await second.until(lambda c: c.view["legal"])
    assert (await second.move(id="again"))["ok"]
    assert first.view["rev"] <= view["rev"] + 2


async def test_a_double_click_moves_once(pair: Pair) -> None:
    first, second, _ = pair
    view = first.view
    command = {"do": "move", "on": view["decision"], "move": view["legal"][-1]["move"]}
    one, two = await first.send(**command), await first.send(**command)
    await first.until(lambda c: one in c.answers and two in c.answers)
    assert first.answers[one]["ok"]
    assert first.answers[two]["refused"]["rule"] == "stale"
    await second.until(lambda c: c.view["legal"])
    assert second.view["rev"] == view["rev"] + 1


async def test_every_frame_twice_makes_the_same_game(server: Server) -> None:
    made = server.table(ME, SIMPLE)
    async with join(server, made) as ann:
        moves = 0
        while await ann.my_turn():
            view = ann.view
            command = {"do": "move", "on": view["decision"], "move": view["legal"][-1]["move"], "id": f"m{moves}"}
            await ann.send(**command)
            await ann.send(**command)
            await ann.until(lambda c, rev=view["rev"]: c.view["rev"] > rev)  # type: ignore[misc]
            await asyncio.sleep(2 / limits.COMMANDS_PER_SECOND)
            moves += 1
        await ann.ask(do="sync")
        answers = [answer for answer in ann.all_answers if answer["id"].startswith("m")]
        assert len(answers) == 2 * moves
        assert all(answer["ok"] for answer in answers)
        lines = server.get(f"/api/tables/{made['table']}/record").text.splitlines()
        own = [line for line in map(json.loads, lines) if line.get("do") == "move" and line["seat"] == 0]
        assert len(own) == moves


async def test_out_of_turn(pair: Pair) -> None:
    first, second, _ = pair
    rev = first.view["rev"]
    hand = [card["front"] for card in second.view["board"]["hand"]]
    rule = await second.refused(do="move", on=second.view["decision"], move="take")
    assert rule == "not_your_turn"
    assert await second.refused(do="attempt", on=second.view["decision"], pieces=hand[:1]) == "not_your_turn"
    assert second.view["rev"] == rev


async def test_a_stale_decision_is_refused_and_followed_by_the_view(pair: Pair) -> None:
    first, second, _ = pair
    old = first.view["decision"]
    await first.move()
    await second.until(lambda c: c.view["legal"])
    while not first.view["legal"]:  # who can only take leads the next series: then it is their turn again
        await second.move()
        await first.until(lambda c: c.view["decision"] == second.view["decision"])
    views = len(first.views)
    assert await first.refused(do="move", on=old, move=first.view["legal"][0]["move"]) == "stale"
    await first.until(lambda c: len(c.views) > views)
    assert await first.refused(do="attempt", on=old, pieces=["f5"]) == "stale"
    assert await first.refused(do="undo", on=old) == "stale"


async def test_refused_moves_say_why_and_change_nothing(pair: Pair) -> None:
    first, second, _ = pair
    view = first.view
    assert await first.refused(do="move", on=view["decision"], move="take") == "nothing_to_take"
    assert await first.refused(do="move", on=view["decision"], move="13+13+13+13+13") == "no_such_move"
    assert await first.refused(do="move", on=view["decision"], move="") == "no_such_move"
    await second.ask(do="sync")
    assert second.view["decision"] == view["decision"]
    assert second.view["board"]["seats"] == view["board"]["seats"]
    answer = await first.ask(do="attempt", on=view["decision"], pieces=[view["board"]["hand"][0]["front"]])
    assert answer["ok"] or answer["refused"]["rule"]
    assert (await first.move())["ok"]  # a refused try does not make the decision stale
    await second.until(lambda c: c.view["legal"])


async def test_an_attempt_names_the_move(pair: Pair) -> None:
    first, _, _ = pair
    single = next(move for move in first.view["legal"] if len(move["pieces"]) == 1 and not move["named"])
    answer = await first.ask(do="attempt", on=first.view["decision"], pieces=single["pieces"])
    assert answer["move"] == single
    assert await first.refused(do="attempt", on=first.view["decision"], pieces=[]) == "nothing_picked"
    numbers = sorted({card["front"] for card in first.view["board"]["hand"]} - {"f14", "f15"})
    assert await first.refused(do="attempt", on=first.view["decision"], pieces=numbers[:2]) in (
        "mixed_numbers" if len(numbers) > 1 else "not_higher"
    )
    assert await first.refused(do="attempt", on=first.view["decision"], pieces=["f5"] * 1000) == "not_in_hand"
    assert await first.refused(do="attempt", on=first.view["decision"], pieces=["x" * 1000, "=", "=é", ""])


async def test_undo_only_what_showed_nothing(pair: Pair) -> None:
    first, second, _ = pair
    assert await first.refused(do="undo", on=first.view["decision"]) == "nothing_to_undo"
    await first.move()
    await second.until(lambda c: c.view["legal"])
    before = second.view
    await second.move("take")
    assert second.view["undo"]
    await first.ask(do="sync")
    assert not first.view["undo"]
    assert await first.refused(do="undo", on=first.view["decision"]) == "nothing_to_undo"
    assert (await second.ask(do="undo", on=second.view["decision"]))["ok"]
    await second.until(lambda c: c.view["board"]["turn"] == c.view["you"] and not c.view["undo"])
    assert second.view["board"] == before["board"]
    assert second.view["legal"] == before["legal"]
    assert second.view["decision"] != before["decision"]


BAD = [
    ("", "bad_command"),
    ("{", "bad_command"),
    ("[]", "bad_command"),
    ('{"id":"x"}', "bad_command"),
    ('{"id":"x","do":"fly"}', "bad_command"),
    ('{"id":"x","do":"move","on":1,"move":"5"}', "bad_command"),
    ('{"id":"x","do":"move","on":"r1"}', "bad_command"),
    ('{"id":"x","do":"move","on":"r1","move":"5","seat":1}', "bad_command"),
    ('{"id":"x","do":"sit","seat":"0","name":"A"}', "bad_command"),
    ('{"id":5,"do":"sync"}', "bad_command"),
    ('{"id":"x","do":"hello","token":""}', "bad_command"),
    ('{"id":"","do":"sync"}', "bad_id"),
    ('{"id":"%s","do":"sync"}' % ("x" * 65), "bad_id"),
    ('{"id":"x","do":"attempt","on":"r1","pieces":["f5",3]}', "bad_command"),
    ("[" * 20_000, "bad_command"),
    ('{"id":"x","do":"sync","since":1e400}', "bad_command"),
]


async def test_bad_messages_are_answered_and_the_socket_lives(server: Server) -> None:
    made = server.table(ME, SIMPLE, pace=10_000)
    async with join(server, made) as ann:
        for text, rule in BAD:
            known = len(ann.all_answers)
            await ann.connection.send(text)
            await ann.until(lambda c, known=known: len(c.all_answers) > known)  # type: ignore[misc]
            answer = ann.all_answers[-1]
            assert not answer["ok"]
            assert answer["refused"]["rule"] == rule, text[:80]
            assert answer["refused"]["say"].endswith((".", "s."))
        named = [answer["refused"]["say"] for answer in ann.all_answers if not answer["ok"]]
        assert any("`on`" in say or "on:" in say for say in named)
        assert any("seat" in say for say in named)
        await ann.connection.send(b"\x00\x01")
        await ann.until(lambda c: "binary" in (c.all_answers[-1]["refused"] or {}).get("say", ""))
        assert (await ann.ask(do="sync"))["ok"]


async def test_an_oversized_message_ends_the_socket_only(server: Server) -> None:
    made = server.table(ME, SIMPLE)
    async with join(server, made) as ann, join(server, made) as other:
        await ann.connection.send('{"id":"x","do":"rename","name":"' + "x" * (70 << 10) + '"}')
        await ann.ended()
        assert ann.connection.close_code == 1009
        assert (await other.ask(do="sync"))["ok"]


async def test_hello_comes_first(server: Server) -> None:
    made = server.table(ME, SIMPLE)
    async with connect(f"ws://{server.address}/ws/{made['table']}") as connection:
        client = Client(connection)
        assert await client.refused(do="sync") == "bad_command"
        assert await client.refused(do="sit", seat=0, name="Eve") == "bad_command"
        await client.close()


async def test_a_hello_that_comes_twice_is_answered_twice(server: Server) -> None:
    made = server.table(ME, SIMPLE, pace=10_000)
    async with join(server, made, id="h") as ann:
        first, views = ann.answers["h"], len(ann.views)
        assert await ann.ask(do="hello", id="h", token=made["token"]) == first
        assert await ann.refused(do="hello", id="h2", token=made["token"]) == "bad_command"
        assert await ann.ask(do="hello", id="h", token="") == first
        assert (await ann.ask(do="rename", name="Anna"))["ok"]
        await ann.until(lambda c: c.view["seats"][0]["name"] == "Anna")
        assert len(ann.views) == views + 1


async def test_an_unjoined_socket_may_only_say_hello(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that has been turned away has not joined."""
    monkeypatch.setattr(limits, "MOST_WATCHERS", 0)
    made = server.table(ME, OPEN)
    async with connect(f"ws://{server.address}/ws/{made['table']}") as connection:
        client = Client(connection)
        assert await client.refused(do="hello") == "too_many_watch"
        assert await client.refused(do="sit", seat=1, name="Eve") == "bad_command"
        assert (await client.ask(do="hello", token=made["token"]))["seat"] == 0
        await client.close()


async def test_no_such_table(server: Server) -> None:
    async with connect(f"ws://{server.address}/ws/nothing") as connection:
        with pytest.raises(ConnectionClosed):
            await connection.recv()
        assert connection.close_code == 4004
        assert "nothing" in (connection.close_reason or "")


async def test_a_wrong_token_watches(server: Server) -> None:
    made = server.table(ME, OPEN, SIMPLE)
    wrong = [made["token"][:-1], made["token"] + "0", made["token"].upper(), "é", "x" * 5000, made["table"], " "]
    for token in wrong:
        async with join(server, made["table"], token) as eve:
            assert (eve.view["you"], eve.view["host"]) == (-1, False)
            assert await eve.refused(do="move", on=eve.view["decision"], move="take") == "not_seated"
            assert await eve.refused(do="rename", name="Eve") == "not_seated"
            assert await eve.refused(do="undo", on=eve.view["decision"]) == "not_seated"
            assert await eve.refused(do="fill", seat=1, bot="simple") == "not_host"
    # The host's token of one table, the seat's token of another: nothing here.
    other = server.table(ME, OPEN)
    for token in (other["token"], other["host_token"]):
        async with join(server, made["table"], token) as eve:
            assert (eve.view["you"], eve.view["host"]) == (-1, False)


async def test_of_many_who_sit_at_once_one_sits(server: Server) -> None:
    made = server.table(ME, OPEN, OPEN)
    clients = [join(server, made["table"]) for _ in range(8)]
    joined = [await client.__aenter__() for client in clients]
    answers = await asyncio.gather(
        *(
            client.ask(do="sit", seat=1, name=f"P{number}", contribution=contribution())
            for number, client in enumerate(joined)
        )
    )
    assert sum(answer["ok"] for answer in answers) == 1
    assert {answer["refused"]["rule"] for answer in answers if not answer["ok"]} == {"seat_taken"}
    assert sum(answer["token"] != "" for answer in answers) == 1
    winner = next(client for client, answer in zip(joined, answers, strict=True) if answer["ok"])
    assert await winner.refused(do="sit", seat=2, name="Two") == "already_seated"
    for seat in (-1, 3, 99):
        loser = next(client for client in joined if client is not winner)
        assert await loser.refused(do="sit", seat=seat, name="Eve") == "no_such_seat"
    for client in clients:
        await client.__aexit__(None, None, None)


async def test_a_lost_answer_to_a_sit_is_repeated_to_who_sat_only(server: Server) -> None:
    made = server.table(ME, OPEN, OPEN)
    own = contribution()
    sit = {"do": "sit", "seat": 1, "name": "Ben", "contribution": own, "id": "s1"}
    async with join(server, made["table"]) as ben:
        first = await ben.ask(**sit)
        assert await ben.ask(**sit) == first
    async with join(server, made["table"]) as ben:  # the connection broke before the answer came
        assert await ben.ask(**sit) == first
        await ben.until(lambda c: c.view["you"] == 1)
    async with join(server, made["table"]) as eve:
        for stolen in ("", "x", contribution()):
            assert await eve.refused(**{**sit, "contribution": stolen}) == "seat_taken"
            # The first answer stands, whatever comes later with the id.
            assert await eve.refused(**sit) == "seat_taken"
            break
        assert eve.view["you"] == -1


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb", "a\u202eb", "\u200d", "a\x00"])
async def test_bad_names(server: Server, name: str) -> None:
    made = server.table(ME, OPEN)
    async with join(server, made["table"]) as ben:
        assert await ben.refused(do="sit", seat=1, name=name) == "bad_name"
    if name.strip():
        server.post(
            "/api/tables",
            {"game": "escalation", "seats": [ME, OPEN], "name": name},
            status=400,
        )


async def test_names_are_shown_as_they_are(server: Server) -> None:
    made = server.table(ME, OPEN)
    async with join(server, made) as ann, join(server, made["table"]) as ben:
        await ben.ask(do="sit", seat=1, name="  {n} <b>愛</b>👩‍👩‍👧 ")
        await ann.until(lambda c: c.view["seats"][1]["kind"] == "person")
        assert ann.view["seats"][1]["name"] == "{n} <b>愛</b>👩‍👩‍👧"
        assert "{n} <b>愛</b>" in ann.view["events"][-1]["say"] or any("{n}" in e["say"] for e in ann.events.values())
        await ben.ask(do="rename", name="Ben")
        await ann.until(lambda c: c.view["seats"][1]["name"] == "Ben")
        assert ann.events[ann.view["rev"]]["say"] == "{n} <b>愛</b>👩‍👩‍👧 is now called Ben"
        assert ben.events[ann.view["rev"]]["say"] == "You are now called Ben"


async def test_the_host_fills_open_seats(server: Server) -> None:
    made = server.table(ME, OPEN, OPEN)
    async with join(server, made) as ann, join(server, made["table"]) as ben:
        assert (ann.view["host"], ben.view["host"]) == (True, False)
        assert ann.view["phase"] == "gathering"
        assert await ann.refused(do="move", on=ann.view["decision"], move="take") == "not_started"
        assert await ann.refused(do="fill", seat=1, bot="nobody") == "no_such_bot"
        assert await ann.refused(do="fill", seat=0, bot="simple") == "seat_in_use"
        assert await ann.refused(do="fill", seat=7, bot="simple") == "no_such_seat"
        assert (await ann.ask(do="fill", seat=1, bot="simple", id="f1"))["ok"]
        assert (await ann.ask(do="fill", seat=1, bot="simple", id="f1"))["ok"]
        assert await ann.refused(do="fill", seat=1, bot="simple") == "seat_in_use"
        assert await ben.refused(do="sit", seat=1, name="Ben") == "seat_taken"
        assert (await ann.ask(do="fill", seat=2, bot="random"))["ok"]
        await ann.until(lambda c: c.view["phase"] == "playing")
        await ann.play_out()


async def test_a_host_without_a_seat(server: Server) -> None:
    made = server.table(OPEN, SIMPLE)
    async with join(server, made["table"], made["host_token"]) as host:
        assert (host.view["you"], host.view["host"]) == (-1, True)
        answer = await host.ask(do="sit", seat=0, name="Hope", contribution=contribution())
        await host.until(lambda c: c.view["you"] == 0)
        assert host.view["host"]
    async with join(server, made["table"], answer["token"]) as host:
        assert host.view["host"]  # the right goes with the seat


async def test_a_bot_plays_on_for_somebody_away_until_they_return(pair: Pair, server: Server) -> None:
    first, second, made = pair
    host, guest = (first, second) if first.view["host"] else (second, first)
    you = guest.view["you"]
    assert await host.refused(do="fill", seat=you, bot="simple") == "seat_in_use"
    await guest.close()
    await host.until(lambda c: c.presences and not c.presences[-1][you]["live"])
    assert "away" in host.presences[-1][you]["status"]
    assert (await host.ask(do="fill", seat=you, bot="simple"))["ok"]
    await host.until(lambda c: c.view["seats"][you]["kind"] == "bot")
    if await host.my_turn():
        await host.move()
    async with join(server, made["table"], made["tokens"][you]) as back:
        assert back.view["you"] == you
        await host.until(lambda c: c.view["seats"][you]["kind"] == "person")
        assert host.view["seats"][you]["name"] == "Ben"
        assert host.view["seats"][you]["live"]


async def test_two_tabs_get_everything_and_one_may_close(pair: Pair, server: Server) -> None:
    first, second, made = pair
    you = first.view["you"]
    async with join(server, made["table"], made["tokens"][you]) as tab:
        assert tab.view["board"] == first.view["board"]
        await tab.move()
        await first.until(lambda c: c.view["rev"] == tab.view["rev"])
        assert first.frames[-1] == tab.frames[-1]
    await second.until(lambda c: c.view["legal"])
    await second.move()
    assert second.view["seats"][you]["live"]
    assert not any(not seats[you]["live"] for seats in second.presences)


async def test_too_many_commands_at_once_are_refused_clearly(server: Server) -> None:
    made = server.table(ME, SIMPLE, pace=10_000)
    async with join(server, made) as ann, join(server, made) as other:
        sent = [await ann.send(do="sync", id=f"s{number}") for number in range(80)]
        await ann.until(lambda c: all(one in c.answers for one in sent))
        refused = [answer for answer in ann.all_answers if not answer["ok"]]
        assert 0 < len(refused) < 60
        assert {answer["refused"]["rule"] for answer in refused} == {"too_many"}
        assert (await other.ask(do="sync"))["ok"]
        await asyncio.sleep(0.3)
        assert (await ann.ask(do="sync", id=refused[0]["id"]))["ok"]  # that was no answer to keep


async def test_play_again(pair: Pair, server: Server) -> None:
    first, second, made = pair
    table = made["table"]
    server.post(f"/api/tables/{table}/again", token=made["token"], status=409)
    await asyncio.gather(first.play_out(), second.play_out())
    server.post(f"/api/tables/{table}/again", token="wrong", status=403)
    host, guest = (first, second) if first.view["host"] else (second, first)
    again = server.post(f"/api/tables/{table}/again", {"contribution": contribution()}, made["token"])
    repeated = server.post(f"/api/tables/{table}/again", {"contribution": contribution()}, made["token"])
    assert again == repeated
    await guest.until(lambda c: c.view["next_table"] == again["table"])
    async with join(server, again) as ann:
        assert ann.view["phase"] == "gathering"
        assert (ann.view["you"], ann.view["host"]) == (host.view["you"], True)
        assert ann.view["seats"][1]["status"] == "expected"
        async with join(server, again["table"]) as eve:
            assert await eve.refused(do="sit", seat=1, name="Eve") == "seat_taken"
        async with join(server, again["table"], made["tokens"][1], contribution=contribution()) as ben:
            assert ben.view["you"] == 1
            await ann.until(lambda c: c.view["phase"] == "playing")
            assert [seat["name"] for seat in ann.view["seats"]] == ["Ann", "Ben"]
            assert ann.view["commitment"] != host.view["commitment"]


def test_limits_of_a_name() -> None:
    assert people.clean_name(" x " * 1) == "x"
    assert people.clean_name("x" * 24) == "x" * 24
    assert people.clean_name("x" * 25) == ""
    assert people.clean_name("x" * 1_000_000) == ""


async def test_health(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/health").json() == {"ok": True}
