"""Somebody at a table of Crescent: what the page shows, and what they do with the mouse, a finger or the keyboard."""

from dataclasses import dataclass
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Locator, Page, expect

from gradatim.games.crescent.content import read_code
from gradatim.games.crescent.solver import dealt, solve
from tests.e2e.conftest import Server
from tests.e2e.person import Finger, open_table, seat_token, sit_down, wire

DEAL = "CR1-N-AAAAAAB"
TALL = ("CR1-N-AAAACRO", ["6>3", "8>3", "7>3", "14>3", "6>3", "8>3", "4>11", "4>3"])  # pile 3 has 13 cards then
BLOCKED = "CR1-N1-AAAAA4R"
TO_BLOCK = ["16>K", "9>A", "14>A", "13>K", "redeal", "13>7", "15>12", "1>K", "9>K", "5>9", "5>K", "5>3"]
READ = """() => {
  const text = (element) => element && !element.hidden && element.checkVisibility() ? element.innerText.trim() : "";
  const spots = [...document.querySelectorAll("main [data-place]")];
  const having = (name) => spots.filter((spot) => spot.classList.contains(name)).map((spot) => spot.dataset.place);
  const of = (fact) => Object.fromEntries(spots.map((spot) => [spot.dataset.place, fact(spot)]));
  return {
    phase: document.querySelector("main.table")?.dataset.phase ?? "",
    title: text(document.querySelector(".title p")),
    say: text(document.querySelector(".prompt [role=status]")),
    alert: text(document.querySelector(".prompt [role=alert]")),
    tops: of((spot) => spot.querySelector(".slot")?.dataset.face ?? ""),
    labels: of((spot) => spot.ariaLabel),
    chosen: having("chosen"), targets: having("target"), refused: having("refused"), lit: having("lit"),
    found: having("found"), last: having("last"),
  };
}"""
# So many cards were moved and redealt, and nothing is on its way.
AT = """([moves, left]) => {
  const title = document.querySelector(".title p")?.innerText ?? "";
  const dragged = document.querySelector("main .slot[data-dragged]");
  return title.startsWith(`${moves} move`) && title.includes(left) && !dragged;
}"""
PILE_KEYS = "1234567890bcdefg"


@dataclass(frozen=True)
class Sight:
    """What a person reads off the table."""

    phase: str
    title: str
    say: str
    alert: str
    tops: dict[str, str]
    labels: dict[str, str]
    chosen: list[str]
    targets: list[str]
    refused: list[str]
    lit: list[str]
    found: list[str]
    last: list[str]


class Hand(Protocol):
    """How somebody makes a move, in notation."""

    def move(self, patience: "Patience", move: str) -> None: ...


@dataclass
class Patience:
    """A table in a browser, and how far it has been played."""

    page: Page
    code: str
    moves: int = 0
    redeals: int = 0

    def look(self) -> Sight:
        return Sight(**self.page.evaluate(READ))

    def spot(self, place: str) -> Locator:
        return self.page.locator(f'main [data-place="{place}"]')

    def bed(self, place: str) -> Locator:
        return self.spot(place).locator(".bed")

    def button(self, beginning: str) -> Locator:
        return self.page.locator("main > .actions .button").filter(has_text=beginning).first

    def arrived(self) -> None:
        """Until the table shows as many moves and redeals as were made."""
        left = read_code(self.code).redeals - self.redeals
        self.page.wait_for_function(AT, arg=[self.moves, f"{left} redeal" if left else "No redeals left"])

    def play(self, line: list[str], hand: Hand) -> None:
        for move in line:
            hand.move(self, move)
            self._count(move)
            if self.page.locator("main[data-phase=over]").count() == 0:
                self.arrived()

    def play_elsewhere(self, server: Server, line: list[str]) -> None:
        """The same seat plays without this browser, and quickly."""
        url = self.page.url
        table = url.rpartition("/")[2]
        token = seat_token(self.page, table)
        self.page.goto("about:blank")
        with wire(server, table, token) as seat:
            for move in line:
                seat.move(move)
                self._count(move)
        open_table(self.page, url)
        self.arrived()

    def _count(self, move: str) -> None:
        if move == "redeal":
            self.redeals += 1
        else:
            self.moves += 1


def places(patience: Patience, move: str) -> tuple[str, str]:
    """From where to where a move goes, as the page names places."""
    source, target = move.split(">")
    if target.isdigit():
        return f"p{source}", f"p{target}"
    if source.isdigit():
        return f"p{source}", foundation(patience.look().tops[f"p{source}"][-1], target)
    return foundation(source[0], source[1]), foundation(source[0], target)


def foundation(suit: str, side: str) -> str:
    return f"f{'SHDC'.index(suit) + 1 + 4 * (side == 'K')}"


class Dragger:
    """Every card is dragged to its place with the mouse."""

    def move(self, patience: Patience, move: str) -> None:
        if move == "redeal":
            patience.button("Redeal").click()
            return
        source, target = places(patience, move)
        self.drag(patience, source, target)

    def drag(self, patience: Patience, source: str, target: str, beside: tuple[float, float] = (0, 0)) -> None:
        mouse = patience.page.mouse
        (x, y), (to_x, to_y) = middle(patience.bed(source)), middle(patience.bed(target))
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + 12, y + 12)
        mouse.move(to_x + beside[0], to_y + beside[1], steps=4)
        mouse.up()


class Typist:
    """Two keys a move."""

    def move(self, patience: Patience, move: str) -> None:
        keys = "t" if move == "redeal" else self.keys(move)
        for key in keys:
            patience.page.keyboard.press(key)

    def keys(self, move: str) -> str:
        source, target = move.split(">")
        if not source.isdigit():
            return f"{source[1].lower()}{'SHDC'.index(source[0]) + 1}"
        second = PILE_KEYS[int(target) - 1] if target.isdigit() else target.lower()
        return PILE_KEYS[int(source) - 1] + second


class Tapper:
    """A finger: a tap where there is one target, else two; every seventh card is dragged."""

    def move(self, patience: Patience, move: str) -> None:
        page = patience.page
        if move == "redeal":
            patience.button("Redeal").tap()
            return
        source, target = places(patience, move)
        if patience.moves % 7 == 3:
            Finger(page).drag(patience.bed(source), patience.bed(target))
            return
        # Two taps on one place within a moment would be a double tap.
        page.wait_for_timeout(360)
        patience.spot(source).tap()
        chosen = "([place]) => document.querySelector(`[data-place=${place}]`).classList.contains('chosen')"
        moved = "([moves]) => document.querySelector('.title p').innerText.startsWith(`${moves} move`)"
        page.wait_for_function(
            f"([place, moves]) => ({chosen})([place]) || ({moved})([moves])"
            " || document.querySelector('main[data-phase=over]')",
            arg=[source, patience.moves + 1],
        )
        if patience.look().chosen:
            patience.spot(target).tap()


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def winning(code: str) -> list[str]:
    deal = read_code(code)
    found = solve(dealt(deal.number, deal.redeals))
    assert found.result == "winnable"
    return found.moves


def table(server: Server, code: str = DEAL) -> dict[str, Any]:
    wish = {"game": "crescent", "seats": [{"kind": "me"}], "name": "Ann", "code": code}
    made = server.post("/api/tables", wish)
    assert isinstance(made, dict)
    return made | {"game": "crescent"}


def sit(context: BrowserContext, server: Server, code: str = DEAL) -> Patience:
    page = sit_down(context, server, table(server, code)).page
    expect(page.locator(".shoe")).to_be_visible()
    return Patience(page, code)


def enter_code(context: BrowserContext, server: Server, code: str) -> Patience:
    """From the first page, by the field for a deal's code."""
    page = context.new_page()
    page.goto(server.url)
    page.get_by_role("button", name="Play Crescent").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Code of a deal").fill(code)
    sheet.get_by_role("button", name="Start").click()
    expect(page.locator(".shoe")).to_be_visible()
    return Patience(page, code)
