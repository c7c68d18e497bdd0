"""Static files, collected again only when one of them changed, and their addresses."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNUSED = [f"django_htmx/{name}" for name in ("htmax-*", "htmx-4*", "htmx-2.js", "ext/*")]
"""What no page names; to compress it takes longer than all the rest."""


class CollectedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # has no types
    """Collected files; a page names dozens. An address is worked out once, as its manifest is read once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[tuple[str, bool], str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file by its name among the sources; raises ValueError where none was collected."""
        if (name, force) not in self._urls:
            self._urls[name, force] = super().url(name, force)
        return self._urls[name, force]


def collect_static() -> bool:
    """Collect, name by content and compress. Returns whether anything had to be done."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=UNUSED)
    stamp.write_text(wanted, encoding="ascii")
    return True


def fingerprint() -> str:
    """Hash every source file's name, size and time, and the way they are stored."""
    digest = hashlib.sha256(repr(settings.STORAGES["staticfiles"]).encode())
    for line in sorted(_sources()):
        digest.update(line.encode())
    return digest.hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            stat = Path(storage.path(name)).stat()
            yield f"{name} {stat.st_size} {stat.st_mtime_ns}\n"
