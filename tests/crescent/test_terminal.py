"""A patience in the terminal: dealt by a code, moves taken back and made again, other deals, and after the end."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gradatim.cli import main
from gradatim.games.crescent import content, rules

FOLDER = Path(__file__).parents[2] / "records" / rules.NAME
Type = Callable[..., list[str]]


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Type:
    """Start the terminal, type lines, and give back what it prints; a home of its own keeps the saved game."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))

    def type_in(*words: str, given: str) -> list[str]:
        monkeypatch.setattr(sys, "argv", ["gradatim", "terminal", rules.NAME, *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.replace("; ", "\n").encode())))
        with pytest.raises(SystemExit) as left:
            main()
        told = capsys.readouterr()
        assert left.value.code == 0, told.err
        return told.out.splitlines()

    return type_in


def test_a_code_deals_and_is_shown(type_in: Type) -> None:
    told = type_in("--code", content.Deal(5, 4).code, given="table; quit")
    assert told.count(f"Deal {content.Deal(5, 4).code}") == 2
    assert "8 of 104 cards on the foundations. 0 moves · 4 redeals left" in told


def test_a_mistyped_code_is_refused_before_anything_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["gradatim", "terminal", rules.NAME, "--code", "CR1-N-AAAAAAC"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert "mistyped somewhere" in capsys.readouterr().err


def test_undo_redo_and_the_redeal_between(type_in: Type) -> None:
    told = type_in("--code", "CR1-N-AAAAAAB", given="redo; 1>15; undo; redo; redeal; undo; quit")
    assert "Nothing that was taken back waits to be made again." in told
    assert told.count("6♣ from pile 1 to pile 15") == 2
    assert "The last move is taken back" in told
    assert "Redeal: 16 piles turned" in told
    assert any(line.startswith("Nothing can be taken back") for line in told)


def test_restart_and_new(type_in: Type) -> None:
    other = content.Deal(77, 2, 1).code
    told = type_in("--code", "CR1-N-AAAAAAB", given=f"1>15; restart; new {other}; new CR1-N-AAAAAAC; new; quit")
    dealt = [line for line in told if line.startswith("Deal ")]
    assert dealt[:3] == ["Deal CR1-N-AAAAAAB", "Deal CR1-N-AAAAAAB", f"Deal {other}"]
    assert dealt[3].startswith("Deal CR1-D2-")  # another deal of the same variant
    assert dealt[3] != dealt[2]
    assert any("mistyped somewhere" in line for line in told)


def test_a_saved_game_waits_with_its_history(type_in: Type) -> None:
    type_in("--code", "CR1-N-AAAAAAB", given="1>15; quit")
    told = type_in(given="yes; undo; quit")
    assert "The last move is taken back" in told


def test_after_the_end_a_move_can_be_taken_back(type_in: Type) -> None:
    told = type_in("--load", str(FOLDER / "blocked-without-redeals.jsonl"), given="undo; redo; quit")
    ended = "No card can move and no redeal is left. 22 of 104 cards are on the foundations."
    assert sum(line.startswith(ended) for line in told) == 2
    assert told[-1].startswith("undo, restart, new or quit")


def test_hints_are_followed_until_the_deal_is_won(type_in: Type) -> None:
    """A hint is a move as it is typed; the line behind it stays while it is followed."""
    code = content.Deal(6).code
    first = type_in("--code", code, given="hint; quit")
    (hint,) = (line for line in first if "This wins in" in line)
    move = hint.removeprefix("> ").split(":")[0].split()[-1]
    then = type_in("--code", code, "--new", given=f"hint; {move}; hint; quit")
    counts = [int(line.split("This wins in ")[1].split()[0]) for line in then if "This wins in" in line]
    assert counts[1] == counts[0] - (move != "redeal")


def test_a_lost_position_is_said_to_be_lost(type_in: Type) -> None:
    moves = "3>15; 4>12; 3>5; 11>A; 13>8; 4>2; 7>K; 9>4"
    told = type_in("--code", content.Deal(0, redeals=0).code, given=f"{moves}; hint; quit")
    (said,) = (line for line in told if "This deal can no longer be won." in line)
    assert said.split("won. ")[1]


def test_other_games_have_no_hint(type_in: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "NAME", "escalation")
    told = type_in("--seats", "2", "--seed", "4", given="hint; help; quit")
    assert any(line.endswith("This game has no solver that could give a hint.") for line in told)
    assert not any(line.startswith("hint:") for line in told)
