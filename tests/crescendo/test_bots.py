"""The bot of Crescendo plays from the sight alone, always legally, the same again, and well."""

import random
import time
from typing import Any

import pytest

from gradatim.bots import at_random, choose
from gradatim.core import State
from gradatim.games.crescendo import content, moves, rules
from gradatim.games.crescendo.bots import BOTS, Mind, simple
from tests.contract.properties import choose as random_move
from tests.crescendo.test_rulings import position, window


def game(seats: int, own: int, seed: int, bot: Any = simple, **options: int) -> State:
    """The bot in one seat, random players in the others."""
    state = State.new("crescendo", seats, seed, {"max_laps": 20, **options})
    rand = random.Random(seed)
    while not state.over:
        seat = state.ask_order()[0]
        if seat == own or own < 0:
            state.play(bot(state.sight(seat).to_dict(), seat, state.legal(seat).ids, rand), seat)
        else:
            state.play(random_move(state, rand)[1], seat)
    return state


@pytest.mark.parametrize("backs", [0, 2])
def test_simple_beats_random(backs: int) -> None:
    """It won all of 100 games; here it has to win all of six."""
    for seed in range(6):
        assert game(2, seed % 2, seed, backs=backs).score().winners == (seed % 2,)


def test_it_calls_when_it_is_right() -> None:
    called = right = 0
    for seed in range(6):
        s: Any = game(2, 0, 50 + seed).fields
        called += s.sheet_caller.count(0)
        right += sum(s.sheet_caller[r] == 0 and s.sheet_wrong[r][0] == 0 for r in range(rules.ROUNDS))
    assert called >= 6
    assert right >= 0.8 * called


@pytest.mark.parametrize("options", [{"null_turn": 0}, {"backs": 2, "number_after_last": 0}, {"pass_bonus_always": 0}])
def test_it_plays_every_kind_of_game_to_its_end(options: dict[str, int]) -> None:
    assert game(3, -1, 5, **options, max_laps=10).over


def test_h13_hidden_cards_do_not_change_a_move() -> None:
    """In every world that fits the sight it makes the same move, with the same random stream, forgetful or not."""
    asked = 0
    for seats, backs in ((2, 2), (5, 0)):
        state = State.new("crescendo", seats, 7, {"max_laps": 10, "backs": backs})
        rand = random.Random(seats)
        while not state.over and asked < 150 * seats:
            seat, move = random_move(state, rand)
            world = state.determinize(seat, asked)
            for memory in (1.0, 0.5):
                sights = [seen.sight(seat).to_dict() for seen in (state, world)]
                legal = state.legal(seat).ids
                made = [simple(sight, seat, legal, random.Random(3), memory) for sight in sights]
                assert made[0] == made[1]
                assert made[0] in legal
            asked += 1
            state.play(move, seat)
    assert asked > 150


def test_the_same_question_gets_the_same_answer() -> None:
    state = position("90 20 60 10", "3 4", top_back=1)
    sight, legal = state.sight(0).to_dict(), state.legal(0).ids
    assert len({choose("crescendo", "simple", sight, 0, legal, 42) for _ in range(3)}) == 1


def test_it_answers_quickly_even_with_a_long_row() -> None:
    """The fastest of three: 1 to 2 ms at a table; other programs may be running."""
    numbers = list(range(1, 101))
    random.Random(1).shuffle(numbers)
    for length in (8, 60):
        for back in range(content.BACKS):
            rows = [" ".join(map(str, numbers[:length])), " ".join(map(str, numbers[length : length + 8]))]
            state = position(*rows, pile="J1", turns=10, top_back=back)
            sight, legal = state.sight(0).to_dict(), state.legal(0).ids
            taken = []
            for _ in range(3):
                begin = time.perf_counter()
                simple(sight, 0, legal, random.Random(1))
                taken.append(time.perf_counter() - begin)
            assert min(taken) < 0.02


def known(state: State, seat: int = 0) -> State:
    """The same, and the seat has seen its own row."""
    s: Any = state.fields
    for slot in range(s.row_count[seat]):
        s.seen[seat][slot] |= 1 << seat
    return state


def plays(state: State, seat: int = 0, memory: float = 1.0) -> str:
    sight, legal = state.sight(seat).to_dict(), state.legal(seat).ids
    return moves.text(simple(sight, seat, legal, random.Random(1), memory))


def test_it_knows_what_to_do() -> None:
    assert plays(known(position("10 20 30 40", "3 4"))) == "crescendo"
    assert plays(known(position("10 20 30 5", "3 4", pile="35"))) == "pile"
    assert plays(known(window("10 16 30 40", "3 4", pile="15"))) == "number 2"
    assert plays(window("10 16 30 40", "3 4", pile="15")) == "hold"
    assert plays(known(window("J0 16 30 40", "3 4", pile="J1"))) == "hold"
    assert plays(known(position("10 20 30 40", "3 4", turn=0, caller=1, finals=1))) == "pass"
    assert plays(known(position("10 20 30 5", "3 4", pile="35", turn=0, caller=1, finals=1))) == "pile"
    drawn = known(position("10 90 30 40", "3 4", drawn={"card": "25", "from": "reserve"}, phase="drawn"))
    assert plays(drawn) == "keep 2"
    follow = known(position("10 12 30 40", "3 4", drawn={"card": "11", "from": "reserve"}, phase="drawn"))
    assert plays(follow) == "discard"  # and NUMBER with the 10 or the 12


def test_who_forgets_plays_as_if_it_had_not_seen() -> None:
    assert plays(known(window("10 16 30 40", "3 4", pile="15")), memory=0.0) == "hold"
    assert plays(window("10 16* 30 40", "3 4", pile="15"), memory=0.0) == "number 2"  # a locked card lies open


def test_what_is_forgotten_stays_forgotten() -> None:
    """Of the cards seen it keeps about the share that `memory` says, and the same ones each time it is asked."""
    state = known(position(" ".join(str(n) for n in range(1, 60)), "98 99", pile="70"))
    sight = state.sight(0).to_dict()
    kept = [[card for card in Mind(sight, 0, memory).row if card > 0] for memory in (0.0, 0.3, 0.6, 0.6, 1.0)]
    assert kept[2] == kept[3]
    assert kept[0] == []
    assert 8 < len(kept[1]) < 28 < len(kept[2]) < 48 < len(kept[4]) == 59


def test_forgetful_is_between_random_and_simple() -> None:
    forgetful = BOTS["forgetful"]
    assert list(BOTS) == ["forgetful", "simple"]
    for seed in range(3):
        assert game(2, seed % 2, seed, forgetful).score().winners == (seed % 2,)
    won = sum(against(simple, forgetful, seed) for seed in range(6))
    assert won >= 4


def against(one: Any, two: Any, seed: int) -> bool:
    """Does the first win a game of two?"""
    state = State.new("crescendo", 2, seed, {"max_laps": 20})
    while not state.over:
        seat = state.ask_order()[0]
        bot = (one, two)[(seat + seed) % 2]
        state.play(bot(state.sight(seat).to_dict(), seat, state.legal(seat).ids, random.Random(1)), seat)
    return state.score().winners == (seed % 2,)


@pytest.mark.parametrize("backs", [0, 1, 2])
def test_h15_beliefs_are_sets(backs: int) -> None:
    """What a hidden card may be: every card of its back that lies nowhere in sight, and no other."""
    state = position("10 11* 50", "30 4*", pile="60 J1 90", own=[["12"], []], options={"backs": backs})
    mind = Mind(state.sight(0).to_dict(), 0)
    s: Any = state.fields
    left = [n for n in range(1, 101) if n not in (11, 4, 60, 90, 12)]
    for back in range(content.BACKS):
        numbers = [kind for kind in mind.pools[-1 - back] if kind < content.JOKER]
        assert numbers == [n for n in left if s.back_of[n] == back]
    assert [mind.pools[-1 - back].count(content.JOKER + back) for back in range(content.BACKS)] == [1, 1, 1]


def test_it_expects_wrong_cards_as_they_come() -> None:
    """The chance of each card to be wrong, against counting in worlds."""
    state = position("40 J1* 10 60 90", "30 4", pile="50")
    s: Any = state.fields
    s.seen[0][2] = 1
    mind = Mind(state.sight(0).to_dict(), 0)
    worlds = 3000
    counted = 0
    for seed in range(worlds):
        state.executor.run.determinize(state.row, 0, seed)
        counted += rules.wrong_cards(state.row, 0)
    assert sum(mind.wrong(mind.row)) == pytest.approx(counted / worlds, abs=0.06)


def test_random_plays_on() -> None:
    state = position("10 20", "3 4")
    assert at_random(state.sight(0).to_dict(), 0, state.legal(0).ids, random.Random(1)) in state.legal(0)
