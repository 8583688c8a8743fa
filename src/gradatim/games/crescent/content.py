"""Cards, piles, moves and deals of Crescent. "2" is row 2 of docs/rulings/crescent.md.

card = suit * 13 + rank, rank 0 the ace to 12 the king; suits are spades, hearts, diamonds, clubs. The two copies of a
card are one number. Piles are 0 to 15 here and 1 to 16 for people: 1 to 4 up the left side, 5 to 12 along the top, 13
to 16 down the right side. Foundations 0 to 3 build up from the ace of their suit, 4 to 7 down from the king.
"""

import re
from types import SimpleNamespace
from typing import Any, NamedTuple

from gradatim.dialect.checks import shown, whole
from gradatim.dialect.errors import GradatimError
from gradatim.dialect.random import next_word, seed_rng

SUITS = 4
RANKS = 13
CARDS = SUITS * RANKS  # different ones
ACE, KING = 0, 12
PILES = 16
DEALT = 6  # cards in each pile at the deal
MOST = 13  # cards a pile can hold
FULL = 13  # cards on a finished foundation
FACE_DOWN = CARDS  # stands for a card that an eye has not seen
MOST_REDEALS = 9
SUIT = tuple(card // RANKS for card in range(CARDS))
RANK = tuple(card % RANKS for card in range(CARDS))
ABOVE = tuple(suit * RANKS + (rank + 1) % RANKS for suit, rank in zip(SUIT, RANK, strict=True))  # the next rank
BELOW = tuple(suit * RANKS + (rank - 1) % RANKS for suit, rank in zip(SUIT, RANK, strict=True))

# --- Moves: redeal, foundation plays, transfers, then pile to pile ---------------------------------------------------
REDEAL = 0
UP = 1  # UP + pile: its top card goes onto the ascending foundation of its suit
DOWN = UP + PILES  # DOWN + pile: onto the descending one
TRANSFER = DOWN + PILES  # TRANSFER + foundation: its top card goes onto the other foundation of its suit
ONTO = TRANSFER + 2 * SUITS  # ONTO + pile * 16 + target: onto that pile
MOVES = ONTO + PILES * PILES

# --- The deal --------------------------------------------------------------------------------------------------------
DEALS = 1 << 30  # as many as six characters of a code can say
DECK = tuple(  # two decks without the bases: one ace and one king of each suit, two of every other card
    suit * RANKS + rank
    for suit in range(SUITS)
    for rank in range(RANKS)
    for _ in range(1 if rank in (ACE, KING) else 2)
)


def shuffle(s: Any, number: int) -> None:
    """Lay deal `number` (0 to 2**30 - 1) into ``s.pile``, pile by pile, bottom cards first (1); uses up ``s.rng``.

    In the rules dialect. Which cards a number means is fixed for ever (2), so nothing here may change: SFC32 seeded
    with the number, a Fisher-Yates shuffle from the last card down, an index being the upper half of word * count.
    """
    for i in range(len(DECK)):
        s.pile[i // DEALT][i % DEALT] = DECK[i]
    seed_rng(s.rng, number)
    for i in range(len(DECK) - 1, 0, -1):
        j = (next_word(s.rng) * (i + 1)) >> 32
        card = s.pile[i // DEALT][i % DEALT]
        s.pile[i // DEALT][i % DEALT] = s.pile[j // DEALT][j % DEALT]
        s.pile[j // DEALT][j % DEALT] = card


# --- Deal codes (2): CR1-V-SSSSSSC -----------------------------------------------------------------------------------
SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_FORM = re.compile(r"CR1-([NFDE])([0-9]?)-(.{7})")
_LETTERS = {(0, 3): "N", (0, 4): "F", (1, 3): "D", (1, 4): "E"}  # (face down, redeals)
_CHECK = 29  # makes CR1-N-AAAAAAB, the rulebook's example, a valid code


class Deal(NamedTuple):
    """What a code says: which deal, by which variant."""

    number: int
    redeals: int = 3
    face_down: int = 0

    @property
    def code(self) -> str:
        """Its code in the short form."""
        variant = _LETTERS.get((self.face_down, self.redeals)) or f"{'ND'[self.face_down]}{self.redeals}"
        return f"CR1-{variant}-{_spelled(self.number)}{SYMBOLS[_check(self)]}"


def read_code(code: object) -> Deal:
    """The deal of a code; case and blanks around it do not matter. Raises GradatimError with what is wrong in it."""
    plain = code.strip().upper() if isinstance(code, str) else ""
    form = _FORM.fullmatch(plain)
    if form is None or (form[2] and form[1] in "FE"):
        raise GradatimError(
            f"{shown(code)} is no deal code; one is written CR1-N-AAAAAAB: N, F, D or E, or N or D with the number of "
            "redeals, then seven letters or digits"
        )
    for at, sign in enumerate(form[3], start=form.start(3) + 1):
        if sign not in SYMBOLS:
            raise GradatimError(f"character {at} of {plain} is {sign!r}, but codes are spelled with A to Z and 2 to 7")
    face_down, redeals = next(at for at, letter in _LETTERS.items() if letter == form[1])
    number = 0
    for sign in form[3][:6]:
        number = number * len(SYMBOLS) + SYMBOLS.index(sign)
    deal = Deal(number, int(form[2] or redeals), face_down)
    if form[3][6] != SYMBOLS[_check(deal)]:
        raise GradatimError(f"{plain} is mistyped somewhere: its last character does not fit the others")
    return deal


def deal(code: str | Deal) -> list[list[int]]:
    """The sixteen piles of a deal, bottom cards first. Raises GradatimError for a mistyped code."""
    number = (read_code(code) if isinstance(code, str) else code).number
    number = whole(number, 0, DEALS - 1, f"deals are numbered 0 to {DEALS - 1}")
    s = SimpleNamespace(rng=[0] * 4, pile=[[0] * DEALT for _ in range(PILES)])
    shuffle(s, number)
    return s.pile


def _spelled(number: int) -> str:
    return "".join(SYMBOLS[number >> shift & 31] for shift in range(25, -1, -5))


def _check(deal: Deal) -> int:
    """One symbol over all that a code says: with x**5 + x**2 + 1, no mistyped or exchanged character goes through."""
    found = _CHECK
    for value in (10 * deal.face_down + deal.redeals, *(deal.number >> shift & 31 for shift in range(25, -1, -5))):
        found = (found ^ value) << 1
        found = found ^ 37 if found & 32 else found
    return found
