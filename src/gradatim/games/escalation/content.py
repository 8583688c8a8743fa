"""The cards and plays of Escalation! as tables. "b9" is row 9 of docs/rulings/escalation.md."""

# --- Deck (rulebook, Deck) ------------------------------------------------------------------------------------------
WILD = 14
JOKER = 15
KINDS = 16
FULL = (0, 1, 5, 6, 6, 6, 6, 5, 4, 3, 3, 2, 2, 2, 3, 2)  # how many of kind 0 (none), 1, 2, … 13, wild, Joker
SMALL = (0, 1, 5, 6, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1)  # ours, for study: values 1-4, one wild, one Joker
DECKS = (FULL, SMALL)
MOST_SEATS = 6
MOST_HAND = 6
WILD_TOP = 7  # a wild stands for 1 to 7

# --- Moves: ids, and the tables behind them --------------------------------------------------------------------------
TAKE = 0
LAY_JOKER = 1
PLAYS = tuple(  # (value, number cards, wilds); singles and pairs without wilds come first
    (value, cards - wilds, wilds)
    for wilds in range(FULL[WILD] + 1)
    for cards in range(1, MOST_HAND + 1)
    for value in range(1, WILD)
    if 0 <= cards - wilds <= FULL[value] and (wilds == 0 or value <= WILD_TOP)
)
NEXT_GAME = len(PLAYS) + 2
VALUE = (0, 0, *(value for value, _, _ in PLAYS), 0)
NUMBERS = (0, 0, *(numbers for _, numbers, _ in PLAYS), 0)
WILDS = (0, 0, *(wilds for _, _, wilds in PLAYS), 0)
CARDS = (0, 1, *(numbers + wilds for _, numbers, wilds in PLAYS), 0)
TOTAL = tuple(VALUE[move] * CARDS[move] for move in range(NEXT_GAME + 1))
_IDS = {play: move + 2 for move, play in enumerate(PLAYS)}
PLAY = tuple(  # PLAY[value][number cards][wilds] is the id of that play, 0 where there is none
    tuple(tuple(_IDS.get((v, n, w), 0) for w in range(FULL[WILD] + 1)) for n in range(MOST_HAND + 1))
    for v in range(WILD)
)
MOST_TOTAL = 42  # six sevens
NEED = tuple(  # NEED[total][value]: how many cards of that value beat the total
    tuple(total // value + 1 if value else 0 for value in range(WILD)) for total in range(MOST_TOTAL + 1)
)
