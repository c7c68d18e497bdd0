"""怎么付: how a page and a cookie name the method of settling."""

import pytest

from zipai_ledger.forms.settlement_method import method_of_page, method_text, page_key, parse_method
from zipai_ledger.ledger.settlement import MethodChoice
from zipai_ledger.rules.ways import Way

KNOWN = {
    "fewest": MethodChoice(),
    "pairs": MethodChoice(Way.PAIRS),
    "cashier": MethodChoice(Way.CASHIER),
    "cashier.2": MethodChoice(Way.CASHIER, 2),
}


@pytest.mark.parametrize(("text", "choice"), KNOWN.items())
def test_what_is_written_is_read_again(text: str, choice: MethodChoice):
    assert parse_method(text) == choice
    assert method_text(choice) == text
    assert method_of_page(page_key(choice)) == choice


@pytest.mark.parametrize("text", ["", "x", "pairs.", "pairs.1", "fewest.0"])
def test_only_a_cashier_has_a_number(text: str):
    assert parse_method(text).cashier is None


@pytest.mark.parametrize("by", ["", "8", "-1", "x", "٣", "22"])
def test_a_cashier_who_cannot_be_is_left_to_the_table(by: str):
    assert parse_method(f"cashier.{by}") == MethodChoice(Way.CASHIER)


@pytest.mark.parametrize("key", ["table", "line", "settle:", "settle:x", "settle:fewest.1", "pairs"])
def test_other_pages_have_no_method(key: str):
    assert method_of_page(key) is None
