"""重算 (chongsuan): what deals scored by older rules would come to by today's."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from zipai_ledger.formats.speaker import stage_speaker, unit_word
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.ledger.record import Rescoring
from zipai_ledger.models import GameSession

from .boards import TotalChange
from .corrections import BlockedDeal


@dataclass(frozen=True, slots=True)
class RescoringPage:
    """Deals by number that pay another amount, how many pay the same in other words, and those that today's rules refuse.

    ``units``: what becomes of the totals of each that changes, by its word; ``client_id`` goes along with what is sent.
    """

    units: tuple[tuple[str, tuple[TotalChange, ...]], ...]
    differing: tuple[int, ...]
    alike: int
    blocked: tuple[BlockedDeal, ...]
    is_needed: bool
    client_id: str


def rescoring_page(session: GameSession, found: Rescoring, keep: Collection[int]) -> RescoringPage:
    """The page before it is done; ``keep``: keys of deals that are to stay as they are."""
    differing = tuple(step.entry.position for step in found.steps if any(step.difference))
    return RescoringPage(
        units=tuple(_unit_changes(queries.table_view(session, most=0), found)),
        differing=differing,
        alike=len(found.steps) - len(differing),
        blocked=tuple(_blocked(session, found, keep)),
        is_needed=bool(found.steps or found.blocked or found.kept),
        client_id=new_client_id(),
    )


def _unit_changes(view: TableView, found: Rescoring) -> Iterator[tuple[str, tuple[TotalChange, ...]]]:
    """Of the units that change."""
    stages = [stage.stage for stage in view.stages]
    was = queries.settlement_of(stages, found.before.totals).units
    now = queries.settlement_of(stages, found.after.totals).units
    for unit in was:
        if was[unit] != now[unit]:
            names = (player.name for player in view.players)
            yield unit_word(view.rulesets, unit), tuple(map(TotalChange, names, was[unit], now[unit]))


def _blocked(session: GameSession, found: Rescoring, keep: Collection[int]) -> Iterator[BlockedDeal]:
    """Deals that today's rules refuse, why, and whether they are to stay as they are."""
    rows = queries.deals_by_key(session, {*found.blocked, *found.kept})
    for key, row in sorted(rows.items(), key=lambda item: item[1].deal.position):
        problem = stage_speaker(row.deal.stage).problem
        why = tuple(map(problem, found.blocked.get(key, ())))
        yield BlockedDeal(key=key, number=row.deal.position, why=why, kept=key in keep)
