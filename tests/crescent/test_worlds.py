"""Worlds of a face-down deal are drawn evenly."""

from collections import Counter
from typing import Any

from gradatim.core import State, load
from gradatim.games.crescent import content, rules

GAME = load(rules.NAME)


def test_every_hidden_card_is_equally_likely_in_every_hidden_place() -> None:
    """Also after moves and a redeal, where piles hide different numbers of cards."""
    state = State.new(GAME, 1, 5, {"face_down": 1})
    for _ in range(12):
        state.play(state.legal().ids[-1])
    state.play("redeal")
    s: Any = state.fields
    hidden = [(p, at) for p in range(16) for at in range(s.shut[p])]
    assert len(set(s.shut)) > 2
    cards = Counter(s.pile[p][at] for p, at in hidden)
    once = next(card for card, copies in sorted(cards.items()) if copies == 1)
    worlds = 60 * len(hidden)
    places: Counter[tuple[int, int]] = Counter()
    first: Counter[int] = Counter()
    for seed in range(worlds):
        world: Any = state.determinize(0, seed).fields
        assert Counter(world.pile[p][at] for p, at in hidden) == cards
        places[next(place for place in hidden if world.pile[place[0]][place[1]] == once)] += 1
        first[world.pile[hidden[0][0]][hidden[0][1]]] += 1
    assert chi_square([places[place] for place in hidden], [worlds / len(hidden)] * len(hidden)) < limit(len(hidden))
    expected = [worlds * copies / len(hidden) for copies in cards.values()]
    assert chi_square([first[card] for card in cards], expected) < limit(len(cards))


def test_a_face_up_deal_hides_nothing() -> None:
    state = State.new(GAME, 1, 5)
    again: Any = state.determinize(0, 9).fields
    assert again.pile == state.fields.pile  # type: ignore[attr-defined]
    seen: Any = state.sight(-1)
    assert not any(content.FACE_DOWN in cards for cards in seen.pile)


def chi_square(seen: list[int], expected: list[float]) -> float:
    return sum((a - b) ** 2 / b for a, b in zip(seen, expected, strict=True))


def limit(cells: int) -> float:
    """Wilson and Hilferty's approximation of the 99.999 % point of chi-square with cells - 1 degrees of freedom."""
    degrees = cells - 1
    return float(degrees * (1 - 2 / (9 * degrees) + 4.265 * (2 / (9 * degrees)) ** 0.5) ** 3)
