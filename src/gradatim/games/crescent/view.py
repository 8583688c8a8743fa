"""What a table of Crescent shows to one eye, built from that eye's sight; only the deal's code is no part of it."""

from typing import Any

import msgspec

from gradatim.core.state import State
from gradatim.games.crescent import moves, words
from gradatim.games.crescent.content import FACE_DOWN, FULL, MOST, RANKS, SUITS


class Pile(msgspec.Struct, frozen=True):
    """`cards` are fronts such as "10H", bottom first, "" for one that lies face down."""

    cards: list[str]
    closed: bool  # empty for good
    full: bool


class Foundation(msgspec.Struct, frozen=True):
    top: str
    count: int
    down: bool  # builds down from the king
    follows: str  # the card it waits for, "" when it is finished
    locked: bool  # only its base is there, which never moves


class Board(msgspec.Struct, frozen=True):
    """A legal move's pieces are its places: "p1" to "p16" for `piles`, "f1" to "f8" for `foundations`, in order."""

    piles: list[Pile]
    foundations: list[Foundation]  # the four aces, then the four kings: spades, hearts, diamonds, clubs
    home: int  # cards on the foundations, of 104
    moves: int
    redeals: int  # in the game
    left: int  # of them
    code: str  # the deal's; "" where the game began with a position
    variant: str  # in words
    face_down: bool
    free_undo: bool
    finish: list[str]  # the moves that win from here where foundation plays alone do; else none
    ending: str  # running, won, blocked, capped


def board(state: State, eye: int, said: Any, *, open_hands: bool = False) -> Board:
    """The board for an eye. `open_hands` shows the cards that lie face down: only for stepping through a finished game.

    The code is public and names the deal; that a sight leaves it out keeps bots and hints from computing the cards
    that it stands for.
    """
    s: Any = state.sight(eye)
    piles = state.fields.pile if open_hands else s.pile  # type: ignore[attr-defined]
    return Board(
        piles=[
            Pile([_front(card) for card in cards[:height]], height == 0, height == MOST)
            for cards, height in zip(piles, s.height, strict=True)
        ],
        foundations=[_foundation(s, foundation) for foundation in range(2 * SUITS)],
        home=s.home,
        moves=s.moves,
        redeals=s.redeals,
        left=s.left,
        code=moves.code_of(state.fields),
        variant=words.variant(said, s),
        face_down=bool(s.face_down),
        free_undo=bool(s.free_undo),
        finish=[moves.text(move) for move in moves.finish(state)],
        ending=state.score().ending,
    )


def _front(card: int) -> str:
    return "" if card == FACE_DOWN else moves.front(card)


def _foundation(s: Any, foundation: int) -> Foundation:
    down, suit = divmod(foundation, SUITS)
    rank = s.down[suit] if down else s.up[suit]
    count = RANKS - rank if down else rank + 1
    following = rank - 1 if down else rank + 1
    return Foundation(
        top=moves.front(suit * RANKS + rank),
        count=count,
        down=bool(down),
        follows=moves.front(suit * RANKS + following) if count < FULL else "",
        locked=count == 1,
    )
