"""``{% inline %}``: an inline run over several lines, without a blank that shows."""

import pytest
from django.template import Context, Template

CASES = {
    "a newline between words is nothing": ("小李\n  付\n  老王", "小李付老王"),
    "a newline between elements is nothing": ("<b>小李</b>\n  <i>自摸</i>", "<b>小李</b><i>自摸</i>"),
    "a blank on one line stays": ("<b>小李</b> <i>自摸</i>", "<b>小李</b> <i>自摸</i>"),
    "between attributes it is one blank": (
        '<a class="seat"\n   href="/">座</a>',
        '<a class="seat" href="/">座</a>',
    ),
    "around a tag of the template it is nothing": ("小李\n{% if on %}\n  胡\n{% endif %}\n了", "小李胡了"),
    "attributes may stand behind a tag of the template": (
        "<a{% if on %} hidden{% endif %}\n  href='/'>\n  座\n</a>",
        "<a hidden href='/'>座</a>",
    ),
    "in both branches": ("{% if on %}\n  胡\n{% else %}\n  黄\n{% endif %}", "胡"),
    "a value keeps its own newlines": ("{{ note }}\n。", "一\n二。"),
    "inside of an element that is cut by a branch": (
        "{% if on %}<a\n  href='/'{% endif %}\n  class='x'>\n座",
        "<a href='/' class='x'>座",
    ),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES.keys())
def test_an_inline_run_stands_on_one_line(source: str, expected: str) -> None:
    template = Template(f"{{% load zipai %}}{{% inline %}}\n  {source}\n{{% endinline %}}")
    assert template.render(Context({"on": True, "note": "一\n二"})) == expected


def test_what_stands_around_it_keeps_its_lines() -> None:
    template = Template("{% load zipai %}一\n{% inline %}\n二\n{% endinline %}\n三")
    assert template.render(Context()) == "一\n二\n三"
