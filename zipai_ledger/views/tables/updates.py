"""What the pages of a table are sent while they are open: rows and totals, or one quiet line."""

from collections.abc import Callable, Iterator, Mapping

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from zipai_ledger.access import Visit
from zipai_ledger.forms.settlement_method import method_of_page
from zipai_ledger.ledger.queries import DealRow
from zipai_ledger.ledger.settlement import Choice
from zipai_ledger.ledger.trail.kinds import RECORDING, Kind
from zipai_ledger.presenters.deals import Roster, deal_row
from zipai_ledger.presenters.events import event_author, event_sentence

from .. import settlement
from . import ledger, moments
from .changes import Changes

Drawn = Callable[[Visit, Changes], str]

MOST_SAID = 2
"""Sentences that are read aloud at once; older ones are on the page."""


def table(visit: Visit, news: Changes) -> str:
    """Everything on the table's page that looks different now, as `tables/update.html`."""
    view = news.view
    rows = ledger.rows_context(visit, view, (view.deals, view.more), news.older)
    latest, older = rows["deals"], [moments.marked(row) for row in news.older]
    changed = [row for row in latest if news.touched is None or row["key"] in {None, *news.touched}]
    context = {
        **ledger.page_context(visit, view),
        **rows,
        "rev": news.session.head_seq,
        "mark": visit.grant.mark,
        "whole": news.touched is None,
        "order": " ".join(part for row in latest for part in row["ids"]),
        "changed": [*changed, *older],
        "said": said(visit, news),
    }
    return render_to_string("tables/update.html", context)


def line(visit: Visit, news: Changes) -> str:
    """What others did last, for pages that must not change under the fingers, as `tables/news.html`."""
    context = {"rev": news.session.head_seq, "line": newest(news)}
    return render_to_string("tables/news.html", context)


def settling(choice: Choice) -> Drawn:
    """Everything on the settling page that looks different now, as `settlement/update.html`."""

    def drawn(visit: Visit, news: Changes) -> str:
        context = {
            "visit": visit,
            "page": settlement.read_page(visit, choice),
            "rev": news.session.head_seq,
            "mark": visit.grant.mark,
            "said": newest(news),
        }
        return render_to_string("settlement/update.html", context)

    return drawn


DRAWN: Mapping[str, Drawn] = {"table": table, "line": line}
"""What a page may ask for, beside the ways to settle."""


def drawn(show: str) -> Drawn | None:
    """How a page that shows this is drawn anew, None where there is no such page."""
    choice = method_of_page(show)
    return DRAWN.get(show) if choice is None else settling(choice)


def newest(news: Changes) -> str:
    """What happened last, and by whom."""
    if not news.events:
        return _("账本变了。")
    event = news.events[-1]
    who = news.people.get(event.seq) or event_author(event, news.people)
    return _("刚才：%(who)s%(what)s") % {"who": who, "what": worded(news)[-1]}


def worded(news: Changes) -> list[str]:
    """The events in words."""
    return [
        event_sentence(event, news.bodies[event.seq], news.view.players, news.positions)
        for event in news.events
    ]


def said(visit: Visit, news: Changes) -> str:
    """What is read aloud: the deals that were added, or else what happened."""
    return " ".join([*_sentences(visit, news)][-MOST_SAID:])


def _sentences(visit: Visit, news: Changes) -> Iterator[str]:
    rows = {row.deal.key: row for row in news.view.deals}
    roster = ledger.roster_of(news.view, ())
    for event, text in list(zip(news.events, worded(news), strict=True))[-MOST_SAID:]:
        row = rows.get(event.seq) if Kind(event.kind) in RECORDING else None
        yield spoken(row, roster) if row else _("%(what)s。") % {"what": text}


def spoken(row: DealRow, roster: Roster) -> str:
    """第 12 盘，老王 22 胡、自摸、6 舵。"""
    return _("第 %(n)s 盘，%(what)s。") % {"n": row.deal.position, "what": deal_row(row, roster).speech}
