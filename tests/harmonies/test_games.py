"""Whole games by the thousand, worlds drawn evenly, and what a seat may know."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from gradatim.core import State
from gradatim.fast import Bulk, Compiled
from gradatim.games.harmonies import content, rules
from gradatim.games.harmonies.content import CHOICE, SPIRIT, TILE
from tests.contract import properties
from tests.harmonies.landscapes import GAME

MODULES = ("sanctuaries", "whispers", "spirits")
SETTINGS = [
    (seats, {"side": side, **dict(zip(MODULES, on, strict=True))})
    for seats in (1, 2, 3, 4)
    for side in range(6)
    for on in itertools.product((0, 1), repeat=3)
]
MOST_TURNS = 36  # 105 / 3 refills, and the turn that finds the pouch empty


@pytest.fixture(scope="module")
def bulk() -> Bulk:
    return Bulk(GAME)


def test_every_setting_conserves_its_components_and_ends(bulk: Bulk, long_run: bool) -> None:
    """120 tokens, all cubes, all cards and tiles, at each step of random games: seats, sides and modules."""
    games, decisions = 0, 0
    each = 110 if long_run else 4
    for seed, (seats, options) in enumerate(SETTINGS):
        report = bulk.play_random(each, seats, 1000 * seed, options, check=True)
        assert report.broken == 0, (seats, options)
        assert report.ended == each, (seats, options)
        assert report.longest <= (MOST_TURNS + seats) * 24  # a turn has at most so many decisions
        games, decisions = games + each, decisions + report.decisions
    assert games == each * 192
    assert decisions > 40 * games


def test_interpreted_equals_compiled(bulk: Bulk, long_run: bool) -> None:
    slow = Bulk(GAME, compiled=False)
    rand = random.Random(1)
    for seed in range(500 if long_run else 6):
        seats, options = rand.choice(SETTINGS)
        options = {**options, "bga_loops": seed % 2, "tiebreak_all_cubes": seed // 2 % 2}
        found = [form.play_random(1, seats, seed, options) for form in (bulk, slow)]
        assert found[0] == found[1], (seats, options)


def test_playouts_agree(bulk: Bulk) -> None:
    state = State.new(GAME, 3, 7, rules.PRESETS["all"])
    assert bulk.playouts(state, 1, 3) == Bulk(GAME, compiled=False).playouts(state, 1, 3)


def test_rings_agree_compiled() -> None:
    """The walk along rings, in both executors, on full rivers."""
    slow, fast = GAME.executor, Compiled(GAME.rules)
    rand = random.Random(2)
    for _ in range(30):
        state = State.new(GAME, 2, 1, {"bga_loops": 1})
        for space in range(content.SPACES):
            wet = state.row.land >> content.BIT[space] & 1 and rand.random() < 0.7
            state.row.stack[0][space] = content.BLUE if wet else 0
        slow.run.derive(state.row)
        row = fast.new()
        fast.write(row, state.row.to_dict())
        assert fast.score(row)[1][:22] == slow.score(state.row)[1][:22]


def test_equal_turns_and_bounded_lists(long_run: bool) -> None:
    """Every seat has as many turns; no legal list comes near its bound."""
    most = 0
    for seed in range(192 if long_run else 4):
        seats, options = SETTINGS[(seed * 53 + 7) % len(SETTINGS)]
        turns: Counter[int] = Counter()
        for state in properties.positions(GAME, seats, options, seed):
            if not state.over:
                most = max(most, len(state.legal()))
            turns[state.row.turns] += 1
        assert max(turns) % seats == 0
        assert max(turns) <= MOST_TURNS + seats
    assert most < 150 < rules.MAX_LEGAL


def choosing(seats: int, turns: int, seed: int) -> State:
    """A game in which so many seats have kept their Spirit and the next one chooses."""
    state = State.new(GAME, seats, seed, {"spirits": 1})
    for _ in range(turns):
        while True:
            move = state.executor.run.idle(state.row, state.to_move[0])
            state.play(move)
            if move == content.END:
                break
    return state


@pytest.mark.parametrize(("turns", "eye", "unknown"), [(0, -1, 10), (1, 0, 8), (2, 0, 7), (2, 2, 6), (3, 1, 6)])
def test_spirits_that_an_eye_cannot_know_are_drawn_evenly(turns: int, eye: int, unknown: int) -> None:
    """Chi-square over the pairs that are chosen from and the Spirits put back."""
    state = choosing(4, turns, 11)
    hidden = [t for t in range(SPIRIT, TILE) if rules.hidden(state.fields, eye, t)]
    assert len(hidden) == unknown
    tries = 3000
    found: Counter[Any] = Counter()
    for seed in range(tries):
        where = state.determinize(eye, seed).row.where
        for place in {state.row.where[t] for t in hidden} - {content.PILE}:
            for thing in hidden:
                if where[thing] == place:
                    found[place, thing] += 1
        assert [where[t] for t in range(SPIRIT, TILE) if t not in hidden] == [
            state.row.where[t] for t in range(SPIRIT, TILE) if t not in hidden
        ]
    for place in {state.row.where[t] for t in hidden} - {content.PILE}:
        times = sum(state.row.where[t] == place for t in hidden)
        assert times == (2 if place >= CHOICE and place < content.BACK else 1)
        expected = tries * times / unknown
        chi = sum((found[place, thing] - expected) ** 2 / expected for thing in hidden)
        assert chi < 35, (place, chi)  # 9 degrees of freedom at most: far beyond 1 in 10,000


def test_no_eye_sees_the_choices_of_others() -> None:
    """For every chooser and every eye, the audience too."""
    for turns in range(4):
        state = choosing(4, turns, 5)
        for eye in range(-1, 4):
            sight: Any = state.sight(eye)
            seen = {place for place in sight.where if place >= CHOICE}
            own = {CHOICE + turns} if eye == turns else {content.BACK + eye} if 0 <= eye < turns else set()
            assert seen == own, (turns, eye)


def test_nothing_else_is_hidden() -> None:
    """A world differs from the game in Spirits and chance alone."""
    state = choosing(3, 1, 4)
    for eye in range(-1, 3):
        world, real = state.determinize(eye, 9).fields.to_dict(), state.fields.to_dict()
        assert {name for name in real if world[name] != real[name]} <= {"rng", "where"}
