"""``manage.py`` for faults: what the file ``fault`` in the data folder asks for happens to the next request that writes.

``die 3`` kills the process before its third statement, ``fail 3`` lets its third statement fail as a disk would;
places other than a number: ``die received``, ``die commit`` (just before), ``die committed`` and ``die answered``, as soon as
the first bytes of the answer are out.
"""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

from django.conf import settings
from django.core.management import execute_from_command_line
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from zipai_ledger.http.pages import Pages


class Fault:
    """What shall happen, counted over the statements of one writing request."""

    kind, place, statements = "", "", 0

    def begin(self) -> None:
        """Take the order, so that the next start of the server finds none."""
        self.end()
        order = settings.DATA / "fault"
        if order.exists():
            self.kind, self.place = order.read_text(encoding="ascii").split()
            self.statements = 0
            order.unlink()

    def end(self) -> None:
        self.kind = self.place = ""

    def reached(self, place: str) -> None:
        if self.kind and self.place == place:
            if self.kind == "die":
                os.kill(os.getpid(), signal.SIGKILL)
            self.end()
            raise OperationalError("disk I/O error")


fault = Fault()
handle, commit = Pages.handle, BaseDatabaseWrapper._commit


async def handle_with_faults(self, scope, receive, send):
    if scope["method"] != "POST":
        await handle(self, scope, receive, send)
        return

    async def sent(message):
        await send(message)
        fault.reached("answered")

    fault.begin()
    fault.reached("received")
    await handle(self, scope, receive, sent)


def commit_with_faults(self):
    fault.reached("commit")
    commit(self)
    fault.reached("committed")


def statement(execute, sql, params, many, context):
    if fault.kind:
        fault.statements += 1
        fault.reached(str(fault.statements))
    return execute(sql, params, many, context)


def watch(connection, **_):
    # Below those of the request that is just being answered, which takes its own away as the last.
    connection.execute_wrappers.insert(0, statement)


if __name__ == "__main__":
    Pages.handle, BaseDatabaseWrapper._commit = handle_with_faults, commit_with_faults
    connection_created.connect(watch, weak=False)
    execute_from_command_line(sys.argv)
