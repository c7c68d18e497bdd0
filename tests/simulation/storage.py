"""The database under the program: a real SQLite file, every call of which is a turn at which the world may let it fail.

Two ways of locking stand over the same file. `Way.FILE` is SQLite's own: one writer holds the file, as the settings have it
(BEGIN IMMEDIATE), others wait as long as their patience lasts. `Way.ROWS` stands for PostgreSQL's: a transaction begins
without a lock, each statement sees what is committed by then (READ COMMITTED), and ``SELECT … FOR UPDATE`` waits for whoever
holds one of its rows; only the stretches from a first write to the commit follow one another.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any
from weakref import WeakSet

from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper, SQLiteCursorWrapper
from django.db.backends.sqlite3.features import DatabaseFeatures
from django.db.utils import ConnectionHandler

from zipai_ledger.environment import PATIENCE, sqlite_database

from .clock import Clock
from .turns import Died, Fault, Turns

GONE = "the connection is closed"
WRITING = frozenset(("INSERT", "UPDATE", "DELETE"))
SAVEPOINTS = frozenset(("SAVEPOINT", "RELEASE", "ROLLBACK TO"))
CALLS = WRITING | SAVEPOINTS | {"BEGIN", "SELECT"}
VERB = re.compile(r"\s*(ROLLBACK TO|\w+)")
FOR_UPDATE = " FOR UPDATE"
TABLE = re.compile(r'(?:FROM|INTO|UPDATE) "zipai_ledger_(\w+)"')
BUSY_TIMEOUT = re.compile(r"PRAGMA busy_timeout = (\d+)")


class Way(Enum):
    """How transactions are kept apart."""

    FILE = "file"
    ROWS = "rows"


@dataclass
class Disk:
    """The file that all processes share, and who holds which of its rows."""

    path: Path
    way: Way
    turns: Turns
    clock: Clock
    is_changed: Callable[["Storage"], None] = lambda _: None
    """Called whenever something became visible to others; by whom."""
    rows: dict[tuple[str, Any], "Storage"] = field(default_factory=dict)
    releases: int = 0
    """How often somebody has let go of something: who waits looks again after that."""

    def wrapper(self) -> "Wrapper":
        """A connection that is not open yet."""
        settings = settings_of(sqlite_database(self.path))
        settings["OPTIONS"] = {**settings["OPTIONS"], "factory": Connection}
        kind = Wrapper if self.way is Way.FILE else RowWrapper
        return kind(settings, self)


class Storage:
    """A connection as the world sees it: what it is about to do, what it holds, and whether its process still lives."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.raw: Connection | None = None
        self.cursors: WeakSet[Cursor] = WeakSet()
        self.is_dead = False
        self.is_severed = False
        self.patience = float(PATIENCE)
        self.failure = ""
        """What went wrong last without the world having it so."""
        self.has_read = False
        """Whether the transaction that is open has read already."""

    def call(self, verb: str, sql: str, run: Callable[[], Any]) -> Any:
        """Let a call happen as the world has it. Raises ``sqlite3.OperationalError``, `Died`."""
        self.require_life()
        what = brief(verb, sql)
        fault = self.disk.turns.wait(what)
        self.require_life()
        if fault is Fault.ERROR:
            raise sqlite3.OperationalError("disk I/O error")
        try:
            done = self.perform(verb, sql, run)
        except sqlite3.OperationalError as error:
            self.failure = f"{what}: {error}"
            raise
        self.notice(verb)
        if fault is Fault.KILLED_AFTER:
            self.disk.turns.wait(f"{what}, done")
            raise Died
        if fault is Fault.LOST:
            self.sever()
            raise sqlite3.OperationalError(GONE)
        return done

    def sever(self) -> None:
        """SQLite takes back what was not committed, by itself, where a disk fails."""
        self.close_cursors()
        if self.raw.in_transaction:
            sqlite3.Connection.rollback(self.raw)
        self.let_go()

    def close_cursors(self) -> None:
        """A statement of which rows are left to read holds the file; an error that somebody keeps holds the statement."""
        for cursor in self.cursors:
            cursor.close()
        self.cursors.clear()

    def require_life(self) -> None:
        if self.is_dead:
            raise Died
        if self.is_severed:
            raise sqlite3.OperationalError(GONE)

    def perform(self, verb: str, _sql: str, run: Callable[[], Any]) -> Any:
        """Whoever reads already waits for nobody before he writes: SQLite fails at once, as two would wait for each other."""
        if verb in WRITING and self.has_read:
            return run()
        done = self.patiently(verb.lower(), run)
        self.has_read = self.raw.in_transaction and (self.has_read or verb == "SELECT")
        return done

    def patiently(self, what: str, run: Callable[[], Any]) -> Any:
        """Wait for the file as SQLite does, in virtual time."""
        until = self.disk.clock.now + self.patience
        while True:
            try:
                return run()
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or self.disk.clock.now >= until:
                    raise
            self.wait_for_release(what, until)

    def wait_for_release(self, what: str, until: float) -> None:
        seen = self.disk.releases
        self.disk.turns.wait(f"{what}, locked", lambda: self.disk.releases != seen, until)
        self.require_life()

    def notice(self, verb: str) -> None:
        """What a call changed for others."""
        if verb not in WRITING | {"COMMIT", "ROLLBACK"} or (self.raw and self.raw.in_transaction):
            return
        self.disk.releases += 1
        if verb != "ROLLBACK":
            self.disk.is_changed(self)

    def lose(self) -> None:
        """The process is gone: the file rolls back what was not committed."""
        self.is_dead = True
        self.close_cursors()
        if self.raw:
            sqlite3.Connection.close(self.raw)
        self.let_go()

    def let_go(self) -> None:
        self.disk.releases += 1


class RowStorage(Storage):
    """The same with locks on rows."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(disk)
        self.is_begun = False
        self.savepoints: list[str] = []
        """Those before the first write, as SQL."""

    def perform(self, verb: str, sql: str, run: Callable[[], Any]) -> Any:
        if verb == "BEGIN":
            self.is_begun = True
            return None
        if verb in {"COMMIT", "ROLLBACK"}:
            return self.end(run)
        if self.raw.in_transaction or not self.is_begun:
            return self.patiently(verb.lower(), run)
        if verb in SAVEPOINTS:
            self.note_savepoint(verb, sql)
            return None
        if verb in WRITING:
            self.begin_writing()
        return self.patiently(verb.lower(), run)

    def begin_writing(self) -> None:
        """The file is held from here on; what this transaction could go back to before, it still can."""
        self.patiently("begin writing", lambda: self.at_once("BEGIN IMMEDIATE"))
        for savepoint in self.savepoints:
            self.at_once(savepoint)

    def note_savepoint(self, verb: str, sql: str) -> None:
        if verb == "SAVEPOINT":
            self.savepoints.append(sql)
        elif verb == "RELEASE":
            name = sql.rsplit(" ", 1)[-1]
            del self.savepoints[[one.rsplit(" ", 1)[-1] for one in self.savepoints].index(name) :]

    def sever(self) -> None:
        """The connection is gone, and with it what was not committed."""
        self.is_severed = True
        super().sever()

    def at_once(self, sql: str, *params: Any) -> list[Any]:
        cursor = sqlite3.Connection.cursor(self.raw, sqlite3.Cursor)
        return cursor.execute(sql, *params).fetchall()

    def end(self, run: Callable[[], Any]) -> Any:
        done = run() if self.raw.in_transaction else None
        self.let_go()
        return done

    def hold(self, table: str, sql: str, params: Any) -> None:
        """Wait until nobody else holds a row that this finds, and hold them."""
        until = self.disk.clock.now + self.patience
        while True:
            found = [(table, row[0]) for row in self.at_once(sql, params)]
            others = [row for row in found if self.disk.rows.get(row, self) is not self]
            if not others:
                self.disk.rows.update(dict.fromkeys(found, self))
                return
            if self.disk.clock.now >= until:
                raise sqlite3.OperationalError("canceling statement due to lock timeout")
            self.wait_for_release(f"rows of {table}", until)

    def let_go(self) -> None:
        self.is_begun = False
        self.savepoints.clear()
        for row in [row for row, holder in self.disk.rows.items() if holder is self]:
            del self.disk.rows[row]
        super().let_go()


class Connection(sqlite3.Connection):
    """SQLite's, through the storage; ``storage`` is None until it is set up."""

    storage: Storage | None = None

    def cursor(self, factory: Any = None) -> "Cursor":
        if self.storage:
            self.storage.require_life()
        made: Cursor = super().cursor(Cursor)
        if self.storage:
            self.storage.cursors.add(made)
        return made

    def execute(self, *statement: Any) -> "Cursor":
        return self.cursor().execute(*statement)

    def commit(self) -> None:
        self.storage.call("COMMIT", "commit", super().commit)

    def rollback(self) -> None:
        self.storage.call("ROLLBACK", "rollback", super().rollback)

    def close(self) -> None:
        storage = self.storage
        if storage and storage.is_dead:
            raise Died
        super().close()
        if storage:
            storage.cursors.clear()
            storage.let_go()


class Cursor(SQLiteCursorWrapper):
    """SQLite's, through the storage."""

    def execute(self, query: str, params: Any = None) -> Any:
        storage, verb = self.connection.storage, verb_of(query)
        run = super().execute
        if storage is None or verb not in CALLS:
            return self if self._is_patience(storage, query) else run(query, params)
        if query.endswith(FOR_UPDATE):
            plain = query.removesuffix(FOR_UPDATE)
            return storage.call(verb, query, lambda: self._held(storage, plain, params, run))
        return storage.call(verb, query, lambda: run(query, params))

    def executemany(self, query: str, param_list: Any) -> Any:
        storage, run, rows = self.connection.storage, super().executemany, list(param_list)
        return storage.call(verb_of(query), query, lambda: run(query, rows))

    def _held(self, storage: "RowStorage", query: str, params: Any, run: Callable[..., Any]) -> Any:
        found = TABLE.search(query)
        assert found, query
        storage.hold(found[1], self.convert_query(query), params)
        return run(query, params)

    @staticmethod
    def _is_patience(storage: Storage | None, query: str) -> bool:
        """Whether this sets how long the file is waited for: that is virtual."""
        found = BUSY_TIMEOUT.fullmatch(query)
        if storage and found:
            storage.patience = int(found[1]) / 1000
        return storage is not None and found is not None


def verb_of(query: str) -> str:
    """The word that says what a statement does."""
    found = VERB.match(query)
    return found[1].upper() if found else ""


def brief(verb: str, query: str) -> str:
    """A statement as the trace has it."""
    found = TABLE.search(query)
    words = f"{verb.lower()} {found[1]}" if found else verb.lower()
    return f"{words} for update" if query.endswith(FOR_UPDATE) else words


class Wrapper(DatabaseWrapper):
    """Django's connection to SQLite over the storage."""

    storage_class = Storage

    def __init__(self, settings: dict[str, Any], disk: Disk) -> None:
        super().__init__(settings, "default")
        self.disk, self.storage = disk, self.storage_class(disk)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        self.storage.is_severed = False
        self.storage.require_life()
        raw = super().get_new_connection({**conn_params, "timeout": 0})
        raw.storage, self.storage.raw = self.storage, raw
        return raw

    def create_cursor(self, name: str | None = None) -> Cursor:
        return self.connection.cursor()

    def is_usable(self) -> bool:
        return not self.storage.is_severed


class Nameless(str):
    """The name of a dialect under which nobody knows it: the program takes the way that it takes beside SQLite."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other


class LockingFeatures(DatabaseFeatures):
    has_select_for_update = True


class RowWrapper(Wrapper):
    vendor = Nameless("sqlite")
    features_class = LockingFeatures
    storage_class = RowStorage


def settings_of(database: dict[str, Any]) -> dict[str, Any]:
    """All that Django wants to know of a database."""
    settings: dict[str, Any] = ConnectionHandler({"default": database}).settings["default"]
    return settings


@contextmanager
def connected(wrapper: DatabaseWrapper) -> Iterator[None]:
    """Inside this is the connection of the program."""
    before = connections["default"]
    connections["default"] = wrapper
    try:
        yield
    finally:
        connections["default"] = before
