"""规矩: which house rules a form asks for."""

import pytest
from django.http import QueryDict

from zipai_ledger.forms.house_rules import RulesForm
from zipai_ledger.presenters.house_rules import house_rules
from zipai_ledger.rules.registry import all_rulesets

LOW = {"rule-low_below", "rule-low_times", "rule-low_add"}


@pytest.mark.parametrize(
    ("slug", "sent", "offered"),
    [
        ("tuozi", "seats=two", LOW),
        ("tuozi", "seats=three", set()),
        ("paohuzi", "seats=2&was=shaoyang+3+none", LOW),
        ("paohuzi", "seats=3&was=shaoyang+3+none", set()),
        ("guiyang", "seats=2", LOW),
        ("guiyang", "", set()),
        ("guilin", "seats=3&rule-low_below=10", {"rule-low_below"}),
    ],
)
def test_a_low_win_is_asked_for_where_two_sit_or_where_it_was_changed(
    slug: str, sent: str, offered: set[str]
):
    rules = house_rules(RulesForm(all_rulesets()[slug], QueryDict(sent)))
    assert {option.field for option in rules.options} & LOW == offered
