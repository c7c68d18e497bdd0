"""The form of who plays for whom: what it takes for a player, a newcomer, and somebody who is back."""

import pytest

from zipai_ledger.forms.stand_ins import Change, StandInForm


@pytest.mark.parametrize(
    ("sent", "change"),
    [
        ({"player": "2", "by": "3"}, Change(2, 3, from_last=False)),
        ({"player": "2", "by": "3", "name": "大姐"}, Change(2, 3, from_last=False)),
        ({"player": "2", "by": "new", "name": " 大姐 "}, Change(2, "大姐", from_last=False)),
        ({"player": "2", "name": "大姐"}, Change(2, "大姐", from_last=False)),
        ({"player": "0", "by": "back", "from": "last"}, Change(0, None, from_last=True)),
    ],
)
def test_the_form_is_a_change(sent: dict[str, str], change: Change) -> None:
    form = StandInForm(sent)
    assert form.is_valid()
    assert form.change() == change


@pytest.mark.parametrize(
    ("sent", "asked"),
    [
        ({}, "先点替谁打。"),
        ({"player": "x", "by": "y"}, "先点替谁打。"),
        ({"player": "2"}, "先点谁来替，或者写个名字。"),
        ({"player": "2", "by": "new", "name": " "}, "先点谁来替，或者写个名字。"),
    ],
)
def test_one_thing_is_asked_for_at_a_time(sent: dict[str, str], asked: str) -> None:
    assert StandInForm(sent).errors == {"__all__": [asked]}
