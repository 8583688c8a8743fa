"""Lines of a table's log, each worded for an eye when it is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gradatim.core.state import State
from gradatim.core.table import Event
from gradatim.dialect.contract import AUDIENCE
from gradatim.dialect.errors import GradatimError
from gradatim.web.people import Seat, bot_label
from gradatim.web.store import Entry
from gradatim.web.wire import EventView
from gradatim.words import Words


@dataclass
class GameLine:
    """What happened in the game. `before` is the state before the event; for the deal, after it."""

    seq: int
    event: Event
    before: State
    names: tuple[str, ...]
    worded: dict[int, EventView] = field(default_factory=dict)

    def view(self, words: Words, eye: int) -> EventView:
        if eye not in self.worded:
            self.worded[eye] = event_view(words, self.before, self.event, eye, self.names, self.seq)
        return self.worded[eye]


@dataclass
class SeatLine:
    """What happened to a seat, or with AUDIENCE as the seat to the table: one wording for it, one for all others."""

    seq: int
    seat: int
    kind: str
    own: str
    other: str

    def view(self, words: Words, eye: int) -> EventView:
        say = self.own if eye == self.seat else self.other
        return EventView(seq=self.seq, seat=self.seat, say=say, kind=self.kind)


Line = GameLine | SeatLine


def event_view(words: Words, before: State, event: Event, eye: int, names: Sequence[str], seq: int) -> EventView:
    """An event of the game in words."""
    say, kind = before.game.words.event(words, before, event, eye, list(names))
    return EventView(seq=seq, seat=event.seat, say=say, kind=kind, move=event.move)


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
