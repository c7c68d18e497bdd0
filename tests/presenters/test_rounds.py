"""How far a round has come."""

import pytest

from tests.ledger.conftest import open_table, recorded
from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.queries import table_view
from zipai_ledger.presenters.rounds import SeatInRound, seat_in_round
from zipai_ledger.rules import facts


@pytest.mark.parametrize(
    ("hu", "reached", "left"),
    [(0, 0, 100), (37, 37, 63), (-20, 0, 120), (100, 100, 0), (115, 100, 0)],
)
def test_a_seat_lacks_what_is_left_to_the_end_of_its_round(hu: int, reached: int, left: int):
    seat = SeatInRound(hu, target=100)
    assert (seat.reached, seat.left) == (reached, left)


def test_nothing_is_lacking_where_a_round_has_no_end():
    seat = SeatInRound(12)
    assert (seat.target, seat.reached, seat.left) == (0, 0, 0)


def test_of_a_round_whose_rules_are_gone_the_hu_are_left(db: None):
    session = open_table("bopi", 4)
    recorded(session, facts.Win(winner=1, hu=60, source="other_draw"))
    session.refresh_from_db()
    view = table_view(session)
    rules = Rules.of(view.stage.stage)
    assert [seat_in_round(rules, view, seat).left for seat in range(2)] == [100, 40]
    assert seat_in_round(None, view, 1) == SeatInRound(60)
    assert seat_in_round(None, table_view(open_table()), 1) is None
