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
    assert set(ruleset.results) <= {*facts.RESULTS.values(), facts.TilesWon, facts.SharedWin}
    assert min(ruleset.seats) >= 2
    assert max(ruleset.seats) <= 8


DEALS = (
    {"result": "win", "winner": 0, "source": "self_draw", "hu": 20},
    {"result": "win", "wins": [{"winner": 0, "source": "self_draw", "pattern": "daduizi"}]},
    {"result": "dead"},
    {"result": "foul", "offender": 0, "hu": 20},
    {"result": "opening", "wins": [{"winner": 0, "hu": 20}]},
    {"result": "end_round", "how": "drop"},
    {"result": "adjust", "deltas": [0] * 4},
    {"result": "points", "points": 100},
)


@pytest.mark.parametrize("slug", registry.all_rulesets())
def test_a_ruleset_plays_just_the_results_that_it_names(slug):
    ruleset = registry.get(slug)
    options = ruleset.options.resolve({})
    seats = ruleset.places(options)
    table = ruleset.table(options, tuple(range(seats)), seats, 0, None)
    for fact in map(facts.from_json, DEALS):
        try:
            ruleset.play(table, ruleset.open(table), fact)
            refused = set()
        except Refused as found:
            refused = {(problem.key, problem.field) for problem in found.problems}
        is_played = ("bad_deal.not_here", "result") not in refused
        assert is_played == isinstance(fact, ruleset.results), fact


def test_games_are_offered_by_rank_and_not_by_the_names_of_their_files():
    ranks = [ruleset.rank for ruleset in registry.all_rulesets().values()]
    assert ranks == sorted(ranks)
    slugs = list(registry.all_rulesets())
    assert slugs.index("guilin") < slugs.index("bopi")


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


def test_a_stage_has_what_was_as_usual_in_its_version_for_rules_that_have_come_since():
    assert registry.played("guiyang", 1, {"zimo": 1})["baoting"] == "add"
    assert registry.played("guiyang", 2, {"zimo": 1})["baoting"] == "as_qing"
    assert registry.played("guiyang", 1, {"baoting": "none", "zimo": 1}) == {
        **registry.get("guiyang").options.resolve({"baoting": "none", "zimo": 1})
    }
    assert registry.played("gone", 1, {"steps": 2}) == {"steps": 2}
