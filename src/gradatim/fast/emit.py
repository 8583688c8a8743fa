"""Rules as the text of one Numba module: functions, tables and record types by value, nothing imported.

Because the text holds everything, its hash names the kernel: a change in any helper gives another module, and two
games can never share a driver.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Mapping
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from gradatim.dialect.contract import Field, Rules
from gradatim.dialect.rows import collect

BUFFERS = ("out", "order", "moves", "first", "now", "rng", "scores")  # arguments of entries that are buffers

INLINED = ("below", "next_word")  # with bounds checks LLVM finds them too long, and a quarter of the speed is lost

HEAD = '''"""{title}. Generated: changes are overwritten."""
import numpy as np
from numba import int64, njit, uint32

STATE = np.dtype({state})
SIGHT = np.dtype({sight})
INNER = dict(boundscheck={boundscheck}, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
ENTRY = dict(boundscheck={boundscheck}, error_model="numpy", cache=True)
'''

STEPS = {  # the calls of gradatim.fast.Compiled, with the types of their arguments
    "refuse_setup": "s",
    "deal": "s",
    "derive": "s",
    "to_move": "s",
    "ask_order": "s out",
    "window": "s",
    "closes": "move",
    "idle": "s seat",
    "legal": "s seat out",
    "refusal": "s seat move",
    "apply": "s seat move",
    "score": "s out",
    "observe": "s eye sight",
    "determinize": "s eye seed",
    "quick": "s seat",
    "census": "s out",
}


def field_type(field: Field) -> str:
    """The smallest signed type. Signed, so that all arithmetic is int64: Numba makes floats of mixed signs."""
    for size in (8, 16, 32):
        if field.bits < size:
            return f"i{size // 8}"
    return "i8"


def record_type(fields: Iterable[Field]) -> list[tuple[Any, ...]]:
    """A NumPy record description, widest fields first so that each is aligned."""
    widest_first = sorted(fields, key=lambda field: -int(field_type(field)[1:]))
    return [(f.name, field_type(f), f.shape) if f.shape else (f.name, field_type(f)) for f in widest_first]


def module_text(rules: Rules, drivers: ModuleType | None, boundscheck: bool) -> str:
    """The kernel of a game: its step calls, or, with a module of drivers, that module's entries (its `ENTRIES`)."""
    modules = [rules] if drivers is None else [rules, drivers]
    parts = dict(sorted(collect(*modules).items()))  # one order in every process: the text's hash is the cache's key
    parts.pop("copy", None)  # written below
    flatten = _Flatten(rules, parts)
    text = [
        HEAD.format(
            title=f"{rules.NAME}: {'steps' if drivers is None else drivers.__name__}",
            state=record_type(rules.FIELDS),
            sight=record_type(rules.SIGHT),
            boundscheck=boundscheck,
        )
    ]
    text += [_table(name, value) for name, value in parts.items() if not isinstance(value, FunctionType)]
    text.append(_copy("copy(t, s)", "t", rules.FIELDS))
    open_fields = [field for field in rules.FIELDS if field.name in rules.OPEN]
    text.append(_copy("observe(s, eye, out)", "out", open_fields) + "    reveal(s, eye, out)\n")
    text += [_inner(name, flatten.function(part)) for name, part in parts.items() if isinstance(part, FunctionType)]
    entries: Mapping[str, str] = STEPS if drivers is None else drivers.ENTRIES
    text += [_entry(name, arguments.split()) for name, arguments in entries.items()]
    return "\n".join(text)


def _table(name: str, value: Any) -> str:
    if isinstance(value, int):
        return f"{name} = {value}"
    table = np.array(value)
    if table.dtype.kind != "i":
        raise TypeError(f"table {name} must hold whole numbers in rows of equal length")
    small = np.int16 if abs(table).max(initial=0) < 1 << 15 else np.int64
    return f"{name} = np.array({table.tolist()}, np.{small.__name__})"


def _copy(head: str, to: str, fields: Iterable[Field]) -> str:
    """A function that copies fields of `s`, one by one; the compiler turns that into block moves."""
    lines = ["@njit(**INNER)", f"def {head}:"]
    for field in fields:
        if not field.shape:
            lines.append(f"    {to}.{field.name} = s.{field.name}")
            continue
        indices = [f"i{k}" for k in range(len(field.shape))]
        for depth, (index, size) in enumerate(zip(indices, field.shape, strict=True)):
            lines.append(f"{'    ' * (depth + 1)}for {index} in range({size}):")
        at = ", ".join(indices)
        lines.append(f"{'    ' * (len(indices) + 1)}{to}.{field.name}[{at}] = s.{field.name}[{at}]")
    return "\n".join(lines) + "\n"


def _inner(name: str, function: str) -> str:
    options = "**INNER, forceinline=True" if name in INLINED else "**INNER"
    return f"@njit({options})\n{function}\n"


def _entry(name: str, arguments: list[str]) -> str:
    kinds = dict.fromkeys(("s", "t", "sight"), "uint8[::1]") | dict.fromkeys(BUFFERS, "int64[::1]")
    signature = ", ".join(kinds.get(argument, "int64") for argument in arguments)
    views = {"s": "STATE", "t": "STATE", "sight": "SIGHT"}
    passed = ", ".join(f"{a}.view({views[a]})[0]" if a in views else a for a in arguments)
    return f'@njit("({signature},)", **ENTRY)\ndef call_{name}({", ".join(arguments)}):\n    return {name}({passed})\n'


class _Flatten(ast.NodeTransformer):
    """Rewrites a dialect function for Numba; what it means stays the same.

    ``rules.apply(…)`` in a driver becomes ``apply(…)``; ``x[a][b]`` becomes ``x[a, b]``, which makes no view; every
    number read from a field or table becomes an int64, so that each function is compiled for one set of types; every
    index becomes a uint32, for which one comparison checks both bounds: the dialect never counts from the end.
    """

    def __init__(self, rules: Rules, parts: Mapping[str, Any]) -> None:
        state = {field.name: len(field.shape) for field in rules.FIELDS}
        sight = {field.name: len(field.shape) for field in rules.SIGHT}
        self._depths = {"s": state, "t": state, "out": sight}  # by the name of the parameter
        self._tables = {name: np.array(value).ndim for name, value in parts.items() if isinstance(value, tuple)}

    def function(self, function: FunctionType) -> str:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        tree.returns = None
        tree.decorator_list = []
        for argument in tree.args.args:
            argument.annotation = None
        if ast.get_docstring(tree) is not None:
            tree.body = tree.body[1:] or [ast.Pass()]
        return ast.unparse(ast.fix_missing_locations(self.visit(tree)))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        assert node.value is not None
        return self.generic_visit(ast.Assign([node.target], node.value))

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "rules":
            return ast.Name(node.attr, node.ctx)
        return _int64(node) if isinstance(node.ctx, ast.Load) and self._depth(node) == 0 else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        indices: list[ast.expr] = []
        root: ast.expr = node
        while isinstance(root, ast.Subscript):
            indices.insert(0, _index(self.visit(root.slice)))
            root = root.value
        index = indices[0] if len(indices) == 1 else ast.Tuple(indices, ast.Load())
        flat = ast.Subscript(root, index, node.ctx)
        return _int64(flat) if isinstance(node.ctx, ast.Load) and self._depth(root) == len(indices) else flat

    def _depth(self, node: ast.expr) -> int | None:
        """How many dimensions a field or a table has; None for anything else."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return self._depths.get(node.value.id, {}).get(node.attr)
        return self._tables.get(node.id) if isinstance(node, ast.Name) else None


def _int64(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("int64", ast.Load()), [node], [])


def _index(node: ast.expr) -> ast.expr:
    return node if isinstance(node, ast.Constant) else ast.Call(ast.Name("uint32", ast.Load()), [node], [])
