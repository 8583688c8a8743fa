#!/usr/bin/env python3
"""The figures of docs/studies/crescent.md about the solver of Crescent. Prints them and writes nothing.

python benchmarks/crescent_solver.py speed|deals|short|careless|hints|lines [--count N] [--budget NODES]
[--processes N] [--json]

speed     nodes a CPU-second of the finder, on one core, best of five
deals     deals 0 to N - 1 with three redeals: nodes to a win; an open deal is tried again with twice the budget
short     the mean length of short lines for deals 0 to N - 1
careless  positions that a careless player leaves: winnable, lost or open, by redeals left
hints     the same positions: how many of the winnable ones are won by following hints
lines     positions on winning lines that are called lost: there must be none

Answers and nodes are the same on every machine; seconds are not.
"""

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from gradatim.games.crescent import moves, rules
from gradatim.games.crescent.content import REDEAL
from gradatim.games.crescent.solver import answers, hint, lines, search, solve

REDEALS = 3
FIRST_CARELESS, FIRST_LINE = 20_000, 40_000  # deals that no weight was tuned on
MOST_DOUBLINGS = 6

Figures = dict[str, Any]
Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]


# --- Speed -----------------------------------------------------------------------------------------------------------
def speed(count: int, budget: int) -> Figures:
    """Nodes a CPU-second on one core, the best of five rounds over so many deals."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    roots = [lines.row_of(answers.dealt(deal, REDEALS)) for deal in range(count)]
    rates = []
    for _ in range(6):  # the first round compiles
        began, nodes = time.process_time(), 0
        for root in roots:
            spent = search.Spent(budget)
            search.find(root, spent, 0, search.widths())
            nodes += spent.nodes
        rates.append(nodes / (time.process_time() - began))
    return {"nodes_per_cpu_second": round(max(rates[1:])), "rounds": [round(rate) for rate in rates[1:]]}


# --- Deals -----------------------------------------------------------------------------------------------------------
def deals(count: int, budget: int, spread: Spread) -> Figures:
    nodes: dict[int, int] = {}
    budgets: Counter[int] = Counter()
    left = list(range(count))
    for turn in range(MOST_DOUBLINGS):
        found = list(spread(partial(solved, budget=budget << turn), left))
        for deal, (result, _, used) in zip(left, found, strict=True):
            if result == "winnable":
                nodes[deal] = used
                budgets[budget << turn] += 1
        left = [deal for deal in left if deal not in nodes]
    within = sorted(nodes[deal] for deal in nodes)
    return {
        "deals": count,
        "won_by_budget": dict(budgets),
        "open": left,
        "median_nodes": statistics.median(within),
        "share_within_1600000": sum(used <= 1_600_000 for used in within) / count,
    }


def solved(deal: int, budget: int, short: bool = False) -> tuple[str, int, int]:
    """Result, moves and nodes."""
    found = solve(answers.dealt(deal, REDEALS), budget, short=short)
    return found.result, len(found.moves) - found.redeals_used, found.nodes


def short_lines(count: int, budget: int, spread: Spread) -> Figures:
    found = list(spread(partial(solved, budget=budget, short=True), range(count)))
    lengths = sorted(length for result, length, _ in found if result == "winnable")
    return {"deals": count, "won": len(lengths), "mean_moves": statistics.mean(lengths), "longest": lengths[-1]}


# --- Positions that a careless player leaves -------------------------------------------------------------------------
def careless(deal: int) -> dict[str, Any]:
    """A position 50 to 100 moves into a deal, legal moves drawn evenly, a redeal with chance 1 in 30.

    A redeal is also taken where nothing else is left; a game that is over is played again.
    """
    drawn = random.Random(deal)
    while True:
        fields: Any = lines.state_of(answers.dealt(deal, REDEALS)).fields
        buffer = [0] * rules.MAX_LEGAL
        for _ in range(drawn.randint(50, 100)):
            legal = buffer[: rules.legal(fields, 0, buffer)]
            if not legal:
                break
            again = legal[0] == REDEAL and (len(legal) == 1 or drawn.random() < 1 / 30)
            rules.apply(fields, 0, REDEAL if again else drawn.choice(legal[legal[0] == REDEAL :]))
        if fields.ending == 0:
            found: dict[str, Any] = fields.to_dict()
            return found


def judged(deal: int, budget: int) -> tuple[int, str, str, float]:
    """Redeals left, result, by what it is proven, seconds."""
    sight = careless(deal)
    found = solve(sight, budget)
    how = f"{found.proof['by']} of {len(found.proof['suits'])}" if found.proof else ""
    return sight["left"], found.result, how, found.seconds


def careless_positions(count: int, budget: int, spread: Spread) -> Figures:
    found = list(spread(partial(judged, budget=budget), range(FIRST_CARELESS, FIRST_CARELESS + count)))
    table = {
        left: dict(Counter(result for there, result, *_ in found if there == left))
        for left in sorted({left for left, *_ in found})
    }
    none = table.get(0, {})
    return {
        "by_redeals_left": table,
        "lost_of_not_won_without_redeals": none.get("lost", 0) / max(1, sum(none.values()) - none.get("winnable", 0)),
        "proofs": dict(Counter(f"{left} left: {how}" for left, _, how, _ in found if how)),
        "mean_seconds": statistics.mean(seconds for *_, seconds in found),
    }


def followed(deal: int, budget: int) -> bool | None:
    """Is the position won by following hints? None if it is not known to be winnable."""
    fields: Any = lines.state_of(careless(deal)).fields
    advice = hint(fields.to_dict(), budget=budget)
    if advice.result != "winnable":
        return None
    while advice.move and fields.ending == 0 and rules.refusal(fields, 0, moves.parse(advice.move)) == 0:
        rules.apply(fields, 0, moves.parse(advice.move))
        if fields.ending == 0:
            advice = hint(fields.to_dict(), advice.line, budget=budget)
    return bool(rules.ENDINGS[fields.ending] == "won")


def followed_hints(count: int, budget: int, spread: Spread) -> Figures:
    found = list(spread(partial(followed, budget=budget), range(FIRST_CARELESS, FIRST_CARELESS + count)))
    return {"winnable": len(found) - found.count(None), "won": found.count(True), "not_won": found.count(False)}


# --- Positions on winning lines --------------------------------------------------------------------------------------
def false_losses(deal: int, budget: int) -> tuple[int, int]:
    """Positions on a line that wins the deal, and how many of them are called lost."""
    fields: Any = lines.state_of(answers.dealt(deal, REDEALS)).fields
    count = lost = 0
    for move in solve(fields.to_dict()).moves:
        count += 1
        answer = search.decide(lines.row_of(fields.to_dict()), search.Spent(budget))
        lost += isinstance(answer, dict)
        rules.apply(fields, 0, moves.parse(move))
    return count, lost


def winning_lines(count: int, budget: int, spread: Spread) -> Figures:
    found = list(spread(partial(false_losses, budget=budget), range(FIRST_LINE, FIRST_LINE + count)))
    return {"positions": sum(count for count, _ in found), "called_lost": sum(lost for _, lost in found)}


# ---------------------------------------------------------------------------------------------------------------------
STUDIES: dict[str, tuple[Callable[..., Figures], int, int]] = {  # with the usual count and budget
    "deals": (deals, 1000, 16_000_000),
    "short": (short_lines, 200, 1_600_000),
    "careless": (careless_positions, 300, 800_000),
    "hints": (followed_hints, 300, 800_000),
    "lines": (winning_lines, 150, 20_000),
}
SPEED = (40, 25_000)


def study(name: str, count: int | None, budget: int | None, processes: int) -> Figures:
    if name == "speed":
        return speed(count or SPEED[0], budget or SPEED[1])
    what, usual_count, usual_budget = STUDIES[name]
    if processes == 1:
        return what(count or usual_count, budget or usual_budget, map)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return what(count or usual_count, budget or usual_budget, pool.map)


def main() -> int:
    parser = argparse.ArgumentParser(description="Figures about the solver of Crescent.")
    parser.add_argument("study", choices=["speed", *STUDIES])
    parser.add_argument("--count", type=int, help="deals or positions")
    parser.add_argument("--budget", type=int, help="nodes for each")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    figures = study(arguments.study, arguments.count, arguments.budget, arguments.processes)
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, value in figures.items():
            print(f"{name}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
