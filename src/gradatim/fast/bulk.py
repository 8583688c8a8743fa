"""Drivers in both executors: whole games by the thousand, from one call."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from gradatim.core.game import Game
from gradatim.core.state import State
from gradatim.dialect.checks import whole
from gradatim.dialect.contract import simulated
from gradatim.dialect.rows import Row, collect, rebind, row_type
from gradatim.fast import drivers as standard_drivers
from gradatim.fast.builder import driver_kernel
from gradatim.fast.drivers import BROKEN, CHECKSUM, DECISIONS, ENDED, LONGEST, REPORT


@dataclass(frozen=True)
class Report:
    """What bulk play adds up. `checksum` is equal exactly when the same moves were made and the same results came."""

    checksum: int
    decisions: int
    ended: int
    longest: int
    broken: int


class Bulk:
    """A game's drivers, compiled (the default) or interpreted, with scratch states and buffers of the right size."""

    def __init__(
        self,
        game: Game,
        *,
        compiled: bool = True,
        boundscheck: bool = True,
        drivers: ModuleType = standard_drivers,
    ) -> None:
        self.game = game
        self.compiled = compiled
        self._call: Mapping[str, Any]
        if compiled:
            kernel = driver_kernel(game.rules, drivers, boundscheck)
            self._type: Any = kernel.STATE
            self._call = {name: getattr(kernel, f"call_{name}") for name in drivers.ENTRIES}
        else:
            self._type = row_type("StateRow", game.rules.FIELDS)
            self._call = interpret(game, drivers)

    def state(self, values: Mapping[str, Any] | None = None) -> Any:
        """A scratch state; with `values`, these fields set."""
        if not self.compiled:
            return self._type().update(values or {})
        row = np.zeros(self._type.itemsize, np.uint8)
        for name, value in (values or {}).items():
            row.view(self._type)[0][name] = value
        return row

    def buffer(self, size: int) -> Any:
        return np.zeros(size, np.int64) if self.compiled else [0] * size

    def call(self, driver: str, *arguments: Any) -> Any:
        """Run a driver; states and buffers come from `state` and `buffer`."""
        return self._call[driver](*arguments)

    def play_random(
        self,
        games: int,
        seats: int,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        check: bool = False,
    ) -> Report:
        """Random games, dealt from `seed` on; `check` counts the components after every move.

        Options that are not given are as in simulations (`gradatim.dialect.contract.simulated`).
        """
        games, seed = _counted(games, 0, seed)
        rules = self.game.rules
        blank = State.blank(self.game, seats, {**simulated(rules), **(options or {})}, None)
        components = len(rules.COMPONENTS)
        out = self.buffer(REPORT)
        moves = self.buffer(max(rules.MAX_LEGAL, rules.SEATS[1] * (len(rules.PARTS) + 2)))
        self.call(
            "play_random",
            self.state(blank.fields.to_dict()),
            games,
            seed,
            components if check else 0,
            out,
            self.buffer(2 * rules.SEATS[1]),
            moves,
            self.buffer(components),
            self.buffer(components),
            self.buffer(4),
        )
        report = [int(value) for value in out]
        return Report(report[CHECKSUM], report[DECISIONS], report[ENDED], report[LONGEST], report[BROKEN])

    def playouts(self, state: State, eye: int, games: int, seed: int = 0, *, whole: bool = True) -> list[float]:
        """Play determinized worlds to the end with the quick policy: each seat's share of first places.

        With `whole=False` to the end of the round, where the game has rounds.
        """
        games, seed = _counted(games, 1, seed)
        eye = state.check_eye(eye)
        rules = self.game.rules
        out = self.buffer(rules.SEATS[1])
        self.call(
            "playouts",
            self.state(state.fields.to_dict()),
            self.state(),
            eye,
            games,
            seed,
            int(whole),
            out,
            self.buffer(2 * rules.SEATS[1]),
            self.buffer(state.seats * (len(rules.PARTS) + 2)),
        )
        return [int(out[seat]) / 60 / games for seat in range(state.seats)]


def _counted(games: object, fewest: int, seed: object) -> tuple[int, int]:
    """The numbers that every driver takes; game i has the seed seed + i, which must fit too. Raises GradatimError."""
    count = whole(games, fewest, 1 << 40, f"the number of games is a whole number from {fewest} to 2**40")
    return count, whole(seed, 0, (1 << 62) - 1, "a first seed is a whole number from 0 to 2**62-1")


def interpret(game: Game, drivers: ModuleType) -> Mapping[str, Any]:
    """The drivers as plain Python over `Row` states, for the debugger and for checking the compiled ones."""
    return vars(rebind(collect(game.rules, drivers), {"rules": game.rules, "copy": _copy}))


def _copy(t: Row, s: Row) -> None:
    t.update(s.to_dict())
