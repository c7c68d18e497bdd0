"""每夜备份: while a server runs, a copy is made each night, or as soon as it runs again after one."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

import zipai_ledger

from . import shelf

HOUR = 4
"""Of the host's clock: when hardly anybody plays."""
FIRST_LOOK = 600.0
"""Seconds after the start: whoever only looks in makes no copy."""
LOOK = 600.0
AGAIN = timedelta(hours=1)
"""After a copy that was not made."""
LONGEST = 4 * 3600.0
"""Seconds that a copy may take."""

log = logging.getLogger(__name__)


def is_due(last: datetime | None, now: datetime) -> bool:
    """Whether the newest copy is of before the last night; ``now`` by the host's clock."""
    night = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    if night > now:
        night -= timedelta(days=1)
    return last is None or last < night


@contextmanager
def each_night() -> Iterator[None]:
    """Make copies as long as the block lasts, where the host wants any."""
    if settings.BACKUPS is None:
        yield
        return
    over = threading.Event()
    keeper = threading.Thread(target=_keep, args=[settings.BACKUPS, over], name="nightly", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        over.set()


def _keep(folder: Path, over: threading.Event) -> None:
    wait, not_before = FIRST_LOOK, timezone.now()
    while not over.wait(wait):
        wait = LOOK
        now = timezone.now()
        if now < not_before or not is_due(shelf.last_good(folder), now.astimezone()):
            continue
        if not _make(folder, over):
            not_before = now + AGAIN
        elif settings.PUBLIC:
            _run(["tend"], over)


def _make(folder: Path, over: threading.Event) -> bool:
    return _run(["backup", str(folder)], over)


def _run(command: list[str], over: threading.Event) -> bool:
    """A command in a process of its own: it takes nothing of what phones need, and is let go of with the server."""
    with subprocess.Popen(  # noqa: S603 - this very program
        [sys.executable, "-m", "django", *command],
        env=_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        timer = threading.Timer(LONGEST, process.kill)
        timer.start()
        watcher = threading.Thread(target=_end_with, args=[over, process], daemon=True)
        watcher.start()
        output = process.stdout.read().decode(errors="replace").strip() if process.stdout else ""
        status = process.wait()
        timer.cancel()
    if status and not over.is_set():
        log.error("%s failed: %s", command[0], output[-500:])
    return not status


def _end_with(over: threading.Event, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        if over.wait(1.0):
            with suppress(OSError):
                process.terminate()
            return


def _environment() -> dict[str, str]:
    """The settings of this server, and where the program lies."""
    place = str(Path(zipai_ledger.__file__).resolve().parent.parent)
    paths = [place, *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "zipai_ledger.settings",
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONUTF8": "1",
    }
