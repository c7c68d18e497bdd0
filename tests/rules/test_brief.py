"""The house rules in a line: what people quarrel about, as they would say it, and whatever is not as usual."""

import re
from collections.abc import Iterator

import pytest

from tests.rules.needed import resolved
from zipai_ledger.rules import registry
from zipai_ledger.rules.brief import foremost, in_brief, tagline_under
from zipai_ledger.rules.options import Option

GAMES = sorted(registry.all_rulesets())


def line(slug: str, **options: object) -> list[str]:
    ruleset = registry.get(slug)
    return [words.zh for words in in_brief(ruleset, resolved(ruleset, options))]


def others(option: Option) -> list[object]:
    """Every other value, or one where there are more than can be named."""
    match option.kind, option.default:
        case "one", _:
            return [each.value for each in option.choices if each.value != option.default]
        case "many", list(usual):
            others = [[], *([each] for each in usual), [each.value for each in option.choices]]
            return [each for each in others if each != usual]
        case "number", int(usual):
            return [usual + option.step if usual < option.greatest else usual - option.step]
        case "number", str():
            return [option.greatest]
    return other_tables(option)


def unusual(slug: str) -> Iterator[tuple[str, object]]:
    """The code of each house rule of a game, with each of its other values."""
    for option in registry.get(slug).options.options:
        for value in others(option):
            yield option.code, value


def other_tables(option: Option) -> list[object]:
    """The same of an option that is a table."""
    match option.kind, option.default:
        case "parts", dict(usual):
            return [{code: number + 1} for code, number in usual.items()]
        case "series", list(usual):
            return [[*usual[:at], number + 1, *usual[at + 1 :]] for at, number in enumerate(usual)]
        case "bands", list(usual):
            return [[[row[0], row[1] + 1] if row == moved else row for row in usual] for moved in usual]
        case "bands", str():
            return [[[option.greatest, 1]]]
        case "steps", _:
            return [[[10, 1], [12, 2]]]
        case "pairs", dict(usual):
            return [{code: [small, big + 1]} for code, (small, big) in usual.items()]
        case "rows", list(usual):
            return [[{"code": row["code"], "on": not row["on"]}] for row in usual]
    raise AssertionError(option)


def test_a_table_of_guilin_says_what_people_quarrel_about():
    assert line("guilin") == ["起胡 10", "每舵 5 胡", "自摸加 1", "点炮付两家", "翻醒上下"]
    assert line("guilin", discard_multiple="none", xing="none") == [
        "起胡 10",
        "每舵 5 胡",
        "自摸加 1",
        "不许点炮",
        "不算醒",
    ]


@pytest.mark.parametrize(
    ("slug", "says"),
    [
        ("dazipai", "头一盘 15 油起胡 点炮付两份"),
        ("tuozi", "起胡 10 每坨 5 胡 不兴放炮"),
        ("bopi", "起胡 10 自摸加 10 满 100 结 臭牌扣 10"),
        ("gaohuzi", "起胡 10 头盘 18，两盘过 34 满 50 出告 底子 10、20、30"),
        ("huashi", "起胡 10 每牌 5 胡 封顶 10 牌 不兴放炮"),
        ("paohuzi", "邵阳字牌 起胡 10 2 囤起，每 5 胡加 1 不兴放炮"),
        ("paohuzi_tally", "娄底放炮罚 起胡 15 满 100 结 接炮封顶 100 一把封顶 200"),
        ("dalin", "闲家 165 分起得分 最多 +5，最少 −5"),
        (
            "guiyang",
            "自摸不加 报听当清一色 热炮那个豆不算 闷豆 2、转弯豆 1、点豆 1 没叫牌也收鸡和豆 翻后一张是鸡",
        ),
    ],
)
def test_every_game_has_its_own_line(slug: str, says: str):
    assert " ".join(line(slug)) == says


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_not_as_usual_changes_the_line(slug: str):
    usual = line(slug)
    for code, value in unusual(slug):
        assert line(slug, **{code: value}) != usual, (code, value)


@pytest.mark.parametrize("slug", GAMES)
def test_no_phrase_is_empty_a_label_or_a_code(slug: str):
    ruleset = registry.get(slug)
    labels = {option.name.zh for option in ruleset.options.options}
    for code, value in unusual(slug):
        words, where = in_brief(ruleset, resolved(ruleset, {code: value})), (code, value)
        assert not re.search(r"[A-Za-z_{}\[\]]", "".join(each.zh for each in words)), where
        assert not re.search(r"[\u4e00-\u9fff]", "".join(each.en for each in words)), (
            *where,
            "by who reads no Chinese",
        )
        for each in words:
            assert each.zh.strip() == each.zh != "", where
            assert each.en.strip() == each.en != "", where
            assert each.zh not in labels, where


def test_a_table_of_numbers_names_those_that_differ():
    assert "平胡 2" in line("guiyang", values={"pinghu": 2})
    assert "有飞王 2、秤二七十 1" in line("tuozi", special_cards={"飞": 2, "秤二七十": 1})


def test_what_a_preset_brings_along_is_not_named_again():
    words = line("guiyang", preset="family_b")
    assert words[:2] == ["另一家的打法", "自摸不加"]
    assert "闷豆 2、转弯豆 3、点豆 1" in words


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_older_than_a_rule_is_told_as_if_it_were_as_usual(slug: str):
    ruleset = registry.get(slug)
    options = ruleset.options.resolve({})
    for missing in options:
        older = {other: value for other, value in options.items() if other != missing}
        assert in_brief(ruleset, older) == in_brief(ruleset, options)


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_edition_says_what_it_played(version: int):
    ruleset = registry.get("guiyang").as_of(version)
    words = {each.zh for each in in_brief(ruleset, ruleset.options.resolve({}))}
    assert {1: "报听加 10", 2: "报听当清一色"}[version] in words


@pytest.mark.parametrize(
    ("slug", "options", "first"),
    [
        ("guilin", {}, {"min_hu", "hu_per_unit", "self_draw", "discard_multiple", "xing", "xing_kinds"}),
        (
            "guilin",
            {"xing": "none"},
            {"min_hu", "hu_per_unit", "self_draw", "discard_multiple", "xing", "xing_kinds"},
        ),
        ("paohuzi", {}, {"preset", "min_hu", "ladder", "base_units", "hu_per_unit", "discard"}),
        (
            "paohuzi",
            {"preset": "yongzhou"},
            {"preset", "min_hu", "ladder", "base_units", "hu_per_unit", "discard", "xing"},
        ),
        ("dalin", {}, set()),
    ],
)
def test_what_the_line_of_a_usual_table_names_is_settled_first(slug: str, options: dict, first: set[str]):
    ruleset = registry.get(slug)
    assert foremost(ruleset, ruleset.options.resolve(options)) == first


@pytest.mark.parametrize("slug", GAMES)
def test_a_preset_is_settled_before_anything_else(slug: str):
    ruleset = registry.get(slug)
    found = foremost(ruleset, ruleset.options.resolve({}))
    assert found <= ruleset.options.by_code.keys()
    assert not ruleset.options.preset or ruleset.options.preset in found


@pytest.mark.parametrize(
    ("slug", "options", "says"),
    [
        ("bopi", {"target": 50}, "记胡，满 50 结皮"),
        ("paohuzi_tally", {"target": 200}, "记胡，满 200 结差额"),
        ("guilin", {"min_hu": 15}, registry.get("guilin").tagline.zh),
    ],
)
def test_the_tagline_has_the_numbers_of_the_table(slug: str, options: dict[str, object], says: str):
    ruleset = registry.get(slug)
    assert tagline_under(ruleset, resolved(ruleset, options)).zh == says
