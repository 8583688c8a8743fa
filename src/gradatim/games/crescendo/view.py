"""What a table of Crescendo shows to one eye, built from that eye's sight alone.

Memory is the game: a card that was seen before is not shown again. A hidden card is its back and nothing else, with
the same keys for every eye; only what lies open now, the card in hand and the memory aid show fronts. What a move
turns up for a moment is in `shown`, once.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from gradatim.core.state import State
from gradatim.core.table import Event
from gradatim.games.crescendo import content, moves, rules, words
from gradatim.games.crescendo.content import BACKS, JOKER


class Slot(msgspec.Struct, frozen=True):
    back: int
    front: str  # "f52", "fJ1"; "" for a card that lies face down
    locked: bool


class Reserve(msgspec.Struct, frozen=True):
    size: int
    back: int  # of its top card, -1 when it is empty
    label: str  # what that back prints
    action: str  # peek, swap, lock; "" when it is empty


class Drawn(msgspec.Struct, frozen=True):
    """The card in the hand of the seat whose turn it is."""

    back: int
    front: str  # for its holder, and for all if it came from the pile
    pile: bool


class SeatBoard(msgspec.Struct, frozen=True):
    row: list[Slot]
    own: int  # cards in the own pile
    chosen: bool  # has made its setup choice
    answered: bool  # the open window
    passed: bool
    score: int  # points of the rounds so far


class SheetLine(msgspec.Struct, frozen=True):
    caller: bool
    wrong: int
    passed: bool
    own: int
    points: int


class Revealed(msgspec.Struct, frozen=True):
    """One card of a row at the end of a round, Jokers still in it."""

    front: str
    back: int
    wrong: bool


class Shown(msgspec.Struct, frozen=True):
    """A card that a move has shown to this eye for a moment; it lies face down again, or in an own pile."""

    front: str
    back: int
    seat: int  # whose row it is in, or whose own pile
    slot: int  # where in that row, counted from 0; -1 in the own pile


class Board(msgspec.Struct, frozen=True):
    round: int  # counted from 1
    rounds: int
    lap: int
    phase: str  # setup, turn, drawn, given, last, between, over
    dealer: int
    turn: int  # -1 when nobody's
    labels: list[str]  # what each back prints
    actions: list[str]  # peek, swap, lock: what each back does on top of the Reserve
    seats: list[SeatBoard]
    reserve: Reserve
    pile: int
    top: str  # the front of the pile's top, "" for an empty pile
    top_back: int  # its back, -1 for an empty pile
    fits: list[int]  # the numbers right for NUMBER while a window is open
    open: bool  # a NUMBER window
    joker: bool  # it is open, but on a Joker: every call is wrong (f6)
    caller: int  # -1 for nobody
    finals: int  # final turns still to come
    drawn: Drawn | None
    given: int  # the slot given to a Swap, -1 for none
    sheet: list[list[SheetLine]]  # by round and seat
    reveal: list[list[Revealed]]  # by seat, at the end of a round; empty before
    shown: list[Shown]  # by the moves since this eye's last view; sent once, and never again


def front(kind: int) -> str:
    """How a card is spelled on the wire; "" for one that is not known."""
    if kind == 0:
        return ""
    return f"f{kind}" if kind < JOKER else f"fJ{kind - JOKER}"


def board(state: State, eye: int, said: Any, *, shown: Sequence[Shown] = (), open_hands: bool = False) -> Board:
    """The board for an eye. `open_hands` shows every card: only for stepping through a finished game."""
    s: Any = state.sight(eye)
    known: Any = state.fields if open_hands else s
    totals, scored = state.score().totals, s.phase >= rules.BETWEEN
    top = s.pile[s.pile_count - 1] if s.pile_count else 0
    return Board(
        round=s.round if scored else s.round + 1,
        rounds=rules.ROUNDS,
        lap=words.lap(s),
        phase=moves.PHASES[s.phase],
        dealer=s.dealer,
        turn=s.turn if rules.SETUP < s.phase < rules.LAST else -1,
        labels=[words.back(said, s, back) for back in range(BACKS)],
        actions=[words.ACTIONS[s.action_of[back]] for back in range(BACKS)],
        seats=[_seat(s, known, seat, totals[seat], open_hands) for seat in range(s.seats)],
        reserve=_reserve(s, said),
        pile=s.pile_count,
        top=front(top),
        top_back=s.back_of[top] if top else -1,
        fits=[n for n in range(1, content.NUMBERS + 1) if s.open and words.fits(n, top)],
        open=bool(s.open),
        joker=bool(s.open) and top >= JOKER,
        caller=s.caller if s.caller != rules.NOBODY else -1,
        finals=s.finals,
        drawn=_drawn(s, known),
        given=s.given if s.phase == rules.GIVEN else -1,
        sheet=[[_line(s, number, seat) for seat in range(s.seats)] for number in range(s.round)],
        reveal=[_reveal(s, seat) for seat in range(s.seats)] if scored else [],
        shown=list(shown),
    )


def shown(before: State, event: Event, eye: int) -> list[Shown]:
    """The cards that a move shows to an eye for a moment: looked at, got by a Swap, called with. `before` is the state
    before it. Reads hidden cards, but only those."""
    s: Any = before.fields
    if event.kind != "move" or s.phase >= rules.BETWEEN:
        return []
    seat, made = event.seat, moves.parse(event.move)
    if s.phase == rules.SETUP:
        choice = made if seat == eye else s.choice[eye] if eye >= 0 else content.DECLINE
        if sum(s.chosen) + 1 < s.seats or not content.LOOK <= choice < content.EXCHANGE:
            return []
        return [_shown(s, eye, choice - content.LOOK)]
    if made < content.SLOTS:
        return []
    at, what = divmod(made - content.SLOTS, content.WIDTH)
    if what == content.NUMBER:
        right = words.fits(s.row[seat][at], s.pile[s.pile_count - 1])
        return [msgspec.structs.replace(_shown(s, seat, at), slot=-1 if right else at)]
    if what >= content.TAKE_FROM and what - content.TAKE_FROM == eye:
        return [msgspec.structs.replace(_shown(s, seat, s.given), seat=eye, slot=at)]
    if content.PEEK_AT <= what < content.TAKE_FROM and seat == eye:
        return [_shown(s, what - content.PEEK_AT, at)]
    return []


def _shown(s: Any, seat: int, slot: int) -> Shown:
    return Shown(front(s.row[seat][slot]), s.back[seat][slot], seat, slot)


def _seat(s: Any, known: Any, seat: int, score: int, open_hands: bool) -> SeatBoard:
    shown = open_hands or s.memory_aid or s.phase >= rules.BETWEEN
    return SeatBoard(
        row=[
            Slot(
                back=s.back[seat][slot],
                front=front(known.row[seat][slot]) if shown or s.locked[seat][slot] else "",
                locked=bool(s.locked[seat][slot]),
            )
            for slot in range(s.row_count[seat])
        ],
        own=s.own_count[seat],
        chosen=bool(s.chosen[seat]),
        answered=bool(s.open and s.held[seat]),
        passed=bool(s.passed[seat]),
        score=score,
    )


def _reserve(s: Any, said: Any) -> Reserve:
    if s.top_back == BACKS:
        return Reserve(s.reserve_size, -1, "", "")
    action = words.ACTIONS[s.action_of[s.top_back]]
    return Reserve(s.reserve_size, s.top_back, words.back(said, s, s.top_back), action)


def _drawn(s: Any, known: Any) -> Drawn | None:
    if s.drawn_back == BACKS:
        return None
    return Drawn(s.drawn_back, front(known.drawn), s.drawn_seen == rules.EVERYBODY)


def _line(s: Any, number: int, seat: int) -> SheetLine:
    return SheetLine(
        caller=s.sheet_caller[number] == seat,
        wrong=s.sheet_wrong[number][seat],
        passed=bool(s.sheet_passed[number][seat]),
        own=s.sheet_own[number][seat],
        points=rules.round_points(s, seat, number),
    )


def _reveal(s: Any, seat: int) -> list[Revealed]:
    row = s.row[seat][: s.row_count[seat]]
    wrong = words.wrong_slots(row)
    return [Revealed(front(kind), s.back[seat][slot], slot in wrong) for slot, kind in enumerate(row)]
