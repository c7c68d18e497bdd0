"""恢复 (huifu): a copy takes the place of the ledger, which is kept; then it is looked through from end to end."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from zipai_ledger.database.ages import younger
from zipai_ledger.ledger.verify import SENSELESS

from . import ended, making, occupied, package, postgresql, shelf, sqlite_file
from .package import Unpacked, Unusable

UNREADABLE = (DatabaseError, *SENSELESS)


class NotRestored(Exception):
    """Nothing was put back; says why."""


@dataclass(frozen=True, slots=True)
class Restored:
    """A copy that has taken the ledger's place: ``kept`` is the folder of what was there before, None where nothing was.

    ``before`` is what that knew to be over, None where it could not be read; ``key``: whether the secret key of the copy
    is the one in use now, None where nothing is known of it.
    """

    manifest: package.Manifest
    kept: Path | None
    before: ended.Known | None
    key: bool | None


def restore(source: Path, verify: Callable[[], None]) -> Restored:
    """Put a copy in the ledger's place, bring it up to date and verify it; where that fails, what was there comes back.

    ``verify`` raises where the ledger that is there is damaged. Raises `NotRestored`.
    """
    settings.DATA.mkdir(parents=True, exist_ok=True)
    try:
        with occupied.alone(settings.DATA), _workshop() as folder:
            return _restored(package.unpack(source, folder), folder, verify)
    except occupied.Occupied as error:
        raise NotRestored("服务还开着，先停下来。 The server is running: stop it first.") from error
    except Unusable as error:
        raise NotRestored(f"{source}: {error}") from error
    except (sqlite3.Error, postgresql.Failed) as error:
        raise NotRestored(str(error)) from error
    except OSError as error:
        raise NotRestored(f"{error.filename or source}: {error.strerror or error}") from error


@contextmanager
def _workshop() -> Iterator[Path]:
    """A folder beside the ledger, on the same disk."""
    with tempfile.TemporaryDirectory(prefix="restoring-", dir=settings.DATA) as folder:
        yield Path(folder)


def _restored(copy: Unpacked, folder: Path, verify: Callable[[], None]) -> Restored:
    _check(copy, folder)
    before = _known()
    connections.close_all()
    # One of its own, however soon after another restore; only the owner of the process may look into it.
    aside = Path(tempfile.mkdtemp(prefix=f"replaced-{shelf.stamp(timezone.now())}-", dir=settings.DATA))
    place = _Postgres(folder) if connection.vendor == "postgresql" else _File()
    there = place.keep(aside)
    try:
        place.put(copy.content)
        key = _use_key(copy, aside)
        call_command("migrate", interactive=False, verbosity=0)
        verify()
    except Exception as error:
        connections.close_all()
        if there:
            place.put_back(aside)
        _key_back(aside)
        raise NotRestored(f"what was there is back: {error}" if there else str(error)) from error
    if not any(aside.iterdir()):
        aside.rmdir()
    return Restored(copy.manifest, aside if aside.exists() else None, before, key)


def _check(copy: Unpacked, folder: Path) -> None:
    """Whether the copy fits this database and this program, and holds; before anything is touched."""
    database = copy.manifest.database
    if database != connection.vendor:
        raise Unusable(f"a copy of {database}, but the ledger is kept in {connection.vendor}")
    names = package.applied_in(copy.content) if database == "sqlite" else copy.manifest.migrations
    if newer := younger(names):
        raise Unusable(
            f"备份比程序新，先升级程序。 Younger than this program ({', '.join(newer)}): update the program first."
        )
    found = making.look_at(copy.content, folder, database)
    if found.damages:
        raise Unusable(f"damaged: {'; '.join(found.damages[:5])}")
    if connection.vendor == "postgresql" and (others := _others()):
        raise occupied.Occupied(f"{others} connections")


def _others() -> int:
    connections.close_all()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    return postgresql.others(connection.settings_dict)


def _known() -> ended.Known | None:
    """What the ledger that is there knows to be over; None where there is none that can be read."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return None
    try:
        return ended.read_known()
    except UNREADABLE:
        return None


class _File:
    """SQLite's file."""

    def __init__(self) -> None:
        self._ledger = Path(connection.settings_dict["NAME"])

    def keep(self, aside: Path) -> bool:
        return sqlite_file.keep(self._ledger, aside)

    def put(self, content: Path) -> None:
        sqlite_file.put(content, self._ledger)

    def put_back(self, aside: Path) -> None:
        sqlite_file.put_back(aside, self._ledger)


class _Postgres:
    """A database of a server of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._settings = connection.settings_dict
        self._name = package.CONTENT["postgresql"]

    def keep(self, aside: Path) -> bool:
        postgresql.copy(self._settings, aside / self._name)
        return True

    def put(self, content: Path) -> None:
        _others()
        postgresql.put(content, self._settings, self._folder)

    def put_back(self, aside: Path) -> None:
        self.put(aside / self._name)


def _use_key(copy: Unpacked, aside: Path) -> bool | None:
    """Use the key that came with the copy, and keep the other; see `Restored`."""
    if copy.key is not None and not os.environ.get("ZIPAI_SECRET_KEY"):
        _replace_key(copy.key, aside)
        return True
    if not copy.manifest.key:
        return None
    return copy.manifest.key == package.key_print(settings.SECRET_KEY)


def _replace_key(key: str, aside: Path) -> None:
    place = settings.DATA / package.KEY
    if place.exists():
        if place.read_text(encoding="ascii") == key:
            return
        shutil.copy2(place, aside / package.KEY)
    handle, draft = tempfile.mkstemp(dir=settings.DATA)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    Path(draft).replace(place)
    settings.SECRET_KEY = key


def _key_back(aside: Path) -> None:
    if (aside / package.KEY).exists():
        _replace_key((aside / package.KEY).read_text(encoding="ascii"), settings.DATA)
