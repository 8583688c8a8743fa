"""Crescendo, in the order of its rulebook. "d3" and "f17" are rows of docs/rulings/crescendo.md.

In the rules dialect. `cards.py` says how a card lies and moves.
"""

from typing import Any

from gradatim.dialect.contract import Buffer, Field, Option, Refusal, Undo
from gradatim.dialect.random import below, seed_rng
from gradatim.games.crescendo.cards import draw_top, exchange, gather, has_seen, hold, pop, push, put_in_row, redeal
from gradatim.games.crescendo.cards import renew, set_backs, set_card, take_from_row, turn_top
from gradatim.games.crescendo.content import BACKS, CARDS, CRESCENDO, DEALT, DECLINE, DISCARD, DRAW_PILE, DRAW_RESERVE
from gradatim.games.crescendo.content import EXCHANGE, GIVE, HOLD, JOKER, KEEP, KINDS, LOCK, LOCK_OWN, LOOK, MOST_SEATS
from gradatim.games.crescendo.content import MOVES, NEEDS, NEXT_ROUND, NUMBER, PAIR_A, PAIR_B, PASS, PEEK, PEEK_AT, ROW
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

EVERYBODY = 127  # eyes as bits: a seat's bit, and AUDIENCE_BIT for those without one
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
R_NO_WINDOW, R_CALLER, R_ANSWERED, R_EMPTY_ROW, R_TURN, R_PLACE, R_NOT_DRAWN = 9, 10, 11, 12, 13, 14, 15
R_GIVE, R_TAKE, R_RESERVE, R_PILE, R_NULL, R_FINAL, R_NOT_FINAL, R_EARLY = 16, 17, 18, 19, 20, 21, 22, 23
R_ACTION, R_FACE_UP, R_OWN, R_TARGET = 24, 25, 26, 27


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


def deal_round(s: Any) -> None:
    gather(s)
    for seat in range(MOST_SEATS):
        s.passed[seat], s.held[seat], s.chosen[seat], s.choice[seat] = 0, 0, 0, 0
    s.turns, s.open, s.caller, s.finals, s.given = 0, 0, NOBODY, 0, 0
    dealt = DEALT if s.seats <= 4 else DEALT - 1
    for seat in range(s.seats):
        for slot in range(dealt):
            turn_top(s)
            put_in_row(s, seat, slot, draw_top(s))
    turn_top(s)
    push(s, draw_top(s))
    turn_top(s)
    s.turn = (s.dealer + 1) % s.seats
    s.phase = SETUP


def derive(s: Any) -> None:
    for seat in range(MOST_SEATS):
        for slot in range(ROW):
            s.back[seat][slot] = s.back_of[s.row[seat][slot]] if slot < s.row_count[seat] else 0


# --- Who may act -----------------------------------------------------------------------------------------------------
def may_answer(s: Any, seat: int) -> int:
    """Is this seat to answer the secret choice, or the window? Not without a card (d10), nor as caller (d12)."""
    if s.phase == SETUP:
        return 1 - s.chosen[seat]
    return 1 if s.open == 1 and s.held[seat] == 0 and s.row_count[seat] > 0 and s.caller != seat else 0


def has_turn(s: Any, seat: int) -> int:
    return 1 if seat == s.turn and (s.phase == TURN or s.phase == DRAWN or s.phase == GIVEN) else 0


def to_move(s: Any) -> int:
    seats = 0
    for seat in range(s.seats):
        if s.phase == BETWEEN or may_answer(s, seat) == 1 or has_turn(s, seat) == 1:
            seats |= 1 << seat
    return seats


def ask_order(s: Any, out: Buffer) -> int:
    if s.phase == BETWEEN:
        return put(out, 0, (s.dealer + 1) % s.seats)
    n = 0
    first = (s.turn + s.seats - 1 + s.tie_from_left) % s.seats  # who ended its turn, or its left (c23)
    for step in range(s.seats):
        seat = (first + step) % s.seats
        if may_answer(s, seat) == 1:
            n = put(out, n, seat)
    return put(out, n, s.turn) if has_turn(s, s.turn) == 1 else n


def put(out: Buffer, n: int, value: int) -> int:
    """Write the list's next number; how many there are now."""
    out[n] = value
    return n + 1


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
    """Decline, hold; draw from the Reserve and discard; pass (d35). In mid-Swap, any card that may be taken."""
    if s.phase == BETWEEN:
        return NEXT_ROUND
    if may_answer(s, seat) == 1:
        return DECLINE if s.phase == SETUP else HOLD
    if s.phase == TURN:
        return PASS if s.finals > 0 else draw_move(s)
    if s.phase == DRAWN:
        return DISCARD if may_discard(s) == 1 else slot_move(0, KEEP)
    other = (seat + 1) % s.seats
    while first_down(s, other) < 0:
        other = (other + 1) % s.seats
    return slot_move(first_down(s, other), TAKE_FROM + other)


def draw_move(s: Any) -> int:
    return DRAW_RESERVE if s.top_back < BACKS else DRAW_PILE


def slot_move(slot: int, what: int) -> int:
    return SLOTS + slot * WIDTH + what


# --- What a move needs -----------------------------------------------------------------------------------------------
def may_discard(s: Any) -> int:
    """The card drawn may be put on the pile; one from the pile only where a null turn is allowed (d20)."""
    return 1 if s.null_turn == 1 or s.drawn_seen != EVERYBODY or s.row_count[s.turn] == 0 else 0


def may_crescendo(s: Any) -> int:
    """Three laps of the round are over (d27)."""
    return 1 if s.turns >= 3 * s.seats else 0


def first_down(s: Any, seat: int) -> int:
    """The first card of a row that lies face down; -1 if none does."""
    for slot in range(s.row_count[seat]):
        if s.locked[seat][slot] == 0:
            return slot
    return -1


def may_swap(s: Any) -> int:
    """A card of somebody else lies face down (d18)."""
    for seat in range(s.seats):
        if seat != s.turn and first_down(s, seat) >= 0:
            return 1
    return 0


# --- Legal moves -----------------------------------------------------------------------------------------------------
def legal(s: Any, seat: int, out: Buffer) -> int:
    if s.phase == BETWEEN:
        return put(out, 0, NEXT_ROUND)
    if s.phase == SETUP:
        return legal_choices(s, seat, out) if s.chosen[seat] == 0 else 0
    n = 0
    if may_answer(s, seat) == 1:
        n = put_slots(s, seat, NUMBER, 0, out, put(out, n, HOLD))
    if has_turn(s, seat) == 0:
        return n
    if s.phase == TURN:
        return legal_turn(s, seat, out, n)
    if s.phase == DRAWN:
        if may_discard(s) == 1:
            n = put(out, n, DISCARD)
        return put_slots(s, seat, KEEP, 0, out, n)
    for other in range(s.seats):
        if other != seat:
            n = put_slots(s, other, TAKE_FROM + other, 1, out, n)
    return n


def put_slots(s: Any, seat: int, what: int, down: int, out: Buffer, n: int) -> int:
    """Write a move with each card of a row; if `down`, with each that lies face down."""
    for slot in range(s.row_count[seat]):
        if down == 0 or s.locked[seat][slot] == 0:
            n = put(out, n, slot_move(slot, what))
    return n


def legal_choices(s: Any, seat: int, out: Buffer) -> int:
    n = put(out, 0, DECLINE)
    for slot in range(s.row_count[seat]):
        n = put(out, n, LOOK + slot)
    for pair in range(s.row_count[seat] * (s.row_count[seat] - 1) // 2):
        n = put(out, n, EXCHANGE + pair)
    return n


def legal_turn(s: Any, seat: int, out: Buffer, n: int) -> int:
    if s.top_back < BACKS:
        n = put(out, n, DRAW_RESERVE)
    if s.pile_count > 0:
        n = put(out, n, DRAW_PILE)
    if s.finals > 0:
        return put(out, n, PASS)
    if may_crescendo(s) == 1:
        n = put(out, n, CRESCENDO)
    if s.top_back == BACKS:
        return n
    action = s.action_of[s.top_back]
    if action == LOCK or (action == SWAP and may_swap(s) == 1):
        return put_slots(s, seat, LOCK_OWN if action == LOCK else GIVE, 1, out, n)
    if action == PEEK:
        for other in range(s.seats):
            n = put_slots(s, other, PEEK_AT + other, 1, out, n)
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
    choice = move == DECLINE or (move >= LOOK and move < SLOTS)
    if s.phase == SETUP:
        return refuse_choice(s, seat, move) if choice else R_SETUP
    if choice:
        return R_SETUP_OVER
    if move == HOLD or what == NUMBER:
        return refuse_claim(s, seat, move)
    if has_turn(s, seat) == 0:
        return R_TURN
    if s.phase == DRAWN:
        if move == DISCARD:
            return 0 if may_discard(s) == 1 else R_NULL
        return refuse_card(s, seat, move, 0) if what == KEEP else R_PLACE
    if s.phase == GIVEN:
        if what == TAKE_FROM + seat:
            return R_OWN
        return refuse_card(s, what - TAKE_FROM, move, 1) if what >= TAKE_FROM else R_TAKE
    return refuse_turn(s, seat, move, what)


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
    return 0 if move == HOLD else refuse_card(s, seat, move, 0)


def refuse_card(s: Any, seat: int, move: int, down: int) -> int:
    """There must be such a card in that seat's row; if `down`, it must lie face down (d15, d16, d17)."""
    slot = (move - SLOTS) // WIDTH
    if seat >= s.seats or slot >= s.row_count[seat]:
        return R_SLOT
    return R_FACE_UP if down == 1 and s.locked[seat][slot] == 1 else 0


def refuse_turn(s: Any, seat: int, move: int, what: int) -> int:
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
        return 0 if may_crescendo(s) == 1 else R_EARLY
    if s.top_back == BACKS:
        return R_RESERVE
    if NEEDS[what] != s.action_of[s.top_back]:
        return R_ACTION
    refused = refuse_card(s, what - PEEK_AT if NEEDS[what] == PEEK else seat, move, 1)
    return R_TARGET if refused == 0 and what == GIVE and may_swap(s) == 0 else refused


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
        hold(s, draw_top(s), 1 << seat, s.shuffles)
        renew(s)
        s.phase = DRAWN
    elif move == DRAW_PILE:
        hold(s, pop(s), EVERYBODY, s.shuffles)
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
    hold(s, 0, 0, 0)
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
            if may_answer(s, seat) == 1:
                return
        end_round(s)


def call_number(s: Any, seat: int, slot: int) -> None:
    kind, top = s.row[seat][slot], s.pile[s.pile_count - 1]
    s.open = 0  # one call between two turns (d7)
    if fits(kind, top) == 1:
        s.own[kind] += 1
        s.own_count[seat] += 1
        take_from_row(s, seat, slot)
    else:
        s.seen[seat][slot] = EVERYBODY  # it is shown, and goes back as it lay (c18)
        if s.top_back < BACKS:  # waived if there is no card (d1)
            put_in_row(s, seat, slot + 1, draw_top(s))
            renew(s)
    settle_last(s)


def fits(kind: int, top: int) -> int:
    """Two numbers at most 2 apart; a Joker fits nothing (c20)."""
    return 1 if kind < JOKER and top < JOKER and kind - top <= 2 and top - kind <= 2 else 0


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
    return has_seen(eyes, eye)


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
    if s.open == 1 and may_answer(s, seat) == 1:
        return quick_claim(s, seat)
    if s.phase == DRAWN:
        return quick_placing(s, seat)
    if s.phase == TURN:
        if s.finals > 0 and wrong_cards(s, seat) == 0:
            return PASS
        if s.finals == 0 and may_crescendo(s) == 1 and (wrong_cards(s, seat) == 0 or s.turns > 30 * s.seats):
            return CRESCENDO
        return draw_move(s)
    return idle(s, seat)


def quick_claim(s: Any, seat: int) -> int:
    for slot in range(s.row_count[seat]):
        if fits(s.row[seat][slot], s.pile[s.pile_count - 1]) == 1:
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
    return idle(s, seat) if best == DISCARD else best
