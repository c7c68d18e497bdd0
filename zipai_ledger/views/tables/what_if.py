"""换一套规矩算算看: the same evening under other house rules, side by side. Only play; nothing is stored."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.access.heavy import heavy
from zipai_ledger.formats.numbers import signed_amount
from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.forms.house_rules import PREFIX, RulesForm
from zipai_ledger.ledger import posting, queries
from zipai_ledger.ledger.posting import Again, Otherwise, Rules
from zipai_ledger.ledger.queries import StageView, TableView
from zipai_ledger.presenters.deals import Roster, deal_row
from zipai_ledger.presenters.house_rules import house_rules
from zipai_ledger.rules import registry
from zipai_ledger.rules.options import Value
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import State
from zipai_ledger.views.rules import game_name
from zipai_ledger.views.showing.numbers import figure

MOST = 40
"""Deals told one by one."""
ASKED = "again"
"""The field that says that the form was sent."""


@dataclass(frozen=True, slots=True)
class Other:
    """One stage as it was, under other options."""

    view: StageView
    again: Otherwise

    @property
    def gained(self) -> tuple[int, ...]:
        """What the stage would have brought more or less, by player."""
        pairs = [
            [after - before for before, after in zip(d.before, d.after, strict=True)]
            for d in self.again.deals
        ]
        return tuple(map(sum, zip(*pairs, strict=True))) if pairs else ()


@require_safe
@for_table(Action.SEE)
@heavy
def what_if(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The rules as they were, to be changed; once they are, both totals and the deals that would have moved them."""
    view = queries.table_view(visit.session, most=0)
    games = {
        stage.stage.ruleset: stage for stage in view.stages if stage.stage.ruleset in registry.all_rulesets()
    }
    here = reverse("table:show", args=[visit.session.public_id])
    if not games:
        return render(request, "tables/what_if.html", {"table_url": here, "gone": True})
    stage = games.get(request.GET.get("ruleset", "")) or next(reversed(games.values()))
    ruleset = registry.get(stage.stage.ruleset)
    form = RulesForm(ruleset, initial=as_played(stage))
    context: dict[str, Any] = {}
    status = 200
    if ASKED in request.GET:
        form = RulesForm(ruleset, request.GET)
        form.full_clean()
        try:
            context = compared(visit, view, others(view, form))
        except Refused as refused:
            form.refuse(refused.problems)
            status = 422
    rules = house_rules(form)
    context |= {
        "table_url": here,
        "games": [
            {"url": f"?ruleset={slug}", "label": game_name(slug), "current": slug == ruleset.slug}
            for slug in games
        ],
        "ruleset": ruleset.slug,
        "rules": rules,
        "options": [replace(option, is_preset=False, example=None) for option in rules.options],
        "errors": [text for texts in form.errors.values() for text in texts],
    }
    return render(request, "tables/what_if.html", context, status=status)


def as_played(stage: StageView) -> dict[str, object]:
    """What stands in the form with the rules of a stage."""
    return {PREFIX + code: value for code, value in stage.options.items()}


def others(view: TableView, form: RulesForm) -> tuple[Other, ...]:
    """Every stage of this game under the rules of the form, each with its own way to sit; raises `Refused`."""
    return tuple(
        Other(stage, again(stage, form.ruleset.options.resolve({**stage.options, **form.values})))
        for stage in view.stages
        if stage.stage.ruleset == form.ruleset.slug
    )


def again(stage: StageView, options: Mapping[str, Value]) -> Otherwise:
    """One stage under other options; raises `Refused` where its people cannot sit like that."""
    rules = Rules.of(stage.stage)
    rules = replace(rules, table=replace(rules.table, options=options))
    rules.ruleset.check(rules.table)
    opening = State.from_text(stage.stage.opening)
    return posting.otherwise(rules, opening, posting.entries_from(stage.stage, 1))


def compared(visit: Visit, view: TableView, found: Sequence[Other]) -> dict[str, Any]:
    """Both totals side by side, what moved them, and what could not have stood."""
    names = [player.name for player in view.players]
    again = [deal for other in found for deal in other.again.deals]
    moved = [deal for deal in again if deal.moved or deal.problems]
    shown = queries.deals_by_key(visit.session, [deal.key for deal in moved[:MOST]])
    roster = Roster(names, range(len(names)))
    return {
        "asked": True,
        "board": board(view, found),
        "moved": [one(deal, shown[deal.key], roster) for deal in moved[:MOST]],
        "more": len(moved) - MOST if len(moved) > MOST else 0,
        "summary": counted(again, moved),
        "open_round": any(other.again.open_round for other in found),
    }


def counted(again: Sequence[Again], moved: Sequence[Again]) -> str:
    """How many deals would have gone otherwise, and how many could not have stood."""
    if not moved:
        return _("换成这样，一盘也不变。")
    refused = sum(bool(deal.problems) for deal in moved)
    told = ngettext("%(n)d 盘里有 %(moved)d 盘不一样。", "%(n)d 盘里有 %(moved)d 盘不一样。", len(again))
    text = told % {"n": len(again), "moved": len(moved)}
    if refused:
        text += ngettext(
            "其中 %(n)d 盘按这套规矩不成立，算 0。", "其中 %(n)d 盘按这套规矩不成立，算 0。", refused
        ) % {"n": refused}
    return text


def board(view: TableView, found: Sequence[Other]) -> dict[str, Any]:
    """The unit of the game by player: as it was, as it would have been, the difference; money where there is any."""
    stage, count = found[0].view.stage, len(view.players)
    was = spread(view.settlement.units[stage.unit], count)
    gained = added((other.gained for other in found), count)
    money = {
        currency: added(worth(found, currency), count)
        for currency in dict.fromkeys(other.view.stake.currency for other in found if other.view.stake)
    }
    rows = [
        {
            "name": player.name,
            "before": figure(units),
            "after": figure(units + more),
            "gained": figure(more),
            "money": _("，").join(
                signed_amount(sums[player.index], currency)
                for currency, sums in money.items()
                if sums[player.index]
            ),
        }
        for player, units, more in zip(view.players, was, gained, strict=True)
    ]
    return {"unit": stage_speaker(stage).unit, "rows": rows}


def worth(found: Iterable[Other], currency: str) -> Iterator[tuple[int, ...]]:
    """What the stages would have brought more or less in one currency."""
    for other in found:
        stake = other.view.stake
        if stake and stake.currency == currency:
            yield tuple(units * stake.minor_per_unit for units in other.gained)


def added(rows: Iterable[Sequence[int]], count: int) -> list[int]:
    """Rows by player added up."""
    return [sum(column) for column in zip([0] * count, *(spread(row, count) for row in rows), strict=True)]


def spread(row: Sequence[int], count: int) -> list[int]:
    """Values by player, nought for those who joined later."""
    return [*row, *[0] * (count - len(row))]


def one(deal: Again, shown: queries.DealRow, roster: Roster) -> dict[str, Any]:
    """One deal that would have gone otherwise: for whom, or why it could not have stood."""
    return {
        "no": deal.position,
        "title": deal_row(shown, roster).title,
        "changes": [
            {"name": name, "before": figure(before), "after": figure(after)}
            for name, before, after in zip(roster.names, deal.before, deal.after, strict=False)
            if before != after
        ],
        "why": reasons(deal, shown, roster.names),
    }


def reasons(deal: Again, shown: queries.DealRow, names: Sequence[str]) -> list[str]:
    """Why a deal could not have stood."""
    speaker = stage_speaker(shown.deal.stage, names)
    return [speaker.problem(problem) for problem in deal.problems]
