"""Positions of Crescent as a player would write them: only the piles that matter, the rest is filled."""

from typing import Any

from gradatim.core import State
from gradatim.games.crescent import moves, rules


def position(options: dict[str, int] | None = None, foundations: str = "", **more: Any) -> State:
    """Piles as p7="9♣ J♦", bottom first; foundations as their eight tops."""
    piles = {name[1:]: more.pop(name).split() for name in list(more) if name[0] == "p" and name[1:].isdecimal()}
    given: dict[str, Any] = {"game": rules.NAME, "options": options or {}, "piles": piles, **more}
    return moves.read_position(given | ({"foundations": foundations.split()} if foundations else {}))


def sparse(options: dict[str, int] | None = None, foundations: str = "", **more: Any) -> State:
    """As `position`, but every pile that is not named is empty: all other cards must be on the foundations."""
    empty = {f"p{pile}": "" for pile in range(1, 17)}
    return position(options, foundations, **(empty | more))


def pile(state: State, number: int) -> str:
    s: Any = state.fields
    return " ".join(moves.card_text(card) for card in s.pile[number - 1][: s.height[number - 1]])


def refused(state: State, *places: str) -> str:
    """The key of the refusal that a pick deserves; "" if it is a legal move."""
    move, refusal = moves.attempt(state.fields, 0, places)
    assert (move >= 0) == (refusal == 0)
    return rules.REFUSALS[refusal].key if refusal else ""


def found(state: State, *places: str) -> str:
    """The move that a pick is, in notation."""
    move, refusal = moves.attempt(state.fields, 0, places)
    assert refusal == 0, rules.REFUSALS[refusal].key
    return moves.text(move)
