"""The rules dialect from outside: rows that rules run on, and the functions that belong to a game's rules.

Both executors take their functions from `collect`, so what runs compiled is what runs interpreted.
"""

import builtins
import dis
from collections.abc import Iterable, Mapping
from types import FunctionType, SimpleNamespace
from typing import Any, ClassVar, Self

from gradatim.dialect.contract import Field

ALLOWED_BUILTINS = frozenset({"range", "min", "max", "abs", "len"})


class Row:
    """A state or a sight, interpreted: one attribute a field, an int or a list of ints (of lists of ints)."""

    __slots__ = ()
    FIELDS: ClassVar[tuple[Field, ...]] = ()

    def __init__(self) -> None:
        for field in self.FIELDS:
            setattr(self, field.name, _zeros(field.shape))

    def to_dict(self, derived: bool = True) -> dict[str, Any]:
        """Field by name; with derived=False only what records and hashes hold."""
        return {f.name: _copied(getattr(self, f.name)) for f in self.FIELDS if derived or not f.derived}

    def update(self, values: Mapping[str, Any]) -> Self:
        for name, value in values.items():
            setattr(self, name, _copied(value))
        return self

    def copy(self) -> Self:
        return type(self)().update({field.name: getattr(self, field.name) for field in self.FIELDS})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and other.FIELDS == self.FIELDS and other.to_dict() == self.to_dict()

    def __hash__(self) -> int:
        return hash(repr(self.to_dict(derived=False)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in self.to_dict().items())})"


def row_type(name: str, fields: tuple[Field, ...]) -> type[Row]:
    """A row class with these fields as its slots."""
    return type(name, (Row,), {"__slots__": tuple(field.name for field in fields), "FIELDS": fields})


def out_of_range(row: Row) -> str:
    """The first field value that its bits cannot hold, in words; "" if all fit."""
    for field in row.FIELDS:
        for at, value in _flat(getattr(row, field.name)):
            if not 0 <= value < field.limit:
                return f"{field.name}{at} is {value}, but {field.bits} bits hold 0 to {field.limit - 1}"
    return ""


def collect(*modules: Any) -> dict[str, Any]:
    """All dialect functions of these modules and all they use, by name: functions, ints, tables (tuples of ints).

    A helper that a module imports comes along under its own name. Raises TypeError for a name that is neither a
    dialect function nor a table nor an allowed builtin, and for two things of one name.
    """
    found: dict[str, Any] = {}
    waiting: list[tuple[str, Any]] = [
        (name, value)
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
    while waiting:
        name, value = waiting.pop()
        if name in found:
            if found[name] is not value and found[name] != value:
                raise TypeError(f"the dialect has two different things called {name!r}")
            continue
        found[name] = value
        if isinstance(value, FunctionType):
            waiting.extend(_globals_used(value))
    return found


def rebind(functions: Mapping[str, Any], replaced: Mapping[str, Any]) -> SimpleNamespace:
    """Copies of the functions that see one another, and `replaced`, as their globals.

    Code objects stay the same, so the debugger and coverage still show the rules' own lines.
    """
    namespace: dict[str, Any] = {"__builtins__": builtins}
    for name, value in functions.items():
        if isinstance(value, FunctionType):
            namespace[name] = FunctionType(value.__code__, namespace, name, value.__defaults__)
        else:
            namespace[name] = value
    namespace.update(replaced)
    return SimpleNamespace(**namespace)


def _globals_used(function: FunctionType) -> Iterable[tuple[str, Any]]:
    for name in {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}:
        if name in function.__globals__:
            value = function.__globals__[name]
            if not isinstance(value, int | tuple | FunctionType):
                raise TypeError(f"{function.__module__}.{function.__name__} uses {name!r}, which is not in the dialect")
            yield (value.__name__ if isinstance(value, FunctionType) else name), value
        elif hasattr(builtins, name) and name not in ALLOWED_BUILTINS:
            raise TypeError(f"{function.__module__}.{function.__name__} uses {name!r}, which is not in the dialect")


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _flat(value: Any, at: str = "") -> Iterable[tuple[str, int]]:
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from _flat(item, f"{at}[{i}]")
    else:
        yield at, value
