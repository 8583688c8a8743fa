"""The examples in docs/wire.md are messages of the wire, and its bot plays."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from gradatim.web import limits, wire
from gradatim.words import catalogue
from tests.web.conftest import Server

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "wire.md").read_text()
EXAMPLES = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_message(example: str) -> None:
    keys = msgspec.json.decode(example).keys()
    kind = wire.AnyCommand if "do" in keys else wire.AnyMessage if "is" in keys else None
    kind = kind or (wire.NewTable if "seats" in keys else wire.TableMade)
    message = msgspec.json.decode(example, type=kind)
    # Messages are shown with all their keys.
    if "do" not in keys and not isinstance(message, wire.NewTable):
        assert msgspec.json.decode(msgspec.json.encode(message)) == msgspec.json.decode(example)


def test_there_are_examples_of_everything() -> None:
    assert len(EXAMPLES) >= 9
    for kind in ("hello", "sit", "rename", "fill", "move", "attempt", "undo", "redo", "sync"):
        assert f"| `{kind}` |" in PAGE
    tables = {key.split(".")[2] for key in catalogue("en") if key.startswith("server.refusal.")}
    for rule in tables:
        assert f"`{rule}`" in PAGE, rule


def _figure(value: float) -> str:
    return f"{value:.1f}" if 0 < value < 1 else f"{value:,.0f}"


def test_the_limits_are_listed() -> None:
    page = (DOCS / "operate.md").read_text()
    units = {
        "MOST_PACE": 1000,
        "IDLE": 60,
        "UNJOINED": 3600,
        "ABANDONED": 86_400_000,
        "LARGEST_COMMAND": 1 << 10,
        "LARGEST_RECORD": 1 << 20,
        "AWAY": 1000,
        "MOST_AWAY": 86_400_000,
        "LAST_RACE": 1000,
        "LEAST_AWAY": 1000,
        "PRIVATE": 0,  # said in wire.md, with the command that it belongs to
    }
    for name, value in vars(limits).items():
        if name.isupper() and (unit := units.get(name, 1)):
            assert re.search(rf"\b{_figure(value / unit)}\b", page), name


def test_the_bot_of_the_page_plays_a_game(server: Server, tmp_path: Path) -> None:
    (bot,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "bot.py").write_text(bot.replace("localhost:8765", server.address))
    done = subprocess.run(
        [sys.executable, tmp_path / "bot.py"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    assert re.search(r"wins? with|share the win", done.stdout)
