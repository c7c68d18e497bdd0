"""What a total is made of: the shares of the deals, and the stretches in which they are told."""

import pytest

from tests.ledger.conftest import sent, win
from tests.ledger.filling import fill
from zipai_ledger.ledger import record
from zipai_ledger.ledger.shares import LENGTH, Share, shares_of, stretch_at, stretches
from zipai_ledger.models import Stage


def shares(*units: int, ends: tuple[int, ...] = ()) -> list[Share]:
    return [Share(at + 100, at, one, at in ends) for at, one in enumerate(units, 1)]


def stretch_texts(*units: int, ends: tuple[int, ...] = ()) -> list[tuple[int, int, int, int, int, bool]]:
    found = stretches(shares(*units, ends=ends))
    return [(one.first, one.last, one.before, one.after, one.round, one.over) for one in found]


def test_nothing_has_no_stretches():
    assert stretch_texts() == []


def test_a_stretch_ends_with_its_round():
    assert stretch_texts(1, 2, 3, -4, 5, ends=(2, 3)) == [
        (1, 2, 0, 3, 1, True),
        (3, 3, 3, 6, 2, True),
        (4, 5, 6, 7, 3, False),
    ]


def test_a_stretch_is_never_longer_than_it_may_be_and_its_round_goes_on():
    found = stretch_texts(*[1] * (LENGTH + 2), ends=(LENGTH + 1,))
    assert [one[:2] for one in found] == [(1, LENGTH), (LENGTH + 1, LENGTH + 1), (LENGTH + 2, LENGTH + 2)]
    assert [one[4] for one in found] == [1, 1, 2]


def test_a_stretch_is_found_by_its_first_deal_only():
    found = list(stretches(shares(1, 2, 3, ends=(2,))))
    first, missing = stretch_at(found, 3), stretch_at(found, 2)
    assert first is not None
    assert first.units == 3
    assert missing is None


@pytest.mark.django_db
def test_void_deals_bring_nothing_and_restored_ones_what_they_did(table):
    keys = fill(table, [win(0), win(1), win(0)])
    stage = Stage.objects.get(session=table)
    before = [share.units for share in shares_of(stage, 0)]
    record.void_deal(session=table, sent=sent(), deal=keys[0])
    assert [share.units for share in shares_of(stage, 0)] == [0, *before[1:]]
    record.restore_deal(session=table, sent=sent(), deal=keys[0])
    assert [share.units for share in shares_of(stage, 0)] == before
    assert [share.key for share in shares_of(stage, 0)] == keys
