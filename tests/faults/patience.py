"""``manage.py`` for faults: whoever waits for the database gives up after ``TEST_PATIENCE`` seconds, not after five.

Little where a test is about giving up; so much where many enter at once that no busy machine makes them give up.
A table has ``TEST_PLACES`` streams at most, few enough to fill them.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

import django
from django.core.management import execute_from_command_line

from zipai_ledger import environment

if __name__ == "__main__":
    patience = float(os.environ["TEST_PATIENCE"])
    environment.PATIENCE = environment.POOL["timeout"] = patience
    django.setup()
    from zipai_ledger.ledger.record import write
    from zipai_ledger.live import hub

    write.PATIENCE = patience
    hub.MOST_OF_SESSION = int(os.environ["TEST_PLACES"])
    execute_from_command_line(sys.argv)
