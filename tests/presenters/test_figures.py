"""Figures as values: which rows there are, how charts are split, and in what unit."""

from types import MappingProxyType

import pytest
from django.utils import timezone

from zipai_ledger.circles import Course, EveningRow
from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.ledger.figures import Course as DealCourse
from zipai_ledger.ledger.figures import Tally
from zipai_ledger.models import Evening, GameSession
from zipai_ledger.presenters.figures import (
    Figure,
    Subject,
    boards,
    deal_chart,
    evening_charts,
    figure_rows,
)
from zipai_ledger.rules.totals import Settlement

PEOPLE = {at: f"{at} 号" for at in range(10)}


def evening() -> EveningRow:
    session = GameSession(time_zone="UTC", opened_at=timezone.now())
    nothing = Settlement({}, {}, {}, ())
    return EveningRow(Evening(), session, (), ("guilin",), nothing, MappingProxyType({}))


def course(currency: str, *values: int, people: int = 1) -> Course:
    unit = "" if currency else "舵"
    return Course(currency, unit, (evening(),) * (len(values) - 1), dict.fromkeys(range(people), values))


def figures_of(ruleset: str, *tallies: Tally) -> dict[str, tuple[str, ...]]:
    rows = figure_rows(ruleset, stored_speaker(ruleset), tallies, tallies)
    return {row.figure: row.cells for row in rows}


def test_rare_things_have_a_row_where_somebody_has_any():
    plain = figures_of("guilin", Tally(played=3, wins=1, worth=20, greatest=20), Tally(played=3))
    assert plain[Figure.WIN_RATE] == ("33%", "0%")
    assert plain[Figure.AVERAGE] == ("20.0", "—")
    assert not plain.keys() & {Figure.STREAK, Figure.FOULS, Figure.SAT}
    rare = figures_of("guilin", Tally(played=3, fouls=1), Tally(played=3, streak=2, sat=1))
    assert (rare[Figure.FOULS], rare[Figure.STREAK], rare[Figure.SAT]) == (("1", "0"), ("0", "2"), ("0", "1"))


def test_sides_win_deals_and_no_hands():
    found = figures_of("dalin", Tally(played=2, ahead=2), Tally(played=2, behind=2))
    assert (found[Figure.AHEAD], found[Figure.AHEAD_RATE]) == (("2", "0"), ("100%", "0%"))
    assert Figure.WINS not in found


def test_four_people_stand_beside_each_other():
    found = boards(dict.fromkeys(range(6), Tally()), PEOPLE, "guilin", "舵")
    assert [board.names for board in found] == [("0 号", "1 号", "2 号", "3 号"), ("4 号", "5 号")]
    assert {len(row.cells) for row in found[1].rows} == {2}


def test_a_chart_has_lines_of_eight_people_at_most():
    charts = list(evening_charts(course("", 0, 3, -2, people=10), PEOPLE, [evening()]))
    assert [[line.look for line in chart.lines] for chart in charts] == [list(range(8)), [0, 1]]
    assert {(chart.subject, chart.unit) for chart in charts} == {(Subject.EVENINGS, "舵")}


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
    long = DealCourse("舵", ("guilin",), steps, totals, {0: (3,), 1: ()})
    chart = deal_chart(long, ["老王", "小李"], alone=True)
    (table,) = chart.numbers
    assert len(table.rows) <= 26
    assert table.rows[-1] == ("100", (100, 100))
    assert chart.ends == ((0, "老王", 100), (1, "小李", 100))
    assert (chart.subject, chart.games, chart.unit, chart.is_marked) == (Subject.DEALS, (), "舵", True)


def test_what_counts_towards_rounds_is_no_total_of_anybody():
    counted = DealCourse("分", ("bopi",), (1,), {0: (0, 60)}, {0: ()}, of_rounds=True)
    chart = deal_chart(counted, ["老王"], alone=False)
    assert (chart.subject, chart.games, chart.unit) == (Subject.ROUNDS, ("剥皮",), "胡")
    assert (chart.ends, chart.is_marked) == ((), False)
