"""Who plays for whom, and who might."""

from zipai_ledger.ledger.queries import Seating, account_holders
from zipai_ledger.models import Player
from zipai_ledger.rules.totals import Settlement

PLAYERS = tuple(
    Player(index=index, name=name) for index, name in enumerate(("老王", "小李", "阿芳", "大姐", "二嫂"))
)


def names(players: tuple[Player, ...]) -> list[str]:
    return [player.name for player in players]


def test_who_sits_and_plays_himself_and_who_is_free() -> None:
    seating = Seating(PLAYERS, (0, 1, 2), {1: 3}, before_last=0)
    assert [names(pair) for pair in seating.stand_ins] == [["小李", "大姐"]]
    assert names(seating.present) == ["老王", "阿芳"]
    assert names(seating.free) == ["二嫂"]
    assert seating.has_deals


def test_before_the_first_deal_of_a_stage_no_deal_is_offered() -> None:
    assert not Seating(PLAYERS, (0, 1, 2), {}, before_last=None).has_deals


def test_who_only_stood_in_has_no_account_but_who_left_and_whom_money_was_carried_in_for() -> None:
    sat = [(0, 1, 2), (0, 5, 2)]
    nothing = Settlement({"舵": (6, -8, 2, 0, 0, 0)}, {}, {}, ())
    assert account_holders(sat, nothing) == (0, 1, 2, 5)
    carried = Settlement({"舵": (6, -8, 2)}, {"CNY": (6, -8, 2)}, {"CNY": (6, -8, 2, 50, -50)}, ())
    assert account_holders(sat, carried) == (0, 1, 2, 3, 4, 5)
