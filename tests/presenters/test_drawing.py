"""The page of a drawing: who draws next, and the table as it comes out."""

from django.http import QueryDict

from zipai_ledger.forms.drawing import DrawingForm
from zipai_ledger.presenters.drawing import DrawingPage, drawing_page

FOUR = "draw-company=4-rests&draw-way=counting&player=老王&player=小李&player=阿芳&player=老赵"


def page(query: str) -> DrawingPage:
    return page_of(DrawingForm(QueryDict(query)))


def page_of(form: DrawingForm) -> DrawingPage:
    return drawing_page(form, form.turn())


def test_before_the_first_card_everything_is_chosen_and_any_card_may_be_tapped() -> None:
    form = DrawingForm(QueryDict(""))
    found = page_of(form)
    assert found.setup is not None
    assert form.chosen_company.code == "3"
    assert form.chosen_company in found.setup.companies
    assert [key.is_full for key in found.keys] == [False] * 20
    assert [drawer.name for drawer in found.drawers] == ["第 1 位", "第 2 位", "第 3 位"]
    assert (found.seats, found.reseated, found.hidden_fields) == ((), (), ())


def test_once_a_card_is_turned_the_names_come_along_and_who_draws_is_marked() -> None:
    form = DrawingForm(QueryDict(f"{FOUR}&draw-cards=三"))
    found = page_of(form)
    assert found.setup is None
    assert [value for _name, value in found.hidden_fields][:4] == ["老王", "小李", "阿芳", "老赵"]
    assert [drawer.name for drawer in found.drawers if drawer.is_turning] == ["阿芳"]
    assert not form.goes_to


def test_in_the_end_everybody_has_a_place_and_what_he_drew() -> None:
    found = page(f"{FOUR}&draw-cards=一一五二捌六六贰贰")
    assert [(seat.at, seat.name, seat.place) for seat in found.seats] == [
        (0, "阿芳", "dealer"),
        (1, "老赵", "next"),
        (2, "老王", "last"),
        (3, "小李", "sitting"),
    ]
    assert found.seats[0].hand.value == "小六豹子"
    assert (found.desk, found.keys) == ("four", ())
