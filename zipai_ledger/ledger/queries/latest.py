"""What changed the ledger last."""

from dataclasses import dataclass

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import DEALING, RECORDING, Kind

from .deals import DealRow, deal_by_key, total_changes
from .tables import TableView


@dataclass(frozen=True, slots=True)
class LatestChange:
    """A deal that was added or corrected; ``units`` by player is what that changed, in its row and in later ones.

    ``is_last``: no deal comes after it.
    """

    kind: Kind
    row: DealRow
    units: tuple[int, ...]
    is_last: bool


def latest_change(view: TableView) -> LatestChange | None:
    """None where something else came after it, as a new stage. No query for the deal just played, up to two for another."""
    kind = Kind(view.head.kind)
    if kind not in DEALING - {Kind.RESCORED}:
        return None
    key = view.head.seq if kind in RECORDING else canonical.parse(view.head.body)["deal"]
    row = next((row for row in view.deals if row.deal.key == key), None) or deal_by_key(view.session, key)
    if row is None:
        return None
    is_last = row.deal.position == view.session.deal_count
    units = tuple(row.deltas) if is_last and kind in RECORDING else total_changes(view.session, view.head.seq)
    return LatestChange(kind, row, units, is_last)
