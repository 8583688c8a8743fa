"""Every ruling of docs/rulings/escalation.md by its number, and the rulebook's own examples.

Positions are written as a player would write them: hands, the series, whose turn it is.
"""

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

from gradatim.core import GradatimError, State, Table, load
from gradatim.games.escalation import moves, rules
from gradatim.games.escalation.content import DECKS, FULL, JOKER, NEED, PLAY, TOTAL, WILD, WILD_TOP
from gradatim.games.escalation.rules import MAX_LEGAL

GAME = load("escalation")


def position(*hands: str, series: str = "", **more: Any) -> State:
    """Hands as "5 5 W"; the series as plays of seats 0, 1, … in turn."""
    plays = [{"seat": at % len(hands), "play": play} for at, play in enumerate(series.split())]
    given = {"game": "escalation", "hands": [hand.split() for hand in hands], "series": plays, **more}
    return moves.read_position(given)


def refused(state: State, *pieces: str) -> str:
    """The key of the refusal that a pick by the seat to move deserves; "" if it is a legal move."""
    move, refusal = moves.attempt(state.fields, state.to_move[0], pieces)
    assert (move >= 0) == (refusal == 0)
    return rules.REFUSALS[refusal].key if refusal else ""


def texts(state: State) -> set[str]:
    return set(state.legal().texts())


# Two players, an empty deck, so that hands may have any size. Taken cards take up the rest.
def late(hand: str, series: str = "", other: str = "2 3") -> State:
    """Seat 1 to move when the series has one play, seat 0 when it is empty or has two; nothing left to draw."""
    hands = [other, hand] if len(series.split()) % 2 else [hand, other]
    named = Counter(" ".join(hands).split()) + Counter(
        moves.SYMBOLS[moves.card_kind(card)] for play in series.split() for card in moves.parts(moves.parse(play))
    )
    rest = [moves.SYMBOLS[kind] for kind in range(1, 16) for _ in range(FULL[kind])]
    for card in named.elements():
        rest.remove(card)
    return position(*hands, series=series, taken=[rest, []])


def test_deck() -> None:  # section c, E1
    assert sum(FULL) == 56
    assert FULL[1:] == (1, 5, 6, 6, 6, 6, 5, 4, 3, 3, 2, 2, 2, 3, 2)
    for seats, left in ((2, 44), (3, 38), (4, 32), (5, 26), (6, 20)):
        state = State.new(GAME, seats, seed=seats)
        assert state.fields.draw_count == left  # type: ignore[attr-defined]
        assert state.fields.hand_count[:seats] == [6] * seats  # type: ignore[attr-defined]


def test_b1_joker_passes_and_leaves_the_total() -> None:
    state = late("J 5", "3")
    state.play("J")
    assert state.fields.total == 3  # type: ignore[attr-defined]


def test_b2_joker_goes_alone() -> None:  # E10
    state = late("J J 5")
    assert refused(state, "J", "5") == "joker_not_alone"
    assert refused(state, "J", "J") == "joker_not_alone"


def test_b3_the_last_total_stands_after_a_joker() -> None:
    state = late("5 5 5", "12 J")
    assert refused(state, "5", "5") == "not_higher"
    assert refused(state, "5", "5", "5") == ""


def test_b4_joker_may_lead_and_leaves_zero() -> None:  # E11
    state = late("J 9", other="1 3")
    state.play("J")
    assert state.fields.total == 0  # type: ignore[attr-defined]
    assert "1" in texts(state)
    state.play("1")
    assert state.fields.total == 1  # type: ignore[attr-defined]


def test_b5_joker_after_joker() -> None:  # E12
    state = late("J 9", "5+5+5 J")
    state.play("J")
    assert state.fields.total == 15  # type: ignore[attr-defined]


def test_b6_a_joker_in_the_pile_counts_as_a_card() -> None:
    state = late("9 9 9", "13 J")
    state.play("take")
    assert state.fields.taken[0] == 2 + 56 - 5 - 2  # type: ignore[attr-defined]


def test_b7_a_lone_wild_names_1_to_7() -> None:  # E7
    state = late("W 9")
    assert {text for text in texts(state) if "W" in text} == {f"W={n}" for n in range(1, 8)}
    assert refused(state, "W") == "wild_unnamed"
    assert refused(state, "W", "=8") == "wild_misnamed"
    assert {text for text in texts(late("W 2", "6")) if "W" in text} == {"W=7"}
    assert refused(late("W 2", "7"), "W", "=7") == "not_higher"


def test_b8_wilds_take_the_number_they_are_laid_with_up_to_7() -> None:
    state = late("7 7 7 W 8 J", other="2 3 4")
    assert refused(state, "7", "7", "7", "W") == ""
    assert TOTAL[moves.parse("7+7+7+W")] == 28
    assert refused(state, "8", "W") == "wild_too_high"
    assert TOTAL[moves.parse("3+W")] == 6
    assert TOTAL[moves.parse("5+5+W")] == 15


def test_b9_wilds_alone_share_one_value() -> None:  # E4, E5
    two = late("W W 9")
    for total in (2, 4, 6, 8, 10, 12, 14):
        assert refused(two, "W", "W", f"={total}") == ""
    for total in (5, 7, 16, 1, 0):
        assert refused(two, "W", "W", f"={total}") == "wild_misnamed"
    three = late("W W W 9")
    for total in (3, 6, 9, 12, 15, 18, 21):
        assert refused(three, "W", "W", "W", f"={total}") == ""
    for total in (14, 24):
        assert refused(three, "W", "W", "W", f"={total}") == "wild_misnamed"


def test_b10_several_wilds_with_numbers() -> None:
    state = late("4 4 W W")
    assert refused(state, "4", "W", "W") == ""
    assert refused(state, "4", "4", "W", "W") == ""
    assert TOTAL[moves.parse("4+4+W+W")] == 16


def test_b11_no_wild_with_a_joker() -> None:
    assert refused(late("W J 3"), "W", "J") == "joker_not_alone"


def test_b12_all_must_be_one_number() -> None:  # E8
    assert refused(late("5 6 2"), "5", "6") == "mixed_numbers"
    assert refused(late("5 5 6 W"), "5", "5", "6", "W") == "mixed_numbers"
    assert refused(late("W W 2"), "W", "W", "=7") == "wild_misnamed"  # as 3 and 4


def test_b13_one_and_wild_make_two() -> None:
    assert TOTAL[moves.parse("1+W")] == 2
    assert refused(late("1 W 9"), "1", "W") == ""


def test_b14_an_equal_total_is_refused() -> None:  # E3
    assert refused(late("5 5 5 2", "7+7 J 5+5+W"), "5", "5", "5") == "not_higher"
    assert refused(late("W W W 2", "5+5+5"), "W", "W", "W", "=15") == "not_higher"
    assert refused(late("W W W 2", "5+5+5"), "W", "W", "W", "=18") == ""


def test_b15_more_or_fewer_cards_than_before() -> None:
    assert refused(late("5 5 W 2", "12"), "5", "5", "W") == ""
    assert refused(late("13 2", "5+5"), "13") == ""


def test_b16_one_may_take_though_able_to_beat() -> None:
    state = late("9 9 2", "8")
    assert "take" in texts(state)
    assert "9" in texts(state)


def test_b17_an_empty_table_cannot_be_taken() -> None:  # E14
    state = State.new(GAME, 3, seed=5)
    assert state.refusal(state.to_move[0], "take").key == "nothing_to_take"  # type: ignore[union-attr]
    assert "take" not in texts(state)


def test_b18_the_taker_leads_and_then_refills() -> None:  # E15
    state = position("2 2 3 3 4 4", "5 5 6 6 7 7", series="12 J 13", turn=1, taken=[0, 0])
    hand = list(state.fields.hand[1])  # type: ignore[attr-defined]
    state.play("take")
    assert state.to_move == (1,)
    assert state.fields.hand[1] == hand  # type: ignore[attr-defined]
    assert state.fields.taken[1] == 3  # type: ignore[attr-defined]
    state.play("5")
    assert state.to_move == (0,)
    assert state.fields.hand_count[1] == 6  # type: ignore[attr-defined]


def test_b19_a_lone_lead_may_be_taken() -> None:
    state = late("2 2", "3")
    taken = state.fields.taken[1]  # type: ignore[attr-defined]
    state.play("take")
    assert state.fields.taken[1] == taken + 1  # type: ignore[attr-defined]


def test_b20_the_series_comes_round_to_its_leader() -> None:
    state = late("2 12", "4 8")
    assert state.to_move == (0,)
    assert texts(state) == {"take", "12"}


def test_b21_a_short_deck_gives_what_it_has() -> None:  # E16
    state = position("5 5 5 6 6 6", "2 2 2 3 3 3", deck=["13"], taken=[43, 0])
    state.play("5+5+5")
    assert state.fields.hand_count[0] == 4  # type: ignore[attr-defined]
    assert state.fields.hand[0][13] == 1  # type: ignore[attr-defined]


def test_b22_taken_cards_never_come_back() -> None:
    state = late("9 9", "8")
    state.play("take")
    assert state.fields.hand_count[1] == 2  # type: ignore[attr-defined]
    assert state.sight(-1).taken == state.fields.taken  # type: ignore[attr-defined]


def test_b23_the_last_card_ends_the_game_at_once() -> None:
    state = late("9", "8")
    state.play("9")
    assert state.over
    assert state.to_move == ()
    assert state.score().ending == "last_card"


def test_b24_the_open_series_is_nobodys() -> None:
    state = late("9", "8")
    before = state.score().totals
    state.play("9")
    assert state.score().totals == before


@pytest.mark.parametrize(("option", "points"), [(0, 0), (1, 3)])
def test_b25_cards_in_hand_count_only_by_option(option: int, points: int) -> None:
    cards = [moves.SYMBOLS[kind] for kind in range(1, 16) for _ in range(FULL[kind])]
    for card in ["2", "3", "3", "9", "8"]:
        cards.remove(card)
    options = {"count_hand_cards": option}
    state = position("2 3 3", "9", series="8", taken=[cards, []], options=options)
    state.play("9")
    assert state.score().parts[0] == (len(cards), points, 0)
    assert state.score().totals[0] == len(cards) + points


def test_b26_a_joker_may_be_the_last_card() -> None:
    state = late("J", "8")
    state.play("J")
    assert state.over


def test_b27_ties_share_the_win_and_the_lower_number_wins() -> None:  # E18
    cards = [moves.SYMBOLS[kind] for kind in range(1, 16) for _ in range(FULL[kind])]
    for card in ["2", "3", "9", "8"]:
        cards.remove(card)
    piles = [cards[:3], cards[3:6], cards[6:]]
    state = position("2", "9", "3", series="8", taken=piles)
    state.play("9")
    assert state.score().totals == (3, 3, len(cards) - 6)
    assert state.score().winners == (0, 1)
    assert state.score().ranks == (1, 1, 3)


def test_b28_chance_says_who_starts_then_the_next_seat_to_the_left() -> None:
    starters = Counter(State.new(GAME, 4, seed=seed).to_move[0] for seed in range(400))
    assert set(starters) == {0, 1, 2, 3}
    assert min(starters.values()) > 60
    state = State.new(GAME, 3, seed=1, options={"games": 2})
    first = state.to_move[0]
    while state.fields.phase == rules.PLAYING:  # type: ignore[attr-defined]
        state.play(state.executor.run.quick(state.row, state.to_move[0]))
    state.play("next", seat=2)
    assert state.to_move == ((first + 1) % 3,)


def test_b29_a_match_adds_its_games_up() -> None:
    state = State.new(GAME, 2, seed=9, options={"games": 3})
    sums = [0, 0]
    for game in range(3):
        while state.fields.phase == rules.PLAYING:  # type: ignore[attr-defined]
            state.play(state.executor.run.quick(state.row, state.to_move[0]))
        sums = [sums[seat] + state.fields.taken[seat] for seat in (0, 1)]  # type: ignore[attr-defined]
        assert list(state.score().totals) == sums
        assert state.over == (game == 2)
        if game < 2:
            assert state.to_move == (0, 1)
            assert state.refusal(0, "take").key == "between_games"  # type: ignore[union-attr]
            state.play("next", seat=0)
            assert state.fields.draw_count == 44  # type: ignore[attr-defined]
    assert state.refusal(0, "next").key == "over"  # type: ignore[union-attr]


def test_b30_the_engine_computes_totals() -> None:
    assert refused(late("5 5 2"), "5", "5", "=11") == "wild_misnamed"
    assert refused(late("5 5 2"), "5", "5", "=10") == ""


def test_b31_what_each_eye_sees() -> None:  # W3
    state = State.new(GAME, 4, seed=2)
    for _ in range(5):
        state.play(state.executor.run.quick(state.row, state.to_move[0]))
    fields: Any = state.fields
    names = {field.name for field in rules.SIGHT}
    assert {"hand_count", "draw_count", "taken", "past", "hand"} <= names
    assert not names & {"rng", "draw"}
    for eye in range(4):
        sight: Any = state.sight(eye)
        assert sight.hand == fields.hand[eye]
        assert sight.shown == [[0] * 16] * 6
    assert state.sight(-1).hand == [0] * 16  # type: ignore[attr-defined]


def test_b31_hands_lie_open_at_the_end() -> None:
    state = late("9", "8", other="2 3")
    state.play("9")
    assert state.sight(-1).shown[0][2] == 1  # type: ignore[attr-defined]
    assert state.sight(-1).shown[0][3] == 1  # type: ignore[attr-defined]


def test_b32_a_wild_stays_a_wild() -> None:  # W1, W2
    state = late("W 9", "3")
    state.play("W=5")
    assert state.fields.laid[WILD] + state.fields.hand[0][WILD] == 3  # type: ignore[attr-defined]
    assert state.fields.laid[5] == 6  # type: ignore[attr-defined]  # all five stay what they were


def test_b33_two_to_six_seats() -> None:
    for seats in (0, 1, 7, -1, 2.0, True, "4"):
        with pytest.raises(GradatimError, match="2 to 6 seats"):
            State.new(GAME, seats)  # type: ignore[arg-type]


def test_rulebook_example() -> None:  # E2
    hands = ["2 5 5 W 4 9", "3 3 J 4 6 10", "8 7 7 7 2 6", "12 11 10 3 9 5"]
    table = Table.open("escalation", 4, secret=bytes(32), position={"hands": [hand.split() for hand in hands]})
    totals = []
    for seat, move in ((0, "2"), (1, "3+3"), (2, "8"), (3, "12"), (0, "5+5+W"), (1, "J"), (2, "7+7+7")):
        table.submit(seat, move)
        totals.append(table.state.fields.total)  # type: ignore[attr-defined]
    assert totals == [2, 6, 8, 12, 15, 15, 21]
    table.submit(3, "take")
    assert table.state.fields.taken[:4] == [0, 0, 0, 12]  # type: ignore[attr-defined]
    assert table.state.to_move == (3,)
    assert "take" not in texts(table.state)


def test_highest_total_is_42() -> None:  # E9, E20
    assert max(TOTAL) == 42
    assert len(NEED) == 43
    never = {17, 19, 23, 29, 31, 33, 34, *range(37, 42)}
    assert set(TOTAL[2:-1]) == set(range(1, 43)) - never
    state = late("J 13", "7+7+7+7+7+W")
    assert texts(state) == {"take", "J"}
    state.play("J")
    assert state.fields.total == 42  # type: ignore[attr-defined]
    assert "take" in texts(state)


def test_a_card_counts_once() -> None:  # W1
    state = late("W 5 2")
    assert refused(state, "W", "W", "=4") == "not_in_hand"
    assert refused(state, "5", "5") == "not_in_hand"
    assert refused(state, "f5", "f5") == "not_in_hand"


def test_double_submit_and_out_of_turn() -> None:  # W4
    table = Table.open("escalation", 3, secret=bytes(32))
    seat = table.state.to_move[0]
    move = table.state.legal().ids[-1]
    table.submit(seat, move)
    before = table.state.copy()
    for other in (seat, (seat + 2) % 3):
        with pytest.raises(GradatimError, match="not_your_turn"):
            table.submit(other, move)
    assert table.state == before
    assert len(table.events) == 2


def test_most_legal_moves() -> None:
    """MAX_LEGAL is the most that any hand of six can have, and some hand has it."""
    most = 0
    kinds = range(1, 16)
    for wilds in range(4):
        for jokers in range(3):
            for numbers in range(1, 7 - wilds - jokers) if wilds + jokers < 6 else ():
                for hand in combinations_with_replacement(range(1, 8), numbers):  # higher cards allow fewer plays
                    counts = Counter(hand)
                    if all(counts[kind] <= FULL[kind] for kind in counts):
                        most = max(most, _plays(counts, wilds, jokers))
    assert list(kinds)[-1] == JOKER
    assert most + 1 == MAX_LEGAL  # and TAKE


def _plays(counts: Counter[int], wilds: int, jokers: int) -> int:
    """How many plays a hand has on a table whose total is 0."""
    count = int(jokers > 0)
    for value in range(1, WILD_TOP + 1):
        for k in range(counts[value] + 1):
            count += sum(PLAY[value][k][w] > 0 for w in range(wilds + 1))
    return count


def test_small_deck() -> None:
    assert sum(DECKS[1]) == 20
    state = State.new(GAME, 3, options={"deck": "small", "hand_size": 4})
    assert state.fields.draw_count == 8  # type: ignore[attr-defined]
    with pytest.raises(GradatimError, match="too_few_cards"):
        State.new(GAME, 6, options={"deck": "small", "hand_size": 6})
