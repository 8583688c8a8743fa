"""Commands that answer and end: games, rules, replay, verify, ask, bench."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gradatim.cli import files
from gradatim.core import Game, GradatimError, Score, State, Table, load
from gradatim.core import game as all_games
from gradatim.core import record as records
from gradatim.dialect.contract import AUDIENCE, Refusal
from gradatim.words import Words, catalogue, plain


def games(as_json: bool) -> None:
    words = catalogue()
    found = [_game(words, load(name)) for name in all_games.games()]
    if as_json:
        print(files.to_json(found))
        return
    for game in found:
        low, high = game["seats"]
        print(words.say("cli.games.game", name=game["name"], title=game["title"], low=low, high=high))
        print(words.say("cli.games.pitch", pitch=game["pitch"]))
        print(words.say("cli.games.bots", bots=", ".join(game["bots"])))
        for option in game["options"]:
            values = ", ".join(value["name"] for value in option["values"])
            said = words.say("cli.games.option", name=option["name"], label=option["label"], values=values)
            print(said)


def _game(words: Words, game: Game) -> dict[str, Any]:
    from gradatim.bots import names

    said = game.words
    return {
        "name": game.name,
        "title": plain.title(words, game),
        "pitch": plain.pitch(words, game),
        "minutes": said.MINUTES,
        "seats": list(game.rules.SEATS),
        "rules_version": game.rules.RULES_VERSION,
        "options": [
            {
                "name": option.name,
                "label": plain.option_label(words, game, option.name),
                "help": plain.option_help(words, game, option.name),
                "default": option.default,
                "values": [
                    {
                        "value": value,
                        "name": option.labels[at] if option.labels else str(value),
                        "label": said.option_value(words, option.name, value),
                    }
                    for at, value in enumerate(option.values)
                ],
            }
            for option in game.rules.OPTIONS
        ],
        "presets": game.rules.PRESETS,
        "bots": names(game.name),
    }


def rules(name: str, as_json: bool) -> None:
    words = catalogue()
    game = load(name)
    page = plain.rules_page(words, game)
    if as_json:
        found = {
            "game": name,
            "title": plain.title(words, game),
            "rules_version": game.rules.RULES_VERSION,
            "rules": [rule._asdict() for rule in page],
        }
        print(files.to_json(found))
        return
    for line in rules_lines(words, game):
        print(line)


def rules_lines(words: Words, game: Game) -> list[str]:
    """The rules page in plain lines."""
    lines = [plain.title(words, game), ""]
    for rule in plain.rules_page(words, game):
        if rule.heading:
            lines += ["", rule.heading] if len(lines) > 2 else [rule.heading]
        lines.append(rule.text)
        if rule.rulings:
            given = ", ".join(rule.rulings)
            lines.append(words.say("cli.rules.source", n=len(rule.rulings), place=rule.place, rulings=given))
        else:
            lines.append(words.say("cli.rules.place", place=rule.place))
    return lines


def seat_names(words: Words, table: Table) -> list[str]:
    given = table.names
    return [
        files.printable(given[seat]) if seat < len(given) and given[seat] else words.say("cli.seat", number=seat)
        for seat in range(table.seats)
    ]


def replay(path: Path, step: int | None, as_json: bool) -> int:
    record = records.parse(files.read(path))
    whole, line, reason = records.prefix(record)
    if whole is None:
        raise GradatimError(f"{path} is no record: line {line}: {reason}")
    if step is not None and not 0 <= step <= len(whole.events):
        raise GradatimError(f"this record has events 0 to {len(whole.events)}, not {step}")
    words = catalogue()
    game, names = whole.state.game, seat_names(words, whole)
    table = Table.replay(whole.header(), [])
    told: list[dict[str, Any]] = []
    for event in whole.events[: len(whole.events) if step is None else step]:
        before = table.state.copy()
        table.extend(event.to_dict())
        shown = table.state if event.kind == "deal" else before
        say, kind = game.words.event(words, shown, event, AUDIENCE, names)[:2]
        told.append({**event.to_dict(), "kind": kind, "say": say})
    state = table.state
    if as_json:
        found = {
            "game": game.name,
            "seats": state.seats,
            "names": names,
            "options": whole.header()["options"],
            "steps": len(whole.events),
            "step": len(told),
            "events": told,
            "position": game.moves.write_position(state),
            "score": _score(game, state.score()),
            "problem": {"line": line, "reason": reason} if reason else None,
        }
        print(files.to_json(found))
        return 1 if reason else 0
    for number, entry in enumerate(told, 1):
        print(words.say("cli.replay.step", step=number, say=entry["say"]))
    if step is not None:
        for text in game.words.table(words, state, AUDIENCE, names):
            print(text)
    if state.over:
        for text in game.words.result(words, state, names):
            print(text)
    if reason:
        print(words.say("cli.replay.broken", line=line, reason=reason))
    return 1 if reason else 0


def verify(path: Path, as_json: bool) -> int:
    record = records.parse(files.read(path))
    verdict = records.verify(record)
    if as_json:
        found: dict[str, Any] = {
            "ok": verdict.ok,
            "moves": verdict.moves,
            "score": verdict.score,
            "over": verdict.over,
            "redealt": verdict.redealt,
        }
        if not verdict.ok:
            found |= {"line": verdict.line, "reason": verdict.reason}
        print(files.to_json(found))
        return 0 if verdict.ok else 1
    words = catalogue()
    if not verdict.ok:
        print(words.say("cli.verify.bad", line=verdict.line, reason=verdict.reason))
        return 1
    print(words.say("cli.verify.good", n=verdict.moves))
    print(words.say("cli.verify.score", score=", ".join(map(str, verdict.score))))
    if "code" in record.header:
        print(words.say("cli.verify.coded"))
    elif verdict.redealt:
        print(words.say("cli.verify.redealt"))
    else:
        print(words.say("cli.verify.not_redealt"))
    return 0


def position_of(text: str, step: int | None = None) -> tuple[State, list[str]]:
    """The state that a position or a record stands for, and the names of its seats. Raises GradatimError."""
    words = catalogue()
    written = files.position(text)
    if written is None:
        record = records.parse(text)
        whole, line, reason = records.prefix(record)
        if whole is None or reason:
            raise GradatimError(f"this record does not hold: line {line}: {reason}")
        if step is not None and not 0 <= step <= len(record.events):
            raise GradatimError(f"this record has events 0 to {len(record.events)}, not {step}")
        table = whole if step is None else Table.replay(record.header, record.events[:step])
        if not table.events and "position" not in record.header:
            raise GradatimError("nothing is dealt yet at this point of the record")
        return table.state, seat_names(words, table)
    if step is not None:
        raise GradatimError("--step goes with a record, and this is a position")
    name = written.get("game")
    if not isinstance(name, str):
        raise GradatimError(f'a position names its game, as in "game": "{all_games.games()[0]}"')
    state: State = load(name).moves.read_position(written)
    return state, [words.say("cli.seat", number=seat) for seat in range(state.seats)]


def judge(state: State, seat: int, text: str) -> tuple[int, Refusal | None]:
    """What a typed move is: its id and None, or -1 and the refusal that it deserves.

    What names no move is taken as a pick of pieces, joined by + and with an announced number after =.
    """
    game = state.game
    try:
        move = game.moves.parse(text)
    except GradatimError:
        pieces = [piece for piece in text.replace(" ", "").replace("=", "+=").split("+") if piece]
        try:
            move, refused = game.moves.attempt(state.fields, seat, pieces)
        except GradatimError:
            unknown = next(r for r in game.rules.REFUSALS if r.key == "no_such_move")
            return -1, unknown
        return move, game.rules.REFUSALS[refused] if refused else None
    return move, state.refusal(seat, move)


def ask(path: Path, texts: Sequence[str], step: int | None, as_json: bool) -> None:
    state, names = position_of(files.read(path), step)
    words, game = catalogue(), state.game
    asked = state.ask_order()
    seat = asked[0] if asked else 0
    done, refused = [], []
    for text in map(files.printable, texts):
        who, move_text = _addressed(state, seat, text)
        move, refusal = judge(state, who, move_text)
        if refusal is not None:
            said = game.words.refusal(words, state, who, refusal, move_text=move_text)
            refused.append({"move": move_text, "seat": who, **said._asdict()})
            continue
        told = game.words.move(words, state, who, move)
        after = state.copy()
        after.play(move, who)
        done.append(
            {
                "seat": who,
                **told._asdict(),
                "after": {"to_move": list(after.to_move), "score": _score(game, after.score())},
            }
        )
    legal = state.legal(seat).texts() if asked else []
    if as_json:
        found = {
            "game": game.name,
            "seats": state.seats,
            "to_move": list(state.to_move),
            "legal": legal,
            "moves": done,
            "refused": refused,
            "score": _score(game, state.score()),
        }
        print(files.to_json(found))
        return
    for line in game.words.table(words, state, AUDIENCE, names):
        print(line)
    if state.over:
        say, note = game.words.result(words, state, names)
        print(words.say("cli.ask.result", say=say, note=note))
    if legal:
        print(words.say("cli.ask.legal", name=names[seat], moves=", ".join(legal)))
    for entry in done:
        print(words.say("cli.ask.does", move=entry["move"], say=entry["say"], note=entry["note"]))
        totals = [row["total"] for row in entry["after"]["score"]["rows"]]
        if totals != list(state.score().totals):
            points = [words.say("cli.ask.points", name=names[at], n=total) for at, total in enumerate(totals)]
            print(words.say("cli.ask.then", points=words.listing(points)))
    for entry in refused:
        said = {key: str(entry[key]) for key in ("move", "say", "place")}
        print(words.say("cli.ask.refused" if entry["place"] else "cli.ask.refused_plain", **said))


def _addressed(state: State, seat: int, text: str) -> tuple[int, str]:
    """A move may say whose it is: "1:take" is the take of seat 1."""
    who, colon, move = text.partition(":")
    if not colon or not who.strip().isdecimal():  # a move may hold a colon of its own
        return seat, text
    known = [str(number) for number in range(state.seats)]
    if who.strip() not in known:
        raise GradatimError(f"{text!r}: seats are numbered 0 to {state.seats - 1}")
    return known.index(who.strip()), move


def _score(game: Game, score: Score) -> dict[str, Any]:
    return {
        "ending": score.ending,
        "over": score.over,
        "parts": list(game.rules.PARTS),
        "rows": [
            {"seat": seat, "parts": list(parts), "total": score.totals[seat], "rank": score.ranks[seat]}
            for seat, parts in enumerate(score.parts)
        ],
        "winners": list(score.winners),
    }


def bench(name: str, seconds: float, as_json: bool) -> None:
    from rich.console import Console
    from rich.progress import Progress

    load(name)
    from gradatim.fast.bench import bench as measure

    words = catalogue()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(words.say("cli.bench.running"), total=None)
        figures = measure(name, seconds, lambda done, steps: bar.update(task, completed=done, total=steps))
    if as_json:
        print(files.to_json(figures))
        return
    for key, value in flat(figures):
        if isinstance(value, float):
            value = f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
        print(words.say("cli.bench.figure", key=key, value=value))


def flat(figures: dict[str, Any], before: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in figures.items():
        found += flat(value, f"{before}{key}.") if isinstance(value, dict) else [(f"{before}{key}", value)]
    return found
