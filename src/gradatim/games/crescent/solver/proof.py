"""Proofs that a position is lost, by searching easier games to their end. Compiled as one text (see compiled.py).

The easier game keeps the cards of some suits only, in the order of their piles. Every line of the real game, with the
other suits' moves left out, is a line of it: other suits only ever lie in the way, so if the easier game is lost, the
real one is. With redeals left each pile may lift its bottom card on its own, as often as redeals are left: more than
the real game allows. A card above g cards of other suits takes g + 1 of them, since what lies under a card cannot leave
before it but by a redeal. `together` lifts all piles at once: with all four suits that is the real game.

A search may leave out a move if whoever can still win can do it in fewer moves from a state that is searched: of all
states entered, one with the shortest win then always leads to another with a shorter one. Three rules rest on this.

1. A pile's only card is never moved to another pile. Say x leaves [x] for [.. y], which gives [.. y x]. What can be
   done there can be done where x is still alone, move for move: what would lie on x there lies on x here, what leaves
   there leaves here, and what lies under x is free sooner. So the win after the move was no shorter. With lifts that
   each pile makes on its own this holds too: the bottom card of the one pile is that of one of the two, if x's pile has
   used no more lifts than the other. It does not hold where all piles are lifted together.
2. The card that was just moved to a pile is not moved again. Wherever it goes, it could have gone at once.
3. Without redeals, a card goes home at once if one foundation of its suit is whole and the other needs all the rest:
   what could lie on the card can follow it home. While king and ace are both out this does not hold, since one can lie
   on the other.

Rows are those of beam.py, with more bytes behind; a card that has g cards of other suits under it counts
52 * min(g, 3) more where piles are lifted on their own.
"""

from typing import Any, NamedTuple

import numpy as np

Int: Any = np.int64  # what is read from a row is made one before it is reckoned with: bytes would wrap round

HEIGHT, UP, DOWN, SPENT = 208, 224, 228, 232  # SPENT + pile: lifts used in it; SPENT alone if piles go together
LAST = 248  # one more than the pile that the last move went to; 0 after anything else
ROW = 249
M_REDEAL, M_UP, M_DOWN, M_MEET, M_ONTO = 0, 1, 17, 33, 49  # steps as in beam.py; a lift of one pile is none of them
SIZE, ENTERED, NODES, HERE = 0, 1, 2, 3  # in `progress`: rows on the stack; states seen; generated; the one looked at
PARENT, STEP = 0, 1  # in `tree`
LOST, WON, OPEN = 0, 1, 2
ROOM = 400  # children that a state cannot exceed


class Search(NamedTuple):
    """Rows that are to be looked at, and by their side their names: places in the tree of all states seen."""

    stack: Any
    name: Any
    tree: Any
    seen: Any
    progress: Any
    free: Any
    together: Any


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


def copied(seen: Any, larger: Any) -> None:
    """Enter all hashes of a table into a larger one."""
    for h in seen:
        if h != 0:
            entered(larger, h)


def near(card: Any, other: Any) -> Any:
    if card // 13 != other // 13:
        return False
    gap = abs(card - other)
    return gap == 1 or gap == 12


# --- The relaxation --------------------------------------------------------------------------------------------------
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
                    goes_up = root[UP + suit] < rank <= ups[suit] + 1
                    goes_down = downs[suit] - 1 <= rank < root[DOWN + suit]
                    if meets[suit] or goes_up or goes_down or shown[above] > 0 or shown[below] > 0:
                        leaves[p, i] = True
                        changed = True
                open_above = open_above and leaves[p, i]
    for p in range(16):
        for i in range(Int(root[HEIGHT + p])):
            if surface[p, i] and not leaves[p, i]:
                return Int(root[13 * p + i]) // 13
    for suit in range(4):
        if not meets[suit] and not (ups[suit] == 12 and downs[suit] == 0):
            return suit
    return -1


# --- The easier game -------------------------------------------------------------------------------------------------
def room(search: Any) -> Any:
    """A row for a child, on top of the stack."""
    return search.stack[search.progress[SIZE]]


def push(search: Any, step: Any) -> None:
    """Count the child on top of the stack, and keep it if it is new."""
    progress = search.progress
    progress[NODES] += 1
    if entered(search.seen, named(room(search), search.free, search.together)):
        search.name[progress[SIZE]] = progress[ENTERED]
        progress[SIZE] += 1
        note(search, step)


def note(search: Any, step: Any) -> None:
    """Enter a state into the tree."""
    search.tree[search.progress[ENTERED], PARENT] = search.progress[HERE]
    search.tree[search.progress[ENTERED], STEP] = step
    search.progress[ENTERED] += 1


def forced_pile(row: Any) -> Any:
    """A pile whose top card goes home by rule 3; -1 if there is none."""
    for p in range(16):
        n = Int(row[HEIGHT + p])
        if n == 0:
            continue
        card = Int(row[13 * p + n - 1])
        u, d = Int(row[UP + card // 13]), Int(row[DOWN + card // 13])
        if (d == 0 and card % 13 == u + 1) or (u == 12 and card % 13 == d - 1):
            return p
    return -1


def lift(row: Any, p: Any) -> None:
    """Put the bottom card of a pile on its top."""
    n = Int(row[HEIGHT + p])
    bottom = Int(row[13 * p]) % 52
    for i in range(n - 1):
        row[13 * p + i] = row[13 * p + i + 1]
    row[13 * p + n - 1] = bottom


def lift_all(here: Any, search: Any) -> None:
    if here[SPENT] >= search.free:
        return
    child = room(search)
    child[:] = here
    for p in range(16):
        if here[HEIGHT + p] > 1:
            lift(child, p)
    child[SPENT] += 1
    child[LAST] = 0
    push(search, M_REDEAL)


def lift_each(here: Any, search: Any) -> None:
    for p in range(16):
        cost = 1 + Int(here[13 * p]) // 52
        if here[HEIGHT + p] < 2 or Int(here[SPENT + p]) + cost > search.free:
            continue
        child = room(search)
        child[:] = here
        lift(child, p)
        child[SPENT + p] += cost
        child[LAST] = 0
        push(search, -1)


def taken(here: Any, p: Any, search: Any) -> Any:
    """A child that is what `here` is without the top card of pile p."""
    child = room(search)
    child[:] = here
    n = Int(here[HEIGHT + p])
    child[13 * p + n - 1] = 0
    child[HEIGHT + p] = n - 1
    if n == 1 and not search.together:
        child[SPENT + p] = 0
    return child


def move_from(here: Any, p: Any, search: Any) -> None:
    """All moves of the top card of pile p to other piles, but what rules 1 and 2 spare."""
    n = Int(here[HEIGHT + p])
    if n == 0 or here[LAST] == p + 1 or (n == 1 and search.free == 0):
        return
    card = Int(here[13 * p + n - 1]) % 52
    alike = 0  # ranks of which a single card was a target: their other copy alone in a pile is the same target
    for q in range(16):
        m = Int(here[HEIGHT + q])
        if q == p or m == 0 or m == 13 or not near(card, Int(here[13 * q + m - 1]) % 52):
            continue
        if n == 1 and not search.together and here[SPENT + p] <= here[SPENT + q]:
            continue
        if m == 1 and search.free == 0:
            rank = Int(here[13 * q]) % 13
            if alike >> rank & 1:
                continue
            alike |= 1 << rank
        child = taken(here, p, search)
        child[13 * q + m] = card
        child[HEIGHT + q] = m + 1
        child[LAST] = q + 1
        push(search, M_ONTO + q * 16 + p)


def play_from(here: Any, p: Any, search: Any) -> Any:
    """All ways to play the top card of pile p home. Returns True if that wins."""
    n = Int(here[HEIGHT + p])
    if n == 0 or here[LAST] == p + 1:
        return False
    card = Int(here[13 * p + n - 1]) % 52
    suit, rank = card // 13, card % 13
    u, d = Int(here[UP + suit]), Int(here[DOWN + suit])
    for kind in range(3):
        if kind == 0 and u + 1 == d:
            nu, nd, step = rank, rank, M_MEET + p
        elif kind == 1 and u + 1 != d and rank == u + 1:
            nu, nd, step = rank, d, M_UP + p
        elif kind == 2 and u + 1 != d and rank == d - 1 and u + 2 != d:  # else the foundations meet either way
            nu, nd, step = u, rank, M_DOWN + p
        else:
            continue
        child = taken(here, p, search)
        child[UP + suit] = nu
        child[DOWN + suit] = nd
        child[LAST] = 0
        if cards_in(child) == 0:
            search.progress[NODES] += 1
            note(search, step)
            return True
        push(search, step)
    return False


def cards_in(row: Any) -> Any:
    count = 0
    for p in range(16):
        count += Int(row[HEIGHT + p])
    return count


def prepare(root: Any, suits: Any, together: Any, stack: Any, seen: Any, progress: Any) -> None:
    """Begin the search of the game of some suits (a bit set), in arrays of zeros."""
    free = Int(root[232])
    row = stack[0]
    for suit in range(4):
        if suits >> suit & 1:
            row[UP + suit] = root[UP + suit]
            row[DOWN + suit] = root[DOWN + suit]
    for p in range(16):
        m = 0
        gap = 0
        for i in range(Int(root[HEIGHT + p])):
            card = Int(root[13 * p + i])
            if suits >> (card // 13) & 1:
                row[13 * p + m] = card + (52 * min(gap, 3) if free > 0 and not together else 0)
                m += 1
                gap = 0
            else:
                gap += 1
        row[HEIGHT + p] = m
    entered(seen, named(row, free, together))
    progress[SIZE] = 1
    progress[ENTERED] = 1


def exhaust(
    stack: Any, name: Any, tree: Any, seen: Any, progress: Any, free: Any, together: Any, quota: Any
) -> Any:  # fmt: skip
    """Go on with a search until it is LOST or WON, or OPEN still: `quota` more states generated, or no room left.

    `free` lifts may be used, `together` says if all piles are lifted at once. After a win the state entered last is
    the one without cards.
    """
    search = Search(stack, name, tree, seen, progress, free, together)
    here = np.empty(ROW, np.uint8)
    most = progress[NODES] + quota
    while progress[SIZE] > 0:
        crowded = progress[SIZE] + ROOM > len(stack) or progress[ENTERED] + ROOM > len(tree)
        if crowded or progress[NODES] >= most:
            return OPEN
        progress[SIZE] -= 1
        progress[HERE] = name[progress[SIZE]]
        here[:] = stack[progress[SIZE]]
        forced = forced_pile(here) if free == 0 else -1
        if forced < 0:
            if free > 0 and together:
                lift_all(here, search)
            elif free > 0:
                lift_each(here, search)
            for p in range(16):
                move_from(here, p, search)
        for p in range(16):  # last, so that they are looked at first
            if (forced < 0 or p == forced) and play_from(here, p, search):
                return WON
    return LOST
