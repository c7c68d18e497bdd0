"""How long picture, paper, spreadsheet and the same evening under other rules take where the evening was long."""

import time
import tracemalloc

import pytest
from django.urls import reverse

from tests.benchmarks.bars import hold
from tests.benchmarks.test_exports import document
from tests.views.conftest import client_with
from zipai_ledger.exports import fonts, incoming
from zipai_ledger.models import Role

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]
LONG, MOST = 2_000, 0.3
PAGES = ("sharing:show", "sharing:picture", "sharing:paper", "sharing:pdf", "exports:xlsx", "exports:csv")
OTHER_RULES = (
    "again=1&rule-self_draw=double&rule-min_hu=10&rule-hu_per_unit=3&rule-xing=flip&rule-xing_kinds=上"
)


@pytest.mark.parametrize("deals", [20, LONG, 10_000])
def test_what_is_taken_home_of_a_long_evening(deals):
    session = incoming.read(document(deals)).store().session
    client = client_with(session, Role.VIEWER)
    fonts.chinese()
    print()
    for name in (*PAGES, "what_if:show"):
        url = reverse(name, args=[session.public_id]) + (f"?{OTHER_RULES}" if name == "what_if:show" else "")
        began = time.process_time()
        size = len(client.get(url).getvalue())
        taken = time.process_time() - began
        if deals == LONG:
            hold(f"{name} of {LONG} deals, of the processor", taken, MOST, "s")
        print(f"{name:<18}{deals:>7} deals{taken:8.2f} s{size / 1024:9.1f} KiB")


def test_a_workbook_of_ten_thousand_deals_lies_on_disk_not_in_memory():
    session = incoming.read(document(10_000)).store().session
    client = client_with(session, Role.VIEWER)
    tracemalloc.start()
    answer = client.get(reverse("exports:xlsx", args=[session.public_id]))
    most = tracemalloc.get_traced_memory()[1] / (1 << 20)
    tracemalloc.stop()
    answer.close()
    print(f"\n{most:.1f} MiB at most")
    assert most < 8
