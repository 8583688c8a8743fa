"""A sensible player of Escalation!, from the sight and the legal moves alone.

Everything is weighed in taken cards: a take costs the pile, a play costs what its cards would still have saved. Cards
are worth more in high sets, wilds and Jokers most; a card that the deck replaces costs less; and near the end all
lose their worth, since the game may be over before they are needed. So it leads low and wide, beats cheaply, keeps
wilds and Jokers for piles that deserve them, and takes a small pile rather than spend a good hand on it.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gradatim.games.escalation import content

# In taken cards; found by playing the bot against itself with other numbers.
SLOPE = 0.15  # what each point of a set's total saves,
CAP = 24  # up to here: hardly anything is ever laid above
WILD = 2.5
JOKER = 2.6
FRESH = 0.96  # a card drawn to replace one laid
LEAD = 0.3  # the lead that a take brings
COME = 0.06  # the danger that a pile comes round again, for each card and seat
PRESS = 0.2  # how much of the pile counts if the next seat has to take it


def simple(sight: Mapping[str, Any], seat: int, legal: Sequence[int], rng: random.Random) -> int:
    """The cheapest play, or the take if that is cheaper. Never looks at `rng`: it has no need of chance."""
    plays = [move for move in legal if move not in (content.TAKE, content.NEXT_GAME)]
    if not plays:
        return legal[0]
    points = [sight["taken"][who] + sight["earlier"][who] for who in range(sight["seats"])]
    if sight["draw_count"] == 0 and points[seat] == min(points):
        for move in plays:  # go out while ahead
            if content.CARDS[move] == sight["hand_count"][seat]:
                return move
    best = min(plays, key=lambda move: (price(sight, seat, move), move))
    if content.TAKE not in legal:
        return best
    pile = sight["on_table"]
    stay = price(sight, seat, best) + COME * (pile + sight["seats"])
    return content.TAKE if pile - LEAD < stay else best


def price(sight: Mapping[str, Any], seat: int, move: int) -> float:
    """What a play costs, in taken cards; less than nothing if it does good."""
    hand, seats, deck = sight["hand"], sight["seats"], sight["draw_count"]
    life = min(1.0, (deck + 2 * seats) / (6 * seats))  # how much of the game there is to save cards for
    gain = FRESH * min(content.CARDS[move], deck)
    if move == content.LAY_JOKER:
        return JOKER * life - gain
    value, numbers, wilds = content.VALUE[move], content.NUMBERS[move], content.WILDS[move]
    cost = WILD * wilds + worth(value, hand[value]) - worth(value, hand[value] - numbers)
    pile = sight["on_table"] + content.CARDS[move]
    gain += PRESS * stuck(sight, seat, content.TOTAL[move]) * pile / (seats - 1)
    return cost * life - gain


def worth(value: int, cards: int) -> float:
    """What a set in hand still saves: as much as the total that it can beat."""
    return SLOPE * min(value * cards, CAP)


def stuck(sight: Mapping[str, Any], seat: int, total: int) -> float:
    """The chance that the next seat cannot beat the total, counting the cards that are not gone."""
    deck = content.DECKS[sight["deck"]]
    unseen = [deck[kind] - sight["laid"][kind] - sight["hand"][kind] for kind in range(content.KINDS)]
    share = sight["hand_count"][(seat + 1) % sight["seats"]] / max(1, sum(unseen))
    chance = math.exp(-share * unseen[content.JOKER])
    for value in range(1, content.WILD):
        need = total // value + 1
        there = unseen[value] + (unseen[content.WILD] if value <= content.WILD_TOP else 0)
        chance *= at_most(need - 1, share * there) if need <= there else 1.0
    return chance


def at_most(cards: int, expected: float) -> float:
    """The chance to hold at most so many cards where so many are expected (Poisson)."""
    term = found = math.exp(-expected)
    for i in range(1, cards + 1):
        term *= expected / i
        found += term
    return min(1.0, found)


BOTS: dict[str, Callable[[Mapping[str, Any], int, Sequence[int], random.Random], int]] = {"simple": simple}
USUAL = "simple"
