"""谁进来过: who came to a table and who left, by what and when, for its owner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table, spoken
from zipai_ledger.access.audit import Record
from zipai_ledger.formats import dates
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries
from zipai_ledger.models import AccessKind, AccessRecord, Link

from ..tables.sentences import ROLES

PAGE = 40
Shown = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """How the people of a place, what they may do, and moments are written there; ``nobody``: whose name is not known."""

    names: Mapping[int, str]
    roles: Mapping[str, Callable[[], str]]
    nobody: str
    what: Mapping[str, Callable[[], str]]
    at: Callable[[datetime], str]

    def name(self, player: int | None) -> str:
        """Who has this number; empty where nobody has, or nobody any more."""
        return "" if player is None else self.names.get(player, "")


@require_safe
@for_table(Action.AUDIT)
def audit(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What changed who may come, newest first; ``?before=80`` shows what came before record 80."""
    here = visit.session.public_id
    zone = ZoneInfo(visit.session.time_zone)
    opened = visit.session.opened_at.astimezone(zone)
    words = Words(
        names={player.index: player.name for player in queries.players_of(visit.session)},
        roles=ROLES,
        nobody=_("不打牌的"),
        what=WHAT,
        at=lambda at: dates.of_evening(at.astimezone(zone), opened),
    )
    context = {
        "url": reverse("access:audit", args=[here]),
        "back_url": reverse("invitations:show", args=[here]),
        "back": _("请人上桌"),
        "hint": _("谁进来、谁出去，凭什么。只有桌主看得到，导出里没有。同一样的事只留最近一百回。"),
    }
    return page(request, AccessRecord.objects.filter(session=visit.session), words, context)


def page(request: HttpRequest, records: QuerySet[Any], words: Words, context: Shown) -> HttpResponse:
    """A stretch of the trail of a place; ``context`` has the page's own ``url``, ``back_url``, ``back`` and ``hint``."""
    before = number(request.GET.get("before", ""))
    # What nobody has written, or a newer version, takes no page with it.
    known = records.filter(kind__in=words.what)
    shown = known if before is None else known.filter(pk__lt=before)
    found = list(shown.select_related("link").order_by("-pk")[: PAGE + 1])
    rows = found[:PAGE]
    context |= {
        "lines": [line(record, words) for record in rows],
        "older_url": f"{context['url']}?before={rows[-1].pk}" if len(found) > PAGE else "",
    }
    partial = "#rows" if request.htmx and before else ""  # type: ignore[attr-defined]
    return render(request, f"access/audit.html{partial}", context)


def line(record: Record, words: Words) -> Shown:
    """One record: when, whose phone did it, what, and whom or what it was about."""
    who = _who(record, words)
    about = (_role(record, words), _label(record, words), _how_often(record))
    return {
        "time": words.at(record.at),
        "who": who,
        "what": words.what[record.kind](),
        "whom": _whom(record, words),
        "about": [text for text in about if text not in ("", who)],
    }


def _who(record: Record, words: Words) -> str:
    """Whose phone did it; empty where nobody knows."""
    if record.kind in OPERATOR:
        return _("管这台机器的人")
    if record.by_device is not None:
        return words.name(record.by_player) or words.roles["owner"]()
    return _holder(record, words) if record.device is not None and record.kind not in BY_OTHERS else ""


def _whom(record: Record, words: Words) -> str:
    """Whose phone it was done to, where that was another's; of an invitation, for whom it is."""
    if record.device is None:
        return words.name(record.player)
    done_to = record.by_device is not None or record.kind in OPERATOR or record.kind in BY_OTHERS
    return _holder(record, words) if done_to else ""


def _holder(record: Record, words: Words) -> str:
    owner = words.roles["owner"]() if record.role == "owner" else ""
    return words.name(record.player) or (record.link.label if record.link else "") or owner or words.nobody


def _role(record: Record, words: Words) -> str:
    return words.roles[record.role]() if record.role in words.roles and record.kind in SAYS_ROLE else ""


def _label(record: Record, words: Words) -> str:
    """The remark on an invitation, where it stands nowhere else in the line."""
    label = record.link.label if record.link else ""
    return "" if record.device is not None and not words.name(record.player) else label


def _how_often(record: Record) -> str:
    """How many phones it was about, or how often it happened."""
    if record.kind in OF_PHONES and record.count:
        return ngettext("%(n)d 台手机", "%(n)d 台手机", record.count) % {"n": record.count}
    if record.kind in OF_TIMES:
        return ngettext("%(n)d 次", "%(n)d 次", record.count) % {"n": record.count}
    if isinstance(record, AccessRecord) and record.link and record.kind == AccessKind.SPOKEN_CODE_MADE:
        return _wrong_tries(record.link)
    return ""


def _wrong_tries(link: Link) -> str:
    """How often something else was typed while this code was open."""
    if spoken.is_worn_out(link):
        return _("试错太多次，作废了")
    tries = link.wrong_tries
    return ngettext("试错 %(n)d 次", "试错 %(n)d 次", tries) % {"n": tries} if tries else ""


OPERATOR = {AccessKind.OPERATOR_ENDED, AccessKind.OPERATOR_ENDED_ALL}
BY_OTHERS = {AccessKind.LOOK_ENDED, AccessKind.ENDED_CODE_USED}
"""What is about a phone and was done elsewhere."""
OF_PHONES = {AccessKind.LINK_ENDED, AccessKind.ALL_SENT_AWAY, AccessKind.OPERATOR_ENDED_ALL}
OF_TIMES = {AccessKind.WRONG_CODE, AccessKind.ENDED_CODE_USED, AccessKind.ENDED_LINK_USED}
SAYS_ROLE = {
    AccessKind.BY_LINK,
    AccessKind.BY_SPOKEN_CODE,
    AccessKind.BY_CIRCLE,
    AccessKind.MOVED,
    AccessKind.RECOVERED,
    AccessKind.ROLE_CHANGED,
    AccessKind.LINK_MADE,
}
WHAT: Mapping[str, Callable[[], str]] = {
    AccessKind.OPENED: lambda: _("开桌"),
    AccessKind.IMPORTED: lambda: _("导入这一桌"),
    AccessKind.BY_LINK: lambda: _("扫码或点链接进来"),
    AccessKind.BY_SPOKEN_CODE: lambda: _("用口令进来"),
    AccessKind.BY_CIRCLE: lambda: _("从牌友圈进来"),
    AccessKind.MOVED: lambda: _("搬到别的浏览器或手机"),
    AccessKind.RECOVERED: lambda: _("用恢复码，从另一台手机回来"),
    AccessKind.ROLE_CHANGED: lambda: _("改了一台手机能做什么"),
    AccessKind.PLAYER_CHANGED: lambda: _("改了一台手机是谁的"),
    AccessKind.TRANSFER_MADE: lambda: _("做了搬家的链接"),
    AccessKind.LINK_MADE: lambda: _("做了一个邀请"),
    AccessKind.LINK_ENDED: lambda: _("收回一个邀请"),
    AccessKind.ENDED_LINK_USED: lambda: _("有人用作废的邀请，没让进"),
    AccessKind.SPOKEN_CODE_MADE: lambda: _("开了一个口令"),
    AccessKind.CODE_RENEWED: lambda: _("换了新的恢复码"),
    AccessKind.WRONG_CODE: lambda: _("恢复码填错了"),
    AccessKind.ENDED_CODE_USED: lambda: _("有人填了作废的恢复码，没让进"),
    AccessKind.SENT_AWAY: lambda: _("请一台手机下桌"),
    AccessKind.ALL_SENT_AWAY: lambda: _("别的手机全请下桌"),
    AccessKind.LOOK_ENDED: lambda: _("不能再从牌友圈看"),
    AccessKind.LEFT: lambda: _("自己下桌"),
    AccessKind.SIGNED_OFF: lambda: _("从所有的桌和圈退出"),
    AccessKind.OPERATOR_ENDED: lambda: _("让一台手机全部退出"),
    AccessKind.OPERATOR_ENDED_ALL: lambda: _("手机全请下桌"),
}
