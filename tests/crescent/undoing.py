# ruff: noqa: F821  (the builder binds `rules`)
"""A driver for tests: random games of Crescent in which moves are taken back and made again."""

from typing import Any

from gradatim.dialect.contract import Buffer, Rules
from gradatim.dialect.random import MASK, below, seed_rng

rules: Rules  # the game the drivers are built with

ENTRIES = {"play_and_undo": "s t games seed out moves now rng"}
GAMES, MADE, REDEALS, UNDONE, BROKEN, CHECKSUM, COUNTS = 0, 1, 2, 3, 4, 5, 6
REDEAL = 0


def copy(t: Any, s: Any) -> None:
    """t becomes s; the executors have their own."""


def fingerprint(s: Any) -> int:
    """Every field that a move can change, in one number."""
    found = s.left * 1024 + s.moves
    for p in range(16):
        found = (found * 31 + s.height[p] * 8 + s.shut[p]) & MASK
        for at in range(13):
            found = (found * 31 + s.pile[p][at]) & MASK
    for suit in range(4):
        found = (found * 31 + s.up[suit] * 16 + s.down[suit]) & MASK
    for card in range(52):
        found = (found * 31 + s.tops[card]) & MASK
    return (found * 31 + s.full * 8 + s.home * 4 + s.ending) & MASK


def cards(s: Any) -> int:
    """Cards in piles and on foundations, counted from heights and tops alone."""
    found = 0
    for p in range(16):
        found += s.height[p]
    for suit in range(4):
        found += s.up[suit] + 1 + 13 - s.down[suit]
    return found


def play_and_undo(s: Any, t: Any, games: int, seed: int, out: Buffer, moves: Buffer, now: Buffer, rng: Buffer) -> None:
    """Each move with chance 1/4 is taken back and made again: both must give exactly what was there before."""
    for game in range(games):
        seed_rng(s.rng, seed + game)
        seed_rng(rng, (seed + game) ^ MASK)
        rules.deal(s)
        out[GAMES] += 1
        while rules.to_move(s) > 0:
            move = moves[below(rng, rules.legal(s, 0, moves))]
            before = fingerprint(s)
            copy(t, s)
            rules.apply(s, 0, move)
            after = fingerprint(s)
            if below(rng, 4) == 0:
                out[UNDONE] += 1
                copy(s, t)
                if fingerprint(s) != before:
                    out[BROKEN] += 1
                rules.apply(s, 0, move)
                if fingerprint(s) != after:
                    out[BROKEN] += 1
            out[MADE] += 1
            if move == REDEAL:
                out[REDEALS] += 1
            rules.census(s, now)
            for card in range(52):
                if now[card] != 2:
                    out[BROKEN] += 1
            if cards(s) != 104:
                out[BROKEN] += 1
            out[CHECKSUM] = (out[CHECKSUM] * 31 + after) & MASK
