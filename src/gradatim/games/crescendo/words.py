"""Crescendo in words.

Memory is the game: lines that describe the table say backs, locked cards and the pile's top, never what an eye has
seen before. What a move shows is said once, as it happens, to the eyes that see it; the log keeps no card at all,
unless the table plays with the memory aid.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from gradatim.dialect.contract import AUDIENCE, Refusal
from gradatim.dialect.errors import GradatimError
from gradatim.games.crescendo import content, moves, rules
from gradatim.words import EventText, MoveText, RefusalText, Words

MINUTES = 30
ACTIONS = ("peek", "swap", "lock")
Facts = dict[str, Any]  # for the braces of a message


# --- cards, backs, slots ---------------------------------------------------------------------------------------------
def card(words: Words, kind: int) -> str:
    if kind >= content.JOKER:
        return words.say("crescendo.card.joker")
    return words.say("crescendo.card.number", number=kind)


def back(words: Words, s: Any, at: int) -> str:
    """The range that is printed on a back."""
    low, high = s.printed[at]
    return words.say("crescendo.back", low=low, high=high)


def action(words: Words, at: int) -> str:
    return words.say(f"crescendo.action.{ACTIONS[at]}")


def slot(words: Words, sight: Any, seat: int, at: int) -> str:
    """One card of a row as it lies there: locked, open at the end of a round, or face down."""
    kind = sight.row[seat][at]
    if sight.phase >= rules.BETWEEN:
        if at in wrong_slots(sight.row[seat][: sight.row_count[seat]]):
            return words.say("crescendo.slot.wrong", slot=at + 1, card=card(words, kind))
        return words.say("crescendo.slot.open", slot=at + 1, card=card(words, kind))
    if sight.locked[seat][at]:
        return words.say("crescendo.slot.locked", slot=at + 1, card=card(words, kind))
    shown = back(words, sight, sight.back[seat][at])
    if sight.memory_aid and kind:
        return words.say("crescendo.slot.known", slot=at + 1, card=card(words, kind), back=shown)
    return words.say("crescendo.slot.hidden", slot=at + 1, back=shown)


def wrong_slots(row: Sequence[int]) -> list[int]:
    """The slots whose number is lower than the number before, Jokers left out (d30)."""
    numbers = [at for at, kind in enumerate(row) if kind < content.JOKER]
    return [at for before, at in pairwise(numbers) if row[at] < row[before]]


def fits(kind: int, top: int) -> bool:
    """Is a call of NUMBER with this card on that top of the pile right?"""
    return kind < content.JOKER and top < content.JOKER and abs(kind - top) <= 2


def row(words: Words, sight: Any, seat: int) -> str:
    if sight.row_count[seat] == 0:
        return words.say("crescendo.slot.none")
    return ", ".join(slot(words, sight, seat, at) for at in range(sight.row_count[seat]))


def top(words: Words, sight: Any) -> str:
    """The pile's top."""
    return card(words, sight.pile[sight.pile_count - 1]) if sight.pile_count else words.say("crescendo.pile.none")


def lap(sight: Any) -> int:
    return int(sight.turns // sight.seats) + 1


def _apart(move_id: int) -> tuple[int, int]:
    """Slot and kind of a move that names a slot; (-1, -1) of another."""
    if move_id < content.SLOTS:
        return -1, -1
    return divmod(move_id - content.SLOTS, content.WIDTH)


# --- moves -----------------------------------------------------------------------------------------------------------
def move(words: Words, state: Any, seat: int, move_id: int) -> MoveText:
    """A move that the seat may make. `state` is before it."""
    sight = state.sight(seat)
    text = moves.text(move_id)
    at, what = _apart(move_id)
    facts: Facts
    if content.LOOK <= move_id < content.EXCHANGE:
        key, facts = "look", {"slot": move_id - content.LOOK + 1}
    elif content.EXCHANGE <= move_id < content.SLOTS:
        pair = move_id - content.EXCHANGE
        key, facts = "exchange", {"slot": content.PAIR_A[pair] + 1, "other": content.PAIR_B[pair] + 1}
    elif at < 0:
        return _plain_move(words, sight, move_id, text)
    elif what == content.NUMBER:
        return _number_move(words, sight, at, text)
    elif what >= content.TAKE_FROM:
        key, facts = "take", {"seat": what - content.TAKE_FROM, "slot": at + 1, "own": sight.given + 1}
    elif what >= content.PEEK_AT:
        other = what - content.PEEK_AT
        key, facts = ("peek_own" if other == seat else "peek"), {"seat": other, "slot": at + 1}
    else:
        key, facts = moves.OWN[what], {"slot": at + 1, "card": card(words, sight.drawn)}
    return MoveText(
        text,
        [],
        do=words.say(f"crescendo.move.{key}.do", **facts),
        say=words.say(f"crescendo.move.{key}.say", **facts),
        note=words.say(f"crescendo.move.{key}.note"),
    )


def _plain_move(words: Words, sight: Any, move_id: int, text: str) -> MoveText:
    note = words.say(f"crescendo.move.{text}.note")
    if move_id == content.NEXT_ROUND:
        do = words.say("crescendo.move.next.do", round=sight.round + 1)
        say = words.say("crescendo.move.next.say", round=sight.round + 1, rounds=rules.ROUNDS)
        return MoveText(text, [], do, say, note)
    facts: Facts = {"card": card(words, sight.drawn), "top": top(words, sight)}
    do = words.say(f"crescendo.move.{text}.do", **facts)
    return MoveText(text, [], do, words.say(f"crescendo.move.{text}.say", **facts), note)


def _number_move(words: Words, sight: Any, at: int, text: str) -> MoveText:
    do = words.say("crescendo.move.number.do", slot=at + 1)
    say = words.say("crescendo.move.number.say", slot=at + 1, top=top(words, sight))
    if sight.pile[sight.pile_count - 1] >= content.JOKER:
        return MoveText(text, [], do, say, words.say("crescendo.move.number.note_joker"))
    return MoveText(text, [], do, say, words.say("crescendo.move.number.note"))


# --- refusals --------------------------------------------------------------------------------------------------------
def refusal(
    words: Words,
    state: Any,
    seat: int,
    refusal: Refusal,
    move_text: str | None = None,
    pieces: Sequence[str] | None = None,
) -> RefusalText:
    """The sentence that a refused move deserves, with its figures where they are known."""
    sight, key = state.sight(seat), refusal.key
    try:
        move_id = moves.parse(move_text or "")
    except GradatimError:
        move_id = -1
    if key == "no_such_move" and move_text:
        say = words.say("crescendo.refusal.no_such_move.named", move=move_text)
    elif key == "no_such_slot":
        say = _no_such_slot(words, sight, seat, move_id)
    elif key == "face_up" and move_id >= 0:
        say = words.say("crescendo.refusal.face_up.slot", slot=_apart(move_id)[0] + 1)
    elif key == "other_action" and move_id >= 0 and sight.top_back < content.BACKS:
        wanted = action(words, _action_of(move_id))
        offered = action(words, sight.action_of[sight.top_back])
        say = words.say("crescendo.refusal.other_action.named", offered=offered, wanted=wanted)
    elif key in ("place_first", "no_null_turn") and sight.drawn:
        say = words.say(f"crescendo.refusal.{key}.card", card=card(words, sight.drawn))
    elif key == "not_your_turn" and sight.phase == rules.LAST:
        say = words.say("crescendo.refusal.not_your_turn.last")
    else:
        facts: Facts = {"round": min(sight.round + 1, rules.ROUNDS), "scored": sight.round, "lap": lap(sight)}
        say = words.say(f"crescendo.refusal.{key}", slot=sight.given + 1, **facts)
    return RefusalText(key, say, refusal.place, words.say(f"crescendo.refusal.{key}.note"))


def _no_such_slot(words: Words, sight: Any, seat: int, move_id: int) -> str:
    at, what = _apart(move_id)
    if move_id < 0:
        return words.say("crescendo.refusal.no_such_slot")
    if at < 0:
        return words.say("crescendo.refusal.no_such_slot.row", n=sight.row_count[seat])
    other = seat if what < content.PEEK_AT else (what - content.PEEK_AT) % (content.TAKE_FROM - content.PEEK_AT)
    if other >= sight.seats:
        return words.say("crescendo.refusal.no_such_slot.seat", seat=other)
    if other == seat:
        return words.say("crescendo.refusal.no_such_slot.own", n=sight.row_count[seat], slot=at + 1)
    return words.say("crescendo.refusal.no_such_slot.other", n=sight.row_count[other], slot=at + 1, seat=other)


def _action_of(move_id: int) -> int:
    """The Special that a move is part of."""
    what = _apart(move_id)[1]
    if what == content.LOCK_OWN:
        return content.LOCK
    return content.SWAP if what == content.GIVE or what >= content.TAKE_FROM else content.PEEK


# --- the log ---------------------------------------------------------------------------------------------------------
def event(words: Words, before: Any, event: Any, eye: int, names: Sequence[str]) -> EventText:
    """One line of the log, its kind, and how the log keeps it. `before` is the state before the event; for the deal,
    after it.

    Reads hidden cards, but only those that the event shows to this eye.
    """
    s, seat = before.fields, event.seat
    if event.kind == "deal":
        return EventText(_deal(words, s.turn, s.dealer, 1, eye, names), "deal")
    you, name = seat == eye, names[seat]
    if event.kind == "try":
        if s.phase == rules.SETUP and not you:  # no word about what somebody wanted to choose (f13)
            return EventText(words.say("crescendo.log.try.setup", name=name), "try")
        key = "crescendo.log.try.you" if you else "crescendo.log.try"
        return EventText(words.say(key, name=name, move=event.move), "try")
    made = moves.parse(event.move)
    if made == content.NEXT_ROUND:
        dealer = (s.dealer + 1) % s.seats
        return EventText(_deal(words, (dealer + 1) % s.seats, dealer, s.round + 1, eye, names), "deal")
    if s.phase == rules.SETUP:
        told = [_chosen(words, s, seat, made, eye, names, kept) for kept in ("", ".kept")]
        return _text(s, told, "move")
    told = _line(words, s, seat, made, eye, names, event.drew)
    n = _renewed(s, seat, made)
    if n:
        told = [words.say("crescendo.log.renewed", n=n, line=line) for line in told]
    if _ends(s, seat, made):
        told = [words.say("crescendo.log.ends", line=line, round=s.round + 1) for line in told]
        return _text(s, told, "end")
    return _text(s, told, "move")


def _text(s: Any, told: Sequence[str], kind: str) -> EventText:
    """A line with its cards and, where it names any, the line without them."""
    say, kept = told
    return EventText(say, kind, "" if kept == say or s.memory_aid else kept)


def _told(words: Words, key: str, **facts: Any) -> list[str]:
    """A line as it is told, and as the log keeps it."""
    kept = f"{key}.kept"
    return [words.say(key, **facts), words.say(kept if kept in words else key, **facts)]


def _deal(words: Words, starter: int, dealer: int, number: int, eye: int, names: Sequence[str]) -> str:
    facts: Facts = {"round": number, "name": names[dealer], "starter": names[starter]}
    if dealer == eye:
        return words.say("crescendo.log.deal.you", **facts)
    if starter == eye:
        return words.say("crescendo.log.deal.starts", **facts)
    return words.say("crescendo.log.deal", **facts)


def _chosen(words: Words, s: Any, seat: int, made: int, eye: int, names: Sequence[str], kept: str) -> str:
    """A setup choice is told to its maker; the last one made opens them all (c5, f13)."""
    choices = {other: s.choice[other] for other in range(s.seats)} | {seat: made}
    if sum(s.chosen) + 1 < s.seats:
        if seat == eye:
            return words.say("crescendo.log.chosen.you", choice=_choice(words, s, seat, made, eye, names, None))
        return words.say("crescendo.log.chosen", name=names[seat])
    told = words.listing([_choice(words, s, other, choices[other], eye, names, kept) for other in choices])
    return words.say("crescendo.log.chosen.all", choices=told)


def _choice(words: Words, s: Any, seat: int, made: int, eye: int, names: Sequence[str], kept: str | None) -> str:
    """What a seat has chosen; for its own eye, once it is done, with the card it looks at. `kept`: "" as it is told,
    ".kept" as the log keeps it, None before it is done."""
    who = "you" if seat == eye else "other"
    if made >= content.EXCHANGE:
        one, two = content.PAIR_A[made - content.EXCHANGE] + 1, content.PAIR_B[made - content.EXCHANGE] + 1
        return words.say(f"crescendo.choice.exchange.{who}", name=names[seat], slot=one, other=two)
    if made < content.LOOK:
        return words.say(f"crescendo.choice.decline.{who}", name=names[seat])
    at = made - content.LOOK
    if seat == eye and kept == "":
        return words.say("crescendo.choice.look.card", slot=at + 1, card=card(words, s.row[seat][at]))
    return words.say(f"crescendo.choice.look.{who}", name=names[seat], slot=at + 1)


def _line(words: Words, s: Any, seat: int, made: int, eye: int, names: Sequence[str], drew: Sequence[int]) -> list[str]:
    at, what = _apart(made)
    who = "you" if seat == eye else "other"
    facts: Facts = {"name": names[seat], "slot": at + 1}
    if made == content.DRAW_RESERVE:
        if seat == eye:  # the first number that chance gives for this move is which card it is
            return _told(words, "crescendo.log.draw.you", card=card(words, s.reserve[s.top_back][drew[0]]))
        return _told(words, "crescendo.log.draw.other", name=names[seat], back=back(words, s, s.top_back))
    if at < 0:
        drawn = card(words, s.drawn) if made == content.DISCARD else ""
        return _told(words, f"crescendo.log.{moves.text(made)}.{who}", card=drawn, top=top(words, s), **facts)
    if what == content.NUMBER:
        return _number(words, s, seat, at, who, facts)
    if what == content.KEEP:
        return _told(words, f"crescendo.log.keep.{who}", card=card(words, s.row[seat][at]), **facts)
    if what == content.GIVE:
        return _told(words, f"crescendo.log.give.{who}", **facts)
    facts["top"] = card(words, s.reserve[s.top_back][drew[0]])  # the Reserve's top goes face up to the pile
    if what == content.LOCK_OWN:
        return _told(words, f"crescendo.log.lock.{who}", card=card(words, s.row[seat][at]), **facts)
    other = what - (content.TAKE_FROM if what >= content.TAKE_FROM else content.PEEK_AT)
    facts |= {"whose": names[other], "own": s.given + 1}
    if what >= content.TAKE_FROM:
        if other == eye:
            return _told(words, "crescendo.log.swap.receiver", card=card(words, s.row[seat][s.given]), **facts)
        return _told(words, f"crescendo.log.swap.{who}", **facts)
    if seat == eye:
        key = "crescendo.log.peek.you.own" if other == seat else "crescendo.log.peek.you"
        return _told(words, key, card=card(words, s.row[other][at]), **facts)
    if other in (seat, eye):
        return _told(words, "crescendo.log.peek.own" if other == seat else "crescendo.log.peek.yours", **facts)
    return _told(words, "crescendo.log.peek", **facts)


def _number(words: Words, s: Any, seat: int, at: int, who: str, facts: Facts) -> list[str]:
    """The card called with is shown to all, right or wrong."""
    kind, upper = s.row[seat][at], s.pile[s.pile_count - 1]
    facts |= {"card": card(words, kind), "top": card(words, upper)}
    if fits(kind, upper):
        return _told(words, f"crescendo.log.number.right.{who}", **facts)
    if s.top_back == content.BACKS:
        return _told(words, f"crescendo.log.number.waived.{who}", **facts)
    facts |= {"back": back(words, s, s.top_back), "next": at + 2}
    return _told(words, f"crescendo.log.number.wrong.{who}", **facts)


def _renewed(s: Any, seat: int, made: int) -> int:
    """How many cards this move shuffles into a new Reserve (d1, f1, f2)."""
    at, what = _apart(made)
    left = sum(s.reserve_count)
    if left > 1:
        return 0
    special = what == content.LOCK_OWN or what >= content.PEEK_AT
    if left == 1:
        if special:
            return s.pile_count
        kind, upper = (s.row[seat][at] if at >= 0 else 0), s.pile[s.pile_count - 1]
        taken = made == content.DRAW_RESERVE or (what == content.NUMBER and not fits(kind, upper))
        return s.pile_count - 1 if taken else 0
    return s.pile_count if made == content.DISCARD or what == content.KEEP else 0


def _ends(s: Any, seat: int, made: int) -> bool:
    """Does the round end with this move?"""
    what = _apart(made)[1]
    claimers = [other for other in range(s.seats) if other != s.caller and s.row_count[other]]
    if s.phase == rules.LAST:
        return what == content.NUMBER or all(s.held[other] for other in claimers if other != seat)
    lapped = s.caller == rules.NOBODY and 0 < s.max_laps * s.seats <= s.turns + 1
    if s.finals != 1 and not lapped:
        return False
    if made == content.PASS:
        return True
    special = what == content.LOCK_OWN or what >= content.PEEK_AT
    if made == content.DISCARD or what == content.KEEP or special:
        return not s.number_after_last or not claimers
    return False


# --- the prompt, the result ------------------------------------------------------------------------------------------
def prompt(words: Words, state: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    """What is going on, in one sentence, and a second smaller one."""
    s = state.sight(eye)
    if s.phase == rules.OVER:
        return result(words, state, names, eye)
    if s.phase == rules.BETWEEN:
        say = words.say("crescendo.prompt.between", round=s.round, rounds=rules.ROUNDS)
        return say, words.say("crescendo.prompt.between.note")
    if s.phase == rules.SETUP:
        return _setup_prompt(words, s, eye, names)
    facts: Facts = {"name": names[s.turn], "top": top(words, s), "card": card(words, s.drawn)}
    claims = eye >= 0 and rules.may_answer(s, eye) == 1
    if claims:
        joker = s.pile[s.pile_count - 1] >= content.JOKER
        say = words.say("crescendo.prompt.number.joker" if joker else "crescendo.prompt.number", **facts)
        if s.phase == rules.TURN and eye == s.turn:
            return say, words.say("crescendo.prompt.number.turn")
        return say, words.say("crescendo.prompt.number.note")
    if s.phase == rules.LAST:
        waiting = [names[seat] for seat in state.to_move]
        return words.say("crescendo.prompt.wait", names=words.listing(waiting)), words.say("crescendo.prompt.last")
    if eye != s.turn:
        return words.say("crescendo.prompt.thinking", **facts), _waiting_note(words, s, names, facts)
    if s.phase == rules.DRAWN:
        if rules.may_discard(s):
            return words.say("crescendo.prompt.place", **facts), words.say("crescendo.prompt.place.note")
        return words.say("crescendo.prompt.place", **facts), words.say("crescendo.prompt.place.must")
    if s.phase == rules.GIVEN:
        return words.say("crescendo.prompt.take", slot=s.given + 1), words.say("crescendo.prompt.take.note")
    if s.finals:
        return words.say("crescendo.prompt.final"), words.say("crescendo.prompt.final.note")
    return _turn_say(words, s), _turn_note(words, s)


def _setup_prompt(words: Words, s: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    if eye >= 0 and not s.chosen[eye]:
        return words.say("crescendo.prompt.setup"), words.say("crescendo.prompt.setup.note")
    waiting = [names[seat] for seat in range(s.seats) if not s.chosen[seat]]
    return words.say("crescendo.prompt.wait", names=words.listing(waiting)), words.say("crescendo.prompt.wait.note")


def _waiting_note(words: Words, s: Any, names: Sequence[str], facts: Facts) -> str:
    if s.phase == rules.DRAWN and s.drawn_seen == rules.EVERYBODY:
        return words.say("crescendo.prompt.thinking.pile", **facts)
    if s.phase == rules.DRAWN:
        return words.say("crescendo.prompt.thinking.reserve", back=back(words, s, s.drawn_back))
    if s.phase == rules.GIVEN:
        return words.say("crescendo.prompt.thinking.given", slot=s.given + 1)
    if s.finals:
        return words.say("crescendo.prompt.thinking.final", n=s.finals, name=names[s.caller])
    return words.say("crescendo.prompt.thinking.lap", lap=lap(s))


def _turn_say(words: Words, s: Any) -> str:
    if s.top_back == content.BACKS:
        return words.say("crescendo.prompt.turn")
    return words.say("crescendo.prompt.turn.special", action=action(words, s.action_of[s.top_back]))


def _turn_note(words: Words, s: Any) -> str:
    if s.turns >= 3 * s.seats:
        return words.say("crescendo.prompt.turn.call")
    return words.say("crescendo.prompt.turn.early", lap=lap(s))


def subtitle(words: Words, state: Any) -> str:
    s = state.sight(AUDIENCE)
    if s.phase >= rules.BETWEEN:
        return words.say("crescendo.subtitle.scored", round=s.round, rounds=rules.ROUNDS)
    return words.say("crescendo.subtitle", round=s.round + 1, rounds=rules.ROUNDS, lap=lap(s), n=s.reserve_size)


def result(words: Words, state: Any, names: Sequence[str], eye: int = AUDIENCE) -> tuple[str, str]:
    """Who has won, or leads so far, and the rule that decides."""
    s, score = state.sight(AUDIENCE), state.score()
    best = [seat for seat in range(s.seats) if score.ranks[seat] == 1]
    total, over = score.totals[best[0]], "win" if s.phase == rules.OVER else "leads"
    level = [seat for seat in range(s.seats) if score.totals[seat] == total]
    note = words.say(f"crescendo.result.note.{_decided(s, best, level) if over == 'win' else 'points'}")
    if len(best) > 1:
        best.sort(key=lambda seat: seat != eye)  # "You" first
        you = words.say("crescendo.result.you")
        shared = words.listing([you if seat == eye else names[seat] for seat in best])
        return words.say(f"crescendo.result.{over}.share", names=shared, total=total), note
    if best[0] == eye:
        return words.say(f"crescendo.result.{over}.you", total=total), note
    return words.say(f"crescendo.result.{over}.other", total=total, name=names[best[0]]), note


def _decided(s: Any, best: list[int], level: list[int]) -> str:
    """What decided among seats that are level on points."""
    if len(level) == 1:
        return "points"
    if len(best) == len(level):
        return "shared"
    calling = {rules.tie_value(s, seat) // 1000 for seat in level}
    return "calling" if len(calling) > 1 else "last_round"


# --- the table in plain lines ----------------------------------------------------------------------------------------
def table(words: Words, state: Any, eye: int, names: Sequence[str]) -> list[str]:
    """All that lies open, one sentence a line, for a terminal and for the ear."""
    s = state.sight(eye)
    lines = [subtitle(words, state)]
    if s.phase < rules.BETWEEN:
        if s.top_back < content.BACKS:
            offered = action(words, s.action_of[s.top_back])
            facts: Facts = {"back": back(words, s, s.top_back), "action": offered}
            lines.append(words.say("crescendo.table.reserve", n=s.reserve_size, **facts))
        else:
            lines.append(words.say("crescendo.table.reserve.empty"))
        lines.append(words.say("crescendo.table.pile", n=s.pile_count, top=top(words, s)))
        if s.caller != rules.NOBODY:
            lines.append(words.say("crescendo.table.caller", n=s.finals, name=names[s.caller]))
        if s.open:
            lines.append(words.say("crescendo.table.open", top=top(words, s)))
        if s.drawn_back < content.BACKS:
            lines.append(_held(words, s, eye, names))
    return lines + seats(words, state, eye, names)


def _held(words: Words, s: Any, eye: int, names: Sequence[str]) -> str:
    """The card drawn and not placed yet."""
    if s.turn == eye:
        return words.say("crescendo.table.drawn.you", card=card(words, s.drawn))
    if s.drawn_seen == rules.EVERYBODY:
        return words.say("crescendo.table.drawn.open", card=card(words, s.drawn), name=names[s.turn])
    return words.say("crescendo.table.drawn", name=names[s.turn], back=back(words, s, s.drawn_back))


def seats(words: Words, state: Any, eye: int, names: Sequence[str]) -> list[str]:
    """What each seat has, one sentence a line; after a round also its score sheet."""
    s, score = state.sight(eye), state.score()
    lines = []
    for seat in range(s.seats):
        facts: Facts = {"name": names[seat], "row": row(words, s, seat), "total": score.totals[seat]}
        key = "crescendo.table.seat.you" if seat == eye else "crescendo.table.seat"
        lines.append(words.say(key, n=s.own_count[seat], **facts))
    for number in range(s.round):
        lines += [_sheet(words, s, number, seat, names[seat]) for seat in range(s.seats)]
    return lines


def _sheet(words: Words, s: Any, number: int, seat: int, name: str) -> str:
    key = "call" if s.sheet_caller[number] == seat else "passed" if s.sheet_passed[number][seat] else "plain"
    return words.say(
        f"crescendo.sheet.{key}",
        n=s.sheet_wrong[number][seat],
        round=number + 1,
        name=name,
        own=s.sheet_own[number][seat],
        points=rules.round_points(s, seat, number),
    )


def hand(words: Words, state: Any, eye: int) -> list[str]:
    """The own row as it lies there, and the card in hand."""
    s = state.sight(eye)
    lines = [words.say("crescendo.table.row", row=row(words, s, eye))]
    if s.turn == eye and s.drawn:
        lines.append(words.say("crescendo.table.drawn.you", card=card(words, s.drawn)))
    return lines


# --- options ---------------------------------------------------------------------------------------------------------
def option_value(words: Words, name: str, value: int) -> str:
    if name == "backs":
        return words.say(f"crescendo.value.backs.{value}")
    if name == "max_laps":
        return words.say("crescendo.value.laps", n=value) if value else words.say("crescendo.value.no_laps")
    return words.say("crescendo.value.yes" if value else "crescendo.value.no")


# --- the rules page: key, rulebook place, rulings --------------------------------------------------------------------
RULES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("cards", "Components", ("b", "f14")),
    ("aim", "Objective", ("c13",)),
    ("deal", "Setup", ("c3", "f15")),
    ("choose", "Setup", ("c5", "c6", "d31", "f13")),
    ("turn", "Player's Turn", ("d27", "d35")),
    ("draw", "A. Draw ONE card", ("c7", "d14", "d20", "d21", "d22", "d24")),
    ("special", "B. Perform ONE Special Action", ("b", "c1", "d18")),
    ("peek", "B. Perform ONE Special Action", ("c8", "d15")),
    ("swap", "B. Perform ONE Special Action", ("c9", "c10", "d16", "d19", "f5", "f17")),
    ("lock", "B. Perform ONE Special Action", ("c11", "d14", "d16", "d17")),
    ("reserve", "B. Perform ONE Special Action", ("d1", "d2", "f1", "f2")),
    ("crescendo", "C. Call CRESCENDO", ("c12", "c14", "d12", "d27", "d28", "f8")),
    ("finals", "C. Call CRESCENDO", ("c15", "d6", "d13", "d26")),
    ("number", "Calling NUMBER", ("c17", "d4", "d5", "d9", "d10", "f4", "f6")),
    ("wrong", "Calling NUMBER", ("c18", "c19", "c20", "f12")),
    ("window", "Calling NUMBER", ("c21", "c22", "c23", "c24", "d3", "d7", "d8", "d11", "f3", "f11")),
    ("memory", "Calling NUMBER", ("d32", "d33", "f7")),
    ("reveal", "Scoring", ("c25", "c26", "f16")),
    ("wrong_cards", "Scoring", ("d23", "d29", "d30")),
    ("points", "Scoring", ("c4", "c16", "c27", "d25", "d34")),
    ("next", "Scoring", ("c28", "f10")),
    ("end", "End of a Game", ("c29", "c30", "c31", "f9")),
    ("example", "Example of End-of-Round Scoring", ("c32", "c34", "d30")),
    ("distribution", "Card Distribution Table", ("b", "c2")),
)
