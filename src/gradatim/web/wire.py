"""Every message between browser and server, as data. ``docs/wire.md`` explains them; the client's types are
generated from this module (``python -m gradatim.web.types``), so this is the only place where they are stated.

A card's front is always spelled ``"f"`` and its kind (``"f5"``, ``"f15"``); nothing else on the wire is spelled so,
and a byte search of a seat's frames for a front means something.
"""

from typing import Any, Literal

import msgspec

from gradatim.web.limits import AWAY, RACE

# --- commands: browser to server, over the socket ---------------------------------------------------------------------


class Command(msgspec.Struct, tag_field="do", frozen=True, forbid_unknown_fields=True):
    """`id` is made by the client; a repeated id is answered with its first answer and does nothing again."""

    id: str


class Hello(Command, tag="hello", frozen=True):
    """The first message on a socket. `token` is the seat's secret ("" to watch), `since` the last event seen.

    `host` is the host's token, for whoever made the table; the seat made with the table is the host's anyway.
    `contribution` joins the shuffle when a seat kept for this token is taken up: the maker's own, or one that "play
    again" keeps.
    """

    token: str = ""
    since: int = 0
    host: str = ""
    contribution: str = ""


class Sit(Command, tag="sit", frozen=True):
    """Take an open seat. `contribution` is the client's own randomness, mixed into every shuffle."""

    seat: int
    name: str
    contribution: str = ""


class Rename(Command, tag="rename", frozen=True):
    name: str


class Fill(Command, tag="fill", frozen=True):
    """The host gives an open seat to a bot, or the seat of somebody who is away: they get it back when they return."""

    seat: int
    bot: str


class Move(Command, tag="move", frozen=True):
    """Make a move, in the game's notation. `on` is the view's `decision` that it answers."""

    on: str
    move: str


class Attempt(Command, tag="attempt", frozen=True):
    """Ask what a pick of pieces is: a move (in the answer's `move`), or the refusal it deserves. Changes nothing."""

    on: str
    pieces: list[str]


class Undo(Command, tag="undo", frozen=True):
    on: str


class Redo(Command, tag="redo", frozen=True):
    """Make the move again that was taken back last."""

    on: str


class Sync(Command, tag="sync", frozen=True):
    """Ask for the whole view again; also serves as a sign of life."""

    since: int = 0


AnyCommand = Hello | Sit | Rename | Fill | Move | Attempt | Undo | Redo | Sync
decoder = msgspec.json.Decoder(AnyCommand)


# --- server to browser, over the socket -------------------------------------------------------------------------------


class RefusalView(msgspec.Struct, frozen=True):
    """`rule` is the refusal's key, `place` where the rulebook says so ("" for table matters), `say` the sentence."""

    rule: str
    say: str
    place: str = ""
    note: str = ""


class MoveView(msgspec.Struct, frozen=True):
    """A legal move. `pieces` are the fronts it lays; `do` labels its button, `say` tells what it does."""

    move: str
    pieces: list[str]
    do: str
    say: str
    note: str = ""
    named: int = 0  # the number that wilds stand for, where the player had to choose it
    total: int = 0


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str  # shown as it is; for open seats ""
    letter: str  # on the seat's mark
    bot: str = ""
    live: bool = True  # a person with no socket is away
    to_move: bool = False
    status: str = ""  # the same, in words: "to play", "away", "bot, simple"


class EventView(msgspec.Struct, frozen=True):
    """One line of the log, worded for this eye.

    `say` is how the log keeps it. Where memory is the game that names no card which lies face down again; `once` is
    then the line as it is told when it happens, "" otherwise. Announce `once` or `say`, keep `say`.
    """

    seq: int
    seat: int  # -1: the table
    say: str
    kind: str = "move"  # move, take, deal, sit, undo, end …
    move: str = ""  # "" while it is this eye's no business
    once: str = ""


class ScoreRow(msgspec.Struct, frozen=True):
    seat: int
    parts: list[int]
    total: int
    rank: int


class ScoreView(msgspec.Struct, frozen=True):
    parts: list[str]  # labels
    rows: list[ScoreRow]  # in order of rank
    ending: str  # how it ended, as the rules call it; "running" between games
    say: str  # "Tomas wins with 9"
    note: str  # the rule that decided


class WindowView(msgspec.Struct, frozen=True):
    """An open race, or a choice that several seats make at the same time. Times are in ms.

    A race stays open for `minimum`, unless every person who may claim has answered before; of that, `left` was left
    when the view was sent (0: over). A choice has no time of its own: both are 0.
    """

    id: str  # the view's `decision`
    race: bool
    minimum: int
    left: int
    answered: list[int]  # the seats that have answered it


class View(msgspec.Struct, tag="view", tag_field="is", frozen=True):
    """All that one eye sees of a table. Sent whole after every event."""

    table: str
    game: str
    title: str  # "Escalation!"
    subtitle: str  # "Game 1 of 4 · 15 in the deck"
    rev: int  # the last event included
    decision: str  # what commands made now must carry in `on`: "r12" (revision) or "w3" (an open window)
    phase: Literal["gathering", "playing", "between", "over"]
    you: int  # own seat, -1 for a watcher
    host: bool
    seats: list[SeatView]
    prompt: str  # one sentence: what is going on
    note: str  # a second, smaller one
    board: dict[str, Any]  # the game's own view, see games/<game>/view.py; empty while gathering
    legal: list[MoveView]
    undo: bool
    redo: bool
    events: list[EventView]  # those after the socket's last one
    options: dict[str, int]
    commitment: str  # SHA-256 of the table's secret
    score: ScoreView | None = None  # between games and at the end
    window: WindowView | None = None
    next_table: str = ""  # "play again" has been pressed: go there; the seat's token is good there too


class Presence(msgspec.Struct, tag="presence", tag_field="is", frozen=True):
    """Somebody came or went; nothing else changed."""

    seats: list[SeatView]


class Answer(msgspec.Struct, tag="answer", tag_field="is", frozen=True):
    """The answer to one command. A refused command has changed nothing, and a fresh View follows a stale one."""

    id: str
    ok: bool
    refused: RefusalView | None = None
    move: MoveView | None = None  # to an Attempt
    seat: int = -1  # to a Sit
    token: str = ""  # to a Sit: keep it, it is the seat; to a Hello, `seat` tells whether its token was good


AnyMessage = View | Presence | Answer
encoder = msgspec.json.Encoder()


# --- over HTTP --------------------------------------------------------------------------------------------------------


class OptionValue(msgspec.Struct, frozen=True):
    value: int
    label: str


class OptionView(msgspec.Struct, frozen=True):
    name: str
    label: str
    help: str
    default: int
    values: list[OptionValue]


class BotView(msgspec.Struct, frozen=True):
    name: str
    label: str


class PresetView(msgspec.Struct, frozen=True):
    name: str
    label: str
    options: dict[str, int]


class GameView(msgspec.Struct, frozen=True):
    """GET /api/games: one of these a game."""

    name: str
    title: str
    pitch: str
    minutes: int
    seats: list[int]  # the allowed numbers
    options: list[OptionView]
    presets: list[PresetView]
    bots: list[BotView]
    usual: str  # the bot that plays when nobody says which
    codes: bool  # has deal codes: `NewTable.code` deals by one
    daily: str  # the code of today's deal (UTC), the same for everybody; "" without codes
    advises: bool  # has a solver: see `Advise`


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["me", "bot", "open"]
    bot: str = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables. In ms: `pace` is how long bots wait before they move, `race` how long a race stays open where
    people play, `away` how long somebody may be gone before the clock moves for them.

    `code` deals a game that has deal codes by one; its options are the code's. `contribution` is accepted and not used,
    here and in `Again`: it would come before the commitment. Hello takes it.
    """

    game: str
    seats: list[SeatWish]
    options: dict[str, int] = {}
    name: str = ""
    contribution: str = ""
    pace: int = 700
    race: int = RACE
    away: int = AWAY
    code: str = ""


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/again, with a seat's or the host's token as bearer: the same game, the same seats."""

    contribution: str = ""


class TableMade(msgspec.Struct, frozen=True):
    table: str
    seat: int  # -1 if none was taken
    token: str  # "" if none
    host_token: str  # the right to fill seats and play again, even without a seat
    link: str  # path of the table: /t/<table>
    commitment: str  # SHA-256 of the table's secret, known before anybody contributes


class Advise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{table}/advice, with a seat's token as bearer: can this still be won, and how?

    `at` is the event of the record after which it is asked (0: the deal, -1: now). `line` is the line of the answer
    before, kept while the player follows it.
    """

    at: int = -1
    line: list[str] = []


class AdviceView(msgspec.Struct, frozen=True):
    """`result` is of the position; where cards are face down it is only what the visible ones prove.

    `move` begins `line`, which wins ("" and empty where none is known). `likely`: it wins in `wins` of `worlds` samples
    of the face-down cards. `say` and `note` tell the same in words, or why the position is lost. `nodes` were searched.
    """

    at: int  # the event that this is about
    result: Literal["winnable", "lost", "unknown"]
    move: str
    pieces: list[str]  # of `move`
    line: list[str]
    say: str
    note: str
    likely: bool = False
    wins: int = 0
    worlds: int = 0
    nodes: int = 0


class RuleView(msgspec.Struct, frozen=True):
    """GET /api/rules/{game}: one of these a rule. `place` is its rulebook place, `rulings` the rows it rests on."""

    key: str
    heading: str  # "" when it continues the section before
    text: str
    place: str
    rulings: list[str]


class StepView(msgspec.Struct, frozen=True):
    """One position of a finished game: what was done, and the board after it."""

    seq: int
    seat: int
    say: str
    board: dict[str, Any]


class ReplayView(msgspec.Struct, frozen=True):
    """GET /api/tables/{table}/replay (a finished game), POST /api/replay (a record file).

    `problem` says where and why a broken record stops to hold; the steps are those before.
    """

    game: str
    title: str
    seats: list[SeatView]
    steps: list[StepView]
    score: ScoreView | None
    problem: str = ""


class Problem(msgspec.Struct, frozen=True):
    """Every HTTP error: what was wrong and what would be right."""

    error: str


def plain(error: Exception) -> str:
    """What is wrong with some JSON, naming the field: "seat: expected `int`, got `str`"."""
    text = str(error) or type(error).__name__
    said, _, path = text.partition(" - at `")
    field = path.rstrip("`").removeprefix("$").removeprefix(".")
    said = said if said.startswith("JSON") else said[:1].lower() + said[1:]
    return f"{field}: {said}" if field else said
