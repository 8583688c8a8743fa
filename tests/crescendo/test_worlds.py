"""Worlds drawn by `determinize` (H14): possible, equally likely, and true to what a reshuffle told everybody."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from gradatim.core import State
from gradatim.games.crescendo import content, moves, rules
from gradatim.games.crescendo.bots import Mind
from gradatim.words import catalogue
from tests.crescendo.games import chi_square_is_usual, played
from tests.crescendo.test_rulings import position, window


def others(*used: str) -> list[str]:
    """Every card but these: in own piles they cannot be in any world's rows."""
    cards = [str(n) for n in range(1, 101)] + ["J0", "J1", "J1", "J2"]
    for written in " ".join(used).split():
        cards.remove(written)
    return cards


def drawn_worlds(state: State, eye: int, places: list[tuple[int, int]], draws: int) -> Counter[object]:
    """What lies at these places, (seat, slot), with seat 6 for the card drawn, in many worlds."""
    seen: Counter[object] = Counter()
    for seed in range(draws):
        state.executor.run.determinize(state.row, eye, seed)
        s: Any = state.fields
        seen[tuple(s.drawn if seat == 6 else s.row[seat][slot] for seat, slot in places)] += 1
    return seen


def all_worlds(group: list[int], places: int, draws: int) -> dict[object, float]:
    """How often each filling of the places is to be expected; equal Jokers make a filling likelier."""
    ways = Counter(permutations(group, places))
    return {cards: draws * count / ways.total() for cards, count in ways.items()}


def test_worlds_are_equally_likely(long_run: bool) -> None:
    """Hidden from seat 0: its second card, two of seat 1's and two in the Reserve."""
    draws = 60_000 if long_run else 8_000
    hidden = "2 3 7 8 J0"
    state = position("5* 2", "3 7", pile="100", own=[others("5 100", hidden), []])
    group = [moves.kind_of(card) for card in hidden.split()]
    seen = drawn_worlds(state, 0, [(0, 1), (1, 0), (1, 1)], draws)
    assert chi_square_is_usual(seen, all_worlds(group, 3, draws))


def test_two_jokers_with_one_back_are_not_told_apart() -> None:
    hidden = "28 29 J1 J1 73"
    state = position("5*", "28 J1", pile="100", own=[others("5 100", hidden), []])
    group = [moves.kind_of(card) for card in hidden.split()]
    assert chi_square_is_usual(drawn_worlds(state, 0, [(1, 0), (1, 1)], 6_000), all_worlds(group, 2, 6_000))


@pytest.mark.parametrize("backs", [0, 2])
def test_a_hidden_drawn_card_is_among_them(backs: int) -> None:
    """With every third number on one back the group is 3, 6, 9, 12 and 15: no range is asked for."""
    hidden = "3 6 9 12 15"
    state = position(
        "5* 3", "6", pile="100", own=[others("5 100", hidden), []], turn=1,
        drawn={"card": "9", "from": "reserve"}, phase="drawn", options={"backs": backs},
    )  # fmt: skip
    group = [int(card) for card in hidden.split()]
    assert chi_square_is_usual(drawn_worlds(state, 0, [(0, 1), (1, 0), (6, 0)], 8_000), all_worlds(group, 3, 8_000))
    assert drawn_worlds(state, 1, [(6, 0)], 50) == {(state.fields.drawn,): 50}  # type: ignore[attr-defined]


def reshuffled(backs: int) -> tuple[State, set[int]]:
    """A game in which the Reserve has just been renewed, and what went back into it.

    The numbers in the rows have one back, whether it is that of a range or of every third number.
    """
    rows = "30 33 36 39", "42 45 48 51"
    pile = [card for card in others(*rows) if card not in ("1", "60")]
    state = position(*rows, pile=" ".join([*pile, "60"]), options={"backs": backs})  # the 1 is all that is left
    state.play("draw")
    state.play("keep 1")
    s: Any = state.fields
    assert s.shuffles == 1
    assert s.row[0][0] == 1
    return state, {moves.kind_of(card) for card in pile}


@pytest.mark.parametrize("backs", [0, 2])
def test_what_went_back_at_a_reshuffle_is_in_no_older_card(backs: int) -> None:
    state, back = reshuffled(backs)
    state.play("hold", seat=0)
    state.play("number 1", seat=1)  # 42 is nowhere near the 30 on the pile: a new card, slot 2
    s: Any = state.fields
    assert (s.row_count[1], s.born[1][1], s.born[1][2]) == (5, 1, 0)
    old = {33, 36, 39, 45, 48, 51}
    places = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (1, 4)]
    for eye in (0, 1, -1):
        seen = drawn_worlds(state, eye, [*places, (1, 1)], 400)
        for cards in seen:
            assert set(cards[:6]) == old, "an older card cannot be one that went back"  # type: ignore[index]
            assert cards[6] in back, "a new card is one that went back"  # type: ignore[index]
        assert len({cards[6] for cards in seen}) > 10  # type: ignore[index]
        assert len({cards[:6] for cards in seen}) > 100  # type: ignore[index]


@pytest.mark.parametrize("backs", [0, 2])
def test_cards_are_even_after_a_reshuffle(backs: int) -> None:
    """Older cards among themselves, and a new one among all with its back that went back."""
    state, back = reshuffled(backs)
    seen = drawn_worlds(state, -1, [(0, 1), (1, 0)], 6_000)
    assert chi_square_is_usual(seen, all_worlds([33, 36, 39, 42, 45, 48, 51], 2, 6_000))
    state.play("hold", seat=0)
    state.play("number 1", seat=1)
    s: Any = state.fields
    group = [kind for kind in back if s.back_of[kind] == s.back[1][1]]
    weights = {(kind,): 6_000 * (2 if kind == content.JOKER + 1 else 1) for kind in group}
    total = sum(weights.values()) / 6_000
    seen = drawn_worlds(state, -1, [(1, 1)], 6_000)
    assert chi_square_is_usual(seen, {cards: weight / total for cards, weight in weights.items()})


@pytest.mark.parametrize(("seed", "backs"), [(1, 0), (2, 2)])
def test_a_sight_tells_exactly_what_worlds_may_hold(seed: int, backs: int, long_run: bool) -> None:
    """After reshuffles, the set that a bot makes of a sight is all that a hidden card is in some world, and no more.

    Worlds are drawn until every card of each pool has turned up, and in at least twenty of them nothing else may.
    """
    tried = 0
    for state in many_reshuffles(seed, backs, 12 if long_run else 3):
        s: Any = state.fields
        for eye in range(s.seats):
            sight = state.sight(eye).to_dict()
            mind = Mind(sight, eye)
            places = [(seat, slot) for seat in range(s.seats) for slot in range(s.row_count[seat])]
            hidden = [place for place in places if mind.rows[place[0]][place[1]] < 0]
            pools = {place: mind.rows[place[0]][place[1]] for place in hidden}
            if s.drawn and not sight["drawn"]:
                pools[6, 0] = mind.pool(sight["drawn_back"], sight["drawn_born"])
            old = [at for at in pools.values() if at < -content.BACKS]
            assert all(len(mind.pools[at]) == old.count(at) for at in old), "an old pool is as large as its cards"
            wanted = {at: set(mind.pools[at]) for at in pools.values()}
            found: dict[int, set[int]] = {at: set() for at in wanted}
            for draw in range(500):
                state.executor.run.determinize(state.row, eye, draw)
                for (seat, slot), at in pools.items():
                    found[at].add(s.drawn if seat == 6 else s.row[seat][slot])
                if draw > 20 and found == wanted:
                    break
            assert found == wanted
            tried += bool(old)
    assert tried > 3


def many_reshuffles(seed: int, backs: int, most: int) -> Iterator[State]:
    """Positions of random games in which the Reserve has been renewed and older cards lie hidden."""
    while True:
        last = 0
        for _, _, state in played(seed, 3, backs=backs, max_laps=40):
            s: Any = state.fields
            if s.shuffles and rules.SETUP < s.phase < rules.BETWEEN and abs(s.turns - last) >= 4:
                last = s.turns
                yield state
                most -= 1
                if most == 0:
                    return
        seed += 10


def test_setup_choices_are_drawn_anew() -> None:
    """Seven cards, of five seats: 1 + 7 + 21 choices, each equally likely for who does not know."""
    state = State.new("crescendo", 5, seed=2)
    state.play("look 3", seat=0)
    draws = 29 * 100
    seen: Counter[object] = Counter()
    for seed in range(draws):
        state.executor.run.determinize(state.row, 1, seed)
        seen[state.fields.choice[0]] += 1  # type: ignore[attr-defined]
    choices = [content.DECLINE, *range(content.LOOK, content.LOOK + 7)]
    choices += [content.EXCHANGE + pair for pair in range(len(content.PAIR_A)) if content.PAIR_B[pair] < 7]
    assert chi_square_is_usual(seen, dict.fromkeys(choices, draws / 29))


def test_f15_no_row_outgrows_its_field() -> None:
    """Seat 0 calls wrongly whenever it can: its row takes every card but the pile's top and seat 1's eight."""
    state = State.new("crescendo", 2, seed=3)
    words = state.game.words
    for _ in range(400):
        s: Any = state.fields
        for seat in state.to_move:
            if s.open and seat in state.to_move:
                top = s.pile[s.pile_count - 1]
                wrong = [at for at in range(s.row_count[0]) if abs(s.row[0][at] - top) > 2 or s.row[0][at] > 100]
                if seat == 0 and wrong:
                    state.play(rules.slot_move(wrong[0], content.NUMBER), 0)
                else:
                    state.play("hold", seat)
                break
        else:
            state.play(state.executor.run.idle(state.row, state.ask_order()[0]))
    s = state.fields
    assert s.row_count[0] == content.ROW == content.CARDS - 1 - 8
    assert words.table(catalogue(), state, 0, ["Ann", "Mira"])
    assert len(state.game.view.board(state, 1, catalogue()).seats[0].row) == content.ROW
    assert state.legal()


def test_the_editions_differ_where_the_texts_do() -> None:
    """c16: the point for passing. c23: equal claims. Nothing else."""
    points, order = [], []
    for preset in ("english", "japanese"):
        options = rules.PRESETS[preset]
        state = position("9 3", "1 2", pile="100", phase="last", open=True, passed=[0], caller=1, options=options)
        state.play("hold", seat=0)
        points.append([state.score().totals[seat] for seat in (0, 1)])
        order.append(window("1 2", "3 4", "5 6", pile="15", options=options).ask_order())
    assert points == [[0, 6], [-1, 6]]
    assert order == [[0, 1, 2, 1], [1, 2, 0, 1]]
    defaults = {option.name: option.default for option in rules.OPTIONS}
    changed = {name for name, value in rules.PRESETS["japanese"].items() if value != defaults[name]}
    assert changed == {"tie_from_left", "pass_bonus_always"}
