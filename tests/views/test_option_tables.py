"""House rules that are tables of numbers, in the form of a new table."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import attribute, elements, only, words
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Stage
from zipai_ledger.rules.options import Option
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Ruleset

pytestmark = pytest.mark.django_db

TABLES = [
    (ruleset, option)
    for ruleset in all_rulesets().values()
    for option in ruleset.options.options
    if option.kind in ("parts", "series")
]
IDS = [f"{ruleset.slug}-{option.code}" for ruleset, option in TABLES]


def field_of(option: Option) -> str:
    return f"rule-{option.code}"


def sent(ruleset: Ruleset, option: Option, *numbers: str) -> dict:
    """A form that opens such a table with these numbers; the other rules as they usually are."""
    seats = ruleset.places(ruleset.options.resolve({}))
    people = [f"客人{number}" for number in range(seats)]
    form = {"client_id": "tables-0123456789", "ruleset": ruleset.slug, "seats": str(seats), "name": "桌"}
    rules = {f"{field_of(o)}": o.default for o in ruleset.options.options if o.kind == "many"}
    field = field_of(option)
    names = [str(part.value) for part in option.parts]
    typed = {field: list(numbers)}
    if option.kind == "parts":
        typed = {f"{field}.{name}": number for name, number in zip(names, numbers, strict=True)}
    return {**form, **rules, "player": people, "dealer": "0", **typed}


@pytest.mark.parametrize(("ruleset", "option"), TABLES, ids=IDS)
def test_each_number_stands_in_the_form_under_its_name(alice: Client, ruleset, option):
    page = alice.get(reverse("new_table:new"), {"ruleset": ruleset.slug}).content.decode()
    fields = [
        one
        for one in elements(page, "input")
        if field_of(option) == (attribute(one, "name") or "").split(".")[0]
    ]
    usual = option.default.values() if isinstance(option.default, dict) else option.default
    assert [attribute(one, "value") for one in fields] == [str(number) for number in usual]
    for part in option.parts:
        assert part.name.zh in page


@pytest.mark.parametrize(("ruleset", "option"), TABLES, ids=IDS)
def test_the_numbers_are_stored_as_they_were_sent(alice: Client, ruleset, option):
    numbers = [str(min(place + 3, option.greatest)) for place in range(len(option.parts))]
    answer = alice.post(reverse("new_table:new"), sent(ruleset, option, *numbers))
    assert answer.status_code == 302, answer.context["form"].errors
    stored = canonical.parse(Stage.objects.get().options)[option.code]
    assert list(map(str, stored.values() if isinstance(stored, dict) else stored)) == numbers


@pytest.mark.parametrize(("ruleset", "option"), TABLES, ids=IDS)
def test_a_wrong_number_is_told_and_stays(alice: Client, ruleset, option):
    numbers = ["x", *["1"] * (len(option.parts) - 1)]
    answer = alice.post(reverse("new_table:new"), sent(ruleset, option, *numbers))
    assert answer.status_code == 422
    assert 'value="x"' in answer.content.decode()
    assert "写的是" in answer.content.decode()


BANDS = ("rule-bands.end", "rule-bands.worth")


def dalin_with(ends: list[str], worths: list[str]) -> dict:
    ruleset = all_rulesets()["dalin"]
    form = sent(ruleset, ruleset.options.by_code["bands"])
    return {**form, BANDS[0]: ends, BANDS[1]: worths}


def test_wrong_rows_say_which_and_why_and_are_marked(alice: Client):
    form = dalin_with(["20", "", "x", "20", ""], ["-5", "", "3", "7", "9999999"])
    answer = alice.post(reverse("new_table:new"), form)
    page = answer.content.decode()
    assert answer.status_code == 422
    error = words(only(page, id="error-rule-bands"))
    assert "第 2 行，抓到几分：" in error
    assert "写的是 'x'" in error
    assert "第 3 行：" in error
    assert "有两行到同一个数：20" in error
    assert "第 4 行，闲家每人得：" in error
    assert "第 1 行：" not in error
    marked = [attribute(one, "aria-invalid") for one in elements(page, "input", name=BANDS[0])]
    assert marked[:5] == [None, "true", "true", "true", None]


def test_a_wrong_row_is_said_while_it_is_typed_and_no_longer_once_it_is_right(alice: Client):
    examples = reverse("new_table:examples")
    wrong = alice.post(examples, dalin_with(["20", "x"], ["-5", "3"])).content.decode()
    assert "第 2 行，" in words(only(wrong, id="wrong-rule-bands"))
    right = alice.post(examples, dalin_with(["20", ""], ["-5", "3"])).content.decode()
    assert words(only(right, id="wrong-rule-bands")).strip() == ""


def test_a_wrong_number_of_a_table_says_its_name(alice: Client):
    ruleset, option = next(one for one in TABLES if one[1].kind == "parts")
    numbers = ["1"] * (len(option.parts) - 1)
    page = alice.post(reverse("new_table:new"), sent(ruleset, option, "x", *numbers)).content.decode()
    assert f"{option.parts[0].name.zh}：" in words(only(page, id=f"error-{field_of(option)}"))
