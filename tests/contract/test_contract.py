"""Every game, with no test code of its own: the properties of ``properties.py``."""

import importlib
import pkgutil

import pytest

import gradatim.games
from gradatim.core import load
from gradatim.fast import Compiled
from tests.contract import properties

GAMES = sorted(module.name for module in pkgutil.iter_modules(gradatim.games.__path__) if module.ispkg)


def seeds(name: str) -> int:
    """How many seeds the long tests take: fewer where every look at a position tries more moves."""
    return min(20, max(1, 1500 // load(name).rules.MOVES))


def test_there_are_games() -> None:
    assert "_summit" in GAMES
    assert len(GAMES) > 1


@pytest.mark.parametrize("holds", properties.GAME, ids=lambda holds: holds.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_property(name: str, holds, long_run: bool) -> None:
    for seed in range(seeds(name) if long_run else 1):
        holds(load(name), 1000 * seed)


@pytest.mark.parametrize("name", GAMES)
def test_every_step_holds(name: str, long_run: bool) -> None:
    game = load(name)
    every = 1 + game.rules.MOVES // 15  # a dear look at one position tries every move for every eye
    for seed in range(seeds(name) if long_run else 1):
        properties.every_step_holds(game, seed, every=every // 10 + 1 if long_run else every, short=not long_run)


@pytest.mark.parametrize("name", GAMES)
def test_executors_agree(name: str, long_run: bool) -> None:
    game = load(name)
    games = max(2, 10_000 // game.rules.MOVES) if long_run else 1
    properties.executors_agree(game, Compiled(game.rules), games, every=10, short=not long_run)


@pytest.mark.parametrize("name", GAMES)
def test_declarations(name: str) -> None:
    """Names are unique, options are fields with fitting values, every refusal but "none" has its place."""
    rules = load(name).rules
    assert name == rules.NAME
    for fields in (rules.FIELDS, rules.SIGHT):
        names = [field.name for field in fields]
        assert len(set(names)) == len(names)
        assert all(field.says for field in fields)
    by_name = {field.name: field for field in rules.FIELDS}
    for option in rules.OPTIONS:
        assert option.default in option.values
        assert max(option.values) < by_name[option.name].limit
        assert len(option.labels) in (0, len(option.values))
    for preset in rules.PRESETS.values():
        load(name).options(preset)
    assert all(refusal.place for refusal in rules.REFUSALS[1:])
    assert len({refusal.key for refusal in rules.REFUSALS}) == len(rules.REFUSALS)


@pytest.mark.parametrize("name", GAMES)
def test_rules_import_only_the_dialect_and_the_kit(name: str) -> None:
    module = importlib.import_module(f"gradatim.games.{name}.rules")
    assert module.__file__ is not None
    with open(module.__file__) as file:
        imports = [line for line in file if line.startswith(("import ", "from "))]
    allowed = ("from typing import Any", "from gradatim.dialect.", "from gradatim.kit.", f"from gradatim.games.{name}.")
    assert all(line.startswith(allowed) for line in imports), imports
