"""开一桌: a new table, from who of a circle comes tonight to its desk."""

from dataclasses import dataclass, replace

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zipai_ledger import access, circles, own_rules
from zipai_ledger.access import (
    Action,
    CircleAction,
    CircleVisit,
    Public,
    Visit,
    devices,
    for_circle,
    for_table,
    grants,
    invitations,
    public,
)
from zipai_ledger.access.pace import opens
from zipai_ledger.forms.game_choice import GameChoice
from zipai_ledger.forms.house_rules import PREFIX, SEATS
from zipai_ledger.forms.new_table import NewTableForm
from zipai_ledger.forms.stages import GAME
from zipai_ledger.http.htmx import htmx_of
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.ledger.record import Recorded, Sent
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import Circle, Device, GameSession, Role, Stage
from zipai_ledger.own_rules import HouseRules, OwnRulesRow
from zipai_ledger.presenters.carry_over import debts
from zipai_ledger.presenters.games import choice_of_stage, games_part
from zipai_ledger.presenters.stages import stage_part
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.problems import Refused

from .me import holder_among
from .recovery import opened_page
from .refusals import Refusal, attempt
from .stages import own_of, refuse_stage

CONFLICT = 409


@require_safe
@for_circle(CircleAction.SEE)
def tonight(request: HttpRequest, visit: CircleVisit) -> HttpResponse:
    """今晚谁来: who comes, in the order they are ticked off; then their names stand in the form."""
    people = circles.people_of(visit.circle)
    if "go" in request.GET:
        coming = set(request.GET.getlist("person"))
        names = [person.name for person in people if str(person.index) in coming]
        query = {"circle": visit.circle.public_id, "player": names}
        return redirect(reverse("new_table:new", query=query))
    evenings = circles.evenings_of(visit.circle)
    last_time = circles.sums(evenings[:1])
    expected = {person for person, total in last_time.items() if total.units} or {one.index for one in people}
    context = {"visit": visit, "people": people, "expected": expected}
    return render(request, "new_table/tonight.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.OPEN_TABLE)
@opens("table")
def new(request: HttpRequest) -> HttpResponse:
    """The form, and the table opened by it. Opening leads to the table."""
    if request.method == "POST":
        return open_or_show_again(request)
    phone = OpeningPhone.of(request)
    form = proposed(request, phone, NewTableForm.from_query(request.GET, phone.played_last))
    return with_token(request, render_form(request, phone, form.named_apart(phone.names_of_this_evening)))


@dataclass(frozen=True, slots=True)
class OpeningPhone:
    """The phone that opens a table, None where it was never seen; what was played at its newest tables, and its own rules."""

    device: Device | None
    lately: tuple[Stage, ...]
    own_rows: tuple[OwnRulesRow, ...]

    @classmethod
    def of(cls, request: HttpRequest) -> "OpeningPhone":
        """Four queries where the phone is known."""
        device = devices.device_of(request)
        return cls(device, queries.stages_lately(device.pk) if device else (), own_rules.rules_of(device))

    @property
    def played_last(self) -> str:
        """What this phone played last, so that it is chosen already; "" where that was nothing that is offered."""
        return str(choice_of_stage(self.lately[0])) if self.lately else ""

    @property
    def names_of_this_evening(self) -> set[str]:
        """What this phone's other tables of this evening are called."""
        return queries.names_of_this_evening(self.device.pk) if self.device else set()


def proposed(request: HttpRequest, phone: OpeningPhone, form: NewTableForm) -> NewTableForm:
    """The form with own rules, those that the address names (``?own=``) or that were played last, or a link's (``?r=``)."""
    if own := own_rules_for(request, phone):
        if own.rules is None:
            return form
        choice = GameChoice(own.row.ruleset, own=own.row.public_id)
        return form.with_rules(own.rules, choice, **seats_for(request, form, own.rules))
    came = attempt(lambda: own_rules.unpack(request.GET.get("r", "")))
    if isinstance(came, Refusal):
        return form
    return form.with_rules(came.rules, GameChoice(came.rules.slug), rules_name=came.name)


def own_rules_for(request: HttpRequest, phone: OpeningPhone) -> OwnRulesRow | None:
    """The own rules that the form of a new table begins with."""
    if "own" in request.GET:
        return own_rules.find(request.GET["own"], phone.device)
    if not phone.lately or GAME in request.GET or "r" in request.GET:
        return None
    return own_rules.rules_of_stage(phone.lately[0], phone.own_rows)


def seats_for(request: HttpRequest, form: NewTableForm, rules: HouseRules) -> dict[str, JsonValue]:
    """As many seats as the address names people, where the form has already found a way for so many to sit."""
    named = bool(request.GET.getlist("player")) and rules.slug == form.ruleset.slug
    return {SEATS: form.seating} if named and form.seating is not None else {}


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.AGAIN)
@opens("table")
def again(request: HttpRequest, visit: Visit) -> HttpResponse:
    """再开一桌: the form as this table stands, with its game, rules, people, seats, whose turn it is, the round carried on.

    Whoever sees a table may open another one like it; who keeps its score is asked first what becomes of an open round.
    """
    session = visit.session
    if request.method == "POST":
        return open_or_show_again(request)
    if session.is_open and visit.may(Action.RECORD) and Standing.of(session).state.in_round:
        return redirect(reverse("deal_entry:end_round", args=[session.public_id], query={"then": "again"}))
    phone = OpeningPhone.of(request)
    view, carried = queries.table_view(session, most=0), queries.round_carried_on(session)
    evening = circles.evening_of(session)
    owing = view if visit.may(Action.CLOSE) else None
    form = NewTableForm.from_table(view, carried).unsent(
        circle=evening.circle.public_id if evening else "",
        owed_from=session.public_id if owing else "",
        owed="owed" in request.GET,
    )
    form.named_apart(phone.names_of_this_evening)
    return render_form(request, phone, form, source=session.name if carried else "", owing=owing)


def open_or_show_again(request: HttpRequest) -> HttpResponse:
    """What follows from the form: a table, or the form again."""
    phone = OpeningPhone.of(request)
    form = NewTableForm.from_data(request.POST, find_own=own_of(phone.device))
    if "drawn" in request.POST and not request.POST.get("client_id"):
        return with_token(request, render_form(request, phone, form.with_seats_alone()))
    if instead := form.unsent_step:
        return render_form(request, phone, instead)
    there = opened_by(phone.device, form.cleaned_data["client_id"]) if form.is_valid() else None
    if there:
        form.named_as(there.name)
    answer = attempt(lambda: open_table(request, form)) if form.is_valid() else None
    if isinstance(answer, grants.OpenedTable):
        return opened_page(answer.recorded.session, answer.token)
    opened_before = answer is not None and answer.status == CONFLICT
    status = refuse_stage(form, answer, str(form.OPENED_BEFORE) if opened_before else "")
    return with_token(
        request, render_form(request, phone, form, there=there if opened_before else None, status=status)
    )


def opened_by(device: Device | None, client_id: str) -> GameSession | None:
    """The table that this form has opened before, where this phone is at it."""
    held = {"grants__device": device, "grants__revoked_at": None}
    return GameSession.objects.filter(**held, opening_id=client_id).first()


def open_table(request: HttpRequest, form: NewTableForm) -> grants.OpenedTable:
    """Open the table of a valid form and make this device its owner, both or neither; raises what the verbs raise."""
    with transaction.atomic():
        arrival = devices.arriving(devices.token_of(request))
        player = holder_among(request, form.people)
        recorded = record_table(request, form)
        opened = grants.own_table(arrival, recorded, player=player)
        if not recorded.replay:
            name_rules(arrival.device, recorded.session, form)
        invitations.put_at_hand(opened.recorded.session, Role.SCOREKEEPER)
        return opened


def name_rules(device: Device, session: GameSession, form: NewTableForm) -> None:
    """Keep the rules of a new table under the name that its form gives them, and let its rulebook say their name.

    Raises `Refused`, at the field of that name.
    """
    rules = own_rules.resolved(form.ruleset, form.options())
    name, own = form.cleaned_data["rules_name"], form.choice.own
    if name.strip():
        try:
            own = own_rules.keep(device, name, rules, by=device).public_id
        except Refused as refused:
            raise Refused(*(replace(one, field="rules_name") for one in refused.problems)) from None
    own_rules.note_stage(device, session, 0, rules, own)


def record_table(request: HttpRequest, form: NewTableForm) -> Recorded:
    """Send a valid form to the ledger, with its circle and what an earlier evening left owed; raises what the verbs raise."""
    people, cleaned = form.people, form.cleaned_data
    recorded = record.open_session(
        sent=Sent(role=Role.OWNER, client_id=cleaned["client_id"]),
        name=cleaned["name"],
        players=people,
        stage=form.stage(range(len(people)), len(people)),
    )
    if recorded.replay:
        return recorded
    if circle := own_circle(devices.device_of(request), cleaned["circle"]):
        there = queries.players_of(recorded.session)
        circles.add(circle, recorded.session, circles.by_name(circles.people_of(circle), there))
    if cleaned["owed"] and (owing := own_table(request, cleaned["owed_from"])):
        sent = owing.sent(f"carry-{cleaned['client_id']}"[:64])
        record.carry_debts(owing=queries.table_view(owing.session, most=0), sent=sent, into=recorded.session)
    return recorded


def render_form(
    request: HttpRequest,
    phone: OpeningPhone,
    form: NewTableForm,
    *,
    source: str = "",
    owing: TableView | None = None,
    there: GameSession | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form as it stands; ``source``: whose open round it begins with; ``owing``: the table named in it, if it is known.

    ``there``: the table that it has opened before.
    """
    circle = own_circle(phone.device, form["circle"].value() or "")
    if owing is None and (visit := own_table(request, form["owed_from"].value() or "")):
        owing = queries.table_view(visit.session, most=0)
    context = {
        "form": form,
        "stage": stage_part(form, phone.own_rows, phone.lately),
        "circle": circle,
        "people": circles.people_of(circle) if circle else (),
        "source": source,
        "there": there,
        "debts": debts(owing) if owing else None,
    }
    return render(request, "new_table/new.html", context, status=status)


def with_token(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """The answer with a token for a browser that has none."""
    devices.prepare(request, answer)
    return answer


def own_circle(device: Device | None, public_id: str) -> Circle | None:
    """The circle of that id, if this device is in it."""
    rows = circles.circles_of(device.pk) if device and public_id else ()
    return next((row.circle for row in rows if row.circle.public_id == public_id), None)


def own_table(request: HttpRequest, public_id: str) -> Visit | None:
    """The table of that id, if this device owns it: what is not settled there may be brought along."""
    try:
        visit = access.visit(request, public_id) if public_id else None
    except Http404:
        return None
    return visit if visit and visit.may(Action.CLOSE) else None


@require_POST
@public(Public.OPEN_TABLE)
def examples(request: HttpRequest) -> HttpResponse:
    """What the page says of the rules and the stake as they are chosen now: in a line, and worked out."""
    form = NewTableForm.from_data(request.POST, find_own=own_of(devices.device_of(request))).unsent()
    return render(request, "stages/_form.html#examples", {"stage": stage_part(form), "form": form})


@require_safe
@public(Public.OPEN_TABLE)
def rules(request: HttpRequest) -> HttpResponse:
    """Seats and house rules of another game as they usually are, or of the same one with another preset."""
    form = NewTableForm.from_data(request.GET, find_own=own_of(devices.device_of(request)))
    form = form.unsent() if request.GET.get("shown") and not form.is_other_game else form.with_usual_rules()
    chosen = htmx_of(request).trigger_name or ""
    rule_open = chosen if chosen.startswith(PREFIX) else ""
    context = {"stage": stage_part(form), "form": form, "rule_open": rule_open}
    return render(request, "stages/_form.html#other_game", context)


@require_safe
@public(Public.OPEN_TABLE)
def games(request: HttpRequest) -> HttpResponse:
    """Every game that is not at hand, for whoever looks for one."""
    phone = OpeningPhone.of(request)
    form = NewTableForm.from_data(request.GET)
    part = games_part(form.choice, phone.own_rows, phone.lately, find="")
    return render(request, "stages/_games.html#far", {"games": part})
