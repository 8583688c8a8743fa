"""Summit: the smallest game that has everything, to be copied for a new one (docs/add-a-game.md)."""
