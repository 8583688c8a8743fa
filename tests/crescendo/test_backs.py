"""Backs as data: the named maps, and a table of the user's own with one clear error for each fault."""

import copy
import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from gradatim.cli import files
from gradatim.core import GradatimError, State, Table, record
from gradatim.fast import Bulk
from gradatim.games.crescendo import content, moves
from gradatim.words import catalogue
from tests.contract import properties

FILE = Path(__file__).parents[2] / "records" / "crescendo" / "own-backs.toml"
OWN: dict[str, Any] = tomllib.loads(FILE.read_text())


def default(**changes: Any) -> dict[str, Any]:
    """The default map as a table, with changes in its first back."""
    s = State.new("crescendo", 2).fields.to_dict()
    table = content.written_table(s)
    table["back"][0] |= changes
    return table


def test_the_default_map_as_a_table() -> None:
    assert default() == {
        "back": [
            {"prints": [1, 27], "action": "peek", "numbers": ["1-27"], "jokers": 1},
            {"prints": [28, 73], "action": "swap", "numbers": ["28-73"], "jokers": 2},
            {"prints": [74, 100], "action": "lock", "numbers": ["74-100"], "jokers": 1},
        ]
    }
    own, named = (State.new("crescendo", 3, 5, {"backs": backs}).fields.to_dict() for backs in (default(), "default"))
    assert own == named | {"backs": content.OWN_BACKS}


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, "a table of backs has three"),
        ({"back": "three"}, "a table of backs has three"),
        ({"back": default()["back"][:2]}, "a table of backs has three"),
        (default() | {"name": "mine"}, "a table of backs has three"),
        ({"back": [1, 2, 3]}, "back 1 of the table must have the keys prints, action, numbers, jokers"),
        (default(colour="red"), "back 1 of the table must have the keys"),
        (default(prints=[1]), "prints is the lowest and the highest number"),
        (default(prints=[1, 101]), "prints is two numbers from 1 to 100, not 101"),
        (default(prints=[27, 1]), "prints is the lowest number first"),
        (default(action="look"), "action is peek, swap, lock, not 'look'"),
        (default(action=[]), "action is peek, swap, lock, not []"),
        (default(numbers="1-27"), "numbers is a list"),
        (default(numbers=["1-27-30"]), "numbers is a list of whole numbers from 1 to 100 and ranges"),
        (default(numbers=["27-1"]), "not '27-1'"),
        (default(numbers=[1.5]), "not 1.5"),
        (default(numbers=[True]), "not True"),
        (default(numbers=["1-", 4]), "not '1-'"),
        (default(numbers=["9" * 5000]), "numbers is a list"),
        (default(numbers=["1-28"]), "back 1 of the table prints 1 to 27, but is said to be on 28"),
        (default(numbers=["1-28"], prints=[1, 30]), "the table puts 28 on back 1 and again on back 2"),
        (default(numbers=["1-27", 3]), "the table puts 3 on back 1 and again on back 1"),
        (default(numbers=["1-24", 26]), "the table gives no back to 25, 27"),
        (default(jokers=2), "the table has 5 Jokers; there are 4"),
        (default(jokers=5), "jokers is a number from 0 to 4, not 5"),
        (default(jokers=True), "jokers is a number from 0 to 4, not True"),
    ],
)
def test_each_fault_has_its_sentence(table: dict[str, Any], said: str) -> None:
    with pytest.raises(GradatimError) as found:
        State.new("crescendo", 2, options={"backs": table})
    assert said in str(found.value)


def test_only_a_table_stands_for_a_table() -> None:
    for value in (3, "own", [default()], None):
        with pytest.raises(GradatimError, match="option backs may be default, even, interleaved"):
            State.new("crescendo", 2, options={"backs": value})
    with pytest.raises(GradatimError, match="option max_laps may be 0, 10, 20, 40"):
        State.new("crescendo", 2, options={"max_laps": default()})


def test_a_game_with_an_own_table() -> None:
    """Every property of a position, and a record that carries the table, replays and verifies."""
    options: Any = {"backs": OWN, "max_laps": 10}
    for number, state in enumerate(properties.positions(State.new("crescendo", 3).game, 3, options, 4)):
        if number % 60 == 0:
            for holds in properties.STEP:
                holds(state)
    given = copy.deepcopy(OWN)
    table, secret = properties.random_table(state.game, 3, options, 8)
    assert given == OWN
    text = record.dump(table, secret)
    read = record.parse(text)
    assert record.verify(read).redealt
    assert record.load(read).state == table.state
    back_of: Any = table.state.fields
    assert [back_of.back_of[n] for n in (20, 21, 30, 31, 71, 72, 100)] == [0, 1, 1, 0, 1, 2, 2]
    damaged = text.replace('"jokers": 3', '"jokers": 2', 1)
    assert "the table has 3 Jokers" in record.verify(record.parse(damaged)).reason
    swapped = text.replace('"swap"', '"lock"', 1)
    assert not record.verify(record.parse(swapped)).ok  # some Special of the game is another now


def test_a_position_with_an_own_table() -> None:
    position = {"rows": [["10", "20"], ["70", "4"]], "pile": ["50"], "options": {"backs": OWN}, "top_back": 2}
    state = moves.read_position(position)
    assert state.legal(0).texts()[-2:] == ["lock 1", "lock 2"]
    written = moves.write_position(state)
    assert json.loads(json.dumps(written))["options"]["backs"] == content.own_table("backs", OWN)[0]
    table = Table.open("crescendo", 2, {"backs": OWN}, secret=bytes(32), position=position)
    assert table.state.fields.action_of == [1, 0, 2]  # type: ignore[attr-defined]
    with pytest.raises(GradatimError, match="the header and its position differ in"):
        Table.open("crescendo", 2, {"backs": default()}, secret=bytes(32), position=position)


def test_an_own_table_is_what_the_table_shows() -> None:
    state = State.new("crescendo", 2, 3, {"backs": OWN})
    words, said = catalogue(), state.game.words
    assert state.game.view.board(state, 0, words).labels == ["1–40", "21–80", "61–100"]
    lines = " ".join(said.table(words, state, 0, ["Ann", "Mira"]))
    assert "back 61–100" in lines
    top: Any = state.sight(0)
    assert said.action(words, top.action_of[top.top_back]) in lines


def test_the_fast_form_takes_it_too(long_run: bool) -> None:
    games = 300 if long_run else 3
    forms = [Bulk(State.new("crescendo", 2).game, compiled=compiled) for compiled in (True, False)]
    options = {"backs": OWN, "max_laps": 10}
    one, two = (form.play_random(games, 3, 1, options, check=True) for form in forms)
    assert one == two
    assert one.ended == games
    assert one.broken == 0


def test_bots_play_with_it() -> None:
    state = State.new("crescendo", 2, 3, {"backs": OWN, "max_laps": 10})
    rand = random.Random(3)
    simple = state.game.bots.BOTS["simple"]
    while not state.over:
        seat = state.ask_order()[0]
        state.play(simple(state.sight(seat).to_dict(), seat, state.legal(seat).ids, rand), seat)


def test_a_table_is_read_from_a_file(tmp_path: Path) -> None:
    assert files.option(str(FILE)) == OWN
    (tmp_path / "backs.json").write_text(json.dumps(default()))
    assert files.option(str(tmp_path / "backs.json")) == default()
    assert files.option("even") == "even"
    for name, text, said in (
        ("a.toml", "back =", "not TOML"),
        ("b.json", "{", "not JSON"),
        ("c.json", '{"a": 1, "a": 2}', "the key 'a' is there twice"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(GradatimError, match=f"cannot read .+{name}: {said}"):
            files.option(str(tmp_path / name))
    with pytest.raises(GradatimError, match=r"cannot read .*: no such file"):
        files.option(str(tmp_path / "none.toml"))
