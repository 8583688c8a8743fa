"""axe-core finds nothing on any page, in either theme."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.person import dealt, fronts, sit_down, wire

Look = Callable[[str], None]


def sheet(page: Page, title: str) -> None:
    expect(page.get_by_role("dialog", name=title)).to_be_visible()
    page.wait_for_function("() => !document.querySelector('dialog .rules:empty')")


def close(page: Page) -> None:
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_lobby_and_waiting(server: Server, context_for: ContextFor, look) -> None:
    page = context_for(1280, 800, reduced_motion=True).new_page()
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play Escalation!")).to_be_visible()
    look(page, "lobby")
    page.get_by_role("button", name="Play Escalation!").click()
    sheet(page, "New table: Escalation!")
    page.locator("summary").click()
    look(page, "set-up sheet")
    page.locator(".who select").nth(1).select_option(label="Another person")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".place.open")).to_be_visible()
    look(page, "gathering")
    page.goto(server.url)
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    look(page, "lobby with a table")
    page.goto(server.url + "/t/nowhere")
    expect(page.get_by_role("heading", name="There is no such table")).to_be_visible()
    look(page, "no such table")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_table(server: Server, context_for: ContextFor, look_in_turn, width: int, height: int) -> None:
    look = look_in_turn(width)

    def good(view: dict) -> bool:
        number = any(card["legal"] and card["front"] not in ("f14", "f15") for card in view["board"]["hand"])
        return number and any(not card["legal"] for card in view["board"]["hand"])

    made = dealt(server, good, "me", "simple", "simple", "simple")
    context = context_for(width, height, touch=width < 700, reduced_motion=True)
    person = sit_down(context, server, made)
    page = person.page
    seen = person.wait_for_turn()
    look(page, "on turn")
    person.choose(next(card for card in seen.hand if card.not_now))
    expect(page.get_by_role("alert")).to_be_visible()
    look(page, "refused")
    person.choose(next(card for card in seen.hand if card.can and card.name.isdecimal()))
    page.wait_for_function("() => document.querySelector('.hand .chosen')")
    look(page, "selection")
    for key, title in (("r", "Rules"), ("l", "Log"), ("?", "Keys")):
        page.keyboard.press(key)
        sheet(page, title)
        look(page, title)
        close(page)
    page.get_by_role("button", name="Menu").click()
    sheet(page, "Menu")
    look(page, "menu")

    made = dealt(server, lambda view: view["board"]["lead"] and "f14" in fronts(view), "me", "simple")
    person = sit_down(context, server, made)
    seen = person.wait_for_turn()
    person.choose(next(card for card in seen.hand if card.name == "1 to 7"))
    expect(person.page.locator(".actions.naming")).to_be_visible()
    look(person.page, "a number to be named")


def test_waiting_for_another_and_watching(server: Server, context_for: ContextFor, look) -> None:
    made = server.table("me", "open")
    with wire(server, made["table"], made["token"]):
        pass  # has come, and gone again
    other = context_for(1280, 800, reduced_motion=True).new_page()
    other.goto(server.url + made["link"])
    other.get_by_role("button", name="Sit here").click()
    other.wait_for_function("() => document.querySelector('main.table')")
    look(other, "the other is away")
    watching = context_for(390, 844, reduced_motion=True).new_page()
    watching.goto(server.url + made["link"])
    expect(watching.locator(".hand.watching")).to_be_visible()
    look(watching, "watching")


def test_after_a_game(server: Server, context_for: ContextFor, look) -> None:
    made = server.table("me", "simple", games=2, deck=1, hand_size=3)
    person = sit_down(context_for(390, 844, reduced_motion=True), server, made)
    page = person.page
    assert person.play_on().phase == "between"
    look(page, "between games, phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    look(page, "between games")
    page.get_by_role("button", name="Deal game 2").click()
    page.wait_for_function("() => document.querySelector('main.table').dataset.phase === 'playing'")
    assert person.play_on().phase == "over"
    look(page, "end")
    page.get_by_role("button", name="Step through").click()
    expect(page.locator(".rail .steps li").first).to_be_visible()
    look(page, "first step")
    page.get_by_role("button", name="Last step").click()
    look(page, "last step")
    page.set_viewport_size({"width": 390, "height": 844})
    look(page, "last step, phone")
