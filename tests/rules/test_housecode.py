"""House rules in a short code and in words."""

import pytest

from tests.rules.needed import resolved
from zipai_ledger.rules import registry
from zipai_ledger.rules.housecode import changed, chosen, code, in_words

GAMES = sorted(registry.all_rulesets())


def code_and_words(slug, **options):
    ruleset = registry.get(slug)
    chosen = resolved(ruleset, options)
    return code(ruleset, ruleset.version, chosen), [words.zh for words in in_words(ruleset, chosen)]


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_that_plays_as_usual_has_the_shortest_code(slug):
    ruleset = registry.get(slug)
    assert code_and_words(slug)[0] == f"{slug}-{ruleset.version}"
    assert changed(ruleset, ruleset.options.resolve({})) == ()


@pytest.mark.parametrize("slug", GAMES)
def test_every_rule_that_is_changed_stands_in_the_code_and_in_words(slug):
    ruleset = registry.get(slug)
    for option in ruleset.options.options:
        for choice in option.choices if option.kind == "one" else ():
            if choice.value != option.default:
                found, words = code_and_words(slug, **{option.code: choice.value})
                assert f" {option.code}={choice.value}" in found
                assert f"{option.name.zh} {choice.name.zh}" in words


def test_several_choices_stand_side_by_side():
    guilin = registry.get("guilin")
    option, code = guilin.options.by_code["xing_kinds"], f"guilin-{guilin.version}"
    kinds = [str(choice.value) for choice in option.choices if choice.value in option.default]
    assert code_and_words("guilin", xing_kinds=[])[0] == f"{code} xing_kinds=none"
    assert code_and_words("guilin", xing_kinds=kinds[:1])[0] == f"{code} xing_kinds={kinds[0]}"
    assert code_and_words("guilin", xing_kinds=kinds)[0] == code


def test_of_a_table_of_numbers_the_code_tells_those_that_differ():
    found, words = code_and_words("guiyang", values={"pinghu": 2})
    assert found.endswith(" values=pinghu:2")
    assert any("平胡 2、" in line for line in words)


def test_of_rows_the_code_tells_those_that_are_not_as_usual_and_of_groups_what_counts_otherwise():
    rows = [{"code": "honghu", "on": True}, {"code": "zimo", "value": "x2"}]
    found, words = code_and_words("paohuzi", patterns=rows, meld_values={"peng": [1, 4]})
    assert "patterns=" in found
    assert set(found.partition("patterns=")[2].split()[0].split("+")) == {"honghu:on", "zimo:x2"}
    assert "meld_values=peng:1:4" in found
    assert any(line.startswith("每门几胡 碰 1/4、") for line in words)
    assert words[-1] == "名堂 自摸：自摸，乘 2、红胡：红字至少 10，乘 2"


def test_steps_are_told_one_by_one():
    found, words = code_and_words("dalin", bands=[[20, -5], [None, 5]])
    assert found.endswith("bands=20:-5+640:5")
    assert words == ["积分表 0–20 −5、21 以上 +5"]


def test_points_of_a_ladder_stand_side_by_side_and_none_is_a_word():
    found, words = code_and_words("paohuzi", ladder_points=[[10, 1], [20, 3]])
    assert found.endswith(" ladder_points=10:1+20:3")
    assert words[-1] == "几胡几囤的表 10: 1、20: 3"
    option = registry.get("paohuzi").options.by_code["ladder_points"]
    assert chosen(option, []).zh == "没有"


def test_bands_that_follow_others_are_named_and_those_of_their_own_told():
    option = registry.get("dalin").options.by_code["gongzhu_bands"]
    assert chosen(option, "bands").zh == "照积分表"
    assert chosen(option, [[100, -1], [640, 2]]).zh == "0–100 −1、101 以上 +2"


def test_what_a_table_adds_to_any_game_is_told_only_where_it_does():
    assert code_and_words("dalin", evening_deals=8)[1][-1] == "一晚几盘 8"
    assert not any("一晚几盘" in line for line in code_and_words("dalin")[1])


def test_what_a_preset_brings_along_is_usual_with_it():
    ruleset = registry.get("guiyang")
    preset = dict(ruleset.options.presets)["family_b"]
    assert code_and_words("guiyang", preset="family_b")[0].endswith(" preset=family_b")
    one = next(iter(preset))
    default = ruleset.options.by_code[one].default
    assert f" {one}=" in code_and_words("guiyang", preset="family_b", **{one: default})[0]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_says_something_of_its_rules(slug):
    assert code_and_words(slug)[1]


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_older_than_a_rule_is_told_as_if_it_were_as_usual(slug: str):
    ruleset = registry.get(slug)
    options = ruleset.options.resolve({})
    for missing in options:
        older = {other: value for other, value in options.items() if other != missing}
        assert in_words(ruleset, older) == in_words(ruleset, options)
        assert code(ruleset, 1, older) == code(ruleset, 1, options)
