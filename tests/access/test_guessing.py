"""Guessing at a real server: many at once, and through headers that anybody can send."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.phones import Phone
from tests.servers import Server, serving
from zipai_ledger.access import limits, spoken

AT_ONCE = 2 * limits.PER_NETWORK
TOGETHER = 6
"""Requests that write at the same time and still get their turn within seconds on a busy machine: none is told to come again."""


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("guarded"), collected_static) as running:
        yield running


@pytest.fixture
def server(guarded: Server) -> Server:
    """A server that knows of no wrong codes yet."""
    with closing(sqlite3.connect(guarded.database)) as database, database:
        database.execute("DELETE FROM zipai_ledger_failedcode")
    return guarded


def test_many_at_once_do_not_slip_through_together(server: Server):
    first = Phone(server)
    first.ask("GET", "/j/")
    phones = [Phone(server, first.cookies) for _ in range(AT_ONCE)]

    def guess(phone: Phone) -> int:
        return phone.post("/j/", secret="0000-0000")[0]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = Counter(pool.map(guess, phones))
    assert set(found) == {422, 429}
    assert found[422] <= limits.PER_NETWORK


def test_a_made_up_address_opens_no_new_account_of_guesses(server: Server):
    guesser = Phone(server)
    guesser.ask("GET", "/j/")
    form = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": guesser.cookies["csrf"]}
    found = [
        guesser.ask("POST", "/j/", "secret=0000-0000", **form, **{"X-Forwarded-For": f"192.0.2.{last}"})
        for last in range(limits.PER_NETWORK + 1)
    ]
    assert [status for status, _headers, _text in found] == [422] * limits.PER_NETWORK + [429]
    assert int(found[-1][1]["Retry-After"]) > 0


@pytest.fixture
def behind_a_proxy(tmp_path: Path, collected_static: Path) -> Iterator[Server]:
    with serving(tmp_path, collected_static, ZIPAI_PROXIES="1") as running:
        yield running


def test_many_at_once_from_everywhere_end_a_spoken_code_and_nothing_else(behind_a_proxy: Server):
    owner = Phone(behind_a_proxy)
    table = owner.open_table()
    guest = owner.invite(table)
    right = code_of(owner, table)
    digits = re.sub("[^0-9]", "", right)
    guesser = Phone(behind_a_proxy)
    guesser.ask("GET", "/j/")

    def guess(number: int) -> int:
        wrong = f"{(int(digits) + number + 1) % 10**8:08}"
        return typed(guesser.at(behind_a_proxy), wrong, f"198.51.100.{number}")

    with ThreadPoolExecutor(TOGETHER) as pool:
        found = Counter(pool.map(guess, range(spoken.WRONG_TRIES + 20)))
    assert found == {422: spoken.WRONG_TRIES + 20}
    with closing(sqlite3.connect(behind_a_proxy.database)) as database:
        kept = database.execute("SELECT wrong_tries FROM zipai_ledger_link WHERE kind = 'spoken'").fetchall()
    assert kept == [(spoken.WRONG_TRIES,)]
    assert typed(guesser, right, "192.0.2.1") == 422
    assert typed(guesser, code_of(owner, table), "192.0.2.1") == 200
    assert guest.ask("GET", table)[0] == 200


def code_of(owner: Phone, table: str) -> str:
    """A new spoken code of a table, as its owner gets it."""
    status, _headers, text = owner.post(f"{table}links/spoken/")
    found = re.search(r'id="spoken" data-text="([^"]+)"', text)
    assert status == 201
    assert found
    return found[1]


def typed(phone: Phone, code: str, address: str) -> int:
    form = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": phone.cookies["csrf"]}
    return phone.ask("POST", "/j/", f"secret={code}", **form, **{"X-Forwarded-For": address})[0]
