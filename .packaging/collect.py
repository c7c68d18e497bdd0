"""A step of building the wheel: what is served goes into it collected and compressed, the templates in one file.

Hundreds of small files would be packed one by one, and take twice the room.
"""

import json
import lzma
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COLLECT = """
import django
django.setup()
from zipai_ledger.http.static_files import collect_static
collect_static()
"""
JOINED = """
import json
from zipai_ledger.http.static_files import JOINED
print(json.dumps(JOINED))
"""
COMMENT = re.compile(r"\{#.*?#\}")
NAMED_BY_MANIFESTS = frozenset(("icons/192.png", "icons/512.png", "icons/maskable-512.png"))
"""What manifests of apps call as it is called in the sources."""


class Collect(BuildHookInterface[Any]):
    """Collects into a folder that lasts as long as the building."""

    PLUGIN_NAME = "custom"

    @property
    def folder(self) -> Path:
        return Path(self.directory) / "collecting"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what goes into the wheel, and name it to whoever packs."""
        if version == "editable":
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        static, templates = self.folder / "static", self.folder / "templates.json.xz"
        collect(Path(self.root), static)
        text = json.dumps(read_templates(Path(self.root)), ensure_ascii=False)
        templates.write_bytes(lzma.compress(text.encode(), preset=9))
        included = build_data["force_include"]
        included[str(templates)] = "zipai_ledger/templates.json.xz"
        left_out = parts_alone(Path(self.root))
        included |= {
            str(static / name): f"zipai_ledger/collected/{name}" for name in served(static, left_out)
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Forget the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)


def collect(root: Path, static: Path) -> None:
    """Have the project collect its static files, under settings that nobody has changed."""
    project(COLLECT, root, ZIPAI_STATIC=str(static), ZIPAI_DATA=str(static.with_name("data")))


def project(program: str, root: Path, **settings: str) -> str:
    """What a few lines print that use the project as nobody has set it."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("ZIPAI_", "DJANGO_"))}
    environment = {**own, **settings, "DJANGO_SETTINGS_MODULE": "zipai_ledger.settings"}
    command = [sys.executable, "-B", "-c", program]
    return subprocess.run(  # noqa: S603 - ours
        command, cwd=root, env=environment, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def parts_alone(root: Path) -> frozenset[str]:
    """What goes out joined with others, and no page names by itself."""
    sources = [path for path in (root / "zipai_ledger").rglob("*.py") if not path.name.startswith("make_")]
    texts = [*read_templates(root).values(), *(path.read_text(encoding="utf-8") for path in sources)]
    parts = {part for joined in json.loads(project(JOINED, root)).values() for part in joined}
    joining = (root / "zipai_ledger" / "http" / "static_files.py").read_text(encoding="utf-8")
    return frozenset(
        part for part in parts if all(f'"{part}"' not in text for text in texts if text != joining)
    )


def served(static: Path, left_out: frozenset[str]) -> Iterator[str]:
    """Names of collected files as pages give them, by content: compressed where that makes them smaller.

    A server unpacks them beside the compressed ones when it first starts. Not by Brotli, which browsers take by HTTPS
    only: for a seventh less it would make the wheel a tenth longer.
    """
    paths = json.loads((static / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    named = {address for name, address in paths.items() if name not in NAMED_BY_MANIFESTS | left_out}
    for name in sorted(named | NAMED_BY_MANIFESTS):
        yield f"{name}.gz" if (static / f"{name}.gz").exists() else name
    yield "staticfiles.json"


def read_templates(root: Path) -> dict[str, str]:
    """Each template by its name, without what is said in it to programmers only; lines keep their numbers."""
    folder = root / "templates"
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): COMMENT.sub("", path.read_text(encoding="utf-8"))
        for path in files
    }
