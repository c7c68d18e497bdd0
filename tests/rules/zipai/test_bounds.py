"""胡 that were typed are some that cards can come to: the cards below come to the bounds themselves."""

import pytest

from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.zipai.bounds import Bounds
from zipai_ledger.rules.zipai.call import Call
from zipai_ledger.rules.zipai.form import FOUR_AT_ONCE, THREE, THREE_WITH_EXTRA, Form

SIX = ("guilin", "dazipai", "tuozi", "bopi", "gaohuzi", "huashi")
WON, TIANHU = Call("self_draw"), Call("dealt", marks=("tianhu",))
OPENED = Call("dealt", marks=("sanlongwukan",))


def opened(*marks: str) -> Call:
    return Call("dealt", marks=marks)


@pytest.mark.parametrize(
    ("form", "call", "bounds"),
    [
        (THREE, WON, (0, 72)),
        (FOUR_AT_ONCE, WON, (0, 48)),
        (THREE, TIANHU, (0, 42)),
        (FOUR_AT_ONCE, TIANHU, (0, 30)),
        (THREE_WITH_EXTRA, TIANHU, (0, 48)),
        (THREE, OPENED, (15, 60)),
    ],
)
def test_the_cards_come_to_so_many_hu_at_least_and_at_most(form: Form, call: Call, bounds: tuple[int, int]):
    assert Bounds(form).of(call) == bounds


@pytest.mark.parametrize(
    ("call", "together", "apart"),
    [
        (opened("sanlong"), (27, 54), (27, 60)),
        (opened("wukan"), (15, 48), (15, 42)),
        (opened("sanlong", "wukan"), (33, 60), None),
        (opened("tianhu", "wukan"), (15, 42), (15, 42)),
        (opened("sanlongwukan"), (15, 60), (15, 60)),
    ],
)
def test_an_opening_comes_to_more_or_less_as_quads_are_triples_or_none(
    call: Call, together: tuple[int, int], apart: tuple[int, int] | None
):
    assert Bounds(THREE, 1).of(call) == together
    assert apart is None or Bounds(THREE).of(call) == apart


def refusals(slug: str, deal: facts.Deal, version: int = 2, **options: str) -> list[tuple[str, str, str]]:
    ruleset = registry.get(slug).as_of(version)
    seats = ruleset.places(ruleset.options.resolve(options))
    table = ruleset.table(options, tuple(range(seats)), seats, 0, None)
    try:
        ruleset.play(table, ruleset.open(table), deal)
    except Refused as refused:
        return [(problem.code, problem.field, problem.why) for problem in refused.problems]
    return []


@pytest.mark.parametrize("slug", SIX)
def test_a_digit_too_many_is_refused_and_stands_where_it_stood(slug: str):
    noted = facts.Xing(count=0) if slug == "guilin" else None
    won = {hu: facts.Win(winner=0, source="self_draw", hu=hu, xing=noted) for hu in (72, 73)}
    # 剥皮 and 花式 have four seats where nothing else is chosen.
    form = {} if slug in ("guilin", "dazipai") else {"form": "three"}
    assert refusals(slug, won[72], **form) == []
    assert refusals(slug, won[73], **form) == [("bad_deal", "hu", "hu_most")]
    assert refusals(slug, won[73], version=1, **form) == []


@pytest.mark.parametrize(("hu", "found"), [(72, []), (73, [("bad_deal", "hu", "hu_most")])])
def test_what_was_claimed_in_a_foul_is_held_against_them_too(hu: int, found: list[tuple[str, str, str]]):
    assert refusals("tuozi", facts.Foul(offender=0, hu=hu), form="three") == found
    assert refusals("tuozi", facts.Foul(offender=0, hu=hu), version=1, form="three") == []


def test_an_opening_is_named_at_the_place_of_its_player():
    few = facts.Opening(wins=(facts.OpeningWin(winner=1, hu=14), facts.OpeningWin(winner=2, hu=61)))
    assert refusals("dazipai", few) == [
        ("bad_deal", "wins.0.hu", "hu_least"),
        ("bad_deal", "wins.1.hu", "hu_most"),
    ]
