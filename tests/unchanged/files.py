"""What every export of the same archives gives."""

import io
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.posts import Sender, fresh_id, keeping
from tests.servers import environment
from tests.unchanged.trees import Tree
from tests.unchanged.varying import fixed

LANGUAGES = ("zh-CN", "zh-TW", "en-GB")
MOST = 2
"""Tables of each game that are taken out and brought in again: the longest."""
EXPORTS = (
    "export/archive/",
    "export/json/",
    "export/csv/",
    "export/xlsx/",
    "export/pdf/",
    "share/picture.svg",
)
LONGEST_TABLES = f"""
    SELECT public_id FROM (
        SELECT session.public_id, row_number() OVER longest AS place
        FROM zipai_ledger_gamesession AS session
        JOIN zipai_ledger_stage AS stage ON stage.session_id = session.id AND stage."index" = 0
        WINDOW longest AS (PARTITION BY stage.ruleset ORDER BY session.head_seq DESC, session.id)
    ) WHERE place <= {MOST}
"""
VARYING = re.compile(rb"/(CreationDate|ModDate|ID|Producer)\s*[\[(].*?[\])]\s*$", re.MULTILINE)
"""What a PDF says of the moment in which it was made."""


def make_archives(tree: Tree, folder: Path) -> None:
    """Archives of the tables that were played for the pages, a file each."""
    (folder / "archives").mkdir()
    data = folder / "data" / "zh-hans"
    with closing(sqlite3.connect(data / "ledger.sqlite3")) as database:
        tables = [public_id for (public_id,) in database.execute(LONGEST_TABLES)]
    for number, table in enumerate(tables):
        path = folder / "archives" / f"{number:02d}.json"
        command = ["export_session", table, "--format", "archive", "--output", str(path)]
        done = subprocess.run(
            [*tree.program("manage.py"), *command], env=environment(data, folder / "static")
        )
        if done.returncode:
            print(f"{table} is one of the damaged ones", file=sys.stderr)


def collect(tree: Tree, archives: Path, folder: Path) -> None:
    """Bring the archives in and take them out again in every format and language."""
    with (
        tree.serving(folder / "data" / "files") as server,
        sync_playwright() as started,
        keeping(started, server) as phone,
    ):
        for path in sorted(archives.iterdir()):
            for name, content in taken_out(phone, brought_in(phone, path)):
                keep(folder / "files" / f"{path.stem} {name}", content)


def brought_in(phone: Sender, archive: Path) -> str:
    """The address of the table that an archive became."""
    text = archive.read_text(encoding="utf-8")
    answer = phone.post("/import/", {"client_id": fresh_id(), "text": text, "do": "import"})
    found = re.search(r'href="(/t/[^/"]+/)"', answer.text())
    assert found, answer.text()
    return found[1]


def taken_out(phone: Sender, table: str) -> Iterator[tuple[str, bytes]]:
    """Every export of a table by name; those without words in one language."""
    for language in LANGUAGES:
        phone.language = language
        for path in EXPORTS:
            yield f"{path.strip('/').replace('/', '-')} {language}", phone.get(table + path).body()


def keep(path: Path, content: bytes) -> None:
    """Write what was given, its parts where it is a workbook, without what varies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            content = b"\n".join(name.encode() + b"\n" + book.read(name) for name in book.namelist())
    if content.startswith(b"%PDF"):
        path.write_bytes(VARYING.sub(b"", content))
    else:
        path.write_text(fixed(content.decode("utf-8-sig")), encoding="utf-8")
