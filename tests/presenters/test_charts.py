"""Charts as values: how many lines they have, in what unit, and how many numbers beside them."""

from types import MappingProxyType

import pytest
from django.utils import timezone

from zipai_ledger.circles import CircleCourse, EveningRow
from zipai_ledger.ledger import figures
from zipai_ledger.ledger.queries import DealCount
from zipai_ledger.models import Evening, GameSession
from zipai_ledger.presenters.charts import ChartSubject, deal_chart, evening_charts
from zipai_ledger.rules.totals import Settlement

PEOPLE = {at: f"{at} 号" for at in range(10)}


def evening() -> EveningRow:
    session = GameSession(time_zone="UTC", opened_at=timezone.now())
    nothing = Settlement({}, {}, {}, ())
    return EveningRow(
        Evening(),
        session,
        (),
        ("guilin",),
        nothing,
        MappingProxyType({}),
        DealCount(),
        frozenset(range(9)),
        frozenset(),
    )


def course(currency: str, *values: int, people: int = 1) -> CircleCourse:
    unit = "" if currency else "舵"
    return CircleCourse(
        currency, unit, (evening(),) * (len(values) - 1), dict.fromkeys(range(people), values)
    )


def test_a_chart_has_lines_of_eight_people_at_most():
    charts = list(evening_charts(course("", 0, 3, -2, people=10), PEOPLE, [evening()]))
    assert [[line.look for line in chart.lines] for chart in charts] == [list(range(8)), [0, 1]]
    assert {(chart.subject, chart.unit) for chart in charts} == {(ChartSubject.EVENINGS, "舵")}


@pytest.mark.parametrize(
    ("values", "unit", "shown"),
    [((0, 300, -200), "元", [0, 3, -2]), ((0, 350), "角", [0, 35]), ((0, 5), "分", [0, 5])],
)
def test_money_is_in_the_largest_unit_that_leaves_whole_numbers(
    values: tuple[int, ...], unit: str, shown: list[int]
):
    (chart,) = evening_charts(course("CNY", *values), PEOPLE, [evening()])
    assert (chart.unit, chart.lines[0].values) == (unit, shown)


def test_a_long_chart_has_no_more_numbers_than_one_reads():
    steps = tuple(range(1, 101))
    totals = {0: (0, *steps), 1: (0, *steps)}
    long = figures.Course("舵", ("guilin",), steps, totals, {0: (3,), 1: ()})
    chart = deal_chart(long, ["老王", "小李"], alone=True)
    (table,) = chart.numbers
    assert len(table.rows) <= 26
    assert table.rows[-1] == ("100", (100, 100))
    assert chart.ends == ((0, "老王", 100), (1, "小李", 100))
    assert (chart.subject, chart.games, chart.unit, chart.is_marked) == (ChartSubject.DEALS, (), "舵", True)


def test_what_counts_towards_rounds_is_no_total_of_anybody():
    counted = figures.Course("分", ("bopi",), (1,), {0: (0, 60)}, {0: ()}, of_rounds=True)
    chart = deal_chart(counted, ["老王"], alone=False)
    assert (chart.subject, chart.games, chart.unit) == (ChartSubject.ROUNDS, ("剥皮",), "胡")
    assert (chart.ends, chart.is_marked) == ((), False)
