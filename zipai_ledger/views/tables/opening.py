"""A new table: from an empty form to its owner's recovery code."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zipai_ledger.access import Public, devices, grants, public
from zipai_ledger.access.pace import opens_something
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Recorded, Sent
from zipai_ledger.models import Circle, Role
from zipai_ledger.rules.problems import Problem, Refused

from ..circles import sitting
from ..drawing.told import NEW
from ..recovery import code_page
from ..refusals import REFUSALS, refusal
from . import draft as drafts
from . import drafting, owed
from .draft import Draft
from .owed import Owed


@require_http_methods(["GET", "HEAD", "POST"])
@public(Public.OPEN_TABLE)
@opens_something
def new(request: HttpRequest) -> HttpResponse:
    """The form, and the table opened by it. Opening shows the recovery code, the only time there is one to show."""
    if request.method != "POST":
        answer = form(request, begun(request.GET))
        devices.prepare(request, answer)
        return answer
    return posted(request)


def begun(asked: QueryDict) -> Draft:
    """An empty form, or one with a game and the people who sit down."""
    ruleset = drafts.named_ruleset(asked.get("ruleset", ""))
    draft = drafts.fresh(ruleset, new_client_id(), evening())
    people = asked.getlist("player")
    if not people:
        return draft
    draft = replace(draft, seating=drafts.seating(ruleset, str(len(people))))
    return replace(draft, names=(*people, *[""] * draft.rows)[: max(draft.rows, len(people))])


def posted(request: HttpRequest) -> HttpResponse:
    """What follows from the form: a table, or the form again."""
    draft = drafts.read(request.POST, drafts.named_ruleset(request.POST.get("ruleset", "")))
    if "drawn" in request.POST and not draft.client_id:
        return drawn(request, draft)
    if again := drafts.shown_again(request.POST, draft):
        return form(request, again)
    return opened(request, draft)


def drawn(request: HttpRequest, draft: Draft) -> HttpResponse:
    """A new form with everybody where the cards put them."""
    again = drafts.fresh(draft.ruleset, new_client_id(), evening())
    again = replace(again, names=draft.names, dealer=draft.dealer, sitting=draft.sitting)
    answer = form(request, replace(again, seating=draft.seating))
    devices.prepare(request, answer)
    return answer


def opened(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Open the table, or say what is wrong."""
    try:
        table = grants.open_table(devices.token_of(request), lambda: open_session(request, draft))
    except Refused as refused:
        answer = form(request, draft, refused.problems, status=422)
    except grants.WrongCode:
        answer = form(request, draft, (), status=409)
    except REFUSALS as error:
        answer = form(request, draft, (), status=refusal(error).status)
    else:
        if table.recorded.replay:
            answer = redirect("table:show", table.recorded.session.public_id)
        else:
            answer = code_page(request, table.recorded.session, table.recovery_code, status=201)
        devices.give(answer, table.token)
        return answer
    devices.prepare(request, answer)
    return answer


def open_session(request: HttpRequest, draft: Draft) -> Recorded:
    """Send the draft to the ledger, with its circle and what an earlier evening left owed.

    Raises `Refused` with every problem, `Conflict`.
    """
    people = draft.people
    client_id = draft.client_id or new_client_id()
    recorded = record.open_session(
        sent=Sent(role=Role.OWNER, client_id=client_id),
        name=draft.name,
        players=people,
        stage=draft.new_stage(range(len(people)), len(people)),
    )
    if not recorded.replay:
        sitting.sit_down(sitting.named(request, request.POST), recorded.session)
        if (left := owed.named(request, request.POST)) and left.on:
            left.carry(recorded.session, client_id)
    return recorded


def form(
    request: HttpRequest,
    draft: Draft,
    problems: Iterable[Problem] = (),
    *,
    status: int = 200,
    carried_from: str = "",
    circle: Circle | None = None,
    left: Owed | None = None,
) -> HttpResponse:
    """The form as it stands; ``carried_from`` names the table whose open round it begins with."""
    left = left or owed.named(request, request.POST)
    shown: dict[str, Any] = {
        **drafting.context(draft, problems),
        "carried_from": carried_from,
        "owed": left.context() if left else None,
        **sitting.about(circle or sitting.named(request, request.POST or request.GET)),
        "title": _("开一桌"),
        "submit": _("开牌"),
        "home_url": reverse("tables:home"),
        "draw_for": NEW,
        "examples_url": reverse("tables:examples"),
        "rules_url": reverse("tables:rules"),
    }
    if status == 409:
        text = _("这一桌已经开过了。回到“我的牌桌”看看；要再开一桌，从那里重新开。")
        shown["errors"] = [*shown["errors"], {"message": text}]
    return render(request, "tables/new.html", shown, status=status)


@require_POST
@public(Public.OPEN_TABLE)
def examples(request: HttpRequest) -> HttpResponse:
    """The worked examples for the rules as they are chosen now."""
    draft = drafts.read(request.POST, drafts.named_ruleset(request.POST.get("ruleset", "")))
    return render(request, "tables/new.html#examples", drafting.rules_context(draft, {}))


@require_safe
@public(Public.OPEN_TABLE)
def rules(request: HttpRequest) -> HttpResponse:
    """Seats and house rules of another game as they usually are, or of the same one with another preset."""
    ruleset = drafts.named_ruleset(request.GET.get("ruleset", ""))
    draft = drafts.read(request.GET, ruleset)
    if request.GET.get(drafts.SHOWN) != ruleset.slug:
        draft = drafts.as_usual(draft)
    context = {
        **drafting.context(draft),
        "examples_url": reverse("tables:examples"),
        "rules_url": reverse("tables:rules"),
        "rules_open": request.htmx.trigger_name != drafts.SEATS,  # type: ignore[attr-defined]
    }
    return render(request, "tables/new.html#game", context)


def evening() -> str:
    """A name for a table that nobody has named: 周五晚上."""
    now = timezone.localtime()
    days = [_("周一"), _("周二"), _("周三"), _("周四"), _("周五"), _("周六"), _("周日")]
    times = [(5, _("夜里")), (12, _("上午")), (18, _("下午")), (24, _("晚上"))]
    part = next(text for until, text in times if now.hour < until)
    return _("%(day)s%(part)s") % {"day": days[now.weekday()], "part": part}
