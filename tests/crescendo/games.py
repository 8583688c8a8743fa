"""Random games of Crescendo for the tests beside this file."""

import random
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

from gradatim.core import State, Table
from gradatim.core.table import Event
from gradatim.games.crescendo import content, rules

NAMES = ["Ann", "Mira", "Tomas", "Yuki", "Lena", "Ravi"]


def played(seed: int, seats: int, **options: int) -> Iterator[tuple[State, Event, State]]:
    """A random game as (state before, event, state after). Most windows pass without a call."""
    rand = random.Random(seed)
    secret = seed.to_bytes(32, "big")
    table = Table.open("crescendo", seats, {"max_laps": 10, **options}, secret=secret)
    before = table.state.copy()
    while not table.state.over:
        seat = table.state.ask_order()[0]
        legal = table.state.legal(seat).ids
        quiet = content.HOLD in legal and rand.random() < 0.8
        event = table.submit(seat, content.HOLD if quiet else rand.choice(legal))
        after = table.state.copy()
        yield before, event, after
        before = after


class Watched(State):
    """A position that stays as it is: each sight is made once."""

    def __init__(self, state: State) -> None:
        super().__init__(state.game, state.row, state.executor)
        self._sights: dict[int, Any] = {}

    def sight(self, eye: int) -> Any:
        if eye not in self._sights:
            self._sights[eye] = super().sight(eye)
        return self._sights[eye]


def shown(before: State, event: Event, eye: int) -> list[tuple[int, int]]:
    """The places whose cards an event shows to an eye: (seat, slot), (MOST_SEATS, index) in the
    Reserve, or (-1, 0) for the card drawn."""
    s: Any = before.fields
    move = before.game.moves.parse(event.move)
    own = event.seat == eye
    reserve = [(content.MOST_SEATS, event.drew[0])] if event.drew else []
    if s.phase == rules.SETUP:
        choices = {seat: s.choice[seat] for seat in range(s.seats)} | {event.seat: move}
        look = choices.get(eye, 0)
        done = sum(s.chosen) + 1 == s.seats and content.LOOK <= look < content.EXCHANGE
        return [(eye, look - content.LOOK)] if done else []
    if move == content.DISCARD:
        return [(-1, 0)]
    if move < content.SLOTS:
        return reserve if move == content.DRAW_RESERVE and own else []
    slot, what = divmod(move - content.SLOTS, content.WIDTH)
    if what in (content.KEEP, content.NUMBER):
        return [(event.seat, slot)]
    if what == content.LOCK_OWN:
        return [*reserve, (event.seat, slot)]
    if content.PEEK_AT <= what < content.TAKE_FROM:
        return [*reserve, *([(what - content.PEEK_AT, slot)] if own else [])]
    if what >= content.TAKE_FROM:
        return [*reserve, *([(event.seat, s.given)] if what - content.TAKE_FROM == eye else [])]
    return []


def world_with(before: State, event: Event, eye: int, seed: int) -> State:
    """Another world that fits what the eye saw before the event, and in which it will see the same cards."""
    world = before.determinize(eye, seed)
    true: Any = before.fields
    s: Any = world.fields
    back = true.top_back
    if true.phase == rules.SETUP and sum(true.chosen) + 1 == true.seats:
        s.choice = list(true.choice)  # now all are told
    for place in shown(before, event, eye):
        kind = _card(true, place, back)
        _exchange(s, _find(s, kind, true.back_of[kind], place), place, true.back_of[kind])
    return world


def _find(s: Any, kind: int, back: int, place: tuple[int, int]) -> tuple[int, int]:
    """Where a card of that kind is; the wished place itself if it is there."""
    places = [(seat, slot) for seat in range(s.seats) for slot in range(s.row_count[seat])]
    places += [(content.MOST_SEATS, at) for at in range(s.reserve_count[back])]
    places += [(-1, 0)]
    here = [at for at in places if _card(s, at, back) == kind]
    return place if place in here else here[0]


def _card(s: Any, place: tuple[int, int], back: int) -> int:
    if place[0] == -1:
        return int(s.drawn)
    return int(s.reserve[back][place[1]] if place[0] == content.MOST_SEATS else s.row[place[0]][place[1]])


def _exchange(s: Any, one: tuple[int, int], two: tuple[int, int], back: int) -> None:
    first, second = _card(s, one, back), _card(s, two, back)
    for (seat, at), kind in ((one, second), (two, first)):
        if seat == -1:
            s.drawn = kind
        elif seat == content.MOST_SEATS:
            s.reserve[back][at] = kind
        else:
            s.row[seat][at] = kind


def chi_square_is_usual(seen: Counter[object], expected: dict[object, float]) -> bool:
    """Is the chi-square statistic within four standard deviations of its mean? Every cell must expect 5 or more."""
    assert set(seen) <= set(expected), "a world that cannot be"
    assert min(expected.values()) >= 5
    statistic = sum((seen[key] - wanted) ** 2 / wanted for key, wanted in expected.items())
    freedom = len(expected) - 1
    return statistic < freedom + 4 * sqrt(2 * freedom)
