"""``manage.py`` for a migration that dies: ``DIE_AT=17`` kills the process before the 17th statement; else they are counted."""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

from django.core.management import execute_from_command_line
from django.db import connection


class Counting:
    """Counts the statements, and dies at one of them."""

    def __init__(self, last: int) -> None:
        self.count, self._last = 0, last

    def __call__(self, execute, sql, params, many, context):
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)


if __name__ == "__main__":
    counting = Counting(int(os.environ.get("DIE_AT", "0")))
    with connection.execute_wrapper(counting):
        execute_from_command_line(sys.argv)
    print(f"statements: {counting.count}")
