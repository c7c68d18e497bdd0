"""House rules as the address of a rulebook names them."""

import pytest
from django.http import QueryDict

from tests.presenters.test_rule_sections import others
from zipai_ledger.forms.rulebook import queried_options, rulebook_query
from zipai_ledger.rules.registry import all_rulesets


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_an_address_of_rules_brings_its_options_along(slug: str):
    ruleset = all_rulesets()[slug]
    changed = {option.code: value for option in ruleset.options.options for value in others(option)}
    options = ruleset.options.resolve(changed)
    query = QueryDict(rulebook_query(ruleset, options))
    assert queried_options(ruleset, query) == options
