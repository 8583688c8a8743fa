"""One table as its entries tell it: who sits where, the game, the log; and the sockets of those who are there.

Everything that happens to a table is an `Entry`; `fold` is what an entry does, live and stored alike. Nothing here
waits, saves or sends.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from gradatim.core.game import Game, load
from gradatim.core.state import State
from gradatim.core.table import Event, Table
from gradatim.dialect.chance import commitment
from gradatim.dialect.contract import AUDIENCE, hold
from gradatim.dialect.errors import GradatimError
from gradatim.web.limits import AWAY, RACE
from gradatim.web.lines import GameLine, Line, again_line, seat_line
from gradatim.web.people import Seat, Socket, bot_name, digest, token
from gradatim.web.race import Race, is_race
from gradatim.web.store import Entry, Kept, Phase, now
from gradatim.words import Words


@dataclass(frozen=True)
class PastRace:
    """A race that is over: what its commands answered to, whose move closed it, and whether that was a claim."""

    decision: str
    seat: int
    claimed: bool


class Sitting:
    def __init__(self, kept: Kept, words: Words) -> None:
        self.kept = kept
        self.table_id = kept.table
        self.game: Game = load(kept.game)
        self.words = words
        self.options: dict[str, int] = kept.header["options"]
        self.pace: int = kept.header["pace"]
        self.minimum: int = kept.header.get("race", RACE)
        self.away: int = kept.header.get("away", AWAY)
        self.race: Race | None = None  # the clock of the open race, at a live table
        self.sockets: set[Socket] = set()
        self.restart()

    def restart(self) -> None:
        """Back to where no entry has been folded."""
        self.seats = [
            Seat(seat["kind"], seat["name"], owned=seat["kind"] == "held", host=seat["host"])
            for seat in self.kept.header["seats"]
        ]
        self.table: Table | None = None
        self.rev = 0
        self.next_table = ""
        self.lines: list[Line] = []
        self.turns: tuple[int, ...] = ()
        self.decided = 0  # the last event that changed the position
        self.tries: set[tuple[int, str]] = set()  # since then
        self.answered: list[int] = []  # the seats that have answered the open window
        self.past_race = PastRace("", AUDIENCE, False)  # the last race
        self.accepted: dict[tuple[int, str], Entry] = {}  # commands, by who and id
        self._dealt_at = 0
        self._ahead: dict[int, tuple[Table, State, Event]] = {}  # what the table did for entries not yet on disk

    # --- what the table is ------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        return commitment(self.kept.secret)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def decision(self) -> str:
        """What a command made now must answer to: the open window, else the last event that changed the position."""
        window = self.table.state.window if self.table else 0
        return f"w{window}" if window else f"r{self.decided}"

    @property
    def phase(self) -> Literal["gathering", "playing", "between", "over"]:
        if self.table is None:
            return "gathering"
        state = self.table.state
        if state.over:
            return "over"
        # Several may act, and yet it is neither a race nor a choice of each: the step is anybody's.
        return "between" if len(state.to_move) > 1 and state.window == 0 else "playing"

    @property
    def secret(self) -> bytes | None:
        """The secret behind the shuffles: once the game is over, and not before."""
        return self.kept.secret if self.phase == "over" else None

    @property
    def unjoined(self) -> bool:
        return self.table is None and not any(seat.owned for seat in self.seats)

    @property
    def elapsed(self) -> int:
        """Milliseconds since the deal."""
        return max(0, now() - self._dealt_at)

    @property
    def coded(self) -> bool:
        """Is this a deal with a code? Such a table draws nothing from its secret that the code does not tell."""
        return self.table is not None and "code" in self.table.header()

    def may_undo(self, seat: int) -> bool:
        """Not once the game is over, since its secret is published then; but who plays a coded deal may try on."""
        if self.table is None or seat < 0 or (self.table.state.over and not self.coded):
            return False
        return self.table.can_undo(seat)

    def may_redo(self, seat: int) -> bool:
        if self.table is None or seat not in self.table.state.to_move or not self.table.taken_back:
            return False
        return self.table.state.refusal(seat, self.table.taken_back[-1]) is None

    def is_live(self, seat: int) -> bool:
        return any(socket.eye == seat for socket in self.sockets)

    @property
    def host_token(self) -> str:
        return token(self.kept.key, "host")

    def seat_token(self, seat: int) -> str:
        return token(self.kept.key, f"seat {seat}")

    def recognise(self, token: str) -> tuple[int, bool]:
        """The eye behind a token and whether it is the host's; a wrong token is a watcher's."""
        host = bool(token) and hmac.compare_digest(digest(token), self.kept.host)
        eye = AUDIENCE
        for number, seat in enumerate(self.seats):
            if token and seat.owned and hmac.compare_digest(token.encode(), self.seat_token(number).encode()):
                eye = number
        return eye, host or (eye >= 0 and self.seats[eye].host)

    # --- entries to come --------------------------------------------------------------------------------------------

    def entry(
        self, kind: str, seat: int, body: dict[str, Any], command: str = "", after: Sequence[Entry] = ()
    ) -> Entry:
        """The next entry, or the one after some that come before it."""
        return Entry(self.rev + 1 + len(after), kind, seat, body, command)

    def game_entry(
        self, table: Table, before: State, event: Event, command: str = "", after: Sequence[Entry] = ()
    ) -> Entry:
        """The next entry, for what the table has already done. Nobody sees it before it is on disk and folded."""
        entry = self.entry(event.kind, event.seat, {"event": event.to_dict()}, command, after)
        self._ahead[entry.seq] = (table, before, event)
        return entry

    def with_deal(self, entries: list[Entry]) -> list[Entry]:
        """These entries, and the deal if nobody is missing once they have seated whom they seat."""
        seats = [replace(seat) for seat in self.seats]
        for entry in entries:
            _seat(seats[entry.seat], entry)
        if self.table is not None or any(seat.kind in ("open", "held") for seat in seats):
            return entries
        table = Table.open(
            self.game.name,
            len(seats),
            self.options,
            secret=self.kept.secret,
            contributions=[seat.contribution for seat in seats],
            names=[seat.name for seat in seats],
            code=self.kept.header.get("code"),
        )
        event = table.events[0]
        deal = self.entry("deal", AUDIENCE, {"event": event.to_dict(), "header": table.header()}, after=entries)
        self._ahead[deal.seq] = (table, table.state, event)
        return [*entries, deal]

    def first_entries(self, bots_by_seat: dict[int, str]) -> list[Entry]:
        """What happens when a table is made: its bots sit down; and the deal, if that is all."""
        entries: list[Entry] = []
        for seat, bot in bots_by_seat.items():
            body = {"bot": bot, "name": bot_name(self.words, seat)}
            entries.append(self.entry("fill", seat, body, after=entries))
        return self.with_deal(entries)

    def phase_after(self, entries: Sequence[Entry]) -> Phase | None:
        """The phase that entries put the table in, None if they leave it."""
        done = [self._ahead[entry.seq][0] for entry in entries if entry.seq in self._ahead]
        if not done:
            return None
        return "over" if done[-1].state.over else "playing"

    # --- entries that are on disk -----------------------------------------------------------------------------------

    def fold(self, entries: Sequence[Entry]) -> None:
        """Let entries take effect. Raises GradatimError when the game cannot be played on by these rules."""
        for entry in entries:
            if entry.seq != self.rev + 1:
                raise GradatimError(f"table {self.table_id} has no event {self.rev + 1}")
            if entry.kind in ("deal", "move", "undo", "try"):
                self._fold_game(entry)
            elif entry.kind == "again":
                self.next_table = entry.body["table"]
                self.lines.append(again_line(self.words, entry))
            else:
                self._fold_seat(entry)
            self.rev = entry.seq
            if entry.command:
                self.accepted[entry.body.get("by", entry.seat), entry.command] = entry
        self.turns = self.table.state.to_move if self.table else ()

    def _fold_game(self, entry: Entry) -> None:
        ahead = self._ahead.pop(entry.seq, None)
        if ahead is not None:
            self.table, before, event = ahead
        else:
            if entry.kind == "deal":
                self.table = Table.replay(entry.body["header"], [])
                self.table.restore_secret(self.kept.secret)
            assert self.table is not None
            before = self.table.state.copy()
            event = self.table.extend(entry.body["event"])
        if entry.kind == "try":
            self.tries.add((entry.seat, event.move))
            return
        if entry.kind == "deal":
            self._dealt_at = entry.at
            before = self.table.state.copy()
        self.decided = entry.seq
        self.tries.clear()
        window, race = before.window, event.kind == "move" and is_race(before)
        passed = event.move == self.game.moves.text(hold(self.game.rules)) if race else False
        stays = event.kind == "move" and window != 0 and window == self.table.state.window
        self.answered = [*self.answered, event.seat] if stays else []
        if race and not stays:
            claimed = not passed and not self.game.executor.run.closes(self.game.moves.parse(event.move))
            self.past_race = PastRace(f"w{window}", event.seat, claimed)
        if not (stays and passed):  # who lets a race go by is no news
            secret = (stays and not race) or self._hides(event)
            self.lines.append(GameLine(entry.seq, event, before, tuple(self.names), secret))

    def _hides(self, event: Event) -> bool:
        """Does the notation of a move tell others what only its player has seen? Its game's view says so."""
        hides = getattr(self.game.view, "hides", None)
        return event.kind == "move" and hides is not None and hides(self.game.moves.parse(event.move))

    def _fold_seat(self, entry: Entry) -> None:
        seat = self.seats[entry.seat]
        before = replace(seat)
        _seat(seat, entry)
        self.lines.append(seat_line(self.words, entry, before, seat))


def _seat(seat: Seat, entry: Entry) -> None:
    """What an entry does to its seat."""
    body = entry.body
    match entry.kind:
        case "sit":
            seat.kind, seat.owned, seat.name = "person", True, body["name"]
            seat.contribution = body["contribution"]
            seat.host = seat.host or body.get("host", False)
        case "rename":
            seat.name = body["name"]
        case "fill":
            if seat.kind == "person":  # a bot stands in
                seat.owner = seat.name
            else:
                seat.owned = False
            seat.kind, seat.bot, seat.name = "bot", body["bot"], body["name"]
        case "back":
            seat.kind, seat.bot, seat.name = "person", "", seat.owner
