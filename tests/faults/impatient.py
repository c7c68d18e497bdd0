"""``manage.py`` for faults: whoever waits for the database gives up after a moment, not after five seconds."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

import django
from django.core.management import execute_from_command_line

from zipai_ledger import environment

PATIENCE = 0.3

if __name__ == "__main__":
    environment.PATIENCE = environment.POOL["timeout"] = PATIENCE
    django.setup()
    from zipai_ledger.record import write

    write.PATIENCE = PATIENCE
    execute_from_command_line(sys.argv)
