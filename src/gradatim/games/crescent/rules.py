"""Crescent, in the order of its rulebook. "4" is row 4 of docs/rulings/crescent.md.

In the rules dialect: ``s`` a state, ``out`` a buffer, all else int. Numbers of cards, piles, foundations and moves are
explained in content.py.
"""

from typing import Any

from gradatim.dialect.contract import Buffer, Field, Option, Refusal, Undo
from gradatim.dialect.random import below, seed_rng
from gradatim.games.crescent.content import ABOVE, ACE, BELOW, CARDS, DEALS, DEALT, DOWN, FACE_DOWN, KING, MOST
from gradatim.games.crescent.content import MOST_REDEALS, MOVES, ONTO, PILES, RANK, RANKS, REDEAL, SUIT, SUITS
from gradatim.games.crescent.content import TRANSFER, UP, shuffle

NAME = "crescent"
RULES_VERSION = 1
SEATS = (1, 1)

# A top card has two neighbouring ranks with two copies each, so at most 4 piles take it, and 2 foundations; besides
# that 8 transfers and the redeal.
MAX_LEGAL = PILES * 6 + 2 * SUITS + 1

OPTIONS = (
    Option("redeals", tuple(range(MOST_REDEALS + 1)), 3),  # The redeal; 4 is Crescent Four
    Option("face_down", (0, 1), 0),  # 9
    Option("free_undo", (0, 1), 0),  # 7
    Option("max_moves", (0, 300), 0, simulated=300),  # 14
)
PRESETS = {"rulebook": {}, "four": {"redeals": 4}, "face_down": {"face_down": 1}}
PRESETS["face_down_four"] = {"face_down": 1, "redeals": 4}

FIELDS = (
    Field("rng", 32, (4,), says="the generator of chance"),
    Field("seats", 1, says="how many play: one"),
    Field("redeals", 4, says="option: redeals in a game"),
    Field("face_down", 1, says="option: only the top cards are dealt face up"),
    Field("free_undo", 1, says="option: every move may be taken back"),
    Field("max_moves", 9, says="option: the game ends unwon after so many moves, 0 for never"),
    Field("deal", 31, says="the number of the deal plus one, 0 where a position was written by hand"),
    Field("pile", 6, (PILES, MOST), says="the cards of each pile, bottom first; 0 where there is none"),
    Field("height", 4, (PILES,), says="cards in each pile"),
    Field("shut", 3, (PILES,), says="how many of these, at the bottom, are face down"),
    Field("up", 4, (SUITS,), says="rank of the top card of each ascending foundation"),
    Field("down", 4, (SUITS,), says="rank of the top card of each descending foundation"),
    Field("left", 4, says="redeals left"),
    Field("moves", 24, says="moves made; a redeal is none"),
    Field("tops", 16, (CARDS,), derived=True, says="the piles that each card is on top of, as a bit set"),
    Field("full", 16, derived=True, says="the piles that are full, as a bit set"),
    Field("home", 7, derived=True, says="cards on the foundations"),
    Field("ending", 2, derived=True, says="0 while the game runs, else how it ended"),
)

REFUSALS = (
    Refusal("none", ""),
    Refusal("over", "The end of the game; ruling 8"),
    Refusal("no_such_move", "Allowed moves"),
    Refusal("empty_source", "Allowed moves; ruling 4"),
    Refusal("same_place", "Allowed moves"),
    Refusal("empty_target", "The empty pile; rulings 3, 4"),
    Refusal("pile_full", "Allowed moves; rulings 3, 4"),
    Refusal("other_suit", "Allowed moves; rulings 3, 4"),
    Refusal("not_adjacent", "Allowed moves; rulings 3, 4"),
    Refusal("base_locked", "The foundations; ruling 5"),
    Refusal("foundation_full", "The foundations; ruling 5"),
    Refusal("not_next", "The foundations; ruling 5"),
    Refusal("no_redeals", "The redeal; ruling 6"),
    Refusal("nothing_to_redeal", "The redeal; ruling 6"),
    # A pick of places may deserve these; no move id breaks them.
    Refusal("nothing_picked", "Allowed moves"),
    Refusal("no_target", "Allowed moves; ruling 10"),
    Refusal("several_targets", "What the app adds; ruling 10"),
    Refusal("other_foundation", "The foundations; ruling 5"),
    Refusal("from_foundation", "The foundations; ruling 5"),
)
R_OVER, R_UNKNOWN, R_SOURCE, R_SAME, R_TARGET, R_FULL, R_SUIT, R_RANK = 1, 2, 3, 4, 5, 6, 7, 8
R_BASE, R_COMPLETE, R_NEXT, R_REDEALS, R_NOTHING = 9, 10, 11, 12, 13
R_PICK, R_NOWHERE, R_SEVERAL, R_FOUNDATION, R_BACK = 14, 15, 16, 17, 18


def refuse_setup(s: Any) -> int:
    return 0


# --- The setup -------------------------------------------------------------------------------------------------------
def deal(s: Any) -> None:
    s.deal = below(s.rng, DEALS) + 1  # all the chance there is: the number says where each card lies (2)
    for p in range(PILES):
        for at in range(DEALT, MOST):
            s.pile[p][at] = 0
        s.height[p] = DEALT
        s.shut[p] = DEALT - 1 if s.face_down == 1 else 0
    shuffle(s, s.deal - 1)
    for suit in range(SUITS):
        s.up[suit] = ACE
        s.down[suit] = KING
    s.left = s.redeals
    s.moves = 0
    derive(s)


def derive(s: Any) -> None:
    for card in range(CARDS):
        s.tops[card] = 0
    s.full = 0
    for p in range(PILES):
        if s.height[p] > 0:
            s.tops[top(s, p)] += 1 << p
        if s.height[p] == MOST:
            s.full += 1 << p
    s.home = 0
    for suit in range(SUITS):
        s.home += s.up[suit] + 1 + RANKS - s.down[suit]
    settle(s)


def top(s: Any, p: int) -> int:
    return s.pile[p][s.height[p] - 1]


def takers(s: Any, card: int) -> int:
    """The piles that take a card, as a bit set (3): not empty, not full, the same suit, one rank away."""
    return (s.tops[ABOVE[card]] | s.tops[BELOW[card]]) & ~s.full


# --- Whose turn: always the one player's -----------------------------------------------------------------------------
def to_move(s: Any) -> int:
    return 1 if s.ending == 0 else 0


def ask_order(s: Any, out: Buffer) -> int:
    out[0] = 0
    return to_move(s)


def window(s: Any) -> int:
    return 0


def closes(move: int) -> int:
    return 1


# --- Allowed moves, The empty pile, The foundations, The redeal ------------------------------------------------------
def legal(s: Any, seat: int, out: Buffer) -> int:
    if s.ending > 0:
        return 0
    n = 0
    if s.left > 0 and stacked(s) == 1:
        out[n] = REDEAL
        n += 1
    for p in range(PILES):
        if s.height[p] == 0:
            continue
        card = top(s, p)
        suit = SUIT[card]
        if RANK[card] == s.up[suit] + 1:
            out[n] = UP + p
            n += 1
        if RANK[card] == s.down[suit] - 1:
            out[n] = DOWN + p
            n += 1
        targets = takers(s, card)
        for q in range(PILES if targets > 0 else 0):
            if targets >> q & 1:
                out[n] = ONTO + p * PILES + q
                n += 1
    for suit in range(SUITS):
        if s.up[suit] + 1 == s.down[suit]:
            if s.up[suit] > ACE:
                out[n] = TRANSFER + suit
                n += 1
            if s.down[suit] < KING:
                out[n] = TRANSFER + SUITS + suit
                n += 1
    return n


def refusal(s: Any, seat: int, move: int) -> int:
    if s.ending > 0:
        return R_OVER
    if move < 0 or move >= MOVES:
        return R_UNKNOWN
    if move == REDEAL:
        if s.left == 0:
            return R_REDEALS
        return 0 if stacked(s) == 1 else R_NOTHING
    if move < TRANSFER:
        return refuse_play(s, (move - UP) % PILES, 1 if move >= DOWN else 0)
    if move < ONTO:
        return refuse_transfer(s, (move - TRANSFER) % SUITS, 1 if move >= TRANSFER + SUITS else 0)
    return refuse_onto(s, (move - ONTO) // PILES, (move - ONTO) % PILES)


def refuse_onto(s: Any, p: int, q: int) -> int:
    """The top card of pile p onto pile q, in the order of ruling 4."""
    if s.height[p] == 0:
        return R_SOURCE
    if p == q:
        return R_SAME
    if s.height[q] == 0:
        return R_TARGET
    if s.height[q] == MOST:
        return R_FULL
    card, onto = top(s, p), top(s, q)
    if SUIT[card] != SUIT[onto]:
        return R_SUIT
    return 0 if onto == ABOVE[card] or onto == BELOW[card] else R_RANK  # the ace is next to the king


def refuse_play(s: Any, p: int, down: int) -> int:
    """The top card of pile p onto the ascending or descending foundation of its suit."""
    if s.height[p] == 0:
        return R_SOURCE
    card = top(s, p)
    suit = SUIT[card]
    if s.down[suit] == ACE if down == 1 else s.up[suit] == KING:  # no wrap here
        return R_COMPLETE
    next_rank = s.down[suit] - 1 if down == 1 else s.up[suit] + 1
    return 0 if RANK[card] == next_rank else R_NEXT


def refuse_transfer(s: Any, suit: int, down: int) -> int:
    """The top card of the ascending or descending foundation of a suit onto the other one."""
    if s.down[suit] == KING if down == 1 else s.up[suit] == ACE:
        return R_BASE
    return 0 if s.up[suit] + 1 == s.down[suit] else R_NEXT


def stacked(s: Any) -> int:
    """1 if a pile has two cards or more: else there is nothing to redeal (6)."""
    for p in range(PILES):
        if s.height[p] > 1:
            return 1
    return 0


def apply(s: Any, seat: int, move: int) -> None:
    if move == REDEAL:
        for p in range(PILES):
            if s.height[p] > 1:
                bottom_to_top(s, p)
        s.left -= 1
        settle(s)
        return
    s.moves += 1  # also for a play or transfer (12), not for a redeal (6)
    if move < DOWN:
        s.up[SUIT[take(s, move - UP)]] += 1
        s.home += 1
    elif move < TRANSFER:
        s.down[SUIT[take(s, move - DOWN)]] -= 1
        s.home += 1
    elif move < ONTO:
        step = -1 if move < TRANSFER + SUITS else 1
        suit = (move - TRANSFER) % SUITS
        s.up[suit] += step
        s.down[suit] += step
    else:
        q = (move - ONTO) % PILES
        s.tops[top(s, q)] -= 1 << q
        card = take(s, (move - ONTO) // PILES)
        s.pile[q][s.height[q]] = card
        s.height[q] += 1
        s.tops[card] += 1 << q
        if s.height[q] == MOST:
            s.full += 1 << q
    settle(s)


def take(s: Any, p: int) -> int:
    """Take the top card off a pile; the card below is then turned for good (9)."""
    card = top(s, p)
    s.tops[card] -= 1 << p
    if s.height[p] == MOST:
        s.full -= 1 << p
    s.height[p] -= 1
    s.pile[p][s.height[p]] = 0
    if s.height[p] > 0:
        s.tops[top(s, p)] += 1 << p
        s.shut[p] = min(s.shut[p], s.height[p] - 1)
    return card


def bottom_to_top(s: Any, p: int) -> None:
    """The redeal of a pile; the lifted card is turned for good (9)."""
    s.tops[top(s, p)] -= 1 << p
    card = s.pile[p][0]
    for at in range(1, s.height[p]):
        s.pile[p][at - 1] = s.pile[p][at]
    s.pile[p][s.height[p] - 1] = card
    s.tops[card] += 1 << p
    s.shut[p] = max(0, s.shut[p] - 1)


# --- The end of the game (8, 14) -------------------------------------------------------------------------------------
ENDINGS = ("running", "won", "blocked", "capped")
WON, BLOCKED, CAPPED = 1, 2, 3
PARTS = ("foundations",)


def settle(s: Any) -> None:
    if s.home == 2 * CARDS:
        s.ending = WON
    elif can_move(s) == 0:
        s.ending = BLOCKED
    elif s.max_moves > 0 and s.moves >= s.max_moves:
        s.ending = CAPPED
    else:
        s.ending = 0


def can_move(s: Any) -> int:
    """1 if there is a legal move: what `legal` would find first, in an order that finds it fast."""
    for p in range(PILES):
        if s.height[p] > 0:
            card = top(s, p)
            if takers(s, card) > 0 or goes_home(s, card) == 1:
                return 1
    for suit in range(SUITS):
        if s.up[suit] + 1 == s.down[suit]:  # one of the two has more than its base
            return 1
    return 1 if s.left > 0 and stacked(s) == 1 else 0


def goes_home(s: Any, card: int) -> int:
    """1 if a foundation takes the card."""
    return 1 if RANK[card] == s.up[SUIT[card]] + 1 or RANK[card] == s.down[SUIT[card]] - 1 else 0


def score(s: Any, out: Buffer) -> int:
    """Cards on the foundations. A game that ends unwon is lost to the cards, so its rank is 2."""
    out[0] = s.home
    out[1] = s.home
    out[2] = 2 if s.ending > WON else 1
    return s.ending


# --- What the app adds: undo (7); what is seen of a face-down deal (9) -----------------------------------------------
UNDO = Undo("game", limit=100, barriers=(REDEAL,), lifted_by="free_undo")
# Not the deal: whoever knows its number can work out the cards that lie face down.
OPEN: tuple[str, ...] = ("seats", "redeals", "face_down", "free_undo", "max_moves", "height", "shut", "up", "down")
OPEN += ("left", "moves", "tops", "full", "home", "ending")
SIGHT = (
    Field("eye", 1, says="the seat that looks, plus one; 0 for the audience"),
    *(field for field in FIELDS if field.name in OPEN),
    Field("pile", 6, (PILES, MOST), says="the cards of each pile, bottom first, 52 for one that lies face down"),
)


def reveal(s: Any, eye: int, out: Any) -> None:
    out.eye = eye + 1
    for p in range(PILES):
        for at in range(MOST):
            out.pile[p][at] = FACE_DOWN if at < s.shut[p] else s.pile[p][at]


def determinize(s: Any, eye: int, seed: int) -> None:
    """Shuffle the cards that lie face down: no move ever depended on them."""
    seed_rng(s.rng, seed)
    count = 0
    for p in range(PILES):
        count += s.shut[p]
    for i in range(count - 1, 0, -1):
        one, other = hidden_place(s, i), hidden_place(s, below(s.rng, i + 1))
        card = s.pile[one // MOST][one % MOST]
        s.pile[one // MOST][one % MOST] = s.pile[other // MOST][other % MOST]
        s.pile[other // MOST][other % MOST] = card


def hidden_place(s: Any, i: int) -> int:
    """Where the i-th face-down card lies: pile * 13 + place."""
    p = 0
    while i >= s.shut[p]:
        i -= s.shut[p]
        p += 1
    return p * MOST + i


COMPONENTS = tuple(f"card {card}" for card in range(CARDS))


def census(s: Any, out: Buffer) -> None:
    for card in range(CARDS):
        out[card] = (1 if RANK[card] <= s.up[SUIT[card]] else 0) + (1 if RANK[card] >= s.down[SUIT[card]] else 0)
    for p in range(PILES):
        for at in range(s.height[p]):
            out[s.pile[p][at]] += 1


# --- A quick player --------------------------------------------------------------------------------------------------
def idle(s: Any, seat: int) -> int:
    return quick(s, seat)


def quick(s: Any, seat: int) -> int:
    """A foundation play; else a move that uncovers one; else a redeal; else some pile move; else a transfer."""
    for p in range(PILES):
        for down in range(2):
            if refuse_play(s, p, down) == 0:
                return DOWN + p if down == 1 else UP + p
    for p in range(PILES):
        under = s.height[p] - 2
        if under >= s.shut[p] and goes_home(s, s.pile[p][under]) == 1 and takers(s, top(s, p)) > 0:
            return onto_first(s, p)
    if s.left > 0 and stacked(s) == 1:
        return REDEAL
    for i in range(PILES):  # not always the same pile: pile moves can be reversed for ever
        p = (s.moves + i) % PILES
        if s.height[p] > 0 and takers(s, top(s, p)) > 0:
            return onto_first(s, p)
    move = TRANSFER
    while refuse_transfer(s, (move - TRANSFER) % SUITS, 1 if move >= TRANSFER + SUITS else 0) > 0:
        move += 1
    return move


def onto_first(s: Any, p: int) -> int:
    """The top card of pile p onto the first pile that takes it."""
    q = 0
    while (takers(s, top(s, p)) >> q & 1) == 0:
        q += 1
    return ONTO + p * PILES + q
