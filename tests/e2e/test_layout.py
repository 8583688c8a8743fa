"""Nothing scrolls, nothing is cut off, nothing is too small; and nothing moves for those who want it still."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server, Share
from tests.e2e.person import Person, dealt, fronts, sit_down

SIZES = [(1280, 800), (1440, 900), (1024, 768), (390, 844), (390, 664), (360, 640), (320, 568), (844, 390)]
PHONE = 700

# What is wrong with the page as it stands, in words.
FAULTS = """([least]) => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  if (root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight} high`);
  const name = (element) => {
    const kind = typeof element.className === "string" ? `.${element.className}` : "";
    return `${element.tagName.toLowerCase()}${kind} "${(element.textContent || "").trim().slice(0, 30)}"`;
  };
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen");
  const boxed = ".hand .slot, .actions .button, .bar .icon-button, .seats .seat, .prompt, .stepping > *,"
    + ".lobby > * button";
  for (const element of document.querySelectorAll(boxed)) {
    if (!shown(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5) {
      faults.push(`${name(element)} leaves the screen: ${JSON.stringify(box)}`);
    }
  }
  // What can be pressed lies on top, at its middle.
  for (const element of document.querySelectorAll(".hand .slot, .actions .button, .bar .icon-button, .stepping > *")) {
    if (!shown(element)) continue;
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!element.contains(top)) faults.push(`${name(element)} lies under ${top && name(top)}`);
  }
  for (const element of document.querySelectorAll(".actions .button, .bar .icon-button")) {
    const box = element.getBoundingClientRect();
    if (shown(element) && box.height < least) faults.push(`${name(element)} is ${box.height} high`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !shown(element) || element.closest("svg, script, style")) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < 12) faults.push(`${name(element)} has a size of ${size}`);
  }
  // The sentence is read whole, and the numbers on the steps stand in their steps.
  for (const element of document.querySelectorAll(".prompt, .actions .button, .riser, .seat")) {
    if (shown(element) && element.scrollWidth > element.clientWidth + 1) faults.push(`${name(element)} is cut off`);
  }
  const prompt = document.querySelector(".prompt");
  if (prompt && prompt.scrollHeight > prompt.clientHeight + 1) faults.push(`${name(prompt)} is cut off below`);
  return faults;
}"""


def check(page: Page, what: str, sizes: Sequence[tuple[int, int]]) -> list[str]:
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        found += [f"{what} at {width}x{height}: {fault}" for fault in page.evaluate(FAULTS, [44])]
    return found


Check = Callable[[Page, str], list[str]]


@pytest.fixture
def faults(share: Share[tuple[int, int]]) -> Check:
    return lambda page, what: check(page, what, share(SIZES, 3))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_table_fits_every_screen(server: Server, context_for: ContextFor, faults: Check, seats: int) -> None:
    def good(view: dict) -> bool:
        number = any(card["legal"] and card["front"] not in ("f14", "f15") for card in view["board"]["hand"])
        sunken = any(not card["legal"] for card in view["board"]["hand"])
        return len(view["board"]["series"]) >= min(seats - 1, 4) and number and sunken

    context = context_for(390, 844, touch=True, reduced_motion=True)
    bots = ["simple"] * (seats - 1)
    made = dealt(server, good, "me", *bots, name="Wilhelmina-Alexandra")
    person = sit_down(context, server, made)
    page = person.page
    seen = person.wait_for_turn()
    found = faults(page, "on turn")
    number = next(card for card in seen.hand if card.can and card.name.isdecimal())
    person.choose(number)
    page.wait_for_function("() => document.querySelector('.hand .chosen')")
    found += faults(page, "a card chosen")
    person.choose(number)
    page.wait_for_function("() => !document.querySelector('.hand .chosen')")
    person.choose(next(card for card in seen.hand if card.not_now))
    expect(page.get_by_role("alert")).to_be_visible()
    found += faults(page, "refused")

    made = dealt(server, lambda view: view["board"]["lead"] and "f14" in fronts(view), "me", *bots)
    person = sit_down(context, server, made)
    page = person.page
    seen = person.wait_for_turn()
    person.choose(next(card for card in seen.hand if card.name == "1 to 7"))
    expect(page.locator(".actions.naming")).to_be_visible()
    found += faults(page, "a number to be named")
    assert not found, "\n".join(found)


def test_the_other_pages_fit_every_screen(server: Server, context_for: ContextFor, faults: Check) -> None:
    context = context_for(390, 844, touch=True, reduced_motion=True)
    page = context.new_page()
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play Escalation!")).to_be_visible()
    found = faults(page, "lobby")
    page.get_by_role("button", name="Play Escalation!").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found += faults(page, "set-up sheet")
    page.locator(".who select").nth(1).select_option(label="Another person")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".place.open")).to_be_visible()
    found += faults(page, "gathering")
    page = sit_down(context, server, server.table("me", *["simple"] * 5)).page
    page.goto(server.url)
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    found += faults(page, "lobby with a table")
    assert not found, "\n".join(found)


def test_the_end_fits_every_screen(server: Server, context_for: ContextFor, faults: Check) -> None:
    made = server.table("me", *["simple"] * 5)
    page = sit_down(context_for(390, 844, touch=True, reduced_motion=True), server, made).page
    person = Person(page)
    assert person.play_on().phase == "over"
    found = faults(page, "end")
    page.get_by_role("button", name="Step through").click()
    expect(page.locator(".rail .steps li").first).to_be_attached()
    for step in ("One step on", "Last step", "One step back"):
        page.get_by_role("button", name=step).click()
        found += faults(page, step)
    assert not found, "\n".join(found)


# --- motion -----------------------------------------------------------------------------------------------------------

COUNT = """() => {
  window.most = 0;
  const count = () => {
    window.most = Math.max(window.most, document.getAnimations().length);
    window.counting = requestAnimationFrame(count);
  };
  count();
}"""


@pytest.fixture(params=[True, False], ids=["still", "moving"])
def still(request: pytest.FixtureRequest) -> Iterator[bool]:
    return request.param


def test_motion_is_for_those_who_want_it(server: Server, context_for: ContextFor, still: bool) -> None:
    made = dealt(server, lambda view: view["board"]["lead"] and "f5" in fronts(view), "me", "simple")
    person = sit_down(context_for(1280, 800, reduced_motion=still), server, made)
    page = person.page
    seen = person.wait_for_turn()
    page.evaluate(COUNT)
    person.choose(next(card for card in seen.hand if card.name == "5"))
    person.play()
    person.wait_for_log(seen)
    person.wait_for_turn()
    # Two frames more, for what begins with the last view.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    most = page.evaluate("() => window.most")
    assert most == 0 if still else most > 0


def test_motion_holds_nothing_up(server: Server, context_for: ContextFor) -> None:
    """A press ends what moves, and counts."""
    made = dealt(server, lambda view: view["board"]["lead"] and "f5" in fronts(view), "me", "simple")
    person = sit_down(context_for(1280, 800), server, made)
    page = person.page
    seen = person.wait_for_turn()
    person.choose(next(card for card in seen.hand if card.name == "5"))
    person.play()
    page.wait_for_function("() => document.getAnimations().length > 0")
    page.keyboard.press("Shift")
    page.wait_for_function("() => document.getAnimations().length === 0 || document.querySelector('.prompt .yours')")
    person.wait_for_turn()
    person.take_turn()
