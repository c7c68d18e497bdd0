"""Dates and times as each language writes them, from one place."""

import re
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from zipai_ledger.formats import dates

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(2026, 11, 22, 20, 5, tzinfo=timezone.get_default_timezone())
ELSEWHERE = {
    "zipai_ledger/exports/table.py",
    "zipai_ledger/keeping/shelf.py",
    "zipai_ledger/views/exports.py",
}
"""Cells that a spreadsheet reads and names of files, with ISO dates."""
STORED = {"zipai_ledger/exports/from_document.py", "zipai_ledger/access/holders.py"}


@pytest.mark.parametrize(
    ("language", "whole", "both", "short"),
    [
        ("zh-hans", "2026 年 11 月 22 日", "11 月 22 日 20:05", "11/22"),
        ("zh-hant", "2026 年 11 月 22 日", "11 月 22 日 20:05", "11/22"),
        ("en", "22 Nov 2026", "22 Nov, 20:05", "22 Nov"),
    ],
)
def test_each_language_has_its_own_dates(language: str, whole: str, both: str, short: str):
    with translation.override(language):
        assert dates.whole_day(NOON) == whole
        assert dates.day_and_clock(NOON) == both
        assert dates.short_day(NOON) == short
        assert dates.clock(NOON) == "20:05"
        assert Template("{{ at|date }} {{ at|time }}").render(Context({"at": NOON})) == f"{whole} 20:05"


def test_another_year_is_named():
    today = timezone.localdate()
    with translation.override("en"):
        assert f"{today.year}" not in dates.day(today)
        assert dates.day(date(today.year - 1, 3, 9)) == f"9 Mar {today.year - 1}"


def test_the_last_two_days_have_their_own_words():
    now = timezone.now()
    with translation.override("en"):
        assert dates.recent_day(now) == f"today {dates.clock(timezone.localtime(now))}"
        assert dates.recent_day(now - timedelta(days=1)) == "yesterday"
        assert dates.recent_day(now - timedelta(days=2)) == dates.day(
            timezone.localdate() - timedelta(days=2)
        )


def test_what_comes_after_midnight_is_still_the_evening():
    with translation.override("en"):
        assert dates.of_evening(NOON + timedelta(hours=5), NOON) == "01:05 next day"


def test_nobody_else_writes_dates_for_people():
    """No ``%m-%d`` in a page, no format of its own in a template."""
    own = re.compile(r"%[mdYH][-:/]%|\|(?:date|time):\"(?!MONTH_DAY_FORMAT)|strftime|date_format\(")
    files = [*(ROOT / "zipai_ledger").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    found = {
        str(file.relative_to(ROOT))
        for file in files
        if own.search(file.read_text()) and file.name != "dates.py"
    }
    assert found == ELSEWHERE | STORED


@pytest.mark.parametrize(
    ("minutes", "message"), [(0, "刚刚"), (1, "刚刚"), (5, "5 分钟前"), (59, "59 分钟前")]
)
def test_what_happened_lately_is_told_by_minutes(minutes: int, message: str):
    assert dates.lately(timezone.now() - timedelta(minutes=minutes, seconds=1)) == message
    assert "分钟" not in dates.lately(timezone.now() + timedelta(minutes=3))
