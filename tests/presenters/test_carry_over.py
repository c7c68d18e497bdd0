"""What was carried from one evening into the next, from both ends."""

from zipai_ledger.ledger.queries import CarriedRow
from zipai_ledger.models import GameSession, Player
from zipai_ledger.presenters.carry_over import CarriedOver, carried_over

PLAYERS = [Player(index=index, name=name) for index, name in enumerate(("老王", "小李", "阿芳"))]
OTHER = GameSession(public_id="other", name="周六")


def test_each_end_names_the_other_where_this_device_may_look() -> None:
    went = CarriedRow(7, "2026-11-20T20:00:00+00:00", "CNY", (150, -100, -50), into=False)
    came = CarriedRow(9, "2026-11-21T20:00:00+00:00", "CNY", (-150, 150, 0), into=True)
    assert carried_over([went, came], {9: OTHER}, PLAYERS) == (
        CarriedOver(False, 150, "CNY", "老王 +1.50 元，小李 −1.00 元，阿芳 −0.50 元"),
        CarriedOver(True, 150, "CNY", "老王 −1.50 元，小李 +1.50 元", OTHER),
    )
