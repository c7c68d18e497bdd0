"""The sample evening and its practice hands, worked out on paper and by the rules."""

import dataclasses
import json

import pytest

from zipai_ledger.rules import document, facts, registry, replay
from zipai_ledger.rules.codec import Seat
from zipai_ledger.rules.facts import Win, Xing
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.ruleset import Outcome
from zipai_ledger.rules.zipai.notation import parse_hand
from zipai_ledger.samples import evening
from zipai_ledger.samples.practice import HANDS, EnteredWin, HandToEnter, progress

WRITTEN = {"peng": "碰", "sao": "扫", "kaiduo": "开舵"}


def played() -> replay.Played:
    return replay.play(evening.document(chinese))[0]


def chinese(words: Words) -> str:
    return words.zh


def english(words: Words) -> str:
    return words.en


def test_the_evening_comes_out_as_on_paper():
    # 1 李婶自摸 22 胡：3 舵，醒 七 九 +2，自摸 +1 ＝ 6，两家各付 6
    # 2 小陈 15 胡，张伯点炮：2 舵，付两家的 ＝ 4
    # 3 黄庄
    # 4 张伯 12 胡，李婶翻出：1 舵，醒 四 六 六 +3 ＝ 4，两家各付 4
    # 5 小陈 20 胡，醒 1：3 + 1 ＝ 4，点炮的付 8（先记的是张伯）
    # 6 张伯自摸 10 胡，醒 1：1 + 1 + 1 ＝ 3，两家各付 3
    assert [outcome.deltas(3) for outcome in played().outcomes] == [
        (-6, 12, -6),
        (-4, 0, 4),
        (0, 0, 0),
        (8, -4, -4),
        (-8, 0, 8),
        (6, -3, -3),
    ]
    assert played().totals() == (-4, 5, -1)


def test_its_correction_lets_the_one_pay_who_discarded():
    deals = [facts.to_json(deal) for deal in evening.DEALS]
    deals[evening.CORRECTION.number - 1] = facts.to_json(evening.CORRECTION.fact)
    (stage,) = evening.document(chinese).stages
    mended = replay.play_stage(dataclasses.replace(stage, deals=tuple(deals)), 3)
    # 第 5 盘的 8 舵从张伯换成李婶：−4 + 8，5 − 8
    assert mended.totals() == (4, -3, -1)


def test_who_deals_follows_who_won():
    assert [outcome.deal.dealer for outcome in played().outcomes] == [0, 1, 2, 2, 0, 2]
    assert played().state.dealer == 0


def test_there_is_no_stake_and_nothing_to_be_warned_of():
    assert [stage.stake for stage in evening.document(chinese).stages] == [None]
    assert [outcome.warnings for outcome in played().outcomes if outcome.warnings] == []


@pytest.mark.parametrize("say", [chinese, english])
def test_it_is_a_document_like_any_other(say: evening.Say):
    written = json.dumps(document.write(evening.document(say)))
    assert replay.answer_text(written)["totals"] == [-4, 5, -1]


def fact_of(hand: HandToEnter) -> Win:
    """The practice hand as the pad would store it."""
    win = {"winner": hand.winner, "source": hand.source, "from_": hand.from_}
    if not hand.groups:
        return Win(**win, hu=hand.hu, xing=Xing(count=hand.xing))
    laid = [f"{WRITTEN[kind]}{cards}" for kind, cards in hand.groups if kind in WRITTEN]
    held = "".join(cards for kind, cards in hand.groups if kind not in WRITTEN).replace(hand.won, "", 1)
    cards = parse_hand(f"{' '.join(laid)} 手{held} 胡{hand.won}").to_json()
    return Win(**win, hand=cards, xing=Xing(flipped=(hand.turned,)))


def outcome_of(hand: HandToEnter) -> Outcome:
    rules = registry.get("guilin")
    table = rules.table({}, (0, 1, 2), 3, 0, None)
    return rules.play(table, rules.open(table), fact_of(hand))


@pytest.mark.parametrize("hand", HANDS)
def test_a_practice_hand_comes_to_what_it_says(hand: HandToEnter):
    # 17 胡 2 舵 + 醒 1 + 自摸 1 ＝ 4
    # 碰捌 3，坎伍 6，壹贰叁 6，一二三 3 ＝ 18 胡 2 舵 + 醒 三 五 2 + 自摸 1 ＝ 5
    # 开舵一 6，坎贰 6，碰三 1，二七十 3 ＝ 16 胡 2 舵 + 醒 七 七 九 3 ＝ 5
    (won,) = outcome_of(hand).wins
    xing = sum(item.units for item in outcome_of(hand).items if item.code == "xing")
    assert (won.hu, xing, won.units) == (hand.hu, hand.xing, hand.units)


def test_the_practice_hands_grow_from_a_number_to_cards_to_a_discard():
    first, second, third = HANDS
    assert (first.groups, first.source) == ((), "self_draw")
    assert (len(second.groups), second.source) == (7, "self_draw")
    assert (len(third.groups), third.source, third.turned) == (7, "discard", "八")
    assert [hand.won in hand.groups[-1][1] for hand in (second, third)] == [True, True]


def entered_win(hand: HandToEnter, key: int = 1, **other: object) -> EnteredWin:
    right = {
        "winner": hand.winner,
        "source": hand.source,
        "from_": hand.from_,
        "hu": hand.hu,
        "units": hand.units,
    }
    return EnteredWin(key=key, **{**right, **other})


def test_nothing_entered_asks_for_the_first_hand():
    assert progress([]).hand is HANDS[0]
    assert progress([]).last is None


def test_a_hand_that_came_out_offers_the_next():
    now = progress([entered_win(HANDS[0])])
    assert (now.done, now.right, now.hand) == (1, True, HANDS[1])


@pytest.mark.parametrize(
    "other",
    [{"winner": Seat(1)}, {"source": "other_draw"}, {"from_": Seat(0)}, {"hu": 18}, {"units": 5}],
)
def test_a_hand_that_differs_in_anything_is_asked_for_again(other: dict):
    now = progress([entered_win(HANDS[0], key=9, **other)])
    assert (now.done, now.right, now.hand) == (0, False, HANDS[0])
    assert now.last is not None
    assert now.last.key == 9


def test_a_wrong_hand_may_be_entered_anew_and_others_between_do_not_matter():
    entered = [
        entered_win(HANDS[0], hu=12),
        entered_win(HANDS[0]),
        entered_win(HANDS[0]),
        entered_win(HANDS[1]),
    ]
    assert (progress(entered).done, progress(entered).right) == (2, True)


def test_after_three_there_is_none_left():
    now = progress([entered_win(hand) for hand in HANDS])
    assert (now.done, now.right, now.hand) == (3, True, None)
    assert not progress([*(entered_win(hand) for hand in HANDS), entered_win(HANDS[0])]).right


def test_every_group_is_called_as_on_the_pad():
    assert HANDS[1].words == ("碰", "扫坎", "顺", "顺", "顺", "搭", "顺")
    assert HANDS[2].words == ("开舵", "扫坎", "碰", "顺", "顺", "顺", "眼")
