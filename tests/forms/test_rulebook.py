"""House rules as the address of a rulebook names them."""

import contextlib

import pytest
from django.http import QueryDict

from tests.rules.choices import others
from zipai_ledger.forms.rulebook import queried_options, rulebook_query
from zipai_ledger.rules.options import Value
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Ruleset


def as_unusual_as_can_be(ruleset: Ruleset) -> dict[str, Value]:
    """Every option otherwise than usual, but for what would not go with those before it."""
    changed: dict[str, Value] = {}
    for option in ruleset.options.options:
        for value in others(option):
            with contextlib.suppress(Refused):
                ruleset.options.resolve({**changed, option.code: value})
                changed[option.code] = value
    return ruleset.options.resolve(changed)


@pytest.mark.parametrize("slug", list(all_rulesets()))
def test_an_address_of_rules_brings_its_options_along(slug: str):
    ruleset = all_rulesets()[slug]
    options = as_unusual_as_can_be(ruleset)
    query = QueryDict(rulebook_query(ruleset, options))
    assert queried_options(ruleset, query) == options
