"""Charts as values: how many lines they have, in what unit, and how many numbers beside them."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from django.utils import timezone

from zipai_ledger.circles import CircleCourse, EveningRow
from zipai_ledger.formats.numbers import signed_in
from zipai_ledger.ledger import figures
from zipai_ledger.ledger.queries import DealCount, PlayedGame
from zipai_ledger.models import Evening, GameSession
from zipai_ledger.presenters.charts import ChartSubject, deal_chart, evening_charts
from zipai_ledger.rules import registry
from zipai_ledger.rules.totals import Settlement

PEOPLE = {at: f"{at} 号" for at in range(10)}


def evening() -> EveningRow:
    session = GameSession(time_zone="UTC", opened_at=timezone.now())
    nothing = Settlement({}, {}, {}, ())
    return EveningRow(
        Evening(),
        session,
        (),
        (PlayedGame("guilin", {}),),
        nothing,
        MappingProxyType({person: person for person in range(9)}),
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
    ("currency", "unit", "expected"),
    [
        ("CNY", "元", ["+3", "−2.50", "0"]),
        ("JPY", "JPY", ["+300", "−250", "0"]),
    ],
)
def test_money_of_a_circle_is_in_its_currency(currency: str, unit: str, expected: list[str]):
    (chart,) = evening_charts(course(currency, 300, -250, 0), PEOPLE, [evening()])
    assert (chart.unit, chart.currency) == (unit, currency)
    assert [signed_in(value, chart.currency) for value in chart.lines[0].values] == expected


def test_a_long_chart_has_no_more_numbers_than_one_reads():
    steps = tuple(range(1, 101))
    totals = {0: (0, *steps), 1: (0, *steps)}
    long = figures.Course("舵", ("guilin",), steps, totals, {0: (3,), 1: ()}, {0: 0, 1: 0})
    chart = deal_chart(long, ["老王", "小李"], alone=True)
    (table,) = chart.numbers
    assert len(table.rows) <= 26
    assert table.rows[-1] == ("100", (100, 100))
    assert chart.ends == ((0, "老王", 100), (1, "小李", 100))
    assert (chart.subject, chart.games, chart.unit, chart.is_marked) == (ChartSubject.DEALS, (), "舵", True)


def test_what_counts_towards_rounds_is_no_total_of_anybody():
    games = (registry.get("bopi").name,)
    counted = figures.Course(
        "分", ("bopi",), (1,), {0: (0, 60)}, {0: ()}, {0: 0}, of_rounds=True, games=games
    )
    chart = deal_chart(counted, ["老王"], alone=False)
    assert (chart.subject, chart.games, chart.unit) == (ChartSubject.ROUNDS, ("剥皮",), "胡")
    assert (chart.ends, chart.is_marked) == ((), False)


def test_who_came_late_has_no_numbers_before():
    totals = {0: (0, 2, -1, 3), 1: (0, 0, 0, -3)}
    course = figures.Course("舵", ("guilin",), (1, 2, 4), totals, {0: (1,), 1: ()}, {0: 0, 1: 2})
    chart = deal_chart(course, ["老王", "小李"], alone=True)
    (table,) = chart.numbers
    assert table.rows == (("1", (2, None)), ("2", (-1, None)), ("4", (3, -3)))
    assert [line.start for line in chart.lines] == [0, 2]


def test_a_person_who_came_to_a_later_evening_has_a_line_from_there_on():
    first, second = replace(evening(), who=MappingProxyType({0: 0})), evening()
    both = CircleCourse("", "舵", (first, second), {0: (0, 3, 5), 1: (0, 0, -5)})
    (chart,) = evening_charts(both, PEOPLE, [first, second])
    assert [(line.start, tuple(line.marks)) for line in chart.lines] == [(0, (1, 2)), (1, (2,))]
