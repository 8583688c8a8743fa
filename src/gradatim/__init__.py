"""Gradatim: four tabletop games that climb, with exact rules, a table, bots and a fast engine."""

__version__ = "0.1.0"
