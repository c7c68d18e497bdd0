"""名堂表: rows as they are changed, added and refused (docs/rules/paohuzi.md#names)."""

from typing import Any

import pytest

from zipai_ledger.rules.messages import problem_text
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.registry import get
from zipai_ledger.rules.rowtable import MOST_ROWS, RowTable, rows_of

OWN: dict[str, Any] = {"code": "own_row", "zh": "自加", "when": "red>=10", "value": "x2"}


def table(slug: str = "paohuzi", preset: str = "yongzhou") -> RowTable:
    found = next(o for o in get(slug).options.usual({"preset": preset}) if o.code == "patterns")
    assert isinstance(found, RowTable)
    return found


def row(code: str, *changes: dict[str, Any]) -> dict[str, Any]:
    return next(row for row in rows_of(table().parse([*changes])) if row["code"] == code)


def refusal(*changes: Any, slug: str = "paohuzi", preset: str = "yongzhou") -> tuple[str, object]:
    with pytest.raises(Refused) as refused:
        table(slug, preset).parse([*changes])
    problem = refused.value.problems[0]
    assert (problem.code, problem.field) == ("bad_option", "patterns")
    return problem.why, problem.params.get("row")


def test_a_change_leaves_the_rest_of_its_row_and_every_other_row():
    usual = rows_of(table().default)
    changed = rows_of(table().parse([{"code": "honghu", "value": "x5"}]))
    assert [one for one in changed if one["code"] != "honghu"] == [
        one for one in usual if one["code"] != "honghu"
    ]
    assert row("honghu", {"code": "honghu", "value": "x5"}) == {**row("honghu"), "value": "x5"}


def test_a_row_is_switched_off_and_stays_in_the_table():
    assert row("honghu", {"code": "honghu", "on": False})["on"] is False


def test_a_row_of_ones_own_comes_last_and_counts():
    assert rows_of(table().parse([OWN]))[-1] == {**OWN, "en": "自加", "on": True}


def test_a_table_tells_only_what_is_otherwise():
    stored = table().parse([OWN, {"code": "honghu", "on": False}])
    changes = table().changes(stored)
    assert changes == [{"code": "honghu", "on": False}, {**OWN, "en": "自加", "on": True}]
    assert table().parse(changes) == stored
    assert table().changes(table().default) == []


def test_what_is_taken_away_from_a_row_is_told_by_the_whole_row():
    alone = {**row("honghu")}
    del alone["group"]
    stored = table().parse([alone])
    assert "group" not in next(one for one in rows_of(stored) if one["code"] == "honghu")
    assert table().parse(table().changes(stored)) == stored


def test_rows_that_were_stored_whole_are_read_beside_another_place():
    stored = table(preset="changde").parse([OWN])
    assert table().by_itself.parse(stored) == stored


@pytest.mark.parametrize(
    ("why", "change"),
    [
        ("when", {"when": "red>>1"}),
        ("when_name", {"when": "blue=1"}),
        ("when_missing", {"when": " "}),
        ("row_value_missing", {"value": "x"}),
        ("row_value", {"value": "2x"}),
        ("row_value", {"value": "x12345"}),
        ("row_last", {"value": "+2", "last": True}),
        ("row_name", {"zh": "长" * 13}),
        ("row_code", {"code": "Own"}),
        ("row_code", {"code": "o" * 25}),
        ("row_key", {"colour": "red"}),
        ("row_flag", {"on": "yes"}),
        ("row_min", {"min": 100}),
        ("when_name", {"each": {"of": "blue", "over": 10, "add": 1}}),
        ("row_each_number", {"each": {"of": "red", "over": "x", "add": 1}}),
        ("row_each_number", {"each": {"of": "red", "over": 1, "add": 100}}),
        ("row_each", {"each": "red"}),
        ("row_each", {"each": {"of": "red", "over": 10}}),
        ("row_group", {"group": "Red!"}),
        ("row_kinds", {"group": "red", "value": "+2"}),
    ],
)
def test_what_cannot_be_in_a_row_is_refused_by_the_row(why: str, change: dict[str, Any]):
    own = {**OWN, **change}
    assert refusal(own) == (why, str(own["code"])[:40])


@pytest.mark.parametrize(
    ("change", "zh"),
    [
        ({"group": "Red!"}, "“own_row”的组名要 1 到 24 个小写字母、数字、下划线，写的是 Red!"),
        ({"zh": "长" * 13}, f"“own_row”的名字要 1 到 12 个字，写的是“{'长' * 13}”"),
        ({"group": "red", "value": "+2"}, "“own_row”和同一组“red”别的名堂算法不一样"),
        (
            {"each": {"of": "red", "over": 1, "add": 100}},
            "“own_row”每多一个加多少：add 要 0 到 99 的整数，写的是 100",
        ),
    ],
)
def test_a_refusal_repeats_what_was_written_and_says_what_may_be(change: dict[str, Any], zh: str):
    with pytest.raises(Refused) as refused:
        table().parse([{**OWN, **change}])
    assert [problem_text(problem) for problem in refused.value.problems] == [zh]


@pytest.mark.parametrize("missing", ["zh", "when", "value"])
def test_a_row_of_ones_own_needs_its_name_condition_and_value(missing: str):
    assert refusal({key: value for key, value in OWN.items() if key != missing}) == (
        f"row_missing_{missing}",
        "own_row",
    )


@pytest.mark.parametrize("value", ["", "honghu", None, {"code": "honghu"}, ["honghu"], [None]])
def test_a_table_is_a_list_of_rows(value: object):
    with pytest.raises(Refused) as refused:
        table().parse(value)
    (problem,) = refused.value.problems
    assert (problem.key, problem.field) == ("bad_option.rows", "patterns")


def test_a_code_is_written_once():
    assert refusal(OWN, OWN) == ("row_twice", "own_row")
    with pytest.raises(Refused) as refused:
        table().parse([OWN, OWN])
    assert [problem_text(problem) for problem in refused.value.problems] == ["“own_row”写了两次"]


def test_a_table_has_at_most_40_rows():
    room = MOST_ROWS - len(rows_of(table().default))
    own = [{**OWN, "code": f"own_{n}"} for n in range(room + 1)]
    assert len(rows_of(table().parse(own[:-1]))) == MOST_ROWS
    assert refusal(*own)[0] == "rows"


@pytest.mark.parametrize("value", ["x2", "+2"])
def test_a_tally_knows_no_units(value: str):
    assert refusal({**OWN, "value": value}, slug="paohuzi_tally", preset="loudi") == ("row_units", "own_row")


def test_own_rows_follow_to_another_place_and_changes_where_their_row_is():
    here, there = table(), table(preset="shiwuhu")
    stored = here.parse([OWN, {"code": "honghu", "on": False}, {"code": "wangzha", "on": False}])
    changes = there.changes(there.following(stored, here.default))
    assert {"code": "honghu", "on": False} in changes
    assert {**OWN, "en": "自加", "on": True} in changes
    assert "wangzha" not in {one["code"] for one in changes}


def test_what_cannot_be_read_here_or_has_no_room_there_follows_as_the_usual_rows():
    here, there = table(preset="shiwuhu"), table()
    assert there.following([{**OWN, "value": "2x"}], here.default) == there.default
    room = MOST_ROWS - len(rows_of(here.default))
    assert len(rows_of(there.default)) > len(rows_of(here.default))
    stored = here.parse([{**OWN, "code": f"own_{n}"} for n in range(room)])
    assert there.following(stored, here.default) == there.default


@pytest.mark.parametrize(
    ("change", "zh", "en"),
    [
        ({"code": "honghu", "on": False}, "不算红胡", "no red hand"),
        (
            {"code": "hongzhuandian", "value": "x9"},
            "不算的红转点改过",
            "red as one red, which does not count, is changed",
        ),
        ({**OWN, "on": False}, "不算自加", "no 自加"),
        (OWN, "自加：红字至少 10，乘 2", "自加: red cards at least 10; times 2"),
    ],
)
def test_a_row_that_is_not_as_usual_is_told_in_a_few_words(change: dict[str, Any], zh: str, en: str):
    (words,) = table().changes_in_words(table().parse([change]))
    assert (words.zh, words.en) == (zh, en)
