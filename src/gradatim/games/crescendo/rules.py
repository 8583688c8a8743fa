"""Crescendo, in the order of its rulebook. "d3" and "f17" are rows of docs/rulings/crescendo.md.

In the rules dialect. A row's card is its kind (1 to 100, or a Joker by its back) with the set of eyes that have seen
it where it lies. The Reserve is a set with no order: chance decides which card it is when a card leaves it, and which
back comes to the top when the top becomes visible.
"""

from typing import Any

from gradatim.dialect.contract import Buffer, Field, Option, Refusal, Undo
from gradatim.dialect.random import below, seed_rng
from gradatim.games.crescendo.content import ACTIONS, BACKS, CARDS, CRESCENDO, DEALT, DECLINE, DISCARD, DRAW_PILE
from gradatim.games.crescendo.content import DRAW_RESERVE, EXCHANGE, GIVE, HOLD, JOKER, JOKER_BACKS, KEEP, KINDS
from gradatim.games.crescendo.content import LOCK, LOCK_OWN, LOOK, MAPS, MOST_SEATS, MOVES, NEXT_ROUND, NUMBER
from gradatim.games.crescendo.content import NUMBERS, OWN_BACKS, PAIR_A, PAIR_B, PASS, PEEK, PEEK_AT, PRINTED, ROW
from gradatim.games.crescendo.content import SLOTS, SWAP, TAKE_FROM, WIDTH

NAME = "crescendo"
RULES_VERSION = 1
SEATS = (2, 6)
ROUNDS = 3
MAX_LEGAL = 210  # NUMBER for each own slot (95) and HOLD; two draws, CRESCENDO; at most 103 cards to peek at

# --- Phases ----------------------------------------------------------------------------------------------------------
SETUP = 0  # everybody chooses in secret
TURN = 1  # a turn, and before it perhaps a NUMBER window
DRAWN = 2  # the card drawn must be placed
GIVEN = 3  # the first half of a Swap is done (f17)
LAST = 4  # the window after the last final turn (d3)
BETWEEN = 5  # a round is scored, the next one is not dealt
OVER = 6

EVERYBODY = 127  # eyes as bits: a seat's bit, and AUDIENCE for those without one
AUDIENCE_BIT = 6
NOBODY = 7  # no caller

OPTIONS = (
    Option("backs", (0, 1, 2), 0, ("default", "even", "interleaved"), own=True),
    Option("tie_from_left", (0, 1), 0),  # NUMBER ties: from the seat that ended its turn, or from its left (c23)
    Option("pass_bonus_always", (0, 1), 1),  # c16
    Option("tiebreak_net", (0, 1), 0),  # c30
    Option("number_after_last", (0, 1), 1),  # d3
    Option("null_turn", (0, 1), 1),  # d20
    Option("memory_aid", (0, 1), 0),
    Option("max_laps", (0, 10, 20, 40), 0),  # d28, for simulations
)
PRESETS = {
    "english": {},
    "japanese": {"tie_from_left": 1, "pass_bonus_always": 0},
    "interleaved": {"backs": 2, "max_laps": 10},
}

FIELDS = (
    Field("rng", 32, (4,), says="the generator of chance"),
    Field("seats", 3, says="how many play"),
    Field("backs", 2, says="option: which numbers have which back; 3 for a table of the user's own"),
    Field("tie_from_left", 1, says="option: equal claims go to the left of the seat that ended its turn"),
    Field("pass_bonus_always", 1, says="option: 1 point for passing, even with wrong cards"),
    Field("tiebreak_net", 1, says="option: failed calls count in the first tie-break"),
    Field("number_after_last", 1, says="option: a window after the last final turn"),
    Field("null_turn", 1, says="option: the pile's top may be put straight back"),
    Field("memory_aid", 1, says="option: the table shows each player what it has seen"),
    Field("max_laps", 6, says="option: laps after which a round ends, 0 for none"),
    Field("back_of", 2, (KINDS,), says="the back of each kind"),
    Field("action_of", 2, (BACKS,), says="0 Peek, 1 Swap, 2 Lock, by back"),
    Field("joker_count", 3, (BACKS,), says="Jokers with each back"),
    Field("printed", 7, (BACKS, 2), says="the lowest and the highest number that each back prints"),
    Field("round", 2, says="rounds that are scored"),
    Field("dealer", 3, says="who deals this round"),
    Field("phase", 3, says="0 setup, 1 turn, 2 drawn, 3 given, 4 last window, 5 between rounds, 6 over"),
    Field("turns", 16, says="turns taken in this round"),
    Field("turn", 3, says="whose turn it is, or follows the window"),
    Field("open", 1, says="a NUMBER window is open"),
    Field("held", 1, (MOST_SEATS,), says="has answered the open window"),
    Field("caller", 3, says="who has called CRESCENDO, 7 for nobody"),
    Field("finals", 3, says="final turns still to come"),
    Field("chosen", 1, (MOST_SEATS,), says="has made its setup choice"),
    Field("choice", 6, (MOST_SEATS,), says="which"),
    Field("row", 7, (MOST_SEATS, ROW), says="each seat's row, by kind"),
    Field("seen", 7, (MOST_SEATS, ROW), says="which eyes have seen that card: a bit a seat, the audience last"),
    Field("born", 15, (MOST_SEATS, ROW), says="how many reshuffles there had been when it left the Reserve"),
    Field("locked", 1, (MOST_SEATS, ROW), says="lies face up"),
    Field("row_count", 7, (MOST_SEATS,), says="cards in each row"),
    Field("drawn", 7, says="the card drawn and not placed yet, 0 for none"),
    Field("drawn_seen", 7, says="which eyes have seen it"),
    Field("drawn_born", 15, says="as for rows"),
    Field("given", 7, says="the own slot of a Swap whose other half is to come"),
    Field("reserve", 7, (BACKS, CARDS), says="the cards of the Reserve by back, in no order"),
    Field("reserve_count", 7, (BACKS,), says="how many of each back"),
    Field("top_back", 2, says="the back on top of the Reserve, 3 if it is empty"),
    Field("shuffles", 15, says="reshuffles in this round"),
    Field("entered", 15, (KINDS,), says="how many there had been when a kind last went into the Reserve"),
    Field("pile", 7, (CARDS,), says="the common pile, oldest first"),
    Field("pile_count", 7, says="cards in it"),
    Field("own_count", 7, (MOST_SEATS,), says="cards in each own pile"),
    Field("own", 3, (KINDS,), says="cards in own piles, by kind"),
    Field("passed", 1, (MOST_SEATS,), says="has passed in its final turn"),
    Field("sheet_caller", 3, (ROUNDS,), says="who called in each round, 7 for nobody"),
    Field("sheet_wrong", 7, (ROUNDS, MOST_SEATS), says="wrong cards in each round"),
    Field("sheet_own", 7, (ROUNDS, MOST_SEATS), says="cards in the own pile in each round"),
    Field("sheet_passed", 1, (ROUNDS, MOST_SEATS), says="passed in each round"),
    Field("back", 2, (MOST_SEATS, ROW), derived=True, says="the back of each card in a row"),
)

REFUSALS = (
    Refusal("none", ""),
    Refusal("over", "End of a Game of Crescendo"),
    Refusal("no_such_move", "Player's Turn"),
    Refusal("between_rounds", "Scoring, last paragraph"),
    Refusal("round_running", "Scoring, last paragraph"),
    Refusal("setup_first", "Setup"),
    Refusal("setup_over", "Setup"),
    Refusal("already_chosen", "Setup; ruling f13"),
    Refusal("no_such_slot", "Setup"),
    Refusal("no_window", "Calling NUMBER; ruling d8"),
    Refusal("caller_is_silent", "Call CRESCENDO; ruling d12"),
    Refusal("already_answered", "Calling NUMBER; ruling d7"),
    Refusal("empty_row", "Calling NUMBER; ruling d10"),
    Refusal("not_your_turn", "Player's Turn"),
    Refusal("place_first", "Draw ONE card"),
    Refusal("nothing_drawn", "Draw ONE card"),
    Refusal("give_first", "Special Action, Swap; ruling f17"),
    Refusal("take_now", "Special Action, Swap; ruling f17"),
    Refusal("empty_reserve", "Draw ONE card; ruling d1"),
    Refusal("empty_pile", "Draw ONE card"),
    Refusal("no_null_turn", "Draw ONE card; ruling d20"),
    Refusal("final_turn", "Call CRESCENDO"),
    Refusal("not_final", "Call CRESCENDO"),
    Refusal("too_early", "Call CRESCENDO; ruling d27"),
    Refusal("other_action", "Special Action"),
    Refusal("face_up", "Special Action; rulings d15, d16, d17"),
    Refusal("own_card", "Special Action, Swap"),
    Refusal("no_target", "Special Action, Swap; ruling d18"),
)
R_OVER, R_UNKNOWN, R_BETWEEN, R_RUNNING, R_SETUP, R_SETUP_OVER, R_CHOSEN, R_SLOT = 1, 2, 3, 4, 5, 6, 7, 8
R_NO_WINDOW, R_CALLER, R_ANSWERED, R_EMPTY_ROW, R_TURN, R_PLACE, R_NOT_DRAWN, R_GIVE, R_TAKE = (
    9, 10, 11, 12, 13, 14, 15, 16, 17,
)  # fmt: skip
R_RESERVE, R_PILE, R_NULL, R_FINAL, R_NOT_FINAL, R_EARLY, R_ACTION, R_FACE_UP, R_OWN, R_TARGET = (
    18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
)  # fmt: skip


def refuse_setup(s: Any) -> int:
    return 0


# --- Setup -----------------------------------------------------------------------------------------------------------
def deal(s: Any) -> None:
    set_backs(s)
    for r in range(ROUNDS):
        s.sheet_caller[r] = NOBODY
        for seat in range(MOST_SEATS):
            s.sheet_wrong[r][seat] = 0
            s.sheet_own[r][seat] = 0
            s.sheet_passed[r][seat] = 0
    s.round = 0
    s.dealer = below(s.rng, s.seats)
    deal_round(s)


def set_backs(s: Any) -> None:
    """The backs that an option names; a table of the user's own is there already."""
    if s.backs == OWN_BACKS:
        return
    for kind in range(KINDS):
        s.back_of[kind] = MAPS[s.backs][kind]
    for back in range(BACKS):
        s.action_of[back] = ACTIONS[back]
        s.joker_count[back] = JOKER_BACKS[back]
        s.printed[back][0] = PRINTED[s.backs][back][0]
        s.printed[back][1] = PRINTED[s.backs][back][1]


def deal_round(s: Any) -> None:
    for back in range(BACKS):
        s.reserve_count[back] = 0
    for seat in range(MOST_SEATS):
        clear_row(s, seat)
    for i in range(CARDS):
        s.pile[i] = 0
        for back in range(BACKS):
            s.reserve[back][i] = 0
    for kind in range(KINDS):
        s.own[kind] = 0
        s.entered[kind] = 0
    for n in range(1, NUMBERS + 1):
        put_in_reserve(s, n)
    for back in range(BACKS):
        for _ in range(s.joker_count[back]):
            put_in_reserve(s, JOKER + back)
    s.pile_count = 0
    s.shuffles = 0
    s.turns = 0
    s.open = 0
    s.caller = NOBODY
    s.finals = 0
    s.drawn = 0
    s.drawn_seen = 0
    s.drawn_born = 0
    s.given = 0
    dealt = DEALT if s.seats <= 4 else DEALT - 1
    for seat in range(s.seats):
        for slot in range(dealt):
            turn_top(s)
            s.row[seat][slot] = draw_top(s)
            s.back[seat][slot] = s.back_of[s.row[seat][slot]]
        s.row_count[seat] = dealt
    turn_top(s)
    push(s, draw_top(s))
    turn_top(s)
    s.turn = (s.dealer + 1) % s.seats
    s.phase = SETUP


def clear_row(s: Any, seat: int) -> None:
    for slot in range(s.row_count[seat]):
        set_card(s, seat, slot, 0, 0, 0, 0)
    s.row_count[seat] = 0
    s.own_count[seat] = 0
    s.passed[seat] = 0
    s.held[seat] = 0
    s.chosen[seat] = 0
    s.choice[seat] = 0


def set_card(s: Any, seat: int, slot: int, kind: int, seen: int, born: int, locked: int) -> None:
    s.row[seat][slot] = kind
    s.seen[seat][slot] = seen
    s.born[seat][slot] = born
    s.locked[seat][slot] = locked
    s.back[seat][slot] = s.back_of[kind]


def copy_card(s: Any, seat: int, slot: int, source: int, place: int) -> None:
    """The card at the source's place lies now also at the seat's slot."""
    row, seen, born = s.row[source][place], s.seen[source][place], s.born[source][place]
    set_card(s, seat, slot, row, seen, born, s.locked[source][place])


def exchange(s: Any, seat: int, slot: int, other: int, place: int) -> None:
    row, seen, born, locked = s.row[seat][slot], s.seen[seat][slot], s.born[seat][slot], s.locked[seat][slot]
    copy_card(s, seat, slot, other, place)
    set_card(s, other, place, row, seen, born, locked)


def derive(s: Any) -> None:
    for seat in range(MOST_SEATS):
        for slot in range(ROW):
            s.back[seat][slot] = s.back_of[s.row[seat][slot]] if slot < s.row_count[seat] else 0


# --- Reserve and common pile -----------------------------------------------------------------------------------------
def put_in_reserve(s: Any, kind: int) -> None:
    back = s.back_of[kind]
    s.reserve[back][s.reserve_count[back]] = kind
    s.reserve_count[back] += 1


def take(s: Any, back: int, low: int) -> int:
    """Take one of the Reserve's cards with that back, counted from `low` on."""
    at = low + below(s.rng, s.reserve_count[back] - low)
    kind = s.reserve[back][at]
    s.reserve_count[back] -= 1
    s.reserve[back][at] = s.reserve[back][s.reserve_count[back]]
    s.reserve[back][s.reserve_count[back]] = 0
    return kind


def turn_top(s: Any) -> None:
    """Chance decides the back of the Reserve's new top card."""
    total = 0
    for back in range(BACKS):
        total += s.reserve_count[back]
    s.top_back = BACKS
    if total > 0:
        at = below(s.rng, total)
        s.top_back = 0
        while at >= s.reserve_count[s.top_back]:
            at -= s.reserve_count[s.top_back]
            s.top_back += 1


def draw_top(s: Any) -> int:
    """Take the Reserve's top card: one of those with its back. `turn_top` must follow."""
    return take(s, s.top_back, 0)


def push(s: Any, kind: int) -> None:
    s.pile[s.pile_count] = kind
    s.pile_count += 1


def renew(s: Any) -> None:
    """A new top for the Reserve; if it is empty, all of the pile but its top becomes the Reserve (d1, f1, f2)."""
    empty = s.reserve_count[0] + s.reserve_count[1] + s.reserve_count[2] == 0
    if empty and s.pile_count > 1:
        s.shuffles += 1
        for i in range(s.pile_count - 1):
            put_in_reserve(s, s.pile[i])
            s.entered[s.pile[i]] = s.shuffles
        s.pile[0] = s.pile[s.pile_count - 1]
        for i in range(1, s.pile_count):
            s.pile[i] = 0
        s.pile_count = 1
    turn_top(s)


# --- Who may act -----------------------------------------------------------------------------------------------------
def may_claim(s: Any, seat: int) -> int:
    """Is the window open to this seat? It has not answered, has a card (d10) and did not call CRESCENDO (d12)."""
    return 1 if s.open == 1 and s.held[seat] == 0 and s.row_count[seat] > 0 and s.caller != seat else 0


def to_move(s: Any) -> int:
    seats = 0
    for seat in range(s.seats):
        if s.phase == SETUP:
            acts = s.chosen[seat] == 0
        elif s.phase == BETWEEN:
            acts = True
        else:
            acts = may_claim(s, seat) == 1 or (seat == s.turn and s.phase >= TURN and s.phase <= GIVEN)
        if acts:
            seats |= 1 << seat
    return seats if s.phase != OVER else 0


def ask_order(s: Any, out: Buffer) -> int:
    n = 0
    if s.phase == OVER:
        return 0
    if s.phase == BETWEEN:
        out[0] = (s.dealer + 1) % s.seats
        return 1
    first = (s.turn + s.seats - 1 + s.tie_from_left) % s.seats  # who ended its turn, or its left (c23)
    for step in range(s.seats):
        seat = (first + step) % s.seats
        if may_claim(s, seat) == 1 or (s.phase == SETUP and s.chosen[seat] == 0):
            out[n] = seat
            n += 1
    if s.phase >= TURN and s.phase <= GIVEN:
        out[n] = s.turn
        n += 1
    return n


def window(s: Any) -> int:
    """The round and the turns taken in it, plus one (f11)."""
    if s.open == 1 or s.phase == SETUP:
        return (s.round * 65536 + s.turns + 1) * 2 + (1 if s.phase == SETUP else 0)
    return 0


def closes(move: int) -> int:
    if move >= SLOTS:
        return 0 if (move - SLOTS) % WIDTH == NUMBER else 1
    return 0 if move == HOLD or move == DECLINE or move >= LOOK else 1


def idle(s: Any, seat: int) -> int:
    """Decline, hold; draw from the Reserve and discard; pass (d35)."""
    if s.phase == SETUP:
        return DECLINE
    if s.phase == BETWEEN:
        return NEXT_ROUND
    if may_claim(s, seat) == 1:
        return HOLD
    if s.phase == TURN:
        if s.finals > 0:
            return PASS
        return DRAW_RESERVE if s.top_back < BACKS else DRAW_PILE
    if s.phase == DRAWN:
        return DISCARD if may_discard(s) == 1 else slot_move(0, KEEP)
    for slot in range(ROW):
        for other in range(s.seats):
            if other != seat and slot < s.row_count[other] and s.locked[other][slot] == 0:
                return slot_move(slot, TAKE_FROM + other)
    return DISCARD


def slot_move(slot: int, what: int) -> int:
    return SLOTS + slot * WIDTH + what


def may_discard(s: Any) -> int:
    """The card drawn may be put on the pile; one from the pile only where a null turn is allowed (d20)."""
    return 1 if s.null_turn == 1 or s.drawn_seen != EVERYBODY or s.row_count[s.turn] == 0 else 0


def face_down(s: Any, seat: int) -> int:
    """How many cards of a row lie face down."""
    n = 0
    for slot in range(s.row_count[seat]):
        n += 1 - s.locked[seat][slot]
    return n


def may_swap(s: Any) -> int:
    """An own card and a card of somebody else lie face down (d18)."""
    others = 0
    for seat in range(s.seats):
        if seat != s.turn:
            others += face_down(s, seat)
    return 1 if others > 0 and face_down(s, s.turn) > 0 else 0


# --- Legal moves -----------------------------------------------------------------------------------------------------
def legal(s: Any, seat: int, out: Buffer) -> int:
    n = 0
    if s.phase == BETWEEN:
        out[0] = NEXT_ROUND
        return 1
    if s.phase == SETUP:
        return legal_setup(s, seat, out)
    if may_claim(s, seat) == 1:
        out[n] = HOLD
        n += 1
        for slot in range(s.row_count[seat]):
            out[n] = slot_move(slot, NUMBER)
            n += 1
    if seat != s.turn:
        return n
    if s.phase == TURN:
        return legal_turn(s, seat, out, n)
    if s.phase == DRAWN:
        if may_discard(s) == 1:
            out[n] = DISCARD
            n += 1
        for slot in range(s.row_count[seat]):
            out[n] = slot_move(slot, KEEP)
            n += 1
    if s.phase == GIVEN:
        for other in range(s.seats):
            if other != seat:
                for slot in range(s.row_count[other]):
                    if s.locked[other][slot] == 0:
                        out[n] = slot_move(slot, TAKE_FROM + other)
                        n += 1
    return n


def legal_setup(s: Any, seat: int, out: Buffer) -> int:
    if s.chosen[seat] == 1:
        return 0
    out[0] = DECLINE
    n = 1
    for slot in range(s.row_count[seat]):
        out[n] = LOOK + slot
        n += 1
    for pair in range(len(PAIR_A)):
        if PAIR_B[pair] < s.row_count[seat]:
            out[n] = EXCHANGE + pair
            n += 1
    return n


def legal_turn(s: Any, seat: int, out: Buffer, n: int) -> int:
    if s.top_back < BACKS:
        out[n] = DRAW_RESERVE
        n += 1
    if s.pile_count > 0:
        out[n] = DRAW_PILE
        n += 1
    if s.finals > 0:
        out[n] = PASS
        return n + 1
    if s.turns >= 3 * s.seats:
        out[n] = CRESCENDO
        n += 1
    if s.top_back == BACKS:
        return n
    action = s.action_of[s.top_back]
    if action == PEEK:
        for other in range(s.seats):
            for slot in range(s.row_count[other]):
                if s.locked[other][slot] == 0:
                    out[n] = slot_move(slot, PEEK_AT + other)
                    n += 1
    elif action == LOCK or may_swap(s) == 1:
        for slot in range(s.row_count[seat]):
            if s.locked[seat][slot] == 0:
                out[n] = slot_move(slot, LOCK_OWN if action == LOCK else GIVE)
                n += 1
    return n


def refusal(s: Any, seat: int, move: int) -> int:
    if s.phase == OVER:
        return R_OVER
    if move < 0 or move >= MOVES:
        return R_UNKNOWN
    if s.phase == BETWEEN:
        return 0 if move == NEXT_ROUND else R_BETWEEN
    if move == NEXT_ROUND:
        return R_RUNNING
    what = (move - SLOTS) % WIDTH if move >= SLOTS else -1
    setup = move == DECLINE or (move >= LOOK and move < SLOTS)
    if s.phase == SETUP:
        return refuse_choice(s, seat, move) if setup else R_SETUP
    if setup:
        return R_SETUP_OVER
    if move == HOLD or what == NUMBER:
        return refuse_claim(s, seat, move)
    if seat != s.turn or s.phase == LAST:
        return R_TURN
    if s.phase == DRAWN:
        return refuse_placing(s, seat, move, what)
    if s.phase == GIVEN:
        return refuse_target(s, seat, move) if what >= TAKE_FROM else R_TAKE
    if move == DISCARD or what == KEEP:
        return R_NOT_DRAWN
    if what >= TAKE_FROM:
        return R_GIVE
    if move == DRAW_RESERVE:
        return 0 if s.top_back < BACKS else R_RESERVE
    if move == DRAW_PILE:
        return 0 if s.pile_count > 0 else R_PILE
    if move == PASS:
        return 0 if s.finals > 0 else R_NOT_FINAL
    if s.finals > 0:
        return R_FINAL
    if move == CRESCENDO:
        return 0 if s.turns >= 3 * s.seats else R_EARLY
    return refuse_special(s, seat, move, what)


def refuse_choice(s: Any, seat: int, move: int) -> int:
    if s.chosen[seat] == 1:
        return R_CHOSEN
    if move >= EXCHANGE:
        return 0 if PAIR_B[move - EXCHANGE] < s.row_count[seat] else R_SLOT
    return 0 if move == DECLINE or move - LOOK < s.row_count[seat] else R_SLOT


def refuse_claim(s: Any, seat: int, move: int) -> int:
    if s.open == 0:
        return R_NO_WINDOW
    if s.caller == seat:
        return R_CALLER
    if s.held[seat] == 1:
        return R_ANSWERED
    if s.row_count[seat] == 0:
        return R_EMPTY_ROW
    return 0 if move == HOLD or (move - SLOTS) // WIDTH < s.row_count[seat] else R_SLOT


def refuse_placing(s: Any, seat: int, move: int, what: int) -> int:
    if move == DISCARD:
        return 0 if may_discard(s) == 1 else R_NULL
    if what != KEEP:
        return R_PLACE
    return 0 if (move - SLOTS) // WIDTH < s.row_count[seat] else R_SLOT


def refuse_target(s: Any, seat: int, move: int) -> int:
    """The card of another seat that a Swap takes."""
    slot, other = (move - SLOTS) // WIDTH, (move - SLOTS) % WIDTH - TAKE_FROM
    if other == seat:
        return R_OWN
    if other >= s.seats or slot >= s.row_count[other]:
        return R_SLOT
    return R_FACE_UP if s.locked[other][slot] == 1 else 0


def refuse_special(s: Any, seat: int, move: int, what: int) -> int:
    if s.top_back == BACKS:
        return R_RESERVE
    slot, action, other = (move - SLOTS) // WIDTH, s.action_of[s.top_back], seat
    wanted = LOCK if what == LOCK_OWN else SWAP if what == GIVE else PEEK
    if action != wanted:
        return R_ACTION
    if wanted == PEEK:
        other = what - PEEK_AT
    if other >= s.seats or slot >= s.row_count[other]:
        return R_SLOT
    if s.locked[other][slot] == 1:
        return R_FACE_UP
    return R_TARGET if wanted == SWAP and may_swap(s) == 0 else 0


# --- Moves -----------------------------------------------------------------------------------------------------------
def apply(s: Any, seat: int, move: int) -> None:
    if s.phase == SETUP:
        choose(s, seat, move)
    elif move == NEXT_ROUND:
        s.dealer = (s.dealer + 1) % s.seats
        deal_round(s)
    elif move == HOLD:
        s.held[seat] = 1
        settle_last(s)
    elif move >= SLOTS and (move - SLOTS) % WIDTH == NUMBER:
        call_number(s, seat, (move - SLOTS) // WIDTH)
    else:
        s.open = 0  # the turn begins: too late for NUMBER (d8, c24)
        take_turn(s, seat, move)


def choose(s: Any, seat: int, move: int) -> None:
    """Setup choices are secret until all have chosen, and then done together (c5, d31)."""
    s.chosen[seat] = 1
    s.choice[seat] = move
    for other in range(s.seats):
        if s.chosen[other] == 0:
            return
    for other in range(s.seats):
        made = s.choice[other]
        if made >= EXCHANGE:
            exchange(s, other, PAIR_A[made - EXCHANGE], other, PAIR_B[made - EXCHANGE])
        elif made >= LOOK:
            s.seen[other][made - LOOK] |= 1 << other
    s.phase = TURN


def take_turn(s: Any, seat: int, move: int) -> None:
    slot, what = (move - SLOTS) // WIDTH, (move - SLOTS) % WIDTH
    if move == DRAW_RESERVE:
        s.drawn_born = s.shuffles
        s.drawn = draw_top(s)
        s.drawn_seen = 1 << seat
        renew(s)
        s.phase = DRAWN
    elif move == DRAW_PILE:
        s.pile_count -= 1
        s.drawn = s.pile[s.pile_count]
        s.pile[s.pile_count] = 0
        s.drawn_seen = EVERYBODY
        s.drawn_born = s.shuffles
        s.phase = DRAWN
    elif move == DISCARD:
        end_turn(s, s.drawn)
    elif move == CRESCENDO:
        s.caller = seat
        s.finals = s.seats
        pass_on(s)
    elif move == PASS:
        s.passed[seat] = 1
        pass_on(s)
    elif what == KEEP:
        replaced = s.row[seat][slot]
        set_card(s, seat, slot, s.drawn, s.drawn_seen, s.drawn_born, 0)  # face down, not locked (d14)
        end_turn(s, replaced)
    elif what == GIVE:
        s.given = slot
        s.phase = GIVEN
    else:
        special(s, seat, slot, what)


def special(s: Any, seat: int, slot: int, what: int) -> None:
    """Peek, Lock, or the second half of a Swap; then the Reserve's top goes face up to the pile."""
    if what >= TAKE_FROM:
        other = what - TAKE_FROM
        exchange(s, seat, s.given, other, slot)
        s.seen[other][slot] |= 1 << other  # the receiver looks at once (f5)
        s.given = 0
    elif what >= PEEK_AT:
        s.seen[what - PEEK_AT][slot] |= 1 << seat
    else:
        s.seen[seat][slot] = EVERYBODY
        s.locked[seat][slot] = 1
    end_turn(s, draw_top(s))


def end_turn(s: Any, discard: int) -> None:
    """A card goes face up to the pile: the turn ends and NUMBER is open."""
    push(s, discard)
    s.drawn = 0
    s.drawn_seen = 0
    s.drawn_born = 0
    if s.phase != DRAWN or s.top_back == BACKS:  # a Special has taken the top; or there was none (f2)
        renew(s)
    s.open = 1
    for seat in range(s.seats):
        s.held[seat] = 0
    pass_on(s)


def pass_on(s: Any) -> None:
    """The next seat's turn; or, after the last final turn or the last lap, the end of the round."""
    s.turns += 1
    s.turn = (s.turn + 1) % s.seats
    s.phase = TURN
    if s.finals > 0:
        s.finals -= 1
    lapped = s.caller == NOBODY and s.max_laps > 0 and s.turns >= s.max_laps * s.seats
    if lapped or (s.caller != NOBODY and s.finals == 0):
        s.phase = LAST
        if s.number_after_last == 0:
            s.open = 0
        settle_last(s)


def settle_last(s: Any) -> None:
    """The window after the last turn stays until one seat has called or all hold (f3)."""
    if s.phase == LAST:
        for seat in range(s.seats):
            if may_claim(s, seat) == 1:
                return
        end_round(s)


def call_number(s: Any, seat: int, slot: int) -> None:
    kind, top = s.row[seat][slot], s.pile[s.pile_count - 1]
    s.open = 0  # one call between two turns (d7)
    if kind < JOKER and top < JOKER and kind - top <= 2 and top - kind <= 2:
        s.own[kind] += 1
        s.own_count[seat] += 1
        s.row_count[seat] -= 1
        for i in range(slot, s.row_count[seat]):
            copy_card(s, seat, i, seat, i + 1)
        set_card(s, seat, s.row_count[seat], 0, 0, 0, 0)
    else:
        s.seen[seat][slot] = EVERYBODY  # it is shown, and goes back as it lay (c18)
        if s.top_back < BACKS:  # waived if there is no card (d1)
            for i in range(s.row_count[seat], slot + 1, -1):
                copy_card(s, seat, i, seat, i - 1)
            s.row_count[seat] += 1
            born = s.shuffles
            set_card(s, seat, slot + 1, draw_top(s), 0, born, 0)
            renew(s)
    settle_last(s)


# --- Scoring ---------------------------------------------------------------------------------------------------------
def end_round(s: Any) -> None:
    s.open = 0
    s.sheet_caller[s.round] = s.caller
    for seat in range(s.seats):
        s.sheet_wrong[s.round][seat] = wrong_cards(s, seat)
        s.sheet_own[s.round][seat] = s.own_count[seat]
        s.sheet_passed[s.round][seat] = s.passed[seat]
    s.round += 1
    s.phase = OVER if s.round == ROUNDS else BETWEEN


def wrong_cards(s: Any, seat: int) -> int:
    """How often a number is lower than the one before it, Jokers left out (d30)."""
    wrong = 0
    before = 0
    for slot in range(s.row_count[seat]):
        kind = s.row[seat][slot]
        if kind < JOKER:
            if kind < before:
                wrong += 1
            before = kind
    return wrong


def row_points(s: Any, seat: int, r: int) -> int:
    """Points of a round for order and calling, without pass and pile."""
    wrong = s.sheet_wrong[r][seat]
    if s.sheet_caller[r] == seat:
        return 6 if wrong == 0 else -3 - wrong
    return 3 if wrong == 0 else -wrong


def round_points(s: Any, seat: int, r: int) -> int:
    if r >= s.round:
        return 0
    bonus = s.sheet_passed[r][seat]
    if s.pass_bonus_always == 0 and s.sheet_wrong[r][seat] > 0:
        bonus = 0
    return row_points(s, seat, r) + bonus + s.sheet_own[r][seat]


def tie_value(s: Any, seat: int) -> int:
    """What breaks ties: points by calling (c30), then the last round's points."""
    called = 0
    for r in range(s.round):
        if s.sheet_caller[r] == seat and (s.sheet_wrong[r][seat] == 0 or s.tiebreak_net == 1):
            called += row_points(s, seat, r)
    return (called + 500) * 1000 + round_points(s, seat, ROUNDS - 1) + 500


ENDINGS = ("running", "three_rounds")
PARTS = ("round_1", "round_2", "round_3")


def score(s: Any, out: Buffer) -> int:
    width = ROUNDS + 2
    for seat in range(s.seats):
        at = seat * width
        out[at + ROUNDS] = 0
        for r in range(ROUNDS):
            out[at + r] = round_points(s, seat, r)
            out[at + ROUNDS] += out[at + r]
    for seat in range(s.seats):
        rank = 1
        own = out[seat * width + ROUNDS]
        for other in range(s.seats):
            points = out[other * width + ROUNDS]
            tied = points == own and s.phase == OVER
            if points > own or (tied and tie_value(s, other) > tie_value(s, seat)):
                rank += 1
        out[seat * width + ROUNDS + 1] = rank
    return 1 if s.phase == OVER else 0


# --- Who may know what (f7: perfect recall; what a screen shows is less) ---------------------------------------------
OPEN: tuple[str, ...] = ("seats", "backs", "tie_from_left", "pass_bonus_always", "tiebreak_net", "number_after_last")
OPEN += ("null_turn", "memory_aid", "max_laps", "back_of", "action_of", "joker_count", "printed", "round", "dealer")
OPEN += ("phase", "turns", "turn", "open", "held", "caller", "finals", "chosen", "born", "locked", "row_count")
OPEN += ("drawn_seen", "drawn_born", "given", "top_back", "shuffles", "entered", "pile", "pile_count", "own_count")
OPEN += ("own", "passed", "back", "sheet_caller", "sheet_wrong", "sheet_own", "sheet_passed")
SIGHT = (
    Field("eye", 3, says="the seat that looks, plus one; 0 for the audience"),
    *(field for field in FIELDS if field.name in OPEN),
    Field("row", 7, (MOST_SEATS, ROW), says="the kinds of cards that this eye has seen, 0 for the others"),
    Field("drawn", 7, says="the card drawn, if this eye has seen it"),
    Field("drawn_back", 2, says="its back; 3 if none is drawn"),
    Field("choice", 6, (MOST_SEATS,), says="the own setup choice; all of them once all are made"),
    Field("reserve_size", 7, says="cards in the Reserve"),
)
UNDO = Undo("none")  # each move shows or draws something


def reveal(s: Any, eye: int, out: Any) -> None:
    out.eye = eye + 1
    out.reserve_size = s.reserve_count[0] + s.reserve_count[1] + s.reserve_count[2]
    out.drawn = s.drawn if sees(s, eye, s.drawn_seen) == 1 else 0
    out.drawn_back = s.back_of[s.drawn] if s.drawn > 0 else BACKS
    for seat in range(MOST_SEATS):
        out.choice[seat] = s.choice[seat] if s.phase != SETUP or seat == eye else 0
        for slot in range(ROW):
            out.row[seat][slot] = s.row[seat][slot] if sees(s, eye, s.seen[seat][slot]) == 1 else 0


def sees(s: Any, eye: int, eyes: int) -> int:
    """Is this eye among the eyes? At the reveal every eye is."""
    if s.phase >= BETWEEN:
        return 1
    return (eyes >> (eye if eye >= 0 else AUDIENCE_BIT)) & 1


def determinize(s: Any, eye: int, seed: int) -> None:
    """Shuffle what the eye has not seen, among cards of one back that left the Reserve between the same reshuffles.

    After a reshuffle everybody knows which cards went back, so an older card in a row cannot be one of them. The
    Reserve itself belongs to the latest group. Secret setup choices are drawn anew as well.
    """
    seed_rng(s.rng, seed)
    if s.phase >= BETWEEN:
        return
    if s.phase == SETUP:
        for seat in range(s.seats):
            if seat != eye and s.chosen[seat] == 1:
                choices = 1 + s.row_count[seat] + s.row_count[seat] * (s.row_count[seat] - 1) // 2
                s.choice[seat] = setup_choice(s, seat, below(s.rng, choices))
    for born in range(s.shuffles + 1):
        for back in range(BACKS):
            redeal(s, eye, back, born)


def setup_choice(s: Any, seat: int, at: int) -> int:
    """The `at`th legal setup choice: decline, the looks, the exchanges."""
    if at == 0:
        return DECLINE
    return LOOK + at - 1 if at <= s.row_count[seat] else EXCHANGE + at - 1 - s.row_count[seat]


def redeal(s: Any, eye: int, back: int, born: int) -> None:
    """Lay the hidden cards of a group behind the Reserve's, and draw: from all, or from those alone if they are older.

    What is drawn from is as long again in the end, so that nothing of an older group stays in the Reserve.
    """
    low = s.reserve_count[back] if born < s.shuffles else 0
    drawn = s.drawn > 0 and s.drawn_born == born and s.back_of[s.drawn] == back and sees(s, eye, s.drawn_seen) == 0
    for seat in range(s.seats):
        for slot in range(s.row_count[seat]):
            if in_group(s, eye, seat, slot, back, born) == 1:
                put_in_reserve(s, s.row[seat][slot])
    if drawn:
        put_in_reserve(s, s.drawn)
        s.drawn = take(s, back, low)
    for seat in range(s.seats):
        for slot in range(s.row_count[seat]):
            if in_group(s, eye, seat, slot, back, born) == 1:
                s.row[seat][slot] = take(s, back, low)


def in_group(s: Any, eye: int, seat: int, slot: int, back: int, born: int) -> int:
    mine = s.back[seat][slot] == back and s.born[seat][slot] == born
    return 1 if mine and sees(s, eye, s.seen[seat][slot]) == 0 else 0


def census(s: Any, out: Buffer) -> None:
    for kind in range(KINDS):
        out[kind] = s.own[kind]
    for back in range(BACKS):
        for i in range(s.reserve_count[back]):
            out[s.reserve[back][i]] += 1
    for i in range(s.pile_count):
        out[s.pile[i]] += 1
    for seat in range(s.seats):
        for slot in range(s.row_count[seat]):
            out[s.row[seat][slot]] += 1
    if s.drawn > 0:
        out[s.drawn] += 1


COMPONENTS = tuple(f"kind {kind}" for kind in range(KINDS))


# --- A quick player, for playouts in worlds where all is known -------------------------------------------------------
def quick(s: Any, seat: int) -> int:
    """Claim with a card that fits, improve the row with each card drawn, call as soon as the row is in order."""
    if s.phase == BETWEEN:
        return NEXT_ROUND
    if s.phase == SETUP:
        return DECLINE
    if may_claim(s, seat) == 1:
        return quick_claim(s, seat)
    if s.phase == TURN:
        if s.finals > 0 and wrong_cards(s, seat) == 0:
            return PASS
        if s.finals == 0 and s.turns >= 3 * s.seats and (wrong_cards(s, seat) == 0 or s.turns > 30 * s.seats):
            return CRESCENDO
        return DRAW_RESERVE if s.top_back < BACKS else DRAW_PILE
    if s.phase == DRAWN:
        return quick_placing(s, seat)
    return idle(s, seat)


def quick_claim(s: Any, seat: int) -> int:
    top = s.pile[s.pile_count - 1]
    if top < JOKER:
        for slot in range(s.row_count[seat]):
            kind = s.row[seat][slot]
            if kind < JOKER and kind - top <= 2 and top - kind <= 2:
                return slot_move(slot, NUMBER)
    return HOLD


def quick_placing(s: Any, seat: int) -> int:
    """The slot where the card drawn leaves the fewest wrong cards, if that is fewer than now."""
    best, fewest = DISCARD, wrong_cards(s, seat)
    for slot in range(s.row_count[seat]):
        kind = s.row[seat][slot]
        s.row[seat][slot] = s.drawn
        wrong = wrong_cards(s, seat)
        s.row[seat][slot] = kind
        if wrong < fewest:
            best, fewest = slot_move(slot, KEEP), wrong
    if best == DISCARD and may_discard(s) == 0:
        return slot_move(0, KEEP)
    return best
