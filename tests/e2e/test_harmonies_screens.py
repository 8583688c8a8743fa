"""Harmonies's screens: everything fits, nothing is too small, and axe-core finds nothing, in either theme."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gradatim.games.harmonies import content
from gradatim.words import catalogue
from tests.e2e.conftest import ContextFor, Server, Share
from tests.e2e.harmonies import ALL, Player, at_table, play
from tests.e2e.person import Finger, wire
from tests.e2e.test_layout import FAULTS

SIZES = [(1280, 800), (1440, 900), (1024, 768), (390, 844), (390, 664), (375, 667), (360, 740), (320, 568), (844, 390)]
SIDES = [0, 1, 2, 4]  # A, B, C, D
ALTERNATIVES = [pytest.param(side, marks=pytest.mark.long) for side in (3, 5)]  # look the same, and score otherwise
# What can be pressed is large enough and lies on top; and nothing leaves the table or its own part.
MORE = """() => {
  const faults = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const box = (element) => element.getBoundingClientRect();
  const name = (element) => {
    const text = (element.ariaLabel || element.textContent || "").trim().slice(0, 30);
    return `${element.className.baseVal ?? element.className} "${text}"`;
  };
  const out = (inner, outer) =>
    Math.max(outer.left - inner.left, inner.right - outer.right, outer.top - inner.top, inner.bottom - outer.bottom);
  for (const element of all("main button")) {
    const { left, top, width, height } = box(element);
    const number = element.matches(".final button"); // nine of them in a row, a row for each seat
    if (width < (number ? 24 : 43.5) || height < (number ? 33 : 43.5)) {
      faults.push(`${name(element)} is ${width} by ${height}`);
    }
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!element.contains(over) && !number) faults.push(`${name(element)} lies under ${over && name(over)}`);
  }
  const table = box(document.querySelector("main"));
  const parts = "button, .panel, .ground, .ground .hit, .foot, .prompt, .players, .tabs, .final, .done, .pouch li,"
    + " .trio .token, .thing .habitat, .thing .values span, .thing .column";
  for (const part of all(`main :is(${parts})`)) {
    if (!box(part).width || part.closest(".held .done")) continue;
    if (out(box(part), table) > 1.5) faults.push(`${name(part)} leaves the table`);
    const holder = part.parentElement.closest(".thing, .trio, .ground, .foot");
    // A high stack stands out over the upper edge of its landscape, by less than its own height.
    const more = part.matches(".hit") ? box(part).height / 2 : 3;
    if (holder && out(box(part), box(holder)) > more) faults.push(`${name(part)} leaves ${name(holder)}`);
  }
  for (const head of all("main :is(.thing .head b, .tabs button, .players b)")) {
    // Where five cards lie side by side on the smallest screens, a name may end in dots: a press says it.
    const dots = head.closest(".row .thing") && innerWidth < 375;
    if (head.scrollWidth > head.clientWidth + 1 && !dots) faults.push(`${name(head)} is cut off`);
  }
  const large = all("main :is(.players, .tabs, .foot, .ground)").map((each) => [name(each), box(each)]);
  for (const [one, a] of large) {
    for (const [other, b] of large) {
      const apart = a.left >= b.right - 1 || b.left >= a.right - 1 || a.top >= b.bottom - 1 || b.top >= a.bottom - 1;
      if (a !== b && !apart) faults.push(`${one} covers ${other}`);
    }
  }
  const space = document.querySelector(".ground .hit");
  if (space && box(space).width < 44) faults.push(`a space is ${box(space).width} wide`);
  return faults;
}"""

TOO_LONG = """(names) => {
  const head = document.querySelector(".row .thing .head b");
  return names.filter((name) => ((head.textContent = name), head.scrollWidth > head.clientWidth));
}"""


def fits_at(page: Page, what: str, sizes: Sequence[tuple[int, int]]) -> list[str]:
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        faults = page.evaluate(FAULTS, [44]) + page.evaluate(MORE)
        found += [f"{what} at {width}x{height}: {fault}" for fault in faults]
    return found


Fits = Callable[[Page, str], list[str]]


@pytest.fixture
def fits(share: Share[tuple[int, int]]) -> Fits:
    return lambda page, what: fits_at(page, what, share(SIZES, 3))


def tab(player: Player, name: str) -> None:
    player.page.locator(f'.tabs [data-tab="{name}"]').tap()


@pytest.mark.parametrize("side", [*SIDES, *ALTERNATIVES])
def test_every_side_with_four_players(server: Server, context_for: ContextFor, fits: Fits, side: int) -> None:
    made = server.table("me", "simple", "simple", "simple", game="harmonies", side=side, name="Wilhelmina", **ALL)
    context = context_for(390, 844, touch=True, reduced_motion=True)
    found: list[str] = []
    with at_table(context, server, made, Finger) as player:
        page = player.page
        expect(page.locator(".choosing")).to_be_visible()
        if side == 0:
            found += fits(page, "choosing")
        with wire(server, made["table"], made["token"]) as seat:
            play(seat, lambda view: view["board"]["round"] == 2 and view["board"]["taken"] < 0, seed=side)
            page.set_viewport_size({"width": 390, "height": 664})
            expect(page.locator(".trio.can").first).to_be_visible()
            found += fits(page, "to take")
            play(seat, lambda view: view["board"]["round"] == 5 and len(view["board"]["hand"]) == 3, seed=side)
        page.set_viewport_size({"width": 390, "height": 844})
        expect(page.locator(".tray button")).to_have_count(3)
        found += fits(page, "to lay")
        for name in ("cards", "sanctuaries", "tokens") if side in (0, 1) else ():
            page.set_viewport_size({"width": 390, "height": 664})
            tab(player, name)
            found += fits(page, name)
            if name != "tokens" and page.locator(f'.panel[data-tab="{name}"] button').count():
                page.set_viewport_size({"width": 390, "height": 664})
                page.locator(f'.panel[data-tab="{name}"] button').first.tap()
                found += fits(page, f"{name}, one chosen")
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator(".players .seat").nth(2).tap()
        found += fits(page, "another landscape")
    assert not found, "\n".join(found[:40])


def test_every_name_fits_where_five_cards_lie_side_by_side(server: Server, context_for: ContextFor) -> None:
    made = server.table("me", "simple", game="harmonies")
    with at_table(context_for(375, 667, touch=True, reduced_motion=True), server, made, Finger) as player:
        tab(player, "cards")
        words = catalogue("en")
        names = [words.say(f"harmonies.card.{at}") for at in range(content.SPIRIT)]
        assert player.page.evaluate(TOO_LONG, names) == []


def test_the_end_and_the_steps(server: Server, context_for: ContextFor, fits: Fits) -> None:
    for seats in (["me"], ["me", "simple", "simple", "simple"]):
        made = server.table(*seats, game="harmonies", side=4, **ALL)
        with wire(server, made["table"], made["token"]) as seat:
            play(seat, lambda view: False)
        with at_table(context_for(390, 844, touch=True, reduced_motion=True), server, made, Finger) as player:
            page = player.page
            found = fits(page, "the end")
            page.set_viewport_size({"width": 390, "height": 844})
            page.locator(".final button.points").first.tap()
            found += fits(page, "a number pressed")
            page.get_by_role("button", name="Step through").tap()
            page.get_by_role("button", name="Last step").tap()
            found += fits(page, "the last step")
        assert not found, "\n".join(found[:40])


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_axe(server: Server, context_for: ContextFor, look: Any, look_in_turn: Any, width: int, height: int) -> None:
    made = server.table("me", "simple", "simple", game="harmonies", side=4, **ALL)
    touch = width < 700
    either = look_in_turn(width)
    with at_table(context_for(width, height, touch=touch, reduced_motion=True), server, made) as player:
        page = player.page

        expect(page.locator(".choosing")).to_be_visible()
        either(page, "choosing")
        with wire(server, made["table"], made["token"]) as seat:
            play(seat, lambda view: view["board"]["round"] == 4 and len(view["board"]["hand"]) == 2)
            expect(page.locator(".tray button")).to_have_count(2)
            either(page, "to lay")
            page.keyboard.type("h1")
            either(page, "a card chosen")
            page.keyboard.press("Escape")
            taken = page.locator(".ground .space:not(.can)").first.get_attribute("data-space") or ""
            page.keyboard.type(taken)
            expect(page.locator(".foot [role=alert]")).to_be_visible()
            either(page, "refused")
            if touch:
                for name in ("cards", "tokens"):
                    tab(player, name)
                    look(page, name)  # on a phone alone
            page.keyboard.press("p")
            expect(page.locator(".ground.other")).to_be_visible()
            either(page, "another landscape")
            page.get_by_role("button", name="Score", exact=True).click()
            expect(page.get_by_role("dialog", name="Score")).to_be_visible()
            either(page, "score so far")
            page.keyboard.press("Escape")
            play(seat, lambda view: False)
        expect(page.locator("main[data-phase=over]")).to_be_visible()
        either(page, "the end")
        page.locator(".final button.points").first.click()
        page.get_by_role("button", name="Step through").click()
        page.get_by_role("button", name="Last step").click()
        either(page, "the last step")
