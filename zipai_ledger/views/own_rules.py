"""自家规矩 (zijia guiju): house rules under a name: kept on this phone or in a circle, sent on, looked through, changed.

Who may see and change which is for `own_rules.reads` to say: a phone's own are nobody else's, those of a circle its
members see, and change those that they put there; its owners change all of them. What may not be seen is not there.
"""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zipai_ledger import circles, own_rules
from zipai_ledger.access import Action, Public, Visit, devices, for_table, public
from zipai_ledger.access.pace import opens
from zipai_ledger.circles import CircleRow
from zipai_ledger.forms.house_rules import named_ruleset, offered_rulesets, played_rules
from zipai_ledger.forms.own_rules import KeepForm, OwnRulesForm
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import names, queries
from zipai_ledger.models import Device, GameSession, OwnRules
from zipai_ledger.own_rules import HouseRules, NamedRules, OwnRulesRow
from zipai_ledger.presenters.house_rules import house_rules
from zipai_ledger.presenters.own_rules import own_rules_page, rules_page, shelves
from zipai_ledger.presenters.stages import seat_counts
from zipai_ledger.rules.problems import Refused

from .refusals import Refusal, attempt

FORBIDDEN = 403
MOST_TABLES = 5
"""So many tables are offered to try rules on, among those of the newest ``LOOKED_AT`` stages."""
LOOKED_AT = 60


@dataclass(frozen=True, slots=True)
class StoredRules:
    """Rules that were kept, and the token that the browser is to have."""

    row: OwnRules
    token: str


@require_safe
@public(Public.OWN_RULES)
def index(request: HttpRequest) -> HttpResponse:
    """Those of this phone and of its circles."""
    device = devices.device_of(request)
    rows, places = own_rules.rules_of(device), circles_of(device)
    context = {"shelves": shelves(rows, places), "gone": request.GET.get("gone", "")}
    return render(request, "own_rules/index.html", context)


def circles_of(device: Device | None) -> tuple[CircleRow, ...]:
    """Where else than on this phone its rules may be kept."""
    return circles.circles_of(device.pk) if device else ()


def rules_or_404(request: HttpRequest, public_id: str) -> tuple[Device, OwnRulesRow]:
    """The phone that asks, and the rules at an address, where it may see them; else 404."""
    device = devices.device_of(request)
    own = own_rules.find(public_id, device)
    if device is None or own is None:
        raise Http404
    return device, own


@require_safe
@public(Public.OWN_RULES)
def show(request: HttpRequest, public_id: str) -> HttpResponse:
    """One set of rules: what is not as usual, how others get it, what can be done with it."""
    device, own = rules_or_404(request, public_id)
    return render_rules(request, device, own)


def render_rules(
    request: HttpRequest, device: Device, own: OwnRulesRow, refusal: Refusal | None = None
) -> HttpResponse:
    """The page of one set of rules; ``refusal``: why what was asked of it was not done."""
    context = {
        "page": own_rules_page(own, circles_of(device)),
        "tables": tables_of_game(device, own.row.ruleset),
        "refusal": refusal,
    }
    return render(request, "own_rules/show.html", context, status=refusal.status if refusal else 200)


def tables_of_game(device: Device, slug: str) -> list[GameSession]:
    """The newest tables of this phone at which a game was played, to see what rules would have made of them."""
    stages = queries.stages_lately(device.pk, most=LOOKED_AT)
    played = (stage.session for stage in stages if stage.ruleset == slug and stage.session.deal_count)
    return list(dict.fromkeys(played))[:MOST_TABLES]


@require_POST
@public(Public.OWN_RULES)
def copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """The same rules in another place of this phone."""
    device, own = rules_or_404(request, public_id)
    form = KeepForm(circles_of(device), request.POST)
    if own.rules is None or not form.is_valid():
        return redirect("own_rules:show", public_id)
    row, rules, place = own.row, own.rules, form.place or device
    done = attempt(lambda: own_rules.copy(row, rules, place, by=device))
    if isinstance(done, Refusal):
        return render_rules(request, device, own, done)
    return redirect("own_rules:show", done.public_id)


def not_yours() -> Refusal:
    """Why a member of a circle does not change what others put there."""
    text = _("这一套是别人放进圈里的，要他自己或者圈主来改。")
    return Refusal(FORBIDDEN, "forbidden", text, PermissionDenied())


@require_POST
@public(Public.OWN_RULES)
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let go of rules; no table changes."""
    device, own = rules_or_404(request, public_id)
    if not own.may_change:
        return render_rules(request, device, own, not_yours())
    own_rules.remove(own.row)
    return redirect(reverse("own_rules:index", query={"gone": "1"}))


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.OWN_RULES)
def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """The rules as a form, and their name; a POST lets what it says take their place."""
    device, own = rules_or_404(request, public_id)
    if not own.may_change:
        return render_rules(request, device, own, not_yours())
    if own.rules is None:
        return redirect("own_rules:show", public_id)
    ruleset, row = own.rules.ruleset, own.row
    if request.method != "POST":
        initial = {**played_rules(own.rules.options), "name": row.name}
        initial["seats"] = own.rules.options.get(ruleset.seats_by, "")
        return render_form(request, OwnRulesForm(ruleset, initial=initial), row=row)
    form = OwnRulesForm(ruleset, request.POST)
    done = attempt(lambda: _changed(row, form)) if form.is_valid() else None
    if done is None or isinstance(done, Refusal):
        return refuse(request, form, done, row=row)
    return redirect("own_rules:show", public_id)


def _changed(row: OwnRules, form: OwnRulesForm) -> OwnRules:
    """Raises `Refused`."""
    rules = own_rules.resolved(form.ruleset, form.options())
    with transaction.atomic():
        own_rules.rename(row, form.cleaned_data["name"])
        own_rules.replace(row, rules)
    return row


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.OWN_RULES)
@opens("rules")
def write(request: HttpRequest) -> HttpResponse:
    """A new set of rules, of a game that is chosen first."""
    device = devices.device_of(request)
    places = circles_of(device)
    slug = (request.POST if request.method == "POST" else request.GET).get("ruleset", "")
    if slug not in offered_rulesets():
        games = tuple(offered_rulesets().values())
        return render(request, "own_rules/games.html", {"games": games})
    ruleset = named_ruleset(slug)
    if request.method != "POST":
        return with_token(request, render_form(request, OwnRulesForm(ruleset, circles=places), places=places))
    form = OwnRulesForm(ruleset, request.POST, circles=places)
    done = attempt(lambda: _written(request, form)) if form.is_valid() else None
    if done is None or isinstance(done, Refusal):
        return refuse(request, form, done, places=places)
    return redirect_to(done)


def _written(request: HttpRequest, form: OwnRulesForm) -> StoredRules:
    """Raises `Refused`."""
    rules = own_rules.resolved(form.ruleset, form.options())
    with transaction.atomic():
        arrival = devices.arriving(devices.token_of(request))
        place = form.place or arrival.device
        row = own_rules.keep(place, form.cleaned_data["name"], rules, by=arrival.device)
    return StoredRules(row, arrival.token)


def redirect_to(stored: StoredRules) -> HttpResponse:
    """The page of rules that were kept, for a browser that perhaps was not known before."""
    answer = redirect("own_rules:show", stored.row.public_id)
    devices.give(answer, stored.token)
    return answer


def with_token(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer with a token for a browser that has none."""
    devices.prepare(request, answer)
    return answer


def refuse(
    request: HttpRequest,
    form: OwnRulesForm,
    refusal: Refusal | None,
    *,
    row: OwnRules | None = None,
    places: tuple[CircleRow, ...] = (),
) -> HttpResponse:
    """The form again, with what is wrong beside its field."""
    for problem in refusal.problems if refusal else ():
        if problem.field == "name" and refusal:
            form.add_error("name", refusal.text)
        else:
            form.refuse([problem])
    return render_form(request, form, row=row, places=places, status=422)


def render_form(
    request: HttpRequest,
    form: OwnRulesForm,
    *,
    row: OwnRules | None = None,
    places: tuple[CircleRow, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The form of rules; ``row``: those that it changes."""
    context = {**_parts(form), "row": row, "places": places}
    return render(request, "own_rules/edit.html", context, status=status)


def _parts(form: OwnRulesForm) -> dict[str, object]:
    return {"form": form, "rules": house_rules(form), "seat_counts": seat_counts(form)}


@require_POST
@public(Public.OWN_RULES)
def examples(request: HttpRequest) -> HttpResponse:
    """What the form says of the rules as they are chosen now: in a line, and worked out."""
    form = OwnRulesForm(named_ruleset(request.POST.get("ruleset", "")), request.POST)
    return render(request, "own_rules/edit.html#examples", _parts(form))


@require_safe
@public(Public.OWN_RULES)
def preset(request: HttpRequest) -> HttpResponse:
    """The rules of the form under another preset."""
    form = OwnRulesForm(named_ruleset(request.GET.get("ruleset", "")), request.GET)
    context = {**_parts(form), "rule_open": htmx_of(request).trigger_name or ""}
    return render(request, "own_rules/edit.html#game", context)


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.OWN_RULES)
@opens("rules")
def look(request: HttpRequest) -> HttpResponse:
    """Rules that came by a link, to be looked through before they are taken over: ``?r=…``, see `own_rules.packed`."""
    text = request.GET.get("r", "")
    came = attempt(lambda: own_rules.unpack(text))
    if isinstance(came, Refusal):
        return render(request, "own_rules/look.html", {"refusal": came, "link": text}, status=422)
    device = devices.device_of(request)
    same = own_rules.same_rules(own_rules.rules_of(device), came.rules)
    return keep_page(request, device, came, {"link": text, "same": same})


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.KEEP_RULES)
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The rules that a table plays, to be kept under a name."""
    stage = queries.last_stage(visit.session)
    try:
        rules = own_rules.of_stage(stage)
    except Refused as refused:
        return render(request, "own_rules/look.html", {"visit": visit, "gone": refused}, status=422)
    same = own_rules.same_rules(own_rules.rules_of(visit.device), rules)
    name = own_rules.name_of_stage(visit.session, stage.index)
    return keep_page(
        request,
        visit.device,
        NamedRules(name, rules, own_rules.Unread()),
        {"visit": visit, "same": same},
    )


def keep_page(
    request: HttpRequest, device: Device | None, came: NamedRules, context: dict[str, object]
) -> HttpResponse:
    """Rules that can be kept: looked through, then under which name and where; a POST keeps them."""
    places, status = circles_of(device), 200
    form, refusal = KeepForm(places, initial={"name": came.name}), None
    if request.method == "POST":
        form = KeepForm(places, request.POST)
        done = attempt(lambda: _store(request, form, came.rules)) if form.is_valid() else None
        if isinstance(done, StoredRules):
            return redirect_to(done)
        refusal, status = done, 422
    page = rules_page(came.name, came.rules, came.unread)
    answer = render(
        request,
        "own_rules/look.html",
        {**context, "page": page, "form": form, "refused": refusal, "places": places},
        status=status,
    )
    return with_token(request, answer)


def _store(request: HttpRequest, form: KeepForm, rules: HouseRules) -> StoredRules:
    """Keep what a valid form says, in the place of what has that name there where it says so; raises `Refused`."""
    name = form.cleaned_data["name"]
    with transaction.atomic():
        arrival = devices.arriving(devices.token_of(request))
        place = form.place or arrival.device
        there = _named(arrival.device, form, name) if form.cleaned_data["instead"] else None
        if there and there.may_change:
            own_rules.replace(there.row, rules)
            return StoredRules(there.row, arrival.token)
        return StoredRules(own_rules.keep(place, name, rules, by=arrival.device), arrival.token)


def _named(device: Device, form: KeepForm, name: str) -> OwnRulesRow | None:
    """Rules of that name in the place of a form."""
    key, circle = names.name_key(name.strip()), form.place.pk if form.place else None
    rows = (one for one in own_rules.rules_of(device) if one.row.circle_id == circle)
    return next((one for one in rows if one.row.name_key == key), None)
