"""The pictures of the README, from one game that is always the same: `GRADATIM_SCREENSHOTS=docs/screenshots`.

The table's secret is put into the database before the cards are dealt, and the seats play what is written here.
"""

import contextlib
import hashlib
import io
import os
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import ContextFor, Server
from tests.e2e.person import Person, Wire, sit_down, wire

FOLDER = os.environ.get("GRADATIM_SCREENSHOTS", "")
LARGEST = 150_000  # bytes
NAMES = ["Ann", "Mira", "Tomas", "Yuki"]
DEAL = "screenshots 106677"
MOVES = "W=3 9 11+11 take 3 5 8 6+6 7+7 take 10 13 take 1 2 3+3 take 3 5 4+4 9"
CHOSEN = ["f5", "f5", "f14"]

pytestmark = pytest.mark.skipif(not FOLDER, reason="pictures are taken with GRADATIM_SCREENSHOTS=docs/screenshots")


@pytest.fixture
def seats(server: Server) -> Iterator[tuple[dict[str, Any], list[Wire]]]:
    """A table with four people, dealt from the secret written above; the moves have been made."""
    made = server.table("me", "open", "open", "open", name=NAMES[0])
    server.stop()
    with contextlib.closing(sqlite3.connect(server.database)) as database:
        secret = hashlib.sha256(DEAL.encode()).digest()
        database.execute('update tables set secret = ? where "table" = ?', (secret, made["table"]))
        database.commit()
    server.start()
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(wire(server, made["table"], made["token"]))]
        for number, name in enumerate(NAMES[1:], start=1):
            guest = stack.enter_context(wire(server, made["table"]))
            assert guest.send("sit", seat=number, name=name)["ok"]
            wires.append(guest)
        for move in MOVES.split():
            mover(wires).move(move)
        yield made, wires


def mover(wires: list[Wire]) -> Wire:
    """Who is to play."""
    turn = wires[0].wait(lambda view: view["phase"] != "gathering")["board"]["turn"]
    wires[0].send("sync", since=0)
    turn = wires[0].view["board"]["turn"]
    return wires[turn]


def save(page: Page, name: str) -> None:
    """In few colours: the pictures are drawn, not photographed."""
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    path = Path(FOLDER) / f"{name}.png"
    picture.quantize(255, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
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
    chance = random.Random(DEAL)
    while wires[0].view["phase"] == "playing":
        seat = mover(wires)
        if wires[0].view["phase"] != "playing":
            break
        plays = [move["move"] for move in seat.wait(lambda view: bool(view["legal"]))["legal"]]
        seat.move(chance.choice(plays[:2]))
        wires[0].send("sync", since=0)
    for size, person in people:
        page = person.page.context.pages[-1]
        page.get_by_role("button", name="Continue").click()
        expect(page.locator("main[data-phase=over]")).to_be_visible()
        page.mouse.move(0, 0)
        for theme in both(page.context):
            save(page, f"end-{size}-{theme}")
