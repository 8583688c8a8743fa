"""Where the cards of Crescendo lie and how they change places: rows, Reserve, common pile. In the rules dialect.

A row's card is its kind (1 to 100, or a Joker by its back) with the set of eyes that have seen it where it lies. The
Reserve is a set with no order: chance decides which card it is when a card leaves it, and which back comes to the top
when the top becomes visible.
"""

from typing import Any

from gradatim.dialect.random import below
from gradatim.games.crescendo.content import (
    ACTIONS,
    BACKS,
    JOKER,
    JOKER_BACKS,
    KINDS,
    MAPS,
    MOST_SEATS,
    OWN_BACKS,
    PRINTED,
)

AUDIENCE_BIT = 6  # eyes as bits: a seat's bit, and this one for those without a seat


def has_seen(eyes: int, eye: int) -> int:
    return (eyes >> (eye if eye >= 0 else AUDIENCE_BIT)) & 1


# --- All of them -----------------------------------------------------------------------------------------------------
def set_backs(s: Any) -> None:
    """The backs that an option names; a table of the user's own is there already."""
    if s.backs == OWN_BACKS:
        return
    for kind in range(KINDS):
        s.back_of[kind] = MAPS[s.backs][kind]
    for back in range(BACKS):
        s.action_of[back] = ACTIONS[back]
        s.joker_count[back] = JOKER_BACKS[back]
        s.printed[back][0] = PRINTED[s.backs][back][0]
        s.printed[back][1] = PRINTED[s.backs][back][1]


def gather(s: Any) -> None:
    """All 104 cards go into the Reserve; rows and piles are empty."""
    for seat in range(MOST_SEATS):
        for slot in range(s.row_count[seat]):
            set_card(s, seat, slot, 0, 0, 0, 0)
        s.row_count[seat] = 0
        s.own_count[seat] = 0
    hold(s, 0, 0, 0)
    for i in range(s.pile_count):
        s.pile[i] = 0
    s.pile_count = 0
    s.shuffles = 0
    for back in range(BACKS):
        s.reserve_count[back] = 0
    for kind in range(1, KINDS):
        s.own[kind] = 0
        s.entered[kind] = 0
        for _ in range(1 if kind < JOKER else s.joker_count[kind - JOKER]):
            put_in_reserve(s, kind)


# --- A row, and the card in hand -------------------------------------------------------------------------------------
def set_card(s: Any, seat: int, slot: int, kind: int, seen: int, born: int, locked: int) -> None:
    s.row[seat][slot] = kind
    s.seen[seat][slot] = seen
    s.born[seat][slot] = born
    s.locked[seat][slot] = locked
    s.back[seat][slot] = s.back_of[kind]


def copy_card(s: Any, seat: int, slot: int, source: int, place: int) -> None:
    """The card at the source's place lies now also at the seat's slot."""
    row, seen, born = s.row[source][place], s.seen[source][place], s.born[source][place]
    set_card(s, seat, slot, row, seen, born, s.locked[source][place])


def exchange(s: Any, seat: int, slot: int, other: int, place: int) -> None:
    row, seen, born, locked = s.row[seat][slot], s.seen[seat][slot], s.born[seat][slot], s.locked[seat][slot]
    copy_card(s, seat, slot, other, place)
    set_card(s, other, place, row, seen, born, locked)


def put_in_row(s: Any, seat: int, slot: int, kind: int) -> None:
    """A card from the Reserve comes into a row, unseen; those from that slot on move to the right."""
    for i in range(s.row_count[seat], slot, -1):
        copy_card(s, seat, i, seat, i - 1)
    s.row_count[seat] += 1
    set_card(s, seat, slot, kind, 0, s.shuffles, 0)


def take_from_row(s: Any, seat: int, slot: int) -> None:
    """The row closes up."""
    s.row_count[seat] -= 1
    for i in range(slot, s.row_count[seat]):
        copy_card(s, seat, i, seat, i + 1)
    set_card(s, seat, s.row_count[seat], 0, 0, 0, 0)


def hold(s: Any, kind: int, seen: int, born: int) -> None:
    """The card drawn and not placed yet; 0 for none."""
    s.drawn, s.drawn_seen, s.drawn_born = kind, seen, born


# --- Reserve and common pile -----------------------------------------------------------------------------------------
def put_in_reserve(s: Any, kind: int) -> None:
    back = s.back_of[kind]
    s.reserve[back][s.reserve_count[back]] = kind
    s.reserve_count[back] += 1


def take(s: Any, back: int, low: int) -> int:
    """Take one of the Reserve's cards with that back, counted from `low` on."""
    at = low + below(s.rng, s.reserve_count[back] - low)
    kind = s.reserve[back][at]
    s.reserve_count[back] -= 1
    s.reserve[back][at] = s.reserve[back][s.reserve_count[back]]
    s.reserve[back][s.reserve_count[back]] = 0
    return kind


def turn_top(s: Any) -> None:
    """Chance decides the back of the Reserve's new top card."""
    total = 0
    for back in range(BACKS):
        total += s.reserve_count[back]
    s.top_back = BACKS
    if total > 0:
        at = below(s.rng, total)
        s.top_back = 0
        while at >= s.reserve_count[s.top_back]:
            at -= s.reserve_count[s.top_back]
            s.top_back += 1


def draw_top(s: Any) -> int:
    """Take the Reserve's top card: one of those with its back. `turn_top` must follow."""
    return take(s, s.top_back, 0)


def push(s: Any, kind: int) -> None:
    s.pile[s.pile_count] = kind
    s.pile_count += 1


def pop(s: Any) -> int:
    s.pile_count -= 1
    kind = s.pile[s.pile_count]
    s.pile[s.pile_count] = 0
    return kind


def renew(s: Any) -> None:
    """A new top for the Reserve; if it is empty, all of the pile but its top becomes the Reserve (d1, f1, f2)."""
    empty = s.reserve_count[0] + s.reserve_count[1] + s.reserve_count[2] == 0
    if empty and s.pile_count > 1:
        s.shuffles += 1
        for i in range(s.pile_count - 1):
            put_in_reserve(s, s.pile[i])
            s.entered[s.pile[i]] = s.shuffles
        s.pile[0] = s.pile[s.pile_count - 1]
        for i in range(1, s.pile_count):
            s.pile[i] = 0
        s.pile_count = 1
    turn_top(s)


# --- The same cards, hidden in another way ---------------------------------------------------------------------------
def redeal(s: Any, eye: int, back: int, born: int) -> None:
    """Lay the hidden cards of a group behind the Reserve's, and draw: from all, or from those alone if they are older.

    What is drawn from is as long again in the end, so that nothing of an older group stays in the Reserve.
    """
    low = s.reserve_count[back] if born < s.shuffles else 0
    drawn = s.drawn > 0 and s.drawn_born == born and s.back_of[s.drawn] == back and has_seen(s.drawn_seen, eye) == 0
    for seat in range(s.seats):
        for slot in range(s.row_count[seat]):
            if in_group(s, eye, seat, slot, back, born) == 1:
                put_in_reserve(s, s.row[seat][slot])
    if drawn:
        put_in_reserve(s, s.drawn)
        s.drawn = take(s, back, low)
    for seat in range(s.seats):
        for slot in range(s.row_count[seat]):
            if in_group(s, eye, seat, slot, back, born) == 1:
                s.row[seat][slot] = take(s, back, low)


def in_group(s: Any, eye: int, seat: int, slot: int, back: int, born: int) -> int:
    mine = s.back[seat][slot] == back and s.born[seat][slot] == born
    return 1 if mine and has_seen(s.seen[seat][slot], eye) == 0 else 0
