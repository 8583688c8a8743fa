"""The kernels of the solver are plain Python: interpreted and compiled they do the same."""

import random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from gradatim.games.crescent.solver import answers, beam, compiled, lines, proof, search
from tests.crescent.test_solver_proofs import small


def roots() -> list[Any]:
    """Fresh deals, positions in the middle and near the end of a line that wins, and small ones."""
    drawn = random.Random(6)
    start = lines.row_of(answers.dealt(5, 3))
    found = search.find(start, search.Spent(400_000), 0, search.widths())
    assert found is not None
    on_line = []
    for played in (70, len(found.steps) - 16, len(found.steps) - 8):
        row = start.copy()
        search.played(row, found.steps[:played])
        on_line.append(row)
    fresh = [lines.row_of(answers.dealt(deal, redeals)) for deal, redeals in ((1, 3), (2, 0))]
    return [*fresh, *on_line, *(lines.row_of(small(drawn)) for _ in range(6))]


def searched(kernel: ModuleType, root: Any, width: int, noise: int, shift: int) -> tuple[Any, ...]:
    moves = np.zeros(beam.STEPS, np.int16)
    counts = np.zeros(2, np.int64)
    weights, row = search.weights(noise, shift), root[: beam.ROW]
    length = kernel.beam(row, width, search.prices(), weights, 7, 500, search.LONGEST, moves, counts)
    return int(length), moves.tolist(), counts.tolist()


def exhausted(kernel: ModuleType, root: Any, suits: int, together: int) -> tuple[Any, ...]:
    stack, name = np.zeros((2_000, proof.ROW), np.uint8), np.zeros(2_000, np.int32)
    tree, seen = np.zeros((2_000, 2), np.int32), np.zeros(4_096, np.uint64)
    progress = np.zeros(4, np.int64)
    kernel.prepare(root, suits, together, stack, seen, progress)
    if not stack[0, beam.HEIGHT : beam.UP].any():
        return ()
    free = int(root[beam.LEFT])
    answer = kernel.exhaust(stack, name, tree, seen, progress, free, together, 300)
    return int(answer), progress.tolist(), tree.tolist(), seen.tolist()


@pytest.mark.parametrize(("width", "noise", "shift"), [(3, 30, 0), (20, 1, 40)])
def test_the_finder_does_the_same_interpreted(width: int, noise: int, shift: int) -> None:
    won = 0
    for root in roots():
        with np.errstate(over="ignore"):  # hashes wrap round
            expected = searched(beam, root, width, noise, shift)
        assert searched(compiled.finder(), root, width, noise, shift) == expected
        won += expected[0] > 0
    assert won >= 2


def test_the_prover_does_the_same_interpreted() -> None:
    answers_seen = set()
    for root in roots():
        assert proof.relaxed(root) == compiled.prover().relaxed(root)
        for suits, together in ((1, 0), (4, 0), (6, 0), (15, 0), (15, 1)):
            with np.errstate(over="ignore"):
                expected = exhausted(proof, root, suits, together)
            assert exhausted(compiled.prover(), root, suits, together) == expected
            answers_seen.update(expected[:1])
    assert answers_seen == {proof.LOST, proof.WON, proof.OPEN}
