"""A modest player of Crescent, from the sight and the legal moves alone; it looks one move ahead and never back."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gradatim.games.crescent.content import ABOVE, BELOW, ONTO, PILES, RANK, REDEAL, SUIT, TRANSFER, UP


def simple(sight: Mapping[str, Any], seat: int, legal: Sequence[int], rng: random.Random) -> int:
    """The move of most worth; where none is worth anything the redeal, and only then any move by chance."""
    best = max(legal, key=lambda move: (worth(sight, move), rng.random()))
    if worth(sight, best) > 0:
        return best
    return REDEAL if REDEAL in legal else rng.choice(legal)


def worth(sight: Mapping[str, Any], move: int) -> float:
    """Cards that a move brings home, now and next. A pile that it empties is one place less."""
    if move == REDEAL or TRANSFER <= move < ONTO:
        return 0.0
    pile = (move - ONTO) // PILES if move >= ONTO else (move - UP) % PILES
    cards = sight["pile"][pile][: sight["height"][pile]]
    if move < TRANSFER:
        return 10.0 - 2.0 * (len(cards) == 1)
    if len(cards) == 1:
        return -1.0
    under = cards[-2]
    if goes_home(sight, under):
        return 5.0
    # Else it should part two cards that do not belong together, and let the lower one find a place.
    if under in (ABOVE[cards[-1]], BELOW[cards[-1]]) or under >= len(SUIT):
        return 0.0
    return float(bool(sight["tops"][ABOVE[under]] | sight["tops"][BELOW[under]]))


def goes_home(sight: Mapping[str, Any], card: int) -> bool:
    if card >= len(SUIT):  # face down
        return False
    return RANK[card] in (sight["up"][SUIT[card]] + 1, sight["down"][SUIT[card]] - 1)


BOTS: dict[str, Callable[[Mapping[str, Any], int, Sequence[int], random.Random], int]] = {"simple": simple}
USUAL = "simple"
