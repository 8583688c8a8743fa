"""What is asked of the solver, on plain data: the sight of a table as a dict in, notation out.

Every line is replayed by the rules before it is given; what the search believes is never taken for an answer.
"""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gradatim.games.crescent import rules
from gradatim.games.crescent.content import (
    CARDS,
    DEALT,
    DECK,
    FACE_DOWN,
    MOST,
    PILES,
    RANKS,
    REDEAL,
    SUIT,
    SUITS,
    Deal,
    deal,
)
from gradatim.games.crescent.moves import parse, text
from gradatim.games.crescent.solver import beam, lines, search
from gradatim.games.crescent.solver.search import Spent

BUDGET = 1_600_000  # nodes, about a second
WORLDS = 32  # samples of the cards that are face down
PROOF_SHARE = (0.75, 0.4, 0.15, 0.1)  # of the budget, by redeals left; the last for more


@dataclass(frozen=True)
class Solution:
    """`result` is winnable, lost or unknown. `moves` win, in notation; `proof` says why the position is lost.

    A proof names by what it is one, and the suits (0 to 3) that cannot go home: "no_move", "relaxation" (they cannot
    even if cards never lay in the way), "suits" (searched alone to the end), "search" (the whole game was).
    """

    result: str
    moves: list[str] = field(default_factory=list)
    redeals_used: int = 0
    nodes: int = 0
    seconds: float = 0.0
    proof: dict[str, Any] | None = None


@dataclass(frozen=True)
class Advice:
    """The next `move` and the line that it begins; both empty where the solver knows none.

    `likely` where cards are face down: the move wins in `wins` of `worlds` samples of them.
    """

    result: str
    move: str = ""
    line: list[str] = field(default_factory=list)
    likely: bool = False
    wins: int = 0
    worlds: int = 0
    nodes: int = 0
    proof: dict[str, Any] | None = None


def solve(sight: Mapping[str, Any], budget: int = BUDGET, *, short: bool = False, seed: int = 0) -> Solution:
    """Win a position, or prove it lost, within `budget` nodes. `short` spends the whole budget on a shorter line.

    `sight` needs pile, height, up, down and left. Where it has `max_moves` (and `moves`, those made), a line that is
    longer is none: the result is "unknown" then. Raises GradatimError if a card in it is face down.
    """
    began = time.perf_counter()
    root = lines.row_of(sight)
    spent = Spent(budget)
    found, proof = None, None
    if rules.can_move(lines.state_of(sight).fields) or not root[beam.HEIGHT : beam.UP].any():
        found, proof = _settled(root, spent, seed)
    else:
        proof = {"by": "no_move", "suits": []}
    limited = bool(sight.get("max_moves"))
    if found is not None and (short or (limited and not lines.wins(sight, lines.spelled(root, found.steps)))):
        found = search.shorten(root, found, spent, seed)
    solution = Solution("lost" if proof else "unknown", proof=proof)
    if found is not None:
        moves = lines.spelled(root, found.steps)
        if lines.wins(sight, moves):
            solution = Solution("winnable", [text(move) for move in moves], moves.count(REDEAL))
        elif not limited:
            raise AssertionError("the solver's line does not win by the rules")
    return replace(solution, nodes=spent.nodes, seconds=time.perf_counter() - began)


def _settled(root: Any, spent: Spent, seed: int) -> tuple[search.Line | None, dict[str, Any] | None]:
    """A winning line, a proof that there is none, or neither.

    First a look for a line, since most positions that can be won are won soon; then what proves; then the line again.
    """
    cards = int(root[beam.HEIGHT : beam.UP].sum())
    if not cards:
        return search.Line(), None
    whole, left = spent.budget, int(root[beam.LEFT])
    attempts = search.widths()
    share = 0.0 if cards == len(DECK) and left > 1 else PROOF_SHARE[min(left, len(PROOF_SHARE) - 1)]
    spent.budget = max(whole // 16, min(whole, 30_000))
    found = search.find(root, spent, seed, attempts)
    if found is None and share:
        proving = Spent(int(share * whole))
        answer = search.decide(root, proving)
        spent.nodes += proving.nodes
        if isinstance(answer, dict):
            return None, answer
        found = answer
    spent.budget = whole
    return found or search.find(root, spent, seed, attempts), None


def hint(sight: Mapping[str, Any], line: Sequence[str] = (), budget: int = BUDGET, *, seed: int = 0) -> Advice:
    """The next move of a winning line. `line` is the one given before: it is kept while the player follows it.

    Where cards are face down, the move that wins in most of 32 samples of them, which uses no hidden card. Then the
    result is "unknown" unless the cards in sight prove it.
    """
    if any(FACE_DOWN in pile[:height] for pile, height in zip(sight["pile"], sight["height"], strict=True)):
        return _likely(sight, budget, seed)
    for start in range(min(len(line), 2)):
        rest = list(line[start:])
        if lines.wins(sight, [parse(move) for move in rest]):
            return Advice("winnable", rest[0], rest)
    found = solve(sight, budget, seed=seed)
    return Advice(
        found.result, found.moves[0] if found.moves else "", found.moves, nodes=found.nodes, proof=found.proof
    )


def _likely(sight: Mapping[str, Any], budget: int, seed: int) -> Advice:
    """The move that wins in most samples of what is hidden, unless the cards in sight decide."""
    hidden = unseen(sight)
    if len(set(hidden)) == 1:  # then it is known what lies there
        return hint(_filled(sight, hidden), budget=budget, seed=seed)
    share = Spent(budget // (WORLDS + 1))
    proof = _proven_in_sight(sight, hidden, share)
    if proof is not None:
        return Advice("lost", nodes=share.nodes, proof=proof)
    drawn = random.Random(seed)
    votes: Counter[str] = Counter()
    nodes = share.nodes
    for _ in range(WORLDS):
        drawn.shuffle(hidden)
        found = solve(_filled(sight, hidden), share.budget, seed=seed)
        nodes += found.nodes
        if found.moves:
            votes[found.moves[0]] += 1
    if not votes:
        return Advice("unknown", likely=True, worlds=WORLDS, nodes=nodes)
    move, wins = max(votes.items(), key=lambda vote: (vote[1], -parse(vote[0])))
    return Advice("unknown", move, [move], True, wins, WORLDS, nodes)


def _proven_in_sight(sight: Mapping[str, Any], hidden: Sequence[int], spent: Spent) -> dict[str, Any] | None:
    """A proof that the position is lost whatever lies face down; or None.

    A suit with every card in sight can be searched alone: cards of other suits are left out there, hidden or not.
    """
    if not rules.can_move(lines.state_of(sight).fields):
        return {"by": "no_move", "suits": []}
    suits = [suit for suit in range(SUITS) if suit not in {SUIT[card] for card in hidden}]
    return search.disprove(lines.row_of(_filled(sight, hidden)), suits, spent)


def unseen(sight: Mapping[str, Any]) -> list[int]:
    """The cards that are nowhere to be seen, in order: those that are face down, whichever lies where."""
    left = [2] * CARDS
    for suit in range(SUITS):
        for rank in (*range(sight["up"][suit] + 1), *range(sight["down"][suit], RANKS)):
            left[suit * RANKS + rank] -= 1
    for pile in range(PILES):
        for card in sight["pile"][pile][: sight["height"][pile]]:
            if card != FACE_DOWN:
                left[card] -= 1
    return [card for card in range(CARDS) for _ in range(left[card])]


def _filled(sight: Mapping[str, Any], hidden: Sequence[int]) -> dict[str, Any]:
    """The sight with these cards in the place of those that are face down."""
    cards = iter(hidden)
    piles = [
        [next(cards) if card == FACE_DOWN else card for card in pile[:height]] + [0] * (len(pile) - height)
        for pile, height in zip(sight["pile"], sight["height"], strict=True)
    ]
    return {**sight, "pile": piles}


def dealt(number: int, redeals: int) -> dict[str, Any]:
    """The sight of a fresh deal, every card known."""
    return {
        "pile": [cards + [0] * (MOST - DEALT) for cards in deal(Deal(number))],
        "height": [DEALT] * PILES,
        "up": [0] * SUITS,
        "down": [RANKS - 1] * SUITS,
        "left": redeals,
    }
