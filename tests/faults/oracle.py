"""What holds after every fault: what was acknowledged is stored, what is stored was sent, each once and as it was sent;
the sums are zero, the trail has no gap, and `verify_ledger` finds nothing."""

import json
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPException
from urllib.parse import urlencode

from tests.live.phones import HANGS, WIN, Phone, fresh_id
from tests.servers import Server

FORM = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
SAVED = (200, 201)
LOST = 0
"""The status of an answer that never came."""


@dataclass
class Entries:
    """What phones sent to one table, as id → 胡, and which of these they were told is saved."""

    table: str
    sent: dict[str, int] = field(default_factory=dict)
    acknowledged: set[str] = field(default_factory=set)

    def send(self, phone: Phone, hu: int, entry: str = "", base: str = "") -> tuple[int, str]:
        """Send an entry once: the status, and the body of the answer."""
        entry = entry or fresh_id()
        self.sent[entry] = hu
        fields = {**WIN, "hu": str(hu), "client_id": entry, "base": base}
        headers = {**FORM, "X-CSRFToken": phone.cookies["csrf"]}
        try:
            status, _, text = phone.ask("POST", f"{self.table}deals/save/", urlencode(fields), **headers)
        except (OSError, HTTPException):
            return LOST, ""
        if status in SAVED and not text.endswith("}"):
            return LOST, text  # cut short: scripts cannot read it either
        if status in SAVED:
            self.acknowledged.add(entry)
        return status, text

    def send_until_saved(self, phone: Phone, hu: int, entry: str = "") -> list[int]:
        """Send the same entry again and again, as the queue of a phone does; the statuses of all answers."""
        entry, deadline, told = entry or fresh_id(), time.monotonic() + HANGS, []
        while entry not in self.acknowledged:
            told.append(self.send(phone, hu, entry)[0])
            assert told[-1] in {LOST, 503, *SAVED}, told
            assert time.monotonic() < deadline, told
            if told[-1] not in SAVED:
                time.sleep(0.05)
        return told


def opened(server: Server) -> tuple[Phone, Entries]:
    """A phone with a table of its own."""
    phone = Phone(server)
    return phone, Entries(phone.open_table())


def rows(server: Server, query: str) -> list[tuple]:
    """What is stored, read past the server."""
    if url := server.environment.get("ZIPAI_DATABASE_URL"):
        import psycopg

        with psycopg.connect(url) as connection:
            return connection.execute(query).fetchall()
    with closing(sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)) as connection:
        return connection.execute(query).fetchall()


def stored(server: Server, entries: Entries) -> dict[str, int]:
    """Id → 胡 of the deals of a table, in order; each id once, and the trail without a gap."""
    events = rows(
        server,
        "SELECT seq, kind, client_id, body FROM zipai_ledger_event WHERE session_id = (SELECT id FROM"
        f" zipai_ledger_gamesession WHERE public_id = '{entries.table.split('/')[2]}') ORDER BY seq",
    )
    assert [event[0] for event in events] == list(range(1, len(events) + 1))
    deals = [
        (client_id, json.loads(body)["fact"]["hu"])
        for _, kind, client_id, body in events
        if kind == "deal_recorded"
    ]
    assert len(deals) == len(dict(deals))
    return dict(deals)


def check(server: Server, entries: Entries) -> dict[str, int]:
    """Everything that has to hold; id → 胡 of what is stored."""
    found = stored(server, entries)
    assert entries.acknowledged <= found.keys() <= entries.sent.keys()
    assert all(entries.sent[entry] == hu for entry, hu in found.items())
    whole(server, entries.table.split("/")[2])
    return found


def whole(server: Server, *tables: str) -> None:
    """Every posting sums to zero, and `verify_ledger` finds nothing at these tables, or at any."""
    columns = "+".join(f"p{index}" for index in range(8))
    assert rows(server, f"SELECT count(*) FROM zipai_ledger_posting WHERE {columns} <> 0") == [(0,)]
    verified = server.manage("verify_ledger", *tables)
    assert verified.returncode == 0, verified.stdout + verified.stderr
