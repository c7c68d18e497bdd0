"""Tags and filters of this project's templates: `{% load zipai %}`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import segno
from django import forms, template
from django.conf import settings
from django.http import HttpRequest
from django.template import TemplateSyntaxError
from django.template.base import (
    FilterExpression,
    Node,
    NodeList,
    Parser,
    TextNode,
    Token,
    token_kwargs,
)
from django.template.loader import render_to_string
from django.templatetags import i18n
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from zipai_ledger.access import Action, CircleAction, CircleVisit, Rights, Visit
from zipai_ledger.formats import dates, name_seals, numbers, outcomes, roles, speaker
from zipai_ledger.formats.roles import circle_role_name
from zipai_ledger.formats.speaker import game_under, language, stored_speaker
from zipai_ledger.ledger.queries import DealCount, PlayedGame
from zipai_ledger.models import Link, Person, Player, Role
from zipai_ledger.presenters.phones import Phone
from zipai_ledger.presenters.rounds import tally_text
from zipai_ledger.presenters.sayings import saying_lines
from zipai_ledger.presenters.summary import deal_count, short_head

register = template.Library()

BREAK = re.compile(r"\s*\n\s*")
EDGE = re.compile(r"([<>])")
COUNTED = re.compile(r"(?<=\d) (?=\w)")


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


LONG, LONGER = 4, 8
"""Characters of a name beyond which its letters are smaller on a seat, and smaller again."""
KEPT = 256
"""Of each ``{% cached %}`` so many are kept in each process, a kilobyte or two each."""


@register.tag("cached")
def do_cached(parser: Parser, token: Token) -> Node:
    """``{% cached sources=asks.sources %}`` … ``{% endcached %}``: rendered once for these values in each language, and kept.

    It sees these names and nothing else of its page, neither visitor nor token: so it is never out of date, and nothing of
    one table comes to another. Values are compared, so they are frozen; they come from the rules, a template or what is
    stored, never from a request, where they could be as long as anybody likes.
    """
    _name, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if bits:
        raise TemplateSyntaxError(bits[0])
    nodes = parser.parse(("endcached",))
    parser.delete_first_token()
    return CachedNode(nodes, values)


class CachedNode(Node):
    """What stands between ``{% cached %}`` and ``{% endcached %}``."""

    def __init__(self, nodelist: NodeList, values: Mapping[str, FilterExpression]) -> None:
        self.nodelist, self.values = nodelist, values
        self._rendered: dict[tuple[object, ...], str] = {}

    def render(self, context: template.Context) -> str:
        values = {name: value.resolve(context) for name, value in self.values.items()}
        # Of equal values that are written differently, as 1 and True are, neither stands in for the other.
        key = (language(), *((type(value), value) for value in values.values()))
        rendered = self._rendered.get(key)
        if rendered is None:
            rendered = self.nodelist.render(context.new(values))
            if len(self._rendered) >= KEPT:
                self._rendered.clear()
            self._rendered[key] = rendered
        return rendered


@register.tag("translate")
def do_translate(parser: Parser, token: Token) -> Node:
    """``{% load i18n zipai %}``: Django's tag, but that a text which stands in a template is translated once in each language."""
    node = i18n.do_translate(parser, token)
    text = node.filter_expression
    is_constant = text.var.lookups is None and not text.filters and node.message_context is None
    return WordsNode(node) if is_constant else node


class WordsNode(Node):
    """A text of a template in the reader's language, which is all that it depends on."""

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


register.filter("signed", numbers.signed)
register.filter("tally", tally_text)
register.filter("sign", numbers.sign)
register.filter("of_evening", dates.of_evening)
register.filter("day", dates.day)
register.filter("recent_day", dates.recent_day)
register.filter("lately", dates.lately)


register.filter("money", numbers.amount)


@register.filter
def unsigned_money(minor: int, currency: str) -> str:
    """``{{ one.minor|unsigned_money:one.currency }}``: how much, whoever owes it."""
    return numbers.amount(abs(minor), currency)


register.filter("signed_money", numbers.signed_amount)
register.filter("coins", numbers.coins)
register.filter("signed_in", numbers.signed_in)


@register.filter
def seat_place(place: str, words: Mapping[str, str]) -> str:
    """``{{ "next"|seat_place:words }}``: 下手, see `presenters.stages.seat_place`; ``words``: the terms of the game."""
    found = {"next": _("下手"), "last": _("上手"), "across": _("对家"), "": ""}
    return found[place] if place in found else words[place]


register.filter("listed", outcomes.listed)
register.filter("moment", dates.moment)
register.filter("word", speaker.word)
register.filter("saying_lines", saying_lines)
register.filter("short_head", short_head)


@register.simple_tag(name="deal_count")
def do_deal_count(deals: DealCount, rulesets: Iterable[str]) -> str:
    """``{% deal_count deals rulesets %}``: 算了 14 盘，作废 2 盘, which breaks at its commas alone."""
    return deal_count(deals, rulesets).replace(" ", "\u00a0").replace(",\u00a0", ", ")


@register.filter
def with_units(text: str) -> str:
    """``{{ deal.title|with_units }}``: words of which no line ends between a number and what it counts."""
    return COUNTED.sub("\u00a0", text)


@register.filter
def may(visit: Visit | Rights | CircleVisit, action: str) -> bool:
    """``{% if visit|may:"pay" %}``: whether this visitor may do that; names of actions as in `access.roles`."""
    if isinstance(visit, CircleVisit):
        return visit.may(CircleAction(f"circle_{action}"))
    return visit.may(Action(action))


register.filter("role_name", roles.role_name)


@register.filter
def first_error(form: forms.BaseForm) -> str:
    """What is wrong with a form, its first field first; empty where nothing is."""
    return next(iter(error_texts(form)), "")


@register.filter
def error_texts(form: forms.BaseForm) -> list[str]:
    """Everything that is wrong with a form."""
    return [f"{error}" for errors in form.errors.values() for error in errors]


@register.filter
def loose_errors(form: forms.BaseForm, seen: str = "") -> list[str]:
    """What is wrong with a form and is said at no field: ``seen`` are those that say so, else all that are not hidden."""
    names = seen.split() or [field.name for field in form.visible_fields()]
    return [f"{error}" for name, errors in form.errors.items() if name not in names for error in errors]


@register.simple_tag
def field_error(name: str, errors: str | Sequence[str]) -> SafeString | str:
    """``{% field_error "hu" form.hu.errors %}``: what is wrong with one field, right below it; nothing where nothing is."""
    if not errors:
        return ""
    text = errors if isinstance(errors, str) else " ".join(errors)
    return render_to_string("components/field_error.html", {"name": name, "text": text})


@register.simple_tag
def described_by(name: str, errors: object, hint: str = "") -> str:
    """``<fieldset{% described_by "marks" form.marks.errors %}>``: ties fields to what `field_error` says of them.

    ``hint``: the id of what else is said about them.
    """
    ids = " ".join(filter(None, (hint, f"error-{name}" if errors else "")))
    return format_html(' aria-describedby="{}"', ids) if ids else ""


@register.simple_tag
def field_aria(name: str, errors: object, hint: str = "") -> str:
    """``<input {% field_aria "hu" form.hu.errors hint="hint_hu" %}>``: the same of one field, which is marked as wrong."""
    described = described_by(name, errors, hint)
    return format_html('{} aria-invalid="{}"', described, "true") if errors else described


@register.filter
def names(people: Iterable[Player | Person]) -> list[str]:
    """``{{ players|names|listed }}``: what they are called."""
    return [one.name for one in people]


@register.filter
def game_names(games: Iterable[PlayedGame]) -> str:
    """What was played, each game once and by the name of its place, in one breath."""
    return outcomes.listed(list(dict.fromkeys(map(game_played, games))))


@register.filter
def game_played(game: PlayedGame) -> str:
    """What one of them is called there; its slug where it is gone."""
    return game_under(game.ruleset, game.options)


@register.filter
def game_name(slug: str) -> str:
    """What a game is called wherever it is played; its slug where it is gone."""
    return stored_speaker(slug).game


@register.simple_tag(takes_context=True)
def absolute_url(context: template.Context, name: str, *args: object, fragment: str = "") -> str:
    """``{% absolute_url "recover" as address %}``: an address that is taken elsewhere, with host and all."""
    request: HttpRequest = context["request"]
    path = reverse(name, args=args)
    near = settings.NEAR if is_loopback(request) else ""
    address = f"{near}{path}" if near else request.build_absolute_uri(path)
    return f"{address}#{fragment}" if fragment else address


@register.simple_tag(takes_context=True)
def only_here(context: template.Context) -> bool:
    """``{% only_here as alone %}``: whether no other phone can open what `absolute_url` gives."""
    return is_loopback(context["request"]) and not settings.NEAR


@register.simple_tag(takes_context=True)
def plain_http(context: template.Context) -> bool:
    """``{% plain_http as plain %}``: whether browsers refuse here what they keep for HTTPS; this machine's own does not."""
    request: HttpRequest = context["request"]
    return not request.is_secure() and not is_loopback(request)


@register.simple_tag
def has_own_https() -> bool:
    """``{% has_own_https as own %}``: whether `serve --https` runs, so that there is a page `trust:show`."""
    return bool(settings.SECURE_PORT)


def is_loopback(request: HttpRequest) -> bool:
    """Whether the page was opened by an address that leads every machine to itself."""
    host = request.get_host().rpartition(":")[0] if request.get_host()[-1] != "]" else request.get_host()
    return host.startswith("127.") or host in {"localhost", "[::1]"}


@dataclass(frozen=True, slots=True)
class QrCode:
    """A code as the path of an SVG: dark modules in runs of one unit; ``size`` and ``offset`` of its view box."""

    path: str
    size: int
    offset: int


QR_BORDER = 3


@register.simple_tag
def qr_code(text: str) -> QrCode:
    """``{% qr_code address as code %}``: something to be scanned."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    runs = "".join(_dark_runs(y, row) for y, row in enumerate(rows))
    return QrCode(runs, len(rows) + 2 * QR_BORDER, -QR_BORDER)


def _dark_runs(y: int, row: Sequence[int]) -> str:
    """The dark modules of one line, beside each other in one."""
    spans = re.finditer("1+", "".join("1" if module else "0" for module in row))
    return "".join(f"M{s.start()} {y}h{s.end() - s.start()}v1h-{s.end() - s.start()}z" for s in spans)


@register.filter
def table_holder(phone: Phone) -> str:
    """Whose phone it is at a table: a player's, or what stands on the invitation by which it came."""
    return phone.holder or _("不打牌的")


@register.simple_tag
def circle_holder(phone: Phone) -> str:
    """The same in a circle, where an owner may have no name."""
    return phone.holder or circle_role_name(phone.grant.role) or _("没说是谁")


@register.filter
def origin(phone: Phone) -> str:
    """How a phone came to a table, beside what `table_holder` says; may be empty."""
    link = phone.grant.link
    if phone.is_by_recovery_code:
        return _("用恢复码")
    if link is None:
        return _("从牌友圈来") if phone.grant.role == Role.VIEWER else ""
    return _("用口令") if link.kind == Link.Kind.SPOKEN else (phone.label if phone.name else "")


@register.simple_tag
def with_query(url: str, **values: object) -> str:
    """``{% with_query url before=12 as older %}``: an address with a query; None is left out."""
    return f"{url}?{urlencode({name: value for name, value in values.items() if value is not None})}"


@register.filter
def long_name(name: str) -> str:
    """``class="{{ seat.name|long_name }}"``: that a name is long for a seat, or longer than that."""
    return "longer" if len(name) > LONGER else "long" if len(name) > LONG else ""


register.filter("player_colour", name_seals.colour)


@register.simple_tag
def name_seal(name: str, player: int) -> str:
    """``{% name_seal seat.name seat.player %}``: a round seal before a name, in the colour of the player.

    It is drawn by the sheet and says nothing to a screen reader: the name stands beside it.
    """
    colour, char = name_seals.colour(player), name_seals.seal(name)
    return format_html('<i class="name-seal c{}" data-seal="{}" aria-hidden="true"></i>', colour, char)
