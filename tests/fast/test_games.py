"""Escalation! by the thousand: no game breaks a bound, and every executor and the C loop play the same."""

import itertools
import shutil

import pytest

from benchmarks.run import build, run_c
from gradatim.core import Game, State
from gradatim.dialect.random import below, seed_rng
from gradatim.fast import Bulk, Compiled
from tests.fast import counting

SEATS = range(2, 7)
CARDS = 56  # rulebook, Deck
DECK_SIZES = (CARDS, 20)


@pytest.fixture(scope="session")
def c_program(tmp_path_factory, require) -> str:
    gcc = require(shutil.which("gcc"), "no gcc for the C loop")
    return build(gcc, str(tmp_path_factory.mktemp("c")))


@pytest.fixture(scope="session")
def counting_plays(escalation: Game) -> Bulk:
    return Bulk(escalation, drivers=counting)


@pytest.mark.parametrize("seats", SEATS)
def test_same_as_c(compiled: Bulk, interpreted: Bulk, c_program: str, seats: int) -> None:
    for seed, games in ((0, 20), (2**40, 20)):
        reports = [form.play_random(games, seats, seed) for form in (compiled, interpreted)]
        found = run_c(c_program, games, seats, seed)
        assert [(report.checksum, report.decisions) for report in reports] == 2 * [
            (found["checksum"], found["decisions"])
        ]
        assert found["decisions"] > games
    assert compiled.play_random(5_000, seats).checksum == run_c(c_program, 5_000, seats)["checksum"]


@pytest.mark.parametrize("seats", SEATS)
def test_same_as_c_with_every_option(
    escalation: Game, compiled: Bulk, interpreted: Bulk, c_program: str, seats: int, long_run: bool
) -> None:
    names = [option.name for option in escalation.rules.OPTIONS]
    settings = list(itertools.product(*(option.values for option in escalation.rules.OPTIONS)))
    tried = 0
    for values in settings if long_run else settings[seats::7]:
        options = dict(zip(names, values, strict=True))
        if seats * options["hand_size"] > DECK_SIZES[options["deck"]]:
            continue
        found = run_c(c_program, 50, seats, 7, values)["checksum"]
        assert compiled.play_random(50, seats, 7, options).checksum == found, options
        found = run_c(c_program, 1, seats, 8, values)["checksum"]
        assert interpreted.play_random(1, seats, 8, options).checksum == found, options
        tried += 1
    assert tried > 10


@pytest.mark.parametrize("seats", SEATS)
def test_every_game_ends_within_its_bounds(escalation: Game, counting_plays: Bulk, seats: int, long_run: bool) -> None:
    games = 100_000 if long_run else 5_000
    rules = escalation.rules
    components = len(rules.COMPONENTS)
    out = counting_plays.buffer(counting.COUNTS)
    counting_plays.call(
        "count_plays",
        counting_plays.state(State.blank(escalation, seats, None, None).fields.to_dict()),
        games,
        seats * 1_000_000,
        components,
        out,
        counting_plays.buffer(2 * rules.SEATS[1]),
        counting_plays.buffer(rules.MAX_LEGAL),
        counting_plays.buffer(components),
        counting_plays.buffer(components),
        counting_plays.buffer(4),
    )
    assert out[counting.ENDED] == games
    assert out[counting.BROKEN] == 0
    assert seats < out[counting.MOST_PLAYS] <= CARDS
    assert out[counting.MOST_PLAYS] <= out[counting.LONGEST] <= 2 * CARDS


@pytest.mark.parametrize("seats", SEATS)
def test_executors_agree_move_by_move(escalation: Game, executor: Compiled, seats: int, long_run: bool) -> None:
    moves = 0
    for seed in range(2_000 if long_run else 15):
        slow = State.new(escalation, seats, seed)
        fast = State.new(escalation, seats, seed, executor=executor)
        rng = [0, 0, 0, 0]
        seed_rng(rng, seed)
        assert fast.fields == slow.fields
        while order := slow.ask_order():
            legal = slow.legal(order[0]).ids
            assert fast.ask_order() == order
            assert fast.legal(order[0]).ids == legal
            move = legal[below(rng, len(legal))]
            slow.play(move, order[0])
            fast.play(move, order[0])
            assert fast.fields == slow.fields
            moves += 1
        assert fast.over
        assert fast.score() == slow.score()
    assert moves > 15 * seats


def test_playouts_of_a_round_stop_where_the_next_is_dealt(compiled: Bulk, interpreted: Bulk) -> None:
    """In a match of two games: who leads after the first is not who wins the second."""
    state = State.new("escalation", 2, 5, {"games": 2})
    rounds = [form.playouts(state, 0, 30, whole=False) for form in (compiled, interpreted)]
    wholes = [form.playouts(state, 0, 30) for form in (compiled, interpreted)]
    assert rounds[0] == rounds[1] != wholes[0] == wholes[1]
    assert sum(rounds[0]) == pytest.approx(1)


def test_playouts_agree(escalation: Game, compiled: Bulk, interpreted: Bulk) -> None:
    state = State.new(escalation, 3, seed=5)
    shares = compiled.playouts(state, 0, 20)
    assert shares == interpreted.playouts(state, 0, 20)
    assert sum(shares) == pytest.approx(1)
