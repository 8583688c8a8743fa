"""Summit: a tiny game of our own with hidden cards, chance and a race, as a model for real ones.

1. The deck has six each of the numbers 1, 2 and 3. Everybody is dealt one card and looks at it alone.
2. On your turn you climb: turn up a card, its number is added to the height of the path.
3. After each climb anybody who has not failed yet may claim the summit: claims are a race; of equal ones the seat
   nearest to the left of the climber is first. A claim is right if the path and the own card together make exactly
   the summit's height. A right claim wins 1 point and ends the game; a wrong one has failed and shows the card.
4. The game also ends when the path is higher than the summit, or everybody has failed. Most points win.
"""

from typing import Any

from gradatim.dialect.contract import Buffer, Field, Option, Refusal, Undo
from gradatim.dialect.random import below, seed_rng

NAME = "_summit"
RULES_VERSION = 1
SEATS = (2, 4)
MOST_SEATS = 4
NUMBERS = 4  # numbers 1 to 3; 0 stands for no card
EACH = 6

CLIMB = 0
CLAIM = 1
HOLD = 2
MOVES = 3
MAX_LEGAL = 3  # all of them

OPTIONS = (Option("summit", (8, 10, 12), 10),)
PRESETS: dict[str, dict[str, int]] = {"standard": {}}

FIELDS = (
    Field("rng", 32, (4,), says="the generator of chance"),
    Field("seats", 3, says="how many play"),
    Field("summit", 4, says="option: the height to reach"),
    Field("deck", 3, (NUMBERS,), says="cards in the deck, by number"),
    Field("path", 3, (NUMBERS,), says="cards turned up, by number"),
    Field("card", 2, (MOST_SEATS,), says="each seat's card"),
    Field("failed", 1, (MOST_SEATS,), says="has claimed wrongly"),
    Field("points", 1, (MOST_SEATS,), says="has claimed rightly"),
    Field("answered", 1, (MOST_SEATS,), says="has held or claimed in the open window"),
    Field("open", 5, says="the id of the open window, 0 if none is open"),
    Field("climbs", 5, says="how many cards have been turned up"),
    Field("turn", 2, says="who climbs next"),
    Field("over", 1, says="the game has ended"),
    Field("height", 5, derived=True, says="the sum of the path"),
)
OPEN = ("seats", "summit", "path", "failed", "points", "answered", "open", "climbs", "turn", "over", "height")
SIGHT = (
    Field("eye", 3, says="the seat that looks, plus one; 0 for the audience"),
    *(field for field in FIELDS if field.name in OPEN),
    Field("card", 2, (MOST_SEATS,), says="cards this eye has seen: its own, those of failed claims, all at the end"),
)
REFUSALS = (
    Refusal("none", ""),
    Refusal("over", "rule 4"),
    Refusal("no_such_move", "rule 2"),
    Refusal("not_your_turn", "rule 2"),
    Refusal("no_window", "rule 3"),
    Refusal("answered", "rule 3"),
    Refusal("failed", "rule 3"),
)
R_OVER, R_UNKNOWN, R_TURN, R_NO_WINDOW, R_ANSWERED, R_FAILED = 1, 2, 3, 4, 5, 6
ENDINGS = ("running", "claimed", "missed")
PARTS = ("claims",)
COMPONENTS = ("none", "ones", "twos", "threes")
UNDO = Undo("none")


def refuse_setup(s: Any) -> int:
    return 0


def deal(s: Any) -> None:
    for number in range(NUMBERS):
        s.deck[number] = EACH if number > 0 else 0
        s.path[number] = 0
    for seat in range(MOST_SEATS):
        s.failed[seat] = 0
        s.points[seat] = 0
        s.answered[seat] = 0
        s.card[seat] = draw(s) if seat < s.seats else 0
    s.open = 0
    s.climbs = 0
    s.turn = below(s.rng, s.seats)
    s.over = 0
    derive(s)


def derive(s: Any) -> None:
    s.height = 0
    for number in range(NUMBERS):
        s.height += number * s.path[number]


def draw(s: Any) -> int:
    """Take a card from the deck; chance decides which."""
    left = 0
    for number in range(NUMBERS):
        left += s.deck[number]
    card = below(s.rng, left)
    number = 1
    while card >= s.deck[number]:
        card -= s.deck[number]
        number += 1
    s.deck[number] -= 1
    return number


def may_claim(s: Any, seat: int) -> int:
    return 1 if s.open > 0 and s.answered[seat] == 0 and s.failed[seat] == 0 else 0


def to_move(s: Any) -> int:
    if s.over == 1:
        return 0
    seats = 1 << s.turn
    for seat in range(s.seats):
        if may_claim(s, seat) == 1:
            seats |= 1 << seat
    return seats


def ask_order(s: Any, out: Buffer) -> int:
    if s.over == 1:
        return 0
    n = 0
    for step in range(s.seats):  # the climber was the seat before `turn`: the nearest to its left is `turn`
        seat = (s.turn + step) % s.seats
        if may_claim(s, seat) == 1:
            out[n] = seat
            n += 1
    out[n] = s.turn
    return n + 1


def window(s: Any) -> int:
    return s.open


def closes(move: int) -> int:
    return 1 if move == CLIMB else 0


def idle(s: Any, seat: int) -> int:
    return HOLD if may_claim(s, seat) == 1 else CLIMB


def legal(s: Any, seat: int, out: Buffer) -> int:
    if s.over == 1:
        return 0
    n = 0
    if seat == s.turn:
        out[n] = CLIMB
        n += 1
    if may_claim(s, seat) == 1:
        out[n] = CLAIM
        out[n + 1] = HOLD
        n += 2
    return n


def refusal(s: Any, seat: int, move: int) -> int:
    if s.over == 1:
        return R_OVER
    if move < 0 or move >= MOVES:
        return R_UNKNOWN
    if move == CLIMB:
        return 0 if seat == s.turn else R_TURN
    if s.open == 0:
        return R_NO_WINDOW
    if s.failed[seat] == 1:
        return R_FAILED
    if s.answered[seat] == 1:
        return R_ANSWERED
    return 0


def apply(s: Any, seat: int, move: int) -> None:
    if move == CLIMB:
        number = draw(s)
        s.path[number] += 1
        s.climbs += 1
        s.turn = (s.turn + 1) % s.seats
        s.open = s.climbs
        for other in range(s.seats):
            s.answered[other] = 0
        derive(s)
    else:
        s.answered[seat] = 1
        if move == CLAIM and s.height + s.card[seat] == s.summit:
            s.points[seat] = 1
        elif move == CLAIM:
            s.failed[seat] = 1
    settle(s)


def settle(s: Any) -> None:
    """Rule 4, and the end by a right claim."""
    standing = 0
    for other in range(s.seats):
        standing += 1 - s.failed[other]
        if s.points[other] == 1:
            s.over = 1
    if s.height >= s.summit or standing == 0:
        s.over = 1
    if s.over == 1:
        s.open = 0


def score(s: Any, out: Buffer) -> int:
    winner = 0
    for seat in range(s.seats):
        winner += s.points[seat]
    for seat in range(s.seats):
        out[seat * 3] = s.points[seat]
        out[seat * 3 + 1] = s.points[seat]
        out[seat * 3 + 2] = 1 if winner == 0 or s.points[seat] == 1 else 2
    if s.over == 0:
        return 0
    return 1 if winner == 1 else 2


def reveal(s: Any, eye: int, out: Any) -> None:
    out.eye = eye + 1
    for seat in range(MOST_SEATS):
        out.card[seat] = s.card[seat] if knows(s, eye, seat) == 1 else 0


def knows(s: Any, eye: int, seat: int) -> int:
    """Has this eye seen that seat's card?"""
    return 1 if eye == seat or s.failed[seat] == 1 or s.over == 1 else 0


def determinize(s: Any, eye: int, seed: int) -> None:
    seed_rng(s.rng, seed)
    for seat in range(s.seats):
        if knows(s, eye, seat) == 0:
            s.deck[s.card[seat]] += 1
            s.card[seat] = 0
    for seat in range(s.seats):
        if s.card[seat] == 0:
            s.card[seat] = draw(s)


def census(s: Any, out: Buffer) -> None:
    for number in range(NUMBERS):
        out[number] = s.deck[number] + s.path[number]
    for seat in range(s.seats):
        out[s.card[seat]] += 1


def quick(s: Any, seat: int) -> int:
    """Claim when it is right, hold when it is not, else climb."""
    if may_claim(s, seat) == 0:
        return CLIMB
    return CLAIM if s.height + s.card[seat] == s.summit else HOLD
