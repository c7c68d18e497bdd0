"""Triggers: append-only tables refuse UPDATE and DELETE; on PostgreSQL what open pages show wakes whoever listens.

SQLite remakes a table when one of its columns is altered and drops its triggers; they are put back after
every ``migrate``, and a system check says when one is missing. A table is erased with `erasing`.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

TABLES = tuple(f"zipai_ledger_{name}" for name in ("event", "posting", "payment", "carried", "standin"))
REFUSED = ("update", "delete")
WANTED = {f"{table}_no_{verb}": (table, verb) for table in TABLES for verb in REFUSED}

SQLITE = """
    CREATE TRIGGER {name} BEFORE {verb} ON {table}
    BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
POSTGRESQL_FUNCTION = """
    CREATE OR REPLACE FUNCTION zipai_ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' AND OLD.session_id::text = current_setting('zipai.erasing', true) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END $$
"""
POSTGRESQL = """
    CREATE TRIGGER {name} BEFORE {verb} ON {table}
    FOR EACH ROW EXECUTE FUNCTION zipai_ledger_append_only()
"""
CHANNEL = "zipai_ledger"
"""Where PostgreSQL says, to whoever listens, that something is stored which open pages show."""
SIGNED_OFF = "signed_off_at"
WAKING = {
    "gamesession": "UPDATE OR DELETE",
    "grant": "INSERT OR UPDATE OR DELETE",
    "device": f"UPDATE OF {SIGNED_OFF} OR DELETE",
    "openentry": "INSERT OR DELETE",
}
"""Table → what is done to its rows that open pages may show. Events, names and stages come with their table's row."""
WATCHED = {"device": SIGNED_OFF}
"""Table → the one column whose changes wake; a ledger on its way from or to an older version may lack it."""
POSTGRESQL_WAKES = f"""
    CREATE OR REPLACE FUNCTION zipai_ledger_wakes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('{CHANNEL}', '');
        RETURN NULL;
    END $$
"""
POSTGRESQL_WAKING = """
    CREATE OR REPLACE TRIGGER {table}_wakes AFTER {what} ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION zipai_ledger_wakes()
"""
PRESENT = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')",
}


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of the triggers that should be there and are not; tables not yet made want none."""
    tables = connection.introspection.table_names()
    with connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        present = {row[0] for row in cursor.fetchall()}
    return [name for name, (table, _) in WANTED.items() if table in tables and name not in present]


def install(connection: BaseDatabaseWrapper) -> None:
    """Create the triggers that are missing, and what they do as it is today."""
    absent = missing(connection)
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL_FUNCTION)
            _let_wake(connection, cursor)
        text = POSTGRESQL if connection.vendor == "postgresql" else SQLITE
        for name in absent:
            table, verb = WANTED[name]
            cursor.execute(text.format(name=name, table=table, verb=verb.upper()))


def _let_wake(connection: BaseDatabaseWrapper, cursor: CursorWrapper) -> None:
    """Let what is stored wake the processes that listen; tables and columns not yet made wake nobody."""
    cursor.execute(POSTGRESQL_WAKES)
    there = connection.introspection.table_names()
    for name, what in WAKING.items():
        table, watched = f"zipai_ledger_{name}", WATCHED.get(name)
        if table not in there:
            continue
        columns = {one.name for one in connection.introspection.get_table_description(cursor, table)}
        if watched is None or watched in columns:
            cursor.execute(POSTGRESQL_WAKING.format(table=table, what=what))


def remove(connection: BaseDatabaseWrapper) -> None:
    """Drop the triggers."""
    absent = missing(connection)
    tables = connection.introspection.table_names()
    with connection.cursor() as cursor:
        for name, (table, _) in WANTED.items():
            if table in tables and name not in absent:
                on = f" ON {table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER {name}{on}")


@contextmanager
def erasing(session: int) -> Iterator[None]:
    """Let the rows of one table (its primary key) be deleted inside one transaction, and no others be changed.

    PostgreSQL's triggers look for the table's number among the settings of the transaction. SQLite's know no settings:
    they are dropped and put back, which nobody sees, since a transaction that writes has the file for itself.
    """
    connection = connections["default"]
    with transaction.atomic():
        if connection.vendor == "postgresql":
            let_erase(connection, str(session))
            yield
            let_erase(connection, "")
        else:
            remove(connection)
            yield
            install(connection)


def let_erase(connection: BaseDatabaseWrapper, session: str) -> None:
    """Name the table whose rows may be deleted until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('zipai.erasing', %s, true)", [session])


def install_after_migrate(*, using: str, **_: Any) -> None:
    """Receiver of ``post_migrate``."""
    install(connections[using])


@register(Tags.database)
def triggers_are_there(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Refuse a database whose trail could be edited (E002)."""
    found = [(alias, missing(connections[alias])) for alias in databases or ()]
    return [
        Error(
            f"Database '{alias}' lacks the triggers that keep the trail append-only: {', '.join(names)}.",
            hint="Run `python manage.py migrate --skip-checks`; it puts them back.",
            id="zipai_ledger.E002",
        )
        for alias, names in found
        if names
    ]
