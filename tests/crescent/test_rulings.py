"""Every ruling of docs/rulings/crescent.md by its number, and the rulebook's own examples."""

from collections import Counter
from typing import Any

import pytest

from gradatim.core import GradatimError, State, Table, load, record
from gradatim.games.crescent import content, moves, rules
from gradatim.games.crescent.content import Deal, read_code
from tests.contract import properties
from tests.crescent.positions import found, pile, position, refused, sparse

GAME = load(rules.NAME)
# Hearts meet: 5 on the ascending, 6 on the descending foundation.
MEETING = "A♠ 5♥ A♦ A♣ K♠ 6♥ K♦ K♣"
# Two piles whose tops go nowhere while spades meet at 5 and 6.
SPADES = {"p1": "5♠ 4♠ 3♠ 2♠ A♠ 6♠ 9♠", "p2": "J♠ 10♠ 8♠ 7♠ Q♠ K♠"}
# 8♥ can go back and forth between the two piles for ever.
ENDLESS = {"piles": {"1": ["7♥", "8♥"], "2": ["9♥"]}}


def table(code: str = "CR1-N-AAAAAAB", **options: int) -> Table:
    return Table.open(rules.NAME, 1, options, code=code)


def test_1_deal() -> None:
    state = State.new(GAME, 1, 7)
    s: Any = state.fields
    assert s.height == [6] * 16
    assert (s.up, s.down) == ([0] * 4, [12] * 4)
    dealt = Counter(card for cards in s.pile for card in cards[:6])
    assert all(dealt[card] == (1 if content.RANK[card] in (0, 12) else 2) for card in range(52))
    assert s.left == 3


def test_2_deal_codes_say_variant_and_number() -> None:
    assert read_code("CR1-N-AAAAAAB") == Deal(0, 3, 0)  # the rulebook's example
    assert read_code(" cr1-n-aaaaaab ") == Deal(0)
    assert read_code("CR1-N3-AAAAAAB") == Deal(0)  # the long form of N
    for deal in (Deal(5, 4), Deal(5, 3, 1), Deal(5, 4, 1), Deal(2**30 - 1, 2), Deal(77, 0, 1), Deal(9, 9)):
        assert read_code(deal.code) == deal
    shown = [Deal(1, redeals, down).code[:6] for redeals, down in ((3, 0), (4, 0), (3, 1), (4, 1), (2, 0), (0, 1))]
    assert shown == ["CR1-N-", "CR1-F-", "CR1-D-", "CR1-E-", "CR1-N2", "CR1-D0"]


def test_2_the_cards_of_a_number_are_fixed_for_ever() -> None:
    # Golden: these must never change, or codes that people have written down would bring other cards.
    def signs(deal: Deal, pile: int) -> str:
        return " ".join(moves.card_text(card) for card in content.deal(deal)[pile])

    assert signs(read_code("CR1-N-AAAAAAB"), 0) == "3♥ 6♥ 4♦ 2♦ A♦ 6♣"
    assert signs(Deal(999), 15) == "3♣ Q♠ 2♦ 7♥ 2♦ A♠"
    assert signs(Deal(2**30 - 1), 7) == "6♣ Q♣ 4♦ 10♣ 2♣ K♦"
    assert content.deal(Deal(4, 3)) == content.deal(Deal(4, 9, 1))  # the variant changes no card


def test_2_the_table_deals_what_the_code_says() -> None:
    for deal in (Deal(0), Deal(123456, 4, 1)):
        s: Any = table(deal.code).state.fields
        assert [cards[:6] for cards in s.pile] == content.deal(deal.code)
        assert (s.redeals, s.left, s.face_down) == (deal.redeals, deal.redeals, deal.face_down)
        assert moves.code_of(s) == deal.code


@pytest.mark.parametrize("deal", [Deal(0), Deal(31_415_926, 2), Deal(2**30 - 1, 4, 1)], ids=lambda deal: deal.code)
def test_2_a_mistyped_code_is_refused(deal: Deal) -> None:
    """Every other character in every place, and every two neighbours exchanged."""
    code, other = deal.code, set()
    for at in range(4, len(code)):
        other |= {code[:at] + sign + code[at + 1 :] for sign in content.SYMBOLS + "0189"}
        other.add(code[:at] + code[at : at + 2][::-1] + code[at + 2 :])
    assert len(other) > 200
    for wrong in other - {code}:
        with pytest.raises(GradatimError):
            read_code(wrong)


@pytest.mark.parametrize(
    ("code", "about"),
    [
        ("CR1-N-AAA0AAB", "character 10 of CR1-N-AAA0AAB is '0'"),
        ("CR1-N2-AAAAA1B", "character 13 of CR1-N2-AAAAA1B is '1'"),
        ("CR1-N-AAAAAAC", "mistyped somewhere"),
        ("CR2-N-AAAAAAB", "is no deal code"),
        ("CR1-F2-AAAAAAB", "is no deal code"),
        ("", "is no deal code"),
        (7, "is no deal code"),
    ],
)
def test_2_the_reason_is_given(code: Any, about: str) -> None:
    with pytest.raises(GradatimError) as caught:
        Table.open(rules.NAME, 1, code=code)
    assert about in str(caught.value)


def test_2_a_code_and_other_options_do_not_go_together() -> None:
    with pytest.raises(GradatimError, match="differ in redeals"):
        table(redeals=4)
    with pytest.raises(GradatimError, match="has no deal codes"):
        Table.open("escalation", 2, code="CR1-N-AAAAAAB")
    with pytest.raises(GradatimError, match="not with both"):
        Table.open(rules.NAME, 1, code="CR1-N-AAAAAAB", secret=bytes(32), position={"piles": {}})
    with pytest.raises(GradatimError, match="from a secret or by a code"):
        Table.open(rules.NAME, 1)


def test_2_verify_deals_again_from_the_code() -> None:
    written = record.dump(table())
    assert record.verify(record.parse(written)).redealt
    other = record.parse(written.replace("CR1-N-AAAAAAB", Deal(1).code))
    assert record.verify(other).ok  # another deal, as honest
    moved = table()
    moved.submit(0, "1>15")
    broken = record.verify(record.parse(record.dump(moved).replace("CR1-N-AAAAAAB", Deal(1).code)))
    assert not broken.ok
    assert broken.line == 3


def test_3_build() -> None:
    state = position(p1="8♥", p2="9♥", p3="7♥", p4="8♠ 9♠", p5="10♥", p6="A♠", p7="K♠", p8="2♠", p9="")
    assert {"1>2", "1>3", "6>7", "7>6", "6>8", "8>6"} <= set(state.legal().texts())
    assert refused(state, "1", "4") == "other_suit"
    assert refused(state, "1", "5") == "not_adjacent"
    assert refused(state, "7", "8") == "not_adjacent"
    assert refused(state, "1", "9") == "empty_target"


def test_3_the_rulebooks_example_of_an_ace_on_a_king() -> None:
    state = position(p10="7♦ A♠", p14="5♥ K♠")
    state.play("10>14")
    assert pile(state, 14) == "5♥ K♠ A♠"
    assert pile(state, 10) == "7♦"


def test_3_a_pile_holds_thirteen() -> None:
    thirteen = "3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ 3♦ 4♦ 5♦ 8♥"
    state = position(p1=thirteen, p2="9♥", p3=thirteen.rpartition(" ")[0].rpartition(" ")[0] + " 7♥")
    assert refused(state, "2", "1") == "pile_full"
    assert "1>2" in state.legal().texts()
    state.play("1>3")
    assert pile(state, 3).endswith("7♥ 8♥")
    assert refused(state, "2", "3") == "pile_full"


def test_4_the_first_refusal_that_applies() -> None:
    full = "3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ 3♦ 4♦ 5♦ 8♠"
    state = position(p1="", p2="", p3=full, p4="8♥", p5="9♠", p6="8♥")
    assert refused(state, "1", "2") == "empty_source"  # before the target is looked at
    assert refused(state, "1", "3") == "empty_source"
    assert refused(state, "4", "2") == "empty_target"
    assert refused(state, "4", "3") == "pile_full"  # before the suit
    assert refused(state, "4", "5") == "other_suit"  # before the rank
    assert refused(state, "4", "6") == "not_adjacent"


def test_4_the_facts_go_with_the_refusal() -> None:
    from gradatim.words import catalogue

    state = position(p2="9♥", p5="6♣", p7="8♥", p9="7♥")
    key = next(refusal for refusal in rules.REFUSALS if refusal.key == "other_suit")
    said = GAME.words.refusal(catalogue(), state, 0, key, pieces=["p7", "p5"])
    assert said.say == "Must be the same suit."
    assert said.note.startswith("8 of hearts does not go on 6 of clubs.")
    assert "Piles 2 and 9" in said.note


def test_5_foundations_build_up_and_down_in_their_suit() -> None:
    state = position(p1="2♥", p2="Q♥", p3="2♠", p4="K♥", p5="3♥")
    assert {"1>A", "2>K", "3>A"} <= set(state.legal().texts())
    assert refused(state, "1", "f1") == "other_foundation"
    assert refused(state, "1", "K") == "not_next"
    assert refused(state, "4", "A") == "not_next"  # no wrap: the king is not next to the ace here
    assert refused(state, "5", "f2") == "not_next"
    state.play("1>A")
    assert found(state, "5", "f2") == "5>A"


def test_5_the_second_king_and_ace_finish_a_foundation() -> None:
    state = sparse(foundations="Q♠ K♥ K♦ K♣ A♠ 2♥ A♦ A♣", p1="A♥ K♠")
    assert state.legal().texts() == ["redeal", "1>A"]
    state.play("1>A")
    state.play("1>K")
    assert state.score().ending == "won"


def test_5_nothing_goes_on_a_finished_foundation() -> None:
    state = sparse(foundations="K♠ J♥ K♦ K♣ A♠ A♥ A♦ A♣", p1="K♥", p2="Q♥")
    assert refused(state, "1", "K") == "foundation_full"
    assert refused(state, "2", "f6") == "foundation_full"


def test_5_bases_are_locked_and_no_card_returns() -> None:
    state = position(foundations=MEETING, p1="K♣")
    assert refused(state, "f1", "f5") == "base_locked"
    assert refused(state, "f8", "1") == "base_locked"
    assert refused(state, "f2", "1") == "from_foundation"
    assert refused(state, "f2", "f1") == "other_foundation"
    assert refused(state, "f2", "f2") == "same_place"


def test_5_transfers_where_the_two_foundations_meet() -> None:
    state = position(foundations=MEETING)
    assert found(state, "f2", "f6") == found(state, "f2") == "HA>K"
    state.play("HA>K")
    s: Any = state.fields
    assert (s.up[1], s.down[1], s.home) == (3, 4, 19)
    state.play("HK>A")
    state.play("HK>A")
    s = state.fields
    assert (s.up[1], s.down[1], s.moves) == (5, 6, 3)
    apart = position(foundations="A♠ 5♥ A♦ A♣ K♠ 7♥ K♦ K♣")
    assert refused(apart, "f2", "f6") == "not_next"


def test_6_the_rulebooks_example_of_a_redeal() -> None:
    state = position(p1="2♥ 9♣ J♦ J♦", p2="K♣", p3="")
    state.play("redeal")
    assert pile(state, 1) == "9♣ J♦ J♦ 2♥"
    assert pile(state, 2) == "K♣"  # one card stays as it is
    assert pile(state, 3) == ""
    s: Any = state.fields
    assert (s.left, s.moves) == (2, 0)  # it is no move


def test_6_redeals_run_out() -> None:
    for redeals in (0, 3, 4, 9):
        state = State.new(GAME, 1, 1, {"redeals": redeals})
        for _ in range(redeals):
            state.play("redeal")
        refusal = state.refusal(0, "redeal")
        assert refusal is not None
        assert refusal.key == "no_redeals"


def test_6_nothing_to_redeal() -> None:
    state = sparse(foundations="K♠ 9♥ K♦ K♣ A♠ A♥ A♦ A♣", p1="10♥", p2="J♥", p3="Q♥", p4="K♥")
    refusal = state.refusal(0, "redeal")
    assert refusal is not None
    assert refusal.key == "nothing_to_redeal"
    assert "redeal" not in state.legal().texts()


def back_and_forth(moves_made: int, **options: int) -> Table:
    t = Table.open(rules.NAME, 1, options, secret=bytes(32), position=ENDLESS | {"options": options})
    for at in range(moves_made):
        t.submit(0, "2>1" if at % 2 else "1>2")
    return t


def test_7_undo_goes_back_a_hundred_moves_and_the_count_goes_down() -> None:
    t = back_and_forth(120)
    assert t.state.fields.moves == 120  # type: ignore[attr-defined]
    for left in range(119, 19, -1):
        t.undo(0)
        assert t.state.fields.moves == left  # type: ignore[attr-defined]
    assert not t.can_undo(0)
    with pytest.raises(GradatimError):
        t.undo(0)


def test_7_undo_never_crosses_a_redeal() -> None:
    t = table()
    t.submit(0, "1>15")
    t.submit(0, "redeal")
    assert not t.can_undo(0)
    move = t.state.legal().texts()[1]
    t.submit(0, move)
    t.undo(0)
    assert not t.can_undo(0)


def test_7_free_undo_lifts_both_limits() -> None:
    start = back_and_forth(0, free_undo=1).state
    t = back_and_forth(121, free_undo=1)
    t.submit(0, "redeal")
    for _ in range(122):
        t.undo(0)
    assert not t.can_undo(0)
    assert t.state == start
    assert t.state.fields.free_undo == 1  # type: ignore[attr-defined]  # by this it is counted apart


def test_7_transfers_and_foundation_plays_are_taken_back_too() -> None:
    at = {"foundations": MEETING.split(), "piles": {"1": ["5♥"]}}
    t = Table.open(rules.NAME, 1, secret=bytes(32), position=at)
    start = t.state.copy()
    for move in ("HA>K", "HK>A", "1>K"):
        t.submit(0, move)
    for _ in range(3):
        t.undo(0)
    assert t.state == start
    assert t.taken_back == ["1>K", "HK>A", "HA>K"]


def test_8_won_before_blocked() -> None:
    state = sparse(foundations="K♠ Q♥ K♦ K♣ A♠ A♥ A♦ A♣", p1="K♥", redeals_left=0)
    state.play("1>A")
    assert state.over
    assert state.score().ending == "won"
    assert state.score().winners == (0,)


def test_8_blocked_with_no_move_and_no_redeal() -> None:
    left = {"foundations": "10♠ K♥ K♦ K♣ A♠ A♥ A♦ A♣", "p1": "J♠ Q♠ K♠"}
    blocked = sparse(**left, redeals_left=0)
    assert blocked.score().ending == "blocked"
    assert blocked.score().ranks == (2,)  # lost to the cards
    assert blocked.score().winners == ()
    assert sparse(**left, redeals_left=1).legal().texts() == ["redeal"]
    meeting = sparse(foundations="5♠ K♥ K♦ K♣ 6♠ A♥ A♦ A♣", **SPADES, redeals_left=0)
    assert set(meeting.legal().texts()) == {"SA>K", "SK>A"}  # a transfer alone keeps the game alive


def test_9_a_card_is_turned_for_good_when_it_comes_to_the_top() -> None:
    shut = {"1": 2, "2": 1, "3": 1}
    state = position({"face_down": 1}, p1="2♥ 9♣ 8♥", p2="9♥ 4♣", p3="5♦ 10♥", p4="9♥", face_down=shut)
    assert moves.board(state.sight(0)).splitlines()[:3] == [" 1 ## ## 8♥", " 2 ## 4♣", " 3 ## 10♥"]
    state.play("1>4")
    assert moves.board(state.sight(0)).splitlines()[0] == " 1 ## 9♣"
    state.play("redeal")
    assert moves.board(state.sight(0)).splitlines()[:3] == [" 1 9♣ 2♥", " 2 4♣ 9♥", " 3 10♥ 5♦"]


def test_9_only_tops_are_seen_after_the_deal() -> None:
    state = State.new(GAME, 1, 3, {"face_down": 1})
    for eye in (-1, 0):
        seen: Any = state.sight(eye)
        assert all(cards[:5] == [content.FACE_DOWN] * 5 and cards[5] < 52 for cards in seen.pile)
        assert not hasattr(seen, "deal")  # its number would tell the rest


def test_10_a_tap_moves_to_the_only_place_and_never_guesses() -> None:
    seen: Counter[str] = Counter()
    for state in properties.positions(GAME, 1, {"max_moves": 300}, seed=4):
        legal = state.legal(0).texts()
        for number in range(1, 17):
            if not state.over and pile(state, number):
                own = [move for move in legal if move.startswith(f"{number}>")]
                key = refused(state, str(number))
                assert key == {0: "no_target", 1: ""}.get(len(own), "several_targets")
                assert len(own) != 1 or found(state, f"p{number}") == own[0]
                seen[key] += 1
    assert len(seen) == 3


def test_10_a_drop_anywhere_among_the_foundations() -> None:
    state = position(p1="2♥", p2="Q♥", p3="5♥")
    assert found(state, "p1", "f") == "1>A"
    assert found(state, "p2", "f") == "2>K"
    assert refused(state, "p3", "f") == "not_next"
    low = position(foundations="A♠ 4♥ A♦ A♣ K♠ 6♥ K♦ K♣", p1="5♥")
    assert found(low, "p1", "f") == "1>A"  # both take it: 5 cards there, 8 on the other
    high = position(foundations="A♠ 8♥ A♦ A♣ K♠ 10♥ K♦ K♣", p1="9♥")
    assert found(high, "p1", "f") == "1>K"
    assert found(high, "p1", "f2") == "1>A"  # or as the player says


def test_11_finish_is_offered_only_when_plays_alone_win() -> None:
    state = sparse(foundations="K♠ 9♥ K♦ K♣ A♠ A♥ A♦ A♣", p1="J♥ 10♥", p2="K♥ Q♥")
    assert [moves.text(move) for move in moves.finish(state)] == ["1>A", "1>A", "2>A", "2>A"]
    assert not moves.finish(sparse(foundations="K♠ 9♥ K♦ K♣ A♠ A♥ A♦ A♣", p1="10♥ J♥", p2="K♥ Q♥"))
    assert not moves.finish(State.new(GAME, 1, 1))
    down = sparse({"face_down": 1}, foundations="K♠ 9♥ K♦ K♣ A♠ A♥ A♦ A♣", p1="J♥ 10♥", p2="K♥ Q♥", face_down={"1": 1})
    assert not moves.finish(down)  # nobody knows what lies there


def test_12_what_counts_as_a_move() -> None:
    state = position(foundations=MEETING, p1="5♥", p2="9♣", p3="10♣")
    for move in ("2>3", "HA>K", "HK>A", "1>K"):
        state.play(move)
    state.play("redeal")
    assert state.fields.moves == 4  # type: ignore[attr-defined]


def test_14_a_last_move_ends_the_game_unwon() -> None:
    state = position({"max_moves": 300}, moves=298, foundations=MEETING)
    state.play("HA>K")
    assert not state.over
    state.play("redeal")  # no move
    assert not state.over
    state.play(next(move for move in state.legal() if move != content.REDEAL))
    assert state.score().ending == "capped"
    assert State.new(GAME, 1).fields.max_moves == 0  # type: ignore[attr-defined]
    won = sparse({"max_moves": 300}, moves=299, foundations="K♠ Q♥ K♦ K♣ A♠ A♥ A♦ A♣", p1="K♥")
    won.play("1>A")
    assert won.score().ending == "won"
