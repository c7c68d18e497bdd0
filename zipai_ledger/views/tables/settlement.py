"""Settling up: who stands where, and the fewest transfers that clear it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from zipai_ledger import queries
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.models import GameSession
from zipai_ledger.queries import TableView
from zipai_ledger.rules.totals import Due
from zipai_ledger.views.showing.deals import unit_of
from zipai_ledger.views.showing.numbers import amount, figure, signed_amount

from ..addresses import listening, offered
from . import carrying
from .opening import new_client_id


@require_safe
@for_table(Action.SEE)
def settle(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Points and money by player, and who gives whom how much."""
    return render(request, "tables/settle.html", {**context(visit), **listening(visit, "line")})


def context(visit: Visit) -> dict[str, Any]:
    """The context of ``tables/settle.html``."""
    session = visit.session
    view = queries.table_view(session, most=0)
    is_open = session.status == GameSession.Status.OPEN
    here = reverse("tables:show", args=[session.public_id])
    ending = (Action.CLOSE, "tables:close") if is_open else (Action.REOPEN, "tables:reopen")
    payments = [payment(due, view) for due in view.settlement.dues]
    return {
        "table_url": here,
        "name": session.name,
        "boards": boards(view),
        "payments": payments,
        "summary": clearing(len(payments)),
        "facts": facts(visit, view),
        "close_url": offered(visit, *ending),
        "continue_url": here,
        "closed": not is_open,
        "can_close": True,
        "end_url": _end_url(visit) if is_open and view.standing.state.in_round else "",
        "close_form": {"client_id": new_client_id(), "base": session.ledger_seq},
    }


def _end_url(visit: Visit) -> str:
    """The page that ends an open round, after which the table can be closed."""
    url = offered(visit, Action.RECORD, "deals:end_round")
    return f"{url}?then=close" if url else ""


def clearing(count: int) -> str:
    """What the transfers come to."""
    return ngettext("%(n)d 笔就清。", "%(n)d 笔就清。", count) % {"n": count} if count else ""


def unit_word(view: TableView, unit: str) -> str:
    """A unit in the reader's language."""
    ruleset = next((s.stage.ruleset for s in view.stages if s.stage.unit == unit), "")
    return unit_of(ruleset, unit)


def boards(view: TableView) -> list[dict[str, Any]]:
    """Totals by player: a board for each unit, money below the first of them."""
    shown = []
    money = list(view.settlement.money.items())
    for number, (unit, units) in enumerate(view.settlement.units.items()):
        rows = []
        for player in view.players:
            at = player.index
            won = [signed_amount(minor[at], currency) for currency, minor in money if at < len(minor)]
            total = figure(units[at] if at < len(units) else 0)
            rows.append({"name": player.name, **total, "money": "，".join(won) if number == 0 else ""})
        several = len(view.settlement.units) > 1
        shown.append({"unit": unit_word(view, unit) if several else "", "totals": rows})
    return shown


def payment(due: Due, view: TableView) -> dict[str, Any]:
    """One transfer: in money where there is a stake, else in units."""
    units = f"{due.units} {unit_word(view, due.unit)}" if due.units is not None else ""
    paid = (
        {"amount": units, "units": ""}
        if due.minor is None
        else {"amount": amount(due.minor, due.currency), "units": units}
    )
    return {"from": view.players[due.payer].name, "to": view.players[due.payee].name, **paid}


def facts(visit: Visit, view: TableView) -> list[dict[str, str]]:
    """What the sums rest on, and where to take them."""
    count = visit.session.deal_count
    stake = view.stage.stake
    unit = unit_word(view, view.stage.stage.unit)
    price = f"1 {unit} {amount(stake.minor_per_unit, stake.currency)}" if stake else _("只记分，不算钱")
    played = ngettext("记了 %(n)d 盘", "记了 %(n)d 盘", count) % {"n": count}
    left = _("接着打没打完的一轮") if carrying.left_open(visit.session).on else ""
    return [
        {"text": played, "value": price, "url": ""},
        {"text": _("改过什么"), "value": "", "url": offered(visit, Action.SEE, "tables:history")},
        {"text": _("照这样再开一桌"), "value": left, "url": offered(visit, Action.SEE, "tables:again")},
        {"text": _("导出"), "value": _("表格、存档"), "url": offered(visit, Action.EXPORT, "tables:export")},
    ]
