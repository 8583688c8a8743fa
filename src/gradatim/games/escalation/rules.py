"""Escalation! (Reiner Knizia), in the order of its rulebook. "b14" is row 14 of docs/rulings/escalation.md.

In the rules dialect: ``s`` a state, ``out`` a buffer, all else int. Cards are counted by kind, never ordered: kinds 1
to 13 are the numbers, then the wild "1-7" and the Joker. Chance decides which card it is when a card is drawn.
"""

from typing import Any

from gradatim.dialect.contract import Buffer, Field, Option, Refusal, Undo
from gradatim.dialect.random import below, seed_rng
from gradatim.games.escalation.content import CARDS, DECKS, JOKER, KINDS, LAY_JOKER, MOST_SEATS, NEED, NEXT_GAME
from gradatim.games.escalation.content import NUMBERS, PLAY, TAKE, TOTAL, VALUE, WILD, WILD_TOP, WILDS

NAME = "escalation"
RULES_VERSION = 1
SEATS = (2, 6)  # rulebook, Overview

# --- Moves (tables in content.py) ------------------------------------------------------------------------------------
MOVES = NEXT_GAME + 1
# Three wilds with three different numbers up to 7: 7 x 3 plays of wilds alone, 3 x 4 with a number, and TAKE. A test
# counts this for every possible hand.
MAX_LEGAL = 34

# --- Phases ----------------------------------------------------------------------------------------------------------
PLAYING = 0
BETWEEN = 1  # a game of the match has ended, the next one is not dealt
OVER = 2

# Each play lays at least one of 56 cards, and between two takes somebody plays: at most 56 + 56 turns in a game.
MOST_PAST = 112

OPTIONS = (
    Option("count_hand_cards", (0, 1), 0),  # b25: other editions add the cards left in hand
    Option("games", (1, 2, 3, 4, 5, 6), 1),  # b29
    Option("deck", (0, 1), 0, ("full", "small")),
    Option("hand_size", (1, 2, 3, 4, 5, 6), 6),
)
PRESETS = {"rulebook": {}, "counted": {"count_hand_cards": 1}, "study": {"deck": 1, "hand_size": 3}}

FIELDS = (
    Field("rng", 32, (4,), says="the generator of chance"),
    Field("seats", 3, says="how many play"),
    Field("count_hand_cards", 1, says="option: cards left in hand count as taken"),
    Field("games", 3, says="option: games in the match"),
    Field("deck", 1, says="option: 0 full, 1 small"),
    Field("hand_size", 3, says="option: cards in hand"),
    Field("game", 3, says="games of the match that are finished"),
    Field("starter", 3, says="who leads the first series of this game"),
    Field("turn", 3, says="whose turn it is"),
    Field("phase", 2, says="0 playing, 1 between two games, 2 over"),
    Field("hand", 3, (MOST_SEATS, KINDS), says="cards in each hand, by kind"),
    Field("draw", 3, (KINDS,), says="cards in the draw deck, by kind"),
    Field("laid", 3, (KINDS,), says="cards laid in this game, on the table or taken, by kind"),
    Field("taken", 6, (MOST_SEATS,), says="cards each seat has taken in this game"),
    Field("earlier", 9, (MOST_SEATS,), says="points from earlier games of the match"),
    Field("past", 8, (MOST_PAST,), says="the moves of this game, oldest first"),
    Field("past_seat", 3, (MOST_PAST,), says="who made each"),
    Field("past_count", 7, says="how many moves"),
    Field("series", 7, says="where in `past` the series on the table begins"),
    Field("total", 6, derived=True, says="the total to beat, 0 for a new series"),
    Field("on_table", 6, derived=True, says="cards on the table"),
    Field("hand_count", 3, (MOST_SEATS,), derived=True, says="cards in each hand"),
    Field("draw_count", 6, derived=True, says="cards in the draw deck"),
)

REFUSALS = (
    Refusal("none", ""),
    Refusal("over", "End of the Game and Winner"),
    Refusal("between_games", "End of the Game and Winner; ruling b29"),
    Refusal("game_running", "End of the Game and Winner; ruling b29"),
    Refusal("not_your_turn", "Course of Play"),
    Refusal("no_such_move", "Course of Play a-d"),
    Refusal("nothing_to_take", "Course of Play d; ruling b17"),
    Refusal("not_in_hand", "Course of Play"),
    Refusal("not_higher", "Course of Play a; ruling b14"),
    # A pick of cards may deserve these; no move id breaks them.
    Refusal("nothing_picked", "Course of Play"),
    Refusal("mixed_numbers", "Course of Play b; ruling b12"),
    Refusal("joker_not_alone", "Course of Play c; rulings b2, b11"),
    Refusal("wild_too_high", "Clarifications; ruling b8"),
    Refusal("wild_unnamed", "Clarifications; rulings b7, b9"),
    Refusal("wild_misnamed", "Clarifications; rulings b7, b9"),
    # Before the deal.
    Refusal("too_few_cards", "Deck"),
)
R_OVER, R_BETWEEN, R_RUNNING, R_TURN, R_UNKNOWN, R_EMPTY, R_HAND, R_HIGHER = 1, 2, 3, 4, 5, 6, 7, 8
R_NOTHING, R_MIXED, R_JOKER, R_TOO_HIGH, R_UNNAMED, R_MISNAMED, R_TOO_FEW = 9, 10, 11, 12, 13, 14, 15


def refuse_setup(s: Any) -> int:
    cards = 0
    for kind in range(KINDS):
        cards += DECKS[s.deck][kind]
    return R_TOO_FEW if s.seats * s.hand_size > cards else 0


# --- Course of Play: the deal ----------------------------------------------------------------------------------------
def deal(s: Any) -> None:
    s.game = 0
    s.starter = below(s.rng, s.seats)  # b28
    for seat in range(MOST_SEATS):
        s.earlier[seat] = 0
    deal_game(s)


def deal_game(s: Any) -> None:
    for kind in range(KINDS):
        s.draw[kind] = DECKS[s.deck][kind]
        s.laid[kind] = 0
    for seat in range(MOST_SEATS):
        s.taken[seat] = 0
        for kind in range(KINDS):
            s.hand[seat][kind] = 0
    for i in range(s.past_count):
        s.past[i] = 0
        s.past_seat[i] = 0
    s.past_count = 0
    s.series = 0
    derive(s)
    for seat in range(s.seats):
        draw_up(s, seat, s.hand_size)
    s.turn = s.starter
    s.phase = PLAYING


def derive(s: Any) -> None:
    s.total = 0
    s.on_table = 0
    for i in range(s.series, s.past_count):
        s.on_table += CARDS[s.past[i]]
        if s.past[i] != LAY_JOKER:
            s.total = TOTAL[s.past[i]]
    s.draw_count = 0
    for kind in range(KINDS):
        s.draw_count += s.draw[kind]
    for seat in range(MOST_SEATS):
        s.hand_count[seat] = 0
        for kind in range(KINDS):
            s.hand_count[seat] += s.hand[seat][kind]


def draw_up(s: Any, seat: int, size: int) -> None:
    """Draw until the hand has `size` cards, or the deck is empty (b21)."""
    while s.hand_count[seat] < size and s.draw_count > 0:
        card = below(s.rng, s.draw_count)
        kind = 1
        while card >= s.draw[kind]:
            card -= s.draw[kind]
            kind += 1
        s.draw[kind] -= 1
        s.draw_count -= 1
        s.hand[seat][kind] += 1
        s.hand_count[seat] += 1


# --- Course of Play: turns -------------------------------------------------------------------------------------------
def to_move(s: Any) -> int:
    if s.phase == PLAYING:
        return 1 << s.turn
    return (1 << s.seats) - 1 if s.phase == BETWEEN else 0  # anybody may deal the next game


def ask_order(s: Any, out: Buffer) -> int:
    if s.phase == OVER:
        return 0
    out[0] = s.turn
    return 1


def window(s: Any) -> int:
    return 0  # nobody ever acts out of turn


def closes(move: int) -> int:
    return 1


def legal(s: Any, seat: int, out: Buffer) -> int:
    if s.phase == BETWEEN:
        out[0] = NEXT_GAME
        return 1
    if s.phase == OVER or seat != s.turn:
        return 0
    n = 0
    if s.past_count > s.series:  # d), and not from an empty table: b17
        out[n] = TAKE
        n += 1
    hand = s.hand[seat]
    if hand[JOKER] > 0:  # c), alone, on any total: b1, b4, b5
        out[n] = LAY_JOKER
        n += 1
    need = NEED[s.total]  # a), strictly higher: b14
    wilds = hand[WILD]
    for value in range(1, WILD_TOP + 1):  # b), with wilds: Clarifications
        numbers = hand[value]
        for cards in range(need[value], numbers + wilds + 1):
            for k in range(max(0, cards - wilds), min(numbers, cards) + 1):
                out[n] = PLAY[value][k][cards - k]
                n += 1
    for value in range(WILD_TOP + 1, WILD):  # b), too high for wilds: b8
        for cards in range(need[value], hand[value] + 1):
            out[n] = PLAY[value][cards][0]
            n += 1
    return n


def refusal(s: Any, seat: int, move: int) -> int:
    if s.phase == OVER:
        return R_OVER
    if move < 0 or move >= MOVES:
        return R_UNKNOWN
    if s.phase == BETWEEN:
        return 0 if move == NEXT_GAME else R_BETWEEN
    if move == NEXT_GAME:
        return R_RUNNING
    if seat != s.turn:
        return R_TURN
    if move == TAKE:
        return 0 if s.past_count > s.series else R_EMPTY
    hand = s.hand[seat]
    if move == LAY_JOKER:
        return 0 if hand[JOKER] > 0 else R_HAND
    if hand[VALUE[move]] < NUMBERS[move] or hand[WILD] < WILDS[move]:
        return R_HAND
    if TOTAL[move] <= s.total:
        return R_HIGHER
    return 0


def apply(s: Any, seat: int, move: int) -> None:
    if move == NEXT_GAME:
        next_game(s)
        return
    s.past[s.past_count] = move
    s.past_seat[s.past_count] = seat
    s.past_count += 1
    if move == TAKE:  # d): aside, never into the hand; the same seat leads (b18)
        s.taken[seat] += s.on_table
        s.on_table = 0
        s.total = 0
        s.series = s.past_count
        return
    if move == LAY_JOKER:  # the total stays: b3
        lay(s, seat, JOKER, 1)
    else:
        lay(s, seat, VALUE[move], NUMBERS[move])
        lay(s, seat, WILD, WILDS[move])
        s.total = TOTAL[move]
    s.on_table += CARDS[move]
    draw_up(s, seat, s.hand_size)
    if s.hand_count[seat] == 0:  # at once, a Joker too: b23, b26
        end_game(s)
    else:
        s.turn = (s.turn + 1) % s.seats


def lay(s: Any, seat: int, kind: int, cards: int) -> None:
    s.hand[seat][kind] -= cards
    s.hand_count[seat] -= cards
    s.laid[kind] += cards


def idle(s: Any, seat: int) -> int:
    """Take; where there is nothing to take, lead with the lowest card."""
    if s.phase == PLAYING and s.past_count > s.series:
        return TAKE
    return quick(s, seat)


# --- End of the Game and Winner --------------------------------------------------------------------------------------
ENDINGS = ("running", "last_card")
PARTS = ("taken", "hand", "earlier")


def end_game(s: Any) -> None:
    s.turn = (s.starter + 1) % s.seats  # b28: the next seat to the left starts the next game
    s.phase = OVER if s.game + 1 == s.games else BETWEEN


def next_game(s: Any) -> None:
    for seat in range(s.seats):
        s.earlier[seat] += s.taken[seat] + left_in_hand(s, seat)
    s.game += 1
    s.starter = s.turn
    deal_game(s)


def left_in_hand(s: Any, seat: int) -> int:
    """Points for cards still in hand at the end: none, unless the option counts them (b25)."""
    return s.hand_count[seat] if s.count_hand_cards == 1 and s.phase != PLAYING else 0


def score(s: Any, out: Buffer) -> int:
    width = 5
    for seat in range(s.seats):
        at = seat * width
        out[at] = s.taken[seat]
        out[at + 1] = left_in_hand(s, seat)
        out[at + 2] = s.earlier[seat]
        out[at + 3] = out[at] + out[at + 1] + out[at + 2]
    for seat in range(s.seats):  # fewest wins, a tie is shared: b27
        rank = 1
        for other in range(s.seats):
            if out[other * width + 3] < out[seat * width + 3]:
                rank += 1
        out[seat * width + 4] = rank
    return 1 if s.phase == OVER else 0


# --- Who may know what (b31) -----------------------------------------------------------------------------------------
OPEN: tuple[str, ...] = ("seats", "count_hand_cards", "games", "deck", "hand_size", "game", "starter", "turn", "phase")
OPEN += ("laid", "taken", "earlier", "past", "past_seat", "past_count", "series", "total", "on_table")
OPEN += ("hand_count", "draw_count")
SIGHT = (
    Field("eye", 4, says="the seat that looks, plus one; 0 for the audience"),
    *(field for field in FIELDS if field.name in OPEN),
    Field("hand", 3, (KINDS,), says="the own hand, by kind"),
    Field("shown", 3, (MOST_SEATS, KINDS), says="hands laid open when a game has ended, by kind"),
)
UNDO = Undo("turn")  # a take, until the taker leads: nothing was drawn, nothing shown


def reveal(s: Any, eye: int, out: Any) -> None:
    out.eye = eye + 1
    for kind in range(KINDS):
        out.hand[kind] = s.hand[eye][kind] if eye >= 0 else 0
        for seat in range(MOST_SEATS):
            out.shown[seat][kind] = s.hand[seat][kind] if s.phase != PLAYING else 0  # b25


def determinize(s: Any, eye: int, seed: int) -> None:
    """Shuffle the hands of the other seats and the draw deck together and deal the hands again.

    A play or a take proves nothing about the cards that stayed in hand: whoever can beat may take (b16).
    """
    seed_rng(s.rng, seed)
    if s.phase != PLAYING:
        return  # all hands are open and the deck is empty
    for seat in range(s.seats):
        if seat != eye:
            for kind in range(KINDS):
                s.draw[kind] += s.hand[seat][kind]
                s.hand[seat][kind] = 0
            s.draw_count += s.hand_count[seat]
    for seat in range(s.seats):
        if seat != eye:
            size = s.hand_count[seat]
            s.hand_count[seat] = 0
            draw_up(s, seat, size)


def census(s: Any, out: Buffer) -> None:
    """Each kind in deck, hands and laid; then all cards as the counters have them."""
    for kind in range(KINDS):
        out[kind] = s.draw[kind] + s.laid[kind]
        for seat in range(s.seats):
            out[kind] += s.hand[seat][kind]
    out[KINDS] = s.draw_count + s.on_table
    for seat in range(s.seats):
        out[KINDS] += s.hand_count[seat] + s.taken[seat]


COMPONENTS = (*(f"kind {kind}" for kind in range(KINDS)), "cards")


# --- A quick player --------------------------------------------------------------------------------------------------
def quick(s: Any, seat: int) -> int:
    """The lowest single or set of numbers that beats the total; else with wilds; else the Joker; else take."""
    if s.phase == BETWEEN:
        return NEXT_GAME
    hand = s.hand[seat]
    best = 0
    for value in range(1, WILD):
        cards = NEED[s.total][value]
        numbers = min(cards, hand[value])
        wilds = cards - numbers
        if wilds > 0 and (value > WILD_TOP or wilds > hand[WILD]):
            continue
        move = PLAY[value][numbers][wilds]
        # An ordinary card costs its total, a wild much more: keep wilds while a number will do.
        if best == 0 or TOTAL[move] + 50 * wilds < TOTAL[best] + 50 * WILDS[best]:
            best = move
    if best > 0:
        return best
    return LAY_JOKER if hand[JOKER] > 0 else TAKE
