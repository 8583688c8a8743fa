"""`Table`: one game being played. It keeps the log, draws chance, takes moves back and re-plays a log.

The log is the game: whatever a table does is an event, and events alone rebuild it. Pure and synchronous, no input
or output; the server and the terminal put it to work.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from gradatim import __version__
from gradatim.core.game import load
from gradatim.core.state import Options, State
from gradatim.dialect.checks import check_keys, shown, whole
from gradatim.dialect.errors import GradatimError, RecordError
from gradatim.dialect.executor import Interpreted, Tape

FORMAT = 1
SECRET_BYTES = 32
LATEST = (1 << 53) - 1  # what every reader of JSON takes for a whole number
NOTHING_KNOWN = (0, 0, 0, 0)  # what the generator holds between two moves, so that no state foretells chance


def commitment(secret: bytes) -> str:
    """What is published before the deal: the SHA-256 of the table's secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def chance_words(secret: bytes, contributions: Sequence[str], number: int) -> tuple[int, ...]:
    """The four generator words for event `number`: HMAC-SHA256(secret, contributions and number), first 16 bytes."""
    message = b"\0".join(part.encode() for part in contributions) + b"\0" + number.to_bytes(8, "big")
    digest = hmac.digest(secret, message, "sha256")
    return tuple(int.from_bytes(digest[at : at + 4], "big") for at in range(0, 16, 4))


HEADER = {"gradatim": int, "game": str, "rules": int, "seats": int, "options": dict, "commitment": str}
HEADER |= {"names": list[str], "contributions": list[str], "version": str, "position": dict}
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
        self._back: list[tuple[int, Any]] = []  # (seat, row before its move): what undo may go back to

    @classmethod
    def open(
        cls,
        game: str,
        seats: int,
        options: Options = None,
        *,
        secret: bytes,
        contributions: Sequence[str] = (),
        names: Sequence[str] = (),
        position: Mapping[str, Any] | None = None,
    ) -> Self:
        """Deal a new game; or, with a position (docs/records.md), start from that instead of a deal."""
        header: dict[str, Any] = {
            "gradatim": FORMAT,
            "version": __version__,
            "game": game,
            "rules": load(game).rules.RULES_VERSION,
            "seats": load(game).check_seats(seats),
            "options": load(game).options(options),
            "names": list(names),
            "commitment": commitment(secret),
            "contributions": list(contributions),
        }
        table = cls._from_header(header | ({} if position is None else {"position": {**position}}))
        table.restore_secret(secret)
        if position is None:
            table._add(Event(0, "deal"))
        return table

    @classmethod
    def replay(cls, header: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> Self:
        """Rebuild a table from its record, checking every event; chance is what the record says it gave.

        Raises RecordError (header is line 1). `restore_secret` lets the table go on afterwards.
        """
        try:
            table = cls._from_header(dict(header))
        except GradatimError as error:
            raise RecordError(1, str(error)) from error
        for line, event in enumerate(events, start=2):
            try:
                table.extend(event)
            except GradatimError as error:
                raise RecordError(line, str(error)) from error
        return table

    @classmethod
    def _from_header(cls, header: dict[str, Any]) -> Self:
        check_keys("a record's header", header, HEADER, [key for key in HEADER if key not in ("version", "position")])
        game = load(header["game"])
        for key, known in (("gradatim", FORMAT), ("rules", game.rules.RULES_VERSION)):
            if header[key] != known:
                raise GradatimError(f"this record says {key} {header[key]}, but only version {known} is known here")
        tape = Tape()
        executor = Interpreted(game.rules, tape)
        state = State.blank(game, header["seats"], header["options"], executor)
        if len(header["names"]) > state.seats:
            raise GradatimError(f"{len(header['names'])} names are too many for {state.seats} seats")
        if "position" in header:
            said, state = state.fields, game.moves.read_position(header["position"], executor)
            for name in ("seats", *game.fields(header["options"])):
                if getattr(said, name) != getattr(state.fields, name):
                    raise GradatimError(f"the header and its position differ in {name}")
        executor.seed(state.row, NOTHING_KNOWN)
        return cls(state, tape, header)

    def restore_secret(self, secret: bytes) -> None:
        """Go on drawing chance from the table's own secret. Raises GradatimError if it is not the committed one."""
        if len(secret) != SECRET_BYTES or commitment(secret) != self._header["commitment"]:
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
        before, back = self.state.executor.copy(self.state.row), list(self._back)
        self._tape.script = None if redeal else list(event.drew)
        try:
            done = self._add(event)
            if self._tape.script or done.drew != event.drew:
                self.events.pop()
                raise GradatimError(f"chance gave {list(done.drew)}, but the record says {list(event.drew)}")
        except BaseException:
            self.state.row, self._back = before, back
            raise
        finally:
            self._tape.script = None
        return done

    def _add(self, event: Event) -> Event:
        """Carry out an event and log it with what chance gave. On error nothing has changed."""
        state, executor = self.state, self.state.executor
        dealt = bool(self.events) or "position" in self._header
        at = whole(event.at, 0, LATEST, "at is the number of milliseconds since the deal")
        if event.kind != "deal":
            if not dealt:
                raise GradatimError("the first event must be the deal")
            event = replace(event, seat=state.check_seat(event.seat))
        before = executor.copy(state.row)
        self._tape.drew = []
        if self._secret is not None:
            executor.seed(state.row, chance_words(self._secret, self._header["contributions"], event.n))
        try:
            self._carry_out(event, dealt)
        except BaseException:
            state.row = before
            raise
        executor.seed(state.row, NOTHING_KNOWN)
        drew = tuple(self._tape.drew)
        if event.kind == "move":
            self._remember(event.seat, before, drew)
        done = replace(event, drew=drew, at=at)
        self.events.append(done)
        return done

    def _carry_out(self, event: Event, dealt: bool) -> None:
        state = self.state
        if event.kind == "deal":
            if dealt:
                raise GradatimError("this game has already been dealt")
            state.executor.run.deal(state.row)
        elif event.kind == "move":
            if self._secret is None and self._tape.script is None:
                raise GradatimError("this table is only a replay: it has no secret to draw chance from")
            move = state.game.moves.parse(event.move)
            state.play(move, event.seat)
        elif event.kind == "undo":
            if not self.can_undo(event.seat):
                raise GradatimError(f"seat {event.seat} has no move that may be taken back")
            state.row = self._back.pop()[1]
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

    def _remember(self, seat: int, before: Any, drew: tuple[int, ...]) -> None:
        """Keep the way back as long as the game's `UNDO` allows."""
        reach = self.state.game.rules.UNDO.reach
        if drew or reach == "none" or (reach == "turn" and seat not in self.state.to_move):
            self._back = []
        else:
            self._back = [*(step for step in self._back if step[0] == seat), (seat, before)]
