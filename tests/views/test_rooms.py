"""A request goes down the floors of the house, and comes back by returning."""

import pytest

from tests.rooms import goes_up, walks

pytestmark = pytest.mark.django_db


def test_no_call_goes_back_up_against_the_arrows():
    assert {name: walk.upward for name, walk in walks()} == {
        name: {} for name in ("a 胡", "a table", "settling", "a new table")
    }


def test_arrows_are_those_of_the_floors():
    assert goes_up("zipai_ledger.rules.problems", "zipai_ledger.views.table")
    assert goes_up("zipai_ledger.ledger.queries.deals", "zipai_ledger.ledger.record.write")
    assert not goes_up("zipai_ledger.views.table", "zipai_ledger.rules.problems")
    assert not goes_up("zipai_ledger.views.table", "zipai_ledger.views.deal")
