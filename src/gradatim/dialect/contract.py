"""What a game's ``rules.py`` says, and nothing more: the declarations it makes and the functions it writes.

Rules are written in a small dialect of Python, once, and run twice: interpreted on lists of ints, compiled by Numba
on a row of bytes. ``s`` is a state, ``out`` a buffer, everything else an int; see ``docs/contract.md``.
"""

from collections.abc import MutableSequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

AUDIENCE = -1  # the eye of somebody without a seat
Buffer = MutableSequence[int]


@dataclass(frozen=True)
class Field:
    """One field of a state or a sight: whole numbers of `bits` bits, one or an array of up to two dimensions.

    `derived` fields are recomputed by ``derive`` from the others; records and hashes leave them out.
    """

    name: str
    bits: int
    shape: tuple[int, ...] = ()
    derived: bool = False
    says: str = ""

    @property
    def limit(self) -> int:
        """One more than the largest value."""
        return 1 << self.bits


@dataclass(frozen=True)
class Option:
    """A rule option: a field set before the deal. `labels`, if any, name the values in files.

    With `own` a table of the user's own may stand in place of a value; ``content.own_table`` checks it.

    `simulated` is the default where nobody plays: in bulk play, tests, environments. For games that need not end.
    """

    name: str
    values: tuple[int, ...]
    default: int
    labels: tuple[str, ...] = ()
    own: bool = False
    simulated: int | None = None


@dataclass(frozen=True)
class Refusal:
    """A reason to refuse a move. Its id is its index in ``REFUSALS``; `place` is where the rulebook says so."""

    key: str
    place: str


@dataclass(frozen=True)
class Undo:
    """How far a player may take moves back: never, inside the own turn, or through the whole game.

    Whatever this says, a move that drew chance is never taken back. At most `limit` moves are (0: all), and none of
    `barriers` or before; an option named in `lifted_by` lifts both limits.
    """

    reach: Literal["none", "turn", "game"]
    limit: int = 0
    barriers: tuple[int, ...] = ()
    lifted_by: str = ""

    def keeps(self, s: Any, move: int, same_turn: bool) -> bool:
        """May this move, which led to `s`, be taken back, and those before it?"""
        barrier = move in self.barriers and not self._lifted(s)
        return self.reach != "none" and (same_turn or self.reach == "game") and not barrier

    def first(self, s: Any, count: int) -> int:
        """The first of `count` moves that may still be taken back."""
        return max(0, count - self.limit) if self.limit and not self._lifted(s) else 0

    def _lifted(self, s: Any) -> bool:
        return bool(self.lifted_by) and getattr(s, self.lifted_by) == 1


class Rules(Protocol):
    """The module ``games/<game>/rules.py``. Functions are in the dialect; declarations are plain data."""

    NAME: str
    RULES_VERSION: int
    SEATS: tuple[int, int]
    FIELDS: tuple[Field, ...]
    OPTIONS: tuple[Option, ...]
    PRESETS: dict[str, dict[str, int]]
    REFUSALS: tuple[Refusal, ...]
    ENDINGS: tuple[str, ...]
    PARTS: tuple[str, ...]
    COMPONENTS: tuple[str, ...]
    OPEN: tuple[str, ...]
    SIGHT: tuple[Field, ...]
    UNDO: Undo
    MOVES: int
    MAX_LEGAL: int

    def __hash__(self) -> int: ...  # a module: caches use it as a key

    def refuse_setup(self, s: Any) -> int:
        """0, or the refusal that this number of seats with these options deserves. Called before `deal`."""

    def deal(self, s: Any) -> None:
        """Set the game up from its options. Chance only from ``s.rng``."""

    def derive(self, s: Any) -> None:
        """Recompute every derived field from the others."""

    def to_move(self, s: Any) -> int:
        """The seats that may act now, as a bit set; several in a race or a simultaneous choice; 0 when over."""

    def ask_order(self, s: Any, out: Buffer) -> int:
        """Write the seats in the order in which machines ask them, return their number; 0 when over.

        In a race: the rulebook's tie order, each once for its claim or HOLD, then the seat whose turn follows, for
        its turn. A seat that has answered is left out, so every driver asks ``out[0]``, and then again; while more
        than one is listed, only moves that do not close the window are asked for.
        """

    def window(self, s: Any) -> int:
        """0, or the id of the open race or simultaneous decision."""

    def closes(self, move: int) -> int:
        """1 if the move is a turn move, which closes an open window."""

    def idle(self, s: Any, seat: int) -> int:
        """The move a clock makes for a silent seat that may act."""

    def legal(self, s: Any, seat: int, out: Buffer) -> int:
        """Write the ids of the seat's legal moves, return their number (at most `MAX_LEGAL`)."""

    def refusal(self, s: Any, seat: int, move: int) -> int:
        """0 if the move is legal, else the id of the first rule it breaks, in rulebook order."""

    def apply(self, s: Any, seat: int, move: int) -> None:
        """Make a legal move."""

    def score(self, s: Any, out: Buffer) -> int:
        """Write for each seat its points by part, its total and its rank (1 is best, shared ranks equal).

        Returns the id of the ending, 0 while the game runs. `out` holds ``seats * (len(PARTS) + 2)`` numbers.
        """

    def reveal(self, s: Any, eye: int, out: Any) -> None:
        """Put into a sight what this eye may know with perfect recall besides the `OPEN` fields, by naming it."""

    def observe(self, s: Any, eye: int, out: Any) -> None:
        """Fill a sight: the `OPEN` fields, which every eye sees, then `reveal`. Executors write this one."""

    def determinize(self, s: Any, eye: int, seed: int) -> None:
        """Re-deal what the eye cannot know, each consistent world equally likely, and re-seed."""

    def quick(self, s: Any, seat: int) -> int:
        """A fast, sensible legal move, for playouts; in a window the seat's claim or HOLD first. Draws no chance."""

    def census(self, s: Any, out: Buffer) -> None:
        """Count every component in every place it can be: ``len(COMPONENTS)`` numbers that never change in a game."""


def simulated(rules: Rules) -> dict[str, int]:
    """The options that differ where nobody plays."""
    return {option.name: option.simulated for option in rules.OPTIONS if option.simulated is not None}


def hold(rules: Rules) -> int:
    """The move by which a seat lets a race go by, declared as ``HOLD``; -1 in a game without races."""
    return int(getattr(rules, "HOLD", -1))
