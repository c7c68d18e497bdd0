"""What of a deal is told otherwise after a correction: 自摸 → 点炮, 22 胡 → 17 胡, in the words of its game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.ledger.queries import DealRow, Version
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, Stage
from zipai_ledger.presenters.fans import group_text

from .deals import Reader, Shown, row


def standing(version: Version, stage: Stage, position: int) -> DealRow:
    """A deal as it once stood, to be shown like one that stands."""
    deal = Deal(
        stage=stage,
        key=0,
        position=position,
        fact=canonical.to_text(version.fact),
        outcome=canonical.to_text(version.outcome),
    )
    return DealRow(deal, version.fact, version.outcome)


def told(shown: DealRow, reader: Reader) -> list[str]:
    """A deal in a few words: who won, how, how much."""
    said = row(shown, reader)
    return [said["title"], *said["about"]]


def changes(before: DealRow, after: DealRow, reader: Reader) -> list[Shown]:
    """[{what, was, now}]: who and how first, then the cards, who dealt and sat out, the note; else how it was worked out."""
    found = [
        *_apart("", told(before, reader), told(after, reader)),
        *_apart(_("牌"), _groups(before), _groups(after)),
        *_seats(before, after, reader),
        *_apart(_("附注"), _note(before), _note(after)),
    ]
    return found or list(_apart("", _lines(before, reader), _lines(after, reader)))


def _apart(what: str, old: Sequence[str], new: Sequence[str]) -> Iterator[Shown]:
    """What stands on one side only; empty where nothing does."""
    was, now = ([one for one in these if one not in those] for these, those in ((old, new), (new, old)))
    if was or now:
        yield {"what": what, "was": _("、").join(was), "now": _("、").join(now)}


def _groups(shown: DealRow) -> list[str]:
    speaker = stage_speaker(shown.deal.stage)
    melds = [meld for win in shown.outcome["wins"] for meld in win["melds"]]
    return [group_text(meld["kind"], meld["cards"], speaker) for meld in melds]


def _note(shown: DealRow) -> list[str]:
    return [shown.fact["note"]] if shown.fact.get("note") else []


def _lines(shown: DealRow, reader: Reader) -> list[str]:
    lines: Iterable[dict[str, Any]] = row(shown, reader)["lines"]
    return [f"{line['text']} {line['value']}".strip() for line in lines]


def _seats(before: DealRow, after: DealRow, reader: Reader) -> Iterator[Shown]:
    terms = stage_speaker(after.deal.stage).terms
    for field in ("dealer", "sitting"):
        yield from _apart(terms[field], *(_seated(shown, field, reader) for shown in (before, after)))
    yield from _apart(_("起胡"), *(_number(shown, "min_hu") for shown in (before, after)))


def _seated(shown: DealRow, field: str, reader: Reader) -> list[str]:
    seat = shown.fact.get(field)
    return [] if seat is None else [reader.names[canonical.parse(shown.deal.stage.seats)[seat]]]


def _number(shown: DealRow, field: str) -> list[str]:
    number = shown.fact.get(field)
    return [] if number is None else [str(number)]
