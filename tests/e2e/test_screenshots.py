"""The pictures of the README, from one game that is always the same: `GRADATIM_SCREENSHOTS=docs/screenshots`.

The table's secret is put into the database before the cards are dealt, and the seats play what is written here.
"""

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e import crescent, harmonies
from tests.e2e.conftest import ContextFor, Server
from tests.e2e.crescendo import people
from tests.e2e.person import Person, Wire, sit_down, wire

FOLDER = os.environ["GRADATIM_SCREENSHOTS"]
LARGEST = 180_000  # bytes
NAMES = ["Ann", "Mira", "Tomas", "Yuki"]
DEAL = "screenshots 106677"
MOVES = "W=3 9 11+11 take 3 5 8 6+6 7+7 take 10 13 take 1 2 3+3 take 3 5 4+4 9"
CHOSEN = ["f5", "f5", "f14"]
REST = "5+5+W take 3 4 J 5 8 12 13 J 7+7 take 3 2+W 4+4 take 4 5 12 take 2 take 2 take 2 7 9 6+6"
PATIENCE = """11>A 4>K 12>7 12>K 6>K 15>1 15>K 15>1 15>K 11>K 11>A 11>K 12>6 12>K 1>K 1>K 3>K 5>13 5>A 2>A 4>A 4>A 13>3
    2>13 2>A 4>A 4>K 6>5 3>2 10>11 15>13 7>9 5>6 5>6 7>9 2>3 10>5 10>7 10>K 10>K 13>K 12>K 13>K 13>K 3>K"""


@pytest.fixture
def seats(server: Server) -> Iterator[tuple[dict[str, Any], list[Wire]]]:
    """A table with four people, dealt from the secret written above; the moves have been made."""
    made = server.table("me", "open", "open", "open", name=NAMES[0])
    server.stop()
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        secret = hashlib.sha256(DEAL.encode()).hexdigest()
        changed = database.execute("update tables set secret = ? where id = ?", (secret, made["table"]))
        assert changed.rowcount == 1
        database.commit()
    server.start()
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(wire(server, made["table"], made["token"]))]
        for number, name in enumerate(NAMES[1:], start=1):
            guest = stack.enter_context(wire(server, made["table"]))
            assert guest.send("sit", seat=number, name=name)["ok"]
            wires.append(guest)
        play(wires, MOVES)
        yield made, wires


def play(wires: list[Wire], moves: str) -> None:
    """Each move by whoever is to play."""
    for move in moves.split():
        wires[0].send("sync", since=0)
        view = wires[0].wait(lambda view: view["phase"] != "gathering")
        wires[view["board"]["turn"]].move(move)


def save(page: Page, name: str, few_colours: bool = False) -> None:
    path = Path(FOLDER) / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    if few_colours:
        image = pytest.importorskip("PIL.Image")
        image.open(path).convert("RGB").quantize(256, dither=image.Dither.NONE).save(path, optimize=True)
    assert path.stat().st_size < LARGEST


def both(context: BrowserContext) -> Iterator[str]:
    for theme in ("light", "dark"):
        for page in context.pages:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_function("() => document.getAnimations().length === 0")
        yield theme


def test_pictures(server: Server, context_for: ContextFor, seats: tuple[dict[str, Any], list[Wire]]) -> None:
    made, wires = seats
    sizes = {(1280, 800): False, (390, 844): True}
    people: list[tuple[str, Person]] = []
    for (width, height), touch in sizes.items():
        context = context_for(width, height, touch=touch, reduced_motion=True)
        person = sit_down(context, server, made)
        people.append((f"{width}x{height}", person))
        seen = person.wait_for_turn()
        for front in CHOSEN:
            card = next(card for card in person.look().hand if card.key.startswith(f"{front}#") and not card.chosen)
            person.choose(card)
            expect(person.card(card)).to_have_attribute("aria-pressed", "true")
        assert seen.mine
        person.page.mouse.move(0, 0)
        person.page.evaluate("() => document.activeElement?.blur()")
        for theme in both(context):
            save(person.page, f"table-{width}x{height}-{theme}")
    for size, person in people:
        page = person.page.context.new_page()
        page.goto(server.url)
        expect(page.get_by_role("button", name="Continue")).to_be_visible()
        person.page.close()
        for theme in both(page.context):
            save(page, f"lobby-{size}-{theme}")
    play(wires, REST)
    for size, person in people:
        page = person.page.context.pages[-1]
        page.get_by_role("button", name="Continue").click()
        expect(page.locator("main[data-phase=over]")).to_be_visible()
        page.mouse.move(0, 0)
        for theme in both(page.context):
            save(page, f"end-{size}-{theme}")


def test_pictures_of_crescendo(server: Server, context_for: ContextFor) -> None:
    """NUMBER is open with a card chosen, and the end of a round; dealt by chance."""
    with people(server, 4, race=10_000) as table:
        table.step()
        players = [
            (f"{width}x{height}", table.sit_down(0, context_for(width, height, touch=touch, reduced_motion=True)))
            for width, height, touch in ((1280, 800, False), (390, 844, True))
        ]
        table.open_window()
        for _, player in players:
            expect(player.page.locator(".button.number.primary")).to_be_visible()
            player.choose(3)
            player.page.mouse.move(0, 0)
        for size, player in players:
            for theme in ("light", "dark"):
                player.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                save(player.page, f"crescendo-table-{size}-{theme}")
    with people(server, 4) as table:
        players = [
            (f"{width}x{height}", table.sit_down(0, context_for(width, height, touch=touch, reduced_motion=True)))
            for width, height, touch in ((1280, 800, False), (390, 844, True))
        ]
        table.play_round()
        for size, player in players:
            player.press(player.button("Skip"))
            player.page.mouse.move(0, 0)
            for theme in both(player.page.context):
                save(player.page, f"crescendo-reveal-{size}-{theme}")


def test_pictures_of_harmonies(server: Server, context_for: ContextFor) -> None:
    """Each side in the middle of a game, and the end of one; dealt by chance."""
    sides: list[tuple[str, dict[str, int]]] = [
        ("a", {"side": 0, "sanctuaries": 1, "spirits": 1}),
        ("b", {"side": 1, **harmonies.ALL}),
        ("c", {"side": 2, "sanctuaries": 1, "whispers": 1}),
        ("d", {"side": 4, "whispers": 1}),
    ]
    for name, options in sides:
        made = server.table("me", "simple", game="harmonies", name=NAMES[0], **options)
        with wire(server, made["table"], made["token"]) as seat:
            harmonies.play(seat, lambda view: view["board"]["round"] == 7 and len(view["board"]["hand"]) == 2, seed=8)
            for (width, height), touch in {(1280, 800): False, (390, 844): True}.items():
                page = sit_down(context_for(width, height, touch=touch, reduced_motion=True), server, made).page
                expect(page.locator(".tray button")).to_have_count(2)
                page.mouse.move(0, 0)
                for theme in both(page.context) if name == "d" else ["light"]:
                    save(page, f"harmonies-{name}-{width}x{height}-{theme}", few_colours=True)
            if name == "d":
                harmonies.play(seat, lambda view: False)
                for context in context_for.contexts[-2:]:
                    page = context.pages[0]
                    expect(page.locator(".final")).to_be_visible()
                    page.emulate_media(color_scheme="light")
                    size = page.viewport_size
                    assert size
                    save(page, f"harmonies-end-{size['width']}x{size['height']}-light", few_colours=True)


def test_pictures_of_crescent(server: Server, context_for: ContextFor) -> None:
    """A card chosen and refused, a hint, the review of a blocked deal, and the end of a deal that is won."""
    made = crescent.table(server)
    lost = crescent.table(server, crescent.BLOCKED)
    tables = [
        (f"{width}x{height}", crescent.Patience(sit_down(context, server, made).page, crescent.DEAL))
        for (width, height), touch in {(1280, 800): False, (390, 844): True}.items()
        for context in [context_for(width, height, touch=touch, reduced_motion=True)]
    ]
    with wire(server, made["table"], made["token"]) as seat:
        for move in PATIENCE.split():
            seat.move(move)
    for size, table in tables:
        expect(table.page.locator(".title p")).to_contain_text("45 moves")
        table.spot("p15").click()
        table.spot("p1").click()
        expect(table.page.locator(".refused")).to_be_visible()
        table.page.mouse.move(0, 0)
        for theme in both(table.page.context):
            save(table.page, f"crescent-table-{size}-{theme}")
        table.page.keyboard.press("Escape")
        table.page.keyboard.press("h")
        expect(table.page.locator(".lit").first).to_be_visible(timeout=60_000)
        table.page.emulate_media(color_scheme="light")
        table.page.evaluate("() => document.activeElement?.blur()")
        save(table.page, f"crescent-hint-{size}-light")
    with wire(server, lost["table"], lost["token"]) as seat:
        for move in crescent.TO_BLOCK:
            seat.move(move)
    for size, table in tables:
        page = table.page.context.new_page()
        page.goto(f"{server.url}/replay?table={lost['table']}")
        page.get_by_role("button", name="To the move that lost").click(timeout=120_000)
        expect(page.locator(".mark-lost")).to_contain_text("This move lost")
        save(page, f"crescent-review-{size}-light")
        page.close()
    tables[0][1].page.keyboard.press("p")
    tables[0][1].button("Play on").click()
    for size, table in tables:
        expect(table.page.locator("main[data-phase=over]")).to_be_visible(timeout=300_000)
        table.page.mouse.move(0, 0)
        table.page.evaluate("() => document.activeElement?.blur()")
        for theme in both(table.page.context):
            save(table.page, f"crescent-end-{size}-{theme}")
