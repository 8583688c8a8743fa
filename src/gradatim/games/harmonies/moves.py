"""Notation, picks of pieces, and hand-written positions of Harmonies.

Spaces are a1 to g5: the column from the left, the row from the top. Central spaces, the places of the row, of the
Sanctuaries on offer and above the board are counted from 1: "take 2", "blue c3", "card 4", "tile 1", "use 2 c3" (the
cube of the card in the second place above the board, or the next token of the Sanctuary there), "last 2", "end".
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gradatim.core.game import load
from gradatim.core.state import State
from gradatim.dialect.checks import shown, whole
from gradatim.dialect.errors import GradatimError, PositionError
from gradatim.dialect.executor import Executor
from gradatim.dialect.rows import Row
from gradatim.games.harmonies import content, rules
from gradatim.games.harmonies.content import (
    CARD,
    COLOURS,
    CUBES,
    DISCARD,
    DONE,
    END,
    LAST,
    NAMES,
    OUT,
    SPACES,
    SPIRIT,
    SPIRIT_MOVE,
    TAKE,
    TILE,
    TILE_MOVE,
    TOKEN,
    TOKENS,
    USE,
    WHISPER,
)
from gradatim.games.harmonies.hexes import count, one
from gradatim.games.harmonies.landscape import cell, kind_of, next_colour
from gradatim.games.harmonies.scoring import still_dry
from gradatim.games.harmonies.supply import centres, row_size, tokens_on

# The kinds of moves that name a place: word, first id, piece that is picked.
PLACES = (
    ("take", TAKE, END, "centre"),
    ("discard", DISCARD, SPIRIT_MOVE, "row"),
    ("spirit", SPIRIT_MOVE, CARD, "spirit"),
    ("card", CARD, TILE_MOVE, "row"),
    ("tile", TILE_MOVE, LAST, "offer"),
    ("last", LAST, TOKEN, "held"),
)


def text(move: int) -> str:
    """The notation of a move id."""
    if move == END:
        return "end"
    for word, first, end, _ in PLACES:
        if first <= move < end:
            return f"{word} {move - first + 1}"
    if move < USE:
        return f"{COLOURS[(move - TOKEN) // SPACES + 1]} {NAMES[(move - TOKEN) % SPACES]}"
    return f"use {(move - USE) // SPACES + 1} {NAMES[(move - USE) % SPACES]}"


_BY_TEXT = {text(move): move for move in range(content.MOVES)}


def parse(notation: str) -> int:
    """The move id of a notation; case and extra blanks do not matter. Raises GradatimError if it names no move."""
    move = _BY_TEXT.get(" ".join(str(notation).lower().split()))
    if move is None:
        raise GradatimError(
            f"{notation!r} is no move; moves are take 2, blue c3, card 4, tile 1, use 2 c3, last 2, spirit 1, end, "
            "discard 3"
        )
    return move


def parts(move: int) -> list[str]:
    """The pieces that a move lays or takes: "centre2", "blue" and "c3", "held2", "row4", "offer1", "spirit1"."""
    if move == END:
        return []
    for _, first, end, piece in PLACES:
        if first <= move < end:
            return [f"{piece}{move - first + 1}"]
    if move < USE:
        return [COLOURS[(move - TOKEN) // SPACES + 1], NAMES[(move - TOKEN) % SPACES]]
    return [f"held{(move - USE) // SPACES + 1}", NAMES[(move - USE) % SPACES]]


_PIECE = re.compile("(centre|row|offer|held|spirit)([1-9])")


def attempt(s: Any, seat: int, pieces: Sequence[str]) -> tuple[int, int]:
    """What a pick is: (move id, 0), or (-1, the refusal it deserves).

    A colour with a space is the token laid there, or, where only a Sanctuary allows it, that Sanctuary's next token.
    """
    early = rules.refusal(s, seat, END)
    if early in (rules.R_OVER, rules.R_TURN):
        return -1, early
    colours = [COLOURS.index(piece) for piece in pieces if piece in COLOURS[1:]]
    spaces = [NAMES.index(piece) for piece in pieces if piece in NAMES]
    places = [found for found in map(_PIECE.fullmatch, pieces) if found]
    if len(colours) > 1 or len(spaces) > 1 or len(places) > 1 or len(colours) + len(spaces) + len(places) < len(pieces):
        return -1, rules.R_UNKNOWN
    if colours and places:
        return -1, rules.R_UNKNOWN
    if colours:
        return _token(s, seat, colours[0], spaces[0]) if spaces else (-1, rules.R_SPACE)
    if not places:
        return -1, rules.R_PICK
    name, number = places[0][1], int(places[0][2]) - 1
    if spaces:
        known = name == "held" and number < content.HELD
        return _checked(s, seat, USE + number * SPACES + spaces[0]) if known else (-1, rules.R_UNKNOWN)
    first, end = next((first, end) for _, first, end, piece in PLACES if piece == name and first != DISCARD)
    return _checked(s, seat, first + number) if first + number < end else (-1, rules.R_UNKNOWN)


def _token(s: Any, seat: int, colour: int, space: int) -> tuple[int, int]:
    move = TOKEN + (colour - 1) * SPACES + space
    if rules.refusal(s, seat, move) != rules.R_STACK:
        return _checked(s, seat, move)
    builds = [USE + slot * SPACES + space for slot in range(content.HELD) if s.held[seat][slot] > TILE]
    builds = [
        build
        for build in builds
        if rules.refusal(s, seat, build) == 0 and _next_of(s, seat, (build - USE) // SPACES) == colour
    ]
    if len(builds) > 1:
        return -1, rules.R_WHICH
    return (builds[0], 0) if builds else (-1, rules.R_STACK)


def _next_of(s: Any, seat: int, slot: int) -> int:
    """The colour that the Sanctuary in that place takes next."""
    return next_colour(s, seat, s.held[seat][slot] - 1 - TILE)


def _checked(s: Any, seat: int, move: int) -> tuple[int, int]:
    refused = rules.refusal(s, seat, move)
    return (-1, refused) if refused else (move, 0)


# --- Names of cards and tiles ----------------------------------------------------------------------------------------
def thing_name(s: Any, thing: int) -> str:
    """How a card or tile is called in positions; those of a user's own table by number."""
    if thing >= TILE:
        return f"Sanctuary {thing - TILE + 1}"
    if WHISPER <= thing < SPIRIT and s.content == content.OWN_CONTENT:
        return f"Whisper {thing - WHISPER + 1}"
    return content.CARD_NAMES[thing]


def pair_colours(s: Any, tile: int) -> list[str]:
    """A Sanctuary's two colours."""
    return [name for at, name in enumerate(COLOURS) if s.tile_colours[tile] >> at & 1]


# --- Positions written by hand (docs/games/harmonies.md) -------------------------------------------------------------
_KEYS: tuple[str, ...] = ("game", "options", "boards", "centre", "row", "offer", "turn", "turns", "taken", "hand")
_KEYS += ("card_taken", "tile_taken", "choice", "box", "discarded", "ending", "over")
_BOARD_KEYS = ("stacks", "cubes", "whisper_cubes", "above", "done", "back")


def read_position(position: Mapping[str, Any], executor: Executor | None = None) -> State:
    """A state from a hand-written position. Raises PositionError with the reason if it cannot exist."""
    try:
        return _Reader(position, executor).state()
    except PositionError:
        raise
    except GradatimError as error:
        raise PositionError(str(error)) from error


class _Reader:
    """Reads one position into the fields of a state."""

    def __init__(self, position: Mapping[str, Any], executor: Executor | None) -> None:
        self.position = _object("a position", position, _KEYS)
        if position.get("game", rules.NAME) != rules.NAME:
            raise PositionError(f"this is a position of {shown(position['game'])}, not of {rules.NAME}")
        self.boards = [
            _object(f"boards[{seat}]", board, _BOARD_KEYS) for seat, board in enumerate(_list(position, "boards"))
        ]
        options = _object("options", position.get("options", {}), [option.name for option in rules.OPTIONS])
        self.made = State.blank(load(rules.NAME), len(self.boards), options, executor)
        self.s: Any = self.made.executor.read(self.made.row).copy()
        self.left = list(TOKENS)  # tokens that are named nowhere yet
        self.names: dict[str, int] = {}

    def state(self) -> State:
        s = self.s
        rules.fill_content(s)
        for thing in range(content.THINGS):
            s.where[thing] = rules.in_play(s, thing)
            self.names[thing_name(s, thing).lower()] = thing
            if thing < TILE:
                s.left[thing] = CUBES[thing]
        for tile in range(content.MODULE):
            one_colour, other = pair_colours(s, tile)
            self.names.setdefault(f"{one_colour}-{other}", TILE + tile)
            self.names.setdefault(f"{other}-{one_colour}", TILE + tile)
        rules.derive(s)
        for seat, board in enumerate(self.boards):
            self._stacks(seat, board)
        for seat, board in enumerate(self.boards):
            self._things(seat, board)
            self._cubes(seat, board)
        self._sites()
        self._table()
        self._turn()
        s.pouch = self.left
        rules.derive(s)
        self._end()
        self.made.executor.write(self.made.row, s.to_dict())
        return self.made

    def _token(self, what: str, name: object) -> int:
        colour = content.colour_of(what, name)
        if not self.left[colour]:
            raise PositionError(f"{what}: there are only {TOKENS[colour]} {COLOURS[colour]} tokens")
        self.left[colour] -= 1
        return colour

    def _thing(self, what: str, name: object, low: int = 0, high: int = content.THINGS) -> int:
        """A card or tile that is still in its pile."""
        thing = self.names.get(name.lower().strip(), -1) if isinstance(name, str) else -1
        if not low <= thing < high:
            raise PositionError(f"{what}: {shown(name)} is no {_sort(low, high)}")
        if self.s.where[thing] == content.BOX:
            raise PositionError(f"{what}: {name} is not in play with these options")
        if self.s.where[thing] != content.PILE:
            raise PositionError(f"{what}: {name} is named twice")
        return thing

    def _stacks(self, seat: int, board: Mapping[str, Any]) -> None:
        for name, tokens in _object(f"boards[{seat}].stacks", board.get("stacks", {}), NAMES).items():
            what = f"boards[{seat}].stacks.{name}"
            space = content.space_of(what, name)
            if not one(space) & self.s.land:
                raise PositionError(f"{what}: side {content.SIDES[self.s.side]} has no such space")
            names = tokens.split() if isinstance(tokens, str) else tokens
            if not isinstance(names, list) or not 1 <= len(names) <= content.MOST_STACK:
                raise PositionError(f"{what} must be colours from the bottom up, not {shown(tokens)}")
            self.s.stack[seat][space] = content.stack_code(self._token(what, token) for token in names)

    def _things(self, seat: int, board: Mapping[str, Any]) -> None:
        s, what = self.s, f"boards[{seat}].above"
        above = _list(board, "above", [], what)
        if len(above) > content.HELD:
            raise PositionError(f"{what} has {len(above)} places; there are {content.HELD}")
        for slot, entry in enumerate(above):
            if entry is not None:
                thing = self._entry(seat, f"{what}[{slot}]", entry, done=False)
                s.held[seat][slot] = thing + 1
                s.where[thing] = OUT
        for at, entry in enumerate(_list(board, "done", [], f"boards[{seat}].done")):
            s.where[self._entry(seat, f"boards[{seat}].done[{at}]", entry, done=True)] = DONE + seat
        if "back" in board:
            thing = self._thing(f"boards[{seat}].back", board["back"], SPIRIT, TILE)
            s.where[thing] = content.BACK + seat
        own = [t for t in range(SPIRIT, TILE) if s.where[t] == DONE + seat or t + 1 in s.held[seat]]
        if len(own) > 1:
            raise PositionError(f"boards[{seat}] has {len(own)} Spirits; a seat keeps one")

    def _entry(self, seat: int, what: str, entry: object, done: bool) -> int:
        """A card with its cubes, or a Sanctuary with its space; a name alone will do."""
        given = {"name": entry} if isinstance(entry, str) else entry
        read = _object(what, given, ("name", "cubes", "space", "guests"))
        thing = self._thing(what, read.get("name"))
        for key in ("space", "guests") if thing < TILE else ("cubes",):
            if key in read:
                raise PositionError(f"{what}: {read['name']} has no {key}")
        if thing < TILE:
            fewest, most = (0, 0) if done else (1, CUBES[thing])
            self.s.left[thing] = _number(read.get("cubes", most), f"{what}.cubes", most, fewest)
        else:
            if "space" in read:
                self.s.site[thing - TILE] = content.space_of(f"{what}.space", read["space"]) + 1
            elif done:
                raise PositionError(f"{what}: a completed Sanctuary needs its space")
            self.s.guests[thing - TILE] = _number(
                read.get("guests", 0), f"{what}.guests", content.ANIMALS if done else 0
            )
        return thing

    def _cubes(self, seat: int, board: Mapping[str, Any]) -> None:
        """The cubes on the board. Where they are given, they must be those that the cards have placed."""
        s = self.s
        mine = [t for t in range(TILE) if s.where[t] == DONE + seat or t + 1 in s.held[seat]]
        guests = self._guests(seat)
        for key, field, things in (
            ("cubes", s.animal, [t for t in mine if not WHISPER <= t < SPIRIT]),
            ("whisper_cubes", s.whisper, [t for t in mine if WHISPER <= t < SPIRIT]),
        ):
            what = f"boards[{seat}].{key}"
            on: Counter[int] = Counter()  # cubes that cards place on each landscape
            for t in things:
                on[cell(s, t, 0) >> 6] += CUBES[t] - s.left[t]
            for name in _list(board, key, [], what):
                space = content.space_of(what, name)
                code = s.stack[seat][space]
                if not code or kind_of(code) == content.SANCTUARY:
                    raise PositionError(f"{what}: there is no landscape on {name} that could hold a cube")
                if field[seat] & one(space):
                    raise PositionError(f"{what} names {name} twice")
                field[seat] |= one(space)
                on[kind_of(code)] -= 1
                if on[kind_of(code)] < 0:
                    raise PositionError(f"{what}: no card of this seat has placed a cube on {name}")
            placed = sum(CUBES[t] - s.left[t] for t in things) - (guests if key == "cubes" else 0)
            if key in board and count(field[seat]) != placed:
                raise PositionError(f"{what} has {count(field[seat])} spaces, but the cards have {placed} cubes there")

    def _guests(self, seat: int) -> int:
        """How many last cubes are on the seat's Sanctuaries: each completed a card of one of the tile's colours."""
        s = self.s
        done = [t for t in range(content.ANIMALS) if s.where[t] == DONE + seat]
        guests = 0
        for tile in range(content.MODULE):
            if s.where[TILE + tile] == DONE + seat:
                guests += s.guests[tile]
                fitting = sum(s.tile_colours[tile] >> content.COLOUR[t] & 1 for t in done)
                if s.guests[tile] > fitting or guests > len(done):
                    name = thing_name(s, TILE + tile)
                    raise PositionError(f"boards[{seat}]: {name} has more guests than there are completed cards for it")
        return guests

    def _sites(self) -> None:
        """Each stack that the base game forbids is built for a Sanctuary, and each Sanctuary has its stack."""
        s = self.s
        built: dict[tuple[int, int], int] = {}
        for tile in range(content.MODULE):
            if s.site[tile]:
                seat = next(at for at in range(s.seats) if self._owns(at, tile))
                if (seat, s.site[tile] - 1) in built:
                    raise PositionError(f"boards[{seat}]: two Sanctuaries are on {NAMES[s.site[tile] - 1]}")
                built[seat, s.site[tile] - 1] = tile
        for seat in range(s.seats):
            for space in range(SPACES):
                code = s.stack[seat][space]
                forbidden = kind_of(code) == content.SANCTUARY
                tile = built.get((seat, space), -1)
                tokens = content.stack_tokens(code)
                if forbidden and tile < 0:
                    raise PositionError(f"boards[{seat}]: the stack on {NAMES[space]} is built for no Sanctuary")
                if tile >= 0:
                    wanted = [token for token in s.tile_stack[tile] if token]
                    done = s.where[TILE + tile] == DONE + seat
                    if not forbidden or tokens != wanted[: len(tokens)] or done != (tokens == wanted):
                        name = thing_name(s, TILE + tile)
                        raise PositionError(f"boards[{seat}]: the stack on {NAMES[space]} is not that of {name}")

    def _owns(self, seat: int, tile: int) -> bool:
        return bool(self.s.where[TILE + tile] == DONE + seat or TILE + tile + 1 in self.s.held[seat])

    def _table(self) -> None:
        s, position = self.s, self.position
        spaces = _list(position, "centre", [])
        if len(spaces) > centres(s):
            raise PositionError(f"centre has {len(spaces)} spaces; there are {centres(s)}")
        for at, tokens in enumerate(spaces):
            for colour in _colours(self, f"centre[{at}]", tokens):
                s.centre[at][colour] += 1
        for key, field, most, low, high in (
            ("row", s.row, row_size(s), 0, SPIRIT),
            ("offer", s.offer, content.OFFER, TILE, content.THINGS),
        ):
            names = _list(position, key, [])
            if len(names) > most:
                raise PositionError(f"{key} has {len(names)} places; there are {most}")
            for at, name in enumerate(names):
                if name is not None:
                    thing = self._thing(f"{key}[{at}]", name, low, high)
                    field[at] = thing + 1
                    s.where[thing] = OUT
        for named, tokens in _object("box", position.get("box", {}), COLOURS[1:]).items():
            colour = COLOURS.index(named)
            s.box[colour] = _number(tokens, f"box.{named}", self.left[colour])
            self.left[colour] -= tokens
        for at, card in enumerate(_list(position, "discarded", [])):
            s.where[self._thing(f"discarded[{at}]", card, 0, SPIRIT)] = content.BOX

    def _turn(self) -> None:
        s, position = self.s, self.position
        turn = _number(position.get("turn", position.get("turns", 0) % s.seats), "turn", s.seats - 1)
        s.turns = _number(position.get("turns", s.seats + turn), "turns", 120)
        if s.turns % s.seats != turn:
            raise PositionError(f"turn is {turn}, but after {s.turns} turns it is seat {s.turns % s.seats}'s")
        s.turn = turn
        s.taken = _number(position.get("taken", 0), "taken", centres(s))
        s.card_taken = int(_flag(position, "card_taken"))
        s.tile_taken = _number(position.get("tile_taken", 0), "tile_taken", content.OFFER)
        for colour in _colours(self, "hand", position.get("hand", [])):
            s.hand[colour] += 1
        if s.taken and tokens_on(s, s.taken - 1):
            raise PositionError(f"taken is {s.taken}, but that central space has tokens")
        if sum(s.hand) and not s.taken:
            raise PositionError("tokens are in hand, but none are taken: say from which central space, as taken")
        if "choice" in position:
            names = _list(position, "choice")
            if len(names) != 2:
                raise PositionError(f"choice has two Spirits, not {len(names)}")
            for at, name in enumerate(names):
                s.where[self._thing(f"choice[{at}]", name, SPIRIT, TILE)] = content.CHOICE + turn
            if s.taken or s.card_taken or s.tile_taken or any(s.held[turn]):
                raise PositionError("the choice of a Spirit comes before everything else")
            s.phase = rules.CHOOSING

    def _end(self) -> None:
        """A position without a centre is a finished game: landscapes to be scored."""
        s, position = self.s, self.position
        over = _flag(position, "over", "centre" not in position)
        full = [seat for seat in range(s.seats) if count(s.kind[seat][content.EMPTY]) <= rules.FEWEST_EMPTY]
        ending = position.get("ending", rules.ENDINGS[rules.BOARD_FULL if over or full else 0])
        if ending not in rules.ENDINGS:
            raise PositionError(f"ending is one of {', '.join(rules.ENDINGS)}, not {shown(ending)}")
        s.ending = rules.ENDINGS.index(ending)
        if over:
            if not s.ending:
                raise PositionError("a game that is over has an ending")
            s.phase = rules.OVER
            return
        empty = count(s.kind[s.turn][content.EMPTY])
        needed = sum(s.hand) if s.taken else rules.FEWEST_EMPTY + 1
        if empty < needed:
            raise PositionError(f"boards[{s.turn}] has {empty} empty spaces, but needs {needed} to go on")
        if not s.taken and not any(tokens_on(s, at) for at in range(centres(s))):
            raise PositionError("no central space has tokens; leave centre out for a game that is over")


def _sort(low: int, high: int) -> str:
    """What is looked for among the things of these numbers."""
    names = {(0, SPIRIT): "Animal or Whisper card", (SPIRIT, TILE): "Spirit", (TILE, content.THINGS): "Sanctuary"}
    return names.get((low, high), "card or Sanctuary")


def _object(what: str, value: object, keys: Iterable[str]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise PositionError(f"{what} is an object, not {shown(value)}")
    for key in value:
        if key not in keys:
            raise PositionError(f"{what} has no {shown(key)}; it may have {', '.join(keys)}")
    return value


def _list(holder: Mapping[str, Any], key: str, default: list[Any] | None = None, what: str = "") -> list[Any]:
    value = holder.get(key, default)
    if not isinstance(value, list):
        raise PositionError(f"{what or key} must be a list, not {shown(value)}")
    return value


def _number(value: object, what: str, most: int, fewest: int = 0) -> int:
    return whole(value, fewest, most, f"{what} is a number from {fewest} to {most}")


def _flag(position: Mapping[str, Any], key: str, default: bool = False) -> bool:
    value = position.get(key, default)
    if not isinstance(value, bool):
        raise PositionError(f"{key} is true or false, not {shown(value)}")
    return value


def _colours(reader: _Reader, what: str, tokens: object) -> list[int]:
    """At most three tokens."""
    names = tokens.split() if isinstance(tokens, str) else tokens
    if not isinstance(names, list) or len(names) > content.LAID:
        raise PositionError(f"{what} has at most {content.LAID} colours, not {shown(tokens)}")
    return [reader._token(what, name) for name in names]


def write_position(state: State) -> dict[str, Any]:
    """The position of a state, as it would be written by hand."""
    s: Any = state.fields
    position: dict[str, Any] = {
        "game": rules.NAME,
        "options": {option.name: getattr(s, option.name) for option in rules.OPTIONS},
        "boards": [_board(s, seat) for seat in range(s.seats)],
        "centre": [_tokens(s.centre[at]) for at in range(centres(s))],
        "row": [thing_name(s, number - 1) if number else None for number in s.row[: row_size(s)]],
        "offer": [thing_name(s, number - 1) if number else None for number in s.offer],
        "turn": s.turn,
        "turns": s.turns,
        "taken": s.taken,
        "hand": _tokens(s.hand),
        "card_taken": bool(s.card_taken),
        "tile_taken": s.tile_taken,
        "box": {name: tokens for name, tokens in zip(COLOURS, s.box, strict=True) if tokens},
        "discarded": [
            thing_name(s, t) for t in range(SPIRIT) if s.where[t] == content.BOX and rules.in_play(s, t) == content.PILE
        ],
        "ending": rules.ENDINGS[s.ending],
        "over": s.phase == rules.OVER,
    }
    if s.content == content.OWN_CONTENT:
        position["options"]["content"] = content.written_table(s.to_dict())
    if s.phase == rules.CHOOSING:
        position["choice"] = [thing_name(s, t) for t in range(SPIRIT, TILE) if s.where[t] == content.CHOICE + s.turn]
    return position


def _tokens(counts: Sequence[int]) -> list[str]:
    return [name for name, tokens in zip(COLOURS, counts, strict=True) for _ in range(tokens)]


def _board(s: Any, seat: int) -> dict[str, Any]:
    board: dict[str, Any] = {
        "stacks": {
            NAMES[space]: " ".join(COLOURS[token] for token in content.stack_tokens(code))
            for space, code in enumerate(s.stack[seat])
            if code
        },
        "cubes": content.names_of(s.animal[seat]),
        "whisper_cubes": content.names_of(s.whisper[seat]),
        "above": [_above(s, number - 1) if number else None for number in s.held[seat]],
        "done": [_done(s, thing) for thing in range(content.THINGS) if s.where[thing] == DONE + seat],
    }
    for thing in range(SPIRIT, TILE):
        if s.where[thing] == content.BACK + seat:
            board["back"] = thing_name(s, thing)
    return board


def _above(s: Any, thing: int) -> dict[str, Any]:
    if thing < TILE:
        return {"name": thing_name(s, thing), "cubes": s.left[thing]}
    site = s.site[thing - TILE]
    return {"name": thing_name(s, thing)} | ({"space": NAMES[site - 1]} if site else {})


def _done(s: Any, thing: int) -> Any:
    if thing < TILE:
        return thing_name(s, thing)
    return {
        "name": thing_name(s, thing),
        "space": NAMES[s.site[thing - TILE] - 1],
        "guests": s.guests[thing - TILE],
    }


# --- The board in plain text -----------------------------------------------------------------------------------------
LETTERS = ("", "w", "m", "t", "l", "f", "h")  # water, mountain, trunk, leaves, field, house


def board(sight: Row) -> str:
    """What one eye knows, in plain lines; `drawing` says how to read a landscape."""
    s: Any = sight
    centre = " | ".join(" ".join(_tokens(s.centre[at])) or "-" for at in range(centres(s)))
    lines = [f"turn {s.turns + 1} | centre {centre}"]
    for seat in range(s.seats):
        lines += [f"seat {seat}{'*' if seat == s.turn else ''}", *drawing(s, seat)]
    return "\n".join(lines)


WIDTH = 8  # letters a column takes


def drawing(s: Any, seat: int) -> list[str]:
    """A landscape, a line for each half row: each stack from the bottom up, * for a cube, ' for a Whisper cube.

    A dot is an empty space, a comma one that is dry.
    """
    columns = [q for q in range(len(content.ROWS)) if any(content.AXIAL[at][0] == q for at in _land(s))]
    head = "   " + "".join("abcdefg"[q].ljust(WIDTH) for q in columns)
    lines = [head.rstrip()]
    for half in range(2 * max(content.ROWS)):
        row = half // 2
        cells = [_cell(s, seat, q, row) if q % 2 == half % 2 else "" for q in columns]
        line = (str(row + 1) if half % 2 == 0 else " ").ljust(3) + "".join(cell.ljust(WIDTH) for cell in cells)
        if any(cells):
            lines.append(line.rstrip())
    return lines


def _land(s: Any) -> list[int]:
    return [space for space in range(SPACES) if one(space) & s.land]


def _cell(s: Any, seat: int, q: int, row: int) -> str:
    name = "abcdefg"[q] + str(row + 1)
    if name not in NAMES or not one(NAMES.index(name)) & s.land:
        return ""
    space = NAMES.index(name)
    tokens = "".join(LETTERS[token] for token in content.stack_tokens(s.stack[seat][space]))
    dry = bool(one(space) & still_dry(s, seat))
    cubes = ("*" if one(space) & s.animal[seat] else "") + ("'" if one(space) & s.whisper[seat] else "")
    return (tokens or ("," if dry else ".")) + cubes
