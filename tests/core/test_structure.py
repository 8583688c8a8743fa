"""What the layout promises: imports point one way, games can be deleted, and the parts stay small."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "gradatim"
# What each part may import of the project, besides itself.
MAY = {
    "dialect": set(),
    "core": {"dialect"},
    "kit": {"dialect"},
    "words": {"core", "dialect"},
    "games": {"core", "dialect", "kit", "words"},
    "fast": {"core", "dialect"},
    "bots": {"core", "dialect", "words"},
    "web": {"core", "dialect", "words", "bots"},
    "cli": {"core", "dialect", "words", "bots", "fast", "web"},
}
FILES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE)


def imported(path: Path) -> set[str]:
    """Dotted names of the project's modules that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("gradatim.")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    part = path.relative_to(SOURCE).parts[0]
    for name in imported(path):
        other = name.split(".")[1]
        if name == "gradatim.games":  # the folder itself, to see which games there are
            continue
        if part == "games" and "solver" in path.parts and name == "gradatim.fast.builder":  # a solver is compiled
            continue
        assert other == part or other in MAY[part], f"{part} may not import {name}"
        if part == other == "games":
            game = path.relative_to(SOURCE).parts[1]
            assert name.split(".")[2] == game, f"a game imports another: {name}"


def test_only_games_name_a_game() -> None:
    names = [path.name for path in (SOURCE / "games").iterdir() if (path / "rules.py").exists()]
    pattern = re.compile("|".join(rf"\b{name.strip('_')}\b" for name in names), re.IGNORECASE)
    for path in FILES:
        if path.relative_to(SOURCE).parts[0] in ("core", "kit", "fast", "bots", "web"):
            strings = [
                token.string
                for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
                if token.type in (tokenize.STRING, tokenize.NAME)
            ]
            code = [text for text in strings if not text.startswith('"""')]
            assert not [text for text in code if pattern.search(text)], path


def lines_of_code(path: Path) -> int:
    """Lines that hold more than blanks, comments and docstrings."""
    text = path.read_text()
    prose = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            prose |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    code = [line for at, line in enumerate(text.splitlines(), start=1) if at not in prose]
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in code)


def test_the_core_is_small() -> None:
    for part in ("core", "dialect"):
        sizes = {path.name: lines_of_code(path) for path in (SOURCE / part).glob("*.py")}
        assert sum(sizes.values()) < 500, sizes


def test_rules_are_small() -> None:
    assert lines_of_code(SOURCE / "games" / "escalation" / "rules.py") < 300
    assert lines_of_code(SOURCE / "games" / "_summit" / "rules.py") < 300
    assert lines_of_code(SOURCE / "games" / "crescendo" / "rules.py") < 600
