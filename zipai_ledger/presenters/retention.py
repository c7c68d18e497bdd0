"""What becomes of a table that nobody needs any more, as its owner reads it from the first day."""

from dataclasses import dataclass

from django.conf import settings

from zipai_ledger.access import Action, AnyVisit, Visit
from zipai_ledger.keeping.tending import EMPTY_FOR


@dataclass(frozen=True, slots=True)
class Retention:
    """``days`` until an empty table goes; ``months`` without anybody until any other does, 0: never."""

    days: int
    months: int


def retention() -> Retention | None:
    """Where tables may go by themselves; None where they stay."""
    return Retention(EMPTY_FOR.days, settings.RETENTION) if settings.PUBLIC else None


def retention_line(visit: AnyVisit) -> Retention | None:
    """The same for who owns a table; None for others, and for circles."""
    return retention() if isinstance(visit, Visit) and visit.may(Action.ERASE) else None
