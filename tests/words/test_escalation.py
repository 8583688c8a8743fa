"""Escalation! in words: sentences with their figures, for every eye, and nothing that an eye may not know."""

import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gradatim.core import State, load
from gradatim.games.escalation import content, rules
from gradatim.words import catalogue, plain

WORDS = catalogue()
GAME = load("escalation")
SAID = GAME.words
NAMES = ["Ann", "Mira", "Tomas", "Yuki", "Lena", "Ravi"]
ROOT = Path(__file__).parents[2]


def position(hand: list[str], series: list[str] | None = None, **more: Any) -> State:
    """Seat 0 is to move in front of a series that two players laid."""
    plays = series or []
    first = len(plays) % 2
    laid = [{"seat": (first + at) % 2, "play": play} for at, play in enumerate(plays)]
    other = ["2", "2", "3", "3", "4", "4"]
    found: State = GAME.moves.read_position(
        {"game": "escalation", "hands": [hand, other], "series": laid, "turn": 0, **more}
    )
    return found


def refused(state: State, text: str, seat: int = 0) -> Any:
    from gradatim.cli.questions import judge

    move, refusal = judge(state, seat, text)
    assert move == -1 or refusal is not None
    assert refusal is not None, f"{text} is legal"
    return SAID.refusal(WORDS, state, seat, refusal, move_text=text)


HAND = ["5", "5", "6", "8", "W", "J"]


@pytest.mark.parametrize(
    ("series", "hand", "text", "rule", "say"),
    [
        (
            ["12", "5+5+5"],
            ["5", "5", "W", "W", "W", "J"],
            "5+5+W",
            "not_higher",
            "15 must be beaten: 3 × 5 is only 15.",
        ),
        (
            ["12", "5+5+5"],
            ["5", "5", "W", "W", "W", "J"],
            "W+W+W=15",
            "not_higher",
            "15 must be beaten: 3 × 5 is only 15.",
        ),
        (["12"], HAND, "8", "not_higher", "12 must be beaten: 8 is not higher."),
        (["7"], HAND, "W=7", "not_higher", "7 must be beaten: 7 is not higher."),
        ([], HAND, "5+5+5", "not_in_hand", "You hold two 5 cards, not three."),
        ([], HAND, "6+6", "not_in_hand", "You hold one 6, not two."),
        ([], HAND, "9", "not_in_hand", "You hold no 9."),
        ([], HAND, "W+W=10", "not_in_hand", "You hold one 1–7, not two."),
        ([], ["5", "5", "6", "8", "9", "9"], "J", "not_in_hand", "You hold no Joker."),
        ([], HAND, "5+6", "mixed_numbers", "Cards laid together must have the same number: 5 and 6 differ."),
        ([], HAND, "6+5+W", "mixed_numbers", "Cards laid together must have the same number: 5 and 6 differ."),
        ([], HAND, "5+J", "joker_not_alone", "A Joker is laid alone."),
        ([], HAND, "W+J", "joker_not_alone", "A Joker is laid alone."),
        ([], ["5", "5", "6", "8", "J", "J"], "J+J", "joker_not_alone", "Only one Joker is laid at a time."),
        ([], HAND, "8+W", "wild_too_high", "A 1–7 cannot be laid with cards of 8 and higher."),
        ([], HAND, "W", "wild_unnamed", "A 1–7 laid alone needs its number, 1 to 7."),
        ([], ["5", "5", "6", "W", "W", "W"], "W+W", "wild_unnamed", "Two 1–7 cards need a total: 2, 4, … or 14."),
        ([], ["5", "5", "6", "W", "W", "W"], "W+W+W", "wild_unnamed", "Three 1–7 cards need a total: 3, 6, … or 21."),
        ([], HAND, "W=9", "wild_misnamed", "A 1–7 stands for 1 to 7; 9 is not possible."),
        (
            [],
            ["5", "5", "6", "W", "W", "W"],
            "W+W=5",
            "wild_misnamed",
            "Two 1–7 cards make 2, 4, … or 14; 5 is not possible.",
        ),
        (
            [],
            ["5", "5", "6", "W", "W", "W"],
            "W+W=16",
            "wild_misnamed",
            "Two 1–7 cards make 2, 4, … or 14; 16 is not possible.",
        ),
        (
            [],
            ["5", "5", "6", "W", "W", "W"],
            "W+W+W=14",
            "wild_misnamed",
            "Three 1–7 cards make 3, 6, … or 21; 14 is not possible.",
        ),
        ([], HAND, "5+W=12", "wild_misnamed", "5 + 1–7 makes 10; 12 is not possible."),
        ([], HAND, "take", "nothing_to_take", "There is nothing to take: the table is empty."),
        ([], HAND, "next", "game_running", "This game is still running."),
        ([], HAND, "5+Z", "no_such_move", "“5+Z” is no move here."),
        ([], HAND, "", "nothing_picked", "No card is picked."),
    ],
)
def test_refusals_say_what_is_so_with_figures(
    series: list[str], hand: list[str], text: str, rule: str, say: str
) -> None:
    told = refused(position(hand, series), text)
    assert (told.rule, told.say) == (rule, say)
    assert told.place == next(refusal.place for refusal in rules.REFUSALS if refusal.key == rule)


def test_the_way_out_follows() -> None:
    assert refused(position(HAND, ["12"]), "8").note == "Lay more than 12, a Joker, or take the one card."
    assert refused(position(HAND, ["2", "12"]), "8").note == "Lay more than 12, a Joker, or take the 2 cards."


def test_out_of_turn_and_after_the_end() -> None:
    assert refused(position(HAND), "2", seat=1).say == "It is not your turn."
    state = State.new("escalation", 2, 4, {"games": 2})
    while state.fields.phase == 0:  # type: ignore[attr-defined]
        state.play(state.executor.run.quick(state.row, state.ask_order()[0]))
    assert refused(state, "take").rule == "between_games"
    state.play("next")
    while not state.over:
        state.play(state.executor.run.quick(state.row, state.ask_order()[0]))
    assert refused(state, "take").say == "The game is over."


def test_every_refusal_has_its_sentence_even_without_figures() -> None:
    state = position(HAND, ["12"])
    for refusal in rules.REFUSALS[1:]:
        told = SAID.refusal(WORDS, state, 0, refusal)
        assert told.rule == refusal.key
        assert told.say
        assert told.place == refusal.place
    with pytest.raises(KeyError, match=r"escalation\.refusal\.none"):
        SAID.refusal(WORDS, state, 0, rules.REFUSALS[0])


def test_fronts_and_symbols_are_the_same_pick() -> None:
    state = position(HAND)
    mixed = next(refusal for refusal in rules.REFUSALS if refusal.key == "mixed_numbers")
    for pieces in (["f5", "f6"], ["5", "6"], ["f6", "f14", "f5"]):
        assert SAID.refusal(WORDS, state, 0, mixed, pieces=pieces).say.endswith("5 and 6 differ.")


def told(state: State, text: str) -> Any:
    return SAID.move(WORDS, state, 0, GAME.moves.parse(text))


def test_moves() -> None:
    state = position(["5", "5", "13", "W", "W", "J"], ["2", "12"])
    play = told(state, "5+5+W")
    assert play.say == "5 + 5 + 1–7 makes 15"
    assert play.do == "Play 15"
    assert play.note == "The 1–7 counts as 5."
    assert (play.move, play.pieces, play.named, play.total) == ("5+5+W", ["f5", "f5", "f14"], 0, 15)
    assert told(state, "5+W+W").note == "Each 1–7 counts as 5."
    assert told(state, "13").say == "13 beats 12"
    named = told(state, "W+W=14")
    assert (named.say, named.named, named.total) == ("1–7 + 1–7 makes 14", 7, 14)
    joker = told(state, "J")
    assert (joker.say, joker.do, joker.note) == (
        "Joker: the total stays 12",
        "Play Joker",
        "The next player must beat 12.",
    )
    take = told(state, "take")
    assert (take.do, take.say) == ("Take 2 cards", "Take the 2 cards and start a new series")
    assert take.note == "You will have taken 2 cards; fewest wins."


def test_leads() -> None:
    state = position(["5", "5", "13", "W", "W", "J"])
    assert told(state, "13").say == "13 leads"
    assert told(state, "W=3").say == "1–7 as 3 leads"
    assert told(state, "5+5").say == "5 + 5 makes 10"
    assert told(state, "J").say == "Joker: the series starts with nothing to beat"


def test_why_a_card_cannot_help() -> None:
    state = position(["4", "5", "5", "9", "13", "W"], ["2", "3", "5+5+5"])
    sight = state.sight(0)
    assert SAID.why_not(WORDS, sight, "f9") == "9 cannot help to beat 15."
    assert SAID.why_not(WORDS, sight, "f4") == "2 × 4 makes only 8; 15 must be beaten."
    assert SAID.why_not(WORDS, sight, "f14") == "Even as 7, 1–7 cannot help to beat 15."
    assert SAID.why_not(WORDS, state.sight(1), "f4") == ""


def random_games(seeds: range) -> Any:
    """(state before, seat, move) of whole games at all numbers of seats."""
    for seed in seeds:
        rng = random.Random(seed)
        state = State.new("escalation", 2 + seed % 5, seed, {"games": 1 + seed % 2, "count_hand_cards": seed % 3 % 2})
        while not state.over:
            seat = state.ask_order()[0]
            move = rng.choice(list(state.legal(seat)))
            yield state, seat, move
            state.play(move, seat)
        yield state, -1, -1


def test_a_reason_is_given_exactly_for_cards_that_no_legal_move_lays() -> None:
    for state, seat, move in random_games(range(12)):
        if move < 0 or state.fields.phase != rules.PLAYING:
            continue
        sight = state.sight(seat)
        useful = {piece for legal in state.legal(seat) for piece in GAME.moves.parts(legal)}
        for kind in range(1, content.KINDS):
            if sight.hand[kind]:
                front = GAME.moves.front(kind)
                assert bool(SAID.why_not(WORDS, sight, front)) == (front not in useful)


def whole_table(state: State, eye: int) -> list[str]:
    lines = [
        SAID.subtitle(WORDS, state),
        *SAID.prompt(WORDS, state, eye, NAMES),
        *SAID.result(WORDS, state, NAMES, eye),
    ]
    lines += SAID.table(WORDS, state, eye, NAMES)
    if eye >= 0:
        lines += SAID.hand(WORDS, state, eye)
        for move in state.legal(eye):
            lines += map(str, SAID.move(WORDS, state, eye, move))
    return lines


def test_every_position_can_be_said_to_every_eye() -> None:
    said = 0
    for state, seat, move in random_games(range(5)):
        for eye in range(-1, state.seats):
            assert all(isinstance(line, str) for line in whole_table(state, eye))
            if move >= 0:
                event = SimpleNamespace(kind="move", seat=seat, move=GAME.moves.text(move))
                say, kind = SAID.event(WORDS, state, event, eye, NAMES)
                assert say.startswith("You ") == (seat == eye)
                assert kind in ("move", "take", "deal", "end")
                said += 1
    assert said > 1000


def test_words_know_no_more_than_the_eye() -> None:
    for number, (state, seat, move) in enumerate(random_games(range(20, 22))):
        for eye in range(-1, state.seats):
            world = state.determinize(eye, number)
            assert whole_table(world, eye) == whole_table(state, eye)
            if move >= 0 and seat != eye:
                continue
            if move >= 0:
                event = SimpleNamespace(kind="move", seat=seat, move=GAME.moves.text(move))
                assert SAID.event(WORDS, world, event, eye, NAMES) == SAID.event(WORDS, state, event, eye, NAMES)


def log(state: State, text: str, seat: int = 0, eye: int = -1, kind: str = "move") -> str:
    said: str = SAID.event(WORDS, state, SimpleNamespace(kind=kind, seat=seat, move=text), eye, NAMES)[0]
    return said


def test_log_lines() -> None:
    hand = ["3", "3", "13", "W", "W", "J"]
    lead, later = position(hand), position(hand, ["2", "5", "9"])
    assert log(lead, "3+3") == "Ann leads with 3 + 3 = 6"
    assert log(lead, "3+3", eye=0) == "You lead with 3 + 3 = 6"
    assert log(later, "13") == "Ann plays 13"
    assert log(later, "W+W=10") == "Ann plays 1–7 + 1–7 = 10"
    assert log(position(hand, ["2"]), "W=5", eye=0) == "You play 1–7 as 5"
    assert log(later, "J") == "Ann plays the Joker; still 9"
    assert log(lead, "J", eye=0) == "You play the Joker; nothing to beat"
    assert log(later, "take", eye=0) == "You take 3 cards and start a new series"
    assert log(position(hand, ["2"]), "take") == "Ann takes 1 card and starts a new series"
    assert log(lead, "", kind="undo") == "Ann takes back the last move"
    assert log(lead, "", kind="undo", eye=0) == "You take back your last move"
    assert log(lead, "9", kind="try") == "Ann tries 9; refused"
    assert log(lead, "9", kind="try", eye=0) == "You try 9; refused"
    assert log(lead, "", seat=-1, kind="deal") == "The cards are dealt; Ann starts"
    assert log(lead, "", seat=-1, kind="deal", eye=0) == "The cards are dealt; you start"


def last(card: str) -> State:
    hands = [[card], ["2", "2"]]
    return GAME.moves.read_position(  # type: ignore[no-any-return]
        {"game": "escalation", "hands": hands, "series": [], "taken": [20, 33], "deck": [], "turn": 0}
    )


def test_the_last_card() -> None:
    assert log(last("5"), "5") == "Ann lays the last card, 5; the game is over"
    assert log(last("5"), "5", eye=0) == "You lay your last card, 5; the game is over"
    assert log(last("J"), "J") == "Ann lays the last card, the Joker; the game is over"
    assert log(last("J"), "J", eye=0) == "You lay your last card, the Joker; the game is over"
    assert told(last("5"), "5").note == "Your last card: the game ends at once."
    assert told(last("J"), "J").note == "Your last card: the game ends at once."


def test_prompts() -> None:
    def prompt(state: State, eye: int = 0) -> tuple[str, str]:
        said: tuple[str, str] = SAID.prompt(WORDS, state, eye, NAMES)
        return said

    hand = ["3", "3", "4", "6", "W", "J"]
    assert prompt(position(hand)) == (
        "Your turn. Start a new series",
        "Any card, or several of one number. Taken so far: 0.",
    )
    assert prompt(position(hand, ["2", "4"])) == ("Your turn. Beat 4", "Or take the 2 cards. Taken so far: 0.")
    assert prompt(position(hand, ["J"])) == ("Your turn. Nothing to beat yet", "Or take the one card. Taken so far: 0.")
    assert prompt(position(hand, ["2", "13"])) == (
        "Your turn. Only the Joker answers 13",
        "Or take the 2 cards. Taken so far: 0.",
    )
    none = ["3", "3", "4", "6", "8", "8"]
    assert prompt(position(none, ["13", "6+6+6"])) == (
        "Your turn. Nothing you hold beats 18",
        "Take the 4 cards, then lead. Taken so far: 0.",
    )
    assert prompt(position(hand, ["2", "4"]), 1) == ("Ann is thinking", "4 must be beaten.")
    assert prompt(position(hand), -1) == ("Ann is thinking", "A new series starts.")


def ended(taken: list[int], options: dict[str, int] | None = None) -> State:
    """The last card of seat 0 has been laid."""
    hands = [["5"], *([["2"]] * (len(taken) - 1))]
    rest = 56 - len(taken) - sum(taken)
    taken = [*taken[:-1], taken[-1]]
    state: State = GAME.moves.read_position(
        {
            "game": "escalation",
            "options": options or {},
            "hands": hands,
            "series": [],
            "taken": taken,
            "deck": [],
            "turn": 0,
        }
    )
    assert rest == 0
    state.play("5")
    return state


def test_results_name_winner_and_rule() -> None:
    def result(state: State, eye: int = -1) -> tuple[str, str]:
        said: tuple[str, str] = SAID.result(WORDS, state, NAMES, eye)
        return said

    assert result(ended([9, 45])) == ("Ann wins with 9", "Fewest taken wins.")
    assert result(ended([9, 45]), 0) == ("You win with 9", "Fewest taken wins.")
    shared = ended([3, 3, 47])
    assert result(shared) == ("Ann and Mira share the win with 3", "Fewest taken wins.")
    assert result(shared, 1) == ("You and Ann share the win with 3", "Fewest taken wins.")
    assert result(ended([5, 5, 5, 37]))[0] == "Ann, Mira and Tomas share the win with 5"
    assert result(ended([9, 45], {"count_hand_cards": 1}))[1] == "Fewest wins; cards left in hand count."
    between = ended([9, 45], {"games": 2})
    assert result(between) == ("Ann leads with 9", "Fewest taken over all games wins.")
    assert SAID.prompt(WORDS, between, 0, NAMES)[0] == "Game 1 of 2 is over"
    assert told(between, "next").do == "Deal game 2"
    assert SAID.subtitle(WORDS, between) == "Game 1 of 2 · 0 in the deck"
    assert log(between, "next") == "Ann deals game 2 of 2"


def test_options_have_labels_and_values() -> None:
    for option in rules.OPTIONS:
        assert plain.option_label(WORDS, GAME, option.name)
        assert plain.option_help(WORDS, GAME, option.name).endswith(".")
        values = [SAID.option_value(WORDS, option.name, value) for value in option.values]
        assert len(set(values)) == len(values)
    for preset in rules.PRESETS:
        assert plain.preset_label(WORDS, GAME, preset)
    for part in rules.PARTS:
        assert plain.part(WORDS, GAME, part)


def test_the_rules_page_reaches_every_ruling() -> None:
    page = plain.rules_page(WORDS, GAME)
    numbers = {int(ruling.removeprefix("b")) for rule in page for ruling in rule.rulings}
    assert numbers == set(range(1, 34))
    assert all(rule.place and rule.text for rule in page)
    assert page[0].heading
    places = [rule.place.partition(",")[0] for rule in page]
    order = ["Overview", "Deck", "Course of Play", "End of the Game and Winner", "Clarifications", "Example of Play"]
    chapters = [next(at for at, chapter in enumerate(order) if place.startswith(chapter)) for place in places]
    assert chapters == sorted(chapters), "the page follows the rulebook"


def test_the_document_has_every_ruling() -> None:
    text = (ROOT / "docs" / "rulings" / "escalation.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| b(\d+) \|", text, re.MULTILINE)
    assert [int(number) for number in found] == list(range(1, 34))
    cited = {number for refusal in rules.REFUSALS for number in re.findall(r"\d+", refusal.place)}
    assert cited <= set(found)
