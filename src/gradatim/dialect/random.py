"""The games' only source of chance: SFC32, four 32-bit words in ``s.rng``.

SFC32 (Chris Doty-Humphrey, PractRand 0.93) uses adds, xors and shifts under a 32-bit mask only, so that Python,
Numba and C produce the same numbers bit for bit. Written in the rules dialect, because it runs in both executors.
"""

from collections.abc import MutableSequence

MASK = 0xFFFFFFFF
SEED_ROUNDS = 12  # PractRand's own warm-up, after which every word depends on the whole seed


def next_word(rng: MutableSequence[int]) -> int:
    """The next 32-bit word; steps the generator."""
    word = (rng[0] + rng[1] + rng[3]) & MASK
    rng[3] = (rng[3] + 1) & MASK
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & MASK
    rng[2] = (((rng[2] << 21) | (rng[2] >> 11)) + word) & MASK
    return word


def seed_rng(rng: MutableSequence[int], seed: int) -> None:
    """Start the generator from a seed of up to 64 bits."""
    rng[0] = 0
    rng[1] = seed & MASK
    rng[2] = (seed >> 32) & MASK
    rng[3] = 1
    for _ in range(SEED_ROUNDS):
        next_word(rng)


def below(rng: MutableSequence[int], n: int) -> int:
    """A number from 0 to n-1, each equally likely; n from 1 to 2**31.

    Lemire's method (ACM TOMACS 29(1), 2019): one multiplication, and a rejection that is almost never needed.
    """
    product = next_word(rng) * n
    if (product & MASK) < n:
        threshold = (MASK + 1 - n) % n
        while (product & MASK) < threshold:
            product = next_word(rng) * n
    return product >> 32
