"""Lines of a table's log, each worded for an eye when it is asked for."""

from dataclasses import dataclass, field
from typing import Any

from gradatim.core.state import State
from gradatim.core.table import Event
from gradatim.dialect.contract import AUDIENCE
from gradatim.dialect.errors import GradatimError
from gradatim.web.people import Seat, bot_label
from gradatim.web.store import Entry
from gradatim.web.wire import EventView
from gradatim.words import EventText, Words


@dataclass
class GameLine:
    """What happened in the game. `before` is the state before the event; for the deal, after it."""

    seq: int
    event: Event
    before: State
    names: tuple[str, ...]
    secret: bool = False  # its notation is nobody else's: a choice that others had still to make, or one `view.hides`
    worded: dict[tuple[int, bool], EventView] = field(default_factory=dict)

    def view(self, words: Words, eye: int, fresh: bool = False) -> EventView:
        """The line for an eye; `fresh` when it is told for the first time."""
        if (eye, fresh) not in self.worded:
            said = EventText(*self.before.game.words.event(words, self.before, self.event, eye, list(self.names)))
            self.worded[eye, fresh] = EventView(
                seq=self.seq,
                seat=self.event.seat,
                say=said.kept or said.say,
                kind=said.kind,
                move="" if self.secret and eye != self.event.seat else self.event.move,
                once=said.say if fresh and said.kept else "",
            )
        return self.worded[eye, fresh]

    def shown(self, eye: int) -> list[Any]:
        """The cards that it showed to an eye for a moment, as the game's own view says them."""
        view = self.before.game.view
        return list(view.shown(self.before, self.event, eye)) if hasattr(view, "shown") else []


@dataclass
class SeatLine:
    """What happened to a seat, or with AUDIENCE as the seat to the table: one wording for it, one for all others."""

    seq: int
    seat: int
    kind: str
    own: str
    other: str

    def view(self, words: Words, eye: int, fresh: bool = False) -> EventView:
        say = self.own if eye == self.seat else self.other
        return EventView(seq=self.seq, seat=self.seat, say=say, kind=self.kind)


Line = GameLine | SeatLine


def again_line(words: Words, entry: Entry) -> SeatLine:
    say = words.say("server.log.again")
    return SeatLine(entry.seq, AUDIENCE, entry.kind, say, say)


def seat_line(words: Words, entry: Entry, before: Seat, after: Seat) -> SeatLine:
    """What an entry did to a seat, in words."""
    say, name = words.say, after.name
    match entry.kind:
        case "sit":
            own, other = say("server.log.sit.you"), say("server.log.sit.other", name=name)
        case "rename":
            own = say("server.log.rename.you", name=name)
            other = say("server.log.rename.other", before=before.name, name=name)
        case "back":
            own, other = say("server.log.back.you"), say("server.log.back.other", name=name)
        case "fill":
            label = bot_label(words, after.bot)
            if before.kind == "person":
                own = other = say("server.log.fill.for", name=name, bot=label, before=before.name)
            else:
                own = other = say("server.log.fill", name=name, bot=label)
        case kind:
            raise GradatimError(f"an event of a table cannot be {kind!r}")
    return SeatLine(entry.seq, entry.seat, entry.kind, own, other)
