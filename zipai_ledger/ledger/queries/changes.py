"""What happened at a table after a phone last looked, and which deals look different since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import EventBody
from zipai_ledger.ledger.trail.kinds import DEALING, DOUBTING, RECORDING, Kind
from zipai_ledger.models import Deal, Event, GameSession

from .deals import DealRow, deals_by_key, positions_of
from .people import phone_holders
from .tables import TableView, events_since, table_view

MOST_EVENTS = 60
MOST_ROWS = 40
"""Where more than this changed, the page is drawn anew."""
WHOLE = -1
"""The event after which a phone has seen nothing yet."""


@dataclass(frozen=True)
class Changes:
    """The events after one that a phone has seen, and the table as it stands after them."""

    session: GameSession
    since: int
    events: tuple[Event, ...]

    @cached_property
    def view(self) -> TableView:
        """The table with its latest deals."""
        return table_view(self.session)

    @cached_property
    def bodies(self) -> Mapping[int, EventBody]:
        """The bodies by the number of the event."""
        return {event.seq: canonical.parse(event.body) for event in self.events}

    @property
    def new(self) -> set[int]:
        """Keys of the deals that were added."""
        return {event.seq for event in self.events if Kind(event.kind) in RECORDING}

    @cached_property
    def touched(self) -> frozenset[int] | None:
        """Keys of the deals that look different, None where everything may."""
        dealing = all(Kind(event.kind) in DEALING | DOUBTING for event in self.events)
        if self.since < 0 or len(self.events) > MOST_EVENTS or not dealing:
            return None
        found = self._touched() | self._renumbered()
        latest = self.view.deals
        gap = bool(latest) and self.view.more and latest[-1].deal.key in self.new
        return None if gap or len(found) > MOST_ROWS else frozenset(found)

    def _touched(self) -> set[int]:
        """Deals that the events name."""
        return {
            key
            for body in self.bodies.values()
            for key in (
                body["deal"],
                *body.get("kept", ()),
                *(each["deal"] for each in body.get("outcomes", ())),
            )
        }

    def _renumbered(self) -> set[int]:
        """Deals that an inserted one gave another number."""
        new = self.new
        if {row.deal.key for row in self.view.deals[: len(new)]} == new:
            return set()
        first = min(positions_of(self.session, new).values())
        later = Deal.objects.filter(session=self.session, position__gte=first)
        return set(later.values_list("key", flat=True)[: MOST_ROWS + 1])

    @cached_property
    def older(self) -> Sequence[DealRow]:
        """Deals that look different and are older than the latest."""
        latest = {row.deal.key for row in self.view.deals}
        missing = (self.touched or frozenset()) - latest
        return list(deals_by_key(self.session, missing).values()) if missing else []

    @cached_property
    def people(self) -> Mapping[int, str]:
        """Event → the name of the player through whose phone it was sent."""
        return phone_holders(self.session, self.events, self.view.players)

    @cached_property
    def positions(self) -> Mapping[int, int]:
        """The numbers of the deals that the events name."""
        return positions_of(self.session, set().union(*map(named_deals, self.bodies.values())))


def named_deals(body: EventBody) -> set[int]:
    """The keys of the deals by whose numbers the body of an event names them."""
    return {body[at] for at in ("deal", "after") if body.get(at)} | {*body.get("despite", ())}


def changes_since(session: GameSession, since: int) -> Changes:
    """What happened after event ``since``; everything where there is no such event yet."""
    if not 0 <= since <= session.head_seq:
        since = WHOLE
    found = events_since(session, max(since, 0), MOST_EVENTS + 1)
    return Changes(session, since, found)


@lru_cache(maxsize=16)
def changes_up_to(session: int, since: int, head: int) -> Changes:
    """The same, read once for all phones that have seen as much; ``head`` is at least what is read.

    Raises ``GameSession.DoesNotExist``.
    """
    return changes_since(GameSession.objects.get(pk=session), since)
