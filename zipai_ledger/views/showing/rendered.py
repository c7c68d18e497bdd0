"""Rows of the ledger as HTML: a deal hardly ever changes, so its row is drawn once and kept."""

from dataclasses import dataclass, field
from functools import lru_cache

from django.template.loader import render_to_string

from zipai_ledger.formats.speaker import language
from zipai_ledger.ledger.queries import DealRow

from .deals import Reader, row

KEPT = 1_024
"""Rows kept in each process, about ten megabytes."""


@dataclass(frozen=True, slots=True)
class Face:
    """Everything that a row's looks depend on, as values; ``shown`` and ``reader`` say the same once more."""

    key: int
    position: int
    marks: tuple[bool, bool, bool]
    texts: tuple[str, str, str, str, str]
    names: tuple[str, ...]
    columns: tuple[int, ...]
    address: str
    doubting: str
    mends: bool
    reason: str
    language: str
    shown: DealRow = field(compare=False, repr=False)
    reader: Reader = field(compare=False, repr=False)


def deal_html(shown: DealRow, reader: Reader) -> str:
    """The row of a deal."""
    deal, stage = shown.deal, shown.deal.stage
    face = Face(
        key=deal.key,
        position=deal.position,
        marks=(deal.live, deal.agreed, deal.disputed),
        texts=(deal.fact, deal.outcome, stage.ruleset, stage.unit, stage.seats),
        names=tuple(reader.names),
        columns=tuple(reader.columns),
        address=reader.deal_url(deal.key),
        doubting=reader.dispute_url(deal.key),
        mends=reader.mends,
        reason=reader.reasons.get(deal.key, ""),
        language=language(),
        shown=shown,
        reader=reader,
    )
    return _drawn(face)


@lru_cache(maxsize=KEPT)
def _drawn(face: Face) -> str:
    return render_to_string("components/deal_row.html", {"deal": row(face.shown, face.reader)})
