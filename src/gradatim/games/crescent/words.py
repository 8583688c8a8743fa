"""Crescent in words: what happened, with its facts, becomes messages of the catalogue."""

from collections.abc import Mapping, Sequence
from typing import Any

from gradatim.dialect.contract import AUDIENCE, Refusal
from gradatim.dialect.errors import GradatimError
from gradatim.games.crescent import content, moves, rules
from gradatim.games.crescent.content import ONTO, PILES, RANKS, REDEAL, SUITS, TRANSFER, UP
from gradatim.words import EventText, MoveText, RefusalText, Words

MINUTES = 12


# --- cards and moves -------------------------------------------------------------------------------------------------
def card(words: Words, number: int) -> str:
    """A card in full, for the ear: "8 of hearts"."""
    rank = content.RANK[number]
    spoken = words.say(f"crescent.rank.{rank}") if f"crescent.rank.{rank}" in words else str(rank + 1)
    return words.say("crescent.card", rank=spoken, suit=suit(words, content.SUIT[number]))


def suit(words: Words, number: int) -> str:
    return words.say(f"crescent.suit.{number}")


def top(s: Any, pile: int) -> int:
    """The top card of a pile that is not empty."""
    return int(s.pile[pile][s.height[pile] - 1])


def foundation_top(s: Any, foundation: int) -> int:
    side, of_suit = divmod(foundation, SUITS)
    return of_suit * RANKS + int((s.up, s.down)[side][of_suit])


def place_of(s: Any, move_id: int) -> str:
    """The place that a foundation play goes to, as "f2"."""
    side, pile = divmod(move_id - UP, PILES)
    return f"f{side * SUITS + content.SUIT[top(s, pile)] + 1}"


def move(words: Words, state: Any, seat: int, move_id: int) -> MoveText:
    """A move that the seat may make. `state` is before it."""
    s = state.sight(seat)
    text, places = moves.text(move_id), moves.parts(move_id)
    if move_id == REDEAL:
        barrier = "" if s.free_undo else "_barrier"
        do = words.say("crescent.move.redeal.do")
        say = words.say("crescent.move.redeal.say", n=sum(height > 1 for height in s.height))
        return MoveText(text, places, do, say, words.say(f"crescent.move.redeal.note{barrier}", n=s.left - 1))
    key, facts = _kind(s, move_id)
    moved, note = facts.pop("card"), ""
    if move_id < TRANSFER:
        places[1] = place_of(s, move_id)
    elif move_id >= ONTO:
        facts["target"] = card(words, top(s, facts["pile"] - 1))
    if "source" in facts and s.height[facts["source"] - 1] == 1:
        note = words.say("crescent.move.note_empties", source=facts["source"])
    do = words.say(f"crescent.move.{key}.do", card=moves.card_text(moved), **facts)
    return MoveText(text, places, do, words.say(f"crescent.move.{key}.say", card=card(words, moved), **facts), note)


def _kind(s: Any, move_id: int) -> tuple[str, dict[str, Any]]:
    """Which kind of move, and its facts; piles as people count them."""
    if move_id < TRANSFER:
        side, pile = divmod(move_id - UP, PILES)
        return ("down" if side else "up"), {"card": top(s, pile), "source": pile + 1}
    if move_id < ONTO:
        foundation = move_id - TRANSFER
        return ("over_up" if foundation >= SUITS else "over_down"), {"card": foundation_top(s, foundation)}
    source, target = divmod(move_id - ONTO, PILES)
    return "onto", {"card": top(s, source), "source": source + 1, "pile": target + 1}


# --- refusals --------------------------------------------------------------------------------------------------------
def refusal(
    words: Words,
    state: Any,
    seat: int,
    refusal: Refusal,
    move_text: str | None = None,
    pieces: Sequence[str] | None = None,
) -> RefusalText:
    """The sentence that a refused move deserves, with the cards in question and the places that would take the card."""
    s, key = state.sight(seat), refusal.key
    facts = _facts(words, s, _picked(move_text, pieces)) | {"move": move_text or ""}
    say = words.say(f"crescent.refusal.{key}", **facts)
    way = _way(words, s, facts["pile"] - 1) if key in WITH_WAY else ""
    if f"crescent.refusal.{key}.note" not in words:
        return RefusalText(key, say, refusal.place, way)
    note = words.say(f"crescent.refusal.{key}.note", n=s.redeals, **facts)
    return RefusalText(key, say, refusal.place, words.say("crescent.way", why=note, way=way) if way else note)


WITH_WAY = ("empty_target", "pile_full", "other_suit", "not_adjacent", "several_targets")


def _picked(move_text: str | None, pieces: Sequence[str] | None) -> list[tuple[str, int]]:
    try:
        return moves.places(pieces if pieces is not None else [move_text or ""])
    except GradatimError:
        return []


def _facts(words: Words, s: Any, picked: list[tuple[str, int]]) -> dict[str, Any]:
    """What a refusal may name of a pick: the card, where it lies and where it should go."""
    facts: dict[str, Any] = {}
    if not picked or picked[0][0] == "area":
        return facts
    (kind, source), (to, target) = picked[0], picked[-1]
    if kind == "pile":
        facts["pile"] = source + 1
        if not s.height[source]:
            return facts
    moved = top(s, source) if kind == "pile" else foundation_top(s, source)
    of_suit = content.SUIT[moved]
    facts |= {"card": card(words, moved), "suit": suit(words, of_suit)}
    facts |= {"lower": card(words, content.BELOW[moved]), "higher": card(words, content.ABOVE[moved])}
    waiting = {s.up[of_suit] + 1, s.down[of_suit] - 1} - {content.ACE - 1, content.KING + 1}  # but what is finished
    facts["waiting"] = words.listing([card(words, of_suit * RANKS + rank) for rank in sorted(waiting)] or [""])
    if to == "pile":
        facts["target_pile"] = target + 1
        if s.height[target]:
            facts["target"] = card(words, top(s, target))
    return facts


def _way(words: Words, s: Any, pile: int) -> str:
    """Which places take the top card of a pile."""
    moved = top(s, pile)
    takers = [str(q + 1) for q in range(PILES) if rules.takers(s, moved) >> q & 1]
    home = bool(rules.goes_home(s, moved))
    if not takers:
        return words.say("crescent.way.foundation" if home else "crescent.way.none")
    key = "both" if home else "piles"
    return words.say(f"crescent.way.{key}", n=len(takers), piles=words.listing(takers))


# --- the log ---------------------------------------------------------------------------------------------------------
def event(words: Words, before: Any, event: Any, eye: int, names: Sequence[str]) -> EventText:
    """One line of the log and its kind. `before` is the state before the event; for the deal, after it."""
    if event.kind == "deal":
        return EventText(words.say("crescent.log.deal", code=moves.code_of(before.fields)), "deal")
    if event.kind == "undo":
        return EventText(words.say("crescent.log.undo"), "undo")
    if event.kind == "try":
        return EventText(words.say("crescent.log.try", move=event.move), "try")
    s, move_id = before.sight(AUDIENCE), moves.parse(event.move)
    if move_id == REDEAL:
        return EventText(words.say("crescent.log.redeal", n=sum(height > 1 for height in s.height)), "redeal")
    key, facts = _kind(s, move_id)
    facts["card"] = moves.card_text(facts["card"])
    ends = s.home == 2 * content.CARDS - 1 and move_id < TRANSFER
    return EventText(words.say(f"crescent.log.{key}", **facts), "end" if ends else "move")


# --- the prompt, the result ------------------------------------------------------------------------------------------
def prompt(words: Words, state: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    """What is going on, in one sentence, and a second smaller one."""
    if state.over:
        return result(words, state, names, eye)
    s = state.sight(eye)
    only_redeal = state.legal(0).ids == [REDEAL]
    say = words.say("crescent.prompt.redeal") if only_redeal else words.say("crescent.prompt.move", n=s.home)
    return say, subtitle(words, state)


def subtitle(words: Words, state: Any) -> str:
    s = state.sight(AUDIENCE)
    return words.say("crescent.both", one=words.say("crescent.moves", n=s.moves), other=_left(words, s))


def _left(words: Words, s: Any) -> str:
    return words.say("crescent.left", n=s.left) if s.left else words.say("crescent.left.none")


def result(words: Words, state: Any, names: Sequence[str], eye: int = AUDIENCE) -> tuple[str, str]:
    """How the game ended, or stands."""
    s, ending = state.sight(AUDIENCE), state.score().ending
    moved = words.say("crescent.moves", n=s.moves)
    facts = {"home": s.home, "moves": moved, "redeals": words.say("crescent.redeals_used", n=s.redeals - s.left)}
    return words.say(f"crescent.result.{ending}", **facts), words.say(f"crescent.result.{ending}.note", **facts)


# --- the table in plain lines ----------------------------------------------------------------------------------------
def table(words: Words, state: Any, eye: int, names: Sequence[str]) -> list[str]:
    """All that lies open, one sentence a line, for a terminal and for the ear."""
    s = state.sight(eye)
    lines = []
    for pile in range(PILES):
        shown = _signs(s.pile[pile][s.shut[pile] : s.height[pile]])
        if s.shut[pile]:
            lines.append(words.say("crescent.table.pile_shut", n=s.shut[pile], pile=pile + 1, cards=shown))
        elif shown:
            lines.append(words.say("crescent.table.pile", n=s.height[pile], pile=pile + 1, cards=shown))
        else:
            lines.append(words.say("crescent.table.closed", pile=pile + 1))
    lines += _foundations(words, s)
    code = moves.code_of(state.fields)
    return [*lines, subtitle(words, state), *([words.say("crescent.table.code", code=code)] if code else [])]


def hand(words: Words, state: Any, eye: int) -> list[str]:
    """What can be moved: the tops of the piles, then the foundations."""
    s = state.sight(eye)
    tops = [
        words.say("crescent.table.top", pile=pile + 1, card=moves.card_text(top(s, pile)))
        for pile in range(PILES)
        if s.height[pile]
    ]
    return [words.say("crescent.table.tops", cards=", ".join(tops)), *_foundations(words, s)]


def _foundations(words: Words, s: Any) -> list[str]:
    ups, downs = (
        _signs([foundation_top(s, foundation) for foundation in range(first, first + SUITS)]) for first in (0, SUITS)
    )
    return [words.say("crescent.table.ups", cards=ups), words.say("crescent.table.downs", cards=downs)]


def _signs(cards: Sequence[int]) -> str:
    return " ".join(moves.card_text(number) for number in cards)


# --- options ---------------------------------------------------------------------------------------------------------
def option_value(words: Words, name: str, value: int) -> str:
    if name == "redeals":
        return str(value)
    if name == "max_moves":
        return words.say("crescent.moves", n=value) if value else words.say("crescent.value.never")
    return words.say("crescent.value.yes" if value else "crescent.value.no")


def variant(words: Words, s: Any) -> str:
    """The variant that is played: the preset of that name, with the number of redeals where it has another."""
    presets = {(0, 3): "rulebook", (0, 4): "four", (1, 3): "face_down", (1, 4): "face_down_four"}
    named = presets.get((s.face_down, s.redeals))
    if named:
        return words.say(f"crescent.preset.{named}")
    preset = words.say(f"crescent.preset.{'face_down' if s.face_down else 'rulebook'}")
    return words.say("crescent.variant.other", preset=preset, redeals=words.say("crescent.redeals_used", n=s.redeals))


# --- what the solver says --------------------------------------------------------------------------------------------
def advice(words: Words, state: Any, seat: int, found: Mapping[str, Any]) -> tuple[str, str]:
    """A sentence and a second one about a position, from what `solver.hint` found there, as a dict."""
    if state.over:
        return words.say("crescent.advice.over"), ""
    if found["result"] == "lost":
        return words.say("crescent.advice.lost"), proof(words, found["proof"])
    if not found["move"]:
        return words.say("crescent.advice.unknown"), words.say("crescent.advice.searched", n=found["nodes"])
    say = move(words, state, seat, moves.parse(found["move"])).say
    if found["likely"]:
        return say, words.say("crescent.advice.likely", wins=found["wins"], worlds=found["worlds"])
    return say, words.say("crescent.advice.wins", n=sum(text != "redeal" for text in found["line"]))


def proof(words: Words, found: Mapping[str, Any]) -> str:
    """Why a position is lost."""
    suits = [moves.SUIT_SIGNS[suit] for suit in found["suits"]]
    return words.say(f"crescent.proof.{found['by']}", suits=" ".join(suits))


# --- the rules page: key, rulebook place, rulings --------------------------------------------------------------------
RULES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("aim", "The end of the game", ("8",)),
    ("deal", "The setup", ("1",)),
    ("code", "What the app adds", ("2",)),
    ("build", "Allowed moves", ("3", "4")),
    ("full", "Allowed moves", ("3",)),
    ("empty", "The empty pile", ("3", "4")),
    ("foundations", "The foundations", ("5",)),
    ("base", "The foundations", ("5",)),
    ("redeal", "The redeal", ("6",)),
    ("undo", "What the app adds", ("7",)),
    ("end", "The end of the game", ("8", "14")),
    ("counts", "What the app adds", ("12", "13")),
    ("hidden", "The app's choices and the traditional rule", ("9",)),
    ("targets", "What the app adds", ("10", "11")),
)
