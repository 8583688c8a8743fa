# ruff: noqa: F821  (the builder binds `rules`)
"""A driver: random games of Crescendo in which everything that must hold is looked at after every move."""

from typing import Any

from gradatim.dialect.contract import Buffer, Rules
from gradatim.dialect.random import MASK, below, seed_rng
from gradatim.games.crescendo.content import BACKS, CRESCENDO, JOKER, KINDS, ROW
from gradatim.games.crescendo.rules import DRAWN, EVERYBODY, GIVEN, LAST, NOBODY, TURN

rules: Rules  # the game the drivers are built with

ENTRIES = {"check_games": "s games seed components out order moves first now rng"}
ENDED, DECISIONS, LONGEST_ROW, MOST_SHUFFLES, LOST, ROWS, RESERVE, PLACES, TURNS, COUNTS = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
MOST_DECISIONS = 100_000


def check_games(
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
    """Most windows pass without a call and CRESCENDO is seldom called, so that Reserves run out.

    Adds to `out`: games that ended, decisions, the longest row, most reshuffles; and faults: cards lost or
    doubled (LOST), and those that `row_faults`, `reserve_faults`, `place_faults` and `turn_faults` find.
    """
    for game in range(games):
        seed_rng(s.rng, seed + game)
        seed_rng(rng, (seed + game) ^ MASK)
        rules.deal(s)
        rules.census(s, first)
        decisions = 0
        while decisions < MOST_DECISIONS and rules.ask_order(s, order) > 0:
            count = rules.legal(s, order[0], moves)
            if rules.closes(moves[0]) == 0 and below(rng, 4) > 0:
                count = 1  # HOLD or DECLINE, which stand first
            move = moves[below(rng, count)]
            if move == CRESCENDO and below(rng, 8) > 0:
                move = moves[0]
            rules.apply(s, order[0], move)
            decisions += 1
            rules.census(s, now)
            for i in range(components):
                if now[i] != first[i]:
                    out[LOST] += 1
            for seat in range(s.seats):
                out[ROWS] += row_faults(s, seat)
                out[LONGEST_ROW] = max(out[LONGEST_ROW], s.row_count[seat])
            out[RESERVE] += reserve_faults(s)
            out[PLACES] += place_faults(s)
            out[TURNS] += turn_faults(s)
            out[MOST_SHUFFLES] = max(out[MOST_SHUFFLES], s.shuffles)
        if rules.to_move(s) == 0:
            out[ENDED] += 1
        out[DECISIONS] += decisions


def row_faults(s: Any, seat: int) -> int:
    """A card's back is that of its kind; a locked one is seen by all; who has not seen it may know when it left."""
    faults = 0
    if s.row_count[seat] > ROW or s.own_count[seat] > 100:
        return 1
    for slot in range(s.row_count[seat]):
        kind = s.row[seat][slot]
        if kind < 1 or kind >= KINDS or s.back[seat][slot] != s.back_of[kind]:
            faults += 1
        if s.locked[seat][slot] == 1 and s.seen[seat][slot] != EVERYBODY:
            faults += 1
        if kind < JOKER and s.seen[seat][slot] != EVERYBODY and s.entered[kind] != s.born[seat][slot]:
            faults += 1
        if s.born[seat][slot] > s.shuffles or s.seen[seat][slot] > EVERYBODY:
            faults += 1
    for slot in range(s.row_count[seat], ROW):
        if s.row[seat][slot] + s.seen[seat][slot] + s.born[seat][slot] + s.locked[seat][slot] > 0:
            faults += 1
    return faults


def reserve_faults(s: Any) -> int:
    """Each card lies among those of its back, the top is one of them, and an empty Reserve is renewed at once."""
    faults = 0
    left = 0
    for back in range(BACKS):
        count = s.reserve_count[back]
        left += count
        for i in range(count):
            if s.reserve[back][i] == 0 or s.back_of[s.reserve[back][i]] != back:
                faults += 1
        if count < 100 and s.reserve[back][count] != 0:
            faults += 1
    if (left == 0) != (s.top_back == BACKS) or (s.top_back < BACKS and s.reserve_count[s.top_back] == 0):
        faults += 1
    if left == 0 and s.pile_count > 1:
        faults += 1
    return faults


def place_faults(s: Any) -> int:
    """The pile has a top, unless it has just been drawn; a card is in hand exactly while it has to be placed."""
    faults = 0
    if s.pile_count == 0 and s.phase != DRAWN:
        faults += 1
    if s.pile_count < 100 and s.pile[s.pile_count] != 0:
        faults += 1
    if (s.drawn > 0) != (s.phase == DRAWN) or s.drawn_born > s.shuffles:
        faults += 1
    if s.phase == GIVEN and (s.given >= s.row_count[s.turn] or s.locked[s.turn][s.given] == 1):
        faults += 1
    return faults


def turn_faults(s: Any) -> int:
    """Windows are open before a turn or at the end only; final turns are the caller's doing; counts stay small."""
    faults = 0
    if s.open == 1 and s.phase != TURN and s.phase != LAST:
        faults += 1
    if (s.finals > 0 and s.caller == NOBODY) or s.finals > s.seats or s.turn >= s.seats or s.dealer >= s.seats:
        faults += 1
    if s.turns >= 1 << 16 or s.shuffles >= 1 << 15:
        faults += 1
    for seat in range(s.seats):
        if s.held[seat] > 1 or s.chosen[seat] > 1 or s.passed[seat] > 1 or s.choice[seat] >= 64:
            faults += 1
    return faults
