#!/usr/bin/env python3
"""Crescent beside a plain-Python model of it, in one run: random play and legal-move lists. Writes nothing.

python benchmarks/crescent.py [--seconds S] [--json]

The model below was written for this comparison, as a card-game program writes such a game: objects for cards and
piles that are asked whether they accept a card. PySolFC's own Crescent is not run here, since its rules live in
objects that need a window; it also plays another Crescent (no limit to a pile, foundation cards may come back). The
model plays the very games that the compiled rules play, which a checksum over all moves proves.
"""

import argparse
import json
import sys
import time
from dataclasses import dataclass

import listing

from gradatim.core import State, load
from gradatim.dialect.contract import simulated
from gradatim.dialect.random import MASK, below, seed_rng
from gradatim.fast import Bulk, Compiled
from gradatim.fast.bench import Contender, facade_plays, plays, side_by_side
from gradatim.games.crescent import content

GAME = load("crescent")
MOST_MOVES = 300
POSITIONS = 40


@dataclass(frozen=True)
class Card:
    suit: int
    rank: int


class Pile:
    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards

    def accepts(self, card: Card) -> bool:
        if not 0 < len(self.cards) < content.MOST:
            return False
        top = self.cards[-1]
        return top.suit == card.suit and (top.rank - card.rank) % content.RANKS in (1, content.RANKS - 1)


class Foundation:
    def __init__(self, base: Card, step: int) -> None:
        self.cards = [base]
        self.step = step

    def accepts(self, card: Card) -> bool:
        top = self.cards[-1]
        return top.suit == card.suit and top.rank + self.step == card.rank


class Patience:
    """Crescent in plain objects; moves have the numbers of `gradatim.games.crescent.content`."""

    def __init__(self, number: int, redeals: int = 3) -> None:
        dealt = content.deal(content.Deal(number))
        self.piles = [Pile([Card(*divmod(card, content.RANKS)) for card in cards]) for cards in dealt]
        self.up = [Foundation(Card(suit, content.ACE), 1) for suit in range(content.SUITS)]
        self.down = [Foundation(Card(suit, content.KING), -1) for suit in range(content.SUITS)]
        self.redeals = redeals
        self.moves = 0

    def legal(self) -> list[int]:
        if self.moves >= MOST_MOVES:
            return []
        found = []
        if self.redeals and any(len(pile.cards) > 1 for pile in self.piles):
            found.append(content.REDEAL)
        for number, pile in enumerate(self.piles):
            if not pile.cards:
                continue
            card = pile.cards[-1]
            if self.up[card.suit].accepts(card):
                found.append(content.UP + number)
            if self.down[card.suit].accepts(card):
                found.append(content.DOWN + number)
            for onto, target in enumerate(self.piles):
                if target is not pile and target.accepts(card):
                    found.append(content.ONTO + number * content.PILES + onto)
        for suit in range(content.SUITS):
            for at, one, other in ((0, self.up, self.down), (content.SUITS, self.down, self.up)):
                if len(one[suit].cards) > 1 and other[suit].accepts(one[suit].cards[-1]):
                    found.append(content.TRANSFER + at + suit)
        return found

    def play(self, move: int) -> None:
        if move == content.REDEAL:
            for pile in self.piles:
                if len(pile.cards) > 1:
                    pile.cards.append(pile.cards.pop(0))
            self.redeals -= 1
            return
        self.moves += 1
        if move < content.TRANSFER:
            card = self.piles[(move - content.UP) % content.PILES].cards.pop()
            (self.up if move < content.DOWN else self.down)[card.suit].cards.append(card)
        elif move < content.ONTO:
            side, suit = divmod(move - content.TRANSFER, content.SUITS)
            source, target = (self.down, self.up) if side else (self.up, self.down)
            target[suit].cards.append(source[suit].cards.pop())
        else:
            source_pile, target_pile = divmod(move - content.ONTO, content.PILES)
            self.piles[target_pile].cards.append(self.piles[source_pile].cards.pop())

    @property
    def home(self) -> int:
        return sum(len(foundation.cards) for foundation in (*self.up, *self.down))


def play_random(games: int, seed: int) -> tuple[int, int]:
    """Checksum and decisions of the games that `gradatim.fast.drivers.play_random` plays."""
    checksum = decisions = 0
    deal_rng, rng = [0] * 4, [0] * 4
    for game in range(games):
        seed_rng(deal_rng, seed + game)
        seed_rng(rng, (seed + game) ^ MASK)
        patience = Patience(below(deal_rng, content.DEALS))
        while legal := patience.legal():
            move = legal[below(rng, len(legal))]
            patience.play(move)
            checksum = (checksum * 31 + move * 8 + 1) & MASK
            decisions += 1
        checksum = (checksum * 31 + patience.home) & MASK
    return checksum, decisions


def plain_plays(games: int) -> tuple[int, float]:
    start = time.thread_time()
    decisions = play_random(games, seed=1)[1]
    return decisions, time.thread_time() - start


def middles() -> list[State]:
    """Positions of random games, some moves in."""
    states = []
    rng = [0] * 4
    seed_rng(rng, 1)
    for number in range(POSITIONS):
        state = State.new(GAME, 1, number, simulated(GAME.rules))
        for _ in range(number % 20):
            state.play(state.legal().ids[below(rng, len(state.legal()))])
            if state.over:
                break
        states.append(state)
    return [state for state in states if not state.over]


def plain_copy(state: State) -> Patience:
    patience = Patience(0, state.fields.left)  # type: ignore[attr-defined]
    s = state.fields.to_dict()
    for pile, cards, height in zip(patience.piles, s["pile"], s["height"], strict=True):
        pile.cards = [Card(*divmod(card, content.RANKS)) for card in cards[:height]]
    for suit in range(content.SUITS):
        patience.up[suit].cards = [Card(suit, rank) for rank in range(s["up"][suit] + 1)]
        patience.down[suit].cards = [Card(suit, rank) for rank in range(content.KING, s["down"][suit] - 1, -1)]
    return patience


def listings(bulk: Bulk, states: list[State]) -> Contender:
    rows = [bulk.state(state.fields.to_dict()) for state in states]
    moves, out = bulk.buffer(GAME.rules.MAX_LEGAL), bulk.buffer(1)

    def run(times: int) -> tuple[int, float]:
        start = time.thread_time()
        for row in rows:
            bulk.call("list_legal", row, times, moves, out)
        return times * len(rows), time.thread_time() - start

    return run


def plain_listings(states: list[State]) -> Contender:
    patiences = [plain_copy(state) for state in states]

    def run(times: int) -> tuple[int, float]:
        start = time.thread_time()
        for patience in patiences:
            for _ in range(times):
                patience.legal()
        return times * len(patiences), time.thread_time() - start

    return run


def main() -> int:
    parser = argparse.ArgumentParser(description="Crescent beside a plain-Python model of it, in one run.")
    parser.add_argument("--seconds", type=float, default=12.0, help="CPU time to share among all (default 12)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    compiled, interpreted, states = Bulk(GAME), Bulk(GAME, compiled=False), middles()
    plain = play_random(200, seed=1)
    report = compiled.play_random(200, 1, seed=1)
    equal = plain == (report.checksum, report.decisions)
    equal &= all(plain_copy(state).legal() == state.legal().ids for state in states)
    rates = side_by_side(
        {
            "play, compiled": plays(compiled, 1),
            "play, interpreted": plays(interpreted, 1),
            "play, State over compiled": facade_plays(GAME, Compiled(GAME.rules), 1),
            "play, plain Python": plain_plays,
            "list, compiled": listings(Bulk(GAME, drivers=listing), states),
            "list, interpreted": listings(Bulk(GAME, drivers=listing, compiled=False), states),
            "list, plain Python": plain_listings(states),
        },
        arguments.seconds,
    )
    best = {name: max(rounds) for name, rounds in rates.items()}
    ratios = {name: best[name] / best[f"{name.partition(',')[0]}, plain Python"] for name in best}
    if arguments.json:
        print(json.dumps({"per_s": best, "times_plain": ratios, "same_games": equal}, indent=2))
    else:
        for name, rate in best.items():
            print(f"{name:28} {rate:12,.0f} a second {ratios[name]:8.2f} times plain Python")
        print("all play the same games" if equal else "THE FORMS DO NOT PLAY THE SAME GAMES")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
