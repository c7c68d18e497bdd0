"""Cards and a chart that stand alone, in colours of their own."""

import re

from django.template import Context, Template

from zipai_ledger.charts import Series
from zipai_ledger.presenters.picture import DARK, LIGHT, Box, PictureCourse


def rendered(source: str, **context: object) -> str:
    return Template("{% load picture %}" + source).render(Context(context))


def test_every_face_comes_once_with_all_that_it_uses():
    text = rendered('{% card_symbols faces "light" %}', faces=["0", "b", "0"])
    known = re.findall(r'\bid="(\w+)"', text)
    assert len(known) == len(set(known))
    assert {"c0", "cb"} <= set(known)
    assert set(re.findall(r'href="#(\w+)"', text)) <= set(known)


def test_cards_have_the_colours_of_the_look():
    assert "var(" not in rendered('{% card_symbols faces "dark" %}', faces=["0"])
    assert LIGHT["card"] in rendered('{% card_symbols faces "light" %}', faces=["0"])
    assert DARK["card"] in rendered('{% card_symbols faces "dark" %}', faces=["0"])


def test_the_line_lies_in_its_box_and_escapes_the_names():
    course = PictureCourse((Series("<b>", (0, 5, 3), look=0, marks=()),), "走势", ("1", "2"))
    text = rendered('{% course_line course box "dark" %}', course=course, box=Box(92, 700.5, 896, 300))
    assert text.startswith('<svg x="116" y="714.5" width="848" height="272" ')
    assert "<b>" not in text
    assert DARK["line"] in text
    assert LIGHT["line"] not in text
