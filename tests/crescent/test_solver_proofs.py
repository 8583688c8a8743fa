"""No false "lost": proofs beside every way to play small positions, and along lines that win."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from benchmarks.crescent_solver import winning_lines
from gradatim.games.crescent import moves, rules
from gradatim.games.crescent.content import MOST, PILES, RANKS, SUITS
from gradatim.games.crescent.solver import answers, lines, proof, search, solve


def along(sight: dict[str, Any], line: list[str]) -> Iterator[dict[str, Any]]:
    """Every position of a line but the last, which is won."""
    fields: Any = lines.state_of(sight).fields
    for move in line:
        yield fields.to_dict()
        assert rules.refusal(fields, 0, moves.parse(move)) == 0, move
        rules.apply(fields, 0, moves.parse(move))
    assert rules.ENDINGS[fields.ending] == "won"


def small(drawn: random.Random) -> dict[str, Any]:
    """A position with 6 to 14 cards of one to three suits in the piles, all others home."""
    while True:
        up, down = [RANKS - 1] * SUITS, [0] * SUITS
        for suit in drawn.sample(range(SUITS), drawn.randint(1, 3)):
            up[suit], down[suit] = drawn.randrange(RANKS), drawn.randrange(RANKS)
        cards = [
            suit * RANKS + rank
            for suit in range(SUITS)
            for rank in range(RANKS)
            for _ in range((rank > up[suit]) + (rank < down[suit]))
        ]
        if 6 <= len(cards) <= 14 and all(cards.count(card) <= 2 for card in cards):
            break
    drawn.shuffle(cards)
    piles: list[list[int]] = [[] for _ in range(PILES)]
    used = drawn.randint(2, 6)
    for card in cards:
        piles[drawn.choice([p for p in range(used) if len(piles[p]) < MOST])].append(card)
    return {
        "pile": [pile + [0] * (MOST - len(pile)) for pile in piles],
        "height": [len(pile) for pile in piles],
        "up": up,
        "down": down,
        "left": drawn.choice((0, 0, 1, 2)),
    }


def winnable(sight: dict[str, Any], most: int) -> bool | None:
    """Try every way to play on, by the rules alone; None if that leads to more than so many states."""
    start: Any = lines.state_of(sight).fields
    seen: set[Any] = set()
    waiting = [start]
    buffer = [0] * rules.MAX_LEGAL
    while waiting:
        fields = waiting.pop()
        for move in buffer[: rules.legal(fields, 0, buffer)]:
            after = fields.copy()
            rules.apply(after, 0, move)
            if rules.ENDINGS[after.ending] == "won":
                return True
            piles = sorted(tuple(pile[:height]) for pile, height in zip(after.pile, after.height, strict=True))
            name = (tuple(piles), tuple(after.up), tuple(after.down), after.left)
            if name not in seen:
                seen.add(name)
                waiting.append(after)
        if len(seen) > most:
            return None
    return False


@pytest.mark.parametrize(("count", "most"), [(16, 600), pytest.param(600, 6_000, marks=pytest.mark.long)])
def test_small_positions_are_judged_as_by_every_way_to_play(count: int, most: int) -> None:
    drawn = random.Random(count)
    seen = {True: 0, False: 0}
    while sum(seen.values()) < count:
        sight = small(drawn)
        truth = winnable(sight, most)
        if truth is None:
            continue
        seen[truth] += 1
        root = lines.row_of(sight)
        assert isinstance(search.decide(root, search.Spent(10**7)), search.Line) == truth, sight
        whole = search.Game(root, tuple(range(SUITS)), together=True)
        assert whole.go_on(10**7, search.Spent(10**7)).answer == (proof.WON if truth else proof.LOST), sight
        for suit in range(SUITS):
            alone = search.Game(root, (suit,)).go_on(10**7, search.Spent(10**7))
            assert alone.answer == proof.WON or not truth, (suit, sight)
        assert solve(sight, 10**7).result == ("winnable" if truth else "lost"), sight
    assert min(seen.values()) >= count // 8, seen


@pytest.mark.parametrize(("deals", "budget"), [(2, 6_000), pytest.param(160, 20_000, marks=pytest.mark.long)])
def test_no_position_on_a_winning_line_is_proven_lost(deals: int, budget: int) -> None:
    found = winning_lines(deals, budget, map)
    assert found["positions"] > 130 * deals  # 20 800 of them in the long form
    assert found["called_lost"] == 0


@pytest.mark.parametrize("deals", [1, pytest.param(20, marks=pytest.mark.long)])
def test_no_suits_alone_are_proven_lost_on_a_winning_line(deals: int) -> None:
    """Every choice of suits, each with its own budget: `decide` leaves most of them out."""
    for deal in range(41_000, 41_000 + deals):
        sight = answers.dealt(deal, 3)
        for position in list(along(sight, solve(sight).moves))[::4]:
            root = lines.row_of(position)
            for size in (1, 2, 3):
                for suits in combinations(range(SUITS), size):
                    game = search.Game(root, suits).go_on(4_000, search.Spent(4_000))
                    assert game.answer != proof.LOST, (deal, suits, position)
