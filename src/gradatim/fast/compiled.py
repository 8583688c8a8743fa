"""`Compiled`: the same rules as ``gradatim.dialect.executor.Interpreted``, on rows of bytes, by Numba."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradatim.dialect.contract import Rules
from gradatim.dialect.executor import Executor
from gradatim.dialect.rows import Row
from gradatim.fast.builder import steps_kernel
from gradatim.fast.emit import STEPS

Bytes = NDArray[np.uint8]


class Compiled(Executor):
    """Runs a game's rules compiled. A row is a uint8 array of ``state_type.itemsize`` bytes."""

    def __init__(self, rules: Rules, boundscheck: bool = True) -> None:
        kernel = steps_kernel(rules, boundscheck)
        super().__init__(rules, SimpleNamespace(**{name: getattr(kernel, f"call_{name}") for name in STEPS}))
        self.state_type: np.dtype[Any] = kernel.STATE
        self._sight_type: np.dtype[Any] = kernel.SIGHT

    def buffer(self, size: int) -> NDArray[np.int64]:
        return np.zeros(size, np.int64)

    def written(self, count: int) -> list[int]:
        return list(self._out[:count].tolist())

    def new(self) -> Bytes:
        return np.zeros(self.state_type.itemsize, np.uint8)

    def seats(self, row: Bytes) -> int:
        return int(row.view(self.state_type)[0]["seats"])

    def read(self, row: Bytes) -> Row:
        return _to_row(self._state, row.view(self.state_type)[0])

    def write(self, row: Bytes, values: Mapping[str, Any]) -> None:
        record = row.view(self.state_type)[0]
        for name, value in values.items():
            record[name] = value

    def observe(self, row: Bytes, eye: int) -> Row:
        sight = self.new_sight()
        self.run.observe(row, eye, sight)
        return _to_row(self._sight, sight.view(self._sight_type)[0])

    def new_sight(self) -> Bytes:
        """Room for one sight, as `run.observe` fills it."""
        return np.zeros(self._sight_type.itemsize, np.uint8)


def _to_row(kind: type[Row], record: Any) -> Row:
    return kind().update({field.name: record[field.name].tolist() for field in kind.FIELDS})
