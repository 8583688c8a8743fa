"""The catalogue: every key that is used exists, every fact is there, and nothing in it is unused."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from gradatim.words import PACKAGE, Words, catalogue, sources

SOURCES = sorted(path for path in PACKAGE.rglob("*.py"))
CLIENT = sorted(path for path in (PACKAGE / "web" / "static").rglob("*.js") if "vendor" not in path.parts)


def said() -> Iterator[tuple[Path, ast.Call, str | re.Pattern[str]]]:
    """Every call of `say` in the project: its key, or a pattern where part of the key is computed."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            if isinstance(node.func, ast.Attribute) and node.func.attr in ("say", "_say"):
                for key in keys(node.args[0]):
                    yield path, node, key
            elif isinstance(node.func, ast.Name) and node.func.id == "_told":  # catalogue and key are passed on
                for key in keys(node.args[1]):
                    yield path, node, key


def keys(argument: ast.expr) -> Iterator[str | re.Pattern[str]]:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        if "." in argument.value:  # the server's own shorthands have none
            yield argument.value
    elif isinstance(argument, ast.IfExp):
        yield from keys(argument.body)
        yield from keys(argument.orelse)
    elif isinstance(argument, ast.JoinedStr):
        parts = [
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.]+" for part in argument.values
        ]
        yield re.compile("".join(parts))


def spelled() -> set[str]:
    """Every text in the project's own sources that looks like a key, patterns included."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def facts(words: Words, key: str) -> set[str]:
    text = words._messages[key]
    forms = [text] if isinstance(text, str) else text
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def test_every_key_exists_and_gets_its_facts() -> None:
    words = catalogue()
    calls = list(said())
    assert len(calls) > 100
    for path, call, key in calls:
        where = f"{path.name}:{call.lineno}"
        if isinstance(key, re.Pattern):
            matching = [known for known in words if key.fullmatch(known)]
            assert matching, f"{where}: nothing in the catalogue matches {key.pattern}"
            continue
        assert key in words, f"{where}: {key} is not in the catalogue"
        given = {keyword.arg for keyword in call.keywords}
        if None in given:
            continue  # ** facts: these are said in the tests of their modules
        if len(call.args) > 1:
            given.add("n")
        assert facts(words, key) <= given, f"{where}: {key} needs {facts(words, key) - given}"
        if not isinstance(words._messages[key], str):
            assert "n" in given, f"{where}: {key} depends on a number"


def test_no_key_is_unused() -> None:
    words = catalogue()
    patterns = [key for _, _, key in said() if isinstance(key, re.Pattern)]
    texts = spelled()
    client = "\n".join(path.read_text(encoding="utf-8") for path in CLIENT)
    in_client = set(re.findall(r"[\"'`](client\.[\w.]+)[\"'`]", client))
    computed = {re.compile(re.escape(head) + r"[\w.]*") for head in re.findall(r"`(client\.[\w.]*)\$\{", client)}
    unused = [
        key
        for key in (known.removesuffix(".kept") for known in words)  # what the log keeps of a line told once
        if key not in texts
        and key not in in_client
        and not any(pattern.fullmatch(key) for pattern in [*patterns, *computed])
        and not (key.startswith("client.") and f"{key}.note" in client)
    ]
    assert unused == []


def test_every_key_of_the_browser_exists() -> None:
    served = catalogue().client()
    plain = {re.sub(r"\.(one|other)$", "", key) for key in served} | set(served)
    for path in CLIENT:
        for key in re.findall(r"\bt\(\s*[\"'](client\.[\w.]+)[\"']", path.read_text(encoding="utf-8")):
            assert key in plain, f"{path.name}: {key} is not in the catalogue"


def test_all_forms_of_a_message_name_known_facts_only() -> None:
    words = catalogue()
    for key in words:
        text = words._messages[key]
        for form in [text] if isinstance(text, str) else text:
            assert form, f"{key} is empty"
            for _, name, spec, conversion in string.Formatter().parse(form):
                assert name is None or name.isidentifier(), f"{key}: {name!r}"
                assert (spec or "", conversion) == ("", None), key


def test_tone() -> None:
    """Look at section 9 of the visual language: no pleading, no blame, no shouting."""
    words = catalogue()
    for key in words:
        text = words._messages[key]
        for form in [text] if isinstance(text, str) else text:
            bare = form.replace(words.say("escalation.title"), "")
            assert "!" not in bare, key
            assert not re.search(r"\b(please|sorry|invalid|error|oops)\b", bare, re.IGNORECASE), key


def test_plurals_follow_the_language() -> None:
    words = catalogue()
    assert words.say("escalation.move.take.do", n=1) == "Take 1 card"
    assert words.say("escalation.move.take.do", n=0) == "Take 0 cards"
    assert words.say("escalation.move.take.do", n=12) == "Take 12 cards"
    japanese = Words("ja", {"cards": ("{n}枚",)})
    assert [japanese.say("cards", n=n) for n in (1, 2)] == ["1枚", "2枚"]
    polish = Words("pl", {"cards": ("{n} karta", "{n} karty", "{n} kart", "{n} karty")})
    assert [polish.say("cards", n=n) for n in (1, 2, 5)] == ["1 karta", "2 karty", "5 kart"]


def test_missing_things_raise() -> None:
    words = catalogue()
    with pytest.raises(KeyError, match=r"no\.such\.key"):
        words.say("no.such.key")
    with pytest.raises(KeyError, match="depends on a number"):
        words.say("escalation.move.take.do")
    with pytest.raises(KeyError, match="needs the fact 'total'"):
        words.say("escalation.prompt.beat")
    with pytest.raises(ValueError, match="no words for 'xx'"):
        catalogue("xx")


def test_facts_are_never_read_as_templates() -> None:
    said_of = catalogue().say("escalation.prompt.thinking", name="{total} {0} {name.__class__}")
    assert said_of == "{total} {0} {name.__class__} is thinking"


def test_lists_and_counts() -> None:
    words = catalogue()
    assert words.listing(["Ann"]) == "Ann"
    assert words.listing(["Ann", "Mira"]) == "Ann and Mira"
    assert words.listing(["Ann", "Mira", "Tomas"]) == "Ann, Mira and Tomas"
    assert [words.count(n) for n in (0, 1, 6, 7)] == ["no", "one", "six", "7"]


def test_the_browser_gets_its_plurals_by_category() -> None:
    client = catalogue().client()
    assert all(key.startswith("client.") for key in client)
    assert client["client.escalation.take.one"] == "Take {n} card"
    assert client["client.escalation.take.other"] == "Take {n} cards"


def test_keys_lie_where_they_belong() -> None:
    for path in sources("en"):
        game = path.parent.name
        for key in re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE):
            first = key.removeprefix("client.").partition(".")[0]
            assert (first == game) == (game != "words"), f"{path}: {key}"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    catalogue.cache_clear()
    yield tmp_path / "gradatim" / "words"
    catalogue.cache_clear()


def test_what_was_read_is_kept_and_read_back_the_same(cache: Path) -> None:
    first = catalogue()
    (kept,) = cache.iterdir()
    catalogue.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gradatim.words.read_po", lambda text: pytest.fail("it was kept"))
        assert catalogue()._messages == first._messages
    for damage in ("", "{", "[]", '{"a": 1}'):
        kept.write_text(damage)
        catalogue.cache_clear()
        assert catalogue()._messages == first._messages
        assert kept.read_text() != damage


def test_words_are_read_where_nothing_can_be_kept(cache: Path) -> None:
    cache.parent.write_text("a file where the folder should be")
    assert "escalation.title" in catalogue()


def test_nothing_is_said_twice(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = sources("en")
    monkeypatch.setattr("gradatim.words.sources", lambda lang: [*paths, paths[0]])
    with pytest.raises(ValueError, match="is said twice"):
        catalogue()
