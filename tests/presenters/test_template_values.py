"""Values of pages, as templates read them."""

from dataclasses import dataclass

from django.template import Context, Template

from zipai_ledger.presenters.template_values import TemplateValue


@dataclass(frozen=True, slots=True)
class Seat(TemplateValue):
    name: str

    @property
    def initial(self) -> str:
        return self.name[0]


def test_a_template_finds_fields_and_properties_and_nothing_else():
    template = Template("{{ seat.name }}, {{ seat.initial }}, {{ seat.money|default:'-' }}")
    assert template.render(Context({"seat": Seat("老王")})) == "老王, 老, -"
