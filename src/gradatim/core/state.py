"""`State`: a position of any game, checked at every door. The rules themselves check nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from gradatim.core.game import Game, load
from gradatim.dialect.checks import whole
from gradatim.dialect.contract import Refusal
from gradatim.dialect.errors import GradatimError, Refused
from gradatim.dialect.executor import Executor
from gradatim.dialect.random import seed_rng
from gradatim.dialect.rows import Row

Options = Mapping[str, object] | None  # by name; values as numbers or labels; what is left out is at its default


@dataclass(frozen=True)
class Score:
    """Points by seat and part, totals and ranks (1 is best; equal ranks are shared)."""

    ending: str
    parts: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def over(self) -> bool:
        return self.ending != "running"

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats of rank 1 at the end; none while the game runs."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1) if self.over else ()


@dataclass(frozen=True)
class Legal:
    """The legal moves of one seat: iterate over their ids, count them, ask whether one is `in` them, print them."""

    game: Game
    ids: list[int]

    def __iter__(self) -> Iterator[int]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, move: object) -> bool:
        return (self.game.moves.parse(move) if isinstance(move, str) else move) in self.ids

    def texts(self) -> list[str]:
        return [self.game.moves.text(move) for move in self.ids]


class State:
    """A position. Every method that takes a seat or a move checks it, and leaves the position as it was on error."""

    def __init__(self, game: Game, row: Any, executor: Executor) -> None:
        self.game = game
        self.row = row
        self.executor = executor
        self.seats = executor.seats(row)

    @classmethod
    def blank(cls, game: Game | str, seats: int, options: Options = None, executor: Executor | None = None) -> Self:
        """Seats and options set and found fit to be dealt; nothing dealt yet."""
        game = game if isinstance(game, Game) else load(game)
        runs: Executor = executor or game.executor
        row = runs.new()
        runs.write(row, {"seats": game.check_seats(seats), **game.fields(options)})
        refusal = runs.run.refuse_setup(row)
        if refusal:
            reason = game.rules.REFUSALS[refusal]
            raise GradatimError(
                f"{runs.seats(row)} seats with these options cannot be dealt: {reason.key} ({reason.place})"
            )
        return cls(game, row, runs)

    @classmethod
    def new(
        cls, game: Game | str, seats: int, seed: int = 0, options: Options = None, executor: Executor | None = None
    ) -> Self:
        """A freshly dealt game. The same seed (0 to 2**64-1) gives the same game."""
        seed = _seed(seed)
        state = cls.blank(game, seats, options, executor)
        words = [0, 0, 0, 0]
        seed_rng(words, seed)
        state.executor.seed(state.row, words)
        state.executor.run.deal(state.row)
        return state

    def copy(self) -> Self:
        return type(self)(self.game, self.executor.copy(self.row), self.executor)

    @property
    def fields(self) -> Row:
        """Every field of the state, hidden ones included. For rules questions and tests; players get `sight`."""
        return self.executor.read(self.row)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now."""
        bits = self.executor.run.to_move(self.row)
        return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)

    @property
    def over(self) -> bool:
        return self.executor.run.to_move(self.row) == 0

    @property
    def window(self) -> int:
        return self.executor.run.window(self.row)

    def ask_order(self) -> list[int]:
        """The seats in the order in which machines are asked; ask the first, then look again."""
        return self.executor.ask_order(self.row)

    def legal(self, seat: int | None = None) -> Legal:
        """The legal moves of a seat; without one, of the seat that is asked first."""
        seat = self._asked() if seat is None else self.check_seat(seat)
        return Legal(self.game, self.executor.legal(self.row, seat))

    def refusal(self, seat: int, move: int | str) -> Refusal | None:
        """The first rule that the move breaks; None if it is legal."""
        broken = self.executor.run.refusal(self.row, self.check_seat(seat), self.check_move(move))
        return self.game.rules.REFUSALS[broken] if broken else None

    def play(self, move: int | str, seat: int | None = None) -> None:
        """Make a move, given as id or in notation. Raises Refused; the position is then unchanged."""
        seat = self._asked() if seat is None else self.check_seat(seat)
        move = self.check_move(move)
        broken = self.refusal(seat, move)
        if broken:
            raise Refused(broken, seat, self.game.moves.text(move))
        self.executor.run.apply(self.row, seat, move)

    def score(self) -> Score:
        ending, out = self.executor.score(self.row)
        width = len(self.game.rules.PARTS) + 2
        rows = [out[seat * width : (seat + 1) * width] for seat in range(self.seats)]
        return Score(
            ending=self.game.rules.ENDINGS[ending],
            parts=tuple(tuple(row[:-2]) for row in rows),
            totals=tuple(row[-2] for row in rows),
            ranks=tuple(row[-1] for row in rows),
        )

    def sight(self, eye: int) -> Row:
        """All that an eye may know, with perfect recall: a seat, or -1 for the audience. Fields as in ``SIGHT``."""
        return self.executor.observe(self.row, self.check_eye(eye))

    def determinize(self, eye: int, seed: int) -> Self:
        """A copy in which all that the eye cannot know is drawn anew, each consistent world equally likely."""
        world = self.copy()
        self.executor.run.determinize(world.row, self.check_eye(eye), _seed(seed))
        return world

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and self.fields == other.fields

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        return str(self.game.moves.board(self.sight(self._asked() if not self.over else -1)))

    def _asked(self) -> int:
        order = self.ask_order()
        if not order:
            raise GradatimError("the game is over: nobody is to move")
        return order[0]

    def check_seat(self, seat: object) -> int:
        return whole(seat, 0, self.seats - 1, f"seats are numbered 0 to {self.seats - 1}")

    def check_eye(self, eye: object) -> int:
        return whole(eye, -1, self.seats - 1, f"eyes are the seats 0 to {self.seats - 1}, or -1 for the audience")

    def check_move(self, move: int | str) -> int:
        move = self.game.moves.parse(move) if isinstance(move, str) else move
        return whole(move, 0, self.game.rules.MOVES - 1, f"moves are numbered 0 to {self.game.rules.MOVES - 1}")


def _seed(seed: object) -> int:
    """As the signed 64-bit number that rules take."""
    number = whole(seed, 0, (1 << 64) - 1, "a seed is a whole number from 0 to 2**64-1")
    return number - (number >> 63 << 64)
