"""At a table of Crescent: taps and drops, refusals, piles looked into, hints, deals by their codes, the review."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.crescent import BLOCKED, DEAL, TALL, TO_BLOCK, Dragger, Patience, Tapper, Typist, middle, sit, winning
from tests.e2e.person import seat_token, wire

LOST = "CR1-N0-AAAMKIK"  # as it is dealt
FRAMES = """() => {
  window.longest = 0;
  let before = performance.now();
  const count = (now) => {
    window.longest = Math.max(window.longest, now - before);
    before = now;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}"""


@pytest.fixture
def desk(server: Server, context_for: ContextFor) -> Patience:
    return sit(context_for(1280, 800, reduced_motion=True), server)


def several(patience: Patience) -> tuple[str, list[str]]:
    """A pile whose card has more than one place to go; its targets. It is chosen then."""
    for at, key in enumerate("1234567890bcdefg"):
        patience.page.keyboard.press("Escape")
        patience.page.keyboard.press(key)
        patience.page.wait_for_function(
            "(place) => document.querySelector(`[data-place=${place}]`).matches('.chosen, .refused')", arg=f"p{at + 1}"
        )
        seen = patience.look()
        if len(seen.targets) > 1:
            return f"p{at + 1}", seen.targets
    raise AssertionError("no card has two places to go")


# --- taps and drops ---------------------------------------------------------------------------------------------------


def test_a_tap_moves_where_there_is_one_place_and_chooses_where_there_are_two(desk: Patience) -> None:
    pile, targets = several(desk)
    desk.page.keyboard.press("Escape")
    assert desk.look().targets == []
    desk.spot(pile).click()
    expect(desk.spot(pile)).to_have_attribute("aria-pressed", "true")
    seen = desk.look()
    assert (seen.chosen, sorted(seen.targets)) == ([pile], sorted(targets))
    card = seen.labels[pile].split(": ")[1].split(",")[0]
    assert seen.say.startswith(f"{card} of pile")
    assert "It goes on" in seen.say
    # Elsewhere it is refused in the rulebook's words, and stays chosen.
    wrong = next(place for place in seen.tops if place[0] == "p" and place != pile and place not in targets)
    desk.spot(wrong).click()
    expect(desk.page.get_by_role("alert")).to_contain_text("Must be")
    seen = desk.look()
    assert (seen.chosen, seen.refused) == ([pile], [wrong])
    assert "take it" in seen.alert
    desk.spot(targets[0]).click()
    desk.moves = 1
    desk.arrived()
    seen = desk.look()
    assert (seen.chosen, seen.last, seen.alert) == ([], [targets[0]], "")
    assert seen.labels[targets[0]].split(": ")[1].startswith(card)
    # One place: one tap. Undone and made again.
    desk.page.keyboard.press("u")
    desk.moves = 0
    desk.arrived()
    desk.button("Redo").click()
    desk.moves = 1
    desk.arrived()


def test_a_double_tap_goes_to_the_foundation_and_never_takes_two_cards(desk: Patience) -> None:
    """The first move of the line is a foundation play."""
    first = winning(DEAL)[0]
    source = f"p{first.split('>')[0]}"
    assert not first.split(">")[1].isdigit()
    desk.spot(source).dblclick()
    desk.moves = 1
    desk.arrived()
    desk.page.wait_for_timeout(300)
    seen = desk.look()
    assert seen.title.startswith("1 move")
    assert seen.last[0].startswith("f")


def test_a_drop_may_be_near_and_says_why_not(desk: Patience) -> None:
    drag = Dragger()
    pile, targets = several(desk)
    desk.page.keyboard.press("Escape")
    target = next(place for place in targets if place[0] == "p")
    width = desk.bed(target).bounding_box()["width"]  # type: ignore[index]
    inwards = (width / 2 + 20, 0) if desk.spot(target).bounding_box()["x"] < 600 else (-width / 2 - 20, 0)  # type: ignore[index]
    drag.drag(desk, pile, target, beside=inwards)
    desk.moves = 1
    desk.arrived()
    assert desk.look().last == [target]
    seen = desk.look()
    wrong = next(
        place for place in seen.tops if seen.tops[place][-1:] not in ("", seen.tops[target][-1]) and place[0] == "p"
    )
    drag.drag(desk, target, wrong)
    expect(desk.page.get_by_role("alert")).to_contain_text("Must be the same suit")
    assert desk.look().refused == [wrong]
    # Dropped on nothing, or turned down with Escape, it goes back.
    mouse = desk.page.mouse
    mouse.move(*middle(desk.bed(target)))
    mouse.down()
    mouse.move(640, 420, steps=3)
    expect(desk.page.locator(".target").first).to_be_visible()
    desk.page.keyboard.press("Escape")
    mouse.up()
    assert desk.page.locator("[data-dragged]").count() == 0
    assert desk.look().title.startswith("1 move")


def test_a_drop_anywhere_among_the_foundations(desk: Patience) -> None:
    """Over a foundation that does not take it, the card goes to the one that does."""
    first = winning(DEAL)[0]
    source, side = first.split(">")
    suit = desk.look().tops[f"p{source}"][-1]
    right = "SHDC".index(suit) + 1 + 4 * (side == "K")
    Dragger().drag(desk, f"p{source}", f"f{right % 8 + 1}")
    desk.moves = 1
    desk.arrived()
    assert desk.look().last == [f"f{right}"]


def test_refusals_of_foundations_and_closed_places(desk: Patience) -> None:
    desk.spot("f1").click()
    expect(desk.page.get_by_role("alert")).to_contain_text("The foundation base is locked")
    desk.page.keyboard.press("a")
    expect(desk.page.locator(".prompt [role=status]")).to_contain_text("1 spades")
    desk.page.keyboard.press("4")
    expect(desk.page.get_by_role("alert")).to_contain_text("The foundation base is locked")
    assert desk.look().refused == ["f4"]
    undo = desk.button("Undo")
    assert undo.get_attribute("aria-disabled") == "true"
    desk.page.mouse.click(*middle(undo))
    expect(desk.page.get_by_role("alert")).to_contain_text("no move to take back")


# --- looking ----------------------------------------------------------------------------------------------------------


def opened(page: Page, cards: int) -> None:
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("bottom to top")
    expect(sheet.locator(".opened li")).to_have_count(cards)


def test_a_pile_is_opened_and_a_card_is_found(server: Server, context_for: ContextFor) -> None:
    code, line = TALL
    desk = sit(context_for(1280, 800, reduced_motion=True), server, code)
    desk.play(line, Typist())
    page = desk.page
    assert desk.look().labels["p3"] == "Pile 3: 6 of spades, 13 cards, full"
    # Held with the mouse.
    page.mouse.move(*middle(desk.bed("p3")))
    page.mouse.down()
    opened(page, 13)
    page.mouse.up()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    # By a key.
    desk.spot("p3").focus()
    page.keyboard.press("i")
    opened(page, 13)
    label = page.locator(".opened button").nth(1).get_attribute("aria-label")
    assert label == "2: 4 of hearts, 11 cards above it"
    page.get_by_role("dialog").get_by_role("button", name="Pile 4").click()
    expect(page.get_by_role("dialog", name="Pile 4")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Pile 3").click()
    page.locator(".opened button").nth(1).click()
    # Both copies are lit, with what lies on them.
    expect(page.get_by_role("dialog")).to_have_count(0)
    seen = desk.look()
    assert len(seen.found) == 2
    assert "p3" in seen.found
    assert "here under 11 cards" in seen.labels["p3"]
    assert seen.say.startswith("Where the 4 of hearts lies")
    assert "pile 3 under 11 cards" in seen.say
    page.keyboard.press("Escape")
    assert desk.look().found == []
    # Any card, by keys alone: bases are found on their foundations.
    page.keyboard.press("w")
    sheet = page.get_by_role("dialog", name="Find a card")
    sheet.get_by_role("button", name="diamonds", exact=True).press("Enter")
    sheet.get_by_role("button", name="Ace of diamonds").press("Enter")
    seen = desk.look()
    assert "f3" in seen.found
    assert len(seen.found) == 2
    assert "on the ace foundation of diamonds" in seen.say


def test_a_finger_held_opens_a_pile_and_moves_nothing(server: Server, context_for: ContextFor) -> None:
    phone = sit(context_for(390, 844, touch=True, reduced_motion=True), server)
    x, y = middle(phone.bed("p7"))
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    opened(phone.page, 6)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    phone.page.get_by_role("button", name="Close").tap()
    seen = phone.look()
    assert seen.title.startswith("0 moves")
    assert not seen.chosen
    expect(phone.page.locator("main > .inspector")).to_contain_text("Pile 7")


def test_cards_that_lie_face_down_are_nowhere_in_the_page(server: Server, context_for: ContextFor) -> None:
    desk = sit(context_for(1280, 800, reduced_motion=True), server, "CR1-D-AAAAAAH")
    page = desk.page
    page.keyboard.press("i")
    opened(page, 6)
    labels = page.locator(".opened [aria-label]").evaluate_all("all => all.map((each) => each.ariaLabel)")
    assert [label.split(": ")[1].split(",")[0] for label in labels[:5]] == ["face down"] * 5
    assert page.locator(".opened button").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    page.get_by_role("dialog").get_by_role("button", name="5 of hearts").click()
    assert "face down" in desk.look().say


# --- hints, marks, deals ----------------------------------------------------------------------------------------------


def test_a_hint_holds_nothing_up(server: Server, context_for: ContextFor) -> None:
    """A deal without redeals that takes the solver long."""
    desk = sit(context_for(1280, 800, reduced_motion=True), server, "CR1-N0-AAAAAAY")
    page = desk.page
    expect(page.locator(".rail .badge-unknown")).to_be_visible(timeout=120_000)
    page.evaluate(FRAMES)
    page.keyboard.press("h")
    expect(desk.button("Thinking")).to_be_visible()
    # Meanwhile the table answers, and what it refuses leaves the question standing.
    desk.spot("f1").click()
    expect(page.get_by_role("alert")).to_contain_text("locked")
    expect(desk.button("Thinking")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("Not known", timeout=120_000)
    assert page.evaluate("() => window.longest") < 500


def test_a_hint_is_kept_while_it_is_followed(server: Server, context_for: ContextFor) -> None:
    desk = sit(context_for(1280, 800, reduced_motion=True), server, "CR1-N-AAAAACF")
    page = desk.page
    page.keyboard.press("h")
    expect(page.locator(".lit").first).to_be_visible(timeout=60_000)
    count = int(desk.look().say.split("This wins in ")[1].split()[0])
    for left in range(count - 1, count - 4, -1):
        for place in desk.look().lit:
            desk.spot(place).click()
            if desk.page.locator(".chosen").count() == 0:
                break
        desk.moves += 1
        desk.arrived()
        page.keyboard.press("h")
        expect(page.locator(".lit, .redeal-lit").first).to_be_visible(timeout=60_000)
        assert f"This wins in {left} moves" in desk.look().say


def turn_on_the_mark(page: Page) -> None:
    expect(page.locator(".standing [class^=mark]")).to_have_count(0)
    page.get_by_role("button", name="Deal", exact=True).tap()
    page.get_by_role("switch", name="Say if it can still be won").tap()
    page.get_by_role("button", name="Close").tap()


def test_the_mark_says_lost_and_why(server: Server, context_for: ContextFor) -> None:
    desk = sit(context_for(390, 844, touch=True, reduced_motion=True), server, LOST)
    page = desk.page
    turn_on_the_mark(page)
    expect(page.locator(".mark-lost")).to_contain_text("cannot all go home", timeout=60_000)
    desk.button("Hint").tap()
    expect(page.locator(".prompt")).to_contain_text("This deal can no longer be won", timeout=60_000)
    assert desk.look().lit == []


def test_a_blocked_deal_is_told_and_its_review_names_the_move(server: Server, context_for: ContextFor) -> None:
    desk = sit(context_for(390, 844, touch=True, reduced_motion=True), server, BLOCKED)
    page = desk.page
    turn_on_the_mark(page)
    expect(page.locator(".mark-winnable")).to_be_visible(timeout=60_000)
    desk.play(TO_BLOCK[:5], Tapper())
    none = desk.button("No redeals left")
    assert none.get_attribute("aria-disabled") == "true"
    page.touchscreen.tap(*middle(none))
    expect(page.get_by_role("alert")).to_contain_text("This game had 1 redeal")
    desk.play(TO_BLOCK[5:], Tapper())
    expect(page.locator("main[data-phase=over]")).to_be_visible()
    expect(page.locator(".prompt")).to_contain_text("No card can move and no redeal is left")
    # The last move goes back, and is made again.
    desk.button("Undo").tap()
    expect(page.locator("main[data-phase=playing]")).to_be_visible()
    desk.button("Redo").tap()
    expect(page.locator("main[data-phase=over]")).to_be_visible()
    page.get_by_role("button", name="Step through").tap()
    page.get_by_role("button", name="To the move that lost").tap(timeout=120_000)
    expect(page.locator(".standing .mark-lost")).to_contain_text("This move lost the deal")
    page.get_by_role("button", name="One step back").tap()
    expect(page.locator(".mark-winnable")).to_be_visible(timeout=60_000)


def test_what_was_taken_back_is_no_part_of_the_way_to_the_end(desk: Patience) -> None:
    """Of a game that went 0, 1, 2, back, 3, back, back, 4, 5 the review looks at 0, 4 and 5."""
    lasting = "async (boards) => (await import('/static/games/crescent/review.js')).lasting(boards)"
    went = zip("abcbdbaef", (0, 1, 2, 1, 2, 1, 0, 1, 2), strict=True)
    boards = [{"board": {"cards": cards, "moves": moves}} for cards, moves in went]
    assert desk.page.evaluate(lasting, boards) == [0, 7, 8]
    assert desk.page.evaluate(lasting, boards[:5]) == [0, 1, 4]
    assert desk.page.evaluate(lasting, boards[:1]) == [0]


def test_deals_by_code_and_link_and_back(server: Server, context_for: ContextFor) -> None:
    context_for.expects = "400"  # a code that is refused
    desk = sit(context_for(1280, 800, reduced_motion=True), server)
    page = desk.page
    desk.play(winning(DEAL)[:1], Typist())
    first = page.url

    def deal_sheet() -> None:
        page.get_by_role("button", name="Deal", exact=True).first.click()
        expect(page.get_by_role("dialog", name="Deal")).to_be_visible()

    deal_sheet()
    assert page.get_by_label("Deal code", exact=True).input_value() == DEAL
    link = page.get_by_label("Link to this deal", exact=True).input_value()
    page.get_by_role("button", name="New deal").click()
    expect(page.locator(".title p")).to_contain_text("0 moves")
    assert page.url != first
    # One press brings the old one back, as it was.
    desk.button("Earlier deal").click()
    expect(page.locator(".title p")).to_contain_text("1 move ")
    assert page.url == first
    # By a code that is mistyped, then by one that is right.
    deal_sheet()
    page.get_by_label("Another deal by its code").fill("CR1-N-AAAAAAC")
    page.get_by_label("Another deal by its code").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("does not fit the others")
    assert page.url == first
    deal_sheet()
    page.get_by_label("Another deal by its code").fill("cr1-n2-aaaaaav")
    page.get_by_label("Another deal by its code").press("Enter")
    expect(page.locator(".title p")).to_have_text("0 moves · 2 redeals left")
    # The link opens the same deal for anybody.
    other = context_for(390, 844, touch=True).new_page()
    other.goto(link)
    expect(other.get_by_label("Code of a deal")).to_have_value(DEAL)
    other.get_by_role("button", name="Start").tap()
    expect(other.locator(".shoe")).to_be_visible()
    assert Patience(other, DEAL).look().tops["p1"] == "6C"


def test_two_or_four_colours_are_kept(server: Server, context_for: ContextFor) -> None:
    desk = sit(context_for(1280, 800, reduced_motion=True), server)
    page = desk.page
    colour = "() => getComputedStyle(document.querySelector('[data-place=f3] .slot path[fill-rule]')).fill"
    four = page.evaluate(colour)
    page.get_by_role("button", name="Deal", exact=True).first.click()
    page.get_by_role("switch", name="Four colours").click()
    two = page.evaluate(colour)
    assert two != four
    page.reload()
    expect(page.locator(".shoe")).to_be_visible()
    assert page.evaluate(colour) == two


def test_without_a_connection_the_table_stays_readable(server: Server, context_for: ContextFor) -> None:
    context_for.expects = "WebSocket|ERR_CONNECTION"
    desk = sit(context_for(1280, 800, reduced_motion=True), server)
    expect(desk.page.locator(".rail .badge-winnable")).to_be_visible(timeout=60_000)
    server.kill()
    expect(desk.page.locator(".prompt")).to_contain_text("Connection lost")
    desk.page.keyboard.press("i")
    opened(desk.page, 6)
    desk.page.keyboard.press("Escape")
    desk.spot("p7").click()
    assert desk.look().title.startswith("0 moves")
    assert len(desk.look().tops) == 24
    server.start()
    expect(desk.page.locator(".live[data-link=live]")).to_be_visible()
    desk.play(winning(DEAL)[:2], Typist())


def test_another_window_sees_the_same_table(server: Server, context_for: ContextFor) -> None:
    """Moves that come from elsewhere are shown, and end what was chosen."""
    desk = sit(context_for(1280, 800, reduced_motion=True), server)
    several(desk)
    table = desk.page.url.rsplit("/", 1)[1]
    with wire(server, table, seat_token(desk.page, table)) as other:
        other.move(winning(DEAL)[0])
    desk.moves = 1
    desk.arrived()
    assert desk.look().chosen == []
