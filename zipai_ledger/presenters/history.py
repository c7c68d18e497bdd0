"""改过什么 (history): the trail of a table, or of one deal, as lines: when, by whom, what, why, what was before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _

from zipai_ledger.database.prepared import prepared
from zipai_ledger.formats import dates
from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries.kept import kept
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import EventBody
from zipai_ledger.ledger.trail.columns import body_followed
from zipai_ledger.ledger.trail.kinds import DEALING, DOUBTING, LEDGER, RECORDING, Kind
from zipai_ledger.models import COLUMNS, Deal, Event, GameSession, Posting

from .boards import TotalChange
from .deal_changes import DealChange, deal_changes, deal_summary, version_row
from .deals import Roster
from .events import deal_numbers, event_author, event_sentence, seats_text
from .template_values import TemplateValue

PAGE = 40
BEHIND = 1 << 30
"""Behind every event."""
ABOUT = DEALING | DOUBTING
"""Kinds that are about one deal."""


class Alongside(StrEnum):
    """What an event about another deal made of the one whose history this is; empty where it is about that one."""

    NONE = ""
    KEPT = "kept"
    FOLLOWED = "followed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class DealPart(TemplateValue):
    """Of an event that is about a deal: the deal in words, or what of it has changed, and other deals by their numbers."""

    alongside: Alongside = Alongside.NONE
    words: Sequence[str] = ()
    changes: Sequence[DealChange] = ()
    later: str = ""
    kept: str = ""


@dataclass(frozen=True, slots=True)
class EventLine(TemplateValue):
    """One event; ``deal_key`` is None where it is about no deal, ``hu`` what 胡 are called that ``tally_changes`` count."""

    seq: int
    kind: str
    time: str
    author: str
    sentence: str
    deal_key: int | None
    reason: str
    note: str
    deal: DealPart
    total_changes: tuple[TotalChange, ...] = ()
    tally_changes: tuple[TotalChange, ...] = ()
    hu: str = ""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A stretch, newest first; ``before``: the event whose elders come next, None where there are none.

    ``deal_key`` and ``deal_number``: the one it is about, None where that is the whole table; ``everything``: not only what
    let something stand otherwise than before.
    """

    lines: tuple[EventLine, ...]
    before: int | None
    day: date
    deal_key: int | None
    deal_number: int | None
    everything: bool


def history_page(
    session: GameSession, *, deal: int | None = None, before: int | None = None, everything: bool = True
) -> HistoryPage:
    """The trail of a table, or what is about one of its deals. Eleven queries at most."""
    stretch = _stretch(session, deal, BEHIND if before is None else before, everything)
    phones = queries.phone_holders(session, stretch.events, stretch.players)
    return HistoryPage(
        lines=tuple(stretch.line(event, phones) for event in stretch.events),
        before=stretch.events[-1].seq if stretch.more else None,
        day=stretch.opened.date(),
        deal_key=deal,
        deal_number=None if deal is None else stretch.positions.get(deal),
        everything=everything,
    )


@kept
def _stretch(session: GameSession, deal: int | None, before: int, everything: bool) -> "_Stretch":
    if deal is not None:
        events = _events_about(session.pk, deal, queries.deal_naming(deal), before)
    elif everything:
        events = _events_of(session.pk, before)
    else:
        events = list(_page(queries.amendments(session), session.pk, before))
    return _Stretch(session, events, deal)


def _page(events: QuerySet[Event], session: int, before: int) -> QuerySet[Event]:
    """A page of them and one more, newest first, each with the event of the ledger ``previous`` to it."""
    earlier = Event.objects.filter(session=session, kind__in=LEDGER, seq__lt=OuterRef("seq")).order_by("-seq")
    known = events.filter(seq__lt=before).annotate(previous=Subquery(earlier.values("seq")[:1]))
    return known.order_by("-seq")[: PAGE + 1]


@prepared
def _events_about(session: int, key: int, naming: str, before: int) -> QuerySet[Event]:
    return _page(queries.events_naming(session, key, naming), session, before)


@prepared
def _events_of(session: int, before: int) -> QuerySet[Event]:
    return _page(Event.objects.filter(session=session), session, before)


class _Numbers(NamedTuple):
    """Totals in the unit that was played, 胡 of the round where there are rounds, both by player, and what 胡 are called."""

    totals: Sequence[int] = ()
    tally: Sequence[int] = ()
    hu: str = ""


class _Stretch:
    """Some events with what their wording needs of the trail, and nothing in the language of whoever looks."""

    def __init__(self, session: GameSession, events: list[Event], key: int | None) -> None:
        self.session, self.key = session, key
        self.zone = ZoneInfo(self.session.time_zone)
        self.events, self.more = events[:PAGE], len(events) > PAGE
        self.bodies = {event.seq: canonical.parse(event.body) for event in self.events}
        self.players = queries.players_of(self.session)
        self.stages = queries.stages_of(self.session)

    @property
    def opened(self) -> datetime:
        """When the evening began, on its own clock."""
        return self.session.opened_at.astimezone(self.zone)

    @cached_property
    def places(self) -> dict[int, tuple[int, int]]:
        """Deal → its number and its stage, for every deal that the events name."""
        bodies = self.bodies.values()
        about = {self.key or 0} | {key for body in bodies for key in queries.named_deals(body)}
        changed = {one["deal"] for body in bodies for one in body.get("outcomes", ())}
        kept = {key for body in bodies for key in body.get("kept", ())}
        found = Deal.objects.filter(session=self.session, key__in=about | changed | kept)
        return {key: (at, stage) for key, at, stage in found.values_list("key", "position", "stage__index")}

    @cached_property
    def positions(self) -> dict[int, int]:
        """Deal → its number."""
        return {key: position for key, (position, _stage) in self.places.items()}

    @cached_property
    def others(self) -> dict[int, EventBody]:
        """The bodies of earlier events that these build on: how the ledger stood, payments that are taken back."""
        earlier = {event.seq: event.previous for event in self.events}  # type: ignore[attr-defined]
        needed = {earlier[event.seq] for event in self.events if event.kind in LEDGER} - {None}
        needed |= {body["payment"] for body in self.bodies.values() if "payment" in body}
        missing = needed - set(self.bodies)
        found = Event.objects.filter(session=self.session, seq__in=missing) if missing else ()
        return self.bodies | {event.seq: canonical.parse(event.body) for event in found}

    @cached_property
    def inserted(self) -> frozenset[int]:
        """The deals that were put in later."""
        recorded = {event.seq for event in self.events if event.kind in RECORDING}
        return queries.inserted_among(self.session, recorded) if recorded else frozenset()

    @cached_property
    def along(self) -> dict[int, list[int]]:
        """Event → other deals that pay otherwise since."""
        found: dict[int, list[int]] = {}
        postings = Posting.objects.filter(event__in=self.events).exclude(**dict.fromkeys(COLUMNS, 0))
        for seq, key in postings.values_list("event__seq", "deal_key"):
            if key != self.bodies[seq]["deal"]:
                found.setdefault(seq, []).append(key)
        return found

    @cached_property
    def versions(self) -> dict[int, queries.DealVersions]:
        """What became of the deals."""
        dealing = {event.seq: self.bodies[event.seq] for event in self.events if event.kind in DEALING}
        return queries.deal_versions(self.session, dealing, self.key)

    @cached_property
    def roster(self) -> Roster:
        """The people of the deals."""
        return Roster([player.name for player in self.players], [player.index for player in self.players])

    def standing(self, seq: int | None) -> _Numbers:
        """How things stood after an event of the ledger; nothing before the first."""
        if seq is None:
            return _Numbers()
        body = self.others[seq]
        stage = self.stages[len(body["totals"]) - 1]
        return _Numbers(self.sums(body), body["tally"] or (), stage_speaker(stage).hu)

    def sums(self, body: EventBody) -> list[int]:
        """Totals by player over all stages of the unit that was played then."""
        sums = [0] * len(self.players)
        stages = [(stage.unit, row) for stage, row in zip(self.stages, body["totals"], strict=False)]
        for unit, row in stages:
            for player, units in enumerate(row if unit == stages[-1][0] else ()):
                sums[player] += units
        return sums

    def line(self, event: Event, phones: Mapping[int, str]) -> EventLine:
        """One event; ``phones``: event → whose phone it was."""
        body = self.bodies[event.seq]
        before, after = self.around(event)
        return EventLine(
            seq=event.seq,
            kind=event.kind,
            time=dates.of_evening(datetime.fromisoformat(event.at).astimezone(self.zone), self.opened),
            author=event_author(event, phones),
            sentence=self.sentence(event, body),
            deal_key=body["deal"] if event.kind in ABOUT else None,
            reason=body.get("reason", ""),
            note=body.get("note", "") or (body["fact"].get("note", "") if event.kind in RECORDING else ""),
            deal=self.deal(event, body),
            total_changes=self.changes(before.totals, after.totals),
            tally_changes=self.changes(before.tally, after.tally),
            hu=after.hu,
        )

    def sentence(self, event: Event, body: EventBody) -> str:
        """What happened."""
        if event.seq in self.inserted:
            return _("补记了第 %(n)s 盘") % {"n": self.positions.get(event.seq, "")}
        sentence = event_sentence(event, body, self.players, self.positions, self.others)
        newcomers = self.newcomers(body) if event.kind == Kind.STAGE_OPENED else ""
        return _("。").join(filter(None, [sentence, newcomers]))

    def newcomers(self, body: EventBody) -> str:
        """Who came and who left as a stage was opened; empty for the first."""
        index = len(body["totals"]) - 1
        seats = [queries.stage_seats(stage) for stage in self.stages[max(index - 1, 0) : index + 1]]
        return seats_text(seats[0], seats[1], [player.name for player in self.players]) if index else ""

    def around(self, event: Event) -> tuple[_Numbers, _Numbers]:
        """How things stood before and after an event; the same where it changed nothing of the ledger."""
        if event.kind not in LEDGER:
            return _Numbers(), _Numbers()
        return self.standing(event.previous), self.standing(event.seq)  # type: ignore[attr-defined]

    def changes(self, before: Sequence[int], after: Sequence[int]) -> tuple[TotalChange, ...]:
        """Who had another number before; nobody had any in a ledger that was shorter."""
        old = [*before, *[0] * (len(after) - len(before))]
        return tuple(
            TotalChange(self.players[at].name, old[at], now) for at, now in enumerate(after) if now != old[at]
        )

    def deal(self, event: Event, body: EventBody) -> DealPart:
        """The deal an event is about: in words, what of it has changed, and which others went along."""
        if event.seq not in self.versions:
            return DealPart()
        before, after = self.versions[event.seq]
        key = self.key or body["deal"]
        now, was = self.version(after, key), self.version(before, key) if before else None
        along = key != body["deal"]
        corrected = was is not None and (along or event.kind == Kind.DEAL_REPLACED)
        return DealPart(
            alongside=_alongside(key, body) if along else Alongside.NONE,
            words=() if corrected else deal_summary(now, self.roster),
            changes=deal_changes(was, now, self.roster) if was and corrected else (),
            later=deal_numbers(self.along.get(event.seq, ()), self.positions),
            kept="" if along else deal_numbers(body.get("kept", ()), self.positions),
        )

    def version(self, version: queries.Version, key: int) -> queries.DealRow:
        """A deal as an event left it."""
        position, stage = self.places[key]
        return version_row(version, self.stages[stage], position)


def _alongside(key: int, body: EventBody) -> Alongside:
    if key in body.get("kept", ()):
        return Alongside.KEPT
    return Alongside.FOLLOWED if key in body_followed(body) else Alongside.CHANGED
