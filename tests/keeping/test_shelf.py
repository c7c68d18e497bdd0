"""Which copies stay, and when another is due."""

import os
import shutil
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.live.phones import comes_true
from tests.servers import environment, migrated
from zipai_ledger.keeping import nightly, shelf
from zipai_ledger.keeping.shelf import Backup

NEWEST = datetime(2026, 11, 27, 4, 0, tzinfo=UTC)


def nights(count: int, every: timedelta = timedelta(days=1)) -> list[Backup]:
    moments = [NEWEST - number * every for number in range(count)]
    return [Backup(moment, Path(shelf.name_of(moment))) for moment in moments]


def test_what_is_gone_before_it_is_looked_at_is_not_removed(tmp_path: Path):
    gone = tmp_path / f"copying-a{shelf.UNFINISHED}"
    gone.symlink_to(tmp_path / "nowhere")
    assert shelf.tidy(tmp_path) == []
    assert gone.is_symlink()


def test_seven_days_four_weeks_and_twelve_months_stay():
    found = nights(800)
    gone = {backup.made for backup in shelf.superfluous(found)}
    kept = sorted((backup.made for backup in found if backup.made not in gone), reverse=True)
    assert kept[:7] == [backup.made for backup in found[:7]]
    assert len({moment.isocalendar()[:2] for moment in kept if (NEWEST - moment).days < 28}) >= 4
    months = [moment for moment in kept if moment.month != 11]
    assert [(moment.month, moment.day) for moment in months] == [
        (10, 31), (9, 30), (8, 31), (7, 31), (6, 30), (5, 31), (4, 30), (3, 31), (2, 28), (1, 31), (12, 31),
    ]  # fmt: skip
    assert len(kept) <= shelf.DAILY + shelf.WEEKLY + shelf.MONTHLY


def test_of_one_day_the_newest_stays():
    assert len(shelf.superfluous(nights(5, timedelta(hours=1)))) == 4


def test_after_a_long_pause_nothing_old_is_thrown_away_that_is_still_needed():
    """Counted in days that have a copy: what lay in a drawer for a year is not empty after the next night."""
    assert shelf.superfluous([*nights(1), *nights(3, timedelta(days=200))[1:]]) == []


def test_every_night_leaves_as_many_as_all_nights_at_once():
    left: list[Backup] = []
    for backup in sorted(nights(400)):
        left.append(backup)
        gone = shelf.superfluous(left)
        left = [one for one in left if one not in gone]
    assert {one.made for one in nights(400)} >= {one.made for one in left}
    assert len({(one.made.year, one.made.month) for one in left}) == 12


def test_only_good_copies_count_and_what_was_cut_off_goes_after_a_day(tmp_path):
    for name in (
        shelf.name_of(NEWEST),
        "2026-11-28-040000-damaged.zip",
        "zipai-ledger-2026-99-99-999999.zip",
        "x.zip",
    ):
        (tmp_path / name).touch()
    fresh, old = tmp_path / f"copying-a{shelf.UNFINISHED}", tmp_path / f"copying-b{shelf.UNFINISHED}"
    fresh.mkdir()
    old.mkdir()
    (old / "ledger.sqlite3").touch()
    os.utime(old, (0, 0))
    assert shelf.last_good(tmp_path) == NEWEST
    shelf.tidy(tmp_path)
    assert fresh.exists()
    assert not old.exists()
    assert shelf.last_good(tmp_path / "nowhere") is shelf.last_good(None) is None


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        (None, (27, 12), True),
        ((27, 4), (27, 12), False),
        ((26, 23), (27, 3), False),
        ((26, 23), (27, 4), True),
        ((26, 3), (27, 3), True),
    ],
)
def test_a_copy_is_due_once_a_night_has_passed(last, now, due):
    moment = [datetime(2026, 11, day, hour, tzinfo=UTC) for day, hour in filter(None, (last, now))]
    assert nightly.is_due(moment[0] if last else None, moment[-1]) is due


def test_a_server_makes_a_copy_by_itself_and_no_second_one_the_same_night(
    monkeypatch, settings, tmp_path, collected_static
):
    data = tmp_path / "data"
    data.mkdir()
    shutil.copyfile(migrated(collected_static), data / "ledger.sqlite3")
    for name, value in environment(data, collected_static).items():
        monkeypatch.setenv(name, value)
    settings.BACKUPS = tmp_path / "copies"
    monkeypatch.setattr(nightly, "FIRST_LOOK", 0.0)
    monkeypatch.setattr(nightly, "LOOK", 0.01)
    made = []
    monkeypatch.setattr(
        nightly, "_make", lambda *how, make=nightly._make: made.append(make(*how)) or made[-1]
    )
    with nightly.each_night():
        assert comes_true(lambda: shelf.last_good(settings.BACKUPS))
        looks = count_looks(monkeypatch)
        assert comes_true(lambda: len(looks) > 3)
    assert made == [True]


def count_looks(monkeypatch) -> list[datetime]:
    looks: list[datetime] = []
    monkeypatch.setattr(
        nightly, "is_due", lambda last, now, due=nightly.is_due: looks.append(now) or due(last, now)
    )
    return looks


def test_where_the_host_wants_none_none_is_made(settings):
    settings.BACKUPS = None
    before = threading.active_count()
    with nightly.each_night():
        assert threading.active_count() == before
