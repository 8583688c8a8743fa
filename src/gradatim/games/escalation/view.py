"""What a table of Escalation! shows to one eye, built from that eye's sight alone."""

from typing import Any

import msgspec

from gradatim.core.state import State
from gradatim.games.escalation import moves
from gradatim.games.escalation.content import CARDS, JOKER, KINDS, LAY_JOKER, TOTAL, VALUE, WILDS
from gradatim.games.escalation.rules import PLAYING


class HandCard(msgspec.Struct, frozen=True):
    """`why` says, for a card that no legal move lays, what is in its way."""

    front: str
    legal: bool
    why: str


class SeriesPlay(msgspec.Struct, frozen=True):
    seat: int
    cards: list[str]
    total: int  # the total to beat after this play
    named: int  # what its wilds stand for, 0 without wilds
    joker: bool
    say: str


class SeatBoard(msgspec.Struct, frozen=True):
    hand: int
    taken: int
    earlier: int


class Board(msgspec.Struct, frozen=True):
    game: int  # counted from 1
    games: int
    deck: int
    on_table: int
    total: int  # to beat; 0 begins a series
    lead: bool
    starter: int
    turn: int  # -1 when nobody's
    hand: list[HandCard]  # the own hand in order; empty for a watcher
    series: list[SeriesPlay]
    seats: list[SeatBoard]
    hands: list[list[str]]  # by seat, once the game has ended; empty before


def board(state: State, eye: int, words: Any, *, open_hands: bool = False) -> Board:
    """The board for an eye. `open_hands` shows every hand: only for stepping through a finished game."""
    s: Any = state.sight(eye)
    shown = [_fronts(hand) for hand in s.shown[: s.seats]] if s.phase != PLAYING else []
    if open_hands:
        shown = [_fronts(hand) for hand in state.fields.hand[: s.seats]]  # type: ignore[attr-defined]
    return Board(
        game=s.game + 1,
        games=s.games,
        deck=s.draw_count,
        on_table=s.on_table,
        total=s.total,
        lead=s.on_table == 0,
        starter=s.starter,
        turn=s.turn if s.phase == PLAYING else -1,
        hand=_hand(state, s, eye, words) if eye >= 0 else [],
        series=_series(s, words, state.game.words),
        seats=[SeatBoard(s.hand_count[seat], s.taken[seat], s.earlier[seat]) for seat in range(s.seats)],
        hands=shown,
    )


def _fronts(counts: list[int]) -> list[str]:
    return [moves.front(kind) for kind in range(KINDS) for _ in range(counts[kind])]


def _hand(state: State, s: Any, eye: int, words: Any) -> list[HandCard]:
    useful = {piece for move in state.legal(eye) for piece in moves.parts(move)}
    return [
        HandCard(front, front in useful, "" if front in useful else state.game.words.why_not(words, s, front))
        for front in _fronts(s.hand)
    ]


def _series(s: Any, words: Any, said: Any) -> list[SeriesPlay]:
    plays, total = [], 0
    for at in range(s.series, s.past_count):
        move = s.past[at]
        total = TOTAL[move] if move != LAY_JOKER else total
        plays.append(
            SeriesPlay(
                seat=s.past_seat[at],
                cards=[moves.front(JOKER)] if move == LAY_JOKER else moves.parts(move),
                total=total,
                named=VALUE[move] if WILDS[move] else 0,
                joker=move == LAY_JOKER,
                say=said.play(words, move, total),
            )
        )
    assert sum(CARDS[s.past[at]] for at in range(s.series, s.past_count)) == s.on_table
    return plays
