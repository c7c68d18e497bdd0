"""House rules: what is accepted, what is stored, what is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from tests.rules.needed import resolved
from zipai_ledger.rules.messages import problem_text
from zipai_ledger.rules.options import (
    Choice,
    Option,
    OptionSet,
    Pairs,
    Steps,
    Words,
    as_options,
    bands,
    flag,
    number,
    numbers,
    one_of,
    series,
    some_of,
    worth,
)
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.registry import all_rulesets

NAMED = ("名", "name"), ("说明", "meaning"), "ours"
STEP = number("step", 5, *NAMED, least=1)
PAID = one_of("paid", 2, *NAMED, {"none": ("不许", "none"), 2: ("两家", "two"), 4: ("四家", "four")})
KINDS = some_of(
    "kinds", ["上", "下"], *NAMED, {"上": ("上", "up"), "中": ("中", "mid"), "下": ("下", "down")}
)
AGAIN = flag("again", "off", *NAMED)
SET = OptionSet((STEP, PAID, KINDS, AGAIN))
DEFAULTS = {"step": 5, "paid": 2, "kinds": ["上", "下"], "again": "off"}


def refused(given: object) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        SET.resolve(given)
    return [(problem.key, problem.field) for problem in caught.value.problems]


def test_nothing_given_is_every_default():
    assert SET.resolve({}) == DEFAULTS


@pytest.mark.parametrize(
    ("code", "value", "stored"),
    [
        ("step", 1, 1),
        ("step", "7", 7),
        ("step", 1000, 1000),
        ("paid", 4, 4),
        ("paid", "4", 4),
        ("paid", "none", "none"),
        ("kinds", [], []),
        ("kinds", ["下", "上"], ["上", "下"]),
        ("kinds", ["中", "中"], ["中"]),
        ("again", "on", "on"),
        ("again", True, "on"),
        ("again", False, "off"),
    ],
)
def test_a_value_is_stored_in_one_way(code, value, stored):
    assert SET.resolve({code: value}) == {**DEFAULTS, code: stored}


@pytest.mark.parametrize(
    ("code", "value", "why"),
    [
        ("step", 0, "range"),
        ("step", 1001, "range"),
        ("step", -5, "range"),
        ("step", True, "range"),
        ("step", 5.0, "range"),
        ("step", "5.0", "range"),
        ("step", "٣", "range"),
        ("step", "9" * 5000, "range"),
        ("step", None, "range"),
        ("paid", 3, "choice"),
        ("paid", True, "choice"),
        ("paid", 2.0, "choice"),
        ("paid", [2], "choice"),
        ("paid", {}, "choice"),
        ("kinds", ["左"], "many"),
        ("kinds", "上下", "many"),
        ("kinds", [["上"]], "many"),
        ("kinds", {"上": 1}, "many"),
        ("again", 1, "choice"),
        ("again", "yes", "choice"),
    ],
)
def test_a_value_that_is_not_allowed_is_refused(code, value, why):
    assert refused({code: value}) == [(f"bad_option.{why}", code)]


def test_every_wrong_option_is_named_at_once():
    assert refused({"wind": 1, "step": 0, "again": "maybe"}) == [
        ("bad_option.unknown", "wind"),
        ("bad_option.range", "step"),
        ("bad_option.choice", "again"),
    ]


@pytest.mark.parametrize("given", [[], "seats", 5, None])
def test_options_are_an_object(given):
    assert refused(given) == [("bad_option.object", "")]


def test_a_choice_is_found_by_its_value():
    assert PAID.choice("none").name.zh == "不许"


def test_words_are_said_in_the_language_asked_for_and_else_in_chinese():
    words = Words("记", "word")
    assert [words.in_language(lang) for lang in ("zh-hans", "zh-hant", "en", "fr")] == [
        "记",
        "記",
        "word",
        "记",
    ]


TABLE = numbers("table", {"a": 1, "b": 5}, *NAMED, {"a": ("甲", "a"), "b": ("乙", "b")})
STYLE = one_of("style", "plain", *NAMED, {"plain": ("平", "plain"), "rich": ("富", "rich")})
RICH = {"step": 9, "table": {"a": 2, "b": 10}}
PRESET = OptionSet((STYLE, STEP, TABLE), "style", {"rich": RICH})


def test_a_table_of_numbers_keeps_those_that_are_not_given():
    assert PRESET.resolve({"table": {"b": "7"}})["table"] == {"a": 1, "b": 7}
    assert PRESET.resolve({"table": {}})["table"] == {"a": 1, "b": 5}


@pytest.mark.parametrize(
    ("value", "why"),
    [(5, "parts"), (["a"], "parts"), ({"c": 1}, "parts"), ({"a": -1}, "range"), ({"a": None}, "range")],
)
def test_a_table_of_numbers_has_known_parts_and_whole_numbers(value, why):
    with pytest.raises(Refused) as caught:
        PRESET.resolve({"table": value})
    assert [(p.key, p.field) for p in caught.value.problems] == [(f"bad_option.{why}", "table")]


def test_a_preset_sets_the_defaults_and_what_stands_beside_it_wins():
    assert PRESET.resolve({}) == {"style": "plain", "step": 5, "table": {"a": 1, "b": 5}}
    assert PRESET.resolve({"style": "rich"}) == {"style": "rich", **RICH}
    assert PRESET.resolve({"style": "rich", "step": 5})["step"] == 5
    assert PRESET.resolve({"style": "rich", "table": {"a": 3}})["table"] == {"a": 3, "b": 10}
    resolved = PRESET.resolve({"style": "rich"})
    assert PRESET.resolve(resolved) == resolved


GATES = series("gates", [18, 34], *NAMED, (("头", "first"), ("二", "second")))


def test_a_series_of_numbers_keeps_its_order_and_is_an_array():
    assert GATES.kind == "series"
    assert GATES.parse(["34", 18]) == [34, 18]
    assert GATES.parse((0, 0)) == [0, 0]
    assert [part.value for part in GATES.parts] == [0, 1]


@pytest.mark.parametrize(
    ("value", "why"),
    [(18, "series"), ([18], "series"), ([1, 2, 3], "series"), ([1, -1], "range"), ("34", "series")],
)
def test_a_series_has_just_so_many_whole_numbers(value, why):
    with pytest.raises(Refused) as caught:
        GATES.parse(value)
    assert [(p.key, p.field) for p in caught.value.problems] == [(f"bad_option.{why}", "gates")]


def test_an_unknown_preset_is_refused_like_any_choice():
    with pytest.raises(Refused) as caught:
        PRESET.resolve({"style": ["rich"]})
    assert [p.key for p in caught.value.problems] == ["bad_option.choice"]


STEPS = bands("steps", [[20, -1], [100, 3]], *NAMED, (("到", "to"), ("算", "worth")), greatest=100)


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        ([[20, -5], [60, 0], [100, 5]], [[20, -5], [60, 0], [100, 5]]),
        ([[60, 0], [20, -5], [100, 5]], [[20, -5], [60, 0], [100, 5]]),
        ([[20, -5], [None, 5]], [[20, -5], [100, 5]]),
        ([[20, -5], [80, 5]], [[20, -5], [100, 5]]),
        (((7, 2),), [[100, 2]]),
    ],
)
def test_a_table_of_steps_rises_and_is_open_at_its_end(value, stored):
    assert OptionSet((STEPS,)).resolve({"steps": value}) == {"steps": stored}
    assert STEPS.parse(stored) == stored


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([], "bands"),
        ("20", "bands"),
        ({"20": 5}, "bands"),
        ([[n, 1] for n in range(41)], "bands"),
        ([20, 5], "bands"),
        ([[20, 5, 1]], "bands"),
        (["20"], "bands"),
        ([[20, 1], [20, 2], [100, 3]], "bands_twice"),
        ([[20, 1], [60, 2], [60, 3]], "bands_twice"),
        ([[60, 1], [None, 2], [100, 3]], "bands_twice"),
        ([[101, 1]], "range"),
        ([[-5, 1]], "range"),
        ([["20", 1]], "range"),
        ([[True, 1]], "range"),
        ([[20, 1001]], "range"),
        ([[20, -1001]], "range"),
        ([[20, None]], "range"),
    ],
)
def test_a_table_of_steps_is_refused_as_a_whole(value, why):
    with pytest.raises(Refused) as caught:
        STEPS.parse(value)
    assert {(p.key, p.field) for p in caught.value.problems} == {(f"bad_option.{why}", "steps")}


LADDER = Steps(
    "ladder",
    [],
    Words("表", "Ladder"),
    Words("几胡几囤", "Hu and tun"),
    "S1",
    columns=(Words("几胡起", "From hu"), Words("几囤", "Tun")),
    greatest=100,
)
MELDS = Pairs(
    "melds",
    {"peng": [1, 3], "kan": [3, 6]},
    Words("几胡", "Values"),
    Words("每门几胡", "Of groups"),
    "S1",
    parts=(Choice("peng", Words("碰", "peng")), Choice("kan", Words("坎", "kan"))),
    columns=(Words("小字", "Small"), Words("大字", "Big")),
    greatest=30,
)


def problems_of(option: Option, value: object, lang: str = "zh-hans") -> list[str]:
    with pytest.raises(Refused) as caught:
        option.parse(value)
    return [problem_text(problem, lang) for problem in caught.value.problems]


def test_every_wrong_row_of_a_ladder_says_its_number_its_column_and_what_was_expected():
    assert problems_of(LADDER, [[10, 1], ["x", 2], [20], [10, 3], [101, -1]]) == [
        "第 2 行，几胡起：“ladder”要 0 到 100 的整数，写的是 'x'",
        "第 3 行：“ladder”最多 20 行，每行两个数：从多少起、算多少，写的是 [20]",
        "第 4 行：“ladder”有两行从同一个数起：10",
        "第 5 行，几胡起：“ladder”要 0 到 100 的整数，写的是 101",
        "第 5 行，几囤：“ladder”要 0 到 1000 的整数，写的是 -1",
    ]
    assert problems_of(LADDER, [[10, None]], "en") == [
        "Row 1: Tun: “ladder” takes a whole number from 0 to 1000, not None"
    ]
    assert problems_of(LADDER, "10 1")[0].startswith("“ladder”最多 20 行")


def test_every_wrong_pair_says_its_name_its_column_and_what_was_expected():
    assert problems_of(MELDS, {"peng": [1, 31], "kan": 6}) == [
        "碰，大字：“melds”要 0 到 30 的整数，写的是 31",
        "坎：“melds”要 2 个数，写的是 6",
    ]
    assert problems_of(MELDS, {"kan": ["x", 6]}, "en") == [
        "kan: Small: “melds” takes a whole number from 0 to 30, not 'x'"
    ]
    assert problems_of(MELDS, {"sao": [1, 2]})[0].startswith("“melds”写成一组“名：数”，名有 peng | kan")
    assert MELDS.parse({"kan": [4, 8]}) == {"peng": [1, 3], "kan": [4, 8]}


def test_every_wrong_number_of_a_series_says_its_name_and_what_was_expected():
    assert problems_of(GATES, ["x", 34]) == ["头：“gates”要 0 到 1000 的整数，写的是 'x'"]
    assert problems_of(GATES, [18, -1], "en") == [
        "second: “gates” takes a whole number from 0 to 1000, not -1"
    ]


def test_a_number_counts_in_the_first_band_that_reaches_it():
    steps = STEPS.parse([[20, -5], [60, 0], [None, 5]])
    assert [worth(steps, n) for n in (0, 20, 21, 60, 61, 100, 400)] == [-5, -5, 0, 0, 5, 5, 5]


def test_an_option_says_how_it_is_asked_for():
    kinds = [option.kind for option in (STEP, PAID, KINDS, TABLE, STEPS)]
    assert kinds == ["number", "one", "many", "parts", "bands"]


@pytest.mark.parametrize("slug", all_rulesets())
def test_every_default_is_an_allowed_value_and_every_option_is_explained(slug):
    options = all_rulesets()[slug].options
    resolved = options.resolve({})
    assert options.resolve(resolved) == resolved
    for option in options.options:
        assert option.default == resolved[option.code]
        assert option.source
        for words in (
            option.name,
            option.meaning,
            *(choice.name for choice in option.choices + option.parts),
        ):
            assert words.zh
            assert words.en


@dataclass(frozen=True)
class Chosen:
    step: int
    paid: int | Literal["none"]
    kinds: tuple[str, ...]
    again: str


def test_a_game_reads_its_options_as_a_dataclass_of_its_own():
    chosen = SET.read(Chosen, SET.resolve({"paid": "none"}))
    assert chosen == Chosen(step=5, paid="none", kinds=("上", "下"), again="off")
    assert as_options(chosen) == SET.resolve({"paid": "none"})


def test_a_rule_that_came_after_a_table_was_opened_is_as_usual_there():
    assert SET.read(Chosen, {"step": 7}) == Chosen(step=7, paid=2, kinds=("上", "下"), again="off")


def fits(value: object, hint: object) -> bool:
    """Whether a value is of an annotation as such dataclasses have them."""
    origin, of = get_origin(hint), get_args(hint)
    if origin is Literal:
        return value in of
    if origin is tuple:
        inner = of[:1] * len(value) if of[-1:] == (...,) else of
        return isinstance(value, tuple) and all(map(fits, value, inner)) and len(inner) == len(value)
    if origin is Mapping:
        return isinstance(value, dict) and all(fits(each, of[1]) for each in value.values())
    return any(fits(value, each) for each in of) if of else isinstance(value, hint)


def values_of(option: Option) -> list[object]:
    """What an option may be: the usual, and each of its choices."""
    single = [] if option.many else [choice.value for choice in option.choices]
    return [option.default, *single]


@pytest.mark.parametrize("slug", all_rulesets())
def test_a_game_names_each_of_its_options_by_its_code_and_kind(slug, monkeypatch):
    ruleset, seen = all_rulesets()[slug], []
    read = OptionSet.read

    def noted(self, chosen, options):
        seen.append(read(self, chosen, options))
        return seen[-1]

    monkeypatch.setattr(OptionSet, "read", noted)
    for option in ruleset.options.options:
        for value in values_of(option):
            ruleset.compose(resolved(ruleset, {option.code: value}))
    hints = get_type_hints(type(seen[0]))
    assert {spec.name for spec in fields(seen[0])} == set(ruleset.options.by_code)
    for chosen in seen:
        for name, hint in hints.items():
            assert fits(getattr(chosen, name), hint), (name, hint)
