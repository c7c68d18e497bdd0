"""``manage.py`` where the system allows 1,024 descriptors and not one more, as many services are started."""

import os
import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

from django.core.management import execute_from_command_line

FEW = 1_024

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW, FEW))
    execute_from_command_line(sys.argv)
