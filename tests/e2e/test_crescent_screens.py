"""Crescent's screens: everything fits, nothing is too small, and axe-core finds nothing, in either theme."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server, Share
from tests.e2e.crescent import DEAL, TALL, Patience, Typist, sit, winning
from tests.e2e.test_crescendo_screens import fits
from tests.e2e.test_layout import check

SMALLEST = (320, 568)
LARGEST = (3840, 2160)
SIZES = [(1280, 800), (390, 844), (1024, 768), (1440, 900), (390, 664), (375, 667), (360, 740), (844, 390)]
SIZES += [SMALLEST, LARGEST]
PHONE, DESK = (390, 844), (1280, 800)
# Where a card's place begins and ends, and the same of its label: none lies on another's card.
CROWDED = """() => {
  const beds = [...document.querySelectorAll("main .bed")].map((bed) => [bed, bed.getBoundingClientRect()]);
  const faults = [];
  for (const label of document.querySelectorAll("main .spot .lb")) {
    const box = label.getBoundingClientRect();
    for (const [bed, at] of beds) {
      const across = Math.min(box.right, at.right) - Math.max(box.left, at.left);
      const down = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
      if (Math.min(across, down) > 1) faults.push(`${label.innerText} lies on ${bed.parentElement.dataset.place}`);
    }
  }
  return faults;
}"""


def fits_at(page: Page, what: str, size: tuple[int, int]) -> list[str]:
    if size == LARGEST:
        return check(page, what, [size])
    found = check(page, what, [size]) if size == SMALLEST else fits(page, what, [size])
    return found + [f"{what} at {size}: {fault}" for fault in page.evaluate(CROWDED)]


def chosen(patience: Patience) -> str:
    """Choose a card that has a place to go."""
    for at, key in enumerate("1234567890bcdefg"):
        patience.page.keyboard.press("Escape")
        patience.page.keyboard.press(key)
        patience.page.wait_for_function(
            "(place) => document.querySelector(`[data-place=${place}]`).matches('.chosen, .refused')", arg=f"p{at + 1}"
        )
        if patience.look().chosen:
            return f"p{at + 1}"
    raise AssertionError("no card has a place to go")


Checked = Callable[[str], None]


@pytest.fixture
def checked(look: Any, share: Share[tuple[int, int]]) -> Callable[[Page], Checked]:
    """Layout on every screen, axe on a phone and on a desk."""

    def of(page: Page) -> Checked:
        def checked(what: str) -> None:
            found = [fault for size in share(SIZES, 3) for fault in fits_at(page, what, size)]
            assert not found, "\n".join(found[:30])
            for width, height in share((PHONE, DESK), 2):
                page.set_viewport_size({"width": width, "height": height})
                look(page, f"{what}, {width} wide")
            page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

        return checked

    return of


def test_the_table_fits_every_screen(server: Server, context_for: ContextFor, checked: Any) -> None:
    code, line = TALL
    desk = sit(context_for(*DESK, reduced_motion=True), server, code)
    page = desk.page
    check = checked(page)
    check("a new deal")
    desk.play(line, Typist())
    check("a pile of thirteen cards")
    pile = chosen(desk)
    check("a card chosen")
    seen = desk.look()
    wrong = next(place for place in seen.tops if place[0] == "p" and place not in (pile, *seen.targets))
    desk.spot(wrong).click()
    expect(page.get_by_role("alert")).to_be_visible()
    check("refused")
    page.keyboard.press("h")
    expect(page.locator(".lit").first).to_be_visible(timeout=60_000)
    check("a hint")
    page.keyboard.press("p")
    expect(desk.button("Stop")).to_be_visible()
    check("a line is shown")
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    page.get_by_role("dialog").get_by_role("button", name="4 of hearts").click()
    expect(page.locator(".found").first).to_be_visible()
    check("a card found")
    page.keyboard.press("u")
    expect(desk.button("Redo")).to_be_visible()
    check("a move taken back")


def test_the_sheets(server: Server, context_for: ContextFor, look: Any, share: Share[tuple[int, int]]) -> None:
    code, line = TALL
    desk = sit(context_for(*DESK, reduced_motion=True), server, code)
    page = desk.page
    desk.play(line, Typist())
    page.get_by_role("button", name="Deal", exact=True).first.click()
    page.get_by_role("switch", name="Say if it can still be won").click()
    page.keyboard.press("Escape")
    expect(page.locator(".mark-winnable")).to_be_visible(timeout=60_000)

    def checked(what: str) -> None:
        for width, height in share((PHONE, DESK), 2):
            page.set_viewport_size({"width": width, "height": height})
            look(page, f"{what}, {width} wide")

    checked("the mark")
    desk.spot("p3").focus()
    for key, what in (("i", "a pile opened"), ("w", "find a card"), ("?", "keys")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        checked(what)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Deal", exact=True).first.click()
    checked("the deal")


def test_the_end_and_the_review(server: Server, context_for: ContextFor, checked: Any) -> None:
    desk = sit(context_for(*DESK, reduced_motion=True), server)
    page = desk.page
    check = checked(page)
    line = winning(DEAL)
    until = line.index("redeal") + 1 if "redeal" in line else 20
    desk.play(line[:until], Typist())
    check("after a redeal")
    left = len(line) - until
    for move in line[until:]:
        if desk.page.locator(".button", has_text="Finish").count():
            break
        desk.play([move], Typist())
        left -= 1
    assert left > 0
    check("the rest goes home")
    desk.button("Finish").click()
    expect(page.locator("main[data-phase=over]")).to_be_visible()
    check("won")
    page.get_by_role("button", name="Step through").click()
    expect(page.locator(".mark-winnable")).to_be_visible(timeout=60_000)
    check("the review")
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".last")).to_have_count(1)


def test_blocked_and_face_down(server: Server, context_for: ContextFor, checked: Any) -> None:
    desk = sit(context_for(*DESK, reduced_motion=True), server, "CR1-N0-AAAMKIK")
    desk.play(["6>8"], Typist())
    expect(desk.page.locator("main[data-phase=over]")).to_be_visible()
    checked(desk.page)("blocked")
    desk = sit(context_for(*DESK, reduced_motion=True), server, "CR1-D-AAAAAAH")
    desk.page.keyboard.press("h")
    expect(desk.page.locator(".lit").first).to_be_visible(timeout=60_000)
    checked(desk.page)("face down, a hint")
