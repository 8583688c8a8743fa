"""Whole games of Harmonies: two people, one against bots with everything in play, one alone with a finger."""

import contextlib
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.harmonies import ALL, Player, at_table, play
from tests.e2e.person import Finger, Keys, Person, dealt, seat_token, sit_down, wire
from tests.e2e.test_games import verify

RINGED = """() => [...document.querySelectorAll(".ground .space.ringed")].map((space) => space.dataset.space).sort()"""


@pytest.fixture
def elsewhere(long_run: bool) -> Sequence[int]:
    """Rounds that need not be played in the browser when time is short: the middle ones are like the others."""
    return () if long_run else range(3, 8)


def check_end(player: Player, seats: int) -> None:
    """The sheet has what the server counted, and each number lights the spaces that it came from."""
    page, view = player.page, player.view()
    rows = view["score"]["rows"]
    expect(page.locator(".final tbody tr")).to_have_count(seats)
    assert page.locator(".final .total").all_inner_texts() == [str(row["total"]) for row in rows]
    pressed = 0
    for row in rows:
        for part in view["board"]["seats"][row["seat"]]["score"]:
            spaces = sorted({space for line in part["lines"] for space in line["spaces"]})
            if not spaces:
                continue
            name = "You" if row["seat"] == view["you"] else view["seats"][row["seat"]]["name"]
            number = page.locator(f'.final button[aria-label^="{name}, {part["label"]}: {part["points"]},"]')
            player.person.way.press(number)
            expect(number).to_have_attribute("aria-pressed", "true")
            assert page.evaluate(RINGED) == spaces
            pressed += 1
            player.person.way.press(number)
    assert pressed > seats


def step_through(page: Page, seats: int) -> None:
    page.get_by_role("button", name="Step through").click()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".lands section")).to_have_count(seats)
    page.get_by_role("button", name="Last step").click()
    assert page.locator(".lands .landscape g").count() > 30 * seats


def test_two_people(server: Server, context_for: ContextFor, tmp_path: Path, elsewhere: Sequence[int]) -> None:
    made = server.table("me", "open", game="harmonies", name="Ann", spirits=1)
    with (
        at_table(context_for(1440, 900, reduced_motion=True), server, made, seed=1) as ann,
        contextlib.ExitStack() as stack,
    ):
        guest = context_for(1024, 768, reduced_motion=True).new_page()
        guest.goto(server.url + made["link"])
        guest.get_by_label("Your name").fill("Mira")
        guest.get_by_role("button", name="Sit here").click()
        expect(guest.locator("main.table")).to_be_visible()
        token = seat_token(guest, made["table"])
        mira = Player(Person(guest), stack.enter_context(wire(server, made["table"], token)), random.Random(2))
        ann.play_to_the_end(mira, elsewhere=elsewhere)
        for player in (ann, mira):
            assert player.done["spirit"] == 1, player.done
            assert player.done["take"] == player.done["end"] >= 2, player.done
            check_end(player, 2)
        record = tmp_path / "game.jsonl"
        record.write_text(server.record(made["table"], made["token"]))
        verify(record)
        step_through(ann.page, 2)


def test_against_bots_with_everything_in_play(
    server: Server, context_for: ContextFor, elsewhere: Sequence[int]
) -> None:
    made = server.table("me", "simple", "simple", game="harmonies", side=1, **ALL)
    with at_table(context_for(1280, 800, reduced_motion=True), server, made, seed=3) as player:
        player.play_to_the_end(elsewhere=elsewhere)
        assert player.done["card"] > 0
        assert player.done["tile"] > 0
        check_end(player, 3)
        page = player.page
        page.get_by_role("button", name="Play again").click()
        page.wait_for_url(lambda url: "/t/" in url and made["table"] not in url)
        expect(page.locator(".country-table")).to_be_visible()


def test_alone_with_a_finger(server: Server, context_for: ContextFor, elsewhere: Sequence[int]) -> None:
    made = server.table("me", game="harmonies", side=4, whispers=1, sanctuaries=1)
    context = context_for(390, 844, touch=True, reduced_motion=True)
    with at_table(context, server, made, Finger, seed=4) as player:
        player.play_to_the_end(elsewhere=elsewhere)
        suns = player.view()["board"]["suns"]
        expect(player.page.locator(".final .suns .icon")).to_have_count(suns)
        check_end(player, 1)


def test_with_the_keyboard_alone(server: Server, context_for: ContextFor) -> None:
    """Some whole turns, by the keys that are listed and by arrows."""
    made = server.table("me", "simple", game="harmonies", **ALL)
    with at_table(context_for(1280, 800, reduced_motion=True), server, made, Keys, seed=5) as player:
        while player.done.get("end", 0) < 3:
            if not player.act():
                player.page.wait_for_timeout(20)
        assert player.done["card"] > 0, player.done
        with_arrows(player)


def with_arrows(player: Player) -> None:
    """A turn in which the focus is moved to everything that is pressed."""
    page = player.page
    view = play_on_to_turn(player)
    assert view["board"]["taken"] < 0
    page.locator(".tokens .trio[tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".tray button")).to_have_count(3)
    for left in (2, 1, 0):
        lay = next(lay for lay in player.view()["board"]["lay"] if lay["piece"] in player.view()["board"]["hand"])
        page.locator(f'.tray [data-piece="{lay["piece"]}"]').first.focus()
        page.keyboard.press("Space")
        walk(page, lay["spaces"][-1])
        expect(page.locator(".space .ghost")).to_have_count(1)
        assert lay["spaces"][-1] in page.locator(".foot [role=status]").inner_text()
        page.keyboard.press("Enter")
        expect(page.locator(".tray button")).to_have_count(left)
    page.keyboard.press("u")
    expect(page.locator(".tray button")).to_have_count(1)


def play_on_to_turn(player: Player) -> dict:
    while not player.view()["legal"]:
        player.page.wait_for_timeout(20)
    return player.view()


def walk(page: Page, to: str) -> None:
    """From the space in the tab order to another one, by arrows."""
    start = page.locator(".ground .space[tabindex='0']")
    start.focus()
    page.keyboard.press("Home")
    for key in ("ArrowRight", "ArrowDown"):
        for _ in range(12):
            here = page.evaluate("() => document.activeElement.dataset.space")
            if (key == "ArrowRight" and here[0] == to[0]) or (key == "ArrowDown" and here[1] >= to[1]):
                break
            page.keyboard.press(key)
    while page.evaluate("() => document.activeElement.dataset.space")[1] > to[1]:
        page.keyboard.press("ArrowUp")
    expect(page.locator(f'.ground [data-space="{to}"]')).to_be_focused()


def drag(page: Page, what: Locator, to: Locator) -> None:
    """With the mouse, and not in one leap."""
    what.hover()
    page.mouse.down()
    box = to.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()


def test_dragging(server: Server, context_for: ContextFor) -> None:
    """A token onto a space, a card to the own ones; what is dropped elsewhere goes back."""
    # Nothing goes onto water.
    made = dealt(server, lambda view: "blue" in view["board"]["centre"][0], "me", "simple", game="harmonies")
    with at_table(context_for(1280, 800, reduced_motion=True), server, made) as player:
        page = player.page
        player.pick("centre", 1)
        expect(page.locator(".tray button")).to_have_count(3)
        drag(page, page.locator(".tray [data-piece=blue]").first, player.space("c3"))
        expect(page.locator(".tray button")).to_have_count(2)
        drag(page, page.locator(".tray button").first, page.locator(".bar"))
        expect(page.locator(".tray button")).to_have_count(2)
        drag(page, player.piece("row2"), page.locator(".held"))
        expect(page.locator('.held [data-piece="held1"]')).to_be_visible()
        drag(page, page.locator(".tray button").first, player.space("c3"))
        expect(page.locator(".foot [role=alert]")).to_be_visible()
        expect(player.space("c3")).to_contain_class("refused")


def test_a_finger_drags_too(server: Server, context_for: ContextFor) -> None:
    made = server.table("me", game="harmonies")
    person = sit_down(context_for(390, 844, touch=True, reduced_motion=True), server, made, Finger)
    person.page.locator('[data-piece="centre1"]').tap()
    expect(person.page.locator(".tray button")).to_have_count(3)
    assert isinstance(person.way, Finger)
    person.way.drag(person.page.locator(".tray button").first, person.page.locator('[data-space="a1"]'))
    expect(person.page.locator(".tray button")).to_have_count(2)


def test_other_landscapes_and_what_is_refused(server: Server, context_for: ContextFor) -> None:
    made = server.table("me", "simple", game="harmonies", side=4, sanctuaries=1)
    with wire(server, made["table"], made["token"]) as seat:
        play(seat, lambda view: view["board"]["round"] == 3)
    with at_table(context_for(1280, 800, reduced_motion=True), server, made) as player:
        page = player.page
        page.keyboard.press("Enter")
        expect(page.locator(".foot [role=alert]")).to_contain_text("Take three tokens before you end the turn")
        page.locator(".others button").click()
        expect(page.locator(".ground.other")).to_be_visible()
        page.get_by_role("button", name="Back to yours").click()
        expect(page.locator(".ground.other")).to_have_count(0)
        page.keyboard.press("p")
        expect(page.locator(".ground.other")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".rail")).to_contain_text("are reconstructions")
        expect(page.locator(".ground .hex.dry").first).to_be_visible()
        view = player.view()
        space = view["board"]["seats"][0]["stacks"][0]
        label = player.space(space["space"]).get_attribute("aria-label") or ""
        assert label.startswith(f"{space['space']}, {space['say']}")
