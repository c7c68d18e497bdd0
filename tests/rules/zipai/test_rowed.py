"""名堂: what rows make of a hand, of its 胡 alone, and of what is paid besides (docs/rules/paohuzi.md#order)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.requests import ask
from zipai_ledger.rules import facts, replay
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.conditions import parse_condition
from zipai_ledger.rules.registry import get
from zipai_ledger.rules.rowtable import read_row
from zipai_ledger.rules.zipai.asks import Asks
from zipai_ledger.rules.zipai.counts import NAMES
from zipai_ledger.rules.zipai.ladder import Ladder
from zipai_ledger.rules.zipai.row_words import row_words
from zipai_ledger.rules.zipai.rowed import Counting, chosen, hu_after, joined

PRESETS = json.loads((Path(__file__).parents[2] / "data" / "paohuzi-presets.json").read_text("utf-8"))
Row = dict[str, Any]


def counting(*rows: str) -> tuple[Counting, ...]:
    """Rows that hold, each ``code value [group=…] [alone]``."""
    found = []
    for text in rows:
        code, value, *more = text.split()
        whole: Row = {"code": code, "zh": code, "when": "red>=0", "value": value}
        for each in more:
            name, _, rest = each.partition("=")
            whole[name] = rest or True
        row = read_row(whole, NAMES)
        found.append(Counting(row, row.number))
    return tuple(found)


def codes(rows: tuple[Counting, ...]) -> list[str]:
    return [each.row.code for each in rows]


# ---- which rows count ------------------------------------------------------------------------------------------------


def test_of_a_group_only_the_greatest_counts_and_the_first_of_equals():
    held = counting("a x2 group=red", "b x5 group=red", "c x5 group=red", "d x2")
    assert codes(chosen(held)) == ["b", "d"]


def test_a_row_that_stands_alone_counts_instead_of_all_others():
    assert codes(chosen(counting("a x9", "b x2 alone", "c x3 alone"))) == ["c"]


def test_a_row_that_its_group_beats_does_not_stand_alone():
    assert codes(chosen(counting("a x2 group=red alone", "b x5 group=red", "c x2"))) == ["b", "c"]


# ---- what they make of the 胡 ----------------------------------------------------------------------------------------


def test_the_greatest_hu_stands_for_those_counted():
    assert hu_after(8, counting("a hu=15", "b hu=21"), "product") == 21


def test_worths_add_up_and_stand_for_the_hu():
    assert hu_after(18, counting("a worth=100", "b worth=100", "c hu=30"), "product") == 200


def test_hu_are_multiplied_before_hu_are_added():
    rows = counting("a hu+10", "b hux2", "c hux3")
    assert hu_after(15, rows, "product") == 15 * 6 + 10
    assert hu_after(15, rows, "sum") == 15 * 5 + 10


def test_factors_are_multiplied_or_added_up_to_at_least_1():
    assert (joined((4, 3), "product"), joined((4, 3), "sum")) == (12, 7)
    assert (joined((), "product"), joined((), "sum"), joined((0,), "sum")) == (1, 1, 1)


# ---- the ladder ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hu", "down", "up"), [(7, 2, 2), (10, 2, 2), (11, 2, 3), (13, 3, 3), (14, 3, 4)])
def test_above_its_last_point_a_ladder_rises_by_steps(hu: int, down: int, up: int):
    points = ((10, 2),)
    assert (Ladder(points, 3).units(hu), Ladder(points, 3, "up").units(hu)) == (down, up)


@pytest.mark.parametrize(
    ("hu", "units"), [(8, 1), (10, 1), (15, 1), (16, 2), (20, 2), (21, 3), (23, 3), (24, 4)]
)
def test_between_points_the_lower_one_stands(hu: int, units: int):
    assert Ladder(((11, 1), (16, 2), (21, 3)), 3).units(hu) == units


def test_without_points_each_hu_is_a_unit():
    assert Ladder((), 1).units(18) == 18


# ---- by the 胡 alone -------------------------------------------------------------------------------------------------


def deal(hu: int, *, options: Row, ruleset: str = "paohuzi", players: int = 3, **more: Any) -> Row:
    """The answer to one win of 甲 by its 胡."""
    win = {"result": "win", "winner": 0, "source": "other_draw", "from": 1, "hu": hu, **more}
    return evening([win], options, ruleset, players)


def evening(deals: list[Row], options: Row, ruleset: str = "paohuzi", players: int = 3) -> Row:
    return replay.answer(
        {
            "format": "zipai-ledger/session",
            "version": 1,
            "name": "桌",
            "ruleset": ruleset,
            "options": options,
            "stake": None,
            "players": ["甲", "乙", "丙", "丁"][:players],
            "first_dealer": 0,
            "first_sitting": None,
            "deals": deals,
        }
    )


def units(answer: Row) -> Any:
    return answer["deals"][0]["units"] if answer["ok"] else answer["errors"][0]["code"]


OWN = {"code": "own", "zh": "自加", "when": "red>=10", "value": "x3"}


def own(**changes: Any) -> Row:
    """十五胡 with a row of its own and no others: 15 胡 are 1 囤."""
    usual = get("paohuzi").options.usual({"preset": "shiwuhu"})
    rows = next(option.default for option in usual if option.code == "patterns")
    assert isinstance(rows, list)
    off = [{"code": row["code"], "on": False} for row in rows if isinstance(row, dict)]
    return {"preset": "shiwuhu", "patterns": [*off, {**OWN, **changes}]}


def test_a_value_grows_by_each_above_a_number():
    each = {"of": "red", "over": 10, "add": 2}
    found = [units(deal(15, options=own(each=each), counts={"red": red})) for red in (10, 11, 13)]
    assert found == [3, 5, 9]


def test_a_row_of_its_own_minimum_wins_below_that_of_the_table():
    assert units(deal(9, options=own(min=9), counts={"red": 10})) == 3
    assert units(deal(9, options=own(min=9), counts={"red": 9})) == "below_minimum"
    assert units(deal(8, options=own(min=9), counts={"red": 10})) == "below_minimum"


def test_a_last_row_multiplies_what_the_others_add_up_to():
    more = [
        {"code": "one", "zh": "一", "when": "red>=1", "value": "x4"},
        {"code": "two", "zh": "二", "when": "red>=1", "value": "x2", "last": True},
    ]
    options = {**own(), "multipliers": "sum"}
    options["patterns"] += more
    assert units(deal(15, options=options, counts={"red": 10})) == (3 + 4) * 2


def test_a_row_no_card_shows_holds_where_it_is_named():
    options = own(when="said=1")
    assert units(deal(15, options=options)) == 1
    assert units(deal(15, options=options, patterns=["own"])) == 3


def test_a_row_that_is_decided_cannot_be_named_against_it():
    assert units(deal(15, options=own(), counts={"red": 3}, patterns=["own"])) == "bad_marks"


def test_where_there_is_no_wang_its_number_is_known_and_else_where_it_was_told():
    without = own(when="wang=0")
    among = {**without, "wang": 2}
    assert units(deal(15, options=without)) == units(deal(15, options=among, wang=0)) == 3
    assert units(deal(15, options=among)) == units(deal(15, options=among, wang=1)) == 1
    assert units(deal(15, options=among, patterns=["own"])) == 3


def test_by_fan_more_wang_need_more_factors():
    rows = [{"code": "hongzhuandian", "on": False}]
    options = {"preset": "yongzhou", "wang": 4, "wang_limit": "by_fan", "xing": "none", "patterns": rows}
    common: Row = {"hu": 15, "counts": {"red": 10}, "options": options}
    assert units(deal(**common, wang=1)) == 4
    assert units(deal(**common, wang=2)) == "below_minimum"


def test_by_wang_three_of_them_win_by_a_row_of_theirs_only():
    options = {"preset": "yongzhou", "wang": 4, "wang_limit": "by_wang", "xing": "none"}
    common: Row = {"hu": 15, "counts": {"red": 5}, "options": options, "source": "self_draw", "from": None}
    assert units(deal(**common, wang=2)) == 4
    assert units(deal(**common, wang=3)) == "below_minimum"
    assert units(deal(**common, wang=3, marks=["wangdiao"])) == 8


def test_by_wang_a_row_that_only_names_a_mark_is_none_of_theirs():
    more = {"code": "own", "zh": "自加", "when": "wangzha=1 or red<9", "value": "x2"}
    options = {"preset": "yongzhou", "wang": 4, "wang_limit": "by_wang", "xing": "none", "patterns": [more]}
    common: Row = {"hu": 15, "counts": {"red": 5}, "options": options, "source": "self_draw", "from": None}
    assert units(deal(**common, wang=3)) == "below_minimum"
    off = {"code": "wangzha", "on": False}
    options["patterns"] = [more, off]
    assert units(deal(**common, wang=3, marks=["wangzha"])) == 2 * 2 * 2


# ---- what is paid besides --------------------------------------------------------------------------------------------


def test_a_ti_is_paid_by_everybody_else_and_never_multiplied():
    quads = [{"player": 2, "big": 1, "small": 1}]
    options = {"preset": "leiyang", "quad_pay": [2, 1], "cap": 1}
    answer = deal(11, options=options, quads=quads)
    assert answer["deals"][0]["deltas"] == [2 - 3, -1 - 3, -1 + 6]


def test_ti_are_paid_in_a_dead_deal_too_and_refused_where_they_are_not_played():
    dead = {"result": "dead", "quads": [{"player": 1, "big": 1, "small": 0}]}
    assert evening([dead], {"preset": "leiyang"})["deals"][0]["deltas"] == [-2, 4, -2]
    assert evening([dead], {"preset": "shaoyang"})["ok"] is False


def test_wang_of_a_dead_deal_are_paid_to_those_without_any():
    dead = {"result": "dead", "wang": [1, 0, 2]}
    options = {"preset": "yongzhou", "wang": 4, "wang_dead": 5}
    assert evening([dead], options)["deals"][0]["deltas"] == [-5, 15, -10]
    assert evening([{**dead, "wang": [3, 0, 2]}], options)["ok"] is False


def test_dead_deals_raise_the_next_win_and_that_alone():
    win = {"result": "win", "winner": 0, "source": "other_draw", "from": 1, "hu": 15, "counts": {"red": 5}}
    deals = [{"result": "dead"}, {"result": "dead"}, win, win]
    found = evening(deals, {"preset": "shiwuhu", "dead_factor": "times"})
    assert [each["units"] for each in found["deals"][2:]] == [3, 1]


CLAIMS = {"result": "foul", "offender": 1, "hu": 15}, {"result": "foul", "offender": 1, "units": 2}


@pytest.mark.parametrize(("options", "units"), [({"dead_factor": "times"}, [2, 2]), ({}, [1, 2])])
def test_dead_deals_raise_what_a_foul_claimed_but_not_units_that_were_agreed(options: Row, units: list[int]):
    found = evening([{"result": "dead"}, *CLAIMS], {"preset": "shiwuhu", **options})
    assert [each["units"] for each in found["deals"][1:]] == units


def test_the_first_edition_raised_no_foul_by_dead_deals():
    first = get("paohuzi").as_of(1)
    table = first.table({"preset": "shiwuhu", "dead_factor": "times"}, (0, 1, 2), 3, 0, None)
    state = first.open(table)
    for deal in (facts.Dead(), facts.Foul(offender=Seat(1), hu=Count(15))):
        outcome = first.play(table, state, first.complete(table, state, deal))
        state = outcome.state
    assert outcome.items[0].units == 1


# ---- groups and readings ---------------------------------------------------------------------------------------------


def hand(text: str, *exposed: str) -> Row:
    kinds = [each.split() for each in exposed]
    groups = [{"kind": kind, "cards": cards} for kind, cards in kinds]
    return {"exposed": groups, "concealed": text[:-1], "winning_card": text[-1], "source": "self_draw"}


def score(held: Row, **options: Any) -> Row:
    line = json.dumps(
        {"ruleset": "paohuzi", "options": {"preset": "shaoyang", "min_hu": 0, **options}, "hand": held}
    )
    return ask("score", line)


def test_one_five_ten_is_a_run_where_it_is_played():
    held = hand("四五六柒捌玖", "peng 九九九", "peng 三三三", "chi 一五十", "chi 壹伍拾", "chi 二七十")
    assert score(held, yiwushi="on")["hu"] == 1 + 1 + 3 + 6 + 3
    assert score(held)["ok"] is False


@pytest.mark.parametrize("laid", ["一五飞", "一飞十", "飞五十"])
def test_a_laid_one_five_ten_may_have_a_wang_in_it_where_it_is_played(laid: str):
    held = hand("四五六柒捌玖", "peng 九九九", "peng 三三三", f"chi {laid}", "chi 壹伍拾", "chi 二七十")
    answer = score(held, wang=1, yiwushi="on")
    assert answer["hu"] == 1 + 1 + 3 + 6 + 3
    assert [group["cards"] for group in answer["melds"]][2] == "一五十"
    refused = score(held, wang=1)["errors"]
    assert [(each["code"], each["field"]) for each in refused] == [("bad_meld", "exposed.2.cards")]


def test_a_laid_group_with_two_wang_may_be_one_five_ten_since_the_third_edition():
    held = hand("四五六柒捌玖", "peng 九九九", "peng 三三三", "chi 五飞飞", "chi 壹贰叁", "chi 二七十")
    won = facts.from_json({"result": "win", "winner": 0, "hand": held, "source": "self_draw"})
    options = {"preset": "shaoyang", "min_hu": 0, "wang": 2, "yiwushi": "on"}

    def hu(version: int) -> int:
        ruleset = get("paohuzi").as_of(version)
        table = ruleset.table(options, (0, 1, 2), 3, 0, None)
        return ruleset.play(table, ruleset.open(table), won).wins[0].hu

    assert [hu(2), hu(3)] == [1 + 1 + 6 + 3, 1 + 1 + 3 + 6 + 3]


def test_groups_are_worth_what_the_table_says():
    held = hand("肆伍陆柒捌玖", "sao 九九九", "sao 三三三", "chi 四五六", "chi 二七十", "chi 壹贰叁")
    usual, other = score(held), score(held, meld_values={"sao": [4, 8]})
    assert other["hu"] - usual["hu"] == 2


def test_of_the_readings_the_one_that_pays_most_is_paid():
    """K of 怀化 by own draw: read without a run it holds 对子胡, which pays four times as much."""
    held = hand("六六六陆陆陆拾拾拾", "sao 伍伍伍", "sao 玖玖玖", "peng 八八八", "peng 四四四")
    answer = ask("score", json.dumps({"ruleset": "paohuzi", "options": {"preset": "huaihua"}, "hand": held}))
    assert (answer["hu"], answer["units"]) == (29, 24)


def test_waits_count_the_rows():
    """毛胡 wins without any 胡 where its row is on, and waits say so."""
    held = {"exposed": [], "concealed": "四五六七八九肆伍陆捌玖拾叁叁三十十拾贰贰"}

    def waits(*, on: bool) -> set[str]:
        rows = [{"code": "maohu", "on": on}]
        request = {"ruleset": "paohuzi", "options": {"preset": "chenzhou", "patterns": rows}, "hand": held}
        answer: Row = dict(ask("waits", json.dumps(request)))
        return {wait["card"] for wait in answer["waits"]}

    assert "二" in waits(on=True)
    assert "二" not in waits(on=False)


# ---- presets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PRESETS, ids=lambda place: place["preset"])
def test_a_place_is_as_its_table_says(place: Row):
    usual = {o.code: o.default for o in get(place["ruleset"]).options.usual({"preset": place["preset"]})}
    assert {code: usual[code] for code in place["options"]} == place["options"]
    rows = [{"on": True, **row, "when": str(parse_condition(row["when"], NAMES))} for row in place["rows"]]
    assert usual["patterns"] == rows


def test_every_place_is_in_the_tables():
    there = {(each["ruleset"], each["preset"]) for each in PRESETS}
    named = {(slug, named.code) for slug in ("paohuzi", "paohuzi_tally") for named in get(slug).presets_named}
    assert there == named


def test_a_wang_stands_for_a_card_of_which_the_turned_one_is_the_fourth():
    held = hand("玖叁八六九肆捌壹陆叁六一玖飞玖九八一伍九陆") | {"source": "other_draw"}
    line = {"ruleset": "paohuzi", "options": {"preset": "yongzhou", "xing": "flip", "wang": 2}, "hand": held}
    assert ask("score", json.dumps({**line, "xing": {"flipped": ["九"]}}))["ok"]
    four = hand("玖叁八六九肆捌壹陆叁六一玖九玖九八一伍九陆") | {"source": "other_draw"}
    refused = ask("score", json.dumps({**line, "hand": four, "xing": {"flipped": ["九"]}}))
    assert [error["code"] for error in refused["errors"]] == ["too_many_copies"]


def test_every_reading_that_four_wang_make_is_looked_at():
    held = hand("一二三四五六七八九肆伍陆捌玖拾叁飞飞飞飞三") | {"source": "other_draw"}
    options = {"preset": "changde", "wang": 4}
    line = json.dumps({"ruleset": "paohuzi", "options": options, "hand": held}, ensure_ascii=False)
    assert ask("score", line)["readings"] == 583


@pytest.mark.parametrize(
    ("preset", "fewest"),
    [("shaoyang", 10), ("shiwuhu", 10), ("huaihua", 15), ("yongzhou", 15), ("chenzhou", 9), ("leiyang", 10)],
)
def test_what_wins_below_the_minimum_is_called_by_a_key_too_unless_it_has_no_hu(preset: str, fewest: int):
    ruleset = get("paohuzi")
    game = ruleset.game(ruleset.options.resolve({"preset": preset}))
    assert isinstance(game.asks, Asks)
    assert game.asks.called_from == fewest


# ---- in a sentence ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "zh", "en"),
    [
        ({"when": "dealer=0", "value": "x2"}, "不是庄家胡，乘 2", "not: the dealer wins; times 2"),
        ({"when": "dealer>=0", "value": "x2"}, "庄家胡至少 0，乘 2", "the dealer wins at least 0; times 2"),
        (
            {"when": "red<3 or red>12", "value": "+2", "each": {"of": "red", "over": 12, "add": 1}},
            "红字不到 3；或者红字多过 12，加 2，红字过 12，每多一个再加 1",
            "red cards below 3; or red cards above 12; 2 more, 1 more for each of red cards above 12",
        ),
        (
            {"when": "red>=10", "value": "x3", "min": 0, "last": True, "alone": True},
            "红字至少 10，乘 3，0 胡就能胡，最后再乘，有它别的不算",
            "red cards at least 10; times 3, wins with 0 hu, multiplied last, no other counts beside it",
        ),
    ],
)
def test_a_row_says_when_it_counts_and_what_it_is_worth(row: Row, zh: str, en: str):
    words = row_words(read_row({"code": "own", "zh": "红庄", "en": "red dealer", **row}, NAMES))
    assert (words.zh, words.en) == (f"红庄：{zh}", f"red dealer: {en}")
