"""What a landscape scores, category by category (rulebook p. 8 to 11, Crescendo), in the rules dialect.

"h1" is a row of docs/rulings/harmonies.md. A Sanctuary is no Tree, Mountain, Field, Building or Water.
"""

from typing import Any

from gradatim.games.harmonies.content import (
    ANIMALS,
    BUILDING,
    BUILDING_COLOURS,
    BUILDING_POINTS,
    COLOUR_COUNT,
    CUBES,
    DONE,
    FIELD,
    FIELD_POINTS,
    HELD,
    ISLANDS,
    MODULE,
    MOUNTAIN,
    OUT,
    POINTS,
    SPIRIT,
    SPIRIT_GROUPS,
    SPIRIT_OF,
    SPIRIT_POINTS,
    TILE,
    TREE,
    TREE_POINTS,
    WATER,
)
from gradatim.games.harmonies.hexes import around, count, group, groups, longest, one, ring

ISLAND_POINTS = 5
SANCTUARY_POINTS = 3
LONE_WHISPER = 2
WHISPER_IN_COMPANY = 5
MOUNTAIN_POINTS = (0, 1, 3, 7)
RIVER = (0, 0, 2, 5, 8, 11, *(15 + 4 * more for more in range(27)))  # by length


def still_dry(s: Any, seat: int) -> int:
    """The dry spaces that no Water is next to (Crescendo, Side D)."""
    return s.dry & ~around(s.kind[seat][WATER])


def trees(s: Any, seat: int) -> int:
    ordinary = ~still_dry(s, seat)
    points = 0
    for height in range(1, 4):
        points += TREE_POINTS[s.side][height] * count(s.kind[seat][TREE + height - 1] & ordinary)
    return points


def mountains(s: Any, seat: int) -> int:
    """A Mountain scores if another Mountain is next to it."""
    everywhere = s.kind[seat][MOUNTAIN] | s.kind[seat][MOUNTAIN + 1] | s.kind[seat][MOUNTAIN + 2]
    beside = around(everywhere)
    points = 0
    for height in range(1, 4):
        points += MOUNTAIN_POINTS[height] * count(s.kind[seat][MOUNTAIN + height - 1] & beside)
    return points


def fields(s: Any, seat: int) -> int:
    """Groups of two or more; on side D one of them must lie on an ordinary space."""
    left = s.kind[seat][FIELD]
    ordinary = ~still_dry(s, seat)
    points = 0
    while left > 0:
        found = group(left & -left, left)
        left ^= found
        if found & (found - 1) > 0 and found & ordinary > 0:
            points += FIELD_POINTS[s.side]
    return points


def colours_around(s: Any, seat: int, space: int) -> int:
    """How many different colours show next to a set of one space."""
    near = around(space)
    colours = 0
    for colour in range(1, COLOUR_COUNT):
        if near & s.top[seat][colour] > 0:
            colours += 1
    return colours


def buildings(s: Any, seat: int) -> int:
    left = s.kind[seat][BUILDING]
    points = 0
    while left > 0:
        building = left & -left
        left ^= building
        if colours_around(s, seat, building) >= BUILDING_COLOURS[s.side]:
            points += BUILDING_POINTS[s.side]
    return points


def water(s: Any, seat: int) -> int:
    """The best river; on side B the islands instead, whose land is all that is not Water (h1)."""
    blue = s.kind[seat][WATER]
    if ISLANDS[s.side] == 1:
        return ISLAND_POINTS * groups(s.land & ~blue)
    best = 0
    while blue > 0:
        body = group(blue & -blue, blue)
        blue ^= body
        best = max(best, longest(body))
        if s.bga_loops == 1:
            best = max(best, ring(body))  # h15
    return RIVER[best]


def animals(s: Any, seat: int) -> int:
    """Each card's highest value that is free of cubes, whether it is completed or still above the board."""
    points = 0
    for slot in range(HELD):
        thing = s.held[seat][slot] - 1
        if 0 <= thing < ANIMALS:
            points += POINTS[thing][s.left[thing]]
    for thing in range(ANIMALS):
        if s.where[thing] == DONE + seat:
            points += POINTS[thing][0]
    return points


def spirit(s: Any, seat: int) -> int:
    """A completed Spirit: for each group of its landscape by size, or for each one by height. No dryness (h6)."""
    for card in range(MODULE):
        if s.where[SPIRIT + card] == DONE + seat:
            return spirit_points(s, seat, card)
    return 0


def spirit_points(s: Any, seat: int, card: int) -> int:
    kind = SPIRIT_OF[card]
    points = 0
    if SPIRIT_GROUPS[card] == 0:
        for height in range(3 if kind < WATER else 1):  # Trees and Mountains have heights
            points += SPIRIT_POINTS[card][height + 1] * count(s.kind[seat][kind + height])
        return points
    left = s.kind[seat][kind]
    while left > 0:
        found = group(left & -left, left)
        left ^= found
        points += SPIRIT_POINTS[card][min(3, count(found))]
    return points


def sanctuaries(s: Any, seat: int) -> int:
    points = 0
    for tile in range(MODULE):
        if s.where[TILE + tile] == DONE + seat:
            near = around(one(s.site[tile] - 1))
            for colour in range(1, COLOUR_COUNT):
                if s.tile_colours[tile] >> colour & 1 == 1:
                    points += SANCTUARY_POINTS * count(near & s.top[seat][colour])
    return points


def whispers(s: Any, seat: int) -> int:
    company = count(s.whisper[seat] & s.animal[seat])
    return WHISPER_IN_COMPANY * company + LONE_WHISPER * (count(s.whisper[seat]) - company)


def placed(s: Any, seat: int) -> int:
    """Cubes that break a tie: Animal cubes, those on Sanctuaries too; with the option, all cubes (h13)."""
    counted = TILE if s.tiebreak_all_cubes == 1 else ANIMALS
    cubes = 0
    for thing in range(counted):
        if s.where[thing] == DONE + seat:
            cubes += CUBES[thing]
    for slot in range(HELD):
        thing = s.held[seat][slot] - 1
        if 0 <= thing < counted:
            cubes += CUBES[thing] - s.left[thing]
    return cubes


# --- Solo (rulebook p. 11) -------------------------------------------------------------------------------------------
SUNS = (40, 70, 90, 110, 130, 140, 150, 160)


def suns(s: Any, points: int) -> int:
    """Suns of a solo game with so many points: for these, for side A, and for playing with a modest Spirit or none."""
    found = 0
    for at in range(len(SUNS)):
        if points >= SUNS[at]:
            found += 1
    if s.side == 0:
        found += 1
    if s.spirits == 0:
        return found + 2
    for card in range(MODULE):
        if s.where[SPIRIT + card] == DONE or s.where[SPIRIT + card] == OUT:  # the one chosen, completed or not
            found += SPIRIT_GROUPS[card]
    return found
