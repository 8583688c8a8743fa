"""Sets of spaces as whole numbers (content.py says how), in the rules dialect. Nothing here knows of any board."""

from gradatim.games.harmonies.content import BIT


def one(space: int) -> int:
    """The set of one space."""
    return 1 << BIT[space]


def count(spaces: int) -> int:
    """How many spaces are in the set."""
    n = 0
    while spaces > 0:
        spaces &= spaces - 1
        n += 1
    return n


def moved(spaces: int, by: int) -> int:
    """The spaces from which a step of so many bits leads into the set; to be masked."""
    return spaces >> by if by > 0 else spaces << -by


def around(spaces: int) -> int:
    """The neighbours of a set; to be masked."""
    return spaces << 1 | spaces >> 1 | spaces << 7 | spaces >> 7 | spaces << 8 | spaces >> 8


def group(start: int, within: int) -> int:
    """All of `within` that hangs together with `start`."""
    found = start
    grown = (start | around(start)) & within
    while grown != found:
        found = grown
        grown = (found | around(found)) & within
    return found


def groups(spaces: int) -> int:
    """How many connected groups a set has."""
    n = 0
    while spaces > 0:
        spaces &= ~group(spaces & -spaces, spaces)
        n += 1
    return n


def longest(body: int) -> int:
    """How many spaces the shortest way has between those two of a connected set that are farthest apart."""
    most = 0
    starts = body
    while starts > 0:
        reached = starts & -starts
        starts ^= reached
        steps = 0
        before = 0
        while reached != before:
            before = reached
            reached = (reached | around(reached)) & body
            steps += 1
        most = max(most, steps)
    return most


def ring(body: int) -> int:
    """How many spaces the largest chordless ring of six or more has: none touches another but the next; 0 for no ring.

    Walks every chordless path from its lowest space `start`. No stack is kept: the space before the last one is its
    only neighbour on the path.
    """
    most = 0
    starts = body
    while starts > 0:
        start = starts & -starts
        starts ^= start
        path = start
        last = start
        tried = 0
        while path > 0:
            steps = around(last) & starts & ~path
            if tried > 0:
                steps &= -2 * tried  # those above the last one tried
            if steps == 0:
                path ^= last
                tried = last
                last = around(last) & path
            else:
                step = steps & -steps
                touched = around(step) & path
                if touched == last:
                    path |= step
                    last = step
                    tried = 0
                else:
                    length = count(path) + 1
                    if touched == last | start and length >= 6:
                        most = max(most, length)
                    tried = step
    return most
