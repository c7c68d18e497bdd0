"""The verbs that change deals, and their previews."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from zipai_ledger.models import Event, GameSession
from zipai_ledger.posting import post, write_fact
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Collector, Problem, Refused
from zipai_ledger.trail import canonical
from zipai_ledger.trail.kinds import RECORDING, Kind

from . import rows
from .changes import Change, Insert, InsertAfter, Plan, Record, Replace, Restore, Void, plan
from .sent import Blocked, Recorded, Sent, check_note
from .write import Writing, write

DEALS_MOST = 20_000


def record_deal(*, session: GameSession, sent: Sent, fact: facts.Deal) -> Recorded:
    """Add what was seen as the next deal; dealer, sitting seat and minimum are filled in where absent.

    Raises `Refused`, `Stale`, `Closed`, `Conflict`; then nothing is stored.
    """
    check_fact(fact)
    return _store(session, sent, Record(fact), "", ())


def adjust(*, session: GameSession, sent: Sent, deltas: Collection[int], note: str = "") -> Recorded:
    """商定: add an adjustment agreed at the table, units by player that sum to zero."""
    return record_deal(session=session, sent=sent, fact=facts.Adjust(deltas=tuple(deltas), note=note or None))


def insert_deal(
    *,
    session: GameSession,
    sent: Sent,
    fact: facts.Deal,
    before: int,
    reason: str = "",
    keep: Collection[int] = (),
) -> Recorded:
    """Add a forgotten deal before the one with this key. Raises as `record_deal`, and `Blocked`."""
    check_fact(fact)
    return _store(session, sent, Insert(fact, before), reason, keep)


def append_deal(
    *,
    session: GameSession,
    sent: Sent,
    fact: facts.Deal,
    after: int,
    reason: str = "",
    keep: Collection[int] = (),
) -> Recorded:
    """Add a forgotten deal after the one with this key, in its stage. Raises as `insert_deal`."""
    check_fact(fact)
    return _store(session, sent, InsertAfter(fact, after), reason, keep)


def void_deal(
    *, session: GameSession, sent: Sent, deal: int, reason: str = "", keep: Collection[int] = ()
) -> Recorded:
    """Let a deal count no longer. Raises as `insert_deal`."""
    return _store(session, sent, Void(deal), reason, keep)


def replace_deal(
    *,
    session: GameSession,
    sent: Sent,
    deal: int,
    fact: facts.Deal,
    reason: str = "",
    keep: Collection[int] = (),
) -> Recorded:
    """Let something else have been seen in a deal. Raises as `insert_deal`."""
    check_fact(fact)
    return _store(session, sent, Replace(deal, fact), reason, keep)


def restore_deal(
    *, session: GameSession, sent: Sent, deal: int, reason: str = "", keep: Collection[int] = ()
) -> Recorded:
    """Let a void deal count again. Raises as `insert_deal`."""
    return _store(session, sent, Restore(deal), reason, keep)


def apply(
    *, session: GameSession, sent: Sent, change: Change, reason: str = "", keep: Collection[int] = ()
) -> Recorded:
    """Store any change of deals, whichever it is. Raises as `insert_deal`."""
    fact = getattr(change, "fact", None)
    if fact is not None:
        check_fact(fact)
    return _store(session, sent, change, reason, keep)


def preview_deal(*, session: GameSession, fact: facts.Deal) -> Plan:
    """What `record_deal` would store now; raises `Refused`."""
    return preview_correction(session=session, change=Record(fact))


def preview_correction(*, session: GameSession, change: Change, keep: Collection[int] = ()) -> Plan:
    """What a correction would store now, and which deals block it; raises `Refused`."""
    return plan(session, change, keep)


def check_fact(fact: facts.Deal) -> None:
    """Raises `Refused` for a note that is too long (``bad_note``) or a time that is none (``bad_deal``)."""
    found = Collector()
    if fact.note is not None:
        note = fact.note
        found.attempt(lambda: check_note(note, "note"))
    if fact.at is not None and not _is_time(fact.at):
        found.add(Problem("bad_deal", "at", "time", {"got": fact.at[:40]}))
    found.finish()


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _store(session: GameSession, sent: Sent, change: Change, reason: str, keep: Collection[int]) -> Recorded:
    check_note(reason, "reason")
    request = {**change.request(), "reason": reason, "keep": sorted(keep)}

    def work(writing: Writing) -> Event:
        writing.require_open()
        writing.require_base()
        if change.kind in RECORDING and writing.session.deal_count >= DEALS_MOST:
            raise Refused(Problem("bad_deal", "", "too_many_deals", {"most": DEALS_MOST}))
        planned = plan(writing.session, change, keep)
        if planned.derived.blocked:
            raise Blocked(planned.derived.blocked)
        return _apply(writing, change.kind, planned, reason)

    return write(session, sent, request, work)


def _apply(writing: Writing, kind: Kind, planned: Plan, reason: str) -> Event:
    event = writing.append(kind, _body(kind, planned, reason))
    if kind in RECORDING:
        rows.add(writing.session, planned, event)
    else:
        rows.edit(writing.session, planned.edited.entry, planned.edited.after)
    rows.change_later(writing.session, planned.later, planned.derived.kept)
    post(event, planned.derived.steps)
    return event


def _body(kind: Kind, planned: Plan, reason: str) -> dict[str, Any]:
    edited, derived = planned.edited, planned.derived
    about: dict[str, Any] = {"deal": edited.entry.key}
    if kind in RECORDING:
        about |= {"stage": planned.stage.index, "position": edited.entry.position}
    if kind in RECORDING or kind == Kind.DEAL_REPLACED:
        about["fact"] = canonical.parse(write_fact(edited.entry.fact))
    if reason:
        about["reason"] = reason
    if derived.kept:
        about["kept"] = list(derived.kept)
    changed = [{"deal": step.entry.key, **step.after.body} for step in derived.steps if step.after]
    return {**about, "outcomes": changed, **planned.after.body()}
