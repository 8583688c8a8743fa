"""Cards, backs and moves of Crescendo as tables. "b" and "d3" name rows of docs/rulings/crescendo.md.

Of the three backs only "74-100 locks" is attested; the other ranges and the Jokers' backs are a reconstruction
(rulings b). Nothing may assume that the numbers of a back are neighbours: a back is a *set* of numbers. A user may
give a table of the three backs instead: `own_table`.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from gradatim.dialect.checks import shown, whole
from gradatim.dialect.errors import GradatimError

NUMBERS = 100
JOKERS = 4
CARDS = NUMBERS + JOKERS
BACKS = 3
JOKER = NUMBERS + 1  # kinds 1 to 100 are numbers, 101 to 103 the Jokers with back 0 to 2
KINDS = JOKER + BACKS
MOST_SEATS = 6
ROW = 95  # 104 cards less the pile's top and the 8 cards of another seat: no row can grow longer (f15)

PEEK, SWAP, LOCK = 0, 1, 2
ACTION_NAMES = ("peek", "swap", "lock")


def _split(low: int, mid: int) -> tuple[int, ...]:
    """Back by kind: numbers up to `low` have back 0, up to `mid` back 1, the others back 2."""
    return (0, *(0 if n <= low else 1 if n <= mid else 2 for n in range(1, NUMBERS + 1)), 0, 1, 2)


MAPS = (  # by value of the option `backs`
    _split(27, 73),  # default: symmetric under n -> 101 - n
    _split(36, 73),  # even: nearly equal thirds
    (0, *(n % 3 for n in range(1, NUMBERS + 1)), 0, 1, 2),  # interleaved: for tests and study
)
PRINTED = (  # the range that each back prints, lowest and highest
    ((1, 27), (28, 73), (74, 100)),
    ((1, 36), (37, 73), (74, 100)),
    ((3, 99), (1, 100), (2, 98)),
)
OWN_BACKS = 3  # the option `backs` when the user has given a table
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
NEEDS = (-1, -1, SWAP, LOCK, *MOST_SEATS * (PEEK,), *MOST_SEATS * (SWAP,))  # the Special that each is part of
MOVES = SLOTS + WIDTH * ROW


# --- A table of the user's own ---------------------------------------------------------------------------------------
KEYS = ("prints", "action", "numbers", "jokers")
SHAPE = 'a table of backs has three of "back": {"prints": [1, 27], "action": "peek", "numbers": ["1-27"], "jokers": 1}'


def own_table(option: str, table: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The table as records keep it, and the fields that it sets. Raises GradatimError for its first fault.

    Every number of 1 to 100 has one back and lies in the range printed there; there are four Jokers.
    """
    backs = table.get("back")
    if list(table) != ["back"] or not isinstance(backs, list) or len(backs) != BACKS:
        raise GradatimError(f"{SHAPE}, not {shown(dict(table))}")
    back_of: list[int] = [0] + [-1] * NUMBERS + list(range(BACKS))
    printed, actions, jokers = [], [], []
    for at, back in enumerate(backs):
        where = f"back {at + 1} of the table"
        if not isinstance(back, Mapping) or sorted(back) != sorted(KEYS):
            raise GradatimError(f"{where} must have the keys {', '.join(KEYS)}, and is {shown(back)}")
        low, high = _printed(where, back["prints"])
        if back["action"] not in ACTION_NAMES:
            raise GradatimError(f"{where}: action is {', '.join(ACTION_NAMES)}, not {shown(back['action'])}")
        for number in _numbers(where, back["numbers"]):
            if not low <= number <= high:
                raise GradatimError(f"{where} prints {low} to {high}, but is said to be on {number}")
            if back_of[number] >= 0:
                raise GradatimError(f"the table puts {number} on back {back_of[number] + 1} and again on back {at + 1}")
            back_of[number] = at
        printed.append([low, high])
        actions.append(ACTION_NAMES.index(back["action"]))
        jokers.append(whole(back["jokers"], 0, JOKERS, f"{where}: jokers is a number from 0 to {JOKERS}"))
    if -1 in back_of:
        raise GradatimError(f"the table gives no back to {', '.join(_runs(n for n in _all() if back_of[n] < 0))}")
    if sum(jokers) != JOKERS:
        raise GradatimError(f"the table has {sum(jokers)} Jokers; there are {JOKERS}")
    fields = {"backs": OWN_BACKS, "back_of": back_of, "action_of": actions, "joker_count": jokers, "printed": printed}
    return written_table(fields), fields


def written_table(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The table that sets these fields."""
    return {
        "back": [
            {
                "prints": list(fields["printed"][back]),
                "action": ACTION_NAMES[fields["action_of"][back]],
                "numbers": _runs(n for n in _all() if fields["back_of"][n] == back),
                "jokers": fields["joker_count"][back],
            }
            for back in range(BACKS)
        ]
    }


def _all() -> range:
    return range(1, NUMBERS + 1)


def _runs(numbers: Iterator[int]) -> list[str]:
    """Ascending numbers as "5" and "7-9"."""
    runs = [[n for _, n in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])]
    return [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]


def _printed(where: str, prints: object) -> tuple[int, int]:
    if not isinstance(prints, list) or len(prints) != 2:
        raise GradatimError(f"{where}: prints is the lowest and the highest number, as in [1, 27], not {shown(prints)}")
    low, high = (whole(n, 1, NUMBERS, f"{where}: prints is two numbers from 1 to {NUMBERS}") for n in prints)
    if low > high:
        raise GradatimError(f"{where}: prints is the lowest number first, not {shown(prints)}")
    return low, high


def _numbers(where: str, numbers: object) -> Iterator[int]:
    """Each of the numbers, which are written as 5, "5" or "5-9"."""
    say = f'{where}: numbers is a list of whole numbers from 1 to {NUMBERS} and ranges such as "28-73"'
    if not isinstance(numbers, list):
        raise GradatimError(f"{say}, not {shown(numbers)}")
    for entry in numbers:
        ends = [entry]
        if isinstance(entry, str):
            written = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", entry)
            ends = [int(end) for end in written.groups() if end] if written else [0]
        if not all(type(end) is int and 1 <= end <= NUMBERS for end in ends) or ends[0] > ends[-1]:
            raise GradatimError(f"{say}, not {shown(entry)}")
        yield from range(ends[0], ends[-1] + 1)
