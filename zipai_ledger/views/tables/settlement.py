"""Settling up: who stands where, and who gives whom how much, in the way the table likes best."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from zipai_ledger import circles
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.formats.numbers import amount, signed_amount
from zipai_ledger.formats.speaker import unit_word
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.ledger.settlement import Choice, Settling, settling
from zipai_ledger.models import GameSession
from zipai_ledger.presenters.carry_over import CarriedOver, carried_over
from zipai_ledger.views.showing.numbers import figure

from ..addresses import address, listening, offered
from . import damage, disputed, paying, ways


@require_safe
@for_table(Action.SEE)
def settle(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Points and money by player, and the transfers; ``?way=cashier&by=2`` says how, and is remembered."""
    choice = ways.asked(request, visit.session)
    shown = {**context(visit, choice), **listening(visit, ways.shown(choice))}
    answer = render(request, "tables/settle.html", shown)
    ways.keep(answer, request, visit.session)
    return answer


def context(visit: Visit, choice: Choice) -> dict[str, Any]:
    """The context of ``tables/settle.html``."""
    session = visit.session
    settled = settling(session, choice)
    view = settled.view
    is_open = session.status == GameSession.Status.OPEN
    here = reverse("table:show", args=[session.public_id])
    ending = (Action.CLOSE, "tables:close") if is_open else (Action.REOPEN, "tables:reopen")
    doubts, damaged = disputed.context(visit), damage.warning(session)
    return {
        "table_url": here,
        "error": damaged,
        "name": session.name,
        "boards": boards(view),
        **payments(visit, settled, damaged),
        **doubts,
        "carried": carried(visit, settled),
        "facts": [*money_facts(visit, settled), *facts(visit, view)],
        "picture_url": offered(visit, Action.EXPORT, "exports:share"),
        "close_url": "" if damaged else offered(visit, *ending),
        "continue_url": here,
        "closed": not is_open,
        "can_close": not (is_open and doubts["disputed"]),
        "end_url": _end_url(visit) if is_open and view.standing.state.in_round else "",
        "close_form": {"client_id": new_client_id(), "base": session.ledger_seq},
    }


def carried(visit: Visit, settled: Settling) -> tuple[CarriedOver, ...]:
    """What went into another evening and what came from one; no more queries where nothing did."""
    ends = queries.carried_ends(visit.session, visit.device.pk) if settled.carried else {}
    return carried_over(settled.carried, ends, settled.view.players)


def payments(visit: Visit, settled: Settling, damaged: str = "") -> dict[str, Any]:
    """The context of the partial ``payments``: the ways, and who gives whom how much; no ticks on a damaged table."""
    units = {unit: unit_word(settled.view.rulesets, unit) for unit in settled.view.settlement.units}
    rows = paying.Rows(visit, settled, units, damaged)
    shown = rows.all()
    return {
        **ways.context(settled, reverse("tables:settle", args=[visit.session.public_id])),
        "payments": shown,
        "summary": paying.settled_text(shown, settled, may_tick=bool(rows.tick_url)),
    }


def _end_url(visit: Visit) -> str:
    """The page that ends an open round, after which the table can be closed."""
    url = offered(visit, Action.RECORD, "deal_entry:end_round")
    return f"{url}?then=close" if url else ""


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
            told = {"name": player.name, "url": address("tables:why", view.session.public_id, at)}
            rows.append({**told, **total, "money": _("，").join(won) if number == 0 else ""})
        several = len(view.settlement.units) > 1
        shown.append({"unit": unit_word(view.rulesets, unit) if several else "", "totals": rows})
    return shown


def money_facts(visit: Visit, settled: Settling) -> list[dict[str, str]]:
    """What may be done about money beside the ticks: a payment that no row names, and taking the rest along."""
    count = len(settled.live)
    made = ngettext("付过 %(n)d 笔", "付过 %(n)d 笔", count) % {"n": count} if count else ""
    keeps = bool(settled.view.settlement.money or settled.carried)
    shown = [
        (_("记一笔付款"), made, offered(visit, Action.PAY, "tables:pay") if keeps else ""),
        (_("没付清的带到下次"), "", carry_url(visit) if settled.owing else ""),
    ]
    return [{"text": text, "value": value, "url": url} for text, value, url in shown if url]


def carry_url(visit: Visit) -> str:
    """The next evening with what is owed brought along, for the owner of this one."""
    url = offered(visit, Action.CLOSE, "new_table:again")
    return f"{url}?owed=1" if url else ""


def facts(visit: Visit, view: TableView) -> list[dict[str, str]]:
    """What the sums rest on, and where to take them."""
    count = visit.session.deal_count
    stake = view.stage.stake
    unit = unit_word(view.rulesets, view.stage.stage.unit)
    price = f"1 {unit} {amount(stake.minor_per_unit, stake.currency)}" if stake else _("只记分，不算钱")
    played = ngettext("记了 %(n)d 盘", "记了 %(n)d 盘", count) % {"n": count}
    return [
        {"text": played, "value": price, "url": ""},
        {"text": _("改过什么"), "value": "", "url": offered(visit, Action.SEE, "tables:history")},
        {"text": _("换一套规矩算算看"), "value": "", "url": offered(visit, Action.SEE, "tables:what_if")},
        *again_fact(visit),
        *circle_fact(visit),
        {"text": _("导出"), "value": _("表格、存档"), "url": offered(visit, Action.EXPORT, "tables:export")},
    ]


def again_fact(visit: Visit) -> list[dict[str, str]]:
    """Another table like this one, with the round that it leaves open."""
    url = offered(visit, Action.AGAIN, "new_table:again")
    left = _("接着打没打完的一轮") if queries.round_carried_on(visit.session) else ""
    return [{"text": _("照这样再开一桌"), "value": left, "url": url}] if url else []


def circle_fact(visit: Visit) -> list[dict[str, str]]:
    """What an owner may make of people who often play together, until the table is in a circle."""
    url = offered(visit, Action.CIRCLE, "circles:table")
    if not url or circles.evening_of(visit.session):
        return []
    return [{"text": _("这桌人常打？建一个牌友圈"), "value": "", "url": url}]
