"""黄庄, 诈胡 and 商定: deals that nobody won, and what the table agreed."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries.forms import note_of, whole
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Collector, Problem, Refused

from .aim import Place, aim_of, place_of
from .page import beside, errors_of, fresh, page, sent_back, table_context
from .store import store_fact

Reader = Callable[[Place, Mapping[str, str]], dict[str, Any]]


def _dead(_place: Place, _data: Mapping[str, str]) -> dict[str, Any]:
    return {"result": "dead"}


def _foul(_place: Place, data: Mapping[str, str]) -> dict[str, Any]:
    offender, units = whole(data, "offender"), whole(data, "units")
    if offender is None:
        raise Refused(Problem("bad_deal", "offender", "offender_missing"))
    return {"result": "foul", "offender": offender, **({} if units is None else {"units": units})}


def _adjust(place: Place, data: Mapping[str, str]) -> dict[str, Any]:
    found = Collector()
    deltas = [0] * place.setting.table.count
    for player in place.setting.table.players:
        value = found.attempt(lambda p=player: whole(data, f"delta_{p}", -999))  # type: ignore[misc]
        deltas[player] = value or 0
    found.finish()
    if not any(deltas):
        raise Refused(Problem("bad_deal", "deltas", "deltas_empty"))
    return {"result": "adjust", "deltas": deltas}


READERS: Mapping[str, Reader] = {"dead": _dead, "foul": _foul, "adjust": _adjust}


def _fact(name: str, place: Place, data: Mapping[str, str]) -> facts.Deal:
    found = Collector()
    document = found.attempt(lambda: READERS[name](place, data)) or {}
    note = found.attempt(lambda: note_of(data))
    found.finish()
    return facts.from_json({**document, **({"note": note} if note else {})})


def _values(place: Place, name: str) -> dict[str, Any]:
    """What stands there now, where it is of the same kind."""
    now = place.now.fact if place.now and place.aim.way == "replace" else {}
    if now.get("result") != name:
        return {}
    deltas = {f"delta_{player}": units for player, units in enumerate(now.get("deltas", ()))}
    return {"offender": now.get("offender"), "units": now.get("units"), "note": now.get("note", ""), **deltas}


def _form(
    request: HttpRequest, visit: Visit, place: Place, name: str, form: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    setting, wrong = place.setting, form.get("wrong", {})
    seats = [
        {
            "player": player,
            "name": setting.name(seat),
            "value": form.get(f"delta_{player}", ""),
            "error": wrong.get(f"delta_{player}", ""),
        }
        for seat, player in enumerate(setting.table.players)
    ]
    context = {
        "table": table_context(visit, place),
        "form": {"action": place.url(name), **form},
        "seats": seats,
        "unit": setting.unit,
        "usual": setting.table.options.get("foul_units"),
    }
    return page(request, f"deals/{name}.html", context, status)


def _handle(request: HttpRequest, visit: Visit, name: str) -> HttpResponse:
    place = place_of(visit.session, aim_of(request.GET))
    if facts.RESULTS[name] not in place.setting.ruleset.results:
        raise Http404

    def again(refused: Refused) -> HttpResponse:
        errors = errors_of(refused, place)
        form = {**sent_back(request.POST), "errors": errors, "wrong": beside(errors)}
        return _form(request, visit, place, name, form, 422)

    if request.method != "POST":
        return _form(request, visit, place, name, {**fresh(visit), **_values(place, name)})
    try:
        fact = _fact(name, place, request.POST)
    except Refused as refused:
        return again(refused)
    return store_fact(request, visit, place, fact, again)


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RECORD)
def dead(request: HttpRequest, visit: Visit) -> HttpResponse:
    """黄庄: nobody won."""
    return _handle(request, visit, "dead")


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RECORD)
def foul(request: HttpRequest, visit: Visit) -> HttpResponse:
    """诈胡: who fouled."""
    return _handle(request, visit, "foul")


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RECORD)
def adjust(request: HttpRequest, visit: Visit) -> HttpResponse:
    """商定: units agreed at the table."""
    return _handle(request, visit, "adjust")
