"""`Compiled`: the same rules as `gradatim.core.executor.Interpreted`, on rows of bytes, by Numba."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradatim.core.contract import Rules
from gradatim.core.dialect import Row, row_type
from gradatim.fast.builder import steps_kernel

Bytes = NDArray[np.uint8]


class Compiled:
    """Runs a game's rules compiled. Rows are uint8 arrays of ``STATE.itemsize``; one buffer serves every call."""

    def __init__(self, rules: Rules, boundscheck: bool = True) -> None:
        kernel = steps_kernel(rules, boundscheck)
        self.kernel = kernel
        self.state_type: np.dtype[Any] = kernel.STATE
        self._sight_type: np.dtype[Any] = kernel.SIGHT
        self._state_row = row_type("StateRow", rules.FIELDS)
        self._sight_row = row_type("SightRow", rules.SIGHT)
        self._score_size = rules.SEATS[1] * (len(rules.PARTS) + 2)
        self._components = len(rules.COMPONENTS)
        self._out = np.zeros(max(rules.MAX_LEGAL, self._score_size, self._components, 2 * rules.SEATS[1]), np.int64)
        self.refuse_setup = kernel.call_refuse_setup
        self.deal = kernel.call_deal
        self.derive = kernel.call_derive
        self.to_move = kernel.call_to_move
        self.window = kernel.call_window
        self.closes = kernel.call_closes
        self.idle = kernel.call_idle
        self.refusal = kernel.call_refusal
        self.apply = kernel.call_apply
        self.determinize = kernel.call_determinize
        self.quick = kernel.call_quick

    def new(self) -> Bytes:
        return np.zeros(self.state_type.itemsize, np.uint8)

    def copy(self, row: Bytes) -> Bytes:
        return row.copy()

    def read(self, row: Bytes) -> Row:
        return _to_row(self._state_row, row.view(self.state_type)[0])

    def write(self, row: Bytes, values: Mapping[str, Any]) -> None:
        record = row.view(self.state_type)[0]
        for name, value in values.items():
            record[name] = value

    def seats(self, row: Bytes) -> int:
        return int(row.view(self.state_type)[0]["seats"])

    def seed(self, row: Bytes, words: Sequence[int]) -> None:
        row.view(self.state_type)[0]["rng"] = words

    def ask_order(self, row: Bytes) -> list[int]:
        count = self.kernel.call_ask_order(row, self._out)
        return list(self._out[:count].tolist())

    def legal(self, row: Bytes, seat: int) -> list[int]:
        count = self.kernel.call_legal(row, seat, self._out)
        return list(self._out[:count].tolist())

    def score(self, row: Bytes) -> tuple[int, list[int]]:
        self._out[:] = 0
        ending = self.kernel.call_score(row, self._out)
        return ending, self._out[: self._score_size].tolist()

    def observe(self, row: Bytes, eye: int) -> Row:
        sight = np.zeros(self._sight_type.itemsize, np.uint8)
        self.kernel.call_observe(row, eye, sight)
        return _to_row(self._sight_row, sight.view(self._sight_type)[0])

    def census(self, row: Bytes) -> list[int]:
        self.kernel.call_census(row, self._out)
        return list(self._out[: self._components].tolist())


def _to_row(kind: type[Row], record: Any) -> Row:
    return kind().update({field.name: record[field.name].tolist() for field in kind.FIELDS})
