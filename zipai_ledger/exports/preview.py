"""What would become of a text that is brought in, before anything is stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from zipai_ledger.ledger.queries import rulesets_of
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.totals import MoneyMove, Settlement

from .known import Known


@dataclass(frozen=True, slots=True)
class StagePreview:
    """One stage: its ruleset, its ``game`` by the name of its place, its unit, who sits where by player number, how many deals count.

    ``tally`` is the 胡 by player of a round that was carried in, empty where none was.
    """

    ruleset: str
    game: Words
    unit: str
    seats: tuple[int, ...]
    deals: int
    tally: tuple[int, ...] = ()


class Handed(NamedTuple):
    """A payment that still counts, in minor units."""

    payer: int
    payee: int
    currency: str
    minor: int


def handed(payments: Mapping[int, Mapping[str, Any]]) -> tuple[Handed, ...]:
    """The payments of a trail, by the seq of their events, without those that were taken back."""
    cancelled = {row["cancels"] for row in payments.values()}
    return tuple(
        Handed(row["payer"], row["payee"], row["currency"], row["minor"])
        for seq, row in payments.items()
        if row["cancels"] is None and seq not in cancelled
    )


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be stored; ``verbatim`` where the whole history comes along: so many ``events`` with this ``head``.

    ``paid`` was paid and ``carried`` carried in from another evening or out into one; what the settlement says is still
    owed has taken both into account.
    """

    name: str
    players: tuple[str, ...]
    stages: tuple[StagePreview, ...]
    settlement: Settlement
    verbatim: bool
    events: int = 0
    head: str = ""
    known: Known | None = None
    paid: tuple[Handed, ...] = ()
    carried: tuple[MoneyMove, ...] = ()

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The slugs of what was played, each once."""
        return rulesets_of(self.stages)

    @property
    def deals(self) -> int:
        """How many deals count."""
        return sum(stage.deals for stage in self.stages)
