"""How fast a game runs, in every form it has, measured side by side in one run."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from gradatim.core.game import Game, load
from gradatim.core.state import State
from gradatim.dialect.contract import simulated
from gradatim.dialect.random import below, seed_rng
from gradatim.fast.bulk import Bulk
from gradatim.fast.compiled import Compiled
from gradatim.fast.drivers import MOST_DECISIONS

ROUNDS = 5
CHECKED_GAMES = 20  # for each number of seats, in every executor
Contender = Callable[[int], tuple[int, float]]  # do this much; says how many units that was and their CPU seconds
Progress = Callable[[int, int], None]  # steps done, steps in all

FIRST_CALL = """
from gradatim.core import State
state = State.new({game!r}, {seats})
print(state.legal(state.ask_order()[0]).ids)
"""
KERNEL = """
import time
start = time.perf_counter()
from gradatim.core import load
from gradatim.fast import Bulk
Bulk(load({game!r}))
print(time.perf_counter() - start)
"""


def bench(
    game: str, seconds: float = 10.0, progress: Progress | None = None, *, kernel_times: bool = True
) -> dict[str, Any]:
    """Rates per CPU second of one core, best of five; some start-up times; and whether all forms play the same.

    `seconds` are shared out among the measured forms. Start-up times are of fresh processes, by the clock:
    `first_call_s` from the start of Python to the first legal list, interpreted; `kernel_cold_s` and `kernel_warm_s`
    to import and build the drivers with an empty and with a filled cache. `kernel_times=False` leaves these two out:
    the cold one alone may take half a minute.
    """
    found = load(game)
    seats = sum(found.rules.SEATS) // 2
    steps = 5 + ROUNDS + 2 * kernel_times
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, steps)

    interpreted = Bulk(found, compiled=False)
    step()
    compiled = Bulk(found)
    step()
    unchecked = Bulk(found, boundscheck=False)
    facade = Compiled(found.rules)
    step()
    equal = plays_equal(found, interpreted, compiled, unchecked)
    step()
    rates = side_by_side(
        {
            "interpreted": plays(interpreted, seats),
            "compiled": plays(compiled, seats),
            "compiled_unchecked": plays(unchecked, seats),
            "facade_compiled": facade_plays(found, facade, seats),
            "playouts": playouts(found, compiled, seats),
        },
        seconds,
        step,
    )
    best = {name: max(rounds) for name, rounds in rates.items()}
    figures: dict[str, Any] = {
        name: {"decisions_per_s": best[name]}
        for name in ("interpreted", "compiled", "compiled_unchecked", "facade_compiled")
    }
    figures["playouts_per_s"] = best["playouts"]
    figures["checksum_equal"] = equal
    figures["seats"] = seats
    figures["first_call_s"] = min(first_call(game, seats) for _ in range(ROUNDS))
    step()
    if kernel_times:
        with tempfile.TemporaryDirectory(prefix="gradatim-bench-") as cache:
            figures["kernel_cold_s"] = kernel_time(game, cache)
            step()
            figures["kernel_warm_s"] = min(kernel_time(game, cache) for _ in range(3))
            step()
    return figures


def side_by_side(
    contenders: Mapping[str, Contender], seconds: float, step: Callable[[], None] = lambda: None
) -> dict[str, list[float]]:
    """The rate of each contender in each round. All take turns on one core, so that what slows one slows all."""
    slot = seconds / ROUNDS / len(contenders)
    with one_core():
        sizes = {name: _size(run, slot) for name, run in contenders.items()}
        rates: dict[str, list[float]] = {name: [] for name in contenders}
        for _ in range(ROUNDS):
            for name, run in contenders.items():
                units, took = run(sizes[name])
                rates[name].append(units / took)
            step()
    return rates


def _size(run: Contender, slot: float) -> int:
    """How much of the work fills a slot."""
    size = 1
    while (took := run(size)[1]) < slot / 10:
        size *= 2
    return max(1, int(size * slot / took))


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, where the system lets a process choose."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def plays(bulk: Bulk, seats: int) -> Contender:
    """Decisions of random games, in bulk."""

    def run(games: int) -> tuple[int, float]:
        start = time.thread_time()
        decisions = bulk.play_random(games, seats, seed=1).decisions
        return decisions, time.thread_time() - start

    return run


def facade_plays(game: Game, executor: Compiled, seats: int) -> Contender:
    """Decisions of random games, each asked and made through `State` over the compiled rules."""

    def run(games: int) -> tuple[int, float]:
        start = time.thread_time()
        decisions = 0
        rng = [0, 0, 0, 0]
        seed_rng(rng, 1)
        for seed in range(games):
            state = State.new(game, seats, seed, simulated(game.rules), executor)
            while order := state.ask_order():
                legal = state.legal(order[0]).ids
                count = len(legal) if len(order) == 1 else claims_of(executor, legal)
                state.play(legal[below(rng, count)], order[0])
                decisions += 1
        return decisions, time.thread_time() - start

    return run


def claims_of(executor: Compiled, legal: list[int]) -> int:
    """As `drivers.claims`: moves that leave an open window open go first; how many there are."""
    claims_only = [move for move in legal if not executor.run.closes(move)]
    legal[: len(claims_only)] = claims_only
    return len(claims_only)


def playouts(game: Game, bulk: Bulk, seats: int) -> Contender:
    """Determinized worlds from the middle of a round to its end, with the quick policy."""
    states = [middle(game, seats, seed) for seed in range(ROUNDS)]

    def run(games: int) -> tuple[int, float]:
        start = time.thread_time()
        for state in states:
            bulk.playouts(state, state.ask_order()[0], games, whole=False)
        return games * len(states), time.thread_time() - start

    return run


def middle(game: Game, seats: int, seed: int) -> State:
    """Half of the first round played with the quick policy."""

    def play(state: State, most: int) -> int:
        made = 0
        while made < most and not state.over and (len(state.to_move) == 1 or state.window):
            state.play(state.executor.run.quick(state.row, state.ask_order()[0]))
            made += 1
        return made

    first, again = (State.new(game, seats, seed, simulated(game.rules)) for _ in range(2))
    play(again, play(first, MOST_DECISIONS) // 2)
    return again


def plays_equal(game: Game, *forms: Bulk) -> bool:
    """Whether the forms make the same moves and come to the same results, for every number of seats."""
    low, high = game.rules.SEATS
    return all(
        len({form.play_random(CHECKED_GAMES, seats, check=True) for form in forms}) == 1
        for seats in range(low, high + 1)
    )


def first_call(game: str, seats: int) -> float:
    """Seconds from the start of Python to the first legal list, interpreted."""
    start = time.perf_counter()
    _python(FIRST_CALL.format(game=game, seats=seats))
    return time.perf_counter() - start


def kernel_time(game: str, cache: str) -> float:
    """Seconds until a fresh process with that cache folder can play in bulk, the import of Numba included."""
    return float(_python(KERNEL.format(game=game), GRADATIM_CACHE=cache))


def _python(code: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
