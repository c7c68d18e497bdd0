"""Rulesets are found by themselves."""

import pytest

from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Refused


@pytest.mark.parametrize("slug", registry.all_rulesets())
def test_a_ruleset_says_what_it_is(slug):
    ruleset = registry.get(slug)
    assert ruleset.slug == slug
    assert ruleset.version >= 1
    assert ruleset.entry in ("zipai_hand", "mahjong_win", "points_band")
    for words in (ruleset.name, ruleset.tagline, ruleset.unit):
        assert words.zh
        assert words.en
    assert set(ruleset.results) <= {*facts.RESULTS.values(), facts.TilesWon}
    assert min(ruleset.seats) >= 2
    assert max(ruleset.seats) <= 8


def test_games_are_offered_by_rank_and_not_by_the_names_of_their_files():
    ranks = [ruleset.rank for ruleset in registry.all_rulesets().values()]
    assert ranks == sorted(ranks)
    assert next(iter(registry.all_rulesets())) == "guilin"


def test_guilin_is_there():
    assert registry.get("guilin").name.zh == "桂林字牌"


@pytest.mark.parametrize("slug", ["poker", "", "Guilin", None, 5, ["guilin"], {}, "x" * 1000])
def test_an_unknown_ruleset_is_refused_and_those_known_are_named(slug):
    with pytest.raises(Refused) as refused:
        registry.get(slug)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("unknown_ruleset", "ruleset")
    assert "guilin" in problem.params["known"]
    assert len(problem.params["got"]) <= 40
