"""The form of a drawing: all that was drawn comes along, and goes back to the form that it is a step of."""

import pytest
from django.http import QueryDict

from zipai_ledger.forms.drawing import DrawingForm, companies
from zipai_ledger.rules.zipai.cards import card_text


def form(query: str) -> DrawingForm:
    return DrawingForm(QueryDict(query))


@pytest.mark.parametrize(
    ("pressed", "cards"),
    [
        ("", "一二"),
        ("draw-tap=三", "一二三"),
        ("draw-undo=1", "一"),
        ("draw-again=1", ""),
        ("draw-tap=猫", "一二"),
    ],
)
def test_a_button_changes_the_cards(pressed: str, cards: str) -> None:
    found = form(f"draw-company=4&draw-cards=一二&{pressed}")
    assert card_text(found.turn().drawing.cards) == cards
    assert bool(found.errors) == ("猫" in pressed)


def test_the_phone_turns_one_card() -> None:
    assert len(form("draw-company=4&draw-cards=一二&draw-phone=1").turn().drawing.cards) == 3


def test_what_cannot_be_is_as_if_nothing_had_been_said() -> None:
    turn = form("draw-way=dice&draw-company=17&draw-turner=9&draw-cards=八八八八八").turn()
    assert (turn.drawing.way, turn.drawing.players, turn.drawing.turner, turn.drawing.cards) == (
        "highest",
        3,
        0,
        (),
    )


@pytest.mark.parametrize("company", companies(), ids=lambda company: company.code)
def test_every_company_sits_at_a_game_of_its_size(company) -> None:
    found = form(f"draw-company={company.code}&player=甲")
    assert (len(found.names), found.names[0]) == (company.size, "甲")
    assert ("ruleset", company.ruleset.slug) in found.reseated_fields(range(company.size))


def test_a_form_that_waits_gets_everything_back_with_its_rows_as_drawn() -> None:
    step = form(
        "draw-for=new&ruleset=bopi&seats=three_and_counter&name=桌&dealer=2&player=甲&player=乙&player=丙&player=丁"
    )
    assert step.goes_to == "new"
    assert step.table == ""
    unchanged = step.unchanged_fields()
    assert {("name", "桌"), ("ruleset", "bopi"), ("dealer", "2"), ("sitting", ""), ("drawn", "1")} <= set(
        unchanged
    )
    assert not any(name.startswith("draw-") for name, _value in unchanged)
    seated = step.reseated_fields((3, 1, 0, 2))
    assert [value for name, value in seated if name == "player"][:4] == ["丁", "乙", "甲", "丙"]
    assert {("dealer", "0"), ("sitting", "3")} <= set(seated)
    assert {("dealer", "3"), ("sitting", "2")} <= set(step.staying_fields((3, 1, 0, 2)))
