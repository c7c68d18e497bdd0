"""A mahjong win, 黄庄 and fouls: what their forms state, and what is said before they are saved."""

import json

import pytest

from tests.entries.bands import Band, read_band
from zipai_ledger.entries.setting import Setting
from zipai_ledger.forms.entry import form_data
from zipai_ledger.forms.entry_kinds import ENTRY_FORMS
from zipai_ledger.ledger.trail import outcomes
from zipai_ledger.presenters.entry_kinds import KINDS, MAHJONG_WIN, EntryKind
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.speaker import Speaker

GUIYANG = registry.get("guiyang")
NAMES = ("老王", "小李", "阿芳", "四叔")
DEAD, FOUL = MAHJONG_WIN.others["dead"], MAHJONG_WIN.others["foul"]

DISCARD = {"won_0": "1", "source": "discard", "from": "1", "pattern_0": "daduizi"}
OWN = {"won_2": "1", "source": "self_draw", "from": "", "pattern_2": "xiaoqidui"}
MEN = {"dou_0_player": "1", "dou_0_kind": "men", "dou_0_from": "", "dou_0_tile": "五万"}
SEVEN_PAIRS = "一一二二三三四四万 五五条 六六条 七七条"


def setting(lang: str = "zh-hans", **options: object) -> Setting:
    seats = GUIYANG.places(options)
    table = GUIYANG.table(options, tuple(range(seats)), seats, 0, None)
    return Setting(
        ruleset=GUIYANG, table=table, state=GUIYANG.open(table), speaker=Speaker(GUIYANG, lang, NAMES)
    )


def stated(data: dict[str, str], kind: EntryKind = MAHJONG_WIN, **options: object) -> dict:
    return facts.to_json(kind.form(setting(**options), data).fact())


def keys(data: dict[str, str], kind: EntryKind = MAHJONG_WIN, **options: object) -> list[str]:
    """Why a form states no deal, or none that stands."""
    with pytest.raises(Refused) as caught:
        played(data, kind, **options)
    return [problem.key for problem in caught.value.problems]


def played(data: dict[str, str], kind: EntryKind = MAHJONG_WIN, **options: object) -> dict:
    at = setting(**options)
    outcome = GUIYANG.play(at.table, at.state, kind.form(at, data).fact())
    return dict(outcomes.write(outcome, at.table, 1).body)


def verdict(data: dict[str, str], kind: EntryKind = MAHJONG_WIN, **options: object) -> Band:
    return read_band(kind.verdict(kind.form(setting(**options), data), played(data, kind, **options)))


def waiting(data: dict[str, str], kind: EntryKind = MAHJONG_WIN, **options: object) -> Band:
    with pytest.raises(Refused) as caught:
        played(data, kind, **options)
    return read_band(kind.progress(kind.form(setting(**options), data), caught.value.problems))


def again(document: dict, kind: EntryKind = MAHJONG_WIN, **options: object) -> dict:
    """A stored deal, shown in the form and sent once more."""
    at = setting(**options)
    data = form_data(kind.form.values(at, facts.from_json(document)))
    return facts.to_json(kind.form(at, data).fact())


def unsent_form(values: dict[str, object], kind: EntryKind = MAHJONG_WIN, **options: object):
    """A form with these values in it, before it is sent."""
    return kind.form(setting(**options), initial=values)


def test_the_kind_is_found_by_its_name():
    assert KINDS[GUIYANG.entry] is MAHJONG_WIN
    assert {name: kind.form for name, kind in KINDS.items()} == ENTRY_FORMS
    assert MAHJONG_WIN.by_winner
    assert MAHJONG_WIN.heading == ""
    assert (DEAD.heading, FOUL.heading) == ("dead", "foul")


def test_a_discard_names_its_discarder():
    win = {"winner": 0, "source": "discard", "from": 1, "pattern": "daduizi"}
    assert stated(DISCARD) == {"result": "win", "wins": [win]}


def test_an_own_draw_names_nobody_else():
    win = {"winner": 2, "source": "self_draw", "pattern": "xiaoqidui", "gangkai": True, "baoting": True}
    assert stated(OWN | {"gangkai": "1", "baoting_2": "1"})["wins"] == [win]


def test_two_winners_share_the_discard_and_its_discarder():
    wins = stated(DISCARD | {"won_3": "1", "pattern_3": "pinghu", "baoting_3": "1"})["wins"]
    assert [(win["winner"], win["from"], win["pattern"]) for win in wins] == [
        (0, 1, "daduizi"),
        (3, 1, "pinghu"),
    ]
    assert [win.get("baoting") for win in wins] == [None, True]


def test_tiles_may_be_told_in_the_place_of_a_pattern():
    win = stated(OWN | {"pattern_2": "", "tiles_2": f" {SEVEN_PAIRS} "})["wins"][0]
    assert win == {"winner": 2, "source": "self_draw", "tiles": SEVEN_PAIRS}


def test_a_kong_is_a_row_and_empty_rows_are_none():
    dian = {
        "dou_3_player": "0",
        "dou_3_kind": "dian",
        "dou_3_from": "2",
        "dou_3_tile": "三筒",
        "dou_3_void": "1",
    }
    assert stated(DISCARD | MEN | dian)["dou"] == [
        {"player": 1, "kind": "men", "tile": "五万"},
        {"player": 0, "kind": "dian", "from": 2, "tile": "三筒", "void": True},
    ]
    assert "dou" not in stated(DISCARD | {"dou_0_player": "", "dou_0_tile": ""})


def test_a_hot_discard_voids_the_one_kong_of_its_discarder():
    assert stated(DISCARD | MEN | {"repao": "1"})["dou"][0]["void"] is True
    other = {"dou_1_player": "1", "dou_1_kind": "zhuanwan", "dou_1_tile": "六万"}
    assert [dou.get("void") for dou in stated(DISCARD | MEN | other | {"repao": "1"})["dou"]] == [None, None]
    assert "void" not in stated(DISCARD | MEN | {"dou_0_player": "2", "repao": "1"})["dou"][0]


def test_the_turned_tile_and_what_is_held_of_each_ji():
    fact = stated(OWN | {"flipped": "五条", "held_0_六条": "2", "held_3_一条": "full", "held_1_六条": ""})
    assert fact["ji"] == {
        "flipped": "五条",
        "held": [
            {"player": 0, "tile": "六条", "count": 2},
            {"player": 3, "tile": "一条", "count": 4, "full": True},
        ],
    }


def test_counts_of_tiles_that_are_no_ji_any_more_are_not_sent():
    fact = stated(OWN | {"flipped": "五万", "held_0_六条": "2", "held_0_六万": "1"})
    assert fact["ji"]["held"] == [{"player": 0, "tile": "六万", "count": 1}]


def test_a_kong_of_ji_is_counted_without_being_told_again():
    kong = {"dou_0_player": "1", "dou_0_kind": "men", "dou_0_tile": "六条", "flipped": "五条"}
    assert stated(OWN | kong)["ji"]["held"] == [{"player": 1, "tile": "六条", "count": 4}]
    assert stated(OWN | kong | {"held_1_六条": "full"})["ji"]["held"][0]["full"] is True
    assert "held" not in stated(OWN | kong | {"flipped": "六条"})["ji"]
    assert "ji" not in stated(OWN | kong | {"flipped": ""})


def test_of_a_robbed_kong_of_ji_three_are_left():
    kong = {"dou_0_player": "0", "dou_0_kind": "zhuanwan", "dou_0_tile": "六条", "flipped": "五条"}
    robbed = (
        DISCARD | kong | {"source": "rob_kong", "from": "0", "won_0": "", "won_1": "1", "pattern_1": "pinghu"}
    )
    assert stated(robbed | {"dou_0_void": "1"})["ji"]["held"][0]["count"] == 3
    assert stated(robbed)["ji"]["held"][0]["count"] == 3
    assert stated(robbed | {"dou_0_player": "2"})["ji"]["held"][0]["count"] == 4


ROBBED = {"won_1": "1", "pattern_1": "daduizi", "source": "rob_kong", "from": "0"}
TWO_KONGS = {
    f"dou_{row}_{name}": value
    for row, tile in enumerate(("六条", "二筒"))
    for name, value in (("player", "0"), ("kind", "zhuanwan"), ("tile", tile))
}


def test_of_several_kongs_the_robbed_one_is_named_by_its_tile():
    waited_for = waiting(ROBBED | TWO_KONGS)
    assert (waited_for.why, waited_for.title, waited_for.bad) == (
        "先点抢的哪张",
        "转弯豆不止一个，抢的是哪张？",
        False,
    )
    fact = stated(ROBBED | TWO_KONGS | {"tile": "二筒", "flipped": "五条"})
    assert fact["wins"][0]["tile"] == "二筒"
    assert [(each["tile"], each["count"]) for each in fact["ji"]["held"]] == [("六条", 4)]
    assert stated(ROBBED | TWO_KONGS | {"tile": "六条", "flipped": "五条"})["ji"]["held"][0]["count"] == 3
    assert (
        verdict(ROBBED | TWO_KONGS | {"tile": "二筒", "flipped": "none"}).detail
        == "老王 \u22122、小李 +4、阿芳 \u22121、四叔 \u22121"
    )


def test_the_winning_tile_is_told_of_a_robbed_kong_only():
    assert "tile" not in stated(DISCARD | {"tile": "六条"})["wins"][0]
    assert "tile" not in stated(ROBBED | {"tile": ""})["wins"][0]


def test_one_kong_is_void_by_itself():
    one = ROBBED | {name: value for name, value in TWO_KONGS.items() if name.startswith("dou_0")}
    assert stated(one)["dou"] == [{"player": 0, "kind": "zhuanwan", "tile": "六条"}]
    assert verdict(one | {"flipped": "none"}).detail == "老王 \u22125、小李 +5"


def test_no_tile_left_still_counts_yaoji():
    fact = stated(OWN | {"flipped": "none", "held_1_一条": "3"})["ji"]
    assert fact == {"flipped": None, "held": [{"player": 1, "tile": "一条", "count": 3}]}
    assert "ji" not in stated(OWN)


def test_counted_ji_ask_for_the_turned_tile():
    assert keys(OWN | {"held_1_一条": "3"}) == ["bad_tiles.flipped_missing"]


def test_the_discarders_own_hand_is_read_only_where_it_is_paid():
    value = {"discarder_value": "5"}
    assert "discarder_value" not in stated(DISCARD | value)
    assert stated(DISCARD | value | {"off_baoting": "1"})["discarder_value"] == 5
    three = {"won_2": "1", "won_3": "1"}
    assert stated(DISCARD | value | three)["discarder_value"] == 5
    assert keys(DISCARD | three) == ["bad_deal.discarder_value"]


def test_first_yaoji_is_told_by_its_discarder_and_its_claimant():
    fact = stated(OWN | {"chongfeng": "1", "zeren_to": "3"}, preset="family_b")
    assert fact["chongfeng"] == {"player": 1, "tile": "一条"}
    assert fact["zeren"] == {"from": 1, "to": 3, "tile": "一条"}
    assert "zeren" not in stated(OWN | {"chongfeng": "1", "zeren_to": ""}, preset="family_b")


def test_who_was_ready_is_told_where_the_table_asks_it():
    fact = stated(OWN | {"ready_0": "1", "ready_2": "1"}, ready_only="on")
    assert fact["ready"] == [0]
    assert stated(OWN, ready_only="on")["ready"] == []
    assert "ready" not in stated(OWN | {"ready_0": "1"})


def test_xianggong():
    assert stated(DISCARD | {"xianggong_2": "1"})["xianggong"] == [2]


def test_bao_asks_for_the_hands_of_those_who_did_not_win():
    pays = {"bao_player": "3", "bao_0": "9", "bao_1": "0", "bao_2": "4", "bao_3": "9"}
    fact = stated(DISCARD | pays)
    assert fact["bao"] == {"player": 3, "pays": [{"to": 1, "units": 0}, {"to": 2, "units": 4}]}
    assert verdict(DISCARD | pays | {"flipped": "none"}).detail == "老王 +5、阿芳 +4、四叔 \u22129"
    two = stated(DISCARD | pays | {"won_2": "1", "pattern_2": "qingyise"})
    assert two["bao"]["pays"] == [{"to": 1, "units": 0}]
    assert "bao" not in stated(DISCARD | pays | {"bao_player": ""})


def test_bao_waits_for_each_of_them():
    for pays in ({}, {"bao_1": "", "bao_2": "4"}, {"bao_0": "5", "bao_1": "1"}):
        waited_for = waiting(DISCARD | {"bao_player": "3"} | pays)
        assert (waited_for.why, waited_for.title, waited_for.bad) == (
            "先填包牌付几个",
            "包牌：没胡的各家，牌值几个？",
            False,
        )
    assert waiting(DISCARD | {"bao_player": "3", "bao_1": "x", "bao_2": "1"}).bad


def test_what_a_winner_was_paid_by_hand_is_not_asked_again():
    data = {"result": "win", "wins": FULL["wins"][:1], "bao": {"player": 3, "pays": [{"to": 0, "units": 2}]}}
    values = MAHJONG_WIN.form.values(setting(), facts.from_json(data))
    assert [name for name in values if name.startswith("bao_") and values[name] is not None] == ["bao_player"]


def test_dealer_and_note_are_kept():
    fact = stated(OWN | {"dealer": "3", "note": " 茶 "})
    assert (fact["dealer"], fact["note"]) == (3, "茶")


def test_numbers_that_are_not_needed_stop_nothing_however_they_are_written():
    assert "bao" not in stated(DISCARD | {"bao_2": "x"})
    assert stated(DISCARD | {"bao_player": "3", "bao_0": "x", "bao_1": "1", "bao_2": "2"})["bao"]
    assert "maima" not in stated(DISCARD | {"horses": "x"}, maima=2)


def test_scripts_are_given_the_chickens_of_each_turned_tile():
    form = unsent_form({}, **READY_ONLY, bao_ji="wins", neiwai_ji="all")
    assert json.loads(form.ji_json)["五万"] == ["六万", "一条"]
    assert json.loads(form.out_json)["五万"] == ["六万", "一条"]


def test_everything_missing_is_asked_for_one_by_one():
    assert waiting({}).why == "先点谁胡了"
    assert waiting({"won_0": "1"}).why == "先点哪来的"
    assert waiting({"won_0": "1", "source": "discard"}).why == "先点谁打的"
    assert waiting({"won_0": "1", "source": "self_draw"}).why == "先点牌型"
    assert waiting(DISCARD | {"repao": "1"}).why == "先点他的豆"
    assert waiting(DISCARD | {"off_baoting": "1"}).why == "先填他的牌值几个"
    assert waiting(OWN | {"held_1_一条": "3"}).why == "先点翻的牌"


def test_what_is_missing_names_its_field():
    assert waiting({}).field == "winner"
    assert waiting({"won_0": "1", "source": "self_draw"}).field == "wins.0.pattern"
    assert waiting(DISCARD | {"won_2": "1"}).field == "wins.1.pattern"
    assert waiting(OWN | {"pattern_2": "", "tiles_2": "一一二二万"}).field == "tiles"
    assert waiting({"offender": "1"}, FOUL).field == "pays"


def test_tapped_tiles_say_how_many_are_still_missing():
    short = waiting(OWN | {"pattern_2": "", "tiles_2": "一一二二万"})
    assert (short.title, short.bad) == ("还差 10 张", False)


def test_what_cannot_be_is_said_at_once():
    assert waiting(OWN | {"tiles_2": "一一二二万 壹"}).bad
    assert "平胡没有豆" in waiting(DISCARD | {"pattern_0": "pinghu"}).title
    assert waiting(DISCARD | {"gangkai": "1"}).title == "杠上花要自摸"
    assert waiting(DISCARD | {"from": "x"}).bad


def test_the_band_says_the_hand_and_what_everybody_gets():
    # 小七对 7, 报听 10, own draw: 17 from each; 阿芳 has two 六条 more: 2 from each.
    seen = verdict(OWN | {"baoting_2": "1", "flipped": "五条", "held_2_六条": "2"})
    assert (seen.big, seen.unit, seen.title) == (17, "个", "小七对 7，报听 +10")
    assert seen.detail == "老王 \u221219、小李 \u221219、阿芳 +57、四叔 \u221219"


def test_saving_waits_for_the_turned_tile_and_says_what_there_is_so_far():
    waited_for = verdict(DISCARD)
    assert (waited_for.why, waited_for.title, waited_for.bad) == ("先点翻的牌", "翻的哪张牌？", False)
    assert waited_for.detail == "没算鸡：老王 +5、小李 \u22125"
    assert verdict(DISCARD | {"flipped": "none"}).title == "大对子 5"


def test_the_band_names_both_winners():
    # Both off 小李: 大对子 5 and 清一色 10.
    seen = verdict(DISCARD | {"won_3": "1", "pattern_3": "qingyise", "flipped": "none"})
    assert (seen.big, seen.title) == (None, "老王 大对子 5；四叔 清一色 10")
    assert seen.detail == "老王 +5、小李 \u221215、四叔 +10"


def test_the_band_says_once_what_three_winners_pay():
    three = {
        f"{name}_{seat}": value for seat in (2, 3) for name, value in (("won", "1"), ("pattern", "daduizi"))
    }
    seen = verdict(DISCARD | three | {"discarder_value": "5", "flipped": "none"})
    assert (seen.big, seen.title) == (None, "一炮三响 5")
    assert seen.detail == "老王 \u22125、小李 +15、阿芳 \u22125、四叔 \u22125"


def test_the_form_shows_every_tile_that_is_ji():
    seats = unsent_form({"flipped": "五条", "won_0": "1", "held_0_六条": 2}).seats
    assert [(ji.label, ji.value()) for ji in seats[0].ji] == [("六条", 2), ("一条", None)]
    assert [bool(seat["won"].value()) for seat in seats] == [True, False, False, False]
    assert [ji.label for ji in unsent_form({"flipped": "none"}).seats[0].ji] == ["一条"]
    both = unsent_form({"flipped": "七筒"}, ji_next="both", wugu=1).seats[0].ji
    assert [ji.label for ji in both] == ["六筒", "八筒", "一条"]


FULL: dict = {
    "result": "win",
    "dealer": 0,
    "note": "茶",
    "wins": [
        {"winner": 0, "source": "discard", "from": 1, "pattern": "daduizi", "repao": True},
        {"winner": 2, "source": "discard", "from": 1, "tiles": SEVEN_PAIRS, "baoting": True, "repao": True},
    ],
    "dou": [
        {"player": 1, "kind": "men", "tile": "五万", "void": True},
        {"player": 3, "kind": "dian", "from": 0, "tile": "九筒"},
    ],
    "ji": {"flipped": None, "held": [{"player": 3, "tile": "一条", "count": 4}]},
    "ready": [3],
    "chongfeng": {"player": 1, "tile": "一条"},
    "zeren": {"from": 1, "to": 3, "tile": "一条"},
    "bao": {"player": 3, "pays": [{"to": 1, "units": 0}]},
    "xianggong": [1],
}


def test_a_stored_win_comes_back_unchanged():
    assert again(FULL, preset="family_b") == FULL
    value = {"result": "win", "wins": [{**FULL["wins"][0], "off_baoting": True}], "discarder_value": 17}
    assert again(value | {"dou": FULL["dou"]}) == value | {"dou": FULL["dou"]}
    named = {"winner": 0, "source": "rob_kong", "from": 1, "pattern": "pinghu", "tile": "六条"}
    assert again({"result": "win", "wins": [named]}) == {"result": "win", "wins": [named]}
    plain = {"result": "win", "wins": [{"winner": 1, "source": "self_draw", "pattern": "pinghu"}]}
    assert again(plain) == plain
    held = {"flipped": "五万", "held": [{"player": 3, "tile": "一条", "count": 4, "full": True}]}
    assert again(plain | {"ji": held}) == plain | {"ji": held}


def test_zeren_alone_comes_back_with_its_discarder():
    data = {"result": "win", "wins": [{"winner": 1, "source": "self_draw"}], "zeren": FULL["zeren"]}
    assert again(data, zeren=3)["zeren"] == FULL["zeren"]


@pytest.mark.parametrize("kind", [MAHJONG_WIN, DEAD, FOUL])
def test_another_result_leaves_the_form_empty(kind: EntryKind):
    other = facts.Adjust(deltas=(1, -1, 0, 0))
    assert kind.form.values(setting(), other) == {}
    assert MAHJONG_WIN.form.values(setting(), facts.TilesWon(wins=())).get("source") is None


def test_a_dead_deal_tells_who_was_ready_with_how_much():
    fact = stated({"ready_0": "pinghu", "ready_1": "told", "ready_value_1": "17", "ready_2": ""}, DEAD)
    assert fact["ready"] == [{"player": 0, "pattern": "pinghu"}, {"player": 1, "value": 17}]
    assert stated({}, DEAD) == {"result": "dead"}


def test_a_number_counts_only_where_it_was_chosen():
    assert stated({"ready_0": "pinghu", "ready_value_0": "17", "ready_value_1": "3"}, DEAD)["ready"] == [
        {"player": 0, "pattern": "pinghu"}
    ]
    assert waiting({"ready_0": "told"}, DEAD).why == "先填值几个"


def test_the_band_of_a_dead_deal_says_who_pays():
    # 老王 平胡 1 and 小李 小七对 7 from each of 阿芳 and 四叔.
    seen = verdict({"ready_0": "pinghu", "ready_1": "xiaoqidui"}, DEAD)
    assert seen.title == "黄庄查叫，没叫牌的付叫牌的"
    assert seen.detail == "老王 +2、小李 +14、阿芳 \u22128、四叔 \u22128"
    assert verdict({}, DEAD).detail == "谁也不付"
    assert waiting({"ready_0": "pinghu", "dealer": "9"}, DEAD).bad


def test_a_stored_dead_deal_comes_back_unchanged():
    data = {
        "result": "dead",
        "dealer": 2,
        "note": "晚了",
        "ready": [{"player": 0, "pattern": "pinghu"}, {"player": 1, "value": 17}],
        "dou": FULL["dou"],
    }
    assert again(data, DEAD) == data
    everybody = {"result": "dead", "ready": [{"player": seat} for seat in range(4)]}
    assert again(everybody, DEAD) == everybody


def test_a_foul_pays_as_agreed():
    fact = stated({"offender": "3", "pay_0": "5", "pay_1": "", "pay_2": "2", "pay_3": "8"}, FOUL)
    assert fact == {"result": "foul", "offender": 3, "pays": [{"to": 0, "units": 5}, {"to": 2, "units": 2}]}
    assert again(fact, FOUL) == fact
    assert verdict({"offender": "3", "pay_0": "5"}, FOUL).detail == "老王 +5、四叔 \u22125"


def test_a_foul_asks_who_and_how_much():
    assert waiting({}, FOUL).why == "先点是谁"
    assert waiting({"offender": "1"}, FOUL).why == "先填赔几个"
    assert waiting({"offender": "1", "pay_0": "x"}, FOUL).bad
    assert unsent_form({"offender": 1}, FOUL)["offender"].value() == 1


def test_the_dead_form_asks_for_every_pattern():
    form = unsent_form({"ready_0": "told", "ready_value_0": 17}, DEAD)
    assert [pattern.units for pattern in form.asks.patterns] == [1, 5, 7, 11, 10, 15, 17, 20]
    assert (form.seats[0]["ready"].value(), form.seats[0]["ready_value"].value()) == ("told", 17)


def test_an_empty_form_says_what_is_asked_first():
    first = read_band(MAHJONG_WIN.first_verdict(unsent_form({})))
    assert (first.why, first.title, first.field, first.ready) == ("先点谁胡了", "谁胡了？", "winner", False)
    dead = read_band(DEAD.first_verdict(unsent_form({}, DEAD)))
    assert (dead.title, dead.detail, dead.ready) == ("没有人叫牌", "谁也不付", True)
    assert read_band(FOUL.first_verdict(unsent_form({}, FOUL))).why == "先点是谁"


def test_what_cannot_be_read_in_a_row_stands_above_the_form():
    form = MAHJONG_WIN.form(setting(), DISCARD | {"dou_0_player": "x", "dou_0_kind": "men"})
    with pytest.raises(Refused) as caught:
        form.fact()
    assert [(problem.key, problem.field) for problem in caught.value.problems] == [
        ("bad_deal.integer", "dou_0_player")
    ]
    again = unsent_form(DISCARD | {"dou_0_player": "x"})
    again.refuse(caught.value.problems)
    assert again.non_field_errors() == ["要 0 到 999 的整数，写的是 x"]


# ---- what only some tables play ---------------------------------------------------------------------------------------

READY_ONLY = {"ready_only": "on"}


def test_a_table_of_fewer_has_a_row_for_each_who_sits_there():
    def form(seats: int):
        return unsent_form({}, seats=seats)

    assert [len(form(seats).seats) for seats in (2, 3, 4)] == [2, 3, 4]
    assert [form(seats).asks.sources[1].hint.zh for seats in (2, 3, 4)] == ["对家付", "两家都付", "三家都付"]


def test_what_a_table_does_not_play_is_not_asked():
    form = unsent_form({"flipped": "五万"})
    assert not any((form.asks.haidi, form.asks.genzhang, form.asks.maima, form.asks.out, form.asks.laid))
    assert all(not row.out and not row.laid for row in form.seats)
    assert form.reversed_at == 3
    assert unsent_form({}, triple_ron="plain").reversed_at == 0


def test_the_last_tile_of_the_wall():
    fact = stated(OWN | {"haidi": "1", "flipped": "none"}, haidi=1)
    assert fact["wins"][0]["haidi"] is True
    assert fact["ji"] == {"flipped": None}
    assert again(fact, haidi=1) == fact


def test_horses_by_their_number_or_by_the_tiles():
    assert stated(OWN | {"horses": "1"}, maima=2)["maima"] == {"hits": 1}
    assert stated(OWN | {"horses": "0"}, maima=2)["maima"] == {"hits": 0}
    fact = stated(OWN | {"horses": "1", "horse_tiles": " 五万 二条 "}, maima=2)
    assert fact["maima"] == {"tiles": ["五万", "二条"]}
    assert again(fact, maima=2) == fact
    assert "maima" not in stated(OWN, maima=2)
    assert "maima" not in stated(OWN | {"horses": "1"})
    assert "maima" not in stated(DISCARD | {"horses": "1"}, maima=2)
    assert list(unsent_form({}, maima=3).horse_numbers) == [1, 2, 3]


def test_a_followed_tile_is_a_box():
    assert stated(DISCARD | {"genzhang": "1"}, genzhang=1)["genzhang"] is True
    fact = stated({"genzhang": "1"}, DEAD, genzhang=1)
    assert fact == {"result": "dead", "genzhang": True}
    assert again(fact, DEAD, genzhang=1) == fact


def test_discarded_chickens_and_those_that_lie_open():
    counted = {
        "flipped": "五万",
        "held_3_一条": "3",
        "laid_3_一条": "3",
        "out_3_一条": "1",
        "out_2_六万": "2",
    }
    options = {**READY_ONLY, "bao_ji": "wins", "neiwai_ji": "all"}
    fact = stated(OWN | counted | {"ready_0": "1"}, **options)
    assert fact["ji"] == {
        "flipped": "五万",
        "held": [{"player": 3, "tile": "一条", "count": 3, "laid": 3}],
        "out": [{"player": 2, "tile": "六万", "count": 2}, {"player": 3, "tile": "一条", "count": 1}],
    }
    assert again(fact, **options) == fact
    form = unsent_form({"flipped": "五万"}, **options)
    assert [field.label for field in form.seats[0].out] == ["六万", "一条"]
    assert [field.label for field in form.seats[0].laid] == ["一条"]
    assert [field.label for field in unsent_form({}, neiwai_ji="yaoji", wugu=1).seats[0].out] == [
        "一条",
        "八筒",
    ]


def test_those_that_lie_open_are_among_what_he_has_where_only_they_were_counted():
    options = {**READY_ONLY, "bao_ji": "wins"}
    opened = OWN | {"flipped": "五万", "laid_3_一条": "3"}
    assert stated(opened, **options)["ji"]["held"] == [{"player": 3, "tile": "一条", "count": 3, "laid": 3}]
    # Three that lie open of somebody who is not ready: 3 from him to each who is; 小七对 is 7 from each.
    assert played(opened | {"ready_0": "1", "ready_1": "1"}, **options)["deltas"] == [-4, -4, 24, -16]
    assert keys(opened | {"held_3_一条": "2"}, **options) == ["bad_tiles.ji_laid"]


def test_a_claimed_first_tile_asks_who_discarded_it():
    """Nobody would pay 责任鸡 (zerenji) for it else, and nobody would notice."""
    claimed = OWN | {"flipped": "五万", "zeren_to": "3"}
    assert keys(claimed, zeren=3) == ["bad_deal.zeren_first"]
    assert waiting(claimed, zeren=3).title == "头一张一条，谁打的？"
    assert played(claimed | {"chongfeng": "0", "held_3_一条": "3"}, zeren=3)["deltas"] == [-13, -10, 18, 5]


def test_who_claimed_the_first_tile_has_three_of_it_also_where_nobody_counted_them():
    claimed = OWN | {"flipped": "五万", "chongfeng": "0", "zeren_to": "3"}
    counted = claimed | {"held_3_一条": "3"}
    assert played(claimed, zeren=3)["deltas"] == played(counted, zeren=3)["deltas"] == [-13, -10, 18, 5]
    # A fourth that he holds is another 1 from each, and four of which three were claimed are not 满鸡.
    for four in ("4", "full"):
        assert played(claimed | {"held_3_一条": four}, zeren=3)["deltas"] == [-14, -11, 17, 8]
    bao = {**READY_ONLY, "bao_ji": "wins", "zeren": 3}
    assert stated(claimed, **bao)["ji"]["held"] == [{"player": 3, "tile": "一条", "count": 3, "laid": 3}]
    dian = {"dou_0_player": "3", "dou_0_kind": "dian", "dou_0_from": "0", "dou_0_tile": "一条"}
    assert stated(claimed | dian, zeren=3)["ji"]["held"] == [{"player": 3, "tile": "一条", "count": 4}]
    assert again(stated(claimed, zeren=3), zeren=3) == stated(claimed, zeren=3)


def test_each_of_three_winners_is_named_where_each_is_paid_for_his_own_hand():
    three = DISCARD | {"won_2": "1", "pattern_2": "xiaoqidui", "won_3": "1", "pattern_3": "daduizi"}
    plain = verdict(three | {"flipped": "none"}, triple_ron="plain")
    assert plain.lines == ()
    assert plain.title == "老王 大对子 5；阿芳 小七对 7；四叔 大对子 5"


def test_four_chickens_of_a_winner_with_seven_pairs_are_full_without_being_told():
    """满鸡 (manji): nothing of his lies open; whoever has a triplet laid and the fourth in his hand has four."""
    four = {"pattern_2": "longqidui", "flipped": "五万", "held_2_一条": "4"}
    assert stated(OWN | four)["ji"]["held"] == [{"player": 2, "tile": "一条", "count": 4, "full": True}]
    triplets = OWN | four | {"pattern_2": "daduizi"}
    assert stated(triplets)["ji"]["held"] == [{"player": 2, "tile": "一条", "count": 4}]
    other = OWN | four | {"held_2_一条": "", "held_0_一条": "4"}
    assert stated(other)["ji"]["held"] == [{"player": 0, "tile": "一条", "count": 4}]


def test_chickens_that_were_counted_ask_what_was_turned():
    assert "bad_tiles.flipped_missing" in keys(OWN | {"out_2_一条": "1"}, neiwai_ji="all")


def test_an_open_kong_of_a_chicken_lies_open():
    kong = {
        "dou_0_player": "1",
        "dou_0_kind": "zhuanwan",
        "dou_0_tile": "一条",
        "flipped": "五万",
        "ready_0": "1",
    }
    options = {**READY_ONLY, "bao_ji": "wins"}
    assert stated(OWN | kong, **options)["ji"]["held"] == [
        {"player": 1, "tile": "一条", "count": 4, "laid": 4}
    ]
    concealed = kong | {"dou_0_kind": "men"}
    assert stated(OWN | concealed, **options)["ji"]["held"] == [{"player": 1, "tile": "一条", "count": 4}]


def test_three_winners_who_are_paid_are_not_asked_what_the_discarder_had():
    three = DISCARD | {"won_2": "1", "pattern_2": "daduizi", "won_3": "1", "pattern_3": "qingyise"}
    assert "bad_deal.discarder_value" in keys(three)
    assert played(three, triple_ron="plain")["deltas"] == [5, -20, 5, 10]
    fact = stated(three | {"discarder_value": "x"}, triple_ron="plain")
    assert "discarder_value" not in fact


def test_a_dead_deal_tells_who_was_xianggong_and_what_lies_open():
    data = {"ready_0": "pinghu", "xianggong_3": "1", "out_3_一条": "2", "laid_2_一条": "3"}
    options = {**READY_ONLY, "bao_ji": "always"}
    fact = stated(data, DEAD, **options)
    assert fact == {
        "result": "dead",
        "ready": [{"player": 0, "pattern": "pinghu"}],
        "ji": {
            "held": [{"player": 2, "tile": "一条", "count": 3, "laid": 3}],
            "out": [{"player": 3, "tile": "一条", "count": 2}],
        },
        "xianggong": [3],
    }
    assert again(fact, DEAD, **options) == fact
    assert "ji" not in stated(data, DEAD)
