#!/usr/bin/env python3
"""Crescendo between bots: how rounds go, and who wins. Prints a line of JSON and writes nothing.

python benchmarks/crescendo.py [--games N] [--max-laps N] BOT BOT [BOT ...]. A bot is `random`, the name of one of the
game's, or a number from 0 to 1: the simple bot with that memory. Bots change seats from game to game.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gradatim.bots import at_random
from gradatim.core import GradatimError, State
from gradatim.games.crescendo import content, rules
from gradatim.games.crescendo.bots import BOTS, simple

Bot = Callable[[dict[str, Any], int, Sequence[int], random.Random], int]


def bot(name: str) -> Bot:
    if name == "random":
        return at_random
    return BOTS[name] if name in BOTS else partial(simple, memory=float(name))


def play(bots: Sequence[Bot], seed: int, options: dict[str, object], seen: Sequence[Counter[str]]) -> State:
    """One game; adds to each seat's count its turns and calls, and which of these were right."""
    state = State.new("crescendo", len(bots), seed, options)
    rand = random.Random(seed)
    s: Any = state.fields
    while not state.over:
        order = state.ask_order()
        seat, legal = order[0], state.legal(order[0]).ids
        if len(order) > 1:  # others may still answer the window: no turn move yet
            legal = [move for move in legal if not state.executor.run.closes(move)]
        move = bots[seat](state.sight(seat).to_dict(), seat, legal, rand)
        turns, own = s.turns, s.own_count[seat]
        state.play(move, seat)
        seen[seat]["turns"] += s.turns > turns
        if move >= content.SLOTS and (move - content.SLOTS) % content.WIDTH == content.NUMBER:
            seen[seat]["right" if s.own_count[seat] > own else "wrong"] += 1
    for r in range(rules.ROUNDS):
        if (caller := s.sheet_caller[r]) != rules.NOBODY:
            seen[caller]["calls"] += 1
            seen[caller]["in order"] += s.sheet_wrong[r][caller] == 0
    return state


def measure(bots: Sequence[Bot], games: int, options: dict[str, object], progress: bool = False) -> dict[str, Any]:
    """Figures of many games, by bot: turns (laps) and calls of NUMBER a round, CRESCENDO, points, share of wins."""
    seats = len(bots)
    seen = [Counter[str]() for _ in bots]
    points, wins = [0] * seats, [0.0] * seats
    for game in range(games):
        who = [(seat + game) % seats for seat in range(seats)]
        score = play([bots[at] for at in who], game, options, [seen[at] for at in who]).score()
        for seat, at in enumerate(who):
            points[at] += score.totals[seat]
            wins[at] += (seat in score.winners) / len(score.winners)
        if progress:
            print(f"\r{game + 1} of {games}", end="", file=sys.stderr)
    rounds = games * rules.ROUNDS
    return {
        "games": games,
        "laps_a_round": [count["turns"] / rounds for count in seen],
        "number_right_a_round": [count["right"] / rounds for count in seen],
        "number_wrong_a_round": [count["wrong"] / rounds for count in seen],
        "crescendo_a_game": [count["calls"] / games for count in seen],
        "crescendo_right": [count["in order"] / max(1, count["calls"]) for count in seen],
        "points_a_game": [total / games for total in points],
        "wins": [share / games for share in wins],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Crescendo between bots: how rounds go, and who wins.")
    parser.add_argument("bots", nargs="+", metavar="BOT", help="random, a bot of the game, or a memory from 0 to 1")
    parser.add_argument("--games", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--max-laps", type=int, default=40, help="as the option max_laps (default 40)")
    arguments = parser.parse_args()
    try:
        bots = [bot(name) for name in arguments.bots]
        figures = measure(bots, arguments.games, {"max_laps": arguments.max_laps}, sys.stderr.isatty())
    except (GradatimError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
