"""Who is at a table: seats, sockets, the tokens that prove a seat, and names as they are kept and shown."""

import asyncio
import hashlib
import hmac
import time
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from typing import Literal

from gradatim.dialect.contract import AUDIENCE
from gradatim.web import wire
from gradatim.web.limits import COMMANDS_AT_ONCE, COMMANDS_PER_SECOND, MOST_NAME, MOST_OUTBOX
from gradatim.words import Words

WATCHER, HOST = -1, -2  # who commands, when it is no seat


@dataclass
class Seat:
    """`held`: kept for its owner, who has not come yet. `owned`: a person has its token, even if a bot plays now."""

    kind: Literal["person", "bot", "open", "held"] = "open"
    name: str = ""
    bot: str = ""
    owned: bool = False
    owner: str = ""  # the name of the person whose seat it is, while a bot plays for them
    host: bool = False  # whoever sits there may do what the host may
    contribution: str = ""


class Socket:
    """One connected browser. `outbox` is what it has still to be sent; None ends it."""

    def __init__(self) -> None:
        self.eye = AUDIENCE
        self.host = False
        self.since = 0
        self.told = 0  # the last event that was told as it happened
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_OUTBOX)
        self.closing = ""
        self.joined = 0.0  # when; 0 before its hello
        self.greeting: wire.Answer | None = None
        self.answers: OrderedDict[str, wire.Answer] = OrderedDict()
        self._allowance = COMMANDS_AT_ONCE
        self._counted = time.monotonic()

    @property
    def actor(self) -> int:
        if self.eye >= 0:
            return self.eye
        return HOST if self.host else WATCHER

    def push(self, message: bytes) -> None:
        """Queue a message. A socket too slow to keep up is closed; it will come back with `since`."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.end("too slow")

    def answer(self, answer: wire.Answer) -> None:
        self.push(wire.encoder.encode(answer))

    def refuse(self, command: str, refused: wire.RefusalView) -> None:
        self.answer(wire.Answer(id=command, ok=False, refused=refused))

    def end(self, reason: str) -> None:
        self.closing = self.closing or reason
        while not self.outbox.empty():
            self.outbox.get_nowait()
        self.outbox.put_nowait(None)

    def may_command(self) -> bool:
        now = time.monotonic()
        earned = (now - self._counted) * COMMANDS_PER_SECOND
        self._allowance = min(COMMANDS_AT_ONCE, self._allowance + earned)
        self._counted = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True


def token(key: bytes, what: str) -> str:
    """The secret that proves a seat ("seat 2") or the host ("host")."""
    return hmac.new(key, what.encode(), "sha256").hexdigest()[:40]


def digest(token: str) -> str:
    """A token as it may be kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """The name as it is kept, or "" if it is none: too long, empty, or with characters that are not seen."""
    name = unicodedata.normalize("NFC", name.strip()) if len(name) <= 10 * MOST_NAME else ""
    joiners = "\u200c\u200d"  # emoji and some scripts are written with them
    bad = any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and c not in joiners for c in name)
    return "" if bad or not name.strip(joiners) or len(name) > MOST_NAME else name


def bot_name(words: Words, seat: int) -> str:
    """What a bot in this seat is called."""
    return words.say(f"server.seat.bot.{seat + 1}")


def bot_label(words: Words, bot: str) -> str:
    """A bot's strength in words; bots of somebody's own are called what they are called."""
    key = f"bot.{bot}"
    return words.say(key) if key in words else bot
