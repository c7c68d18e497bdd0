"""PostgreSQL: its own programs copy the ledger and put it back, and what they wrote is read to see that it holds."""

import os
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from zipai_ledger.database.triggers import POSTGRESQL_FUNCTION

OURS = ("zipai_ledger_*", "django_migrations")
"""Tables of this program, as pg_dump finds them: others may live in the same database."""
READ = ("zipai_ledger_event", "zipai_ledger_gamesession")
"""What is read of a copy, to see whether it holds."""
HEAD = re.compile(r"COPY \S*?\"?(\w+)\"? \((.+)\) FROM stdin;")
ESCAPE = re.compile(r"\\(.)", re.DOTALL)
UNESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"}
END = "\\."
GONE_SOON = 5.0
"""Seconds in which connections that were just closed are gone."""
OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
TABLES = r"""
    SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
    AND (tablename LIKE 'zipai\_ledger\_%' OR tablename = 'django_migrations')
"""


class Failed(Exception):
    """A program of PostgreSQL that is missing, or could not do it; says what it said."""


def connection_text(settings: Mapping[str, Any]) -> str:
    """Where the database is, without the password: what others on this machine see of a program are its arguments."""
    from psycopg.conninfo import make_conninfo

    options = {name: value for name, value in settings["OPTIONS"].items() if name != "pool"}
    address = {"host": settings["HOST"], "port": settings["PORT"], "user": settings["USER"]}
    return make_conninfo(
        dbname=str(settings["NAME"]), **{name: value for name, value in address.items() if value}, **options
    )


def copy(settings: Mapping[str, Any], target: Path) -> None:
    """A whole copy, of one moment, of a ledger that is written meanwhile. Raises `Failed`."""
    ours = [argument for name in OURS for argument in ("--table", name)]
    orders = ["--format=custom", "--no-owner", "--no-privileges", "--no-password", *ours]
    _run("pg_dump", [*orders, "--file", str(target), "--dbname", connection_text(settings)], settings)


def read_into(dump: Path, scratch: Path) -> None:
    """The rows of a copy that a check looks at, all as texts, in a SQLite file. Raises `Failed`."""
    wanted = [argument for name in READ for argument in ("--table", name)]
    command = [_program("pg_restore"), "--data-only", *wanted, "--file", "-", str(dump)]
    database = sqlite3.connect(scratch)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # noqa: S603
    try:
        if process.stdout is None or process.stderr is None:
            raise Failed("pg_restore: no output")
        _load(process.stdout, database)
        errors = process.stderr.read().decode(errors="replace")
    finally:
        process.kill()
        status = process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        database.commit()
        database.close()
    if status > 0 or errors.strip():
        raise Failed(f"pg_restore: {errors.strip() or status}")


def _load(lines: IO[bytes], database: sqlite3.Connection) -> None:
    for line in lines:
        head = HEAD.fullmatch(line.decode().rstrip("\n"))
        if head is None:
            continue
        names = [name.strip().strip('"') for name in head[2].split(",")]
        columns = ", ".join(f'"{name}" INTEGER' if name == "seq" else f'"{name}"' for name in names)
        marks = ", ".join("?" * len(names))
        database.execute(f'CREATE TABLE "{head[1]}" ({columns})')
        database.executemany(f'INSERT INTO "{head[1]}" VALUES ({marks})', _rows(lines))  # noqa: S608
    for name, columns in zip(READ, ("session_id, seq", "id"), strict=True):
        database.execute(f"CREATE INDEX IF NOT EXISTS {name}_read ON {name} ({columns})")


def _rows(lines: IO[bytes]) -> Iterator[list[str | None]]:
    for line in lines:
        text = line.decode().rstrip("\n")
        if text == END:
            return
        yield [None if field == "\\N" else _unescaped(field) for field in text.split("\t")]


def _unescaped(field: str) -> str:
    return ESCAPE.sub(lambda found: UNESCAPED.get(found[1], found[1]), field) if "\\" in field else field


def put(dump: Path, settings: Mapping[str, Any], folder: Path) -> None:
    """Put a copy in the place of what is there, wholly or not at all. Raises `Failed`."""
    script, first = folder / "rows.sql", folder / "first.sql"
    _run("pg_restore", ["--no-owner", "--no-privileges", "--file", str(script), str(dump)], settings)
    drops = "".join(f'DROP TABLE IF EXISTS "{name}" CASCADE;\n' for name in _tables(settings))
    first.write_text(f"{drops}{POSTGRESQL_FUNCTION.strip()};\n", encoding="utf-8")
    orders = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--no-password"]
    files = ["--file", str(first), "--file", str(script)]
    _run("psql", [*orders, *files, "--dbname", connection_text(settings)], settings)


def others(settings: Mapping[str, Any]) -> int:
    """How many others are connected to the database: servers that run, shells."""
    deadline = time.monotonic() + GONE_SOON
    while True:
        ((found,),) = _ask(settings, OTHERS)
        if not found or time.monotonic() > deadline:
            return int(found)
        time.sleep(0.2)


def _tables(settings: Mapping[str, Any]) -> list[str]:
    return [row[0] for row in _ask(settings, TABLES)]


def _ask(settings: Mapping[str, Any], query: str) -> list[tuple[Any, ...]]:
    import psycopg

    password = settings["PASSWORD"] or None
    with psycopg.connect(connection_text(settings), password=password) as connection:
        return connection.execute(query).fetchall()


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Failed(f"{name} is not installed: sudo apt install postgresql-client")
    return found


def _run(name: str, arguments: Sequence[str], settings: Mapping[str, Any]) -> None:
    environment = {**os.environ, **({"PGPASSWORD": settings["PASSWORD"]} if settings["PASSWORD"] else {})}
    done = subprocess.run(  # noqa: S603 - programs of PostgreSQL, by name
        [_program(name), *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{name}: {done.stderr.strip() or done.returncode}")
