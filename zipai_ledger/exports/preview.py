"""What would become of a text that is brought in, before anything is stored."""

from dataclasses import dataclass

from zipai_ledger.rules.totals import Settlement


@dataclass(frozen=True, slots=True)
class StagePreview:
    """One stage: its ruleset, its unit, who sits where by player number, how many deals count."""

    ruleset: str
    unit: str
    seats: tuple[int, ...]
    deals: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What would be stored; ``verbatim`` where the whole history comes along."""

    name: str
    players: tuple[str, ...]
    stages: tuple[StagePreview, ...]
    settlement: Settlement
    verbatim: bool

    @property
    def deals(self) -> int:
        """How many deals count."""
        return sum(stage.deals for stage in self.stages)
