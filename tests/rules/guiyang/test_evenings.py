"""Over many evenings of 贵阳捉鸡麻将 everything it can say is said."""

import random
from collections.abc import Iterator

from tests.rules.evenings.deals import evening
from tests.rules.guiyang.at import GUIYANG, seated
from zipai_ledger.rules import messages
from zipai_ledger.rules.ruleset import Outcome

TABLES = (
    {},
    {"preset": "family_b", "repao": "void_all"},
    {"chongfeng": 3, "dealer_bonus": 1, "repao": "void_all"},
    {"repao": "double", "zeren": 1, "baoting": "flat", "wugu": 1},
    {"haidi": 2, "genzhang": 1, "maima": 3, "neiwai_ji": "all", "seats": 3},
    {"ready_only": "on", "bao_ji": "always", "bao_dou": "always"},
)
EVENINGS = 10
"""So many at each table, if it takes as many."""


def wordings(outcome: Outcome) -> Iterator[str]:
    """The keys of what is said of a deal."""
    yield from map(messages.item_key, outcome.items)
    yield from (flow.code for flow in outcome.flows)
    for win in outcome.wins:
        codes = (win.source, *win.marks, *(item.code for item in win.items))
        yield from (f"word.{code}" for code in codes)


def test_every_wording_of_a_line_or_a_payment_is_used():
    chance, unused = random.Random(5), set(GUIYANG.texts)
    for _ in range(EVENINGS):
        for options in TABLES:
            for deal in evening(GUIYANG, seated(**options), chance, 40):
                unused.difference_update(wordings(deal.outcome))
        if not unused:
            break
    assert unused == set()
