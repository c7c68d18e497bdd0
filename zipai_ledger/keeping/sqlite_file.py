"""SQLite: the ledger is a file; SQLite's own backup copies it while others write."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from .package import hurry_to_disk

ONE_GO = 256 << 20
"""Bytes that are copied in one go: writers wait meanwhile, a second or two."""
STEP = 4_096
"""Pages copied at a time where there are more: a writer in between makes SQLite begin anew."""
BREATH = 0.02
MOST_RESTARTS = 3
"""After so many everybody waits until the copy is done."""
WAIT = 60.0
"""Seconds to wait for whoever holds the file."""
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite may keep beside a file, and would take for part of another that is put in its place."""


class _Restarted(Exception):
    pass


class _Progress:
    """Notices that SQLite has begun anew, since somebody else has written."""

    def __init__(self) -> None:
        self._left: int | None = None
        self._restarts = 0

    def __call__(self, _status: int, remaining: int, _total: int) -> None:
        self._restarts += self._left is not None and remaining > self._left
        self._left = remaining
        if self._restarts > MOST_RESTARTS:
            raise _Restarted


def copy(source: Path, target: Path) -> None:
    """A whole copy of a ledger that is written meanwhile, in one file. Raises `sqlite3.Error`."""
    with (
        closing(sqlite3.connect(f"file:{source}?mode=rw", uri=True, timeout=WAIT)) as original,
        closing(sqlite3.connect(target)) as made,
    ):
        kept = original.execute("PRAGMA journal_mode").fetchone()[0]
        in_one_go = kept == "wal" or source.stat().st_size <= ONE_GO
        if in_one_go or not _in_steps(original, made):
            original.backup(made, sleep=BREATH)
        made.execute("PRAGMA journal_mode=DELETE")
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def _in_steps(original: sqlite3.Connection, made: sqlite3.Connection) -> bool:
    """Whether it was copied a few pages at a time."""
    try:
        original.backup(made, pages=STEP, sleep=BREATH, progress=_Progress())
    except _Restarted:
        return False
    return True


def settle(ledger: Path) -> None:
    """Have SQLite finish what it keeps beside the file, as far as it still can."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(ledger, timeout=WAIT)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()


def keep(ledger: Path, folder: Path) -> bool:
    """Keep the ledger in a folder, where it stays until another takes its place; whether there was one."""
    if not ledger.exists():
        return False
    settle(ledger)
    _second_name(ledger, folder / ledger.name)
    for ending in BESIDE:
        beside = ledger.with_name(ledger.name + ending)
        if beside.exists():
            beside.replace(folder / beside.name)
    return True


def _second_name(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # not every file system gives a file two names
        shutil.copy2(source, target)


def put(content: Path, ledger: Path) -> None:
    """Put a file in the ledger's place, in one step: until then the other is there whole."""
    content.chmod(0o600)
    with content.open("rb+") as file:
        os.fsync(file.fileno())
    content.replace(ledger)
    hurry_to_disk(ledger.parent)


def put_back(folder: Path, ledger: Path) -> None:
    """Put back what `keep` kept."""
    for ending in BESIDE:
        ledger.with_name(ledger.name + ending).unlink(missing_ok=True)
    kept = folder / ledger.name
    if kept.exists():
        draft = ledger.with_name(f"{ledger.name}.back")
        shutil.copy2(kept, draft)
        put(draft, ledger)
    for ending in BESIDE:
        beside = folder / f"{ledger.name}{ending}"
        if beside.exists():
            shutil.copy2(beside, ledger.with_name(beside.name))
