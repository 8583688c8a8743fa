"""What commands do: each is checked here and turned into the entries that it makes happen, or refused with a reason."""

from gradatim import bots
from gradatim.core.table import Table
from gradatim.dialect.errors import GradatimError, Refused
from gradatim.web import limits, wire
from gradatim.web.limits import MOST_NAME, MOST_PIECES, MOST_TEXT, MOST_TRIES
from gradatim.web.people import Seat, Socket, bot_name, clean_name
from gradatim.web.sitting import Sitting
from gradatim.web.store import Entry
from gradatim.web.views import move_view, refusal_view
from gradatim.words import Words


class Rejected(Exception):
    """A refused command. `kept` goes into the record all the same."""

    def __init__(self, view: wire.RefusalView, kept: Entry | None = None) -> None:
        super().__init__(view.say)
        self.view = view
        self.kept = kept


def entries_of(at: Sitting, socket: Socket, command: wire.AnyCommand) -> list[Entry]:
    """The entries that a command adds; none if it changes nothing. Raises Rejected."""
    match command:
        case wire.Sit():
            return sit(at, socket, command)
        case wire.Rename():
            return rename(at, socket, command)
        case wire.Fill():
            return fill(at, socket, command)
        case wire.Move():
            return move(at, socket, command)
        case wire.Undo():
            return undo(at, socket, command)
        case wire.Redo():
            return redo(at, socket, command)
        case wire.Hello():
            raise Rejected(refusal_view(at.words, "bad_command", reason="hello comes once, first"))
        case wire.Attempt() | wire.Sync():
            return []


def sit(at: Sitting, socket: Socket, command: wire.Sit) -> list[Entry]:
    if socket.eye >= 0:
        raise Rejected(refusal_view(at.words, "already_seated"))
    if _numbered(at, command.seat).kind != "open":
        raise Rejected(refusal_view(at.words, "seat_taken"))
    if len(command.contribution) > MOST_TEXT:
        raise Rejected(refusal_view(at.words, "bad_contribution", most=MOST_TEXT))
    name = _checked_name(at.words, command.name)
    body = {"name": name, "contribution": command.contribution, "host": socket.host}
    return at.with_deal([at.entry("sit", command.seat, body, command.id)])


def rename(at: Sitting, socket: Socket, command: wire.Rename) -> list[Entry]:
    if socket.eye < 0:
        raise Rejected(refusal_view(at.words, "not_seated"))
    name = _checked_name(at.words, command.name)
    if name == at.seats[socket.eye].name:
        return []
    _check_room(at)
    return [at.entry("rename", socket.eye, {"name": name}, command.id)]


def fill(at: Sitting, socket: Socket, command: wire.Fill) -> list[Entry]:
    if not socket.host:
        raise Rejected(refusal_view(at.words, "not_host"))
    seat = _numbered(at, command.seat)
    if seat.kind == "bot" or (seat.kind == "person" and at.is_live(command.seat)):
        raise Rejected(refusal_view(at.words, "seat_in_use"))
    known = bots.names(at.game.name)
    if command.bot not in known:
        listed = ", ".join(known)
        raise Rejected(refusal_view(at.words, "no_such_bot", bot=command.bot[:MOST_TEXT], bots=listed))
    body = {"bot": command.bot, "name": bot_name(at.words, command.seat), "by": socket.actor}
    return at.with_deal([at.entry("fill", command.seat, body, command.id)])


def move(at: Sitting, socket: Socket, command: wire.Move) -> list[Entry]:
    """The entry of a move that nothing else can decide."""
    table, made = legal_move(at, socket, command)
    before = table.state.copy()
    return [at.game_entry(table, before, table.submit(socket.eye, made, at.elapsed), command.id)]


def legal_move(at: Sitting, socket: Socket, command: wire.Move) -> tuple[Table, int]:
    """The table and the move that a seat may make on it now. Raises Rejected."""
    if command.on != at.decision and command.on == at.past_race.decision and _claims(at, command.move):
        raise Rejected(too_late(at))
    table, seat = _playing(at, socket, command.on), socket.eye
    text = command.move[:MOST_TEXT]
    try:
        made: int = at.game.moves.parse(text)
        refusal = table.state.refusal(seat, made)
        if refusal is not None:
            raise Refused(refusal, seat, at.game.moves.text(made))
    except GradatimError as error:
        raise Rejected(_refused(at, table, seat, error, text), _try(at, table, seat, error)) from error
    return table, made


def _claims(at: Sitting, text: str) -> bool:
    """Is this, in a race, an answer and no turn move?"""
    try:
        return not at.game.executor.run.closes(at.game.moves.parse(text[:MOST_TEXT]))
    except GradatimError:
        return False


def too_late(at: Sitting) -> wire.RefusalView:
    """What an answer deserves that comes when the race is over."""
    if at.past_race.claimed:
        return refusal_view(at.words, "too_late", name=at.names[at.past_race.seat])
    return refusal_view(at.words, "race_over")


def called_first(at: Sitting) -> wire.RefusalView:
    """What a turn move deserves that waited behind a race in which somebody then claimed."""
    if at.past_race.claimed:
        return refusal_view(at.words, "called_first", name=at.names[at.past_race.seat])
    return refusal_view(at.words, "stale")


def undo(at: Sitting, socket: Socket, command: wire.Undo) -> list[Entry]:
    table, seat = _playing(at, socket, command.on), socket.eye
    if not at.may_undo(seat):
        raise Rejected(refusal_view(at.words, "nothing_to_undo"))
    before = table.state.copy()
    event = table.undo(seat, at.elapsed)
    return [at.game_entry(table, before, event, command.id)]


def redo(at: Sitting, socket: Socket, command: wire.Redo) -> list[Entry]:
    table, seat = _playing(at, socket, command.on), socket.eye
    if not at.may_redo(seat):
        raise Rejected(refusal_view(at.words, "nothing_to_redo"))
    before = table.state.copy()
    event = table.submit(seat, table.taken_back[-1], at.elapsed)
    return [at.game_entry(table, before, event, command.id)]


def attempt(at: Sitting, socket: Socket, command: wire.Attempt) -> wire.MoveView:
    """The move that a pick of pieces is. Raises Rejected."""
    table, seat = _playing(at, socket, command.on), socket.eye
    pieces = [piece[:MOST_TEXT] for piece in command.pieces[:MOST_PIECES]]
    try:
        move, broken = at.game.moves.attempt(table.state.fields, seat, pieces)
        if broken == 0 and move >= 0:
            refusal = table.state.refusal(seat, move)
        else:
            refusal = at.game.rules.REFUSALS[broken]
    except GradatimError as error:
        raise Rejected(_refused(at, table, seat, error, "")) from error
    if refusal is not None:
        said = at.game.words.refusal(at.words, table.state, seat, refusal, pieces=pieces)
        raise Rejected(wire.RefusalView(*said))
    return move_view(table.state, seat, move, at.words)


def _numbered(at: Sitting, seat: int) -> Seat:
    if not 0 <= seat < len(at.seats):
        raise Rejected(refusal_view(at.words, "no_such_seat", n=len(at.seats), seat=seat))
    return at.seats[seat]


def _checked_name(words: Words, name: str) -> str:
    checked = clean_name(name)
    if not checked:
        raise Rejected(refusal_view(words, "bad_name", most=MOST_NAME))
    return checked


def _playing(at: Sitting, socket: Socket, on: str) -> Table:
    """The table, if the socket's seat may act on it and has seen what it acts on."""
    if socket.eye < 0:
        raise Rejected(refusal_view(at.words, "not_seated"))
    if at.table is None:
        raise Rejected(refusal_view(at.words, "not_started"))
    if on != at.decision:
        raise Rejected(refusal_view(at.words, "stale"))
    _check_room(at)
    return at.table


def _check_room(at: Sitting) -> None:
    """Has the table's log room for what a person does? Some games need not end, but no log may grow for ever."""
    if at.rev >= limits.MOST_EVENTS:
        raise Rejected(refusal_view(at.words, "log_full", most=limits.MOST_EVENTS))


def _refused(at: Sitting, table: Table, seat: int, error: GradatimError, text: str) -> wire.RefusalView:
    """A move that the rules refuse, in words; also one that cannot even be read."""
    if isinstance(error, Refused):
        refusal = error.refusal
    else:
        known = [reason for reason in at.game.rules.REFUSALS if reason.key == "no_such_move"]
        if not known:
            return refusal_view(at.words, "bad_command", reason=str(error).rstrip("."))
        refusal = known[0]
    return wire.RefusalView(*at.game.words.refusal(at.words, table.state, seat, refusal, move_text=text))


def _try(at: Sitting, table: Table, seat: int, error: GradatimError) -> Entry | None:
    """A refused move for the record: once for each move and position, and not without end."""
    if not isinstance(error, Refused) or seat not in table.state.to_move:
        return None
    if (seat, error.move) in at.tries or len(at.tries) >= MOST_TRIES:
        return None
    event = table.note_refused(seat, error.move, error.refusal.key, at.elapsed)
    return at.game_entry(table, table.state, event)
