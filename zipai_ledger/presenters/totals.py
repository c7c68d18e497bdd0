"""合计 (heji): what each player has come to, for ``table/_round_totals.html``."""

from dataclasses import dataclass

from zipai_ledger.formats.numbers import sign, signed


@dataclass(frozen=True, slots=True)
class Total:
    """One player's number, its class, and below it ``money`` or whatever else is to be known."""

    name: str
    text: str
    sign: str
    money: str = ""

    @classmethod
    def paid(cls, name: str, units: int, money: str = "") -> "Total":
        """Units that were won or lost."""
        return cls(name, signed(units), sign(units), money)
