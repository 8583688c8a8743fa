"""The data, and a table of the user's own in its place."""

import copy
import tomllib
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from gradatim.core import GradatimError, State, Table, record
from gradatim.games.harmonies import content
from gradatim.games.harmonies.content import ANIMALS, AXIAL, BIT, COLOURS, NAMES, SPIRIT, WHISPER
from tests.harmonies.landscapes import GAME

CELLS = (
    [content.HABITAT[card] for card in range(ANIMALS)]
    + list(content.WHISPER_CELL)
    + [content.HABITAT[card] for card in range(SPIRIT, SPIRIT + 10)]
)


def shape(cells: tuple[int, ...], mirrored: bool = False) -> set[frozenset[tuple[int, int, int]]]:
    """All six rotations of a habitat, of its mirror image if `mirrored`."""
    places = [content.cell_parts(cell) for cell in cells if cell]
    if mirrored:
        places = [(kind, -q, q + r) for kind, q, r in places]
    found = set()
    for _ in range(6):
        found.add(frozenset(places))
        places = [(kind, -r, q + r) for kind, q, r in places]
    return found


def test_the_numbers_of_the_components() -> None:
    assert sum(content.TOKENS) == 120
    assert sum(content.CUBES[:ANIMALS]) == 96
    assert set(content.CUBES[WHISPER:SPIRIT]) == {2}
    assert set(content.CUBES[SPIRIT:]) == {1}
    stripes = Counter(COLOURS[colour] for colour in content.COLOUR)
    assert stripes == {"green": 8, "blue": 7, "gray": 6, "yellow": 6, "red": 5}
    assert [land.bit_count() for land, _ in content.LAYOUT] == [23, 25, 22, 24, 23, 23]
    assert [dry.bit_count() for _, dry in content.LAYOUT] == [0, 0, 0, 0, 9, 7]
    assert len(set(content.CARD_NAMES)) == 52


def test_stripes_are_the_colour_under_the_cube() -> None:
    tops = {kind: stack[-1] for stack, kind in content.STACKS.items() if stack}
    for card in range(ANIMALS):
        assert content.COLOUR[card] == tops[content.HABITAT[card][0] >> 6]


def test_c36_no_habitat_differs_from_its_mirror_image() -> None:
    """So it cannot matter whether mirror images count; and no habitat is there twice."""
    for cells in CELLS:
        assert shape(cells) == shape(cells, mirrored=True)
    everything = [frozenset(shape(cells)) for cells in CELLS]
    printed = everything[:ANIMALS] + everything[SPIRIT:]
    assert len(set(printed)) == 42
    assert not set(everything[WHISPER:SPIRIT]) & set(printed)


def test_no_step_of_a_habitat_leaves_a_column_for_another() -> None:
    """A set of spaces is one number: a shift must never reach the bit of a space that is not that far away."""
    bits = dict(zip(BIT, AXIAL, strict=True))
    reach = range(-content.REACH, content.REACH + 1)
    offsets = [(q, r) for q in reach for r in reach if abs(q + r) <= content.REACH]
    for bit, (q, r) in bits.items():
        for dq, dr in offsets:
            found = bits.get(bit + 8 * dq + dr)
            assert found in (None, (q + dq, r + dr)), (NAMES[BIT.index(bit)], dq, dr)


def test_every_bit_finds_its_space() -> None:
    for space, bit in enumerate(BIT):
        assert content.SPACE_AT[(1 << bit) % content.HASH] == space


def test_h16_sanctuaries_are_the_ten_pairs_of_card_colours() -> None:
    pairs = {1 << one | 1 << other for one, other in combinations(set(content.COLOUR), 2)}
    assert set(content.TILE_COLOURS) == pairs
    for stack in content.TILE_STACK:
        assert tuple(token for token in stack if token) not in content.STACKS


def test_h14_the_sides_that_are_reconstructed() -> None:
    """C is A or B without its centre; D is A with nine dry spaces that lie apart, or its centre and what is around."""
    spaces = {
        side: set(content.names_of(layout[0])) for side, layout in zip(content.SIDES, content.LAYOUT, strict=True)
    }
    dry = {side: set(content.names_of(layout[1])) for side, layout in zip(content.SIDES, content.LAYOUT, strict=True)}
    assert spaces["C"] == spaces["A"] - {"c3"}
    assert spaces["C-alternative"] == spaces["B"] - {"d2"}
    assert spaces["D"] == spaces["D-alternative"] == spaces["A"]
    assert dry["D"] == {"a1", "a3", "a5", "c1", "c3", "c5", "e1", "e3", "e5"}
    assert dry["D-alternative"] == {"b2", "b3", "c2", "c3", "c4", "d2", "d3"}
    assert not any(dry[side] for side in ("A", "B", "C", "C-alternative"))


def test_reconstructions_are_marked() -> None:
    marked = tomllib.loads((content.DATA / "expansion.toml").read_text())
    status = Counter(entry["status"] for entry in (*marked["sanctuary"], *marked["whisper"]))
    assert status == {"reconstruction": 19, "attested": 1}
    sides = tomllib.loads((content.DATA / "boards.toml").read_text())["side"]
    assert [side["status"] for side in sides.values()] == ["printed"] * 2 + ["reconstruction"] * 4


def own() -> dict[str, Any]:
    """A table that differs from the shipped one, with a chiral Whisper and two tiles of one stack."""
    table = copy.deepcopy(content.written_table(shipped()))
    table["whisper"][0] = {"habitat": [["water", 0, 0], ["tree 1", 1, 0], ["field", 2, -1], ["tree 2", 2, 0]]}
    table["sanctuary"][1]["stack"] = ["gray", "gray", "blue", "yellow"]
    table["side"] = {"C": {"spaces": ["a1", "a2", "a3", "b1", "b2", "b3", "g1", "g5"], "dry": []}}
    return table


def shipped() -> dict[str, Any]:
    return {
        "tile_stack": content.TILE_STACK,
        "tile_colours": content.TILE_COLOURS,
        "whisper_cell": content.WHISPER_CELL,
        "layout": content.LAYOUT,
    }


def test_a_table_of_the_users_own_is_played_recorded_and_written() -> None:
    options = {"side": "C", "whispers": 1, "sanctuaries": 1, "content": own()}
    table = Table.open(GAME.name, 2, options, secret=bytes(32))
    assert table.state.fields.land.bit_count() == 8  # type: ignore[attr-defined]
    assert table.state.fields.layout[4] == list(content.LAYOUT[4])  # type: ignore[attr-defined]
    while not table.state.over:
        table.submit(table.state.to_move[0], table.state.executor.run.quick(table.state.row, table.state.to_move[0]))
    text = record.dump(table, bytes(32))
    assert record.verify(record.parse(text)).ok
    written = GAME.moves.write_position(table.state)
    read = GAME.moves.read_position(written)
    assert GAME.moves.write_position(read) == written
    again = content.own_table("content", written["options"]["content"])
    assert again[1]["whisper_cell"][0] == list(content.own_table("content", own())[1]["whisper_cell"][0])


def test_what_a_table_leaves_out_stays() -> None:
    _, fields = content.own_table("content", {"side": {"D": {"spaces": ["a1", "a2", "a3", "b1", "b2", "b3"]}}})
    assert fields["tile_stack"] == [list(stack) for stack in content.TILE_STACK]
    assert fields["layout"][0] == list(content.LAYOUT[0])
    assert fields["layout"][4][1] == 0
    kept, again = content.own_table("content", {})
    assert content.own_table("content", kept)[1] == again


def without(**changes: Any) -> dict[str, Any]:
    return {**own(), **changes}


def tiles(**change: Any) -> dict[str, Any]:
    """The own table with the first tile changed."""
    table = own()
    table["sanctuary"][0] = {**table["sanctuary"][0], **change}
    return table


def cards(*habitat: Any) -> dict[str, Any]:
    """The own table with another habitat of the first Whisper."""
    table = own()
    table["whisper"][0] = {"habitat": list(habitat)}
    return table


WATER = ["water", 0, 0]
FAULTS: list[tuple[Any, str]] = [
    (without(extra=1), "the content has no 'extra'; it may have sanctuary, whisper, side"),
    (without(whisper=[]), "whisper must be a list of 10, not "),
    (without(whisper=3), "the content: whisper must be a list, not 3"),
    (without(sanctuary=["x"] * 10), "Sanctuary 1 must be a table, not 'x'"),
    (tiles(colours=["blue"]), "Sanctuary 1 has two different colours"),
    (tiles(colours=["blue", "blue"]), "Sanctuary 1 has two different colours"),
    (tiles(colours=["blue", "pink"]), "Sanctuary 1: 'pink' is no colour; colours are blue, gray"),
    (tiles(stack=["blue", 7]), "Sanctuary 1: 7 is no colour"),
    (tiles(stack=["gray", "gray", "gray"]), "the stack gray, gray, gray needs no Sanctuary"),
    (tiles(stack=["blue"]), "a stack has 2 to 5 tokens, not 1"),
    (tiles(stack=["blue"] * 6), "a stack has 2 to 5 tokens, not 6"),
    (tiles(points=3), "Sanctuary 1 has no 'points'"),
    (cards(), "Whisper 1: a habitat has 1 to 4 spaces, not 0"),
    (cards(*[["water", 0, at] for at in range(-1, 4)]), "a habitat has 1 to 4 spaces, not 5"),
    (cards(["water", 1, 0]), "the first space takes the cube, so it is at (0, 0), not at (1, 0)"),
    (cards(WATER, WATER), "a space of the habitat is named twice"),
    (cards(WATER, ["field", 2, 0]), "the habitat is not connected: (2, 0) is apart"),
    (cards(WATER, ["field", 4, 0]), "(4, 0) is more than 3 steps from the cube"),
    (cards(["tree 4", 0, 0]), "'tree 4' is no landscape"),
    (cards(["tree 1", 0, True]), 'a space of a habitat is like ["tree 2", -1, 0]'),
    (cards("water"), 'a space of a habitat is like ["tree 2", -1, 0]'),
    (without(side={"A": {"spaces": ["a1", "a2", "a3", "b1", "b2", "b3"]}}), "side A is printed; a table may give C,"),
    (without(side={"E": {}}), "there is no side 'E'"),
    (without(side={"C": {"spaces": list(NAMES[:8]), "dry": ["a1"]}}), "side C has no dry spaces; D has"),
    (without(side={"D": {"spaces": list(NAMES[:8]), "field": 7}}), "side D: field is the rulebook's"),
    (without(side={"C": {}}), "side C needs spaces"),
    (without(side={"C": {"spaces": ["a1"]}}), "side C has 1 spaces; a board has at least 6"),
    (without(side={"C": {"spaces": ["a1", "b5"]}}), "side C, spaces: 'b5' is no space"),
    (without(side={"C": {"spaces": ["a1"] * 6}}), "side C, spaces names a space twice"),
    (without(side={"C": {"spaces": list(NAMES[:8]), "dry": ["g1"]}}), "side C: a dry space is not among its spaces"),
]


@pytest.mark.parametrize(("table", "complaint"), FAULTS, ids=[complaint[:40] for _, complaint in FAULTS])
def test_each_fault_of_a_table_has_one_clear_error(table: Any, complaint: str) -> None:
    with pytest.raises(GradatimError) as caught:
        State.new(GAME, 2, options={"content": table})
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
