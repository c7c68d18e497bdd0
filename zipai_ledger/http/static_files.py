"""Static files, collected again only when one of them changed, and their addresses."""

import gzip
import hashlib
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNUSED = [f"django_htmx/{name}" for name in ("htmax-*", "htmx-4*", "htmx-2.js", "ext/*")]
"""What no page names; to compress it takes longer than all the rest."""

COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL)
"""A comment of a script or a sheet that has its lines to itself."""
OURS = ("js/*.js", "css/*.css")

JOINED = {
    "js/every-page.js": ("js/helpers.js", "js/queue.js", "js/app.js", "js/folds.js", "js/waiting.js"),
    "js/table-page.js": ("js/sending.js", "js/kept.js"),
    "js/cards-page.js": (
        "js/dialog.js",
        "js/entry.js",
        "js/outlines.js",
        "js/pad-cards.js",
        "js/pad-state.js",
        "js/pad-store.js",
        "js/pad-view.js",
        "js/pad-menu.js",
        "js/pad-steps.js",
        "js/pad-stops.js",
        "js/pad.js",
    ),
    "js/tiles-page.js": (
        "js/dialog.js",
        "js/entry.js",
        "js/mahjong-store.js",
        "js/mahjong.js",
        "js/verdict.js",
    ),
    "css/every-page.css": ("css/base.css", "css/forms.css", "css/table.css"),
}
"""What pages need together goes out as one file, its parts in this order: half the requests, a sixth fewer bytes."""


class CollectedFiles(CompressedManifestStaticFilesStorage):
    """Files named by content and compressed; of our scripts and sheets what a phone needs, a quarter less than what people read.

    A page names dozens: an address is worked out once, as its manifest is read once.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._urls: dict[tuple[str, bool], str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file by its name among the sources; raises ValueError where none was collected."""
        if (name, force) not in self._urls:
            self._urls[name, force] = super().url(name, force)
        return self._urls[name, force]

    def post_process(self, paths: dict[str, Any], *args: Any, **options: Any) -> Iterator[Any]:
        """Join what goes out together, then name everything by content and compress it."""
        for name, parts in JOINED.items():
            if all(part in paths for part in parts):
                paths[name] = self, self._join(name, parts)
        yield from super().post_process(paths, *args, **options)

    def _join(self, name: str, parts: Iterable[str]) -> str:
        return self._save(name, ContentFile(b"".join(Path(self.path(part)).read_bytes() for part in parts)))

    def _save(self, name: str, content: "File[bytes]") -> str:
        if any(map(Path(name).match, OURS)):
            content.seek(0)
            content = ContentFile(without_comments(content.read().decode()).encode())
        return str(super()._save(name, content))


def without_comments(text: str) -> str:
    """The script or sheet without comments that have lines to themselves; every other line keeps its number."""
    return COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), text)


def read_static(name: str) -> str:
    """The text of a static file: its source or, in an installed package, as it was collected. Raises OSError."""
    source = finders.find(name)
    if source is None:
        collected = CollectedFiles()
        source = collected.path(collected.stored_name(name))
    return Path(source).read_text(encoding="utf-8")


def collect_static() -> bool:
    """Collect, name by content and compress; of a wheel, unpack. Returns whether anything had to be done."""
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    wanted = packed_fingerprint() if settings.INSTALLED else fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return False
    if settings.INSTALLED:
        unpack(settings.COLLECTED, settings.STATIC_ROOT)
    else:
        call_command("collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=UNUSED)
    stamp.write_text(wanted, encoding="ascii")
    return True


def unpack(packed: Path, target: Path) -> None:
    """Copy what a wheel brought, and lay what is compressed there beside it as it was; the target is replaced."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(packed, target)
    for path in target.rglob("*.gz"):
        path.with_suffix("").write_bytes(gzip.decompress(path.read_bytes()))


def packed_fingerprint() -> str:
    """Hash the names of what a wheel brought, which are by content."""
    return hashlib.sha256((settings.COLLECTED / "staticfiles.json").read_bytes()).hexdigest()


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
