"""Deals that have a code: one by its code, and the deal of the day."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from gradatim.core.game import Game
from gradatim.dialect.chance import chance_words

_DAILY = b"gradatim deal of the day"  # fixed for ever, or a day's deal would change


def has_codes(game: Game) -> bool:
    return hasattr(game.moves, "write_code")


def code_of_day(game: Game, day: date) -> str:
    """The code of a day's deal, by the game's default options: the same on every server."""
    code: str = game.moves.write_code(game.options(), chance_words(_DAILY, [game.name, day.isoformat()], 0))
    return code


def coded(game: Game, code: str, options: Mapping[str, object]) -> tuple[str, dict[str, Any]]:
    """A code in the form in which it is kept, and the options with what it says of them. Raises GradatimError."""
    said, drew = game.read_code(code)
    return game.moves.write_code(said, drew), game.options({**options, **said})
