"""``manage.py`` of another version: one file of every page differs, as after an update, and so does its name."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

from django.conf import settings
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        files = Path(shutil.copytree(settings.BASE_DIR / "static", Path(folder) / "static"))
        with (files / "js" / "queue.js").open("a", encoding="utf-8") as script:
            script.write("// Another version.\n")
        settings.STATICFILES_DIRS = [files]
        execute_from_command_line(sys.argv)
