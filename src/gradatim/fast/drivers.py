# ruff: noqa: F821  (the builder binds `rules`)
"""What is done with a game in bulk, written once in the rules dialect: runs interpreted and compiled like the rules.

`rules` stands for the game's own functions. Parameters: `s` and `t` states, buffers (one `Buffer` each), all else
int. `ENTRIES` names the arguments of each driver, for the builder.
"""

from typing import Any

from gradatim.dialect.contract import Buffer, Rules
from gradatim.dialect.random import MASK, below, seed_rng

rules: Rules  # whichever game the drivers are built with

ENTRIES = {
    "play_random": "s games seed components out order moves first now rng",
    "playouts": "s t eye games seed whole out order scores",
}
# Slots of the report of `play_random`.
CHECKSUM, DECISIONS, ENDED, LONGEST, BROKEN, REPORT = 0, 1, 2, 3, 4, 5
MOST_DECISIONS = 100_000  # in one game: one that has not ended by then is not counted as ended


def copy(t: Any, s: Any) -> None:
    """t becomes s. The builder writes the compiled form field by field; interpreted it is `interpreted_copy`."""


def claims(moves: Buffer, count: int) -> int:
    """While other seats may still answer a window, keep only what does not close it. There is always HOLD."""
    kept = 0
    for i in range(count):
        if rules.closes(moves[i]) == 0:
            moves[kept] = moves[i]
            kept += 1
    return kept


def play_random(
    s: Any,
    games: int,
    seed: int,
    components: int,
    out: Buffer,
    order: Buffer,
    moves: Buffer,
    first: Buffer,
    now: Buffer,
    rng: Buffer,
) -> None:
    """Play games whose every move is drawn evenly from the legal ones; `s` says seats and options.

    Game i is dealt from seed + i; its moves are drawn from a stream of their own. Adds to `out`: CHECKSUM over all
    moves, seats and results, DECISIONS, ENDED, LONGEST; and, if `components` is not 0 but their number, in BROKEN
    the counts of the census that are not what they were after the deal, looked at after every move.
    """
    checksum = out[CHECKSUM]
    for game in range(games):
        seed_rng(s.rng, seed + game)
        seed_rng(rng, (seed + game) ^ MASK)
        rules.deal(s)
        if components > 0:
            rules.census(s, first)
        decisions = 0
        while decisions < MOST_DECISIONS:
            asked = rules.ask_order(s, order)
            if asked == 0:
                break
            seat = order[0]
            count = rules.legal(s, seat, moves)
            if asked > 1:
                count = claims(moves, count)
            move = moves[below(rng, count)]
            rules.apply(s, seat, move)
            checksum = (checksum * 31 + move * 8 + seat + 1) & MASK
            decisions += 1
            if components > 0:
                rules.census(s, now)
                for i in range(components):
                    if now[i] != first[i]:
                        out[BROKEN] += 1
        if rules.to_move(s) == 0:
            out[ENDED] += 1
        out[DECISIONS] += decisions
        out[LONGEST] = max(out[LONGEST], decisions)
        rules.score(s, moves)
        checksum = (checksum * 31 + moves[0]) & MASK
    out[CHECKSUM] = checksum


def paused(s: Any) -> int:
    """Several may act, but on no window: a round is scored, and anybody may deal the next."""
    seats = rules.to_move(s)
    return 1 if seats & (seats - 1) != 0 and rules.window(s) == 0 else 0


def playouts(
    s: Any, t: Any, eye: int, games: int, seed: int, whole: int, out: Buffer, order: Buffer, scores: Buffer
) -> None:
    """Play worlds that are consistent with what `eye` knows with the quick policy: to the end, or of the round only.

    Adds each seat's shared first places to `out`, in units of 1/60 so that every share is whole.
    """
    for game in range(games):
        copy(t, s)
        rules.determinize(t, eye, seed + game)
        decisions = 0
        while decisions < MOST_DECISIONS and rules.ask_order(t, order) > 0:
            rules.apply(t, order[0], rules.quick(t, order[0]))
            decisions += 1
            if whole == 0 and paused(t) == 1:
                break
        rules.score(t, scores)
        width = len(scores) // t.seats
        shared = 0
        for seat in range(t.seats):
            if scores[seat * width + width - 1] == 1:
                shared += 1
        for seat in range(t.seats):
            if scores[seat * width + width - 1] == 1:
                out[seat] += 60 // shared
