"""`{% url %}` of every template: Django's, but that an address is worked out once; a page names dozens."""

from functools import lru_cache

from django import template
from django.template.base import Node, Parser, Token
from django.template.defaulttags import URLNode, url
from django.urls import NoReverseMatch, URLResolver, get_resolver, get_script_prefix, reverse
from django.utils.html import conditional_escape

register = template.Library()

KEPT = 4_096
"""Addresses kept in each process, about a megabyte."""


@register.tag("url")
def do_url(parser: Parser, token: Token) -> Node:
    """``{% url "table:show" visit.session.public_id %}``; one with named parts is left to Django."""
    node = url(parser, token)
    return node if node.kwargs else AddressNode(node.view_name, node.args, {}, node.asvar)


class AddressNode(URLNode):
    """An address by the name of its view, as the page names it on which it stands."""

    def render(self, context: template.Context) -> str:
        name, args = self.view_name.resolve(context), tuple(arg.resolve(context) for arg in self.args)
        match = getattr(getattr(context, "request", None), "resolver_match", None)
        namespace = match.namespace if match else None
        try:
            found = address(name, args, namespace, get_script_prefix(), get_resolver())
        except NoReverseMatch:
            if self.asvar is None:
                raise
            found = ""
        if self.asvar is None:
            return str(conditional_escape(found))
        context[self.asvar] = found
        return ""


@lru_cache(maxsize=KEPT, typed=True)
def address(
    name: str, args: tuple[object, ...], namespace: str | None, _prefix: str, _resolver: URLResolver
) -> str:
    """The address of a view; it depends on nothing else."""
    return reverse(name, args=args, current_app=namespace)
