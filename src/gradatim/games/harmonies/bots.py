"""A player of Harmonies who plans one turn at a time, from the sight and the legal moves alone.

A landscape is worth what it scores now and what it promises: trunks and single tokens that may yet become something,
and for each card above the board the habitats that are nearest to being there. For every central space the player lays
the three tokens one by one, each time where the landscape becomes worth most, and takes the space whose landscape is
worth most in the end.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

from gradatim.games.harmonies import content, scoring
from gradatim.games.harmonies.content import (
    ANIMALS,
    BUILDING,
    CARD,
    DISCARD,
    DONE,
    EMPTY,
    END,
    FIELD,
    LAST,
    LONE_RED,
    MOUNTAIN,
    SANCTUARY,
    SHIFT,
    SPACES,
    SPIRIT,
    SPIRIT_MOVE,
    TAKE,
    TILE,
    TILE_MOVE,
    TOKEN,
    TRUNK,
    TRUNKS,
    TURNS,
    USE,
    WATER,
    WHISPER,
)
from gradatim.games.harmonies.hexes import around, count, one
from gradatim.games.harmonies.landscape import (
    building_sites,
    built,
    cell,
    cubes_like,
    free,
    kind_of,
    next_colour,
    token_spaces,
)

# In points; found by playing the bot with other numbers.
NEARER = 0.5  # what a promise keeps of its worth for each token that is missing
SPACE = 1.3  # an empty space
STACKS = ((TRUNK, 1.2), (TRUNKS, 3.2), (LONE_RED, 0.9))  # what these promise
LONELY = 0.45  # a Mountain without another one beside it, of what it would score
SINGLE_FIELD = 1.6
COLOURS_SEEN = (0.3, 0.8, 2.2, 3.5)  # a Building with so many colours around, while they do not suffice
WHISPER_WORTH = 2.5  # a Whisper cube without company
SPIRIT_WORTH = 7.0  # a Spirit, besides what it would score now
TILE_WORTH = 6.0  # a Sanctuary, besides what its best space would score now
LAST_CUBE = 0.5  # the last cube of a card above the board that a Sanctuary will take, of what that brings
TILE_SPACE = 1.0  # an empty space beside a Sanctuary
CARD_LEAST = 1.0  # a card must promise so much to be taken,
TILE_LEAST = 1.5  # and a Sanctuary so much
SPIRIT_ORDER = (0, 1, 9, 7, 8, 6, 3, 4, 5, 2)  # by number, the most useful first
FAR = 4  # a habitat that misses more tokens is no promise

# NEAR[kind]: by number of tokens, the kinds of stack that so many turn into this one
NEAR = tuple(
    tuple(
        {
            of
            for whole, target in content.STACKS.items()
            for part, of in content.STACKS.items()
            if target == kind and whole[: len(part)] == part and len(whole) - len(part) == missing
        }
        for missing in range(max(len(stack) for stack, target in content.STACKS.items() if target == kind) + 1)
    )
    for kind in range(SANCTUARY)
)
# A set times SPREAD[place] is six sets in one number, LANE bits apart: for each rotation, the spaces from which the
# offset leads into the set. So one `&` tries a habitat in all its rotations.
LANE, MIDDLE = 160, 64
SPREAD = tuple(sum(1 << LANE * turn + MIDDLE - SHIFT[turn][place] for turn in range(TURNS)) for place in range(64))


def gathered(spread: int) -> int:
    """All that is in any of the six sets of such a number."""
    spread |= spread >> 3 * LANE
    spread |= spread >> LANE | spread >> 2 * LANE
    return spread >> MIDDLE & (1 << 64) - 1


@cache
def shares(cells: tuple[int, ...], missing: int) -> tuple[tuple[int, ...], ...]:
    """All ways in which the spaces of a habitat share so many missing tokens."""
    heights = [range(len(NEAR[at >> 6])) for at in cells]
    return tuple(share for share in product(*heights) if sum(share) == missing)


def simple(sight: Mapping[str, Any], seat: int, legal: Sequence[int], rng: random.Random) -> int:
    """The move that leads to the landscape worth most. Never looks at `rng`: it has no need of chance."""
    if legal[0] == SPIRIT_MOVE:
        pair = [thing - SPIRIT for thing in range(SPIRIT, TILE) if sight["where"][thing] == content.CHOICE + seat]
        return SPIRIT_MOVE + min((0, 1), key=lambda at: SPIRIT_ORDER.index(pair[at]))
    mind = Mind(sight, seat)
    for choose in (mind.cube, mind.thing, mind.tokens):
        move = choose(legal)
        if move is not None:
            return move
    return mind.end(legal)


class Mind:
    """A landscape that tokens may be laid on and taken off again, and what it is worth."""

    def __init__(self, sight: Mapping[str, Any], seat: int) -> None:
        self.s: Any = SimpleNamespace(**sight)
        self.seat = seat
        for name in ("stack", "kind", "top"):  # what we try changes these of our own
            setattr(self.s, name, [list(row) if at == seat else row for at, row in enumerate(sight[name])])
        self.s.hand, self.s.site = list(sight["hand"]), list(sight["site"])
        self.stack, self.kind, self.top = self.s.stack[seat], self.s.kind[seat], self.s.top[seat]
        self.held = [number - 1 for number in sight["held"][seat] if number]
        done = [thing for thing in range(SPIRIT, content.THINGS) if sight["where"][thing] == DONE + seat]
        self.spirit = any(thing < TILE for thing in done)
        self.tiles = [thing - TILE for thing in done if thing >= TILE]
        self.colours = 0  # of these, as a bit set
        for tile in self.tiles:
            self.colours |= sight["tile_colours"][tile]
        empty = min(count(sight["kind"][other][EMPTY]) for other in range(sight["seats"]))
        self.time = min(FAR, empty - 1)  # tokens that may still be hoped for
        self.known: dict[tuple[int, ...], float] = {}  # landscapes that it has looked at, and their worth
        self.cells: dict[int, tuple[int, ...]] = {}  # of each card's habitat
        self.rivers: dict[int, int] = {}
        self.sets: dict[int, list[int]] = {}

    # --- moves: None if there is nothing to do ------------------------------------------------------------------------
    def cube(self, legal: Sequence[int]) -> int | None:
        """The last cubes that go onto Sanctuaries, then the cube whose space is the least loss."""
        cubes = [move for move in legal if move >= USE and self._thing(move) < TILE]
        lasts = [move for move in legal if LAST <= move < TOKEN]
        return lasts[0] if lasts else max(cubes, key=self._cube_worth, default=None)

    def _thing(self, move: int) -> int:
        return int(self.s.held[self.seat][(move - USE) // SPACES] - 1)

    def _cube_worth(self, move: int) -> float:
        space, whisper = one((move - USE) % SPACES), self._thing(move) in range(WHISPER, SPIRIT)
        company = space & (self.s.animal if whisper else self.s.whisper)[self.seat]
        growing = sum(space & self.kind[kind] for kind in (MOUNTAIN, MOUNTAIN + 1, TRUNK, TRUNKS))
        return (3.0 if company else 0.0) - (1.0 if growing else 0.0)

    def thing(self, legal: Sequence[int]) -> int | None:
        """The card or tile that promises most, if that is enough."""
        self.sets = {}
        on_offer = {move: self._promise(self._offered(move)) for move in legal if CARD <= move < LAST}
        if any(thing >= TILE for thing in self.held):  # one Sanctuary at a time
            on_offer = {move: worth for move, worth in on_offer.items() if move < TILE_MOVE}
        good = [move for move in on_offer if on_offer[move] > (CARD_LEAST if move < TILE_MOVE else TILE_LEAST)]
        return max(good, key=lambda move: on_offer[move], default=None)

    def _offered(self, move: int) -> int:
        return int(self.s.row[move - CARD] if move < TILE_MOVE else self.s.offer[move - TILE_MOVE]) - 1

    def tokens(self, legal: Sequence[int]) -> int | None:
        """The central space that the best plan takes; or, with tokens in hand, where it begins."""
        takes = [move for move in legal if move < END]
        if takes:
            return max(takes, key=self._taken)
        return self.plan()[1] if sum(self.s.hand) else None

    def _taken(self, move: int) -> float:
        """What the landscape is worth with the tokens of that central space."""
        self.s.hand = list(self.s.centre[move - TAKE])
        return self.plan()[0]

    def end(self, legal: Sequence[int]) -> int:
        """End the turn; in a solo game the least promising card goes."""
        self.sets = {}
        discards = [move for move in legal if DISCARD <= move < SPIRIT_MOVE]
        return min(discards, key=lambda move: self._promise(self.s.row[move - DISCARD] - 1), default=END)

    # --- plans -------------------------------------------------------------------------------------------------------
    def plan(self) -> tuple[float, int | None]:
        """What the landscape is worth once the tokens in hand are laid, each in the best way, and the first move."""
        best: tuple[float, int, int, int, int] | None = None
        for move, colour, space, tile in self._ways():
            before = self._lay(colour, space, tile)
            worth = self.worth()
            self._take_back(before, colour, space, tile)
            if best is None or worth > best[0]:
                best = (worth, move, colour, space, tile)
        if best is None:
            return self.worth(), None
        worth, move, colour, space, tile = best
        if sum(self.s.hand) > 1:
            before = self._lay(colour, space, tile)
            worth = self.plan()[0]
            self._take_back(before, colour, space, tile)
        return worth, move

    def _ways(self) -> list[tuple[int, int, int, int]]:
        """(move, colour, space, tile) for each token and where it may go; tile -1 where no Sanctuary is needed."""
        found, hand = [], self.s.hand
        for colour in range(1, content.COLOUR_COUNT):
            if hand[colour]:
                spaces = token_spaces(self.s, self.seat, colour)
                first = TOKEN + (colour - 1) * SPACES
                found += [(first + at, colour, at, -1) for at in range(SPACES) if one(at) & spaces]
        for slot, number in enumerate(self.s.held[self.seat]):
            tile = number - 1 - TILE
            if tile >= 0 and not self._is_built(tile):
                first = USE + slot * SPACES
                found += [(first + at, colour, at, tile) for at, colour in self._sites(tile) if hand[colour]]
        return found

    def _is_built(self, tile: int) -> bool:
        """Is the tile completed in the plan?"""
        height = built(self.s, self.seat, tile)
        return height == content.MOST_STACK or not self.s.tile_stack[tile][height]

    def _sites(self, tile: int) -> list[tuple[int, int]]:
        """(space, colour): where a tile's next token may go."""
        colour = next_colour(self.s, self.seat, tile)
        spaces = building_sites(self.s, self.seat, tile) & free(self.s, self.seat)
        return [(at, colour) for at in range(SPACES) if one(at) & spaces]

    def _lay(self, colour: int, space: int, tile: int) -> int:
        """Lay a token; returns what was there, for `_take_back`."""
        before = self.stack[space]
        self._change(before, before * 8 + colour, space)
        self.s.hand[colour] -= 1
        if tile >= 0:
            self.s.site[tile] = space + 1
        return int(before)

    def _take_back(self, before: int, colour: int, space: int, tile: int) -> None:
        self._change(before * 8 + colour, before, space)
        self.s.hand[colour] += 1
        if tile >= 0 and kind_of(before) != SANCTUARY:
            self.s.site[tile] = 0

    def _change(self, old: int, new: int, space: int) -> None:
        at = one(space)
        self.stack[space] = new
        self.kind[kind_of(old)] &= ~at
        self.kind[kind_of(new)] |= at
        self.top[old & 7] &= ~at
        if new:
            self.top[new & 7] |= at

    # --- worth -------------------------------------------------------------------------------------------------------
    def worth(self) -> float:
        """What the landscape scores and promises."""
        landscape = (*self.stack, *self.s.site)
        if landscape not in self.known:
            self.known[landscape] = self._worth()
        building = sum(self._promise(thing) for thing in self.held if thing >= TILE)  # the tokens in hand count there
        return self.known[landscape] + building

    def _worth(self) -> float:
        """The same without what the Sanctuaries above the board promise."""
        s, seat, kind = self.s, self.seat, self.kind
        self.sets = {}
        total: float = scoring.trees(s, seat) + scoring.mountains(s, seat) + scoring.fields(s, seat) + self._water()
        if self.tiles:
            total += scoring.sanctuaries(s, seat)
        if self.spirit:
            total += scoring.spirit(s, seat)
        total += SPACE * count(kind[EMPTY])
        for of, worth in STACKS:
            total += worth * count(kind[of])
        mountains = kind[MOUNTAIN] | kind[MOUNTAIN + 1] | kind[MOUNTAIN + 2]
        lonely = mountains & ~around(mountains)
        if lonely:
            for height in range(1, 4):
                total += LONELY * scoring.MOUNTAIN_POINTS[height] * count(kind[MOUNTAIN + height - 1] & lonely)
        total += SINGLE_FIELD * count(kind[FIELD] & ~around(kind[FIELD]))
        return total + self._buildings() + sum(self._promise(thing) for thing in self.held if thing < TILE)

    def _water(self) -> int:
        blue = self.kind[WATER]
        if blue not in self.rivers:
            self.rivers[blue] = scoring.water(self.s, self.seat)
        return self.rivers[blue]

    def _buildings(self) -> float:
        total, left, needed = 0.0, self.kind[BUILDING], content.BUILDING_COLOURS[self.s.side]
        while left:
            building = left & -left
            left ^= building
            colours = scoring.colours_around(self.s, self.seat, building)
            total += content.BUILDING_POINTS[self.s.side] if colours >= needed else COLOURS_SEEN[colours]
        return total

    # --- promises ----------------------------------------------------------------------------------------------------
    def _promise(self, thing: int) -> float:
        """What a card or tile may still bring: each cube less, the more tokens its habitat misses."""
        if thing >= TILE:
            return self._tile_promise(thing - TILE)
        gains = self._gains(thing)
        total, used = 0.0, 0
        if thing < ANIMALS and self.colours >> content.COLOUR[thing] & 1:  # a Sanctuary takes the last cube
            total = gains[-1] * NEARER ** (len(gains) - 1)
            gains = gains[:-1]
        for missing, spaces in enumerate(self._nearest(thing)):
            if WHISPER <= thing < SPIRIT:  # an Animal there brings more
                company = min((spaces & self.s.animal[self.seat]).bit_count(), len(gains) - used)
                total += company * (scoring.WHISPER_IN_COMPANY - WHISPER_WORTH) * NEARER ** (missing + used)
            for _ in range(min(spaces.bit_count(), len(gains) - used)):
                total += gains[used] * NEARER ** (missing + used)
                used += 1
            if used == len(gains):
                break
        return total

    def _gains(self, thing: int) -> Sequence[float]:
        """Points by cube, in the order in which they are placed."""
        left = self.s.left[thing]
        if thing < ANIMALS:
            points = content.POINTS[thing]
            return [points[at - 1] - points[at] for at in range(left, 0, -1)]
        if thing < SPIRIT:
            return [WHISPER_WORTH] * left
        return [SPIRIT_WORTH + scoring.spirit_points(self.s, self.seat, thing - SPIRIT)]

    def _nearest(self, thing: int) -> Iterator[int]:
        """The spaces that could take the card's cube: those where it could now, those that miss one token, two, ..."""
        cells = self._cells(thing)
        within = [self._within(at) for at in cells]
        seen = cubes_like(self.s, self.seat, thing)
        for missing in range(self.time + 1):
            found = 0
            for share in shares(cells, missing):
                turned = -1
                for sets, tokens in zip(within, share, strict=True):
                    turned &= sets[tokens]
                found |= turned
            spaces = gathered(found) & ~seen
            seen |= spaces
            yield spaces

    def _cells(self, thing: int) -> tuple[int, ...]:
        if thing not in self.cells:
            cells = (cell(self.s, thing, i) for i in range(content.CELLS))
            self.cells[thing] = tuple(at for at in cells if at)
        return self.cells[thing]

    def _within(self, at: int) -> list[int]:
        """For a space of a habitat, by number of missing tokens, the sets that so many would make fit (see SPREAD)."""
        if at not in self.sets:
            kind, spread = at >> 6, SPREAD[at & 63]
            open_spaces = free(self.s, self.seat)
            self.sets[at] = [self.kind[kind] * spread]
            for kinds in NEAR[kind][1:]:
                self.sets[at].append((sum(self.kind[of] for of in kinds) & open_spaces) * spread)
        return self.sets[at]

    def _tile_promise(self, tile: int) -> float:
        """The best space for a Sanctuary: what it would score there now, less for each token that is not in hand."""
        stack, pair = [token for token in self.s.tile_stack[tile] if token], self.s.tile_colours[tile]
        cards = [thing for thing in self.held if thing < ANIMALS and pair >> content.COLOUR[thing] & 1]
        base = TILE_WORTH + LAST_CUBE * sum(self._gains(thing)[-1] for thing in cards)
        empty, matching = self.kind[EMPTY], sum(self.top[c] for c in range(1, content.COLOUR_COUNT) if pair >> c & 1)
        best = 0.0
        for height, spaces in enumerate(self._begun(tile, stack)):
            missing = len(stack) - height - self._in_hand(stack[height:])
            while spaces and missing <= self.time + 1:
                near = around(spaces & -spaces)
                spaces &= spaces - 1
                points = scoring.SANCTUARY_POINTS * (near & matching).bit_count()
                best = max(best, (base + TILE_SPACE * (near & empty).bit_count() + points) * NEARER**missing)
        return best

    def _in_hand(self, colours: Sequence[int]) -> int:
        """How many of these tokens, in this order, are in hand: they miss no more."""
        hand = list(self.s.hand)
        for at, colour in enumerate(colours):
            if not hand[colour]:
                return at
            hand[colour] -= 1
        return len(colours)

    def _begun(self, tile: int, stack: Sequence[int]) -> list[int]:
        """By height, the spaces on which so much of the tile's stack lies."""
        open_spaces = free(self.s, self.seat)
        if self.s.site[tile]:
            return [0] * built(self.s, self.seat, tile) + [one(self.s.site[tile] - 1) & open_spaces]
        found = []
        for height in range(built(self.s, self.seat, tile) + 1):
            code = content.stack_code(stack[:height])
            spaces = self.kind[kind_of(code)] & open_spaces
            if code & 7 == content.RED:  # a Building stands on any of three colours, a Sanctuary on its own
                spaces &= sum(one(at) for at in range(SPACES) if self.stack[at] == code)
            found.append(spaces)
        return found


BOTS: dict[str, Callable[[Mapping[str, Any], int, Sequence[int], random.Random], int]] = {"simple": simple}
USUAL = "simple"
USUAL = "simple"
