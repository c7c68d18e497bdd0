"""Tags of the picture for chat: cards and a chart that stand alone, in colours of their own; `{% load picture %}`."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from django import template
from django.utils.safestring import SafeString, mark_safe

from zipai_ledger import charts
from zipai_ledger.charts import Frame
from zipai_ledger.http.static_files import read_static
from zipai_ledger.presenters.picture import LIGHT, LOOKS, Box, PictureCourse

register = template.Library()

ELEMENT = re.compile(r'<(symbol|g|path)\b[^>]*?\bid="(\w+)"(?:[^>]*/>|.*?</\1>)', re.DOTALL)
USED = re.compile(r'href="#(\w+)"')
VARIABLE = re.compile(r"var\(--([\w-]+)\)")


@cache
def _elements() -> Mapping[str, str]:
    """Every named part of cards.svg, as it stands there: faces, frames and outlines."""
    text = read_static("cards.svg")
    found: dict[str, str] = {}
    start = 0
    while match := ELEMENT.search(text, start):
        found[match[2]] = match[0]
        start = match.end()
    return found


@register.simple_tag
def card_symbols(faces: Iterable[str], look: str) -> SafeString:
    """``{% card_symbols picture.faces picture.look %}``: these faces (0…24 or ``b``), each once, with all they use."""
    wanted = [f"c{face}" for face in dict.fromkeys(faces)]
    parts: dict[str, str] = {}
    while wanted:
        name = wanted.pop()
        if name not in parts:
            parts[name] = _elements()[name]
            wanted += USED.findall(parts[name])
    text = VARIABLE.sub(lambda match: LOOKS[look][match[1]], "".join(reversed(parts.values())))
    return mark_safe(text)  # noqa: S308 - from a file of our own


@register.simple_tag
def course_line(course: PictureCourse, box: Box, look: str) -> SafeString:
    """``{% course_line picture.course picture.box picture.look %}``: the totals over the deals, twice as large as on a page."""
    frame = Frame(int(box.width / 2) - 24, int(box.height / 2) - 14, text=14)
    chart = charts.line(course.lines, course.title, frame, course.positions)
    for name, colour in LIGHT.items():
        chart = chart.replace(colour, LOOKS[look][name])
    place = f'<svg x="{box.x + 24}" y="{box.y + 14}" width="{frame.width * 2}" height="{frame.height * 2}" '
    return mark_safe(chart.replace("<svg ", place, 1))  # noqa: S308 - the chart has escaped its names
