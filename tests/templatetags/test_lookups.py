"""A template that names what its value has not is found out."""

from dataclasses import dataclass

from django.template import Context, Template

from tests.lookups import missing_names


@dataclass(frozen=True)
class Seat:
    name: str


def rendered(text: str) -> str:
    return Template(text).render(Context({"seat": Seat("老王")}))


def test_an_attribute_that_is_not_there_is_named_wherever_it_stands():
    with missing_names() as missing:
        assert rendered("{{ seat.nam }}{% if seat.name and seat.nam %}never{% endif %}") == ""
    assert missing == ["Seat has no nam (seat.nam)"] * 2


def test_what_is_there_and_what_is_no_value_of_ours_is_not():
    with missing_names() as missing:
        assert rendered("{{ seat.name }}{{ nobody.name }}{{ seat.name.nothing }}") == "老王"
    assert missing == []
