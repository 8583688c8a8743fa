"""Positions as the solver's rows, steps of the finder as moves of the rules, and lines checked by the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gradatim.core.game import load
from gradatim.core.state import State
from gradatim.dialect.errors import GradatimError
from gradatim.games.crescent import content, rules
from gradatim.games.crescent.content import ACE, FACE_DOWN, KING, MOST, PILES, RANK, SUIT, SUITS
from gradatim.games.crescent.solver import beam

_ROOM = 248  # bytes: a row, and room for what a proof adds


def row_of(sight: Mapping[str, Any]) -> Any:
    """The row of a sight with every card known. Raises GradatimError where one is face down."""
    row = np.zeros(_ROOM, np.uint8)
    for pile in range(PILES):
        cards = list(sight["pile"][pile][: sight["height"][pile]])
        if FACE_DOWN in cards:
            raise GradatimError("cards are face down here: what they are must be drawn first")
        row[MOST * pile : MOST * pile + len(cards)] = cards
        row[beam.HEIGHT + pile] = len(cards)
    row[beam.UP : beam.UP + SUITS] = list(sight["up"])
    row[beam.DOWN : beam.DOWN + SUITS] = list(sight["down"])
    row[beam.LEFT] = sight["left"]
    return row


def spelled(root: Any, steps: Sequence[int]) -> list[int]:
    """The finder's steps as moves of the rules: transfers spelled out, as few as lead to each card.

    Where a card would make two foundations meet it fits on both; it goes where its suit's next card needs fewer.
    """
    row = root.copy()
    moves: list[int] = []
    played = _cards(root.copy(), steps)
    for at, step in enumerate(steps):
        card, pile = played[at], (step - 1) % PILES
        suit = SUIT[card]
        up, down = int(row[beam.UP + suit]), int(row[beam.DOWN + suit])
        if step == beam.M_REDEAL:
            moves.append(content.REDEAL)
        elif step >= beam.M_ONTO:
            moves.append(content.ONTO + pile * PILES + (step - beam.M_ONTO) // PILES)
        elif step >= beam.M_MEET:
            shifts, play = _shifts(suit, up, RANK[card])
            moves += [*shifts, play + pile]
        else:
            play = content.UP if step < beam.M_DOWN else content.DOWN
            if up + 2 == down:
                later = next((RANK[c] for c, s in zip(played[at + 1 :], steps[at + 1 :], strict=True)
                              if beam.M_UP <= s < beam.M_ONTO and SUIT[c] == suit), up)  # fmt: skip
                onto_up = len(_shifts(suit, up + 1, later)[0]) <= len(_shifts(suit, up, later)[0])
                play = content.UP if onto_up else content.DOWN
                step = (beam.M_UP if onto_up else beam.M_DOWN) + pile
            moves.append(play + pile)
        beam.stepped(row, step)
    return moves


def _cards(row: Any, steps: Sequence[int]) -> list[int]:
    """The card that each step moves; 0 for a redeal. Uses the row up."""
    cards = []
    for step in steps:
        pile = (step - 1) % PILES
        cards.append(0 if step == beam.M_REDEAL else int(row[MOST * pile + row[beam.HEIGHT + pile] - 1]))
        beam.stepped(row, step)
    return cards


def _shifts(suit: int, up: int, rank: int) -> tuple[list[int], int]:
    """The transfers that make a rank next while the foundations meet with `up` on the ascending one; then the play."""
    wanted = [(abs(up - (rank - 1)), rank - 1, content.UP)] if rank > ACE else []
    wanted += [(abs(up - rank), rank, content.DOWN)] if rank < KING else []
    count, boundary, play = min(wanted)
    onto_up = content.TRANSFER + SUITS + suit  # the descending foundation's top card onto the ascending one
    return [onto_up if boundary > up else content.TRANSFER + suit] * count, play


def state_of(sight: Mapping[str, Any]) -> State:
    """The rules' own state of a sight."""
    game = load(rules.NAME)
    state = State.blank(game, 1, {})
    names = ("pile", "height", "up", "down", "left")
    fields: Any = state.executor.read(state.row).copy()
    for name in names:
        given = sight[name]
        kept = [list(pile) for pile in given] if name == "pile" else given if name == "left" else list(given)
        setattr(fields, name, kept)
    fields.redeals = max(fields.redeals, fields.left)
    fields.max_moves, fields.moves = sight.get("max_moves", 0), sight.get("moves", 0)
    rules.derive(fields)
    state.executor.write(state.row, fields.to_dict())
    return state


def wins(sight: Mapping[str, Any], moves: Sequence[int]) -> bool:
    """Do the rules allow every move, and is the game won after the last?"""
    state = state_of(sight)
    fields: Any = state.fields
    for move in moves:
        if rules.refusal(fields, 0, move):
            return False
        rules.apply(fields, 0, move)
    return rules.ENDINGS[fields.ending] == "won"
