"""The pouch, the central board and the piles, in the rules dialect: they have no order, chance decides at each draw."""

from typing import Any

from gradatim.dialect.random import below
from gradatim.games.harmonies.content import CENTRE, CENTRE_SOLO, COLOUR_COUNT, LAID, OUT, PILE, ROW, ROW_SOLO, SPIRIT


def centres(s: Any) -> int:
    """How many central spaces there are."""
    return CENTRE_SOLO if s.seats == 1 else CENTRE


def row_size(s: Any) -> int:
    return ROW_SOLO if s.seats == 1 else ROW


def refill(s: Any) -> None:
    """Three tokens on each empty central space, as far as the pouch allows, and cards for the gaps in the row."""
    for i in range(centres(s)):
        if tokens_on(s, i) == 0:
            for _ in range(LAID):
                draw_token(s, i)
    for i in range(row_size(s)):
        if s.row[i] == 0:
            s.row[i] = draw_thing(s, 0, SPIRIT)


def tokens_on(s: Any, i: int) -> int:
    tokens = 0
    for colour in range(1, COLOUR_COUNT):
        tokens += s.centre[i][colour]
    return tokens


def in_pouch(s: Any) -> int:
    tokens = 0
    for colour in range(1, COLOUR_COUNT):
        tokens += s.pouch[colour]
    return tokens


def draw_token(s: Any, i: int) -> None:
    tokens = in_pouch(s)
    if tokens > 0:
        at = below(s.rng, tokens)
        colour = 1
        while at >= s.pouch[colour]:
            at -= s.pouch[colour]
            colour += 1
        s.pouch[colour] -= 1
        s.centre[i][colour] += 1


def draw_thing(s: Any, first: int, end: int) -> int:
    """Turn over a thing of the pile of these numbers; its number plus one, 0 if the pile is empty."""
    n = 0
    for thing in range(first, end):
        if s.where[thing] == PILE:
            n += 1
    if n > 0:
        at = below(s.rng, n)
        for thing in range(first, end):
            if s.where[thing] == PILE:
                if at == 0:
                    s.where[thing] = OUT
                    return thing + 1
                at -= 1
    return 0
