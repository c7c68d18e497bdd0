"""Rows of the ledger: a deal hardly ever changes, so its row is rendered once and kept. `{% load deal_rows %}`."""

from dataclasses import dataclass, field
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from zipai_ledger.access import Action, Visit
from zipai_ledger.formats.speaker import language
from zipai_ledger.ledger.queries import DealRow
from zipai_ledger.presenters.deals import Roster, deal_row

register = template.Library()

KEPT = 1_024
"""Rows kept in each process, about ten megabytes."""


@dataclass(frozen=True, slots=True)
class Face:
    """Everything that a row's looks depend on, as values; ``row``, ``roster`` and ``visit`` say the same once more."""

    key: int
    position: int
    marks: tuple[bool, bool, bool, bool]
    texts: tuple[str, str, str, str, str]
    names: tuple[str, ...]
    columns: tuple[int, ...]
    playing: tuple[tuple[int, int], ...]
    void_reason: str
    table: str
    rights: tuple[bool, bool]
    status: str
    language: str
    row: DealRow = field(compare=False, repr=False)
    roster: Roster = field(compare=False, repr=False)
    visit: Visit = field(compare=False, repr=False)


@register.simple_tag
def cached_deal_row(row: DealRow, roster: Roster, visit: Visit) -> SafeString:
    """The row of a deal, see ``components/deal_row.html``."""
    deal, stage, session, rights = row.deal, row.deal.stage, visit.session, visit.rights
    face = Face(
        key=deal.key,
        position=deal.position,
        marks=(deal.live, deal.agreed, deal.disputed, deal.key in roster.corrected),
        texts=(deal.fact, deal.outcome, stage.ruleset, stage.unit, stage.seats),
        names=tuple(roster.names),
        columns=tuple(roster.columns),
        playing=tuple(roster.playing),
        void_reason=roster.void_reasons.get(deal.key, ""),
        table=session.public_id,
        rights=(rights.may(Action.CORRECT), rights.may(Action.DISPUTE)),
        status=session.status,
        language=language(),
        row=row,
        roster=roster,
        visit=visit,
    )
    return rendered(face)


@lru_cache(maxsize=KEPT)
def rendered(face: Face) -> SafeString:
    """The row as HTML."""
    context = {"deal": deal_row(face.row, face.roster), "visit": face.visit}
    return render_to_string("components/deal_row.html", context)
