"""有异议 (you yiyi): what is said of a doubt: by whom, and the totals with the deal and without it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from zipai_ledger.access import Visit
from zipai_ledger.entries.slots import Slot
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.trail.kinds import UNDOUBTING, Kind

from .boards import Balance, TotalChange, balance_of
from .corrections import blocked_deals, counted_changes, later_changed, settlements, slot_roster
from .deals import DealLine, deal_row
from .history import EventLine
from .meanwhile import seat_names


@dataclass(frozen=True, slots=True)
class DisputedTotals:
    """Everybody's total with the deal and without it.

    ``later`` deals would change too, by number, and ``blocked`` ones could stand no more; ``hu`` is what ``counted`` hands are
    counted in.
    """

    rows: tuple[tuple[Balance, Balance], ...]
    later: tuple[int, ...]
    blocked: tuple[int, ...]
    counted: tuple[TotalChange, ...]
    hu: str


@dataclass(frozen=True, slots=True)
class DealDispute:
    """Whether somebody doubts a deal: the ``events`` by which it is doubted now, and both totals, None where nobody does.

    ``own``: nobody does but this phone; what another said it cannot take back.
    """

    client_id: str
    own: bool
    events: tuple[EventLine, ...]
    totals: DisputedTotals | None


@dataclass(frozen=True, slots=True)
class DisputePage:
    """The question before a deal is doubted: ``players`` are names over the columns, ``again`` where somebody doubts it."""

    players: tuple[str, ...]
    deal: DealLine
    again: bool


def dispute_page(slot: Slot) -> DisputePage:
    """The question about the deal at this slot."""
    deal = deal_row(slot.row, slot_roster(slot))
    return DisputePage(seat_names(slot), deal, again=slot.row.deal.disputed)


def deal_dispute(visit: Visit, slot: Slot, story: Sequence[EventLine]) -> DealDispute | None:
    """What can be said about a deal, ``story`` oldest first; None where it counts no more."""
    deal = slot.row.deal
    if not deal.live:
        return None
    return DealDispute(
        client_id=new_client_id(),
        own=deal.disputed and queries.doubters_of(visit.session, deal.key) == {visit.grant.pk},
        events=open_doubts(story),
        totals=disputed_totals(slot) if deal.disputed else None,
    )


def open_doubts(story: Sequence[EventLine]) -> tuple[EventLine, ...]:
    """The events of a deal's story by which it is doubted now; oldest first, both."""
    last = [*takewhile(lambda event: event.kind not in UNDOUBTING, reversed(story))]
    return tuple(event for event in reversed(last) if event.kind == Kind.DEAL_DISPUTED)


def disputed_totals(slot: Slot) -> DisputedTotals:
    """The totals with a deal that counts and without it, and what else would be different then.

    Of those who sit at the table, and of everybody else whose total in the unit and the currency of the stage is another.
    """
    plan = record.preview_correction(session=slot.session, change=record.Void(slot.aim.key))
    now, without = settlements(plan, slot)
    rows = [
        (balance_of(player, name, now, plan.stage), balance_of(player, name, without, plan.stage))
        for player, name in enumerate(slot.setting.speaker.names)
    ]
    seated = slot.setting.table.players
    return DisputedTotals(
        rows=tuple((old, new) for old, new in rows if old != new or old.player in seated),
        later=later_changed(plan),
        blocked=tuple(deal.number for deal in blocked_deals(plan, slot)),
        counted=counted_changes(plan, slot),
        hu=slot.setting.speaker.hu,
    )
