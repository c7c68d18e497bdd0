"""An evening in words for paper: the page to print, and what a PDF holds."""

import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.exports.paper import Line, Place, Played, Sheet
from zipai_ledger.exports.summary import Summary
from zipai_ledger.formats import dates, outcomes
from zipai_ledger.formats.numbers import amount, signed_amount
from zipai_ledger.http.cancelled import checkpoints
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import DealRow
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Deal, Event, GameSession
from zipai_ledger.presenters.deals import DealLine, Roster, deal_row
from zipai_ledger.presenters.fans import Fan

from . import said

CHUNK = 500


def sheet_of(session: GameSession, summary: Summary) -> Sheet:
    """Everything there is to print of a session as it stands."""
    best = said.best(summary.best, summary) if summary.best else None
    about = [dates.whole_day(summary.day), said.games(summary), said.deals(summary.deals)]
    return Sheet(
        title=summary.title or said.games(summary),
        about=" ・ ".join(about),
        places=tuple(_place(place) for place in said.places(summary)),
        dues_title=_("还没付") if summary.settlement.money else _("付清要"),
        dues=tuple((f"{due['from']} → {due['to']}", due["amount"]) for due in said.dues(summary)),
        paid=tuple(_paid(session, summary.players)),
        best=_("最大一手：%(name)s %(worth)s（%(deal)s）") % best if best else "",
        played=tuple(_played(told) for told in said.rules(summary)),
        deals=tuple(_lines(session, summary.players)),
        head=summary.head,
    )


def _place(place: Mapping[str, Any]) -> Place:
    points = tuple(f"{point['text']} {point['unit']}".strip() for point in place["points"])
    return Place(place["name"], place["wins"], points, tuple(place["money"]))


def _played(told: Mapping[str, Any]) -> Played:
    return Played(
        name=told["name"],
        people=told["people"],
        deals=told["deals"],
        stake=told["stake"],
        words=_("；").join(told["words"]),
        code=told["code"],
    )


def _paid(session: GameSession, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What was paid and still counts, with its time on the table's clock; what was carried from evening to evening."""
    zone = zoneinfo.ZoneInfo(session.time_zone)
    for paid in queries.payments_of(session):
        if not paid.cancelled:
            at = datetime.fromisoformat(paid.at).astimezone(zone)
            yield (
                f"{names[paid.payer]} → {names[paid.payee]} {dates.day_and_clock(at)}",
                amount(paid.minor, paid.currency),
            )
    for carried in queries.carried_of(session):
        wording = _("%(name)s 上次带来的") if carried.into else _("%(name)s 带到下次的")
        for name, minor in zip(names, carried.minor, strict=False):
            if minor:
                yield wording % {"name": name}, signed_amount(minor, carried.currency)


def _lines(session: GameSession, names: Sequence[str]) -> Iterator[Line]:
    """Every deal in order, a chunk read at a time."""
    roster = Roster(names, range(len(names)), _reasons(session))
    found = Deal.objects.filter(session=session).select_related("stage").order_by("position")
    position = 0
    while chunk := list(found.filter(position__gt=position)[:CHUNK]):
        for deal in checkpoints(chunk):
            line = deal_row(DealRow.of(deal), roster)
            yield _line(line, names)
            if line.settled:
                yield _line(line.settled, names)
        position = chunk[-1].position


def _reasons(session: GameSession) -> dict[int, str]:
    """Why deals were struck out, by key: the newest reason."""
    events = Event.objects.filter(session=session, kind=Kind.DEAL_VOIDED).order_by("seq")
    bodies = [canonical.parse(body) for body in events.values_list("body", flat=True)]
    return {body["deal"]: body.get("reason", "") for body in bodies}


def _line(line: DealLine, names: Sequence[str]) -> Line:
    """A deal as the ledger shows it, in running text."""
    groups = [(group.text or _cards(group.fans), group.value) for group in line.groups]
    worked = [*groups, *((each.text, each.value) for each in (*line.lines, *line.results))]
    return Line(
        number=str(line.number or ""),
        title=line.title,
        about=" ・ ".join(line.about),
        figures=tuple(
            (name, score.text) for name, score in zip(names, line.scores, strict=True) if score.units
        ),
        how=_("；").join([*(_worth(text, value) for text, value in worked), *line.notes]),
        void=line.void,
    )


def _cards(fans: Sequence[Fan]) -> str:
    return outcomes.listed([fan.label for fan in fans])


def _worth(text: str, value: str) -> str:
    return _("%(text)s：%(value)s") % {"text": text, "value": value} if value else text
