"""How long the figures of a long evening take, and what its page weighs."""

import gzip
import itertools
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.benchmarks.test_exports import document
from tests.views.conftest import client_with
from zipai_ledger import charts
from zipai_ledger.charts import Series
from zipai_ledger.exports import incoming
from zipai_ledger.ledger import figures
from zipai_ledger.models import GameSession, Role

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]
AIM = 0.3
"""Seconds of the processor for the page of 2,000 deals."""


def best_of(times: int, run) -> float:
    """Seconds of the processor, which do not depend on what else this machine does."""

    def once() -> float:
        began = time.process_time()
        run()
        return time.process_time() - began

    return min(once() for _ in range(times))


def queries(client: Client, url: str) -> int:
    with CaptureQueriesContext(connection) as found:
        client.get(url)
    return len(found)


def test_figures_of_a_long_evening():
    print()
    counted = {}
    for deals in (20, 200, 2_000, 10_000):
        session: GameSession = incoming.read(document(deals)).store().session
        client = client_with(session, Role.VIEWER)
        url = reverse("table:figures", args=[session.public_id])
        body = client.get(url).content
        page = best_of(3, lambda client=client, url=url: client.get(url))
        count = best_of(3, lambda session=session: figures.evening(session))
        counted[deals] = (page, queries(client, url))
        print(
            f"figures of {deals:>6} deals: page {page * 1000:7.1f} ms, counting {count * 1000:7.1f} ms, "
            f"{counted[deals][1]} queries, {len(body) / 1024:6.1f} KiB, {len(gzip.compress(body)) / 1024:5.1f} packed"
        )
    assert len({number for _, number in counted.values()}) == 1
    assert counted[2_000][0] < AIM


def test_a_chart_of_a_long_evening():
    values = list(itertools.accumulate(((-1) ** (n // 7) * (n % 5) for n in range(2_000)), initial=0))
    series = [Series(f"人{look}", values, look=look, marks=range(0, 2_000, 4)) for look in range(4)]
    spent = best_of(20, lambda: charts.line(series, "各家总数"))
    print(f"\na chart of 2,000 deals and four people: {spent * 1000:.1f} ms")
