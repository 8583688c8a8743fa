"""Escalation! in words: what happened, with its facts, becomes messages of the catalogue."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from gradatim.dialect.contract import AUDIENCE, Refusal
from gradatim.games.escalation import content, moves, rules
from gradatim.words import MoveText, RefusalText, Words

MINUTES = 15


# --- cards and plays ----------------------------------------------------------------------------------------
def card(words: Words, kind: int) -> str:
    if kind == content.WILD:
        return words.say("escalation.card.wild")
    if kind == content.JOKER:
        return words.say("escalation.card.joker")
    return words.say("escalation.card.number", number=kind)


def cards(words: Words, kinds: Sequence[int]) -> str:
    """Cards beside one another: "5 + 5 + 1–7"."""
    text = card(words, kinds[0])
    for kind in kinds[1:]:
        text = words.say("escalation.cards.plus", left=text, right=card(words, kind))
    return text


def laid(words: Words, move: int) -> str:
    """The cards of a play as one reads them: "5 + 5 + 1–7", "1–7 as 5"."""
    numbers, wilds = content.NUMBERS[move], content.WILDS[move]
    text = cards(words, [content.VALUE[move]] * numbers + [content.WILD] * wilds)
    if numbers == 0 and wilds == 1:
        return words.say("escalation.cards.wild_as", cards=text, number=content.VALUE[move])
    return text


def play(words: Words, move: int, total: int) -> str:
    """One step of the staircase: "3 + 3 = 6", "12", "Joker, still 12". `total` is that after the play."""
    if move == content.LAY_JOKER:
        if total == 0:
            return words.say("escalation.play.joker_leads")
        return words.say("escalation.play.joker", total=total)
    if content.CARDS[move] == 1:
        return words.say("escalation.play.one", cards=laid(words, move))
    return words.say("escalation.play.sum", cards=laid(words, move), total=total)


# --- moves --------------------------------------------------------------------------------------------------
def move(words: Words, state: Any, seat: int, move_id: int) -> MoveText:
    """A move that the seat may make. `state` is before it."""
    sight = state.sight(seat)
    text = moves.text(move_id)
    pieces = list(moves.parts(move_id))
    total = sight.total
    if move_id == content.TAKE:
        return MoveText(
            text,
            pieces,
            do=words.say("escalation.move.take.do", n=sight.on_table),
            say=words.say("escalation.move.take.say", n=sight.on_table),
            note=words.say("escalation.move.take.note", n=sight.taken[seat] + sight.on_table),
        )
    if move_id == content.NEXT_GAME:
        game = sight.game + 2
        return MoveText(
            text,
            pieces,
            do=words.say("escalation.move.next.do", game=game),
            say=words.say("escalation.move.next.say", game=game, games=sight.games),
            note=words.say("escalation.move.next.note"),
        )
    last = _is_last(sight, seat, move_id)
    if move_id == content.LAY_JOKER:
        if total == 0:
            say = words.say("escalation.move.joker_leads.say")
            note = words.say("escalation.move.joker_leads.note")
        else:
            say = words.say("escalation.move.joker.say", total=total)
            note = words.say("escalation.move.joker.note", total=total)
        if last:
            note = words.say("escalation.move.play.note_last")
        return MoveText(text, pieces, words.say("escalation.move.joker.do"), say, note, total=total)
    made, value, wilds = content.TOTAL[move_id], content.VALUE[move_id], content.WILDS[move_id]
    if content.CARDS[move_id] > 1:
        say = words.say("escalation.move.play.makes", cards=laid(words, move_id), total=made)
    elif total == 0:
        say = words.say("escalation.move.play.leads", cards=laid(words, move_id))
    else:
        say = words.say("escalation.move.play.beats", cards=laid(words, move_id), total=total)
    if last:
        note = words.say("escalation.move.play.note_last")
    elif wilds > 0:
        note = words.say("escalation.move.play.note_wild", n=wilds, number=value)
    else:
        note = words.say("escalation.move.play.note", n=sight.taken[seat])
    do = words.say("escalation.move.play.do", total=made)
    named = value if content.NUMBERS[move_id] == 0 else 0
    return MoveText(text, pieces, do, say, note, named, made)


def _is_last(sight: Any, seat: int, move_id: int) -> bool:
    """Does this play empty the hand for good?"""
    return bool(sight.draw_count == 0 and sight.hand_count[seat] == content.CARDS[move_id])


_FIGURE = re.compile("(=|F?)([0-9]{1,3})")


# --- refusals -----------------------------------------------------------------------------------------------
class Pick(NamedTuple):
    """What somebody tried to lay: numbers as picked, wilds, Jokers, and the total announced (-1: none)."""

    numbers: list[int]
    wilds: int
    jokers: int
    named: int

    @property
    def kinds(self) -> list[int]:
        return self.numbers + [content.WILD] * self.wilds + [content.JOKER] * self.jokers


def _pick(pieces: Sequence[str]) -> Pick:
    """Read fronts ("f5"), cards in notation ("5", "W", "J") and an announced total ("=10"); skip the rest."""
    numbers: list[int] = []
    wilds, jokers, named = 0, 0, -1
    for piece in pieces:
        spelled = piece.strip().upper()
        figure = _FIGURE.fullmatch(spelled)
        if spelled in ("W", f"F{content.WILD}"):
            wilds += 1
        elif spelled in ("J", f"F{content.JOKER}"):
            jokers += 1
        elif figure and figure[1] == "=":
            named = int(figure[2])
        elif figure:
            numbers.append(int(figure[2]))
    return Pick(numbers, wilds, jokers, named)


def refusal(
    words: Words,
    state: Any,
    seat: int,
    refusal: Refusal,
    move_text: str | None = None,
    pieces: Sequence[str] | None = None,
) -> RefusalText:
    """The sentence that a refused move deserves, with its figures where they are known."""
    pick = _pick(pieces if pieces is not None else (move_text or "").replace("=", "+=").split("+"))
    sight, key = state.sight(seat), refusal.key
    note_key = f"escalation.refusal.{key}.note"
    note = words.say(note_key, n=sight.on_table, total=sight.total) if note_key in words else ""
    if key == "no_such_move" and not move_text:
        say = words.say("escalation.refusal.no_such_move_unsaid")
    elif key == "not_in_hand":
        say = _not_in_hand(words, sight.hand, pick)
    elif key == "not_higher":
        say = _not_higher(words, sight, pick)
    elif key == "mixed_numbers":
        say = _mixed_numbers(words, pick)
    elif key == "joker_not_alone" and pick.jokers > 1 and not pick.numbers and not pick.wilds:
        say = words.say("escalation.refusal.joker_not_alone.two")
    elif key == "wild_unnamed":
        count = "three" if pick.wilds >= 3 else "two" if pick.wilds == 2 else "one"
        say = words.say(f"escalation.refusal.wild_unnamed.{count}")
    elif key == "wild_misnamed":
        say = _wild_misnamed(words, pick)
    else:
        say = words.say(f"escalation.refusal.{key}", move=move_text or "")
    return RefusalText(key, say, refusal.place, note)


def _not_in_hand(words: Words, hand: Sequence[int], pick: Pick) -> str:
    for kind in pick.kinds:
        want = pick.kinds.count(kind)
        have = hand[kind] if kind < len(hand) else 0
        if have == 0:
            return words.say("escalation.refusal.not_in_hand.none", card=card(words, kind))
        if have < want:
            return words.say(
                "escalation.refusal.not_in_hand.few",
                n=have,
                have=words.count(have),
                want=words.count(want),
                card=card(words, kind),
            )
    return words.say("escalation.refusal.not_in_hand.unsaid")


def _not_higher(words: Words, sight: Any, pick: Pick) -> str:
    total = sight.total
    count = len(pick.numbers) + pick.wilds
    if count == 0 or (not pick.numbers and pick.named < 0):
        return words.say("escalation.refusal.not_higher.unsaid", total=total)
    number = pick.numbers[0] if pick.numbers else pick.named // count
    if count == 1:
        return words.say("escalation.refusal.not_higher.one", total=total, made=number)
    return words.say("escalation.refusal.not_higher.sum", total=total, count=count, number=number, made=count * number)


def _mixed_numbers(words: Words, pick: Pick) -> str:
    for number in pick.numbers[1:]:
        if number != pick.numbers[0]:
            one, other = sorted((number, pick.numbers[0]))
            return words.say("escalation.refusal.mixed_numbers", one=one, other=other)
    return words.say("escalation.refusal.mixed_numbers_unsaid")


def _wild_misnamed(words: Words, pick: Pick) -> str:
    if pick.named < 0 or pick.wilds == 0:
        return words.say("escalation.refusal.wild_misnamed.unsaid")
    if pick.numbers:
        made = pick.numbers[0] * (len(pick.numbers) + pick.wilds)
        text = cards(words, pick.kinds)
        return words.say("escalation.refusal.wild_misnamed.fixed", cards=text, made=made, named=pick.named)
    if pick.wilds == 1:
        return words.say("escalation.refusal.wild_misnamed.one", named=pick.named)
    if pick.wilds == 2:
        return words.say("escalation.refusal.wild_misnamed.two", named=pick.named)
    return words.say("escalation.refusal.wild_misnamed.three", named=pick.named)


def why_not(words: Words, sight: Any, front: str) -> str:
    """Why a card of the own hand is in no play now; "" if it is in one, or if it is not the eye's turn."""
    kind = moves.card_kind(front)
    if sight.phase != rules.PLAYING or sight.eye - 1 != sight.turn or kind == content.JOKER:
        return ""
    total, wilds = sight.total, sight.hand[content.WILD]
    if kind == content.WILD:
        best = max(value * (sight.hand[value] + wilds) for value in range(1, content.WILD_TOP + 1))
        if best > total:
            return ""
        name = card(words, kind)
        return words.say("escalation.cannot.beat_wild", card=name, total=total)
    count = sight.hand[kind] + (wilds if kind <= content.WILD_TOP else 0)
    if kind * count > total:
        return ""
    if count > 1:
        made = kind * count
        return words.say("escalation.cannot.beat_sum", count=count, number=kind, made=made, total=total)
    return words.say("escalation.cannot.beat", card=card(words, kind), total=total)


# --- the log ------------------------------------------------------------------------------------------------
def event(words: Words, before: Any, event: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    """One line of the log and its kind. `before` is the state before the event; for the deal, after it."""
    if event.kind == "deal":
        starter = before.sight(AUDIENCE).starter
        if starter == eye:
            return words.say("escalation.log.deal.you"), "deal"
        return words.say("escalation.log.deal.other", name=names[starter]), "deal"
    name, own = names[event.seat] if event.seat >= 0 else "", event.seat == eye
    if event.kind == "undo":
        if own:
            return words.say("escalation.log.undo.you"), "undo"
        return words.say("escalation.log.undo.other", name=name), "undo"
    if event.kind == "try":
        if own:
            return words.say("escalation.log.try.you", move=event.move), "try"
        return words.say("escalation.log.try.other", name=name, move=event.move), "try"
    sight = before.sight(AUDIENCE)
    made = moves.parse(event.move)
    if made == content.TAKE:
        if own:
            return words.say("escalation.log.take.you", n=sight.on_table), "take"
        return words.say("escalation.log.take.other", n=sight.on_table, name=name), "take"
    if made == content.NEXT_GAME:
        game, games = sight.game + 2, sight.games
        if own:
            return words.say("escalation.log.next.you", game=game, games=games), "deal"
        return words.say("escalation.log.next.other", game=game, games=games, name=name), "deal"
    if made == content.LAY_JOKER:
        return _joker_event(words, sight, event.seat, own, name)
    text = play(words, made, content.TOTAL[made])
    if _is_last(sight, event.seat, made):
        if own:
            return words.say("escalation.log.last.you", play=text), "end"
        return words.say("escalation.log.last.other", play=text, name=name), "end"
    if sight.on_table == 0:
        if own:
            return words.say("escalation.log.lead.you", play=text), "move"
        return words.say("escalation.log.lead.other", play=text, name=name), "move"
    if own:
        return words.say("escalation.log.play.you", play=text), "move"
    return words.say("escalation.log.play.other", play=text, name=name), "move"


def _joker_event(words: Words, sight: Any, seat: int, own: bool, name: str) -> tuple[str, str]:
    if _is_last(sight, seat, content.LAY_JOKER):
        if own:
            return words.say("escalation.log.last_joker.you"), "end"
        return words.say("escalation.log.last_joker.other", name=name), "end"
    if sight.total == 0:
        if own:
            return words.say("escalation.log.joker_leads.you"), "move"
        return words.say("escalation.log.joker_leads.other", name=name), "move"
    if own:
        return words.say("escalation.log.joker.you", total=sight.total), "move"
    return words.say("escalation.log.joker.other", total=sight.total, name=name), "move"


# --- the prompt, the result ---------------------------------------------------------------------------------
def prompt(words: Words, state: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    """What is going on, in one sentence, and a second smaller one."""
    sight = state.sight(eye)
    if sight.phase == rules.OVER:
        return result(words, state, names, eye)
    if sight.phase == rules.BETWEEN:
        say = words.say("escalation.prompt.between", game=sight.game + 1, games=sight.games)
        return say, words.say("escalation.prompt.between.note")
    total, on_table = sight.total, sight.on_table
    if eye != sight.turn:
        say = words.say("escalation.prompt.thinking", name=names[sight.turn])
        if total > 0:
            return say, words.say("escalation.prompt.thinking.beat", total=total)
        return say, words.say("escalation.prompt.thinking.lead")
    if on_table == 0:
        return words.say("escalation.prompt.lead"), words.say("escalation.prompt.lead.note", taken=sight.taken[eye])
    if total == 0:
        return words.say("escalation.prompt.anything"), words.say(
            "escalation.prompt.beat.note", n=on_table, taken=sight.taken[eye]
        )
    open_moves = set(state.legal(eye))
    if open_moves == {content.TAKE}:
        note = words.say("escalation.prompt.take_only.note", n=on_table, taken=sight.taken[eye])
        return words.say("escalation.prompt.take_only", total=total), note
    note = words.say("escalation.prompt.beat.note", n=on_table, taken=sight.taken[eye])
    if open_moves == {content.TAKE, content.LAY_JOKER}:
        return words.say("escalation.prompt.joker_only", total=total), note
    return words.say("escalation.prompt.beat", total=total), note


def subtitle(words: Words, state: Any) -> str:
    sight = state.sight(AUDIENCE)
    if sight.games == 1:
        return words.say("escalation.subtitle.one", n=sight.draw_count)
    return words.say("escalation.subtitle.match", n=sight.draw_count, game=sight.game + 1, games=sight.games)


def result(words: Words, state: Any, names: Sequence[str], eye: int = AUDIENCE) -> tuple[str, str]:
    """Who has won, or leads so far, and the rule that decides."""
    sight, score = state.sight(AUDIENCE), state.score()
    best = [seat for seat in range(sight.seats) if score.ranks[seat] == 1]
    total = score.totals[best[0]]
    if sight.games > 1:
        if sight.count_hand_cards:
            note = words.say("escalation.result.note_match_counted")
        else:
            note = words.say("escalation.result.note_match")
    elif sight.count_hand_cards:
        note = words.say("escalation.result.note_counted")
    else:
        note = words.say("escalation.result.note")
    over = sight.phase == rules.OVER
    if len(best) > 1:
        best.sort(key=lambda seat: seat != eye)  # "You" first
        you = words.say("escalation.result.share.you")
        shared = words.listing([you if seat == eye else names[seat] for seat in best])
        if over:
            return words.say("escalation.result.share", names=shared, total=total), note
        return words.say("escalation.result.leads.share", names=shared, total=total), note
    if best[0] == eye:
        if over:
            return words.say("escalation.result.win.you", total=total), note
        return words.say("escalation.result.leads.you", total=total), note
    if over:
        return words.say("escalation.result.win.other", total=total, name=names[best[0]]), note
    return words.say("escalation.result.leads.other", total=total, name=names[best[0]]), note


# --- the table in plain lines -------------------------------------------------------------------------------
def table(words: Words, state: Any, eye: int, names: Sequence[str]) -> list[str]:
    """All that lies open, one sentence a line, for a terminal and for the ear."""
    sight = state.sight(eye)
    lines: list[str] = []
    total = 0
    for i in range(sight.series, sight.past_count):
        made = sight.past[i]
        total = total if made == content.LAY_JOKER else content.TOTAL[made]
        name = names[sight.past_seat[i]]
        lines.append(words.say("escalation.table.step", name=name, play=play(words, made, total)))
    if sight.on_table == 0:
        lines.append(words.say("escalation.table.empty"))
    elif sight.total > 0:
        lines.append(words.say("escalation.table.total", n=sight.on_table, total=sight.total))
    else:
        lines.append(words.say("escalation.table.free", n=sight.on_table))
    lines += seats(words, state, eye, names)
    return lines


def seats(words: Words, state: Any, eye: int, names: Sequence[str]) -> list[str]:
    """What each seat has, one sentence a line."""
    sight = state.sight(eye)
    lines: list[str] = []
    for seat in range(sight.seats):
        held, taken = sight.hand_count[seat], sight.taken[seat]
        if seat == eye:
            lines.append(words.say("escalation.table.seat.you", n=held, taken=taken))
        else:
            lines.append(words.say("escalation.table.seat", n=held, taken=taken, name=names[seat]))
        if sight.game > 0 and seat == eye:
            lines.append(words.say("escalation.table.earlier.you", total=sight.earlier[seat]))
        elif sight.game > 0:
            lines.append(words.say("escalation.table.earlier", total=sight.earlier[seat], name=names[seat]))
        shown = [kind for kind in range(content.KINDS) for _ in range(sight.shown[seat][kind])]
        if shown and seat != eye:
            text = words.listing([card(words, kind) for kind in shown])
            lines.append(words.say("escalation.table.shown", name=names[seat], cards=text))
    return lines


def hand(words: Words, state: Any, eye: int) -> list[str]:
    """The own hand, and for each card that cannot be used now the reason."""
    sight = state.sight(eye)
    kinds = [kind for kind in range(content.KINDS) for _ in range(sight.hand[kind])]
    if not kinds:
        return [words.say("escalation.table.hand_empty")]
    lines = [words.say("escalation.table.hand", cards=words.listing([card(words, kind) for kind in kinds]))]
    reasons = (why_not(words, sight, moves.front(kind)) for kind in sorted(set(kinds)))
    return lines + [reason for reason in reasons if reason]


# --- options ------------------------------------------------------------------------------------------------
def option_value(words: Words, name: str, value: int) -> str:
    if name == "games":
        return words.say("escalation.value.games", n=value)
    if name == "hand_size":
        return words.say("escalation.value.cards", n=value)
    if name == "deck":
        return words.say("escalation.value.deck.small" if value else "escalation.value.deck.full")
    return words.say("escalation.value.yes" if value else "escalation.value.no")


# --- the rules page: key, rulebook place, rulings -----------------------------------------------------------
RULES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("aim", "Overview", ("b33",)),
    ("deck", "Deck", ("b1",)),
    ("deal", "Course of Play", ("b28",)),
    ("higher", "Course of Play a", ("b14", "b15")),
    ("own_series", "Course of Play a", ("b20",)),
    ("together", "Course of Play b", ("b12",)),
    ("joker", "Course of Play c", ("b1", "b2", "b3", "b11")),
    ("joker_again", "Course of Play c", ("b4", "b5", "b6")),
    ("take", "Course of Play d", ("b16", "b19", "b22")),
    ("lead", "Course of Play d", ("b17", "b18")),
    ("open", "Course of Play d", ("b22", "b31")),
    ("refill", "Course of Play, last paragraph", ("b21",)),
    ("end", "End of the Game and Winner", ("b23", "b24", "b26")),
    ("winner", "End of the Game and Winner", ("b25", "b27")),
    ("match", "End of the Game and Winner", ("b28", "b29")),
    ("wild_alone", "Clarifications", ("b7",)),
    ("wild_with", "Clarifications", ("b8", "b10", "b12", "b13")),
    ("wilds_only", "Clarifications", ("b9", "b30")),
    ("wild_stays", "Clarifications", ("b32",)),
    ("example", "Example of Play", ("b3", "b15")),
)
