"""Whole games of Crescendo against bots, with the mouse, a finger, or the keyboard alone."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.crescendo import Player
from tests.e2e.person import Finger, Keys, Mouse, Person, Way, sit_down
from tests.e2e.test_games import verify

WAYS: dict[str, tuple[type[Way], int, int]] = {
    "mouse": (Mouse, 1280, 800),
    "finger": (Finger, 390, 844),
    "keys": (Keys, 1280, 800),
}


def check_end(page: Page, seats: int) -> None:
    """Everybody has a rank, most points first, and the prompt names the winner."""
    expect(page.locator("main > .score tbody tr")).to_have_count(seats)
    texts = page.locator("main > .score .total").all_inner_texts()
    totals = [int(text.replace("\N{MINUS SIGN}", "-")) for text in texts]
    assert totals == sorted(totals, reverse=True)
    assert "win" in page.locator(".prompt [role=status]").inner_text()
    expect(page.locator(".reveal .line")).to_have_count(seats)


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game(server: Server, context_for: ContextFor, tmp_path: Path, way: str) -> None:
    kind, width, height = WAYS[way]
    touch = way == "finger"
    context = context_for(width, height, touch=touch, reduced_motion=touch)
    made = server.table("me", "simple", game="crescendo", race=100, max_laps=10)
    player = Player(sit_down(context, server, made, kind))
    page = player.page
    player.play_to_the_end()
    check_end(page, 2)
    assert player.done["crescendo"] + player.done.get("pass", 0) >= 1, player.done
    assert player.done["keep"] == player.done["draw"] > 0
    assert player.done["skip"] == 3
    assert player.done["deal"] == 2
    assert player.done["turn down"] > 0

    record = tmp_path / "game.jsonl"
    record.write_text(server.record(made["table"], made["token"]))
    verify(record)
    if way != "mouse":
        return
    page.get_by_role("button", name="Step through").click()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".all-rows .line")).to_have_count(2)
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".reveal .line")).to_have_count(2)
    page.get_by_role("button", name="To the first page").click()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and made["table"] not in url)
    expect(page.get_by_role("button", name="Neither")).to_be_visible()


def test_from_the_lobby(server: Server, context_for: ContextFor) -> None:
    """The lobby offers the game, and its setup choice is the first thing to do."""
    page = context_for(1280, 800).new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Play Crescendo").click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Neither")).to_be_visible()
    expect(page.locator(".rows .slot")).to_have_count(8)
    player = Player(Person(page))
    player.choose(1)
    expect(page.get_by_role("button", name="Look at 1")).to_be_visible()
    player.choose(4)
    expect(page.get_by_role("button", name="Exchange 1 and 4")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".slot.chosen")).to_have_count(0)
    page.keyboard.press("b")
    expect(page.get_by_role("dialog")).to_contain_text("Only 74–100 with Lock is attested")
