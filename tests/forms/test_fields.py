"""Fields of forms: what is typed, what it comes to, what is said of what cannot be."""

import pytest
from django import forms

from zipai_ledger.forms.fields import (
    AmountField,
    ClientIdField,
    HiddenNumberField,
    TextField,
    WholeNumberField,
)


def errors(field: forms.Field, typed: str) -> list[str]:
    with pytest.raises(forms.ValidationError) as refused:
        field.clean(typed)
    return refused.value.messages


@pytest.mark.parametrize(
    ("typed", "minor"),
    [
        ("7.5", 750),
        ("7,50", 750),
        ("７。５", 750),
        ("¥ 3", 300),
        ("7元5角", 750),
        ("7块5", 750),
        ("5毛", 50),
        ("3分", 3),
        ("0", 0),
    ],
)
def test_an_amount_is_read_as_it_is_written_or_said(typed: str, minor: int) -> None:
    assert AmountField().clean(typed) == minor


@pytest.mark.parametrize("typed", ["7.505", "五块", "-3", "1e3", "7角5", "12345678"])
def test_what_is_no_amount_is_quoted(typed: str) -> None:
    assert errors(AmountField(), typed) == [f"“{typed}”不是钱数。写成 7.5，或者 7 元 5 角。"]


def test_a_currency_without_minor_units_has_whole_amounts() -> None:
    assert AmountField(currency="JPY").clean("750") == 750
    assert errors(AmountField(currency="JPY"), "7.5")


@pytest.mark.parametrize(
    ("typed", "number"), [("5", 5), ("−5", -5), ("-5", -5), ("+5", 5), ("５", 5), (" 5 ", 5), ("", None)]
)
def test_a_whole_number_has_either_minus(typed: str, number: int | None) -> None:
    assert WholeNumberField(required=False).clean(typed) == number


@pytest.mark.parametrize("typed", ["猫", "1.5", "1" * 13, "--5"])
def test_what_is_no_whole_number_is_quoted_with_what_was_expected(typed: str) -> None:
    assert errors(WholeNumberField(least=-999), typed) == [f"要 -999 到 999 的整数，写的是 {typed}"]


def test_nonsense_where_nobody_types_is_as_if_it_were_not_there() -> None:
    assert [HiddenNumberField(otherwise=-1).clean(sent) for sent in ("3", "−3", "x", "", None)] == [
        3,
        -3,
        -1,
        -1,
        -1,
    ]


def test_an_id_is_made_where_a_form_has_none_and_stays_where_it_has_one() -> None:
    class Form(forms.Form):
        client_id = ClientIdField()

    fresh = Form()["client_id"]
    assert fresh.value() == fresh.value()
    assert fresh.value() != Form()["client_id"].value()
    sent = Form({"client_id": "form-0123456789"})
    assert sent.is_valid()
    assert (sent["client_id"].value(), sent.cleaned_data["client_id"]) == ("form-0123456789",) * 2


def test_forms_of_a_kind_have_their_fields_together_but_not_what_stands_in_them() -> None:
    class Deal(forms.Form):
        hu = WholeNumberField(required=False)
        note = TextField()

    one, other = Deal({"hu": "18", "note": "海底"}), Deal({"hu": "x"})
    assert one.fields["hu"] is other.fields["hu"]
    other.fields.pop("note")
    assert one.is_valid()
    assert one.cleaned_data == {"hu": 18, "note": "海底"}
    assert list(other.errors) == ["hu"]
