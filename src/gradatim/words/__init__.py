"""Everything a person reads: one catalogue of messages a language, for browser and terminal alike.

Messages live in gettext ``.po`` files, one here for the table and its commands, one in each game's folder.
The id of a message is its key (``escalation.refusal.mixed_numbers``), its text may name facts in braces, and
a text that depends on a number has one form for each plural category of its language. A key or a fact that
is missing raises `KeyError`: a sentence is right or it is a bug.
"""

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
    from babel.messages.pofile import read_po

    messages: dict[str, str | tuple[str, ...]] = {}
    for path in sources(lang):
        with path.open("rb") as file:
            for message in read_po(file, abort_invalid=True):
                if not message.id:
                    continue
                plural = isinstance(message.id, tuple)
                key = str(message.id[0] if plural else message.id)
                if key in messages:
                    raise ValueError(f"{path}: {key} is said twice")
                messages[key] = tuple(map(str, message.string or ())) if plural else str(message.string)
    if not messages:
        raise ValueError(f"there are no words for {lang!r}")
    return Words(lang, messages)
