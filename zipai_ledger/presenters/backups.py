"""备份 (beifen): what an owner reads of the copies that this server makes of everything."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from zipai_ledger.access import Action, Visit
from zipai_ledger.keeping import condition, shelf


@dataclass(frozen=True, slots=True)
class BackupLine:
    """``nightly``: whether the server makes any; ``made``: when the newest good one was, None before the first."""

    nightly: bool
    made: datetime | None
    is_stale: bool


def backup_line(visit: Visit) -> BackupLine | None:
    """For who owns the table; None for others, who can do nothing about it, and at tables to play with."""
    if not visit.may(Action.ERASE) or visit.session.sample:
        return None
    made = shelf.last_good(settings.BACKUPS)
    return BackupLine(settings.BACKUPS is not None, made, condition.is_stale(made))
