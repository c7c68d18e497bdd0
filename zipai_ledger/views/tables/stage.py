"""The next stage of an evening: other seats, other rules, another stake."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from zipai_ledger import circles
from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.forms.fields import new_client_id
from zipai_ledger.ledger import names, queries, record
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.models import Player
from zipai_ledger.rules.problems import Problem, Refused

from ..refusals import REFUSALS, refusal
from . import carrying, drafting
from . import draft as drafts
from .draft import Draft
from .typed import whole


@require_http_methods(["GET", "HEAD", "POST"])
@for_table(Action.OPEN_STAGE)
def change(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who plays what from now on. A name that nobody here has is somebody who joins."""
    if request.method != "POST":
        if Standing.of(visit.session).state.in_round:
            end = reverse("deal_entry:end_round", args=[visit.session.public_id])
            return redirect(f"{end}?then=stage")
        return form(request, visit, standing_draft(visit))
    current = queries.table_view(visit.session, most=0).stage.stage.ruleset
    draft = drafts.read(request.POST, drafts.named_ruleset(request.POST.get("ruleset", current)))
    if visit.session.sample:
        draft = replace(draft, stake="", stake_seen="")
    if again := drafts.shown_again(request.POST, draft):
        return form(request, visit, again)
    try:
        present = queries.players_of(visit.session)
        known = present[: whole(request.POST.get("known", ""), len(present))]
        stage = draft.new_stage(seated(draft.people, known), len(known))
        sent = visit.sent(draft.client_id, whole(draft.base, 0) or None)
        record.open_stage(session=visit.session, sent=sent, stage=stage)
        circles.greet(visit.session, len(known))
    except Refused as refused:
        return form(request, visit, draft, refused.problems, status=422)
    except REFUSALS as error:
        said = refusal(error)
        if isinstance(error, record.Stale):
            # Now that it has been said, the same form may be sent again.
            draft = replace(draft, base=str(error.ledger_seq))
        return form(request, visit, draft, (), status=said.status, message=said.text)
    return redirect("table:show", visit.session.public_id)


def seated(people: Sequence[str], present: Sequence[Player]) -> list[int | str]:
    """Those who are known by number, the others by name.

    ``present`` were here when the form was shown: sent twice it must ask for the same, though somebody has joined by it.
    """
    known = {player.name_key: player.index for player in present}
    return [known.get(names.name_key(name.strip()), name) for name in people]


def standing_draft(visit: Visit) -> Draft:
    """The form as the table stands: its seats, its rules unless they are gone, its stake, and whose turn it is to deal."""
    view = queries.table_view(visit.session, most=0)
    ruleset = drafts.named_ruleset(view.stage.stage.ruleset)
    draft = drafts.fresh(ruleset, new_client_id(), "")
    seats = view.stage.seats
    people = [view.players[player].name for player in seats]
    stake = view.stage.stake
    if ruleset.slug == view.stage.stage.ruleset:
        draft = replace(
            draft,
            seating=view.stage.options.get(ruleset.seats_by),
            sitting=view.standing.state.sitting,
            values={code: value for code, value in view.stage.options.items() if code != ruleset.seats_by},
        )
    return replace(
        draft,
        names=tuple((people + [""] * draft.rows)[: draft.rows]),
        dealer=seats.index(view.next_dealer),
        stake=str(stake.minor_per_unit) if stake else "",
        stake_seen=str(stake.minor_per_unit) if stake else "",
        base=str(visit.session.ledger_seq),
        carrying=carrying.left_open(visit.session),
    )


def form(
    request: HttpRequest,
    visit: Visit,
    draft: Draft,
    problems: Iterable[Problem] = (),
    *,
    status: int = 200,
    message: str = "",
) -> HttpResponse:
    """The form of a new table, with the people of this one."""
    context = drafting.context(draft, problems)
    errors = [*context["errors"], *([{"message": message}] if message else [])]
    context = {
        **context,
        "errors": errors,
        "title": _("换人、换规矩"),
        "submit": _("接着打"),
        "home_url": reverse("table:show", args=[visit.session.public_id]),
        "examples_url": reverse("tables:examples"),
        "rules_url": reverse("tables:rules"),
        "draw_for": visit.session.public_id,
        "is_stage": True,
        "known": request.POST.get("known") or len(queries.players_of(visit.session)),
        "people": away(queries.table_view(visit.session, most=0)),
    }
    return render(request, "tables/new.html", context, status=status)


def away(view: TableView) -> list[str]:
    """Players of the evening who do not sit now: they may come back."""
    return [player.name for player in view.players if player.index not in view.stage.seats]
