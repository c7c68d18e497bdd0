"""Charts of a page. `{% load charts %}`."""

from functools import partial

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from zipai_ledger import charts
from zipai_ledger.formats.numbers import signed_in
from zipai_ledger.presenters.charts import Chart, ChartSubject

register = template.Library()

LARGER = {"large": 1.25, "huge": 1.6}
"""How much larger each type is than the usual."""


@register.simple_tag(takes_context=True)
def line_chart(context: template.Context, chart: Chart, title: str) -> SafeString:
    """``{% line_chart chart title %}``: the lines as an SVG, in the type that this phone wants."""
    frame = charts.Frame(text=14 * LARGER.get(context["ui"].type, 1))
    tell = partial(signed_in, currency=chart.currency)
    counted = "" if chart.subject is ChartSubject.EVENINGS else _("盘")
    drawn = charts.line(chart.lines, chart_label(chart, title), frame, chart.places, tell, counted)
    # All of it is numbers, and names and titles that are escaped there.
    return mark_safe(drawn)  # noqa: S308


def chart_label(chart: Chart, title: str) -> str:
    """What a screen reader reads instead."""
    ends = [
        _("%(name)s %(total)s") % {"name": one.name, "total": signed_in(one.values[-1], chart.currency)}
        for one in chart.lines
    ]
    label = {"title": title, "unit": chart.unit, "ends": _("，").join(ends)}
    return _("%(title)s，单位%(unit)s。最后：%(ends)s") % label
