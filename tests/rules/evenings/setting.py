"""Where a deal happens."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zipai_ledger.rules import facts
from zipai_ledger.rules.ruleset import State, Table


@dataclass(frozen=True)
class Setting:
    """A stage in the middle of its evening: what a deal has to fit."""

    ruleset: Any
    table: Table
    state: State

    @property
    def dealer(self) -> int:
        return self._proposed.dealer or 0

    @property
    def sitting(self) -> int | None:
        return self._proposed.sitting

    @property
    def playing(self) -> list[int]:
        return [seat for seat in range(self.table.seats) if seat != self.sitting]

    @cached_property
    def _proposed(self) -> facts.Deal:
        return self.ruleset.complete(self.table, self.state, facts.Adjust(deltas=()))
