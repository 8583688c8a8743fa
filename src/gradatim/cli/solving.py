"""The command ``solve``: one deal or position, or many deals."""

from __future__ import annotations

import importlib
import json
import math
import os
import re
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from gradatim.cli import files, questions
from gradatim.core import GradatimError, Table, load
from gradatim.core import record as records
from gradatim.words import catalogue

GAME = "crescent"
EXIT = {"winnable": 0, "lost": 1, "unknown": 3}
MOST_DEALS = 1_000_000
RESULTS = "results.jsonl"  # in the folder of a run: its terms, then a line a deal


@dataclass(frozen=True)
class Wish:
    """How to solve: redeals (None: as the code or position says), nodes a deal, short lines or the first found."""

    redeals: int | None
    budget: int
    short: bool


def one(target: str, wish: Wish, as_json: bool) -> int:
    """Solve a deal code, or the position or record in a file. Returns the exit code."""
    found = asdict(_solver().solve(_sight(target, wish.redeals), wish.budget, short=wish.short))
    if as_json:
        print(files.to_json(found))
        return EXIT[found["result"]]
    words = catalogue()
    print(words.say(f"cli.solve.{found['result']}", n=found["nodes"]))
    if found["moves"]:
        count = len(found["moves"]) - found["redeals_used"]
        print(words.say("cli.solve.line", n=count, redeals=found["redeals_used"]))
        print(" ".join(found["moves"]))
    if found["proof"]:
        print(load(GAME).words.proof(words, found["proof"]))
    return EXIT[found["result"]]


def _solver() -> Any:
    return importlib.import_module(f"gradatim.games.{GAME}.solver")


def _sight(target: str, redeals: int | None) -> dict[str, Any]:
    """Every card of a deal or position, as the solver takes it. Raises GradatimError."""
    game = load(GAME)
    path = files.typed(target)
    is_file = target == "-" or os.path.exists(path)
    if is_file or not re.match(r"\s*cr1-", target, re.IGNORECASE):
        if not is_file:
            name = files.printable(target[:80])
            raise GradatimError(f"{name} is no deal code (like CR1-N-AAAAAAB), and there is no file of that name")
        state, _ = questions.position_of(files.read(path))
        if state.game.name != GAME:
            raise GradatimError(f"{target} is of {state.game.name}, which has no solver")
        sight: dict[str, Any] = state.fields.to_dict()
    else:
        options, drew = game.read_code(target)
        sight = _solver().dealt(drew[0], options["redeals"])
    return sight if redeals is None else {**sight, "left": redeals}


# --- many deals ------------------------------------------------------------------------------------------------------
def deals_of(text: str) -> range:
    """FROM..TO, both ends in. Raises GradatimError."""
    found = re.fullmatch(r"(\d{1,10})\.\.(\d{1,10})", text.strip())
    if found is None:
        raise GradatimError(f"{text!r} names no deals; they are written FROM..TO, as in 0..999")
    first, last = int(found[1]), int(found[2])
    if first > last or last >= 1 << 30 or last - first >= MOST_DEALS:
        raise GradatimError(f"{text}: deals are numbered 0 to {(1 << 30) - 1}, in order, at most {MOST_DEALS} at once")
    return range(first, last + 1)


def solve_deal(number: int, wish: Wish) -> dict[str, Any]:
    """One deal's line of the results. Runs in a process of its own."""
    found = _solver().solve(_solver().dealt(number, wish.redeals), wish.budget, short=wish.short)
    return {"deal": number, **asdict(found)}


def many(text: str, wish: Wish, out: Path | None, processes: int, use_ray: bool, as_json: bool) -> int:
    """Solve many deals, each as if alone, so the answers are the same however they are spread."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    deals = deals_of(text)
    wish = replace(wish, redeals=3 if wish.redeals is None else wish.redeals)
    done = _resume(out, wish) if out else {}
    todo = [number for number in deals if number not in done]
    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(catalogue().say("cli.solve.running"), total=len(deals), completed=len(deals) - len(todo))
        spread = _ray(todo, wish) if use_ray else _here(todo, wish, processes)
        for found in spread:
            if out:
                _keep(out, found, wish)
            done[found["deal"]] = found
            bar.advance(task)
    figures = summary([done[number] for number in deals])
    if as_json:
        print(files.to_json(figures))
        return 0
    words = catalogue()
    for key, value in questions.flat(figures):
        print(words.say("cli.solve.figure", key=key, value=value))
    return 0


def _here(deals: list[int], wish: Wish, processes: int) -> Iterator[dict[str, Any]]:
    """Solve on this machine, as results come in."""
    if not deals:
        return
    if processes == 1:
        yield from (solve_deal(number, wish) for number in deals)
        return
    waiting = iter(deals)
    running: set[Future[dict[str, Any]]] = set()
    try:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            while True:
                running |= {pool.submit(solve_deal, n, wish) for n in islice(waiting, 2 * processes - len(running))}
                if not running:
                    return
                ready, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in ready)
    except BrokenProcessPool as error:
        raise GradatimError("a process that solved deals was ended from outside, perhaps for want of memory") from error


def _ray(deals: list[int], wish: Wish) -> Iterator[dict[str, Any]]:
    """Solve on a Ray cluster, or on this machine if Ray knows no other."""
    try:
        import ray
    except ImportError as error:
        raise GradatimError('--ray needs the extra "cluster": pip install "gradatim[cluster]"') from error
    ray.init(ignore_reinit_error=True, log_to_driver=False, logging_level="ERROR")
    remote: Callable[..., Any] = ray.remote(solve_deal).remote
    waiting = iter(deals)
    running: list[Any] = []
    try:
        while True:
            most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            running += [remote(number, wish) for number in islice(waiting, most - len(running))]
            if not running:
                return
            ready, running = ray.wait(running)
            yield from ray.get(ready)
    finally:
        ray.shutdown()


# --- certificates and resuming ---------------------------------------------------------------------------------------
def _terms(wish: Wish) -> dict[str, Any]:
    return {"game": GAME, "rules": load(GAME).rules.RULES_VERSION, **asdict(wish)}


def _resume(out: Path, wish: Wish) -> dict[int, dict[str, Any]]:
    """What an interrupted run has already answered. Raises GradatimError if it was a run of other terms."""
    results = out / RESULTS
    if not results.exists():
        files.write(results, json.dumps(_terms(wish)) + "\n")
        return {}
    try:
        kept = results.read_bytes()
        whole = kept[: kept.rfind(b"\n") + 1]  # the rest was being written when the run was stopped
        terms, *found = map(json.loads, whole.splitlines())
        done = {entry["deal"]: entry for entry in found if entry.keys() >= {"result", "nodes", "seconds"}}
    except OSError as error:
        raise GradatimError(f"cannot go on in {out}: {error.strerror}") from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise GradatimError(f"{results} is there, but holds no results to go on from") from error
    if terms != _terms(wish):
        raise GradatimError(f"{results} is of a run with other terms: {files.printable(json.dumps(terms))}")
    if len(whole) < len(kept):
        os.truncate(results, len(whole))
    return done


def _keep(out: Path, found: dict[str, Any], wish: Wish) -> None:
    """Append a result; where the deal was won, also its certificate, a record that is verified as anybody's is."""
    if found["result"] == "winnable":
        text = certificate(found["deal"], wish.redeals or 0, found["moves"])
        files.write(out / f"deal-{found['deal']:010}.jsonl", text)
    kept = {key: value for key, value in found.items() if key != "moves"}
    kept["length"] = len(found["moves"]) - found["redeals_used"]
    try:
        with (out / RESULTS).open("a", encoding="utf-8") as results:
            results.write(json.dumps(kept) + "\n")
            results.flush()
            os.fsync(results.fileno())
    except OSError as error:
        raise GradatimError(f"cannot write in {out}: {error.strerror}") from error


def certificate(number: int, redeals: int, moves: list[str]) -> str:
    """A deal won by these moves, as a record. Raises GradatimError if it does not hold."""
    code = load(GAME).content.Deal(number, redeals).code
    table = Table.open(GAME, 1, code=code)
    for move in moves:
        table.submit(0, move)
    text = records.dump(table)
    verdict = records.verify(records.parse(text))
    if not verdict.ok or (table.result() or {}).get("ending") != "won":
        raise GradatimError(f"the line found for deal {number} does not hold: {verdict.reason or 'it does not win'}")
    return text


# --- figures ---------------------------------------------------------------------------------------------------------
def summary(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Counts, percentiles, and 95 % intervals of Wilson: of what was won, and from that to all that is not lost."""
    results = [entry["result"] for entry in found]
    won, lost, unknown = (results.count(result) for result in EXIT)
    return {
        "deals": len(found),
        "winnable": won,
        "lost": lost,
        "unknown": unknown,
        "interval": [wilson(won, len(found))[0], wilson(won + unknown, len(found))[1]],
        "nodes": percentiles([entry["nodes"] for entry in found]),
        "seconds": percentiles([entry["seconds"] for entry in found]),
    }


def percentiles(values: list[Any]) -> dict[str, Any]:
    ordered = sorted(values)
    named = {f"p{part}": ordered[max(0, math.ceil(part / 100 * len(ordered)) - 1)] for part in (50, 95, 99)}
    return {**named, "max": ordered[-1]}


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson 1927)."""
    z = 1.959964
    share, square = count / of, z * z / of
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / of + square / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)
