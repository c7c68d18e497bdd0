"""``manage.py`` for tests of streams: a sign of life every moment, every grant looked at as often, and no collector.

What nobody gives back or closes stays for ever then, where a collector that happens to come by would hide it.
"""

import gc
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

import django
from django.core.management import execute_from_command_line

BEAT = 0.1

if __name__ == "__main__":
    gc.disable()
    django.setup()
    from zipai_ledger.live import hub, stream

    stream.BEAT = hub.CHECK = BEAT
    execute_from_command_line(sys.argv)
