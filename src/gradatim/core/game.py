"""Games as the rest of the project sees them. The core never names one: a game is a folder in ``gradatim.games``."""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType
from typing import Any

import gradatim.games
from gradatim.dialect.checks import option_value, shown, whole
from gradatim.dialect.contract import Rules
from gradatim.dialect.errors import GradatimError
from gradatim.dialect.executor import Interpreted


def _module(name: str) -> Any:
    """A module of the game's folder, imported when it is first asked for."""
    return property(lambda game: importlib.import_module(f"gradatim.games.{game.name}.{name}"))


@dataclass(frozen=True)
class Game:
    """A game: its rules, and the modules around them, imported when they are first asked for."""

    name: str
    rules: Rules = field(repr=False)

    @cached_property
    def executor(self) -> Interpreted:
        return Interpreted(self.rules)

    moves, view, words, bots = _module("moves"), _module("view"), _module("words"), _module("bots")
    content = _module("content")  # a game without data has none

    def check_seats(self, seats: object) -> int:
        low, high = self.rules.SEATS
        return whole(seats, low, high, f"{self.name} has {low} to {high} seats")

    def options(self, given: Mapping[str, object] | None = None) -> dict[str, Any]:
        """All options of the game, those not given at their defaults. Values may be given by label.

        An option that may be the user's own table (docs/contract.md) stays that table, once it is found in order.
        """
        by_name = {option.name: option for option in self.rules.OPTIONS}
        chosen = {option.name: option.default for option in self.rules.OPTIONS}
        if not isinstance(given, Mapping | None):
            raise GradatimError(f"options are values by name, not {shown(given)}")
        for name, value in (given or {}).items():
            if name not in by_name:
                raise GradatimError(f"{self.name} has no option {shown(name)}; it has {', '.join(by_name)}")
            own = by_name[name].own and isinstance(value, Mapping)
            chosen[name] = self.content.own_table(name, value)[0] if own else option_value(by_name[name], value)
        return chosen

    def fields(self, options: Mapping[str, object] | None = None) -> dict[str, Any]:
        """What options set in a state before the deal."""
        fields: dict[str, Any] = {}
        for name, value in self.options(options).items():
            fields |= {name: value} if isinstance(value, int) else self.content.own_table(name, value)[1]
        return fields

    def read_code(self, code: object) -> tuple[dict[str, int], list[int]]:
        """What a deal code says: options, and what chance gives the deal. Raises GradatimError, as where none are."""
        if not hasattr(self.moves, "read_code"):
            raise GradatimError(f"{self.name} has no deal codes")
        said: tuple[dict[str, int], list[int]] = self.moves.read_code(code)
        return said


def games() -> list[str]:
    """The names of the games that are here, in alphabetical order; a folder whose name begins with _ is left out."""
    return sorted(m.name for m in pkgutil.iter_modules(gradatim.games.__path__) if m.ispkg and m.name[0] != "_")


@cache
def load(name: str) -> Game:
    """The game of that name. Raises GradatimError when there is none."""
    known = {module.name for module in pkgutil.iter_modules(gradatim.games.__path__) if module.ispkg}
    if name not in known:
        raise GradatimError(f"there is no game called {shown(name)}; there are: {', '.join(games())}")
    rules: ModuleType | Any = importlib.import_module(f"gradatim.games.{name}.rules")
    return Game(name, rules)
