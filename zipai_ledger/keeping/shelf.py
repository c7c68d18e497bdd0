"""Where copies lie, how they are named, and which of them stay."""

import os
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

NAME = re.compile(r"zipai-ledger-(\d{4}-\d{2}-\d{2}-\d{6})\.zip", re.ASCII)
STAMP = "%Y-%m-%d-%H%M%S"
DAILY, WEEKLY, MONTHLY = 7, 4, 12
"""The newest copies of so many days, weeks and months stay, counted in those that have one."""
STALE = timedelta(days=7)
"""A ledger whose last good copy is older than this wants attention."""
UNFINISHED = ".part"
DAMAGED = "-damaged.zip"
OWNER_ONLY = 0o700


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A copy that was checked when it was made; ``made`` in UTC."""

    made: datetime
    path: Path


def stamp(moment: datetime) -> str:
    """2026-11-27-213344, of UTC: as any file system takes it, and sorted by time."""
    return moment.astimezone(UTC).strftime(STAMP)


def name_of(moment: datetime) -> str:
    """The file name of a copy made then."""
    return f"zipai-ledger-{stamp(moment)}.zip"


def backups(folder: Path | None) -> list[Backup]:
    """The good copies in a folder, oldest first; none where there is no such folder, or it cannot be read."""
    try:
        names = [] if folder is None else os.listdir(folder)
    except OSError:
        return []
    found = ((NAME.fullmatch(name), name) for name in names)
    return sorted(Backup(_moment(match[1]), _in(folder, name)) for match, name in found if match)


def _in(folder: Path | None, name: str) -> Path:
    return (folder or Path()) / name


def _moment(text: str) -> datetime:
    try:
        return datetime.strptime(text, STAMP).replace(tzinfo=UTC)
    except ValueError:  # a day that no calendar has
        return datetime.min.replace(tzinfo=UTC)


def last_good(folder: Path | None) -> datetime | None:
    """When the newest good copy was made."""
    found = backups(folder)
    return found[-1].made if found else None


def superfluous(found: Iterable[Backup]) -> list[Backup]:
    """Copies that neither a day, a week nor a month needs any more."""
    newest_first = sorted(found, reverse=True)
    kept = {
        *_newest_of_each(newest_first, lambda day: day.date(), DAILY),
        *_newest_of_each(newest_first, lambda day: day.isocalendar()[:2], WEEKLY),
        *_newest_of_each(newest_first, lambda day: (day.year, day.month), MONTHLY),
    }
    return [backup for backup in newest_first if backup not in kept]


def _newest_of_each(
    newest_first: Iterable[Backup], period: Callable[[datetime], object], most: int
) -> Iterable[Backup]:
    newest: dict[object, Backup] = {}
    for backup in newest_first:
        newest.setdefault(period(backup.made), backup)
    return list(newest.values())[:most]


def tidy(folder: Path) -> list[Path]:
    """Remove what is superfluous, and what a copy that was cut off left behind; gives what is gone."""
    gone = [backup.path for backup in superfluous(backups(folder))]
    gone += [path for path in folder.glob(f"*{UNFINISHED}") if _is_left_behind(path)]
    for path in gone:
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
    return gone


def _is_left_behind(path: Path) -> bool:
    try:
        changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return False
    return datetime.now(UTC) - changed > timedelta(days=1)


def make_folder(folder: Path) -> None:
    """For its owner alone: a copy is as private as the ledger, and may hold the key."""
    folder.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
