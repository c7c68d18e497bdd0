"""How seldom a process that serves looks for garbage, and that it still finds some."""

import subprocess
import sys

from tests.servers import ROOT

SCRIPT = """
import gc, weakref
from zipai_ledger.management.serving import COLLECTED_AFTER, collect_seldom

class Ring:
    def __init__(self):
        self.me = self

before, ring = Ring(), Ring()
gone = weakref.ref(before)
del before
collect_seldom()
assert gone() is None
assert gc.get_freeze_count() > 10_000
assert gc.get_threshold() == COLLECTED_AFTER
later, ring = weakref.ref(ring), None
made = [[] for _ in range(2 * COLLECTED_AFTER[0])]
print("kept" if later() else "gone")
after, ring = Ring(), None
gone = weakref.ref(after)
del after
made = [[] for _ in range(2 * COLLECTED_AFTER[0])]
print("kept" if gone() else "gone")
"""
"""A ring that is there when the process begins to serve stays; one that a request makes goes, with whatever is made later."""


def test_what_is_loaded_is_never_looked_through_and_what_requests_leave_behind_goes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout) == ("", "kept\ngone\n")
