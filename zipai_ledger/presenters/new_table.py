"""The form of a new table, and who of a circle sits down at it."""

from collections.abc import Collection
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


@dataclass(frozen=True, slots=True)
class TonightPage:
    """Everybody of a circle, and the numbers of those who are expected."""

    people: tuple[Person, ...]
    expected: Collection[int]
