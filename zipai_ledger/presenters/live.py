"""刚才 (gangcai): what open pages of a table get of what has just happened."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import Changes
from zipai_ledger.ledger.trail.kinds import AMENDING, RECORDING, Kind
from zipai_ledger.models import Event

from .deals import DealLine, deal_row
from .events import event_author, event_sentence
from .ledger_rows import Ledger, LedgerRow, older_rows, roster

MOST_SPOKEN = 2
"""Sentences that are read aloud at once; older ones are on the page."""
BY_WHOM: Mapping[Kind, Callable[[], str]] = {
    Kind.DEAL_VOIDED: lambda: _("刚才：%(who)s把第 %(n)s 盘作废了"),
    Kind.DEAL_DISPUTED: lambda: _("刚才：%(who)s说第 %(n)s 盘有异议"),
    Kind.DEAL_RESOLVED: lambda: _("刚才：%(who)s点了第 %(n)s 盘照旧，没异议了"),
}
"""What is about a deal rather than about who did it: after his name it would read as the number of his own."""


@dataclass(frozen=True, slots=True)
class TableUpdate:
    """What looks different on the table's page, for ``table/update.html``.

    ``rev`` says how far the trail had come; ``is_whole``: every row is here, and the head of the page; ``order`` are ids of
    the latest rows as they follow each other; ``rows`` those that look different, older ones too; ``speech`` is read aloud.
    """

    rev: int
    is_whole: bool
    order: tuple[str, ...]
    rows: tuple[LedgerRow, ...]
    speech: str


def table_update(changes: Changes, ledger: Ledger) -> TableUpdate:
    """What of the ``ledger`` has changed."""
    touched = changes.touched
    changed = [row for row in ledger.rows if touched is None or row.key in {None, *touched}]
    return TableUpdate(
        rev=changes.session.head_seq,
        is_whole=touched is None,
        order=tuple(part for row in ledger.rows for part in row.ids),
        rows=(*changed, *older_rows(changes.view, changes.older)),
        speech=spoken_news(changes),
    )


def spoken_news(changes: Changes) -> str:
    """What has just happened, to be read aloud: the deals that were added, or else what it was."""
    return " ".join(_speech(changes))


def _speech(changes: Changes) -> Iterator[str]:
    rows = {row.deal.key: row for row in changes.view.deals}
    for event in changes.events[-MOST_SPOKEN:]:
        row = rows.get(event.seq) if Kind(event.kind) in RECORDING else None
        if row is None:
            yield _("%(what)s。") % {"what": _sentence(event, changes)}
        else:
            line = deal_row(row, roster(changes.view))
            yield _("第 %(n)s 盘，%(what)s。") % {"n": line.number, "what": line.speech}


@dataclass(frozen=True, slots=True)
class DealNews:
    """What others entered while a deal is entered here: who, the ``deal`` in words, and over its columns ``players``.

    ``client_id``: by which the phone knows its own entry; ``winners`` by number, and ``hu`` what the only hand counts.
    """

    who: str
    deal: DealLine
    players: tuple[str, ...]
    client_id: str
    winners: tuple[int, ...]
    hu: int | None


def latest_deal(changes: Changes) -> DealNews | None:
    """The last deal that was added and still counts, None where none was among the latest."""
    rows = {row.deal.key: row for row in changes.view.deals}
    for event in reversed(changes.events):
        row = rows.get(event.seq)
        if Kind(event.kind) in RECORDING and row is not None and row.deal.live:
            wins = row.outcome["wins"]
            return DealNews(
                who=changes.people.get(event.seq) or event_author(event, changes.people),
                deal=deal_row(row, roster(changes.view)),
                players=tuple(player.name for player in changes.view.players),
                client_id=event.client_id or "",
                winners=tuple(win["winner"] for win in wins),
                hu=wins[0]["hu"] if len(wins) == 1 else None,
            )
    return None


def latest_sentence(changes: Changes) -> str:
    """What happened last, and by whom; that something did, where nobody can tell what."""
    return _latest(changes.events[-1], changes) if changes.events else _("账本变了。")


def latest_amendment(changes: Changes) -> str:
    """What was changed last of how things stood, and by whom; "" where what was done was only recorded in its turn."""
    if not changes.events:
        return _("账本变了。")
    inserted = queries.inserted_among(changes.session, changes.new) if changes.new else frozenset()
    found = [one for one in changes.events if Kind(one.kind) in AMENDING or one.seq in inserted]
    return _latest(found[-1], changes) if found else ""


def _latest(event: Event, changes: Changes) -> str:
    who = changes.people.get(event.seq) or event_author(event, changes.people)
    kind = Kind(event.kind)
    if kind in BY_WHOM:
        number = changes.positions.get(changes.bodies[event.seq]["deal"])
        return BY_WHOM[kind]() % {"who": who, "n": number}
    wording = _("刚才：%(who)s记了%(what)s") if kind == Kind.PAYMENT_MADE else _("刚才：%(who)s%(what)s")
    return wording % {"who": who, "what": _sentence(event, changes)}


def _sentence(event: Event, changes: Changes) -> str:
    return event_sentence(event, changes.bodies[event.seq], changes.view.players, changes.positions)
