"""The rules by page, ruling and reported case (docs/rulings/harmonies.md); what only scores is in test_scoring.py.

Names begin with the row they prove: `test_h4_…` a ruling, `test_c13_…` a case.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import GradatimError, Refused, State, Table
from gradatim.games.harmonies import content, rules
from gradatim.games.harmonies.content import COLOURS
from tests.harmonies.landscapes import GAME, finished, parts, refused, running, scored

ADDITIONS = json.loads((Path(__file__).parent / "scoring.json").read_text())["additions"]


def with_hand(state: State, *tokens: str, taken: int = 1) -> State:
    """The same position with these tokens taken from a central space."""
    position = GAME.moves.write_position(state)
    position["centre"][taken - 1] = []
    return GAME.moves.read_position(position | {"taken": taken, "hand": list(tokens)})  # type: ignore[no-any-return]


def fields(state: State) -> Any:
    return state.fields


def lay_all(state: State, *moves: str) -> None:
    for move in moves:
        state.play(move)


# --- setup (p. 2 and 3) ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_p2_h9_the_deal(seats: int) -> None:
    s = fields(State.new(GAME, seats, 5))
    assert [sum(space) for space in s.centre] == [3] * 5
    assert sum(s.pouch) == 105
    assert all(number > 0 for number in s.row)
    assert s.offer == [0, 0, 0]
    assert s.turn == 0


def test_p11_the_solo_deal() -> None:
    s = fields(State.new(GAME, 1, 5, {"sanctuaries": 1}))
    assert [sum(space) for space in s.centre] == [3, 3, 3, 0, 0]
    assert [number > 0 for number in s.row] == [True] * 3 + [False] * 2
    assert [number > content.TILE for number in s.offer] == [True] * 3
    assert sum(s.pouch) == 111


def test_modules_that_are_off_stay_in_the_box() -> None:
    s = fields(State.new(GAME, 2, 5))
    assert set(s.where[content.WHISPER :]) == {content.BOX}
    s = fields(State.new(GAME, 2, 5, {"whispers": 1, "spirits": 1, "sanctuaries": 1}))
    assert content.BOX not in s.where
    assert sum(place == content.CHOICE for place in s.where) == 2


# --- tokens (p. 4) ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("stack", ADDITIONS)
@pytest.mark.parametrize("colour", COLOURS[1:])
def test_c11_c12_h18_what_goes_onto_what(stack: str, colour: str) -> None:
    """Cases 11 and 12: brown or red as a third token, and wrong colours on top of others, are refused."""
    board = {} if stack == "(empty)" else {"stacks": {"b2": stack.replace("|", " ")}}
    state = with_hand(running(board, {}), colour)
    allowed = colour in ADDITIONS[stack]
    assert refused(state, f"{colour} b2") == ("" if allowed else "stack")
    if allowed:
        state.play(f"{colour} b2")
        assert fields(state).hand == [0] * 7


def test_c10_a_repeated_placement_is_refused() -> None:
    """Case 10: two tokens on one level of a space."""
    state = with_hand(running({}, {}), "blue", "gray")
    state.play("blue b2")
    before = state.copy()
    for move in ("blue b2", "gray b2"):
        with pytest.raises(Refused):
            state.play(move)
    assert state == before


def test_p4_tokens_are_taken_once_and_all_are_laid() -> None:
    state = running({}, {})
    assert refused(state, "end") == "take_first"
    assert refused(state, "blue a1") == "not_in_hand"
    state.play("take 2")
    assert refused(state, "take 3") == "tokens_taken"
    assert refused(state, "end") == "lay_first"  # case 14
    lay_all(state, "blue a1", "gray a2")
    assert refused(state, "end") == "lay_first"
    state.play("green a3")
    assert refused(state, "take 2") == "tokens_taken"
    state.play("end")
    assert state.to_move == (1,)


def test_c14_h17_the_turn_cannot_end_before_the_tokens_are_laid() -> None:
    state = with_hand(running({}, {}), "blue")
    assert refused(state, "end") == "lay_first"
    state.play("blue a1")
    assert refused(state, "end") == ""


def test_p4_spaces_that_are_not_there() -> None:
    state = with_hand(running({}, {}, options={"side": "C"}), "blue")
    assert refused(state, "blue c3") == "off_the_board"
    assert refused(state, "blue g1") == "off_the_board"
    assert refused(with_hand(running({}, {}), "blue"), "blue c3") == ""


def test_p4_an_empty_central_space_cannot_be_taken() -> None:
    state = running({}, {}, centre=[["blue", "gray", "green"], [], [], [], []])
    assert refused(state, "take 2") == "no_tokens_there"
    assert refused(running({}), "take 4") == "no_tokens_there"  # solo has three


def test_p6_a_cube_keeps_tokens_off() -> None:
    board = {
        "stacks": {"b2": "gray", "b1": "yellow"},
        "cubes": ["b2"],
        "above": [{"name": "Meerkat", "cubes": 3}],
    }
    assert refused(with_hand(running(board, {}), "gray"), "gray b2") == "under_a_cube"
    whisper = {
        "stacks": {"b2": "gray", "a2": "yellow"},
        "whisper_cubes": ["b2"],
        "above": [{"name": "Cairn", "cubes": 1}],
    }
    state = with_hand(running(whisper, {}, options={"whispers": 1}), "gray")
    assert refused(state, "gray b2") == "under_a_cube"  # h30: a lone Whisper cube too


def test_c30_whoever_begins_a_turn_can_lay_three_tokens() -> None:
    """Case 30: a position in which that fails cannot exist."""
    full = dict.fromkeys(content.NAMES[:18], "blue") | dict.fromkeys(content.NAMES[18:21], "gray")
    with pytest.raises(GradatimError, match=r"boards\[0\] has 2 empty spaces, but needs 3 to go on"):
        running({"stacks": full}, {})


# --- cards (p. 5) ----------------------------------------------------------------------------------------------------
ROW = ["Frog", "Duck", "Bear", "Boar", "Wolf"]


def test_c13_one_card_a_turn() -> None:
    state = running({}, {}, row=ROW)
    state.play("card 1")
    assert fields(state).left[content.CARD_NAMES.index("Frog")] == 5
    assert refused(state, "card 2") == "card_taken"
    assert refused(state, "card 1") == "card_taken"


def test_p5_four_above_the_board() -> None:
    four: dict[str, Any] = {"above": ["Fish", "Otter", "Stingray", "Parrot"]}
    state = running(four, {}, row=ROW)
    assert refused(state, "card 1") == "four_above"
    spirit = running({"above": ["Lion", "Fish", "Otter", "Parrot"]}, {}, row=ROW, options={"spirits": 1})
    assert refused(spirit, "card 1") == "four_above"
    tile = running(
        {"above": ["Sanctuary 2", "Fish", "Otter", "Parrot"]},
        {},
        row=ROW,
        offer=["Sanctuary 1"],
        options={"sanctuaries": 1},
    )
    assert refused(tile, "card 1") == refused(tile, "tile 1") == "four_above"


def test_c33_a_completed_card_frees_its_place_at_once() -> None:
    board = {
        "stacks": {"b2": "blue", "b1": "green"},
        "above": [{"name": "Frog", "cubes": 1}, "Fish", "Otter", "Parrot"],
    }
    state = running(board, {}, row=["Duck"])
    assert refused(state, "card 1") == "four_above"
    state.play("use 1 b2")
    assert fields(state).where[content.CARD_NAMES.index("Frog")] == content.DONE
    state.play("card 1")
    assert fields(state).held[0][0] == content.CARD_NAMES.index("Duck") + 1


def test_c9_h19_cubes_never_run_out() -> None:
    """Case 9: 96 slots, and a card is never blocked for lack of cubes."""
    assert sum(content.CUBES[: content.ANIMALS]) == 96


def test_h7_what_can_never_be_finished_keeps_its_place() -> None:
    """Nothing is given back: neither by a move nor when the turn ends."""
    above = ["Sanctuary 1", "Sanctuary 2", "Sanctuary 3", "Sanctuary 4"]
    state = with_hand(running({"above": above}, {}, row=ROW, **ON))
    assert state.legal().texts() == ["end"]
    state.play("end")
    assert all(fields(state).held[0])


def test_h10_pouch_piles_and_box_are_public() -> None:
    """Whoever looks sees them, a card that a solo player has discarded too; what is drawn next is nowhere."""
    state = with_hand(running({}, row=["Frog", "Duck", "Bear"]))
    state.play("discard 2")
    s = fields(state)
    for eye in (-1, 0):
        sight: Any = state.sight(eye)
        assert (sight.pouch, sight.box, sight.where) == (s.pouch, s.box, s.where)
        assert sight.where[content.CARD_NAMES.index("Duck")] == content.BOX
        assert "rng" not in sight.to_dict()


def test_h21_an_empty_pile_leaves_the_row_short() -> None:
    others = [name for name in content.CARD_NAMES[: content.ANIMALS] if name not in ROW]
    state = running({}, {}, row=ROW, discarded=others)
    state.play("card 2")
    finish_turn(state, "a1", "a2", "a3")
    assert [number > 0 for number in fields(state).row] == [True, False, True, True, True]
    assert refused(state, "card 2") == "no_card_there"
    assert refused(state, "card 3") == ""


def test_p5_a_card_taken_may_be_used_in_the_same_turn() -> None:
    state = running({"stacks": {"b2": "blue", "b1": "green"}}, {}, row=ROW)
    lay_all(state, "card 1", "use 1 b2")
    assert parts(state)["animals"] == 2


# --- cubes (p. 6 and 7) ----------------------------------------------------------------------------------------------
def test_c15_a_space_holds_one_cube_but_its_neighbours_do_not_matter() -> None:
    board = {"stacks": {"b2": "blue", "b1": "green"}, "above": ["Frog", "Ladybug"]}
    state = running(board, {})
    state.play("use 1 b2")
    assert refused(state, "use 1 b2") == "cube_there"
    near = running({"stacks": {"b2": "blue", "b1": "green", "c2": "yellow"}, "above": ["Frog", "Ladybug"]}, {})
    lay_all(near, "use 1 b2", "use 2 c2")  # the green token serves both
    assert parts(near)["animals"] == 4


def test_c25_a_lone_red_is_no_building_in_a_habitat() -> None:
    lone = running({"stacks": {"b2": "blue", "b1": "red"}, "above": ["Duck"]}, {})
    assert refused(lone, "use 1 b2") == "no_habitat"
    for base in ("brown", "gray", "red"):
        assert (
            refused(running({"stacks": {"b2": "blue", "b1": f"{base} red"}, "above": ["Duck"]}, {}), "use 1 b2") == ""
        )


def test_c17_otter_and_raven() -> None:
    otter = running({"stacks": {"a2": "blue", "a3": "green", "a4": "green"}, "above": ["Otter"]}, {})
    assert refused(otter, "use 1 a2") == ""
    raven = running({"stacks": {"b2": "yellow", "a2": "red red", "c2": "red red"}, "above": ["Raven"]}, {})
    assert refused(raven, "use 1 b2") == ""
    straight = running({"stacks": {"b2": "yellow", "b1": "red red", "b3": "red red"}, "above": ["Raven"]}, {})
    assert refused(straight, "use 1 b2") == "no_habitat"


@pytest.mark.parametrize("beside", ["b1", "c2", "c3", "b3", "a3", "a2"])
def test_c16_every_direction_on_an_odd_column(beside: str) -> None:
    state = running({"stacks": {"b2": "blue", beside: "green"}, "above": ["Frog"]}, {})
    assert refused(state, "use 1 b2") == ""
    assert (
        refused(running({"stacks": {"b2": "blue", "c1": "green"}, "above": ["Frog"]}, {}), "use 1 b2") == "no_habitat"
    )


def test_p6_h20_the_habitat_must_be_there_only_at_that_moment() -> None:
    """And the height is exact."""
    board = {"stacks": {"b2": "yellow", "b1": "gray"}, "above": ["Meerkat"]}
    state = running({"stacks": {"b2": "gray", "b1": "yellow", "c2": "gray"}, "above": ["Fennec Fox", "Meerkat"]}, {})
    assert refused(state, "use 2 b2") == ""
    state.play("use 2 b2")
    assert parts(state)["animals"] == 2
    assert refused(running(board, {}), "use 1 b2") == "no_habitat"  # the cube goes onto the mountain
    broken = with_hand(
        running({"stacks": {"b2": "blue", "b1": "gray", "a2": "gray"}, "above": ["Stingray"]}, {}), "gray"
    )
    broken.play("gray b1")
    assert refused(broken, "use 1 b2") == "no_habitat"  # height 2
    kept = with_hand(
        running(
            {"stacks": {"b2": "blue", "b1": "green"}, "cubes": ["b2"], "above": [{"name": "Frog", "cubes": 4}]}, {}
        ),
        "gray",
    )
    kept.play("gray a1")
    assert parts(kept)["animals"] == 2


def test_c29_h24_the_value_of_a_card_is_the_one_freed_last() -> None:
    """Case 29: 0 without a cube; values are not added."""
    for left, points in ((5, 0), (4, 2), (3, 4), (2, 6), (1, 10)):
        assert parts(finished({"above": [{"name": "Frog", "cubes": left}]}))["animals"] == points
    assert parts(finished({"done": ["Frog"]}))["animals"] == 15


def test_c37_cubes_are_placed_in_the_own_turn_only() -> None:
    state = running({}, {"stacks": {"b2": "blue", "b1": "green"}, "above": ["Frog"]})
    assert state.refusal(1, "use 1 b2").key == "not_your_turn"  # type: ignore[union-attr]
    assert state.legal(1).ids == []


def test_p6_places_that_are_empty() -> None:
    state = running({}, {})
    assert refused(state, "use 1 b2") == refused(state, "last 1") == "nothing_held"
    assert refused(state, "card 1") == "no_card_there"
    assert refused(state, "tile 1") == "no_tile_there"


# --- end of the game (p. 7) ------------------------------------------------------------------------------------------
NEARLY = dict.fromkeys(content.NAMES[:9], "yellow") | dict.fromkeys(content.NAMES[9:20], "gray")
DRAINED = dict.fromkeys(content.NAMES[:10], "brown brown")


def finish_turn(state: State, *spaces: str, take: str = "take 1") -> None:
    state.play(take)
    for colour, space in zip(("blue", "gray", "green"), spaces, strict=True):
        state.play(f"{colour} {space}")
    state.play("end")


def test_c32_h22_the_round_is_finished_and_no_turn_added() -> None:
    """Case 32, board trigger: with two or fewer empty spaces at the end of a turn."""
    state = running({"stacks": NEARLY}, {})
    finish_turn(state, *content.NAMES[20:23])
    assert fields(state).ending == rules.BOARD_FULL
    assert state.to_move == (1,)
    assert [sum(space) for space in fields(state).centre] == [3] * 5  # refilled in the last round too
    finish_turn(state, "a1", "a2", "a3", take="take 2")
    assert state.over
    assert state.score().ending == "board_full"
    last = running({}, {"stacks": NEARLY}, turn=1)
    finish_turn(last, *content.NAMES[20:23])
    assert last.over  # triggered by the last player: at once


def test_three_empty_spaces_end_nothing() -> None:
    stacks = {name: NEARLY[name] for name in list(NEARLY)[:17]}
    state = running({"stacks": stacks}, {})
    finish_turn(state, *content.NAMES[20:23])
    assert fields(state).ending == 0


def drained(seats: int, left: int, **table: Any) -> State:
    """A game in which `left` tokens are in the pouch: the others have left the game."""
    state = running(*[{}] * seats, **table)
    pouch = fields(state).pouch
    box = {COLOURS[colour]: pouch[colour] for colour in range(1, 7)}
    for colour in COLOURS[1:]:
        kept = min(left, box[colour])
        box[colour] -= kept
        left -= kept
    position = GAME.moves.write_position(state)
    return GAME.moves.read_position(position | {"box": box})  # type: ignore[no-any-return]


def test_p5_tokens_are_drawn_from_what_is_in_the_pouch() -> None:
    position = GAME.moves.write_position(running({}, {}))
    box = {"blue": 18, "gray": 18, "brown": 21, "green": 14, "yellow": 19, "red": 12}
    state = GAME.moves.read_position(position | {"box": box})
    assert fields(state).pouch == [0, 0, 0, 0, 0, 0, 3]
    finish_turn(state, "a1", "a2", "a3")
    assert fields(state).pouch == [0] * 7
    assert fields(state).centre[0] == [0, 0, 0, 0, 0, 0, 3]


def test_c31_an_empty_pouch_ends_the_game_when_a_refill_is_due() -> None:
    """Case 31: drawing the last tokens does not."""
    state = drained(2, 3)
    finish_turn(state, "a1", "a2", "a3")
    assert sum(fields(state).pouch) == 0
    assert fields(state).ending == 0
    assert [sum(space) for space in fields(state).centre] == [3] * 5
    state.play("take 2")
    lay_all(state, "blue a1", "gray a2", "green a3", "end")
    assert state.over
    assert state.score().ending == "pouch_empty"


def test_an_empty_pouch_lets_the_round_be_finished() -> None:
    state = drained(3, 0)
    finish_turn(state, "a1", "a2", "a3")
    assert fields(state).ending == rules.POUCH_EMPTY
    assert [sum(space) for space in fields(state).centre] == [0, 3, 3, 3, 3]
    assert refused(state, "take 1") == "no_tokens_there"


def test_c22_everybody_has_as_many_turns(long_run: bool) -> None:
    """Case 22: from the first turn on."""
    for seed in range(40 if long_run else 4):
        for seats in (2, 3, 4):
            state = State.new(GAME, seats, seed)
            turns = [0] * seats
            while not state.over:
                seat = state.to_move[0]
                move = state.executor.run.quick(state.row, seat)
                turns[seat] += move == content.END
                state.play(move)
            assert len(set(turns)) == 1
            assert turns[0] > 3


@pytest.mark.parametrize(("all_cubes", "ranks"), [(0, (1, 2)), (1, (1, 1))])
def test_c8_h13_ties(all_cubes: int, ranks: tuple[int, int]) -> None:
    """Case 8: most Animal cubes; with the option, Spirit and Whisper cubes too."""
    boards = ({"done": ["Hedgehog"]}, {"above": [{"name": "Raccoon", "cubes": 2}]})
    assert finished(*boards).score().ranks == (1, 2)
    animal = {"stacks": {"a1": "green", "e1": "green"}, "above": [{"name": "Crocodile", "cubes": 2}]}  # 2 + 4, a cube
    spirit = {"stacks": {"a1": "gray gray", "a5": "green", "e5": "green"}, "done": ["Ram"]}  # 2 + 4, a Spirit cube
    state = finished(animal, spirit, spirits=1, tiebreak_all_cubes=all_cubes)
    assert state.score().totals == (6, 6)
    assert state.score().ranks == ranks


@pytest.mark.parametrize(("all_cubes", "ranks"), [(0, (1, 2)), (1, (2, 1))])
def test_h13_h30_whisper_cubes_break_no_ties(all_cubes: int, ranks: tuple[int, int]) -> None:
    animal = {"above": [{"name": "Crocodile", "cubes": 2}]}  # 4 for a cube
    whispers = {"done": ["Mist"], "stacks": {"a1": "blue", "e1": "blue"}, "whisper_cubes": ["a1", "e1"]}  # 2 + 2
    state = finished(animal, whispers, whispers=1, tiebreak_all_cubes=all_cubes)
    assert state.score().totals == (4, 4)
    assert state.score().ranks == ranks


def test_h13_level_on_both_is_shared() -> None:
    level = {"done": ["Panther"], "stacks": {"a1": "green"}}  # 11 + 1
    assert finished({"done": ["Hedgehog"]}, level).score().ranks == (1, 1)


# --- Nature's Spirits (p. 10) ----------------------------------------------------------------------------------------
def test_c21_h11_the_spirit_is_the_first_thing_of_the_first_turn() -> None:
    state = State.new(GAME, 2, 3, {"spirits": 1})
    assert state.legal().texts() == ["spirit 1", "spirit 2"]
    assert refused(state, "take 1") == "spirit_first"
    assert state.refusal(1, "spirit 1").key == "not_your_turn"  # type: ignore[union-attr]
    pair = [thing for thing in range(content.THINGS) if fields(state).where[thing] == content.CHOICE]
    state.play("spirit 2")
    assert fields(state).held[0][0] == pair[1] + 1
    assert fields(state).where[pair[0]] == content.BACK
    assert refused(state, "spirit 1") == "no_spirit_choice"
    finish_first_turn(state)
    assert state.to_move == (1,)
    assert state.legal().texts() == ["spirit 1", "spirit 2"]
    state.play("spirit 1")
    finish_first_turn(state)
    assert refused(state, "spirit 1") == "no_spirit_choice"


def finish_first_turn(state: State) -> None:
    while True:
        move = state.executor.run.idle(state.row, state.to_move[0])
        state.play(move)
        if move == content.END:
            return


def test_h2_only_its_owner_knows_the_spirit_put_back() -> None:
    state = State.new(GAME, 2, 3, {"spirits": 1})
    one, two = (thing for thing in range(content.THINGS) if fields(state).where[thing] == content.CHOICE)
    for eye, knows in ((-1, False), (0, True), (1, False)):
        sight: Any = state.sight(eye)
        assert (sight.where[one] == content.CHOICE) == knows
    state.play("spirit 1")
    for eye, knows in ((-1, False), (0, True), (1, False)):
        sight = state.sight(eye)
        assert (sight.where[two] == content.BACK) == knows
        assert sight.where[one] == content.OUT


def test_the_choice_of_a_spirit_is_not_taken_back() -> None:
    table = Table.open(GAME.name, 2, {"spirits": 1}, secret=bytes(32))
    table.submit(0, "spirit 1")
    assert not table.can_undo(0)
    table.submit(0, "take 1")
    table.undo(0)
    assert not table.can_undo(0)


def test_h5_a_turn_is_taken_back_as_far_as_the_last_thing_shown() -> None:
    """h5: a tile from the top of the pile shows the next one."""
    table = Table.open(GAME.name, 2, {"sanctuaries": 1}, secret=bytes(32))
    table.submit(0, "card 1")
    table.submit(0, "take 1")
    table.submit(0, "tile 3")
    assert not table.can_undo(0)
    move = next(text for text in table.state.legal(0).texts() if text.split()[0] in COLOURS)
    table.submit(0, move)
    assert table.can_undo(0)
    table.undo(0)
    assert not table.can_undo(0)


def test_a_spirit_scores_once_its_cube_is_placed() -> None:
    board = {"stacks": {"b2": "yellow", "b1": "brown green", "b3": "yellow"}, "above": ["Lion"]}
    state = running(board, {}, options={"spirits": 1})
    assert parts(state)["spirit"] == 0
    state.play("use 1 b2")
    assert parts(state)["spirit"] == 2
    assert refused(state, "use 1 b2") == "nothing_held"


# --- solo (p. 11) ----------------------------------------------------------------------------------------------------
def test_c19_what_is_not_taken_leaves_the_game() -> None:
    """Case 19: the six tokens go into the box, 120 in all."""
    state = running({})
    finish_turn(state, "a1", "a2", "a3")
    assert sum(fields(state).box) == 6
    assert [sum(space) for space in fields(state).centre] == [3, 3, 3, 0, 0]


def test_c18_h4_the_discard() -> None:
    """Case 18: in solo, only if no card was taken and the game goes on; it ends the turn."""
    state = with_hand(running({}, row=["Frog", "Duck", "Bear"]))
    assert refused(state, "discard 2") == ""
    state.play("discard 2")
    s = fields(state)
    assert s.where[content.CARD_NAMES.index("Duck")] == content.BOX
    assert all(number > 0 for number in s.row[:3])
    assert s.turns == 2
    taken = with_hand(running({}, row=["Frog", "Duck", "Bear"], card_taken=True))
    assert refused(taken, "discard 2") == "no_discard"
    ending = with_hand(running({"stacks": NEARLY}, row=["Frog"]), "gray")
    ending.play("gray e5")
    assert refused(ending, "discard 1") == "no_discard"
    assert refused(ending, "end") == ""
    assert refused(with_hand(running({}, {}, row=["Frog"])), "discard 1") == "solo_only"
    assert refused(with_hand(running({}, row=["Frog"])), "discard 2") == "no_card_there"
    assert refused(running({}, row=["Frog"]), "discard 1") == "take_first"


def test_h4_a_whisper_counts_as_the_card() -> None:
    state = running({}, row=["Mist", "Frog", "Duck"], options={"whispers": 1})
    state.play("card 1")
    finish_all = with_hand(state)
    assert refused(finish_all, "discard 2") == "no_discard"


def test_h25_the_last_three_tokens_make_one_more_turn() -> None:
    """120 - 9 - 12 x 9 = 3: they fill one space; when nothing is left, the game ends."""
    state = drained(1, 3)
    finish_turn(state, "a1", "a2", "a3")
    assert [sum(space) for space in fields(state).centre] == [3, 0, 0, 0, 0]
    assert not state.over
    state.play("take 1")
    move = next(text for text in state.legal().texts() if text.split()[0] in COLOURS)
    while move:
        state.play(move)
        move = next((text for text in state.legal().texts() if text.split()[0] in COLOURS), "")
    assert refused(state, "discard 1") == "no_discard"
    state.play("end")
    assert state.over
    assert state.score().ending == "pouch_empty"


# --- Crescendo: Sanctuaries ------------------------------------------------------------------------------------------
GRAY_BLUE = "Sanctuary 1"
ON: dict[str, Any] = {"options": {"sanctuaries": 1}}


def test_cr_the_printed_example_of_building() -> None:
    """Blue goes onto a mountain of height 2 once the tile is taken, once, and a second blue onto that stack alone."""
    stacks = {"b2": "gray gray", "d2": "gray gray"}
    without = with_hand(running({"stacks": stacks}, {}, **ON), "blue", "blue", "blue")
    assert refused(without, "blue b2") == "stack"
    state = with_hand(running({"stacks": stacks, "above": [GRAY_BLUE]}, {}, **ON), "blue", "blue", "blue")
    assert refused(state, "use 1 b2") == refused(state, "use 1 d2") == ""
    state.play("use 1 b2")
    assert refused(state, "use 1 d2") == "other_stack"  # not another mountain
    assert refused(state, "blue b2") == "stack"
    state.play("use 1 b2")
    assert fields(state).where[content.TILE] == content.DONE
    assert refused(state, "use 1 b2") == "nothing_held"  # complete: nothing more
    assert refused(state, "blue b2") == "stack"


@pytest.mark.parametrize("tile", range(10))
def test_cr_every_tile_is_built_token_by_token(tile: int) -> None:
    stack = [COLOURS[token] for token in content.TILE_STACK[tile] if token]
    state = running({"above": [f"Sanctuary {tile + 1}"]}, {}, **ON)
    base = 2 if tuple(map(COLOURS.index, stack[:2])) in content.STACKS else 1
    for height, colour in enumerate(stack):
        state = with_hand(state, colour)
        if height < base:
            assert refused(state, "use 1 b2") in ("not_in_hand", "other_stack")  # the base game allows it
            state.play(f"{colour} b2")
        else:
            assert refused(state, f"{colour} b2") == "stack"
            assert refused(state, "use 1 a1") == "other_stack"
            state.play("use 1 b2")
        position = GAME.moves.write_position(state)
        state = GAME.moves.read_position(position | {"taken": 0, "hand": [], "centre": [["brown"] * 3] * 5})
    assert fields(state).where[content.TILE + tile] == content.DONE
    assert fields(state).held[0] == [0, 0, 0, 0]


def test_cr_a_tile_takes_its_own_colour_only() -> None:
    state = with_hand(running({"stacks": {"b2": "gray gray"}, "above": [GRAY_BLUE]}, {}, **ON), "yellow", "gray")
    assert refused(state, "use 1 b2") == "not_in_hand"
    assert refused(state, "yellow b2") == "stack"
    assert refused(state, "gray b2") == ""  # a mountain of height 3, as ever


def test_cr_no_sanctuary_on_a_cube() -> None:
    board = {
        "stacks": {"b2": "gray gray", "a2": "blue", "a3": "blue"},
        "cubes": ["b2"],
        "above": [{"name": "Macaque", "cubes": 1}, GRAY_BLUE],
    }
    state = with_hand(running(board, {}, **ON), "blue")
    assert refused(state, "use 2 b2") == "under_a_cube"


def test_h27_an_unfinished_stack_is_no_landscape() -> None:
    board = {"stacks": {"b2": "gray gray", "b1": "yellow"}, "above": [GRAY_BLUE, "Meerkat", "Macaque"]}
    assert scored({"b2": "gray gray", "b1": "gray"})["mountains"] == 4
    state = with_hand(running({**board, "stacks": {**board["stacks"], "c2": "gray"}}, {}, **ON), "blue")  # type: ignore[dict-item]
    assert parts(state)["mountains"] == 4
    state.play("use 1 b2")
    assert parts(state)["mountains"] == 0
    assert parts(state)["water"] == 0


def test_h27_an_unfinished_stack_is_in_no_habitat_and_fills_its_space() -> None:
    """Before its first forbidden token it is what it looks like."""
    board = {
        "stacks": {"b2": "gray gray", "a2": "yellow", "b1": "blue", "a3": "yellow"},
        "above": [GRAY_BLUE, "Breeze"],
    }
    state = with_hand(running(board, {}, options={"sanctuaries": 1, "whispers": 1}), "blue")
    assert refused(state, "use 2 a2") == ""
    empty = fields(state).kind[0][content.EMPTY].bit_count()
    state.play("use 1 b2")
    assert refused(state, "use 2 a2") == "no_habitat"
    assert fields(state).kind[0][content.EMPTY].bit_count() == empty == 23 - 4


def test_cr_one_tile_a_turn_beside_everything_else() -> None:
    state = running({}, {}, row=["Frog"], offer=["Sanctuary 1", "Sanctuary 2", "Sanctuary 3"], **ON)
    lay_all(state, "card 1", "tile 2")
    s = fields(state)
    assert s.held[0][:2] == [content.CARD_NAMES.index("Frog") + 1, content.TILE + 2]
    assert s.offer == [content.TILE + 1, 0, content.TILE + 3]  # not replaced before the end of the turn
    assert refused(state, "tile 1") == "tile_taken"
    finish_turn(state, "a1", "a2", "a3")
    assert fields(state).offer[:2] == [content.TILE + 1, content.TILE + 3]  # the pile's top moves there
    assert fields(state).offer[2] > 0


def test_h5_the_top_of_the_pile() -> None:
    state = running({}, {}, offer=["Sanctuary 1", "Sanctuary 2", "Sanctuary 3"], **ON)
    state.play("tile 3")
    s = fields(state)
    assert s.offer[2] > 0
    assert s.offer[2] != content.TILE + 3
    assert refused(state, "tile 3") == "tile_taken"
    finish_turn(state, "a1", "a2", "a3")
    assert fields(state).offer == s.offer


def test_cr_h21_fewer_tiles_at_the_end_of_the_pile() -> None:
    boards = [{"done": [], "above": [f"Sanctuary {4 * seat + at}" for at in range(1, 5)]} for seat in range(2)]
    state = running({}, *boards, offer=["Sanctuary 9", "Sanctuary 10"], **ON)
    state.play("tile 1")
    finish_turn(state, "a1", "a2", "a3")
    assert fields(state).offer == [0, content.TILE + 10, 0]


def done_sanctuary(above: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "stacks": {"b2": "gray gray blue blue", **more.pop("stacks", {})},
        "done": [{"name": GRAY_BLUE, "space": "b2"}],
        "above": above,
        **more,
    }


def test_cr_the_printed_example_of_a_last_cube() -> None:
    """The second of three cubes goes onto its habitat, the last one onto the Sanctuary, whatever is there."""
    board = done_sanctuary([{"name": "Penguin", "cubes": 2}, {"name": "Meerkat", "cubes": 1}])
    board["stacks"] |= {"d2": "gray", "c2": "blue", "e2": "blue"}
    state = running(board, {}, **ON)
    assert refused(state, "last 1") == "not_the_last"
    lay_all(state, "use 1 d2", "last 1")
    assert parts(state)["animals"] == 16 + 9
    state.play("last 2")  # any number of them
    assert parts(state)["animals"] == 16 + 14
    assert fields(state).guests[0] == 2
    assert fields(state).left[content.CARD_NAMES.index("Penguin")] == 0
    assert fields(state).animal[0].bit_count() == 1


def test_cr_last_cubes_are_animal_cubes_of_its_colours() -> None:
    board = done_sanctuary(
        [{"name": "Frog", "cubes": 1}, {"name": "Bear", "cubes": 1}, "Lion", {"name": "Mist", "cubes": 1}]
    )
    state = running(board, {}, options={"sanctuaries": 1, "spirits": 1, "whispers": 1})
    assert refused(state, "last 1") == ""
    assert refused(state, "last 2") == "no_sanctuary"  # green
    assert refused(state, "last 3") == refused(state, "last 4") == "animals_only"
    other = running({"above": [{"name": "Frog", "cubes": 1}]}, done_sanctuary([]), **ON)
    assert refused(other, "last 1") == "no_sanctuary"  # not an own one


def test_h28_last_cubes_break_ties() -> None:
    board = done_sanctuary([], done=[{"name": GRAY_BLUE, "space": "b2", "guests": 1}, "Macaque"], cubes=["d2"])
    board["stacks"] |= {"d2": "gray gray"}
    state = finished(board, sanctuaries=1)
    assert rules.placed(state.fields, 0) == 2  # type: ignore[attr-defined]


def test_h3_either_of_two_matching_sanctuaries() -> None:
    board = done_sanctuary([{"name": "Frog", "cubes": 1}])
    board["stacks"]["d2"] = "red red blue blue"
    board["done"].append({"name": "Sanctuary 5", "space": "d2"})
    state = running(board, {}, **ON)
    state.play("last 1")
    assert sum(fields(state).guests) == 1


def test_h8_two_tiles_with_one_stack() -> None:
    """Only a table of the user's own can have them: the move names the tile, a pick of a colour does not do."""
    table = content.own_table("content", {})[0]
    table["sanctuary"][1]["stack"] = ["gray", "gray", "blue", "yellow"]
    options = {"sanctuaries": 1, "content": table}
    board = {"stacks": {"b2": "gray gray", "d2": "gray gray"}, "above": ["Sanctuary 1", "Sanctuary 2"]}
    state = with_hand(running(board, {}, options=options), "blue", "blue")
    picked = GAME.moves.attempt(state.fields, 0, ["blue", "b2"])
    assert rules.REFUSALS[picked[1]].key == "which_tile"
    state.play("use 2 b2")
    assert fields(state).site[:2] == [0, content.NAMES.index("b2") + 1]
    assert refused(state, "use 1 b2") == "other_stack"
    assert GAME.moves.attempt(state.fields, 0, ["blue", "d2"]) == (GAME.moves.parse("use 1 d2"), 0)


# --- Crescendo: Whispers ---------------------------------------------------------------------------------------------
def test_cr_a_whisper_is_the_card_of_the_turn() -> None:
    state = running({}, {}, row=["Mist", "Frog"], options={"whispers": 1})
    state.play("card 1")
    assert fields(state).left[content.WHISPER] == 2
    assert refused(state, "card 2") == "card_taken"


def test_cr_h30_a_whisper_and_an_animal_share_a_space() -> None:
    """In either order; two Whispers or two Animals do not."""
    stacks = {"b2": "blue", "b1": "yellow", "b3": "green"}
    for order in (("use 1 b2", "use 2 b2"), ("use 2 b2", "use 1 b2")):
        state = running({"stacks": stacks, "above": ["Mist", "Frog"]}, {}, options={"whispers": 1})
        lay_all(state, *order)
        assert parts(state)["whispers"] == 5
        assert refused(state, "use 1 b2") == refused(state, "use 2 b2") == "cube_there"


def test_cr_both_cubes_complete_a_whisper() -> None:
    stacks = {"b2": "blue", "b1": "yellow", "c2": "blue"}
    state = running({"stacks": stacks, "above": ["Mist"]}, {}, options={"whispers": 1})
    lay_all(state, "use 1 b2", "use 1 c2")
    assert fields(state).where[content.WHISPER] == content.DONE
    assert fields(state).held[0][0] == 0
    assert parts(state)["whispers"] == 4


# --- h12: several faults at once -------------------------------------------------------------------------------------
def test_h12_the_order_of_refusals() -> None:
    over = finished({}, {})
    assert over.refusal(0, "take 1").key == "over"  # type: ignore[union-attr]
    state = running({}, {})
    assert state.refusal(1, "blue g5").key == "not_your_turn"  # type: ignore[union-attr]
    assert refused(state, "blue g5") == "not_in_hand"  # what, before where
    assert refused(with_hand(state, "blue"), "blue g5") == "off_the_board"


# --- cases that score only -------------------------------------------------------------------------------------------
def test_c1_no_water() -> None:
    assert scored({"a1": "yellow"})["water"] == 0
    assert scored({}, "B")["water"] == 5


def test_c2_c3_c4_lone_reds_and_groups_of_buildings() -> None:
    stacks = {"a1": "red red", "a2": "red", "a3": "gray red", "c1": "brown red", "c2": "red red"}
    cat = parts(finished({"stacks": stacks, "done": ["Cat"]}, spirits=1))["spirit"]
    stork = parts(finished({"stacks": stacks, "done": ["Stork"]}, spirits=1))["spirit"]
    assert (cat, stork) == (12, 6)


def test_c5_c26_c27_h23_rings_and_branches() -> None:
    ring = dict.fromkeys(("b2", "b3", "c2", "c4", "d2", "d3"), "blue")
    assert scored(ring)["water"] == 8
    assert scored(ring, bga_loops=1)["water"] == 15
    assert scored(dict.fromkeys(("a1", "a2", "b1"), "blue"))["water"] == 2  # a blob of three has length 2


def test_c6_the_best_river_alone() -> None:
    two = dict.fromkeys(("a1", "a2", "a3", "a4", "a5", "e1", "e2", "e3"), "blue")
    assert scored(two)["water"] == 11


def test_c7_c28_colours_around_a_building() -> None:
    around = {"b1": "green", "b3": "green", "a2": "green", "a3": "blue", "c2": "gray"}
    assert scored({"b2": "red red", **around})["buildings"] == 5
    assert scored({"b2": "red red", "b1": "green", "b3": "green", "a2": "blue"})["buildings"] == 0


def test_c20_suns_do_not_ask_whether_the_spirit_settled() -> None:
    from gradatim.games.harmonies.scoring import suns

    for name, extra in (("Lion", 1), ("Turtle", 0)):
        for board in ({"above": [name]}, {"done": [name]}):
            assert suns(finished(board, side="B", spirits=1).fields, 0) == extra
    assert suns(finished({}, side="B").fields, 0) == 2


def test_c23_c24_heights_and_lone_reds() -> None:
    assert scored({"a1": "brown brown green"})["trees"] == 7
    assert scored({"a1": "red", "a2": "blue", "b1": "gray"})["buildings"] == 0


def test_c34_only_a_board_that_is_given_counts() -> None:
    """Case 34: a position is scored as it lies; nothing is carried over from another one."""
    assert finished({"stacks": {"a1": "green"}}).score().totals == (1,)
    assert finished({}).score().totals == (0,)


def test_c35_side_b_has_25_spaces() -> None:
    assert content.LAYOUT[1][0].bit_count() == 25
