"""Is a position of Crescent still to be won, and how? `solve` answers with a line, a proof, or "unknown"."""

from gradatim.games.crescent.solver.answers import Advice, Solution, dealt, hint, solve

__all__ = ["Advice", "Solution", "dealt", "hint", "solve"]
