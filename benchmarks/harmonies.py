#!/usr/bin/env python3
"""Harmonies between bots, or its rules in bulk. Prints a line of JSON and writes nothing.

python benchmarks/harmonies.py [--preset NAME] [--option NAME=VALUE ...] [--games N] BOT [BOT ...]
python benchmarks/harmonies.py [--preset NAME] [--option NAME=VALUE ...] --speed SECONDS [--seats N]
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from gradatim.bots import at_random
from gradatim.core import GradatimError, State, load
from gradatim.fast import Bulk
from gradatim.fast.bench import Contender, side_by_side
from gradatim.games.harmonies import content, rules, scoring
from gradatim.games.harmonies.bots import BOTS

Bot = Callable[[dict[str, Any], int, Sequence[int], random.Random], int]
Options = dict[str, object]


def play(bots: Sequence[Bot], seed: int, options: Options, took: list[float]) -> State:
    """One game; adds the CPU seconds of each decision."""
    state, rand = State.new("harmonies", len(bots), seed, options), random.Random(seed)
    while not state.over:
        seat = state.to_move[0]
        sight, legal = state.sight(seat).to_dict(), state.legal(seat).ids
        start = time.process_time()
        move = bots[seat](sight, seat, legal, rand)
        took.append(time.process_time() - start)
        state.play(move)
    return state


def measure(names: Sequence[str], games: int, options: Options, progress: bool = False) -> dict[str, Any]:
    """Points by bot: mean, least, quartiles, most; means by category; and what was used of the modules."""
    bots = [at_random if name == "random" else BOTS[name] for name in names]
    seats = len(bots)
    points: list[list[int]] = [[] for _ in bots]
    parts: list[list[Sequence[int]]] = [[] for _ in bots]
    tiles, begun, cubes, wins = ([0.0] * seats for _ in range(4))
    suns: list[int] = []
    took: list[float] = []
    for game in range(games):
        who = [(seat + game) % seats for seat in range(seats)]  # bots change seats from game to game
        state = play([bots[at] for at in who], game, options, took)
        score = state.score()
        s: Any = state.fields
        for seat, at in enumerate(who):
            points[at].append(score.totals[seat])
            parts[at].append(score.parts[seat])
            wins[at] += (seat in score.winners) / len(score.winners)
            tiles[at] += sum(s.where[tile] == content.DONE + seat for tile in range(content.TILE, content.THINGS))
            begun[at] += sum(number > content.TILE for number in s.held[seat])
            cubes[at] += s.whisper[seat].bit_count()
        if seats == 1:
            suns.append(scoring.suns(s, score.totals[0]))
        if progress:
            print(f"\r{game + 1} of {games}", end="", file=sys.stderr)
    return {
        "games": games,
        "mean": [statistics.mean(own) for own in points],
        "least_quartiles_most": [[min(own), *map(round, statistics.quantiles(own)), max(own)] for own in points],
        "parts": [dict(zip(rules.PARTS, map(statistics.mean, zip(*own, strict=True)), strict=True)) for own in parts],
        "sanctuaries": [number / games for number in tiles],
        "sanctuaries_unfinished": [number / games for number in begun],
        "whisper_cubes": [number / games for number in cubes],
        "wins": [share / games for share in wins],
        "suns": statistics.mean(suns) if suns else None,
        "ms_a_decision": {"mean": 1000 * statistics.mean(took), "most": 1000 * max(took)},
    }


def speed(seconds: float, seats: int, options: Options) -> dict[str, Any]:
    """Random games compiled and interpreted, side by side on one core: the best of five rounds each."""

    def contender(bulk: Bulk, count: Callable[[int, int], int]) -> Contender:
        def run(games: int) -> tuple[int, float]:
            start = time.thread_time()
            decisions = bulk.play_random(games, seats, 1, options).decisions
            return count(games, decisions), time.thread_time() - start

        return run

    game = load("harmonies")
    compiled, interpreted = Bulk(game), Bulk(game, compiled=False)
    rates = side_by_side(
        {
            "compiled": contender(compiled, lambda _, decisions: decisions),
            "interpreted": contender(interpreted, lambda _, decisions: decisions),
            "games": contender(compiled, lambda games, _: games),
        },
        seconds,
    )
    best = {name: max(found) for name, found in rates.items()}
    return {
        "decisions_per_s": best["compiled"],
        "games_per_s": best["games"],
        "interpreted_decisions_per_s": best["interpreted"],
        "ratio": best["compiled"] / best["interpreted"],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Harmonies between bots, or its rules in bulk.")
    parser.add_argument("bots", nargs="*", metavar="BOT", help="random, or a bot of the game: one for each seat")
    parser.add_argument("--games", type=int, default=20, help="how many (default 20)")
    parser.add_argument("--preset", choices=rules.PRESETS, default="base", help="a named set of options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option")
    parser.add_argument("--speed", type=float, metavar="SECONDS", help="measure the rules instead of bots")
    parser.add_argument("--seats", type=int, default=2, help="seats of the games that --speed plays (default 2)")
    arguments = parser.parse_args()
    if not arguments.speed and not arguments.bots:
        parser.error("name a bot for each seat, or give --speed")
    if unknown := [name for name in arguments.bots if name not in ("random", *BOTS)]:
        parser.error(f"no bot is called {unknown[0]}; there are random, {', '.join(BOTS)}")
    given = (text.partition("=") for text in arguments.option)
    options = rules.PRESETS[arguments.preset] | {name: int(v) if v.isdigit() else v for name, _, v in given}
    try:
        if arguments.speed:
            figures = speed(arguments.speed, arguments.seats, options)
        else:
            figures = measure(arguments.bots, arguments.games, options, sys.stderr.isatty())
    except GradatimError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
