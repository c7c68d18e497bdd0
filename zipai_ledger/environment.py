"""What the environment says: data directory, secret key, database."""

import contextlib
import json
import lzma
import os
import secrets
import sqlite3
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from platformdirs import user_data_path

from zipai_ledger.database.journal import OVERWRITE, journal_pragmas
from zipai_ledger.http.digits import number

PATIENCE = 5
"""Seconds to wait for a database that others hold or that is away; a phone waits eight for its answer."""
POOL = {"timeout": PATIENCE, "reconnect_timeout": 1}
"""Connections to PostgreSQL: given up soon where there is none, and asked for anew by whoever comes next."""


def users_data() -> Path:
    """Where this platform keeps what a user's programs keep: ~/.local/share, ~/Library, AppData."""
    return user_data_path("zipai-ledger", appauthor=False)


def packed_templates(path: Path) -> dict[str, str]:
    """Each template of a wheel by its name."""
    found: dict[str, str] = json.loads(lzma.decompress(path.read_bytes()))
    return found


def secret_key_of(path: Path) -> str:
    """Read the key kept in a file, or make it once, readable by its owner only.

    Raises ImproperlyConfigured where its folder cannot be read or written.
    """
    try:
        if not path.exists():
            make_secret(path)
        return path.read_text(encoding="ascii")
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path}: {error.strerror}; who runs this has to own the folder, or name another by ZIPAI_DATA"
        ) from error


def make_secret(path: Path) -> None:
    """Linked into place when complete: processes that start together agree on one key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(64))
    with contextlib.suppress(FileExistsError):
        os.link(draft, path)
    os.unlink(draft)


def proxies(text: str) -> int:
    """How many proxies the host says there are, 0 where it says nothing; raises ImproperlyConfigured."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) == 1):
        raise ImproperlyConfigured(f"ZIPAI_PROXIES: expected a number from 0 to 9, got {text!r}")
    return int(text)


def whole_number(name: str, *, usual: int) -> int:
    """The number that a variable of the environment holds; raises ImproperlyConfigured where it holds another text."""
    text = os.environ.get(name, "")
    found = number(text)
    if text and found is None:
        raise ImproperlyConfigured(f"{name}: expected a whole number, got {text!r}")
    return usual if found is None else found


def backup_folder(text: str, data: Path) -> Path | None:
    """Where copies are made each night: ``backups`` of the data, another folder, or nowhere (``off``)."""
    if text == "off":
        return None
    return Path(text).expanduser().absolute() if text else data / "backups"


def log_form(text: str) -> str:
    """How lines of the log are written: ``line`` or ``json``; raises ImproperlyConfigured."""
    if text not in {"", "line", "json"}:
        raise ImproperlyConfigured(f"ZIPAI_LOG: expected line or json, got {text!r}")
    return text or "line"


def sqlite_database(path: Path) -> dict[str, Any]:
    """Settings of the default database, one file. IMMEDIATE: writers queue instead of failing as locked."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        # A thread that answers requests keeps its own, and knows when the file is another: `database.connections`.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": PATIENCE,
            "init_command": f"{journal_pragmas(sqlite3.sqlite_version_info)}; {OVERWRITE}",
        },
    }


def postgresql_database(url: str) -> dict[str, Any]:
    """Settings from `postgresql://user:password@host:port/name?sslmode=…`; options go to the driver.

    Nobody waits for a lock longer than for the database itself: PostgreSQL would let them wait for ever.
    Raises ImproperlyConfigured, without quoting the password, when it is no such address.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.lstrip("/"))
    if parts.scheme not in {"postgresql", "postgres"} or not name:
        raise ImproperlyConfigured("ZIPAI_DATABASE_URL: expected postgresql://user:password@host:port/name")
    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        raise ImproperlyConfigured(
            "PostgreSQL needs its driver: pip install 'zipai-ledger[postgres]', or "
            "pip install --require-hashes -r .requirements/postgres.txt in a clone"
        )
    locks = f"-c lock_timeout={round(1000 * PATIENCE)}ms"
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": POOL, "options": locks, **dict(parse_qsl(parts.query))},
    }
