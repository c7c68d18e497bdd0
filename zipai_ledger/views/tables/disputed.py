"""有异议 (you yiyi): deals that somebody doubts, on the page where the table settles: with them and without."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from zipai_ledger.access import Action, Visit
from zipai_ledger.entries.slots import Aim
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import Dispute
from zipai_ledger.models import GameSession
from zipai_ledger.rules.problems import Refused

from ..addresses import offered
from ..deals.doubts import both
from ..slots import slot_or_404

MOST_WEIGHED = 5
"""Deals of which both totals are shown: each of them is folded from there on."""


def context(visit: Visit) -> dict[str, Any]:
    """``disputed``: a line for each; ``despite``: the deals that closing overrides, where this visitor may."""
    open_ = queries.disputes_of(visit.session)
    may = visit.may(Action.CLOSE) and visit.session.status == GameSession.Status.OPEN
    return {
        "disputed": [
            line(visit, one, totals(visit, one) if at < MOST_WEIGHED else None)
            for at, one in enumerate(open_)
        ],
        "despite": " ".join(str(one.key) for one in open_) if may else "",
    }


def line(visit: Visit, one: Dispute, both: dict[str, Any] | None) -> dict[str, Any]:
    """第 7 盘有异议: the totals with it and without it, or only the way to its own page, which has them too."""
    return {
        "title": _("第 %(n)s 盘有异议") % {"n": one.position},
        "note": one.note,
        "both": both,
        "url": offered(visit, Action.SEE, "deal:show", one.key),
    }


def totals(visit: Visit, one: Dispute) -> dict[str, Any] | None:
    """Both totals; None where the rules that were played are gone."""
    try:
        place = slot_or_404(visit.session, Aim("replace", one.key))
        return {**both(place), "hu": place.setting.speaker.hu}
    except (Refused, Http404):
        return None
