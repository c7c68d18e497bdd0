"""The form of a stage: rows of names, who deals, what is carried in, and how it is shown again before it is sent."""

import pytest
from django.http import QueryDict

from zipai_ledger.forms.new_table import NewTableForm, evening_name
from zipai_ledger.forms.stages import StageForm
from zipai_ledger.ledger.record import Stake
from zipai_ledger.rules.codec import Count
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.ruleset import Carried, Ruleset

CARRYING = next(ruleset for ruleset in all_rulesets().values() if ruleset.carries == ("tally",))
PLAIN = next(ruleset for ruleset in all_rulesets().values() if not ruleset.carries and 3 in ruleset.seats)


def sent(ruleset: Ruleset = PLAIN, **fields: object) -> QueryDict:
    """What a browser sends of a form with three people."""
    data = QueryDict(mutable=True)
    for name, value in {
        "ruleset": ruleset.slug,
        "player": ["甲", "乙", "丙"],
        "seats": "3",
        **fields,
    }.items():
        data.setlist(name, value if isinstance(value, list) else [str(value)])
    return data


def form(ruleset: Ruleset = PLAIN, **fields: object) -> StageForm:
    return StageForm.from_data(sent(ruleset, **fields))


def test_a_valid_form_is_a_stage() -> None:
    found = form(dealer="2", stake="50", client_id="form-0123456789")
    assert found.is_valid()
    stage = found.stage(range(3), 3)
    assert (stage.ruleset, stage.first_dealer, stage.carried_in) == (PLAIN.slug, 2, None)
    assert stage.stake == Stake(currency="CNY", minor_per_unit=Count(50))
    assert PLAIN.places(stage.options) == 3


@pytest.mark.parametrize(("typed", "dealing"), [("1", 1), ("x", -1), ("", 0), (None, 0)])
def test_who_deals_is_a_row(typed: str | None, dealing: int) -> None:
    assert form(**({} if typed is None else {"dealer": typed})).dealer_row == dealing


@pytest.mark.parametrize(
    ("chosen", "written", "staked"),
    [("50", "", "50"), ("50", "0.3", "30"), ("50", "１．０５", "105"), ("", "两块", "两块")],
)
def test_an_amount_that_is_written_wins_over_one_that_is_chosen(
    chosen: str, written: str, staked: str
) -> None:
    assert form(stake=chosen, stake_other=written).stake_text == staked


def test_a_large_stake_is_refused_until_it_was_said_that_it_is_one() -> None:
    large = str(PLAIN.modest_stake + 1)
    assert list(form(stake=large).errors) == ["stake"]
    assert form(stake=large, stake_seen=large).is_valid()


def test_the_names_that_nobody_has_a_seat_for_are_not_dropped() -> None:
    assert form(player=["甲", "", "丙", " ", "戊"]).people == ("甲", "", "丙", "戊")
    assert form(player=["甲", "乙", "丙", "丁"]).people == ("甲", "乙", "丙", "丁")


def test_numbers_of_a_round_are_by_player_and_only_while_one_is_carried_in() -> None:
    tally = {"carried-tally": ["20", "−5", ""], "player": ["甲", "乙", "丙"]}
    found = form(CARRYING, carry="1", **tally)
    assert found.is_valid()
    # 乙 is known as number 2, the two others join as 3 and 4.
    assert found.stage(["甲", 2, "丙"], 3).carried_in == Carried(tally=(0, 0, -5, 20, 0))
    kept = form(CARRYING, **{**tally, "carried-tally": ["猫", "", ""]})
    assert kept.is_valid()
    assert kept.stage(range(3), 3).carried_in is None


def test_a_number_that_is_none_is_wrong_in_its_own_row() -> None:
    found = form(CARRYING, carry="1", **{"carried-tally": ["20", "猫", "0"]})
    assert not found.is_valid()
    assert [list(row.errors) for row in found.rows[:3]] == [[], ["carried-tally"], []]


def test_what_the_rules_refuse_stands_beside_its_row_or_above() -> None:
    found = form()
    assert found.is_valid()
    empty = Problem("bad_name", "", "empty")
    found.refuse(
        [Problem(empty.code, place, empty.why) for place in ("players.1", "players.99", "first_sitting")]
    )
    assert [list(row.errors) for row in found.rows[:3]] == [[], ["player"], []]
    assert len(found.non_field_errors()) == 2


def test_shown_again_a_form_is_as_it_was_typed() -> None:
    typed = form(CARRYING, carry="1", stake="猫", dealer="1", **{"carried-tally": ["x", "2", "3"]})
    again = typed.unsent()
    assert not again.is_bound
    assert (again.names, again.dealer_row, again.stake_text, again.options()) == (
        typed.names,
        typed.dealer_row,
        typed.stake_text,
        typed.options(),
    )
    assert again.typed_rows == typed.typed_rows


def test_a_form_is_shown_again_for_another_game_a_swap_and_cards_that_were_drawn() -> None:
    assert form().unsent_step is None
    other = form(shown=CARRYING.slug, carry="1").unsent_step
    assert other is not None
    assert other.names[:3] == ("甲", "乙", "丙")
    assert not other["carry"].value()
    swapped = form(move="0", dealer="1").unsent_step
    assert swapped is not None
    assert (swapped.names[:3], swapped.dealer_row) == (("乙", "甲", "丙"), 0)
    assert form(drawn="1").unsent_step is not None


def test_the_form_of_a_table_begins_with_the_people_of_an_address() -> None:
    begun = NewTableForm.from_query(
        QueryDict(f"ruleset={PLAIN.slug}&player=甲&player=乙&player=丙&player=丁")
    )
    assert begun.names == ("甲", "乙", "丙", "丁")
    assert begun.count == 4
    assert begun["name"].value().startswith("周")


def test_own_rules_that_nobody_looks_for_leave_the_game_as_usual() -> None:
    data = sent()
    data["ruleset"] = f"{PLAIN.slug}:@Abcdefgh"
    found = StageForm.from_data(data)
    assert (found.ruleset, found.own) == (PLAIN, None)
    assert found.resolved == form().resolved


def test_a_game_without_rounds_carries_none_in() -> None:
    found = form(carry="1")
    assert found.is_valid()
    assert found.stage(range(3), 3).carried_in is None


@pytest.mark.parametrize(
    ("named", "known"),
    [("{usual}", "巷口"), ("{usual} 2", "巷口"), ("{usual}两桌", "{usual}两桌"), ("河边", "河边")],
)
def test_a_name_that_was_only_proposed_gives_way_to_the_one_that_its_table_has(
    named: str, known: str
) -> None:
    usual = evening_name()
    found = NewTableForm.from_data(sent(name=named.format(usual=usual), client_id="form-0123456789"))
    assert found.is_valid()
    assert found.named_as("巷口").cleaned_data["name"] == known.format(usual=usual)
