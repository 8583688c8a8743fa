"""Habitats against a matcher of their own: places as pairs of numbers, no bits, nothing shared with the rules."""

import random
from functools import cache

import pytest

from gradatim.core import State
from gradatim.games.harmonies import content
from gradatim.games.harmonies.content import ANIMALS, AXIAL, NAMES, SIDES, SPIRIT, TILE, WHISPER
from gradatim.games.harmonies.hexes import one
from gradatim.games.harmonies.landscape import habitat
from tests.harmonies.landscapes import GAME, finished

STACKS = {
    "tree 1": [("green",)],
    "tree 2": [("brown", "green")],
    "tree 3": [("brown", "brown", "green")],
    "mountain 1": [("gray",)],
    "mountain 2": [("gray", "gray")],
    "mountain 3": [("gray", "gray", "gray")],
    "water": [("blue",)],
    "field": [("yellow",)],
    "building": [("brown", "red"), ("gray", "red"), ("red", "red")],
}
Board = dict[tuple[int, int], tuple[str, ...]]


def pattern(thing: int) -> list[tuple[str, int, int]]:
    cells = content.WHISPER_CELL[thing - WHISPER] if WHISPER <= thing < SPIRIT else content.HABITAT[thing]
    return [(content.KINDS[kind], q, r) for kind, q, r in map(content.cell_parts, cells) if kind]


def turned(q: int, r: int, times: int) -> tuple[int, int]:
    """By cube coordinates, (x, y, z) to (-z, -x, -y)."""
    x, z = q, r
    y = -x - z
    for _ in range(times):
        x, y, z = -z, -x, -y
    return x, z


@cache
def rotations(thing: int) -> list[list[tuple[str, int, int]]]:
    return [[(kind, *turned(q, r, times)) for kind, q, r in pattern(thing)] for times in range(6)]


def matches(board: Board, thing: int) -> set[str]:
    """The spaces that could take the cube."""
    return {
        NAMES[AXIAL.index((q, r))]
        for q, r in board
        for places in rotations(thing)
        if all(board.get((q + dq, r + dr)) in STACKS[kind] for kind, dq, dr in places)
    }


def state_of(board: Board, side: str) -> State:
    stacks = {NAMES[AXIAL.index(place)]: " ".join(stack) for place, stack in board.items()}
    return finished({"stacks": stacks}, side=side)


def land(side: str) -> set[tuple[int, int]]:
    return {place for at, place in enumerate(AXIAL) if one(at) & content.LAYOUT[SIDES.index(side)][0]}


@pytest.mark.parametrize("side", SIDES)
def test_every_habitat_at_every_space_and_rotation(side: str, long_run: bool) -> None:
    """All 52, laid out alone on the board; with every base of a building in the long run."""
    spaces, tried = land(side), 0
    state = finished({}, side=side)
    for thing in range(TILE):
        for q, r in spaces:
            for times in range(6):
                places = [(kind, turned(dq, dr, times)) for kind, dq, dr in pattern(thing)]
                if any((q + dq, r + dr) not in spaces for _, (dq, dr) in places):
                    continue
                for base in range(3 if long_run else 1):
                    options = [STACKS[kind] for kind, _ in places]
                    board = {
                        (q + dq, r + dr): stacks[(base + tried) % len(stacks)]
                        for stacks, (_, (dq, dr)) in zip(options, places, strict=True)
                    }
                    lay_out(state, board)
                    found = habitat(state.fields, 0, thing)
                    assert NAMES[AXIAL.index((q, r))] in content.names_of(found)
                    if (tried + base) % (1 if long_run else 7) == 0:
                        assert set(content.names_of(found)) == matches(board, thing), (thing, board)
                tried += 1
    assert tried > 2500


def lay_out(state: State, board: Board) -> None:
    """Put these stacks on the first board, in place of what is there."""
    row: list[int] = [0] * content.SPACES
    for place, stack in board.items():
        row[AXIAL.index(place)] = content.stack_code(content.COLOURS.index(token) for token in stack)
    state.row.stack[0] = row
    state.executor.run.derive(state.row)


@pytest.mark.parametrize("side", SIDES)
def test_habitats_on_random_landscapes(side: str, long_run: bool) -> None:
    """Dense boards of any legal stack: several matches at once, near misses, lone reds and bare trunks."""
    rand = random.Random(side)
    state, stacks = finished({}, side=side), [stack for stack in content.STACKS if stack]
    found = 0
    for _ in range(200 if long_run else 25):
        few = rand.sample(stacks, 5)  # few sorts, so that habitats come up
        board = {
            place: tuple(content.COLOURS[token] for token in rand.choice(few))
            for place in land(side)
            if rand.random() < 0.9
        }
        lay_out(state, board)
        for thing in range(TILE):
            expected = matches(board, thing)
            assert set(content.names_of(habitat(state.fields, 0, thing))) == expected
            found += len(expected)
    assert found > 100


def test_the_numbering_of_things() -> None:
    names = [GAME.moves.thing_name(finished({}).fields, thing) for thing in range(content.THINGS)]
    assert names[0] == "Crocodile"
    assert names[ANIMALS - 1] == "Panther"
    assert names[WHISPER] == "Mist"
    assert names[SPIRIT] == "Lion"
    assert names[TILE] == "Sanctuary 1"
