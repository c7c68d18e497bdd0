"""The band under the cards, as it is read: the template of a verdict, rendered and taken apart."""

import re
from dataclasses import dataclass
from html import unescape

from django.template.loader import render_to_string

from zipai_ledger.presenters.verdicts import Verdict


@dataclass(frozen=True)
class Band:
    """What stands where; ``field`` is what a tap on the save button leads to."""

    ready: bool
    bad: bool
    why: str
    field: str
    title: str
    detail: str
    big: int | None
    unit: str
    lines: tuple[str, ...]


def read_band(verdict: Verdict) -> Band:
    """The band of a verdict."""
    html = render_to_string(verdict.template, {"verdict": verdict})
    big = re.search(r'<p class="big"><b>(-?\d+)</b> (.*?)</p>', html)
    title, detail = _found(r"<div><b>(.*?)</b><span>(.*?)</span></div>", html)
    return Band(
        ready=_attribute("ready", html) == "1",
        bad='class="verdict bad"' in html,
        why=_attribute("why", html),
        field=_attribute("field", html),
        title=title,
        detail=detail,
        big=int(big[1]) if big else None,
        unit=unescape(big[2]) if big else "",
        lines=tuple(map(unescape, re.findall(r"<li>(.*?)</li>", html))),
    )


def _attribute(name: str, html: str) -> str:
    return _found(rf' data-{name}="(.*?)"', html)[0]


def _found(pattern: str, html: str) -> list[str]:
    match = re.search(pattern, html, re.DOTALL)
    assert match, html
    return [*map(unescape, match.groups())]
