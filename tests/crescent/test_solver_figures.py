"""The script of the solver's figures runs, on very few deals."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.crescent_solver import STUDIES, study

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "crescent_solver.py"


@pytest.mark.parametrize(
    ("name", "count", "budget"), [("deals", 3, 100_000), ("short", 2, 300_000), ("careless", 4, 20_000)]
)
def test_figures(name: str, count: int, budget: int) -> None:
    assert name in STUDIES
    figures = study(name, count, budget, processes=1)
    if name == "careless":
        assert sum(sum(row.values()) for row in figures["by_redeals_left"].values()) == count
        assert 0 <= figures["lost_of_not_won_without_redeals"] <= 1
    else:
        assert figures["deals"] == count
    if name == "deals":
        assert sum(figures["won_by_budget"].values()) + len(figures["open"]) == count


def test_speed_by_the_script() -> None:
    words = [sys.executable, str(SCRIPT), "speed", "--count", "2", "--budget", "3000", "--json"]
    figures = json.loads(subprocess.check_output(words))
    assert figures["nodes_per_cpu_second"] == max(figures["rounds"]) > 100_000
