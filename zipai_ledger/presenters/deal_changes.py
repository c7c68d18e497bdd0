"""改了什么 (gaile shenme): what of a deal a correction has changed, 自摸 → 点炮, 22 胡 → 17 胡, in the words of its game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from zipai_ledger.formats.outcomes import listed
from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.ledger.queries import DealRow, Version
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, Stage
from zipai_ledger.rules import facts

from .deals import Roster, deal_row
from .fans import group_text

SHORT = 12
"""Characters of a part that stays on one line."""


@dataclass(frozen=True, slots=True)
class DealChange:
    """What was one way and is another, for ``components/deal_change.html``; ``now`` is empty where it is gone."""

    what: str
    was: str
    now: str


def version_row(version: Version, stage: Stage, position: int) -> DealRow:
    """A deal as it once stood, to be shown like one that stands."""
    deal = Deal(
        stage=stage,
        key=0,
        position=position,
        fact=canonical.to_text(version.fact),
        outcome=canonical.to_text(version.outcome),
    )
    return DealRow(deal, version.fact, version.outcome)


def deal_summary(row: DealRow, roster: Roster) -> list[str]:
    """A deal in a few words: who won, how, how much; of what was agreed, who pays whom."""
    line = deal_row(row, roster)
    paid = line.results if row.fact["result"] == facts.Adjust.result else ()
    return [line.title, *line.about, *(f"{one.text} {one.value}" for one in paid)]


def deal_changes(before: DealRow, after: DealRow, roster: Roster) -> list[DealChange]:
    """Who and how first, then the cards, who dealt and sat out, the note; else how it was worked out."""
    found = [
        *_apart("", deal_summary(before, roster), deal_summary(after, roster)),
        *_apart(_("牌"), _groups(before), _groups(after)),
        *_seats(before, after, roster),
        *_apart(_("附注"), _note(before), _note(after)),
    ]
    return found or list(_apart("", _lines(before, roster), _lines(after, roster)))


def _apart(what: str, old: Sequence[str], new: Sequence[str]) -> Iterator[DealChange]:
    """What stands on one side only; empty where nothing does."""
    was, now = ([one for one in these if one not in those] for these, those in ((old, new), (new, old)))
    if was or now:
        yield DealChange(what, *(listed([*map(_whole, these)]) for these in (was, now)))


def _whole(text: str) -> str:
    """A line breaks between parts, not within a short one: 3 舵."""
    return text.replace(" ", "\u00a0") if len(text) <= SHORT else text


def _groups(row: DealRow) -> list[str]:
    speaker = stage_speaker(row.deal.stage)
    melds = [meld for win in row.outcome["wins"] for meld in win["melds"]]
    return [group_text(meld["kind"], meld["cards"], speaker) for meld in melds]


def _note(row: DealRow) -> list[str]:
    return [row.fact["note"]] if row.fact.get("note") else []


def _lines(row: DealRow, roster: Roster) -> list[str]:
    return [f"{line.text} {line.value}".strip() for line in deal_row(row, roster).lines]


def _seats(before: DealRow, after: DealRow, roster: Roster) -> Iterator[DealChange]:
    terms = stage_speaker(after.deal.stage).terms
    for field in ("dealer", "sitting"):
        yield from _apart(terms[field], *(_seated(row, field, roster) for row in (before, after)))
    yield from _apart(_("起胡"), *(_number(row, "min_hu") for row in (before, after)))


def _seated(row: DealRow, field: str, roster: Roster) -> list[str]:
    seat = row.fact.get(field)
    return [] if seat is None else [roster.names[canonical.parse(row.deal.stage.seats)[seat]]]


def _number(row: DealRow, field: str) -> list[str]:
    number = row.fact.get(field)
    return [] if number is None else [str(number)]
