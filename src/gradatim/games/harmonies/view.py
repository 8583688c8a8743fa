"""What a table of Harmonies shows to one eye, built from that eye's sight alone.

Almost all of it is public: only the Spirits that a seat may choose from, and those put back, are not.
"""

from typing import Any

import msgspec

from gradatim.core.state import State
from gradatim.games.harmonies import content, moves, rules, scoring, sheet, words
from gradatim.games.harmonies.content import COLOURS, DONE, NAMES, SPIRIT, TILE, TOKEN
from gradatim.games.harmonies.hexes import count, moved, one
from gradatim.games.harmonies.landscape import building_sites, built, cubes_like, free, habitat, kind_of, next_colour
from gradatim.games.harmonies.supply import centres, in_pouch, row_size


class Space(msgspec.Struct, frozen=True):
    """A space of every board: its name, its column from the left, its row from the top; odd columns lie half lower."""

    name: str
    column: int
    row: int
    dry: bool  # at the start


class Stack(msgspec.Struct, frozen=True):
    """What lies on a space."""

    space: str
    tokens: list[str]  # colours from the bottom up
    say: str  # "a tree of height 2"
    cube: bool  # an Animal or Spirit cube
    whisper: bool
    sanctuary: str  # "", "building", "done"
    guests: int  # last cubes on a Sanctuary


class Cell(msgspec.Struct, frozen=True):
    """A space of a habitat, as an offset from the one that takes the cube: q right, r down the column."""

    q: int
    r: int
    tokens: list[str]  # colours from the bottom up; a building's lower token may be brown, gray or red
    height: int
    building: bool


class Found(msgspec.Struct, frozen=True):
    """A habitat that lies in a landscape now."""

    cube: str  # the space that takes the cube
    spaces: list[str]  # all of them
    free: bool  # no such cube is there yet


class Card(msgspec.Struct, frozen=True):
    """An Animal, Whisper or Spirit card."""

    thing: int
    name: str
    sort: str  # animal, whisper, spirit
    colour: str  # its stripe: that of the token under its cube
    points: list[int]  # of an Animal, with all cubes placed first; of a Spirit by size or height: 1, 2, 3
    groups: bool  # of a Spirit: its points are for groups by size, not for stacks by height
    cubes: int
    left: int
    scored: int  # points reached so far
    rule: str  # what a Spirit scores
    habitat: list[Cell]
    say: str  # its habitat in words
    found: list[Found]  # in the landscape it lies above, or for a card on offer in the eye's


class Tile(msgspec.Struct, frozen=True):
    """A Sanctuary."""

    thing: int
    name: str
    colours: list[str]
    stack: list[str]  # colours from the bottom up
    built: int  # tokens of it that lie on its space; 0 while it has none
    space: str  # where it is built, "" for nowhere
    next: str  # the colour it takes next, "" once completed
    sites: list[str]  # above a board: where that token could go
    scored: int  # points of a completed one


class Held(msgspec.Struct, frozen=True):
    """A place above a board; both are None while it is free."""

    card: Card | None
    tile: Tile | None


class SheetLine(msgspec.Struct, frozen=True):
    points: int
    spaces: list[str]
    thing: int  # the card or tile it comes from, -1 for none
    say: str


class Part(msgspec.Struct, frozen=True):
    """A category of the score, and what it comes from."""

    key: str
    label: str
    points: int
    lines: list[SheetLine]


class SeatBoard(msgspec.Struct, frozen=True):
    stacks: list[Stack]
    dry: list[str]  # spaces that are still dry
    watered: list[str]  # dry ones that have become ordinary
    empty: int
    held: list[Held]
    done: list[Held]
    score: list[Part]
    total: int


class Lay(msgspec.Struct, frozen=True):
    """Where a piece of the eye's may go now: a colour in hand, or what is in a place above the board ("held2")."""

    piece: str
    spaces: list[str]
    notable: list[str]  # those of them where that completes a card or tile, or brings the end of the game


class Count(msgspec.Struct, frozen=True):
    colour: str
    tokens: int


class Board(msgspec.Struct, frozen=True):
    side: str
    reconstruction: bool  # are there faces or a layout in play that are not known from print?
    round: int  # counted from 1
    phase: str  # turn, choosing, over
    turn: int  # -1 when nobody's
    ending: str  # what has triggered the end, "" nothing yet
    last_round: bool
    most_rounds: int  # that may still be played, this one included; the pouch allows no more
    spaces: list[Space]
    seats: list[SeatBoard]
    centre: list[list[str]]
    taken: int  # the central space taken this turn, from 0; -1 for none
    hand: list[str]  # tokens taken and not laid
    pouch: int
    counts: list[Count]  # what is in the pouch
    row: list[Card | None]
    deck: int
    offer: list[Tile | None]
    tiles: int  # in the pile below its open top
    card_taken: bool
    tile_taken: bool
    choice: list[Card]  # the Spirits that the eye may choose from
    lay: list[Lay]
    suns: int  # -1 with more than one seat


PHASES = ("turn", "choosing", "over")


def board(state: State, eye: int, said: Any, *, open_hands: bool = False) -> Board:
    """The board for an eye. `open_hands` shows the Spirits to choose from, whoever chooses."""
    s: Any = state.sight(eye)
    shown: Any = state.fields if open_hands else s
    totals = state.score().totals
    chooser = s.turn if open_hands else eye
    over = s.phase == rules.OVER
    return Board(
        side=content.SIDES[s.side],
        reconstruction=not s.content and bool(s.side > 1 or s.sanctuaries or s.whispers),
        round=s.turns // s.seats + (not over),
        phase=PHASES[s.phase],
        turn=-1 if over else s.turn,
        ending=rules.ENDINGS[s.ending] if s.ending else "",
        last_round=bool(s.ending) and not over,
        most_rounds=0 if over else _most_rounds(s),
        spaces=_spaces(s),
        seats=[_seat(said, s, seat, totals[seat]) for seat in range(s.seats)],
        centre=[_colours(s.centre[at]) for at in range(centres(s))],
        taken=s.taken - 1,
        hand=_colours(s.hand),
        pouch=in_pouch(s),
        counts=[Count(name, tokens) for name, tokens in zip(COLOURS, s.pouch, strict=True) if name],
        row=[_card(said, s, number - 1, eye) if number else None for number in s.row[: row_size(s)]],
        deck=sum(s.where[thing] == content.PILE for thing in range(SPIRIT)),
        offer=[_tile(said, s, number - 1 - TILE) if number else None for number in s.offer],
        tiles=sum(s.where[thing] == content.PILE for thing in range(TILE, content.THINGS)),
        card_taken=bool(s.card_taken),
        tile_taken=bool(s.tile_taken),
        choice=[_card(said, s, thing, eye) for thing in _choice(shown, chooser)],
        lay=_lay(state, eye) if eye in state.to_move else [],
        suns=scoring.suns(s, totals[0]) if s.seats == 1 else -1,
    )


def _choice(s: Any, seat: int) -> list[int]:
    """The Spirits that a seat chooses from; none for the audience."""
    return [thing for thing in range(SPIRIT, TILE) if seat >= 0 and s.where[thing] == content.CHOICE + seat]


def hides(move: int) -> bool:
    """Is a move's notation its player's alone? Which of two Spirits it names, in their order, tells of the other."""
    return content.SPIRIT_MOVE <= move < content.CARD


def _spaces(s: Any) -> list[Space]:
    return [
        Space(name, q, r + q // 2, bool(one(at) & s.dry))
        for at, (name, (q, r)) in enumerate(zip(NAMES, content.AXIAL, strict=True))
        if one(at) & s.land
    ]


def _colours(counts: list[int]) -> list[str]:
    return [name for name, tokens in zip(COLOURS, counts, strict=True) for _ in range(tokens)]


def _most_rounds(s: Any) -> int:
    """The game ends at the latest with the round in which a turn finds the pouch empty (p. 7)."""
    if s.ending:
        return 1
    a_turn = content.LAID * (centres(s) if s.seats == 1 else 1)  # tokens that the pouch gives after a turn
    turns = -(-in_pouch(s) // a_turn)
    return (s.turns + turns) // s.seats - s.turns // s.seats + 1


def _lay(state: State, eye: int) -> list[Lay]:
    s: Any = state.sight(eye)
    found: dict[str, Lay] = {}
    for move in state.legal(eye):
        if move >= TOKEN:
            piece, space = moves.parts(move)
            lay = found.setdefault(piece, Lay(piece, [], []))
            lay.spaces.append(space)
            if _is_notable(s, eye, move):
                lay.notable.append(space)
    return list(found.values())


def _is_notable(s: Any, seat: int, move: int) -> bool:
    """Does it complete something, or leave so few empty spaces that the game ends?"""
    if move < content.USE:
        empty = s.kind[seat][content.EMPTY] & ~one((move - TOKEN) % content.SPACES)
        return not s.ending and count(empty) <= rules.FEWEST_EMPTY
    thing = s.held[seat][(move - content.USE) // content.SPACES] - 1
    if thing < TILE:
        return bool(s.left[thing] == 1)
    return built(s, seat, thing - TILE) + 1 == sum(token > 0 for token in s.tile_stack[thing - TILE])


def _seat(said: Any, s: Any, seat: int, total: int) -> SeatBoard:
    dry = scoring.still_dry(s, seat)
    done = [thing for thing in range(content.THINGS) if s.where[thing] == DONE + seat]
    return SeatBoard(
        stacks=[_stack(said, s, seat, at) for at in range(content.SPACES) if s.stack[seat][at]],
        dry=content.names_of(dry),
        watered=content.names_of(s.dry & ~dry),
        empty=count(s.kind[seat][content.EMPTY]),
        held=[_held(said, s, number - 1, seat) for number in s.held[seat]],
        done=[_held(said, s, thing, seat) for thing in done],
        score=[_part(said, s, key, found) for key, found in sheet.lines(s, seat).items()],
        total=total,
    )


def _stack(said: Any, s: Any, seat: int, at: int) -> Stack:
    code = s.stack[seat][at]
    tiles = [tile for tile in range(content.MODULE) if s.site[tile] == at + 1 and _owns(s, seat, tile)]
    done = bool(tiles) and s.where[TILE + tiles[0]] == DONE + seat
    return Stack(
        space=NAMES[at],
        tokens=[COLOURS[token] for token in content.stack_tokens(code)],
        say=words.kind(said, code),
        cube=bool(one(at) & s.animal[seat]),
        whisper=bool(one(at) & s.whisper[seat]),
        sanctuary="done" if done else "building" if kind_of(code) == content.SANCTUARY else "",
        guests=s.guests[tiles[0]] if tiles else 0,
    )


def _owns(s: Any, seat: int, tile: int) -> bool:
    return bool(s.where[TILE + tile] == DONE + seat or TILE + tile + 1 in s.held[seat])


def _held(said: Any, s: Any, thing: int, seat: int) -> Held:
    if thing < 0:
        return Held(None, None)
    if thing >= TILE:
        return Held(None, _tile(said, s, thing - TILE, seat))
    return Held(_card(said, s, thing, seat), None)


def _card(said: Any, s: Any, thing: int, seat: int = -1) -> Card:
    """A card, and where in that seat's landscape its habitat lies now."""
    cells = [content.cell_parts(cell) for cell in words.habitat_cells(s, thing) if cell]
    looked_for = seat >= 0 and not DONE <= s.where[thing] < content.CHOICE
    animal = thing < content.ANIMALS
    return Card(
        thing=thing,
        name=words.thing(said, s, thing),
        sort="animal" if animal else "whisper" if thing < SPIRIT else "spirit",
        colour=_tokens_of(cells[0][0])[-1],
        points=_points(thing),
        groups=thing >= SPIRIT and bool(content.SPIRIT_GROUPS[thing - SPIRIT]),
        cubes=content.CUBES[thing],
        left=s.left[thing],
        scored=content.POINTS[thing][s.left[thing]] if animal else _spirit_points(s, seat, thing),
        rule=words.spirit_rule(said, thing) if thing >= SPIRIT else "",
        habitat=[Cell(q, r, _tokens_of(k), len(_tokens_of(k)), k == content.BUILDING) for k, q, r in cells],
        say=words.what_it_wants(said, s, thing),
        found=_found(s, seat, thing) if looked_for else [],
    )


def _points(thing: int) -> list[int]:
    if thing < content.ANIMALS:
        return [points for points in content.POINTS[thing] if points]
    return list(content.SPIRIT_POINTS[thing - SPIRIT][1:]) if thing >= SPIRIT else []


def _found(s: Any, seat: int, thing: int) -> list[Found]:
    """Each habitat of the card in the landscape, whichever way it is turned."""
    cells = [cell for cell in words.habitat_cells(s, thing) if cell]
    kinds = [s.kind[seat][cell >> 6] for cell in cells]
    free_of_cubes = ~cubes_like(s, seat, thing)
    found: dict[int, Found] = {}
    for cube in sheet.each(habitat(s, seat, thing)):
        for turn in content.SHIFT:
            spaces = [moved(cube, -turn[cell & 63]) for cell in cells]
            if all(space & kind for space, kind in zip(spaces, kinds, strict=True)):
                names = [content.names_of(space)[0] for space in spaces]
                found.setdefault(sum(spaces), Found(names[0], names, bool(cube & free_of_cubes)))
    return list(found.values())


def _spirit_points(s: Any, seat: int, thing: int) -> int:
    done = thing >= SPIRIT and seat >= 0 and s.where[thing] == DONE + seat
    return scoring.spirit_points(s, seat, thing - SPIRIT) if done else 0


def _tokens_of(kind: int) -> list[str]:
    """The tokens that show a landscape, from the bottom up; the lowest of a building stands for any."""
    stack = next(tokens for tokens, of in content.STACKS.items() if of == kind)
    return [COLOURS[token] for token in stack]


def _tile(said: Any, s: Any, tile: int, seat: int = -1) -> Tile:
    stack = [COLOURS[token] for token in s.tile_stack[tile] if token]
    site, done = s.site[tile], s.where[TILE + tile] >= DONE
    scored = [line.points for line in sheet.lines(s, seat)["sanctuaries"] if line.thing == TILE + tile] if done else []
    return Tile(
        thing=TILE + tile,
        name=words.thing(said, s, TILE + tile),
        colours=moves.pair_colours(s, tile),
        stack=stack,
        built=len(stack) if done else built(s, seat, tile) if site else 0,
        space=NAMES[site - 1] if site else "",
        next="" if done else COLOURS[next_colour(s, max(seat, 0), tile)],
        sites=content.names_of(building_sites(s, seat, tile) & free(s, seat)) if seat >= 0 and not done else [],
        scored=sum(scored),
    )


def _part(said: Any, s: Any, key: str, found: list[sheet.Line]) -> Part:
    return Part(
        key=key,
        label=said.say(f"harmonies.part.{key}"),
        points=sum(line.points for line in found),
        lines=[
            SheetLine(line.points, content.names_of(line.spaces), line.thing, words.score_line(said, s, line))
            for line in found
        ],
    )
