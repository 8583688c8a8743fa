"""Deals by their code at the table: dealt, taken back and made again, and what the solver says of them."""

import asyncio
import time
from datetime import date
from typing import Any

import httpx
import pytest

from gradatim.core.game import load
from gradatim.web import limits
from gradatim.web.deals import code_of_day
from tests.web.conftest import ME, RANDOM, SIMPLE, Client, Server, join

pytestmark = pytest.mark.usefixtures("compiled_solver")
CODE = "CR1-N-AAAAACF"
SLOW = 60.0  # seconds: the solver may have to be compiled first


def patience(server: Server, **more: Any) -> dict[str, Any]:
    return server.table(ME, game="crescent", **more)


def ask(server: Server, made: dict[str, Any], token: str | None = None, **wish: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {made['token'] if token is None else token}"}
    return httpx.post(f"{server.url}/api/tables/{made['table']}/advice", json=wish, headers=headers, timeout=SLOW)


def advice(server: Server, made: dict[str, Any], **wish: Any) -> dict[str, Any]:
    answer = ask(server, made, **wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_the_same_code_deals_the_same_cards_whoever_deals(server: Server) -> None:
    boards = []
    for code in (CODE, " cr1-n-aaaaacf "):
        made = patience(server, code=code)
        async with join(server, made) as ann:
            boards.append(ann.view["board"])
    assert boards[0]["code"] == CODE
    assert boards[0] == boards[1]


async def test_a_code_says_its_options(server: Server) -> None:
    made = patience(server, code="CR1-N0-AAAAAAY", options={"redeals": 5, "free_undo": 1})
    async with join(server, made) as ann:
        assert ann.view["options"] == {"redeals": 0, "face_down": 0, "free_undo": 1, "max_moves": 0}
        assert ann.view["board"]["left"] == 0


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "crescent", "code": "CR1-N-AAAAAAC"}, "mistyped"),
        ({"game": "crescent", "code": "CR1-N-AAAA1AB"}, "character 11"),
        ({"game": "crescent", "code": "x" * 5000}, "no deal code"),
        ({"game": "escalation", "code": CODE, "seats": [ME, SIMPLE]}, "no deal codes"),
        ({"game": "crescent", "code": "CR1-N-AAAAıAB"}, "mistyped"),
        ({"game": "crescent", "code": "  "}, "no deal code"),
        ({"game": "crescent", "code": 5}, "code: expected `str`"),
        ({"game": "crescent", "code": CODE, "options": {"deal": 1}}, "no option 'deal'"),
        ({"game": "crescent", "seats": []}, "1 to 1 seats, not 0"),
        ({"game": "crescent", "seats": [ME, SIMPLE]}, "1 to 1 seats, not 2"),
        ({"game": "crescent", "seats": [{"kind": "bot", "bot": "solver"}]}, "no bot"),
    ],
)
def test_a_code_that_deals_nothing_is_refused_with_the_reason(server: Server, wish: dict[str, Any], said: str) -> None:
    refused = server.post("/api/tables", {"seats": [ME], **wish}, status=400)
    assert said in refused["error"]


@pytest.mark.parametrize("bot", [SIMPLE, RANDOM])
async def test_a_bot_alone_plays_to_its_end(server: Server, bot: dict[str, str]) -> None:
    """With somebody to watch it or nobody there."""
    watched, alone = (server.table(bot, game="crescent", code="CR1-N1-AAAAAAM") for _ in range(2))
    async with join(server, watched, watched["host_token"]) as watcher:
        assert watcher.view["you"] == -1
        await watcher.until(lambda c: c.view["phase"] == "over")
        assert watcher.view["score"]["ending"] == "blocked"
    end = time.monotonic() + 15
    while server.call(lambda: server.app.rooms.rooms[alone["table"]].phase) != "over":
        assert time.monotonic() < end
        await asyncio.sleep(0.05)


def test_the_deal_of_the_day_is_the_same_everywhere_and_for_ever() -> None:
    crescent = load("crescent")
    assert code_of_day(crescent, date(2026, 11, 30)) == "CR1-N-VI32H77"
    assert code_of_day(crescent, date(2026, 12, 1)) == "CR1-N-FH5FDEX"


def test_games_say_whether_they_have_codes_and_a_solver(server: Server) -> None:
    games = {game["name"]: game for game in server.get("/api/games").json()}
    assert (games["crescent"]["codes"], games["crescent"]["advises"]) == (True, True)
    assert load("crescent").read_code(games["crescent"]["daily"])
    assert (games["escalation"]["codes"], games["escalation"]["daily"], games["escalation"]["advises"]) == (
        False,
        "",
        False,
    )


async def take(ann: Client, what: str) -> None:
    rev = ann.view["rev"]
    answer = await ann.ask(do=what, on=ann.view["decision"])
    assert answer["ok"], answer
    await ann.until(lambda c: c.view["rev"] > rev)


async def test_moves_are_taken_back_and_made_again(server: Server) -> None:
    made = patience(server, code=CODE)
    async with join(server, made) as ann:
        boards = [ann.view["board"]]
        assert not ann.view["redo"]
        for _ in range(3):
            await ann.move()
            boards.append(ann.view["board"])
        for board in reversed(boards[:-1]):
            await take(ann, "undo")
            assert (ann.view["board"], ann.view["redo"]) == (board, True)
        assert not ann.view["undo"]
        for board in boards[1:]:
            await take(ann, "redo")
            assert ann.view["board"] == board
        assert not ann.view["redo"]
        assert await ann.refused(do="redo", on=ann.view["decision"]) == "nothing_to_redo"
        await take(ann, "undo")
        other = next(move["move"] for move in ann.view["legal"] if move["move"] != "redeal")
        await ann.move(other if other != boards[-1] else None)
        assert await ann.refused(do="redo", on="r0") == "stale"


async def test_only_the_own_seat_makes_a_move_again(server: Server) -> None:
    made = patience(server, code=CODE)
    async with join(server, made) as ann, join(server, made["table"]) as watcher:
        await ann.move()
        await take(ann, "undo")
        await watcher.until(lambda c: c.view["rev"] == ann.view["rev"])
        assert not watcher.view["redo"]
        assert await watcher.refused(do="redo", on=watcher.view["decision"]) == "not_seated"


async def test_a_blocked_deal_may_be_taken_back_and_won(server: Server) -> None:
    """Deal 0 without a redeal is blocked in the end; its last move is no end for who plays alone."""
    made = patience(server, code="CR1-N0-AAAAAAY")
    async with join(server, made) as ann:
        await ann.play_out()
        assert ann.view["score"]["ending"] == "blocked"
        assert (ann.view["phase"], ann.view["undo"]) == ("over", True)
        await take(ann, "undo")
        assert ann.view["phase"] == "playing"
        assert ann.view["legal"]
        await take(ann, "redo")
        assert ann.view["phase"] == "over"
    record = server.get(f"/api/tables/{made['table']}/record").text
    assert '"ending": "blocked"' in record


async def test_play_again_deals_other_cards(server: Server) -> None:
    made = patience(server, code="CR1-N0-AAAAAAY")
    async with join(server, made) as ann:
        await ann.play_out()
    following = server.post(f"/api/tables/{made['table']}/again", {}, token=made["token"])
    async with join(server, following) as ann:
        assert ann.view["board"]["code"].startswith("CR1-N0-")
        assert ann.view["board"]["code"] != "CR1-N0-AAAAAAY"


async def test_an_ended_game_with_a_secret_is_not_taken_back(server: Server) -> None:
    made = server.table(ME, SIMPLE)
    async with join(server, made) as ann:
        await ann.play_out()
        assert (ann.view["undo"], ann.view["redo"]) == (False, False)
        assert await ann.refused(do="undo", on=ann.view["decision"]) == "nothing_to_undo"


# --- advice ---------------------------------------------------------------------------------------------------------
async def test_whoever_follows_advice_wins(server: Server) -> None:
    made = patience(server, code=CODE)
    async with join(server, made) as ann:
        found = await asyncio.to_thread(advice, server, made)
        assert found["result"] == "winnable"
        assert (found["at"], found["move"]) == (0, found["line"][0])
        assert found["note"].startswith("This wins in ")
        while await ann.my_turn():
            assert found["move"] in {move["move"] for move in ann.view["legal"]}
            await ann.move(found["move"])
            if ann.view["phase"] != "over":
                rest = found["line"][1:]
                found = await asyncio.to_thread(advice, server, made, line=found["line"])
                assert found["line"] == rest
                assert found["nodes"] == 0  # it was kept, not sought again
        assert ann.view["score"]["ending"] == "won"
    assert advice(server, made, at=0)["result"] == "winnable"


async def test_the_past_is_asked_about_and_the_table_stays(server: Server) -> None:
    made = patience(server, code="CR1-N0-AAAAAAY")
    async with join(server, made) as ann:
        await ann.play_out()
        rev, last = ann.view["rev"], ann.view["board"]["moves"]
        found = await asyncio.to_thread(advice, server, made)
        assert (found["result"], found["at"]) == ("lost", last)
        first = await asyncio.to_thread(advice, server, made, at=0)
        assert first["at"] == 0
        await asyncio.to_thread(ask, server, made, at=last - 1)
        assert ann.view["rev"] == rev


async def test_wrong_questions_are_refused_with_the_reason(server: Server) -> None:
    made = patience(server, code=CODE)
    early, other = ask(server, made), ask(server, server.table(ME, SIMPLE))
    assert (early.status_code, early.json()["error"]) == (409, "The game has not begun.")
    assert (other.status_code, other.json()["error"]) == (404, "Escalation! has no solver.")
    async with join(server, made):
        stranger = await asyncio.to_thread(ask, server, made, token="wrong")
        assert (stranger.status_code, "Only a seat of this table" in stranger.json()["error"]) == (403, True)
        for wish, said in (
            ({"at": 7}, "events 0 to 0; 7 is none of them"),
            ({"at": -2}, "-2 is none of them"),
            ({"line": ["7>99"]}, "'7>99' is no move"),
            ({"line": "7>A"}, "line: expected `array`"),
            ({"budget": 10**9}, "budget"),
        ):
            answer = await asyncio.to_thread(ask, server, made, **wish)
            assert (answer.status_code, said in answer.json()["error"]) == (400, True), answer.text


async def test_advice_on_hidden_cards_uses_none_of_them(server: Server) -> None:
    """The solver is told what the seat sees: it says no more than "likely", and never that a deal is won or lost."""
    made = patience(server, code="CR1-D-AAAAACD")
    async with join(server, made) as ann:
        assert "" in ann.view["board"]["piles"][0]["cards"]
        found = await asyncio.to_thread(advice, server, made)
        assert (found["result"], found["likely"], found["worlds"]) == ("unknown", True, 32)
        assert found["move"] in {move["move"] for move in ann.view["legal"]}


async def test_the_table_goes_on_while_the_solver_thinks(server: Server) -> None:
    made = patience(server, code="CR1-N1-AAAAAAM")
    async with join(server, made) as ann:
        thinking = asyncio.create_task(asyncio.to_thread(advice, server, made))
        await asyncio.sleep(0.02)
        await ann.move()
        await ann.move()
        found = await thinking
        assert found["at"] in (0, 1, 2)


async def test_questions_do_not_pile_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ADVICE", 0)
    made = patience(server, code=CODE)
    async with join(server, made):
        answer = await asyncio.to_thread(ask, server, made)
        assert (answer.status_code, answer.json()["error"]) == (503, "The solver gave no answer; ask again.")
