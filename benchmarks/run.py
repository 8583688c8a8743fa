#!/usr/bin/env python3
"""Escalation! in plain C, compiled and interpreted, side by side: prints the ratios and writes nothing.

python benchmarks/run.py [--seconds S] [--seats N] [--json]. Needs gcc.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gradatim.core import load
from gradatim.fast import Bulk
from gradatim.fast.bench import Contender, plays, side_by_side

C_SOURCE = Path(__file__).with_name("escalation.c")
RATIOS = (  # name, dividend, divisor, goal
    ("compiled / C", "compiled", "c", 0.70),
    ("compiled unchecked / C", "compiled_unchecked", "c", 0.75),
    ("compiled / interpreted", "compiled", "interpreted", 45.0),
)


def build(gcc: str, folder: str) -> str:
    """Compile the C loop into a folder; the path of the program."""
    program = str(Path(folder) / "escalation")
    subprocess.run([gcc, "-O2", "-o", program, str(C_SOURCE)], check=True)
    return program


def run_c(program: str, games: int, seats: int, seed: int = 0, options: tuple[int, ...] = ()) -> dict[str, float]:
    """One run of the C loop: checksum, decisions, seconds. Options: all four, in the order of the game's OPTIONS."""
    arguments = [str(number) for number in (games, seats, seed, *options)]
    found: dict[str, float] = json.loads(subprocess.check_output([program, *arguments]))
    return found


def c_plays(program: str, seats: int) -> Contender:
    def run(games: int) -> tuple[int, float]:
        report = run_c(program, games, seats, seed=1)
        return int(report["decisions"]), report["seconds"]

    return run


def measure(gcc: str, seats: int, seconds: float) -> tuple[bool, dict[str, list[float]]]:
    """Whether all play the same games, and the rates of each in each round."""
    game = load("escalation")
    with tempfile.TemporaryDirectory(prefix="gradatim-bench-") as folder:
        program = build(gcc, folder)
        forms = {
            "compiled": Bulk(game),
            "compiled_unchecked": Bulk(game, boundscheck=False),
            "interpreted": Bulk(game, compiled=False),
        }
        sums = {form.play_random(100, seats, seed=1).checksum for form in forms.values()}
        equal = sums == {run_c(program, 100, seats, seed=1)["checksum"]}
        contenders = {"c": c_plays(program, seats)} | {name: plays(form, seats) for name, form in forms.items()}
        return equal, side_by_side(contenders, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description="Escalation! in C, compiled and interpreted, side by side.")
    parser.add_argument("--seconds", type=float, default=12.0, help="CPU time to share among all (default 12)")
    parser.add_argument("--seats", type=int, default=4, choices=range(2, 7), metavar="2..6")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    gcc = shutil.which("gcc")
    if gcc is None:
        print("benchmarks/run.py needs gcc, for the C loop to compare with", file=sys.stderr)
        return 2
    equal, rates = measure(gcc, arguments.seats, arguments.seconds)
    best = {name: max(rounds) for name, rounds in rates.items()}
    ratios = {}
    for name, dividend, divisor, goal in RATIOS:
        by_round = [a / b for a, b in zip(rates[dividend], rates[divisor], strict=True)]
        ratios[name] = {
            "best": best[dividend] / best[divisor],
            "lowest": min(by_round),
            "highest": max(by_round),
            "goal": goal,
        }
    if arguments.json:
        print(json.dumps({"decisions_per_s": best, "ratios": ratios, "checksum_equal": equal}, indent=2))
    else:
        for name, rate in best.items():
            beside = "" if name == "c" else f"   (C in this run: {best['c'] / 1e6:.2f} M)"
            print(f"{name:22} {rate / 1e6:8.3f} M decisions/s{beside}")
        for name, ratio in ratios.items():
            print(
                f"{name:22} {ratio['best']:8.2f}   in single rounds {ratio['lowest']:.2f} to {ratio['highest']:.2f},"
                f" goal {ratio['goal']:.2f}"
            )
        print("all play the same games" if equal else "THE FORMS DO NOT PLAY THE SAME GAMES")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
