"""Bots: what plays a seat. Each gets the seat's sight and its legal moves, and nothing else.

A game's own bots are in its folder; `random` plays every game.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gradatim.core.game import load
from gradatim.dialect.errors import GradatimError

Bot = Callable[[Mapping[str, Any], int, Sequence[int], random.Random], int]


def at_random(sight: Mapping[str, Any], seat: int, legal: Sequence[int], rng: random.Random) -> int:
    """Any legal move, each equally likely."""
    return rng.choice(legal)


def names(game: str) -> list[str]:
    """The bots that play this game, weakest first."""
    return ["random", *load(game).bots.BOTS]


def usual(game: str) -> str:
    """The bot that a table of this game gets when nobody says which."""
    return str(load(game).bots.USUAL)


def named(game: str, bot: str) -> Bot:
    """The bot of that name. Raises GradatimError when the game has none."""
    if bot == "random":
        return at_random
    own: Mapping[str, Bot] = load(game).bots.BOTS
    if bot not in own:
        raise GradatimError(f"{game} has no bot called {bot!r}; it has {', '.join(names(game))}")
    return own[bot]


def has_solver(game: str) -> bool:
    """Can positions of this game be solved? Asking imports nothing."""
    return importlib.util.find_spec(f"gradatim.games.{load(game).name}.solver") is not None


def solver(game: str) -> Any:
    """The module that solves this game's positions (docs/contract.md)."""
    return importlib.import_module(f"gradatim.games.{load(game).name}.solver")


def choose(game: str, bot: str, sight: Mapping[str, Any], seat: int, legal: Sequence[int], seed: int) -> int:
    """The bot's move, as an id out of `legal`. The same arguments give the same move."""
    if not legal:
        raise GradatimError("there is no legal move to choose from")
    return named(game, bot)(sight, seat, legal, random.Random(seed))
