"""`Table`: one game being played. It keeps the log, draws chance, takes moves back and re-plays a log.

The log is the game: whatever a table does is an event, and events alone rebuild it. Pure and synchronous, no input
or output; the server and the terminal put it to work.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from gradatim import __version__
from gradatim.core.game import load
from gradatim.core.state import Options, State
from gradatim.dialect.chance import NOTHING_KNOWN, SECRET_BYTES, chance_words, commitment
from gradatim.dialect.checks import check_keys, shown, whole
from gradatim.dialect.errors import GradatimError, RecordError
from gradatim.dialect.executor import Interpreted, Tape

FORMAT = 1
LATEST = (1 << 53) - 1  # what every reader of JSON takes for a whole number
HEADER = {"gradatim": int, "game": str, "rules": int, "seats": int, "options": dict, "commitment": str}
HEADER |= {"names": list[str], "contributions": list[str], "version": str, "position": dict, "code": str}
EVENT = {"n": int, "do": str, "at": int, "drew": list[int], "seat": int, "move": str, "refused": str}
OF_KIND = {"deal": (), "move": ("seat", "move"), "undo": ("seat",), "try": ("seat", "move", "refused")}


@dataclass(frozen=True)
class Event:
    """One line of a record. `drew` is what chance gave, `at` is milliseconds since the deal."""

    n: int
    kind: str  # deal, move, undo, try
    seat: int = -1
    move: str = ""
    drew: tuple[int, ...] = ()
    refused: str = ""
    at: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The record line; what is empty is left out."""
        line: dict[str, Any] = {"n": self.n, "do": self.kind}
        if self.seat >= 0:
            line["seat"] = self.seat
        rest = {"move": self.move, "refused": self.refused, "drew": list(self.drew), "at": self.at}
        return line | {key: value for key, value in rest.items() if value}

    @classmethod
    def from_dict(cls, line: Mapping[str, Any]) -> Self:
        """Raises GradatimError when a key is missing, unknown or of the wrong type."""
        check_keys("an event", line, EVENT, ("n", "do"))
        rest = dict(line)
        kind, drew = rest.pop("do"), tuple(rest.pop("drew", ()))
        if kind not in OF_KIND:
            raise GradatimError(f"an event does deal, move, undo or try, not {kind!r}")
        own = {key: EVENT[key] for key in (*list(EVENT)[:4], *OF_KIND[kind])}
        check_keys(f"the event {kind!r}", line, own, OF_KIND[kind])
        return cls(kind=kind, drew=drew, **rest)


class Table:
    """A game in progress, with its log. Make one with `open` or `replay`."""

    def __init__(self, state: State, tape: Tape, header: dict[str, Any]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._header = header
        self._tape = tape
        self._secret: bytes | None = None
        self._back: list[tuple[int, str, Any]] = []  # (seat, its move, row before): what undo may go back to
        self.taken_back: list[str] = []  # moves, until another is made; the last is the next to redo

    @classmethod
    def open(
        cls,
        game: str,
        seats: int,
        options: Options = None,
        *,
        secret: bytes | None = None,
        contributions: Sequence[str] = (),
        names: Sequence[str] = (),
        position: Mapping[str, Any] | None = None,
        code: str | None = None,
    ) -> Self:
        """Deal a new game; or, with a position (docs/records.md), start from that instead of a deal.

        A game that has deal codes is dealt by `code`, which says its options too, or else by one drawn from the secret.
        A table with a code needs no secret.
        """
        found = load(game)
        if secret is not None and code is None and position is None and hasattr(found.moves, "write_code"):
            code = found.moves.write_code(found.options(options), chance_words(secret, contributions, 0))
        if code is not None:
            options = {**found.read_code(code)[0], **(options or {})}
        elif secret is None:
            raise GradatimError("a table is dealt from a secret or by a code; it needs one of them")
        header = {"gradatim": FORMAT, "version": __version__, "game": game, "rules": found.rules.RULES_VERSION}
        header |= {"seats": found.check_seats(seats), "options": found.options(options), "names": list(names)}
        header |= {"commitment": secret and commitment(secret), "contributions": list(contributions)}
        header |= {"position": position and {**position}, "code": code}
        table = cls._from_header({key: value for key, value in header.items() if value is not None})
        if secret is not None:
            table.restore_secret(secret)
        if position is None:
            table._add(Event(0, "deal"))
        return table

    @classmethod
    def replay(cls, header: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> Self:
        """Rebuild a table from its record, checking every event; chance is what the record says it gave.

        Raises RecordError (header is line 1). `restore_secret` lets the table go on afterwards.
        """
        table = None
        try:
            table = cls._from_header(dict(header))
            for event in events:
                table.extend(event)
        except GradatimError as error:
            raise RecordError(len(table.events) + 2 if table else 1, str(error)) from error
        return table

    @classmethod
    def _from_header(cls, header: dict[str, Any]) -> Self:
        optional = {"version", "position", "code", "commitment" if "code" in header else ""}
        check_keys("a record's header", header, HEADER, [key for key in HEADER if key not in optional])
        game = load(header["game"])
        for key, known in (("gradatim", FORMAT), ("rules", game.rules.RULES_VERSION)):
            if header[key] != known:
                raise GradatimError(f"this record says {key} {header[key]}, but only version {known} is known here")
        tape = Tape()
        executor = Interpreted(game.rules, tape)
        state = State.blank(game, header["seats"], header["options"], executor)
        if len(header["names"]) > state.seats:
            raise GradatimError(f"{len(header['names'])} names are too many for {state.seats} seats")
        if "position" in header and "code" in header:
            raise GradatimError("a table begins with a position or with the deal of a code, not with both")
        if "position" in header:
            said, state = state.fields, game.moves.read_position(header["position"], executor)
            for name in ("seats", *game.fields(header["options"])):
                if getattr(said, name) != getattr(state.fields, name):
                    raise GradatimError(f"the header and its position differ in {name}")
        for name, value in (game.read_code(header["code"])[0] if "code" in header else {}).items():
            if getattr(state.fields, name) != value:
                raise GradatimError(f"the header and its code differ in {name}")
        executor.seed(state.row, NOTHING_KNOWN)
        return cls(state, tape, header)

    def restore_secret(self, secret: bytes) -> None:
        """Go on drawing chance from the table's own secret. Raises GradatimError if it is not the committed one."""
        if len(secret) != SECRET_BYTES or commitment(secret) != self._header.get("commitment"):
            raise GradatimError("this secret does not match the commitment in the record's header")
        self._secret = secret

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def names(self) -> list[str]:
        return list(self._header["names"])

    def header(self) -> dict[str, Any]:
        return dict(self._header)

    def result(self) -> dict[str, Any] | None:
        """The record's last line, once the game is over."""
        score = self.state.score()
        result = {"ending": score.ending, "totals": list(score.totals), "ranks": list(score.ranks)}
        return result if score.over else None

    def submit(self, seat: int, move: int | str, at: int = 0) -> Event:
        """Make a move. Raises Refused, and the table is then unchanged."""
        text = move if isinstance(move, str) else self.state.game.moves.text(self.state.check_move(move))
        return self._add(Event(len(self.events), "move", seat, text, at=at))

    def note_refused(self, seat: int, text: str, refused: str, at: int = 0) -> Event:
        """Write down an attempt that was refused, where that matters: a move, or a pick of pieces joined by +.

        Changes no position. Raises GradatimError if the rules do not refuse it for that reason.
        """
        text = text if isinstance(text, str) else shown(text)
        return self._add(Event(len(self.events), "try", seat, text, refused=refused, at=at))

    def can_undo(self, seat: int) -> bool:
        """May this seat take its last move back? Never after chance was drawn, or another seat has moved."""
        return bool(self._back) and self._back[-1][0] == seat

    def undo(self, seat: int, at: int = 0) -> Event:
        """Take this seat's last move back. Raises GradatimError when there is nothing it may take back."""
        return self._add(Event(len(self.events), "undo", seat, at=at))

    def extend(self, line: Mapping[str, Any], *, redeal: bool = False) -> Event:
        """Play one recorded event, with the chance it says it had; `redeal` draws that from the secret and compares.

        Raises GradatimError; nothing has changed then.
        """
        event = Event.from_dict(line)
        if event.n != len(self.events):
            raise GradatimError(f"event {len(self.events)} is missing: this one says n = {event.n}")
        self._tape.script = None if redeal else list(event.drew)
        try:
            return self._add(event, recorded=True)
        finally:
            self._tape.script = None

    def _add(self, event: Event, recorded: bool = False) -> Event:
        """Carry out an event and log it with what chance gave. On error nothing has changed."""
        state, executor = self.state, self.state.executor
        dealt = bool(self.events) or "position" in self._header
        at = whole(event.at, 0, LATEST, "at is the number of milliseconds since the deal")
        if event.kind != "deal":
            if not dealt:
                raise GradatimError("the first event must be the deal")
            event = replace(event, seat=state.check_seat(event.seat))
        before, back, taken_back = executor.copy(state.row), list(self._back), list(self.taken_back)
        self._tape.drew = []
        if self._secret is not None:
            executor.seed(state.row, chance_words(self._secret, self._header["contributions"], event.n))
        try:
            self._carry_out(event, dealt)
            drew = tuple(self._tape.drew)
            if recorded and (self._tape.script or drew != event.drew):
                raise GradatimError(f"chance gave {list(drew)}, but the record says {list(event.drew)}")
        except BaseException:
            state.row, self._back, self.taken_back = before, back, taken_back
            raise
        executor.seed(state.row, NOTHING_KNOWN)
        if event.kind == "move":
            self._remember(event, before, drew)
        done = replace(event, drew=drew, at=at)
        self.events.append(done)
        return done

    def _carry_out(self, event: Event, dealt: bool) -> None:
        state = self.state
        if event.kind == "deal":
            if dealt:
                raise GradatimError("this game has already been dealt")
            if "code" in self._header:
                self._tape.script = state.game.read_code(self._header["code"])[1]
            state.executor.run.deal(state.row)
            if "code" in self._header:
                self._tape.script, self._tape.drew = None, []  # it need not be written down again
        elif event.kind == "move":
            if self._secret is None and self._tape.script is None and "code" not in self._header:
                raise GradatimError("this table is only a replay: it has no secret to draw chance from")
            move = state.game.moves.parse(event.move)
            state.play(move, event.seat)
        elif event.kind == "undo":
            if not self.can_undo(event.seat):
                raise GradatimError(f"seat {event.seat} has no move that may be taken back")
            move, state.row = self._back.pop()[1:]
            self.taken_back.append(move)
        elif event.refused != (why := self._why_refused(event.seat, event.move)):
            raise GradatimError(
                f"{event.move!r} is said to be refused as {event.refused!r}, but it is {why or 'legal'}"
            )

    def _why_refused(self, seat: int, text: str) -> str:
        """The key of the refusal of a move, or of a pick of pieces joined by +; "" if it is legal."""
        game, row = self.state.game, self.state.row
        try:
            refusal = self.state.refusal(seat, text)
        except GradatimError:  # no move is written so: a pick
            refused = game.moves.attempt(self.state.executor.read(row), seat, text.split("+"))[1]
            refusal = game.rules.REFUSALS[refused] if refused else None
        return refusal.key if refusal else ""

    def _remember(self, event: Event, before: Any, drew: tuple[int, ...]) -> None:
        """Keep the way back as long as the game's `UNDO` allows, and the way forward again."""
        state, undo = self.state, self.state.game.rules.UNDO
        keeps = not drew and undo.keeps(state.fields, state.game.moves.parse(event.move), event.seat in state.to_move)
        back = [*(step for step in self._back if step[0] == event.seat), (event.seat, event.move, before)]
        self._back = back[undo.first(state.fields, len(back)) :] if keeps else []
        self.taken_back = self.taken_back[:-1] if self.taken_back[-1:] == [event.move] else []
