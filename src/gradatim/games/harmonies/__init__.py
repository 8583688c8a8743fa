"""Harmonies and its expansion Crescendo: landscapes of stacked tokens, and the animals that live in them."""
