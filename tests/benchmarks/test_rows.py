"""How long the slowest hands take by the longest table of 名堂: 40 rows, all of them on, each with up to three comparisons."""

import json
import time
from random import Random

import pytest

from tests.rules.reference_paohuzi import chance
from tests.rules.reference_paohuzi.table import options_in_force, preset
from tests.rules.requests import ask

pytestmark = pytest.mark.benchmark

HANDS = 2000
LOOKS = 5
SLOWEST_MS = 2.0
"""For a hand without 王; those with several have hundreds of readings, and no bar."""


def longest_table() -> list[chance.Row]:
    """常德's rows, all on, and rows of one's own up to as many as a table may have."""
    rng, usual = Random(17), preset("paohuzi", "changde")["rows"]
    groups = {row["group"]: chance.kind_of(row) for row in usual if "group" in row}
    own = [chance.own_row(rng, "paohuzi", f"own_{n}", groups) for n in range(chance.MOST_ROWS - len(usual))]
    return [*({"code": row["code"], "on": True} for row in usual), *({**row, "alone": False} for row in own)]


def milliseconds(line: str) -> float:
    """Of the processor, the best of a few looks."""
    found = []
    for _ in range(LOOKS):
        before = time.process_time()
        ask("score", line)
        found.append(time.process_time() - before)
    return min(found) * 1000


@pytest.mark.parametrize("wang", range(5))
def test_the_slowest_hand_by_the_longest_table(wang: int):
    options = {"preset": "changde", "min_hu": 0, "wang": wang, "patterns": longest_table()}
    in_force, rng = options_in_force("paohuzi", options), Random(wang)
    hands = [chance.hand(rng, in_force, chance.source_of_a_win(rng)) for _ in range(HANDS)]
    fitting = [hand for hand in hands if f"{hand}".count("飞") == wang]
    requests = [{"ruleset": "paohuzi", "options": options, "hand": hand} for hand in fitting]
    took = sorted(milliseconds(json.dumps(request, ensure_ascii=False)) for request in requests)
    middle, slowest = took[len(took) // 2], took[-1]
    print(f"\n{wang} 王, {len(took):5} hands: {middle:6.2f} ms, slowest {slowest:6.2f} ms of the processor")
    assert wang or slowest < SLOWEST_MS
