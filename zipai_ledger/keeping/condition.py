"""How the server is doing: what is asked by who watches it, and by its operator."""

import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Sum
from django.utils import timezone

from zipai_ledger import __version__
from zipai_ledger.checks import journal_problem
from zipai_ledger.database import triggers
from zipai_ledger.database.ages import applied, younger
from zipai_ledger.ledger.verify import damaged_tables
from zipai_ledger.models import Circle, GameSession

from . import operator, presence, shelf

LITTLE = 64 << 20
"""Bytes free on the disk below which nothing is taken for granted."""
SCARCE = 512 << 20
"""Below which somebody should look."""


class Answer(StrEnum):
    """What is said of a part."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Readiness:
    """What stands between the server and a deal that is stored; a backup that is old alone stops nothing."""

    database: Answer
    migrations: Answer
    space: Answer
    backup: Answer

    @property
    def is_ready(self) -> bool:
        """Whether deals can be stored."""
        return Answer.FAILED not in (self.database, self.migrations, self.space)


def readiness() -> Readiness:
    """Ask the database, the disk and the folder of backups. Three queries."""
    database, migrations = _database()
    return Readiness(database, migrations, _space(), _backup())


def _database() -> tuple[Answer, Answer]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return Answer.OK, Answer.OK if is_up_to_date() else Answer.FAILED
    except DatabaseError:
        return Answer.FAILED, Answer.FAILED


def is_up_to_date() -> bool:
    """Whether the tables are those of this program."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return not plan and not younger(applied(connection))


def free_space() -> int:
    """Bytes free where the data lies."""
    return shutil.disk_usage(settings.DATA if settings.DATA.exists() else settings.DATA.parent).free


def _space() -> Answer:
    free = free_space()
    return Answer.FAILED if free < LITTLE else Answer.WARNING if free < SCARCE else Answer.OK


def _backup() -> Answer:
    return Answer.WARNING if is_stale(shelf.last_good(settings.BACKUPS)) else Answer.OK


def is_stale(last: datetime | None) -> bool:
    """Whether backups are made here, and the newest is older than a week, or none was made in the first."""
    if settings.BACKUPS is None:
        return False
    return timezone.now() - (last or _first_day()) > shelf.STALE


def _first_day() -> datetime:
    """When the first table was opened; now where there is none, or nobody can say."""
    try:
        first = GameSession.objects.order_by("pk").values_list("opened_at", flat=True).first()
    except DatabaseError:
        first = None
    return first or timezone.now()


def backup_age() -> timedelta | None:
    """How old the newest good backup is; None where there is none."""
    last = shelf.last_good(settings.BACKUPS)
    return None if last is None else timezone.now() - last


@dataclass(frozen=True, slots=True)
class Status:
    """Numbers and never names; ``safety`` is how SQLite or PostgreSQL keeps what was saved, sizes in bytes."""

    version: str
    data: Path
    database: str
    safety: str
    tables: int
    samples: int
    circles: int
    deals: int
    size: int
    free: int
    servers: int
    streams: int
    backups: Path | None
    last_backup: datetime | None
    wrong: tuple[str, ...]


def status() -> Status:
    """How this server is doing; raises `DatabaseError` where its database cannot say."""
    running = presence.servers(settings.DATA)
    tables = GameSession.objects.filter(sample=False)
    return Status(
        version=__version__,
        data=settings.DATA,
        database=_engine(),
        safety=_safety(),
        tables=tables.count(),
        samples=GameSession.objects.filter(sample=True).count(),
        circles=Circle.objects.count(),
        deals=tables.aggregate(deals=Sum("deal_count"))["deals"] or 0,
        size=_size(),
        free=free_space(),
        servers=len(running),
        streams=sum(one.streams for one in running),
        backups=settings.BACKUPS,
        last_backup=shelf.last_good(settings.BACKUPS),
        wrong=(*_wrong_with_database(), *_wrong_around()),
    )


def _engine() -> str:
    if connection.vendor == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}"
    return f"PostgreSQL {_scalar('SHOW server_version')}"


def _safety() -> str:
    if connection.vendor == "sqlite":
        return f"journal_mode={_scalar('PRAGMA journal_mode')}, synchronous={_scalar('PRAGMA synchronous')}"
    return f"synchronous_commit={_scalar('SHOW synchronous_commit')}, fsync={_scalar('SHOW fsync')}"


def _size() -> int:
    if connection.vendor == "sqlite":
        return int(_scalar("PRAGMA page_count")) * int(_scalar("PRAGMA page_size"))
    return int(_scalar("SELECT pg_database_size(current_database())"))


def _scalar(query: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return str(cursor.fetchone()[0])


def _wrong_with_database() -> Iterator[str]:
    if names := younger(applied(connection)):
        yield f"the database is younger than the program ({', '.join(names)})"
    elif not is_up_to_date():
        yield "the tables are older than the program: start the server once"
    if problem := journal_problem(connection):
        yield str(problem.msg)
    if names := triggers.missing(connection):
        yield f"triggers are missing: {', '.join(names)}"
    damaged = damaged_tables()
    if damaged:
        yield f"{len(damaged)} open tables are damaged: verify_ledger says which"


def _wrong_around() -> Iterator[str]:
    if _space() is not Answer.OK:
        yield f"only {free_space() >> 20} MiB are free on the disk"
    if settings.BACKUPS is None:
        yield "no backups are made by the server (ZIPAI_BACKUPS=off)"
    elif is_stale(shelf.last_good(settings.BACKUPS)):
        yield "the last good backup is older than a week"
    if settings.PUBLIC and not operator.words():
        yield f"nobody says who runs this public server: write {settings.ABOUT}"
