# ruff: noqa: F821  (the builder binds `rules`)
"""A driver of our own: random games of Escalation!, in which plays are counted. See ``docs/research.md``."""

from typing import Any

from gradatim.dialect.contract import Buffer, Rules
from gradatim.dialect.random import MASK, below, seed_rng

rules: Rules  # the game the drivers are built with

ENTRIES = {"count_plays": "s games seed components out order moves first now rng"}
MOST_TURNS = 113  # one more than any game can have
ENDED, LONGEST, MOST_PLAYS, BROKEN, COUNTS = 0, 1, 2, 3, 4
TAKE = 0


def count_plays(
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
    """`out`: games that ended, most turns and most plays of a game, numbers of the census that changed."""
    for game in range(games):
        seed_rng(s.rng, seed + game)
        seed_rng(rng, (seed + game) ^ MASK)
        rules.deal(s)
        rules.census(s, first)
        turns = 0
        plays = 0
        while turns < MOST_TURNS and rules.ask_order(s, order) > 0:
            move = moves[below(rng, rules.legal(s, order[0], moves))]
            rules.apply(s, order[0], move)
            turns += 1
            if move != TAKE:
                plays += 1
            rules.census(s, now)
            for i in range(components):
                if now[i] != first[i]:
                    out[BROKEN] += 1
        if rules.to_move(s) == 0:
            out[ENDED] += 1
        out[LONGEST] = max(out[LONGEST], turns)
        out[MOST_PLAYS] = max(out[MOST_PLAYS], plays)
