"""Statistics: kept in the browser, counted from the first move, taken along as a file, and forgotten."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.person import sit_down

FIGURES = "async (games) => (await import('/static/statistics.js')).figures(games)"
WON_BY = "async (games) => (await import('/static/statistics.js')).wonBy(games, 'redeals')"
CLOCK = "async () => (await import('/static/statistics.js')).clock.value"


def game(nth: int, end: str, ms: int = 0, **more: Any) -> dict[str, Any]:
    plain = {"table": f"t{nth}", "game": "crescent", "seats": 1, "options": {"redeals": 3}, "code": "CR1-N-AAAAAAB"}
    rest = {"at": 1000 * nth, "begun": True, "ms": ms, "hints": 0, "end": end, "ending": end, "rank": 1, "total": 104}
    return {**plain, **rest, "facts": {"moves": 120 + nth, "redeals": nth % 3}, **more}


def fill(page: Page, games: list[dict[str, Any]]) -> None:
    page.evaluate("games => localStorage.setItem('gradatim.played', JSON.stringify(games))", games)
    page.reload()


def opened(page: Page) -> Any:
    sheet = page.get_by_role("dialog", name="Statistics")
    if "/t/" in page.url:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("dialog", name="Menu").get_by_role("button", name="Statistics").click()
    else:
        page.get_by_role("button", name="Statistics").click()
    expect(sheet).to_be_visible()
    return sheet


def row(sheet: Any, name: str) -> str:
    text: str = sheet.locator("dl.facts > div", has_text=re.compile(f"^{name}")).locator("dd").inner_text()
    return text


def test_figures_are_defined(server: Server, context_for: ContextFor) -> None:
    page = context_for(1280, 800).new_page()
    page.goto(server.url)
    played = [
        game(0, "won", 300_000),
        game(1, "other"),
        game(2, "won", 200_000, hints=2),
        game(3, "won", 400_000),
        game(4, "won", 100_000),
        game(5, "", begun=False),
        game(6, "", 50_000),
    ]
    found = page.evaluate(FIGURES, played)
    assert (found["played"], found["won"], found["over"], found["left"]) == (6, 4, 5, 1)
    assert (found["streak"], found["longest"]) == (3, 3)  # the last one may still be won
    assert (found["best"], found["middle"], found["alone"]) == (100_000, 200_000, 3)
    later = page.evaluate(FIGURES, [*played, game(7, "won", 90_000)])
    assert (later["streak"], later["longest"]) == (1, 3)  # the one before was left
    assert page.evaluate(FIGURES, [])["best"] is None
    assert page.evaluate(WON_BY, played) == [[0, 2], [1, 1], [2, 1]]


def test_a_game_counts_from_its_first_move(server: Server, context_for: ContextFor) -> None:
    made = server.table("me", "simple", deck=1, hand_size=4)
    ann = sit_down(context_for(1280, 800, reduced_motion=True), server, made)
    expect(opened(ann.page)).to_contain_text("No game of Escalation! was begun")
    ann.page.keyboard.press("Escape")
    ann.wait_for_turn()
    ann.take_turn()
    sheet = opened(ann.page)
    assert (row(sheet, "Begun"), row(sheet, "Won, of"), row(sheet, "Not ended")) == ("1", "0 (0 %)", "1")
    ann.page.keyboard.press("Escape")
    before = ann.page.evaluate(CLOCK)
    ann.page.wait_for_timeout(2500)  # it is set every second
    assert ann.page.evaluate(CLOCK) >= before + 1000
    seen = ann.play_on()
    assert seen.phase == "over"
    sheet = opened(ann.page)
    won = "You win" in ann.look().say or ann.look().say.startswith("You")
    assert (row(sheet, "Begun"), row(sheet, "Won, of")) == ("1", "1 (100 %)" if won else "0 (0 %)")
    stopped = ann.page.evaluate(CLOCK)
    ann.page.wait_for_timeout(1500)
    assert ann.page.evaluate(CLOCK) == stopped
    ann.page.goto(server.url)  # another page of the same browser knows it too
    assert row(opened(ann.page), "Begun") == "1"


def test_kinds_are_kept_apart(server: Server, context_for: ContextFor) -> None:
    page = context_for(1280, 800).new_page()
    page.goto(server.url)
    four = {"redeals": 4, "face_down": 0, "free_undo": 0, "max_moves": 0}
    usual = {**four, "redeals": 3}
    fill(page, [game(0, "won", options=usual), game(1, "other", options=usual), game(2, "won", options=four)])
    sheet = opened(page)
    assert row(sheet, "Begun") == "3"
    sheet.get_by_label("Games", exact=True).select_option(index=1)
    assert (row(sheet, "Begun"), row(sheet, "Won, of")) == ("2", "1 (50 %)")
    sheet.get_by_label("Games", exact=True).select_option(index=2)
    assert (row(sheet, "Begun"), row(sheet, "Won, of")) == ("1", "1 (100 %)")


def test_figures_are_taken_along_and_forgotten(server: Server, context_for: ContextFor, tmp_path: Path) -> None:
    here = context_for(1280, 800).new_page()
    here.goto(server.url)
    fill(here, [game(nth, "won" if nth % 2 else "other", 60_000 + 1000 * nth) for nth in range(12)])
    sheet = opened(here)
    with here.expect_download() as saving:
        sheet.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "figures.json"
    saving.value.save_as(file)
    assert len(json.loads(file.read_text())["games"]) == 12

    there = context_for(390, 844, touch=True).new_page()
    there.goto(server.url)
    fill(there, [game(3, "other")])
    sheet = opened(there)
    sheet.locator("input[type=file]").set_input_files(file)
    expect(sheet.get_by_text("11 games were added.")).to_be_visible()
    assert row(sheet, "Begun") == "12"
    bad = tmp_path / "bad.json"
    for text in ("", "[]", '{"gradatim": "played", "games": [{"table": 1}]}'):
        bad.write_text(text)
        sheet.locator("input[type=file]").set_input_files(bad)
        expect(sheet.get_by_text("This file holds no statistics of Gradatim.")).to_be_visible()
        assert row(sheet, "Begun") == "12"
    sheet.get_by_role("button", name="Forget all").click()
    expect(sheet.get_by_text("Press once more")).to_be_visible()
    sheet.get_by_role("button", name="Yes, forget all").click()
    expect(sheet.get_by_text("No game of")).to_be_visible()


def test_damaged_memory_is_no_fault(server: Server, context_for: ContextFor) -> None:
    page = context_for(1280, 800).new_page()
    page.goto(server.url)
    for damaged in ("{", "7", '[{"table": 7}]', "null"):
        page.evaluate("text => localStorage.setItem('gradatim.played', text)", damaged)
        page.reload()
        expect(opened(page)).to_contain_text("was begun in this browser yet")


def test_the_sheet_is_readable_by_everybody(
    server: Server, context_for: ContextFor, look: Callable[[Page, str], None]
) -> None:
    page = context_for(1280, 800, reduced_motion=True).new_page()
    page.goto(server.url)
    fill(page, [game(nth, ("won", "other", "")[nth % 3], 60_000 * (1 + nth % 7)) for nth in range(30)])
    sheet = opened(page)
    expect(sheet.get_by_role("img")).to_have_count(2)  # points are nothing where one plays alone
    look(page, "statistics")
    page.set_viewport_size({"width": 390, "height": 844})
    look(page, "statistics on a phone")
