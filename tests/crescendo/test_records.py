"""The recorded games of ``records/crescendo``: each proves what its name says."""

from pathlib import Path

from gradatim.core import Table, record
from gradatim.games.crescendo import rules
from gradatim.words import catalogue

FOLDER = Path(__file__).parents[2] / "records" / "crescendo"


def replay(name: str) -> Table:
    return record.load(record.parse((FOLDER / f"{name}.jsonl").read_text()))


def test_the_rulebooks_scoring_example() -> None:
    """5, 27, Joker, 15, 91, 68, 14 and one card in the own pile: 3 wrong cards, -2 points (S1); and S2."""
    table = replay("scoring-example")
    said = table.state.game.words
    sheet = [line for line in said.table(catalogue(), table.state, -1, table.names) if line.startswith("Round 1,")]
    assert sheet == [
        "Round 1, Ann: 3 wrong, own pile 1: -2 points",
        "Round 1, Mira: called, 0 wrong, own pile 2: 8 points",
    ]
    refused = [event.refused for event in table.events if event.kind == "try"]
    assert refused == ["caller_is_silent", "not_your_turn", "between_rounds"]


def test_whole_games() -> None:
    for name, seats in (("three-rounds", 2), ("five-seats-japanese", 5)):
        table = replay(name)
        assert table.seats == seats
        assert table.state.score().ending == "three_rounds"
        made = [event.move.split()[0] for event in table.events if event.move]
        assert made.count("next") == rules.ROUNDS - 1
        assert made.count("crescendo") == rules.ROUNDS
        kinds = {"look", "exchange", "draw", "pile", "keep", "discard", "number", "hold", "pass"}
        assert kinds | {"peek", "give", "take", "lock"} <= set(made)
    assert replay("five-seats-japanese").state.fields.tie_from_left == 1  # type: ignore[attr-defined]
