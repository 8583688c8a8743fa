"""The bots: legal at every step, far better than chance, and nothing but the sight decides."""

import random
import statistics
from typing import Any

import pytest

from gradatim.core import State
from gradatim.games.harmonies import content, rules
from gradatim.games.harmonies.bots import Mind, simple
from tests.harmonies.landscapes import GAME, running
from tests.harmonies.test_rulings import GRAY_BLUE, ON, with_hand

RNG = random.Random(0)


def choice(state: State, seat: int | None = None) -> str:
    seat = state.to_move[0] if seat is None else seat
    return GAME.moves.text(simple(state.sight(seat).to_dict(), seat, state.legal(seat).ids, RNG))


def play(seats: int, seed: int, **options: int) -> State:
    state = State.new(GAME, seats, seed, options)
    while not state.over:
        move = choice(state)
        assert move in state.legal()
        state.play(move)
    return state


def means(games: int, seats: int, **options: int) -> tuple[float, dict[str, float]]:
    """Mean total, and mean of each part."""
    states = [play(seats, 7_000 + seed, **options) for seed in range(games)]
    totals = [total for state in states for total in state.score().totals]
    rows = [row for state in states for row in state.score().parts]
    return statistics.mean(totals), dict(zip(rules.PARTS, map(statistics.mean, zip(*rows, strict=True)), strict=True))


def test_simple_plays_side_a_with_spirits(long_run: bool) -> None:
    """At least 86 points on average in a two-player game; `quick` and chance have about 35 and 20."""
    mean, parts = means(500 if long_run else 2, 2, spirits=1)
    assert mean >= (86 if long_run else 70)
    assert parts["animals"] > 15
    assert parts["spirit"] > 2


def test_simple_builds_sanctuaries_and_uses_whispers(long_run: bool) -> None:
    mean, parts = means(100 if long_run else 1, 2, side=2, sanctuaries=1, whispers=1)
    assert mean > 50
    if long_run:
        assert parts["sanctuaries"] > 4
        assert parts["whispers"] > 2


def test_simple_beats_chance(long_run: bool) -> None:
    """Always, in either seat, with all modules."""
    for seed in range(50 if long_run else 1):
        state, rand = State.new(GAME, 2, seed, rules.PRESETS["all"]), random.Random(seed)
        while not state.over:
            seat = state.to_move[0]
            state.play(choice(state) if seat == seed % 2 else rand.choice(state.legal().ids))
        assert state.score().winners == (seed % 2,)


def test_a_sanctuary_counts_on_the_tokens_in_hand() -> None:
    """With two blue tokens in hand a mountain of height 2 is as good as a Sanctuary; with one it is half of that."""
    board = {"stacks": {"b2": "gray gray", "b1": "blue", "b3": "blue", "c2": "gray"}, "above": [GRAY_BLUE]}
    worth = []
    for hand in ([], ["blue"], ["blue", "blue"], ["gray", "green"]):
        state = with_hand(running(board, {}, **ON), *hand)
        worth.append(Mind(state.sight(0).to_dict(), 0).worth())
    nothing, one, both, other = worth
    assert nothing == other < one < both
    state = with_hand(running(board, {}, **ON), "blue", "blue")
    assert choice(state) == "use 1 b2"
    state.play("use 1 b2")
    assert choice(state) == "use 1 b2"


def test_one_sanctuary_at_a_time() -> None:
    """The tile that would be taken at once is left while another is being built."""
    stacks = {"b2": "red red", "d2": "gray gray", "d1": "blue", "d3": "gray", "c2": "blue", "e2": "gray"}
    offer = ["Sanctuary 1", "Sanctuary 2", "Sanctuary 3"]
    assert choice(running({"stacks": stacks}, {}, offer=offer, **ON)) == "tile 1"
    busy = running({"stacks": stacks, "above": ["Sanctuary 5"]}, {}, offer=offer, **ON)
    assert not choice(busy).startswith("tile")


def test_a_whisper_seeks_company() -> None:
    board = {
        "stacks": {"b2": "blue", "d2": "blue", "b1": "green", "d1": "yellow", "b3": "yellow"},
        "cubes": ["b2"],
        "above": [{"name": "Frog", "cubes": 4}, "Mist"],
    }
    assert choice(running(board, {}, options={"whispers": 1})) == "use 2 b2"


def test_simple_plays_solo() -> None:
    state = play(1, 5, side=4, whispers=1, spirits=1)
    assert state.score().totals[0] > 40


def test_simple_sees_its_own_sight_alone() -> None:
    """The same move in every world that fits the sight."""
    state = State.new(GAME, 3, 8, {"spirits": 1, "sanctuaries": 1, "whispers": 1})
    for step in range(24):
        assert choice(state.determinize(state.to_move[0], step)) == choice(state)
        state.play(choice(state))


def test_thinking_changes_nothing() -> None:
    state = running({"stacks": {"b2": "gray gray"}, "above": [GRAY_BLUE, "Fish"]}, {}, **ON)
    sight: dict[str, Any] = state.sight(0).to_dict()
    mind = Mind(sight, 0)
    mind.s.hand = [0, 2, 1, 0, 0, 0, 0]
    before = ([*mind.stack], [*mind.kind], [*mind.top], [*mind.s.site], [*mind.s.hand])
    assert mind.plan()[1] is not None
    assert before == (mind.stack, mind.kind, mind.top, mind.s.site, mind.s.hand)
    assert sight == state.sight(0).to_dict()


def test_what_it_is_after() -> None:
    """It places a cube that it can, completes a Sanctuary that pays, and builds trees on trunks."""
    frog = running({"stacks": {"b2": "blue", "b1": "green"}, "above": ["Frog"]}, {})
    assert choice(frog) == "use 1 b2"
    near = dict.fromkeys(("b1", "b3", "a2", "a3", "c2", "c3"), "blue")
    built = {"stacks": {**near, "b2": "gray gray blue"}, "above": [{"name": GRAY_BLUE, "space": "b2"}]}
    assert choice(with_hand(running(built, {}, centre=[["red"]] * 5, **ON), "blue")) == "use 1 b2"
    trunks = with_hand(running({"stacks": {"b2": "brown brown"}}, {}), "green")
    assert choice(trunks) == "green b2"


@pytest.mark.parametrize("pair", [("Lion", "Deer"), ("Stork", "Butterfly")])
def test_it_keeps_the_more_useful_spirit(pair: tuple[str, str]) -> None:
    state = running({}, {}, choice=list(pair), options={"spirits": 1})
    state.play(choice(state))
    kept = content.CARD_NAMES[state.fields.held[0][0] - 1]  # type: ignore[attr-defined]
    assert kept in ("Lion", "Butterfly")
