"""The finder: a narrow beam search with noise, in layers by redeals left. Compiled as one text (see compiled.py).

A row is 233 bytes: pile p's card i at 13 * p + i, its height at HEIGHT + p, the tops of the foundations at UP + suit
and DOWN + suit, redeals left at LEFT. Everything that a foundation play means for a suit whose foundations meet
(up + 1 == down) is one step: transfers can shift their boundary anywhere, so every rank of the suit is next, and after
it both tops have that rank. The line is spelled out in transfers afterwards (lines.py).

States with the same number of redeals left compete for the places of one stratum.
"""

from typing import Any, NamedTuple

import numpy as np

Int: Any = np.int64  # what is read from a row is made one before it is reckoned with: bytes would wrap round

ROW = 233
HEIGHT, UP, DOWN, LEFT = 208, 224, 228, 232
M_REDEAL, M_UP, M_DOWN, M_MEET, M_ONTO = 0, 1, 17, 33, 49  # steps; MEET is a play into foundations that meet
STEPS = 300  # no line that is worth finding is longer
SHARED = 15  # distances beyond count the same
# Weights of the evaluation, by index in `w`.
W_HOME, W_PILE, W_RUN, W_PAIR, W_NOISE, W_SHIFT, W_MEET, W_LEAST, W_DEPTH = 0, 1, 2, 3, 4, 5, 6, 7, 8
# Columns of `cards`, by card: cards above its two copies (-1: gone), the copies' pile * 16 + index, piles that it is on
# top of, and when it was last looked at.
FIRST, SECOND, FIRST_PLACE, SECOND_PLACE, TOPS, TOUCHED = 0, 1, 2, 3, 4, 5
NEARER, FARTHER = 0, 1  # in `price`: what one card above costs a card's nearer and farther copy, by [up, down, rank]
NODES, USED, STAMP = 0, 1, 2  # in `tally`: states generated, states in the tree, and looks taken at cards
MOST_SEEN = 1 << 24  # hashes that a table can hold
INDEX = 22  # bits of a key that hold the index
NEVER = -(1 << 62)  # a key that is taken already


class Layer(NamedTuple):
    """The states kept, by [stratum, place]: rows, their places in the tree, and what the lines to them count.

    A count holds moves, redeals not counted, and in its upper half the transfers among them.
    """

    row: Any
    name: Any
    count: Any
    size: Any


class Children(NamedTuple):
    """The states generated from a layer, by [stratum, index], `size` of them in each stratum.

    A key is the value, and below it the index, so that they can be sorted. An origin is stratum * width + place.
    """

    key: Any
    hash: Any
    origin: Any
    step: Any
    size: Any


class Tree(NamedTuple):
    """All states ever kept: the parent of each, the step from there, and a table of their hashes."""

    parent: Any
    step: Any
    seen: Any


# --- Cards, piles and hashes ------------------------------------------------------------------------------------------
def mixed(x: Any) -> Any:
    x = np.uint64(x)
    x ^= x >> np.uint64(30)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(27)
    x *= np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def appended(h: Any, card: Any) -> Any:
    """The hash of a pile with one more card on it."""
    return np.uint64(h) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(card + 1)


def foundations_hash(u: Any, d: Any, suit: Any) -> Any:
    """All states in which the foundations of a suit meet are one."""
    code = 255 if u + 1 == d else u * 16 + d
    return mixed(np.uint64(0x51ED27 + suit * 1009) * np.uint64(0x2545F4914F6CDD1D) + np.uint64(code))


def left_hash(left: Any) -> Any:
    return mixed(np.uint64(0xA5A5A5 + left))


def covered(i: Any, n: Any, left: Any, depth: Any) -> Any:
    """Cards above card i of a pile of n, fewer if a redeal can fetch it from the bottom."""
    above = n - 1 - i
    return min(above, depth * (i + 1)) if i < left else above


def near(card: Any, other: Any) -> Any:
    """Do the cards belong to one suit, with adjacent ranks, king and ace included?"""
    if card // 13 != other // 13:
        return False
    gap = abs(card - other)
    return gap == 1 or gap == 12


def pairs_of(mask: Any) -> Any:
    """Adjacent ranks that are both on top of a pile."""
    both = mask & ((mask >> 1) | ((mask & 1) << 12))
    count = 0
    while both:
        both &= both - 1
        count += 1
    return count


def suit_cost(suit: Any, u: Any, d: Any, cards: Any, price: Any, w: Any) -> Any:
    """What the cards of a suit cost where they lie."""
    cost = price[NEARER, u, d, 13]
    least = 99
    for rank in range(13):
        a, b = cards[suit * 13 + rank, FIRST], cards[suit * 13 + rank, SECOND]
        if u + 1 != d:
            cost += pair_cost(a, b, price[NEARER, u, d, rank], price[FARTHER, u, d, rank])
            continue
        if a >= 0:
            cost += w[W_MEET] * a
            least = min(least, a)
        if b >= 0:
            cost += w[W_MEET] * b
            least = min(least, b)
    return cost + w[W_LEAST] * least if least < 99 else cost


def pair_cost(a: Any, b: Any, near_weight: Any, far_weight: Any) -> Any:
    if a < 0:
        return near_weight * b if b >= 0 else 0
    if b < 0:
        return near_weight * a
    return near_weight * min(a, b) + far_weight * max(a, b)


def find(table: Any, h: Any) -> Any:
    """The place of a hash in an open table, or of the hole where it belongs."""
    mask = np.uint64(len(table) - 1)
    at = h & mask
    while table[at] != 0 and table[at] != h:
        at = (at + np.uint64(1)) & mask
    return at


def redealt(row: Any) -> None:
    """Bottom cards to the top, in a row."""
    for p in range(16):
        n = row[HEIGHT + p]
        if n > 1:
            bottom = row[13 * p]
            for i in range(n - 1):
                row[13 * p + i] = row[13 * p + i + 1]
            row[13 * p + n - 1] = bottom
    row[LEFT] -= 1


def stepped(row: Any, move: Any) -> Any:
    """Make a step in a row. Returns the transfers that it takes."""
    if move == M_REDEAL:
        redealt(row)
        return 0
    p = (move - 1) % 16
    row[HEIGHT + p] -= 1
    card = Int(row[13 * p + row[HEIGHT + p]])
    row[13 * p + row[HEIGHT + p]] = 0
    suit, rank = card // 13, card % 13
    if move < M_DOWN:
        row[UP + suit] = rank
    elif move < M_MEET:
        row[DOWN + suit] = rank
    elif move < M_ONTO:
        shifts = transfers(Int(row[UP + suit]), rank)
        row[UP + suit] = rank
        row[DOWN + suit] = rank
        return shifts
    else:
        q = (move - M_ONTO) // 16
        row[13 * q + row[HEIGHT + q]] = card
        row[HEIGHT + q] += 1
    return 0


def transfers(u: Any, rank: Any) -> Any:
    """Transfers before a rank can be played, foundations meeting with `u` on top of the ascending one."""
    up, down = abs(u - (rank - 1)), abs(u - rank)
    if rank == 0:
        return down
    return up if rank == 12 else min(up, down)


# --- What the children of a state share ------------------------------------------------------------------------------
def look_at(row: Any, k: Any, target: Any, price: Any, w: Any, cards: Any, costs: Any, hashes: Any) -> Any:
    """Fill in what children share. Returns the value of the row, and the hash of its piles and of the rest.

    `costs` are those of the suits; hashes[p, i] is the hash of the lowest i cards of a pile, hashes[16, suit] that of
    a suit's foundations.
    """
    for card in range(52):
        cards[card, FIRST] = -1
        cards[card, SECOND] = -1
        cards[card, TOPS] = 0
    piles_hash = np.uint64(0)
    count, piles, runs = 0, 0, 0
    for p in range(16):
        n = Int(row[HEIGHT + p])
        h = np.uint64(1)
        hashes[p, 0] = h
        count += n
        for i in range(n):
            card = Int(row[13 * p + i])
            h = appended(h, card)
            hashes[p, i + 1] = h
            copy = FIRST if cards[card, FIRST] < 0 else SECOND
            cards[card, copy] = covered(i, n, k, w[W_DEPTH])
            cards[card, copy + 2] = p * 16 + i
            if i > 0 and near(card, Int(row[13 * p + i - 1])):
                runs += 1
        piles_hash += mixed(h)
        if n > 0:
            piles += 1
            cards[Int(row[13 * p + n - 1]), TOPS] += 1
    value = w[W_HOME] * (target - count) + w[W_PILE] * piles + w[W_RUN] * runs
    rest_hash = left_hash(k)
    for suit in range(4):
        u, d = Int(row[UP + suit]), Int(row[DOWN + suit])
        costs[suit] = suit_cost(suit, u, d, cards, price, w)
        hashes[16, suit] = foundations_hash(u, d, suit)
        rest_hash += hashes[16, suit]
        value += w[W_PAIR] * pairs_of(tops_mask(cards, suit)) - costs[suit]
    return value, piles_hash, rest_hash


def tops_mask(cards: Any, suit: Any) -> Any:
    """The ranks of a suit that are on top of a pile, as a bit set."""
    mask = 0
    for rank in range(13):
        if cards[suit * 13 + rank, TOPS] > 0:
            mask |= 1 << rank
    return mask


def whole_hash(piles_hash: Any, rest_hash: Any) -> Any:
    h = mixed(piles_hash ^ rest_hash)
    return h if h != 0 else np.uint64(1)


def forced_pile(row: Any) -> Any:
    """A pile whose top card goes home while its suit's foundations have crossed; -1 if there is none.

    Good for finding, but not always right: a card may be worth keeping for an ace or king to lie on, or for a redeal.
    """
    for p in range(16):
        n = Int(row[HEIGHT + p])
        if n == 0:
            continue
        card = Int(row[13 * p + n - 1])
        u, d = Int(row[UP + card // 13]), Int(row[DOWN + card // 13])
        if u >= d and (card % 13 == u + 1 or card % 13 == d - 1):
            return p
    return -1


def steps_of(row: Any, p: Any, forced: Any, last: Any, steps: Any) -> Any:
    """Write the steps of the top card of pile p, but not back to where the last step took it from."""
    count = 0
    n = Int(row[HEIGHT + p])
    card = Int(row[13 * p + n - 1])
    rank = card % 13
    u, d = Int(row[UP + card // 13]), Int(row[DOWN + card // 13])
    if u + 1 == d:
        steps[count] = M_MEET + p
        count += 1
    else:
        if rank == u + 1:
            steps[count] = M_UP + p
            count += 1
        if rank == d - 1 and u + 2 != d:  # else the foundations meet either way
            steps[count] = M_DOWN + p
            count += 1
    if forced >= 0:
        return count
    for q in range(16):
        m = Int(row[HEIGHT + q])
        if q == p or m == 0 or m == 13 or not near(card, Int(row[13 * q + m - 1])):
            continue
        if last != M_ONTO + p * 16 + q:
            steps[count] = M_ONTO + q * 16 + p
            count += 1
    return count


# --- The value of a child --------------------------------------------------------------------------------------------
def gain(
    row: Any, k: Any, p: Any, q: Any, nu: Any, nd: Any, price: Any, w: Any, cards: Any, costs: Any, stamp: Any
) -> Any:  # fmt: skip
    """How much better a row is once pile p's top card has gone to pile q, or home (q < 0) to tops `nu` and `nd`."""
    n = Int(row[HEIGHT + p])
    card = Int(row[13 * p + n - 1])
    better = w[W_RUN] if q >= 0 else w[W_HOME]
    exposed, hidden = -1, card
    if n > 1:
        exposed = Int(row[13 * p + n - 2])
        if near(card, exposed):
            better -= w[W_RUN]
    else:
        better -= w[W_PILE]
    if q >= 0:
        hidden = Int(row[13 * q + Int(row[HEIGHT + q]) - 1])
    pairs = more_pairs(card // 13, exposed, hidden, cards)
    if exposed >= 0 and exposed // 13 != card // 13:
        pairs += more_pairs(exposed // 13, exposed, hidden, cards)
    return better + w[W_PAIR] * pairs + unburied(row, k, p, q, n, card, nu, nd, price, w, cards, costs, stamp)


def more_pairs(suit: Any, exposed: Any, hidden: Any, cards: Any) -> Any:
    """Pairs of a suit on tops once one card is a top and another no longer, less those before."""
    before, after = 0, 0
    for rank in range(13):
        card = suit * 13 + rank
        count = cards[card, TOPS]
        if count > 0:
            before |= 1 << rank
        if card == exposed:
            count += 1
        if card == hidden:
            count -= 1
        if count > 0:
            after |= 1 << rank
    return pairs_of(after) - pairs_of(before)


def unburied(
    row: Any, k: Any, p: Any, q: Any, n: Any, card: Any, nu: Any, nd: Any, price: Any, w: Any, cards: Any, costs: Any,
    stamp: Any,
) -> Any:  # fmt: skip
    """How much less the cards cost where they lie: those of the piles touched, and of suits that are counted anew.

    These are the suit of a card that goes home, and suits whose foundations meet.
    """
    depth = w[W_DEPTH]
    m = Int(row[HEIGHT + q]) if q >= 0 else 0
    anew = 1 << (card // 13) if q < 0 else 0
    for suit in range(4):
        if Int(row[UP + suit]) + 1 == Int(row[DOWN + suit]):
            anew |= 1 << suit
    less = 0
    for side in range(2):
        pile = p if side == 0 else q
        for i in range(n if side == 0 else m):
            c = Int(row[13 * pile + i])
            if cards[c, TOUCHED] == stamp or anew >> (c // 13) & 1:
                continue
            cards[c, TOUCHED] = stamp
            u, d = Int(row[UP + c // 13]), Int(row[DOWN + c // 13])
            nearer, farther = price[NEARER, u, d, c % 13], price[FARTHER, u, d, c % 13]
            a = above_after(cards[c, FIRST], cards[c, FIRST_PLACE], p, q, n, m, k, depth)
            b = above_after(cards[c, SECOND], cards[c, SECOND_PLACE], p, q, n, m, k, depth)
            less += pair_cost(cards[c, FIRST], cards[c, SECOND], nearer, farther)
            less -= pair_cost(a, b, nearer, farther)
    for suit in range(4):
        if anew >> suit & 1:
            u, d = Int(row[UP + suit]), Int(row[DOWN + suit])
            if suit == card // 13:
                u, d = nu, nd
            less += costs[suit] - cost_after(k, p, q, n, m, suit, u, d, price, w, cards)
    return less


def cost_after(
    k: Any, p: Any, q: Any, n: Any, m: Any, suit: Any, u: Any, d: Any, price: Any, w: Any, cards: Any
) -> Any:  # fmt: skip
    """What `suit_cost` will be after the step."""
    depth = w[W_DEPTH]
    cost = price[NEARER, u, d, 13]
    least = 99
    for rank in range(13):
        c = suit * 13 + rank
        if cards[c, FIRST] < 0:
            continue
        a = above_after(cards[c, FIRST], cards[c, FIRST_PLACE], p, q, n, m, k, depth)
        b = above_after(cards[c, SECOND], cards[c, SECOND_PLACE], p, q, n, m, k, depth)
        if u + 1 != d:
            cost += pair_cost(a, b, price[NEARER, u, d, rank], price[FARTHER, u, d, rank])
            continue
        if a >= 0:
            cost += w[W_MEET] * a
            least = min(least, a)
        if b >= 0:
            cost += w[W_MEET] * b
            least = min(least, b)
    return cost + w[W_LEAST] * least if least < 99 else cost


def above_after(above: Any, place: Any, p: Any, q: Any, n: Any, m: Any, k: Any, depth: Any) -> Any:
    """Cards above one copy of a card once pile p, of n cards, has given its top to pile q, of m; -1 if it is gone."""
    if above < 0:
        return above
    pile, i = place >> 4, place & 15
    if pile == p:
        if i == n - 1:
            return 0 if q >= 0 else -1
        return covered(i, n - 1, k, depth)
    return covered(i, m + 1, k, depth) if pile == q else above


def noisy(value: Any, noise: Any, random: Any) -> Any:
    """The value with noise (xorshift64)."""
    if noise <= 0:
        return value
    x = random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    random[0] = x
    return value + Int((x >> np.uint64(33)) % np.uint64(noise))


# --- From one layer to the next --------------------------------------------------------------------------------------
def new_layer(strata: Any, width: Any) -> Any:
    return Layer(
        np.empty((strata, width, ROW), np.uint8),
        np.zeros((strata, width), np.int32),
        np.zeros((strata, width), np.int32),
        np.zeros(strata, np.int64),
    )


def new_children(strata: Any, capacity: Any) -> Any:
    return Children(
        np.empty((strata, capacity), np.int64),
        np.empty((strata, capacity), np.uint64),
        np.empty((strata, capacity), np.int32),
        np.empty((strata, capacity), np.int16),
        np.zeros(strata, np.int64),
    )


def new_tree(kept: Any) -> Any:
    slots = 1024
    while slots < min(2 * kept, MOST_SEEN):
        slots *= 2
    return Tree(np.empty(kept, np.int32), np.empty(kept, np.int16), np.zeros(slots, np.uint64))


def add(children: Any, k: Any, value: Any, h: Any, origin: Any, step: Any) -> None:
    i = children.size[k]
    children.key[k, i] = (value << INDEX) - i
    children.hash[k, i] = h
    children.origin[k, i] = origin
    children.step[k, i] = step
    children.size[k] = i + 1


def expand(
    layer: Any, k: Any, at: Any, target: Any, most: Any, price: Any, w: Any, cards: Any, costs: Any, hashes: Any,
    steps: Any, tree: Any, children: Any, tally: Any, random: Any,
) -> Any:  # fmt: skip
    """Add the children of a state. Returns the step that wins from it, and the moves of the line with it; or -1.

    A line that cannot have at most `most` moves is not gone on with.
    """
    seen, capacity = tree.seen, children.key.shape[1]
    row = layer.row[k, at]
    before = layer.count[k, at]
    origin = k * layer.row.shape[1] + at
    value, piles_hash, rest_hash = look_at(row, k, target, price, w, cards, costs, hashes)
    count = cards_in(row)
    forced = forced_pile(row)
    last = tree.step[layer.name[k, at]]
    for p in range(16):
        n = Int(row[HEIGHT + p])
        if n == 0 or (forced >= 0 and p != forced):
            continue
        card = Int(row[13 * p + n - 1])
        suit, rank = card // 13, card % 13
        for turn in range(steps_of(row, p, forced, last, steps)):
            step = steps[turn]
            tally[NODES] += 1
            nu, nd, q, after = Int(row[UP + suit]), Int(row[DOWN + suit]), -1, before + 1
            if step >= M_ONTO:
                q = (step - M_ONTO) // 16
            elif step >= M_MEET:
                after += transfers(nu, rank) * 65537
                nu, nd = rank, rank
            elif step >= M_DOWN:
                nd = rank
            else:
                nu = rank
            if count == 1 and q < 0:
                return step, after & 65535
            if (after & 65535) + count - (1 if q < 0 else 0) > most:
                continue
            h = piles_hash - mixed(hashes[p, n]) + mixed(hashes[p, n - 1])
            f = rest_hash
            if q >= 0:
                whole = hashes[q, Int(row[HEIGHT + q])]
                h += mixed(appended(whole, card)) - mixed(whole)
            else:
                f += foundations_hash(nu, nd, suit) - hashes[16, suit]
            h = whole_hash(h, f)
            if seen[find(seen, h)] == h or children.size[k] == capacity:
                continue
            tally[STAMP] += 1
            better = gain(row, k, p, q, nu, nd, price, w, cards, costs, tally[STAMP]) - w[W_SHIFT] * (after >> 16)
            add(children, k, noisy(value + better, w[W_NOISE], random), h, origin, step)
    if forced < 0 and k > 0 and children.size[k - 1] < capacity:
        tally[NODES] += 1
        child = row.copy()
        redealt(child)
        value, piles_hash, rest_hash = look_at(child, k - 1, target, price, w, cards, costs, hashes)
        h = whole_hash(piles_hash, rest_hash)
        if seen[find(seen, h)] != h:
            value -= w[W_SHIFT] * (before >> 16)
            add(children, k - 1, noisy(value, w[W_NOISE], random), h, origin, M_REDEAL)
    return -1, 0


def cards_in(row: Any) -> Any:
    count = 0
    for p in range(16):
        count += Int(row[HEIGHT + p])
    return count


def select(layer: Any, children: Any, width: Any, tree: Any, tally: Any, fresh: Any) -> Any:
    """The best children of each stratum make the next layer. Returns their number, or -1 if the tree is full."""
    alive = 0
    for k in range(len(children.size)):
        keys = children.key[k, : children.size[k]]
        if width > 16:
            keys = np.sort(keys)
        fresh.size[k] = 0
        for rest in range(len(keys), 0, -1):
            if fresh.size[k] == width:
                break
            key = keys[rest - 1] if width > 16 else best_of(keys)
            i = -key & ((1 << INDEX) - 1)
            h = children.hash[k, i]
            hole = find(tree.seen, h)
            if tree.seen[hole] == h:
                continue
            if tally[USED] >= len(tree.parent) or 4 * tally[USED] > 3 * len(tree.seen):
                return -1
            tree.seen[hole] = h
            keep(layer, children.origin[k, i], children.step[k, i], width, tree, tally, fresh, k)
        alive += fresh.size[k]
    return alive


def best_of(keys: Any) -> Any:
    """The largest key, which is then gone: faster than sorting where few are wanted."""
    best = 0
    for i in range(1, len(keys)):
        if keys[i] > keys[best]:
            best = i
    key = keys[best]
    keys[best] = NEVER
    return key


def keep(
    layer: Any, origin: Any, step: Any, width: Any, tree: Any, tally: Any, fresh: Any, k: Any
) -> None:  # fmt: skip
    """Make the step from a state of the layer, and put what comes of it into stratum k of the fresh one."""
    parent_k, parent_at = origin // width, origin % width
    at = fresh.size[k]
    row = fresh.row[k, at]
    row[:] = layer.row[parent_k, parent_at]
    shifts = stepped(row, step)
    fresh.count[k, at] = layer.count[parent_k, parent_at] + (0 if step == M_REDEAL else 1 + shifts * 65537)
    name = tally[USED]
    tree.parent[name] = layer.name[parent_k, parent_at]
    tree.step[name] = step
    fresh.name[k, at] = name
    fresh.size[k] += 1
    tally[USED] += 1


def write_line(tree: Any, name: Any, last: Any, moves: Any) -> Any:
    """Write the steps to a state, and the last one after it. Returns how many they are."""
    length = 1
    at = name
    while tree.parent[at] >= 0:
        length += 1
        at = tree.parent[at]
    moves[length - 1] = last
    for i in range(length - 2, -1, -1):
        moves[i] = tree.step[name]
        name = tree.parent[name]
    return length


def beam(
    root: Any, width: Any, price: Any, w: Any, seed: Any, budget: Any, most: Any, moves: Any, counts: Any
) -> Any:  # fmt: skip
    """Search once. Returns the length of the winning line written to `moves`, or 0; counts[0] += generated states.

    A line may have at most `most` moves (plays, pile moves and transfers); those of the line found go to counts[1].
    """
    strata = Int(root[LEFT]) + 1
    layer, fresh = new_layer(strata, width), new_layer(strata, width)
    children = new_children(strata, 24 * width + 256)
    tree = new_tree(STEPS * width * strata + 1)
    cards = np.zeros((52, 6), np.int64)
    costs = np.empty(4, np.int64)
    hashes = np.empty((17, 14), np.uint64)
    steps = np.empty(18, np.int64)
    random = np.array([mixed(np.uint64(seed) + np.uint64(0x1234567))])
    tally = np.zeros(3, np.int64)
    tally[USED] = 1
    layer.row[strata - 1, 0] = root
    layer.size[strata - 1] = 1
    tree.parent[0] = -1
    tree.step[0] = -1
    target = cards_in(root)
    for _step in range(STEPS):
        children.size[:] = 0
        for k in range(strata):
            for at in range(layer.size[k]):
                last, length = expand(
                    layer, k, at, target, most, price, w, cards, costs, hashes, steps, tree, children, tally, random
                )
                if last >= 0:
                    counts[0] += tally[NODES]
                    counts[1] = length
                    return write_line(tree, layer.name[k, at], last, moves) if length <= most else 0
        if select(layer, children, width, tree, tally, fresh) <= 0 or tally[NODES] >= budget:
            break
        layer, fresh = fresh, layer
    counts[0] += tally[NODES]
    return 0
