"""One browser's connection, from its opening to its close: commands come in, what is queued goes out."""

import asyncio
import contextlib

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from gradatim.web import wire
from gradatim.web.limits import HELLO_SECONDS, LARGEST_COMMAND, MOST_TEXT
from gradatim.web.people import Socket
from gradatim.web.room import Room
from gradatim.web.rooms import CannotMake, Rooms
from gradatim.web.views import refusal_view
from gradatim.words import Words

NO_TABLE, ENDED, TRY_AGAIN = 4004, 1012, 1013  # close codes; 4000 and up: it is no use to try again


async def attend(connection: WebSocket, rooms: Rooms) -> None:
    await connection.accept()
    table = connection.path_params["table"]
    try:
        room = await rooms.get(table)
    except CannotMake as error:
        await connection.close(TRY_AGAIN if error.status == 503 else NO_TABLE, _short(str(error)))
        return
    if room is None:
        await connection.close(NO_TABLE, _short(rooms.words.say("server.problem.no_table", table=table[:40])))
        return
    socket = Socket()
    sender = asyncio.create_task(_send(connection, socket))
    try:
        await _listen(connection, socket, room)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone, or closed by the sender
    finally:
        room.leave(socket)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


async def _listen(connection: WebSocket, socket: Socket, room: Room) -> None:
    while not socket.closing:
        try:
            message = await asyncio.wait_for(connection.receive(), None if socket.joined else HELLO_SECONDS)
        except TimeoutError:
            socket.end("no hello")
            return
        if message["type"] == "websocket.disconnect":
            return
        if not socket.may_command():
            socket.refuse(_id_in(message), refusal_view(room.words, "too_many"))
            # Read no faster than commands are allowed.
            await asyncio.sleep(0.05)
            continue
        command = _decode(message, room.words)
        if isinstance(command, wire.RefusalView):
            socket.refuse(_id_in(message), command)
        elif socket.joined:
            await room.command(socket, command)
        elif isinstance(command, wire.Hello):
            await room.join(socket, command)
        else:
            socket.refuse(command.id, refusal_view(room.words, "bad_command", reason="hello comes first"))


async def _send(connection: WebSocket, socket: Socket) -> None:
    """Send what is queued. A slow browser holds up this task and nothing else."""
    try:
        while (message := await socket.outbox.get()) is not None:
            await connection.send({"type": "websocket.send", "text": message.decode()})
        await connection.close(TRY_AGAIN if socket.closing == "too slow" else ENDED, _short(socket.closing))
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


def _decode(message: Message, words: Words) -> wire.AnyCommand | wire.RefusalView:
    text = message.get("text")
    if text is None:
        return refusal_view(words, "bad_command", reason="it is binary, not text")
    if len(text) > LARGEST_COMMAND:
        return refusal_view(words, "too_long", most=LARGEST_COMMAND)
    try:
        command = wire.decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return refusal_view(words, "bad_command", reason=wire.plain(error))
    if not 1 <= len(command.id) <= MOST_TEXT:
        return refusal_view(words, "bad_id", most=MOST_TEXT)
    return command


class _Named(msgspec.Struct):
    id: str = ""


def _id_in(message: Message) -> str:
    """The id of a command that could not be understood, if it can be found."""
    try:
        return msgspec.json.decode(message.get("text") or "", type=_Named).id[:MOST_TEXT]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def _short(reason: str) -> str:
    """A close reason holds 123 bytes."""
    return reason.encode()[:120].decode(errors="ignore")
