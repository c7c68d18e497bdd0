"""When something was, as each language writes it: the one place that pages, pictures and paper ask.

Files that programs read keep ISO dates; the formats themselves stand in `zipai_ledger.formats`.
"""

from datetime import date, datetime, time, timedelta, tzinfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

JUST_NOW = 2
"""Minutes."""
DAWN = time(9)
"""Until when a day still counts as the night before."""


def local(at: datetime, zone: tzinfo | None = None) -> datetime:
    """The moment by the clocks there, by default ours; as it is where no calendar goes that far."""
    try:
        return timezone.localtime(at, zone)
    except OverflowError:
        return at


def day(at: date) -> str:
    """11 月 22 日, with its year where that is another than this one."""
    return date_format(at, "MONTH_DAY_FORMAT" if at.year == timezone.localdate().year else "DATE_FORMAT")


def whole_day(at: date) -> str:
    """2026 年 11 月 22 日: on paper, which is kept."""
    return date_format(at, "DATE_FORMAT")


def short_day(at: date) -> str:
    """11/22: below a chart, where there is little room."""
    return date_format(at, "SHORT_DATE_FORMAT")


def clock(at: datetime) -> str:
    """20:05."""
    return date_format(at, "TIME_FORMAT")


def day_and_clock(at: datetime) -> str:
    """11 月 22 日 20:05."""
    return date_format(at, "DATETIME_FORMAT")


def moment(at: datetime) -> str:
    """A day and a time; the time alone where it is today."""
    here = timezone.localtime(at)
    return clock(here) if here.date() == timezone.localdate() else day_and_clock(here)


def recent_day(at: datetime) -> str:
    """今天 20:05, 昨天, else the day."""
    here = local(at)
    days = (timezone.localdate() - here.date()).days
    if days == 0:
        return _("今天 %(time)s") % {"time": clock(here)}
    return _("昨天") if days == 1 else day(here)


def lately(at: datetime) -> str:
    """刚刚, 5 分钟前, else as `recent_day`: when something last happened."""
    minutes = (timezone.now() - at) // timedelta(minutes=1)
    if not 0 <= minutes < 60:
        return recent_day(at)
    return (
        ngettext("%(n)d 分钟前", "%(n)d 分钟前", minutes) % {"n": minutes}
        if minutes >= JUST_NOW
        else _("刚刚")
    )


def of_evening(at: datetime, opened: datetime) -> str:
    """21:40; 次日 0:12 for what came after midnight; later days with their date."""
    if at.date() == opened.date():
        return clock(at)
    if at.date() == opened.date() + timedelta(days=1) and at.time() < DAWN:
        return _("次日 %(clock)s") % {"clock": clock(at)}
    return day_and_clock(at)
