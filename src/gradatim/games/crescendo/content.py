"""Cards, backs and moves of Crescendo as tables. "b" and "d3" name rows of docs/rulings/crescendo.md.

Of the three backs only "74-100 locks" is attested; the other ranges and the Jokers' backs are a reconstruction
(rulings b). Nothing may assume that the numbers of a back are neighbours: a back is a *set* of numbers.
"""

NUMBERS = 100
JOKERS = 4
CARDS = NUMBERS + JOKERS
BACKS = 3
JOKER = NUMBERS + 1  # kinds 1 to 100 are numbers, 101 to 103 the Jokers with back 0 to 2
KINDS = JOKER + BACKS
MOST_SEATS = 6
ROW = 95  # 104 cards less the pile's top and the 8 cards of another seat: no row can grow longer (f15)

PEEK, SWAP, LOCK = 0, 1, 2


def _split(low: int, mid: int) -> tuple[int, ...]:
    """Back by kind: numbers up to `low` have back 0, up to `mid` back 1, the others back 2."""
    return (0, *(0 if n <= low else 1 if n <= mid else 2 for n in range(1, NUMBERS + 1)), 0, 1, 2)


MAPS = (  # by value of the option `backs`
    _split(27, 73),  # default: symmetric under n -> 101 - n
    _split(36, 73),  # even: nearly equal thirds
    (0, *(n % 3 for n in range(1, NUMBERS + 1)), 0, 1, 2),  # interleaved: for tests and study
)
JOKER_BACKS = (1, 2, 1)
ACTIONS = (PEEK, SWAP, LOCK)

# --- Move ids: small slots first, so that ordinary play is a prefix --------------------------------------------------
DECLINE = 0  # the setup choice: neither look nor exchange
DRAW_RESERVE, DRAW_PILE, DISCARD, CRESCENDO, PASS, HOLD, NEXT_ROUND = 1, 2, 3, 4, 5, 6, 7
LOOK = 8  # LOOK + slot, the setup choice
EXCHANGE = 16  # EXCHANGE + index of a pair of slots, the setup choice
DEALT = 8  # cards in the longest row at the deal
PAIR_A = tuple(a for b in range(DEALT) for a in range(b))
PAIR_B = tuple(b for b in range(DEALT) for a in range(b))
SLOTS = EXCHANGE + len(PAIR_A)  # from here on, 16 ids a slot:
NUMBER, KEEP, GIVE, LOCK_OWN = 0, 1, 2, 3  # with the own card there
PEEK_AT, TAKE_FROM = 4, 10  # + seat: with that seat's card there
WIDTH = 16
MOVES = SLOTS + WIDTH * ROW
