"""Bring the rows of deals and 胡 to what an event says. They are projections: verification rebuilds them."""

from collections.abc import Iterable

from django.db import connection
from django.db.models import F

from zipai_ledger.ledger.posting import Entry, Followed, Step, write_fact
from zipai_ledger.ledger.trail.columns import fact_columns, hu_columns, outcome_columns
from zipai_ledger.ledger.trail.outcomes import Stored
from zipai_ledger.models import Deal, Event, GameSession, Hu

from .changes import Plan


def add(session: GameSession, plan: Plan, event: Event) -> None:
    """Add the deal that the event records; those after it move on by one."""
    entry, after = plan.edited.entry, plan.edited.after
    assert after is not None  # noqa: S101 - a deal that is added counts
    if entry.position <= session.deal_count:
        _make_room(session, entry.position)
    deal = deal_of(plan, event)
    deal.save(force_insert=True)
    session.deal_count += 1
    Hu.objects.bulk_create(hus_of(deal, after))


def deal_of(plan: Plan, event: Event) -> Deal:
    """The row of the deal that the event records, not stored yet."""
    entry, after = plan.edited.entry, plan.edited.after
    assert after is not None  # noqa: S101 - a deal that is added counts
    return Deal(
        session_id=event.session_id,
        stage=plan.stage,
        key=event.seq,
        position=entry.position,
        **fact_columns(write_fact(entry.fact)),
        **outcome_columns(after.text),
    )


def _make_room(session: GameSession, position: int) -> None:
    """Two statements whatever the number of deals; through negative numbers, so that none meets another."""
    deals = Deal.objects.filter(session=session)
    deals.filter(position__gte=position).update(position=-F("position") - 1)
    deals.filter(position__lt=0).update(position=-F("position"))


def edit(session: GameSession, entry: Entry, after: Stored | None) -> None:
    """Bring the edited deal to its new fact, and to whether it counts."""
    columns = {"live": entry.live, "agreed": False, "disputed": False, **fact_columns(write_fact(entry.fact))}
    Deal.objects.filter(session=session, key=entry.key).update(**columns)
    if after:
        change(session, [(entry.key, after)])


def change_later(session: GameSession, steps: Iterable[Step], kept: Iterable[int]) -> None:
    """Bring later deals to their new outcomes, and mark those kept as agreed."""
    change(session, [(step.entry.key, step.after) for step in steps if step.after])
    kept = tuple(kept)
    if kept:
        Deal.objects.filter(session=session, key__in=kept).update(agreed=True)


def follow(session: GameSession, followed: Iterable[Followed]) -> None:
    """Bring later deals to the facts that follow the rule."""
    facts = [(fact_columns(write_fact(one.now)), one.key) for one in followed]
    if not facts:
        return
    sql = f"UPDATE {Deal._meta.db_table} SET fact = %s, dealer = %s, sitting = %s WHERE session_id = %s AND key = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, [(*columns.values(), session.pk, key) for columns, key in facts])


def change(session: GameSession, changed: list[tuple[int, Stored]]) -> None:
    """Store new outcomes: deal key and outcome."""
    if not changed:
        return
    found = Deal.objects.filter(session=session, key__in=[key for key, _ in changed])
    deals = {deal.key: deal for deal in found}
    hus = []
    for key, stored in changed:
        deal = deals[key]
        for column, value in outcome_columns(stored.text).items():
            setattr(deal, column, value)
        hus += hus_of(deal, stored)
    _store(deals.values())
    Hu.objects.filter(session=session, deal__in=found.values("pk")).delete()
    Hu.objects.bulk_create(hus)


def _store(deals: Iterable[Deal]) -> None:
    """One statement for all: `bulk_update` takes ten times as long for thousands of long texts."""
    sql = f"UPDATE {Deal._meta.db_table} SET outcome = %s, checked = %s WHERE id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, [(deal.outcome, deal.checked, deal.pk) for deal in deals])


def hus_of(deal: Deal, stored: Stored) -> list[Hu]:
    """The rows of its 胡, not stored yet."""
    return [Hu(session_id=deal.session_id, deal=deal, **columns) for columns in hu_columns(stored.text)]
