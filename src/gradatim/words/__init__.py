"""Everything a person reads: one catalogue of messages a language, for browser and terminal alike.

Messages live in gettext ``.po`` files, one here for the table and its commands, one in each game's folder.
The id of a message is its key (``escalation.refusal.mixed_numbers``), its text may name facts in braces, and
a text that depends on a number has one form for each plural category of its language. A key or a fact that
is missing raises `KeyError`: a sentence is right or it is a bug.
"""

import contextlib
import hashlib
import io
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from babel import Locale

PACKAGE = Path(__file__).parent.parent


class RefusalText(NamedTuple):
    """Why a move is refused: `rule` is the refusal's key, `place` its rulebook place, `note` the way out."""

    rule: str
    say: str
    place: str = ""
    note: str = ""


class MoveText(NamedTuple):
    """A move in words. `pieces` are the fronts it lays, `do` labels its button, `say` tells what it does.

    `named` is the number that wilds stand for where the player has to choose it, `total` what the move makes.
    """

    move: str
    pieces: list[str]
    do: str
    say: str
    note: str = ""
    named: int = 0
    total: int = 0


class EventText(NamedTuple):
    """One line of the log and its kind. `kept` is how the log keeps it, where that is not as it is told ("")."""

    say: str
    kind: str
    kept: str = ""


class RuleText(NamedTuple):
    """One rule of a rules page. `heading` is empty where a rule continues the section before it."""

    key: str
    heading: str
    text: str
    place: str
    rulings: list[str]


class Words:
    """The messages of one language."""

    def __init__(self, lang: str, messages: dict[str, str | tuple[str, ...]]) -> None:
        self.lang = lang
        self._messages = messages

    def __contains__(self, key: str) -> bool:
        return key in self._messages

    def __iter__(self) -> Iterator[str]:
        return iter(self._messages)

    def say(self, key: str, /, n: int | None = None, **facts: str | int) -> str:
        """The message of that key with its facts. `n` chooses the plural form and is itself a fact."""
        text = self._messages[key]
        if not isinstance(text, str):
            if n is None:
                raise KeyError(f"{key} depends on a number: say it with n")
            text = text[self._plural_form(n)]
        if n is not None:
            facts["n"] = n
        try:
            return text.format_map(facts)
        except KeyError as missing:
            raise KeyError(f"{key} needs the fact {missing}") from None

    def listing(self, items: Sequence[str]) -> str:
        """A list in one phrase: "Ann, Mira and Tomas"."""
        text = items[0]
        for i, item in enumerate(items[1:], 2):
            if i < len(items):
                text = self.say("list.more", left=text, right=item)
            else:
                text = self.say("list.last", left=text, right=item)
        return text

    def count(self, n: int) -> str:
        """A small number in words, as sentences want it; figures from seven on."""
        return self.say(f"count.{n}") if f"count.{n}" in self else str(n)

    def client(self) -> dict[str, str]:
        """All messages that the browser words itself; of one with plural forms, each as ``<key>.<category>``."""
        found: dict[str, str] = {}
        for key, text in self._messages.items():
            if not key.startswith("client."):
                continue
            if isinstance(text, str):
                found[key] = text
            else:
                categories = _categories(self._locale)
                found |= {f"{key}.{category}": form for category, form in zip(categories, text, strict=True)}
        return found

    @cached_property
    def _locale(self) -> "Locale":
        from babel import Locale

        return Locale.parse(self.lang)

    def _plural_form(self, n: int) -> int:
        return _categories(self._locale).index(self._locale.plural_form(n))


def _categories(locale: "Locale") -> list[str]:
    """The plural categories of a language, in the order in which a .po file gives their forms."""
    named = locale.plural_form.tags | {"other"}
    return [tag for tag in ("zero", "one", "two", "few", "many", "other") if tag in named]


def sources(lang: str) -> list[Path]:
    """The .po files of a language: the table's own, then each game's."""
    return [
        path
        for path in (PACKAGE / "words" / f"{lang}.po", *sorted((PACKAGE / "games").glob(f"*/{lang}.po")))
        if path.exists()
    ]


@cache
def catalogue(lang: str = "en") -> Words:
    """The words of a language, read once."""
    texts = [path.read_bytes() for path in sources(lang)]
    if not texts:
        raise ValueError(f"there are no words for {lang!r}")
    kept = _kept_at(lang, texts)
    messages = _read_kept(kept)
    if messages is None:
        messages = {}
        for text in texts:
            for key, message in read_po(text).items():
                if key in messages:
                    raise ValueError(f"{key} is said twice")
                messages[key] = message
        _keep(kept, messages)
    return Words(lang, messages)


def read_po(text: bytes) -> dict[str, str | tuple[str, ...]]:
    """The messages of a .po file by key; those with plural forms as a tuple of them."""
    from babel.messages import pofile

    messages: dict[str, str | tuple[str, ...]] = {}
    for message in pofile.read_po(io.BytesIO(text), abort_invalid=True):
        if isinstance(message.id, tuple):
            messages[str(message.id[0])] = tuple(map(str, message.string or ()))
        elif message.id:
            messages[str(message.id)] = str(message.string)
    return messages


# Babel takes 70 ms to read English, JSON 1 ms: what was read is kept, named by the hash of its sources.
def _kept_at(lang: str, texts: list[bytes]) -> Path:
    import platformdirs

    digest = hashlib.sha256(b"\0".join(texts)).hexdigest()
    return platformdirs.user_cache_path("gradatim") / "words" / f"{lang}-{digest[:32]}.json"


def _read_kept(path: Path) -> dict[str, str | tuple[str, ...]] | None:
    try:
        kept = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(kept, dict) or not all(isinstance(text, str | list) for text in kept.values()):
        return None
    return {key: text if isinstance(text, str) else tuple(text) for key, text in kept.items()}


def _keep(path: Path, messages: dict[str, str | tuple[str, ...]]) -> None:
    """In one step, since several processes may do so at once; where nothing can be written, nothing is kept."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(messages, file, ensure_ascii=False)
        os.replace(name, path)
