"""帮助 (bangzhu): what people at the table ask, each answered in a few steps with what has to be tapped drawn beside."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Public, Visit, devices, public
from zipai_ledger.formats.speaker import common_speaker, word
from zipai_ledger.ledger import queries
from zipai_ledger.presenters.fans import group_fan
from zipai_ledger.rules.ways import Way
from zipai_ledger.rules.zipai.asks import DISCARDED, OWN_DRAW, TURNED

from .addresses import offered
from .rules import kept

GROUPS = (("peng", "捌捌捌"), ("sao", "伍伍伍"), ("shun", "一二三"), ("shun", "六七八"))
"""Of a hand: the groups that the page draws, the winning one last."""
DONE_AT: Mapping[str, tuple[Action, str]] = {
    "record": (Action.RECORD, "deal_entry:new"),
    "stage": (Action.OPEN_STAGE, "stages:change"),
    "stand_in": (Action.STAND_IN, "stand_ins:change"),
    "history": (Action.SEE, "history:show"),
    "links": (Action.INVITE, "table:invitations"),
    "table": (Action.SEE, "table:show"),
    "settle": (Action.SEE, "settlement:show"),
    "share": (Action.EXPORT, "sharing:show"),
    "export": (Action.EXPORT, "exports:index"),
    "move": (Action.MOVE, "table:move"),
    "recovery": (Action.MAKE_RECOVERY, "table:recovery"),
}
"""Where at a table an answer is done, and what one must be allowed for it."""


@require_safe
@public(Public.HELP)
def index(request: HttpRequest) -> HttpResponse:
    """Every question; ``?q=offline`` opens one of them. A phone with an open table gets ways straight into it."""
    visit, words = latest(request), common_speaker()
    context: dict[str, Any] = {
        "opened": request.GET.get("q", ""),
        "go": ways_in(visit) if visit else {},
        "table": visit.session.name if visit else "",
        "secure": request.is_secure(),
        "host": request.get_host(),
        "words": words.terms,
        "sources": {"own": word(OWN_DRAW), "discarded": word(DISCARDED), "turned": word(TURNED)},
        "fans": [group_fan(kind, cards, words) for kind, cards in GROUPS],
        "methods": list(Way),
        "back_url": reverse("tables:home"),
    }
    answer = render(request, "help/index.html", context)
    return answer if visit else kept(answer)


def latest(request: HttpRequest) -> Visit | None:
    """The newest open table of the asking phone."""
    device = devices.known(request)
    grant = queries.latest_grant(device.pk) if device else None
    if device is None or grant is None:
        return None
    return Visit(grant.session, grant, grant.role, grant.player, device)


def ways_in(visit: Visit) -> dict[str, str]:
    """The addresses of `DONE_AT` at this table, empty where this phone may not go."""
    return {name: offered(visit, action, view) for name, (action, view) in DONE_AT.items()}
