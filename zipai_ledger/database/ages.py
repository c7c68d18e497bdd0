"""Which migrations a database has seen: one that is younger than the program is not to be touched by it."""

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

APP = "zipai_ledger"


class TooYoung(Exception):
    """A database of a newer program; ``names`` are the migrations that this one does not know."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        super().__init__(
            "这个账本是更新的版本写的，先把程序升级再打开。什么都没有动。"
            f" This ledger was written by a newer version ({', '.join(self.names)}): update the program first."
            " Nothing was touched."
        )


def own_migrations() -> frozenset[str]:
    """The migrations of this program."""
    loader = MigrationLoader(None)
    return frozenset(name for app, name in loader.disk_migrations if app == APP)


def younger(names: Iterable[str]) -> list[str]:
    """Which of these come after the newest that this program knows."""
    mine = own_migrations()
    return sorted(name for name in names if name not in mine and name > max(mine))


def applied(connection: BaseDatabaseWrapper) -> list[str]:
    """The migrations of this program's tables that a database has seen."""
    return sorted(name for app, name in MigrationRecorder(connection).applied_migrations() if app == APP)


def refuse_younger(connection: BaseDatabaseWrapper) -> None:
    """Raises `TooYoung`."""
    if names := younger(applied(connection)):
        raise TooYoung(names)
