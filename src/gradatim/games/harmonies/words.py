"""Harmonies in words: what happened, with its facts, becomes messages of the catalogue."""

from collections.abc import Sequence
from typing import Any

from gradatim.dialect.contract import AUDIENCE, Refusal
from gradatim.dialect.errors import GradatimError
from gradatim.games.harmonies import content, moves, rules, scoring, sheet
from gradatim.games.harmonies.content import (
    CARD,
    COLOURS,
    DISCARD,
    END,
    LAST,
    NAMES,
    SPACES,
    SPIRIT,
    SPIRIT_MOVE,
    TAKE,
    TILE,
    TILE_MOVE,
    TOKEN,
    USE,
    WHISPER,
)
from gradatim.games.harmonies.hexes import count
from gradatim.games.harmonies.landscape import built, habitat, kind_of, next_colour, sanctuary_for
from gradatim.games.harmonies.supply import centres, in_pouch
from gradatim.words import MoveText, RefusalText, Words

MINUTES = 40
Facts = dict[str, Any]  # for the braces of a message


# --- tokens, stacks, cards -------------------------------------------------------------------------------------------
def colour(words: Words, number: int) -> str:
    return words.say(f"harmonies.colour.{COLOURS[number]}")


def tokens(words: Words, counts: Sequence[int]) -> str:
    """Tokens by colour in one phrase; "nothing" for none."""
    named = [colour(words, number) for number, n in enumerate(counts) for _ in range(n)]
    return words.listing(named) if named else words.say("harmonies.nothing")


def kind(words: Words, code: int) -> str:
    """What a stack is: "a tree of height 2"."""
    return words.say(f"harmonies.kind.{kind_of(code)}")


def thing(words: Words, s: Any, number: int) -> str:
    """The name of a card or tile."""
    if number >= TILE:
        pair = [words.say(f"harmonies.colour.{name}") for name in moves.pair_colours(s, number - TILE)]
        return words.say("harmonies.tile", one=pair[0], other=pair[1])
    if WHISPER <= number < SPIRIT and s.content == content.OWN_CONTENT:
        return words.say("harmonies.own_whisper", number=number - WHISPER + 1)
    return words.say(f"harmonies.card.{number}")


def spirit_rule(words: Words, number: int) -> str:
    """What a Spirit scores."""
    return words.say(f"harmonies.spirit.{number - SPIRIT}")


def side(words: Words, s: Any) -> str:
    return option_value(words, "side", s.side)


# --- moves -----------------------------------------------------------------------------------------------------------
def move(words: Words, state: Any, seat: int, move_id: int) -> MoveText:
    """A move that the seat may make. `state` is before it."""
    s = state.sight(seat)
    key, facts, n = _facts(words, s, seat, move_id)
    note = _note(words, s, seat, move_id, key)
    text, pieces = moves.text(move_id), moves.parts(move_id)
    return MoveText(
        text,
        pieces,
        do=words.say(f"harmonies.move.{key}.do", **facts),
        say=words.say(f"harmonies.move.{key}.say", **facts),
        note=note or words.say(f"harmonies.move.{key}.note", n=n, **facts),
    )


def _facts(words: Words, s: Any, seat: int, move_id: int) -> tuple[str, Facts, int]:
    """The kind of a move, its facts, and the number that its note depends on."""
    if move_id < END:
        return "take", {"tokens": tokens(words, s.centre[move_id - TAKE]), "place": move_id - TAKE + 1}, 0
    if move_id == END:
        return "end", {}, 0
    if move_id < SPIRIT_MOVE:
        return "discard", {"card": thing(words, s, s.row[move_id - DISCARD] - 1)}, 0
    if move_id < CARD:
        number = _choice(s, seat)[move_id - SPIRIT_MOVE]
        return "spirit", {"card": thing(words, s, number), "rule": spirit_rule(words, number)}, 0
    held = sum(number > 0 for number in s.held[seat]) + 1
    if move_id < TILE_MOVE:
        return "card", {"card": thing(words, s, s.row[move_id - CARD] - 1)}, held
    if move_id < LAST:
        return "tile", {"card": thing(words, s, s.offer[move_id - TILE_MOVE] - 1)}, held
    if move_id < TOKEN:
        number = s.held[seat][move_id - LAST] - 1
        tile = sanctuary_for(s, seat, content.COLOUR[number]) - 1
        return "last", {"card": thing(words, s, number), "tile": thing(words, s, TILE + tile)}, 0
    if move_id < USE:
        laid, space = (move_id - TOKEN) // SPACES + 1, (move_id - TOKEN) % SPACES
        makes = kind(words, s.stack[seat][space] * 8 + laid)
        return "token", {"colour": colour(words, laid), "space": NAMES[space], "makes": makes}, 0
    number = s.held[seat][(move_id - USE) // SPACES] - 1
    on = NAMES[(move_id - USE) % SPACES]
    if number >= TILE:
        laid = next_colour(s, seat, number - TILE)
        missing = sum(token > 0 for token in s.tile_stack[number - TILE]) - built(s, seat, number - TILE) - 1
        return "build", {"card": thing(words, s, number), "colour": colour(words, laid), "space": on}, missing
    return "cube", {"card": thing(words, s, number), "space": on}, s.left[number] - 1


def _note(words: Words, s: Any, seat: int, move_id: int, key: str) -> str:
    """What is special about a move; "" if nothing is."""
    if key == "token":
        empty = count(s.kind[seat][content.EMPTY]) - (s.stack[seat][(move_id - TOKEN) % SPACES] == 0)
        if empty <= rules.FEWEST_EMPTY and not s.ending:
            return words.say("harmonies.move.note.fills", n=empty)
    if key == "end" and rules.triggered(s) and not s.ending:
        return words.say("harmonies.move.note.ends" if s.turn == s.seats - 1 else "harmonies.move.note.last_round")
    if key == "cube":
        number = s.held[seat][(move_id - USE) // SPACES] - 1
        left = s.left[number] - 1
        if number < content.ANIMALS:
            points = content.POINTS[number][left]
            return words.say("harmonies.move.note.animal" if left else "harmonies.move.note.animal_done", points=points)
        if number >= SPIRIT:
            return spirit_rule(words, number)
    return ""


def _choice(s: Any, seat: int) -> list[int]:
    """The Spirits that a seat may choose from, as far as the sight shows them."""
    return [number for number in range(SPIRIT, TILE) if s.where[number] == content.CHOICE + seat]


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
    s, key = state.sight(seat), refusal.key
    move_id = _meant(s, seat, move_text, pieces)
    facts = _refused_facts(words, s, seat, move_id)
    n = sum(s.hand) if key == "lay_first" else s.left[facts["number"]] if facts["number"] in range(TILE) else 0
    named = f"harmonies.refusal.{key}.named"
    if key == "no_such_move" and move_text:
        say = words.say("harmonies.refusal.no_such_move.named", move=move_text)
    elif key != "no_such_move" and move_id >= 0 and named in words and (facts["card"] or key != "animals_only"):
        say = words.say(named, n=n, **facts)
    else:
        say = words.say(f"harmonies.refusal.{key}", n=n)
    note = f"harmonies.refusal.{key}.note"
    return RefusalText(key, say, refusal.place, words.say(note) if note in words else "")


def _meant(s: Any, seat: int, move_text: str | None, pieces: Sequence[str] | None) -> int:
    """The move that was meant, -1 if it is none."""
    try:
        return moves.parse(move_text or "")
    except GradatimError:
        picked = pieces if pieces is not None else (move_text or "").replace(" ", "").split("+")
    colours = [COLOURS.index(piece) for piece in picked if piece in COLOURS[1:]]
    spaces = [NAMES.index(piece) for piece in picked if piece in NAMES]
    places = [int(piece[-1]) - 1 for piece in picked if piece in HELD_PIECES]
    if len(colours) == len(spaces) == 1:
        return TOKEN + (colours[0] - 1) * SPACES + spaces[0]
    if len(places) == 1:
        return USE + places[0] * SPACES + spaces[0] if spaces else LAST + places[0]
    return -1


HELD_PIECES = tuple(f"held{place + 1}" for place in range(content.HELD))


def _refused_facts(words: Words, s: Any, seat: int, move_id: int) -> Facts:
    """Facts for the sentence: colour, space and stack, card; empty where a move has none."""
    facts: Facts = {"colour": "", "space": "", "kind": "", "card": "", "number": -1, "side": side(words, s)}
    space = -1
    if TOKEN <= move_id < USE:
        facts["colour"], space = colour(words, (move_id - TOKEN) // SPACES + 1), (move_id - TOKEN) % SPACES
    elif move_id >= USE:
        facts["number"], space = s.held[seat][(move_id - USE) // SPACES] - 1, (move_id - USE) % SPACES
    elif LAST <= move_id < TOKEN:
        facts["number"] = s.held[seat][move_id - LAST] - 1
    if facts["number"] >= 0:
        facts["card"] = thing(words, s, facts["number"])
        if facts["number"] >= TILE:
            facts["colour"] = colour(words, next_colour(s, seat, facts["number"] - TILE))
        elif facts["number"] < content.ANIMALS:
            facts["colour"] = colour(words, content.COLOUR[facts["number"]])
    if space >= 0:
        facts |= {"space": NAMES[space], "kind": kind(words, s.stack[seat][space])}
    return facts


# --- the log ---------------------------------------------------------------------------------------------------------
def event(words: Words, before: Any, event: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    """One line of the log and its kind. `before` is the state before the event; for the deal, after it."""
    who, seat = "you" if event.seat == eye else "other", event.seat
    if event.kind == "deal":
        first = before.sight(AUDIENCE).turn
        if first == eye:
            return words.say("harmonies.log.deal.you"), "deal"
        return words.say("harmonies.log.deal.other", name=names[first]), "deal"
    if event.kind in ("undo", "try"):
        return words.say(f"harmonies.log.{event.kind}.{who}", name=names[seat], move=event.move), event.kind
    s, made = before.sight(seat), moves.parse(event.move)
    key, facts, n = _facts(words, s, seat, made)
    if key in ("end", "discard"):
        return _end_line(words, before.sight(AUDIENCE), key, who, names[seat], facts)
    if (key == "cube" or key == "build") and n == 0:
        key += "_done"
    return words.say(f"harmonies.log.{key}.{who}", name=names[seat], **facts), "take" if key == "take" else "move"


def _end_line(words: Words, s: Any, key: str, who: str, name: str, facts: Facts) -> tuple[str, str]:
    line = words.say(f"harmonies.log.{key}.{who}", name=name, **facts)
    trigger = rules.ENDINGS[s.ending or rules.triggered(s)]
    if trigger == rules.ENDINGS[0]:
        return line, "move"
    if s.turn == s.seats - 1:
        return words.say(f"harmonies.log.over.{trigger}", line=line), "end"
    return (line, "move") if s.ending else (words.say(f"harmonies.log.last_round.{trigger}", line=line), "move")


# --- the prompt, the result ------------------------------------------------------------------------------------------
def prompt(words: Words, state: Any, eye: int, names: Sequence[str]) -> tuple[str, str]:
    """What is going on, in one sentence, and a second smaller one."""
    s = state.sight(eye)
    if s.phase == rules.OVER:
        return result(words, state, names, eye)
    if s.turn != eye:
        return words.say("harmonies.prompt.thinking", name=names[s.turn]), _round_note(words, s)
    if s.phase == rules.CHOOSING:
        return words.say("harmonies.prompt.spirit"), words.say("harmonies.prompt.spirit.note")
    if s.taken == 0:
        note = words.say("harmonies.prompt.last") if s.ending else words.say("harmonies.prompt.take.note")
        return words.say("harmonies.prompt.take"), note
    if sum(s.hand):
        held = tokens(words, s.hand)
        return words.say("harmonies.prompt.lay", n=sum(s.hand)), words.say("harmonies.prompt.lay.note", tokens=held)
    return words.say("harmonies.prompt.end"), words.say("harmonies.prompt.end.note")


def _round_note(words: Words, s: Any) -> str:
    if s.ending:
        return words.say("harmonies.prompt.last")
    return words.say("harmonies.prompt.turn", n=in_pouch(s), turn=s.turns // s.seats + 1)


def subtitle(words: Words, state: Any) -> str:
    s = state.sight(AUDIENCE)
    if s.phase == rules.OVER:
        return words.say("harmonies.subtitle.over", side=side(words, s))
    return words.say("harmonies.subtitle", n=in_pouch(s), side=side(words, s), turn=s.turns // s.seats + 1)


def result(words: Words, state: Any, names: Sequence[str], eye: int = AUDIENCE) -> tuple[str, str]:
    """Who has won, or leads so far, and the rule that decides."""
    s, score = state.sight(AUDIENCE), state.score()
    over = "win" if s.phase == rules.OVER else "leads"
    if s.seats == 1:
        n = scoring.suns(state.sight(0), score.totals[0])
        say = words.say(f"harmonies.result.{over}.solo", n=n, total=score.totals[0])
        return say, words.say("harmonies.result.note.solo")
    best = [seat for seat in range(s.seats) if score.ranks[seat] == 1]
    total = score.totals[best[0]]
    level = sum(points == total for points in score.totals)
    note = words.say(f"harmonies.result.note.{'points' if level == 1 else 'cubes' if len(best) < level else 'shared'}")
    if len(best) > 1:
        best.sort(key=lambda seat: seat != eye)  # "You" first
        you = words.say("harmonies.result.you")
        shared = words.listing([you if seat == eye else names[seat] for seat in best])
        return words.say(f"harmonies.result.{over}.share", names=shared, total=total), note
    if best[0] == eye:
        return words.say(f"harmonies.result.{over}.you", total=total), note
    return words.say(f"harmonies.result.{over}.other", total=total, name=names[best[0]]), note


# --- the table in plain lines ----------------------------------------------------------------------------------------
def table(words: Words, state: Any, eye: int, names: Sequence[str]) -> list[str]:
    """All that lies open: what is on offer, then each landscape, drawn, with its cards and its score."""
    s = state.sight(eye)
    lines = [subtitle(words, state)]
    if s.phase != rules.OVER:
        lines += _centre(words, s) + _on_offer(words, s, s.row, "row") + _on_offer(words, s, s.offer, "offer")
    lines.append(words.say("harmonies.table.key"))
    return lines + seats(words, state, eye, names)


def _centre(words: Words, s: Any) -> list[str]:
    return [
        words.say("harmonies.table.centre", place=at + 1, tokens=tokens(words, s.centre[at]))
        for at in range(centres(s))
    ]


def _on_offer(words: Words, s: Any, things: Sequence[int], key: str) -> list[str]:
    lines = []
    for at, number in enumerate(things, 1):
        if number:
            facts: Facts = {"card": thing(words, s, number - 1), "what": what_it_wants(words, s, number - 1)}
            if number <= content.ANIMALS:
                lines.append(
                    words.say("harmonies.table.row.animal", place=at, to_come=to_come(words, s, number - 1), **facts)
                )
            else:
                lines.append(words.say(f"harmonies.table.{key}", place=at, **facts))
    return lines


def to_come(words: Words, s: Any, number: int) -> str:
    """The values of an Animal card that its cubes still free, the next one first."""
    return words.listing([str(content.POINTS[number][left]) for left in reversed(range(s.left[number]))])


def what_it_wants(words: Words, s: Any, number: int) -> str:
    """A card's habitat, or a Sanctuary's stack, in one phrase."""
    if number >= TILE:
        stack = [colour(words, token) for token in s.tile_stack[number - TILE] if token]
        return words.say("harmonies.wants.stack", stack=words.listing(stack))
    cells = [content.cell_parts(cell) for cell in habitat_cells(s, number) if cell]
    spaces = [words.say(f"harmonies.kind.{cell[0]}") for cell in cells]
    if len(spaces) == 1:
        return words.say("harmonies.wants.alone", cube=spaces[0])
    shape = _shape([(q, r) for _, q, r in cells])
    return words.say(f"harmonies.wants.{shape}", cube=spaces[0], others=words.listing(spaces[1:]))


def habitat_cells(s: Any, number: int) -> Sequence[int]:
    """The spaces of a card's habitat (content.py), 0 for none."""
    return s.whisper_cell[number - WHISPER] if WHISPER <= number < SPIRIT else content.HABITAT[number]


STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def _shape(at: list[tuple[int, int]]) -> str:
    """How the other spaces of a habitat lie about the first, as one word of the catalogue."""
    others = at[1:]
    near = [place for place in others if place in STEPS]
    (q, r), (p, t) = others[0], others[-1]
    touch = (p - q, t - r) in STEPS
    if len(near) < len(others):
        if len(others) == 2 and (2 * q, 2 * r) == (p, t):
            return "line"
        tip = len(others) == 3 and len(near) == 2 and others[2] == (near[0][0] + near[1][0], near[0][1] + near[1][1])
        return "tip" if tip else "near"
    if len(others) == 2:
        return "triangle" if touch else "between" if (q, r) == (-p, -t) else "bend"
    return "beside" if len(others) == 1 else "around"


def seats(words: Words, state: Any, eye: int, names: Sequence[str]) -> list[str]:
    """Each landscape, drawn, with its cards and its score by category."""
    s, score = state.sight(eye), state.score()
    lines: list[str] = []
    for seat in range(s.seats):
        n = count(s.kind[seat][content.EMPTY])
        key = "harmonies.table.seat.you" if seat == eye else "harmonies.table.seat"
        lines += [words.say(key, n=n, name=names[seat], total=score.totals[seat]), *moves.drawing(s, seat)]
        counted = [
            words.say("harmonies.table.part", part=words.say(f"harmonies.part.{name}"), points=points)
            for name, points in zip(rules.PARTS, score.parts[seat], strict=True)
            if points
        ]
        if counted:
            lines.append(words.say("harmonies.table.parts", parts=words.listing(counted)))
        lines += [held(words, s, seat, at) for at, number in enumerate(s.held[seat]) if number]
        done = [thing(words, s, number) for number in range(content.THINGS) if s.where[number] == content.DONE + seat]
        if done:
            lines.append(words.say("harmonies.table.done", cards=words.listing(done)))
    if s.seats == 1:
        lines.append(words.say("harmonies.table.suns", n=scoring.suns(state.sight(0), score.totals[0])))
    return lines


def held(words: Words, s: Any, seat: int, at: int) -> str:
    """A card above a board: its cubes, what it has scored, and where its habitat lies now."""
    number = s.held[seat][at] - 1
    facts: Facts = {"place": at + 1, "card": thing(words, s, number), "what": what_it_wants(words, s, number)}
    if number >= TILE:
        site = s.site[number - TILE]
        if site:
            return words.say("harmonies.table.held.site", space=NAMES[site - 1], **facts)
        return words.say("harmonies.table.held.tile", **facts)
    spaces = content.names_of(habitat(s, seat, number))
    facts["where"] = words.say("harmonies.table.where", spaces=words.listing(spaces)) if spaces else ""
    if number < content.ANIMALS:
        facts |= {"points": content.POINTS[number][s.left[number]], "to_come": to_come(words, s, number)}
        return words.say("harmonies.table.held.animal", n=s.left[number], **facts)
    if number >= SPIRIT:
        return words.say("harmonies.table.held.spirit", rule=spirit_rule(words, number), **facts)
    return words.say("harmonies.table.held.whisper", n=s.left[number], **facts)


def hand(words: Words, state: Any, eye: int) -> list[str]:
    """What the own turn may still take, the tokens in hand, the own landscape and cards."""
    s = state.sight(eye)
    lines = [
        words.say("harmonies.table.choice", place=at, card=thing(words, s, number), rule=spirit_rule(words, number))
        for at, number in enumerate(_choice(s, eye), 1)
    ]
    if s.turn == eye and s.phase == rules.TURN:
        room = 0 in s.held[eye]
        lines += _on_offer(words, s, s.row, "row") if room and not s.card_taken else []
        lines += _on_offer(words, s, s.offer, "offer") if room and not s.tile_taken else []
        lines += [] if s.taken else _centre(words, s)
    if sum(s.hand) and s.turn == eye:
        lines.append(words.say("harmonies.table.hand", tokens=tokens(words, s.hand)))
    return lines + moves.drawing(s, eye) + [held(words, s, eye, at) for at, number in enumerate(s.held[eye]) if number]


def score_line(words: Words, s: Any, line: sheet.Line) -> str:
    """One line of the score sheet: its points, and the spaces or the card that they came from."""
    spaces = words.listing(content.names_of(line.spaces)) if line.spaces else ""
    if line.thing < 0:
        return words.say("harmonies.sheet.spaces", n=line.points, spaces=spaces)
    name = thing(words, s, line.thing)
    if not spaces:
        return words.say("harmonies.sheet.card", n=line.points, card=name)
    return words.say("harmonies.sheet.both", n=line.points, card=name, spaces=spaces)


# --- options ---------------------------------------------------------------------------------------------------------
def option_value(words: Words, name: str, value: int) -> str:
    if name in ("side", "content"):
        return words.say(f"harmonies.value.{name}.{value}")
    return words.say("harmonies.value.yes" if value else "harmonies.value.no")


# --- the rules page: key, rulebook place, rulings --------------------------------------------------------------------
RULES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("aim", "Base game, p. 1", ()),
    ("reconstruction", "Crescendo, Components", ("h14", "h16")),
    ("setup", "Base game, p. 2 and 3", ("h9", "h10")),
    ("turn", "Base game, p. 4", ("h12",)),
    ("tokens", "Base game, p. 4", ("h17",)),
    ("stacks", "Base game, p. 4", ("h18",)),
    ("cards", "Base game, p. 5", ("h7",)),
    ("cubes", "Base game, p. 6 and 7", ("h19", "h20")),
    ("habitats", "Base game, p. 6 and 7", ("h18", "h20")),
    ("refill", "Base game, p. 5", ("h21",)),
    ("end", "Base game, p. 7", ("h22",)),
    ("winner", "Base game, p. 7", ("h13",)),
    ("trees", "Base game, p. 8", ()),
    ("mountains", "Base game, p. 8", ()),
    ("fields", "Base game, p. 8", ()),
    ("buildings", "Base game, p. 8", ("h18",)),
    ("water", "Base game, p. 8", ("h15", "h23")),
    ("animals", "Base game, p. 9", ("h24",)),
    ("spirits", "Base game, p. 10", ("h2", "h6", "h11")),
    ("solo", "Base game, p. 11", ("h4", "h25", "h26")),
    ("sanctuaries", "Crescendo, Sanctuaries", ("h5", "h7")),
    ("building", "Crescendo, Sanctuaries", ("h8", "h27")),
    ("last_cube", "Crescendo, Sanctuaries", ("h3", "h28")),
    ("sanctuary_points", "Crescendo, Sanctuaries", ("h1", "h27")),
    ("side_c", "Crescendo, Side C", ("h14",)),
    ("side_d", "Crescendo, Side D", ("h14", "h29")),
    ("whispers", "Crescendo, Whispers", ("h30",)),
    ("whisper_points", "Crescendo, Whispers", ("h30",)),
)
