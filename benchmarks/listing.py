# ruff: noqa: F821  (the builder binds `rules`)
"""A driver for `crescent.py`: the legal moves of a position, listed again and again."""

from typing import Any

from gradatim.dialect.contract import Buffer, Rules

rules: Rules  # the game the drivers are built with

ENTRIES = {"list_legal": "s games moves out"}


def list_legal(s: Any, games: int, moves: Buffer, out: Buffer) -> None:
    """List the moves of seat 0 so many times; adds their number to ``out[0]``."""
    for _ in range(games):
        out[0] += rules.legal(s, 0, moves)
