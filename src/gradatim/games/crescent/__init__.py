"""Crescent, a patience with two decks: up from the aces, down from the kings, sixteen piles in a horseshoe."""
