"""The rulebook's sections and the rulings of docs/rulings/crescendo.md, by number."""

from collections.abc import Mapping
from typing import Any

import pytest

from gradatim.core import State, load
from gradatim.games.crescendo import content, moves, rules

GAME = load("crescendo")


usual = {"backs": 0}


@pytest.fixture(autouse=True, params=[0, 2], ids=["default", "interleaved"])
def _backs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here depends on which numbers have which back."""
    monkeypatch.setitem(usual, "backs", request.param)


def position(*rows: str, pile: str = "50", options: Mapping[str, int] | None = None, **more: Any) -> State:
    """Rows as "5 27 J 52*" (* is locked); by default it is seat 0's turn in the fourth lap, no window open."""
    given = {
        "rows": [row.split() for row in rows],
        "pile": pile.split(),
        "options": usual | dict(options or {}),
        **more,
    }
    return moves.read_position(given)


def window(*rows: str, pile: str, turn: int = 1, **more: Any) -> State:
    """The same with a NUMBER window open: the seat before `turn` has just discarded the pile's top."""
    return position(*rows, pile=pile, turn=turn, open=True, turns=10, **more)


def refused(state: State, seat: int, move: str) -> str:
    refusal = state.refusal(seat, move)
    return refusal.key if refusal else ""


def row(state: State, seat: int) -> str:
    s: Any = state.fields
    return " ".join(moves.card(s.row[seat][slot]) for slot in range(s.row_count[seat]))


def points(state: State, seat: int) -> int:
    return state.score().parts[seat][state.fields.round - 1]  # type: ignore[attr-defined]


def scored(
    rows: list[str], caller: int = 7, passed: tuple[int, ...] = (), own: list[list[str]] | None = None, **options: int
) -> State:
    """The round's end: the last window is open and everybody holds."""
    state = position(
        *rows, pile="100", phase="last", open=True, caller=caller, passed=list(passed), own=own or [], options=options
    )
    while state.to_move:
        if state.fields.phase == rules.BETWEEN:  # type: ignore[attr-defined]
            break
        state.play("hold")
    return state


# --- Scoring ---------------------------------------------------------------------------------------------------------


def test_s1_the_rulebooks_example() -> None:
    state = scored(["5 27 J 15 91 68 14", "1 2"], own=[["54"], []])
    assert state.fields.sheet_wrong[0][0] == 3  # type: ignore[attr-defined]
    assert points(state, 0) == -2


def test_s2_s3_the_callers_row() -> None:
    assert points(scored(["3 9 10 50", "1 2"], caller=0, own=[["7", "8"], []]), 0) == 8
    assert points(scored(["3 10 9 50", "1 2"], caller=0, own=[["7", "8"], []]), 0) == -2


def test_s4_s5_the_pass_bonus() -> None:
    assert points(scored(["3 9 10 50", "1 2"], passed=(0,), own=[["7"], []]), 0) == 5
    assert points(scored(["9 3 50 10", "1 2"], passed=(0,)), 0) == -1
    assert points(scored(["9 3 50 10", "1 2"], passed=(0,), pass_bonus_always=0), 0) == -2


def test_s7_jokers_leave_before_cards_are_compared() -> None:
    assert scored(["5 J 4", "1 2"]).fields.sheet_wrong[0][0] == 1  # type: ignore[attr-defined]


def test_s10_jokers_at_the_reveal_are_nobodys() -> None:
    state = scored(["J 5 J1 9", "1 2"], own=[["54"], []])
    assert points(state, 0) == 3 + 1
    assert state.fields.sheet_own[0][:2] == [1, 0]  # type: ignore[attr-defined]


@pytest.mark.parametrize("cards", ["J J", "", "90"])
def test_s8_s9_rows_with_nothing_to_compare(cards: str) -> None:
    assert points(scored([cards, "1 2"]), 0) == 3
    assert points(scored([cards, "1 2"], caller=0), 0) == 6


def test_d30_neighbours_are_compared() -> None:
    assert scored(["10 5 6 7", "1 2"]).fields.sheet_wrong[0][0] == 1  # type: ignore[attr-defined]
    assert scored(["10 5 4 11 3", "1 2"]).fields.sheet_wrong[0][0] == 3  # type: ignore[attr-defined]


def sheet(rounds: list[tuple[int, list[int]]]) -> list[dict[str, Any]]:
    """Rounds as (caller, wrong cards by seat)."""
    return [{"caller": caller, "wrong": wrong, "own": [0, 0], "passed": [0, 0]} for caller, wrong in rounds]


@pytest.mark.parametrize(("net", "winners"), [(0, (0, 1)), (1, (1,))])
def test_s12_first_tie_break(net: int, winners: tuple[int, ...]) -> None:
    """A: one success and one failed call; B: one success. Level at 6 points of calling, unless failures count."""
    played = sheet([(0, [0, 3]), (1, [3, 0]), (0, [3, 6])])  # 6 - 3 - 6 = -3; -3 + 6 - 6 = -3
    state = position("1 2", "3 4", phase="over", round=3, sheet=played, options={"tiebreak_net": net})
    assert state.score().totals == (-3, -3)
    assert state.score().winners == winners


def test_s13_tie_on_everything_is_shared() -> None:
    state = position("1 2", "3 4", phase="over", round=3, sheet=sheet([(7, [0, 0]), (7, [1, 1]), (7, [0, 0])]))
    assert state.score().winners == (0, 1)


def test_s14_three_rounds_and_the_dealer_moves_left() -> None:
    state = State.new(GAME, 3, seed=4, options={"max_laps": 10})
    dealers = []
    while not state.over:
        s: Any = state.fields
        if s.phase == rules.SETUP and not any(s.chosen):
            dealers.append(s.dealer)
            assert s.turn == (s.dealer + 1) % 3
        state.play(state.executor.run.idle(state.row, state.ask_order()[0]))
    assert dealers == [dealers[0], (dealers[0] + 1) % 3, (dealers[0] + 2) % 3]


# --- Turns -----------------------------------------------------------------------------------------------------------


def test_t1_crescendo_from_the_fourth_lap() -> None:
    for turns in range(9):
        early = position("1 2", "3 4", "5 6", turn=turns % 3, turns=turns)
        assert refused(early, turns % 3, "crescendo") == "too_early"
    assert refused(position("1 2", "3 4", "5 6", turn=0, turns=9), 0, "crescendo") == ""


@pytest.mark.parametrize(("seats", "reserve"), [(2, 87), (3, 79), (4, 71), (5, 68), (6, 61)])
def test_t2_the_deal(seats: int, reserve: int) -> None:
    state = State.new(GAME, seats, seed=seats)
    s: Any = state.fields
    assert s.row_count[:seats] == [8 if seats <= 4 else 7] * seats
    assert sum(s.reserve_count) == reserve
    assert s.pile_count == 1


def test_t3_a_drawn_card_goes_into_the_row_face_down() -> None:
    state = position("10 20 30", "3 4")
    state.play("draw")
    drawn = state.fields.drawn  # type: ignore[attr-defined]
    assert state.sight(1).drawn == 0  # type: ignore[attr-defined]
    state.play("keep 2")
    s: Any = state.fields
    assert s.row[0][1] == drawn
    assert s.pile[s.pile_count - 1] == 20
    assert state.sight(0).row[0][1] == drawn  # type: ignore[attr-defined]
    assert state.sight(1).row[0][1] == 0  # type: ignore[attr-defined]
    assert s.open == 1


def test_t4_t5_the_piles_top_is_drawn_a_joker_too() -> None:
    state = position("10 20 30", "3 4", pile="60 J1")
    state.play("pile")
    assert state.fields.drawn == content.JOKER + 1  # type: ignore[attr-defined]
    assert state.fields.pile[:2] == [60, 0]  # type: ignore[attr-defined]


def test_t7_the_action_is_that_of_the_reserves_top() -> None:
    peek, swap, lock = (position("10 20", "3 4", top_back=back) for back in range(3))
    assert refused(peek, 0, "lock 1") == "other_action"
    assert refused(peek, 0, "peek 1:2") == ""
    assert refused(swap, 0, "peek 1:2") == "other_action"
    assert refused(swap, 0, "give 1") == ""
    assert refused(lock, 0, "lock 1") == ""


def test_t8_d15_peek_only_at_face_down_cards() -> None:
    state = position("10 20*", "3 4", top_back=0)
    assert refused(state, 0, "peek 0:2") == "face_up"
    assert refused(state, 0, "peek 1:3") == "no_such_slot"
    state.play("peek 1:2")
    assert state.sight(0).row[1][1] == 4  # type: ignore[attr-defined]
    assert state.sight(1).row[1][1] == 0  # type: ignore[attr-defined]


def test_t9_d16_what_may_be_swapped() -> None:
    state = position("10* 20", "3* 4", top_back=1)
    assert refused(state, 0, "give 1") == "face_up"
    state.play("give 2")
    assert refused(state, 0, "take 1:1") == "face_up"
    assert refused(state, 0, "take 0:1") == "own_card"
    assert refused(state, 0, "draw") == "take_now"


def test_t10_swap_slot_for_slot_and_the_receiver_looks() -> None:
    state = position("10 20", "3 4", "5 6", top_back=1)
    state.play("give 1")
    state.play("take 1:2")
    assert (row(state, 0), row(state, 1)) == ("4 20", "3 10")
    assert state.sight(1).row[1][1] == 10  # type: ignore[attr-defined]
    for eye in (0, 2, -1):
        assert state.sight(eye).row[1][1] == 0  # type: ignore[attr-defined]
    assert state.sight(0).row[0][0] == 0  # type: ignore[attr-defined]  # d19: without looking


def test_t11_d18_no_target_no_swap() -> None:
    state = position("10 20", "3* 4*", top_back=1)
    assert refused(state, 0, "give 1") == "no_target"
    assert state.legal(0).texts() == ["draw", "pile", "crescendo"]


def test_t12_after_a_special_the_reserves_top_is_on_the_pile() -> None:
    state = position("10 20", "3 4", top_back=2)
    state.play("lock 2")
    s: Any = state.fields
    assert s.back_of[s.pile[s.pile_count - 1]] == 2
    assert s.open == 1
    assert s.locked[0][1] == 1
    assert state.sight(-1).row[0][1] == 20  # type: ignore[attr-defined]


def test_t13_a_final_turn() -> None:
    state = position("10 20", "3 4", "5 6", turn=1, caller=0, finals=2, turns=10)
    assert refused(state, 1, "crescendo") == "final_turn"
    assert refused(state, 1, "peek 0:1") == "final_turn"
    assert refused(state, 1, "pass") == ""
    assert refused(position("10 20", "3 4"), 0, "pass") == "not_final"


def test_t14_the_order_of_final_turns() -> None:
    state = position("1 2", "3 4", "5 6", "7 8", turn=2, turns=14)
    state.play("crescendo")
    order = []
    while state.fields.phase != rules.BETWEEN:  # type: ignore[attr-defined]
        order.append(state.to_move[0])
        state.play("pass")
    assert order == [3, 0, 1]
    assert state.fields.sheet_passed[0][:4] == [1, 1, 0, 1]  # type: ignore[attr-defined]


def test_t16_d1_the_reserve_is_renewed_at_once() -> None:
    rest = [str(n) for n in range(11, 101)] + ["J0", "J1", "J1", "J2"]
    state = position("1 2 3 4 5", "6 7 8 9", pile=" ".join(rest), turn=0)  # only 10 is left
    assert sum(state.fields.reserve_count) == 1  # type: ignore[attr-defined]
    state.play("draw")
    s: Any = state.fields
    assert s.drawn == 10
    assert s.pile_count == 1
    assert sum(s.reserve_count) == len(rest) - 1
    assert s.shuffles == 1


def test_d14_a_locked_card_that_is_replaced_leaves_an_unlocked_one() -> None:
    state = position("10* 20", "3 4")
    state.play("draw")
    state.play("keep 1")
    assert state.fields.locked[0][0] == 0  # type: ignore[attr-defined]


def test_d20_the_null_turn() -> None:
    state = position("10 20", "3 4")
    state.play("pile")
    assert refused(state, 0, "discard") == ""
    strict = position("10 20", "3 4", options={"null_turn": 0})
    strict.play("pile")
    assert refused(strict, 0, "discard") == "no_null_turn"


# --- Setup -----------------------------------------------------------------------------------------------------------


def test_c5_setup_choices_are_secret_and_done_together() -> None:
    state = State.new(GAME, 2, seed=1)
    first = row(state, 0).split()
    state.play("exchange 1 4", seat=0)
    assert row(state, 0).split() == first
    assert state.sight(1).choice[0] == 0  # type: ignore[attr-defined]
    assert refused(state, 0, "decline") == "already_chosen"  # f13
    assert refused(state, 0, "draw") == "setup_first"
    state.play("look 3", seat=1)
    assert row(state, 0).split() == [first[3], *first[1:3], first[0], *first[4:]]
    assert state.sight(1).row[1][2] == state.fields.row[1][2]  # type: ignore[attr-defined]
    assert state.sight(0).row[1][2] == 0  # type: ignore[attr-defined]
    assert state.fields.open == 0  # type: ignore[attr-defined]


def test_n14_d4_no_window_on_the_setup_discard() -> None:
    state = State.new(GAME, 2, seed=1)
    assert refused(state, 0, "number 1") == "setup_first"
    for seat in (0, 1):
        state.play("decline", seat)
    for seat in (0, 1):
        assert refused(state, seat, "number 1") == "no_window"


# --- NUMBER ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [12, 13, 14, 16, 17, 18])
def test_n1_two_apart_at_most(card: int) -> None:
    state = window(f"{card} 60", "70 80", pile="15")
    state.play("number 1", seat=0)
    right = 13 <= card <= 17
    assert state.fields.own_count[0] == int(right)  # type: ignore[attr-defined]
    assert state.fields.row_count[0] == (1 if right else 3)  # type: ignore[attr-defined]


def test_n2_n17_the_discarder_may_call_and_the_next_seat_plays_on() -> None:
    state = window("13 60", "70 80", "90 91", pile="15")
    state.play("number 1", seat=0)
    assert state.to_move == (1,)


def test_n3_a_right_call() -> None:
    state = window("60 13 70", "1 2", pile="15")
    state.play("number 2", seat=0)
    s: Any = state.fields
    assert row(state, 0) == "60 70"
    assert s.own[13] == 1
    assert s.pile[s.pile_count - 1] == 15


def test_n4_n6_a_wrong_call_costs_a_blind_card_to_the_right() -> None:
    state = window("60 70 80", "1 2", pile="15")
    state.play("number 2", seat=0)
    s: Any = state.fields
    cards = row(state, 0).split()
    assert (cards[0], cards[1], cards[3]) == ("60", "70", "80")
    assert s.seen[0][2] == 0
    assert state.sight(1).row[0][1] == 70  # type: ignore[attr-defined]  # it was shown
    last = window("60 70", "1 2", pile="15")
    last.play("number 2", seat=0)
    assert last.fields.row_count[0] == 3  # type: ignore[attr-defined]
    assert last.fields.seen[0][2] == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(("cards", "pile"), [("60 70", "J1"), ("J0 70", "15")])
def test_n7_jokers_are_always_wrong(cards: str, pile: str) -> None:
    state = window(cards, "1 2", pile=pile)
    state.play("number 1", seat=0)
    assert state.fields.row_count[0] == 3  # type: ignore[attr-defined]


def test_n9_one_call_between_two_turns() -> None:
    state = window("60 70", "1 2", "3 14", pile="15")
    state.play("number 1", seat=0)
    assert refused(state, 2, "number 2") == "no_window"


def test_n10_too_late_after_the_next_draw() -> None:
    state = window("13 70", "1 2", pile="15")
    state.play("draw", seat=1)
    assert refused(state, 0, "number 1") == "no_window"


def test_n11_d12_the_caller_is_silent() -> None:
    state = window("13 70", "14 2", "16 17", pile="15", turn=2, caller=1, finals=2)
    assert refused(state, 1, "number 1") == "caller_is_silent"
    assert refused(state, 0, "number 1") == ""


def test_n12_a_pass_opens_no_window() -> None:
    state = window("13 70", "14 2", "16 17", pile="15", turn=1, caller=0, finals=2)
    state.play("pass", seat=1)
    assert state.fields.open == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize("option", [0, 1])
def test_n13_the_window_after_the_last_final_turn(option: int) -> None:
    state = position("13 70", "14 2", turn=1, caller=0, finals=1, turns=9, options={"number_after_last": option})
    state.play("draw")
    state.play("discard")
    assert (state.fields.phase == rules.LAST) == (option == 1)  # type: ignore[attr-defined]
    if option:
        assert state.to_move == (1,)
        state.play("hold", seat=1)
    assert state.fields.phase == rules.BETWEEN  # type: ignore[attr-defined]


def test_n15_an_empty_row_cannot_call() -> None:
    state = window("", "14 2", pile="15")
    assert refused(state, 0, "number 1") == "empty_row"
    assert state.to_move == (1,)


@pytest.mark.parametrize(("option", "order"), [(0, [0, 1, 2, 1]), (1, [1, 2, 0, 1])])
def test_c23_the_order_of_equal_claims(option: int, order: list[int]) -> None:
    state = window("1 2", "3 4", "5 6", pile="15", options={"tie_from_left": option})
    assert state.ask_order() == order


def test_f3_holds_end_the_last_window() -> None:
    state = position("1 2", "3 4", "5 6", pile="50", phase="last", open=True, caller=0)
    assert state.to_move == (1, 2)
    state.play("hold", seat=2)
    assert state.to_move == (1,)
    state.play("number 1", seat=1)
    assert state.fields.phase == rules.BETWEEN  # type: ignore[attr-defined]


def test_f4_a_call_leaves_the_turn() -> None:
    state = window("1 2", "14 4", pile="15")
    state.play("number 1", seat=1)
    assert state.to_move == (1,)
    assert state.fields.own_count[1] == 1  # type: ignore[attr-defined]


def test_f11_holds_leave_the_window_alone() -> None:
    state = window("1 2", "3 4", "5 6", pile="15")
    before = state.window
    state.play("hold", seat=2)
    assert state.window == before


def test_f12_a_wrong_call_while_the_penalty_is_waived() -> None:
    rest = [str(n) for n in range(10, 101)] + ["J0", "J1", "J1", "J2", "15"]
    rest.remove("15")
    left = [card for card in rest if card != "15"]
    state = window("1 2 3 4 5", "6 7 8 9", pile="15", own=[[], [*left]], turn=1)
    assert state.fields.top_back == content.BACKS  # type: ignore[attr-defined]
    state.play("number 1", seat=0)
    assert state.fields.row_count[0] == 5  # type: ignore[attr-defined]
    assert state.sight(-1).row[0][0] == 1  # type: ignore[attr-defined]
    assert state.fields.open == 0  # type: ignore[attr-defined]


# --- Backs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backs", [0, 1, 2])
def test_b_every_number_has_one_back_and_four_jokers_theirs(backs: int) -> None:
    state = State.new(GAME, 2, seed=3, options={"backs": backs})
    s: Any = state.fields
    assert len(s.back_of) == content.KINDS
    assert sum(s.joker_count) == content.JOKERS
    census = state.executor.census(state.row)
    assert census[1:101] == [1] * 100
    assert census[101:] == s.joker_count
    if backs == 2:
        assert s.back_of[1:7] == [1, 2, 0, 1, 2, 0]
    for seat in range(2):
        for slot in range(s.row_count[seat]):
            assert s.back[seat][slot] == s.back_of[s.row[seat][slot]]
