"""What is in it: `python -m tests.sbom` lists every part that comes from elsewhere, with its licence.

``build/sbom.cdx.json`` is for programs (CycloneDX 1.6; each package with the hashes by which it is installed),
``docs/licences.md`` for people. Packages are those of the lock file of servers, PostgreSQL's driver among them; their
licences are what their own metadata says, or, where that says nothing exact, what their licence files say.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import django_htmx

from tests.servers import ROOT
from zipai_ledger import __version__

LOCK = ROOT / ".requirements" / "postgres.txt"
FILE = ROOT / "build" / "sbom.cdx.json"
PAGE = ROOT / "docs" / "licences.md"
CORE, RUN = ROOT / ".requirements" / "core.txt", ROOT / ".requirements" / "run.txt"
OF_THEIR_FILES = {
    "asgiref": "BSD-3-Clause",
    "defusedxml": "PSF-2.0",
    "django-csp": "BSD-3-Clause",
    "django-template-partials": "MIT",
    "segno": "BSD-3-Clause",
    "sqlparse": "BSD-3-Clause",
    "tzdata": "Apache-2.0",
}
"""Of packages whose metadata names no exact licence, or that only Windows installs."""
BRIEF = frozenset(("MIT",))
"""What older metadata may say and be exact."""
ENTRY = re.compile(r"([\w.-]+)(?:\[[\w, -]+\])?==(\S+)(?: ; (.+?))?((?: +--hash=sha256:[0-9a-f]{64})+)")
HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
HEAD = """# Licences

What comes from elsewhere and runs on a server or is given to browsers; written by `make sbom`, which also writes it for
programs (CycloneDX) into `build/sbom.cdx.json`. The project itself is under the licence in [`LICENSE`](../LICENSE).
"""


@dataclass(frozen=True, slots=True)
class Part:
    """Something from elsewhere: ``hashes`` are SHA-256 in hex of each file that it may come as; ``use``: where it is."""

    name: str
    version: str
    licence: str
    use: str
    hashes: tuple[str, ...] = ()
    package: bool = True

    @property
    def purl(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"


def packages() -> Iterator[Part]:
    """Those of the lock file."""
    for name, version, marker, hashes in ENTRY.findall(LOCK.read_text("ascii").replace("\\\n", " ")):
        use = use_of(name)
        where = f"{use}, where {marker}" if marker else use
        yield Part(name, version, licence(name), where, tuple(re.findall(r"[0-9a-f]{64}", hashes)))


def use_of(name: str) -> str:
    """Where a package is installed, by the smallest lock file that names it."""
    if name in pinned(CORE):
        return "server"
    return "server, where an extra is wanted" if name in pinned(RUN) else "server with PostgreSQL"


def pinned(lock: Path) -> set[str]:
    """Names of the packages of a lock file."""
    return {found[0] for found in ENTRY.findall(lock.read_text("ascii").replace("\\\n", " "))}


def licence(name: str) -> str:
    """The SPDX expression for a package; raises LookupError where nothing says one."""
    if name in OF_THEIR_FILES:
        return OF_THEIR_FILES[name]
    found = metadata.metadata(name)
    told = str(found["License-Expression"] or "") or str(found["License"] or "")
    if found["License-Expression"] is None and told not in BRIEF:
        raise LookupError(f"{name} says {told!r}: expected an SPDX expression, put it into OF_THEIR_FILES")
    return told


def served() -> Iterator[Part]:
    """What browsers are given."""
    script = HTMX.read_bytes()
    found = re.search(rb'version:"([\d.]+)"', script)
    assert found, f"{HTMX} names no version"
    digest = (hashlib.sha256(script).hexdigest(),)
    yield Part("htmx", found[1].decode(), "0BSD", "browser, carried by django-htmx", digest, package=False)
    use = "browser, outlines of 22 characters in static/cards.svg and static/js/outlines.js"
    yield Part("Noto Serif CJK SC", "2.001", "OFL-1.1", use, package=False)


def component(part: Part) -> dict[str, Any]:
    """A part as CycloneDX writes it."""
    names = {"type": "library", "name": part.name, "version": part.version, "description": part.use}
    pointed = {"bom-ref": part.purl, "purl": part.purl} if part.package else {"bom-ref": part.name}
    hashes = [{"alg": "SHA-256", "content": one} for one in part.hashes]
    return {**names, **pointed, "licenses": [{"expression": part.licence}], "hashes": hashes}


def document() -> dict[str, Any]:
    """The list for programs."""
    own = {"type": "application", "name": "zipai-ledger", "version": __version__, "bom-ref": "zipai-ledger"}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**own, "licenses": [{"expression": "MIT"}]}},
        "components": [component(part) for part in (*packages(), *served())],
    }


def page() -> str:
    """The list for people."""
    rows = [f"| {one.name} | {one.version} | {one.licence} | {one.use} |" for one in (*packages(), *served())]
    return "\n".join([HEAD, "| part | version | licence | where |", "| --- | --- | --- | --- |", *rows, ""])


def main() -> None:
    """Write both."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(document(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{FILE.relative_to(ROOT)}, {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
