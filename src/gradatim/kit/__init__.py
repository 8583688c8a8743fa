"""Helpers in the rules dialect that several games share; a helper moves here with its second user."""
