"""What runs a game's rules. `Interpreted` is here; the compiled executor is in ``gradatim.fast``."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

from gradatim.dialect.contract import Buffer, Rules
from gradatim.dialect.errors import GradatimError
from gradatim.dialect.random import below
from gradatim.dialect.rows import Row, collect, rebind, row_type


class Executor(ABC):
    """Runs one game's rules on rows of its own kind. Nothing is checked here: `State` does that.

    `run` has the rules' functions; those that write to a buffer are methods here, which return what was written.
    """

    def __init__(self, rules: Rules, run: Any) -> None:
        self.run: Rules = run
        self._state = row_type("StateRow", rules.FIELDS)
        self._sight = row_type("SightRow", rules.SIGHT)
        self._scores = rules.SEATS[1] * (len(rules.PARTS) + 2)
        self._components = len(rules.COMPONENTS)
        self._out = self.buffer(max(rules.MAX_LEGAL, self._scores, self._components, 2 * rules.SEATS[1]))

    @abstractmethod
    def buffer(self, size: int) -> Any: ...
    @abstractmethod
    def new(self) -> Any: ...
    @abstractmethod
    def read(self, row: Any) -> Row: ...
    @abstractmethod
    def write(self, row: Any, values: Mapping[str, Any]) -> None: ...
    @abstractmethod
    def observe(self, row: Any, eye: int) -> Row: ...
    @abstractmethod
    def written(self, count: int) -> list[int]:
        """The first numbers of the buffer that the rules write to."""

    def copy(self, row: Any) -> Any:
        return row.copy()

    def seats(self, row: Any) -> int:
        return int(self.read(row).seats)  # type: ignore[attr-defined]

    def seed(self, row: Any, words: Sequence[int]) -> None:
        self.write(row, {"rng": list(words)})

    def ask_order(self, row: Any) -> list[int]:
        return self.written(self.run.ask_order(row, self._out))

    def legal(self, row: Any, seat: int) -> list[int]:
        return self.written(self.run.legal(row, seat, self._out))

    def score(self, row: Any) -> tuple[int, list[int]]:
        return self.run.score(row, self._out), self.written(self._scores)

    def census(self, row: Any) -> list[int]:
        self.run.census(row, self._out)
        return self.written(self._components)


class Tape:
    """Stands in for `below`: writes down what chance gives, or, when scripted, gives what was written down."""

    def __init__(self) -> None:
        self.drew: list[int] = []
        self.script: list[int] | None = None

    def below(self, rng: MutableSequence[int], n: int) -> int:
        if self.script is None:
            value = below(rng, n)
        elif not self.script:
            raise GradatimError("chance is asked once more than the record says it was")
        else:
            value = self.script.pop(0)
            if not 0 <= value < n:
                raise GradatimError(f"chance gave {value}, but only 0 to {n - 1} were possible")
        self.drew.append(value)
        return value


class Interpreted(Executor):
    """The rules as plain Python on `Row` objects, with chance on a tape if one is given."""

    def __init__(self, rules: Rules, tape: Tape | None = None) -> None:
        super().__init__(rules, rebind(collect(rules), {"below": tape.below} if tape else {}))
        self._open = rules.OPEN

    def buffer(self, size: int) -> Buffer:
        return [0] * size

    def written(self, count: int) -> list[int]:
        return list(self._out[:count])

    def new(self) -> Row:
        return self._state()

    def read(self, row: Row) -> Row:
        return row

    def write(self, row: Row, values: Mapping[str, Any]) -> None:
        row.update(values)

    def observe(self, row: Row, eye: int) -> Row:
        sight = self._sight().update({name: getattr(row, name) for name in self._open})
        self.run.reveal(row, eye, sight)
        return sight
