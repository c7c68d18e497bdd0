"""Everything that ever happened to a table: when, by whom, what, why, and what was before and after."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.formats import dates
from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.columns import body_followed
from zipai_ledger.ledger.trail.kinds import DEALING, DOUBTING, LEDGER, RECORDING, Kind
from zipai_ledger.models import COLUMNS, Deal, Event, Posting, Stage
from zipai_ledger.presenters.deal_changes import deal_changes, deal_summary, version_row
from zipai_ledger.presenters.deals import Roster
from zipai_ledger.presenters.rounds import tally_text
from zipai_ledger.views.showing.numbers import figure

from ..addresses import listening, offered
from . import damage
from .sentences import Body, deals_told, holders, named, what, who

PAGE = 40
ABOUT = DEALING | DOUBTING
"""Kinds that are about one deal."""
Shown = dict[str, Any]


@require_safe
@for_table(Action.SEE)
def history(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The trail, newest first; ``?before=80`` shows what came before event 80, ``?deal=12`` only what is about a deal."""
    before, key = (number(request.GET.get(name, "")) for name in ("before", "deal"))
    events = trail(visit) if key is None else about(visit, key)
    page = Page(visit, events if before is None else events.filter(seq__lt=before), key)
    here = reverse("tables:history", args=[visit.session.public_id])
    only = "" if key is None else f"deal={key}&"
    context = {
        "table_url": reverse("table:show", args=[visit.session.public_id]),
        "events": page.lines(),
        "older_url": f"{here}?{only}before={page.events[-1].seq}" if page.more else "",
        "head": visit.session.head_hash[:16],
        "damaged": damage.warning(visit.session),
        "only": page.positions.get(key) if key is not None else None,
        "whole_url": here,
        "day": day(page.opened),
        **({} if before else listening(visit, "line")),
    }
    partial = "#rows" if request.htmx and before else ""  # type: ignore[attr-defined]
    return render(request, f"tables/history.html{partial}", context)


def trail(visit: Visit) -> QuerySet[Event]:
    """Every event of a table."""
    return Event.objects.filter(session=visit.session)


def about(visit: Visit, key: int) -> QuerySet[Event]:
    """The events that changed a deal, or were about it; 404 where there is no such deal."""
    if queries.deal_by_key(visit.session, key) is None:
        raise Http404
    return queries.events_about(visit.session, key)


def story(visit: Visit, key: int) -> Shown:
    """What happened to one deal last, oldest first, and where there is more."""
    page = Page(visit, about(visit, key), key)
    whole = f"{reverse('tables:history', args=[visit.session.public_id])}?deal={key}"
    return {"story": page.lines()[::-1], "whole_url": whole if page.more else ""}


class Stood(NamedTuple):
    """Totals in the unit that was played, 胡 of the round where there are rounds, both by player, and what 胡 are called."""

    totals: Sequence[int] = ()
    tally: Sequence[int] = ()
    hu: str = ""


class Page:
    """A stretch of the trail with what its wording needs, or of what changed the deal with a ``key``. Ten queries at most."""

    def __init__(self, visit: Visit, events: QuerySet[Event], key: int | None = None) -> None:
        self.visit, self.session, self.key = visit, visit.session, key
        self.zone = ZoneInfo(self.session.time_zone)
        earlier = trail(visit).filter(seq__lt=OuterRef("seq"), kind__in=LEDGER).order_by("-seq")
        shown = events.annotate(previous=Subquery(earlier.values("seq")[:1])).order_by("-seq")
        found = list(shown[: PAGE + 1])
        self.events, self.more = found[:PAGE], len(found) > PAGE
        self.bodies = {event.seq: canonical.parse(event.body) for event in self.events}
        self.players = queries.players_of(self.session)
        self.stages = tuple(Stage.objects.filter(session=self.session).order_by("index"))

    @property
    def opened(self) -> datetime:
        """When the evening began, on its own clock."""
        return self.session.opened_at.astimezone(self.zone)

    @cached_property
    def people(self) -> dict[int, str]:
        """Event → whose phone it was."""
        return holders(self.session, self.events, self.players)

    @cached_property
    def places(self) -> dict[int, tuple[int, int]]:
        """Deal → its number and its stage, for every deal that the events name."""
        bodies = self.bodies.values()
        told = {self.key or 0} | {key for body in bodies for key in named(body)}
        moved = {one["deal"] for body in bodies for one in body.get("outcomes", ())}
        kept = {key for body in bodies for key in body.get("kept", ())}
        found = Deal.objects.filter(session=self.session, key__in=told | moved | kept)
        return {key: (at, stage) for key, at, stage in found.values_list("key", "position", "stage__index")}

    @cached_property
    def positions(self) -> dict[int, int]:
        """Deal → its number."""
        return {key: position for key, (position, _stage) in self.places.items()}

    @cached_property
    def others(self) -> dict[int, Body]:
        """The bodies of earlier events that these build on: how the ledger stood, payments that are taken back."""
        asked = {event.previous for event in self.events if event.kind in LEDGER and event.previous}
        asked |= {body["payment"] for body in self.bodies.values() if "payment" in body}
        missing = asked - set(self.bodies)
        found = trail(self.visit).filter(seq__in=missing) if missing else ()
        return self.bodies | {event.seq: canonical.parse(event.body) for event in found}

    @cached_property
    def along(self) -> dict[int, list[int]]:
        """Event → other deals that pay otherwise since."""
        found: dict[int, list[int]] = {}
        moved = Posting.objects.filter(event__in=self.events).exclude(**dict.fromkeys(COLUMNS, 0))
        for seq, key in moved.values_list("event__seq", "deal_key"):
            if key != self.bodies[seq]["deal"]:
                found.setdefault(seq, []).append(key)
        return found

    @cached_property
    def turned(self) -> dict[int, queries.Turned]:
        """What became of the deals."""
        dealing = {event.seq: self.bodies[event.seq] for event in self.events if event.kind in DEALING}
        return queries.turned(self.session, dealing, self.key)

    @cached_property
    def roster(self) -> Roster:
        """The people of the deals."""
        return Roster([player.name for player in self.players], [player.index for player in self.players])

    def stood(self, seq: int | None) -> Stood:
        """How things stood after an event of the ledger; nothing before the first."""
        if seq is None:
            return Stood()
        body = self.others[seq]
        stage = self.stages[len(body["totals"]) - 1]
        return Stood(self.sums(body), body["tally"] or (), stage_speaker(stage).hu)

    def sums(self, body: Body) -> list[int]:
        """Totals by player over all stages of the unit that was played then."""
        sums = [0] * len(self.players)
        stages = [(stage.unit, row) for stage, row in zip(self.stages, body["totals"], strict=False)]
        for unit, row in stages:
            for player, units in enumerate(row if unit == stages[-1][0] else ()):
                sums[player] += units
        return sums

    def lines(self) -> list[Shown]:
        """The events of the page, newest first."""
        return [self.line(event, self.bodies[event.seq]) for event in self.events]

    def line(self, event: Event, body: Body) -> Shown:
        """One event."""
        told = {
            "seq": event.seq,
            "time": dates.of_evening(datetime.fromisoformat(event.at).astimezone(self.zone), self.opened),
            "who": who(event, self.people),
            "text": what(event, body, self.players, self.positions, self.others),
            "kind": event.kind,
            "reason": body.get("reason", ""),
            "note": body.get("note", "") or (body["fact"].get("note", "") if event.kind in RECORDING else ""),
            "url": offered(self.visit, Action.SEE, "deal:show", body["deal"]) if event.kind in ABOUT else "",
        }
        return told | (self.moved(event) if event.kind in LEDGER else {}) | self.deal(event, body)

    def moved(self, event: Event) -> Shown:
        """Whose totals, and whose 胡 of the round, are others."""
        before, after = self.stood(event.previous), self.stood(event.seq)  # type: ignore[attr-defined]
        return {
            "changes": self.changes(before.totals, after.totals, figure),
            "counted": self.changes(before.tally, after.tally, tally_text),
            "hu": after.hu,
        }

    def changes(
        self, before: Sequence[int], after: Sequence[int], shown: Callable[[int], Any]
    ) -> list[Shown]:
        """Who had another number before; nobody had any in a ledger that was shorter."""
        old = [*before, *[0] * (len(after) - len(before))]
        return [
            {"name": self.players[at].name, "was": shown(old[at]), "now": shown(now)}
            for at, now in enumerate(after)
            if now != old[at]
        ]

    def deal(self, event: Event, body: Body) -> Shown:
        """The deal an event is about: in words, what of it is told otherwise, and which others went along."""
        if event.seq not in self.turned:
            return {}
        before, after = self.turned[event.seq]
        key = self.key or body["deal"]
        now, was = self.shown(after, key), self.shown(before, key) if before else None
        along = key != body["deal"]
        corrected = was is not None and (along or event.kind == Kind.DEAL_REPLACED)
        return {
            "along": went_along(key, body) if along else "",
            "deal": [] if corrected else deal_summary(now, self.roster),
            "changed": deal_changes(was, now, self.roster) if was and corrected else [],
            "later": deals_told(self.along.get(event.seq, ()), self.positions),
            "kept": "" if along else deals_told(body.get("kept", ()), self.positions),
        }

    def shown(self, version: queries.Version, key: int) -> queries.DealRow:
        """A deal as an event told it."""
        position, stage = self.places[key]
        return version_row(version, self.stages[stage], position)


def day(opened: datetime) -> date:
    """The day that the whole evening counts as."""
    return opened.date()


def went_along(key: int, body: Body) -> str:
    """What an event about another deal made of one."""
    if key in body.get("kept", ()):
        return _("这一盘照原样（商定）")
    return _("这一盘跟着照规矩改了") if key in body_followed(body) else _("这一盘跟着变了")
