"""A ruleset's words come from one place, in each language, and those of a ruleset that is gone as well."""

from dataclasses import fields, replace

import pytest

from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.speaker import Common, GoneRuleset, Speaker, find_ruleset
from zipai_ledger.rules.terms import Terms
from zipai_ledger.rules.wording import REASONS

NAMES = ("老王", "小李", "阿芳", "四叔")
OFFENDER = Problem("bad_deal", "winner", "winner_missing")


def speaker(slug: str, lang: str = "zh-hans") -> Speaker:
    return Speaker(registry.get(slug), lang, NAMES)


@pytest.mark.parametrize(
    ("lang", "game", "unit", "hu"), [("zh-hans", "桂林字牌", "舵", "胡"), ("en", "Guilin Zipai", "duo", "hu")]
)
def test_a_ruleset_names_itself_and_its_units(lang: str, game: str, unit: str, hu: str):
    guilin = speaker("guilin", lang)
    assert (guilin.game, guilin.unit, guilin.hu) == (game, unit, hu)


def test_every_term_of_the_table_is_in_the_words_of_its_game():
    terms = speaker("gaohuzi").terms
    assert set(terms) == {field.name for field in fields(Terms)}
    assert terms["hu"] == speaker("gaohuzi").hu == registry.get("gaohuzi").terms.hu.zh


def test_sources_marks_and_groups_are_named_and_an_unknown_code_stays():
    assert [speaker("guilin").label(code) for code in ("self_draw", "saochuan", "nothing")] == [
        "自摸",
        "扫穿",
        "nothing",
    ]
    assert speaker("guilin", "en").label("self_draw") == "self-draw"


def test_results_that_nobody_won_are_named_with_the_offender():
    guilin = speaker("guilin")
    assert guilin.result(facts.Dead.result) == "黄庄"
    assert guilin.result(facts.Foul.result, "小李") == "小李诈胡"
    assert guilin.result(facts.Adjust.result) == ""
    assert guilin.discarded("小李") == "小李点炮"


def test_a_payment_gives_its_reason_where_who_pays_whom_does_not():
    why = [
        [speaker("guilin", lang).reason(code) for code in ("sitting_xing", "each")]
        for lang in ("zh-hans", "en")
    ]
    assert why == [[REASONS["sitting_xing"].zh, ""], [REASONS["sitting_xing"].en, ""]]


def test_a_line_names_people_and_has_a_short_form_where_its_ruleset_has_one():
    item = Item("level", {"players": [0, 2], "level": "K"}, 0)
    texts = {
        "level": Words("{players}打 {level}", "{players} play {level}"),
        "level.short": Words("打 {level}", "level {level}"),
    }
    dalin = Speaker(Common(texts), names=NAMES)
    assert dalin.item(item) == "老王、阿芳打 K"
    assert dalin.brief(item) == "打 K"
    assert replace(dalin, lang="en").brief(item) == "level K"
    assert speaker("guilin").brief(Item("base", {"hu": 17}, 1)) == ""


def test_a_refusal_says_everything_that_is_wrong():
    guilin = speaker("guilin")
    wrong = Problem("dealer_differs", "dealer", "", {"player": 1})
    assert guilin.refusal(Refused(OFFENDER, wrong)) == f"{guilin.problem(OFFENDER)} {guilin.problem(wrong)}"
    assert guilin.problem(OFFENDER) != guilin.problem(wrong)


def test_payments_say_why():
    assert speaker("guilin", "en").flow("each") == "Everybody pays"
    assert speaker("guilin").reason("each") == ""


def test_a_ruleset_that_is_gone_leaves_its_slug_its_stored_unit_and_the_common_words():
    gone = Speaker.of("taken_out", "舵", "en", NAMES)
    assert gone.ruleset == GoneRuleset("taken_out", "舵")
    assert (gone.game, gone.unit, gone.hu) == ("taken_out", "舵", "hu")
    assert gone.result(facts.Dead.result) == "Dead deal"
    assert gone.ruleset.name_under({}) == gone.ruleset.name
    assert gone.label("self_draw") == "self-draw"
    assert gone.item(Item("base", {"hu": 17, "n": 1}, 1)) == speaker("guilin", "en").item(
        Item("base", {"hu": 17}, 1)
    )


def test_what_only_a_gone_ruleset_had_words_for_is_named_by_its_code():
    gone = Speaker(GoneRuleset("taken_out"))
    assert gone.item(Item("its_own", {}, 1)) == "its_own"
    assert gone.brief(Item("its_own", {}, 1)) == ""
    assert gone.problem(Problem("its_own", "hand")) == "its_own"


def test_a_stored_stage_finds_its_ruleset():
    assert find_ruleset("guilin") is registry.get("guilin")
    assert Speaker.of("guilin", "", "zh-hans").unit == "舵"
