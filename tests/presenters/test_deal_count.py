"""How many deals were played: those that count, the dead ones among them, those that were taken back beside them."""

import pytest
from django.utils import translation

from zipai_ledger.ledger.queries import DealCount
from zipai_ledger.presenters.summary import deal_count


@pytest.mark.parametrize(
    ("count", "games", "chinese", "english"),
    [
        (DealCount(), ["guilin"], "算了 0 盘", "0 deals counted"),
        (DealCount(14), ["guilin"], "算了 14 盘", "14 deals counted"),
        (DealCount(14, dead=2), ["guilin"], "算了 14 盘，内有黄庄 2 盘", "14 deals counted, 2 of them dead"),
        (
            DealCount(14, dead=2, void=1),
            ["guilin"],
            "算了 14 盘，内有黄庄 2 盘，作废 1 盘",
            "14 deals counted, 2 of them dead, 1 void",
        ),
        (
            DealCount(14, dead=2, void=1),
            ["dalin", "guilin"],
            "算了 14 盘，内有黄庄 2 盘，作废 1 盘",
            "14 deals counted, 2 of them dead, 1 void",
        ),
        (DealCount(3, void=3), [], "算了 3 盘，作废 3 盘", "3 deals counted, 3 void"),
    ],
)
def test_dead_deals_count_and_void_ones_stand_beside(
    count: DealCount, games: list[str], chinese: str, english: str
):
    with translation.override("zh-hans"):
        assert deal_count(count, games) == chinese
    with translation.override("en"):
        assert deal_count(count, games) == english
