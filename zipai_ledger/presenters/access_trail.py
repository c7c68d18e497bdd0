"""谁进来过 (the access trail): who came to a table or a circle and who left, by what and when, for its owner."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.access import AnyVisit, Visit, spoken
from zipai_ledger.access.audit import Record
from zipai_ledger.formats import dates
from zipai_ledger.formats.roles import circle_role_name, role_name
from zipai_ledger.models import AccessKind, AccessRecord, Link, Person, Player

from .phones import names_of

PAGE = 40


@dataclass(frozen=True, slots=True)
class AccessLine:
    """One record: when, whose phone did it ("" where nobody knows), what, and whom or what it was about."""

    time: str
    who: str
    what: str
    whom: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AccessTrailPage:
    """A stretch of the trail, newest first; ``before`` is the record whose elders come next, None where there are none."""

    lines: tuple[AccessLine, ...]
    before: int | None


@dataclass(frozen=True, slots=True)
class _Place:
    """How people, roles and moments of one place are written; ``nobody``: whose name is not known."""

    names: Mapping[int, str]
    nobody: str
    sentences: Mapping[str, Callable[[], str]]
    role_name: Callable[[str], str]
    time: Callable[[datetime], str]

    def name(self, player: int | None) -> str:
        """Who has this number; empty where nobody has, or nobody any more."""
        return "" if player is None else self.names.get(player, "")


def access_trail_page(
    visit: AnyVisit, people: Sequence[Player | Person], before: int | None
) -> AccessTrailPage:
    """What changed who may come, or of it what came before a record. One query."""
    place = _place(visit, people)
    # What nobody has written, or a newer version, takes no page with it.
    known: QuerySet[Any] = visit.place.access_records.filter(kind__in=place.sentences)
    older = known if before is None else known.filter(pk__lt=before)
    found = list(older.select_related("link").order_by("-pk")[: PAGE + 1])
    rows = found[:PAGE]
    return AccessTrailPage(
        tuple(_line(record, place) for record in rows), rows[-1].pk if len(found) > PAGE else None
    )


def _place(visit: AnyVisit, people: Sequence[Player | Person]) -> _Place:
    if not isinstance(visit, Visit):
        nobody, clock = _("没说是谁"), lambda at: dates.day_and_clock(dates.local(at))
        return _Place(names_of(people), nobody, OF_CIRCLES, circle_role_name, clock)
    zone = ZoneInfo(visit.session.time_zone)
    opened = visit.session.opened_at.astimezone(zone)
    return _Place(
        names_of(people),
        _("不打牌的"),
        SENTENCES,
        role_name,
        lambda at: dates.of_evening(at.astimezone(zone), opened),
    )


def _line(record: Record, place: _Place) -> AccessLine:
    """One record: when, whose phone did it, what, and whom or what it was about."""
    who = _who(record, place)
    about = (_role(record, place), _label(record, place), _how_often(record))
    return AccessLine(
        time=place.time(record.at),
        who=who,
        what=place.sentences[record.kind](),
        whom=_whom(record, place),
        about=tuple(text for text in about if text not in ("", who)),
    )


def _who(record: Record, place: _Place) -> str:
    """Whose phone did it; empty where nobody knows."""
    if record.kind in OPERATOR:
        return _("管这台机器的人")
    if record.by_device is not None:
        return place.name(record.by_player) or place.role_name("owner")
    return _holder(record, place) if record.device is not None and record.kind not in BY_OTHERS else ""


def _whom(record: Record, place: _Place) -> str:
    """Whose phone it was done to, where that was another's; of an invitation, for whom it is."""
    if record.device is None:
        return place.name(record.player)
    done_to = record.by_device is not None or record.kind in OPERATOR or record.kind in BY_OTHERS
    return _holder(record, place) if done_to else ""


def _holder(record: Record, place: _Place) -> str:
    owner = place.role_name("owner") if record.role == "owner" else ""
    return place.name(record.player) or (record.link.label if record.link else "") or owner or place.nobody


def _role(record: Record, place: _Place) -> str:
    return place.role_name(record.role) if record.role and record.kind in SAYS_ROLE else ""


def _label(record: Record, place: _Place) -> str:
    """The remark on an invitation, where it stands nowhere else in the line."""
    label = record.link.label if record.link else ""
    return "" if record.device is not None and not place.name(record.player) else label


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
    AccessKind.TRANSFERRED,
    AccessKind.RECOVERED,
    AccessKind.ROLE_CHANGED,
    AccessKind.LINK_MADE,
}
SENTENCES: Mapping[str, Callable[[], str]] = {
    AccessKind.OPENED: lambda: _("开桌"),
    AccessKind.IMPORTED: lambda: _("导入这一桌"),
    AccessKind.BY_LINK: lambda: _("扫码或点链接进来"),
    AccessKind.BY_SPOKEN_CODE: lambda: _("用口令进来"),
    AccessKind.BY_CIRCLE: lambda: _("从牌友圈进来"),
    AccessKind.TRANSFERRED: lambda: _("搬到别的浏览器或手机"),
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
OF_CIRCLES: Mapping[str, Callable[[], str]] = {
    **SENTENCES,
    AccessKind.OPENED: lambda: _("建了这个圈"),
    AccessKind.LEFT: lambda: _("自己出圈"),
    AccessKind.SENT_AWAY: lambda: _("请一台手机出去"),
    AccessKind.ALL_SENT_AWAY: lambda: _("别的手机全请出去"),
}
