"""Finding a winning line, making it shorter, and proving that there is none, within a number of nodes.

A node is one generated child state. Nothing here looks at a clock or at chance that is not seeded, so an answer
repeats: the same position, budget and seed give the same line.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, count
from typing import Any

import numpy as np

from gradatim.games.crescent.content import SUITS
from gradatim.games.crescent.solver import beam, compiled

LONGEST = 400  # moves of a line; wins that are found have 100 to 180
NARROW = 3  # width of the restarts
FIRST, ROUGH = (31, 31, 31, 60), (100, 130, 160)  # their noise, in points: deals that resist need more of it
RESTARTS = 200  # of them, before each wider beam
WIDE = (80, 320, 1280, 5120)
SHORT_SHIFT = 40  # points that a transfer costs where a short line is wanted
ALL_SUITS = (1 << SUITS) - 1
SMALLEST_PROOF = 2_500  # nodes of the first attempt at a proof; every further attempt has four times as many
ONE_SUIT = 8  # times as many for one suit alone, which proves most


@dataclass
class Spent:
    """Nodes used, of a budget."""

    budget: int
    nodes: int = 0

    @property
    def left(self) -> int:
        return self.budget - self.nodes


@dataclass
class Line:
    """Steps of the finder that win, and how many moves they make."""

    steps: list[int] = field(default_factory=list)
    moves: int = LONGEST


@cache
def tables() -> tuple[Any, Any]:
    """Weights of a card's nearer and farther copy, by [up, down, rank]; [up, down, 13] is what that state costs."""
    nearer, farther, crossed = (
        [0] + [round(first * ratio**i + more) for i in range(beam.SHARED)]
        for first, ratio, more in ((20, 0.74, -1.777), (20, 0.783, 0), (16.8, 0.74, 0))
    )
    close = np.zeros((13, 13, 14), np.int64)
    far = np.zeros((13, 13, 14), np.int64)
    for up in range(13):
        for down in range(13):
            for rank in range(13):
                ways = (rank - up if rank > up else 99, down - rank if rank < down else 99)
                close[up, down, rank] = (crossed if up >= down else nearer)[min(*ways, beam.SHARED)]
                far[up, down, rank] = 0 if up >= down else farther[min(max(ways), beam.SHARED)]
            if up >= down:
                close[up, down, 13] = round(26.8 - 11.432 * max(12 - up, down))
            elif up + 1 == down:
                close[up, down, 13] = 73
    return close, far


def weights(noise: int, shift: int = 0) -> Any:
    """The weights of the evaluation, in the order of beam.py's names for them.

    All weights were found by random steps from hand-set ones, on 100 deals (of 10000 to 10599) that four narrow beams
    had failed to win: wins a node, counted so that more deals are worth more than the same deal again.
    """
    return np.array([105, 34, 5, 15, noise, shift, 8, 20, 3, 0], np.int64)


def once(
    root: Any, width: int, noise: int, seed: int, spent: Spent, most: int = LONGEST, shift: int = 0
) -> Line | None:
    """One beam search, for a line of at most `most` moves."""
    steps = np.zeros(beam.STEPS, np.int16)
    counts = np.zeros(2, np.int64)
    found = compiled.finder().beam(
        root[: beam.ROW], width, weights(noise, shift), *tables(), seed, max(spent.left, 1), most, steps, counts
    )
    spent.nodes += int(counts[0])
    return Line(steps[:found].tolist(), int(counts[1])) if found else None


def widths() -> Iterator[tuple[int, int]]:
    """(width, noise) of one attempt after the other: many cheap ones, then a wider beam, and so on without end."""
    yield from ((NARROW, noise) for noise in FIRST)
    for turn in count(1):
        yield NARROW, ROUGH[turn % len(ROUGH)]
        if turn % RESTARTS == 0 and turn // RESTARTS <= len(WIDE):
            yield WIDE[turn // RESTARTS - 1], 1


def find(root: Any, spent: Spent, seed: int, attempts: Iterator[tuple[int, int]]) -> Line | None:
    """A winning line, or None once the budget is used. `attempts` may be taken up again."""
    while spent.left > 0:
        width, noise = next(attempts)
        line = once(root, width, noise, seed * 1_000_003 + spent.nodes, spent)
        if line is not None:
            return line
    return None


def shorten(root: Any, line: Line, spent: Spent, seed: int) -> Line:
    """A shorter line, if the budget finds one: wide beams that mind transfers, from the start and from places on it."""
    best, turn = line, 0
    for width in (40, 160):
        best = once(root, width, 1, seed, spent, best.moves - 1, SHORT_SHIFT) or best
    while spent.left > 0:
        part = (3, 2, 1, 0)[turn % 4] / 4
        width = 30 * (1 + turn // 4)
        turn += 1
        at = int(len(best.steps) * part)
        row, before = root[: beam.ROW].copy(), 0
        for step in best.steps[:at]:
            before += int(beam.stepped(row, step)) + (step != beam.M_REDEAL)
        rest = once(row, width, 20, seed + turn, spent, best.moves - before - 1, SHORT_SHIFT)
        if rest is not None:
            best = Line(best.steps[:at] + rest.steps, before + rest.moves)
    return best


def disprove(root: Any, spent: Spent) -> dict[str, Any] | None:
    """A proof that the position is lost, or None; cheap proofs first, then larger ones as far as the budget goes."""
    kernel = compiled.prover()
    suit = int(kernel.relaxed(root))
    if suit >= 0:
        return {"by": "relaxation", "suits": [suit]}
    games = [1 << suit for suit in range(SUITS)]
    games += [1 << one | 1 << other for one, other in combinations(range(SUITS), 2)]
    open_games = [(suits, 0) for suits in games] + [(ALL_SUITS, 1)]
    limit = SMALLEST_PROOF
    while open_games and spent.left > 0:
        for game in list(open_games):
            if spent.left <= 0:
                break
            counts = np.zeros(1, np.int64)
            most = limit * ONE_SUIT if game[0].bit_count() == 1 else limit
            answer = int(kernel.exhaust(root, *game, min(most, spent.left), counts))
            spent.nodes += int(counts[0])
            if answer == 0:
                suits = [suit for suit in range(SUITS) if game[0] >> suit & 1]
                return {"by": "search" if game[1] else "suits", "suits": suits}
            if answer == 1:
                open_games.remove(game)
        limit *= 4
    return None
