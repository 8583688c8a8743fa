"""Notation, picks of cards, and hand-written positions of Escalation!.

A play is its cards joined by +, "5+5+W"; wilds alone say the total they announce, "W=5", "W+W=10"; the others are
"J", "take" and "next".
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, SupportsIndex

from gradatim.core.game import load
from gradatim.core.state import State
from gradatim.dialect.checks import shown, whole
from gradatim.dialect.errors import GradatimError, PositionError
from gradatim.dialect.executor import Executor
from gradatim.dialect.rows import Row
from gradatim.games.escalation import content, rules
from gradatim.games.escalation.content import JOKER, KINDS, LAY_JOKER, NEXT_GAME, PLAY, PLAYS, TAKE, WILD

SYMBOLS = ("", *map(str, range(1, WILD)), "W", "J")
_KIND = {symbol: kind for kind, symbol in enumerate(SYMBOLS) if symbol}
_FRONT = re.compile(r"f([1-9][0-9]?)")


def front(kind: int) -> str:
    """How a card is spelled on the wire."""
    return f"f{kind}"


def text(move: int) -> str:
    """The notation of a move id."""
    if move == TAKE:
        return "take"
    if move == LAY_JOKER:
        return "J"
    if move == NEXT_GAME:
        return "next"
    value, numbers, wilds = PLAYS[move - 2]
    cards = "+".join([str(value)] * numbers + ["W"] * wilds)
    return cards if numbers else f"{cards}={value * wilds}"


_BY_TEXT = {text(move): move for move in range(rules.MOVES)}


def parse(notation: str) -> int:
    """The move id of a notation; case and blanks do not matter. Raises GradatimError if it names no move."""
    plain = str(notation).replace(" ", "").upper()
    cards, equals, named = plain.partition("=")
    if "+" in cards:
        cards = "+".join(sorted(cards.split("+"), key=lambda card: _KIND.get(card, KINDS)))
    plain = cards + equals + named
    move = _BY_TEXT.get(plain, _BY_TEXT.get(plain.lower()))
    if move is None:
        raise GradatimError(f"{notation!r} is no move; moves are written 7, 3+3, 5+5+W, W=5, W+W=10, J, take, next")
    return move


def parts(move: int) -> list[str]:
    """The fronts of the cards that a move lays."""
    if move == LAY_JOKER:
        return [front(JOKER)]
    if move in (TAKE, NEXT_GAME):
        return []
    value, numbers, wilds = PLAYS[move - 2]
    return [front(value)] * numbers + [front(WILD)] * wilds


def attempt(s: Any, seat: int, pieces: Sequence[str]) -> tuple[int, int]:
    """What a pick of cards is: (move id, 0), or (-1, the refusal it deserves), in rulebook order.

    `pieces` are fronts or symbols; one of them may be "=10", the total announced for wilds alone.
    """
    announced = -1
    pick: Counter[int] = Counter()
    for piece in pieces:
        if piece.startswith("="):
            announced = _number(piece[1:])
        else:
            pick[card_kind(piece)] += 1
    early = next((r for r in (rules.R_OVER, rules.R_BETWEEN, rules.R_TURN) if r == rules.refusal(s, seat, TAKE)), 0)
    if early:
        return -1, early
    if not pick:
        return -1, rules.R_NOTHING
    if any(s.hand[seat][kind] < count for kind, count in pick.items()):
        return -1, rules.R_HAND
    move, refused = _play_of(pick, announced)
    return (-1, refused) if refused else _checked(s, seat, move)


def _play_of(pick: Counter[int], announced: int) -> tuple[int, int]:
    wilds, numbers = pick[WILD], {kind: count for kind, count in pick.items() if kind < WILD and count}
    if pick[JOKER]:
        return (LAY_JOKER, 0) if pick.total() == 1 else (-1, rules.R_JOKER)
    if len(numbers) > 1:
        return -1, rules.R_MIXED
    if not numbers:
        if announced < 0:
            return -1, rules.R_UNNAMED
        value, rest = divmod(announced, wilds)
        if rest or not 1 <= value <= content.WILD_TOP:
            return -1, rules.R_MISNAMED
        return PLAY[value][0][wilds], 0
    value, count = next(iter(numbers.items()))
    if wilds and value > content.WILD_TOP:
        return -1, rules.R_TOO_HIGH
    if announced >= 0 and announced != value * (count + wilds):
        return -1, rules.R_MISNAMED
    return PLAY[value][count][wilds], 0


def _checked(s: Any, seat: int, move: int) -> tuple[int, int]:
    refused = rules.refusal(s, seat, move)
    return (-1, refused) if refused else (move, 0)


def card_kind(piece: object) -> int:
    """The kind of a card given as front ("f14") or symbol ("W"). Raises GradatimError."""
    if isinstance(piece, SupportsIndex) and not isinstance(piece, bool):
        piece = shown(index(piece))
    if isinstance(piece, str):
        wire = _FRONT.fullmatch(piece)
        kind = int(wire[1]) if wire else _KIND.get(piece.strip(" ").upper(), 0)
        if 1 <= kind < KINDS:
            return kind
    raise GradatimError(f"{shown(piece)} is no card; cards are 1 to 13, W (the wild 1–7) and J (the Joker)")


def _number(digits: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", digits):
        raise GradatimError(f"{digits!r} is no total to announce; write for example =10")
    return int(digits)


# --- Positions written by hand (docs/records.md) ---------------------------------------------------------------------

_KEYS = (
    "game",
    "options",
    "hands",
    "series",
    "taken",
    "earlier",
    "deck",
    "turn",
    "starter",
    "played",
    "ended",
)


def read_position(position: Mapping[str, Any], executor: Executor | None = None) -> State:
    """A state from a hand-written position. Raises PositionError with the reason if it cannot exist."""
    try:
        return _read(position, executor)
    except PositionError:
        raise
    except GradatimError as error:
        raise PositionError(str(error)) from error


def _read(position: Mapping[str, Any], executor: Executor | None) -> State:
    if not isinstance(position, Mapping):
        raise PositionError(f"a position is an object, not {shown(position)}")
    for key in position:
        if key not in _KEYS:
            raise PositionError(f"a position has no key {shown(key)}; it may have {', '.join(_KEYS)}")
    if position.get("game", rules.NAME) != rules.NAME:
        raise PositionError(f"this is a position of {shown(position['game'])}, not of {rules.NAME}")
    hands = [_cards(hand, f"hands[{seat}]") for seat, hand in enumerate(_list(position, "hands"))]
    seats = len(hands)
    options = position.get("options", {})
    if not isinstance(options, dict):
        raise PositionError("options must be an object of option names and values")
    state = State.blank(load(rules.NAME), seats, options, executor)
    s = state.executor.read(state.row).copy()
    fields: Any = s
    _lay_series(fields, _list(position, "series", []), seats)
    taken = _by_seat(position, "taken", seats)
    listed = [_cards(pile, f"taken[{seat}]") if isinstance(pile, list) else None for seat, pile in enumerate(taken)]
    for seat, pile in enumerate(taken):
        fields.taken[seat] = sum(listed[seat] or ()) if isinstance(pile, list) else _small(pile, f"taken[{seat}]", 56)
        for kind, count in enumerate(listed[seat] or ()):
            fields.laid[kind] += count
    for seat, hand in enumerate(hands):
        fields.hand[seat] = hand
        if sum(hand) > fields.hand_size:
            raise PositionError(f"hands[{seat}] has {sum(hand)} cards; a hand has at most {fields.hand_size}")
    uncounted = sum(fields.taken[seat] for seat in range(seats) if listed[seat] is None)
    _place_the_rest(fields, position, uncounted)
    fields.game = _small(position.get("played", 0), "played", fields.games - 1)
    most = fields.game * sum(content.DECKS[fields.deck])
    for seat, points in enumerate(_by_seat(position, "earlier", seats)):
        fields.earlier[seat] = _small(points, f"earlier[{seat}]", most)
    if sum(fields.earlier) > most:
        raise PositionError(
            f"earlier adds up to {sum(fields.earlier)}, but played = {fields.game} gives {most} at most"
        )
    fields.starter = _small(position.get("starter", 0), "starter", seats - 1)
    rules.derive(s)
    ended = not all(fields.hand_count[:seats])
    follows = (fields.starter + 1) % seats if ended else _next_seat(fields, seats)  # b28
    fields.turn = _small(position.get("turn", follows), "turn", seats - 1)
    if fields.turn != follows and (ended or fields.past_count):
        why = "begins the next game" if ended else f"follows seat {fields.past_seat[fields.past_count - 1]}"
        raise PositionError(f"turn is {fields.turn}, but seat {follows} {why}")
    _check(fields, position, seats)
    state.executor.write(state.row, s.to_dict())
    return state


def _lay_series(s: Any, series: list[Any], seats: int) -> None:
    total = 0
    for at, play in enumerate(series):
        if not isinstance(play, dict) or set(play) != {"seat", "play"}:
            raise PositionError(f'series[{at}] must be like {{"seat": 0, "play": "3+3"}}')
        if at >= rules.MOST_PAST // 2:
            raise PositionError("a series has at most 56 plays")
        move = parse(play["play"])
        if move in (TAKE, NEXT_GAME):
            raise PositionError(f"series[{at}]: {play['play']!r} lays no card")
        if move != LAY_JOKER and content.TOTAL[move] <= total:
            raise PositionError(
                f"series[{at}]: {play['play']} makes {content.TOTAL[move]}, which does not beat {total}"
            )
        total = max(total, content.TOTAL[move] if move != LAY_JOKER else 0)
        s.past[at] = move
        s.past_seat[at] = _small(play["seat"], f"series[{at}].seat", seats - 1)
        if at and s.past_seat[at] != (s.past_seat[at - 1] + 1) % seats:
            raise PositionError(
                f"series[{at}]: after seat {s.past_seat[at - 1]}, seat {(s.past_seat[at - 1] + 1) % seats} plays"
            )
        s.past_count = at + 1
        for piece in parts(move):
            s.laid[card_kind(piece)] += 1


def _place_the_rest(s: Any, position: Mapping[str, Any], uncounted: int) -> None:
    """Cards named nowhere are in the deck; if piles were given by number only, they are what the deck leaves over."""
    deck = content.DECKS[s.deck]
    used = [s.laid[kind] + sum(hand[kind] for hand in s.hand) for kind in range(KINDS)]
    for kind in range(KINDS):
        if used[kind] > deck[kind]:
            raise PositionError(f"card {SYMBOLS[kind]} is named {used[kind]} times, but the deck has {deck[kind]}")
    rest = [deck[kind] - used[kind] for kind in range(KINDS)]
    if "deck" not in position:
        if uncounted:
            raise PositionError('taken is given by number, so the cards in "deck" must be listed')
        s.draw = rest
        return
    s.draw = _cards(position["deck"], "deck")
    for kind in range(KINDS):
        if s.draw[kind] > rest[kind]:
            raise PositionError(
                f"the deck lists {s.draw[kind]} cards {SYMBOLS[kind]}, but only {rest[kind]} can be left"
            )
    missing = sum(rest) - sum(s.draw)
    if missing != uncounted:
        raise PositionError(f"{missing} cards are nowhere, but {uncounted} are said to be taken without being named")
    for kind in range(KINDS):
        s.laid[kind] += rest[kind] - s.draw[kind]


def _next_seat(s: Any, seats: int) -> int:
    return (s.past_seat[s.past_count - 1] + 1) % seats if s.past_count else s.starter


def _check(s: Any, position: Mapping[str, Any], seats: int) -> None:
    empty = [seat for seat in range(seats) if not s.hand_count[seat]]
    ended = position.get("ended", bool(empty))
    if ended is not True and ended is not False:
        raise PositionError("ended is true or false")
    if ended != bool(empty):
        raise PositionError("a game has ended when, and only when, somebody has played the last card of a hand")
    if len(empty) > 1:
        raise PositionError(f"hands {empty} are empty, but the game ends with the first empty hand")
    if ended:
        if not s.past_count or s.past_seat[s.past_count - 1] != empty[0]:
            raise PositionError(
                f"hands[{empty[0]}] is empty, so the last play of the series must be of seat {empty[0]}"
            )
        s.phase = rules.OVER if s.game + 1 == s.games else rules.BETWEEN
    if s.draw_count:
        short = [seat for seat in range(seats) if s.hand_count[seat] < s.hand_size]
        if short:
            raise PositionError(
                f"hands[{short[0]}] has {s.hand_count[short[0]]} cards, but a hand is refilled to {s.hand_size} "
                f"while the deck has cards ({s.draw_count})"
            )


def write_position(state: State) -> dict[str, Any]:
    """The position of a state, as it would be written by hand."""
    s: Any = state.fields
    position: dict[str, Any] = {
        "game": rules.NAME,
        "options": {option.name: getattr(s, option.name) for option in rules.OPTIONS},
        "hands": [_symbols(s.hand[seat]) for seat in range(s.seats)],
        "series": [{"seat": s.past_seat[at], "play": text(s.past[at])} for at in range(s.series, s.past_count)],
        "taken": [s.taken[seat] for seat in range(s.seats)],
        "earlier": [s.earlier[seat] for seat in range(s.seats)],
        "deck": _symbols(s.draw),
        "turn": s.turn,
        "starter": s.starter,
        "played": s.game,
    }
    return position


def _symbols(counts: Sequence[int]) -> list[str]:
    return [SYMBOLS[kind] for kind, count in enumerate(counts) for _ in range(count)]


def _cards(listed: object, where: str) -> list[int]:
    if not isinstance(listed, list):
        raise PositionError(f'{where} must be a list of cards such as ["5", "W", "J"]')
    counts = [0] * KINDS
    for card in listed:
        counts[card_kind(card)] += 1
    return counts


def _list(position: Mapping[str, Any], key: str, default: list[Any] | None = None) -> list[Any]:
    value = position.get(key, default)
    if value is None:
        raise PositionError(f"a position needs the key {key!r}")
    if not isinstance(value, list):
        raise PositionError(f"{key} must be a list")
    return value


def _by_seat(position: Mapping[str, Any], key: str, seats: int) -> list[Any]:
    value = _list(position, key, [0] * seats)
    if len(value) != seats:
        raise PositionError(f"{key} has {len(value)} entries, but there are {seats} hands")
    return value


def _small(value: object, where: str, most: int) -> int:
    return whole(value, 0, most, f"{where} must be a whole number from 0 to {most}")


def board(sight: Row) -> str:
    """What one eye sees, in plain lines; symbols only, so it needs no language."""
    s: Any = sight
    lines = [f"deck {s.draw_count} | to beat {s.total} | on table {s.on_table}"]
    series = [f"{s.past_seat[at]}: {text(s.past[at])}" for at in range(s.series, s.past_count)]
    lines.append("series " + (" | ".join(series) or "-"))
    lines += [
        f"seat {seat}{'*' if seat == s.turn and s.phase == 0 else ''} hand {s.hand_count[seat]} taken {s.taken[seat]}"
        for seat in range(s.seats)
    ]
    if s.eye:
        lines.append(f"own hand {' '.join(_symbols(s.hand))}")
    return "\n".join(lines)
