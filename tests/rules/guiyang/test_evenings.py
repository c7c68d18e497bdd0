"""Over many evenings of 贵阳捉鸡麻将 everything it can say is said."""

import random

from tests.rules.evenings.deals import evening
from tests.rules.guiyang.at import GUIYANG, seated
from zipai_ledger.rules import messages


def test_every_wording_of_a_line_or_a_payment_is_used():
    chance, used = random.Random(5), set()
    tables = [
        {},
        {"preset": "family_b", "repao": "void_all"},
        {"chongfeng": 3, "dealer_bonus": 1, "repao": "void_all"},
        {"repao": "double", "zeren": 1, "baoting": "flat"},
        {"haidi": 2, "genzhang": 1, "maima": 3, "neiwai_ji": "all", "seats": 3},
        {"ready_only": "on", "bao_ji": "always", "bao_dou": "always"},
    ]
    for options in tables:
        for outcome in (deal.outcome for deal in evening(GUIYANG, seated(**options), chance, 400)):
            used |= {messages.item_key(item) for item in outcome.items}
            used |= {flow.code for flow in outcome.flows}
            for win in outcome.wins:
                codes = (win.source, *win.marks, *(item.code for item in win.items))
                used |= {f"word.{code}" for code in codes}
    assert set(GUIYANG.texts) - used == set()
