"""How long a very long evening takes to leave and to come back, and how much memory that wants."""

import json
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from zipai_ledger.exports import incoming, outgoing
from zipai_ledger.models import GameSession

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]

DEALS = 10_000
MANY = 20_000
HAND = {
    "exposed": [
        {"kind": "peng", "cards": "捌捌捌"},
        {"kind": "peng", "cards": "五五五"},
        {"kind": "kaiduo", "cards": "三三三三"},
    ],
    "concealed": "六六十壹贰贰叁陆柒拾",
    "winning_card": "十",
    "source": "discard",
}
T = TypeVar("T")


def deals(count: int) -> Iterator[dict[str, object]]:
    """Every other win with its cards."""
    for number in range(count):
        winner = number % 3
        if number % 2:
            cards = {"source": "discard", "from": (winner + 1) % 3, "hand": HAND, "xing": {"flipped": ["四"]}}
        else:
            cards = {"source": "self_draw", "hu": 10 + number % 40, "xing": {"count": number % 3}}
        yield {"result": "win", "winner": winner, **cards}


def document(count: int) -> str:
    head = {"format": "zipai-ledger/session", "version": 1, "name": "长夜", "ruleset": "guilin"}
    return json.dumps(
        {**head, "players": ["老王", "小李", "阿芳"], "deals": list(deals(count))}, ensure_ascii=False
    )


def timed(what: str, run: Callable[[], T]) -> T:
    """Seconds on the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    result = run()
    print(f"{what:<40}{time.perf_counter() - clock:8.2f} s{time.process_time() - processor:8.2f} s CPU")
    return result


def peak(run: Callable[[], object]) -> float:
    """MiB that were allocated at most."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1] / (1 << 20)
    finally:
        tracemalloc.stop()


def size(session: GameSession, name: str) -> int:
    with outgoing.export(session, name) as file:
        return file.seek(0, 2)


def test_a_very_long_evening_leaves_and_comes_back():
    print()
    text = document(DEALS)
    session = timed(f"import of a document of {DEALS} deals", lambda: incoming.read(text).store()).session
    for name in outgoing.FORMATS:
        bytes_ = timed(f"{name} of {DEALS} deals", lambda n=name: size(session, n))
        most = peak(lambda n=name: size(session, n))
        print(f"{'':<40}{bytes_ / (1 << 20):8.2f} MiB{most:8.2f} MiB at most in memory")
        assert most < 8
    with outgoing.export(session, "archive") as file:
        archive = file.read().decode()
    copy = timed(f"import of an archive of {DEALS} deals", lambda: incoming.read(archive).store()).session
    assert copy.head_hash == GameSession.objects.get(pk=session.pk).head_hash


def test_as_many_deals_as_a_table_may_hold_come_in():
    print()
    text = document(MANY)
    recorded = timed(f"import of a document of {MANY} deals", lambda: incoming.read(text).store())
    assert GameSession.objects.get(pk=recorded.session.pk).deal_count == MANY
