"""照规矩: what the rule filled in follows once an earlier deal is corrected, and what was set by hand stands."""

from dataclasses import replace

import pytest

from tests.rules.deng.at import Game, state, win_fact
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.proposed import follow, left_open

COUNTED, NAMED = Game("bopi"), Game("dazipai")
TABLE = COUNTED.seated(4, form="three_and_counter")
BEFORE, NOW = state(0, 3, (0, 0, 0, 0)), state(1, 0, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("stored", "follows"),
    [
        ((0, 3), (1, 0)),
        ((2, 1), (2, 1)),
        ((0, 2), (1, 2)),
        ((2, 3), (2, 0)),
        ((3, 0), (3, 0)),
    ],
)
def test_who_deals_and_who_counts_follow_each_where_it_was_as_the_rule_had_it(
    stored: tuple[int, int], follows: tuple[int, int]
):
    dealer, sitting = map(Seat, stored)
    deal = replace(win_fact(2, 20), dealer=dealer, sitting=sitting)
    found = follow(COUNTED.ruleset, TABLE, deal, BEFORE, NOW)
    assert (found.dealer, found.sitting) == follows
    assert left_open(found, "dealer", "sitting") == win_fact(2, 20)


def test_the_minimum_follows_whom_it_was_named_by():
    table = NAMED.seated(3)
    before, now = state(0, min_hu=15), state(0, min_hu=25)
    kept, named = (facts.Dead(dealer=Seat(0), min_hu=Count(least)) for least in (15, 20))
    assert follow(NAMED.ruleset, table, kept, before, now) == replace(kept, min_hu=25)
    assert follow(NAMED.ruleset, table, named, before, now) == named


def test_what_names_nobody_follows_nobody():
    agreed = facts.Adjust(deltas=(5, -5, 0, 0))
    assert follow(COUNTED.ruleset, TABLE, agreed, BEFORE, NOW) == agreed
