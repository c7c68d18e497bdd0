"""黄庄, 诈胡, 起手胡, 商定 and the early end of a round: deals that are told without a pad."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries import told
from zipai_ledger.entries.forms import note_of, whole
from zipai_ledger.entries.slots import Slot
from zipai_ledger.formats.speaker import word
from zipai_ledger.presenters.live import live_page
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Collector, Problem, Refused

from ..recording import store
from ..slots import aimed_or_404
from . import wins
from .page import beside, entry_url, errors_of, fresh, page, sent_back, table_context
from .preview import preview

Reader = Callable[[Slot, Mapping[str, str]], dict[str, Any]]
HOWS = ("settle", "drop", "carry")
THEN = {"close": "settlement:show", "stage": "stages:change", "again": "new_table:again"}
"""Where the early end of a round leads on to, by what it stood in the way of."""


def _adjust(place: Slot, data: Mapping[str, str]) -> dict[str, Any]:
    found = Collector()
    deltas = [0] * place.setting.table.count
    for player in place.setting.table.players:
        value = found.attempt(lambda p=player: whole(data, f"delta_{p}", -999))  # type: ignore[misc]
        deltas[player] = value or 0
    found.finish()
    if not any(deltas):
        raise Refused(Problem("bad_deal", "deltas", "deltas_empty"))
    return {"result": "adjust", "deltas": deltas}


READERS: Mapping[str, Reader] = {
    "dead": lambda _place, _data: {"result": "dead"},
    "foul": lambda place, data: told.foul(place.setting, data),
    "opening": lambda place, data: told.opening(place.setting, data),
    "end_round": lambda place, data: told.end_round(place.setting, data),
    "adjust": _adjust,
}


def _fact(name: str, place: Slot, data: Mapping[str, str]) -> facts.Deal:
    found = Collector()
    document = found.attempt(lambda: READERS[name](place, data)) or {}
    note = found.attempt(lambda: note_of(data))
    found.finish()
    return facts.from_json({**document, **({"note": note} if note else {})})


def _values(place: Slot, name: str) -> dict[str, Any]:
    """What stands there now, where it is of the same kind; else what the form begins with."""
    now = place.now.fact if place.now and place.aim.way == "replace" else {}
    if now.get("result") != name:
        return {}
    deltas = {f"delta_{player}": units for player, units in enumerate(now.get("deltas", ()))}
    return {**told.shown(now), "note": now.get("note", ""), **deltas}


def _seats(place: Slot, form: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A line of the form for each at the table: 商定 may move units of who sits out, and a phone may not know who does."""
    setting, wrong = place.setting, form.get("wrong", {})
    return [
        {
            "index": seat,
            "player": player,
            "name": setting.name(seat),
            "value": form.get(f"delta_{player}", ""),
            "error": wrong.get(f"delta_{player}", ""),
            "opens": form.get(f"open_{seat}", ""),
            "hu": form.get(f"open_hu_{seat}", ""),
            "hand": form.get(f"open_hand_{seat}", ""),
        }
        for seat, player in enumerate(setting.table.players)
    ]


def _asked(name: str, place: Slot, form: Mapping[str, Any]) -> dict[str, Any]:
    """What this kind of form has to know of the rules."""
    if name == facts.EndRound.result:
        return {"hows": [{"how": how, **preview(place, facts.EndRound(how=how))} for how in HOWS]}  # type: ignore[arg-type]
    if name == facts.Dead.result:
        return {"shown": preview(place, facts.Dead())}
    ask = place.setting.game.foul_ask
    usual = word(ask.usual) if ask.usual else ""
    return {
        "ask": {"units": ask.units, "hu": ask.hu, "hand": ask.hand, "usual": usual},
        "minima": told.minima(place.setting, form),
    }


def _form(
    request: HttpRequest, visit: Visit, place: Slot, name: str, form: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    context = {
        "visit": visit,
        "table": table_context(visit, place),
        "form": {"action": entry_url(place, name), **form},
        "seats": _seats(place, form),
        "unit": place.setting.speaker.unit,
        **_asked(name, place, form),
        "live": live_page(visit),
    }
    return page(request, f"deals/{name}.html", context, status)


def _handle(request: HttpRequest, visit: Visit, name: str) -> HttpResponse:
    place = aimed_or_404(visit.session, request)
    if facts.RESULTS[name] not in place.setting.ruleset.results:
        return HttpResponseRedirect(entry_url(place, "new"))
    if own := wins.other(request, visit, place, name):
        return own
    return _handle_told(request, visit, place, name)


def _handle_told(request: HttpRequest, visit: Visit, place: Slot, name: str) -> HttpResponse:
    def again(problems: Sequence[Problem]) -> HttpResponse:
        errors = errors_of(problems, place)
        form = {**sent_back(request.POST), "errors": errors, "wrong": beside(errors)}
        return _form(request, visit, place, name, form, 422)

    if request.method != "POST":
        then = request.GET.get("then", "")
        return _form(request, visit, place, name, {**fresh(visit), **_values(place, name), "then": then})
    try:
        fact = _fact(name, place, request.POST)
    except Refused as refused:
        return again(refused.problems)
    return _on(
        request,
        visit,
        store(request, visit, place, place.aim.change(fact), lambda refusal: again(refusal.problems)),
    )


def _on(request: HttpRequest, visit: Visit, answer: HttpResponse) -> HttpResponse:
    """Once stored: to what the deal stood in the way of, else where every deal leads."""
    then = THEN.get(request.POST.get("then", ""))
    if then is None or not {"Location", "HX-Redirect"} & set(answer.headers):
        return answer
    url = reverse(then, args=[visit.session.public_id])
    if isinstance(answer, HttpResponseRedirect):
        return HttpResponseRedirect(url, status=303)
    answer["HX-Redirect"] = url
    return answer


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
def opening(request: HttpRequest, visit: Visit) -> HttpResponse:
    """起手胡: several players win with the cards dealt."""
    return _handle(request, visit, "opening")


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RECORD)
def end_round(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A round that is not over is settled, dropped or carried on another evening."""
    return _handle(request, visit, "end_round")


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.RECORD)
def adjust(request: HttpRequest, visit: Visit) -> HttpResponse:
    """商定: units agreed at the table."""
    return _handle(request, visit, "adjust")
