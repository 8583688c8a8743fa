"""Whole games against bots, from the lobby to the ranking, with the mouse, a finger, or the keyboard alone."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.person import DRAWN, Finger, Keys, Mouse, Person, dealt, fronts, sit_down

WILD, JOKER = "f14", "f15"


def verify(record: Path) -> str:
    """What the command line says of a record; it must hold."""
    done = subprocess.run(
        [sys.executable, "-m", "gradatim", "verify", str(record)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_ranking(page: Page, names: list[str]) -> None:
    """The table of the end names everybody once, fewest first, and says who has won."""
    rows = page.locator("main .score tbody tr")
    expect(rows).to_have_count(len(names))
    assert sorted(page.locator("main .score tbody th b").all_inner_texts()) == sorted(names)
    totals = [int(text) for text in page.locator("main .score .total").all_inner_texts()]
    assert totals == sorted(totals)
    said = page.locator(".prompt [role=status]").inner_text()
    assert "win" in said
    assert str(totals[0]) in said


def set_up_with_keys(person: Person, name: str, seats: int) -> None:
    """From the lobby to a table, without a mouse event."""
    page, keys = person.page, person.way
    assert isinstance(keys, Keys)
    keys.press(page.get_by_role("button", name="Play Escalation!"))
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.go(page.get_by_label("Your name"))
    page.keyboard.type(name)
    keys.go(page.get_by_role("radio", name="4", exact=True))  # the one that is chosen is in the tab order
    for _ in range(4 - seats):
        page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name=str(seats), exact=True)).to_be_checked()
    keys.go(page.get_by_label("Bots take their time"))
    page.keyboard.type("No")
    expect(page.get_by_label("Bots take their time")).to_have_value("0")
    keys.press(page.get_by_role("button", name="Start"))


def set_up(person: Person, name: str, seats: int) -> None:
    page = person.page
    person.way.press(page.get_by_role("button", name="Play Escalation!"))
    page.get_by_label("Your name").fill(name)
    person.way.press(page.locator(".choice label").filter(has_text=str(seats)).first)
    page.get_by_label("Bots take their time").select_option(label="No time at all")
    person.way.press(page.get_by_role("button", name="Start"))


def test_a_whole_game_with_the_mouse(server: Server, context_for: ContextFor, tmp_path: Path) -> None:
    page = context_for(1280, 800).new_page()
    page.goto(server.url)
    person = Person(page)
    set_up(person, "Ann", 3)
    page.wait_for_url("**/t/*")
    table = page.url
    refusals = 0
    seen = person.wait_for_turn()
    assert len(seen.hand) == 6
    while seen.phase == "playing":
        if refusals < 3 and any(card.not_now for card in seen.hand):
            # A sunken card tells why, and costs nothing.
            sunken = next(card for card in seen.hand if card.not_now)
            person.choose(sunken)
            expect(page.get_by_role("alert")).to_be_visible()
            assert person.look().alert.splitlines()[0] in sunken.label
            refusals += 1
        person.take_turn()
        seen = person.wait_for_turn()
    assert refusals
    check_ranking(page, ["You", *page.locator(".seats .seat b").all_inner_texts()])
    others = page.locator(".seats .seat b").all_inner_texts()

    with page.expect_download() as download:
        page.get_by_role("button", name="Save record").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert record.suffix == ".jsonl"
    assert "Ann" in record.read_text()
    verify(record)

    # Step through: every step once, the last with the result.
    page.get_by_role("button", name="Step through").click()
    steps = page.locator(".rail .steps li")
    expect(steps.first).to_be_visible()
    last = steps.count() - 1
    expect(page.locator(".title p")).to_have_text(f"Step 0 of {last}")
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".title p")).to_have_text(f"Step 1 of {last}")
    expect(page.locator(".run .step:not(.ghost)")).to_have_count(1)
    expect(page.locator(".hands li")).to_have_count(3)
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".title p")).to_have_text(f"Step {last} of {last}")
    expect(page.locator(".rail .score tbody tr")).to_have_count(3)
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".title p")).to_have_text(f"Step {last - 1} of {last}")
    page.get_by_role("button", name="To the first page").click()  # back to the table it came from
    assert page.url == table

    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and url != table)
    expect(page.locator("main[data-phase=playing]")).to_be_visible()
    seen = person.wait_for_turn()
    assert seen.phase == "playing"
    assert page.locator(".seats .seat b").all_inner_texts() == others
    assert len(seen.hand) == 6

    # The saved file opens in the lobby, too.
    page.goto(server.url)
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url("**/replay")
    expect(page.locator(".title p")).to_have_text(f"Step 0 of {last}")


def test_a_whole_game_by_touch(server: Server, context_for: ContextFor) -> None:
    page = context_for(390, 844, touch=True, reduced_motion=True).new_page()
    page.goto(server.url)
    person = Person(page, Finger)
    finger = person.way
    assert isinstance(finger, Finger)
    set_up(person, "Ann", 2)
    page.wait_for_url("**/t/*")
    dragged = 0
    seen = person.wait_for_turn()
    while seen.phase == "playing":
        marked = [card for card in seen.hand if card.can and card.name.isdecimal()]
        if marked and dragged < 3:
            chosen = person.choose_play(marked[0])
            finger.drag(person.card(next(card for card in chosen.hand if card.chosen)), page.locator(".stairs"))
            person.wait_for_log(seen)
            dragged += 1
        else:
            person.take_turn()
        seen = person.wait_for_turn()
    assert dragged
    check_ranking(page, ["You", *page.locator(".seats .seat b").all_inner_texts()])


def test_a_drag_that_ends_elsewhere_plays_nothing(server: Server, context_for: ContextFor) -> None:
    made = dealt(server, lambda view: view["board"]["lead"] and "f5" in fronts(view), "me", "simple")
    person = sit_down(context_for(390, 844, touch=True), server, made, Finger)
    finger = person.way
    assert isinstance(finger, Finger)
    seen = person.wait_for_turn()
    five = next(card for card in seen.hand if card.name == "5")
    finger.drag(person.card(five), person.page.locator(".bar"))
    person.page.wait_for_function("() => !document.querySelector('[data-dragged]')")
    now = person.look()
    assert now.mine
    assert now.log == seen.log
    assert not any(card.chosen for card in now.hand)
    # The same drag onto the stairs plays it at once.
    finger.drag(person.card(five), person.page.locator(".stairs"))
    person.wait_for_log(seen)
    assert "You lead with 5" in person.look().log


NO_POINTER = """for (const kind of ["mousedown", "mouseup", "mousemove", "pointerdown", "touchstart"]) {
  addEventListener(kind, () => (window.pointed = (window.pointed ?? 0) + 1), true);
}"""


def test_a_whole_game_with_the_keyboard_alone(server: Server, context_for: ContextFor) -> None:
    page = context_for(1280, 800, reduced_motion=True).new_page()
    page.add_init_script(NO_POINTER)
    page.goto(server.url)
    person = Person(page, Keys)
    set_up_with_keys(person, "Ann", 2)
    page.wait_for_url("**/t/*")
    person.play_on()
    check_ranking(page, ["You", *page.locator(".seats .seat b").all_inner_texts()])
    table = page.url
    person.way.press(page.get_by_role("button", name="Step through"))
    expect(page.locator(".title p")).to_contain_text("Step 0 of")
    page.evaluate(DRAWN)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".title p")).to_contain_text("Step 2 of")
    page.keyboard.press("End")
    expect(page.locator(".rail .score tbody tr")).to_have_count(2)
    person.way.press(page.get_by_role("button", name="To the first page"))
    person.way.press(page.get_by_role("button", name="Play again"))
    page.wait_for_url(lambda url: "/t/" in url and url != table)
    expect(page.locator("main[data-phase=playing]")).to_be_visible()
    assert person.wait_for_turn().phase == "playing"
    assert page.evaluate("window.pointed ?? 0") == 0


@pytest.mark.parametrize(("way", "width", "height"), [(Mouse, 1280, 800), (Finger, 390, 844), (Keys, 1280, 800)])
def test_wild_refusal_joker_and_take(
    server: Server, context_for: ContextFor, way: type[Mouse | Finger | Keys], width: int, height: int
) -> None:
    """One hand with everything in it."""

    def good(view: dict) -> bool:
        hand = fronts(view)
        return view["board"]["lead"] and {WILD, JOKER} <= set(hand) and len({*hand} - {WILD, JOKER}) >= 2

    made = dealt(server, good, "me", "simple")
    person = sit_down(context_for(width, height, touch=way is Finger, reduced_motion=True), server, made, way)
    page = person.page
    seen = person.wait_for_turn()

    # Two numbers together are refused, with the reason and where the rulebook says so.
    numbers = {card.name: card for card in seen.hand if card.name.isdecimal()}
    first, second = list(numbers.values())[:2]
    person.choose(first)
    page.wait_for_function("() => document.querySelector('.hand .chosen')")
    person.choose(second)
    expect(page.get_by_role("alert")).to_be_visible()
    now = person.look()
    assert "number" in now.alert
    assert [card.name for card in now.hand if card.refused] == [second.name]
    assert [card.name for card in now.hand if card.chosen] == [first.name]
    assert now.log == seen.log
    if way is Keys:  # Enter tries the refused card again, and does not play the other one
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('.hand .refused')")
        assert person.look().log == seen.log
        page.evaluate("() => document.activeElement.blur()")
        page.keyboard.press("Enter")
        page.wait_for_function("() => !document.querySelector('.hand .refused')")
        now = person.look()
        assert now.log == seen.log
        assert [card.name for card in now.hand if card.chosen] == [first.name]
    person.choose(first)
    page.wait_for_function("() => !document.querySelector('.hand .chosen')")
    assert person.look().alert == ""

    # A lone wild asks for its number.
    wild = next(card for card in seen.hand if card.name == "1 to 7")
    person.choose(wild)
    page.wait_for_function("() => document.querySelector('.actions.naming')")
    now = person.look()
    assert [button.text for button in now.buttons] == [str(value) for value in range(1, 8)]
    person.name_wild(3)
    person.wait_for_log(seen)
    person.wait_for_turn()
    assert "You lead with 1–7 as 3" in person.look().log

    # The Joker lies after one press, whatever has been laid.
    seen = person.wait_for_turn()
    person.joker()
    person.wait_for_log(seen)
    seen = person.wait_for_turn()
    assert any(line.startswith("You play the Joker") for line in seen.log)

    # And one press takes the cards.
    taken = seen.button("Take")
    assert not taken.off
    count = int(taken.text.split()[1])
    person.take()
    person.wait_for_log(seen)
    now = person.look()
    assert now.log[0].startswith(f"You take {count} card")
    assert now.button("Take").off
    if isinstance(person.way, Keys):
        person.way.press(person.button("Take"))
    else:
        person.way.press_anyway(person.button("Take"))
    expect(page.get_by_role("alert")).to_contain_text("Nothing to take")
    assert person.look().log == now.log
