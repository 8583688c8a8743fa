"""The choice that all make at the same time, in secret; and cards that are shown once."""

import json
from typing import Any

from gradatim.games.crescendo.view import front
from tests.web.conftest import SIMPLE, Server, join
from tests.web.crescendo_table import People, people


def fronts(views: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was shown for a moment in these views."""
    return [card for view in views for card in view["board"].get("shown", [])]


def told(views: list[dict[str, Any]]) -> list[str]:
    return [event["once"] for view in views for event in view["events"] if event["once"]]


async def test_f13_a_choice_is_secret_until_all_have_chosen(server: Server) -> None:
    async with people(server, 3) as at, join(server, at.made["table"]) as watcher:
        on = at[0].view["decision"]
        assert at[0].view["window"] == {"id": on, "race": False, "minimum": 0, "left": 0, "answered": []}
        assert (await at[0].ask(do="move", on=on, move="look 3"))["ok"]
        assert (await at[1].ask(do="move", on=on, move="exchange 2 5"))["ok"]  # the same window: not stale
        assert await at[0].refused(do="move", on=on, move="look 4") == "already_chosen"
        assert await at[2].refused(do="move", on=on, move="draw") == "setup_first"
        eyes = [*at.clients, watcher]
        for client in eyes:
            await client.until(lambda c: c.view["window"]["answered"] == [0, 1])
        for secret, owner in (("look 3", 0), ("slot 3", 0), ("exchange", 1), ("slots 2", 1)):
            for eye, client in enumerate(eyes):
                known = any(secret in json.dumps(event) for event in client.events.values())
                assert known == (eye == owner), (secret, eye)
        table = at.made["table"]
        for eye, token in enumerate([*at.tokens, ""]):
            record = server.get(f"/api/tables/{table}/record", token=token).text
            assert ("look 3" in record) == (eye == 0)
            assert ("exchange 2 5" in record) == (eye == 1)
            assert ("draw" in record) == (eye == 2)  # a refused try
        for seat in (0, 1, 2):
            await at.reload(seat)
        assert ("look 3" in json.dumps(at[2].view["events"])) is False
        assert (await at[2].ask(do="move", on=on, move="decline"))["ok"]
        await at.all_see(lambda view: view["board"]["phase"] == "turn")
        looked = {"front": front(at.truth.row[0][2]), "seat": 0, "slot": 2}
        (card,) = fronts(at[0].views)
        assert looked.items() <= card.items()
        assert fronts(at[1].views) + fronts(at[2].views) + fronts(watcher.views) == []
        said = max(at[2].events.items())[1]["say"]
        assert "Ann looks at slot 3" in said
        assert "Ben exchanges slots 2 and 5" in said
        assert "look 3" in server.get(f"/api/tables/{table}/record").text  # the slots are public now


async def test_r14_the_clock_declines_for_who_is_away_and_silent(server: Server) -> None:
    async with people(server, 3, away=500) as at:
        on = at[0].view["decision"]
        assert (await at[0].ask(do="move", on=on, move="look 2"))["ok"]
        await at[2].close()
        assert (await at[1].ask(do="move", on=on, move="exchange 1 8"))["ok"]
        for seat in (0, 1):
            await at[seat].until(lambda c: c.view["board"]["phase"] == "turn")
        made = [event for event in at.events() if event.kind == "move"][:3]  # later ones are the clock's again
        chosen = {event.seat: event.move for event in made}
        assert chosen == {0: "look 2", 1: "exchange 1 8", 2: "decline"}


async def test_bots_choose_without_waiting_for_people(server: Server) -> None:
    made = server.table({"kind": "me"}, SIMPLE, SIMPLE, game="crescendo", pace=0)
    async with join(server, made) as ann:
        await ann.until(lambda c: c.view["window"] and set(c.view["window"]["answered"]) >= {1, 2})
        assert ann.view["board"]["phase"] == "setup"


async def choose_look(at: People, *seats: int) -> None:
    for seat in range(len(at.clients)):
        choice = "look 1" if seat in seats else "decline"
        assert (await at[seat].ask(do="move", on=at[seat].view["decision"], move=choice))["ok"]


async def test_what_was_shown_is_not_sent_again(server: Server) -> None:
    async with people(server, 2) as at:
        await choose_look(at, 0)
        await at.all_see(lambda view: view["board"]["phase"] == "turn")
        (card,) = fronts(at[0].views)
        (line,) = [line for line in told(at[0].views) if "look" in line]
        assert line.count(":") == 2
        frame = f'"{card["front"]}"'
        for since in (0, at[0].view["rev"]):
            await at[0].close()
            async with join(server, at.made["table"], at.tokens[0], since=since) as again:
                await again.ask(do="sync", since=0)
                await again.until(lambda c: len(c.views) == 2)
                assert fronts(again.views) == []
                assert told(again.views) == []
                board = {key: value for key, value in again.view["board"].items() if key != "top"}
                assert frame not in json.dumps(board)
                kept = " ".join(event["say"] for event in again.events.values())
                assert "You look at slot 1" in kept.replace("you", "You")
                assert line not in kept
        async with join(server, at.made["table"], at.tokens[0]) as first:
            on = await _window(at, first)
            slot = at.wrong_slot(1)
            assert (await at[1].ask(do="move", on=on, move=f"number {slot}"))["ok"]
            for client in (first, at[1]):
                await client.until(lambda c: c.view["window"] is None)
            assert [(card["seat"], card["slot"]) for card in fronts(first.views)] == [(1, slot - 1)]
            assert [(card["seat"], card["slot"]) for card in fronts(at[1].views)] == [(1, slot - 1)]
            late = await at.come(2)
            assert fronts(late.views) == []  # a watcher who comes later


async def _window(at: People, first: Any) -> str:
    """The seat on turn draws and discards; seat 0's client is `first`."""
    at.clients[0] = first
    return await at.open_window()


async def test_who_was_away_is_shown_it_once(server: Server) -> None:
    async with people(server, 2) as at:
        assert (await at[0].ask(do="move", on=at[0].view["decision"], move="look 1"))["ok"]
        await at[0].close()
        assert (await at[1].ask(do="move", on=at[1].view["decision"], move="decline"))["ok"]
        await at[1].until(lambda c: c.view["board"]["phase"] == "turn")
        back = await at.reload(0)
        (card,) = fronts(back.views)
        assert card["front"] == front(at.truth.row[0][0])
        assert len(told(back.views)) == 1
        assert fronts((await at.reload(0)).views) == []


async def test_every_window_of_a_seat_is_shown_it(server: Server) -> None:
    async with people(server, 2) as at, join(server, at.made["table"], at.tokens[0]) as tablet:
        await choose_look(at, 0)
        for client in (at[0], tablet):
            await client.until(lambda c: c.view["board"]["phase"] == "turn")
        assert len(fronts(at[0].views)) == len(fronts(tablet.views)) == 1
