"""What an entry of 桂林字牌 asks, and the examples beside the house rules."""

from dataclasses import replace

import pytest

from tests.rules.guilin.at import GUILIN
from zipai_ledger.rules import examples, registry
from zipai_ledger.rules.rowtable import rows_of
from zipai_ledger.rules.ruleset import no_example


def asks(**options: object):
    return GUILIN.game(GUILIN.options.resolve(options)).asks


def hints(**options: object) -> dict[str, str]:
    return {source.code: source.hint.zh for source in asks(**options).sources}


def test_an_entry_asks_for_what_the_table_plays():
    usual = asks()
    assert (usual.groups, usual.min_hu, usual.hu_per_unit) == (7, 10, 5)
    assert (usual.xing, usual.turned, usual.lower) == (True, True, False)
    assert [mark.code for mark in usual.marks] == [
        *("tianhu", "dihu", "sanlong", "wukan"),
        *("sanlong wukan", "tianhu wukan"),
    ]
    assert "sanlong wukan" not in [mark.code for mark in asks(kan_counts_quads="off").marks]
    assert [mark.code for mark in asks(special_counts="once").marks] == [
        mark.code for mark in usual.marks[:4]
    ]
    follow, none = asks(xing="follow"), asks(xing="none")
    assert (follow.xing, follow.turned, none.xing, none.turned) == (True, False, False, False)


def test_lower_copies_are_asked_only_where_somebody_sits_out_and_they_are_played():
    assert asks(seats=4).lower
    assert not asks(seats=4, xing_kinds=["上"]).lower


def test_what_wins_below_the_minimum_is_asked_for_before_too_few_are_refused():
    ruleset = registry.get("paohuzi")

    def below(slug: str, **options: object) -> bool:
        found = registry.get(slug)
        return found.game(found.options.resolve(options)).asks.wins_below

    assert not asks().wins_below
    assert not below("tuozi", mingtang="multiply")
    assert below("huashi")
    assert below("paohuzi", preset="chenzhou")
    rows = [
        {"code": row["code"], "on": False} for row in rows_of(ruleset.options.by_code["patterns"].default)
    ]
    assert not below("paohuzi", patterns=rows)


def test_each_source_says_what_it_costs():
    assert hints() == {
        "discard": "点炮，付两家",
        "other_draw": "两家都付",
        "self_draw": "两家都付，加 1 舵",
    }
    assert hints(seats=2, self_draw="double", discard_multiple=4) == {
        "discard": "点炮，付四家",
        "other_draw": "对家付",
        "self_draw": "对家付，翻倍",
    }
    assert hints(seats=4)["other_draw"] == "两家都付"


def test_a_source_the_table_does_not_play_is_not_asked():
    assert [*hints(discard_multiple="none")] == ["other_draw", "self_draw"]


def worked(code: str, **options: object):
    return examples.play_example(GUILIN, GUILIN.options.resolve(options), code)


def test_an_example_follows_the_chosen_rules():
    found = worked("hu_per_unit")
    assert (found.hu, found.units, [item.code for item in found.items]) == (22, 3, ["base"])
    assert worked("hu_per_unit", hu_per_unit=3).units == 5
    assert worked("min_hu", min_hu=15).units == 2
    usual, double = worked("self_draw"), worked("self_draw", self_draw="double")
    assert double.units == 2 * (usual.units - 1)
    assert sum(meld.hu for meld in found.melds) == found.hu


def test_an_example_of_who_pays_shows_the_payments():
    found = worked("discard_multiple", discard_multiple=4)
    assert [(flow.payer, flow.payee) for flow in found.paid] == [(1, 0)]
    assert found.units == found.paid[0].units == 4 * worked("discard_multiple", discard_multiple=1).units


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("xing", ["none", "flip", "follow"])
def test_examples_stand_at_every_table(seats, xing):
    for code in ("min_hu", "hu_per_unit", "self_draw", "special", "discard_multiple", "xing", "xing_kinds"):
        assert worked(code, seats=seats, xing=xing) is not None


def test_there_is_no_example_where_the_sentence_says_it_all():
    assert worked("foul_units") is None
    assert worked("discard_multiple", discard_multiple="none") is None


def test_an_example_that_the_chosen_rules_do_not_allow_is_left_out():
    class Discarded(type(GUILIN)):
        def compose(self, options):
            return replace(super().compose(options), example=super().compose({}).example)

    forbidding = GUILIN.options.resolve({"discard_multiple": "none"})
    assert examples.play_example(Discarded(), forbidding, "discard_multiple") is None


def test_a_ruleset_need_not_have_examples():
    class Silent(type(GUILIN)):
        def compose(self, options):
            return replace(super().compose(options), example=no_example)

    assert examples.play_example(Silent(), GUILIN.options.resolve({}), "min_hu") is None
