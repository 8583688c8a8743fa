"""Every recorded game of ``records/``: it verifies, each of its positions holds, and each damaged line is found."""

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import Table, record
from tests.contract import properties

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*/*.jsonl"))
pytestmark = pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")


def test_it_verifies(path: Path) -> None:
    verdict = record.verify(record.parse(path.read_text()))
    assert verdict.ok, verdict
    assert verdict.redealt


def test_its_positions_hold(path: Path, long_run: bool) -> None:
    read = record.parse(path.read_text())
    table = Table.replay(read.header, [])
    every = 1 if long_run else max(1, len(read.events) // 4)
    for number, event in enumerate(read.events):
        table.extend(event)
        if number % every == 0:
            for holds in properties.STEP:
                holds(table.state.copy())


def test_a_damaged_line_is_found(path: Path, long_run: bool) -> None:
    """Another draw, or another place in the order: verify stops at that line and says why."""
    lines = path.read_text().splitlines()
    found = 0
    for at in range(1, len(lines) - 1, 1 if long_run else max(1, len(lines) // 5)):
        event = json.loads(lines[at])
        damage: dict[str, Any] = {"n": event["n"] + 1}
        if event.get("drew"):
            damage = {"drew": [*event["drew"][:-1], event["drew"][-1] + 1]}
        broken = [*lines[:at], json.dumps({**event, **damage}), *lines[at + 1 :]]
        verdict = record.verify(record.parse("\n".join(broken)))
        assert not verdict.ok
        assert verdict.line == at + 1, verdict
        found += 1
    assert found
