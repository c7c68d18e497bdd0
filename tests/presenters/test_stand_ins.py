"""Who plays for whom, and who might."""

from zipai_ledger.ledger.queries import Seating
from zipai_ledger.models import GameSession, Player
from zipai_ledger.presenters.stand_ins import Person, StandIn, stand_ins_page

PLAYERS = tuple(
    Player(index=index, name=name) for index, name in enumerate(("老王", "小李", "阿芳", "大姐", "二嫂"))
)


def test_who_sits_and_plays_himself_and_who_is_free() -> None:
    seating = Seating(PLAYERS, (0, 1, 2), {1: 3}, before_last=0)
    found = stand_ins_page(GameSession(deal_count=1), seating)
    assert found.standing == (StandIn(1, "小李", "大姐"),)
    assert found.seats == (Person(0, "老王"), Person(2, "阿芳"))
    assert found.free == (Person(4, "二嫂"),)
    assert (found.last, found.is_closed) == (1, False)


def test_before_the_first_deal_of_a_stage_no_deal_is_offered() -> None:
    session = GameSession(deal_count=5, status=GameSession.Status.CLOSED)
    found = stand_ins_page(session, Seating(PLAYERS, (0, 1, 2), {}, before_last=None))
    assert (found.last, found.is_closed) == (0, True)
