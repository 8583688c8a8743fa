"""The bots of Escalation! play from the sight alone, always legally, the same again, and `simple` well."""

import random
from typing import Any

import pytest

from gradatim.bots import at_random, choose, named, names
from gradatim.core import GradatimError, State, load
from gradatim.games.escalation import content
from gradatim.games.escalation.bots import at_most, simple, stuck

SIMPLE_AND_RANDOM = {"simple": simple, "random": at_random}


def play(bots: list[str], seed: int, options: dict[str, object] | None = None) -> State:
    state = State.new("escalation", len(bots), seed, options)
    rng = random.Random(seed)
    while not state.over:
        seat = state.ask_order()[0]
        legal = list(state.legal(seat))
        move = SIMPLE_AND_RANDOM[bots[seat]](state.sight(seat).to_dict(), seat, legal, rng)
        assert move in legal
        state.play(move, seat)
    return state


def decisive_share(games: int, seats: int) -> tuple[float, float]:
    """How much `simple` wins against `random` in the other seats: of decisive games, and with shared wins split."""
    won = decisive = 0
    shared = 0.0
    for number in range(games):
        own = number % seats
        bots = ["simple" if seat == own else "random" for seat in range(seats)]
        winners = play(bots, number // seats).score().winners
        shared += (own in winners) / len(winners)
        decisive += len(winners) == 1
        won += winners == (own,)
    return won / decisive, shared / games


def test_simple_beats_random_by_far_at_two_seats() -> None:
    won, _ = decisive_share(80, 2)  # 0.96 over 1,000 games; this many stay above 0.85 but once in 10,000 runs
    assert won >= 0.85


def test_simple_wins_far_more_than_its_share_at_four_seats() -> None:
    _, shared = decisive_share(60, 4)  # 0.67 over 1,000 games, where 0.25 would be even
    assert shared >= 0.42


@pytest.mark.parametrize("options", [{}, {"games": 2}, {"count_hand_cards": 1}, {"deck": "small", "hand_size": 3}])
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_simple_plays_every_kind_of_game_to_its_end(seats: int, options: dict[str, object]) -> None:
    assert play(["simple"] * seats, 5, options).over


def test_the_same_question_gets_the_same_answer() -> None:
    state = State.new("escalation", 3, 11)
    seat = state.ask_order()[0]
    sight, legal = state.sight(seat).to_dict(), list(state.legal(seat))
    for bot in names("escalation"):
        answers = {choose("escalation", bot, sight, seat, legal, 42) for _ in range(5)}
        assert len(answers) == 1
        assert answers <= set(legal)


def test_random_plays_every_legal_move_at_times() -> None:
    state = State.new("escalation", 3, 11)
    seat = state.ask_order()[0]
    sight, legal = state.sight(seat).to_dict(), list(state.legal(seat))
    assert {choose("escalation", "random", sight, seat, legal, seed) for seed in range(300)} == set(legal)


def test_hidden_cards_do_not_change_a_move() -> None:
    state = State.new("escalation", 4, 3)
    for seed in range(30):
        seat = state.ask_order()[0]
        world = state.determinize(seat, seed)
        moves = []
        for seen in (state, world):
            sight, legal = seen.sight(seat).to_dict(), list(seen.legal(seat))
            moves.append(choose("escalation", "simple", sight, seat, legal, 1))
        assert moves[0] == moves[1]
        state.play(moves[0], seat)


def sight_of(position: dict[str, Any], seat: int) -> dict[str, Any]:
    state: State = load("escalation").moves.read_position(position)
    return state.sight(seat).to_dict()


def test_it_goes_out_while_ahead() -> None:
    position = {
        "game": "escalation",
        "hands": [["5"], ["3", "4"]],
        "taken": [20, 33],
        "deck": [],
        "series": [],
        "turn": 0,
    }
    sight = sight_of(position, 0)
    assert simple(sight, 0, [content.PLAY[5][1][0]], random.Random(0)) == content.PLAY[5][1][0]


def test_it_keeps_the_joker_for_a_pile_that_deserves_it() -> None:
    hands = [["2", "2", "3", "3", "J", "W"], ["3", "3", "4", "4", "5", "5"]]
    small = {"game": "escalation", "hands": hands, "series": [{"seat": 1, "play": "12"}], "turn": 0}
    plays = ["2", "3", "4", "5", "7", "8", "9", "12"]
    large = small | {"series": [{"seat": at % 2, "play": play} for at, play in enumerate(plays)]}
    legal = [content.TAKE, content.LAY_JOKER]
    assert simple(sight_of(small, 0), 0, legal, random.Random(0)) == content.TAKE
    assert simple(sight_of(large, 0), 0, legal, random.Random(0)) == content.LAY_JOKER


def test_nothing_that_is_left_beats_the_largest_total() -> None:
    sight = State.new("escalation", 2, 1).sight(0).to_dict()
    assert stuck(sight, 0, content.MOST_TOTAL) == pytest.approx(stuck(sight, 0, 41), abs=0.01)
    assert stuck(sight, 0, 1) < stuck(sight, 0, 12) < stuck(sight, 0, 30)
    assert at_most(0, 0.0) == 1.0


def test_names_and_unknown_bots() -> None:
    assert names("escalation") == ["random", "simple"]
    assert named("escalation", "simple") is simple
    with pytest.raises(GradatimError, match="has no bot called 'level9'; it has random, simple"):
        named("escalation", "level9")
