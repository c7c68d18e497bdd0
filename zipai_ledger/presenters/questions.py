"""What a table or a circle asks its owner's phone, one thing at a time: who holds it, whether the recovery code is copied."""

from dataclasses import dataclass

from zipai_ledger.access import Visit, holders
from zipai_ledger.access.signing_off import is_irreplaceable
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.models import Player, Role

ENOUGH_DEALS = 3
"""So many have to be recorded before there is something that it would be a pity to lose."""


@dataclass(frozen=True, slots=True)
class Questions:
    """``who``: whom this phone may be of, where nobody knows; ``code``: it has none, and nobody else could bring it back."""

    who: tuple[Player, ...] = ()
    code: bool = False


def table_questions(visit: Visit, view: TableView, *, plays_nowhere: bool, later: bool) -> Questions:
    """What is asked below the seats; ``later``: the code not today. At most four queries, none of whom nothing is asked."""
    if visit.role != Role.OWNER or visit.session.sample:
        return Questions()
    if visit.player is None and not plays_nowhere:
        taken = holders.taken_players(visit.grant)
        if who := tuple(player for player in view.players if player.index not in taken):
            return Questions(who=who)
    enough = not later and view.session.deal_count >= ENOUGH_DEALS
    return Questions(code=enough and _has_played(view) and is_irreplaceable(visit.grant))


def _has_played(view: TableView) -> bool:
    if sum(row.counts for row in view.deals) >= ENOUGH_DEALS:
        return True
    return view.more and queries.has_counted(view.session, ENOUGH_DEALS)
