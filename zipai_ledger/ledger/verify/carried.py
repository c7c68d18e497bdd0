"""结转 from table to table: what left one has arrived at the other, as far as both are here."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Carried, Event

Rows = Mapping[str, Carried]
"""Hash of the event → row. A table and an archive of it brought in again have the same."""


def carried_damages() -> Iterator[tuple[str, Damage]]:
    """Public id of a table → what does not fit another one that is here.

    Nothing can be said of a table that was purged, or that only one of the two was brought along of.
    """
    left, arrived = _rows(Kind.CARRIED_OUT), _rows(Kind.CARRIED_IN)
    found: defaultdict[str, list[Carried]] = defaultdict(list)
    for row in arrived.values():
        found[canonical.parse(row.event.body)["from"]].append(row)
    for origin, rows in found.items():
        if origin in left:
            yield from _compare(left[origin], rows)
    yield from _never_arrived({origin: row for origin, row in left.items() if origin not in found})


def _rows(kind: Kind) -> Rows:
    rows = Carried.objects.filter(event__kind=kind).select_related("event", "session")
    return {row.event.hash: row for row in rows.order_by("-pk")}


def _compare(left: Carried, arrived: list[Carried]) -> Iterator[tuple[str, Damage]]:
    for row in arrived:
        amounts = sorted(filter(None, row.values)), sorted(-minor for minor in left.values if minor)
        if amounts[0] != amounts[1] or row.currency != left.currency:
            text = f"arrived as {row}, left {left.session.public_id} as {left}"
            yield row.session.public_id, Damage(row.event.seq, text)
    if len(arrived) > 1:
        tables = ", ".join(sorted(row.session.public_id for row in arrived))
        yield (
            left.session.public_id,
            Damage(left.event.seq, f"left once and arrived more than once: {tables}"),
        )


def _never_arrived(left: Rows) -> Iterator[tuple[str, Damage]]:
    """Where the other table is here as it stood when this left for it."""
    into = {canonical.parse(row.event.body)["into"]: row for row in left.values()}
    there = Event.objects.filter(hash__in=into) if into else Event.objects.none()
    for head, public_id in there.values_list("hash", "session__public_id"):
        row = into[head]
        yield row.session.public_id, Damage(row.event.seq, f"never arrived at {public_id}")
