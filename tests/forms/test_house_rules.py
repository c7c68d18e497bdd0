"""The form of house rules: a field for each option of whatever ruleset, as usual until something is chosen."""

import pytest
from django.http import QueryDict

from tests.ledger.toy import Toy
from zipai_ledger.forms.house_rules import PREFIX, SEATS, SEPARATOR, RulesForm
from zipai_ledger.rules.options import Option
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Ruleset

RULESETS = list(all_rulesets().values())


def typed(option: Option, value: object) -> QueryDict:
    """A value as the page of the option sends it."""
    sent, field = QueryDict(mutable=True), PREFIX + option.code
    match option.kind, value:
        case "parts", dict(numbers):
            sent.update({f"{field}.{code}": str(number) for code, number in numbers.items()})
        case "pairs", dict(pairs):
            for code, pair in pairs.items():
                sent.setlist(f"{field}.{code}", [str(number) for number in pair])
        case "bands" | "steps", list(rows):
            sent.setlist(f"{field}.end", ["" if end == option.greatest else str(end) for end, _ in rows])
            sent.setlist(f"{field}.worth", [str(worth) for _, worth in rows])
        case _, list(several):
            sent.setlist(field, [str(one) for one in several])
        case _:
            sent[field] = str(value)
    return sent


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_a_form_that_nobody_sent_is_as_usual(ruleset: Ruleset) -> None:
    form = RulesForm(ruleset)
    assert ruleset.options.resolve(form.options()) == ruleset.options.resolve({})
    assert form.resolved == ruleset.options.resolve({})


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_what_is_sent_for_an_option_is_its_value(ruleset: Ruleset) -> None:
    for option in RulesForm(ruleset).single_options:
        form = RulesForm(ruleset, typed(option, option.default))
        assert option.parse(form.values[option.code]) == option.default, option.code


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_what_the_rules_refuse_stands_beside_its_field_and_counts_as_usual(ruleset: Ruleset) -> None:
    for option in RulesForm(ruleset).single_options:
        form = RulesForm(ruleset, spoiled(option))
        form.full_clean()
        with pytest.raises(Refused) as refused:
            ruleset.options.resolve(form.options())
        form.refuse(refused.value.problems)
        assert list(form.errors) == [PREFIX + option.code]
        assert form.resolved[option.code] == option.default, option.code


def spoiled(option: Option) -> QueryDict:
    """What no rule takes, in each field of the option."""
    sent = QueryDict(mutable=True)
    for name in ("", ".end", ".worth", *(f".{part.value}" for part in option.parts)):
        sent[f"{PREFIX}{option.code}{name}"] = "猫"
    if option.kind == "rows":
        # A row of one's own, worth nothing that anything can be.
        sent.update({f"{PREFIX}{option.code}.own{name}": "猫" for name in ("", ".zh", ".sign", ".n")})
    return sent


def test_several_reasons_for_one_place_are_one_text_and_one_without_a_field_stands_above() -> None:
    form = RulesForm(RULESETS[0], QueryDict())
    form.full_clean()
    form.refuse(
        [Problem("bad_name", "name", "empty"), Problem("bad_name", "name", "blank", {"got": "x", "place": 1})]
    )
    (text,) = form.non_field_errors()
    assert text.startswith("名字不能空着 ")


def presets(ruleset: Ruleset) -> list[str]:
    options = ruleset.options
    return [str(choice.value) for choice in options.by_code[options.preset].choices] if options.preset else []


@pytest.mark.parametrize(
    ("ruleset", "was", "now"),
    [
        pytest.param(each, was, now, id=f"{each.slug}-{was}-{now}")
        for each in RULESETS
        for was, now in zip(presets(each), presets(each)[1:] + presets(each)[:1], strict=True)
    ],
)
def test_another_preset_brings_its_defaults_for_all_that_nobody_changed(
    ruleset: Ruleset, was: str, now: str
) -> None:
    options = ruleset.options
    sent = QueryDict(mutable=True)
    before = {
        **{each.code: each.default for each in options.usual({options.preset: was})},
        options.preset: was,
    }
    for option in options.usual({options.preset: was}):
        if option.kind != "rows":  # What is sent of a table of rows: tests/views/test_row_tables.py.
            sent.update(typed(option, option.default))
    sent["was"] = SEPARATOR.join(str(before[code]) for code in options.leads)
    sent[SEATS] = now if ruleset.seats_by == options.preset else str(before[ruleset.seats_by])
    sent[PREFIX + options.preset] = now
    assert RulesForm(ruleset, sent).resolved == options.resolve({options.preset: now})


@pytest.mark.parametrize(
    ("ruleset", "code", "value"),
    [
        pytest.param(each, code, value, id=f"{each.slug}-{code}-{value}")
        for each in RULESETS
        for code, chosen in each.options.beside.items()
        for value in chosen
    ],
)
def test_a_choice_that_sets_defaults_brings_them_for_all_that_nobody_changed(
    ruleset: Ruleset, code: str, value: str
) -> None:
    form = RulesForm(ruleset)
    sent = QueryDict(mutable=True)
    for option in form.single_options:
        sent.update(typed(option, form.values[option.code]))
    sent["was"] = form.led
    sent[SEATS] = str(form.seating)
    sent[PREFIX + code] = value
    assert RulesForm(ruleset, sent).resolved == ruleset.options.resolve({code: value})


def test_a_ruleset_that_leaves_no_choice_of_seats_asks_for_none() -> None:
    assert RulesForm(Toy()).seating is None
    assert RulesForm(all_rulesets()["guilin"]).seating is not None
