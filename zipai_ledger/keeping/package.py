"""A copy of the whole ledger as one file: a zip with what was copied, the secret key, and a manifest of both."""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import zipfile
import zlib
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

FORMAT = "zipai-ledger/backup"
VERSION = 1
MANIFEST, KEY = "manifest.json", "secret_key"
CONTENT = {"sqlite": "ledger.sqlite3", "postgresql": "ledger.dump"}
"""What each database is copied to."""
LONGEST_MANIFEST = 1 << 20
LONGEST_KEY = 1 << 12
CHUNK = 1 << 20
SQLITE_MAGIC = b"SQLite format 3\0"
SHA256 = re.compile(r"[0-9a-f]{64}")


class Unusable(Exception):
    """A file that is no copy to be put back; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a copy says of itself: by which program and when it was made, of how much.

    ``made`` is ISO, in UTC; ``database`` one of `CONTENT`; ``migrations`` are those that were applied; ``key`` is the
    print of the secret key (see `key_print`), empty where nothing is known of it.
    """

    made: str
    program: str
    database: str
    migrations: tuple[str, ...]
    tables: int
    deals: int
    sha256: str
    size: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A copy taken apart: ``content`` as a file, ``key`` where it came along."""

    manifest: Manifest
    content: Path
    key: str | None


def key_print(key: str) -> str:
    """By which two keys are told apart, without telling the key."""
    return hashlib.sha256(f"zipai-ledger backup\n{key}".encode()).hexdigest()[:16]


def digest(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pack(target: Path, manifest: Manifest, content: Path, key: str | None) -> None:
    """Write the file, readable by its owner alone, and see that it is on disk."""
    document = {"format": FORMAT, "version": VERSION, **asdict(manifest)}
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(MANIFEST, json.dumps(document, indent=1))
            packed.write(content, CONTENT[manifest.database])
            if key is not None:
                packed.writestr(KEY, key)
        file.flush()
        os.fsync(file.fileno())


def unpack(source: Path, folder: Path) -> Unpacked:
    """Take a copy apart into a folder, and see that it is what was packed; a bare SQLite file is one too.

    Raises `Unusable`.
    """
    try:
        with source.open("rb") as file:
            bare = file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
        if bare:
            return _bare(source, folder)
        with zipfile.ZipFile(source) as packed:
            return _unpacked(packed, folder)
    except OSError as error:
        raise Unusable(f"cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, KeyError, EOFError, NotImplementedError, RuntimeError) as error:
        raise Unusable(f"damaged, or no backup: {error}") from error
    except ValueError as error:
        raise Unusable(f"damaged: its manifest makes no sense: {error}") from error
    except zlib.error as error:
        raise Unusable(f"damaged: {error}") from error


def _unpacked(packed: zipfile.ZipFile, folder: Path) -> Unpacked:
    manifest = read_manifest(packed.open(MANIFEST).read(LONGEST_MANIFEST))
    name = CONTENT[manifest.database]
    if packed.getinfo(name).file_size != manifest.size:
        raise Unusable(f"damaged: expected {manifest.size} bytes, got {packed.getinfo(name).file_size}")
    content = folder / name
    with packed.open(name) as stored, content.open("xb") as file:
        shutil.copyfileobj(stored, file, CHUNK)
    if digest(content) != manifest.sha256:
        raise Unusable("damaged: the copy in it is not the one that was packed")
    key = packed.open(KEY).read(LONGEST_KEY).decode("ascii") if KEY in packed.namelist() else None
    if key is not None and manifest.key and key_print(key) != manifest.key:
        raise Unusable("damaged: the secret key in it is not the one that was packed")
    return Unpacked(manifest, content, key)


def read_manifest(content: bytes) -> Manifest:
    """The manifest of a copy; raises ValueError, `Unusable`."""
    document: dict[str, Any] = json.loads(content)
    if not isinstance(document, dict) or document.pop("format", None) != FORMAT:
        raise Unusable("no backup of this program")
    if document.pop("version", None) != VERSION:
        raise Unusable("made by a program with other backups; take the newest one")
    try:
        manifest = Manifest(**{**document, "migrations": tuple(map(str, document["migrations"]))})
    except (TypeError, KeyError) as error:
        raise ValueError(f"{error}") from error
    if manifest.database not in CONTENT or not SHA256.fullmatch(str(manifest.sha256)):
        raise ValueError(f"database {manifest.database!r}")
    return manifest


def _bare(source: Path, folder: Path) -> Unpacked:
    """A copy of the file alone, as SQLite's own shell makes it; without a key and nothing to compare it with."""
    content = folder / CONTENT["sqlite"]
    with source.open("rb") as given, content.open("xb") as file:
        shutil.copyfileobj(given, file, CHUNK)
    manifest = Manifest(
        made="",
        program="",
        database="sqlite",
        migrations=applied_in(content),
        tables=0,
        deals=0,
        sha256=digest(content),
        size=content.stat().st_size,
    )
    return Unpacked(manifest, content, None)


def applied_in(file: Path) -> tuple[str, ...]:
    """The migrations that a SQLite file has seen; raises `Unusable` where it is no ledger."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            rows = copy.execute("SELECT name FROM django_migrations WHERE app = 'zipai_ledger' ORDER BY name")
            return tuple(row[0] for row in rows)
    except sqlite3.Error as error:
        raise Unusable(f"damaged, or no ledger: {error}") from error


def to_disk(file: IO[bytes]) -> None:
    """See that what was written is on disk."""
    os.fsync(file.fileno())


def hurry_to_disk(folder: Path) -> None:
    """See that what was renamed in a folder stays so, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    with suppress(OSError):
        os.fsync(handle)
    os.close(handle)
