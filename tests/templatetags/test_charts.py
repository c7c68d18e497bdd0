"""``{% line_chart %}``: a chart in the type that a phone wants, with its words for who does not see it."""

from dataclasses import replace

from django.template import Context, Template

from zipai_ledger.charts import Series
from zipai_ledger.presenters.charts import Chart, ChartSubject
from zipai_ledger.presenters.preferences import Preferences

CHART = Chart(
    ChartSubject.DEALS,
    (),
    "舵",
    "",
    (Series("老<王", (0, 3, 12), 0), Series("小李", (0, -3, -12), 1)),
    ("1", "2"),
)


def drawn(chart: Chart, size: str = "normal") -> str:
    context = {"chart": chart, "ui": Preferences("auto", size, "red-wins")}
    return Template('{% load charts %}{% line_chart chart "走下来" %}').render(Context(context))


def test_a_chart_is_said_for_whoever_does_not_see_it():
    assert 'aria-label="走下来，单位舵。最后：老&lt;王 +12，小李 −12"' in drawn(CHART)
    money = replace(CHART, currency="CNY", unit="元")
    assert "单位元。最后：老&lt;王 +0.12，小李 −0.12" in drawn(money)


def test_its_words_are_as_large_as_the_page():
    assert 'font-size="14"' in drawn(CHART)
    assert 'font-size="17.5"' in drawn(CHART, "large")
