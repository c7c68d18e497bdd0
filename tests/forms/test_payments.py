"""A tick, and an amount as somebody types it."""

import pytest

from zipai_ledger.forms.payments import AmountForm, Pair, TickForm
from zipai_ledger.models import Player


def pair(owed: int = 600, currency: str = "CNY") -> Pair:
    return Pair(Player(index=2, name="阿芳"), Player(index=0, name="老王"), currency, owed, "pay-CNY-2-0-0")


def amount(typed: str, owed: int = 600, **more: str) -> AmountForm:
    form = AmountForm(pair(owed), {"amount": typed, **more})
    form.is_valid()
    return form


def test_an_amount_becomes_minor_units():
    assert amount("2元5角").cleaned_data["amount"] == 250
    assert amount("6").cleaned_data["amount"] == 600


@pytest.mark.parametrize(
    ("typed", "message"), [("", "写上付了多少"), ("0", "付了 0 就不用记"), ("五块", "“五块”不是钱数")]
)
def test_what_is_no_amount_stays_in_its_field_with_what_is_wrong(typed: str, message: str):
    form = amount(typed)
    assert message in form["amount"].errors[0]
    assert form["amount"].value() == typed


def test_more_than_is_owed_is_taken_once_it_was_sent_twice():
    first = amount("10")
    assert "只差 6.00 元，写的是 10.00 元" in first["amount"].errors[0]
    assert first.overpaid == 1000
    assert amount("10", sure="1000").is_valid()
    assert not amount("100", sure="1000").is_valid()
    assert "不用付给这一位" in amount("2", owed=0)["amount"].errors[0]


def test_another_currency_is_read_in_its_own_way():
    form = AmountForm(pair(60, "JPY"), {"amount": "45"})
    assert form.is_valid()
    assert form.cleaned_data["amount"] == 45
    assert not AmountForm(pair(60, "JPY"), {"amount": "3.5"}).is_valid()


def test_a_tick_that_no_page_of_ours_sends_names_nobody():
    form = TickForm({"payer": "x", "payee": "", "minor": "-", "base": "0"})
    assert (form.cleaned_data["payer"], form.cleaned_data["payee"], form.cleaned_data["minor"]) == (-1, -1, 0)
    assert not form.cancels
    assert TickForm({"cancel": "x"}).cancels
