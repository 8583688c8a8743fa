"""What holds for every game, said without knowing any. Each function raises AssertionError where it does not hold.

`STEP` properties look at one position, `GAME` properties play for themselves. Mutants (test_mutants.py) show that
each can fail.
"""

import random
import secrets
from collections.abc import Callable, Iterator
from typing import Any

from gradatim.core import Game, GradatimError, Refused, State, Table, record
from gradatim.dialect.contract import AUDIENCE, simulated
from gradatim.dialect.executor import Executor
from gradatim.dialect.rows import out_of_range

MOST_DECISIONS = 5_000


def settings(game: Game, short: bool = False) -> Iterator[tuple[int, dict[str, int]]]:
    """Every number of seats with every preset that can be dealt; in short, with one preset each, in turn."""
    low, high = game.rules.SEATS
    presets = [{**simulated(game.rules), **preset} for preset in game.rules.PRESETS.values()]
    for seats in range(low, high + 1):
        for preset in presets[(seats - low) % len(presets) :][:1] if short and presets else presets:
            try:
                State.new(game, seats, options=preset)
            except GradatimError:
                continue
            yield seats, preset


def choose(state: State, rand: random.Random) -> tuple[int, int]:
    """Who is asked, and a legal move of theirs: while others may still answer a window, one that does not close it."""
    order = state.ask_order()
    moves = state.legal(order[0]).ids
    if len(order) > 1:
        moves = [move for move in moves if not state.executor.run.closes(move)]
    return order[0], rand.choice(moves)


def positions(game: Game, seats: int, options: dict[str, int], seed: int) -> Iterator[State]:
    """Every position of one random game, from the deal to the end; one object that moves on."""
    rand = random.Random(seed)
    state = State.new(game, seats, seed, options)
    for _ in range(MOST_DECISIONS):
        yield state
        if state.over:
            return
        seat, move = choose(state, rand)
        state.play(move, seat)
    raise AssertionError(f"{game.name}: no end after {MOST_DECISIONS} decisions")


# --- one position -----------------------------------------------------------------------------------------------------


def legal_is_all_that_refusal_allows(state: State) -> None:
    rules, executor, run = state.game.rules, state.executor, state.executor.run
    for seat in range(state.seats):
        legal = executor.legal(state.row, seat)
        allowed = [move for move in range(rules.MOVES) if run.refusal(state.row, seat, move) == 0]
        assert sorted(legal) == allowed, f"seat {seat}: legal {sorted(legal)}, allowed {allowed}"
        assert len(legal) <= rules.MAX_LEGAL
        for move in range(-1, rules.MOVES + 1):
            assert 0 <= run.refusal(state.row, seat, move) < len(rules.REFUSALS)


def who_may_move_can_and_nobody_else(state: State) -> None:
    executor, run = state.executor, state.executor.run
    movers = set(state.to_move)
    assert all(seat < state.seats for seat in movers)
    for seat in range(state.seats):
        assert bool(executor.legal(state.row, seat)) == (seat in movers), f"seat {seat} in {movers}"
    order = state.ask_order()
    assert set(order) <= movers
    assert bool(order) == bool(movers) == (not state.score().over)
    if order:
        quick = run.quick(state.row, order[0])
        assert quick in executor.legal(state.row, order[0]), f"quick makes {quick}"
        assert len(order) == 1 or not run.closes(quick)
    for seat in movers:
        assert run.idle(state.row, seat) in executor.legal(state.row, seat)
    if len(order) > 1:
        assert state.window, "several are asked, but no window is open"
        assert any(not run.closes(move) for move in executor.legal(state.row, order[0]))


def every_field_fits_its_bits(state: State) -> None:
    assert not out_of_range(state.fields), out_of_range(state.fields)


def every_sight_fits_its_bits(state: State) -> None:
    for eye in range(AUDIENCE, state.seats):
        sight = state.sight(eye)
        assert not out_of_range(sight), out_of_range(sight)


def derive_changes_nothing(state: State) -> None:
    again = state.copy()
    blank = {
        f.name: getattr(state.executor.read(state.executor.new()), f.name) for f in again.fields.FIELDS if f.derived
    }
    again.executor.write(again.row, blank)
    again.executor.run.derive(again.row)
    assert again.fields == state.fields


def determinize_shows_what_an_eye_knows(state: State) -> None:
    """Nothing hidden is in any sight, legal list or refusal: all stay the same in every world that fits the sight."""
    rules, executor, run = state.game.rules, state.executor, state.executor.run
    for eye in range(AUDIENCE, state.seats):
        for seed in (1, 2):
            world = state.determinize(eye, seed)
            assert world.sight(eye) == state.sight(eye), f"eye {eye} sees a difference"
            assert executor.census(world.row) == executor.census(state.row), f"eye {eye}: an impossible world"
            assert not out_of_range(world.fields), out_of_range(world.fields)
            derive_changes_nothing(world)
            assert world.to_move == state.to_move
            assert world.ask_order() == state.ask_order()
            if eye == AUDIENCE:
                continue
            assert executor.legal(world.row, eye) == executor.legal(state.row, eye), f"eye {eye}: the legal list tells"
            for move in range(rules.MOVES):
                told = run.refusal(world.row, eye, move) == run.refusal(state.row, eye, move)
                assert told, f"eye {eye}: the refusal of {move} tells"


def a_position_can_be_written_and_read(state: State) -> None:
    written = state.game.moves.write_position(state)
    read = state.game.moves.read_position(written)
    assert state.game.moves.write_position(read) == written
    assert read.to_move == state.to_move
    for seat in range(state.seats):
        assert read.legal(seat).ids == state.legal(seat).ids


def a_refused_move_changes_nothing(state: State) -> None:
    before = state.copy()
    for seat in range(state.seats):
        for move in range(state.game.rules.MOVES):
            if state.refusal(seat, move):
                try:
                    state.play(move, seat)
                except Refused:
                    break
                raise AssertionError(f"seat {seat} made the refused move {move}")
    assert state.fields == before.fields


STEP: tuple[Callable[[State], None], ...] = (
    legal_is_all_that_refusal_allows,
    who_may_move_can_and_nobody_else,
    every_field_fits_its_bits,
    every_sight_fits_its_bits,
    derive_changes_nothing,
    determinize_shows_what_an_eye_knows,
    a_position_can_be_written_and_read,
    a_refused_move_changes_nothing,
)
OF_SIGHTS = (every_sight_fits_its_bits, a_position_can_be_written_and_read)
DEAR = (determinize_shows_what_an_eye_knows, a_refused_move_changes_nothing, legal_is_all_that_refusal_allows)


# --- whole games ------------------------------------------------------------------------------------------------------


def every_step_holds(game: Game, seed: int, every: int = 1, short: bool = False) -> None:
    """All of `STEP`, and every component is somewhere exactly once, from the deal to the end.

    The dear ones, which try every move for every eye, look at every `every`th position only; those that read what
    each eye sees, at every tenth of a `short` run.
    """
    played = 0
    for seats, options in settings(game, short):
        first = None
        for state in positions(game, seats, options, seed + seats):
            first = first or state.executor.census(state.row)
            assert state.executor.census(state.row) == first, "a component is lost or doubled"
            for holds in STEP:
                if played % (every if holds in DEAR else 10 if short and holds in OF_SIGHTS else 1) == 0:
                    holds(state)
            played += 1
        assert state.seats == 1 or min(state.score().ranks) == 1  # one alone may lose to the cards
    assert played, f"{game.name} played nothing"


def executors_agree(game: Game, compiled: Executor, games: int, every: int = 1, short: bool = False) -> None:
    """Both executors play the same games: rows after every move, all else after every `every`th."""
    moves = 0
    for seats, options in settings(game, short):
        for seed in range(games):
            slow, rand = State.new(game, seats, seed, options), random.Random(seed)
            fast = State.new(game, seats, seed, options, compiled)
            while not slow.over:
                moves += 1
                assert fast.fields == slow.fields, _difference(slow, fast)
                if moves % every == 0:
                    _same_answers(slow, fast)
                seat, move = choose(slow, rand)
                slow.play(move, seat)
                fast.play(move, seat)
            assert fast.fields == slow.fields, _difference(slow, fast)
            assert fast.score() == slow.score()
    assert moves, f"{game.name} played nothing"


def _same_answers(slow: State, fast: State) -> None:
    for seat in range(slow.seats):
        assert fast.legal(seat).ids == slow.legal(seat).ids
        assert (
            fast.executor.run.idle(fast.row, seat) == slow.executor.run.idle(slow.row, seat) or seat not in slow.to_move
        )
        for move in range(-1, slow.game.rules.MOVES + 1):
            assert fast.executor.run.refusal(fast.row, seat, move) == slow.executor.run.refusal(slow.row, seat, move)
    for eye in range(AUDIENCE, slow.seats):
        assert fast.sight(eye).to_dict() == slow.sight(eye).to_dict()
        assert fast.determinize(eye, 5).fields == slow.determinize(eye, 5).fields
    assert fast.ask_order() == slow.ask_order()
    assert fast.window == slow.window
    assert fast.score() == slow.score()
    assert fast.executor.census(fast.row) == slow.executor.census(slow.row)
    asked = slow.ask_order()[0]
    assert fast.executor.run.quick(fast.row, asked) == slow.executor.run.quick(slow.row, asked)


def _difference(slow: State, fast: State) -> str:
    a, b = slow.fields.to_dict(), fast.fields.to_dict()
    return ", ".join(f"{name}: {a[name]} / {b[name]}" for name in a if a[name] != b[name])


def random_table(game: Game, seats: int, options: dict[str, int], seed: int, undo: bool = False) -> tuple[Table, bytes]:
    """A finished table; with `undo`, some moves on the way were taken back and made again."""
    rand, secret = random.Random(seed), secrets.token_bytes(32)
    table = Table.open(game.name, seats, options, secret=secret, contributions=["a", "b"])
    while not table.state.over:
        seat, move = choose(table.state, rand)
        before = table.state.copy()
        table.submit(seat, move, at=len(table.events))
        if undo and table.can_undo(seat) and rand.random() < 0.7:
            table.undo(seat)
            assert table.state.fields == before.fields, "undo gives another state"
    return table, secret


def records_replay(game: Game, seed: int) -> None:
    """A record read again gives the identical state, verifies, and breaks where it is damaged."""
    for seats, options in settings(game, short=True):
        table, secret = random_table(game, seats, options, seed, undo=True)
        text = record.dump(table, secret)
        read = record.parse(text)
        again = record.load(read)
        assert again.state == table.state
        assert again.events == table.events
        assert record.dump(again, secret) == text
        verdict = record.verify(read)
        assert verdict.ok, verdict
        assert verdict.redealt
        assert verdict.score == list(table.state.score().totals)
        lines = text.splitlines()
        shorter = record.verify(record.parse("\n".join(lines[:2] + lines[3:])))
        assert not shorter.ok
        assert shorter.line == 3


def notation_goes_both_ways(game: Game, seed: int) -> None:
    texts = [game.moves.text(move) for move in range(game.rules.MOVES)]
    assert len(set(texts)) == len(texts), "two moves share a notation"
    assert [game.moves.parse(text) for text in texts] == list(range(game.rules.MOVES))
    for bad in ("", "nonsense", "f15f", "💥", "0" * 50, "=", "++"):
        try:
            game.moves.parse(bad)
        except GradatimError:
            continue
        raise AssertionError(f"{bad!r} was taken for a move")


def the_same_seed_gives_the_same_game(game: Game, seed: int) -> None:
    for seats, options in settings(game):
        one, two = State.new(game, seats, seed, options), State.new(game, seats, seed, options)
        assert one == two
        others = [State.new(game, seats, seed + 1 + i, options) for i in range(5)]
        assert any(other != one for other in others), "the deal does not depend on the seed"


GAME: tuple[Callable[[Game, int], None], ...] = (
    records_replay,
    notation_goes_both_ways,
    the_same_seed_gives_the_same_game,
)


def check(condition: Callable[..., None], *arguments: Any) -> str:
    """What a property says about a game: "" if it holds."""
    try:
        condition(*arguments)
    except (AssertionError, GradatimError, IndexError) as error:
        return str(error) or type(error).__name__
    return ""
