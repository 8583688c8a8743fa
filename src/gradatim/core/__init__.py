"""The contract of a game, and all that is written once for every game. Standard library only."""

from gradatim.core.game import Game, games, load
from gradatim.core.state import Score, State
from gradatim.core.table import Event, Table
from gradatim.dialect.errors import GradatimError, PositionError, RecordError, Refused

__all__ = ["Event", "Game", "GradatimError", "PositionError", "RecordError", "Refused", "Score", "State", "Table"]
__all__ += ["games", "load"]
