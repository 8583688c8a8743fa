"""A game in the terminal: plain sentences, one line each, so that a screen reader reads them in order.

The table is saved after every move of yours; end of input and Ctrl-C leave quietly, and the game waits.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gradatim.bots import choose, has_solver, named, solver, usual
from gradatim.bots import names as bot_names
from gradatim.cli import files, questions
from gradatim.core import Game, GradatimError, RecordError, Table, load
from gradatim.core import record as records
from gradatim.dialect.contract import hold
from gradatim.words import Words, catalogue, plain

YOU = 0  # the person's seat in a game opened here
NOTHING = (0, -1)


@dataclass(frozen=True)
class Wish:
    """What the command line asked for."""

    game: str
    seats: int | None
    bots: str | None
    options: Sequence[str]
    preset: str
    seed: int | None
    load: Path | None
    new: bool
    code: str | None = None


class Leave(Exception):  # it is no error
    """The player goes; `said` is False when there is nobody to talk to any more."""

    def __init__(self, said: bool) -> None:
        super().__init__()
        self.said = said


def play(wish: Wish) -> int:
    game = load(wish.game)
    words = catalogue()
    try:
        session = _begin(wish, game, words)
    except Leave:
        return 0
    return session.run()


def saved_path(game: str) -> Path:
    """Where the running game of the terminal waits."""
    import platformdirs

    return platformdirs.user_data_path("gradatim") / "terminal" / f"{game}.jsonl"


def _begin(wish: Wish, game: Game, words: Words) -> Session:
    low, high = game.rules.SEATS
    seats = game.check_seats(wish.seats if wish.seats is not None else max(low, min(4, high)))
    bots, options = _bots(wish, game, seats), _options(wish, game)  # what is wrong is said before anything is asked
    if wish.code is not None:
        game.read_code(wish.code)
    if wish.load is not None:
        return Session(words, *_open(game, words, wish.load))
    waiting = saved_path(game.name)
    if os.path.exists(waiting) and not wish.new and wish.seed is None and wish.code is None:
        print(words.say("cli.terminal.resume", title=plain.title(words, game)))
        while True:
            answer = _ask(words.say("cli.terminal.yes_no")).lower()
            if answer in ("y", "yes", ""):
                try:
                    return Session(words, *_open(game, words, waiting), resumed=True)
                except GradatimError as error:
                    print(words.say("cli.terminal.unreadable", reason=str(error)))
                    break
            if answer in ("n", "no"):
                break
    secret = _secret(wish.seed)
    return Session(words, _deal(game, words, bots, options, secret, code=wish.code), secret)


def _secret(seed: int | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(32)
    return hashlib.sha256(f"gradatim terminal {seed}".encode()).digest()


def _options(wish: Wish, game: Game) -> dict[str, object]:
    presets = game.rules.PRESETS
    if wish.preset and wish.preset not in presets:
        raise GradatimError(f"{game.name} has no preset {wish.preset!r}; it has {', '.join(presets)}")
    given: dict[str, object] = dict(presets.get(wish.preset, {}))
    for option in wish.options:
        name, equals, value = option.partition("=")
        if not equals:
            raise GradatimError(f"an option is written name=value, not {option!r}")
        given[name.strip()] = files.option(value.strip())
    game.options(given)
    return given


def _bots(wish: Wish, game: Game, seats: int) -> list[str]:
    """A bot for each seat but the person's; a short list goes round."""
    said = usual(game.name) if wish.bots is None else wish.bots
    wanted = [bot.strip() for bot in said.split(",")]
    for bot in wanted:
        named(game.name, bot)
    return ["" if seat == YOU else wanted[(seat - 1) % len(wanted)] for seat in range(seats)]


def _deal(
    game: Game,
    words: Words,
    bots: list[str],
    options: dict[str, object],
    secret: bytes,
    position: dict[str, Any] | None = None,
    code: str | None = None,
) -> Table:
    names = [
        words.say("cli.bot", name=words.say(f"server.seat.bot.{seat + 1}"), bot=bot)
        if bot
        else words.say("server.seat.player", number=seat + 1)
        for seat, bot in enumerate(bots)
    ]
    return Table.open(game.name, len(bots), options, secret=secret, names=names, position=position, code=code)


def _who(game: str, name: str) -> tuple[str, str]:
    """A seat's name in a record, taken apart into name and bot: "Ben (simple)"; no bot for a person."""
    plain, bracket, bot = name.removesuffix(")").rpartition(" (")
    return (plain, bot) if bracket and bot in bot_names(game) else (name, "")


def _open(game: Game, words: Words, path: Path) -> tuple[Table, bytes | None]:
    """The table of a saved game or of a position, and its secret. Raises GradatimError."""
    text = files.read(path)
    position = files.position(text)
    if position is not None:
        state, _ = questions.position_of(text)
        if state.game.name != game.name:
            raise GradatimError(f"{path} is a position of {state.game.name}, not of {game.name}")
        asked = state.ask_order()
        you = asked[0] if asked else YOU
        bots = ["" if seat == you else usual(game.name) for seat in range(state.seats)]
        options: dict[str, object] = dict(position.get("options", {}))
        secret = _secret(None)
        return _deal(game, words, bots, options, secret, position), secret
    record = records.parse(text)
    try:
        table = records.load(record)
    except RecordError as error:
        raise GradatimError(f"{path} does not hold: {error}") from error
    if table.state.game.name != game.name:
        raise GradatimError(f"{path} is a game of {table.state.game.name}, not of {game.name}")
    if record.secret is None and "code" not in record.header and not table.state.over:
        raise GradatimError(f"{path} holds no secret to go on dealing from; `gradatim replay` tells it")
    return table, record.secret


def _ask(prompt: str) -> str:
    """One line from the player. Raises Leave at the end of the input and on Ctrl-C."""
    try:
        if not sys.stdin.isatty():
            print(prompt)
            prompt = ""
        return files.printable(input(prompt and f"{prompt} ").strip())
    except EOFError:
        raise Leave(said=False) from None
    except KeyboardInterrupt:
        raise Leave(said=False) from None
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"


class Session:
    """One person at a table with bots."""

    def __init__(self, words: Words, table: Table, secret: bytes | None, resumed: bool = False) -> None:
        self.words = words
        self.waits = saved_path(table.state.game.name)
        self._sit(table, secret)
        self.kept = resumed  # is what waits there this very game?

    def _sit(self, table: Table, secret: bytes | None) -> None:
        """Take a table: the names in its record say which seats bots play."""
        game = table.state.game
        who = [_who(game.name, name) for name in questions.seat_names(self.words, table)]
        bots = [bot for _, bot in who]
        if bots.count("") != 1:  # a record from elsewhere
            you = bots.index("") if "" in bots else YOU
            bots = ["" if seat == you else bot or usual(game.name) for seat, bot in enumerate(bots)]
        self.table, self.secret, self.game, self.bots = table, secret, game, bots
        self.you = bots.index("")
        self.line: list[str] = []  # of the last hint
        self.behind = NOTHING  # window and the turn move that waits until a race is over
        self.names = [self.words.say("cli.you") if seat == self.you else name for seat, (name, _) in enumerate(who)]
        self.kept = False

    def run(self) -> int:
        """Play until the game is over or the player leaves."""
        self._hello()
        try:
            going = True
            while going:
                while not self.table.state.over:
                    seat = self._asked()
                    if seat == self.you:
                        self._turn()
                    else:
                        self._bot_turn(seat)
                self._end()
                going = self._goes_on()
        except Leave as leave:
            self._leave(leave.said)
        except KeyboardInterrupt:
            self._leave(said=False)
        return 0

    # --- telling --------------------------------------------------------------------------------------------

    def _say(self, key: str, n: int | None = None, **facts: str | int) -> None:
        print(self.words.say(key, n, **facts))

    def _hello(self) -> None:
        self._say("cli.terminal.hello", title=plain.title(self.words, self.game))
        for seat, bot in enumerate(self.bots):
            if bot:
                self._say("cli.terminal.seat", name=self.names[seat], bot=self.words.say(f"bot.{bot}"))
        self._say("cli.terminal.hint")
        if len(self.table.events) <= 1 and self.table.events:
            self._log(self.table.events[0], self.table.state)

    def _log(self, event: Any, before: Any) -> None:
        print(self.game.words.event(self.words, before, event, self.you, self.names)[0])

    def _prompt(self) -> None:
        state = self.table.state
        say, note = self.game.words.prompt(self.words, state, self.you, self.names)
        self._say("cli.terminal.prompt", say=say, note=note)
        self._hand()
        texts = enumerate(state.legal(self.you).texts(), 1)
        listed = [self.words.say("cli.terminal.move_short", number=at, move=text) for at, text in texts]
        self._say("cli.terminal.moves_short", moves=", ".join(listed))

    def _hand(self) -> None:
        for line in self.game.words.hand(self.words, self.table.state, self.you):
            print(line)

    def _moves(self) -> None:
        state = self.table.state
        for number, move in enumerate(state.legal(self.you), 1):
            told = self.game.words.move(self.words, state, self.you, move)
            self._say("cli.terminal.move", number=number, move=told.move, say=told.say, note=told.note)

    # --- playing --------------------------------------------------------------------------------------------

    def _asked(self) -> int:
        """Whose answer comes next: in a race or a choice in the rulebook's order; else the player's, who may go on."""
        state = self.table.state
        return self.you if state.window == 0 and self.you in state.to_move else state.ask_order()[0]

    def _races(self) -> bool:
        """May others still answer the open window? Then nobody's turn begins yet."""
        return self.table.state.window != 0 and len(self.table.state.ask_order()) > 1

    def _bot_turn(self, seat: int) -> None:
        state = self.table.state
        number = len(self.table.events)
        seed = hashlib.sha256(f"{self.table.header()['commitment']} bot {number}".encode()).digest()
        sight = state.sight(seat).to_dict()
        closes, races = state.executor.run.closes, self._races()
        legal = [move for move in state.legal(seat) if not (races and closes(move))]
        move = choose(self.game.name, self.bots[seat], sight, seat, legal, int.from_bytes(seed[:8], "big"))
        self._submit(seat, move)

    def _submit(self, seat: int, move: int) -> None:
        before = self.table.state.copy()
        event = self.table.submit(seat, move)
        passed = move == hold(self.game.rules) and before.window == self.table.state.window
        if not passed:  # who lets a race go by is no news
            self._log(event, before)
        if seat == self.you and not self.table.state.over:
            self._keep()

    def _turn(self) -> None:
        """Ask until something moves: a move, a take-back, or another table."""
        window, move = self.behind
        self.behind = NOTHING
        if window and window == self.table.state.window:  # nobody has called
            self._submit(self.you, move)
            return
        self._prompt()
        while True:
            line = _ask(self.words.say("cli.terminal.ask"))
            command, _, rest = line.partition(" ")
            if self._command(command.lower(), rest.strip()):
                return
            if command and command.lower() not in COMMANDS and self._move(line):
                return

    def _move(self, line: str) -> bool:
        state = self.table.state
        legal = list(state.legal(self.you))
        number = line[1:].strip()
        if line.startswith("#") and number.isdecimal():  # by its number in the list
            numbers = [str(at) for at in range(1, len(legal) + 1)]
            if number not in numbers:
                self._say("cli.terminal.no_such_number", n=len(legal), number=number)
                return False
            self._play(legal[numbers.index(number)])
            return True
        move, refusal = questions.judge(state, self.you, line)
        if refusal is not None:
            told = self.game.words.refusal(self.words, state, self.you, refusal, move_text=line)
            key = "cli.terminal.refused" if told.note else "cli.terminal.refused_plain"
            self._say(key, say=told.say, note=told.note)
            return False
        self._play(move)
        return True

    def _play(self, move: int) -> None:
        """Make a move; a turn move in a race is "no call" first, and made when the race is over without one."""
        state = self.table.state
        if self._races() and state.executor.run.closes(move):
            self.behind = (state.window, move)
            move = hold(self.game.rules)
        self._submit(self.you, move)

    def _goes_on(self) -> bool:
        """After the end, where a move can still be taken back or the deal played again: does the player want that?"""
        while self.table.can_undo(self.you) or self._coded:
            try:
                command, _, rest = _ask(self.words.say("cli.terminal.after")).partition(" ")
                if self._command(command.lower(), rest.strip()):
                    return True
            except Leave:
                break
        return False

    def _command(self, command: str, rest: str) -> bool:
        """Carry out a command; True if the turn has to be looked at anew."""
        words, state = self.words, self.table.state
        if command == "quit":
            raise Leave(said=True)
        if command == "help":
            for key in HELP:
                if (key not in ("restart", "new") or self._coded) and (key != "hint" or has_solver(self.game.name)):
                    print(words.say(f"cli.terminal.help.{key}"))
        elif command == "moves":
            self._moves()
        elif command == "hand":
            self._hand()
        elif command == "table":
            for line in self.game.words.table(words, state, self.you, self.names):
                print(line)
        elif command == "scores":
            self._scores()
        elif command == "rules":
            for line in questions.rules_lines(words, self.game):
                if line:
                    print(line)
        elif command == "hint":
            self._hint()
        elif command == "undo":
            return self._undo()
        elif command == "redo":
            return self._redo()
        elif command in ("restart", "new"):
            return self._anew(self.table.header().get("code") if command == "restart" else rest or None)
        elif command == "save":
            if not rest:
                self._say("cli.terminal.save_where")
            elif self._save(rest, typed=True):
                self._say("cli.terminal.saved_running", path=rest)
        elif command == "load":
            return self._load(rest)
        return False

    def _hint(self) -> None:
        """The next move of a line that wins; the line stays while the player follows it."""
        if not has_solver(self.game.name):
            self._say("cli.terminal.no_solver")
            return
        state = self.table.state
        found = asdict(solver(self.game.name).hint(state.sight(self.you).to_dict(), self.line))
        self.line = found["line"]
        say, note = self.game.words.advice(self.words, state, self.you, found)
        if found["move"]:
            self._say("cli.terminal.advice", move=found["move"], say=say, note=note)
        else:
            print(f"{say} {note}".strip())

    def _undo(self) -> bool:
        if not self.table.can_undo(self.you):
            self._say("cli.terminal.no_undo")
            return False
        before = self.table.state.copy()
        self._log(self.table.undo(self.you), before)
        return True

    def _redo(self) -> bool:
        if not self.table.taken_back:
            self._say("cli.terminal.no_redo")
            return False
        self._submit(self.you, self.game.moves.parse(self.table.taken_back[-1]))
        return True

    @property
    def _coded(self) -> bool:
        """Was this game dealt by a public code, so that it can be dealt again, or another one in its place?"""
        return "code" in self.table.header()

    def _anew(self, code: str | None) -> bool:
        """Deal by a code, or by a new one with the same options; the game so far steps aside once a move is made."""
        if not self._coded:
            self._say("cli.terminal.no_code")
            return False
        secret, options = _secret(None), self.table.header()["options"]
        try:
            said = self.game.read_code(code)[0] if code else {}
            kept = {name: value for name, value in options.items() if name not in said}
            self._sit(_deal(self.game, self.words, self.bots, kept, secret, code=code), secret)
        except GradatimError as error:
            self._say("cli.terminal.not_loaded", reason=str(error))
            return False
        self._hello()
        return True

    def _load(self, rest: str) -> bool:
        if not rest:
            self._say("cli.terminal.load_which")
            return False
        try:
            self._sit(*_open(self.game, self.words, files.typed(rest)))
        except GradatimError as error:
            self._say("cli.terminal.not_loaded", reason=str(error))
            return False
        self._hello()
        return True

    def _scores(self) -> None:
        score = self.table.state.score()
        parts = [plain.part(self.words, self.game, part) for part in self.game.rules.PARTS]
        for seat in sorted(range(self.table.seats), key=lambda seat: score.ranks[seat]):
            shown = [
                self.words.say("cli.terminal.part", part=part, points=points)
                for part, points in zip(parts, score.parts[seat], strict=True)
                if points
            ]
            name, total, rank = self.names[seat], score.totals[seat], score.ranks[seat]
            if len(shown) > 1:
                parts_shown = ", ".join(shown)
                self._say("cli.terminal.score_parts", name=name, total=total, rank=rank, parts=parts_shown)
            else:
                self._say("cli.terminal.score", name=name, total=total, rank=rank)

    # --- files ----------------------------------------------------------------------------------------------

    def _save(self, path: Path | str, typed: bool = False) -> bool:
        try:
            if typed:
                path = files.typed(str(path))
                files.check_free(path)
            files.write(Path(path), records.dump(self.table, self.secret))
        except GradatimError as error:
            self._say("cli.terminal.not_saved", reason=str(error))
            return False
        return True

    def _keep(self) -> bool:
        """Save the running game where the next session finds it; another game that waits there steps aside."""
        if not self.kept and os.path.exists(self.waits):
            before = self.waits.with_suffix(".before.jsonl")
            try:
                self.waits.replace(before)
                self._say("cli.terminal.before", command=f"load {before}")
            except OSError as error:
                self._say("cli.terminal.not_saved", reason=error.strerror or str(error))
                return False
        self.kept = self._save(self.waits)
        return self.kept

    def _leave(self, said: bool) -> None:
        if not said:
            print()
        if self._keep():
            self._say("cli.terminal.bye", command=f"gradatim terminal {self.game.name}")

    def _end(self) -> None:
        say, note = self.game.words.result(self.words, self.table.state, self.names, self.you)
        self._say("cli.terminal.prompt", say=say, note=note)
        if self.table.seats > 1 or len(self.game.rules.PARTS) > 1:
            self._scores()
        finished = self.waits.with_suffix(".last.jsonl")
        if self._save(finished):
            self._say("cli.terminal.saved", path=str(finished))
        if self.kept:
            with contextlib.suppress(OSError):
                self.waits.unlink()


COMMANDS = (
    "moves",
    "hand",
    "table",
    "scores",
    "rules",
    "hint",
    "undo",
    "redo",
    "restart",
    "new",
    "save",
    "load",
    "quit",
    "help",
)
HELP = ("move", "number", *COMMANDS[:-1])
