"""Somebody at a table: sees what the page shows, and acts with the mouse, a finger or the keyboard alone."""

import contextlib
import itertools
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Locator, Page
from websockets.sync.client import ClientConnection, connect

from tests.e2e.conftest import Server

READ = """() => {
  const text = (element) => element?.textContent.trim() ?? "";
  const visible = (element) => element && element.getClientRects().length ? element.innerText.trim() : "";
  const log = document.querySelectorAll(".rail .log p:not(.plain)");
  return {
    phase: document.querySelector("main.table")?.dataset.phase ?? "",
    mine: Boolean(document.querySelector(".prompt .yours")),
    hand: [...document.querySelectorAll(".hand .slot")].map((slot) => ({
      name: slot.getAttribute("aria-label").split(",")[0],
      label: slot.getAttribute("aria-label"),
      key: slot.dataset.key,
      can: slot.classList.contains("can"),
      chosen: slot.classList.contains("chosen"),
      refused: slot.classList.contains("refused"),
      not_now: slot.classList.contains("not-now"),
    })),
    naming: Boolean(document.querySelector(".actions.naming")),
    buttons: [...document.querySelectorAll(".actions .button")].map((button) => ({
      text: text(button.querySelector("span")),
      off: button.getAttribute("aria-disabled") === "true",
      primary: button.classList.contains("primary"),
    })),
    say: visible(document.querySelector(".prompt [role=status]")),
    alert: visible(document.querySelector(".prompt [role=alert]")),
    log: [...log].map((line) => text(line.querySelector(":scope > span:last-child"))),
  };
}"""
MINE_OR_OVER = (
    """() => document.querySelector(".prompt .yours, main.table:is([data-phase=over], [data-phase=between])")"""
)
LOGGED = """(before) => document.querySelectorAll(".rail .log p:not(.plain)").length > before"""


@dataclass(frozen=True)
class Card:
    name: str
    label: str
    key: str
    can: bool
    chosen: bool
    refused: bool
    not_now: bool


@dataclass(frozen=True)
class Button:
    text: str
    off: bool
    primary: bool


@dataclass(frozen=True)
class Sight:
    """What a person reads off the table."""

    phase: str
    mine: bool
    hand: list[Card]
    naming: bool
    buttons: list[Button]
    say: str
    alert: str
    log: list[str]  # newest first

    def button(self, beginning: str) -> Button:
        return next(button for button in self.buttons if button.text.startswith(beginning))


class Way(Protocol):
    """How somebody acts."""

    page: Page

    def press(self, target: Locator) -> None: ...


@dataclass
class Mouse:
    page: Page

    def press(self, target: Locator) -> None:
        target.click()

    def press_anyway(self, target: Locator) -> None:
        """Also what says that it is disabled."""
        self.page.mouse.click(*_middle(target))


@dataclass
class Finger:
    page: Page

    def press(self, target: Locator) -> None:
        target.tap()

    def press_anyway(self, target: Locator) -> None:
        self.page.touchscreen.tap(*_middle(target))

    def drag(self, target: Locator, to: Locator) -> None:
        """A finger laid on one thing and lifted over another, as the browser gets it from a screen."""
        target.scroll_into_view_if_needed()
        start, end = _middle(target), _middle(to)
        session = self.page.context.new_cdp_session(self.page)
        steps = 8
        path = [tuple(a + (b - a) * n / steps for a, b in zip(start, end, strict=True)) for n in range(steps + 1)]
        for nth, (x, y) in enumerate(path):
            kind = "touchMove" if nth else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()


def _middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@dataclass
class Keys:
    """Tab between parts, arrows inside them, Enter or Space to act."""

    page: Page

    def press(self, target: Locator) -> None:
        self.go(target)
        self.page.keyboard.press("Enter" if target.evaluate("element => element.tagName") == "BUTTON" else "Space")

    def go(self, target: Locator) -> None:
        """Move the focus there."""
        handle = target.element_handle()
        assert handle
        inside = handle.evaluate(
            "element => { const part = element.closest('.hand'); return part ? [...part.querySelectorAll('button')]"
            ".indexOf(element) : -1 }"
        )
        for _ in range(80):
            if handle.evaluate("element => element === document.activeElement"):
                return
            if inside >= 0 and handle.evaluate("element => element.closest('.hand').contains(document.activeElement)"):
                self.page.keyboard.press("Home")
                for _ in range(inside):
                    self.page.keyboard.press("ArrowRight")
                continue
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")


class Person:
    """Somebody with a browser, at a table or on the way to one."""

    def __init__(self, page: Page, way: Callable[[Page], Way] = Mouse) -> None:
        self.page = page
        self.way = way(page)

    # --- reading --------------------------------------------------------------------------------------------------

    def look(self) -> Sight:
        seen = self.page.evaluate(READ)
        hand = [Card(**card) for card in seen.pop("hand")]
        buttons = [Button(**button) for button in seen.pop("buttons")]
        return Sight(hand=hand, buttons=buttons, **seen)

    def wait_for_turn(self) -> Sight:
        """Until it is this person's turn, or the game has ended."""
        self.page.wait_for_function(MINE_OR_OVER)
        return self.look()

    def wait_for_log(self, seen: Sight) -> None:
        """Until something more has happened than was seen."""
        self.page.wait_for_function(LOGGED, arg=len(seen.log))

    def card(self, card: Card) -> Locator:
        return self.page.locator(f'.hand .slot[data-key="{card.key}"]')

    def button(self, beginning: str) -> Locator:
        return self.page.locator(".actions .button").filter(has_text=beginning).first

    # --- acting ---------------------------------------------------------------------------------------------------

    def choose(self, card: Card) -> None:
        if isinstance(self.way, Keys):
            self.way.go(self.card(card))
            self.page.keyboard.press("Space")
        else:
            self.way.press(self.card(card))

    def take(self) -> None:
        if isinstance(self.way, Keys):
            self.page.keyboard.press("t")
        else:
            self.way.press(self.button("Take"))

    def joker(self) -> None:
        """One press, nothing to confirm."""
        if isinstance(self.way, Keys):
            self.page.keyboard.press("j")
        else:
            self.way.press(self.page.locator('.hand .slot[data-key^="f15"]').first)

    def play(self) -> None:
        if isinstance(self.way, Keys):
            self.page.keyboard.press("Enter")
        else:
            self.way.press(self.page.locator(".actions .button.primary"))

    def name_wild(self, value: int) -> None:
        if isinstance(self.way, Keys):
            self.page.keyboard.press(str(value))
        else:
            self.way.press(self.page.locator(".actions.naming .button").nth(value - 1))

    def choose_play(self, first: Card) -> Sight:
        """Choose a marked card, and more with it until they can be played or a number is asked for."""
        self.choose(first)
        seen = self._chosen(1)
        while not seen.naming and not any(button.primary for button in seen.buttons):
            rest = [card for card in seen.hand if not card.chosen]
            more = [card for card in rest if card.name == first.name] or [
                card for card in rest if card.name == "1 to 7"
            ]
            assert more, f"{first.label}, but it never made a play: {seen}"
            self.choose(more[0])
            seen = self._chosen(1 + sum(card.chosen for card in seen.hand))
        return seen

    def _chosen(self, count: int) -> Sight:
        self.page.wait_for_function("count => document.querySelectorAll('.hand .chosen').length === count", arg=count)
        return self.look()

    def take_turn(self) -> Sight:
        """Lay the lowest marked card, with others if it needs them; else take. Back when that has been done."""
        seen = self.look()
        assert seen.mine, seen
        marked = [card for card in seen.hand if card.can]
        numbers = [card for card in marked if card.name != "Joker"]
        if numbers:
            chosen = self.choose_play(numbers[0])
            if chosen.naming:
                offered = [int(button.text) for button in chosen.buttons if not button.off]
                self.name_wild(offered[0])
            else:
                self.play()
        elif marked:
            self.joker()
        else:
            self.take()
        self.wait_for_log(seen)
        return seen

    def play_on(self, turns: int = 1000) -> Sight:
        """Take turns until the game has ended."""
        seen = self.wait_for_turn()
        while seen.phase == "playing" and turns > 0:
            self.take_turn()
            seen = self.wait_for_turn()
            turns -= 1
        return seen


# --- tables without the lobby -----------------------------------------------------------------------------------------


REMEMBER = """(id, seat) => {
  if (location.origin === "null") return;
  const kept = JSON.parse(localStorage.getItem("gradatim.tables") ?? "{}");
  localStorage.setItem("gradatim.tables", JSON.stringify({ [id]: seat, ...kept }));
}"""
AT_A_TABLE = "() => document.querySelector('main.table, main.gathering')"
# A page listens to keys once it has been drawn.
DRAWN = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""


def sit_down(
    context: BrowserContext, server: Server, made: dict[str, Any], way: Callable[[Page], Way] = Mouse
) -> Person:
    """Open a table that was made elsewhere, with its seat in this browser's memory."""
    seat = {"token": made["token"], "hostToken": made["host_token"], "seat": made["seat"], "game": made["game"]}
    page = context.new_page()
    page.add_init_script(f"({REMEMBER})({json.dumps(made['table'])}, {json.dumps(seat)})")
    open_table(page, server.url + made["link"])
    return Person(page, way)


def seat_token(page: Page, table: str) -> str:
    """The secret of the seat that this browser has at a table."""
    return str(page.evaluate("id => JSON.parse(localStorage.getItem('gradatim.tables'))[id].token", table))


def open_table(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_function(AT_A_TABLE)
    page.evaluate(DRAWN)


class Wire:
    """A seat at a table, without a browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self._ids = itertools.count()

    def send(self, do: str, **facts: Any) -> dict[str, Any]:
        """One command; its answer. The view that came meanwhile is kept."""
        while True:
            name = f"w{next(self._ids)}"
            self.socket.send(json.dumps({"do": do, "id": name, **facts}))
            message = self.receive()
            while message["is"] != "answer" or message["id"] != name:
                message = self.receive()
            if message["ok"] or message["refused"]["rule"] != "too_many":
                return message
            time.sleep(0.1)  # nobody with hands is so quick

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(20))
        if message["is"] == "view":
            self.view = message
        return message

    def wait(self, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not self.view or not until(self.view):
            self.receive()
        return self.view

    def move(self, move: str) -> None:
        """Waits for the turn, and for the move to be made."""
        self.wait(lambda view: bool(view["legal"]))
        rev = self.view["rev"]
        answer = self.send("move", on=self.view["decision"], move=move)
        assert answer["ok"], answer
        self.wait(lambda view: view["rev"] > rev)


@contextlib.contextmanager
def wire(server: Server, table: str, token: str = "") -> Iterator[Wire]:
    # Views that nobody reads must not hold up the end of the socket.
    with connect(f"ws://{server.origin}/ws/{table}", max_queue=None) as socket:
        seat = Wire(socket)
        assert seat.send("hello", token=token)["ok"]
        seat.wait(bool)
        yield seat


def dealt(server: Server, good: Callable[[dict[str, Any]], bool], *seats: str, **more: Any) -> dict[str, Any]:
    """A table whose first view for "me", once it is their turn, is a good one. `seats` as for `Server.table`."""
    for _ in range(400):
        made = server.table(*seats, **more)
        with wire(server, made["table"], made["token"]) as seat:
            view = seat.wait(lambda view: bool(view["legal"]) or view["phase"] == "over")
            if view["phase"] == "playing" and good(view):
                return made
    raise AssertionError("no such deal in 400")


def fronts(view: dict[str, Any]) -> list[str]:
    return [card["front"] for card in view["board"]["hand"]]


def mover(*people: Person) -> Person:
    """The one of them whose turn it is. A page learns of it a moment after the others: this waits until one has."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for person in people:
            if person.look().mine:
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")
