"""All of a release that needs no network: `python -m tests.release [TAG]`, into ``dist/``.

The wheel is built twice and has to be the same byte for byte; beside it lie the source, the list of what is in it
(CycloneDX) and the sums. What keeps this commit from being that release is named, and the exit status is 1: a version
that is another than the tag's, a change that is not written down for players, something that is not committed.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests import sbom
from tests.packaging.wheels import build, call
from tests.servers import ROOT
from zipai_ledger import __version__

FOLDER = ROOT / "dist"
LARGEST = 1_500_000
"""Bytes of the wheel."""
SUMS = "SHA256SUMS"


def missing(tag: str, changelog: str, changed: str) -> Iterator[str]:
    """What keeps this from being the release ``tag``; ``changed`` is what `git status --porcelain` says."""
    if tag and tag != f"v{__version__}":
        yield f"zipai_ledger/__init__.py says {__version__}, the tag {tag}"
    if tag and not re.search(rf"^## {re.escape(tag.removeprefix('v'))}\b", changelog, re.MULTILINE):
        yield f"CHANGELOG.md has no heading ## {tag.removeprefix('v')}"
    if tag and changed:
        yield f"not committed: {', '.join(line[3:] for line in changed.splitlines())}"


def make(folder: Path) -> Iterator[str]:
    """Make everything; what is wrong with it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    wheel = build(folder)
    with tempfile.TemporaryDirectory() as again:
        if build(Path(again)).read_bytes() != wheel.read_bytes():
            yield "the wheel is another each time it is built"
    if wheel.stat().st_size > LARGEST:
        yield f"{wheel.name} has {wheel.stat().st_size:,} bytes, expected at most {LARGEST:,}"
    call(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder), cwd=ROOT)
    (folder / "sbom.cdx.json").write_text(
        json.dumps(sbom.document(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    if sbom.PAGE.read_text(encoding="utf-8") != sbom.page():
        yield "docs/licences.md is not what make sbom writes"
    (folder / SUMS).write_text("".join(sums(folder)), encoding="ascii")


def sums(folder: Path) -> Iterator[str]:
    """A line for each file, as `sha256sum --check` reads it."""
    for path in sorted(folder.iterdir()):
        yield f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"


def main(tag: str) -> int:
    """The exit status."""
    status = ["git", "status", "--porcelain", "--untracked-files=no"]
    changed = subprocess.run(status, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    wrong = [*missing(tag, changelog, changed), *make(FOLDER)]
    for path in sorted(FOLDER.iterdir()):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
    for problem in wrong:
        print(f"Not a release yet: {problem}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
