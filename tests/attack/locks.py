"""The database held from outside: by one who writes, and by one who only reads."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

from tests.attack.target import GIVEN_UP, Target


def held_by_a_writer(target: Target) -> None:
    """Another program in the middle of a change, again and again."""
    hold(target, "BEGIN IMMEDIATE", "LOCK TABLE zipai_ledger_event IN EXCLUSIVE MODE")


def held_by_a_reader(target: Target) -> None:
    """Another program that reads and does not end: a shell somebody left open."""
    hold(target, "BEGIN; SELECT count(*) FROM zipai_ledger_event", "SELECT count(*) FROM zipai_ledger_event")


def hold(target: Target, sqlite: str, postgresql: str) -> None:
    """All of the time, and everybody reads and writes meanwhile."""
    with lock(target, sqlite, postgresql):
        while not target.over:
            for phone in target.phones.values():
                target.ask(phone, "GET", target.table)
            time.sleep(0.2)


@contextmanager
def lock(target: Target, sqlite: str, postgresql: str) -> Iterator[None]:
    """The statement for the database that there is, not ended before the end of the block."""
    if url := target.server.environment.get("ZIPAI_DATABASE_URL"):
        import psycopg

        waits = f"-c lock_timeout={GIVEN_UP:.0f}s"
        with psycopg.connect(url, connect_timeout=int(GIVEN_UP), options=waits) as connection:
            connection.execute(postgresql)
            yield
            connection.rollback()
        return
    with closing(sqlite3.connect(target.server.database, isolation_level=None)) as connection:
        for statement in sqlite.split("; "):
            connection.execute(statement).fetchall()
        yield
        connection.execute("ROLLBACK")
