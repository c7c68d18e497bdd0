"""A hand at the file: somebody who edits it beside the program, with whatever SQLite gives him.

What the database refuses by itself it has to refuse him as well: triggers, unique numbers and ids, sums of zero. Who drops a
trigger first gets through, and is noticed.
"""

import sqlite3
from pathlib import Path

from zipai_ledger.database import triggers
from zipai_ledger.models import COLUMNS, Event, Posting

from .ledger import Broken

REFUSAL = "the file itself refuses what the program would never do"


def copying(model: type[Event] | type[Posting], where: str = "true", **instead: str) -> str:
    """SQL that adds the newest row once more, with other values (SQL as well) in some columns."""
    names = [field.column for field in model._meta.concrete_fields if field.column != "id"]
    values = [instead.get(name, name) for name in names]
    table = model._meta.db_table
    return (
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM {table}"
        f" WHERE {where} ORDER BY id DESC LIMIT 1"
    )


EDITS = {
    **{
        name: f"UPDATE {table} SET session_id = session_id"
        if verb == "update"
        else f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})"
        for name, (table, verb) in triggers.WANTED.items()
    },
    "event_seq": copying(Event, client_id="NULL"),
    "event_client": copying(Event, "client_id IS NOT NULL", seq="seq + 100000"),
    "posting_once": copying(Posting),
    "posting_zero": copying(Posting, deal_key="0", **{COLUMNS[0]: f"{COLUMNS[0]} + 1"}),
}
"""What is tried, by the guard that is in the way."""
SPOIL = """
    UPDATE zipai_ledger_event SET body = replace(body, '"sent"', '"cent"') WHERE id =
    (SELECT e.id FROM zipai_ledger_event e JOIN zipai_ledger_gamesession s ON s.id = e.session_id
     WHERE s.public_id = ? ORDER BY e.seq DESC LIMIT 1)
"""


class Hand:
    """Has a connection of its own, waits for nobody, and tries again later where a writer holds the file."""

    def __init__(self, path: Path) -> None:
        self.file = sqlite3.connect(path, isolation_level=None, timeout=0)
        self.refused: set[str] = set()
        """The guards that were in the way so far; where a table has no rows, there was nothing to refuse."""

    def edit(self) -> None:
        """Try everything. Raises `Broken` where something was not refused."""
        for guard, sql in EDITS.items():
            try:
                changed = self.file.execute(sql).rowcount
            except sqlite3.OperationalError:
                return
            except sqlite3.IntegrityError:
                self.refused.add(guard)
            else:
                if changed:
                    raise Broken(f"{REFUSAL}: {guard}")

    def spoil(self, public_id: str) -> bool:
        """Change a letter of the newest event of a table, and leave no trace; whether the file was free."""
        trigger = "zipai_ledger_event_no_update"
        (kept,) = self.file.execute("SELECT sql FROM sqlite_master WHERE name = ?", (trigger,)).fetchone()
        try:
            self.file.execute("BEGIN IMMEDIATE")
            self.file.execute(f"DROP TRIGGER {trigger}")
            self.file.execute(SPOIL, (public_id,))
            self.file.execute(kept)
            self.file.execute("COMMIT")
        except sqlite3.OperationalError:
            self.file.rollback()
            return False
        return True

    def close(self) -> None:
        self.file.close()
