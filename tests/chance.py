"""How many examples chance brings where a test holds a law for all there can be.

`make test` takes the same ones every time, so that it ends as it did before unless something changed. With
``ZIPAI_LONG=20`` in the environment there are twenty times as many, and others each time.
"""

import os
import random

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

LONG = int(os.environ.get("ZIPAI_LONG", "1"))
ALWAYS_THE_SAME = "ZIPAI_LONG" not in os.environ
START = 0 if ALWAYS_THE_SAME else random.SystemRandom().randrange(1 << 32)
"""Chosen examples count from here."""

settings.register_profile(
    "ledger",
    max_examples=50 * LONG,
    # How long an example takes is for the benchmarks to say.
    deadline=None,
    derandomize=ALWAYS_THE_SAME,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ledger")


def tries(number: int, *, shrink: bool = True) -> settings:
    """So many examples, or as many times more; where they are seeds of chance, none is simpler than another."""
    phases = tuple(Phase) if shrink else (Phase.explicit, Phase.generate)
    return settings(max_examples=number * LONG, phases=phases)


seeds = st.integers(0, 2**32)
"""Where evenings are chance's, hypothesis only chooses it."""
evenings = tries(8, shrink=False)
