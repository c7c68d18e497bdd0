"""Tags and filters of this project's templates: `{% load zipai %}`."""

import re
from collections.abc import Sequence
from datetime import datetime

from django import template
from django.template.base import Node, NodeList, Parser, TextNode, Token
from django.utils.timezone import localtime

from zipai_ledger.access import Action, CircleAction, CircleVisit, Visit
from zipai_ledger.formats import dates, numbers, outcomes

register = template.Library()

BREAK = re.compile(r"\s*\n\s*")
EDGE = re.compile(r"([<>])")


@register.tag("inline")
def do_inline(parser: Parser, token: Token) -> Node:
    """``{% inline %}``: a run of inline elements and words, laid out over several lines without a blank between them.

    A newline and the white space beside it is nothing inside of it, as in JSX: between Chinese characters a blank would
    show. Between the attributes of an element it stays one blank. All of it happens when the template is compiled.
    """
    nodes = parser.parse(("endinline",))
    parser.delete_first_token()
    _join_lines(nodes)
    return InlineNode(nodes)


class InlineNode(Node):
    """What stands between ``{% inline %}`` and ``{% endinline %}``."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: template.Context) -> str:
        return self.nodelist.render(context)


def _join_lines(nodes: NodeList) -> None:
    """Take newlines out of the texts below, in the order of the source."""
    inside = False
    found = nodes.get_nodes_by_type(TextNode)
    for node in (each for each in found if isinstance(each, TextNode)):
        node.s, inside = _joined(node.s, inside=inside)


def _joined(text: str, *, inside: bool) -> tuple[str, bool]:
    """A text on one line, and whether it ends inside of an element's tag; ``inside`` whether it begins there."""
    parts = []
    for part in EDGE.split(text):
        if part in ("<", ">"):
            inside = part == "<"
        parts.append(BREAK.sub(" " if inside else "", part))
    return "".join(parts), inside


register.filter("signed", numbers.signed)
register.filter("sign", numbers.sign)


@register.filter
def money(minor: int, currency: str) -> str:
    """``{{ 750|money:"CNY" }}``: 7.50 元."""
    return numbers.amount(minor, currency)


@register.filter
def signed_money(minor: int, currency: str) -> str:
    """``{{ 750|signed_money:"CNY" }}``: +7.50 元."""
    return numbers.signed_amount(minor, currency)


@register.filter
def listed(names: Sequence[str]) -> str:
    """小李、阿芳: several names in one breath."""
    return outcomes.listed(names)


@register.filter
def moment(at: datetime) -> str:
    """A day and a time; the time alone where it is today."""
    local = localtime(at)
    return dates.clock(local) if local.date() == localtime().date() else dates.day_and_clock(local)


@register.filter
def may(visit: Visit | CircleVisit, action: str) -> bool:
    """``{% if visit|may:"pay" %}``: whether this visitor may do that; names of actions as in `access.roles`."""
    if isinstance(visit, Visit):
        return visit.may(Action(action))
    return visit.may(CircleAction(f"circle_{action}"))
