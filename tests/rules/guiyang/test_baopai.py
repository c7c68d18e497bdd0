"""包牌: who let a win pass pays each of the three others his own hand (docs/rules/guiyang.md#baopai)."""

import pytest

from tests.rules.guiyang.at import GUIYANG, codes, dou, off, paid, played, refusal, win
from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.problems import Refused


def bao(*pays: tuple[int, int], player: int = 2) -> dict:
    """包牌 of a player: (to whom, how much)."""
    return {"player": player, "pays": [{"to": to, "units": units} for to, units in pays]}


def test_the_winner_gets_what_the_hand_is_worth_and_the_others_what_they_said():
    assert paid(win(off(1, 0), bao=bao((1, 1), (3, 7)))) == [5, 1, -13, 7]
    assert paid(win(off(1, 0, "xiaoqidui"), bao=bao((1, 0), (3, 11)))) == [7, 0, -18, 11]


def test_what_is_added_to_the_hand_is_paid_too():
    announced = off(1, 0, "pinghu", baoting=True)
    assert paid(win(announced, bao=bao((1, 1), (3, 1)))) == [10, 1, -12, 1]
    won = off(1, 0, "daduizi", off_baoting=True)
    assert paid(win(won, bao=bao((1, 1), (3, 1)), discarder_value=15)) == [15, 1, -17, 1]


def test_the_winners_own_amount_may_be_told_and_then_agrees():
    assert paid(win(off(1, 0), bao=bao((0, 5), (1, 1), (3, 7)))) == [5, 1, -13, 7]
    wrong = win(off(1, 0), bao=bao((0, 2), (1, 1), (3, 7)))
    assert refusal(wrong) == [("bad_deal.bao_differs", "bao.pays.0.units")]
    with pytest.raises(Refused) as caught:
        played(wrong)
    message = messages.problem_text(caught.value.problems[0], texts=GUIYANG.texts)
    assert message == "赢家照胡的牌是 5，写的是 2；不用写"


@pytest.mark.parametrize(
    ("pays", "problem"),
    [
        ((), ("bad_deal.bao_missing", "bao.pays")),
        (((1, 1),), ("bad_deal.bao_missing", "bao.pays")),
        (((0, 5), (3, 7)), ("bad_deal.bao_missing", "bao.pays")),
        (((1, 1), (1, 2), (3, 7)), ("bad_deal.pays", "bao.pays")),
        (((1, 1), (2, 2), (3, 7)), ("bad_deal.pays", "bao.pays")),
    ],
)
def test_each_of_the_others_is_paid_once(pays, problem):
    assert refusal(win(off(1, 0), bao=bao(*pays))) == [problem]


def test_two_winners_are_each_paid_their_own_hand():
    both = win(off(1, 0), off(1, 3, "qingyise"), bao=bao((1, 2)))
    assert paid(both) == [5, 2, -17, 10]


def test_the_dealers_share_is_what_the_discarder_would_have_paid():
    passed = win(off(1, 0), bao=bao((1, 1), (3, 7)), dealer=0)
    assert paid(passed, dealer_bonus=1) == [6, 1, -14, 7]
    assert paid(win(off(1, 0), bao=bao((0, 6), (1, 1), (3, 7)), dealer=1), dealer_bonus=1) == [6, 1, -14, 7]
    assert paid(win(off(1, 0), bao=bao((1, 1), (3, 7)), dealer=2), dealer_bonus=1) == [5, 1, -13, 7]


def test_it_is_explained_hand_by_hand():
    deal = win(off(1, 0), bao=bao((1, 1), (3, 7)), dou=[dou(3, "men", "五万")])
    assert codes(deal) == ["daduizi", "bao", "bao.hand", "bao.hand", "dou.men"]
    names = ["老王", "小李", "阿芳", "四叔"]
    outcome = played(deal)
    labels = [messages.label(item, texts=GUIYANG.texts, names=names) for item in outcome.items[1:4]]
    assert labels == ["阿芳包牌，一个人付", "照小李自己的牌付 1", "照四叔自己的牌付 7"]
    assert sum(item.units for item in outcome.items[:4]) == 13
    paid_for = [(flow.payer, flow.payee, flow.units) for flow in outcome.flows if flow.code == "bao_paid"]
    assert paid_for == [(2, 0, 5), (2, 1, 1), (2, 3, 7)]


def test_the_deal_goes_on_as_without_it():
    passed = win(off(1, 0), bao=bao((1, 1), (3, 7)), dou=[dou(1, "men", "五万")])
    assert paid(passed) == [5 - 2, 1 + 6, -13 - 2, 7 - 2]
    assert played(passed).state.dealer == 0


def test_the_first_edition_paid_what_was_typed_and_the_winner_only_that():
    first = GUIYANG.as_of(1)
    table = first.table({"dealer_bonus": 1}, (0, 1, 2, 3), 4, 0, None)
    deal = facts.from_json(win(off(1, 0), bao=bao((0, 4), (3, 7)), dealer=0))
    outcome = first.play(table, first.open(table), deal)
    assert outcome.deltas(4) == (4, 0, -11, 7)
    assert [(item.code, item.units) for item in outcome.items if item.code == "bao"] == [("bao", 11)]
    without = first.play(table, first.open(table), facts.from_json(win(off(1, 0), dealer=0)))
    assert without.deltas(4) == (6, -6, 0, 0)
