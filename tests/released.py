"""``python -m tests.released``: keep a small database of this version, for the versions after it to migrate.

Run once when the version changes: ``tests/data/released/VERSION.sqlite3.xz``, and what has to be true of it for ever in
``VERSION.json``. Tables are made through pages and forms alone, so that a checkout of any version can do it.
"""

import json
import lzma
import os
import re
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent / "data" / "released"
PAST = "-early"
"""Of a version that was not numbered yet."""
NEW = {
    "client_id": "released-0123456789",
    "ruleset": "guilin",
    "seats": "3",
    "player": ["老王", "小李", "阿芳"],
    "dealer": "0",
    "me": "0",
    "name": "周五老地方",
    "stake": "50",
    "rule-xing_kinds": ["上", "下"],
}
DEAL = {"source": "self_draw", "mode": "hu", "xing_count": "0", "xing_lower": "0"}


def played(client: Any) -> str:
    """A table with deals, in a circle; gives its address."""
    opened = client.post("/new/", NEW)
    assert opened.status_code in (201, 302), opened.content.decode()
    found = re.search(r"/t/[\w-]+/", opened.get("Location", "") + opened.content.decode())
    assert found
    table = found[0]
    for number in range(4):
        form = {
            **DEAL,
            "hu": str(15 + number),
            "client_id": f"released-deal-{number:04}",
            "winner": str(number % 3),
        }
        answer = client.post(f"{table}deals/save/", form, headers={"accept": "application/json"})
        assert answer.status_code == 201, answer.content.decode()
    answer = client.post(f"{table}circle/", {"name": "巷口老友", "client_id": "released-circle-01"})
    assert answer.status_code in (201, 302), answer.content.decode()
    return str(table)


def facts(client: Any, table: str) -> dict[str, Any]:
    """What stays true, whatever becomes of the tables of the database."""
    from zipai_ledger.models import Circle, Event, GameSession

    session, circle = GameSession.objects.get(), Circle.objects.get()
    return {
        "token": client.cookies["zipai"].value,
        "table": table,
        "circle": f"/c/{circle.public_id}/",
        "head": session.head_hash,
        "events": Event.objects.count(),
        "shown": [*NEW["player"], NEW["name"]],
    }


def make(name: str) -> None:
    with tempfile.TemporaryDirectory(prefix="zipai-released-") as folder:
        os.environ |= {
            "ZIPAI_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "zipai_ledger.settings",
            "ZIPAI_OPENINGS": "0",
        }
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.test import Client

        settings.STORAGES["staticfiles"] = {
            "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        }
        call_command("migrate", verbosity=0)
        client = Client(SERVER_NAME="127.0.0.1")
        told = facts(client, played(client))
        copy = Path(folder) / "copy"
        with (
            closing(sqlite3.connect(Path(folder) / "ledger.sqlite3")) as ledger,
            closing(sqlite3.connect(copy)) as kept,
        ):
            ledger.backup(kept)
            kept.execute("PRAGMA journal_mode=DELETE")
        told["secret_key"] = (Path(folder) / "secret_key").read_text(encoding="ascii")
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.sqlite3.xz").write_bytes(lzma.compress(copy.read_bytes(), preset=9))
    (FOLDER / f"{name}.json").write_text(
        json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    from zipai_ledger import __version__

    named = sys.argv[1] if len(sys.argv) > 1 else __version__
    assert re.fullmatch(r"[\w.-]+", named)
    make(named)
    print(f"{FOLDER.name}/{named}.sqlite3.xz, {named}.json")
