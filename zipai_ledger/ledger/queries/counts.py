"""盘数 (panshu): how many deals a table has, by the one definition that every page counts by."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from zipai_ledger.ledger.trail.kinds import NO_DEALS
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules import facts

from .kept import kept


@dataclass(frozen=True, slots=True)
class DealCount:
    """Deals that count, the ``dead`` ones (黄庄) among them; ``void`` ones beside them.

    商定, 收场 and the end of a round are lines of the ledger and no deals.
    """

    counted: int = 0
    dead: int = 0
    void: int = 0


@kept
def deal_count_of(session: GameSession) -> DealCount:
    """The deals of one table. One query; to count them is to read them all."""
    return deal_counts([session.pk])[session.pk]


def has_counted(session: GameSession, many: int) -> bool:
    """Whether so many deals of a table count. One query, which reads no more of them."""
    return Deal.objects.filter(is_deal(), session=session, live=True)[:many].count() == many


def deal_counts(ids: Iterable[int]) -> dict[int, DealCount]:
    """The deals of several tables. One query, none where there is no table."""
    found = dict.fromkeys(ids, DealCount())
    if not found:
        return found
    deals = Deal.objects.filter(is_deal(), session__in=list(found)).values("session")
    counts = deals.order_by().annotate(
        counted=Count("pk", filter=Q(live=True)),
        dead=Count("pk", filter=Q(live=True) & _result(facts.Dead.result)),
        void=Count("pk", filter=Q(live=False)),
    )
    rows = counts.values_list("session", "counted", "dead", "void")
    return found | {session: DealCount(*numbers) for session, *numbers in rows}


def is_deal() -> Q:
    """Rows that anybody calls a deal."""
    every = Q()
    for result in NO_DEALS:
        every &= ~_result(result)
    return every


def _result(result: str) -> Q:
    """Canonical JSON has no blanks, and a quotation mark inside of a text is escaped."""
    return Q(fact__contains=f'"result":"{result}"')
