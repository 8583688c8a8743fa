"""Where tokens, cubes and the tokens of Sanctuaries may go, in the rules dialect.

"p. 4" is a page of the base game's rulebook, "CR" the expansion's, "h3" a row of docs/rulings/harmonies.md.
"""

from typing import Any

from gradatim.games.harmonies.content import (
    CELLS,
    DONE,
    HABITAT,
    HIGHEST,
    KIND,
    KIND_COUNT,
    MODULE,
    ONTO,
    SANCTUARY,
    SHIFT,
    SPACES,
    SPIRIT,
    TILE,
    TURNS,
    WHISPER,
)
from gradatim.games.harmonies.hexes import moved, one


def kind_of(code: int) -> int:
    return KIND[code] if code < HIGHEST else SANCTUARY


# --- Tokens (p. 4) ---------------------------------------------------------------------------------------------------
def free(s: Any, seat: int) -> int:
    """The spaces without a cube: a cube keeps tokens off (p. 6)."""
    return s.land & ~(s.animal[seat] | s.whisper[seat])


def token_spaces(s: Any, seat: int, colour: int) -> int:
    """Where the base game allows a token of that colour: empty spaces and fitting stacks."""
    spaces = 0
    for kind in range(KIND_COUNT):
        if ONTO[colour][kind] == 1:
            spaces |= s.kind[seat][kind]
    return spaces & free(s, seat)


# --- Cubes (p. 6 and 7; CR, Whispers) --------------------------------------------------------------------------------
def cell(s: Any, thing: int, i: int) -> int:
    """A space of a card's habitat: kind and offset, 0 for none."""
    return s.whisper_cell[thing - WHISPER][i] if WHISPER <= thing < SPIRIT else HABITAT[thing][i]


def habitat(s: Any, seat: int, thing: int) -> int:
    """The spaces that may take the card's cube, as far as its habitat goes: present now, in any of six rotations."""
    first = s.kind[seat][cell(s, thing, 0) >> 6]
    found = 0
    if first > 0:
        for turn in range(TURNS):
            spaces = first
            for i in range(1, CELLS):
                at = cell(s, thing, i)
                if at > 0:
                    spaces &= moved(s.kind[seat][at >> 6], SHIFT[turn][at & 63])
            found |= spaces
    return found


def cubes_like(s: Any, seat: int, thing: int) -> int:
    """The spaces with a cube of the same sort: Animal and Spirit cubes are one, Whisper cubes the other."""
    return s.whisper[seat] if WHISPER <= thing < SPIRIT else s.animal[seat]


def use_spaces(s: Any, seat: int, thing: int) -> int:
    """Where the cube of a card, or the next token of a Sanctuary, may go."""
    if thing < TILE:
        return habitat(s, seat, thing) & ~cubes_like(s, seat, thing)
    if s.hand[next_colour(s, seat, thing - TILE)] == 0:
        return 0
    return building_sites(s, seat, thing - TILE) & free(s, seat)


# --- Sanctuaries (CR) ------------------------------------------------------------------------------------------------
def built(s: Any, seat: int, tile: int) -> int:
    """How much of a tile's stack must lie there: what is built of it, or before that what the base game allows."""
    code = 0
    height = 0
    if s.site[tile] > 0:
        code = s.stack[seat][s.site[tile] - 1]
        while code > 0:
            code = code >> 3
            height += 1
        return height
    while ONTO[s.tile_stack[tile][height]][kind_of(code)] == 1:
        code = code * 8 + s.tile_stack[tile][height]
        height += 1
    return height


def next_colour(s: Any, seat: int, tile: int) -> int:
    return s.tile_stack[tile][built(s, seat, tile)]


def building_sites(s: Any, seat: int, tile: int) -> int:
    """The tile's space; before it has one, every space with what its stack must stand on."""
    if s.site[tile] > 0:
        return one(s.site[tile] - 1)
    code = 0
    for at in range(built(s, seat, tile)):
        code = code * 8 + s.tile_stack[tile][at]
    spaces = 0
    for space in range(SPACES):
        if s.stack[seat][space] == code:
            spaces |= one(space)
    return spaces


def sanctuary_for(s: Any, seat: int, colour: int) -> int:
    """An own completed Sanctuary with that colour, plus one; 0 if there is none (h3)."""
    for tile in range(MODULE):
        if s.where[TILE + tile] == DONE + seat and s.tile_colours[tile] >> colour & 1 == 1:
            return tile + 1
    return 0
