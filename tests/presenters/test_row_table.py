"""A table of 名堂 as the form offers it and sends it back: every row that a place plays can be made, and nothing typed is lost."""

import json
from typing import Any

import pytest
from django.http import QueryDict

from zipai_ledger.forms.row_table import sent_rows
from zipai_ledger.presenters.row_table import OfferedRow, is_own, offered_table
from zipai_ledger.rules.registry import get
from zipai_ledger.rules.rowtable import RowTable, rows_of

Row = dict[str, Any]
FIELD = "rule-patterns"


def table(slug: str, preset: str) -> RowTable:
    found = next(each for each in get(slug).options.usual({"preset": preset}) if each.code == "patterns")
    assert isinstance(found, RowTable)
    return found


def sent(option: RowTable, rows: list[Row], **typed: str) -> QueryDict:
    """What a browser sends of the form; ``typed`` overwrites cells of every row of one's own."""
    offered, form = offered_table(option, rows), QueryDict(mutable=True)
    for row in offered.usual:
        values = {"row": row.stored, "sign": row.sign, "n": row.number}
        for name, value in values.items():
            form.appendlist(f"{FIELD}.{name}", value)
    for row in offered.own:
        form.appendlist(f"{FIELD}.own", row.code)
        for name, value in (cells(row) | (typed if row.code else {})).items():
            form.appendlist(f"{FIELD}.own.{name}", value)
    for row in (*offered.usual, *offered.own):
        if row.is_on and row.code:
            form.appendlist(f"{FIELD}.on", row.code)
    return form


def cells(row: OfferedRow) -> dict[str, str]:
    compared = {
        f"{name}{one.at}": value
        for one in row.compared
        for name, value in (("name", one.name), ("how", one.how), ("number", one.number))
    }
    return {
        "zh": row.name,
        "was": row.name,
        "en": row.english,
        "sign": row.sign,
        "n": row.number,
        "join": row.join,
        "of": row.each.of,
        "over": row.each.over,
        "add": row.each.add,
        "group": row.group,
        "min": row.minimum,
        "alone": "yes" if row.is_alone else "",
        "last": "yes" if row.is_last else "",
        **compared,
    }


PLACES = [
    (slug, str(choice.value))
    for slug in ("paohuzi", "paohuzi_tally")
    for choice in get(slug).options.by_code["preset"].choices
]


@pytest.mark.parametrize(("slug", "preset"), PLACES)
def test_every_row_of_every_place_can_be_made_as_a_row_of_ones_own(slug: str, preset: str):
    option = table(slug, preset)
    own = [{**row, "code": f"own_{at}"} for at, row in enumerate(rows_of(option.default), 1)]
    assert all(is_own(row) for row in own)
    stored = option.by_itself.parse(own)
    assert option.by_itself.parse(sent_rows(sent(option.by_itself, rows_of(stored)), FIELD)) == stored


EXAMPLES = [
    {"when": "said=1", "value": "x6"},
    {"when": "said=1 and own=1", "value": "+3"},
    {"when": "red=4 or red=7", "value": "x2"},
    {"when": "tinghu=1 or dealt=1 or dihu=1", "value": "x6"},
    {"when": "hu=0", "value": "hu=15", "min": 0},
    {"when": "red>10", "value": "hu+0", "each": {"of": "red", "over": 10, "add": 3}},
    {"when": "dealt=1", "value": "worth=100", "alone": True},
    {"when": "own=1", "value": "x2", "last": True, "group": "own"},
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one["when"])
def test_what_a_row_may_have_comes_back_as_it_was(example: Row):
    option = table("paohuzi", "shaoyang")
    stored = option.parse([{"code": "own_1", "zh": "自加", "en": "Own", **example}])
    assert option.parse(sent_rows(sent(option, rows_of(stored)), FIELD)) == stored


def test_a_row_that_the_form_cannot_make_is_kept_as_it_is():
    option = table("paohuzi", "shaoyang")
    mixed = {"code": "own_1", "zh": "杂", "when": "red=4 and own=1 or red=7", "value": "x2"}
    stored = option.parse([mixed])
    assert not is_own(rows_of(stored)[-1])
    assert option.parse(sent_rows(sent(option, rows_of(stored)), FIELD)) == stored


def test_another_name_drops_the_english_of_the_one_before():
    option = table("paohuzi", "shaoyang")
    stored = option.parse([{"code": "own_1", "zh": "旧", "en": "Old", "when": "red=1", "value": "x2"}])
    renamed = sent_rows(sent(option, rows_of(stored), zh="新"), FIELD)
    assert [(row["zh"], row["en"]) for row in rows_of(option.parse(renamed))][-1] == ("新", "新")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"n": "x"}, {"number": "x"}),
        ({"number1": "100"}, {}),
        ({"name1": ""}, {}),
        ({"of": "red", "over": "-1", "add": "2"}, {}),
        ({"min": "many"}, {"minimum": "many"}),
    ],
)
def test_what_cannot_be_is_offered_again_and_marked(typed: dict[str, str], kept: dict[str, str]):
    option = table("paohuzi", "shaoyang")
    stored = option.parse([{"code": "own_1", "zh": "自加", "when": "red>=12", "value": "x2"}])
    rows = sent_rows(sent(option, rows_of(stored), **typed), FIELD)
    row = offered_table(option, json.loads(json.dumps(rows)), {"own_1"}).own[0]
    assert (row.name, row.is_wrong) == ("自加", True)
    assert cells(row) | typed == cells(row)
    assert {name: getattr(row, name) for name in kept} == kept


def test_a_usual_row_with_a_value_that_cannot_be_stays_in_the_form():
    option = table("paohuzi", "shaoyang")
    rows = [
        {**row, "value": "x" if row["code"] == "honghu" else row["value"]} for row in rows_of(option.default)
    ]
    offered = offered_table(option, rows, {"honghu"})
    assert [(row.code, row.number, row.is_wrong) for row in offered.usual] == [
        ("zimo", "1", False),
        ("honghu", "", True),
        ("heihu", "2", False),
    ]


def test_groups_are_offered_by_the_rows_in_them():
    option = table("paohuzi", "shaoyang")
    assert offered_table(option, rows_of(option.default)).groups == (("red", ("红胡", "黑胡")), ("own", ()))


def test_a_usual_row_whose_condition_cannot_be_read_says_none():
    option = table("paohuzi", "shaoyang")
    rows = [
        {**row, "when": "moon>" if row["code"] == "honghu" else row["when"]}
        for row in rows_of(option.default)
    ]
    offered = {row.code: row for row in offered_table(option, rows, {"honghu"}).usual}
    assert (offered["honghu"].when, offered["honghu"].is_wrong) == ("", True)
    assert offered["heihu"].when


def test_what_is_no_row_is_left_out_and_the_others_stay():
    option = table("paohuzi", "shaoyang")
    form = sent(option, rows_of(option.default))
    kept = sent_rows(form, FIELD)
    assert [row["code"] for row in kept] == ["zimo", "honghu", "heihu"]
    for text in ("{", "[1]", "[" * 100_000):
        rows = form.getlist(f"{FIELD}.row")
        form.setlist(f"{FIELD}.row", [rows[0], text, rows[2]])
        assert sent_rows(form, FIELD) == [kept[0], kept[2]]
