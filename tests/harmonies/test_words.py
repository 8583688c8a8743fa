"""Harmonies in words and on the table: every position can be said, and nothing that an eye may not know is."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import State
from gradatim.core.table import Event
from gradatim.games.harmonies import content, rules, sheet, words
from gradatim.words import catalogue, plain
from tests.harmonies.landscapes import GAME, PARTS, filled, finished, running
from tests.harmonies.test_rulings import GRAY_BLUE, ON, done_sanctuary, with_hand

WORDS = catalogue()
NAMES = ["Ann", "Mira", "Tomas", "Ben"]


def everything(state: State, eye: int) -> list[Any]:
    """All that the words and the table tell an eye about a position."""
    told: list[Any] = [
        words.subtitle(WORDS, state),
        *words.prompt(WORDS, state, eye, NAMES),
        *words.result(WORDS, state, NAMES, eye),
        *words.table(WORDS, state, eye, NAMES),
    ]
    if eye >= 0:
        told += words.hand(WORDS, state, eye)
        told += [words.move(WORDS, state, eye, move) for move in state.legal(eye)]
    return [*told, GAME.view.board(state, eye, WORDS)]


def played(seats: int, seed: int, **options: int) -> Iterator[State]:
    """Positions of a game in which sensible and random moves alternate."""
    rand = random.Random(seed)
    state = State.new(GAME, seats, seed, options)
    while not state.over:
        yield state
        seat = state.to_move[0]
        sensible = rand.random() < 0.7
        state.play(state.executor.run.quick(state.row, seat) if sensible else rand.choice(state.legal().ids))
    yield state


ALL = {"sanctuaries": 1, "whispers": 1, "spirits": 1}


def test_words_and_board_know_no_more_than_the_eye() -> None:
    """The same in every world that fits the sight: whatever depends on a hidden Spirit would differ."""
    compared = 0
    for seats, side in ((1, 0), (2, 1), (4, 4)):
        for number, state in enumerate(played(seats, seats, side=side, **ALL)):
            if number % 23 in (0, 1) or state.over:
                for eye in range(-1, seats):
                    assert everything(state.determinize(eye, number), eye) == everything(state, eye)
                    compared += 1
    assert compared > 60


def test_the_log_tells_every_move() -> None:
    told: set[str] = set()
    for seats, side in ((1, 2), (3, 5)):
        for state in played(seats, seats, side=side, **ALL):
            for move in () if state.over else some(state.legal().ids):
                seat = state.to_move[0]
                for eye in (-1, seat):
                    line, kind = words.event(WORDS, state, event(state, move), eye, NAMES)
                    assert kind in ("move", "take", "end")
                    assert line.startswith("You " if eye == seat else NAMES[seat])
                told.add(GAME.moves.text(move).split()[0])
    assert {"take", "use", "card", "tile", "end", "discard", "spirit", "blue"} <= told


def some(legal: list[int]) -> set[int]:
    return {*legal[::5], *(move for move in legal if move < content.TOKEN)}


def event(state: State, move: int | str, kind: str = "move") -> Event:
    text = move if isinstance(move, str) else GAME.moves.text(move)
    return Event(1, kind, state.to_move[0], text)


def test_log_lines() -> None:
    state = with_hand(
        running({"stacks": {"b2": "gray gray", "b1": "brown"}, "above": [GRAY_BLUE]}, {}, **ON), "blue", "green"
    )

    def log(move: str, eye: int = -1, kind: str = "move") -> str:
        return words.event(WORDS, state, event(state, move, kind), eye, NAMES)[0]

    assert log("green b1") == "Ann lays green on b1: a tree of height 2"
    assert log("use 1 b2") == "Ann lays blue on b2 for Sanctuary blue and gray"
    assert log("green b1", eye=0) == "You lay green on b1: a tree of height 2"
    assert log("blue b1", kind="try") == "Ann tries blue b1; refused"
    assert log("blue b1", kind="undo") == "Ann takes a move back"
    state.play("use 1 b2")
    state = with_hand(state, "blue")
    assert log("use 1 b2") == "Ann completes Sanctuary blue and gray on b2 with blue"
    assert words.event(WORDS, state, Event(0, "deal"), 0, NAMES)[0] == "A new game; you begin"
    last = running(done_sanctuary([{"name": "Frog", "cubes": 1}]), {}, **ON)
    line = words.event(WORDS, last, event(last, "last 1"), 1, NAMES)[0]
    assert line == "Ann puts the last cube of Frog onto Sanctuary blue and gray"


def test_the_end_is_told() -> None:
    full = filled(21)
    for turn, expected in ((0, "this round is the last"), (1, "The game is over: a board is nearly full")):
        boards = [{}, {"stacks": full}] if turn else [{"stacks": full}, {}]
        centre = [[], *[["blue"]] * 4]
        state = running(*boards, turn=turn, taken=1, hand=[], centre=centre, ending="running")
        line, kind = words.event(WORDS, state, event(state, "end"), -1, NAMES)
        assert line.endswith(expected)
        assert kind == ("end" if turn else "move")


@pytest.mark.parametrize("key", [refusal.key for refusal in rules.REFUSALS[1:]])
def test_every_refusal_has_its_sentence(key: str) -> None:
    refusal = next(r for r in rules.REFUSALS if r.key == key)
    state = running({"above": ["Frog"]}, {}, **ON)
    for move in (None, "use 1 b2", "blue c3", "nonsense", "last 1", "end"):
        told = words.refusal(WORDS, state, 0, refusal, move_text=move)
        assert told.say.endswith(".")
        assert told.place
        assert "{" not in told.say + told.note


def test_refusals_say_what_is_so() -> None:
    state = with_hand(running({"stacks": {"b2": "yellow"}, "above": ["Frog"]}, {}), "blue")

    def say(move: str, pieces: list[str] | None = None) -> str:
        refusal = (
            state.refusal(0, move) if pieces is None else rules.REFUSALS[GAME.moves.attempt(state.fields, 0, pieces)[1]]
        )
        assert refusal is not None
        return words.refusal(WORDS, state, 0, refusal, move_text=move if pieces is None else None, pieces=pieces).say

    assert say("blue b2") == "On b2 lies a field: blue does not go there."
    assert say("", ["blue", "b2"]) == "On b2 lies a field: blue does not go there."
    assert say("gray a1") == "You hold no gray token."
    assert say("use 1 b2") == "The habitat of Frog is not at b2."
    assert say("", ["held1", "b2"]) == "The habitat of Frog is not at b2."
    assert say("", ["held1"]) == "The card has 5 cubes left; only the last one goes onto a Sanctuary."
    assert say("end") == "Lay 1 more token before you end the turn."
    assert say("last 1") == "The card has 5 cubes left; only the last one goes onto a Sanctuary."
    assert say("blue g1") == "Side A has no space g1."
    assert say("", ["blue"]) == "No space is chosen for the token."
    assert say("", ["b2"]) == "Nothing to lay is chosen."


def test_prompts() -> None:
    def prompt(state: State, eye: int = 0) -> tuple[str, str]:
        return words.prompt(WORDS, state, eye, NAMES)

    state = running({}, {})
    assert prompt(state)[0] == "Your turn. Take three tokens"
    assert prompt(state, 1) == ("Ann is thinking", "Turn 2; 105 tokens are in the pouch.")
    assert prompt(with_hand(state, "blue", "red")) == ("2 tokens to lay", "In hand: blue and red.")
    assert prompt(with_hand(state))[0] == "All tokens are laid"
    assert prompt(State.new(GAME, 2, 1, {"spirits": 1}))[0] == "Keep one of two Spirits"
    ending = running({}, {}, turn=1, ending="board_full")
    assert prompt(ending, 1)[1] == "This round is the last."
    assert prompt(finished({"stacks": {"a1": "green"}}, {})) == ("You win with 1", "Most points win.")
    assert prompt(finished({}, {}), 1) == ("You and Ann share the win with 0", "Level on points and cubes.")
    tied = finished({"stacks": {"a1": "green", "e1": "green"}}, {"above": [{"name": "Frog", "cubes": 4}]})
    assert prompt(tied, 0) == ("Mira wins with 2", "Level on points: most cubes win.")
    assert prompt(finished({}), 0)[0] == "0 points and 3 suns"


def test_notes_say_what_a_move_brings_about() -> None:
    full = filled(20)
    state = with_hand(running({"stacks": full}, {}), "gray")
    empty = content.NAMES[20]
    note = words.move(WORDS, state, 0, GAME.moves.parse(f"gray {empty}")).note
    assert note == "2 spaces stay empty: the game then ends with this round."
    state.play(f"gray {empty}")
    assert words.move(WORDS, state, 0, content.END).note == "The others finish the round, then the game ends."
    frog = running({"stacks": {"b2": "blue", "b1": "green"}, "above": [{"name": "Frog", "cubes": 1}]}, {})
    assert words.move(WORDS, frog, 0, GAME.moves.parse("use 1 b2")).note == "That completes the card, for 15."


def test_the_sheet_adds_up_and_names_its_spaces() -> None:
    """Every number of the score comes from lines that name spaces or a card."""
    lines = 0
    for seats, side in ((1, 1), (2, 4), (3, 2)):
        for state in played(seats, 40 + seats, side=side, bga_loops=side % 2, **ALL):
            for seat in range(seats):
                found = sheet.lines(state.sight(-1), seat)
                assert tuple(found) == PARTS
                points = tuple(sum(line.points for line in part) for part in found.values())
                assert points == state.score().parts[seat]
                for part in found.values():
                    for line in part:
                        assert line.spaces or line.thing >= 0
                        assert words.score_line(WORDS, state.sight(-1), line)
                        lines += 1
    assert lines > 1000


def test_a_river_is_shown_by_its_way() -> None:
    """Six of the seven tokens of the rulebook's river with a spur."""
    spur = dict.fromkeys(("b1", "b2", "b3", "c2", "d2", "d3", "e4"), "blue")
    (line,) = sheet.lines(finished({"stacks": spur}).fields, 0)["water"]
    assert line.points == 15
    assert line.spaces.bit_count() == 6
    ring = dict.fromkeys(("b2", "b3", "c2", "c4", "d2", "d3"), "blue")
    (line,) = sheet.lines(finished({"stacks": ring}, bga_loops=1).fields, 0)["water"]
    assert (line.points, line.spaces.bit_count()) == (15, 6)


def test_the_board() -> None:
    board = {
        "stacks": {"b2": "blue", "b1": "green", "c2": "blue", "a2": "gray gray"},
        "above": ["Frog", GRAY_BLUE],
    }
    state = with_hand(running(board, {}, row=["Otter"], offer=["Sanctuary 5"], **ON), "blue")
    shown = GAME.view.board(state, 0, WORDS)
    assert (shown.side, shown.reconstruction, shown.round, shown.phase, shown.turn) == ("A", True, 2, "turn", 0)
    assert (shown.hand, shown.taken, shown.last_round, shown.suns) == (["blue"], 0, False, -1)
    assert sum(count.tokens for count in shown.counts) == shown.pouch
    frog, tile = shown.seats[0].held[0].card, shown.seats[0].held[1].tile
    assert (frog.name, frog.points, frog.left, frog.scored) == ("Frog", [15, 10, 6, 4, 2], 5, 0)
    assert [(found.cube, found.spaces, found.free) for found in frog.found] == [
        ("b2", ["b2", "b1"], True),
        ("c2", ["c2", "b1"], True),
    ]
    assert (tile.colours, tile.next, tile.sites) == (["blue", "gray"], "blue", ["a2"])
    lay = {entry.piece: entry.spaces for entry in shown.lay}
    assert lay["held1"] == ["b2", "c2"]
    assert lay["held2"] == ["a2"]
    assert len(lay["blue"]) == 19
    assert {entry.piece: entry.notable for entry in shown.lay} == {"held1": [], "held2": [], "blue": []}
    assert shown.most_rounds == 1 + -(-shown.pouch // 3) // 2
    assert shown.row[0].found == []
    assert GAME.view.board(state, 1, WORDS).lay == []
    assert [card.name for card in shown.row if card] == ["Otter"]
    assert [space.name for space in shown.spaces] == content.names_of(content.LAYOUT[0][0])
    state.play("use 1 b2")
    frog = GAME.view.board(state, 0, WORDS).seats[0].held[0].card
    assert (frog.left, frog.scored, [found.free for found in frog.found]) == (4, 2, [False, True])


def test_what_a_placement_brings_is_marked() -> None:
    """A last cube, a Sanctuary's last token, and the last space but two."""
    used = dict.fromkeys(["e1", "e2", "e3", "e4"], "blue")
    board = {
        "stacks": {"a1": "gray gray blue", "b1": "green", "b2": "blue", **used},
        "cubes": list(used),
        "above": [{"name": "Frog", "cubes": 1}, {"name": "gray-blue", "space": "a1"}],
    }
    state = with_hand(running(board, {}, **ON), "blue")
    lay = {entry.piece: entry for entry in GAME.view.board(state, 0, WORDS).lay}
    assert (lay["held1"].notable, lay["held2"].notable, lay["blue"].notable) == (["b2"], ["a1"], [])
    state = with_hand(running({"stacks": filled(20)}, {}), "blue")
    (lay_blue,) = GAME.view.board(state, 0, WORDS).lay
    assert lay_blue.notable == lay_blue.spaces == ["e3", "e4", "e5"]


@pytest.mark.parametrize(
    ("card", "wants"),
    [
        ("Frog", "water beside a tree of height 1"),
        ("Otter", "water at the end of a line with a tree of height 1 and a tree of height 1"),
        ("Bear", "a tree of height 1 in a triangle with a mountain of height 2 and a mountain of height 2"),
        ("Penguin", "a mountain of height 1 in the bend between water and water"),
        ("Raccoon", "a field with water, water and water around it"),
        ("Butterfly", "a field at the tip of a rhombus with water, water and a field"),
        ("Ripple", "water between a tree of height 1 and a tree of height 1"),
        ("Marmot", "a mountain of height 2 in the bend between a mountain of height 1 and a mountain of height 1"),
    ],
)
def test_habitats_in_words(card: str, wants: str) -> None:
    assert words.what_it_wants(WORDS, finished({}).fields, content.CARD_NAMES.index(card)) == wants


def test_a_habitat_of_another_shape_in_words() -> None:
    table = content.written_table(content.own_table("content", {})[1])
    table["whisper"][0] = {"habitat": [["water", 0, 0], ["field", 1, 0], ["tree 1", 2, -1]]}
    state = finished({}, whispers=1, content=table)
    assert (
        words.what_it_wants(WORDS, state.fields, content.WHISPER) == "water with a field and a tree of height 1 near it"
    )
    assert words.thing(WORDS, state.fields, content.WHISPER) == "Whisper 1"


def test_dry_spaces_turn_ordinary() -> None:
    state = finished({"stacks": {"a2": "blue"}}, side="D")
    seat = GAME.view.board(state, -1, WORDS).seats[0]
    assert seat.watered == ["a1", "a3"]
    assert len(seat.dry) == 7
    assert sum(space.dry for space in GAME.view.board(state, -1, WORDS).spaces) == 9


def test_a_choice_of_spirits_is_shown_to_its_seat() -> None:
    state = State.new(GAME, 2, 3, {"spirits": 1})
    assert len(GAME.view.board(state, 0, WORDS).choice) == 2
    assert GAME.view.board(state, 1, WORDS).choice == GAME.view.board(state, -1, WORDS).choice == []
    assert len(GAME.view.board(state, -1, WORDS, open_hands=True).choice) == 2


def test_the_landscape_in_plain_text() -> None:
    board = {
        "stacks": {"a1": "brown green", "b2": "gray gray blue blue", "c3": "blue"},
        "cubes": ["a1"],
        "whisper_cubes": ["c3"],
        "above": [{"name": "Koala", "cubes": 3}, {"name": "Mist", "cubes": 1}],
        "done": [{"name": GRAY_BLUE, "space": "b2"}],
    }
    state = finished(board, side="C-alternative", whispers=1, sanctuaries=1)
    text = GAME.moves.drawing(state.fields, 0)
    assert text[0].split() == list("abcdefg")
    assert text[1].split() == ["1", "tl*", ".", ".", "."]
    assert "mmww" in text[4]
    assert text[5].split() == ["3", ".", "w'", ".", "."]
    dry = GAME.moves.drawing(finished({"stacks": {"a2": "blue"}}, side="D").fields, 0)
    assert dry[1].split() == ["1", ".", ",", ","]  # a1 is watered
    assert "seat 0" in str(state)


def test_the_rules_page() -> None:
    page = plain.rules_page(WORDS, GAME)
    assert any("reconstruction" in rule.text for rule in page)
    assert {rule.key for rule in page} == {key for key, _, _ in words.RULES}
    rulings = {ruling for rule in page for ruling in rule.rulings}
    assert {f"h{number}" for number in range(1, 31)} == rulings
    assert all(re.fullmatch(r"h\d+", ruling) for ruling in rulings)


def test_options_and_presets_are_named() -> None:
    for option in rules.OPTIONS:
        assert plain.option_label(WORDS, GAME, option.name)
        assert plain.option_help(WORDS, GAME, option.name)
        assert len({words.option_value(WORDS, option.name, value) for value in option.values}) == len(option.values)
    assert len({plain.preset_label(WORDS, GAME, name) for name in rules.PRESETS}) == 6


def test_the_terminal_tells_what_cards_are_worth() -> None:
    """Values still to come, on offer and above the board; what a Spirit scores; where a habitat lies now."""
    board = {"stacks": {"b2": "blue", "b1": "green"}, "above": [{"name": "Frog", "cubes": 3}, "Lion", "Mist"]}
    state = running(board, {}, row=["Llama"], options=ALL)
    told = words.hand(WORDS, state, 0)
    assert (
        "Card 1: Llama, for 5 and 12 points; a field at the end of a line with a field and a mountain of height 2"
        in told
    )
    frog = "1 Frog: 4 points so far, 3 cubes left for 6, 10 and 15; water beside a tree of height 1; there now at b2"
    assert frog in told
    assert [line for line in told if line.startswith("2 Lion: 2 points for each field of one or two")]
    assert "3 Mist: 2 cubes left; water beside a field" in told


def test_a_solo_game_ends_with_its_points_by_category(tmp_path: Path) -> None:
    """In the terminal, from the last turn of the full board."""
    position = running({"stacks": filled(20)}, centre=[["blue", "gray", "green"]] * 3)
    path = tmp_path / "last.json"
    path.write_text(json.dumps(GAME.moves.write_position(position)))
    spaces = content.NAMES[20:23]
    typed = ["take 1", *(f"{colour} {at}" for colour, at in zip(("blue", "gray", "green"), spaces, strict=True)), "end"]
    command = [sys.executable, "-m", "gradatim", "terminal", "harmonies", "--load", str(path)]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    said = subprocess.run(command, input="\n".join(typed), capture_output=True, text=True, env=environment, check=True)
    assert "6 points and 3 suns" in said.stdout
    assert "6 (Trees 1, Fields 5)" in said.stdout
