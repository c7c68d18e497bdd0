"""Numbers beside a chart and in a table of figures."""

import pytest

from zipai_ledger.formats.numbers import average, percentage, signed_in


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [(750, "CNY", "+7.50"), (-300, "CNY", "−3"), (0, "CNY", "0"), (-5, "CNY", "−0.05"), (12, "JPY", "+12")],
)
def test_money_beside_a_chart_has_no_places_that_nobody_needs(minor: int, currency: str, text: str):
    assert signed_in(minor, currency) == text


def test_totals_in_units_are_whole():
    assert [signed_in(value, "") for value in (20, 0, -20)] == ["+20", "0", "−20"]


def test_shares_and_averages_are_rounded_and_nothing_is_a_dash():
    assert [percentage(part, 3) for part in range(4)] == ["0%", "33%", "67%", "100%"]
    assert (percentage(0, 0), average(0, 0)) == ("—", "—")
    assert [average(total, 4) for total in (82, 83, -82)] == ["20.5", "20.8", "−20.5"]
