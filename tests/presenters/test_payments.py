"""Why a row of the settling page is still there: which causes are named, and their words."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from zipai_ledger.ledger.queries import PaymentRow
from zipai_ledger.ledger.settlement import Cause, CauseKind
from zipai_ledger.presenters import payments
from zipai_ledger.rules.totals import Due


def words(*causes: Cause, language: str = "zh-hans") -> str:
    with translation.override(language):
        groups = payments.cause_groups(causes)
        return "|".join(render_to_string("settlement/_cause.html", {"cause": group}) for group in groups)


def deals(kind: CauseKind, *numbers: int, minor: int = 100) -> list[Cause]:
    return [Cause(kind, number, minor) for number in numbers]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (CauseKind.CORRECTED, "改了第 3、7 盘"),
        (CauseKind.VOIDED, "撤了第 3、7 盘"),
        (CauseKind.RESTORED, "恢复了第 3、7 盘"),
        (CauseKind.FOLLOWED, "第 3、7 盘跟着变了"),
        (CauseKind.RESCORED, "重算了第 3、7 盘"),
        (CauseKind.INSERTED, "补记了第 3、7 盘"),
        (CauseKind.RECORDED, "又记了 2 盘"),
        (CauseKind.ADJUSTED, "商定加减 2 笔"),
        (CauseKind.ROUND_ENDED, "结了 2 轮"),
        (CauseKind.CARRIED_IN, "带来了上次没付清的"),
        (CauseKind.CANCELLED, "取消了 2 笔付款"),
    ],
)
def test_every_kind_of_cause_has_its_words(kind: CauseKind, message: str):
    assert words(*deals(kind, 3, 7)) == message


def test_kinds_stand_side_by_side():
    causes = deals(CauseKind.CORRECTED, 3, 7) + deals(CauseKind.RECORDED, 15, 16, 17, 18)
    assert words(*causes) == "改了第 3、7 盘|又记了 4 盘"
    assert words(*causes, language="zh-hant") == "改了第 3、7 盤|又記了 4 盤"
    assert words(*causes, language="en") == "deals 3, 7 changed|4 more deals recorded"
    assert words(causes[0], causes[2], language="en") == "deal 3 changed|1 more deal recorded"


def test_of_many_deals_the_first_are_named_and_how_many_they_are():
    causes = deals(CauseKind.CORRECTED, 1, 2, 3, 5, 8, 13)
    assert words(*causes[:4]) == "改了第 1、2、3、5 盘"
    assert words(*causes) == "改了第 1、2、3、5 等 6 盘"
    assert words(*causes, language="en") == "deals 1, 2, 3, 5 … (6 in all) changed"


def named(*causes: Cause) -> list[CauseKind]:
    return [group.kind for group in payments.most_moving(payments.cause_groups(causes), causes)]


def test_of_many_kinds_those_that_moved_most_are_named():
    corrected, followed = CauseKind.CORRECTED, CauseKind.FOLLOWED
    causes = deals(corrected, 1, minor=-500) + deals(followed, 2, minor=10)
    causes += deals(CauseKind.RECORDED, 9, 10, minor=200) + deals(CauseKind.CANCELLED, 0, minor=300)
    assert named(*causes) == [corrected, CauseKind.RECORDED, CauseKind.CANCELLED]
    assert named(*causes[:2], *causes[4:]) == [corrected, followed, CauseKind.CANCELLED]


def remainder(*causes: Cause, language: str = "zh-hans", **changes: object) -> str:
    """What is said below a due of 1.00 元."""
    found = payments.Remainder(
        paid=0, overpaid=False, causes=payments.cause_groups(causes), others=False, back=False
    )
    with translation.override(language):
        data = {"remainder": replace(found, **changes), "left": "1.00", "amount": {"currency": "CNY"}}
        return render_to_string("settlement/_remainder.html", data)


def test_what_is_left_stands_behind_why_it_is():
    cause = deals(CauseKind.CORRECTED, 3)
    assert remainder(*cause, others=True) == "改了第 3 盘，还有别的，还差 1.00"
    assert remainder(*cause, overpaid=True, back=True) == "付多了，改了第 3 盘，要退 1.00"
    assert remainder(paid=50) == "付了 0.50 元，还差 1.00"
    assert remainder(*cause, language="en") == "Deal 3 changed: 1.00 left"
    assert (
        remainder(*cause, others=True, language="en", paid=50)
        == "¥0.50 paid, deal 3 changed, and more: 1.00 left"
    )


DUE = Due(payer=0, payee=1, unit="", units=None, currency="CNY", minor=500)


def given(payer: int, minor: int) -> PaymentRow:
    return PaymentRow(9, "", "owner", None, payer, 1 - payer, "CNY", minor, None)


def test_only_what_was_paid_too_much_is_called_so():
    paid = given(1, 300)
    assert payments.paid_so_far(DUE, [paid], 300) == (0, True)
    assert payments.paid_so_far(DUE, [paid], 301) == (0, False)
    assert payments.paid_so_far(DUE, [], 500) == (0, False)


def test_what_was_given_back_before_is_not_paid_any_more():
    back = [given(0, 1000), given(1, 700)]
    assert payments.paid_so_far(DUE, [*back, given(0, 100)], 200) == (100, False)
    assert payments.paid_so_far(DUE, [given(0, 1000), given(1, 300)], 500) == (700, False)
    assert payments.paid_so_far(DUE, [given(0, 1000), given(1, 800)], 100) == (0, True)
