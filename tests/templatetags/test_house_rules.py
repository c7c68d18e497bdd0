"""A house rule in a form is kept as long as nothing that it shows changes."""

from dataclasses import replace

from django.utils import translation

from zipai_ledger.forms.house_rules import PREFIX, RulesForm, offered_rulesets
from zipai_ledger.presenters.house_rules import HouseRule, RulesPart, TableRow, house_rules
from zipai_ledger.templatetags.house_rules import house_rule, rendered


def rules(**chosen: object) -> RulesPart:
    return house_rules(
        RulesForm(
            offered_rulesets()["guilin"], initial={PREFIX + code: value for code, value in chosen.items()}
        )
    )


def one(part: RulesPart, field: str) -> HouseRule:
    return next(option for option in part.options if option.field == PREFIX + field)


def test_a_rule_is_rendered_once_and_anew_for_another_choice_language_or_fold():
    usual = one(rules(), "min_hu")
    first = house_rule(usual)
    rendered.cache_clear()
    assert house_rule(usual) == first
    assert house_rule(one(rules(), "min_hu")) == first
    assert rendered.cache_info().hits == 1
    assert "15 胡" in house_rule(one(rules(min_hu="15"), "min_hu"))
    assert "不对" in house_rule(replace(usual, error="不对"))
    with translation.override("en"):
        assert house_rule(one(rules(), "min_hu")) != first
    assert 'type="hidden"' in house_rule(replace(usual, is_preset=True), has_preset_above=True)
    assert rendered.cache_info().hits == 1


def test_an_example_is_played_under_the_rules_chosen():
    def worked(**chosen: object) -> set[object]:
        return {option.example for option in rules(**chosen).options if option.example}

    assert worked() == worked()
    assert worked() != worked(min_hu="15", xing_kinds=["上"])
    with translation.override("en"):
        in_english = worked()
    assert worked() != in_english


def test_what_was_typed_is_kept_as_text_for_true_is_no_one():
    option = next(option for part in map(all_of, offered_rulesets()) for option in part if option.rows)
    values = {row.value for row in option.rows} | {row.end for row in option.rows}
    assert all(isinstance(value, str) for value in values)
    assert TableRow(value="True") != TableRow(value="1")


def all_of(slug: str) -> tuple[HouseRule, ...]:
    return house_rules(RulesForm(offered_rulesets()[slug])).options
