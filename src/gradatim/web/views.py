"""What an eye sees of a table. Everything that leaves the server about a running game is made here."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import ceil
from typing import Any

import msgspec

from gradatim import bots
from gradatim.core.game import load
from gradatim.core.record import Record, lines
from gradatim.core.state import State
from gradatim.core.table import Event, Table
from gradatim.dialect.contract import AUDIENCE
from gradatim.dialect.errors import GradatimError, RecordError
from gradatim.dialect.rows import Row
from gradatim.web.deals import code_of_day, has_codes
from gradatim.web.limits import MOST_NAME, MOST_STEPS
from gradatim.web.lines import GameLine
from gradatim.web.people import bot_label
from gradatim.web.race import is_race
from gradatim.web.sitting import Sitting
from gradatim.web.wire import (
    BotView,
    GameView,
    MoveView,
    OptionValue,
    OptionView,
    PresetView,
    RefusalView,
    ReplayView,
    ScoreRow,
    ScoreView,
    SeatView,
    StepView,
    View,
    WindowView,
)
from gradatim.words import Words, plain


class Still(State):
    """A position while it stays as it is: each sight is made once, however many sentences ask for it."""

    def __init__(self, state: State) -> None:
        super().__init__(state.game, state.row, state.executor)
        self._sights: dict[int, Row] = {}

    def sight(self, eye: int) -> Row:
        if eye not in self._sights:
            self._sights[eye] = super().sight(eye)
        return self._sights[eye]

    def copy(self) -> State:  # type: ignore[override]
        """A position that may be played on, and so is no longer still."""
        return State(self.game, self.executor.copy(self.row), self.executor)


def view_for(at: Sitting, eye: int, since: int, host: bool = False, told: int | None = None) -> View:
    """The one way from a table to an eye: joining, the stream and rejoining all send this.

    `since` is the last event that the socket has had, `told` the last that the eye has been told as it happened: what
    moves show for a moment is told once.
    """
    words, said, state = at.words, at.game.words, Still(at.table.state) if at.table else None
    missing = sum(seat.kind in ("open", "held") for seat in at.seats)
    if state is None:
        subtitle = words.say("server.gathering.subtitle", n=len(at.seats))
        prompt, note = words.say("server.gathering.prompt", n=missing), words.say("server.gathering.note")
    else:
        subtitle = said.subtitle(words, state)
        prompt, note = said.prompt(words, state, eye, at.names)
    scored = state is not None and at.phase in ("between", "over")
    told = at.rev if told is None else told
    fresh = [line for line in at.lines if isinstance(line, GameLine) and line.seq > told]
    shown = [card for line in fresh for card in line.shown(eye)]
    return View(
        table=at.table_id,
        game=at.game.name,
        title=plain.title(words, at.game),
        subtitle=subtitle,
        rev=at.rev,
        decision=at.decision,
        phase=at.phase,
        you=eye,
        host=host,
        seats=seat_views(at),
        prompt=prompt,
        note=note,
        board=board(state, eye, words, shown) if state else {},
        legal=legal_views(state, eye, words) if state else [],
        undo=at.may_undo(eye),
        redo=at.may_redo(eye),
        events=[line.view(words, eye, line.seq > told) for line in at.lines if line.seq > since],
        options=at.options,
        commitment=at.commitment,
        score=score_view(state, eye, at.names, words) if state and scored else None,
        window=window_view(at, state) if state else None,
        next_table=at.next_table,
    )


def window_view(at: Sitting, state: State) -> WindowView | None:
    """The open window with its time, None if there is none."""
    if state.window == 0:
        return None
    limit, left = (at.race.limit, ceil(at.race.left)) if at.race else (0, 0)
    return WindowView(at.decision, is_race(state), minimum=limit, left=left, answered=at.answered)


def seat_views(at: Sitting) -> list[SeatView]:
    """The seats as everybody sees them."""
    return [_seat_view(at, number) for number in range(len(at.seats))]


def _seat_view(at: Sitting, number: int) -> SeatView:
    seat, words = at.seats[number], at.words
    live = seat.kind == "bot" or at.is_live(number)
    to_move = number in at.turns
    bot = bot_label(words, seat.bot) if seat.kind == "bot" else ""
    if seat.kind == "open":
        status = words.say("server.status.open")
    elif seat.kind == "held":
        status = words.say("server.status.expected")
    elif seat.kind == "bot":
        status = words.say("server.status.bot_to_play" if to_move else "server.status.bot", bot=bot)
    elif not live:
        status = words.say("server.status.away_to_play" if to_move else "server.status.away")
    else:
        status = words.say("server.status.to_play") if to_move else ""
    return SeatView(
        seat=number,
        kind="person" if seat.kind == "held" else seat.kind,
        name=seat.name,
        letter=seat.name[:1].upper(),
        bot=seat.bot,
        live=live and seat.kind not in ("open", "held"),
        to_move=to_move,
        status=status,
    )


def board(state: State, eye: int, words: Words, shown: Sequence[Any] = (), open_hands: bool = False) -> dict[str, Any]:
    """The game's own view as JSON values. `open_hands`: only for a game that is over."""
    more: dict[str, Any] = {"open_hands": True} if open_hands else {}
    if shown:  # only games that show cards for a moment take them
        more["shown"] = shown
    values = msgspec.to_builtins(state.game.view.board(state, eye, words, **more))
    assert isinstance(values, dict)
    return values


def legal_views(state: State, eye: int, words: Words) -> list[MoveView]:
    if eye not in state.to_move:
        return []
    return [move_view(state, eye, move, words) for move in state.legal(eye)]


def move_view(state: State, seat: int, move: int, words: Words) -> MoveView:
    return MoveView(*state.game.words.move(words, state, seat, move))


def refusal_view(words: Words, key: str, n: int | None = None, **facts: str | int) -> RefusalView:
    """A refusal of the table itself, as opposed to one of the rules. `n` is for the note."""
    say = words.say(f"server.refusal.{key}", None, **facts)
    return RefusalView(rule=key, say=say, note=words.say(f"server.refusal.{key}.note", n=n, **facts))


def score_view(state: State, eye: int, names: Sequence[str], words: Words) -> ScoreView:
    score = state.score()
    rows = [
        ScoreRow(seat=seat, parts=list(score.parts[seat]), total=score.totals[seat], rank=score.ranks[seat])
        for seat in range(state.seats)
    ]
    say, note = state.game.words.result(words, state, names, eye)
    return ScoreView(
        parts=[plain.part(words, state.game, name) for name in state.game.rules.PARTS],
        rows=sorted(rows, key=lambda row: (row.rank, row.seat)),
        ending=score.ending,
        say=say,
        note=note,
    )


def replay_view(record: Record, words: Words, seats: list[SeatView] | None = None) -> ReplayView:
    """A finished game, or a record file, step by step, everything open. Raises GradatimError if none of it holds."""
    if not record.header and record.problem:
        raise RecordError(record.line, record.problem)
    table = Table.replay(record.header, [])
    state = table.state
    names = _names(table, words)
    steps: list[StepView] = []
    line, problem = record.line, record.problem
    for number, raw in enumerate(record.events, start=2):
        before = state.copy()
        try:
            if len(steps) >= MOST_STEPS:
                raise GradatimError(f"more than {MOST_STEPS} steps are not shown")
            event = table.extend(raw)
        except GradatimError as error:
            line, problem = number, str(error)
            break
        if event.kind != "try":
            said = state if event.kind == "deal" else before
            say = state.game.words.event(words, said, event, AUDIENCE, names)[0]
            shown = board(state, AUDIENCE, words, open_hands=True)
            steps.append(StepView(seq=event.n, seat=event.seat, say=say, board=shown))
    if problem and not steps:
        raise RecordError(line, problem)
    return ReplayView(
        game=state.game.name,
        title=plain.title(words, state.game),
        seats=seats or [_plain_seat(seat, name) for seat, name in enumerate(names)],
        steps=steps,
        score=score_view(state, AUDIENCE, names, words) if state.over else None,
        problem=words.say("server.problem.bad_record", line=line, reason=problem) if problem else "",
    )


def _names(table: Table, words: Words) -> list[str]:
    """The names in a record, and for seats without one "Player 2"."""
    named = [name[:MOST_NAME] for name in table.names[: table.seats]]
    named += [""] * (table.seats - len(named))
    return [name or words.say("server.seat.player", number=seat + 1) for seat, name in enumerate(named)]


def _plain_seat(seat: int, name: str) -> SeatView:
    return SeatView(seat=seat, kind="person", name=name, letter=name[:1].upper())


def redacted_record(at: Sitting, table: Table, eye: int) -> str:
    """A running game's record as one eye may have it, named by what goes in: no chance, nobody else's refused tries,
    nobody else's choice that others have still to make."""
    keys = ("gradatim", "version", "game", "rules", "seats", "options", "names", "commitment", "code")
    header = {key: value for key, value in table.header().items() if key in keys}
    header["contributions"] = [""] * len(table.header()["contributions"])
    window, told = table.state.window, [line for line in at.lines if isinstance(line, GameLine)]
    secret = {line.event.n for line in told if line.secret and line.before.window == window}
    return lines([header, *(_as_seen(event, eye, event.n in secret).to_dict() for event in table.events)])


def _as_seen(event: Event, eye: int, secret: bool) -> Event:
    if (secret or event.kind == "try") and event.seat != eye:
        return replace(event, move="", refused="", drew=())
    return replace(event, drew=())


def game_view(name: str, words: Words) -> GameView:
    """A game as the lobby shows it."""
    game = load(name)
    rules, said = game.rules, game.words
    options = [
        OptionView(
            name=option.name,
            label=plain.option_label(words, game, option.name),
            help=plain.option_help(words, game, option.name),
            default=option.default,
            values=[OptionValue(v, said.option_value(words, option.name, v)) for v in option.values],
        )
        for option in rules.OPTIONS
    ]
    presets = [
        PresetView(key, plain.preset_label(words, game, key), dict(value)) for key, value in rules.PRESETS.items()
    ]
    return GameView(
        name=name,
        title=plain.title(words, game),
        pitch=plain.pitch(words, game),
        minutes=said.MINUTES,
        seats=list(range(rules.SEATS[0], rules.SEATS[1] + 1)),
        options=options,
        presets=presets,
        bots=[BotView(bot, bot_label(words, bot)) for bot in bots.names(name)],
        usual=bots.usual(name),
        codes=has_codes(game),
        daily=code_of_day(game, datetime.now(UTC).date()) if has_codes(game) else "",
        advises=bots.has_solver(name),
    )
