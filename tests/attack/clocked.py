"""``manage.py`` with a clock that can be moved: by as many seconds as the file `clock` beside the data says."""

import os
import sys
from datetime import datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

from django.core.management import execute_from_command_line
from django.utils import timezone

CLOCK = "clock"
right = timezone.now


def moved() -> datetime:
    """The time by the moved clock."""
    clock = Path(os.environ["ZIPAI_DATA"]) / CLOCK
    seconds = int(clock.read_text(encoding="utf-8") or 0) if clock.exists() else 0
    return right() + timedelta(seconds=seconds)


if __name__ == "__main__":
    timezone.now = moved
    execute_from_command_line(sys.argv)
