"""The solver: lines win by the rules, proofs never contradict a line, answers repeat and use no hidden card."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.crescent_solver import careless, followed_hints
from gradatim.core import State
from gradatim.games.crescent import moves, rules
from gradatim.games.crescent.content import FACE_DOWN, REDEAL
from gradatim.games.crescent.solver import answers, beam, hint, lines, solve
from tests.crescent.positions import sparse


def along(sight: dict[str, Any], line: list[str]) -> Iterator[dict[str, Any]]:
    """Every position of a line, the first one included."""
    fields: Any = lines.state_of(sight).fields
    yield fields.to_dict()
    for move in line:
        assert rules.refusal(fields, 0, moves.parse(move)) == 0, move
        rules.apply(fields, 0, moves.parse(move))
        yield fields.to_dict()


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


def test_a_line_fits_into_the_moves_that_are_left() -> None:
    """`max_moves` ends a game unwon: a line that is longer wins nothing, and one given before is not kept."""
    free = solve(answers.dealt(5, 3))
    last = list(along(answers.dealt(5, 3), free.moves))[-1]["moves"]
    for room, result in ((last, "winnable"), (last - 1, "winnable"), (103, "unknown")):
        sight = {**answers.dealt(5, 3), "max_moves": 300, "moves": 300 - room}
        found = solve(sight)
        assert found.result == result, room
        assert list(along(sight, found.moves))[-1]["moves"] <= 300
        told = hint(sight, free.moves)
        assert (told.result, told.line) == (result, free.moves if room == last else found.moves)


def test_a_game_that_is_won_needs_no_line() -> None:
    fields: Any = sparse({"redeals": 0}, foundations="K♠ K♥ K♦ K♣ A♠ A♥ A♦ A♣").fields
    for short in (False, True):
        found = solve(fields.to_dict(), short=short)
        assert (found.result, found.moves) == ("winnable", [])
    assert hint(fields.to_dict()).move == ""


@pytest.mark.parametrize("count", [16, pytest.param(400, marks=pytest.mark.long)])
def test_lost_positions_stay_lost_whatever_is_played(count: int) -> None:
    """A proof is checked against the finder: from no position after it may a win be found."""
    proven = 0
    for deal in range(20_000, 20_000 + count):
        position = careless(deal)
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


def test_a_hint_is_kept_while_it_is_followed() -> None:
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
    assert solved <= 4


@pytest.mark.parametrize(("count", "budget"), [(40, 150_000), pytest.param(300, 800_000, marks=pytest.mark.long)])
def test_following_hints_wins_from_wherever_it_can_be_won(count: int, budget: int) -> None:
    found = followed_hints(count, budget, map)
    assert found["won"] == found["winnable"] >= count // 20
    assert found["not_won"] == 0


def face_down(deal: int, played: int, drawn: random.Random) -> State:
    """A face-down deal after some moves of the quick player and by chance."""
    state = State.new("crescent", 1, options={"face_down": 1}, seed=deal)
    for _ in range(played):
        if state.over:
            break
        legal = state.legal().ids
        state.play(rules.quick(state.fields, 0) if drawn.random() < 0.7 else drawn.choice(legal))
    return state


def shown(state: State) -> dict[str, Any]:
    return state.sight(0).to_dict()


@pytest.mark.parametrize("count", [3, pytest.param(40, marks=pytest.mark.long)])
def test_a_hint_where_cards_are_face_down_uses_no_hidden_card(count: int) -> None:
    """Permuting what lies face down changes neither the hint nor the mark."""
    drawn = random.Random(count)
    for number in range(count):
        state = face_down(number, drawn.randrange(40), drawn)
        advice = hint(shown(state), budget=200_000)
        for seed in range(2):
            other = state.determinize(0, seed)
            assert hint(shown(other), budget=200_000) == advice
        hidden = sum(state.fields.shut)
        if hidden and not state.over:
            assert len(answers.unseen(shown(state))) == hidden
            assert advice.result in ("unknown", "lost")
            assert advice.likely == (advice.result == "unknown")
            assert advice.wins <= advice.worlds
            assert not advice.move or state.refusal(0, advice.move) is None


def test_the_mark_of_a_face_down_deal_is_proven_from_the_cards_in_sight() -> None:
    tops = "7♠ K♥ K♦ K♣ 8♠ 3♥ A♦ A♣"  # 2♥ cannot go home, since A♥ lies on it; every heart is in sight
    piles = {"p1": "A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 2♥ A♥", "p2": "7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠"}
    fields: Any = sparse({"redeals": 0}, foundations=tops, **piles).fields
    assert solve(fields.to_dict()).result == "lost"
    hidden = fields.to_dict()
    hidden["pile"][0][:6] = [FACE_DOWN] * 6
    hidden["pile"][1][:6] = [FACE_DOWN] * 6
    advice = hint(hidden)
    assert (advice.result, advice.proof) == ("lost", {"by": "suits", "suits": [1]})
    assert not advice.move
    hidden["pile"][0][6] = FACE_DOWN  # 2♥: then it might be another card that lies there
    assert hint(hidden, budget=33_000).result == "unknown"


def test_one_hidden_card_is_no_secret() -> None:
    sight = answers.dealt(5, 3)
    fields: Any = lines.state_of(sight).fields
    for move in solve(sight).moves[:60]:
        rules.apply(fields, 0, moves.parse(move))
    known = fields.to_dict()
    pile = max(range(16), key=lambda p: known["height"][p])
    assert known["height"][pile] > 1
    hidden = {**known, "pile": [list(cards) for cards in known["pile"]]}
    hidden["pile"][pile][0] = FACE_DOWN
    assert hint(hidden) == hint(known)
    assert hint(hidden).result == "winnable"


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
