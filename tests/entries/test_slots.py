"""Where an entered deal shall stand, as an address states it."""

from dataclasses import fields

import pytest

from zipai_ledger.entries.slots import Aim, Slot, read_aim
from zipai_ledger.ledger import record
from zipai_ledger.rules import facts

DEAD = facts.Dead()


@pytest.mark.parametrize(
    ("query", "aim"),
    [
        ({}, Aim()),
        ({"winner": "1"}, Aim()),
        ({"before": "7"}, Aim("before", 7)),
        ({"after": "7"}, Aim("after", 7)),
        ({"replace": "7"}, Aim("replace", 7)),
        ({"replace": "x"}, None),
        ({"replace": "9999999999"}, None),
    ],
)
def test_an_address_states_a_slot_or_none(query: dict[str, str], aim: Aim | None):
    assert read_aim(query) == aim


@pytest.mark.parametrize("aim", [Aim(), Aim("before", 7), Aim("after", 7), Aim("replace", 7)])
def test_an_aim_is_read_from_the_query_that_it_writes(aim: Aim):
    parts = aim.query.removeprefix("?").split("=")
    assert read_aim(dict([parts]) if aim.query else {}) == aim


@pytest.mark.parametrize(
    ("aim", "change"),
    [
        (Aim(), record.Record(DEAD)),
        (Aim("before", 7), record.Insert(DEAD, 7)),
        (Aim("after", 7), record.InsertAfter(DEAD, 7)),
        (Aim("replace", 7), record.Replace(7, DEAD)),
    ],
)
def test_each_aim_is_a_change_of_the_ledger(aim: Aim, change: record.Change):
    assert aim.change(DEAD) == change


def test_where_no_deal_stands_there_is_no_row():
    empty = {field.name: None for field in fields(Slot)}
    with pytest.raises(LookupError, match="7"):
        _ = Slot(**{**empty, "number": 7}).row
