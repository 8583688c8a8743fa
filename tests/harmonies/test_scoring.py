"""What landscapes score: the handed boards, and our own, worked by hand from the rulebooks."""

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.games.harmonies import content, scoring
from gradatim.games.harmonies.hexes import longest, ring
from tests.harmonies.landscapes import finished, parts, running, scored, suns

DATA = json.loads((Path(__file__).parent / "scoring.json").read_text())
BOARDS = DATA["boards"]
CRESCENDO = json.loads((Path(__file__).parent / "crescendo.json").read_text())["boards"]
LANDSCAPE = ("trees", "mountains", "fields", "buildings", "water")


def board_of(entry: dict[str, Any]) -> dict[str, Any]:
    board: dict[str, Any] = {"stacks": entry["stacks"], "above": [], "done": []}
    for name, placed, _ in entry.get("cards", []):
        slots = content.CUBES[content.CARD_NAMES.index(name)]
        if placed == slots:
            board["done"].append(name)
        else:
            board["above"].append({"name": name, "cubes": slots - placed})
    if "cubes" in entry:
        board["cubes"] = entry["cubes"]
    return board


def test_the_boards_are_there() -> None:
    assert len(BOARDS) == 39
    assert sum("total" in entry for entry in BOARDS) == 5


@pytest.mark.parametrize("entry", BOARDS, ids=lambda entry: entry["name"])
def test_board(entry: dict[str, Any]) -> None:
    state = finished(board_of(entry), side=entry["side"], spirits=1)
    found = parts(state)
    for category, points in entry["expect"].items():
        landscape = sum(found[name] for name in LANDSCAPE)
        assert (landscape if category == "landscape" else found[category]) == points
    if "with_bga_loops" in entry:
        loops = parts(finished(board_of(entry), side=entry["side"], bga_loops=1))
        assert loops["water"] == entry["with_bga_loops"]["water"]
    if "total" in entry:
        assert state.score().totals[0] == entry["total"]
        assert found["animals"] + found["spirit"] == sum(points for _, _, points in entry["cards"])


@pytest.mark.parametrize("entry", [e for e in BOARDS if "cards" in e], ids=lambda entry: entry["name"])
def test_each_card(entry: dict[str, Any]) -> None:
    for card in entry["cards"]:
        alone = {"side": entry["side"], "stacks": entry["stacks"], "cards": [card]}
        found = parts(finished(board_of(alone), side=entry["side"], spirits=1))
        assert found["animals"] + found["spirit"] == card[2], card


@pytest.mark.parametrize("entry", [e for e in BOARDS if "spirit" in e], ids=lambda entry: entry["name"])
def test_each_spirit(entry: dict[str, Any]) -> None:
    name, points = entry["spirit"]
    state = finished({"stacks": entry["stacks"], "done": [name]}, side=entry["side"], spirits=1)
    assert parts(state)["spirit"] == points


def test_the_printed_solo_example_has_seven_suns() -> None:
    entry = BOARDS[0]
    board = board_of(entry)
    state = finished(board | {"done": [*board["done"], "Lion"]}, side="A", spirits=1)
    assert state.score().totals[0] == 130
    assert suns(state) == entry["suns"] == 7


def test_three_shrews_share_their_fields() -> None:
    entry = next(e for e in BOARDS if "habitat" in e)
    card, spaces = entry["habitat"]
    state = running({"stacks": entry["stacks"], "above": [card]}, {})
    for space in spaces:
        state.play(f"use 1 {space}")
    assert parts(state)["animals"] == 17


# --- our own boards, worked by hand ----------------------------------------------------------------------------------
@pytest.mark.parametrize("entry", CRESCENDO, ids=lambda entry: entry["name"])
def test_whole_boards_of_crescendo(entry: dict[str, Any]) -> None:
    """Alone, and beside an opponent with an empty board."""
    state = finished(entry["board"], **entry["options"])
    assert parts(state) == entry["expect"]
    assert suns(state) == entry["suns"]
    assert parts(finished({}, entry["board"], **entry["options"]), 1) == entry["expect"]


@pytest.mark.parametrize(
    ("stacks", "points"),
    [
        ({"b2": "brown red", "b1": "blue", "b3": "gray", "c2": "yellow", "a3": "green"}, 8),  # four colours
        ({"b2": "brown red", "b1": "blue", "b3": "gray", "c2": "yellow", "c4": "green"}, 0),  # three; c4 is apart
        ({"b2": "brown red", "b1": "blue", "b3": "gray", "c2": "yellow", "a2": "red"}, 8),  # red is a colour
        ({"b2": "brown red", "b1": "blue", "b3": "gray", "c2": "blue", "a2": "gray"}, 0),  # two colours, twice each
        ({"b2": "gray red", "b1": "blue", "b3": "gray", "c2": "brown", "a2": "red", "a3": "red red"}, 8),
    ],
)
def test_side_c_buildings(stacks: dict[str, str], points: int) -> None:
    """Crescendo, Side C: 8 points with at least four colours around, else 0; on the other sides 5 with three."""
    assert scored(stacks, "C")["buildings"] == points
    assert scored(stacks, "A")["buildings"] >= min(points, 5)


def test_side_c_has_a_hole() -> None:
    """The six spaces around it are no neighbours through it, and it takes no token."""
    across = {"c2": "gray", "c4": "gray"}
    assert scored(across, "C")["mountains"] == 0
    assert scored({"c2": "blue", "c4": "blue", "b2": "blue", "b3": "blue"}, "C")["water"] == 8
    with pytest.raises(Exception, match="side C has no such space"):
        scored({"c3": "blue"}, "C")


def test_the_rest_of_side_c_is_side_a() -> None:
    stacks = {"a1": "brown brown green", "a2": "gray gray", "a3": "gray", "e1": "yellow", "e2": "yellow", "e4": "blue"}
    assert {**scored(stacks, "C"), "buildings": 0} == {**scored(stacks, "A"), "buildings": 0}


@pytest.mark.parametrize(
    ("stack", "ordinary"),
    [("brown", 0), ("brown brown", 0), ("green", 2), ("brown green", 4), ("brown brown green", 9)],
)
def test_side_d_trees(stack: str, ordinary: int) -> None:
    """Crescendo, Side D: 0, 2, 4, 9 on an ordinary space, 0 on a dry one. a3 is dry, a2 is not."""
    assert scored({"a2": stack}, "D")["trees"] == ordinary
    assert scored({"a3": stack}, "D")["trees"] == 0
    assert scored({"a3": stack, "a2": "blue"}, "D")["trees"] == ordinary  # water beside it
    assert scored({"a3": stack, "a1": "blue"}, "D")["trees"] == 0  # not beside it


def test_side_d_fields() -> None:
    """6 points if one of the spaces is ordinary, at least; size adds nothing. On the alternative the middle is dry."""
    assert scored({"a3": "yellow", "a2": "yellow"}, "D")["fields"] == 6
    assert scored({"a2": "yellow"}, "D")["fields"] == 0
    dry = {"c2": "yellow", "c3": "yellow"}
    assert scored(dry, "D-alternative")["fields"] == 0
    assert scored({**dry, "c1": "yellow"}, "D-alternative")["fields"] == 6
    assert scored({**dry, "c4": "blue"}, "D-alternative")["fields"] == 6  # c3 is watered
    assert scored({"a1": "yellow", "a2": "yellow", "e1": "yellow", "e2": "yellow"}, "D")["fields"] == 12


def test_h29_side_d_water_on_a_dry_space_waters_its_neighbours() -> None:
    assert scored({"c2": "green", "c3": "blue"}, "D-alternative")["trees"] == 2


def test_h27_a_sanctuary_waters_nothing() -> None:
    """A blue top of a Sanctuary is no Water."""
    board = {
        "stacks": {"a3": "green", "a2": "gray gray blue blue"},
        "done": [{"name": "Sanctuary 1", "space": "a2"}],
    }
    assert parts(finished(board, side="D", sanctuaries=1))["trees"] == 0


def sanctuary(stacks: dict[str, str], space: str = "b2", number: int = 1, side: str = "A") -> dict[str, int]:
    """The score of a landscape with a completed Sanctuary; number 1 is gray and blue."""
    whole = "gray gray blue blue"
    board = {
        "stacks": {**stacks, space: whole},
        "done": [{"name": f"Sanctuary {number}", "space": space}],
    }
    return parts(finished(board, side=side, sanctuaries=1))


def test_the_printed_sanctuary_scores_twelve() -> None:
    """3 points for each neighbour that shows gray or blue: four of them."""
    stacks = {"b1": "blue", "b3": "gray", "a2": "gray gray", "a3": "blue", "c2": "green", "c3": "gray red"}
    assert sanctuary(stacks)["sanctuaries"] == 12
    assert sanctuary({})["sanctuaries"] == 0
    assert sanctuary(dict.fromkeys(("b1", "b3", "a2", "a3", "c2", "c3"), "blue"))["sanctuaries"] == 18
    assert sanctuary({"b4": "blue", "d2": "blue"})["sanctuaries"] == 0  # not next to it


def test_h27_a_sanctuary_is_no_part_of_a_landscape() -> None:
    river = sanctuary({"b1": "blue", "b3": "blue"})
    assert river["water"] == 0  # no river of three
    assert sanctuary({"b1": "gray"})["mountains"] == 0  # supports no other Mountain
    assert (
        parts(
            finished(
                {"stacks": {"b2": "green green", "b1": "green"}, "above": [{"name": "Sanctuary 8", "space": "b2"}]},
                sanctuaries=1,
            )
        )["trees"]
        == 1
    )


def test_a_sanctuary_shows_its_top_to_buildings_and_sanctuaries() -> None:
    """Completed or not."""
    building = {"b1": "brown red", "a1": "green", "a2": "yellow"}
    assert sanctuary(building)["buildings"] == 5  # green, yellow, and the blue top
    unfinished = {
        "stacks": {**building, "b2": "gray gray blue"},
        "above": [{"name": "Sanctuary 1", "space": "b2"}],
    }
    found = parts(finished(unfinished, sanctuaries=1))
    assert (found["buildings"], found["sanctuaries"]) == (5, 0)
    two = {
        "stacks": {"b2": "gray gray blue blue", "b1": "green green blue blue"},
        "done": [{"name": "Sanctuary 1", "space": "b2"}, {"name": "Sanctuary 8", "space": "b1"}],
    }
    assert parts(finished(two, sanctuaries=1))["sanctuaries"] == 6  # each shows blue to the other
    two["above"] = [two["done"].pop()]  # type: ignore[attr-defined]
    two["stacks"]["b1"] = "green green blue"  # type: ignore[index]
    assert parts(finished(two, sanctuaries=1))["sanctuaries"] == 3


def test_h1_a_sanctuary_separates_no_islands() -> None:
    """Side B: a line of water cuts the board in two; with a Sanctuary in it, land holds together."""
    line = {"d1": "blue", "d2": "blue", "d3": "blue"}
    assert scored(line, "B")["water"] == 10
    assert sanctuary({"d1": "blue", "d3": "blue"}, "d2", side="B")["water"] == 5


@pytest.mark.parametrize(
    ("animal", "whisper", "points"),
    [
        ([], [], 0),
        ([], ["a1"], 2),
        (["a1"], ["a1"], 5),
        (["a1"], ["a1", "a2"], 7),
        (["a2"], ["a1"], 2),
    ],
)
def test_h30_whispers(animal: list[str], whisper: list[str], points: int) -> None:
    """2 for a Whisper cube alone, 5 in company of an Animal or Spirit cube."""
    board = {
        "stacks": {"a1": "yellow", "a2": "yellow", "b1": "gray gray"},
        "cubes": animal,
        "above": [{"name": "Ladybug", "cubes": 5 - len(animal)}] if animal else [],
        "whisper_cubes": whisper,
    }
    if len(whisper) == 2:
        board["done"] = ["Breeze"]
    elif whisper:
        board["above"] = [*board["above"], {"name": "Breeze", "cubes": 1}]  # type: ignore[misc]
    assert parts(finished(board, whispers=1))["whispers"] == points


def test_a_spirit_is_company_for_a_whisper() -> None:
    board = {
        "stacks": {"a1": "yellow"},
        "cubes": ["a1"],
        "done": ["Lion"],
        "whisper_cubes": ["a1"],
        "above": [{"name": "Breeze", "cubes": 1}],
    }
    assert parts(finished(board, whispers=1, spirits=1))["whispers"] == 5


@pytest.mark.parametrize(
    ("side", "spirit", "expected"),
    [("A", "", 3), ("B", "", 2), ("C", "", 2), ("D", "", 2), ("A", "Lion", 2), ("B", "Lion", 1), ("D", "Deer", 0)],
)
def test_h26_suns(side: str, spirit: str, expected: int) -> None:
    """Below 40 points no sun but for side A, for no Spirits, and for a Spirit of groups, placed or not."""
    board = {"above": [spirit]} if spirit else {}
    assert suns(finished(board, side=side, spirits=int(bool(spirit)))) == expected
    if spirit:
        assert suns(finished({"done": [spirit]}, side=side, spirits=1)) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [(39, 0), (40, 1), (69, 1), (70, 2), (90, 3), (109, 3), (110, 4), (130, 5), (140, 6), (150, 7), (159, 7), (160, 8)],
)
def test_h26_suns_by_points(points: int, expected: int) -> None:
    """On side B, with a Spirit that counts trees: nothing is added."""
    state = finished({"above": ["Owl"]}, side="B", spirits=1)
    assert scoring.suns(state.fields, points) == expected


def test_h6_spirits_see_neither_dryness_nor_eight_points() -> None:
    houses = {"a1": "red red", "a2": "gray red", "e1": "brown red"}
    for side in ("A", "C"):
        assert parts(finished({"stacks": houses, "done": ["Cat"]}, side=side, spirits=1))["spirit"] == 8
        assert parts(finished({"stacks": houses, "done": ["Stork"]}, side=side, spirits=1))["spirit"] == 6
    stacks = {"a1": "brown green", "a3": "brown brown green", "a5": "green"}
    assert parts(finished({"stacks": stacks, "done": ["Deer"]}, side="D", spirits=1))["spirit"] == 8


# --- rivers ----------------------------------------------------------------------------------------------------------
def river_of(*names: str) -> int:
    return sum(1 << content.BIT[content.NAMES.index(name)] for name in names)


def test_h15_rings() -> None:
    """h15: only a ring of six or more counts whose spaces touch no others of it than the next, and the largest one."""
    ring_of_six = ("b2", "b3", "c2", "c4", "d2", "d3")
    assert ring(river_of(*ring_of_six)) == 6
    assert longest(river_of(*ring_of_six)) == 4
    assert ring(river_of(*ring_of_six, "c3")) == 6  # what is inside does not matter
    assert ring(river_of("a1", "a2", "b1")) == 0  # three in a triangle
    around_two = ("b1", "b2", "b3", "c1", "c4", "d1", "d2", "d3")
    assert ring(river_of(*around_two)) == 8
    assert ring(river_of(*around_two, "a1")) == 8


def test_the_best_river_counts_alone() -> None:
    five = {"a1": "blue", "a2": "blue", "a3": "blue", "a4": "blue", "a5": "blue"}
    three = {"e1": "blue", "e2": "blue", "e3": "blue"}
    assert scored({**five, **three})["water"] == 11


def test_h23_river_points_by_length() -> None:
    path = ("e1", "d1", "c2", "b2", "a3", "a4", "a5")
    points = [scored(dict.fromkeys(path[:n], "blue"))["water"] for n in range(len(path) + 1)]
    assert points == [0, 0, 2, 5, 8, 11, 15, 19]
    assert scoring.RIVER[8:11] == (23, 27, 31)
