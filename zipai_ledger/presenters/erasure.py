"""不留痕迹: what goes with a table that is erased."""

from dataclasses import dataclass

from zipai_ledger.access import Visit, grants
from zipai_ledger.ledger import queries
from zipai_ledger.models import GameSession


@dataclass(frozen=True, slots=True)
class PurgePage:
    """So many deals, everybody's name, and ``phones`` beside the one that asks."""

    deals: int
    names: tuple[str, ...]
    phones: int
    is_open: bool


def purge_page(visit: Visit) -> PurgePage:
    """Two queries."""
    return PurgePage(
        deals=visit.session.deal_count,
        names=tuple(player.name for player in queries.players_of(visit.session)),
        phones=grants.holding(visit.session).exclude(pk=visit.grant.pk).count(),
        is_open=visit.session.status == GameSession.Status.OPEN,
    )
