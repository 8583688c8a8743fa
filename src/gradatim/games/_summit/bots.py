"""A player of Summit who claims when it is right."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gradatim.games._summit.rules import CLAIM, CLIMB, HOLD


def simple(sight: Mapping[str, Any], seat: int, legal: Sequence[int], rng: random.Random) -> int:
    """Claim if path and own card make the summit, else hold, else climb."""
    if CLAIM in legal and sight["height"] + sight["card"][seat] == sight["summit"]:
        return CLAIM
    return HOLD if HOLD in legal else CLIMB


BOTS: dict[str, Callable[[Mapping[str, Any], int, Sequence[int], random.Random], int]] = {"simple": simple}
USUAL = "simple"
