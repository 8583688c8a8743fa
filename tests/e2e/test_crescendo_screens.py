"""Crescendo's screens: everything fits, nothing is too small, and axe-core finds nothing, in either theme."""

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server, Share
from tests.e2e.crescendo import People, people
from tests.e2e.test_layout import FAULTS

SIZES = [(390, 664), (360, 740), (375, 667), (390, 844), (1024, 768), (1280, 800), (1440, 900)]
# What can be pressed is large enough and lies on top; and no part of the table leaves its box.
MORE = """() => {
  const faults = [];
  const shown = (element) => element.checkVisibility({ visibilityProperty: true });
  const text = (element) => (element.textContent || element.ariaLabel || "").trim().slice(0, 30);
  const name = (element) => `${element.className} "${text(element)}"`;
  for (const element of document.querySelectorAll("main button")) {
    if (!shown(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 43.5 || box.height < 43.5) faults.push(`${name(element)} is ${box.width} by ${box.height}`);
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!element.contains(top)) faults.push(`${name(element)} lies under ${top && name(top)}`);
  }
  for (const part of document.querySelector("main").children) {
    const scrolls = part.matches(".reveal") && part.scrollHeight > part.clientHeight + 1;
    if (!shown(part) || scrolls) continue;
    const outer = part.getBoundingClientRect();
    for (const inner of part.querySelectorAll("button, .card, .fits, .drain, p, .call, .panel > *")) {
      const box = inner.getBoundingClientRect();
      if (!shown(inner) || inner.closest(".unseen") || !box.width) continue;
      const across = Math.max(outer.left - box.left, box.right - outer.right);
      // A chosen card is lifted over the edge of its row.
      const down = Math.max(outer.top - box.top - (inner.closest(".chosen") ? 20 : 0), box.bottom - outer.bottom);
      if (Math.max(across, down) > 1.5) faults.push(`${name(inner)} leaves ${part.className} by ${across}, ${down}`);
    }
  }
  return faults;
}"""


def fits(page: Page, what: str, sizes: Sequence[tuple[int, int]]) -> list[str]:
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        faults = page.evaluate(FAULTS, [44]) + page.evaluate(MORE)
        found += [f"{what} at {width}x{height}: {fault}" for fault in faults]
    return found


def to_turn(table: People, seat: int, action: str) -> None:
    """On to that seat's turn, with that action on top of the Reserve."""
    while (board := table.view()["board"])["turn"] != seat or board["reserve"]["action"] != action:
        table.open_window()


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_screen(
    server: Server, context_for: ContextFor, look: Any, share: Share[tuple[int, int]], seats: int
) -> None:
    sized = seats in (2, 6)
    found: list[str] = []
    with people(server, seats) as table:
        player = table.sit_down(0, context_for(1280, 800, reduced_motion=True))
        page = player.page

        def check(what: str) -> None:
            found.extend(fits(page, what, share(SIZES, 3)))
            if seats == 4:
                for size in share([(390, 844), (1280, 800)], 2):
                    page.set_viewport_size({"width": size[0], "height": size[1]})
                    look(page, f"{what}, {size[0]} wide")

        expect(player.button("Neither")).to_be_visible()
        player.choose(2)
        check("setup")
        player.press(player.button("Look at 2"))
        for seat in range(1, seats):
            table.move(seat, "decline")
        expect(page.locator(".slip")).to_be_visible()
        check("a card shown")
        player.dismiss()
        table.open_window()
        expect(page.locator(".button.number.primary")).to_be_visible()
        player.choose(3)
        check("NUMBER is open")
        player.press(player.slot(3))
        to_turn(table, 0, "peek" if sized else "lock")
        table.hold()
        expect(page.locator(".moves")).to_be_visible()
        check("the turn")
        player.press(player.button("Peek" if sized else "Lock"))
        check("a Special")
        if sized:
            player.open_other()
            player.choose(1)
            check("another row")
        page.keyboard.press("Escape")
        player.press(player.button("Draw"))
        expect(page.locator(".placing")).to_be_visible()
        player.choose(1)
        check("a drawn card")
        player.press(player.button("Put in 1"))
        expect(page.locator(".placing")).to_have_count(0)
        if seats == 4:
            table.play_round()
            expect(page.locator(".reveal")).to_be_visible()
            player.press(player.button("Next card"))
            check("the reveal")
            player.press(player.button("Skip"))
            check("between rounds")
            page.set_viewport_size({"width": 1280, "height": 800})
            player.press(player.button("Score"))
            expect(page.get_by_role("dialog", name="Score")).to_be_visible()
            look(page, "score sheet")
    assert not found, "\n".join(found[:30])
