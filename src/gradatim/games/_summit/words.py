"""Summit in words."""

from collections.abc import Sequence
from typing import Any

from gradatim.dialect.contract import AUDIENCE, Refusal
from gradatim.games._summit import moves
from gradatim.words import MoveText, RefusalText, Words

MINUTES = 2
# Key, rulebook place, rulings.
RULES = (("aim", "rule 1", ()), ("climb", "rule 2", ()), ("claim", "rule 3", ()), ("end", "rule 4", ()))


def move(words: Words, state: Any, seat: int, move_id: int) -> MoveText:
    """A move that the seat may make. `state` is before it."""
    key = f"_summit.move.{moves.text(move_id)}"
    return MoveText(moves.text(move_id), [], do=words.say(f"{key}.do"), say=words.say(f"{key}.say"))


def refusal(
    words: Words,
    state: Any,
    seat: int,
    refusal: Refusal,
    move_text: str | None = None,
    pieces: Sequence[str] | None = None,
) -> RefusalText:
    return RefusalText(refusal.key, words.say(f"_summit.refusal.{refusal.key}"), refusal.place)


def event(words: Words, before: Any, event: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    """One line of the log and its kind. `before` is the state before the event; for the deal, after it."""
    if event.kind == "deal":
        return words.say("_summit.log.deal"), "deal"
    right = event.move == "claim" and before.fields.height + before.fields.card[event.seat] == before.fields.summit
    what = "try" if event.kind == "try" else "right" if right else event.move
    kind = "end" if right else event.kind
    if event.seat == eye:
        return words.say(f"_summit.log.{what}.you", move=event.move), kind
    return words.say(f"_summit.log.{what}", name=names[event.seat], move=event.move), kind


def prompt(words: Words, state: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    """What is going on, in one sentence, and a second smaller one."""
    if state.over:
        return result(words, state, names, eye)
    sight = state.sight(eye)
    note = words.say("_summit.prompt.note", height=sight.height, summit=sight.summit)
    if eye in state.to_move:
        return words.say("_summit.prompt.claim" if eye != sight.turn else "_summit.prompt.climb"), note
    return words.say("_summit.prompt.wait", name=names[sight.turn]), note


def subtitle(words: Words, state: Any) -> str:
    return words.say("_summit.subtitle", summit=state.sight(AUDIENCE).summit)


def result(words: Words, state: Any, names: Sequence[str], eye: int = AUDIENCE) -> tuple[str, str]:
    """Who has won, and the rule that decides."""
    winners = state.score().winners
    note = words.say("_summit.result.note")
    if len(winners) == 1:
        return words.say("_summit.result.win", name=names[winners[0]]), note
    return words.say("_summit.result.nobody"), note


def table(words: Words, state: Any, eye: int, names: Sequence[str]) -> list[str]:
    """All that lies open, one sentence a line."""
    sight = state.sight(eye)
    lines = [words.say("_summit.table.path", height=sight.height, summit=sight.summit)]
    shown = [(names[seat], card) for seat, card in enumerate(sight.card[: sight.seats]) if card and seat != eye]
    return lines + [words.say("_summit.table.card", name=name, card=card) for name, card in shown]


def hand(words: Words, state: Any, eye: int) -> list[str]:
    return [words.say("_summit.table.own", card=state.sight(eye).card[eye])]


def option_value(words: Words, name: str, value: int) -> str:
    return str(value)
