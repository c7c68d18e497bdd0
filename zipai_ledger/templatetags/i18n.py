"""`{% load i18n %}`: Django's tags, but that a text which stands in a template is translated once for each language."""

from django import template
from django.template.base import Node, Parser, Token
from django.templatetags import i18n
from django.utils.translation import get_language

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


@register.tag("translate")
def do_translate(parser: Parser, token: Token) -> Node:
    """``{% translate "记一盘" %}``; what a variable holds is left to Django."""
    node = i18n.do_translate(parser, token)
    text = node.filter_expression
    is_constant = text.var.lookups is None and not text.filters and node.message_context is None
    return WordsNode(node) if is_constant else node


class WordsNode(Node):
    """A text in the reader's language, which is all that it depends on."""

    def __init__(self, node: i18n.TranslateNode) -> None:
        self.name, node.asvar = node.asvar, None
        self.node = node
        self._texts: dict[str | None, str] = {}

    def render(self, context: template.Context) -> str:
        lang = get_language()
        if lang not in self._texts:
            self._texts[lang] = self.node.render(context)
        if self.name is None:
            return self._texts[lang]
        context[self.name] = self._texts[lang]
        return ""
