"""桂林字牌: 一炮双响, two who win one discard (docs/rules/guilin.md#two-winners)."""

import pytest

from tests.rules.guilin.at import GUILIN, played, seated
from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.notation import parse_hand

# Four 三 and three 五; with 四 turned 上 is complete.
FOUR = "碰捌捌捌 碰五五五 开舵三三三三 手六六十壹贰贰叁陆柒拾 胡十 点炮"
# Twelve 胡, wins by 十 too.
OTHER = "扫玖玖玖 扫伍伍伍 手四四肆七七柒六六陆二二贰八九 胡十 点炮"


def two(*wins: dict, from_: int = 2, **more: object) -> dict:
    return {"result": "win", "source": "discard", "from": from_, "wins": list(wins), **more}


def by_hu(winner: int, hu: int, count: int = 0, **more: object) -> dict:
    return {"winner": winner, "hu": hu, "xing": {"count": count}, **more}


def by_cards(winner: int, hand: str, **more: object) -> dict:
    return {"winner": winner, "hand": parse_hand(hand).to_json(), **more}


def table(**options: object):
    return seated(multiple_winners="two", **options)


def refusal(deal: dict, **options: object) -> list[tuple[str, str]]:
    """(key, field) of every problem that a deal is refused for; each is worded."""
    with pytest.raises(Refused) as caught:
        played(table(**options), deal)
    problems = caught.value.problems
    assert all(messages.problem_text(problem, texts=GUILIN.texts) for problem in problems)
    return [(problem.key, problem.field) for problem in problems]


BOTH = two(by_hu(0, 17), by_hu(1, 12))


def test_each_is_paid_for_his_own_hand_by_the_discarder():
    outcome = played(table(), BOTH)
    assert outcome.deltas(3) == (4, 2, -6)
    assert [(won.winner, won.from_, won.units) for won in outcome.wins] == [(0, 2, 2), (1, 2, 1)]
    assert [(item.code, item.params.get("player")) for item in outcome.items] == [
        ("winner", 0),
        ("base", None),
        ("xing", None),
        ("winner", 1),
        ("base", None),
        ("xing", None),
    ]


def test_each_has_his_own_xing_and_shares():
    outcome = played(table(discard_multiple=3), two(by_hu(0, 17, 3), by_hu(1, 12, 1)))
    assert outcome.deltas(3) == (15, 6, -21)


@pytest.mark.parametrize(("giver", "winners", "dealer"), [(2, (0, 1), 0), (0, (2, 1), 1), (1, (0, 2), 2)])
def test_the_first_counter_clockwise_from_the_discarder_deals_next(giver, winners, dealer):
    deal = two(*(by_hu(seat, 12) for seat in winners), from_=giver)
    assert played(table(), deal).state.dealer == dealer


def test_pledges_are_between_each_winner_and_the_discarder():
    outcome = played(table(pledge="sum", pledge_max=2), BOTH | {"pledges": [1, 0, 1]})
    assert outcome.deltas(3) == (12, 4, -16)


def test_one_card_wins_where_the_table_has_one_winner_or_others_sit():
    with pytest.raises(Refused) as caught:
        played(seated(), BOTH)
    assert [problem.key for problem in caught.value.problems] == ["bad_deal.one_winner"]
    for seats in (2, 4):
        with pytest.raises(Refused) as caught:
            GUILIN.options.resolve({"multiple_winners": "two", "seats": seats})
        assert [problem.key for problem in caught.value.problems] == ["bad_option.needs_seats"]


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        (BOTH | {"source": "other_draw"}, [("bad_source.shared", "source")]),
        (two(by_hu(0, 17)), [("bad_deal.winners", "wins")]),
        (two(by_hu(0, 17), by_hu(0, 12)), [("bad_deal.won_twice", "wins")]),
        (two(by_hu(0, 17), by_hu(2, 12)), [("bad_deal.from_self", "wins.1.from")]),
        (two(by_hu(0, 17), by_hu(4, 12)), [("bad_deal.seat", "wins.1.winner")]),
        (two(by_hu(0, 17), by_hu(1, 9)), [("below_minimum", "wins.1.hu")]),
        (two(by_hu(0, 17), {"winner": 1, "hu": 12}), [("bad_xing.needs_count", "wins.1.xing.count")]),
        (two(by_hu(0, 17), by_hu(1, 12, marks=["tianhu"])), [("bad_marks.needs_dealt", "wins.1.marks")]),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(deal, problems):
    assert refusal(deal) == problems


def test_a_discarder_and_a_source_are_needed():
    deal = {key: value for key, value in BOTH.items() if key != "from"}
    assert refusal(deal) == [("bad_deal.from_missing", "from")]
    deal = {key: value for key, value in BOTH.items() if key != "source"}
    assert refusal(deal) == [("bad_source.missing", "source")]


def test_a_win_is_read_as_one_of_two_or_as_a_deal_of_tiles_by_where_its_source_stands():
    fact = facts.from_json(BOTH)
    assert isinstance(fact, facts.SharedWin)
    assert facts.to_json(fact) == BOTH
    assert isinstance(
        facts.from_json({"result": "win", "wins": [{"winner": 0, "source": "self_draw"}]}), facts.TilesWon
    )


# ---- cards turned for both --------------------------------------------------------------------------------------------


def units(deal: dict, **options: object) -> list[int | None]:
    return [won.units for won in played(table(**options), deal).wins]


def test_one_turned_card_serves_both_and_a_number_of_his_own_wins_over_it():
    deal = two(by_cards(0, FOUR), by_hu(1, 12, 2), xing={"flipped": ["四"]})
    assert units(deal) == [10, 3]
    assert units(deal, xing_worth=2) == [17, 5]


def test_who_shows_no_cards_needs_his_number():
    deal = two(by_cards(0, FOUR), {"winner": 1, "hu": 12}, xing={"flipped": ["四"]})
    assert refusal(deal) == [("bad_xing.needs_count", "wins.1.xing.count")]


def test_while_either_holds_all_four_one_more_card_is_turned():
    deal = two(by_cards(0, FOUR), by_hu(1, 12, 0), xing={"flipped": ["四", "壹"]})
    assert units(deal, xing_again="on") == [13, 1]
    assert refusal(deal) == [("bad_xing.extra", "wins.0.xing.flipped")]
    once = two(by_cards(0, FOUR), by_hu(1, 12, 0), xing={"flipped": ["四"]})
    assert refusal(once, xing_again="on") == [("bad_xing.again", "wins.0.xing.flipped")]


def test_two_hands_that_are_shown_are_read_each_for_itself_with_the_same_cards_turned():
    deal = two(by_cards(0, FOUR), by_cards(1, OTHER), xing={"flipped": ["四"]})
    assert units(deal) == [10, 1]
    again = two(by_cards(0, FOUR), by_cards(1, OTHER), xing={"flipped": ["四", "一"]})
    assert units(again, xing_again="on") == [12, 4]
    assert refusal(deal, xing_again="on")[0] == ("bad_xing.again", "wins.0.xing.flipped")
    follow = two(by_cards(0, FOUR), by_cards(1, OTHER))
    assert units(follow, xing="follow", xing_kinds=["中"]) == [5, 2]


def test_both_win_the_same_card_and_none_is_there_five_times():
    other = OTHER.replace("手四四肆", "手四四肆").replace("八九 胡十", "八十 胡九")
    assert refusal(two(by_cards(0, FOUR), by_cards(1, other), xing={"flipped": ["四"]})) == [
        ("bad_deal.one_card", "wins")
    ]
    many = OTHER.replace("八九", "八九").replace("七七柒", "捌捌八")
    assert refusal(two(by_cards(0, FOUR), by_cards(1, many), xing={"flipped": ["四"]})) == [
        ("too_many_copies", "wins")
    ]
    turned = two(by_cards(0, FOUR), by_cards(1, OTHER), xing={"flipped": ["六"]})
    assert refusal(turned) == [("too_many_copies", "wins")]


def test_what_each_of_them_waited_for_can_be_looked_at():
    deal = facts.from_json(two(by_cards(0, FOUR), by_cards(1, OTHER), xing={"flipped": ["四"]}))
    at = table()
    found = GUILIN.game(at.options).hands.waiting(at, GUILIN.open(at), deal)
    assert [(each.winner, each.won) for each in found] == [(0, "十"), (1, "十")]
    assert all(any(chance.card == "十" for chance in each.chances) for each in found)
