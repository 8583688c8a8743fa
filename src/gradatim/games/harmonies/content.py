"""Spaces, stacks, cards and boards of Harmonies as tables, and the check of a file that replaces the expansion's.

The faces are data (``data/*.toml``). What the expansion's rulebook leaves open, its Sanctuaries, Whispers and layouts
of sides C and D, is a reconstruction there; a user may give a table in its place: `own_table`.

A set of spaces is one whole number: the hex (q, r) is the bit 8q + r. A step in one of the six directions then is a
shift by 1, 7 or 8, whatever the side, and what leaves the board falls off when the set is masked. No pattern of up to
three steps runs from one column into another (`tests/harmonies/test_content.py` tries them all).
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gradatim.dialect.checks import shown
from gradatim.dialect.errors import GradatimError

# --- Spaces: columns a to g, rows from 1 at the top; in b, d and f they lie half a space lower -----------------------
ROWS = (5, 4, 5, 4, 5, 4, 5)
AXIAL = tuple((q, row - q // 2) for q, rows in enumerate(ROWS) for row in range(rows))  # (q, r), q right, r down
NAMES = tuple("abcdefg"[q] + str(row + 1) for q, rows in enumerate(ROWS) for row in range(rows))
SPACES = len(NAMES)  # all that any side uses
BIT = tuple(8 * q + r for q, r in AXIAL)
HASH = 67  # the powers of 2 below 2**66 leave different remainders
SPACE_AT = tuple({(1 << bit) % HASH: space for space, bit in enumerate(BIT)}.get(rest, 0) for rest in range(HASH))
_BY_NAME = {name: space for space, name in enumerate(NAMES)}

REACH = 3  # steps from the cube to the farthest space of a habitat
TURNS = 6


def _turned(q: int, r: int, times: int) -> tuple[int, int]:
    """The offset (q, r) rotated clockwise by so many sixths."""
    for _ in range(times):
        q, r = -r, q + r
    return q, r


def _place(q: int, r: int) -> int:
    """An offset as the lower six bits of a cell."""
    return (q + REACH) << 3 | r + REACH


# SHIFT[turn][place]: how far the bit of an offset is away, once it is turned
SHIFT = tuple(
    tuple(8 * q + r for q, r in (_turned((place >> 3) - REACH, (place & 7) - REACH, turn) for place in range(64)))
    for turn in range(TURNS)
)

# --- Tokens and stacks (rulebook p. 3 and 4) -------------------------------------------------------------------------
COLOURS = ("", "blue", "gray", "brown", "green", "yellow", "red")
BLUE, GRAY, BROWN, GREEN, YELLOW, RED = range(1, 7)
COLOUR_COUNT = len(COLOURS)
TOKENS = (0, 23, 23, 21, 19, 19, 15)
LAID = 3  # tokens on a central space, and laid in a turn

# A stack is a number in base 8: its tokens from the bottom up. What it is:
KINDS: tuple[str, ...] = ("empty", "tree 1", "tree 2", "tree 3", "mountain 1", "mountain 2", "mountain 3", "water")
KINDS += ("field", "building", "trunk", "two trunks", "lone red", "sanctuary")
KIND_COUNT = len(KINDS)
EMPTY, TREE, MOUNTAIN, WATER, FIELD, BUILDING = 0, 1, 4, 7, 8, 9
TRUNK, TRUNKS, LONE_RED, SANCTUARY = 10, 11, 12, 13
STACKS: dict[tuple[int, ...], int] = {(): EMPTY, (BLUE,): WATER, (YELLOW,): FIELD, (RED,): LONE_RED}
STACKS |= {(BROWN,) * trunks + (GREEN,): TREE + trunks for trunks in range(3)}
STACKS |= {(GRAY,) * height: MOUNTAIN + height - 1 for height in (1, 2, 3)}
STACKS |= {(base, RED): BUILDING for base in (BROWN, GRAY, RED)} | {(BROWN,): TRUNK, (BROWN,) * 2: TRUNKS}
MOST_STACK = 5  # tokens in a Sanctuary's stack
HIGHEST = 8**3  # no stack of the base game has a larger number


def stack_code(tokens: Iterable[int]) -> int:
    """Tokens from the bottom up as one number."""
    code = 0
    for token in tokens:
        code = code * 8 + token
    return code


def stack_tokens(code: int) -> list[int]:
    """A stack's tokens from the bottom up."""
    return [code >> 3 * at & 7 for at in reversed(range(MOST_STACK)) if code >> 3 * at]


_KIND_OF = {stack_code(tokens): kind for tokens, kind in STACKS.items()}
KIND = tuple(_KIND_OF.get(code, SANCTUARY) for code in range(HIGHEST))  # only a Sanctuary is built of other stacks
# ONTO[colour][kind]: may a token of that colour be laid there?
ONTO = tuple(
    tuple(
        int(colour > 0 and any(kind == of and (*tokens, colour) in STACKS for tokens, of in STACKS.items()))
        for kind in range(len(KINDS))
    )
    for colour in range(len(COLOURS))
)

# --- Things above the boards: one numbering for all ------------------------------------------------------------------
CELLS = 4  # spaces of a habitat
SLOTS = 5  # cubes on a card
MODULE = 10  # Spirits, Whispers and Sanctuaries are ten each
ANIMALS = 32
WHISPER = ANIMALS
SPIRIT = WHISPER + MODULE
TILE = SPIRIT + MODULE
THINGS = TILE + MODULE
# Where a thing is. OUT: it lies open, in the row, on offer or above a board; the last three + seat: completed, a Spirit
# to choose from, a Spirit put back.
BOX, PILE, OUT, DONE, CHOICE, BACK = 0, 1, 2, 3, 7, 11
HELD = 4  # cards and tiles above a board (rulebook p. 5)
CENTRE, CENTRE_SOLO = 5, 3  # central spaces
ROW, ROW_SOLO = 5, 3  # cards on offer
OWN_CONTENT = 1  # the option `content` when the user has given a table
PRINTED_SIDES = ("A", "B")
OFFER = 3  # Sanctuaries on offer: two beside the pile, and its top
MOST_SEATS = 4

# --- Move ids --------------------------------------------------------------------------------------------------------
TAKE = 0  # TAKE + central space
END = TAKE + CENTRE
DISCARD = END + 1  # DISCARD + place in the row: end a solo turn and throw that card away
SPIRIT_MOVE = DISCARD + ROW_SOLO  # SPIRIT_MOVE + 0 or 1: keep the first or second of the two Spirits
CARD = SPIRIT_MOVE + 2  # CARD + place in the row
TILE_MOVE = CARD + ROW  # TILE_MOVE + place on offer
LAST = TILE_MOVE + OFFER  # LAST + place above the board: that card's last cube goes onto a Sanctuary
TOKEN = LAST + HELD  # TOKEN + (colour - 1) * SPACES + space
USE = TOKEN + 6 * SPACES  # USE + place above the board * SPACES + space: a card's cube, or a tile's next token
MOVES = USE + HELD * SPACES

SIDES = ("A", "B", "C", "C-alternative", "D", "D-alternative")
DATA = Path(__file__).parent / "data"


# --- Reading the data: one clear complaint for each fault ------------------------------------------------------------
def _table(what: str, value: object, needed: Mapping[str, type], may: Mapping[str, type]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise GradatimError(f"{what} must be a table, not {shown(value)}")
    for key in needed:
        if key not in value:
            raise GradatimError(f"{what} needs {key}")
    for key, found in value.items():
        kind = {**needed, **may}.get(key)
        if kind is None:
            raise GradatimError(f"{what} has no {shown(key)}; it may have {', '.join((*needed, *may))}")
        if not isinstance(found, kind):
            raise GradatimError(f"{what}: {key} must be {_TYPES[kind]}, not {shown(found)}")
    return value


_TYPES = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}


def colour_of(what: str, name: object) -> int:
    if not isinstance(name, str) or name not in COLOURS[1:]:
        raise GradatimError(f"{what}: {shown(name)} is no colour; colours are {', '.join(COLOURS[1:])}")
    return COLOURS.index(name)


def space_of(what: str, name: object) -> int:
    """The space of that name. Raises GradatimError that begins with `what`."""
    if not isinstance(name, str) or name not in _BY_NAME:
        raise GradatimError(f"{what}: {shown(name)} is no space; a, c, e and g have rows 1 to 5, b, d and f 1 to 4")
    return _BY_NAME[name]


def _cell(what: str, cell: object) -> tuple[int, int, int]:
    if not isinstance(cell, list) or len(cell) != 3 or not all(type(step) is int for step in cell[1:]):
        raise GradatimError(f'{what}: a space of a habitat is like ["tree 2", -1, 0], not {shown(cell)}')
    name, q, r = cell
    if name not in KINDS[1:SANCTUARY]:
        raise GradatimError(f"{what}: {shown(name)} is no landscape; these are {', '.join(KINDS[1:SANCTUARY])}")
    if max(abs(q), abs(r), abs(q + r)) > REACH:
        raise GradatimError(f"{what}: ({q}, {r}) is more than {REACH} steps from the cube")
    return KINDS.index(name), q, r


def _habitat(what: str, cells: list[object]) -> tuple[int, ...]:
    """A habitat as cells: kind and place, padded with 0; the one that takes the cube first."""
    read = [_cell(what, cell) for cell in cells]
    if not 1 <= len(read) <= CELLS:
        raise GradatimError(f"{what}: a habitat has 1 to {CELLS} spaces, not {len(read)}")
    if read[0][1:] != (0, 0):
        raise GradatimError(f"{what}: the first space takes the cube, so it is at (0, 0), not at {read[0][1:]}")
    places = {(q, r) for _, q, r in read}
    if len(places) < len(read):
        raise GradatimError(f"{what}: a space of the habitat is named twice")
    reached, waiting = set(), {(0, 0)}
    while waiting:
        q, r = waiting.pop()
        reached.add((q, r))
        waiting |= {(q + dq, r + dr) for dq, dr in (_turned(1, 0, turn) for turn in range(TURNS))} & places - reached
    if reached < places:
        raise GradatimError(f"{what}: the habitat is not connected: {min(places - reached)} is apart")
    cells_read = tuple(kind << 6 | _place(q, r) for kind, q, r in read)
    return cells_read + (0,) * (CELLS - len(read))


def _sanctuary(what: str, tile: dict[str, Any]) -> tuple[tuple[int, ...], int]:
    """A tile's stack, padded with 0, and its colours as a bit set."""
    colours = [colour_of(what, name) for name in tile["colours"]]
    if len(colours) != 2 or colours[0] == colours[1]:
        raise GradatimError(f"{what} has two different colours, not {shown(tile['colours'])}")
    stack = tuple(colour_of(what, name) for name in tile["stack"])
    if not 2 <= len(stack) <= MOST_STACK:
        raise GradatimError(f"{what}: a stack has 2 to {MOST_STACK} tokens, not {len(stack)}")
    if stack in STACKS:
        raise GradatimError(f"{what}: the stack {', '.join(tile['stack'])} needs no Sanctuary: the base game allows it")
    return stack + (0,) * (MOST_STACK - len(stack)), 1 << colours[0] | 1 << colours[1]


def _spaces(what: str, names: list[object]) -> int:
    spaces = [space_of(what, name) for name in names]
    if len(set(spaces)) < len(spaces):
        raise GradatimError(f"{what} names a space twice")
    return sum(1 << BIT[space] for space in spaces)


FEWEST_SPACES = 6  # so that a first turn cannot fill a board


def _layout(what: str, side: dict[str, Any]) -> tuple[int, int]:
    """The spaces of a side, and its dry ones, as sets."""
    land, dry = _spaces(f"{what}, spaces", side["spaces"]), _spaces(f"{what}, dry", side.get("dry", []))
    if len(side["spaces"]) < FEWEST_SPACES:
        raise GradatimError(f"{what} has {len(side['spaces'])} spaces; a board has at least {FEWEST_SPACES}")
    if dry & ~land:
        raise GradatimError(f"{what}: a dry space is not among its spaces")
    return land, dry


def _entries(what: str, given: object, keys: Mapping[str, type]) -> list[dict[str, Any]]:
    if not isinstance(given, list) or len(given) != MODULE:
        raise GradatimError(
            f"there are {MODULE} {what}s: {what.lower()} must be a list of {MODULE}, not {shown(given)}"
        )
    return [_table(f"{what} {at}", entry, keys, _REMARKS) for at, entry in enumerate(given, 1)]


_REMARKS = {"name": str, "status": str}  # for readers of a file
_FIGURES = {"water": str, "building": dict, "trees": list, "field": int}


def _contents(table: object) -> dict[str, Any]:
    """Those state fields that a table gives."""
    parts = _table("the content", table, {}, {"sanctuary": list, "whisper": list, "side": dict})
    fields: dict[str, Any] = {}
    if "sanctuary" in parts:
        tiles = _entries("Sanctuary", parts["sanctuary"], {"colours": list, "stack": list})
        read = [_sanctuary(f"Sanctuary {at}", tile) for at, tile in enumerate(tiles, 1)]
        fields |= {"tile_stack": [list(stack) for stack, _ in read], "tile_colours": [pair for _, pair in read]}
    if "whisper" in parts:
        cards = _entries("Whisper", parts["whisper"], {"habitat": list})
        fields["whisper_cell"] = [list(_habitat(f"Whisper {at}", c["habitat"])) for at, c in enumerate(cards, 1)]
    fields["layout"] = [[0, 0]] * len(SIDES)
    for name, side in parts.get("side", {}).items():
        if name not in SIDES:
            raise GradatimError(f"there is no side {shown(name)}; there are {', '.join(SIDES)}")
        _table(f"side {name}", side, {"spaces": list}, {"dry": list, "status": str, **_FIGURES})
        fields["layout"][SIDES.index(name)] = _layout(f"side {name}", side)
    return fields


# --- The data itself -------------------------------------------------------------------------------------------------
def _data(name: str) -> Any:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


_ANIMALS = _data("animals")["animal"]
_SPIRITS = _data("spirits")["spirit"]
_BOARDS = _data("boards")
_EXPANSION = _data("expansion")
_SHIPPED = _contents(_EXPANSION | _BOARDS)

CARD_NAMES = tuple(card["name"] for card in (*_ANIMALS, *_EXPANSION["whisper"], *_SPIRITS))
POINTS = tuple(tuple((*card["points"], *(0,) * (SLOTS + 1))[: SLOTS + 1]) for card in _ANIMALS)  # by cubes left
CUBES = (*(len(card["points"]) for card in _ANIMALS), *(2,) * MODULE, *(1,) * MODULE)
COLOUR = tuple(COLOURS.index(card["colour"]) for card in _ANIMALS)  # of an Animal card's stripe
_NONE = [(0,) * CELLS] * MODULE  # a Whisper's habitat is in the state, since a user's table may give it
HABITAT = (*(_habitat(card["name"], card["habitat"]) for card in _ANIMALS), *_NONE)
HABITAT += tuple(_habitat(card["name"], card["habitat"]) for card in _SPIRITS)
_OF = {"tree": TREE, "mountain": MOUNTAIN, "water": WATER, "field": FIELD, "building": BUILDING}
SPIRIT_OF = tuple(_OF[card["of"]] for card in _SPIRITS)
SPIRIT_GROUPS = tuple(int("groups" in card) for card in _SPIRITS)
SPIRIT_POINTS = tuple((0, *card.get("groups", card.get("heights"))) for card in _SPIRITS)  # by size, or by height

WHISPER_CELL = tuple(map(tuple, _SHIPPED["whisper_cell"]))
TILE_STACK = tuple(map(tuple, _SHIPPED["tile_stack"]))
TILE_COLOURS = tuple(_SHIPPED["tile_colours"])
LAYOUT = tuple(map(tuple, _SHIPPED["layout"]))  # by side: its spaces, and its dry ones
_FIGURES_OF = [_BOARDS["side"][name] for name in SIDES]
ISLANDS = tuple(int(side["water"] == "islands") for side in _FIGURES_OF)
TREE_POINTS = tuple((0, *side.get("trees", (1, 3, 7))) for side in _FIGURES_OF)
FIELD_POINTS = tuple(side.get("field", 5) for side in _FIGURES_OF)
BUILDING_POINTS = tuple(side.get("building", {}).get("points", 5) for side in _FIGURES_OF)
BUILDING_COLOURS = tuple(side.get("building", {}).get("colours", 3) for side in _FIGURES_OF)


# --- A table of the user's own, in place of the reconstructions ------------------------------------------------------
def own_table(option: str, table: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The table as records keep it, and the fields that it sets. Raises GradatimError for its first fault.

    It has the form of ``data/expansion.toml`` and ``data/boards.toml``: `sanctuary` and `whisper`, ten of each, and
    `side` with any of the sides that are reconstructions. What it leaves out stays as it is.
    """
    fields = _contents(dict(table))
    for name, side in table.get("side", {}).items():
        if name in PRINTED_SIDES:
            raise GradatimError(f"side {name} is printed; a table may give {', '.join(SIDES[len(PRINTED_SIDES) :])}")
        for key in _FIGURES:
            if key in side:
                raise GradatimError(f"side {name}: {key} is the rulebook's; a table gives spaces and dry alone")
        if side.get("dry") and not name.startswith("D"):
            raise GradatimError(f"side {name} has no dry spaces; D has")
    shipped = [list(layout) for layout in LAYOUT]
    fields["layout"] = [list(own) if own[0] else old for own, old in zip(fields["layout"], shipped, strict=True)]
    fields = {"content": OWN_CONTENT, **_SHIPPED, **fields}
    return written_table(fields), fields


def written_table(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The whole table that sets these fields."""
    return {
        "sanctuary": [
            {"colours": [name for at, name in enumerate(COLOURS) if pair >> at & 1], "stack": _named(stack)}
            for stack, pair in zip(fields["tile_stack"], fields["tile_colours"], strict=True)
        ],
        "whisper": [
            {"habitat": [[KINDS[kind], q, r] for kind, q, r in map(cell_parts, filter(None, cells))]}
            for cells in fields["whisper_cell"]
        ],
        "side": {
            name: {"spaces": names_of(land), "dry": names_of(dry)}
            for name, (land, dry) in zip(SIDES, fields["layout"], strict=True)
            if name not in PRINTED_SIDES
        },
    }


def _named(stack: Iterable[int]) -> list[str]:
    return [COLOURS[token] for token in stack if token]


def cell_parts(cell: int) -> tuple[int, int, int]:
    """A space of a habitat: kind, q, r."""
    return cell >> 6, (cell >> 3 & 7) - REACH, (cell & 7) - REACH


def names_of(spaces: int) -> list[str]:
    """The names of a set of spaces."""
    return [name for name, bit in zip(NAMES, BIT, strict=True) if spaces >> bit & 1]
