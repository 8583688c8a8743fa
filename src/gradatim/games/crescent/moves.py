"""Notation of Crescent, what a pick of places means, deal codes, and positions written by hand.

"7>2" is the top card of pile 7 onto pile 2, "7>A" and "7>K" that card onto the ace or king foundation of its suit,
"SA>K" the top card of the spades' ace foundation onto their king foundation, "redeal" the redeal.

Places are "p1" to "p16" for piles, "f1" to "f8" for foundations as they lie (the four aces, then the four kings, in
the order of the suits; "SA" to "CK" as well), "A" and "K" for the foundations of the moved card's suit, "f" for
wherever among them it goes.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gradatim.core.game import load
from gradatim.core.state import State
from gradatim.dialect.checks import check_keys, shown, whole
from gradatim.dialect.errors import GradatimError, PositionError
from gradatim.dialect.executor import Executor
from gradatim.dialect.rows import Row
from gradatim.games.crescent import content, rules
from gradatim.games.crescent.content import (
    ACE,
    CARDS,
    DOWN,
    FACE_DOWN,
    KING,
    MOST,
    ONTO,
    PILES,
    RANK,
    RANKS,
    REDEAL,
    SUIT,
    SUITS,
    TRANSFER,
    UP,
)

RANK_SIGNS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SUIT_SIGNS = "♠♥♦♣"
SUIT_LETTERS = "SHDC"
_LETTER_OF = str.maketrans(SUIT_SIGNS, SUIT_LETTERS)
_CARD = re.compile("(10|[2-9AJQKT])([SHDC])")


# --- notation --------------------------------------------------------------------------------------------------------
def text(move: int) -> str:
    """The notation of a move id."""
    if move == REDEAL:
        return "redeal"
    if move < DOWN:
        return f"{move - UP + 1}>A"
    if move < TRANSFER:
        return f"{move - DOWN + 1}>K"
    if move < ONTO:
        side, suit = divmod(move - TRANSFER, SUITS)
        return f"{SUIT_LETTERS[suit]}{'AK'[side]}>{'KA'[side]}"
    source, target = divmod(move - ONTO, PILES)
    return f"{source + 1}>{target + 1}"


_BY_TEXT = {text(move).upper(): move for move in range(content.MOVES)}


def parse(notation: str) -> int:
    """The move id of a notation; case, blanks and suit signs do not matter. Raises GradatimError if it is no move."""
    plain = str(notation).upper().translate(_LETTER_OF).replace(" ", "").replace("→", ">")
    move = _BY_TEXT.get(plain)
    if move is None:
        raise GradatimError(f"{notation!r} is no move; moves are written 7>2, 7>A, 7>K, SA>K, SK>A, redeal")
    return move


def parts(move: int) -> list[str]:
    """The places that a move goes from and to."""
    if move == REDEAL:
        return []
    if move < TRANSFER:
        return [f"p{(move - UP) % PILES + 1}", "A" if move < DOWN else "K"]
    if move < ONTO:
        foundation = move - TRANSFER
        return [f"f{foundation + 1}", f"f{(foundation + SUITS) % (2 * SUITS) + 1}"]
    source, target = divmod(move - ONTO, PILES)
    return [f"p{source + 1}", f"p{target + 1}"]


def card_text(card: int) -> str:
    """A card with its suit's sign, "10♥"."""
    return RANK_SIGNS[RANK[card]] + SUIT_SIGNS[SUIT[card]]


def front(card: int) -> str:
    """How a card is spelled on the wire, "10H"."""
    return RANK_SIGNS[RANK[card]] + SUIT_LETTERS[SUIT[card]]


def read_card(card: object) -> int:
    """A card as people write it: "10♥", "10H", "TH". Raises GradatimError."""
    plain = card.strip().upper().translate(_LETTER_OF) if isinstance(card, str) else ""
    found = _CARD.fullmatch(plain)
    if found is None:
        raise GradatimError(f"{shown(card)} is no card; cards are written like 10♥ or 10H, aces A, kings K")
    return SUIT_LETTERS.index(found[2]) * RANKS + RANK_SIGNS.index(found[1].replace("T", "10"))


# --- a pick of places (10) -------------------------------------------------------------------------------------------
def attempt(s: Any, seat: int, pieces: Sequence[str]) -> tuple[int, int]:
    """What a pick of places is: (move id, 0), or (-1, the refusal it deserves).

    A place alone is a tap: it moves the card if exactly one place takes it. Raises GradatimError for what is no place.
    """
    picked = places(pieces)
    if s.ending:
        return -1, rules.R_OVER
    if not 1 <= len(picked) <= 2:
        return -1, rules.R_PICK
    (kind, number), (to, target) = picked[0], picked[-1]
    if kind == "area":
        return -1, rules.R_PICK
    if kind == "foundation":
        return _from_foundation(s, number, to, target, tapped=len(picked) == 1)
    if not s.height[number]:
        return -1, rules.R_SOURCE
    card = s.pile[number][s.height[number] - 1]
    if len(picked) == 1:
        return _tap(s, number, card)
    if to == "pile":
        return _checked(s, ONTO + number * PILES + target)
    if to == "foundation":
        if target % SUITS != SUIT[card]:
            return -1, rules.R_FOUNDATION
        return _checked(s, (UP, DOWN)[target // SUITS] + number)
    if target >= 0:  # "A" or "K"
        return _checked(s, (UP, DOWN)[target] + number)
    # Anywhere among the foundations: where the card fits; if on both, onto the one with fewer cards.
    ascending = s.up[SUIT[card]] + 1 <= RANKS - s.down[SUIT[card]]
    first, second = (UP, DOWN) if ascending else (DOWN, UP)
    return max(_checked(s, first + number), _checked(s, second + number), key=lambda found: found[0] >= 0)


def _from_foundation(s: Any, foundation: int, to: str, target: int, tapped: bool) -> tuple[int, int]:
    side, suit = divmod(foundation, SUITS)
    if s.down[suit] == KING if side else s.up[suit] == ACE:
        return -1, rules.R_BASE
    if to == "pile":
        return -1, rules.R_BACK
    if not tapped and to == "foundation" and target % SUITS != suit:
        return -1, rules.R_FOUNDATION
    if not tapped and (target == foundation if to == "foundation" else target == side):
        return -1, rules.R_SAME
    return _checked(s, TRANSFER + foundation)


def _tap(s: Any, pile: int, card: int) -> tuple[int, int]:
    """The only move of a pile's top card; else that it has none, or that there is a choice."""
    takers = rules.takers(s, card)
    found = [ONTO + pile * PILES + target for target in range(PILES) if takers >> target & 1]
    found += [play + pile for play in (UP, DOWN) if not rules.refusal(s, 0, play + pile)]
    if len(found) == 1:
        return found[0], 0
    return -1, rules.R_SEVERAL if found else rules.R_NOWHERE


def _checked(s: Any, move: int) -> tuple[int, int]:
    refused = rules.refusal(s, 0, move)
    return (-1, refused) if refused else (move, 0)


def places(pieces: Sequence[str]) -> list[tuple[str, int]]:
    """Places by kind and number: ("pile", 0 to 15), ("foundation", 0 to 7) or ("area", side or -1).

    Written as places, or as the notation of a move. Raises GradatimError for what is no place.
    """
    names = [name for piece in pieces for name in piece.upper().translate(_LETTER_OF).replace("→", ">").split(">")]
    return [_place(name.strip()) for name in names if name.strip()]


def _place(name: str) -> tuple[str, int]:
    if name in ("F", "A", "K"):
        return "area", {"F": -1, "A": 0, "K": 1}[name]
    if re.fullmatch("[SHDC][AK]", name):
        return "foundation", SUIT_LETTERS.index(name[0]) + SUITS * (name[1] == "K")
    found = re.fullmatch("(P|F|)([1-9][0-9]?)", name)
    kind = "foundation" if found and found[1] == "F" else "pile"
    if found is None or int(found[2]) > (PILES if kind == "pile" else 2 * SUITS):
        raise GradatimError(f"{shown(name)} is no place; places are 1 to {PILES} for piles, SA to CK, A, K and f")
    return kind, int(found[2]) - 1


def finish(state: State) -> list[int]:
    """The foundation plays that win from here, where no more than such plays is needed; else none (11)."""
    state, plays = state.copy(), []
    if any(state.fields.shut):  # type: ignore[attr-defined]  # what lies face down is nobody's to plan with
        return []
    while not state.over:
        home = [move for move in state.legal(0) if UP <= move < TRANSFER]
        if not home:
            return []
        plays.append(home[0])
        state.play(home[0])
    return plays if state.score().ending == "won" else []


# --- deal codes (2) --------------------------------------------------------------------------------------------------
def read_code(code: object) -> tuple[dict[str, int], list[int]]:
    """The options that a code says, and what chance gives the deal. Raises GradatimError for a mistyped code."""
    deal = content.read_code(code)
    return {"redeals": deal.redeals, "face_down": deal.face_down}, [deal.number]


def write_code(options: Mapping[str, int], words: Sequence[int]) -> str:
    """The code of a deal with these options, drawn from words of 32 random bits."""
    return content.Deal(words[0] % content.DEALS, options["redeals"], options["face_down"]).code


def code_of(s: Any) -> str:
    """The code of a state; "" for one that began with a position."""
    return content.Deal(s.deal - 1, s.redeals, s.face_down).code if s.deal else ""


# --- positions written by hand (docs/games/crescent.md) --------------------------------------------------------------
_KEYS: dict[str, Any] = {"game": str, "options": dict, "piles": dict, "foundations": list[str], "face_down": dict}
_KEYS |= {"redeals_left": int, "moves": int}


def read_position(position: Mapping[str, Any], executor: Executor | None = None) -> State:
    """A state from a hand-written position. Raises PositionError with the reason if it cannot exist."""
    try:
        return _read(position, executor)
    except PositionError:
        raise
    except GradatimError as error:
        raise PositionError(str(error)) from error


def _read(position: Mapping[str, Any], executor: Executor | None) -> State:
    if not isinstance(position, Mapping):
        raise PositionError(f"a position is an object, not {shown(position)}")
    check_keys("a position", position, _KEYS, ())
    if position.get("game", rules.NAME) != rules.NAME:
        raise PositionError(f"this is a position of {shown(position['game'])}, not of {rules.NAME}")
    state = State.blank(load(rules.NAME), 1, position.get("options", {}), executor)
    s = state.executor.read(state.row).copy()
    fields: Any = s
    _read_foundations(fields, position.get("foundations"))
    piles = _by_pile(position.get("piles", {}), "piles")
    _fill(piles, _unnamed(fields, piles))
    for pile, cards in piles.items():
        fields.height[pile] = len(cards)
        fields.pile[pile][: len(cards)] = cards
    for pile, count in _by_pile(position.get("face_down", {}), "face_down").items():
        most = max(0, min(fields.height[pile], content.DEALT) - 1) if fields.face_down else 0
        fields.shut[pile] = whole(count, 0, most, f"in pile {pile + 1} at most {most} cards can be face down")
    left = position.get("redeals_left", fields.redeals)
    fields.left = whole(left, 0, fields.redeals, f"redeals_left must be 0 to {fields.redeals}, the redeals of the game")
    fields.moves = whole(position.get("moves", 0), 0, 10**6, "moves must be a whole number up to a million")
    rules.derive(s)
    state.executor.write(state.row, s.to_dict())
    return state


def _read_foundations(s: Any, tops: list[str] | None) -> None:
    s.up, s.down = [ACE] * SUITS, [KING] * SUITS
    if tops is None:
        return
    cards = [read_card(card) for card in tops]
    if [SUIT[card] for card in cards] != 2 * list(range(SUITS)):
        raise PositionError(f"foundations are the eight top cards, twice {' '.join(SUIT_SIGNS)}: ascending, descending")
    s.up, s.down = [RANK[card] for card in cards[:SUITS]], [RANK[card] for card in cards[SUITS:]]


def _by_pile(given: Mapping[str, Any], key: str) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for name, value in given.items():
        if name not in map(str, range(1, PILES + 1)):
            raise PositionError(f"{key} are named by pile, 1 to {PILES}, not {shown(name)}")
        if key == "piles":
            if not isinstance(value, list) or len(value) > MOST:
                raise PositionError(f"pile {name} must be a list of at most {MOST} cards, bottom first")
            value = [read_card(card) for card in value]
        found[int(name) - 1] = value
    return found


def _unnamed(s: Any, piles: Mapping[int, list[int]]) -> list[int]:
    """The cards that are in no pile named and on no foundation."""
    left = [2] * CARDS
    for suit in range(SUITS):
        for rank in (*range(s.up[suit] + 1), *range(s.down[suit], RANKS)):
            left[suit * RANKS + rank] -= 1
    for cards in piles.values():
        for card in cards:
            left[card] -= 1
            if left[card] < 0:
                raise PositionError(f"{card_text(card)} is there three times; there are two of each card")
    return [card for card in range(CARDS) for _ in range(left[card])]


def _fill(piles: dict[int, list[int]], cards: list[int]) -> None:
    """Deal the cards named nowhere round the piles named nowhere, so that a question need name only what matters."""
    free = [pile for pile in range(PILES) if pile not in piles]
    if len(cards) > MOST * len(free):
        raise PositionError(f"{len(cards)} cards are named nowhere, and there is no room for them in {len(free)} piles")
    for at, pile in enumerate(free):
        piles[pile] = cards[at :: len(free)]


def write_position(state: State) -> dict[str, Any]:
    """The position of a state, as it would be written by hand."""
    s: Any = state.fields
    position: dict[str, Any] = {
        "game": rules.NAME,
        "options": {option.name: getattr(s, option.name) for option in rules.OPTIONS},
        "piles": {str(pile + 1): [card_text(card) for card in s.pile[pile][: s.height[pile]]] for pile in range(PILES)},
        "foundations": [card_text(suit * RANKS + rank) for ranks in (s.up, s.down) for suit, rank in enumerate(ranks)],
        "face_down": {str(pile + 1): count for pile, count in enumerate(s.shut) if count},
        "redeals_left": s.left,
        "moves": s.moves,
    }
    return position


def board(sight: Row) -> str:
    """What one eye sees, in plain lines; signs only, so it needs no language."""
    s: Any = sight
    piles = [
        ["##" if card == FACE_DOWN else card_text(card) for card in s.pile[p][: s.height[p]]] for p in range(PILES)
    ]
    lines = [f"{number:2} {' '.join(cards)}" for number, cards in enumerate(piles, 1)]
    for side, ranks in (("A", s.up), ("K", s.down)):
        lines.append(f"{side}: {' '.join(card_text(suit * RANKS + rank) for suit, rank in enumerate(ranks))}")
    return "\n".join([*lines, f"redeals {s.left} | moves {s.moves}"])
