"""The form of a new table."""

from dataclasses import dataclass

from zipai_ledger.models import Circle, Person

from .carry_over import Debts
from .stages import StagePart


@dataclass(frozen=True, slots=True)
class NewTablePage:
    """The form of a new table, and the circle with its people that it goes into.

    ``source`` names the table whose open round it begins with, ``debts`` what may come along.
    """

    stage: StagePart
    circle: Circle | None = None
    people: tuple[Person, ...] = ()
    source: str = ""
    debts: Debts | None = None
