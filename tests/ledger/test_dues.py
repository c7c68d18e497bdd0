"""Who pays whom in each way to settle, at tables with and without a stake."""

import pytest

from tests.ledger.conftest import open_table, sent, win
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import NewStage, Stake
from zipai_ledger.ledger.settlement import MethodChoice, settling
from zipai_ledger.models import GameSession
from zipai_ledger.rules.ways import Way

pytestmark = pytest.mark.django_db

STAKE = Stake(currency="CNY", minor_per_unit=50)


def from_(winner, loser):
    """A discard, which the discarder alone pays: 6 units."""
    return win(winner, 22, source="discard", from_=loser)


def dues(session, way):
    found = settling(GameSession.objects.get(pk=session.pk), MethodChoice(way, 0)).dues
    return [(due.payer, due.payee, due.units, due.currency, due.minor) for due in found]


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        (Way.FEWEST, [(1, 0, 18), (1, 2, 6)]),
        (Way.CASHIER, [(1, 0, 24), (0, 2, 6)]),
        (Way.PAIRS, [(1, 0, 12), (2, 0, 6), (1, 2, 12)]),
    ],
)
def test_without_a_stake_each_way_settles_the_units(db, play, way, expected):
    session = open_table()
    # By all deals together 老王 has 18 units to come and 阿芳 6, all from 小李.
    play(session, from_(0, 1), from_(0, 1), from_(2, 1), from_(2, 1), from_(0, 2))
    assert sorted(dues(session, way)) == sorted((*each, "", None) for each in expected)


def test_pair_by_pair_each_stake_is_settled_by_its_worth_and_units_beside_it(db, play):
    session = open_table(stake=STAKE)
    play(session, from_(0, 1))
    for stake in (Stake(currency="CNY", minor_per_unit=70), None):
        stage = NewStage(ruleset="guilin", seats=(0, 1, 2), stake=stake)
        record.open_stage(session=session, sent=sent(), stage=stage)
        play(session, from_(0, 1), from_(2, 1))
    found = dues(session, Way.PAIRS)
    assert sorted((payer, payee, minor) for payer, payee, _units, currency, minor in found if currency) == [
        (1, 0, 720),
        (1, 2, 420),
    ]
    assert sorted(
        (payer, payee, units) for payer, payee, units, currency, _minor in found if not currency
    ) == [
        (1, 0, 6),
        (1, 2, 6),
    ]


def test_pair_by_pair_void_deals_bind_nobody(db, play):
    session = open_table(stake=STAKE)
    _counted, *circle = play(session, from_(0, 1), from_(0, 1), from_(1, 2), from_(2, 0))
    for deal in circle:
        record.void_deal(session=session, sent=sent(), deal=deal)
    assert dues(session, Way.PAIRS) == [(1, 0, 6, "CNY", 300)]
