"""What comes in from outside is checked at the door: one sentence, and nothing has changed."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gradatim.bots import choose
from gradatim.core import GradatimError, State, Table, load
from gradatim.core import record as records
from gradatim.dialect.checks import from_json
from gradatim.fast.bulk import Bulk

SECRET = bytes(range(32))
WRONG = [True, None, 1.0, 0.0, -7, 10**30, 10**5000, "", "x", "9" * 9000, b"1", [], {}, np.float64(1), object()]


def table(**given: Any) -> Table:
    return Table.open("escalation", 3, **{"secret": SECRET, **given})


def refused(do: Callable[[], object]) -> str:
    with pytest.raises(GradatimError) as caught:
        do()
    said = str(caught.value)
    assert said
    assert len(said) < 500
    return said


@pytest.mark.parametrize("wrong", WRONG, ids=range(len(WRONG)))
def test_wrong_arguments_change_nothing(wrong: Any) -> None:
    t = table()
    state, before = t.state, (t.state.copy(), records.dump(t))
    asked = state.ask_order()[0]
    if wrong is not None:
        refused(lambda: state.legal(wrong))
        refused(lambda: state.play(state.legal().ids[0], wrong))
    refused(lambda: state.refusal(wrong, 5))
    refused(lambda: state.refusal(asked, wrong))
    refused(lambda: state.play(wrong))
    refused(lambda: state.sight(wrong))
    refused(lambda: state.determinize(wrong, 1))
    refused(lambda: state.determinize(0, wrong))
    if not isinstance(wrong, list | dict):
        refused(lambda: State.new(wrong, 3))
    refused(lambda: State.new("escalation", wrong))
    refused(lambda: State.new("escalation", 3, wrong))
    if wrong not in (None, {}):
        refused(lambda: State.new("escalation", 3, 0, wrong))
    if wrong is not True:
        refused(lambda: State.new("escalation", 3, 0, {"games": wrong}))
    refused(lambda: table(names=[wrong] * 4))
    if not isinstance(wrong, str):
        refused(lambda: table(names=[wrong]))
        refused(lambda: table(contributions=[wrong]))
    refused(lambda: t.submit(wrong, state.legal().ids[0]))
    refused(lambda: t.submit(asked, wrong))
    refused(lambda: t.submit(asked, state.legal().ids[0], wrong))
    refused(lambda: t.note_refused(wrong, "take", "not_your_turn"))
    refused(lambda: t.note_refused(asked, wrong, "no_such_move"))
    refused(lambda: t.undo(wrong))
    assert (state, records.dump(t)) == before


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint64])
def test_numpy_integers_are_integers(kind: Any) -> None:
    state = State.new("escalation", kind(3), kind(7), {"games": kind(2)})
    assert state == State.new("escalation", 3, 7, {"games": 2})
    assert state.sight(kind(1)) == state.sight(1)
    assert state.determinize(kind(1), kind(5)) == state.determinize(1, 5)
    move = state.legal().ids[0]
    assert kind(move) in state.legal()
    other = state.copy()
    state.play(kind(move), kind(state.ask_order()[0]))
    other.play(move)
    assert state == other
    assert {type(number) for number in state.fields.past} == {int}  # type: ignore[attr-defined]
    t = Table.open("escalation", kind(3), secret=SECRET)
    event = t.submit(kind(t.state.ask_order()[0]), kind(t.state.legal().ids[0]), kind(9))
    assert records.verify(records.parse(records.dump(t))).ok
    assert (type(event.seat), type(event.at)) == (int, int)


@pytest.mark.parametrize("wrong", [True, None, 1.0, -2, 10**30, "1"])
def test_bulk_play_checks_too(wrong: Any) -> None:
    bulk, state = Bulk(load("escalation"), compiled=False), State.new("escalation", 3)
    refused(lambda: bulk.play_random(wrong, 3))
    refused(lambda: bulk.play_random(1, wrong))
    refused(lambda: bulk.play_random(1, 3, wrong))
    refused(lambda: bulk.playouts(state, 0, wrong))
    refused(lambda: bulk.playouts(state, 0, 0))
    refused(lambda: bulk.playouts(state, 0, 1, wrong))
    refused(lambda: bulk.playouts(state, wrong, 1))


@pytest.mark.parametrize("bot", ["random", "simple"])
def test_a_bot_without_a_move_is_said(bot: str) -> None:
    sight = State.new("escalation", 3).sight(0).to_dict()
    assert "no legal move" in refused(lambda: choose("escalation", bot, sight, 0, [], 1))


def test_a_seed_may_have_64_bits() -> None:
    state = State.new("escalation", 3, (1 << 64) - 1)
    assert state.determinize(0, (1 << 64) - 1).fields.seats == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ({"do": "try", "seat": 9, "move": "take", "refused": "not_your_turn"}, "seats are numbered 0 to 2"),
        ({"do": "try", "seat": -1, "move": "take", "refused": "not_your_turn"}, "seats are numbered 0 to 2"),
        ({"do": "try", "move": "take", "refused": "not_your_turn"}, "needs the key 'seat'"),
        ({"do": "try", "seat": 0, "move": "\ud800", "refused": "not_your_turn"}, "move must be a text"),
        ({"do": "try", "seat": 0, "move": "5\n+6", "refused": "mixed_numbers"}, ""),
        ({"do": "undo", "seat": 0, "move": "5"}, "has no key 'move'"),
        ({"do": "undo", "seat": 0}, "no move that may be taken back"),
        ({"do": "deal", "seat": 0}, "has no key 'seat'"),
        ({"do": "deal"}, "already been dealt"),
        ({"do": "move", "seat": 0, "move": "5", "drew": [True]}, "a list of whole numbers"),
        ({"do": "move", "seat": 0, "move": "5", "drew": 5}, "a list of whole numbers"),
        ({"do": "move", "seat": 0, "move": "5", "at": -1}, "milliseconds"),
        ({"do": "move", "seat": 0, "move": "5", "at": 1 << 60}, "milliseconds"),
        ({"do": "move", "seat": 0, "move": ["5"]}, "move must be a text"),
    ],
)
def test_events_that_cannot_be(line: dict[str, Any], about: str) -> None:
    t = table()
    before = (t.state.copy(), records.dump(t))
    assert about in refused(lambda: t.extend({"n": 1, **line}))
    assert (t.state, records.dump(t)) == before


HANDS = [["5", "5", "5", "W", "9", "2"], ["3", "3", "4", "4", "6", "6"]]


@pytest.mark.parametrize(
    ("change", "about"),
    [
        ({"names": ["a", "b", "c"]}, "3 names are too many for 2 seats"),
        ({"names": "ab"}, "names must be a list of texts"),
        ({"contributions": ["\udfff"]}, "contributions must be a list of texts"),
        ({"seats": 3}, "differ in seats"),
        ({"seats": 10**4000}, "2 to 6 seats"),
        ({"options": {"games": 2}}, "differ in games"),
        ({"options": []}, "options must be an object"),
    ],
)
def test_headers_that_cannot_be(change: dict[str, Any], about: str) -> None:
    header = Table.open("escalation", 2, secret=SECRET, position={"hands": HANDS}).header()
    Table.replay(header, [])
    assert about in refused(lambda: Table.replay(header | change, []))


def test_a_secret_has_its_length() -> None:
    assert "64 of" in records.parse(records.dump(table(), SECRET).replace(SECRET.hex(), "00")).problem
    refused(lambda: table(secret=b""))


def test_a_name_may_hold_any_line_end() -> None:
    """What a text holds is no line of the record: only a new line is."""
    t = table(names=["a\u2028b\x85c", "\x0b\x0c\x1c", "\r\n"])
    found = records.parse(records.dump(t, SECRET))
    assert not found.problem
    assert records.load(found).names == t.names
    assert not records.parse(records.dump(t, SECRET).replace("\n", "\r\n")).problem


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "-Infinity"),
        ('{"a": 1, "a": 2}', "'a' is there twice"),
        ("[" * 100_000, "not JSON"),
        ('{"a": ' + "9" * 5000 + "}", "not JSON"),
        ("{", "not JSON"),
        ("", "not JSON"),
    ],
)
def test_json_is_strict(text: str, about: str) -> None:
    assert about in refused(lambda: from_json(text))
    assert about in records.parse(text).problem or not text


def test_a_result_needs_an_end() -> None:
    t = table()
    end = json.dumps({"result": {"ending": "last_card"}})
    verdict = records.verify(records.parse(records.dump(t) + end + "\n"))
    assert not verdict.ok
    assert verdict.line == 3
    assert "none yet" in verdict.reason
    end = json.dumps({"result": {"totals": [0] * 9999}})
    assert len(records.verify(records.parse(records.dump(t) + end)).reason) < 500


def test_an_error_inside_a_move_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    t = table()
    before = (t.state.copy(), records.dump(t))

    def stop(*given: object) -> None:
        t.state.row.turn = 5
        raise KeyboardInterrupt

    monkeypatch.setattr(t.state.executor.run, "apply", stop)
    with pytest.raises(KeyboardInterrupt):
        t.submit(t.state.ask_order()[0], t.state.legal().ids[0])
    assert (t.state, records.dump(t)) == before
