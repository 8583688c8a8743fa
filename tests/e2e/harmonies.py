"""Somebody at a table of Harmonies: which move is chosen is decided here, how it is made is left to the interface."""

import contextlib
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.person import Keys, Mouse, Person, Way, Wire, sit_down, wire

LATEST = 1 << 30  # no old lines of the log
FRESH = """(rev) => document.querySelectorAll(".rail .log p:not(.plain)").length >= rev"""
ANSWERED = """async () => !(await import("/static/store.js")).pending.value"""
LINES = """() => document.querySelectorAll(".rail .log p:not(.plain)").length"""
ALL = {"sanctuaries": 1, "whispers": 1, "spirits": 1}
TABS = {"held": "yours", "row": "cards", "offer": "sanctuaries", "centre": "tokens"}
PLACES = {"take": "centre", "card": "row", "tile": "offer", "spirit": "spirit", "last": "held", "discard": "row"}
LETTERS = {"row": "k", "offer": "o", "held": "h", "centre": "t", "spirit": ""}


def choose(view: dict[str, Any], rand: random.Random) -> str:
    """A sensible move: cubes and Sanctuaries first, a card now and then, each token where it fits."""
    legal = [move["move"] for move in view["legal"]]

    def of(*kinds: str) -> list[str]:
        return [move for move in legal if move.split()[0] in kinds]

    for kinds, share in ((("spirit",), 1), (("use", "last"), 1), (("take",), 1), (("card",), 0.6), (("tile",), 0.4)):
        found = of(*kinds)
        if found and rand.random() < share:
            return rand.choice(found)
    tokens = of("blue", "gray", "brown", "green", "yellow", "red")
    if tokens:
        return max(tokens, key=lambda move: (_fit(view, *move.split()), rand.random()))
    return rand.choice(of("end", "discard"))


def _fit(view: dict[str, Any], colour: str, space: str) -> int:
    """How well a token fits there: on a stack that it completes, or beside its like."""
    tops = {stack["space"]: stack["tokens"] for stack in view["board"]["seats"][view["you"]]["stacks"]}
    if space in tops:
        return {"green": 2 + len(tops[space]), "gray": 3, "red": 3, "brown": 1}[colour]
    column, row = ord(space[0]), 2 * int(space[1]) + (ord(space[0]) + 1) % 2
    beside = [
        tokens[-1]
        for name, tokens in tops.items()
        if (abs(ord(name[0]) - column), abs(2 * int(name[1]) + (ord(name[0]) + 1) % 2 - row)) in ((0, 2), (1, 1))
    ]
    return min(2, 2 * beside.count(colour)) if colour in ("blue", "gray", "yellow") else 0


@dataclass
class Player:
    """Plays by what its seat is sent, and keeps count of what it did."""

    person: Person
    seat: Wire
    rand: random.Random
    done: dict[str, int] = field(default_factory=dict)

    @property
    def page(self) -> Page:
        return self.person.page

    @property
    def keys(self) -> bool:
        return isinstance(self.person.way, Keys)

    def view(self) -> dict[str, Any]:
        """What the seat is sent now."""
        self.seat.view = {}
        self.seat.send("sync", since=LATEST)
        return self.seat.wait(bool)

    # --- acting -------------------------------------------------------------------------------------------------------

    def piece(self, name: str) -> Locator:
        return self.page.locator(f'main [data-piece="{name}"]').first

    def space(self, name: str) -> Locator:
        return self.page.locator(f'.ground [data-space="{name}"]')

    def button(self, beginning: str) -> Locator:
        return self.page.locator(".foot .button:not([aria-disabled=true])").filter(has_text=beginning).first

    def reach(self, kind: str) -> None:
        """On a phone a tab opens what is behind it."""
        tab = self.page.locator(f'.tabs [data-tab="{TABS[kind]}"]') if kind in TABS else None
        if tab and tab.is_visible() and not self.piece(f"{kind}1").is_visible():
            self.person.way.press(tab)

    def pick(self, kind: str, number: int) -> None:
        """A card, a tile or a central space is pressed."""
        if self.keys:
            self.page.keyboard.type(f"{LETTERS[kind]}{number}")
        else:
            self.reach(kind)
            self.person.way.press(self.piece(f"{kind}{number}"))

    def press_space(self, name: str) -> None:
        if self.keys:
            self.page.keyboard.type(name)
        else:
            self.person.way.press(self.space(name))

    def press_button(self, beginning: str) -> None:
        if self.keys:
            self.page.keyboard.press("Enter")
        else:
            self.person.way.press(self.button(beginning))

    def make(self, move: str, view: dict[str, Any]) -> None:
        """One move, by pressing what makes it."""
        kind, *rest = move.split()
        if kind == "end":
            self.press_button("End turn")
        elif kind == "use":
            self.pick("held", int(rest[0]))
            expect(self.piece(f"held{rest[0]}")).to_have_attribute("aria-pressed", "true")
            self.press_space(rest[1])
        elif kind in PLACES:
            self.pick(PLACES[kind], int(rest[0]))
            if kind != "take":
                self.press_button({"last": "Last cube", "discard": "End, discard", "spirit": "Keep"}.get(kind, "Take"))
        else:
            at = view["board"]["hand"].index(kind)
            if self.keys:
                self.page.keyboard.type(str(at + 1))
            else:
                self.person.way.press(self.page.locator(".tray button").nth(at))
            expect(self.page.locator(".tray button").nth(at)).to_have_attribute("aria-pressed", "true")
            self.press_space(rest[0])
        self.done[kind] = self.done.get(kind, 0) + 1

    def act(self) -> bool:
        """One move if it is this seat's turn; whether it was."""
        view = self.view()
        if not view["legal"]:
            return False
        self.page.wait_for_function(ANSWERED)
        lines = self.page.evaluate(LINES)
        self.make(choose(view, self.rand), view)
        self.seat.wait(lambda now: now["rev"] > view["rev"])
        self.page.wait_for_function(FRESH, arg=lines + 1)
        return True

    def act_elsewhere(self) -> bool:
        """The same without this browser."""
        view = self.view()
        if view["legal"]:
            self.seat.move(choose(view, self.rand))
        return bool(view["legal"])

    def play_to_the_end(self, *others: "Player", elsewhere: Sequence[int] = ()) -> None:
        """This one and the others, each when it is theirs; some rounds without their browsers."""
        until = time.monotonic() + 240
        while (view := self.view())["phase"] != "over":
            act = Player.act_elsewhere if view["board"]["round"] in elsewhere else Player.act
            if not any(act(player) for player in (self, *others)):
                self.page.wait_for_timeout(20)
            assert time.monotonic() < until, f"no end: {self.done}"
        for player in (self, *others):
            expect(player.page.locator("main[data-phase=over]")).to_be_visible()


@contextlib.contextmanager
def at_table(
    context: BrowserContext, server: Server, made: dict[str, Any], way: type[Way] = Mouse, seed: int = 1
) -> Iterator[Player]:
    """A browser at that seat, and a socket that tells what the seat is sent."""
    person = sit_down(context, server, made, way)
    with wire(server, made["table"], made["token"]) as seat:
        yield Player(person, seat, random.Random(seed))


def play(seat: Wire, until: Any, seed: int = 1, most: int = 600) -> dict[str, Any]:
    """Moves of a seat without a browser, until its view is such."""
    rand = random.Random(seed)
    for _ in range(most):
        view = seat.wait(lambda view: bool(view["legal"]) or view["phase"] == "over")
        if view["phase"] == "over" or until(view):
            return view
        seat.move(choose(view, rand))
    raise AssertionError(f"not within {most} moves")
