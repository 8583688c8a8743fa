"""The recorded games of ``records/escalation``: each proves what its name says."""

from pathlib import Path
from typing import Any

from gradatim.core import Table, record

FOLDER = Path(__file__).parents[2] / "records" / "escalation"


def replay(name: str) -> Table:
    return record.load(record.parse((FOLDER / f"{name}.jsonl").read_text()))


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
