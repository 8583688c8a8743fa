"""Checks of what comes from outside: whole numbers, keys, JSON. Each complains in one sentence."""

import json
import re
from collections.abc import Iterable, Mapping
from operator import index
from typing import Any, SupportsIndex

from gradatim.dialect.contract import Option
from gradatim.dialect.errors import GradatimError

PLAIN: dict[Any, str] = {int: "a whole number", str: "a text", dict: "an object"}
PLAIN |= {list[int]: "a list of whole numbers", list[str]: "a list of texts"}
_HALF_LETTER = re.compile("[\ud800-\udfff]")  # cannot be written down


def shown(value: object) -> str:
    """A value as a sentence names it."""
    try:
        return repr(value)
    except (ValueError, RecursionError):  # more digits, or a deeper nest, than Python writes out
        return f"this {type(value).__name__}"


def whole(value: object, low: int, high: int, say: str) -> int:
    """A whole number from low to high, NumPy's too, as an int. Raises GradatimError that begins with `say`."""
    if type(value) is int and low <= value <= high:  # nearly always, and much faster to tell
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool) and low <= index(value) <= high:
        return index(value)
    raise GradatimError(f"{say}, not {shown(value)}")


def option_value(option: Option, value: object) -> int:
    """The value of an option, given as number or label. Raises GradatimError."""
    known: dict[object, int] = {number: number for number in option.values}
    known.update((str(number), number) for number in option.values)
    known.update(zip(option.labels, option.values, strict=False))
    if not isinstance(value, str | SupportsIndex) or value not in known:
        allowed = ", ".join(option.labels or map(str, option.values))
        raise GradatimError(f"option {option.name} may be {allowed}, not {shown(value)}")
    return known[value]


def check_keys(what: str, line: Mapping[str, Any], types: Mapping[str, Any], needed: Iterable[str]) -> None:
    """Raises GradatimError when an object lacks a key, has an unknown one, or one of the wrong type."""
    for key in needed:
        if key not in line:
            raise GradatimError(f"{what} needs the key {key!r}")
    for key, value in line.items():
        if key not in types:
            raise GradatimError(f"{what} has no key {shown(key)}; it may have {', '.join(types)}")
        if not _is(value, types[key]):
            raise GradatimError(f"{key} must be {PLAIN[types[key]]}, not {shown(value)}")


def _is(value: object, kind: Any) -> bool:
    if kind in (list[int], list[str]):
        return type(value) is list and all(_is(item, kind.__args__[0]) for item in value)
    return type(value) is kind and not (isinstance(value, str) and _HALF_LETTER.search(value))


def from_json(text: str) -> Any:
    """Strict JSON: no NaN, no key twice. Raises GradatimError."""
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_unique)
    except GradatimError:
        raise
    except json.JSONDecodeError as error:
        raise GradatimError(f"not JSON: {error}") from error
    except (ValueError, RecursionError) as error:
        raise GradatimError("not JSON that can be used: a number is too long, or a list too deep") from error


def _no_number(name: str) -> None:
    raise GradatimError(f"{name} is no number in JSON")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for at, (key, _) in enumerate(pairs) if key in dict(pairs[:at]))
        raise GradatimError(f"the key {twice!r} is there twice")
    return found
