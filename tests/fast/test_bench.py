"""`bench` measures any game, and `benchmarks/run.py` prints its ratios."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gradatim.core import Game
from gradatim.fast import Bulk, Compiled
from gradatim.fast.bench import bench, facade_plays, first_call, playouts, plays, plays_equal, side_by_side

RUN = Path(__file__).parents[2] / "benchmarks" / "run.py"


@pytest.mark.long  # compiles three kernels
def test_bench_of_any_game() -> None:
    steps: list[tuple[int, int]] = []
    figures = bench("_summit", 0.5, lambda done, total: steps.append((done, total)), kernel_times=True)
    assert figures["checksum_equal"] is True
    assert steps == [(done + 1, len(steps)) for done in range(len(steps))]
    for form in ("interpreted", "compiled", "compiled_unchecked", "facade_compiled"):
        assert figures[form]["decisions_per_s"] > 1_000
    assert figures["playouts_per_s"] > 1_000
    assert 0 < figures["first_call_s"] < 30
    assert figures["kernel_cold_s"] > figures["kernel_warm_s"] > 0
    json.dumps(figures)


def test_contenders_play(escalation: Game, compiled: Bulk, interpreted: Bulk, executor: Compiled) -> None:
    for run in (plays(compiled, 3), plays(interpreted, 3), facade_plays(escalation, executor, 3)):
        decisions, seconds = run(2)
        assert 10 < decisions < 2 * 113
        assert seconds > 0
    assert playouts(escalation, compiled, 3)(5)[0] == 25  # from five positions
    assert plays_equal(escalation, compiled, interpreted)


def test_first_call_takes_its_time() -> None:
    assert 0 < first_call("escalation", 4) < 30


def test_contenders_take_turns() -> None:
    calls: list[str] = []

    def contender(name: str, rate: float):
        def run(size: int) -> tuple[int, float]:
            calls.append(name)
            return size, size / rate

        return run

    rates = side_by_side({"slow": contender("slow", 10.0), "fast": contender("fast", 1000.0)}, 1.0)
    assert {name: round(max(rounds)) for name, rounds in rates.items()} == {"slow": 10, "fast": 1000}
    assert calls[-10:] == ["slow", "fast"] * 5


@pytest.mark.long  # compiles two kernels
def test_run_prints_ratios_and_writes_nothing(require, tmp_path: Path) -> None:
    require(shutil.which("gcc"), "no gcc for the C loop")
    found = subprocess.run(
        [sys.executable, str(RUN), "--json", "--seconds", "0.5"], stdout=subprocess.PIPE, cwd=tmp_path, check=True
    )
    figures = json.loads(found.stdout)
    assert figures["checksum_equal"] is True
    assert figures["ratios"]["compiled / interpreted"]["best"] > 10
    assert not list(tmp_path.iterdir())
