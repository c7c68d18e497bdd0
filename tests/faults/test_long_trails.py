"""A table that somebody made as heavy as can be: verified by the command within memory that every host has."""

import resource
import subprocess
import sys

import pytest

from tests.servers import ROOT, Server

DEALS = 20_000
CORRECTIONS = 10
MOST = 500 << 20
"""Bytes of address space."""

# 剥皮: the round stays open, so that a correction of the first deal rewrites every outcome after it.
FILL = f"""
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage, Sent
from zipai_ledger.rules import facts

sent = Sent(role="owner")
session = record.open_session(
    sent=sent, name="长桌", players=("甲", "乙", "丙"), stage=NewStage(ruleset="bopi", seats=(0, 1, 2))
).session
def first(hu):
    return facts.Win(winner=0, source="self_draw", hu=hu)
record.record_deals(session=session, sent=sent, deals=[first(20), *[facts.Dead()] * {DEALS - 1}])
key = session.deals.get(position=1).key
for number in range({CORRECTIONS}):
    session.refresh_from_db()
    now = Sent(role="owner", base=session.ledger_seq)
    record.replace_deal(session=session, sent=now, deal=key, fact=first(21 + number))
"""


@pytest.mark.fault
def test_a_table_of_20_000_deals_corrected_ten_times_is_verified_in_500_megabytes(server: Server):
    filled = server.manage("shell", "-v0", "-c", FILL)
    assert filled.returncode == 0, filled.stderr
    verified = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "verify_ledger"],
        env=server.environment,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST)),
    )
    assert verified.returncode == 0, verified.stderr
    assert "ok" in verified.stdout
