"""Harmonies (Johan Benvenuto) with its expansion Crescendo, in the order of their rulebooks.

In the rules dialect: ``s`` a state, ``out`` a buffer, all else int. "p. 4" is a page of the base game's rulebook, "CR"
the expansion's, "h4" a row of docs/rulings/harmonies.md. Sets of spaces are whole numbers (content.py); points are
counted in scoring.py. Modules are data: a module that is off has its cards in the box.
"""

from typing import Any

from gradatim.dialect.contract import Buffer, Field, Option, Refusal, Undo
from gradatim.dialect.random import below, seed_rng
from gradatim.games.harmonies.content import ANIMALS, BACK, BLUE, BOX, BROWN, CARD, CELLS, CENTRE, CHOICE, COLOUR
from gradatim.games.harmonies.content import COLOURS, COLOUR_COUNT, CUBES, DISCARD, DONE, EMPTY, END, GRAY, GREEN, HASH
from gradatim.games.harmonies.content import HELD, KIND_COUNT, LAID, LAST, LAYOUT, MODULE, MOST_SEATS, MOST_STACK
from gradatim.games.harmonies.content import MOVES, OFFER, OUT, OWN_CONTENT, PILE, ROW, ROW_SOLO, SIDES, SPACES
from gradatim.games.harmonies.content import SPACE_AT, SPIRIT, SPIRIT_MOVE, TAKE, THINGS, TILE, TILE_COLOURS, TILE_MOVE
from gradatim.games.harmonies.content import TILE_STACK, TOKEN, TOKENS, TRUNKS, USE, WHISPER, WHISPER_CELL, YELLOW
from gradatim.games.harmonies.hexes import around, count, one
from gradatim.games.harmonies.landscape import building_sites, built, cubes_like, free, habitat, kind_of
from gradatim.games.harmonies.landscape import next_colour, sanctuary_for, token_spaces, use_spaces
from gradatim.games.harmonies.scoring import animals, buildings, fields, mountains, placed, sanctuaries, spirit
from gradatim.games.harmonies.scoring import trees, water, whispers
from gradatim.games.harmonies.supply import centres, draw_thing, in_pouch, refill, tokens_on

NAME = "harmonies"
RULES_VERSION = 1
SEATS = (1, MOST_SEATS)  # p. 1

# --- Moves (ids in content.py) ---------------------------------------------------------------------------------------
# Three colours in hand and four places above the board, each on any space; four last cubes; cards and tiles on offer;
# the end, or the central spaces.
MAX_LEGAL = (LAID + HELD) * SPACES + HELD + ROW + OFFER + CENTRE

# --- Phases and triggers ---------------------------------------------------------------------------------------------
TURN, CHOOSING, OVER = 0, 1, 2
ENDINGS = ("running", "board_full", "pouch_empty")
BOARD_FULL, POUCH_EMPTY = 1, 2
FEWEST_EMPTY = 2  # a board with so many empty spaces ends the game

OPTIONS = (
    Option("side", (0, 1, 2, 3, 4, 5), 0, SIDES),
    Option("sanctuaries", (0, 1), 0),
    Option("whispers", (0, 1), 0),
    Option("spirits", (0, 1), 0),
    Option("bga_loops", (0, 1), 0),  # h15
    Option("tiebreak_all_cubes", (0, 1), 0),  # h13
    Option("content", (0,), 0, ("reconstruction",), own=True),
)
PRESETS = {  # the base game, then the four that CR recommends
    "base": {},
    "spirits": {"spirits": 1},
    "sanctuaries": {"sanctuaries": 1},
    "whispers": {"side": 4, "whispers": 1},
    "whispers_and_sanctuaries": {"side": 2, "whispers": 1, "sanctuaries": 1},
    "all": {"side": 1, "whispers": 1, "sanctuaries": 1, "spirits": 1},
}
SET = 62  # bits of a set of spaces

FIELDS = (
    Field("rng", 32, (4,), says="the generator of chance"),
    Field("seats", 3, says="how many play"),
    Field("side", 3, says="option: side of the boards, by its place in SIDES"),
    Field("sanctuaries", 1, says="option: the Sanctuaries are in play"),
    Field("whispers", 1, says="option: the Whispers are in play"),
    Field("spirits", 1, says="option: the Nature's Spirits are in play"),
    Field("bga_loops", 1, says="option: closed rings of water count whole"),
    Field("tiebreak_all_cubes", 1, says="option: all cubes break ties, not Animal cubes alone"),
    Field("content", 1, says="option: the expansion's faces: 0 as the data has them, 1 a table of the user's own"),
    Field("layout", SET, (len(SIDES), 2), says="the spaces of each side, and those that are dry at first"),
    Field("whisper_cell", 10, (MODULE, CELLS), says="habitats of the Whispers: kind and offset, 0 for none"),
    Field("tile_stack", 3, (MODULE, MOST_STACK), says="colours of each Sanctuary's stack, bottom first, 0 for none"),
    Field("tile_colours", 7, (MODULE,), says="the two colours of each Sanctuary, as a bit set"),
    Field("phase", 2, says="0 a turn, 1 a choice of Spirits before it, 2 over"),
    Field("turn", 2, says="whose turn it is"),
    Field("turns", 7, says="turns that are finished"),
    Field("ending", 2, says="what has triggered the end, 0 nothing yet"),
    Field("taken", 3, says="the central space taken this turn, plus one"),
    Field("card_taken", 1, says="has a card been taken this turn?"),
    Field("tile_taken", 2, says="the place of the Sanctuary taken this turn, plus one"),
    Field("pouch", 5, (COLOUR_COUNT,), says="tokens in the pouch, by colour"),
    Field("box", 5, (COLOUR_COUNT,), says="tokens out of the game, by colour"),
    Field("centre", 2, (CENTRE, COLOUR_COUNT), says="tokens on each central space, by colour"),
    Field("hand", 2, (COLOUR_COUNT,), says="tokens taken and not laid yet, by colour"),
    Field("where", 4, (THINGS,), says="place of each card and tile, by BOX, PILE, OUT, DONE, CHOICE and BACK"),
    Field("row", 6, (ROW,), says="the cards on offer, plus one"),
    Field("offer", 6, (OFFER,), says="the Sanctuaries on offer, plus one; the last is the pile's top"),
    Field("held", 6, (MOST_SEATS, HELD), says="what lies above each board, plus one"),
    Field("left", 3, (TILE,), says="cubes of each card that are not placed"),
    Field("site", 6, (MODULE,), says="the space on which each Sanctuary is built, plus one"),
    Field("guests", 6, (MODULE,), says="last cubes on each Sanctuary"),
    Field("stack", 15, (MOST_SEATS, SPACES), says="each stack, a number in base 8 of its tokens from the bottom up"),
    Field("animal", SET, (MOST_SEATS,), says="the spaces with an Animal or Spirit cube"),
    Field("whisper", SET, (MOST_SEATS,), says="the spaces with a Whisper cube"),
    Field("land", SET, derived=True, says="the spaces of each board"),
    Field("dry", SET, derived=True, says="those that are dry until Water is next to them"),
    Field("kind", SET, (MOST_SEATS, KIND_COUNT), derived=True, says="the spaces with each kind of stack"),
    Field("top", SET, (MOST_SEATS, COLOUR_COUNT), derived=True, says="the spaces that show each colour"),
)

REFUSALS = (
    Refusal("none", ""),
    Refusal("over", "Base game, p. 7"),
    Refusal("no_such_move", "Base game, p. 4 to 6"),
    Refusal("not_your_turn", "Base game, p. 4"),
    Refusal("spirit_first", "Base game, p. 10; ruling h11"),
    Refusal("no_spirit_choice", "Base game, p. 10; ruling h11"),
    Refusal("tokens_taken", "Base game, p. 4"),
    Refusal("no_tokens_there", "Base game, p. 4"),
    Refusal("not_in_hand", "Base game, p. 4"),
    Refusal("off_the_board", "Base game, p. 4; Crescendo, Side C"),
    Refusal("under_a_cube", "Base game, p. 6"),
    Refusal("stack", "Base game, p. 4"),
    Refusal("card_taken", "Base game, p. 5"),
    Refusal("no_card_there", "Base game, p. 5"),
    Refusal("four_above", "Base game, p. 5; Crescendo, Sanctuaries; ruling h7"),
    Refusal("tile_taken", "Crescendo, Sanctuaries"),
    Refusal("no_tile_there", "Crescendo, Sanctuaries"),
    Refusal("nothing_held", "Base game, p. 6"),
    Refusal("cube_there", "Base game, p. 6; Crescendo, Whispers"),
    Refusal("no_habitat", "Base game, p. 6 and 7"),
    Refusal("other_stack", "Crescendo, Sanctuaries"),
    Refusal("animals_only", "Crescendo, Sanctuaries"),
    Refusal("not_the_last", "Crescendo, Sanctuaries"),
    Refusal("no_sanctuary", "Crescendo, Sanctuaries; ruling h3"),
    Refusal("take_first", "Base game, p. 4"),
    Refusal("lay_first", "Base game, p. 4"),
    Refusal("solo_only", "Base game, p. 11; ruling h4"),
    Refusal("no_discard", "Base game, p. 11; ruling h4"),
    # A pick of pieces may deserve these; no move id breaks them.
    Refusal("nothing_picked", "Base game, p. 4"),
    Refusal("no_space_picked", "Base game, p. 4"),
    Refusal("which_tile", "Crescendo, Sanctuaries; ruling h8"),
)
R_OVER, R_UNKNOWN, R_TURN, R_SPIRIT, R_NO_CHOICE, R_TAKEN, R_NO_TOKENS, R_HAND, R_OFF = 1, 2, 3, 4, 5, 6, 7, 8, 9
R_UNDER, R_STACK, R_CARD, R_NO_CARD, R_FOUR, R_TILE, R_NO_TILE, R_NOTHING = 10, 11, 12, 13, 14, 15, 16, 17
R_CUBE, R_HABITAT, R_OTHER, R_ANIMALS, R_NOT_LAST, R_NO_SANCTUARY, R_TAKE, R_LAY = 18, 19, 20, 21, 22, 23, 24, 25
R_SOLO, R_DISCARD, R_PICK, R_SPACE, R_WHICH = 26, 27, 28, 29, 30


# --- Setup (p. 2 and 3, p. 10, p. 11; CR) ----------------------------------------------------------------------------
def refuse_setup(s: Any) -> int:
    return 0  # every number of seats plays with every side and every set of modules


def deal(s: Any) -> None:
    fill_content(s)
    for colour in range(COLOUR_COUNT):
        s.pouch[colour] = TOKENS[colour]
        s.box[colour] = 0
        s.hand[colour] = 0
        for i in range(CENTRE):
            s.centre[i][colour] = 0
    for thing in range(THINGS):
        s.where[thing] = in_play(s, thing)
        if thing < TILE:
            s.left[thing] = CUBES[thing]
    for seat in range(MOST_SEATS):
        s.animal[seat] = 0
        s.whisper[seat] = 0
        for slot in range(HELD):
            s.held[seat][slot] = 0
        for space in range(SPACES):
            s.stack[seat][space] = 0
    for tile in range(MODULE):
        s.site[tile] = 0
        s.guests[tile] = 0
    for i in range(ROW):
        s.row[i] = 0
    for i in range(OFFER):
        s.offer[i] = draw_thing(s, TILE, THINGS)
    s.turn = 0  # h9
    s.turns = 0
    s.ending = 0
    derive(s)
    refill(s)
    begin_turn(s)


def fill_content(s: Any) -> None:
    """Whispers, Sanctuaries and boards as the data has them; a table of the user's own is there already."""
    if s.content == OWN_CONTENT:
        return
    for card in range(MODULE):
        s.tile_colours[card] = TILE_COLOURS[card]
        for i in range(CELLS):
            s.whisper_cell[card][i] = WHISPER_CELL[card][i]
        for i in range(MOST_STACK):
            s.tile_stack[card][i] = TILE_STACK[card][i]
    for side in range(len(LAYOUT)):
        s.layout[side][0] = LAYOUT[side][0]
        s.layout[side][1] = LAYOUT[side][1]


def in_play(s: Any, thing: int) -> int:
    """PILE for the things of modules that are on, BOX for the others."""
    if thing < WHISPER:
        return PILE
    if thing < SPIRIT:
        return PILE if s.whispers == 1 else BOX
    if thing < TILE:
        return PILE if s.spirits == 1 else BOX
    return PILE if s.sanctuaries == 1 else BOX


def derive(s: Any) -> None:
    s.land = s.layout[s.side][0]
    s.dry = s.layout[s.side][1]
    for seat in range(MOST_SEATS):
        for kind in range(KIND_COUNT):
            s.kind[seat][kind] = 0
        for colour in range(COLOUR_COUNT):
            s.top[seat][colour] = 0
        s.kind[seat][EMPTY] = s.land
        for space in range(SPACES):
            code = s.stack[seat][space]
            if code > 0:
                s.kind[seat][EMPTY] &= ~one(space)
                s.kind[seat][kind_of(code)] |= one(space)
                s.top[seat][code & 7] |= one(space)


def begin_turn(s: Any) -> None:
    """A seat's first turn begins with its choice between two Spirits (p. 10; h11)."""
    s.taken = 0
    s.card_taken = 0
    s.tile_taken = 0
    s.phase = TURN
    if s.spirits == 1 and s.turns < s.seats:
        for _ in range(2):
            s.where[draw_thing(s, SPIRIT, TILE) - 1] = CHOICE + s.turn
        s.phase = CHOOSING


# --- The turn (p. 4 to 6): in any order, freely mixed ----------------------------------------------------------------
def to_move(s: Any) -> int:
    return 0 if s.phase == OVER else 1 << s.turn


def ask_order(s: Any, out: Buffer) -> int:
    out[0] = s.turn
    return 0 if s.phase == OVER else 1


def window(s: Any) -> int:
    return 0  # nobody ever acts out of turn


def closes(move: int) -> int:
    return 1


def legal(s: Any, seat: int, out: Buffer) -> int:
    if s.phase == OVER or seat != s.turn:
        return 0
    if s.phase == CHOOSING:
        out[0] = SPIRIT_MOVE
        out[1] = SPIRIT_MOVE + 1
        return 2
    n = 0
    if s.taken == 0:
        for i in range(centres(s)):
            if tokens_on(s, i) > 0:
                out[n] = TAKE + i
                n += 1
    for colour in range(1, COLOUR_COUNT):
        if s.hand[colour] > 0:
            n = write_spaces(token_spaces(s, seat, colour), TOKEN + (colour - 1) * SPACES, n, out)
    for slot in range(HELD):
        if s.held[seat][slot] > 0:
            thing = s.held[seat][slot] - 1
            n = write_spaces(use_spaces(s, seat, thing), USE + slot * SPACES, n, out)
            if refuse_last(s, seat, thing) == 0:
                out[n] = LAST + slot
                n += 1
    if room(s, seat) < HELD:
        if s.card_taken == 0:
            for i in range(ROW):
                if s.row[i] > 0:
                    out[n] = CARD + i
                    n += 1
        if s.tile_taken == 0:
            for i in range(OFFER):
                if s.offer[i] > 0:
                    out[n] = TILE_MOVE + i
                    n += 1
    if refuse_end(s) == 0:
        out[n] = END
        n += 1
        if refuse_discards(s) == 0:
            for i in range(ROW_SOLO):
                if s.row[i] > 0:
                    out[n] = DISCARD + i
                    n += 1
    return n


def write_spaces(spaces: int, first: int, n: int, out: Buffer) -> int:
    """Write first + space for each space of a set; returns how many are written then."""
    while spaces > 0:
        space = spaces & -spaces
        spaces ^= space
        out[n] = first + SPACE_AT[space % HASH]
        n += 1
    return n


def refusal(s: Any, seat: int, move: int) -> int:
    """In the order: whose turn, what, where, why (h12)."""
    if s.phase == OVER:
        return R_OVER
    if move < 0 or move >= MOVES:
        return R_UNKNOWN
    if seat != s.turn:
        return R_TURN
    chooses = SPIRIT_MOVE <= move < CARD
    if s.phase == CHOOSING:
        return 0 if chooses else R_SPIRIT
    if chooses:
        return R_NO_CHOICE
    if move < END:
        if s.taken > 0:
            return R_TAKEN
        return 0 if tokens_on(s, move - TAKE) > 0 else R_NO_TOKENS
    if move < SPIRIT_MOVE:
        return refuse_end(s) if move == END else refuse_discard(s, move - DISCARD)
    if move < LAST:
        return refuse_card(s, seat, move - CARD) if move < TILE_MOVE else refuse_tile(s, seat, move - TILE_MOVE)
    if move < TOKEN:
        return refuse_last(s, seat, s.held[seat][move - LAST] - 1)
    if move < USE:
        return refuse_token(s, seat, (move - TOKEN) // SPACES + 1, one((move - TOKEN) % SPACES))
    return refuse_use(s, seat, s.held[seat][(move - USE) // SPACES] - 1, one((move - USE) % SPACES))


def apply(s: Any, seat: int, move: int) -> None:
    if move < END:
        s.taken = move - TAKE + 1
        for colour in range(1, COLOUR_COUNT):
            s.hand[colour] = s.centre[move - TAKE][colour]
            s.centre[move - TAKE][colour] = 0
    elif move < SPIRIT_MOVE:
        if move > END:
            s.where[s.row[move - DISCARD] - 1] = BOX
            s.row[move - DISCARD] = 0
        end_turn(s)
    elif move < CARD:
        choose_spirit(s, seat, move - SPIRIT_MOVE)
    elif move < TILE_MOVE:
        s.held[seat][room(s, seat)] = s.row[move - CARD]
        s.row[move - CARD] = 0
        s.card_taken = 1
    elif move < LAST:
        take_tile(s, seat, move - TILE_MOVE)
    elif move < TOKEN:
        place_last(s, seat, move - LAST)
    elif move < USE:
        lay(s, seat, (move - TOKEN) // SPACES + 1, (move - TOKEN) % SPACES)
    else:
        use(s, seat, (move - USE) // SPACES, (move - USE) % SPACES)


def choose_spirit(s: Any, seat: int, at: int) -> None:
    """One stays above the board, the other goes back face down (p. 10; h2)."""
    for thing in range(SPIRIT, TILE):
        if s.where[thing] == CHOICE + seat:
            s.where[thing] = OUT if at == 0 else BACK + seat
            if at == 0:
                s.held[seat][0] = thing + 1
            at -= 1
    s.phase = TURN


# --- Tokens (p. 4) ---------------------------------------------------------------------------------------------------
def refuse_token(s: Any, seat: int, colour: int, space: int) -> int:
    if s.hand[colour] == 0:
        return R_HAND
    if space & s.land == 0:
        return R_OFF
    if space & free(s, seat) == 0:
        return R_UNDER
    return 0 if space & token_spaces(s, seat, colour) > 0 else R_STACK


def lay(s: Any, seat: int, colour: int, space: int) -> None:
    before = s.stack[seat][space]
    after = before * 8 + colour
    s.stack[seat][space] = after
    s.hand[colour] -= 1
    s.kind[seat][kind_of(before)] &= ~one(space)
    s.kind[seat][kind_of(after)] |= one(space)
    s.top[seat][before & 7] &= ~one(space)
    s.top[seat][colour] |= one(space)


# --- Animal cards (p. 5), Whisper cards and Sanctuary tiles (CR) -----------------------------------------------------
def room(s: Any, seat: int) -> int:
    """The first free place above the board; HELD if there is none."""
    for slot in range(HELD):
        if s.held[seat][slot] == 0:
            return slot
    return HELD


def refuse_card(s: Any, seat: int, at: int) -> int:
    if s.card_taken == 1:
        return R_CARD
    if s.row[at] == 0:
        return R_NO_CARD
    return 0 if room(s, seat) < HELD else R_FOUR


def refuse_tile(s: Any, seat: int, at: int) -> int:
    if s.tile_taken > 0:
        return R_TILE
    if s.offer[at] == 0:
        return R_NO_TILE
    return 0 if room(s, seat) < HELD else R_FOUR


def take_tile(s: Any, seat: int, at: int) -> None:
    s.held[seat][room(s, seat)] = s.offer[at]
    s.tile_taken = at + 1
    s.offer[at] = 0
    if at == OFFER - 1:  # the pile lies face up: its next tile shows at once (h5)
        s.offer[at] = draw_thing(s, TILE, THINGS)


def complete(s: Any, seat: int, slot: int) -> None:
    s.where[s.held[seat][slot] - 1] = DONE + seat
    s.held[seat][slot] = 0


# --- Cubes (p. 6 and 7; CR, Whispers) --------------------------------------------------------------------------------
def refuse_use(s: Any, seat: int, thing: int, space: int) -> int:
    if thing < 0:
        return R_NOTHING
    if thing >= TILE and s.hand[next_colour(s, seat, thing - TILE)] == 0:
        return R_HAND
    if space & s.land == 0:
        return R_OFF
    if thing >= TILE:
        if space & building_sites(s, seat, thing - TILE) == 0:
            return R_OTHER
        return 0 if space & free(s, seat) > 0 else R_UNDER
    if space & cubes_like(s, seat, thing) > 0:
        return R_CUBE
    return 0 if space & habitat(s, seat, thing) > 0 else R_HABITAT


def use(s: Any, seat: int, slot: int, space: int) -> None:
    thing = s.held[seat][slot] - 1
    if thing >= TILE:
        build(s, seat, slot, space)
        return
    if WHISPER <= thing < SPIRIT:
        s.whisper[seat] |= one(space)
    else:
        s.animal[seat] |= one(space)
    s.left[thing] -= 1
    if s.left[thing] == 0:
        complete(s, seat, slot)


# --- Sanctuaries (CR) ------------------------------------------------------------------------------------------------
def build(s: Any, seat: int, slot: int, space: int) -> None:
    tile = s.held[seat][slot] - 1 - TILE
    lay(s, seat, next_colour(s, seat, tile), space)
    s.site[tile] = space + 1
    height = built(s, seat, tile)
    if height == MOST_STACK or s.tile_stack[tile][height] == 0:
        complete(s, seat, slot)


def refuse_last(s: Any, seat: int, thing: int) -> int:
    if thing < 0:
        return R_NOTHING
    if thing >= ANIMALS:
        return R_ANIMALS
    if s.left[thing] != 1:
        return R_NOT_LAST
    return 0 if sanctuary_for(s, seat, COLOUR[thing]) > 0 else R_NO_SANCTUARY


def place_last(s: Any, seat: int, slot: int) -> None:
    """The last cube of a card goes onto a Sanctuary of its colour, without a habitat."""
    thing = s.held[seat][slot] - 1
    s.left[thing] = 0
    s.guests[sanctuary_for(s, seat, COLOUR[thing]) - 1] += 1
    complete(s, seat, slot)


# --- End of the turn (p. 5, p. 11) and of the game (p. 7) ------------------------------------------------------------
def refuse_end(s: Any) -> int:
    if s.taken == 0:
        return R_TAKE
    for colour in range(1, COLOUR_COUNT):
        if s.hand[colour] > 0:
            return R_LAY
    return 0


def refuse_discards(s: Any) -> int:
    """May a card be thrown away at the end of this turn? Only in solo, if none was taken and the game goes on (h4)."""
    if s.seats > 1:
        return R_SOLO
    return R_DISCARD if s.card_taken == 1 or triggered(s) > 0 else 0


def refuse_discard(s: Any, at: int) -> int:
    early = refuse_end(s)
    if early > 0:
        return early
    if refuse_discards(s) > 0:
        return refuse_discards(s)
    return R_NO_CARD if s.row[at] == 0 else 0


def triggered(s: Any) -> int:
    """What ends the game now, before anything is refilled; 0 if nothing does."""
    if count(s.kind[s.turn][EMPTY]) <= FEWEST_EMPTY:
        return BOARD_FULL
    return POUCH_EMPTY if in_pouch(s) == 0 else 0


def end_turn(s: Any) -> None:
    """Every seat has as many turns as the others: the game ends with the round."""
    if s.ending == 0:
        s.ending = triggered(s)
    s.turns += 1
    s.turn = s.turns % s.seats
    if s.ending > 0 and s.turn == 0:
        s.phase = OVER
        return
    if s.seats == 1:  # what was not taken leaves the game (p. 11)
        for i in range(CENTRE):
            for colour in range(1, COLOUR_COUNT):
                s.box[colour] += s.centre[i][colour]
                s.centre[i][colour] = 0
    refill(s)
    beside = s.tile_taken - 1
    if 0 <= beside < OFFER - 1:  # the top of the pile moves there
        s.offer[beside] = s.offer[OFFER - 1]
        s.offer[OFFER - 1] = draw_thing(s, TILE, THINGS)
    begin_turn(s)


# --- Final scoring (p. 8 to 11; CR) ----------------------------------------------------------------------------------
PARTS = ("trees", "mountains", "fields", "buildings", "water", "animals", "spirit", "sanctuaries", "whispers")


def score(s: Any, out: Buffer) -> int:
    width = 11
    for seat in range(s.seats):
        at = seat * width
        out[at] = trees(s, seat)
        out[at + 1] = mountains(s, seat)
        out[at + 2] = fields(s, seat)
        out[at + 3] = buildings(s, seat)
        out[at + 4] = water(s, seat)
        out[at + 5] = animals(s, seat)
        out[at + 6] = spirit(s, seat)
        out[at + 7] = sanctuaries(s, seat)
        out[at + 8] = whispers(s, seat)
        out[at + 9] = 0
        for part in range(9):
            out[at + 9] += out[at + part]
    for seat in range(s.seats):
        rank = 1
        own = out[seat * width + 9]
        for other in range(s.seats):
            points = out[other * width + 9]
            if points > own or (points == own and placed(s, other) > placed(s, seat)):
                rank += 1
        out[seat * width + 10] = rank
    return s.ending if s.phase == OVER else 0


# --- Who may know what: all but the Spirits that were not chosen -----------------------------------------------------
OPEN: tuple[str, ...] = tuple(field.name for field in FIELDS if field.name not in ("rng", "where"))
SIGHT = (
    Field("eye", 3, says="the seat that looks, plus one; 0 for the audience"),
    *(field for field in FIELDS if field.name in OPEN),
    Field("where", 4, (THINGS,), says="place of each card and tile; a Spirit that this eye cannot know is in the pile"),
)
UNDO = Undo("turn", barriers=(SPIRIT_MOVE, SPIRIT_MOVE + 1))  # a Spirit chosen is shown to all


def hidden(s: Any, eye: int, thing: int) -> int:
    """May this Spirit, for all the eye knows, be in any place that others do not see?"""
    place = s.where[thing]
    if place < CHOICE or (eye >= 0 and (place == CHOICE + eye or place == BACK + eye)):
        return 1 if place == PILE else 0
    return 1


def reveal(s: Any, eye: int, out: Any) -> None:
    out.eye = eye + 1
    for thing in range(THINGS):
        out.where[thing] = PILE if hidden(s, eye, thing) == 1 else s.where[thing]


def determinize(s: Any, eye: int, seed: int) -> None:
    """Shuffle the hidden Spirits among the places that hold one. Everything else lies open, or is not drawn yet."""
    seed_rng(s.rng, seed)
    seen = 0
    for thing in range(SPIRIT, TILE):
        if hidden(s, eye, thing) == 1:
            at = below(s.rng, seen + 1)
            seen += 1
            for other in range(SPIRIT, thing + 1):
                if hidden(s, eye, other) == 1:
                    if at == 0:
                        place = s.where[other]
                        s.where[other] = s.where[thing]
                        s.where[thing] = place
                    at -= 1


def census(s: Any, out: Buffer) -> None:
    """Tokens by colour; Animal and Spirit cubes, Whisper cubes; each card and tile, in as many places as it is."""
    for colour in range(1, COLOUR_COUNT):
        out[colour - 1] = s.pouch[colour] + s.box[colour] + s.hand[colour]
        for i in range(CENTRE):
            out[colour - 1] += s.centre[i][colour]
    out[6] = 0
    out[7] = 0
    for thing in range(TILE):
        out[7 if WHISPER <= thing < SPIRIT else 6] += s.left[thing]
    for tile in range(MODULE):
        out[6] += s.guests[tile]
    for thing in range(THINGS):
        out[8 + thing] = 0 if s.where[thing] == OUT else 1
    for i in range(ROW):
        count_thing(s.row[i], out)
    for i in range(OFFER):
        count_thing(s.offer[i], out)
    for seat in range(s.seats):
        out[6] += count(s.animal[seat])
        out[7] += count(s.whisper[seat])
        for slot in range(HELD):
            count_thing(s.held[seat][slot], out)
        for space in range(SPACES):
            code = s.stack[seat][space]
            while code > 0:
                out[(code & 7) - 1] += 1
                code = code >> 3


def count_thing(number: int, out: Buffer) -> None:
    if number > 0:
        out[8 + number - 1] += 1


COMPONENTS = (*COLOURS[1:], "Animal and Spirit cubes", "Whisper cubes", *(f"thing {n}" for n in range(THINGS)))


# --- A quick player, and the clock's move ----------------------------------------------------------------------------
def idle(s: Any, seat: int) -> int:
    """Only what must be: the first Spirit, the first tokens, the lowest colour on the first space, the end."""
    if s.phase == CHOOSING:
        return SPIRIT_MOVE
    if s.taken == 0:
        return first_tokens(s)
    for colour in range(1, COLOUR_COUNT):
        if s.hand[colour] > 0:
            return token_move(colour, s.kind[seat][EMPTY])
    return END


def first_tokens(s: Any) -> int:
    i = 0
    while tokens_on(s, i) == 0:
        i += 1
    return TAKE + i


def token_move(colour: int, spaces: int) -> int:
    """A token onto the first of the spaces."""
    return TOKEN + (colour - 1) * SPACES + SPACE_AT[(spaces & -spaces) % HASH]


def quick(s: Any, seat: int) -> int:
    """Place every cube, take every card there is room for, lay tokens where they add to something."""
    if s.phase == CHOOSING:
        return SPIRIT_MOVE
    for slot in range(HELD):
        thing = s.held[seat][slot] - 1
        if thing >= 0:
            spaces = use_spaces(s, seat, thing)
            if spaces > 0:
                return USE + slot * SPACES + SPACE_AT[(spaces & -spaces) % HASH]
            if refuse_last(s, seat, thing) == 0:
                return LAST + slot
    if s.taken == 0:
        return first_tokens(s)
    for colour in range(1, COLOUR_COUNT):
        if s.hand[colour] > 0:
            return token_move(colour, quick_spaces(s, seat, colour))
    if s.card_taken == 0 and room(s, seat) < HELD:
        for i in range(ROW):
            if s.row[i] > 0:
                return CARD + i
    return END


def quick_spaces(s: Any, seat: int, colour: int) -> int:
    """The best of the spaces for a token: on a stack that it improves, or beside its like, or any that is empty."""
    allowed = token_spaces(s, seat, colour)
    stacks = allowed & ~s.kind[seat][EMPTY]
    if colour == GREEN and stacks & s.kind[seat][TRUNKS] > 0:
        return stacks & s.kind[seat][TRUNKS]
    if stacks > 0 and colour != BROWN:
        return stacks
    beside = allowed & around(s.top[seat][colour])
    if beside > 0 and (colour == BLUE or colour == GRAY or colour == YELLOW):
        return beside
    return allowed & s.kind[seat][EMPTY]
