"""My tables: the front page."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from zipai_ledger import circles
from zipai_ledger.access import Public, devices, public
from zipai_ledger.formats import dates
from zipai_ledger.formats.outcomes import listed
from zipai_ledger.formats.speaker import stored_speaker
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import SessionRow
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.boards import Board, boards
from zipai_ledger.presenters.rounds import tally_text
from zipai_ledger.rules import registry

from ..addresses import address
from ..preferences import other_languages

PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{22}")
GONE: Mapping[str, Callable[[], str]] = {
    "table": lambda: _("那一桌删掉了，什么也没留下。"),
    "circle": lambda: _("那个牌友圈删掉了，各桌的账都还在。"),
    "left": lambda: _("这台手机下桌了，那一桌的账还在。"),
    "left_circle": lambda: _("这台手机退出了那个牌友圈，各桌的账都还在。"),
}
"""What this phone has just lost."""


@require_safe
@public(Public.HOME)
def home(request: HttpRequest) -> HttpResponse:
    """Every table this device may open, those still played first."""
    device = devices.known(request)
    rows = queries.sessions_of(device.pk) if device else ()
    playing = [row for row in rows if row.session.status == GameSession.Status.OPEN]
    playing.sort(key=lambda row: row.session.sample)
    over = [row for row in rows if row.session.status == GameSession.Status.CLOSED]
    context = {
        "open": [{**card(row), "boards": boards_of(row)} for row in playing],
        "closed": [card(row) for row in over],
        "again": next((again(row) for row in rows if is_like(row)), None),
        "circles": circle_rows(device.pk) if device else [],
        "gone": GONE[request.GET["gone"]]() if request.GET.get("gone") in GONE else "",
        "forget": forgotten(request.GET.get("at", "")),
        "circle_url": reverse("new_circle"),
        "new_url": reverse("new_table:new"),
        "draw_url": reverse("drawing:draw"),
        "join_url": reverse("joining:paste"),
        "recover_url": reverse("recover"),
        "import_url": address("imports:new"),
        "help_url": address("help:index"),
        "rules_url": reverse("rules:index"),
        "type_url": reverse("preferences"),
        "preferences_url": reverse("preferences"),
        "languages": other_languages(),
    }
    answer = render(request, "tables/home.html", context)
    if device is None:
        devices.prepare(request, answer)
    return answer


def forgotten(public_id: str) -> str:
    """The address of a table just erased or left, of which this phone shall keep nothing."""
    return reverse("table:show", args=[public_id]) if PUBLIC_ID.fullmatch(public_id) else ""


def circle_rows(device: int) -> list[dict[str, Any]]:
    """The circles this device is in."""
    return [
        {
            "url": reverse("circle:show", args=[row.circle.public_id]),
            "name": row.circle.name,
            "about": [
                ngettext("%(n)d 人", "%(n)d 人", row.people) % {"n": row.people},
                ngettext("%(n)d 场", "%(n)d 场", row.evenings) % {"n": row.evenings},
            ],
        }
        for row in circles.circles_of(device)
    ]


def is_like(row: SessionRow) -> bool:
    """Whether another table may be opened like this one: not like a sample, nor where its game is gone."""
    return row.playing in registry.all_rulesets() and not row.session.sample


def again(row: SessionRow) -> dict[str, str]:
    """Another table like the last one: its people and its game."""
    return {
        "url": reverse("new_table:again", args=[row.session.public_id]),
        "about": f"{listed([player.name for player in row.players])} · {game_name(row.playing)}",
    }


def card(row: SessionRow) -> dict[str, Any]:
    """One table of the list."""
    count = row.session.deal_count
    games = _("、").join(game_name(slug) for slug in row.rulesets)
    played = ngettext("打了 %(n)d 盘", "打了 %(n)d 盘", count) % {"n": count}
    people = len(row.players)
    return {
        "id": row.session.public_id,
        "url": reverse("table:show", args=[row.session.public_id]),
        "name": row.session.name,
        "about": [games, played if count else _("还没打"), day(row.session)],
        "round": open_round(row),
        "tag": _("试玩") if row.session.sample else ngettext("%(n)d 人", "%(n)d 人", people) % {"n": people},
        "sample": row.session.sample,
    }


def open_round(row: SessionRow) -> str:
    """这一轮 (the open round): who has most in it so far; empty where nobody has any 胡."""
    standing = row.standing
    if standing.tally is None or not standing.state.in_round:
        return ""
    top = max(standing.tally)
    if top <= 0:
        return ""
    leading = [player.name for player, hu in zip(row.players, standing.tally, strict=False) if hu == top]
    who = {"who": listed(leading), "n": tally_text(top), "hu": stored_speaker(row.playing).hu}
    return _("这一轮%(who)s %(n)s %(hu)s") % who


def boards_of(row: SessionRow) -> tuple[Board, ...]:
    """Running totals by player."""
    names = [player.name for player in row.players]
    return boards(names, row.settlement, row.rulesets, keeps_money=False)


def game_name(slug: str) -> str:
    """What a game is called; its slug where it is gone."""
    return stored_speaker(slug).game


def day(session: GameSession) -> str:
    """When the evening was, in the words of today."""
    opened = dates.local(session.opened_at)
    days = (timezone.localdate() - opened.date()).days
    if days == 0:
        return _("今天 %(time)s") % {"time": dates.clock(opened)}
    return _("昨天") if days == 1 else dates.day(opened)
