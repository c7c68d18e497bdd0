"""Tags of this project's templates: `{% load zipai %}`."""

import re

from django import template
from django.template.base import Node, NodeList, Parser, TextNode, Token

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
