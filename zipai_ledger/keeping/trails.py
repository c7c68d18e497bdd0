"""Does a copy hold together? Every chain from its first event to the head, and of some tables every deal by the rules."""

import random
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zipai_ledger.ledger.trail import chain
from zipai_ledger.ledger.trail.projection import Projection
from zipai_ledger.ledger.verify import SENSELESS, rules_damages
from zipai_ledger.models import Event, Stage

COLUMNS = ("seq", "kind", "at", "role", "grant", "client_id", "request_hash", "base", "body", "hash")
EVENTS = (
    'SELECT seq, kind, at, role, "grant", client_id, request_hash, base, body, hash'
    " FROM zipai_ledger_event WHERE session_id = ? ORDER BY seq"
)
TABLES = "SELECT id, public_id, head_seq, head_hash, deal_count FROM zipai_ledger_gamesession ORDER BY id"
SAMPLE = 5
"""Tables of which every deal is asked of the rules, others each time."""
MOST_EVENTS = 5_000
"""Of the tables among these that are looked at, so that a check ends."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as the copy has it: where it says that its trail ends."""

    key: object
    public_id: str
    head_seq: int
    head_hash: str
    deals: int


@dataclass(frozen=True, slots=True)
class Found:
    """How much there is in a copy, how many tables were derived anew, and what is wrong."""

    tables: int
    deals: int
    derived: int
    damages: tuple[str, ...]


def check(copy: sqlite3.Connection) -> Found:
    """Look through a copy; what no text or number can be is damage too."""
    try:
        tables = [Table(row[0], row[1], int(row[2]), row[3], int(row[4])) for row in copy.execute(TABLES)]
        damages = [damage for table in tables for damage in _of_chain(copy, table)]
        sample = [] if damages else _sample(tables)
        damages += [damage for table in sample for damage in _of_rules(copy, table)]
    except (sqlite3.Error, *SENSELESS) as error:
        return Found(0, 0, 0, (f"cannot be read: {error}",))
    return Found(len(tables), sum(table.deals for table in tables), len(sample), tuple(damages))


def file_damages(copy: sqlite3.Connection) -> Iterator[str]:
    """What SQLite says of the file itself."""
    try:
        yield from (row[0] for row in copy.execute("PRAGMA integrity_check") if row[0] != "ok")
        for row in copy.execute("PRAGMA foreign_key_check"):
            yield f"{row[0]} row {row[1]} points at nothing in {row[2]}"
    except sqlite3.Error as error:
        yield f"cannot be read: {error}"


def opened(file: Path) -> sqlite3.Connection:
    """A copy, to be read only."""
    return sqlite3.connect(f"file:{file}?mode=ro", uri=True)


def _events(copy: sqlite3.Connection, table: Table) -> Iterator[Event]:
    for row in copy.execute(EVENTS, [table.key]):
        columns = dict(zip(COLUMNS, row, strict=True))
        grant = columns["grant"]
        yield Event(
            **{**columns, "seq": int(columns["seq"]), "grant": None if grant is None else int(grant)},
        )


def _of_chain(copy: sqlite3.Connection, table: Table) -> Iterator[str]:
    head = (0, chain.FIRST)

    def passing() -> Iterator[Event]:
        nonlocal head
        for event in _events(copy, table):
            yield event
            head = (event.seq, event.hash)

    try:
        yield from (f"{table.public_id}: {damage}" for damage in chain.damages(passing()))
    except SENSELESS as error:
        yield f"{table.public_id}: makes no sense: {error!r}"
        return
    if head != (table.head_seq, table.head_hash):
        yield f"{table.public_id}: the trail ends at event {head[0]}, expected {table.head_seq}"


def _sample(tables: list[Table]) -> list[Table]:
    short = [table for table in tables if table.head_seq <= MOST_EVENTS]
    return random.sample(short, min(SAMPLE, len(short)))


def _of_rules(copy: sqlite3.Connection, table: Table) -> Iterator[str]:
    projection = Projection()
    try:
        for event in _events(copy, table):
            projection.apply(event)
        stages = [Stage(**columns) for columns in projection.stages]
        damages, _differing = rules_damages(stages, projection)
    except SENSELESS as error:
        yield f"{table.public_id}: makes no sense: {error!r}"
        return
    yield from (f"{table.public_id}: {damage}" for damage in damages)
