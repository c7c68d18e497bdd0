"""The verbs that change deals, and their previews."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from zipai_ledger.ledger.posting import LaterSeats, post, write_fact
from zipai_ledger.ledger.queries import stage_seats
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import RECORDING, Kind
from zipai_ledger.models import Event, GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Collector, Problem, Refused

from . import rows
from .changes import Change, Insert, InsertAfter, Plan, Record, Replace, Restore, Void, plan
from .sent import Blocked, Recorded, Reseated, Sent, check_note
from .write import Writing, write

DEALS_MOST = 20_000


def record_deal(*, session: GameSession, sent: Sent, fact: facts.Deal) -> Recorded:
    """Add what was seen as the next deal; dealer, sitting seat and minimum are filled in where absent.

    Raises `Refused`, `Stale`, `Closed`, `Conflict`; then nothing is stored.
    """
    return apply(session=session, sent=sent, change=Record(fact))


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
    seats: LaterSeats = LaterSeats.AS_SEEN,
) -> Recorded:
    """Add a forgotten deal before the one with this key. Raises as `record_deal`, and `Blocked`."""
    return apply(
        session=session, sent=sent, change=Insert(fact, before), reason=reason, keep=keep, seats=seats
    )


def append_deal(
    *,
    session: GameSession,
    sent: Sent,
    fact: facts.Deal,
    after: int,
    reason: str = "",
    keep: Collection[int] = (),
    seats: LaterSeats = LaterSeats.AS_SEEN,
) -> Recorded:
    """Add a forgotten deal after the one with this key, in its stage. Raises as `insert_deal`."""
    return apply(
        session=session, sent=sent, change=InsertAfter(fact, after), reason=reason, keep=keep, seats=seats
    )


def void_deal(
    *,
    session: GameSession,
    sent: Sent,
    deal: int,
    reason: str = "",
    keep: Collection[int] = (),
    seats: LaterSeats = LaterSeats.AS_SEEN,
) -> Recorded:
    """Let a deal count no longer. Raises as `insert_deal`."""
    return apply(session=session, sent=sent, change=Void(deal), reason=reason, keep=keep, seats=seats)


def replace_deal(
    *,
    session: GameSession,
    sent: Sent,
    deal: int,
    fact: facts.Deal,
    reason: str = "",
    keep: Collection[int] = (),
    seats: LaterSeats = LaterSeats.AS_SEEN,
) -> Recorded:
    """Let something else have been seen in a deal. Raises as `insert_deal`."""
    return apply(
        session=session, sent=sent, change=Replace(deal, fact), reason=reason, keep=keep, seats=seats
    )


def restore_deal(
    *,
    session: GameSession,
    sent: Sent,
    deal: int,
    reason: str = "",
    keep: Collection[int] = (),
    seats: LaterSeats = LaterSeats.AS_SEEN,
) -> Recorded:
    """Let a void deal count again. Raises as `insert_deal`."""
    return apply(session=session, sent=sent, change=Restore(deal), reason=reason, keep=keep, seats=seats)


def preview_deal(*, session: GameSession, fact: facts.Deal) -> Plan:
    """What `record_deal` would store now; raises `Refused`."""
    return preview_correction(session=session, change=Record(fact))


def preview_correction(
    *,
    session: GameSession,
    change: Change,
    keep: Collection[int] = (),
    seats: LaterSeats = LaterSeats.AS_SEEN,
) -> Plan:
    """What a correction would store now, and which deals block it; raises `Refused`."""
    check_fact(change.fact)
    return plan(session, change, keep, seats)


def check_fact(fact: facts.Deal | None) -> None:
    """Raises `Refused` for a note that is too long (``bad_note``) or a time that is none (``bad_deal``)."""
    if fact is None:
        return
    found = Collector()
    with found.keeping():
        check_note(fact.note or "", "note")
    with found.keeping():
        _check_time(fact.at)
    found.finish()


def _check_time(text: str | None) -> None:
    try:
        datetime.fromisoformat(text or "2000-01-01")
    except ValueError:
        raise Refused(Problem("bad_deal", "at", "time", {"got": str(text)[:40]})) from None


def apply(
    *,
    session: GameSession,
    sent: Sent,
    change: Change,
    reason: str = "",
    keep: Collection[int] = (),
    seats: LaterSeats = LaterSeats.AS_SEEN,
) -> Recorded:
    """Store any change of deals, whichever it is. Raises as `insert_deal`, and `Reseated`."""
    check_note(reason, "reason")
    check_fact(change.fact)
    request = request_of(change, reason, keep, seats)

    def work(writing: Writing) -> Event:
        writing.require_open()
        require_people(writing, change)
        writing.require_base()
        if change.kind in RECORDING:
            check_room(writing.session)
        planned = plan(writing.session, change, keep, seats)
        if planned.derived.blocked:
            raise Blocked(planned.derived.blocked)
        return _apply(writing, change.kind, planned, reason)

    return write(session, sent, request, work)


def require_people(writing: Writing, change: Change) -> None:
    """Raises `Reseated` where others sit at the deal's stage than when the entry was made."""
    people = writing.sent.people
    if people is not None and people != stage_seats(change.target(writing.session).stage):
        raise Reseated(people)


def request_of(
    change: Change, reason: str, keep: Collection[int], seats: LaterSeats = LaterSeats.AS_SEEN
) -> dict[str, Any]:
    """Everything asked for, as JSON."""
    followed = {} if seats == LaterSeats.AS_SEEN else {"seats": seats.value}
    return {**change.request(), "reason": reason, "keep": sorted(keep), **followed}


def check_room(session: GameSession) -> None:
    """Raises `Refused` (``bad_deal.too_many_deals``) where the session holds as many deals as it may."""
    if session.deal_count >= DEALS_MOST:
        raise Refused(Problem("bad_deal", "", "too_many_deals", {"most": DEALS_MOST}))


def _apply(writing: Writing, kind: Kind, planned: Plan, reason: str) -> Event:
    event = writing.append(kind, body_of(kind, planned, reason))
    if kind in RECORDING:
        rows.add(writing.session, planned, event)
    else:
        rows.edit(writing.session, planned.edited.entry, planned.edited.after)
    rows.follow(writing.session, planned.derived.followed)
    rows.change_later(writing.session, planned.later, planned.derived.kept)
    post(event, planned.derived)
    return event


def body_of(kind: Kind, planned: Plan, reason: str) -> dict[str, Any]:
    """The body of the event that stores a plan."""
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
    if derived.followed:
        about["followed"] = [
            {"deal": one.key, "fact": canonical.parse(write_fact(one.now))} for one in derived.followed
        ]
    changed = [{"deal": step.entry.key, **step.after.body} for step in derived.steps if step.after]
    return {**about, "outcomes": changed, **planned.after.body()}
