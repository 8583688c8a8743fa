"""Faults planted into rules: each must be caught by the property named beside it, or that property proves nothing."""

import contextlib
import linecache
import types
from dataclasses import dataclass

import pytest

from gradatim.core import Game, GradatimError, load
from gradatim.fast import Compiled
from tests.contract import properties


@dataclass(frozen=True)
class Mutant:
    game: str
    fault: str
    old: str
    new: str
    caught_by: str


MUTANTS = (
    Mutant(
        "escalation",
        "the sight shows the next seat's hand",
        "out.hand[kind] = s.hand[eye][kind] if eye >= 0 else 0",
        "out.hand[kind] = s.hand[(eye + 1) % s.seats][kind]",
        "determinize_shows_what_an_eye_knows",
    ),
    Mutant(
        "escalation",
        "the sight shows what is left in the deck",
        'OPEN: tuple[str, ...] = ("seats",',
        'OPEN: tuple[str, ...] = ("draw", "seats",',
        "determinize_shows_what_an_eye_knows",
    ),
    Mutant(
        "escalation",
        "a refusal tells whether the next seat holds a Joker",
        "    if TOTAL[move] <= s.total:\n        return R_HIGHER",
        "    if TOTAL[move] <= s.total:\n        return R_HIGHER + (s.hand[(seat + 1) % s.seats][JOKER] > 0)",
        "determinize_shows_what_an_eye_knows",
    ),
    Mutant(
        "escalation",
        "hands of the end are shown too early",
        "out.shown[seat][kind] = s.hand[seat][kind] if s.phase != PLAYING else 0",
        "out.shown[seat][kind] = s.hand[seat][kind] if s.draw_count < 20 else 0",
        "determinize_shows_what_an_eye_knows",
    ),
    Mutant(
        "escalation",
        "the refusal lets an equal total pass",
        "if TOTAL[move] <= s.total:",
        "if TOTAL[move] < s.total:",
        "legal_is_all_that_refusal_allows",
    ),
    Mutant(
        "escalation",
        "the refusal forgets that a table can be empty",
        "return 0 if s.past_count > s.series else R_EMPTY",
        "return 0",
        "legal_is_all_that_refusal_allows",
    ),
    Mutant(
        "escalation",
        "the fast legal list misses plays of all cards with all wilds",
        "for cards in range(need[value], numbers + wilds + 1):",
        "for cards in range(need[value], max(numbers + wilds, 2)):",
        "legal_is_all_that_refusal_allows",
    ),
    Mutant(
        "escalation",
        "a field is too narrow for the total",
        'Field("total", 6,',
        'Field("total", 4,',
        "every_field_fits_its_bits",
    ),
    Mutant(
        "escalation",
        "a field is too narrow for taken cards",
        'Field("taken", 6,',
        'Field("taken", 2,',
        "every_field_fits_its_bits",
    ),
    Mutant(
        "escalation",
        "laid cards vanish",
        "s.laid[kind] += cards",
        "s.laid[kind] += cards - (kind == 7)",
        "every_step_holds",
    ),
    Mutant(
        "escalation",
        "a derived field is kept up wrongly",
        "    s.on_table += CARDS[move]\n",
        "    s.on_table += 1\n",
        "derive_changes_nothing",
    ),
    Mutant(
        "escalation",
        "determinize deals the own hand anew as well",
        "        if seat != eye:\n            for kind in range(KINDS):",
        "        if seat != eye or s.turn == eye:\n            for kind in range(KINDS):",
        "determinize_shows_what_an_eye_knows",
    ),
    Mutant(
        "escalation",
        "the clock takes from an empty table",
        "    if s.phase == PLAYING and s.past_count > s.series:\n        return TAKE",
        "    if s.phase == PLAYING:\n        return TAKE",
        "who_may_move_can_and_nobody_else",
    ),
    Mutant(
        "escalation",
        "a seat may act out of turn",
        "        return 1 << s.turn\n",
        "        return 3 << s.turn\n",
        "who_may_move_can_and_nobody_else",
    ),
    Mutant(
        "_summit",
        "the sight shows all cards",
        "out.card[seat] = s.card[seat] if knows(s, eye, seat) == 1 else 0",
        "out.card[seat] = s.card[seat]",
        "determinize_shows_what_an_eye_knows",
    ),
    Mutant(
        "_summit",
        "a claim out of the window is not refused",
        "    if s.open == 0:\n        return R_NO_WINDOW\n",
        "",
        "legal_is_all_that_refusal_allows",
    ),
    Mutant(
        "_summit",
        "a turned card stays in the deck",
        "    s.deck[number] -= 1\n    return number",
        "    return number",
        "every_step_holds",
    ),
    Mutant(
        "_summit",
        "the window stays open when the game is over",
        "    return s.open\n",
        "    return 0\n",
        "who_may_move_can_and_nobody_else",
    ),
)


def mutate(mutant: Mutant) -> Game:
    """The game with the fault in it."""
    rules = load(mutant.game).rules
    with open(rules.__file__) as file:  # type: ignore[attr-defined]
        text = file.read()
    assert text.count(mutant.old) == 1, f"the mutant does not fit the rules any more: {mutant.old!r}"
    text = text.replace(mutant.old, mutant.new)
    place = f"<{mutant.fault}>"
    linecache.cache[place] = (len(text), None, text.splitlines(True), place)  # where the builder finds the source
    module = types.ModuleType(rules.__name__)  # type: ignore[attr-defined]
    exec(compile(text, place, "exec"), vars(module))
    return Game(mutant.game, module)  # type: ignore[arg-type]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.fault.replace(" ", "-"))
def test_fault_is_caught(mutant: Mutant) -> None:
    game = mutate(mutant)
    assert any(caught(mutant.caught_by, game, seed) for seed in range(12)), f"not caught: {mutant.fault}"


def caught(name: str, game: Game, seed: int) -> bool:
    holds = getattr(properties, name)
    if name == "every_step_holds":
        return bool(properties.check(holds, game, seed))
    for seats, options in properties.settings(game):
        states = properties.positions(game, seats, options, seed)
        with contextlib.suppress(AssertionError, IndexError, GradatimError):  # a fault may also break the game itself
            if any(properties.check(holds, state) for state in states):
                return True
    return False


def test_a_fast_path_that_differs_is_caught() -> None:
    """The compiled form of one text beside the interpreted form of another, as a stale kernel would be."""
    mutant = Mutant(
        "_summit",
        "a generous claim",
        "s.height + s.card[seat] == s.summit:",
        "s.height + s.card[seat] >= s.summit:",
        "",
    )
    stale = Compiled(mutate(mutant).rules)
    assert properties.check(properties.executors_agree, load("_summit"), stale, 20)


def test_a_test_that_plays_nothing_fails() -> None:
    game = load("_summit")
    idle = types.ModuleType("idle")
    vars(idle).update(vars(game.rules), PRESETS={})
    assert "played nothing" in properties.check(properties.every_step_holds, Game("_summit", idle), 0)  # type: ignore[arg-type]
