"""Crescendo: put a hidden row in order, then launch. A memory game with a race in it."""
