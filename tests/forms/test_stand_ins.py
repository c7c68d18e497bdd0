"""The form of who plays for whom: what it takes for a player, a newcomer, and somebody who is back."""

import pytest

from zipai_ledger.forms.stand_ins import StandInForm


@pytest.mark.parametrize(
    ("sent", "change"),
    [
        ({"player": "2", "by": "3"}, (2, 3, False)),
        ({"player": "2", "by": "3", "name": "大姐"}, (2, 3, False)),
        ({"player": "2", "by": "new", "name": " 大姐 "}, (2, "大姐", False)),
        ({"player": "2", "name": "大姐"}, (2, "大姐", False)),
        ({"player": "0", "by": "back", "from": "last"}, (0, None, True)),
    ],
)
def test_the_form_is_a_change(sent: dict[str, str], change: tuple[object, ...]) -> None:
    form = StandInForm(sent)
    assert form.is_valid()
    assert (form.cleaned_data["player"], form.substitute, form.from_last) == change


@pytest.mark.parametrize(
    ("sent", "field", "fields"),
    [
        ({}, "player", "先点替谁打。"),
        ({"player": "x", "by": "y"}, "player", "先点替谁打。"),
        ({"player": "2"}, "by", "先点谁来替，或者写个名字。"),
        ({"player": "2", "by": "new", "name": " "}, "by", "先点谁来替，或者写个名字。"),
    ],
)
def test_one_thing_is_asked_for_at_a_time_where_it_is_tapped(
    sent: dict[str, str], field: str, fields: str
) -> None:
    assert StandInForm(sent).errors == {field: [fields]}
