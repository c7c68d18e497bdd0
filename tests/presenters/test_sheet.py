"""An evening in words for paper: what was paid and what was carried."""

from zipai_ledger.ledger.queries import CarriedRow, PaymentRow
from zipai_ledger.presenters.sheet import money_lines

NAMES = ("老王", "小李", "阿芳")
AT = "2026-11-20T13:40:00+00:00"


def paid(payer: int, payee: int, minor: int, cancelled_by: int | None = None) -> PaymentRow:
    return PaymentRow(7, AT, "owner", None, payer, payee, "CNY", minor, cancelled_by)


def carried(*minor: int, into: bool) -> CarriedRow:
    return CarriedRow(7, AT, "CNY", minor, into)


def test_what_was_paid_and_counts_stands_with_its_time_at_the_table():
    lines = money_lines([paid(1, 0, 150), paid(2, 0, 300, cancelled_by=9)], (), NAMES, "Asia/Shanghai")
    assert list(lines) == [("小李 → 老王 11 月 20 日 21:40", "1.50 元")]


def test_what_was_carried_stands_by_who_has_some_of_it():
    rows = [carried(150, 0, -150, into=True), carried(-50, 50, 0, into=False)]
    assert list(money_lines((), rows, NAMES, "Asia/Shanghai")) == [
        ("老王 上次带来的", "+1.50 元"),
        ("阿芳 上次带来的", "−1.50 元"),
        ("老王 带到下次的", "−0.50 元"),
        ("小李 带到下次的", "+0.50 元"),
    ]
