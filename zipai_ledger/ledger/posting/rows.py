"""The deals of a stage as they are stored, and the difference to what was posted."""

from collections.abc import Iterator

from django.db.models import QuerySet

from zipai_ledger.database.prepared import prepared
from zipai_ledger.http.cancelled import checkpoints
from zipai_ledger.ledger.trail.columns import spread
from zipai_ledger.ledger.trail.outcomes import Stored
from zipai_ledger.models import COLUMNS, PLAYERS, Deal, Event, Posting, Stage
from zipai_ledger.rules.ruleset import State

from .entries import Derived, Entry

FIRST_CHUNK, LARGEST_CHUNK = 16, 1024
"""How many later deals are read at a time: few at first, because most corrections settle soon."""


def _deals(stage: Stage) -> QuerySet[Deal]:
    return Deal.objects.filter(session_id=stage.session_id, stage=stage)


def state_before(stage: Stage, position: int) -> State:
    """The state of the stage before a position: after the last deal there that counts, or as it opened."""
    last = _outcomes_before(stage.session_id, stage.pk, position)
    return State.from_text(Stored.read(last[0]).state if last else stage.opening)


@prepared
def _outcomes_before(session: int, stage: int, position: int) -> QuerySet[Deal, str]:
    """The last one of a stage that counts."""
    found = Deal.objects.filter(session=session, stage=stage, live=True, position__lt=position)
    return found.order_by("-position").values_list("outcome", flat=True)[:1]


def entries_from(stage: Stage, position: int) -> Iterator[Entry]:
    """The stage's deals from a position on, read in growing chunks as they are asked for."""
    size = FIRST_CHUNK
    while True:
        found = list(_deals(stage).filter(position__gte=position).order_by("position")[:size])
        yield from map(Entry.of, checkpoints(found))
        if len(found) < size:
            return
        position = found[-1].position + 1
        size = min(4 * size, LARGEST_CHUNK)


def post(event: Event, derived: Derived) -> None:
    """Append one posting for each deal that the event changed, or kept as agreed."""
    Posting.objects.bulk_create(postings_of(event, derived))


def postings_of(event: Event, derived: Derived) -> list[Posting]:
    """The postings of an event, not stored yet."""
    differences = {step.entry.key: step.difference for step in derived.steps}
    differences |= dict.fromkeys(derived.kept, ())
    return [
        Posting(
            session_id=event.session_id,
            event=event,
            deal_key=key,
            **dict(zip(COLUMNS, spread(units, PLAYERS), strict=True)),
        )
        for key, units in differences.items()
    ]
