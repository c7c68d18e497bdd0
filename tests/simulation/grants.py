"""Who may be at which table, as rows of grants become visible and end."""

from dataclasses import dataclass, field

from .ledger import require


@dataclass
class Held:
    """What a phone has at a table; ``ended`` is the moment, None as long as it holds."""

    phone: int
    table: str
    ended: float | None = None


@dataclass
class Grants:
    """All that there ever were, by their number."""

    rows: dict[int, Held] = field(default_factory=dict)

    def take(self, pk: int, phone: int, public_id: str) -> None:
        """A phone has come to a table."""
        self.rows[pk] = Held(phone, f"/t/{public_id}/")

    def end(self, pk: int, now: float) -> None:
        """It ends; once and for all."""
        if self.rows[pk].ended is None:
            self.rows[pk].ended = now

    def held_by(self, phone: int, table: str) -> set[int]:
        """Those that hold."""
        return {
            pk for pk, one in self.rows.items() if (one.phone, one.table, one.ended) == (phone, table, None)
        }

    def is_out(self, phone: int, table: str, moment: float) -> bool:
        """Whether a phone had been there by this moment, and had been sent away each time."""
        ended = [one.ended for one in self.rows.values() if (one.phone, one.table) == (phone, table)]
        return bool(ended) and all(at is not None and at < moment for at in ended)

    def require_held(self, pk: int | None, began: float) -> None:
        """Whoever entered something had not been sent away when his request began."""
        ended = self.rows[pk].ended if pk in self.rows else None
        require(ended is None or ended >= began, "whoever was sent away enters nothing", pk)
