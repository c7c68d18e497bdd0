"""What is measured beside what it may be at most: `make bench` ends with these rows, and says which fall short."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bar:
    """A row: what was measured, and the most that it may be, in the same unit."""

    name: str
    measured: float
    most: float
    unit: str = ""

    @property
    def falls_short(self) -> bool:
        return self.measured > self.most

    def __str__(self) -> str:
        short = "  falls short" if self.falls_short else ""
        return f"{self.name:<64}{self.measured:10.2f}{self.most:10.2f} {self.unit}{short}"


ROWS: list[Bar] = []
"""Those of this run."""


def hold(name: str, measured: float, most: float, unit: str = "") -> str:
    """Take a row into the table at the end; what to print behind its figure now."""
    bar = Bar(name, measured, most, unit)
    ROWS.append(bar)
    return "  falls short" if bar.falls_short else ""
