"""The form of a new table, and who of a circle sits down at it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from zipai_ledger.forms.new_table import NewTableForm
from zipai_ledger.models import Circle, Person

from .carry_over import Debts
from .stages import StagePart, stage_part


@dataclass(frozen=True, slots=True)
class CirclePart:
    """The circle that a table goes into, and names of its people."""

    public_id: str
    name: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """The form of a new table; ``source`` names the table whose open round it begins with, ``debts`` what may come along."""

    stage: StagePart
    circle: CirclePart | None = None
    source: str = ""
    debts: Debts | None = None


@dataclass(frozen=True, slots=True)
class Comer:
    """Somebody of a circle by number, and whether he is expected."""

    index: int
    name: str
    is_expected: bool


def new_table_page(
    form: NewTableForm, circle: CirclePart | None = None, source: str = "", debts: Debts | None = None
) -> NewTablePage:
    """The form as it stands."""
    return NewTablePage(stage_part(form), circle, source, debts)


def circle_part(circle: Circle, people: Sequence[Person]) -> CirclePart:
    """A circle of the database as the form names it."""
    return CirclePart(circle.public_id, circle.name, tuple(person.name for person in people))


@dataclass(frozen=True, slots=True)
class TonightPage:
    """Everybody of a circle."""

    people: tuple[Comer, ...]


def tonight_page(people: Sequence[Person], last_time: Collection[int]) -> TonightPage:
    """Expected is who came last time, or everybody where there was none."""
    usual = last_time or {person.index for person in people}
    return TonightPage(tuple(Comer(person.index, person.name, person.index in usual) for person in people))
