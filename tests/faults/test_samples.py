"""试玩: one device taps many times at once and has one sample; the ledger stands the sweeping of others."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from tests.faults.oracle import rows
from tests.live.phones import Phone
from tests.servers import Server

TABLES = "SELECT count(*) FROM zipai_ledger_gamesession WHERE NOT sample"


def at_once(phones: list[Phone]) -> Counter[str]:
    """Try a table from every one of these at the same moment: how often which address was answered."""
    start = Barrier(len(phones))

    def one(phone: Phone) -> str:
        start.wait()
        status, headers, _text = phone.post("/sample/")
        return headers["Location"] if status == 302 else str(status)

    with ThreadPoolExecutor(len(phones)) as pool:
        return Counter(pool.map(one, phones))


def test_one_device_has_one_sample_however_often_it_taps_at_once(at: Server):
    phone = Phone(at)
    phone.ask("GET", "/")
    told = at_once([Phone(at, phone.cookies) for _ in range(8)])
    assert list(told.values()) == [8]
    assert re.fullmatch("/t/[^/]+/", next(iter(told)))


def test_many_devices_at_once_have_one_each_and_the_ledger_is_clean(at: Server):
    phones, before = [Phone(at) for _ in range(8)], rows(at, TABLES)
    for phone in phones:
        phone.ask("GET", "/")
    assert sorted(at_once(phones).values()) == [1] * 8
    assert rows(at, TABLES) == before
    verified = at.manage("verify_ledger")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_taps_on_deleting_at_the_same_moment_delete_one_table_once(at: Server):
    phone = Phone(at)
    phone.ask("GET", "/")
    ((table, _times),) = at_once([phone]).items()
    before = len(rows(at, "SELECT id FROM zipai_ledger_gamesession"))
    same = [Phone(at, phone.cookies) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        statuses = [
            status for status, _headers, _text in pool.map(lambda one: one.post(f"{table}purge/"), same)
        ]
    assert 302 in statuses
    assert set(statuses) <= {302, 404}
    assert len(rows(at, "SELECT id FROM zipai_ledger_gamesession")) == before - 1
