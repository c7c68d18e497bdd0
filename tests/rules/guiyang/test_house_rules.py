"""What many tables of 贵阳捉鸡麻将 settle before they begin: fewer seats, 海底, 跟章, 买马, 内外鸡, 包鸡, 包豆, 抢杠, 一炮三响."""

import pytest

from tests.rules.guiyang.at import (
    GUIYANG,
    codes,
    dead,
    dealer_after,
    dou,
    ji,
    off,
    own,
    paid,
    played,
    ready,
    refusal,
    win,
)
from zipai_ledger.rules import messages
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import ScoreRequest

ROBBED = {"winner": 0, "source": "rob_kong", "from": 1, "pattern": "daduizi"}
READY = {"ready_only": "on"}


def refused_options(**options: object) -> list[tuple[str, str]]:
    """Why no table can be opened with these."""
    with pytest.raises(Refused) as caught:
        GUIYANG.options.resolve(options)
    assert all(messages.problem_text(problem) for problem in caught.value.problems)
    return [(problem.key, problem.field) for problem in caught.value.problems]


# ---- two and three players --------------------------------------------------------------------------------------------


def test_each_other_player_is_each_who_sits_there():
    kong = win(own(), dou=[dou(0, "men")])
    assert paid(kong, seats=4) == [21, -7, -7, -7]
    assert paid(kong, seats=3) == [14, -7, -7]
    assert paid(kong, seats=2) == [7, -7]


def test_the_number_of_seats_follows_who_sits_there():
    table = GUIYANG.table({}, (0, 1, 2), 3, 0, None)
    assert table.options["seats"] == 3


def test_with_three_nobody_or_everybody_ready_pays_nothing():
    assert paid(dead(), seats=3) == [0, 0, 0]
    everybody = dead(ready(0), ready(1), ready(2))
    assert paid(everybody, seats=3) == [0, 0, 0]
    assert codes(everybody, seats=3) == ["dead.everybody"]
    assert paid(dead(ready(0, "daduizi")), seats=3) == [10, -5, -5]
    assert paid(dead(ready(1, "daduizi")), seats=2) == [-5, 5]


def test_who_deals_after_a_dead_deal_of_fewer_is_the_dealer_if_ready_or_the_nearest_who_was():
    assert dealer_after(dead(ready(0), ready(2)), seats=3) == 0
    assert dealer_after(dead(ready(1), ready(2)), seats=3) == 1
    assert dealer_after(dead(ready(1)), seats=2) == 1
    assert dealer_after(dead(ready(0), ready(2), ready(3))) == 1


def test_nobody_is_named_who_does_not_sit_there():
    assert refusal(win(own(winner=3)), seats=3) == [("bad_deal.seat", "wins.0.winner")]
    assert refusal(win(own(), ji=ji("五万", (2, "六万", 1))), seats=2) == [
        ("bad_deal.seat", "ji.held.0.player")
    ]
    out = [{"player": 2, "tile": "六万", "count": 1}]
    assert refusal(win(own(), ji=ji("五万", out=out)), seats=2) == [("bad_deal.seat", "ji.out.0.player")]


# ---- 海底捞月 --------------------------------------------------------------------------------------------------------


def test_the_last_tile_of_the_wall_adds_like_a_kong_bloom():
    last = win(own(haidi=True), ji=ji(None))
    assert paid(last, haidi=1) == [18, -6, -6, -6]
    assert codes(last, haidi=1) == ["daduizi", "haidi", "flipped.none"]
    assert codes(last, haidi=1, wugu=1) == ["daduizi", "haidi", "flipped.none_black"]
    both = win(own(haidi=True, gangkai=True), dou=[dou(0, "men")], ji=ji(None))
    assert paid(both, haidi=3) == [33, -11, -11, -11]
    assert played(win(own(haidi=True, baoting=True)), haidi=2).wins[0].units == 17


def test_the_last_tile_is_ones_own_draw_and_leaves_none_to_turn():
    assert refusal(win(off(1, 0, haidi=True)), haidi=1) == [("bad_deal.haidi", "wins.0.haidi")]
    assert refusal(win(own(haidi=True), ji=ji("五万")), haidi=1) == [("bad_deal.haidi_flipped", "ji.flipped")]
    assert refusal(win(own(haidi=True))) == [("bad_deal.unplayed_haidi", "wins.0.haidi")]
    assert refusal(win(own(haidi=False))) == []


def test_a_hand_on_its_own_is_held_to_the_same():
    def score(table: dict, **more: object) -> int | None:
        hands = GUIYANG.game(GUIYANG.options.resolve(table)).hands
        return hands.score(ScoreRequest(hand={"pattern": "daduizi", **more})).units

    assert score({"haidi": 3}, haidi=True, source="self_draw") == 8
    assert score({"haidi": 3}, haidi=True) == 8
    for table, source, key in (
        ({}, "self_draw", "bad_deal.unplayed_haidi"),
        ({"haidi": 3}, "discard", "bad_deal.haidi"),
    ):
        with pytest.raises(Refused) as caught:
            score(table, haidi=True, source=source)
        assert [(problem.key, problem.field) for problem in caught.value.problems] == [(key, "hand.haidi")]


# ---- 跟章 ------------------------------------------------------------------------------------------------------------


def test_a_followed_tile_costs_the_dealer_whoever_wins_and_after_a_dead_deal():
    assert paid(dead(genzhang=True), genzhang=1) == [-3, 1, 1, 1]
    assert paid(win(own(), genzhang=True), genzhang=2) == [9, -3, -3, -3]
    assert paid(win(own(winner=1), genzhang=True, dealer=2), genzhang=2) == [-3, 17, -11, -3]
    assert paid(dead(genzhang=True), genzhang=3, seats=2) == [-3, 3]
    assert codes(win(own(), genzhang=True), genzhang=2) == ["daduizi", "genzhang"]
    assert codes(dead(genzhang=True), genzhang=1) == ["dead.none", "genzhang"]


def test_a_followed_tile_is_no_part_of_a_table_that_does_not_play_it():
    assert refusal(win(own(), genzhang=True)) == [("bad_deal.unplayed_genzhang", "genzhang")]
    assert refusal(dead(genzhang=True)) == [("bad_deal.unplayed_genzhang", "genzhang")]
    assert refusal(win(own(), genzhang=False)) == []


# ---- 买马 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "dealer", "winner", "tiles", "hits"),
    [
        (4, 0, 0, "一万 五条 九筒", 3),
        (4, 0, 1, "二万 六条 九筒", 2),
        (4, 0, 2, "三万 七条 五筒 九条", 2),
        (4, 0, 3, "四万 八条 一筒", 2),
        (4, 2, 0, "三万 七条 一筒", 2),
        (3, 0, 0, "一万 四条 七筒 二万", 3),
        (3, 1, 0, "三万 六条 九筒 一万", 3),
        (2, 0, 0, "一万 二万 三万", 2),
        (2, 0, 1, "一万 二万 八万", 2),
    ],
)
def test_whose_a_turned_tile_is_follows_the_seats_from_the_dealer(seats, dealer, winner, tiles, hits):
    deal = win(own(winner=winner), maima={"tiles": tiles.split()}, dealer=dealer)
    counted = win(own(winner=winner), maima={"hits": hits}, dealer=dealer)
    assert paid(deal, maima=4, seats=seats)[winner] == 5 * (1 + hits) * (seats - 1)
    assert paid(deal, maima=4, seats=seats) == paid(counted, maima=4, seats=seats)


def test_horses_multiply_the_win_and_nothing_else():
    deal = win(own(), dou=[dou(1, "men", "一筒")], ji=ji("五万", (2, "六万", 1)), maima={"hits": 1})
    assert paid(deal, maima=2) == [30 - 2 - 1, -10 + 6 - 1, -10 - 2 + 3, -10 - 2 - 1]
    bonus = win(own(), maima={"hits": 2})
    assert paid(bonus, maima=2, dealer_bonus=1, zimo=1) == [63, -21, -21, -21]
    assert codes(bonus, maima=2) == ["daduizi", "maima"]
    assert codes(win(own(), maima={"tiles": ["五万"]}), maima=2) == ["daduizi", "maima.tiles"]
    assert paid(win(own()), maima=2) == [15, -5, -5, -5]


@pytest.mark.parametrize(
    ("maima", "key", "field"),
    [
        ({"hits": 3}, "bad_deal.maima_many", "maima"),
        ({"tiles": ["一万", "二万", "三万"]}, "bad_deal.maima_many", "maima"),
        ({"tiles": ["一万"], "hits": 1}, "bad_deal.maima_told", "maima"),
        ({}, "bad_deal.maima_told", "maima"),
        ({"tiles": ["十万"]}, "bad_tiles.unknown", "maima.tiles.0"),
    ],
)
def test_horses_that_cannot_be_are_refused(maima, key, field):
    assert refusal(win(own(), maima=maima), maima=2) == [(key, field)]


def test_horses_are_turned_after_an_own_draw_where_they_are_played():
    assert refusal(win(off(1, 0), maima={"hits": 1}), maima=2) == [("bad_deal.maima_source", "maima")]
    assert refusal(win(own(), maima={"hits": 0})) == [("bad_deal.unplayed_maima", "maima")]


def test_no_tile_is_seen_more_than_four_times():
    full = ji("四万", (1, "五万", 4))
    assert refusal(win(own(), ji=full, maima={"tiles": ["五万"]}), maima=2) == [("too_many_copies", "")]
    out = ji("四万", (1, "五万", 3), out=[{"player": 2, "tile": "五万", "count": 2}])
    assert refusal(win(own(), ji=out), neiwai_ji="all") == [("too_many_copies", "")]


# ---- 内外鸡 ----------------------------------------------------------------------------------------------------------


def discarded(flipped: str, tile: str, count: int, player: int = 2) -> dict:
    return win(own(winner=1), ji=ji(flipped, out=[{"player": player, "tile": tile, "count": count}]))


@pytest.mark.parametrize(
    ("flipped", "tile", "count", "yaoji", "every"),
    [
        ("五万", "六万", 2, 0, 2),
        ("五万", "一条", 2, 2, 2),
        ("九条", "一条", 1, 1, 2),
        ("五万", "七万", 1, 0, 0),
        ("五万", "八筒", 1, 2, 2),
        ("七筒", "八筒", 1, 2, 4),
    ],
)
def test_discarded_chickens_count_plainly_or_as_if_held(flipped, tile, count, yaoji, every):
    for how, units in (("yaoji", yaoji), ("all", every)):
        found = paid(discarded(flipped, tile, count), neiwai_ji=how, wugu=2)
        assert found == [-5 - units, 15 - units, -5 + 3 * units, -5 - units]


def test_who_may_not_be_paid_gets_nothing_for_them():
    deal = discarded("五万", "一条", 2) | {"ready": [0]}
    assert paid(deal, neiwai_ji="all", ready_only="on") == [-5, 15, -5, -5]
    assert codes(deal, neiwai_ji="all", ready_only="on")[-1] == "ji.unpaid"
    deal = discarded("五万", "一条", 2)
    assert refusal(deal, neiwai_ji="all", ready_only="on") == [("bad_deal.ready_missing", "ready")]


def test_discarded_chickens_have_to_be_possible_and_played():
    assert refusal(discarded("五万", "一条", 1)) == [("bad_deal.unplayed_out", "ji.out")]
    assert refusal(discarded("五万", "一条", 0)) == []
    assert refusal(discarded("五万", "一条", 5), neiwai_ji="all") == [("bad_tiles.ji_out", "ji.out.0.count")]
    assert refusal(discarded("五万", "一", 1), neiwai_ji="all") == [("bad_tiles.unknown", "ji.out.0.tile")]
    twice = discarded("五万", "一条", 1)
    twice["ji"]["out"] *= 2
    assert refusal(twice, neiwai_ji="all") == [("bad_tiles.ji_twice", "ji.out.1")]


# ---- 包鸡 ------------------------------------------------------------------------------------------------------------


def laid(player: int, tile: str, count: int, open_: int) -> dict:
    return {"player": player, "tile": tile, "count": count, "laid": open_}


def open_chickens(*held: dict, out: int = 0, flipped: str = "五万") -> dict:
    """Seat 1 wins, seat 0 is ready; seat 3 discarded so many 一条."""
    discards = [{"player": 3, "tile": "一条", "count": out}] if out else []
    return win(own(winner=1), ready=[0], ji={"flipped": flipped, "held": list(held), "out": discards})


def bao_ji(deal: dict, **options: object) -> int:
    """What seat 3, who is not ready, pays each of seats 0 and 1."""
    options = {**READY, "bao_ji": "wins", **options}
    flows = [flow for flow in played(deal, **options).flows if flow.code == "bao_ji_paid"]
    assert [(flow.payer, flow.payee) for flow in flows] in ([], [(3, 0), (3, 1)])
    return flows[0].units if flows else 0


def test_who_is_not_ready_pays_the_ready_for_chickens_that_lie_open():
    deal = open_chickens(laid(3, "一条", 3, 3), out=1)
    assert paid(deal, bao_ji="wins", **READY) == [-1, 19, -5, -13]
    assert bao_ji(open_chickens(laid(3, "一条", 3, 0))) == 0
    assert bao_ji(open_chickens(laid(3, "一条", 3, 2))) == 2
    assert bao_ji(open_chickens(laid(3, "六万", 3, 3))) == 0
    assert bao_ji(open_chickens(laid(3, "八筒", 3, 3)), wugu=2) == 6


def test_a_golden_chicken_is_paid_double_where_it_is_laid_and_where_discards_count_as_held():
    assert bao_ji(open_chickens(laid(3, "一条", 3, 3), flipped="九条")) == 6
    assert bao_ji(open_chickens(out=2, flipped="九条")) == 2
    assert bao_ji(open_chickens(out=2, flipped="九条"), neiwai_ji="yaoji") == 2
    assert bao_ji(open_chickens(out=2, flipped="九条"), neiwai_ji="all") == 4


def test_after_a_dead_deal_only_where_the_table_says_always():
    deal = dead(
        ready(0), ji={"held": [laid(2, "一条", 3, 3)], "out": [{"player": 3, "tile": "一条", "count": 1}]}
    )
    assert paid(deal, bao_ji="always", **READY) == [3 + 4, -1, -1 - 3, -1 - 1]
    assert refusal(deal, bao_ji="wins", **READY) == [("bad_deal.unplayed_ji_dead", "ji")]
    assert refusal(dead(ready(0), ji={"held": [], "out": []})) == []
    full = dead(ji={"held": [laid(2, "一条", 3, 4)]})
    assert refusal(full, bao_ji="always", **READY) == [("bad_tiles.ji_laid", "ji.held.0.laid")]
    many = dead(ji={"held": [laid(2, "一条", 3, 3)], "out": [{"player": 3, "tile": "一条", "count": 2}]})
    assert refusal(many, bao_ji="always", **READY) == [("too_many_copies", "")]


def test_paying_for_chickens_and_kongs_goes_with_only_the_ready():
    assert refused_options(bao_ji="wins") == [("bad_option.needs_ready_only", "bao_ji")]
    assert refused_options(bao_dou="always", bao_ji="always") == [
        ("bad_option.needs_ready_only", "bao_ji"),
        ("bad_option.needs_ready_only", "bao_dou"),
    ]
    assert GUIYANG.options.resolve({"preset": "family_b", "bao_ji": "wins"})["bao_ji"] == "wins"
    assert refused_options(preset="family_b", bao_ji="wins", ready_only="off") == [
        ("bad_option.needs_ready_only", "bao_ji")
    ]


def test_which_chickens_lie_open_is_told_only_where_it_matters():
    deal = win(own(), ji={"flipped": "五万", "held": [laid(1, "一条", 2, 1)]})
    assert refusal(deal) == [("bad_deal.unplayed_laid", "ji.held.0.laid")]
    assert refusal(deal, neiwai_ji="all") == []


# ---- 包豆 ------------------------------------------------------------------------------------------------------------


def test_who_is_not_ready_pays_for_his_own_live_kongs():
    kongs = [dou(3, "men", "五万"), dou(2, "dian", "六万", 0), dou(2, "dian", "八万", 3)]
    deal = win(own(winner=1), ready=[0], dou=kongs)
    assert paid(deal, bao_dou="wins", **READY) == [-2, 17, -6, -9]
    void = win(own(winner=1), ready=[0], dou=[dou(3, "men", "五万", void=True)])
    assert paid(void, bao_dou="wins", **READY) == [-5, 15, -5, -5]


def test_a_robbed_kong_is_not_paid_for():
    deal = win(ROBBED, ready=[], dou=[dou(1, "zhuanwan", "九万")])
    assert paid(deal, bao_dou="wins", **READY) == [5, -5, 0, 0]


def test_kongs_after_a_dead_deal():
    deal = dead(ready(0), dou=[dou(3, "zhuanwan"), dou(0, "men", "七万")])
    assert paid(deal, bao_dou="always", **READY) == [4, -1, -1, -2]
    assert paid(deal, bao_dou="wins", **READY) == [3, -1, -1, -1]


# ---- 抢杠 ------------------------------------------------------------------------------------------------------------


def robbed_of(**more: object) -> dict:
    return win(ROBBED, dou=[dou(1, "men")], ji=ji("一万", (1, "二万", 2), (2, "二万", 1)), **more)


def test_a_robbed_kong_may_burn_the_chickens_or_void_the_kongs_too():
    assert paid(robbed_of()) == [5 - 2 - 2 - 1, -5 + 6 + 6 - 1, -2 - 2 + 3, -2 - 2 - 1]
    assert paid(robbed_of(), rob_kong="burn_ji") == [2, 0, 1, -3]
    assert paid(robbed_of(), rob_kong="void_all") == [4, -6, 3, -1]


def test_the_first_chicken_burns_with_the_others():
    deal = robbed_of(chongfeng={"player": 1, "tile": "一条"})
    assert codes(deal, rob_kong="burn_ji", chongfeng=2)[-1] == "chongfeng.unpaid"


def test_who_was_robbed_gets_nothing_of_what_another_pays_for_his_first_chicken():
    deal = win(ROBBED, ready=[1], chongfeng={"player": 2, "tile": "一条"})
    assert paid(deal, chongfeng=2, **READY) == [5 + 2, -5 + 2, -2 - 2, 0]
    assert paid(deal, chongfeng=2, rob_kong="burn_ji", **READY) == [5 + 2, -5, -2, 0]


def test_who_was_robbed_still_owes():
    deal = win(ROBBED, ready=[], dou=[dou(1, "men")])
    assert paid(deal, rob_kong="void_all", bao_dou="wins", **READY) == [5 + 2, -5 - 2, 0, 0]


# ---- 一炮三响 --------------------------------------------------------------------------------------------------------


def test_three_winners_may_be_paid_plainly_and_the_discarder_deals():
    three = win(off(0, 1), off(0, 2, "qingyise"), off(0, 3))
    assert paid(three, triple_ron="plain") == [-20, 5, 10, 5]
    assert refusal(three) == [("bad_deal.discarder_value", "discarder_value")]
    assert paid(three | {"discarder_value": 7}) == [21, -7, -7, -7]
    assert dealer_after(three | {"dealer": 1}, triple_ron="plain") == 0
    assert paid(three, triple_ron="plain", dealer_bonus=1) == [-23, 6, 11, 6]
