"""Somebody at a table of Crescendo: what the page shows, and what they do with the mouse, a finger or the keyboard."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from tests.e2e.conftest import Server
from tests.e2e.person import Finger, Keys, Mouse, Person, Wire, sit_down, wire

READ = """() => {
  const one = (selector) => document.querySelector(selector);
  const text = (element) => element?.innerText.trim() ?? "";
  const on = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const buttons = (selector) => on(selector)
    .filter((each) => each.getAttribute("aria-disabled") !== "true")
    .map((each) => text(each.querySelector("span")) || text(each));
  return {
    phase: one("main.table")?.dataset.phase ?? "",
    title: text(one(".title p")),
    mine: Boolean(one(".prompt .yours")),
    slip: Boolean(one(".slip:not(.held):not(.placing)")),
    placing: Boolean(one(".placing")),
    target: Boolean(one(".target")),
    turn: buttons(".moves .button"),
    actions: buttons("main > .actions .button"),
    row: on(".rows .slot").map((each) => each.getAttribute("aria-label")),
    chosen: on(".rows .slot.chosen").map((each) => Number(each.dataset.slot)),
    can: on(".rows .slot.can").map((each) => Number(each.dataset.slot)),
    say: text(one(".prompt [role=status]")),
    alert: text(one(".prompt [role=alert]")),
  };
}"""
SOMETHING = """() => {
  const busy = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility()
    && each.getAttribute("aria-disabled") !== "true");
  return busy(".slip:not(.held) .button, .moves .button, main > .actions .button");
}"""

WINDOW = """() => document.querySelector(".drain")?.dataset.window ?? "" """
ANSWERED = """(before) => document.querySelector(".drain")?.dataset.window !== before
  || document.querySelector(".calling .button")?.getAttribute("aria-disabled") === "true" """


@dataclass(frozen=True)
class Sight:
    """What a person reads off the table."""

    phase: str
    title: str
    mine: bool
    slip: bool  # a card is shown for a moment
    placing: bool  # a drawn card is in hand
    target: bool  # a Special is being prepared
    turn: list[str]  # what the turn offers, by label
    actions: list[str]  # the buttons beside the prompt that can be pressed
    row: list[str]  # names of the cards at full size
    chosen: list[int]
    can: list[int]
    say: str
    alert: str


@dataclass
class Player:
    """Plays by what is offered, and keeps count of what it did."""

    person: Person
    done: dict[str, int] = field(default_factory=dict)

    @property
    def page(self) -> Page:
        return self.person.page

    def look(self) -> Sight:
        return Sight(**self.page.evaluate(READ))

    def wait(self) -> Sight:
        """Until there is something to press."""
        self.page.wait_for_function(SOMETHING)
        return self.look()

    def slot(self, number: int) -> Locator:
        return self.page.locator(f'.rows .slot[data-slot="{number}"]')

    def button(self, beginning: str) -> Locator:
        found = self.page.locator("main .button:visible:not([aria-disabled=true])")
        return found.filter(has_text=beginning).first

    def press(self, target: Locator, key: str = "") -> None:
        """By the key that does it, where the keyboard is the way."""
        if key and isinstance(self.person.way, Keys):
            self.page.keyboard.press(key)
        else:
            self.person.way.press(target)

    def choose(self, number: int) -> None:
        self.press(self.slot(number), str(number) if number < 10 else "")
        expect(self.slot(number)).to_have_attribute("aria-pressed", "true")

    def dismiss(self) -> None:
        self.press(self.page.locator(".slip .button"), "Enter")

    def act(self, special: bool = True) -> str:
        """One thing that is offered, in words."""
        try:
            what = self._act(self.wait(), special)
        except (AssertionError, TimeoutError):
            if not self.look().slip:
                raise
            what = "covered"  # a card shown to all came over what was about to be pressed
        self.done[what] = self.done.get(what, 0) + 1
        return what

    def _act(self, seen: Sight, special: bool) -> str:
        if seen.slip:
            self.dismiss()
            return "turn down"
        if "Neither" in seen.actions:
            return self._setup()
        if "No" in seen.actions:
            before = self.page.evaluate(WINDOW)
            self._press_no()
            self.page.wait_for_function(ANSWERED, arg=before)
            return "hold"
        if seen.placing:
            self.choose(1 + self.done.get("keep", 0) % len(seen.row))
            self.press(self.button("Put in"), "Enter")
            expect(self.page.locator(".placing")).to_have_count(0)
            return "keep"
        if seen.turn:
            return self._turn(seen, special)
        if "Skip to the score" in seen.actions:
            self.press(self.button("Skip"), "Escape")
            return "skip"
        deal = next((label for label in seen.actions if label.startswith("Deal")), "")
        if deal:
            self.press(self.button(deal), "Enter")
            expect(self.page.locator(".reveal")).to_have_count(0)
            return "deal"
        self.page.wait_for_timeout(30)
        return "wait"

    def _press_no(self) -> None:
        """Somebody else may call at the same moment: then the button is shut and says so."""
        if isinstance(self.person.way, Mouse | Finger):
            self.person.way.press_anyway(self.page.locator(".calling .button").first)
        else:
            self.page.keyboard.press("h")

    def _setup(self) -> str:
        if self.done.get("look", 0) <= self.done.get("exchange", 0):
            self.choose(2)
            what, label = "look", "Look at 2"
        else:
            self.choose(1)
            self.choose(3)
            what, label = "exchange", "Exchange 1 and 3"
        self.press(self.button(label), "Enter")
        expect(self.button("Neither")).to_have_count(0)
        return what

    def _turn(self, seen: Sight, special: bool) -> str:
        if seen.target:  # what was begun was covered before it was done
            return self._go_back()
        if "CRESCENDO" in seen.turn:
            self.press(self.button("CRESCENDO"), "c")
            expect(self.page.locator(".target")).to_be_visible()
            self.press(self.page.locator(".target .button.primary"), "Enter")
            expect(self.page.locator(".target")).to_have_count(0)
            return "crescendo"
        if "Pass" in seen.turn and self.done.get("pass", 0) == 0:
            self.press(self.button("Pass"), "p")
            expect(self.page.locator(".moves")).to_have_count(0)
            return "pass"
        ready = next((label for label in ("Peek", "Swap", "Lock") if label in seen.turn), "")
        if ready and special and self.done.get(ready, 0) == 0:
            return self._special(ready)
        self.press(self.button("Draw"), "d")
        expect(self.page.locator(".placing")).to_be_visible()
        return "draw"

    def _special(self, what: str) -> str:
        self.press(self.button(what), "s")
        expect(self.page.locator(".target")).to_be_visible()
        if what == "Peek":
            self.open_other()
        self.choose(self.look().can[0])
        self.press(self.page.locator(".target .button.primary"), "Enter")
        if what == "Swap":
            expect(self.taking).to_be_visible()
            self._take()
        expect(self.page.locator(".target")).to_have_count(0)
        return what

    @property
    def taking(self) -> Locator:
        return self.page.get_by_role("group", name="Take a card")

    def _take(self) -> None:
        if not self.page.locator(".rows.other").count():
            self.open_other()
        self.choose(self.look().can[0])
        self.press(self.page.locator(".target .button.primary"), "Enter")

    def _go_back(self) -> str:
        """Out of what is being prepared; a card that was given for another must be taken."""
        if self.taking.count():
            self._take()
        else:
            self.press(self.button("Not now"), "Escape")
        expect(self.page.locator(".target")).to_have_count(0)
        return "go back"

    def open_other(self) -> None:
        """Another seat's row, in place of the own one."""
        self.person.way.press(self.page.locator(".seats button.seat").first)
        expect(self.page.locator(".rows.other")).to_be_visible()

    def play_to_the_end(self, most: int = 1000) -> Sight:
        for _ in range(most):
            if self.look().phase == "over" and not self.page.locator(".reveal + .prompt + .totals").count():
                return self.look()
            self.act()
        raise AssertionError(f"no end after {most} acts: {self.done}")


# --- people whose seats are played without a browser ------------------------------------------------------------------


LATEST = 1 << 30  # no old lines of the log
NAMES = ("Ann", "Mira", "Tomas", "Yuki", "Zoe", "Quinn")


@dataclass
class People:
    """A table of people; each seat has a socket, and may have a browser as well."""

    server: Server
    made: dict[str, Any]
    wires: list[Wire]
    tokens: list[str]

    def view(self, seat: int = 0) -> dict[str, Any]:
        """What that seat sees now."""
        self.wires[seat].view = {}
        self.wires[seat].send("sync", since=LATEST)
        return self.wires[seat].wait(bool)

    def sit_down(self, seat: int, context: BrowserContext) -> Player:
        made = self.made | {"token": self.tokens[seat], "seat": seat, "host_token": ""}
        return Player(sit_down(context, self.server, made))

    def move(self, seat: int, move: str) -> None:
        self.view(seat)
        self.wires[seat].move(move)

    def may(self, seat: int, move: str) -> bool:
        return any(legal["move"] == move for legal in self.view(seat)["legal"])

    def hold(self) -> None:
        """Whoever may call NUMBER lets it go by."""
        for seat in range(len(self.wires)):
            if self.may(seat, "hold"):
                self.wires[seat].move("hold")

    def open_window(self) -> str:
        """Whose turn it is draws and discards; the decision of the window."""
        turn = self.view()["board"]["turn"]
        self.move(turn, "draw")
        self.move(turn, "discard")
        view = self.view()
        assert view["board"]["open"]
        return str(view["decision"])

    def step(self) -> None:
        """On by a setup or a turn: CRESCENDO as soon as it may be called, and then passes. The clock closes NUMBER."""
        board = self.view()["board"]
        if board["phase"] == "setup":
            for seat in range(len(self.wires)):
                self.move(seat, "decline")
        elif board["phase"] == "last":
            self.hold()
        else:
            moves = {legal["move"] for legal in self.view(board["turn"])["legal"]}
            final = next((move for move in ("pass", "crescendo") if move in moves), "")
            if final:
                self.wires[board["turn"]].move(final)
            else:
                self.open_window()

    def play_round(self) -> None:
        while self.view()["phase"] == "playing":
            self.step()


@contextlib.contextmanager
def people(server: Server, count: int, race: int = 100) -> Iterator[People]:
    """A table at which so many people have sat down."""
    made = server.table("me", *["open"] * (count - 1), game="crescendo", race=race)
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(wire(server, made["table"], made["token"]))]
        tokens = [made["token"]]
        for seat in range(1, count):
            guest = stack.enter_context(wire(server, made["table"]))
            tokens.append(guest.send("sit", seat=seat, name=NAMES[seat])["token"])
            wires.append(guest)
        yield People(server, made, wires, tokens)
