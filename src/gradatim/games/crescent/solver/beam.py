"""The finder: a narrow beam search with noise, in layers by redeals left. Compiled as one text (see compiled.py).

A row is 233 bytes: pile p's card i at 13 * p + i, its height at HEIGHT + p, the tops of the foundations at UP + suit
and DOWN + suit, redeals left at LEFT. Everything that a foundation play means for a suit whose foundations meet
(up + 1 == down) is one step: transfers can shift their boundary anywhere, so every rank of the suit is next, and after
it both tops have that rank. The line is spelled out in transfers afterwards (lines.py).
"""

from typing import Any

import numpy as np

Int: Any = np.int64  # what is read from a row is made one before it is reckoned with: bytes would wrap round

ROW = 233
HEIGHT, UP, DOWN, LEFT = 208, 224, 228, 232
M_REDEAL, M_UP, M_DOWN, M_MEET, M_ONTO = 0, 1, 17, 33, 49  # moves here; MEET is a play into foundations that meet
STEPS = 300  # no line that is worth finding is longer
SHARED = 15  # distances beyond count the same
# Weights of the evaluation, by index in `w`.
W_HOME, W_PILE, W_RUN, W_PAIR, W_NOISE, W_SHIFT, W_MEET, W_LEAST, W_DEPTH = 0, 1, 2, 3, 4, 5, 6, 7, 8


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


def suit_cost(suit: Any, u: Any, d: Any, first: Any, second: Any, close: Any, far: Any, w: Any) -> Any:
    """What the cards of a suit cost where they lie. `first` and `second`: cards above each card's two copies, or -1."""
    cost = close[u, d, 13]
    if u + 1 == d:
        least = 99
        for card in range(suit * 13, suit * 13 + 13):
            a, b = first[card], second[card]
            if a >= 0:
                cost += w[6] * a
                least = min(least, a)
            if b >= 0:
                cost += w[6] * b
                least = min(least, b)
        return cost + w[7] * least if least < 99 else cost
    for rank in range(13):
        card = suit * 13 + rank
        cost += pair_cost(first[card], second[card], close[u, d, rank], far[u, d, rank])
    return cost


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


def burial(
    row: Any, k: Any, p: Any, q: Any, n: Any, card: Any, suit: Any, nu: Any, nd: Any, first: Any, second: Any,
    place: Any, close: Any, far: Any, w: Any, costs: Any, touched: Any, stamp: Any,
) -> Any:  # fmt: skip
    """How much less the cards cost where they lie once pile p's top card has gone to pile q, or home (q < 0)."""
    depth = w[8]
    m = Int(row[HEIGHT + q]) if q >= 0 else 0
    gain = 0
    redo = 0  # suits to be counted anew
    if q < 0:
        redo = 1 << suit
    for other in range(4):
        if Int(row[UP + other]) + 1 == Int(row[DOWN + other]):
            redo |= 1 << other
    for side in range(2):
        pile = p if side == 0 else q
        if pile < 0:
            break
        for i in range(n if side == 0 else m):
            c = Int(row[13 * pile + i])
            if touched[c] == stamp or redo >> (c // 13) & 1:
                continue
            touched[c] = stamp
            u, d = Int(row[UP + c // 13]), Int(row[DOWN + c // 13])
            a = moved(c, first[c], place[c, 0], card, p, q, n, m, k, depth)
            b = moved(c, second[c], place[c, 1], card, p, q, n, m, k, depth)
            near_weight, far_weight = close[u, d, c % 13], far[u, d, c % 13]
            gain += pair_cost(first[c], second[c], near_weight, far_weight)
            gain -= pair_cost(a, b, near_weight, far_weight)
    if redo:
        for other in range(4):
            if redo >> other & 1:
                u, d = Int(row[UP + other]), Int(row[DOWN + other])
                if other == suit:
                    u, d = nu, nd
                gain += costs[other] - close[u, d, 13]
                least = 99
                for c in range(other * 13, other * 13 + 13):
                    if first[c] < 0:
                        continue
                    a = moved(c, first[c], place[c, 0], card, p, q, n, m, k, depth)
                    b = moved(c, second[c], place[c, 1], card, p, q, n, m, k, depth)
                    if u + 1 == d:
                        if a >= 0:
                            gain -= w[6] * a
                            least = min(least, a)
                        if b >= 0:
                            gain -= w[6] * b
                            least = min(least, b)
                    else:
                        gain -= pair_cost(a, b, close[u, d, c % 13], far[u, d, c % 13])
                if least < 99:
                    gain -= w[7] * least
    return gain


def moved(
    c: Any, before: Any, where: Any, card: Any, p: Any, q: Any, n: Any, m: Any, k: Any, depth: Any
) -> Any:  # fmt: skip
    """Cards above one copy of a card after the move; -1 if it is gone."""
    if before < 0:
        return before
    pile, i = where >> 4, where & 15
    if pile == p:
        if i == n - 1:
            return 0 if q >= 0 else -1
        return covered(i, n - 1, k, depth)
    if pile == q:
        return covered(i, m + 1, k, depth)
    return before


def judged(row: Any, first: Any, second: Any, tops: Any, close: Any, far: Any, w: Any, target: Any) -> Any:
    """The value and the hash of a row, from nothing. Overwrites `first`, `second` and `tops`."""
    left = Int(row[LEFT])
    h = np.uint64(0)
    f = left_hash(left)
    cards, piles, runs = 0, 0, 0
    for card in range(52):
        first[card] = -1
        second[card] = -1
        tops[card] = 0
    for p in range(16):
        n = Int(row[HEIGHT + p])
        cards += n
        one = np.uint64(1)
        for i in range(n):
            card = Int(row[13 * p + i])
            one = appended(one, card)
            c = covered(i, n, left, w[8])
            if first[card] < 0:
                first[card] = c
            else:
                second[card] = c
            if i > 0 and near(card, Int(row[13 * p + i - 1])):
                runs += 1
        h += mixed(one)
        if n > 0:
            piles += 1
            tops[Int(row[13 * p + n - 1])] += 1
    score = w[0] * (target - cards) + w[1] * piles + w[2] * runs
    for suit in range(4):
        u, d = Int(row[UP + suit]), Int(row[DOWN + suit])
        score -= suit_cost(suit, u, d, first, second, close, far, w)
        f += foundations_hash(u, d, suit)
        mask = 0
        for rank in range(13):
            if tops[suit * 13 + rank] > 0:
                mask |= 1 << rank
        score += w[3] * pairs_of(mask)
    h = mixed(h ^ f)
    return score, h if h != 0 else np.uint64(1)


def beam(
    root: Any, width: Any, w: Any, close: Any, far: Any, seed: Any, budget: Any, most: Any, moves: Any, counts: Any
) -> Any:
    """Search once. Returns the length of the winning line written to `moves`, or 0; counts[0] += generated states.

    `w` are the weights, `close` and `far` those of a card's nearer and farther copy by [up, down, rank]; `most` is the
    most moves that a line may have (plays, pile moves and transfers), with counts[1] the moves of the line found.
    """
    strata = Int(root[LEFT]) + 1
    shift_weight, noise, depth = w[5], w[4], w[8]
    layer = np.empty((strata, width, ROW), np.uint8)
    fresh = np.empty((strata, width, ROW), np.uint8)
    names = np.zeros((strata, width), np.int32)  # of states kept, in `parents`
    shifts = np.zeros((strata, width), np.int32)  # moves so far, redeals not counted, transfers in the upper half
    fresh_names = np.zeros((strata, width), np.int32)
    fresh_shifts = np.zeros((strata, width), np.int32)
    sizes = np.zeros(strata, np.int64)
    capacity = 24 * width + 256
    keys = np.empty((strata, capacity), np.int64)
    hashes = np.empty((strata, capacity), np.uint64)
    origins = np.empty((strata, capacity), np.int32)  # stratum * width + place of the parent
    steps = np.empty((strata, capacity), np.int16)
    found = np.zeros(strata, np.int64)
    kept = STEPS * width * strata + 1
    parents = np.empty(kept, np.int32)
    made = np.empty(kept, np.int16)
    slots = 1024
    while slots < min(2 * kept, 1 << 24):
        slots *= 2
    seen = np.zeros(slots, np.uint64)
    used = 1
    counts[1] = 99
    pile_hash = np.empty((16, 14), np.uint64)
    whole = np.empty(16, np.uint64)
    first = np.empty(52, np.int64)
    second = np.empty(52, np.int64)
    place = np.empty((52, 2), np.int64)
    tops = np.zeros(52, np.int64)
    costs = np.empty(4, np.int64)
    suit_hash = np.empty(4, np.uint64)
    touched = np.zeros(52, np.int64)
    stamp = 0
    child = np.empty(ROW, np.uint8)
    random = mixed(np.uint64(seed) + np.uint64(0x1234567))
    layer[strata - 1, 0] = root
    parents[0] = -1
    made[0] = -1
    sizes[strata - 1] = 1
    target = 0
    for p in range(16):
        target += root[HEIGHT + p]
    nodes = 0
    for _step in range(STEPS):
        for k in range(strata):
            found[k] = 0
        for k in range(strata):
            for at in range(sizes[k]):
                row = layer[k, at]
                last = made[names[k, at]]
                # --- what the children share ---
                for card in range(52):
                    first[card] = -1
                    second[card] = -1
                    tops[card] = 0
                total_hash = np.uint64(0)
                runs = 0
                cards = 0
                piles = 0
                for p in range(16):
                    n = Int(row[HEIGHT + p])
                    h = np.uint64(1)
                    pile_hash[p, 0] = h
                    cards += n
                    for i in range(n):
                        card = Int(row[13 * p + i])
                        h = appended(h, card)
                        pile_hash[p, i + 1] = h
                        c = covered(i, n, k, depth)
                        if first[card] < 0:
                            first[card] = c
                            place[card, 0] = p * 16 + i
                        else:
                            second[card] = c
                            place[card, 1] = p * 16 + i
                        if i > 0 and near(card, Int(row[13 * p + i - 1])):
                            runs += 1
                    whole[p] = mixed(h)
                    total_hash += whole[p]
                    if n > 0:
                        piles += 1
                        tops[Int(row[13 * p + n - 1])] += 1
                total_cost = 0
                total_pairs = 0
                foundation = left_hash(k)
                for suit in range(4):
                    u, d = Int(row[UP + suit]), Int(row[DOWN + suit])
                    costs[suit] = suit_cost(suit, u, d, first, second, close, far, w)
                    total_cost += costs[suit]
                    suit_hash[suit] = foundations_hash(u, d, suit)
                    foundation += suit_hash[suit]
                    mask = 0
                    for rank in range(13):
                        if tops[suit * 13 + rank] > 0:
                            mask |= 1 << rank
                    total_pairs += pairs_of(mask)
                counts[1] = min(counts[1], cards)
                base = w[0] * (target - cards) + w[1] * piles + w[2] * runs + w[3] * total_pairs - total_cost
                moves_here = shifts[k, at]
                # --- the steps from here ---
                forced = -1
                for p in range(16):
                    n = Int(row[HEIGHT + p])
                    if n == 0:
                        continue
                    card = Int(row[13 * p + n - 1])
                    suit, rank = card // 13, card % 13
                    u, d = Int(row[UP + suit]), Int(row[DOWN + suit])
                    if u >= d and (rank == u + 1 or rank == d - 1):
                        forced = p
                        break
                for p in range(16):
                    n = Int(row[HEIGHT + p])
                    if n == 0 or (forced >= 0 and p != forced):
                        continue
                    card = Int(row[13 * p + n - 1])
                    suit, rank = card // 13, card % 13
                    u, d = Int(row[UP + suit]), Int(row[DOWN + suit])
                    for kind in range(2 + 16):
                        nu, nd, q, extra = u, d, -1, 0
                        if kind == 0:
                            if u + 1 == d:
                                step = M_MEET + p
                                nu, nd = rank, rank
                                extra = transfers(u, rank)
                            elif rank == u + 1:
                                step = M_UP + p
                                nu = rank
                            else:
                                continue
                        elif kind == 1:
                            if u + 1 == d or rank != d - 1 or u + 2 == d:
                                continue
                            step = M_DOWN + p
                            nd = rank
                        else:
                            if forced >= 0:
                                break
                            q = kind - 2
                            m = Int(row[HEIGHT + q])
                            if q == p or m == 0 or m == 13 or not near(card, Int(row[13 * q + m - 1])):
                                continue
                            step = M_ONTO + q * 16 + p
                            if last == M_ONTO + p * 16 + q:
                                continue  # there and back again
                        nodes += 1
                        count = moves_here + 1 + extra * 65537
                        if cards == 1 and q < 0:
                            length = 1
                            name = names[k, at]
                            while parents[name] >= 0:
                                length += 1
                                name = parents[name]
                            counts[0] += nodes
                            counts[1] = count & 65535
                            if counts[1] > most:
                                return 0
                            moves[length - 1] = step
                            name = names[k, at]
                            for i in range(length - 2, -1, -1):
                                moves[i] = made[name]
                                name = parents[name]
                            return length
                        if (count & 65535) + cards - (1 if q < 0 else 0) > most:
                            continue
                        # hash
                        h = total_hash - whole[p] + mixed(pile_hash[p, n - 1])
                        f = foundation
                        if q >= 0:
                            m = Int(row[HEIGHT + q])
                            h += mixed(appended(pile_hash[q, m], card)) - whole[q]
                        else:
                            f += foundations_hash(nu, nd, suit) - suit_hash[suit]
                        h = mixed(h ^ f)
                        if h == 0:
                            h = np.uint64(1)
                        if seen[find(seen, h)] == h or found[k] == capacity:
                            continue
                        # evaluation
                        stamp += 1
                        score = base
                        exposed = -1
                        if n > 1:
                            exposed = Int(row[13 * p + n - 2])
                            if near(card, exposed):
                                score -= w[2]
                        else:
                            score -= w[1]
                        buried = -1
                        if q >= 0:
                            buried = Int(row[13 * q + Int(row[HEIGHT + q]) - 1])
                            score += w[2]
                        else:
                            score += w[0]
                        # pairs on tops: the card stays on top unless played
                        affected = suit
                        for turn in range(2):
                            if turn == 1:
                                if exposed < 0 or exposed // 13 == suit:
                                    break
                                affected = exposed // 13
                            before = 0
                            after = 0
                            for r in range(13):
                                c = affected * 13 + r
                                t = tops[c]
                                if t > 0:
                                    before |= 1 << r
                                if c == exposed:
                                    t += 1
                                if c == buried or (q < 0 and c == card):
                                    t -= 1
                                if t > 0:
                                    after |= 1 << r
                            score += w[3] * (pairs_of(after) - pairs_of(before))
                        # burial: cards of the piles touched, and of the suit whose foundation moves
                        score += burial(
                            row,
                            k,
                            p,
                            q,
                            n,
                            card,
                            suit,
                            nu,
                            nd,
                            first,
                            second,
                            place,
                            close,
                            far,
                            w,
                            costs,
                            touched,
                            stamp,
                        )
                        score -= shift_weight * (count >> 16) + w[9] * (count & 65535)
                        if noise > 0:
                            random ^= random << np.uint64(13)
                            random ^= random >> np.uint64(7)
                            random ^= random << np.uint64(17)
                            score += Int((random >> np.uint64(33)) % np.uint64(noise))
                        i = found[k]
                        keys[k, i] = (score << 22) - i
                        hashes[k, i] = h
                        origins[k, i] = k * width + at
                        steps[k, i] = step
                        found[k] = i + 1
                if forced < 0 and k > 0 and found[k - 1] < capacity:
                    nodes += 1
                    child[:] = row
                    redealt(child)
                    score, h = judged(child, first, second, tops, close, far, w, target)
                    if seen[find(seen, h)] != h:
                        score -= shift_weight * (moves_here >> 16) + w[9] * (moves_here & 65535)
                        if noise > 0:
                            random ^= random << np.uint64(13)
                            random ^= random >> np.uint64(7)
                            random ^= random << np.uint64(17)
                            score += Int((random >> np.uint64(33)) % np.uint64(noise))
                        i = found[k - 1]
                        keys[k - 1, i] = (score << 22) - i
                        hashes[k - 1, i] = h
                        origins[k - 1, i] = k * width + at
                        steps[k - 1, i] = M_REDEAL
                        found[k - 1] = i + 1
        # --- the best of each stratum make the next layer ---
        alive = 0
        for k in range(strata):
            n = found[k]
            taken = 0
            ordered = keys[k, :n]
            if width > 16:
                ordered = np.sort(ordered)
            rest = n
            while taken < width and rest > 0:
                if width > 16:
                    rest -= 1
                    key = ordered[rest]
                else:
                    best = 0
                    for i in range(1, n):
                        if ordered[i] > ordered[best]:
                            best = i
                    key = ordered[best]
                    if key == -(1 << 62):
                        break
                    ordered[best] = -(1 << 62)
                i = -key & ((1 << 22) - 1)
                h = hashes[k, i]
                hole = find(seen, h)
                if seen[hole] == h:
                    continue
                if used >= kept or 4 * used > 3 * slots:
                    counts[0] += nodes
                    return 0
                seen[hole] = h
                origin = origins[k, i]
                ok, oat = origin // width, origin % width
                new = fresh[k, taken]
                new[:] = layer[ok, oat]
                extra = stepped(new, steps[k, i])
                count = shifts[ok, oat]
                if steps[k, i] != M_REDEAL:
                    count += 1 + extra * 65537
                fresh_shifts[k, taken] = count
                parents[used] = names[ok, oat]
                made[used] = steps[k, i]
                fresh_names[k, taken] = used
                used += 1
                taken += 1
            sizes[k] = taken
            alive += taken
        layer, fresh = fresh, layer
        names, fresh_names = fresh_names, names
        shifts, fresh_shifts = fresh_shifts, shifts
        if alive == 0 or nodes >= budget:
            break
    counts[0] += nodes
    return 0
