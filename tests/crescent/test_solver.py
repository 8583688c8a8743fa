"""The solver: lines win by the rules, proofs never contradict a line, answers repeat and use no hidden card."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from gradatim.games.crescent import moves, rules
from gradatim.games.crescent.content import FACE_DOWN, REDEAL
from gradatim.games.crescent.solver import answers, beam, compiled, hint, lines, proof, search, solve
from tests.crescent.positions import sparse


def along(sight: dict[str, Any], line: list[str]) -> Iterator[dict[str, Any]]:
    """Every position of a line, the first one included."""
    fields: Any = lines.state_of(sight).fields
    yield fields.to_dict()
    for move in line:
        assert rules.refusal(fields, 0, moves.parse(move)) == 0, move
        rules.apply(fields, 0, moves.parse(move))
        yield fields.to_dict()


def careless(deal: int, drawn: random.Random) -> dict[str, Any]:
    """What a careless player leaves of a deal, with a move still to be made."""
    while True:
        fields: Any = lines.state_of(answers.dealt(deal, 3)).fields
        buffer = [0] * rules.MAX_LEGAL
        for _ in range(drawn.randint(50, 100)):
            legal = buffer[: rules.legal(fields, 0, buffer)]
            if not legal:
                break
            again = legal[0] == REDEAL and (len(legal) == 1 or drawn.random() < 1 / 30)
            rules.apply(fields, 0, REDEAL if again else drawn.choice(legal[legal[0] == REDEAL :]))
        if fields.ending == 0:
            return fields.to_dict()


def test_a_deal_is_won_and_the_answer_repeats() -> None:
    first, again = (solve(answers.dealt(5, 3)) for _ in range(2))
    assert first.result == "winnable"
    assert (first.moves, first.nodes) == (again.moves, again.nodes)
    assert first.redeals_used == first.moves.count("redeal") <= 3
    last = list(along(answers.dealt(5, 3), first.moves))[-1]
    assert rules.ENDINGS[last["ending"]] == "won"


def test_nothing_is_said_without_a_budget_that_allows_it() -> None:
    found = solve(answers.dealt(4, 3), 2_000)
    assert (found.result, found.moves, found.proof) == ("unknown", [], None)
    assert 2_000 <= found.nodes < 4_000


def test_a_short_line_is_shorter() -> None:
    def length(found: answers.Solution) -> int:
        return len(found.moves) - found.redeals_used

    quick, short = solve(answers.dealt(3, 3)), solve(answers.dealt(3, 3), 1_000_000, short=True)
    assert length(short) < length(quick)
    assert length(short) <= 125


@pytest.mark.parametrize("deals", [2, pytest.param(220, marks=pytest.mark.long)])
def test_no_position_on_a_winning_line_is_proven_lost(deals: int) -> None:
    kernel = compiled.prover()
    seen = 0
    for deal in range(40_000, 40_000 + deals):
        sight = answers.dealt(deal, 3)
        for position in along(sight, solve(sight, 400_000).moves):
            if position["ending"]:
                break
            seen += 1
            root = lines.row_of(position)
            assert kernel.relaxed(root) == -1
            for suits in ((0,), (1,), (2,), (3,), (0, 1), (2, 3)):
                game = search.Game(root, suits)
                assert game.go_on(2_000, search.Spent(2_000)).answer != proof.LOST, (deal, suits, position)
    assert seen > 100 * deals


@pytest.mark.parametrize("count", [16, pytest.param(400, marks=pytest.mark.long)])
def test_lost_positions_stay_lost_whatever_is_played(count: int) -> None:
    """A proof is checked against the finder: from no position after it may a win be found."""
    drawn = random.Random(4)
    proven = 0
    for number in range(count):
        position = careless(20_000 + number, drawn)
        found = solve(position, 200_000)
        if found.result != "lost":
            continue
        proven += 1
        assert found.proof is not None
        spent = answers.search.Spent(60_000)
        assert answers.search.find(lines.row_of(position), spent, 1, answers.search.widths()) is None
    assert proven >= count // 6


def test_a_blocked_position_is_lost_for_want_of_a_move() -> None:
    tops = "K♠ K♥ K♦ 9♣ A♠ A♥ A♦ 9♣"  # clubs are left: 10 to K for the ace foundation, 8 to A for the king's
    fields: Any = sparse(foundations=tops, p1="10♣ J♣ Q♣ K♣ A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣").fields
    assert solve(fields.to_dict()).result == "winnable"
    fields = sparse({"redeals": 0}, foundations=tops, p1="8♣ 7♣ 6♣ 5♣ 4♣ 3♣ 2♣ A♣ 10♣ J♣ Q♣ K♣").fields
    found = solve(fields.to_dict())
    assert (found.result, found.moves, found.nodes) == ("lost", [], 0)
    assert found.proof == {"by": "no_move", "suits": []}


def test_where_only_transfers_are_left_it_is_lost_at_once() -> None:
    tops = "7♠ K♥ K♦ K♣ 8♠ 3♥ 3♦ A♣"  # the spades' foundations meet, but no spade comes to the top
    piles = {"p1": "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 2♥ A♥", "p2": "7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ 2♦ A♦"}
    fields: Any = sparse({"redeals": 0}, foundations=tops, **piles).fields
    assert fields.ending == 0
    found = solve(fields.to_dict())
    assert (found.result, found.nodes) == ("lost", 0)
    assert found.proof == {"by": "relaxation", "suits": [1]}


def test_following_hints_wins() -> None:
    fields: Any = lines.state_of(answers.dealt(1, 3)).fields
    drawn = random.Random(1)
    line: list[str] = []
    solved = 0
    for turn in range(600):
        advice = hint(fields.to_dict(), line)
        assert advice.move, advice
        solved += advice.nodes > 0
        line = advice.line
        move = moves.parse(advice.move)
        legal = [0] * rules.MAX_LEGAL
        others = [m for m in legal[: rules.legal(fields, 0, legal)] if m not in (REDEAL, move)]
        if turn < 3 and others:  # the player knows better at first
            after: Any = fields.copy()
            rules.apply(after, 0, drawn.choice(others))
            if solve(after.to_dict()).result == "winnable":
                fields = after
                continue
        rules.apply(fields, 0, move)
        if fields.ending:
            break
    assert rules.ENDINGS[fields.ending] == "won"
    assert solved <= 4  # kept while it was followed


def test_a_hint_where_cards_are_face_down_uses_no_hidden_card() -> None:
    sight = answers.dealt(2, 3)
    shown = [[FACE_DOWN] * 5 + pile[5:6] + pile[6:] for pile in sight["pile"]]
    hidden = {**sight, "pile": shown}
    unseen = answers.unseen(hidden)
    assert len(unseen) == 80
    assert sorted(unseen) == sorted(card for pile in sight["pile"] for card in pile[:5])
    advice = hint(hidden, budget=320_000)
    assert advice.likely
    assert advice.wins >= 1
    assert advice.result == "unknown"
    assert hint(hidden, budget=320_000) == advice


def test_the_finder_steps_as_the_rules_do() -> None:
    """Every kind of step but the transfers, which `lines.wins` replays."""
    drawn = random.Random(9)
    fields: Any = lines.state_of(answers.dealt(8, 9)).fields
    row = lines.row_of(fields.to_dict())
    buffer = [0] * rules.MAX_LEGAL
    for _ in range(300):
        legal = [m for m in buffer[: rules.legal(fields, 0, buffer)] if not 33 <= m < 41]
        if not legal:
            break
        move = drawn.choice(legal)
        if move >= 41:
            pile, target = divmod(move - 41, 16)
            beam.stepped(row, beam.M_ONTO + target * 16 + pile)
        else:
            beam.stepped(row, move)
        rules.apply(fields, 0, move)
        assert (row == lines.row_of(fields.to_dict())).all()
