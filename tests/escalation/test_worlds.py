"""Worlds drawn by `determinize`: possible, and each equally likely."""

from collections import Counter
from math import comb, prod, sqrt

from gradatim.core import State
from gradatim.fast import Bulk
from gradatim.games.escalation import content, moves
from gradatim.games.escalation.content import KINDS


def chi_square_is_usual(seen: Counter[object], expected: dict[object, float]) -> bool:
    """Is the chi-square statistic within four standard deviations of its mean? Every cell must expect 5 or more."""
    assert set(seen) <= set(expected), "a world that cannot be"
    assert min(expected.values()) >= 5
    statistic = sum((seen[key] - wanted) ** 2 / wanted for key, wanted in expected.items())
    freedom = len(expected) - 1
    return statistic < freedom + 4 * sqrt(2 * freedom)


def test_worlds_are_equally_likely(long_run: bool) -> None:
    """Seat 0 knows its hand; seat 1 has two of four different unseen cards and one pair, the deck has the rest."""
    deck = ["3", "3", "8", "W", "J"]
    taken = [moves.SYMBOLS[kind] for kind in range(1, KINDS) for _ in range(content.FULL[kind])]
    for card in ("5", "5", *deck):
        taken.remove(card)
    position = {"hands": [["5", "5"], ["3", "8"]], "deck": deck[1:2] + deck[3:], "taken": [taken, []]}
    state = moves.read_position({**position, "options": {"hand_size": 2}})
    unseen = Counter(moves.card_kind(card) for card in deck)
    draws = 40_000 if long_run else 8_000
    seen: Counter[object] = Counter()
    for seed in range(draws):
        world = state.determinize(0, seed)
        seen[tuple(world.fields.hand[1])] += 1  # type: ignore[attr-defined]
    expected: dict[object, float] = {}
    for one in unseen:
        for two in unseen:
            hand = [0] * KINDS
            hand[one] += 1
            hand[two] += 1
            if one <= two and hand[one] <= unseen[one]:
                ways = prod(comb(unseen[kind], hand[kind]) for kind in unseen)
                expected[tuple(hand)] = draws * ways / comb(5, 2)
    assert chi_square_is_usual(seen, expected)


def test_the_test_sees_uneven_worlds() -> None:
    seen = Counter({"a": 1100, "b": 900, "c": 1000})
    assert not chi_square_is_usual(Counter({"a": 1300, "b": 700, "c": 1000}), dict.fromkeys("abc", 1000.0))
    assert chi_square_is_usual(Counter({"a": 1010, "b": 995, "c": 995}), dict.fromkeys("abc", 1000.0))
    assert seen.total() == 3000


def test_deals_are_even() -> None:
    """The first card of each seat, over many deals: as the deck has it."""
    deals = 4_000
    seen: Counter[object] = Counter()
    for seed in range(deals):
        fields = State.new("escalation", 2, seed, {"hand_size": 1}).fields
        seen[fields.hand[1].index(1)] += 1  # type: ignore[attr-defined]
    expected: dict[object, float] = {kind: deals * content.FULL[kind] / 56 for kind in range(1, KINDS)}
    assert chi_square_is_usual(seen, expected)


def test_playouts_agree_in_both_executors() -> None:
    state = State.new("escalation", 4, 11)
    compiled, interpreted = Bulk(state.game), Bulk(state.game, compiled=False)
    assert compiled.playouts(state, 2, 60, seed=3) == interpreted.playouts(state, 2, 60, seed=3)
