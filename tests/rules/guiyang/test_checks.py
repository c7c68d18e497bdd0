"""What a deal of 贵阳捉鸡麻将 is refused for (docs/rules/guiyang.md#checks)."""

import pytest

from tests.rules.guiyang.at import GUIYANG, dead, dou, ji, off, own, played, ready, refusal, seated, win
from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.problems import Refused

PLAIN = "一二三万 四五六条 七八九筒 二二二筒 五五万"
SUIT = "一一一条 九九条 二三四条 五六七条 七八九条"
ROBBED = {"source": "rob_kong"}
PAYS = [{"to": 3, "units": 1}]


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        # who won, and from whom
        (win(), [("bad_deal.winner_missing", "wins")]),
        (win(own(**{"from": 1})), [("bad_deal.from_extra", "wins.0.from")]),
        (
            win({"winner": 1, "source": "discard", "pattern": "daduizi"}),
            [("bad_deal.from_missing", "wins.0.from")],
        ),
        (win({"winner": 1, "pattern": "daduizi"} | ROBBED), [("bad_deal.from_missing", "wins.0.from")]),
        (win(off(1, 1)), [("bad_deal.from_self", "wins.0.from")]),
        (win(off(0, 1), off(0, 1)), [("bad_deal.won_twice", "wins")]),
        (win(off(0, 1), off(3, 2)), [("bad_deal.shared_discard", "wins")]),
        (win(off(0, 1), off(0, 2) | ROBBED), [("bad_deal.shared_discard", "wins")]),
        (win(own(winner=1), own(winner=2)), [("bad_deal.shared_discard", "wins")]),
        (win(off(0, 1), own(winner=2)), [("bad_deal.shared_discard", "wins")]),
        (win(off(0, 1), off(0, 2), off(0, 3)), [("bad_deal.discarder_value", "discarder_value")]),
        (win(off(0, 1, off_baoting=True)), [("bad_deal.discarder_value", "discarder_value")]),
        (win(off(0, 1), discarder_value=-1), None),
        # marks
        (win(off(0, 1, gangkai=True)), [("bad_deal.gangkai", "wins.0.gangkai")]),
        (win(own(off_baoting=True), discarder_value=1), [("bad_deal.off_baoting", "wins.0.off_baoting")]),
        (win(own(repao=True)), [("bad_deal.repao", "wins.0.repao")]),
        (win(off(0, 1, repao=True)), [("bad_deal.repao_dou", "wins.0.repao")]),
        (win(off(0, 1, repao=True), dou=[dou(0, "men")]), [("bad_deal.repao_dou", "wins.0.repao")]),
        (
            win(off(0, 1, repao=True), dou=[dou(2, "men", void=True)]),
            [("bad_deal.repao_dou", "wins.0.repao")],
        ),
        # a 平胡 off a discard
        (win(off(0, 1, "pinghu")), [("not_a_win.plain", "wins.0.pattern")]),
        (win(off(0, 1, None, tiles=PLAIN)), [("not_a_win.plain", "wins.0.tiles")]),
        (win(off(0, 1, "pinghu"), dou=[dou(0, "men")]), [("not_a_win.plain", "wins.0.pattern")]),
        (win(off(0, 1, "pinghu"), dou=[dou(1, "men", void=True)]), [("not_a_win.plain", "wins.0.pattern")]),
        (win(off(0, 1, "pinghu"), off(0, 2)), [("not_a_win.plain", "wins.0.pattern")]),
        # patterns and tiles
        (win(own(None)), [("bad_tiles.pattern_or_tiles", "wins.0.pattern")]),
        (win(own("duiduihu")), [("bad_tiles.pattern_unknown", "wins.0.pattern")]),
        (win(own("daduizi", tiles=PLAIN)), [("bad_tiles.pattern_differs", "wins.0.pattern")]),
        (win(own("pinghu", tiles=SUIT)), [("bad_tiles.pattern_differs", "wins.0.pattern")]),
        (win(own(None, tiles=PLAIN[:-2] + "六万")), [("not_a_win", "wins.0.tiles")]),
        (win(own(None, tiles="一二三万")), [("wrong_card_count.tiles", "wins.0.tiles")]),
        (win(own(None, tiles="白板")), [("bad_tiles.unknown", "wins.0.tiles")]),
        (
            win(own(None, tiles=PLAIN), dou=[dou(0, "men", "五万")]),
            [("bad_tiles.kong", "wins.0.tiles")],
        ),
        (
            win(off(0, 1, None, tiles="一"), off(0, 2, "x")),
            [("bad_tiles.pattern_unknown", "wins.1.pattern"), ("bad_tiles.unknown", "wins.0.tiles")],
        ),
        # 豆
        (win(own(), dou=[dou(1, "dian")]), [("bad_deal.from_missing", "dou.0.from")]),
        (win(own(), dou=[dou(1, "dian", from_=1)]), [("bad_deal.from_self", "dou.0.from")]),
        (win(own(), dou=[dou(1, "men", from_=2)]), [("bad_deal.dou_from_extra", "dou.0.from")]),
        (win(own(), dou=[dou(1, "zhuanwan", from_=2)]), [("bad_deal.dou_from_extra", "dou.0.from")]),
        (win(own(), dou=[dou(1, "men", "东风")]), [("bad_tiles.unknown", "dou.0.tile")]),
        # 鸡
        (win(own(), ji=ji("东风")), [("bad_tiles.unknown", "ji.flipped")]),
        (win(own(), ji=ji("五万六万")), [("bad_tiles.one_expected", "ji.flipped")]),
        (win(own(), ji=ji("五万", (0, "西风", 1))), [("bad_tiles.unknown", "ji.held.0.tile")]),
        (win(own(), ji=ji("五万", (0, "六万", 3, True))), [("bad_tiles.ji_full", "ji.held.0.full")]),
        (
            win(own(), dou=[dou(0, "zhuanwan", "六万")], ji=ji("五万", (0, "六万", 4, True))),
            [("bad_tiles.ji_full", "ji.held.0.full")],
        ),
        (
            win(own(), ji=ji("五万", (0, "六万", 1), (0, "六万", 1))),
            [("bad_tiles.ji_twice", "ji.held.1")],
        ),
        (
            win(own(None, tiles=SUIT), ji=ji("六条", (0, "一条", 2))),
            [("bad_tiles.ji_count", "ji.held.0.count")],
        ),
        (
            win(own(), dou=[dou(1, "zhuanwan", "六万")], ji=ji("五万", (1, "六万", 2))),
            [("bad_tiles.ji_count", "ji.held.0.count")],
        ),
        (
            win(own(), dou=[dou(1, "men", "六万")], ji=ji("五万", (1, "六万", 3))),
            [("bad_tiles.ji_count", "ji.held.0.count")],
        ),
        # 冲锋鸡, 责任鸡
        (win(own(), chongfeng={"player": 0, "tile": "二条"}), [("bad_tiles.not_yaoji", "chongfeng.tile")]),
        (win(own(), chongfeng={"player": 0, "tile": "北"}), [("bad_tiles.unknown", "chongfeng.tile")]),
        (win(own(), zeren={"from": 0, "to": 0, "tile": "一条"}), [("bad_deal.zeren_self", "zeren.to")]),
        (
            win(own(), chongfeng={"player": 0, "tile": "一条"}, zeren={"from": 1, "to": 2, "tile": "九万"}),
            [("bad_tiles.not_yaoji", "zeren.tile"), ("bad_deal.zeren_from", "zeren.from")],
        ),
        # 包牌, 相公
        (win(own(), bao={"player": 1, "pays": PAYS}), [("bad_deal.bao_discard", "bao")]),
        (win(off(0, 1), bao={"player": 1, "pays": PAYS}), [("bad_deal.bao_player", "bao.player")]),
        (win(off(0, 1), bao={"player": 0, "pays": PAYS}), [("bad_deal.bao_player", "bao.player")]),
        (win(off(0, 1), xianggong=[1]), [("bad_deal.xianggong", "xianggong.0")]),
        (win(off(0, 1), xianggong=[3, 2], ready=[2]), [("bad_deal.xianggong", "xianggong.1")]),
        # 黄庄
        (dead(ready(0), ready(0)), [("bad_deal.ready_twice", "ready")]),
        (dead(ready(0, None)), [("bad_deal.ready_value", "ready.0.pattern")]),
        (dead(ready(0) | {"value": 3}), [("bad_deal.ready_both", "ready.0.value")]),
        (dead(ready(0, "qing")), [("bad_tiles.pattern_unknown", "ready.0.pattern")]),
        (
            dead(ready(0, None), dou=[dou(1, "dian")]),
            [("bad_deal.ready_value", "ready.0.pattern"), ("bad_deal.from_missing", "dou.0.from")],
        ),
        # seats
        (win(off(7, 5)), [("bad_deal.seat", "wins.0.winner"), ("bad_deal.seat", "wins.0.from")]),
        (win(own(), ready=[1, 4]), [("bad_deal.seat", "ready.1")]),
        (win(own(), xianggong=[6]), [("bad_deal.seat", "xianggong.0")]),
        (
            win(own(), dou=[dou(4, "dian", from_=5)], ji=ji("五万", (6, "六万", 1))),
            [("bad_deal.seat", f) for f in ("dou.0.player", "dou.0.from", "ji.held.0.player")],
        ),
        (
            win(own(), chongfeng={"player": 4, "tile": "一条"}, zeren={"from": 5, "to": 6, "tile": "一条"}),
            [("bad_deal.seat", f) for f in ("chongfeng.player", "zeren.from", "zeren.to")],
        ),
        (dead(ready(4)), [("bad_deal.seat", "ready.0.player")]),
        (dead(dealer=4), [("bad_deal.seat", "dealer")]),
        (dead(sitting=1), [("bad_deal.nobody_sits", "sitting")]),
        # what other games have
        ({"result": "win", "winner": 0, "hu": 5}, [("bad_deal.not_here", "result")]),
        ({"result": "end_round", "how": "drop"}, [("bad_deal.not_here", "result")]),
        ({"result": "points", "points": 5}, [("bad_deal.not_here", "result")]),
    ],
)
def test_a_deal_that_cannot_have_been_is_refused(deal, problems):
    if problems is None:
        with pytest.raises(Refused):
            played(deal)
    else:
        assert refusal(deal) == problems


def test_all_that_is_wrong_is_told_together():
    wrong = win(own(**{"from": 0}), dou=[dou(1, "dian")], xianggong=[0])
    assert refusal(wrong) == [
        ("bad_deal.from_extra", "wins.0.from"),
        ("bad_deal.from_self", "wins.0.from"),
        ("bad_deal.from_missing", "dou.0.from"),
        ("bad_deal.xianggong", "xianggong.0"),
    ]
    assert refusal(win(off(0, 1, "x"), off(0, 2, "pinghu"))) == [
        ("bad_tiles.pattern_unknown", "wins.0.pattern"),
        ("not_a_win.plain", "wins.1.pattern"),
    ]


def test_what_is_wrong_with_players_and_with_tiles_is_told_together():
    tiles = ji("东风", (0, "西风", 1))
    assert refusal(win(off(1, 1, "x"), ji=tiles, chongfeng={"player": 1, "tile": "九万"})) == [
        ("bad_deal.from_self", "wins.0.from"),
        ("bad_tiles.pattern_unknown", "wins.0.pattern"),
        ("bad_tiles.not_yaoji", "chongfeng.tile"),
        ("bad_tiles.unknown", "ji.flipped"),
        ("bad_tiles.unknown", "ji.held.0.tile"),
    ]
    five = ji("五万", (0, "六万", 5))
    assert refusal(win(off(0, 1, "pinghu", repao=True), ji=five, dou=[dou(1, "men", "东")])) == [
        ("bad_deal.repao_dou", "wins.0.repao"),
        ("bad_tiles.unknown", "dou.0.tile"),
    ]
    assert refusal(win(off(0, 1), off(0, 2), off(0, 3, "pinghu"), ji=five)) == [
        ("bad_deal.discarder_value", "discarder_value"),
        ("too_many_copies", ""),
    ]
    assert refusal(win(off(0, 1), off(0, 2), off(0, 3, "pinghu"))) == [
        ("bad_deal.discarder_value", "discarder_value"),
        ("not_a_win.plain", "wins.2.pattern"),
    ]


def test_a_wrong_pattern_is_named_as_players_name_it():
    with pytest.raises(Refused) as caught:
        played(win(own("daduizi", tiles=PLAIN)))
    assert messages.problem_text(caught.value.problems[0]) == "照牌看是平胡，写的是大对子"


# ---- who was ready ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        {"dou": [dou(1, "men")]},
        {"ji": ji("五万", (1, "六万", 1))},
        {"chongfeng": {"player": 1, "tile": "一条"}},
        {"zeren": {"from": 0, "to": 1, "tile": "一条"}},
    ],
)
def test_where_only_the_ready_are_paid_it_must_be_told_who_was(more):
    missing = [("bad_deal.ready_missing", "ready")]
    assert refusal(win(own(), **more), ready_only="on") == missing
    assert refusal(win(own(), **more, ready=[]), ready_only="on") == []
    assert refusal(win(own(), **more)) == []


def test_it_need_not_be_told_where_only_winners_have_something():
    mine = {"dou": [dou(0, "men", "一筒")], "ji": ji("五万", (0, "六万", 1))}
    assert refusal(win(own(), **mine), ready_only="on") == []
    assert refusal(win(own("x"), dou=[dou(1, "men")]), ready_only="on") == [
        ("bad_tiles.pattern_unknown", "wins.0.pattern"),
        ("bad_deal.ready_missing", "ready"),
    ]


# ---- copies -----------------------------------------------------------------------------------------------------------

TOO_MANY = [("too_many_copies", "")]
TRIPLETS = "五五五万 一一一条 七七七筒 二二二筒 九九万"


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        (win(own(), ji=ji("五万", (0, "六万", 3), (1, "六万", 1))), []),
        (win(own(), ji=ji("五万", (0, "六万", 3), (1, "六万", 2))), TOO_MANY),
        (win(own(), ji=ji("五万", (0, "六万", 5))), TOO_MANY),
        (win(own(), dou=[dou(0, "men", "六万")], ji=ji("五万", (1, "六万", 1))), TOO_MANY),
        (win(own(), dou=[dou(0, "men", "六万")], ji=ji("五万", (0, "六万", 4))), []),
        (win(own(), dou=[dou(0, "men"), dou(1, "men")]), TOO_MANY),
        (win(own(), dou=[dou(0, "men"), dou(0, "men")]), TOO_MANY),
        (win(own(), dou=[dou(0, "men")], ji=ji("五万")), TOO_MANY),
        (win(own(None, tiles=TRIPLETS), ji=ji("五万")), []),
        (win(own(None, tiles=TRIPLETS), ji=ji("五万", (1, "五万", 1))), TOO_MANY),
        (win(own(None, tiles=TRIPLETS), dou=[dou(1, "men", "五万")]), TOO_MANY),
        (win(own(None, tiles=TRIPLETS), ji=ji("九条", (1, "一条", 1))), []),
        (win(own(None, tiles=TRIPLETS), ji=ji("九条", (1, "一条", 2))), TOO_MANY),
        (dead(dou=[dou(0, "men"), dou(1, "men")]), TOO_MANY),
        # two winners share the tile that was discarded
        (
            win(off(3, 0, None, tiles=TRIPLETS), off(3, 1, None, tiles="五五万 碰一万 碰二万 碰三万 碰四万")),
            [],
        ),
        (
            win(
                off(3, 0, None, tiles=TRIPLETS),
                off(3, 1, None, tiles="五五五万 碰一万 碰二万 碰三万 八八条"),
            ),
            TOO_MANY,
        ),
        (win(off(3, 0), off(3, 1), ji=ji("四万", (0, "五万", 3), (1, "五万", 2))), []),
        (win(off(3, 0), off(3, 1), ji=ji("四万", (0, "五万", 3), (2, "五万", 2))), TOO_MANY),
        # the fourth tile of a robbed kong is in the winner's hand
        (
            win(
                off(3, 0, None, tiles="四五六万 一一一条 七七七筒 二二二筒 九九万") | ROBBED,
                dou=[dou(3, "zhuanwan", void=True)],
            ),
            [],
        ),
        (
            win(
                off(3, 0, None, repao=True, tiles="四五六万 一一一条 七七七筒 二二二筒 九九万"),
                dou=[dou(3, "zhuanwan", void=True)],
            ),
            TOO_MANY,
        ),
    ],
)
def test_no_tile_is_seen_more_than_four_times(deal, problems):
    assert refusal(deal) == problems


def test_a_kong_of_ji_that_nobody_told_is_remarked():
    table = GUIYANG.table({}, (3, 2, 1, 0), 4, 0, None)
    deal = facts.from_json(win(own(), dou=[dou(1, "men", "六万")], ji=ji("五万")))
    outcome = GUIYANG.play(table, GUIYANG.open(table), deal)
    assert [(p.key, p.field, dict(p.params)) for p in outcome.warnings] == [
        ("ji_untold", "ji.held", {"player": 2, "tile": "六万"})
    ]
    assert played(win(own(), dou=[dou(1, "men", "六万")])).warnings == ()


FOUR = [dou(0, "men", tile) for tile in ("一万", "三万", "五万", "七万")]
ONE_SUIT = "一一一三三三五五五七七条"


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        (win(own(gangkai=True)), [("bad_deal.gangkai_dou", "wins.0.gangkai")]),
        (win(own(gangkai=True), dou=[dou(1, "men")]), [("bad_deal.gangkai_dou", "wins.0.gangkai")]),
        (
            win(own(gangkai=True), dou=[dou(0, "men", void=True)]),
            [("bad_deal.gangkai_dou", "wins.0.gangkai")],
        ),
        (win(own(gangkai=True), dou=[dou(0, "men")]), []),
        (win(own(), dou=FOUR), []),
        (win(own(), dou=[*FOUR, dou(0, "men", "九万")]), [("bad_deal.dou_many", "dou")]),
        (win(own(winner=1), dou=[*FOUR, dou(0, "men", "九万")]), [("bad_deal.dou_many", "dou")]),
        ({"result": "dead", "dou": [*FOUR, dou(0, "men", "九万")]}, [("bad_deal.dou_many", "dou")]),
        (win(own("qinglongbei"), dou=[dou(0, "men")]), [("bad_deal.pairs_kong", "wins.0.pattern")]),
        (win(own("xiaoqidui"), dou=[dou(0, "men", void=True)]), [("bad_deal.pairs_kong", "wins.0.pattern")]),
        (
            win(own("qingyise"), dou=[dou(0, "men", "五条"), dou(0, "men", "五万")]),
            [("bad_deal.suit_kong", "wins.0.pattern")],
        ),
        (win(own("qingyise"), dou=[dou(0, "men", "五条"), dou(1, "men", "五万")]), []),
        (win(own("qingdadui"), dou=[dou(0, "men", "五条"), dou(0, "zhuanwan", "七条")]), []),
    ],
)
def test_kongs_that_cannot_be_beside_the_win_are_refused_and_stood_before(deal, problems):
    assert refusal(deal) == problems
    first = GUIYANG.as_of(1)
    table = first.table({}, (0, 1, 2, 3), 4, 0, None)
    assert first.play(table, first.open(table), facts.from_json(deal)).deal.result == deal["result"]


def test_a_kong_of_another_suit_than_the_tiles_is_refused():
    won = own("qingdadui", tiles=ONE_SUIT)
    assert ("bad_deal.suit_kong", "wins.0.pattern") in refusal(win(won, dou=[dou(0, "men", "九万")]))
    assert refusal(win(won, dou=[dou(0, "men", "九条")])) == []


def remarks(deal: dict) -> list[tuple[str, str]]:
    return [(p.key, p.field) for p in played(deal).warnings]


def test_a_kong_marked_void_without_a_reason_is_remarked():
    assert remarks(win(own(), dou=[dou(1, "men", void=True)])) == [("void_dou", "dou.0.void")]
    assert remarks(win(own(), dou=[dou(0, "zhuanwan", void=True)])) == [("void_dou", "dou.0.void")]
    assert remarks(win(off(1, 0, repao=True), dou=[dou(1, "men", void=True)])) == []
    robbed = {"winner": 0, "source": "rob_kong", "from": 1, "pattern": "daduizi"}
    assert remarks(win(robbed, dou=[dou(1, "zhuanwan", void=True)])) == []
    both = [dou(1, "zhuanwan", void=True), dou(2, "men", "九条", void=True)]
    assert remarks(win(robbed, dou=both)) == [("void_dou", "dou.1.void")]


FIRST = {"chongfeng": {"player": 1, "tile": "一条"}}
CLAIMED = {"zeren": {"from": 1, "to": 2, "tile": "一条"}}
FIVE = [("too_many_copies", "")]


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        (win(own(), ji=ji(None, (0, "一条", 4)), **FIRST), FIVE),
        (win(own(), ji=ji(None, (0, "一条", 3)), **FIRST), []),
        (win(own(), dou=[dou(0, "men", "一条")], **FIRST), FIVE),
        # It may have been won by; not where another tile was.
        (win(off(1, 0), ji=ji(None, (0, "一条", 4)), **FIRST), []),
        (win(off(1, 0, tile="一条"), ji=ji(None, (0, "一条", 4)), **FIRST), []),
        (win(off(1, 0, tile="五条"), ji=ji(None, (0, "一条", 4)), **FIRST), FIVE),
        (win(off(3, 0), ji=ji(None, (0, "一条", 4)), **FIRST), FIVE),
        # Whoever claimed it has three, counted among his 鸡 or not.
        (win(own(), ji=ji(None, (0, "一条", 2)), **FIRST, **CLAIMED), FIVE),
        (win(own(), ji=ji(None, (0, "一条", 1)), **FIRST, **CLAIMED), []),
        (win(own(), ji=ji(None, (2, "一条", 4)), **FIRST, **CLAIMED), []),
    ],
)
def test_the_first_discarded_yaoji_is_one_of_four_and_could_be_a_fifth_before(deal, problems):
    assert refusal(deal, chongfeng=2, zeren=3) == problems
    third = GUIYANG.as_of(3)
    table = third.table({"chongfeng": 2, "zeren": 3}, (0, 1, 2, 3), 4, 0, None)
    assert third.play(table, third.open(table), facts.from_json(deal)).deal.result == "win"


def test_where_nobody_notes_claims_the_first_yaoji_may_lie_before_a_claimant():
    assert refusal(win(own(), ji=ji(None, (0, "一条", 4)), **FIRST), chongfeng=2) == []


def test_seven_pairs_beside_a_kong_were_remarked_before_and_are_no_win_when_shown():
    first = GUIYANG.as_of(1)
    table = first.table({}, (0, 1, 2, 3), 4, 0, None)
    pairs = facts.from_json(win(own("xiaoqidui"), dou=[dou(0, "men", "九条")]))
    outcome = first.play(table, first.open(table), pairs)
    assert [(p.key, p.field) for p in outcome.warnings] == [("pairs_kong", "wins.0.pattern")]
    assert played(win(own("xiaoqidui"), dou=[dou(1, "men", "九条")])).warnings == ()
    assert played(win(own("daduizi"), dou=[dou(0, "men", "九条")])).warnings == ()
    won = own(None, tiles="一一二二三三五五七七万 九九九九条 一筒")
    assert refusal(win(won, dou=[dou(0, "men", "九条")])) == [("not_a_win", "wins.0.tiles")]


# ---- the table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "first_dealer", "first_sitting", "problems"),
    [
        ((0,), 0, None, [("bad_deal.players", "players")]),
        ((0, 1, 2, 3), 4, None, [("bad_deal.seat", "first_dealer")]),
        ((0, 1, 2, 3), 0, 2, [("bad_deal.nobody_sits", "first_sitting")]),
    ],
)
def test_who_sits_fits_the_table_and_nobody_sits_out(players, first_dealer, first_sitting, problems):
    with pytest.raises(Refused) as caught:
        GUIYANG.table({}, players, 4, first_dealer, first_sitting)
    assert [(p.key, p.field) for p in caught.value.problems] == problems


def test_the_first_dealer_is_chosen():
    assert GUIYANG.open(GUIYANG.table({}, (0, 1, 2, 3), 4, 2, None)).dealer == 2
    assert GUIYANG.open(seated()).streak == 1


def test_every_kong_that_the_shown_tiles_lack_is_named_in_whatever_order_they_were_told():
    kongs = [dou(0, "men", "四万"), dou(0, "men", "二筒")]
    deal = win(own(None, tiles="二筒 二筒 四万 四万 一一一万 三三三万 五五万 九条"), dou=kongs)
    turned = {**deal, "dou": kongs[::-1]}
    assert refusal(deal) == refusal(turned) == [("bad_tiles.kong", "wins.0.tiles")] * 2


def test_ji_that_are_no_tiles_are_named_each_and_the_others_are_still_read():
    deal = win(own(), ji=ji("五万", (0, "五", 1), (1, "六万", 1), (2, "东", 1)))
    assert refusal(deal) == [
        ("bad_tiles.unknown", "ji.held.0.tile"),
        ("bad_tiles.unknown", "ji.held.2.tile"),
    ]
