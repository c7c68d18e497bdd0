"""Deals as they once stood: what the trail says of them before and after an event."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import EventBody, OutcomeBody
from zipai_ledger.ledger.trail.columns import body_followed
from zipai_ledger.models import Event, GameSession


class Version(NamedTuple):
    """A deal's fact and outcome as JSON values."""

    fact: Mapping[str, Any]
    outcome: OutcomeBody


class DealVersions(NamedTuple):
    """A deal before an event and after it; ``before`` is None where the event recorded it."""

    before: Version | None
    after: Version


def deal_versions(
    session: GameSession, bodies: Mapping[int, EventBody], key: int | None = None
) -> dict[int, DealVersions]:
    """Event → what became of the deal it is about, or of the one with a ``key``, which each of them changed.

    ``bodies`` by seq, of events that change deals. One query or none.
    """
    named = {seq: body["deal"] if key is None else key for seq, body in bodies.items()}
    keys = {deal for seq, deal in named.items() if deal != seq}
    found: dict[int, DealVersions] = {}
    now: dict[int, Version] = {}
    for seq, body in _touching(session, keys, max(bodies, default=0), bodies):
        about = named.get(seq, 0)
        before = now.get(about)
        now |= dict(_versions(body, now))
        if seq in bodies:
            found[seq] = DealVersions(before, now[about])
    return found


def _touching(
    session: GameSession, keys: set[int], last: int, bodies: Mapping[int, EventBody]
) -> Iterable[tuple[int, EventBody]]:
    """Every event up to ``last`` that changed one of the deals, and those asked about, in order."""
    touching = dict(bodies)
    if keys:
        events = Event.objects.filter(session=session, postings__deal_key__in=keys, seq__lte=last)
        touching |= {
            event.seq: canonical.parse(event.body) for event in events.only("seq", "body").distinct()
        }
    return sorted(touching.items())


def _versions(body: EventBody, now: Mapping[int, Version]) -> Iterable[tuple[int, Version]]:
    """The deals that an event left otherwise, of those that are known."""
    outcomes = {entry["deal"]: entry for entry in body["outcomes"]}
    facts = body_followed(body) | ({body["deal"]: body["fact"]} if "fact" in body else {})
    for key in {body["deal"], *outcomes, *facts}:
        known = now.get(key)
        fact = facts.get(key, known.fact if known else None)
        outcome = outcomes.get(key, known.outcome if known else None)
        if fact is not None and outcome is not None:
            yield key, Version(fact, outcome)
