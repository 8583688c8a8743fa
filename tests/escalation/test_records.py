"""The recorded games of ``records/escalation``: each verifies, and each proves what its name says."""

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import Table, record
from tests.contract import properties

FOLDER = Path(__file__).parents[2] / "records" / "escalation"
RECORDS = sorted(FOLDER.glob("*.jsonl"))


def replay(name: str) -> Table:
    return record.load(record.parse((FOLDER / f"{name}.jsonl").read_text()))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_verifies(path: Path) -> None:
    verdict = record.verify(record.parse(path.read_text()))
    assert verdict.ok, verdict
    assert verdict.redealt


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_step_of_a_record_holds(path: Path, long_run: bool) -> None:
    read = record.parse(path.read_text())
    for length in range(1, len(read.events) + 1, 1 if long_run else 12):
        state = Table.replay(read.header, read.events[:length]).state
        for holds in properties.STEP:
            holds(state)


def test_rulebook_example() -> None:
    table = replay("rulebook-example")
    read = record.parse((FOLDER / "rulebook-example.jsonl").read_text())
    totals = [
        Table.replay(read.header, read.events[:length]).state.fields.total  # type: ignore[attr-defined]
        for length in range(1, 8)
    ]
    assert totals == [2, 6, 8, 12, 15, 15, 21]
    refused = [event.refused for event in table.events if event.kind == "try"]
    assert refused == ["not_in_hand", "not_higher", "mixed_numbers", "not_in_hand"]
    assert table.state.fields.taken[:4] == [0, 0, 0, 12]  # type: ignore[attr-defined]
    assert table.events[-1].seat == 3  # and D leads


def test_endings() -> None:
    assert len(replay("shared-win").state.score().winners) == 2
    assert replay("last-card-joker").events[-1].move == "J"
    match = replay("match-of-three")
    assert [event.move for event in match.events].count("next") == 2
    counted = replay("hand-cards-counted").state.score()
    assert any(hand for _, hand, _ in counted.parts)
    assert any(event.kind == "undo" for event in replay("take-undone").events)
    assert replay("small-deck").state.fields.deck == 1  # type: ignore[attr-defined]
    assert replay("six-seats").seats == 6


def test_a_joker_leads() -> None:
    read = record.parse((FOLDER / "joker-leads.jsonl").read_text())
    table = Table.replay(read.header, [])
    led = False
    for event in read.events:
        fields: Any = table.state.fields
        led = led or (event.get("move") == "J" and fields.on_table == 0)
        table.extend(event)
    assert led


@pytest.mark.parametrize("path", RECORDS[:3], ids=lambda path: path.stem)
def test_every_damaged_line_is_found(path: Path) -> None:
    """Another draw, another mover, another move: verify stops at that line and says why."""
    lines = path.read_text().splitlines()
    for at in range(1, len(lines) - 1):
        event = json.loads(lines[at])
        damage: dict[str, Any] = {"n": event["n"] + 1}
        if event.get("drew"):
            damage = {"drew": [*event["drew"][:-1], (event["drew"][-1] + 1) % 5]}
            if damage["drew"] == event["drew"]:
                continue
        broken = [*lines[:at], json.dumps({**event, **damage}), *lines[at + 1 :]]
        verdict = record.verify(record.parse("\n".join(broken)))
        assert not verdict.ok
        assert verdict.line == at + 1, verdict
