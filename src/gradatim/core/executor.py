"""What runs a game's rules. `Interpreted` is here; the compiled one, same interface, is in ``gradatim.fast``."""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from typing import Any, Protocol

from gradatim.core.contract import Rules
from gradatim.core.dialect import Row, collect, rebind, row_type
from gradatim.core.errors import GradatimError
from gradatim.core.random import below


class Executor(Protocol):
    """Runs one game's rules on rows of its own kind. Nothing is checked here: `State` does that."""

    def new(self) -> Any: ...
    def copy(self, row: Any) -> Any: ...
    def read(self, row: Any) -> Row: ...
    def write(self, row: Any, values: Mapping[str, Any]) -> None: ...
    def seats(self, row: Any) -> int: ...
    def seed(self, row: Any, words: Sequence[int]) -> None: ...
    def refuse_setup(self, row: Any) -> int: ...
    def deal(self, row: Any) -> None: ...
    def derive(self, row: Any) -> None: ...
    def to_move(self, row: Any) -> int: ...
    def ask_order(self, row: Any) -> list[int]: ...
    def window(self, row: Any) -> int: ...
    def closes(self, move: int) -> int: ...
    def idle(self, row: Any, seat: int) -> int: ...
    def legal(self, row: Any, seat: int) -> list[int]: ...
    def refusal(self, row: Any, seat: int, move: int) -> int: ...
    def apply(self, row: Any, seat: int, move: int) -> None: ...
    def score(self, row: Any) -> tuple[int, list[int]]: ...
    def observe(self, row: Any, eye: int) -> Row: ...
    def determinize(self, row: Any, eye: int, seed: int) -> None: ...
    def quick(self, row: Any, seat: int) -> int: ...
    def census(self, row: Any) -> list[int]: ...


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


class Interpreted:
    """The rules as plain Python on `Row` objects, with chance on a tape if one is given."""

    def __init__(self, rules: Rules, tape: Tape | None = None) -> None:
        replaced = {"below": tape.below} if tape else None
        self._run = rebind(collect(rules), replaced)  # type: ignore[arg-type]  # a module, seen as a Rules
        self._rules = rules
        self._state = row_type("StateRow", rules.FIELDS)
        self._sight = row_type("SightRow", rules.SIGHT)
        self._score_size = rules.SEATS[1] * (len(rules.PARTS) + 2)
        run = self._run
        # These need no buffer: the rules' own functions serve as methods.
        self.refuse_setup: Callable[[Row], int] = run["refuse_setup"]
        self.deal: Callable[[Row], None] = run["deal"]
        self.derive: Callable[[Row], None] = run["derive"]
        self.to_move: Callable[[Row], int] = run["to_move"]
        self.window: Callable[[Row], int] = run["window"]
        self.closes: Callable[[int], int] = run["closes"]
        self.idle: Callable[[Row, int], int] = run["idle"]
        self.refusal: Callable[[Row, int, int], int] = run["refusal"]
        self.apply: Callable[[Row, int, int], None] = run["apply"]
        self.determinize: Callable[[Row, int, int], None] = run["determinize"]
        self.quick: Callable[[Row, int], int] = run["quick"]

    def new(self) -> Row:
        return self._state()

    def copy(self, row: Row) -> Row:
        return row.copy()

    def read(self, row: Row) -> Row:
        return row

    def write(self, row: Row, values: Mapping[str, Any]) -> None:
        row.update(values)

    def seats(self, row: Any) -> int:
        return int(row.seats)

    def seed(self, row: Any, words: Sequence[int]) -> None:
        row.rng[:] = words

    def ask_order(self, row: Row) -> list[int]:
        out = [0] * (2 * self._rules.SEATS[1])
        return out[: self._run["ask_order"](row, out)]

    def legal(self, row: Row, seat: int) -> list[int]:
        out = [0] * self._rules.MAX_LEGAL
        return out[: self._run["legal"](row, seat, out)]

    def score(self, row: Row) -> tuple[int, list[int]]:
        out = [0] * self._score_size
        return self._run["score"](row, out), out

    def observe(self, row: Row, eye: int) -> Row:
        sight = self._sight()
        self._run["observe"](row, eye, sight)
        return sight

    def census(self, row: Row) -> list[int]:
        out = [0] * len(self._rules.COMPONENTS)
        self._run["census"](row, out)
        return out
