"""What a table of Summit shows to one eye, built from that eye's sight alone."""

from typing import Any

import msgspec

from gradatim.core.state import State


class Board(msgspec.Struct, frozen=True):
    height: int
    summit: int
    path: list[int]  # how many ones, twos and threes
    cards: list[int]  # by seat, 0 for a card this eye has not seen


def board(state: State, eye: int, words: Any, *, open_hands: bool = False) -> Board:
    """The board for an eye. `open_hands` shows every card: only for stepping through a finished game."""
    s: Any = state.sight(eye)
    cards = state.fields.card if open_hands else s.card  # type: ignore[attr-defined]
    return Board(s.height, s.summit, s.path[1:], cards[: s.seats])
