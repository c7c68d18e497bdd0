"""The page of a table: seats, totals, and the deals, newest first."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.entries import KINDS
from zipai_ledger.formats.speaker import speaker, stage_speaker, unit_word
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import posting, queries
from zipai_ledger.ledger.queries import DealRow, TableView
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Event, GameSession, Player
from zipai_ledger.presenters.boards import Board, boards
from zipai_ledger.presenters.carry_over import carried_balances
from zipai_ledger.presenters.deals import Roster
from zipai_ledger.presenters.rounds import carried_text, round_over
from zipai_ledger.presenters.scorekeeping import scorekeeping
from zipai_ledger.presenters.stand_ins import stand_ins
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.views.showing import desk

from ..addresses import listening, offered
from ..joining import chat_app_of
from ..samples import practising
from . import damage, menus, moments

LATEST_IDS = 20
MOST_DOUBTED = 3
"""Doubts told at the top of the page; the page where the table settles tells all."""
Rows = tuple[tuple[DealRow, ...], bool]


@require_safe
@for_table(Action.SEE)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The ledger. ``?before=12`` shows the deals before the twelfth: a page of its own, or only its rows for htmx."""
    view = queries.table_view(visit.session)
    before = request.GET.get("before", "")
    shown: Rows = (view.deals, view.more)
    if (position := number(before)) is not None:
        shown = queries.deals_before(visit.session, position)
    context = rows_context(visit, view, shown)
    if request.htmx and before:  # type: ignore[attr-defined]
        return render(request, "tables/table.html#rows", context)
    live = {} if before else listening(visit, "table")
    moving = {
        "visit": visit,
        "chat_app": chat_app_of(request),
        "move_url": offered(visit, Action.MOVE, "table:move"),
    }
    return render(request, "tables/table.html", {**context, **page_context(visit, view), **live, **moving})


def rows_context(
    visit: Visit, view: TableView, shown: Rows, others: Sequence[DealRow] = ()
) -> dict[str, Any]:
    """The deals of a page, and where older ones are; ``others``: deals that are shown beside them."""
    rows, more = shown
    here = reverse("table:show", args=[visit.session.public_id])
    roster, count = roster_of(view, (*rows, *others)), visit.session.deal_count
    newest = (rows[0].deal.position if rows else 0) == count
    told = moments.lines(rows, view.stages, queries.stand_ins_in(view), roster, newest=newest)
    return {
        "deals": [*told, *([] if more else first_carried(view, rows))],
        "older_url": f"{here}?before={rows[-1].deal.position}" if more else "",
        "here_url": here,
        "roster": roster,
        "visit": visit,
    }


def roster_of(view: TableView, rows: Iterable[DealRow]) -> Roster:
    """The people of the table, and why deals among these are void."""
    void = [row.deal.key for row in rows if not row.deal.live]
    return Roster(
        names=[player.name for player in view.players],
        columns=[player.index for player in view.players],
        void_reasons=reasons(view.session, void),
    )


def reasons(session: GameSession, keys: Sequence[int]) -> dict[int, str]:
    """Why deals were voided, by key: the newest reason. One query, none without such deals."""
    if not keys:
        return {}
    events = Event.objects.filter(session=session, kind=Kind.DEAL_VOIDED, postings__deal_key__in=keys)
    bodies = [canonical.parse(event.body) for event in events.distinct().order_by("seq")]
    return {body["deal"]: body.get("reason", "") for body in bodies}


def first_carried(view: TableView, rows: Sequence[DealRow]) -> Iterable[dict[str, Any]]:
    """The oldest lines: the round that the evening began with, where another one had left it open, and what it had left owed."""
    if view.deals and not rows:
        return
    text = carried_text(view.stages[0], [player.name for player in view.players])
    if text:
        yield {"event": text, "ids": ("stage-0",), "key": None}
    moved = view.settlement.owed != view.settlement.money
    for row in queries.carried_of(view.session) if moved else ():
        if row.into:
            brought = _("上次没付清的：%(who)s") % {"who": carried_balances(row, view.players)}
            yield {"event": brought, "ids": (f"carried-{row.seq}",), "key": None}


def page_context(visit: Visit, view: TableView) -> dict[str, Any]:
    """Everything around the deals."""
    session, is_open = visit.session, visit.session.status == GameSession.Status.OPEN
    here, damaged = session.public_id, damage.warning(session)
    writable = is_open and not damaged
    rules, looker = rules_of(view), desk.Looker(visit.player, queries.playing_now(view))
    playable = writable and rules is not None
    new = offered(visit, Action.RECORD, "deal_entry:new") if playable else ""
    by_winner = rules is not None and KINDS[rules.ruleset.entry].by_winner
    urls = [f"{new}?winner={seat}" if new and by_winner else "" for seat in range(len(view.stage.seats))]
    return {
        "table": {
            "name": session.name,
            "home_url": reverse("tables:home"),
            "figures_url": reverse("tables:figures", args=[here]),
            "settle_url": reverse("settlement:show", args=[here]),
            "record_url": new,
            "base": session.ledger_seq,
            "dead_url": dead_url(visit, rules) if new else "",
            "undo_url": undo_url(visit, view) if playable else "",
            "menu": menus.of_table(visit, view, is_open=writable),
            "closed": not is_open,
            "next_no": session.deal_count + 1,
            "columns": [column(player, visit) for player in view.players],
            **desk.seen_by(looker, view, urls, rules),
        },
        "seats": desk.WORDS[len(view.stage.seats)],
        "words": stage_speaker(view.stage.stage).terms,
        "unit": unit_word(view.rulesets, view.stage.stage.unit),
        "elsewhere": elsewhere(view),
        **round_context(visit, view, rules, is_open=writable),
        "stand_ins": stand_ins(looker.playing, view.players) if writable else (),
        "stand_in_url": offered(visit, Action.STAND_IN, "stand_ins:change"),
        "by_winner": by_winner,
        **bands(visit, view, damaged),
        "scorekeeping": scorekeeping(visit),
        "reopen_url": offered(visit, Action.REOPEN, "closing:reopen") if not is_open else "",
        "saved_ids": " ".join(saved_ids(session)),
    }


def undo_url(visit: Visit, view: TableView) -> str:
    """Where the last deal that counts is taken back; nothing where there is none."""
    last = next((row.deal for row in view.deals if row.deal.live), None)
    return offered(visit, Action.CORRECT, "corrections:void", last.key) if last else ""


def column(player: Player, visit: Visit) -> dict[str, str]:
    """The head of a column of figures, which leads to how its total came about."""
    return {"name": player.name, "why_url": offered(visit, Action.SEE, "tables:why", player.index)}


def dead_url(visit: Visit, rules: posting.Rules | None) -> str:
    """Where a deal is entered that nobody won; nothing where the game has none."""
    has_one = rules is not None and facts.Dead in rules.ruleset.results
    return offered(visit, Action.RECORD, "deal_entry:dead") if has_one else ""


def round_context(
    visit: Visit, view: TableView, rules: posting.Rules | None, *, is_open: bool
) -> dict[str, Any]:
    """What is coming, and where the round stands."""
    over = queries.round_just_over(view.deals, view.stage.stage.index)
    in_round = is_open and view.standing.state.in_round
    return {
        "standing": standing(rules, view) if rules and is_open else [],
        "over": round_over(over, roster_of(view, [over])) if over else None,
        "again_url": offered(visit, Action.AGAIN, "new_table:again"),
        "coming": coming(view, over) if is_open else "",
        "end_url": offered(visit, Action.RECORD, "deal_entry:end_round") if in_round else "",
    }


def rules_of(view: TableView) -> posting.Rules | None:
    """The rules that are played now, None where they are gone."""
    try:
        return posting.Rules.of(view.stage.stage)
    except Refused:
        return None


def standing(rules: posting.Rules, view: TableView) -> list[str]:
    """What the table should know before the coming deal, beside who deals."""
    words = speaker(rules.ruleset, [player.name for player in view.players])
    items = rules.game.outlook.standing(rules.table, view.standing.state)
    return [words.item(item) for item in items]


def coming(view: TableView, over: DealRow | None) -> str:
    """Who deals next and who sits out, in the words of the game."""
    terms = stage_speaker(view.stage.stage).terms
    doing = [(view.next_dealer, terms["deals"]), (view.next_sitting, terms["sitting"])]
    who = [
        _("%(name)s%(what)s") % {"name": view.players[player].name, "what": what}
        for player, what in doing
        if player is not None
    ]
    text = _("下一轮%(who)s") if over else _("下一盘%(who)s")
    return text % {"who": _("，").join(who)}


def elsewhere(view: TableView) -> list[Board]:
    """What was played for in other units before."""
    here = unit_word(view.rulesets, view.stage.stage.unit)
    names = [player.name for player in view.players]
    return [board for board in boards(names, view.settlement, view.rulesets) if board.unit != here]


def notice(view: TableView) -> dict[str, str] | None:
    """What stands above everything else: the stage just opened, or nothing."""
    if len(view.stages) > 1 and view.deals and view.deals[0].deal.stage.index < view.stage.stage.index:
        names = [player.name for player in view.players]
        return {"kind": "", "text": moments.stage_text(view.stages, view.stage.stage.index, names)}
    return None


def bands(visit: Visit, view: TableView, damaged: str) -> dict[str, Any]:
    """What stands above everything else."""
    return {
        "notice": {"kind": "bad", "text": damaged} if damaged else notice(view),
        "doubted": doubted(visit),
        "practice": practising.practice(visit),
    }


def doubted(visit: Visit) -> list[dict[str, str]]:
    """A line for each deal that somebody doubts, with the way to it."""
    return [
        {
            "text": _("第 %(n)s 盘有异议") % {"n": doubt.position},
            "note": doubt.note,
            "url": offered(visit, Action.SEE, "deal:show", doubt.key),
        }
        for doubt in queries.disputes_of(visit.session)[:MOST_DOUBTED]
    ]


def saved_ids(session: GameSession) -> list[str]:
    """Client ids of the latest stored entries."""
    events = Event.objects.filter(session=session, client_id__isnull=False).order_by("-seq")
    return [str(client_id) for client_id in events.values_list("client_id", flat=True)[:LATEST_IDS]]
