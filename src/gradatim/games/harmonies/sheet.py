"""The score sheet: each number with the spaces that it came from. Plain Python over a sight; scoring.py decides.

`lines` must add up to what scoring.py says, category by category; a test compares them on every position it plays.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gradatim.games.harmonies import content, scoring
from gradatim.games.harmonies.content import BUILDING, DONE, FIELD, MOUNTAIN, SPIRIT, TILE, TREE, WATER
from gradatim.games.harmonies.hexes import around, count, group, one, ring


class Line(NamedTuple):
    """So many points for these spaces (a set), or for a card or tile (its number; -1 for none)."""

    points: int
    spaces: int
    thing: int = -1


def lines(s: Any, seat: int) -> dict[str, list[Line]]:
    """What scores, by part, in the order of the rulebook. Lines without points are left out."""
    found = {
        "trees": _by_height(s, seat, TREE, content.TREE_POINTS[s.side], ~scoring.still_dry(s, seat)),
        "mountains": _by_height(s, seat, MOUNTAIN, scoring.MOUNTAIN_POINTS, around(_mountains(s, seat))),
        "fields": _fields(s, seat),
        "buildings": _buildings(s, seat),
        "water": _water(s, seat),
        "animals": _animals(s, seat),
        "spirit": _spirit(s, seat),
        "sanctuaries": _sanctuaries(s, seat),
        "whispers": _whispers(s, seat),
    }
    return {part: [line for line in read if line.points] for part, read in found.items()}


def each(spaces: int) -> Iterator[int]:
    """The spaces of a set, one at a time, as sets."""
    while spaces:
        yield spaces & -spaces
        spaces &= spaces - 1


def bodies(spaces: int) -> Iterator[int]:
    """The connected groups of a set."""
    while spaces:
        found = group(spaces & -spaces, spaces)
        yield found
        spaces &= ~found


def _by_height(s: Any, seat: int, kind: int, points: tuple[int, ...], where: int) -> list[Line]:
    heights = range(1, 4)
    return [Line(points[height], at) for height in heights for at in each(s.kind[seat][kind + height - 1] & where)]


def _mountains(s: Any, seat: int) -> int:
    return int(s.kind[seat][MOUNTAIN] | s.kind[seat][MOUNTAIN + 1] | s.kind[seat][MOUNTAIN + 2])


def _fields(s: Any, seat: int) -> list[Line]:
    ordinary = ~scoring.still_dry(s, seat)
    points = content.FIELD_POINTS[s.side]
    return [Line(points, body) for body in bodies(s.kind[seat][FIELD]) if count(body) > 1 and body & ordinary]


def _buildings(s: Any, seat: int) -> list[Line]:
    needed, points = content.BUILDING_COLOURS[s.side], content.BUILDING_POINTS[s.side]
    return [Line(points, at) for at in each(s.kind[seat][BUILDING]) if scoring.colours_around(s, seat, at) >= needed]


def _water(s: Any, seat: int) -> list[Line]:
    blue = s.kind[seat][WATER]
    if content.ISLANDS[s.side]:
        return [Line(scoring.ISLAND_POINTS, island) for island in bodies(s.land & ~blue)]
    rivers = [body if s.bga_loops and ring(body) > count(way) else way for body in bodies(blue) for way in [_way(body)]]
    return [Line(scoring.water(s, seat), max(rivers, key=count))] if rivers else []


def _way(body: int) -> int:
    """A shortest way between those two spaces of a connected set that are farthest apart."""
    best: list[int] = []
    for start in each(body):
        steps, reached = [start], start
        while grown := around(reached) & body & ~reached:
            steps.append(grown)
            reached |= grown
        if len(steps) > len(best):
            best = steps
    way = last = best[-1] & -best[-1]
    for step in reversed(best[:-1]):
        last = around(last) & step
        last &= -last
        way |= last
    return way


def _animals(s: Any, seat: int) -> list[Line]:
    held = [number - 1 for number in s.held[seat] if 0 < number <= content.ANIMALS]
    done = [thing for thing in range(content.ANIMALS) if s.where[thing] == DONE + seat]
    return [Line(content.POINTS[thing][s.left[thing]], 0, thing) for thing in (*held, *done)]


def _spirit(s: Any, seat: int) -> list[Line]:
    for card in range(content.MODULE):
        if s.where[SPIRIT + card] == DONE + seat:
            kind, points = content.SPIRIT_OF[card], content.SPIRIT_POINTS[card]
            if content.SPIRIT_GROUPS[card]:
                found = [Line(points[min(3, count(body))], body, SPIRIT + card) for body in bodies(s.kind[seat][kind])]
            else:
                heights = range(3 if kind < WATER else 1)
                found = [Line(points[h + 1], at, SPIRIT + card) for h in heights for at in each(s.kind[seat][kind + h])]
            return found
    return []


def _sanctuaries(s: Any, seat: int) -> list[Line]:
    found = []
    for tile in range(content.MODULE):
        if s.where[TILE + tile] == DONE + seat:
            near = around(one(s.site[tile] - 1))
            matching = sum(near & s.top[seat][c] for c in range(content.COLOUR_COUNT) if s.tile_colours[tile] >> c & 1)
            found.append(Line(scoring.SANCTUARY_POINTS * count(matching), matching, TILE + tile))
    return found


def _whispers(s: Any, seat: int) -> list[Line]:
    alone, company = scoring.LONE_WHISPER, scoring.WHISPER_IN_COMPANY
    return [Line(company if at & s.animal[seat] else alone, at) for at in each(s.whisper[seat])]
