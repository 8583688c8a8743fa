"""Errors that a person may read: each says in one sentence what was wrong and what would be right."""

from gradatim.dialect.contract import Refusal

LONGEST = 400  # characters of a sentence; what is quoted in it may be megabytes


class GradatimError(ValueError):
    """Bad input. Nothing has changed."""

    def __init__(self, said: str) -> None:
        super().__init__(said if len(said) <= LONGEST else f"{said[: LONGEST // 2]} … {said[-LONGEST // 2 :]}")


class Refused(GradatimError):
    """A move that the rules refuse. Nothing has changed; `refusal` is the rule it breaks."""

    def __init__(self, refusal: Refusal, seat: int, move: str) -> None:
        super().__init__(f"seat {seat} may not {move!r}: {refusal.key} ({refusal.place})")
        self.refusal = refusal
        self.seat = seat
        self.move = move


class PositionError(GradatimError):
    """A hand-written position that cannot exist."""


class RecordError(GradatimError):
    """A record that does not hold together, from `line` (counted from 1) on."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
