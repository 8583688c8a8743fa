"""A player of Crescendo who remembers what it saw, and counts on the rest by their backs.

Everything is weighed in points: a row costs the wrong cards that are to be expected in it, and a little for each card
that is unknown. A card is written as its kind where that is remembered, else as the number of its pool, which is
negative: the set of what it may be. That is every card with its back that lies nowhere in sight and went into the
Reserve at the same reshuffle as this card came out after. Nothing asks whether the numbers of a back are neighbours.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gradatim.games.crescendo import content
from gradatim.games.crescendo.content import BACKS, JOKER, SLOTS, WIDTH

# In points, set by judgement and not tuned.
UNKNOWN = 0.1  # what it costs not to know a card
HOPE = 1.5  # what the next laps still bring to a row that has not been called
FOLLOW = 0.7  # how often a NUMBER on the own discard comes through
SAMPLE = 8  # about how many cards of a back a draw from the Reserve is tried with
NEAR = 3  # a change in a row is felt so many slots away


def simple(sight: Mapping[str, Any], seat: int, legal: Sequence[int], rng: random.Random, memory: float = 1.0) -> int:
    """The move that promises most. `memory` is the share of the cards seen that it keeps in mind."""
    mind = Mind(sight, seat, memory)
    if content.HOLD in legal:
        return mind.claim()
    if content.DECLINE in legal:
        return best(legal, mind.setup)
    if content.NEXT_ROUND in legal:
        return content.NEXT_ROUND
    return best(legal, mind.placing if sight["drawn"] else mind.turn)


def best(legal: Sequence[int], worth: Callable[[int], float]) -> int:
    return max(legal, key=lambda move: (worth(move), -move))


class Mind:
    """What a seat remembers, and how good that makes its row."""

    def __init__(self, sight: Mapping[str, Any], seat: int, memory: float = 1.0) -> None:
        self.sight, self.seat, self.memory = sight, seat, memory
        seen = [sight["drawn"], *(kind for kind in sight["pile"][: sight["pile_count"]] if self.keeps(kind))]
        self.rows: list[list[int]] = []
        for other in range(sight["seats"]):
            cards = []
            for slot in range(sight["row_count"][other]):
                kind = sight["row"][other][slot]
                known = kind and (sight["locked"][other][slot] or self.keeps(kind))
                cards.append(kind if known else self.pool(sight["back"][other][slot], sight["born"][other][slot]))
            self.rows.append(cards)
            seen += [kind for kind in cards if kind > 0]
        self.row = self.rows[seat]
        self.others = {
            card
            for other in range(sight["seats"])
            for card, locked in zip(self.rows[other], sight["locked"][other], strict=False)
            if other != seat and not locked
        }
        self.pools = self._pools(seen)
        self.jokers = {at: sum(kind >= JOKER for kind in pool) / max(1, len(pool)) for at, pool in self.pools.items()}
        self.less = {at: self._less(pool) for at, pool in self.pools.items()}
        self.pairs: dict[tuple[int, int], float] = {}
        self.now: dict[int, float] = {}

    def keeps(self, kind: int) -> bool:
        """Does this seat keep a card in mind that it has seen? The same answer until the Reserve is renewed."""
        if self.memory >= 1:
            return True
        chance = random.Random(f"{self.seat} {self.sight['round']} {self.sight['pile'][0]} {kind}")
        return chance.random() < self.memory

    def pool(self, back: int, born: int) -> int:
        """The number of the pool of cards with a back that went into the Reserve after so many reshuffles.

        -1 to -3 are the pools that the Reserve itself draws from.
        """
        return -1 - back - BACKS * (self.sight["shuffles"] - born)

    def _pools(self, seen: list[int]) -> dict[int, list[int]]:
        """What a card of each pool may be, each as often as there are such cards.

        Everybody knows when each number went into the Reserve. A Joker of an older pool is known by counting: it has
        more cards than numbers.
        """
        sight = self.sight
        left = [0] + [1] * content.NUMBERS + list(sight["joker_count"])
        for kind in seen:
            left[kind] -= 1
        pools: dict[int, list[int]] = {-1 - back: [] for back in range(BACKS)}
        hidden = Counter(card for row in self.rows for card in row if card < 0)
        if sight["drawn_back"] < BACKS and not sight["drawn"]:
            hidden[self.pool(sight["drawn_back"], sight["drawn_born"])] += 1
        pools |= {card: [] for card in hidden}
        for kind in range(1, JOKER):
            at = self.pool(sight["back_of"][kind], sight["entered"][kind])
            if left[kind] > sight["own"][kind]:
                pools.setdefault(at, []).append(kind)
        for at in sorted(pools):  # the oldest first; what then remains is in the Reserve's own pools
            joker = JOKER + (-1 - at) % BACKS
            count = left[joker] if at >= -BACKS else min(left[joker], max(0, hidden[at] - len(pools[at])))
            pools[at] += [joker] * count
            left[joker] -= count
        return pools

    @staticmethod
    def _less(pool: list[int]) -> list[float]:
        """For each number, the share of the pool's numbers that are lower."""
        numbers = [kind for kind in pool if kind < JOKER]
        less = [0] * (JOKER + 1)
        for kind in numbers:
            less[kind + 1] = 1
        for n in range(1, JOKER + 1):
            less[n] += less[n - 1]
        return [count / max(1, len(numbers)) for count in less]

    # --- how good a row is ----------------------------------------------------------------------------------------
    def lower(self, left: int, right: int) -> float:
        """The chance that the right one of two number cards is the lower one."""
        if left > 0 and right > 0:
            return float(right < left)
        if left > 0:
            return self.less[right][left]
        if right > 0:
            return 1 - self.less[left][right + 1]
        if left == right:
            return 0.5
        if (left, right) not in self.pairs:
            numbers = [kind for kind in self.pools[left] if kind < JOKER]
            lower = sum(self.less[right][n] for n in numbers) / max(1, len(numbers))
            self.pairs[left, right] = lower
        return self.pairs[left, right]

    def joker(self, card: int) -> float:
        return float(card >= JOKER) if card > 0 else self.jokers[card]

    def wrong(self, row: Sequence[int]) -> list[float]:
        """For each card the chance that it will be wrong: lower than the nearest number to its left."""
        chances = []
        for slot, card in enumerate(row):
            reach, chance = 1 - self.joker(card), 0.0
            for left in reversed(row[:slot]):
                if reach < 0.01:
                    break
                joker = self.joker(left)
                if joker < 1:
                    chance += reach * (1 - joker) * self.lower(left, card)
                reach *= joker
            chances.append(chance)
        return chances

    def cost(self, row: Sequence[int]) -> float:
        return sum(self.wrong(row)) + UNKNOWN * sum(card < 0 for card in row)

    def in_order(self) -> float:
        """The chance that the own row is in order."""
        chance = 1.0
        for wrong in self.wrong(self.row):
            chance *= 1 - wrong
        return chance

    def gain(self, slot: int, *cards: int) -> float:
        """What it brings that these cards lie where the own card of that slot lies."""
        low, high = max(0, slot - NEAR), slot + NEAR + 1
        before, after = self.row[low:slot], self.row[slot + 1 : high]
        if slot not in self.now:
            self.now[slot] = self.cost(self.row[low:high])
        return self.now[slot] - self.cost([*before, *cards, *after])

    def best_gain(self, card: int) -> float:
        return max((self.gain(slot, card) for slot in range(len(self.row))), default=0.0)

    def doubt(self, slot: int) -> float:
        """What it brings to see an own card: more where it decides whether the row is in order."""
        if self.row[slot] > 0:
            return 0.0
        chances = self.wrong(self.row[max(0, slot - NEAR) : slot + 2])[min(slot, NEAR) :]
        return UNKNOWN * (1 + sum(chance * (1 - chance) for chance in chances))

    # --- what moves are worth -------------------------------------------------------------------------------------
    def number(self, slot: int, top: int) -> float:
        """A call of NUMBER: a point and one card less, or one card more."""
        card = self.row[slot]
        if top >= JOKER or card >= JOKER:
            return -1.0
        pool = [card] if card > 0 else self.pools[card]
        right = sum(abs(kind - top) <= 2 for kind in pool) / max(1, len(pool))
        if right == 0:
            return -1.0
        back = self.sight["top_back"]
        fine = self.gain(slot, card, -1 - back) if back < BACKS else 0.0
        return right * (1 + self.gain(slot)) + (1 - right) * fine

    def claim(self) -> int:
        top = self.sight["pile"][self.sight["pile_count"] - 1]
        worth, slot = max((self.number(slot, top), slot) for slot in range(len(self.row)))
        return SLOTS + WIDTH * slot + content.NUMBER if worth > 0 else content.HOLD

    def setup(self, move: int) -> float:
        if move >= content.EXCHANGE:
            row = list(self.row)
            one, two = content.PAIR_A[move - content.EXCHANGE], content.PAIR_B[move - content.EXCHANGE]
            row[one], row[two] = row[two], row[one]
            return self.cost(self.row) - self.cost(row)
        return self.doubt(move - content.LOOK) if move >= content.LOOK else 0.0

    def placing(self, move: int) -> float:
        """Discard or keep the card drawn: what the row gains, and a NUMBER that the discard may allow."""
        drawn, slot = self.sight["drawn"], (move - SLOTS) // WIDTH
        discard = drawn if move == content.DISCARD else self.row[slot]
        gained = 0.0 if move == content.DISCARD else self.gain(slot, drawn)
        if not 0 < discard < JOKER or self.sight["caller"] == self.seat:
            return gained
        calls = [self.number(at, discard) for at, card in enumerate(self.row) if card > 0 and at != slot]
        return gained + FOLLOW * max([0.0, *calls])

    def turn(self, move: int) -> float:
        sight = self.sight
        if move == content.DRAW_PILE:
            return max(0.0, self.best_gain(sight["pile"][sight["pile_count"] - 1]))
        if move == content.DRAW_RESERVE:
            pool = self.pools[-1 - sight["top_back"]]
            step = max(1, len(pool) * max(8, len(self.row)) // (8 * SAMPLE))  # fewer for a long row
            tried = pool[::step] or [-1 - sight["top_back"]]
            return sum(max(0.0, self.best_gain(card)) for card in tried) / len(tried)
        if move == content.PASS:
            return 1.0 if sight["pass_bonus_always"] else self.in_order()
        if move == content.CRESCENDO:
            return 6 * self.in_order() - 3 - HOPE
        return self.special((move - SLOTS) // WIDTH, (move - SLOTS) % WIDTH)

    def special(self, slot: int, what: int) -> float:
        if what == content.LOCK_OWN or what == content.PEEK_AT + self.seat:
            return self.doubt(slot)
        if what == content.GIVE:
            return max(self.gain(slot, card) for card in self.others)
        if what >= content.TAKE_FROM:
            return self.gain(self.sight["given"], self.rows[what - content.TAKE_FROM][slot])
        return 0.0


def forgetful(sight: Mapping[str, Any], seat: int, legal: Sequence[int], rng: random.Random) -> int:
    """As `simple`, but it forgets two of five cards that it sees."""
    return simple(sight, seat, legal, rng, memory=0.6)


BOTS: dict[str, Callable[[Mapping[str, Any], int, Sequence[int], random.Random], int]] = {
    "forgetful": forgetful,
    "simple": simple,
}
USUAL = "forgetful"  # a perfect memory is more than people have
