"""Random games of Crescent by the thousand, and what holds in all of them. "c1" names a case that players reported."""

import importlib
import random
from pathlib import Path
from typing import Any

import pytest

from gradatim.core import State, Table, load, record
from gradatim.dialect.contract import simulated
from gradatim.fast import Bulk
from gradatim.games.crescent import content, moves, rules
from tests.contract import properties
from tests.crescent import undoing

GAME = load(rules.NAME)
VARIANTS = [{"redeals": redeals, "face_down": down} for redeals, down in ((3, 0), (4, 0), (3, 1), (9, 1), (0, 0))]


def play_and_undo(bulk: Bulk, games: int, options: dict[str, int]) -> list[int]:
    blank = State.blank(GAME, 1, {**simulated(GAME.rules), **options}).fields.to_dict()
    out = bulk.buffer(undoing.COUNTS)
    buffers = bulk.buffer(rules.MAX_LEGAL), bulk.buffer(content.CARDS), bulk.buffer(4)
    bulk.call("play_and_undo", bulk.state(blank), bulk.state(), games, 1, out, *buffers)
    return [int(value) for value in out]


def test_cards_are_conserved_undo_is_exact_and_both_forms_agree(long_run: bool) -> None:
    """With redeals, in every variant: 200 000 games in the long form (c9, c10, c11)."""
    compiled, interpreted = Bulk(GAME, drivers=undoing), Bulk(GAME, drivers=undoing, compiled=False)
    for options in VARIANTS:
        report = play_and_undo(compiled, 40_000 if long_run else 2_000, options)
        assert report[undoing.BROKEN] == 0
        assert report[undoing.UNDONE] > report[undoing.GAMES]
        assert (report[undoing.REDEALS] > 0) == (options["redeals"] > 0)
        some = 40 if long_run else 4
        assert play_and_undo(compiled, some, options) == play_and_undo(interpreted, some, options)


def test_an_independent_model_plays_the_same_games(monkeypatch: pytest.MonkeyPatch, long_run: bool) -> None:
    """The model of the benchmark shares no code with the rules: every legal list must be the same, in every game."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    model = importlib.import_module("crescent")
    games = 3_000 if long_run else 60
    report = Bulk(GAME, compiled=False).play_random(games, 1, seed=11)
    assert model.play_random(games, 11) == (report.checksum, report.decisions)


def test_c1_c2_blocked_exactly_when_nothing_is_legal(long_run: bool) -> None:
    """Asked of the refusals, not of the legal list: pile moves, foundation plays, transfers and redeals alike."""
    ends = set()
    for seed in range(40 if long_run else 8):
        for state in properties.positions(GAME, 1, {**simulated(GAME.rules), "redeals": seed % 4}, seed):
            ending, asked = state.score().ending, state.copy()
            ends.add(ending)
            asked.executor.write(asked.row, {"ending": 0})
            alive = any(rules.refusal(asked.row, 0, move) == 0 for move in range(content.MOVES))
            assert alive == (ending in ("running", "capped"))
    assert ends >= {"running", "blocked"}


@pytest.mark.parametrize("free_undo", [0, 1])
def test_c10_c11_undo_and_redo_give_identical_states(free_undo: int) -> None:
    """Every kind of move is taken back and made again; a redeal only where undo is free."""
    rand, kinds = random.Random(5), set()
    for number in range(6):
        table = Table.open(rules.NAME, 1, {"free_undo": free_undo}, code=content.Deal(number, 9).code)
        while not table.state.over and len(table.events) < 150:
            _, move = properties.choose(table.state, rand)
            before = table.state.copy()
            table.submit(0, move)
            after = table.state.copy()
            assert table.can_undo(0) == (free_undo == 1 or move != content.REDEAL)
            if table.can_undo(0):
                kinds.add("redeal" if move == content.REDEAL else moves.text(move)[-1:])
                table.undo(0)
                assert table.state == before
                assert table.taken_back[-1] == moves.text(move)
                table.submit(0, table.taken_back[-1])
                assert table.state == after
                assert table.taken_back == []
    assert kinds >= {"A", "K"} | ({"redeal"} if free_undo else set())


def test_a_longer_way_back_and_forward_again() -> None:
    table = Table.open(rules.NAME, 1, code=content.Deal(3).code)
    made = []
    for _ in range(8):
        made.append(table.state.legal().texts()[-1])
        table.submit(0, made[-1])
    end = table.state.copy()
    for _ in range(5):
        table.undo(0)
    assert table.taken_back == made[:2:-1]
    for _ in range(5):
        table.submit(0, table.taken_back[-1])
    assert table.state == end
    table.undo(0)
    table.undo(0)
    table.submit(0, next(move for move in table.state.legal().texts() if move not in (made[-2], "redeal")))
    assert table.taken_back == []  # another way was taken


def test_c12_c14_a_saved_game_keeps_its_history() -> None:
    table = Table.open(rules.NAME, 1, code=content.Deal(3).code)
    for at in range(6):
        table.submit(0, table.state.legal().texts()[-1], at * 1000)
    table.undo(0, 7000)
    again = record.load(record.parse(record.dump(table)))
    assert again.state == table.state
    assert again.taken_back == table.taken_back
    for _ in range(5):
        assert again.can_undo(0)
        again.undo(0)
    assert again.state == Table.open(rules.NAME, 1, code=content.Deal(3).code).state
    again.submit(0, "redeal")  # no secret is needed to go on: the code says it all


def test_c24_a_layout_goes_out_and_comes_back_as_text() -> None:
    for state in properties.positions(GAME, 1, {"face_down": 1, "max_moves": 300}, seed=9):
        read = moves.read_position(moves.write_position(state))
        fields: Any = read.fields
        fields.deal = state.fields.deal  # type: ignore[attr-defined]  # a written position is no deal
        fields.rng = state.fields.rng  # type: ignore[attr-defined]
        assert fields == state.fields


def test_c33_both_copies_of_a_card_can_be_found_in_the_view() -> None:
    from gradatim.words import catalogue

    words = catalogue()
    for state in properties.positions(GAME, 1, {"max_moves": 300}, seed=2):
        board = GAME.view.board(state, 0, words)
        seen = [front for cards in board.piles for front in cards.cards]
        for foundation in board.foundations:
            suit = foundation.top[-1]
            ranks = moves.RANK_SIGNS[::-1] if foundation.down else moves.RANK_SIGNS
            seen += [rank + suit for rank in ranks[: foundation.count]]
        assert sorted(seen) == sorted(2 * [moves.front(card) for card in range(content.CARDS)])


def test_the_view_hides_what_lies_face_down() -> None:
    from gradatim.words import catalogue

    words = catalogue()
    for state in properties.positions(GAME, 1, {"face_down": 1, "max_moves": 300}, seed=2):
        board = GAME.view.board(state, 0, words)
        hidden = [cards.cards.count("") for cards in board.piles]
        assert hidden == state.fields.shut  # type: ignore[attr-defined]
        world = state.determinize(0, 4)
        assert GAME.view.board(world, 0, words) == board
        shown = GAME.view.board(state, 0, words, open_hands=True)
        assert not any("" in cards.cards for cards in shown.piles)
