"""The rules dialect: what a game's rules are written in, and what runs them as plain Python. Standard library only."""
