"""The NUMBER race at live tables: who was first, what is refused, what waits, and that the game always goes on."""

import asyncio
import random
from typing import Any

import pytest

from gradatim.core import record
from gradatim.core.table import Table
from gradatim.games.crescendo import content
from gradatim.web import driver, limits, race
from tests.web.conftest import ME, SIMPLE, Client, Server, join, serving
from tests.web.crescendo_table import People, count, people


async def claim(client: Client, on: str, slot: int, **more: Any) -> dict[str, Any]:
    return await client.ask(do="move", on=on, move=f"number {slot}", **more)


def replays(at: People) -> Table:
    """The table's record, played again from its first line."""
    room = at.server.app.rooms.rooms[at.made["table"]]
    table: Table = at.server.call(lambda: room.table)
    again = Table.replay(table.header(), [event.to_dict() for event in table.events])
    assert again.state == table.state
    return again


@pytest.mark.parametrize("grace", [20, 1500])
async def test_r1_of_two_claims_exactly_one_counts_and_all_see_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch, grace: int
) -> None:
    """5 ms apart, from two sockets; with a long grace they are tied, and the rulebook's order decides."""
    monkeypatch.setattr(race, "GRACE", grace)
    monkeypatch.setattr(driver, "GRACE", grace)
    async with people(server, 4) as at, join(server, at.made["table"]) as watcher:
        await at.choose()
        ended = at.turn
        on = await at.open_window()
        ahead, behind = ended, (ended + 2) % 4  # the seat that ended its turn comes first (c23)
        slots = [at.wrong_slot(seat) for seat in range(4)]
        later = asyncio.create_task(claim(at[behind], on, slots[behind]))
        await asyncio.sleep(0.005)
        answers = {ahead: await claim(at[ahead], on, slots[ahead]), behind: await later}
        (winner,) = [seat for seat, answer in answers.items() if answer["ok"]]
        if grace > 1000:
            assert winner == ahead
        loser = behind if winner == ahead else ahead
        assert answers[loser]["refused"]["rule"] == "too_late"
        assert at[winner].view["seats"][winner]["name"] in answers[loser]["refused"]["say"]
        eyes = [*at.clients, watcher]
        for client in eyes:
            await client.until(lambda c: c.view["window"] is None)
            shown = [view["board"]["shown"] for view in client.views if view["board"].get("shown")]
            assert shown == [[{**shown[0][0], "seat": winner, "slot": slots[winner] - 1}]]  # one card, once
            assert [count(client.view, seat) for seat in range(4)] == [9 if seat == winner else 8 for seat in range(4)]
            assert sum("NUMBER" in event["say"] for event in client.events.values()) == 1
        assert len({str(client.view["board"]["seats"]) for client in eyes}) == 1
        made, tried = [event for event in at.events() if event.move.startswith("number")]
        assert (made.kind, made.seat, tried.kind, tried.seat) == ("move", winner, "try", loser)
        assert tried.refused == "no_window"
        if winner == ahead:
            assert made.at >= tried.at  # arrivals, not decisions
        assert replays(at).events == at.events()


async def test_late_repeated_and_early_claims_cost_nothing(server: Server) -> None:
    async with people(server, 3) as at:
        await at.choose()
        first = at.turn
        other, third = (first + 1) % 3, (first + 2) % 3
        for _ in range(12):  # R4: nothing is kept for the window to come
            assert (await claim(at[third], at[third].view["decision"], 1))["refused"]["rule"] == "no_window"  # R6
        on = await at.open_window()
        await asyncio.sleep(3 * limits.GRACE / 1000)
        assert [count(at[0].view, seat) for seat in range(3)] == [8, 8, 8]
        assert at.truth.open
        slot = at.wrong_slot(first)
        answer = await claim(at[first], on, slot, id="once")
        assert answer["ok"]
        assert await claim(at[first], on, slot, id="once") == answer  # repeated: its first answer
        assert (await claim(at[third], on, 1))["refused"]["rule"] == "too_late"
        again = await claim(at[first], on, 1)
        assert again["refused"]["rule"] == "too_late"  # R5: one call a window
        await at[first].until(lambda c: c.view["window"] is None)
        assert (await claim(at[first], at[first].view["decision"], 1))["refused"]["rule"] == "no_window"
        await at.move(other, "draw")
        await at.all_see(lambda view: view["board"]["phase"] == "drawn")
        assert (await claim(at[third], on, 1))["refused"]["rule"] == "too_late"
        await at.move(other, "discard")
        await at.all_see(lambda view: view["window"] is not None)
        on = at[0].view["decision"]
        await at.hold()
        await at.move(third, "draw")
        late = await claim(at[first], on, 1)
        assert late["refused"]["rule"] == "race_over"
        assert [count(at[0].view, seat) for seat in range(3)] == [9 if seat == first else 8 for seat in range(3)]


async def test_r5_a_wrong_call_costs_one_card_a_window(server: Server) -> None:
    async with people(server, 2) as at:
        await at.choose()
        for number in range(1, 4):
            on = await at.open_window()
            slot = at.wrong_slot(0)
            tries = await asyncio.gather(*(claim(at[0], on, slot) for _ in range(4)))
            assert sum(answer["ok"] for answer in tries) == 1
            await at.all_see(lambda view, n=number: count(view, 0) == 8 + n and view["window"] is None)


async def test_r3_r13_a_double_click_draws_once(server: Server) -> None:
    async with people(server, 2) as at:
        await at.choose()
        seat = at.turn
        size = at[0].view["board"]["reserve"]["size"]
        on = at[seat].view["decision"]
        answers = await asyncio.gather(*(at[seat].ask(do="move", on=on, move="draw") for _ in range(8)))
        assert sum(answer["ok"] for answer in answers) == 1
        assert {answer["refused"]["rule"] for answer in answers if not answer["ok"]} == {"stale"}  # T18
        await at.all_see(lambda view: view["board"]["phase"] == "drawn")
        assert at[0].view["board"]["reserve"]["size"] == size - 1
        await at.move(seat, "discard")
        await at.all_see(lambda view: view["window"] is not None)
        follower = 1 - seat
        on = at[0].view["decision"]
        waits = asyncio.create_task(at[follower].ask(do="move", on=on, move="draw"))
        await at[follower].until(lambda c: c.view["window"]["answered"] == [follower])
        assert await at[follower].refused(do="move", on=on, move="draw") == "waiting"
        await at.hold(seat)
        assert (await waits)["ok"]
        await at.all_see(lambda view: view["board"]["phase"] == "drawn")
        assert at[0].view["board"]["reserve"]["size"] == size - 2
        out = [0] * content.KINDS
        room = server.app.rooms.rooms[at.made["table"]]
        server.call(lambda: room.game.rules.census(room.table.state.row, out))  # type: ignore[union-attr]
        assert sum(out) == content.CARDS


async def test_a_turn_move_waits_for_the_window_and_falls_to_a_call(server: Server) -> None:
    async with people(server, 3) as at:
        await at.choose()
        ended = at.turn
        on = await at.open_window()
        turn, third = at.turn, (at.turn + 1) % 3
        assert turn != ended
        waits = asyncio.create_task(at[turn].ask(do="move", on=on, move="draw"))
        await at[turn].until(lambda c: c.view["window"]["answered"] == [turn])
        assert at[turn].view["board"]["phase"] == "turn"
        assert (await claim(at[turn], on, 1))["refused"]["rule"] == "already_answered"
        assert (await claim(at[third], on, at.wrong_slot(third)))["ok"]
        dropped = await waits
        assert dropped["refused"]["rule"] == "called_first"
        assert at[third].view["seats"][third]["name"] in dropped["refused"]["say"]
        await at.all_see(lambda view: view["window"] is None)
        assert at[turn].view["board"]["phase"] == "turn"
        assert at[turn].view["board"]["turn"] == turn
        await at.move(turn, "draw")


async def test_a_window_stays_open_for_its_minimum(server: Server) -> None:
    async with people(server, 2, race=400) as at:
        await at.choose()
        on = await at.open_window()
        window = at[0].view["window"]
        assert (window["race"], window["minimum"], window["id"]) == (True, 400, on)
        assert 0 <= window["left"] <= 400
        opened = at.events()[-1].at
        turn = at.turn
        assert (await at[turn].ask(do="move", on=on, move="draw"))["ok"]  # the other says nothing at all
        await at.all_see(lambda view: view["board"]["phase"] == "drawn")
        assert at.events()[-1].at - opened >= 390
        assert at.events()[-2].move == "hold"
        assert not any("does not call" in event["say"] for event in at[0].events.values())  # the log is not flooded


async def test_a_claim_of_one_who_comes_back_inside_the_window(server: Server) -> None:
    """L4, R1: the window is still there, with its time; a claim sent before and again after is one claim."""
    async with people(server, 2) as at:
        await at.choose()
        seat = 1 - at.turn
        on = await at.open_window()
        slot = at.wrong_slot(seat)
        await at[seat].close()
        async with join(server, at.made["table"], at.tokens[seat]) as back:
            assert back.view["decision"] == on
            assert 0 < back.view["window"]["left"] < 5000
            offered = {move["move"].split()[0] for move in back.view["legal"]}
            assert offered - {"draw", "pile", "peek", "give", "lock"} == {"hold", "number"}
            await back.send(do="move", on=on, move=f"number {slot}", id="mine")
            await back.close()
            async with join(server, at.made["table"], at.tokens[seat]) as once_more:
                assert (await claim(once_more, on, slot, id="mine"))["ok"]
                await once_more.until(lambda c: count(c.view, seat) == 9)
        assert sum(event.move.startswith("number") for event in at.events()) == 1


async def test_l6_the_penalty_of_one_who_leaves_hits_the_right_seat(server: Server) -> None:
    async with people(server, 3) as at:
        await at.choose()
        seat = (at.turn + 2) % 3
        on = await at.open_window()
        await at[seat].send(do="move", on=on, move=f"number {at.wrong_slot(seat)}")
        await at[seat].close()
        other = (seat + 1) % 3
        await at[other].until(lambda c: c.view["window"] is None)
        assert [count(at[other].view, n) for n in range(3)] == [9 if n == seat else 8 for n in range(3)]


async def test_r7_l3_who_leaves_in_the_middle_of_a_turn_is_moved_for(server: Server) -> None:
    async with people(server, 2, race=200, away=500) as at:
        await at.choose()
        seat = at.turn
        await at.move(seat, "draw")
        await at[seat].close()
        other = at[1 - seat]
        await other.until(lambda c: c.view["window"] is not None)  # what was drawn is discarded
        assert other.view["board"]["turn"] == 1 - seat
        await other.ask(do="move", on=other.view["decision"], move="draw")
        await other.until(lambda c: c.view["board"]["phase"] == "drawn")
        await other.ask(do="move", on=other.view["decision"], move="discard")
        await other.until(lambda c: c.view["window"] is not None and c.view["board"]["turn"] == 1 - seat)  # and so on
        assert [event.move for event in at.events() if event.seat == seat][-2:] == ["draw", "discard"]


async def test_r7_who_leaves_in_the_middle_of_a_swap_is_moved_for(server: Server) -> None:
    async with people(server, 2, race=200, away=500) as at:
        await at.choose()
        while not any(move["move"] == "give 1" for move in at[at.turn].view["legal"]):
            await at.open_window()
            await at.hold()
        seat = at.turn
        await at.move(seat, "give 1")
        await at[seat].until(lambda c: c.view["board"]["phase"] == "given")
        await at[seat].close()
        other = at[1 - seat]
        await other.until(lambda c: c.view["board"]["turn"] == 1 - seat)
        assert [event.move for event in at.events() if event.seat == seat][-2:] == ["give 1", f"take {1 - seat}:1"]
        shown = [view["board"]["shown"] for view in other.views if view["board"].get("shown")]
        assert [(card["seat"], card["slot"]) for (card,) in shown] == [(1 - seat, 0)]  # the receiver has looked


async def test_nobody_is_moved_for_while_nobody_waits(server: Server) -> None:
    async with people(server, 2, away=500) as at:
        await at.choose()
        seat, events = at.turn, len(at.events())
        await at[seat].close()
        await at[1 - seat].close()
        await asyncio.sleep(0.8)
        assert len(at.events()) == events
        async with join(server, at.made["table"], at.tokens[1 - seat]) as back:
            assert back.view["board"]["turn"] == seat
            await back.until(lambda c: c.view["board"]["turn"] == 1 - seat)


async def three_laps(at: People) -> None:
    """Everybody draws and discards, and nobody calls."""
    for _ in range(3 * len(at.clients)):
        await at.open_window()
        await at.hold()


async def test_three_rounds_each_scored_once(server: Server) -> None:
    """R12, L7: everybody comes back in the middle of a scoring; the next first player is still first."""
    async with people(server, 2) as at:
        for number in range(1, 4):
            await at.choose("look 1")
            starter = at.turn
            await three_laps(at)
            await at.move(at.turn, "crescendo")
            await at.all_see(lambda view: view["board"]["caller"] >= 0)
            await at.move(at.turn, "pass")
            await at.all_see(lambda view: view["phase"] in ("between", "over"))
            for seat in (0, 1):
                view = (await at.reload(seat)).view
                assert len(view["board"]["sheet"]) == number
                points = [sum(lines[seat]["points"] for lines in view["board"]["sheet"]) for seat in (0, 1)]
                assert [row["total"] for row in sorted(view["score"]["rows"], key=lambda r: r["seat"])] == points
            if number < 3:
                on = at[0].view["decision"]
                answers = await asyncio.gather(*(at[seat].ask(do="move", on=on, move="next") for seat in (0, 1, 1)))
                assert sum(answer["ok"] for answer in answers) == 1
                await at.all_see(lambda view: view["board"]["phase"] == "setup")
                await at.reload(1 - starter)  # whose turn comes first now
                assert at.truth.turn == 1 - starter
        assert at[0].view["phase"] == "over"
        text = server.get(f"/api/tables/{at.made['table']}/record").text
        verdict = record.verify(record.parse(text))
        assert (verdict.ok, verdict.redealt, verdict.over) == (True, True, True)


async def last_window(at: People) -> str:
    """One calls CRESCENDO, the other plays the final turn: nobody's turn follows this window."""
    await three_laps(at)
    caller = at.turn
    await at.move(caller, "crescendo")
    await at.all_see(lambda view: view["board"]["caller"] == caller)
    await at.move(1 - caller, "draw")
    await at[1 - caller].until(lambda c: c.view["board"]["phase"] == "drawn")
    await at.move(1 - caller, "discard")
    await at.all_see(lambda view: view["board"]["phase"] in ("last", "between"))
    return str(at[0].view["decision"])


@pytest.mark.parametrize("ends", ["hold", "silence", "away", "call"])
async def test_f3_the_last_window_ends_the_round(server: Server, monkeypatch: pytest.MonkeyPatch, ends: str) -> None:
    monkeypatch.setattr(race, "LAST_RACE", {"silence": 700, "away": 60_000}.get(ends, 10_000))
    async with people(server, 2, race=200 if ends == "away" else 500) as at:
        await at.choose()
        on = await last_window(at)
        caller = at[0].view["board"]["caller"]
        other = 1 - caller
        assert at[other].view["window"]["minimum"] >= 700
        assert (await claim(at[caller], on, 1))["refused"]["rule"] == "caller_is_silent"
        if ends == "hold":
            await at.hold(other)
        elif ends == "call":
            assert (await claim(at[other], on, at.wrong_slot(other)))["ok"]
        elif ends == "away":
            await at[other].close()
        await at[caller].until(lambda c: c.view["phase"] == "between")
        assert at.events()[-1].move.split()[0] == ("number" if ends == "call" else "hold")
        assert "over" in at[caller].events[max(at[caller].events)]["say"]


# --- bots -------------------------------------------------------------------------------------------------------------
def test_r8_bots_react_alike_in_every_game_and_rematch() -> None:
    means = []
    for table in ("one", "again", "third"):
        drawn = [race.reaction(b"k" * 32, table, window, seat) for window in range(2, 802, 2) for seat in range(3)]
        assert min(drawn) >= limits.REACTION_FROM
        assert max(drawn) <= limits.REACTION_TO
        for part in (drawn[:600], drawn[600:]):
            means.append(sum(part) / len(part))
        assert len(set(drawn)) > 1000
    assert max(means) - min(means) < 0.05
    assert race.reaction(b"k" * 32, "one", 2, 0) == race.reaction(b"k" * 32, "one", 2, 0)


def test_the_first_claim_counts_and_within_the_grace_the_rulebooks_order() -> None:
    rand = random.Random(1)
    for _ in range(300):
        seats = rand.sample(range(6), 4)
        claims = [race.Pending(seat, "number 1", rand.uniform(0, 300)) for seat in seats]
        order = rand.sample(range(6), 6)
        winner = race.first(claims, order)
        begun = min(claim.arrived for claim in claims)
        assert winner.arrived - begun <= limits.GRACE
        ahead = [one for one in claims if order.index(one.seat) < order.index(winner.seat)]
        assert all(one.arrived - begun > limits.GRACE for one in ahead)


async def test_a_person_among_bots_plays_on(server: Server) -> None:
    """Bots answer windows and move after them; whatever they do, a person's turn comes again and again."""
    made = server.table(ME, SIMPLE, SIMPLE, game="crescendo", race=100, pace=0)
    async with join(server, made) as ann:
        await ann.my_turn()
        assert (await ann.ask(do="move", on=ann.view["decision"], move="decline"))["ok"]
        turns = 0
        while turns < 5:
            await ann.until(lambda c: {"draw", "discard", "next", "pass"} & {m["move"] for m in c.view["legal"]})
            view = ann.view
            (move, *_) = {"draw", "discard", "next", "pass"} & {move["move"] for move in view["legal"]}
            answer = await ann.ask(do="move", on=view["decision"], move=move)
            if answer["ok"]:
                turns += move in ("draw", "pass")
                await ann.until(lambda c, rev=view["rev"]: c.view["rev"] > rev)
        room = server.app.rooms.rooms[made["table"]]
        events = server.call(lambda: list(room.table.events))  # type: ignore[union-attr]
        for event in events:
            if event.kind == "move" and event.move.startswith("number"):
                opened = next(e for e in reversed(events[: event.n]) if e.kind == "move" and e.move != "hold")
                held = any(e.seat == 0 for e in events[opened.n + 1 : event.n])  # then nobody need wait
                assert held or event.at - opened.at >= 100 * limits.REACTION_FROM - 1


async def test_bots_alone_race_without_a_clock(server: Server) -> None:
    made = server.table(SIMPLE, SIMPLE, SIMPLE, game="crescendo", race=10_000, pace=0, options={"max_laps": 10})
    async with join(server, made, made["host_token"]) as watcher:
        await watcher.until(lambda c: c.view["board"].get("lap", 0) >= 3 or c.view["phase"] == "over")
        assert watcher.view["window"] is None or watcher.view["window"]["minimum"] == 0


async def test_a_restart_in_a_window_opens_it_anew(tmp_path: Any) -> None:
    database = tmp_path / "t.sqlite3"
    with serving(database) as one:
        async with people(one, 2, race=5000) as at:
            await at.choose()
            on = await at.open_window()
            tokens, made = at.tokens, at.made
            turn = at.turn
    with serving(database) as two:
        async with join(two, made, tokens[0]) as ann, join(two, made, tokens[1]) as ben:
            assert (ann.view["decision"], ben.view["decision"]) == (on, on)
            assert ann.view["window"]["left"] > 3000
            assert (await claim([ann, ben][1 - turn], on, 1))["ok"]
            await ann.until(lambda c: c.view["window"] is None)


@pytest.mark.postgres
async def test_of_claims_at_two_processes_one_counts(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        async with people(one, 2) as at:
            await at.choose()
            on = await at.open_window()
            slots = [at.wrong_slot(0), at.wrong_slot(1)]
            async with join(two, at.made["table"], at.tokens[1]) as ben:
                assert ben.view["decision"] == on
                answers = await asyncio.gather(claim(at[0], on, slots[0]), claim(ben, on, slots[1]))
                assert sum(answer["ok"] for answer in answers) == 1
                refused = [answer["refused"]["rule"] for answer in answers if not answer["ok"]]
                assert refused == ["too_late"]
                for client in (at[0], ben):
                    await client.until(lambda c: c.view["window"] is None)
                assert sorted(count(ben.view, seat) for seat in (0, 1)) == [8, 9]


@pytest.mark.postgres
async def test_nobody_is_moved_for_who_is_at_another_process(postgres_url: str) -> None:
    with serving(postgres_url) as one, serving(postgres_url) as two:
        async with people(one, 2, away=500) as at:
            await at.choose()
            seat, events = at.turn, len(at.events())
            async with join(two, at.made["table"], at.tokens[seat]) as there:
                await at[seat].close()
                await asyncio.sleep(2.5)  # several times what being away may last
                assert len(at.events()) == events
                await there.close()
            await at[1 - seat].until(lambda c: c.view["board"]["turn"] == 1 - seat)  # now it is
