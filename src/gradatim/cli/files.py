"""Reading and writing files for the commands; what cannot be read is said in one line."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from gradatim.core import GradatimError
from gradatim.core import record as records
from gradatim.dialect.checks import from_json


def read(path: Path) -> str:
    """The text of a file, - for the standard input. Raises GradatimError."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(records.LARGEST + 1)
        else:
            with path.open("rb") as file:
                data = file.read(records.LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise GradatimError(f"cannot read {path}: {_reason(error)}") from error
    if len(data) > records.LARGEST:
        raise GradatimError(f"cannot read {path}: it has more than {records.LARGEST >> 20} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GradatimError(f"cannot read {path}: it is not UTF-8 text") from error


def write(path: Path, text: str) -> None:
    """Write a file in one step, readable by its owner only: a running game holds its secret. Raises GradatimError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise GradatimError(f"cannot write {path}: {_reason(error)}") from error


def check_free(path: Path) -> None:
    """Raises GradatimError where a record would take the place of something that is none."""
    if os.path.exists(path) and not (os.path.isfile(path) and '"gradatim"' in read(path)[:64]):
        raise GradatimError(f"cannot write {path}: there is something of that name that is no record")


def _reason(error: OSError | ValueError) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def typed(name: str) -> Path:
    """The path that a person typed. Raises GradatimError."""
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise GradatimError(f"{name}: {str(error).lower().rstrip('.')}") from error


def printable(text: str) -> str:
    """A text from outside on one line, with nothing that moves a cursor."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def position(text: str) -> dict[str, Any] | None:
    """The hand-written position that a text holds; None if it is a record. Raises GradatimError."""
    if not text.strip():
        raise GradatimError("there is nothing in it; a record or a position is read")
    try:
        found = from_json(text)
    except GradatimError as error:
        first = text.lstrip().partition("\n")[0].rstrip()
        if first.startswith("{") and first.endswith("}"):
            return None  # several objects, one a line
        raise GradatimError(f"this is neither a record nor a position: {error}") from error
    if not isinstance(found, dict):
        raise GradatimError("a position is a JSON object")
    return None if "gradatim" in found else found


def option(value: str) -> object:
    """The value of a rule option as it was typed; the name of a .toml or .json file stands for the table in it.

    Raises GradatimError.
    """
    if not value.lower().endswith((".toml", ".json")):
        return value
    text = read(typed(value))
    try:
        return from_json(text) if value.lower().endswith(".json") else tomllib.loads(text)
    except GradatimError as error:
        raise GradatimError(f"cannot read {value}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise GradatimError(f"cannot read {value}: not TOML: {error}") from error


def to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
