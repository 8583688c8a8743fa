"""Whole deals of Crescent in a browser: won by dragging, by the keyboard alone, and with a finger on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.crescent import DEAL, Dragger, Hand, Patience, Tapper, Typist, enter_code, sit, winning

WON = "All 104 cards are on the foundations"
LAST = 12  # moves that are made in the browser, unless the run is a long one


def play(patience: Patience, server: Server, hand: Hand, long_run: bool) -> None:
    line = winning(DEAL)
    if not long_run:
        patience.play_elsewhere(server, line[:-LAST])
        line = line[-LAST:]
    patience.play(line, hand)
    won(patience)


def won(patience: Patience) -> None:
    page = patience.page
    expect(page.locator("main[data-phase=over]")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text(WON)
    seen = patience.look()
    assert [seen.tops[f"f{at}"] for at in range(1, 9)] == ["KS", "KH", "KD", "KC", "AS", "AH", "AD", "AC"]
    assert not any(seen.tops[f"p{at}"] for at in range(1, 17))
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_deal_is_won_by_dragging(server: Server, context_for: ContextFor, long_run: bool) -> None:
    patience = enter_code(context_for(1280, 800), server, DEAL)
    play(patience, server, Dragger(), long_run)


def test_a_deal_is_won_by_the_keyboard_alone(server: Server, context_for: ContextFor, long_run: bool) -> None:
    """From the first page on, without the mouse."""
    page = context_for(1280, 800, reduced_motion=True).new_page()
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play Crescent")).to_be_visible()
    tab_to(page, "button", "Play Crescent")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    tab_to(page, "input", "code")
    page.keyboard.type(DEAL)
    page.keyboard.press("Enter")
    expect(page.locator(".shoe")).to_be_visible()
    patience = Patience(page, DEAL)
    play(patience, server, Typist(), long_run)
    # Every place says what it is.
    assert re.fullmatch(r"Ace foundation: King of spades, 13 of 13, finished", patience.look().labels["f1"])
    tab_to(page, "button", "Play again")
    page.keyboard.press("Enter")
    expect(page.locator(".title p")).to_contain_text("0 moves")


def test_a_deal_is_won_on_a_phone(server: Server, context_for: ContextFor, long_run: bool) -> None:
    patience = sit(context_for(390, 664, touch=True, reduced_motion=True), server)
    play(patience, server, Tapper(), long_run)


NAMED = """([kind, name]) => {
  const at = document.activeElement;
  return at.matches(kind) && (at.id === name || (at.ariaLabel ?? at.innerText).trim() === name);
}"""


def tab_to(page: Page, kind: str, name: str) -> None:
    for _ in range(60):
        if page.evaluate(NAMED, [kind, name]):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {name}")


@pytest.mark.parametrize("face_down", [False, True])
def test_the_line_is_shown_and_finished(server: Server, context_for: ContextFor, face_down: bool) -> None:
    """Show me plays a whole winning line, step by step or by itself; in a face-down deal move after move."""
    patience = sit(context_for(1280, 800, reduced_motion=True), server, "CR1-D-AAAAAAH" if face_down else DEAL)
    page = patience.page
    page.keyboard.press("h")
    expect(page.locator(".lit").first).to_be_visible(timeout=60_000)
    lit = patience.look()
    assert len(lit.lit) == 2
    assert ("Likely" in lit.say) == face_down
    page.keyboard.press("p")
    expect(patience.button("Stop")).to_be_visible()
    assert patience.look().lit == lit.lit
    page.keyboard.press("n")
    patience.moves = 1
    patience.arrived()
    assert patience.look().last == [lit.lit[1]]
    if face_down:
        return
    patience.button("Play on").click()
    page.wait_for_function("() => parseInt(document.querySelector('.title p').innerText) >= 4")
    patience.button("Pause").click()
    expect(patience.button("Play on")).to_be_visible()
    patience.button("Stop").click()
    expect(patience.button("Hint")).to_be_visible()
    assert patience.look().lit == []
