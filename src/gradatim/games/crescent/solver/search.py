"""Finding a winning line, making it shorter, and proving that there is none, within a number of nodes.

A node is one generated child state. Nothing here looks at a clock or at chance that is not seeded, so an answer
repeats: the same position, budget and seed give the same line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, count
from typing import Any

import numpy as np

from gradatim.games.crescent.content import SUITS
from gradatim.games.crescent.solver import beam, compiled, proof

LONGEST = 400  # moves of a line; wins that are found have 100 to 180
NARROW = 3  # width of the restarts
FIRST, ROUGH = (31, 31, 31, 60), (100, 130, 160)  # their noise, in points: deals that resist need more of it
RESTARTS = 200  # of them, before each wider beam
WIDE = (80, 320, 1280, 5120)
SHORT_SHIFT = 40  # points that a transfer costs where a short line is wanted
FIRST_QUOTA = 10_000  # nodes of the first attempt at a proof; each further one has twice as many


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
def prices() -> Any:
    """What a card above costs a card's nearer and farther copy, by [up, down, rank]; [0, up, down, 13] is what that
    state of the foundations costs.
    """
    nearer, farther, crossed = (
        [0] + [round(first * ratio**i + more) for i in range(beam.SHARED)]
        for first, ratio, more in ((20, 0.74, -1.777), (20, 0.783, 0), (16.8, 0.74, 0))
    )
    price = np.zeros((2, 13, 13, 14), np.int64)
    close, far = price
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
    return price


def weights(noise: int, shift: int = 0) -> Any:
    """The weights of the evaluation, in the order of beam.py's names for them.

    All weights were found by random steps from hand-set ones, on 100 deals (of 10000 to 10599) that four narrow beams
    had failed to win: wins a node, counted so that more deals are worth more than the same deal again.
    """
    return np.array([105, 34, 5, 15, noise, shift, 8, 20, 3], np.int64)


def once(
    root: Any, width: int, noise: int, seed: int, spent: Spent, most: int = LONGEST, shift: int = 0
) -> Line | None:
    """One beam search, for a line of at most `most` moves."""
    steps = np.zeros(beam.STEPS, np.int16)
    counts = np.zeros(2, np.int64)
    found = compiled.finder().beam(
        root[: beam.ROW], width, prices(), weights(noise, shift), seed, max(spent.left, 1), most, steps, counts
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
        before = spent.nodes
        line = once(root, width, noise, seed * 1_000_003 + before, spent)
        if line is not None or spent.nodes == before:  # no card can be moved: it would never end
            return line
    return None


def played(row: Any, steps: list[int]) -> int:
    """Make steps in a row. Returns the moves that they are."""
    return sum(int(beam.stepped(row, step)) + (step != beam.M_REDEAL) for step in steps)


def shorten(root: Any, line: Line, spent: Spent, seed: int) -> Line:
    """A shorter line, if the budget finds one: wide beams that mind transfers, from the start and from places on it."""
    best, turn = line, 0
    for width in (40, 160):
        best = once(root, width, 1, seed, spent, best.moves - 1, SHORT_SHIFT) or best
    while spent.left > 0 and best.steps:
        part = (3, 2, 1, 0)[turn % 4] / 4
        width = 30 * (1 + turn // 4)
        turn += 1
        at = int(len(best.steps) * part)
        row = root[: beam.ROW].copy()
        before = played(row, best.steps[:at])
        rest = once(row, width, 20, seed + turn, spent, best.moves - before - 1, SHORT_SHIFT)
        if rest is not None:
            best = Line(best.steps[:at] + rest.steps, before + rest.moves)
    return best


class Game:
    """The search of an easier game to its end (see proof.py), which can be gone on with.

    With `together` and every suit it is the real game, and a win is a line.
    """

    def __init__(self, root: Any, suits: tuple[int, ...], *, together: bool = False) -> None:
        self.suits, self.together = suits, together
        self.free = int(root[beam.LEFT])
        self.stack: Any = np.zeros((1 << 11, proof.ROW), np.uint8)
        self.name: Any = np.zeros(len(self.stack), np.int32)  # of the rows on the stack, in the tree
        self.tree: Any = np.zeros((1 << 11, 2), np.int32)  # parent and step, of every state seen
        self.seen: Any = np.zeros(1 << 12, np.uint64)
        self.progress = np.zeros(4, np.int64)
        bits = sum(1 << suit for suit in suits)
        compiled.prover().prepare(root, bits, together, self.stack, self.seen, self.progress)
        self.cards = int(self.stack[0, beam.HEIGHT : beam.UP].sum())
        self.answer = proof.OPEN if self.cards else proof.WON

    def go_on(self, quota: int, spent: Spent) -> "Game":
        """Generate `quota` more states, if the budget has them; `answer` is then what is known."""
        before = int(self.progress[proof.NODES])
        most = before + min(quota, spent.left)
        while self.answer == proof.OPEN and self.progress[proof.NODES] < most:
            self._grow()
            arrays = (self.stack, self.name, self.tree, self.seen, self.progress)
            rest = most - int(self.progress[proof.NODES])
            self.answer = int(compiled.prover().exhaust(*arrays, self.free, self.together, rest))
        spent.nodes += int(self.progress[proof.NODES]) - before
        return self

    def _grow(self) -> None:
        """Make room for at least one more state and all its children."""
        if self.progress[proof.SIZE] + proof.ROOM > len(self.stack):
            self.stack = np.concatenate((self.stack, np.zeros_like(self.stack)))
            self.name = np.concatenate((self.name, np.zeros_like(self.name)))
        if self.progress[proof.ENTERED] + proof.ROOM > len(self.tree):
            self.tree = np.concatenate((self.tree, np.zeros_like(self.tree)))
            seen = np.zeros(2 * len(self.seen), np.uint64)
            compiled.prover().copied(self.seen, seen)
            self.seen = seen

    @property
    def proof(self) -> dict[str, Any]:
        return {"by": "search" if self.together else "suits", "suits": list(self.suits)}

    @property
    def steps(self) -> list[int]:
        """Those that win, where this is the real game and it was WON."""
        steps: list[int] = []
        at = int(self.progress[proof.ENTERED]) - 1
        while at > 0:
            steps.insert(0, int(self.tree[at, proof.STEP]))
            at = int(self.tree[at, proof.PARENT])
        return steps


def decide(root: Any, spent: Spent) -> Line | dict[str, Any] | None:
    """A proof that the position is lost, or a line that the search of the whole game came upon, or None.

    Cheap proofs first, then larger ones as far as the budget goes.
    """
    suit = int(compiled.prover().relaxed(root))
    if suit >= 0:
        return {"by": "relaxation", "suits": [suit]}
    for game in _in_turn(root, spent):
        if game.answer == proof.LOST:
            return game.proof
        if game.answer == proof.WON and game.together:
            return Line(game.steps, played(root.copy(), game.steps))
    return None


def disprove(root: Any, suits: Sequence[int], spent: Spent) -> dict[str, Any] | None:
    """A proof that one of these suits cannot come home alone, wherever the cards of other suits lie; or None."""
    for turn, suit in enumerate(suits):
        game = Game(root, (suit,))
        if game.go_on(spent.left // (len(suits) - turn), spent).answer == proof.LOST:
            return game.proof
    return None


def _in_turn(root: Any, spent: Spent) -> Iterator[Game]:
    """Games searched a little further each time, until the budget is used.

    A suit that does not come home alone in a few hundred states rarely comes home at all, and games with more suits
    are only harder then. So they wait until every suit alone is settled, but for a first try of the whole game. Of
    suits alone the one with fewer cards is settled sooner.
    """
    whole = Game(root, tuple(range(SUITS)), together=True)
    alone = sorted((Game(root, (suit,)) for suit in range(SUITS)), key=lambda game: game.cards)
    pairs = [Game(root, pair) for pair in combinations(range(SUITS), 2)]
    quota = FIRST_QUOTA
    while spent.left > 0:
        alone = [game for game in alone if game.answer == proof.OPEN]
        if quota == FIRST_QUOTA or not alone:
            yield whole.go_on(quota, spent)
        for turn, game in enumerate(alone):
            yield game.go_on(quota >> turn, spent)
        if not alone:
            pairs = [game for game in pairs if game.answer == proof.OPEN]
            for game in pairs:
                yield game.go_on(quota, spent)
        quota *= 2
