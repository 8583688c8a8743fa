"""Records: a game as JSON lines, readable in a diff. ``docs/records.md`` says what each key means.

The first line is the header, then one event a line, then, once the game is over, the result with the secret that the
deal was drawn from. A running game that is saved to go on later ends with its secret alone: that file is private.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gradatim.core.errors import GradatimError, RecordError
from gradatim.core.table import Event, Table, commitment

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
    """What `verify` found. `moves` counts those that hold; `redealt`: was the secret there, and chance checked?"""

    ok: bool
    moves: int
    score: list[int]
    line: int = 0
    reason: str = ""
    redealt: bool = False
    over: bool = False


def dump(table: Table, secret: bytes | None = None, *, redacted: bool = False) -> str:
    """The record of a table. `redacted` leaves out what chance gave, for a game that still runs."""
    lines = [table.header()]
    for event in table.events:
        line = event.to_dict()
        if redacted:
            line.pop("drew", None)
        lines.append(line)
    result = table.result()
    last: dict[str, Any] = {"result": result} if result else {}
    if secret is not None and not redacted:
        last["secret"] = secret.hex()
    if last:
        lines.append(last)
    return "".join(json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) + "\n" for line in lines)


def parse(text: str) -> Record:
    """Read a record as far as it can be read; `problem` and `line` say where and why reading stopped."""
    header: dict[str, Any] = {}
    events: list[dict[str, Any]] = []
    if len(text) > LARGEST:
        return Record(problem=f"a record has at most {LARGEST} characters", line=1)
    lines = text.splitlines()
    if not lines:
        return Record(problem="the file is empty; a record begins with its header", line=1)
    for number, raw in enumerate(lines, start=1):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError):
            return Record(header, events, problem="this line is not JSON", line=number)
        if not isinstance(line, dict):
            return Record(header, events, problem="a line must be a JSON object", line=number)
        if number == 1:
            header = line
        elif "result" in line or "secret" in line:
            if number < len(lines):
                return Record(header, events, problem="the result must be the last line", line=number)
            return _with_end(header, events, line, number)
        else:
            events.append(line)
    return Record(header, events)


def _with_end(header: dict[str, Any], events: list[dict[str, Any]], line: Mapping[str, Any], number: int) -> Record:
    result, secret = line.get("result"), line.get("secret")
    try:
        if set(line) - {"result", "secret"} or not isinstance(result, dict | None):
            raise ValueError
        return Record(header, events, result, bytes.fromhex(secret) if secret is not None else None)
    except (TypeError, ValueError):
        return Record(
            header,
            events,
            problem="the last line holds a result, an object, and a secret in hex",
            line=number,
        )


def load(record: Record) -> Table:
    """The table of a record, at its last event, ready to go on if the record holds its secret. Raises RecordError."""
    if record.problem:
        raise RecordError(record.line, record.problem)
    table = Table.replay(record.header, record.events)
    if record.secret is not None:
        try:
            table.restore_secret(record.secret)
        except GradatimError as error:
            raise RecordError(len(record.events) + 2, str(error)) from error
    return table


def prefix(record: Record) -> tuple[Table | None, int, str]:
    """The table at the last event that holds; the line and reason where the record breaks (0 and "" if it does not)."""
    try:
        table = Table.replay(record.header, [])
    except RecordError as error:
        return None, record.line or error.line, record.problem or error.reason
    for number, event in enumerate(record.events, start=2):
        try:
            table.extend(event)
        except GradatimError as error:
            return table, number, str(error)
    return table, record.line, record.problem


def verify(record: Record) -> Verdict:
    """Check every move, the score, and, where the secret is published, that chance was drawn from it."""
    table, line, reason = prefix(record)
    if table is None:
        return Verdict(False, 0, [], line, reason)
    last = len(record.events) + 2
    if not reason and not table.events and "position" not in record.header:
        line, reason = 2, "the record ends before the deal"
    if not reason and record.secret is not None:
        line, reason = _redeal(record)
    if not reason and record.result is not None and record.result != table.result():
        line, reason = last, f"the result says {record.result}, but the game gives {table.result()}"
    moves = sum(event.kind == "move" for event in table.events)
    score = table.state.score()
    return Verdict(not reason, moves, list(score.totals), line, reason, record.secret is not None, score.over)


def _redeal(record: Record) -> tuple[int, str]:
    assert record.secret is not None
    if commitment(record.secret) != record.header["commitment"]:
        return len(record.events) + 2, "the secret does not match the commitment in the header"
    table = Table.replay(record.header, [])
    table.restore_secret(record.secret)
    for number, line in enumerate(record.events, start=2):
        event = Event.from_dict(line)
        if event.kind in ("deal", "move"):
            drew = table.redealt(event)
            if drew != event.drew:
                return (
                    number,
                    f"the secret gives {list(drew)} as chance, but the record says {list(event.drew)}",
                )
        table.extend(line)
    return 0, ""
