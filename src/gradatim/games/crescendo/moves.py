"""Notation and hand-written positions of Crescendo.

Slots are counted from 1, seats from 0: "keep 3", "number 2", "peek 1:4" (seat 1, slot 4), "give 2" then "take 0:5".
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gradatim.core.game import load
from gradatim.core.state import State
from gradatim.dialect.checks import shown
from gradatim.dialect.errors import GradatimError, PositionError
from gradatim.dialect.executor import Executor
from gradatim.dialect.rows import Row
from gradatim.games.crescendo import cards, content, rules

PLAIN = {
    content.DECLINE: "decline",
    content.DRAW_RESERVE: "draw",
    content.DRAW_PILE: "pile",
    content.DISCARD: "discard",
    content.CRESCENDO: "crescendo",
    content.PASS: "pass",
    content.HOLD: "hold",
    content.NEXT_ROUND: "next",
}
OWN = ("number", "keep", "give", "lock")
PHASES = ("setup", "turn", "drawn", "given", "last", "between", "over")


def text(move: int) -> str:
    """The notation of a move id."""
    if move in PLAIN:
        return PLAIN[move]
    if move < content.EXCHANGE:
        return f"look {move - content.LOOK + 1}"
    if move < content.SLOTS:
        pair = move - content.EXCHANGE
        return f"exchange {content.PAIR_A[pair] + 1} {content.PAIR_B[pair] + 1}"
    slot, what = divmod(move - content.SLOTS, content.WIDTH)
    if what < content.PEEK_AT:
        return f"{OWN[what]} {slot + 1}"
    if what < content.TAKE_FROM:
        return f"peek {what - content.PEEK_AT}:{slot + 1}"
    return f"take {what - content.TAKE_FROM}:{slot + 1}"


_BY_TEXT = {text(move): move for move in range(content.MOVES)}


def parse(notation: str) -> int:
    """The move id of a notation; case and extra blanks do not matter. Raises GradatimError if it names no move."""
    move = _BY_TEXT.get(" ".join(notation.lower().split()))
    if move is None:
        raise GradatimError(
            f"{notation!r} is no move; moves are draw, pile, discard, keep 3, number 3, hold, peek 1:4, give 2, "
            "take 0:5, lock 2, crescendo, pass, look 3, exchange 1 4, decline, next"
        )
    return move


def parts(move: int) -> list[str]:
    """Moves of Crescendo name slots, not fronts."""
    return []


def attempt(s: Any, seat: int, pieces: Sequence[str]) -> tuple[int, int]:
    """A pick of own slots ("slot 3") is a claim while a window is open, and no move otherwise."""
    chosen = [re.fullmatch(r"slot (\d{1,2})", piece) for piece in pieces]
    if len(chosen) != 1 or chosen[0] is None:
        return -1, rules.R_UNKNOWN
    move = rules.slot_move(min(int(chosen[0][1]), content.ROW) - 1, content.NUMBER)
    refused = rules.refusal(s, seat, move)
    return (-1, refused) if refused else (move, 0)


def card(kind: int) -> str:
    """How a card is written in a position: "52", "J0" (a Joker with back 0)."""
    return str(kind) if kind < content.JOKER else f"J{kind - content.JOKER}"


def kind_of(written: object) -> int:
    """The kind of a written card; "J" alone is a Joker with back 1. Raises PositionError."""
    plain = str(written).strip().upper()
    if plain.isdecimal() and 1 <= int(plain) <= content.NUMBERS:
        return int(plain)
    if plain in ("J", "J0", "J1", "J2"):
        return content.JOKER + int(plain[1:] or 1)
    raise PositionError(f"{written!r} is no card; cards are 1 to 100 and J, J0, J1, J2 (a Joker with that back)")


# --- Positions written by hand ---------------------------------------------------------------------------------------

_NUMBERS = ("turn", "turns", "caller", "finals", "dealer", "round", "given", "top_back")
_FLAGS = ("held", "chosen", "passed")
_KEYS = ("game", "options", "rows", "pile", "own", "phase", "open", "drawn", "sheet", *_NUMBERS, *_FLAGS)


def read_position(position: Mapping[str, Any], executor: Executor | None = None) -> State:
    """A state from a position. Cards named nowhere are in the Reserve. Raises PositionError if it cannot exist."""
    for key in position:
        if key not in _KEYS:
            raise PositionError(f"a position has no key {key!r}; it may have {', '.join(_KEYS)}")
    rows = position.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise PositionError('rows must be a list of rows by seat, such as [["5", "27", "J", "52*"], …]')
    try:
        state = State.blank(load(rules.NAME), len(rows), position.get("options"), executor)
    except GradatimError as error:
        raise PositionError(str(error)) from error
    s: Any = state.executor.read(state.row).copy()
    cards.set_backs(s)
    left = [0] + [1] * content.NUMBERS + list(s.joker_count)
    for seat, row in enumerate(rows):
        _read_row(s, seat, row, left)
    for written in _list(position, "pile"):
        cards.push(s, _take(left, written))
    for seat, pile in enumerate(_list(position, "own")):
        if seat >= len(rows) or not isinstance(pile, list):
            raise PositionError(f'own is a list of at most {len(rows)} own piles, such as [["54"], []]')
        for written in pile:
            s.own[_take(left, written)] += 1
            s.own_count[seat] += 1
    drawn = position.get("drawn") or {"card": "", "from": "reserve"}
    if not isinstance(drawn, dict) or set(drawn) != {"card", "from"} or drawn["from"] not in ("pile", "reserve"):
        raise PositionError(f'drawn is such as {{"card": "52", "from": "reserve"}}, or from "pile", not {shown(drawn)}')
    s.drawn = _take(left, drawn["card"]) if position.get("drawn") else 0
    for kind, count in enumerate(left):
        for _ in range(count):
            cards.put_in_reserve(s, kind)
    _read_turn(s, position, len(rows))
    if s.drawn:
        s.drawn_seen = rules.EVERYBODY if drawn["from"] == "pile" else 1 << s.turn
    rules.derive(s)
    _read_sheet(s, position, len(rows))
    _check_turn(s)
    state.executor.write(state.row, s.to_dict())
    return state


def _read_row(s: Any, seat: int, row: list[Any], left: list[int]) -> None:
    if len(row) > content.ROW:
        raise PositionError(f"rows[{seat}] has {len(row)} cards; a row has at most {content.ROW}")
    for slot, written in enumerate(row):
        locked = str(written).endswith("*")
        kind = _take(left, str(written).removesuffix("*"))
        cards.set_card(s, seat, slot, kind, rules.EVERYBODY if locked else 0, 0, int(locked))
    s.row_count[seat] = len(row)


def _take(left: list[int], written: object) -> int:
    kind = kind_of(written)
    if not left[kind]:
        raise PositionError(f"{card(kind)} is named more often than there are such cards")
    left[kind] -= 1
    return kind


def _read_turn(s: Any, position: Mapping[str, Any], seats: int) -> None:
    phase = position.get("phase", "turn")
    if phase not in PHASES:
        raise PositionError(f"phase is one of {', '.join(PHASES)}, not {phase!r}")
    s.phase = PHASES.index(phase)
    s.caller, s.turns, s.open = rules.NOBODY, 3 * seats, int(bool(position.get("open", False)))
    present = [back for back in range(content.BACKS) if s.reserve_count[back]]
    s.top_back = present[0] if present else content.BACKS
    limits = {"turn": seats - 1, "dealer": seats - 1, "finals": seats, "given": content.ROW - 1}
    limits |= {"caller": rules.NOBODY, "round": rules.ROUNDS}
    for key in _NUMBERS:
        value = position.get(key, getattr(s, key))
        if type(value) is not int or not 0 <= value <= limits.get(key, 65535):
            raise PositionError(f"{key} must be a whole number from 0 to {limits.get(key, 65535)}, not {value!r}")
        setattr(s, key, value)
    if s.top_back not in (present or [content.BACKS]):
        raise PositionError(f"top_back must be one of {present or [content.BACKS]}: such cards are in the Reserve")
    for key in _FLAGS:
        for seat in _list(position, key):
            if type(seat) is not int or seat not in range(seats):
                raise PositionError(f"{key} is a list of seats from 0 to {seats - 1}, not {seat!r}")
            getattr(s, key)[seat] = 1
    if s.caller >= seats and s.caller != rules.NOBODY:
        raise PositionError(f"caller is a seat from 0 to {seats - 1}, or {rules.NOBODY} for nobody, not {s.caller}")


def _read_sheet(s: Any, position: Mapping[str, Any], seats: int) -> None:
    """The lines of the rounds that are scored. After a round, the last one is worked out if it is not there."""
    lines = _list(position, "sheet")
    if len(lines) > rules.ROUNDS:
        raise PositionError(f"sheet has {len(lines)} lines; there are {rules.ROUNDS} rounds")
    for r, line in enumerate(lines):
        lists = {"wrong": content.CARDS, "own": content.NUMBERS, "passed": 1}
        if (
            not isinstance(line, dict)
            or set(line) != {"caller", *lists}
            or line["caller"] not in (*range(seats), rules.NOBODY)
            or not all(_counts(line[key], seats, most) for key, most in lists.items())
        ):
            such = {"caller": rules.NOBODY} | dict.fromkeys(lists, seats * [0])
            raise PositionError(f"a line of sheet is such as {such}, {rules.NOBODY} for nobody, not {shown(line)}")
        s.sheet_caller[r] = line["caller"]
        for key in lists:
            getattr(s, f"sheet_{key}")[r][:seats] = line[key]
    rounds, phase = len(lines), s.phase
    if phase >= rules.BETWEEN and rounds < rules.ROUNDS and position.get("round") in (None, rounds + 1):
        s.round = rounds
        rules.end_round(s)
        rounds, s.phase = s.round, phase
    s.round = position.get("round", rounds)
    if s.round != rounds or (rounds == rules.ROUNDS) != (phase == rules.OVER):
        raise PositionError(f"round is {s.round}, sheet has {len(lines)} lines, and phase is {PHASES[phase]}")


def _check_turn(s: Any) -> None:
    """What belongs together is there together."""
    top = s.pile_count > 0
    for wrong, say in (
        (s.phase == rules.LAST and not s.open, "in phase last a window is open, or the round has ended"),
        (s.open and s.phase not in (rules.TURN, rules.LAST), "open goes with the phases turn and last"),
        (s.open and not top, "open needs a card on the pile"),
        ((s.drawn > 0) != (s.phase == rules.DRAWN), "drawn goes with the phase drawn, and only with it"),
        (s.phase == rules.GIVEN and s.given >= s.row_count[s.turn], "given is a slot of the row whose turn it is"),
        (s.phase == rules.GIVEN and not rules.may_swap(s), "phase given needs a card that can be taken"),
        (s.phase != rules.GIVEN and s.given > 0, "given goes with the phase given"),
        (s.finals > 0 and s.caller == rules.NOBODY, "finals needs a caller"),
        (s.phase == rules.TURN and not top and s.top_back == content.BACKS, "there is no card to draw"),
    ):
        if wrong:
            raise PositionError(say)


def _list(position: Mapping[str, Any], key: str) -> list[Any]:
    found = position.get(key, [])
    if not isinstance(found, list):
        raise PositionError(f"{key} must be a list, not {shown(found)}")
    return found


def _counts(found: object, seats: int, most: int) -> bool:
    """Is it a list of small numbers, one a seat?"""
    return isinstance(found, list) and len(found) == seats and all(type(n) is int and 0 <= n <= most for n in found)


def write_position(state: State) -> dict[str, Any]:
    """The position of a state, as it would be written by hand."""
    s: Any = state.fields
    seats = range(s.seats)
    own: list[list[str]] = [[] for _ in seats]
    kinds = [card(kind) for kind in range(content.KINDS) for _ in range(s.own[kind])]
    for seat in seats:
        own[seat], kinds = kinds[: s.own_count[seat]], kinds[s.own_count[seat] :]
    own_backs = {"backs": content.written_table(s.to_dict())} if s.backs == content.OWN_BACKS else {}
    position: dict[str, Any] = {
        "game": rules.NAME,
        "options": {option.name: getattr(s, option.name) for option in rules.OPTIONS} | own_backs,
        "rows": [
            [card(s.row[seat][slot]) + "*" * s.locked[seat][slot] for slot in range(s.row_count[seat])]
            for seat in seats
        ],
        "pile": [card(kind) for kind in s.pile[: s.pile_count]],
        "own": own,
        "phase": PHASES[s.phase],
        "open": bool(s.open),
        "sheet": [
            {
                "caller": s.sheet_caller[r],
                "wrong": s.sheet_wrong[r][: s.seats],
                "own": s.sheet_own[r][: s.seats],
                "passed": s.sheet_passed[r][: s.seats],
            }
            for r in range(s.round)
        ],
    }
    if s.drawn:
        source = "pile" if s.drawn_seen == rules.EVERYBODY else "reserve"
        position["drawn"] = {"card": card(s.drawn), "from": source}
    position |= {key: getattr(s, key) for key in _NUMBERS}
    position |= {key: [seat for seat in seats if getattr(s, key)[seat]] for key in _FLAGS}
    return position


def board(sight: Row) -> str:
    """What one eye knows, in plain lines."""
    s: Any = sight
    top = card(s.pile[s.pile_count - 1]) if s.pile_count else "-"
    lines = [f"round {s.round + 1} turn {s.turns} | reserve {s.reserve_size} back {s.top_back} | pile {top}"]
    for seat in range(s.seats):
        row = (
            (card(s.row[seat][slot]) if s.row[seat][slot] else "abc"[s.back[seat][slot]]) + "*" * s.locked[seat][slot]
            for slot in range(s.row_count[seat])
        )
        lines.append(f"seat {seat}{'*' if seat == s.turn else ''} {' '.join(row)} | own pile {s.own_count[seat]}")
    return "\n".join(lines)
