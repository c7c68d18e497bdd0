"""备份 (beifen): a copy of the whole ledger, which counts only once it was checked."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from zipai_ledger import __version__
from zipai_ledger.database.ages import applied

from . import package, postgresql, shelf, sqlite_file, trails
from .package import CONTENT, Manifest

ROOM = 64 << 20
"""Bytes that have to stay free beside what a copy takes."""


class NotMade(Exception):
    """There is no good copy; says why. ``kept`` is where a copy of a damaged ledger lies, None where nothing does."""

    def __init__(self, why: str, kept: Path | None = None) -> None:
        self.kept = kept
        super().__init__(why)


@dataclass(frozen=True, slots=True)
class Made:
    """A good copy: where it lies, what it holds, and which older ones had to go."""

    path: Path
    found: trails.Found
    size: int
    gone: tuple[Path, ...]
    with_key: bool


def make(folder: Path, *, with_key: bool = True) -> Made:
    """Copy the ledger into a folder while it is written, check the copy, and let superfluous older ones go.

    Raises `NotMade`.
    """
    try:
        shelf.make_folder(folder)
        with tempfile.TemporaryDirectory(prefix="copying-", dir=folder, suffix=shelf.UNFINISHED) as draft:
            return _made(folder, Path(draft), with_key=with_key)
    except OSError as error:
        raise NotMade(f"{error.filename or folder}: {error.strerror or error}") from error
    except (sqlite3.Error, DatabaseError, postgresql.Failed) as error:
        raise NotMade(str(error)) from error


def _made(folder: Path, draft: Path, *, with_key: bool) -> Made:
    moment = timezone.now()
    content = draft / CONTENT[connection.vendor]
    _check_room(folder)
    names = tuple(applied(connection))
    _copy(content)
    found = look_at(content, draft, connection.vendor)
    target = folder / (f"{shelf.stamp(moment)}{shelf.DAMAGED}" if found.damages else shelf.name_of(moment))
    key = secret_key() if with_key else None
    packed = draft / target.name
    package.pack(packed, _manifest(moment, names, content, found), content, key)
    packed.replace(target)
    package.hurry_to_disk(folder)
    if found.damages:
        raise NotMade("; ".join(found.damages[:5]), target)
    return Made(target, found, target.stat().st_size, tuple(shelf.tidy(folder)), key is not None)


def _manifest(moment: datetime, names: tuple[str, ...], content: Path, found: trails.Found) -> Manifest:
    return Manifest(
        made=moment.isoformat(timespec="seconds"),
        program=__version__,
        database=connection.vendor,
        migrations=names,
        tables=found.tables,
        deals=found.deals,
        sha256=package.digest(content),
        size=content.stat().st_size,
        key=package.key_print(settings.SECRET_KEY),
    )


def secret_key() -> str | None:
    """The key that is kept in a file of the data folder; None where the environment brings it, which keeps it too."""
    return None if os.environ.get("ZIPAI_SECRET_KEY") else str(settings.SECRET_KEY)


def _copy(content: Path) -> None:
    if connection.vendor == "postgresql":
        postgresql.copy(connection.settings_dict, content)
    else:
        sqlite_file.copy(Path(connection.settings_dict["NAME"]), content)


def _check_room(folder: Path) -> None:
    if connection.vendor != "sqlite":
        return
    needed = 2 * Path(connection.settings_dict["NAME"]).stat().st_size + ROOM
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise NotMade(f"{folder}: {free >> 20} MiB are free, {needed >> 20} MiB are needed")


def look_at(content: Path, folder: Path, database: str) -> trails.Found:
    """Check what was copied, of whichever database; raises `postgresql.Failed`, `sqlite3.Error`."""
    if database == "postgresql":
        scratch = folder / "rows.sqlite3"
        postgresql.read_into(content, scratch)
        with closing(trails.opened(scratch)) as rows:
            found = trails.check(rows)
        scratch.unlink()
        return found
    with closing(trails.opened(content)) as copy:
        hurt = tuple(trails.file_damages(copy))
        return trails.Found(0, 0, 0, hurt) if hurt else trails.check(copy)
