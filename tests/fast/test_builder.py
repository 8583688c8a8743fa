"""Kernels in their cache: named by all that goes into them, and never in the way of play."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from gradatim.core import Game, load
from gradatim.fast import Bulk, builder

# A driver so small that it compiles at once.
DRIVERS = """
from gradatim.dialect.contract import Rules
from {helpers} import twice

rules: Rules
ENTRIES = {{"closing": "move"}}

def closing(move):
    return twice(rules.closes(move))
"""
HELPERS = "def twice(n):\n    return n + n\n"
BUILD = """
import importlib, sys
sys.path.insert(0, {folder!r})
from gradatim.core import load
from gradatim.fast import Bulk
bulk = Bulk(load("escalation"), drivers=importlib.import_module("drivers_a"))
print(bulk.call("closing", 0), sum(bulk._call["closing"].stats.cache_hits.values()))
"""
FIRST_LEGAL = """
import sys
from gradatim.core import State
state = State.new("escalation", 4)
assert len(state.legal()) > 3
loaded = {"numba", "numpy", "llvmlite"} & set(sys.modules)
sys.exit(f"loaded {loaded}" if loaded else 0)
"""


@pytest.fixture
def drivers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Make a module of tiny drivers: its folder's name, the text of its helpers."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(name: str = "a", helpers: str = HELPERS) -> ModuleType:
        (tmp_path / f"helpers_{name}.py").write_text(helpers)
        (tmp_path / f"drivers_{name}.py").write_text(DRIVERS.format(helpers=f"helpers_{name}"))
        for part in (f"helpers_{name}", f"drivers_{name}"):
            monkeypatch.delitem(sys.modules, part, raising=False)
        return importlib.import_module(f"drivers_{name}")

    return make


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    forget_kernels()
    folder = tmp_path / "cache"
    monkeypatch.setenv("GRADATIM_CACHE", str(folder))
    return folder / "kernels"


def start_build(folder: Path) -> "subprocess.Popen[str]":
    """Build the tiny drivers in a fresh process; it prints 2 and how often Numba found its machine code."""
    return subprocess.Popen([sys.executable, "-c", BUILD.format(folder=str(folder))], stdout=subprocess.PIPE, text=True)


def finish(process: "subprocess.Popen[str]") -> str:
    output = process.communicate(timeout=120)[0]
    assert process.returncode == 0
    return output.strip()


def forget_kernels() -> None:
    """As if this process had not loaded any kernel of the tiny drivers yet."""
    builder.driver_kernel.cache_clear()
    for name in [name for name in sys.modules if "_drivers_a_" in name]:
        del sys.modules[name]


def cache_hits(bulk: Bulk) -> int:
    return sum(bulk._call["closing"].stats.cache_hits.values())


def kernel_of(bulk: Bulk) -> str:
    return str(bulk._call["closing"].__module__)


def test_cache_folder_is_honoured_and_used_again(drivers, cache: Path, tmp_path: Path) -> None:
    bulk = Bulk(load("escalation"), drivers=drivers())
    assert bulk.call("closing", 0) == 2
    (kernel,) = cache.glob("*.py")
    assert kernel.stem == kernel_of(bulk)
    assert list((cache / "__pycache__").glob(f"{kernel.stem}*.nbi"))
    assert finish(start_build(tmp_path)) == "2 1"
    assert list(cache.glob("*.py")) == [kernel]


def test_unwritable_cache_folder_falls_back(drivers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRADATIM_CACHE", str(tmp_path / "file" / "below"))  # root, too, cannot write there
    folder = builder.cache_folder()
    assert folder.is_dir()
    assert tmp_path not in folder.parents
    assert Bulk(load("escalation"), drivers=drivers()).call("closing", 0) == 2


def test_fallback_folder_is_one_and_goes_with_its_process() -> None:
    script = "from gradatim.fast.builder import cache_folder as f; assert f() == f(); print(f())"
    environment = os.environ | {"GRADATIM_CACHE": os.devnull, "PYTHONWARNINGS": "error"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True, text=True)
    assert done.stderr == ""
    assert "gradatim-kernels-" in done.stdout
    assert not Path(done.stdout.strip()).exists()


def test_spoilt_kernel_is_built_again(drivers, cache: Path) -> None:
    module = drivers()
    Bulk(load("escalation"), drivers=module)
    for kind in ("*.py", "__pycache__/*.nbi", "__pycache__/*.nbc"):
        for text in ("", "spoilt"):
            forget_kernels()
            files = list(cache.glob(kind))
            assert files
            for file in files:
                file.write_text(text)
            assert Bulk(load("escalation"), drivers=module).call("closing", 0) == 2
            assert len(list(cache.glob("*.py"))) == 1
    forget_kernels()
    assert cache_hits(Bulk(load("escalation"), drivers=module)) == 1


def test_two_processes_build_at_once(drivers, cache: Path, tmp_path: Path) -> None:
    drivers()
    both = [start_build(tmp_path), start_build(tmp_path)]
    assert [finish(process).startswith("2 ") for process in both] == [True, True]
    assert len(list(cache.glob("*.py"))) == 1
    assert not list(cache.glob("*.tmp"))


def test_changed_helper_gives_another_kernel(drivers, cache: Path) -> None:
    game = load("escalation")
    first = Bulk(game, drivers=drivers("a"))
    same = Bulk(game, drivers=drivers("a"))
    changed = Bulk(game, drivers=drivers("a", HELPERS.replace("n + n", "2 * n + 1")))
    assert kernel_of(first) == kernel_of(same) != kernel_of(changed)
    assert [bulk.call("closing", 0) for bulk in (first, same, changed)] == [2, 2, 3]


def test_games_never_share_a_kernel(drivers, cache: Path) -> None:
    module = drivers()
    kernels = {name: Bulk(load(name), drivers=module) for name in ("escalation", "_summit")}
    assert len({kernel_of(bulk) for bulk in kernels.values()}) == 2
    for name, bulk in kernels.items():
        rules = load(name).rules
        for move in range(rules.MOVES):
            assert bulk.call("closing", move) == 2 * rules.closes(move), name
    assert {rules.closes(move) for move in range(rules.MOVES)} == {0, 1}  # so that a mix-up would show


def test_boundscheck_stops_a_kernel(compiled: Bulk, escalation: Game) -> None:
    row = compiled.state({"seats": 4, "hand_size": 6, "games": 1})
    out = compiled.buffer(5)
    small = np.zeros(1, np.int64)  # a legal list does not fit into this
    with pytest.raises(IndexError):
        compiled.call("play_random", row, 1, 0, 0, out, compiled.buffer(12), small, small, small, compiled.buffer(4))


def test_first_legal_list_needs_no_numba(tmp_path: Path) -> None:
    cold = os.environ | {"GRADATIM_CACHE": str(tmp_path)}
    found = subprocess.run([sys.executable, "-c", FIRST_LEGAL], env=cold, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert not list(tmp_path.iterdir())
