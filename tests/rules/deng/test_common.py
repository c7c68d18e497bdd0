"""What 邓桂荣's four games have in common (docs/rules/deng.md)."""

import pytest

from tests.rules.deng.at import DEALT, FIVE_GROUPS, TWELVE, Game, by_hu, carried, win

SLUGS = ["tuozi", "bopi", "gaohuzi", "huashi"]
ROUNDS = ["bopi", "gaohuzi"]
WAITING = TWELVE.split(" 胡")[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_discard_where_the_table_does_not_allow_it_is_an_error_and_null_among_the_waits(slug):
    game = Game(slug)
    deal = by_hu(40, winner=1, source="discard", from_=2)
    assert game.refusal(game.seated(3, form="three"), deal) == [("bad_source.discard_not_allowed", "source")]
    waits = game.waits(WAITING, form="three")
    assert {"叁", "陆"} <= waits.keys()
    assert all(discard is None for _, _, discard in waits.values())


@pytest.mark.parametrize("slug", ["tuozi", "huashi"])
def test_where_it_is_allowed_it_waits_like_a_drawn_card(slug):
    waits = Game(slug).waits(WAITING, form="three", discard_wins="all_pay")
    assert waits["陆"] == (12, 12, 12)


@pytest.mark.parametrize("slug", ROUNDS)
def test_tianhu_has_no_value_where_hu_are_counted_and_is_no_own_draw(slug):
    game = Game(slug)
    table = game.seated(3, form="three", **({"gates": [15, 34]} if slug == "gaohuzi" else {}))
    outcome = game.played(table, win(DEALT))
    assert outcome.wins[0].marks == ("tianhu",)
    assert outcome.gains == (15, 0, 0)


@pytest.mark.parametrize("slug", ROUNDS)
def test_no_minimum_of_its_own_is_named_in_a_deal(slug):
    game = Game(slug)
    assert game.refusal(game.seated(3, form="three"), by_hu(40, min_hu=20)) == [("bad_deal.min_hu", "min_hu")]


@pytest.mark.parametrize("slug", ["tuozi", "gaohuzi", "huashi"])
def test_four_at_once_hold_fourteen_cards_and_win_with_five_groups(slug):
    game = Game(slug)
    options = {"form": "four_at_once", **({"gates": [12, 34]} if slug == "gaohuzi" else {})}
    table = game.seated(4, **options)
    assert game.refusal(table, win(FIVE_GROUPS + "翻")) == []
    assert game.refusal(table, win(TWELVE + "翻")) == [("wrong_card_count", "hand.concealed")]


def test_a_round_carried_in_with_all_it_needs_is_over_as_soon_as_the_dealer_loses():
    game = Game("bopi")
    table = game.seated(3, form="three", carried=carried(120, 0, 0))
    assert not game.played(table, by_hu(10, winner=0)).round_over
    assert game.played(table, by_hu(10, winner=1)).round_over
