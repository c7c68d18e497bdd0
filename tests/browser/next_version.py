"""``manage.py`` of another version: one file of every page differs, as after an update, and so does its name."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")

from django.conf import settings
from django.core.management import execute_from_command_line

from zipai_ledger.http.static_files import CollectedFiles


class UnpackedFiles(CollectedFiles):
    """How well they are packed is all the same."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        return iter(())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        files = Path(shutil.copytree(settings.BASE_DIR / "static", Path(folder) / "static"))
        changed = files / "js" / "queue.js"
        before = changed.stat()
        with changed.open("a", encoding="utf-8") as script:
            script.write("void 'another version';\n")
        # Started again it finds its files as it left them.
        os.utime(changed, ns=(before.st_atime_ns, before.st_mtime_ns))
        settings.STORAGES["staticfiles"]["BACKEND"] = f"{__name__}.UnpackedFiles"
        settings.STATICFILES_DIRS = [files]
        execute_from_command_line(sys.argv)
