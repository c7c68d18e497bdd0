"""Fill a table with many deals at once: the same fold, bodies and columns as the verbs, written in bulk."""

from zipai_ledger.models import COLUMNS, PLAYERS, Deal, Event, GameSession, Hu, Posting, Stage
from zipai_ledger.posting import Entry, Rules, derive, write_fact
from zipai_ledger.record.changes import Plan, _after
from zipai_ledger.record.deals import _body
from zipai_ledger.record.sent import Sent
from zipai_ledger.record.write import Writing
from zipai_ledger.standing import Standing
from zipai_ledger.trail.kinds import recording
from zipai_ledger.trail.projection import fact_columns, hu_columns, outcome_columns, spread


def fill(session, deals):
    """Record all of ``deals``; gives their keys."""
    session = GameSession.objects.get(pk=session.pk)
    stage = Stage.objects.filter(session=session).latest("index")
    rules, standing = Rules.of(stage), Standing.of(session)
    events, plans = [], []
    writing = Writing(session, Sent(role="owner"), "0" * 64)
    for fact in deals:
        entry = Entry(key=session.head_seq + 1, position=session.deal_count + 1, fact=fact)
        derived = derive(rules, standing.state, entry, ())
        after = _after(standing, stage, rules, derived)
        plan = Plan(stage=stage, derived=derived, before=standing, after=after)
        kind = recording(fact.result)
        events.append(writing.link(kind, _body(kind, plan, "")))
        plans.append(plan)
        session.deal_count += 1
        standing = after
    Event.objects.bulk_create(events)
    rows = Deal.objects.bulk_create(deal_row(session, stage, plan.edited) for plan in plans)
    Hu.objects.bulk_create(
        Hu(session=session, deal=row, **columns) for row in rows for columns in hu_columns(row.outcome)
    )
    Posting.objects.bulk_create(
        posting_row(session, event, plan.edited) for event, plan in zip(events, plans, strict=True)
    )
    session.save()
    return [event.seq for event in events]


def deal_row(session, stage, step):
    return Deal(
        session=session,
        stage=stage,
        key=step.entry.key,
        position=step.entry.position,
        **fact_columns(write_fact(step.entry.fact)),
        **outcome_columns(step.after.text),
    )


def posting_row(session, event, step):
    units = dict(zip(COLUMNS, spread(step.difference, PLAYERS), strict=True))
    return Posting(session=session, event=event, deal_key=event.seq, **units)
