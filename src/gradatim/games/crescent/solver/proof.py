"""Proofs that a position is lost, by searching easier games to their end. Compiled as one text (see compiled.py).

The easier game keeps the cards of some suits only, in the order of their piles. Every line of the real game, with the
other suits' moves left out, is a line of it: other suits only ever lie in the way, so if the easier game is lost, the
real one is. With redeals left each pile may lift its bottom card on its own, as often as redeals are left: more than
the real game allows. A card above g cards of other suits takes g + 1 of them, since what lies under a card cannot leave
before it but by a redeal. `together` lifts all piles at once: with all four suits that is the real game.

Rows are those of beam.py, with 15 bytes more; a card that has g cards of other suits under it counts 52 * min(g, 3)
more.
"""

from typing import Any

import numpy as np

Int: Any = np.int64  # what is read from a row is made one before it is reckoned with: bytes would wrap round

HEIGHT, UP, DOWN, SPENT = 208, 224, 228, 232  # SPENT + pile: redeals used in it; SPENT alone if piles go together
ROW = 248


def mixed(x: Any) -> Any:
    x = np.uint64(x)
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def named(row: Any, free: Any, together: Any) -> Any:
    """The hash of a row: the same for piles in any order, and for all foundations that meet."""
    total = np.uint64(0)
    for p in range(16):
        n = Int(row[HEIGHT + p])
        if n == 0:
            continue
        h = np.uint64(1)
        for i in range(n):
            h = h * np.uint64(0x9E3779B97F4A7C15) + np.uint64(Int(row[13 * p + i]) + 1)
        if free > 0 and together == 0:
            h = h * np.uint64(0x9E3779B97F4A7C15) + np.uint64(Int(row[SPENT + p]) + 300)
        total += mixed(h)
    code = np.uint64(0)
    for suit in range(4):
        u, d = Int(row[UP + suit]), Int(row[DOWN + suit])
        code = code * np.uint64(256) + np.uint64(255 if u + 1 == d else u * 16 + d)
    if together:
        code = code * np.uint64(16) + np.uint64(row[SPENT])
    total = mixed(total ^ mixed(code + np.uint64(77)))
    return total if total != np.uint64(0) else np.uint64(1)


def entered(seen: Any, h: Any) -> Any:
    """Put a hash into an open table; False if it was there."""
    mask = np.uint64(len(seen) - 1)
    at = h & mask
    while seen[at] != 0:
        if seen[at] == h:
            return False
        at = (at + np.uint64(1)) & mask
    seen[at] = h
    return True


def lifted(row: Any, p: Any) -> None:
    n = Int(row[HEIGHT + p])
    bottom = Int(row[13 * p]) % 52
    for i in range(n - 1):
        row[13 * p + i] = row[13 * p + i + 1]
    row[13 * p + n - 1] = bottom


def near(card: Any, other: Any) -> Any:
    if card // 13 != other // 13:
        return False
    gap = abs(card - other)
    return gap == 1 or gap == 12


def relaxed(root: Any) -> Any:
    """A suit (0 to 3) that cannot go home even if cards leave piles and never come onto one; -1 if all could.

    A card can surface if all above it can leave, or if a redeal can fetch it. It can leave if it can surface and a card
    next to it can, or a foundation can come to it.
    """
    left = Int(root[232])
    surface = np.zeros((16, 13), np.bool_)
    leaves = np.zeros((16, 13), np.bool_)
    shown = np.zeros(52, np.int64)
    ups = np.empty(4, np.int64)
    downs = np.empty(4, np.int64)
    meets = np.zeros(4, np.bool_)
    for suit in range(4):
        ups[suit] = root[UP + suit]
        downs[suit] = root[DOWN + suit]
    changed = True
    while changed:
        changed = False
        for suit in range(4):
            crossed = root[UP + suit] >= root[DOWN + suit]
            while not meets[suit]:
                if not crossed and ups[suit] + 1 >= downs[suit]:
                    meets[suit] = True
                elif ups[suit] < 12 and shown[suit * 13 + ups[suit] + 1] > 0:
                    ups[suit] += 1
                elif downs[suit] > 0 and shown[suit * 13 + downs[suit] - 1] > 0:
                    downs[suit] -= 1
                else:
                    break
                changed = True
        for p in range(16):
            n = Int(root[HEIGHT + p])
            open_above = True
            for i in range(n - 1, -1, -1):
                card = Int(root[13 * p + i])
                suit, rank = card // 13, card % 13
                if not surface[p, i] and (open_above or i < left):
                    surface[p, i] = True
                    shown[card] += 1
                    changed = True
                if surface[p, i] and not leaves[p, i]:
                    above, below = suit * 13 + (rank + 1) % 13, suit * 13 + (rank + 12) % 13
                    home = meets[suit] or rank <= ups[suit] + 1 or rank >= downs[suit] - 1
                    if home or shown[above] > 0 or shown[below] > 0:
                        leaves[p, i] = True
                        changed = True
                open_above = open_above and leaves[p, i]
    for p in range(16):
        for i in range(Int(root[HEIGHT + p])):
            if not surface[p, i]:
                return Int(root[13 * p + i]) // 13
    for suit in range(4):
        if not meets[suit] and not (ups[suit] == 12 and downs[suit] == 0):
            return suit
    return -1


def exhaust(root: Any, suits: Any, together: Any, limit: Any, counts: Any) -> Any:
    """Search the game of some suits (a bit set) to its end: 0 it is lost, 1 won, 2 not settled within `limit` states.

    Adds the generated states to counts[0].
    """
    free = Int(root[232])
    slots = 1024
    while slots < 2 * limit + 64:
        slots *= 2
    seen = np.zeros(slots, np.uint64)
    stack = np.empty((limit + 400, ROW), np.uint8)
    size = 1
    cards = 0
    row = stack[0]
    row[:] = 0
    for suit in range(4):
        kept = suits >> suit & 1
        row[UP + suit] = root[UP + suit] if kept else 0
        row[DOWN + suit] = root[DOWN + suit] if kept else 0
    for p in range(16):
        m = 0
        gap = 0
        for i in range(Int(root[HEIGHT + p])):
            card = Int(root[13 * p + i])
            if suits >> (card // 13) & 1:
                row[13 * p + m] = card + (52 * min(gap, 3) if free > 0 and together == 0 else 0)
                m += 1
                gap = 0
            else:
                gap += 1
        row[HEIGHT + p] = m
        cards += m
    if cards == 0:
        return 1
    entered(seen, named(row, free, together))
    here = np.empty(ROW, np.uint8)
    nodes = 0
    while size > 0:
        size -= 1
        here[:] = stack[size]
        forced = -1
        if free == 0:
            # Without redeals nothing is lost by playing a card home once one foundation of its suit is whole and the
            # other needs all the rest: what could lie on the card can follow it home. While king and ace are both out
            # this does not hold, since one can lie on the other.
            for p in range(16):
                n = Int(here[HEIGHT + p])
                if n == 0:
                    continue
                card = Int(here[13 * p + n - 1])
                suit, rank = card // 13, card % 13
                u, d = Int(here[UP + suit]), Int(here[DOWN + suit])
                if (d == 0 and rank == u + 1) or (u == 12 and rank == d - 1):
                    forced = p
                    break
        if forced < 0 and free > 0:
            for p in range(16):
                if together and p > 0:
                    break
                cost = 1
                if together:
                    if here[SPENT] >= free:
                        break
                else:
                    if here[HEIGHT + p] < 2:
                        continue
                    cost += Int(here[13 * p]) // 52
                    if Int(here[SPENT + p]) + cost > free:
                        continue
                nodes += 1
                child = stack[size]
                child[:] = here
                if together:
                    for q in range(16):
                        if here[HEIGHT + q] > 1:
                            lifted(child, q)
                    child[SPENT] += 1
                else:
                    lifted(child, p)
                    child[SPENT + p] += cost
                if entered(seen, named(child, free, together)):
                    size += 1
        for home in range(2):  # plays home last, so that they are looked at first
            for p in range(16):
                n = Int(here[HEIGHT + p])
                if n == 0 or (forced >= 0 and p != forced):
                    continue
                top = Int(here[13 * p + n - 1])
                card = top % 52
                suit, rank = card // 13, card % 13
                u, d = Int(here[UP + suit]), Int(here[DOWN + suit])
                for q in range(16):
                    nu, nd = u, d
                    if home:
                        if q > 1:
                            break
                        if u + 1 == d:
                            if q == 1:
                                break
                            nu, nd = rank, rank
                        elif q == 0 and rank == u + 1:
                            nu = rank
                        elif q == 1 and rank == d - 1 and u + 2 != d:
                            nd = rank
                        else:
                            continue
                    else:
                        m = Int(here[HEIGHT + q])
                        if forced >= 0 or q == p or m == 0 or m == 13:
                            continue
                        if not near(card, Int(here[13 * q + m - 1]) % 52):
                            continue
                    nodes += 1
                    child = stack[size]
                    child[:] = here
                    child[HEIGHT + p] = n - 1
                    child[13 * p + n - 1] = 0
                    if n == 1 and not together:
                        child[SPENT + p] = 0
                    if home:
                        child[UP + suit] = nu
                        child[DOWN + suit] = nd
                        left = 0
                        for other in range(16):
                            left += child[HEIGHT + other]
                        if left == 0:
                            counts[0] += nodes
                            return 1
                    else:
                        m = Int(here[HEIGHT + q])
                        child[13 * q + m] = card
                        child[HEIGHT + q] = m + 1
                    if entered(seen, named(child, free, together)):
                        size += 1
        if nodes >= limit:
            counts[0] += nodes
            return 2
    counts[0] += nodes
    return 0
