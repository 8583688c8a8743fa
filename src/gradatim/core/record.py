"""Records: a game as JSON lines, readable in a diff. ``docs/records.md`` says what each key means.

The first line is the header, then one event a line, then, once the game is over, the result with the secret that the
deal was drawn from. A running game that is saved to go on later ends with its secret alone: that file is private.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gradatim.core.table import Table
from gradatim.dialect.checks import check_keys, from_json, shown
from gradatim.dialect.errors import GradatimError, RecordError

LARGEST = 4 << 20  # bytes; the longest game of any seat count stays far below


@dataclass(frozen=True)
class Record:
    """What could be read: the valid prefix, and in `problem` why the rest could not ("" if all is well)."""

    header: dict[str, Any] = field(default_factory=dict)
    events: list[dict[str, Any]] = field(default_factory=list)
    result: dict[str, Any] | None = None
    secret: bytes | None = None
    problem: str = ""
    line: int = 0


@dataclass(frozen=True)
class Verdict:
    """What `verify` found. `moves` counts those that hold; `redealt`: was chance checked, by secret or code?"""

    ok: bool
    moves: int
    score: list[int]
    line: int = 0
    reason: str = ""
    redealt: bool = False
    over: bool = False


def dump(table: Table, secret: bytes | None = None) -> str:
    """The whole record of a table, with the secret if it is given: private while the game runs."""
    result = table.result()
    last: dict[str, Any] = {"result": result} if result else {}
    if secret is not None:
        last["secret"] = secret.hex()
    return lines([table.header(), *(event.to_dict() for event in table.events), *([last] if last else [])])


def lines(objects: Iterable[Mapping[str, Any]]) -> str:
    """JSON lines."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) + "\n" for line in objects)


def parse(text: str) -> Record:
    """Read a record as far as it can be read; `problem` and `line` say where and why reading stopped."""
    lines: list[dict[str, Any]] = []
    problem = f"a record has at most {LARGEST} characters" if len(text) > LARGEST else ""
    raw = [] if problem or not text else text.removesuffix("\n").split("\n")  # texts may hold other line ends
    for line in raw:
        try:
            lines.append(_line(line, first=not lines, last=len(lines) + 1 == len(raw)))
        except GradatimError as error:
            problem = str(error)
            break
    if not lines:
        return Record(problem=problem or "the file is empty; a record begins with its header", line=1)
    end = lines.pop() if len(lines) > 1 and _is_end(lines[-1]) else {}
    secret = bytes.fromhex(end["secret"]) if "secret" in end else None
    return Record(lines[0], lines[1:], end.get("result"), secret, problem, len(lines) + 1 if problem else 0)


def _line(raw: str, first: bool, last: bool) -> dict[str, Any]:
    line = from_json(raw)
    if not isinstance(line, dict):
        raise GradatimError("a line must be a JSON object")
    if _is_end(line) and not first:
        check_keys("the last line", line, {"result": dict, "secret": str}, ())
        if not last:
            raise GradatimError("the result must be the last line")
        if "secret" in line and not re.fullmatch("[0-9a-f]{64}", line["secret"]):
            raise GradatimError("a secret is 32 bytes in hex, 64 of 0123456789abcdef")
    return line


def _is_end(line: Mapping[str, Any]) -> bool:
    return "result" in line or "secret" in line


def load(record: Record) -> Table:
    """The table of a record, at its last event, ready to go on if the record holds its secret. Raises RecordError."""
    table, line, reason = prefix(record)
    if table is None or reason:
        raise RecordError(line, reason)
    return table


def prefix(record: Record, *, redeal: bool = False) -> tuple[Table | None, int, str]:
    """The table at the last event that holds; the line and reason where the record breaks (0 and "" if it does not).

    `redeal` draws chance from the published secret instead of believing the record.
    """
    table, line = None, 1
    try:
        table = Table.replay(record.header, [])
        if record.secret is not None:
            line = len(record.events) + 2
            table.restore_secret(record.secret)
        for number, event in enumerate(record.events, start=2):
            line = number
            table.extend(event, redeal=redeal)
    except GradatimError as error:
        return table, line, error.reason if isinstance(error, RecordError) else str(error)
    return table, record.line, record.problem


def verify(record: Record) -> Verdict:
    """Check every move, the score, and, where the secret is published, that chance was drawn from it."""
    table, line, reason = prefix(record, redeal=record.secret is not None)
    if table is None:
        return Verdict(False, 0, [], line, reason)
    if not reason and not table.events and "position" not in record.header:
        line, reason = 2, "the record ends before the deal"
    if not reason and record.result is not None and record.result != table.result():
        line = len(record.events) + 2
        reason = str(GradatimError(f"the result says {shown(record.result)}; it is {table.result() or 'none yet'}"))
    moves, score = sum(event.kind == "move" for event in table.events), table.state.score()
    redealt = record.secret is not None or "code" in record.header
    return Verdict(not reason, moves, list(score.totals), line, reason, redealt, score.over)
