"""为什么 (why): from a player's total down to the stages, rounds and deals that made it, and how each was worked out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zipai_ledger.access import Action, Visit, for_table
from zipai_ledger.formats.numbers import amount, sign, signed_amount
from zipai_ledger.formats.speaker import unit_word
from zipai_ledger.http.digits import number
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import DealRow, StageView, TableView
from zipai_ledger.ledger.shares import Share, Stretch, shares_of, stretch_at, stretches
from zipai_ledger.models import GameSession, Player
from zipai_ledger.presenters.deals import DealLine, Roster, Score, deal_row
from zipai_ledger.presenters.table import roster
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.state import State
from zipai_ledger.views.showing.numbers import figure

from .home import game_name

Shown = dict[str, Any]
NOTHING = Score(None, "zero")


@dataclass(frozen=True)
class Asked:
    """Whose total is asked about, and how far down."""

    visit: Visit
    view: TableView
    player: int
    query: Mapping[str, str]

    @property
    def name(self) -> str:
        """The player's name."""
        return self.view.players[self.player].name

    def url(self, **query: object) -> str:
        """The same question further down or further up."""
        here = reverse("tables:why", args=[self.visit.session.public_id, self.player])
        return f"{here}?{urlencode(query)}" if query else here

    def number(self, name: str) -> int | None:
        """A number of the address; 404 for what is none."""
        text = self.query.get(name)
        if text is None:
            return None
        found = number(text)
        if found is None:
            raise Http404
        return found

    @cached_property
    def stage(self) -> StageView | None:
        """The stage that is looked into; the only one goes without saying."""
        at = self.number("stage")
        if at is None:
            return self.view.stages[0] if len(self.view.stages) == 1 else None
        if at >= len(self.view.stages):
            raise Http404
        return self.view.stages[at]

    @cached_property
    def parts(self) -> tuple[Stretch, ...]:
        """The stretches of that stage."""
        return tuple(stretches(shares_of(self.stage.stage, self.player))) if self.stage else ()

    @cached_property
    def part(self) -> Stretch | None:
        """The stretch whose deals are shown; the only one goes without saying."""
        first = self.number("from")
        if first is None:
            return self.parts[0] if len(self.parts) == 1 else None
        found = stretch_at(self.parts, first)
        if found is None:
            raise Http404
        return found

    @property
    def on_top(self) -> bool:
        """Whether everything is shown, not what one stage or some deals brought."""
        return not {"stage", "from"} & set(self.query)

    @property
    def above(self) -> str:
        """One step up."""
        if self.stage and self.part and len(self.parts) > 1:
            return self.url(stage=self.stage.stage.index)
        if self.stage and len(self.view.stages) > 1:
            return self.url()
        return reverse("table:show", args=[self.visit.session.public_id])


@require_safe
@for_table(Action.SEE)
def why(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """A player's total; ``?stage=1`` what one stage brought, ``&from=41`` deal by deal from the 41st."""
    view = queries.table_view(visit.session, most=0)
    if player >= len(view.players):
        raise Http404
    asked = Asked(visit, view, player, request.GET)
    context = {
        "visit": asked.visit,
        "above_url": asked.above,
        "name": asked.name,
        "sums": sums(asked),
        "money": money(asked) if asked.on_top else [],
        "stages": [stage_line(stage, asked) for stage in view.stages] if asked.stage is None else [],
        "stage": stage_line(asked.stage, asked) if asked.stage else None,
        "several": len(view.stages) > 1,
        "parts": [part_line(part, asked) for part in asked.parts] if asked.part is None else [],
        "part": part_line(asked.part, asked) if asked.part else None,
        "deals": list(deal_lines(asked.part, asked)) if asked.part else [],
    }
    return render(request, "tables/why.html", context)


def sums(asked: Asked) -> list[Shown]:
    """The total of each unit, and money of each currency."""
    settled, at = asked.view.settlement, asked.player
    units = [
        {**figure(_of(row, at)), "unit": unit_word(asked.view.rulesets, unit)}
        for unit, row in settled.units.items()
    ]
    money = [
        {"text": signed_amount(_of(row, at), currency), "sign": figure(_of(row, at))["sign"], "unit": ""}
        for currency, row in settled.money.items()
    ]
    return units + money


def money(asked: Asked) -> list[Shown]:
    """What became of the money besides the deals, by currency: carried in or out, paid, and what is left; if anything did."""
    session, at = asked.visit.session, asked.player
    moved = sorted([*_carried(session, at), *_paid(session, at, asked.view.players)], key=lambda one: one.seq)
    found = []
    for currency, owed in asked.view.settlement.owed.items():
        lines = [_told(one.text, one.minor, currency) for one in moved if one.currency == currency]
        won, left = _of(asked.view.settlement.money.get(currency, ()), at), _of(owed, at)
        if lines:
            told = [_told(_("打牌输赢"), won, currency), *lines]
            found.append({"lines": told, "left": _told(LEFT[sign(left)](), left, currency)})
    return found


class Moved(NamedTuple):
    """Money of one player besides the deals; ``minor`` is added to what he is owed."""

    seq: int
    text: str
    minor: int
    currency: str


def _carried(session: GameSession, player: int) -> Iterator[Moved]:
    for row in queries.carried_of(session):
        text = _("上一桌没结清的") if row.into else _("带到下一桌")
        if minor := _of(row.minor, player):
            yield Moved(row.seq, text, minor, row.currency)


def _paid(session: GameSession, player: int, players: Sequence[Player]) -> Iterator[Moved]:
    """What the player paid counts for him, what he was paid counts against him."""
    for one in queries.payments_of(session):
        if one.cancelled:
            continue
        if one.payer == player:
            text = _("付给%(name)s") % {"name": players[one.payee].name}
            yield Moved(one.seq, text, one.minor, one.currency)
        elif one.payee == player:
            text = _("收%(name)s的") % {"name": players[one.payer].name}
            yield Moved(one.seq, text, -one.minor, one.currency)


def _told(text: str, minor: int, currency: str) -> Shown:
    return {"text": text, "value": signed_amount(minor, currency), "sign": sign(minor)}


LEFT: Mapping[str, Callable[[], str]] = {
    "plus": lambda: _("还要收"),
    "minus": lambda: _("还要付"),
    "zero": lambda: _("清了"),
}


def _of(row: Sequence[int], player: int) -> int:
    """A player's number; who joined later has none."""
    return row[player] if player < len(row) else 0


def stage_line(stage: StageView, asked: Asked) -> Shown:
    """What one stage brought, and in money."""
    units = _of(stage.totals, asked.player)
    unit = unit_word(asked.view.rulesets, stage.stage.unit)
    return {
        "title": game_name(stage.stage.ruleset),
        "figure": figure(units),
        "unit": unit,
        "price": priced(units, unit, stage.stake),
        "url": asked.url(stage=stage.stage.index),
    }


def priced(units: int, unit: str, stake: Stake | None) -> str:
    """12 舵 × 0.50 元 = +6.00 元; nothing where only points are kept."""
    if stake is None:
        return ""
    each, money = stake.minor_per_unit, units * stake.minor_per_unit
    return f"{figure(units)['text']} {unit} × {amount(each, stake.currency)} = {signed_amount(money, stake.currency)}"


def part_line(part: Stretch, asked: Asked) -> Shown:
    """A round, or some deals in a row."""
    assert asked.stage is not None  # noqa: S101 - stretches are those of a stage
    played = _("第 %(first)d 盘") if part.first == part.last else _("第 %(first)d–%(last)d 盘")
    numbers = played % {"first": part.first, "last": part.last}
    in_rounds = State.from_text(asked.stage.stage.opening).tally is not None
    return {
        "title": _("第 %(n)d 轮") % {"n": part.round} if in_rounds else numbers,
        "about": numbers if in_rounds else "",
        "figure": figure(part.units),
        "before": figure(part.before),
        "sum": figure(part.after),
        "url": asked.url(stage=asked.stage.stage.index, **{"from": part.first}),
    }


def deal_lines(part: Stretch, asked: Asked) -> Iterator[DealLine]:
    """The deals in order, each with what it brought and what had come together then."""
    rows = queries.deals_by_key(asked.visit.session, [share.key for share in part.shares])
    void = [row.deal.key for row in rows.values() if not row.deal.live]
    void_reasons = queries.void_reasons(asked.visit.session, void)
    people = replace(roster(asked.view, void_reasons), columns=(asked.player,))
    together = part.before
    for share in part.shares:
        together += share.units
        yield from deal_line(rows[share.key], people, share, together)


def deal_line(row: DealRow, roster: Roster, share: Share, together: int) -> Iterator[DealLine]:
    """What settled a round comes after its last deal, bringing what that brought."""
    line = deal_row(row, roster)
    brought = (Score.paid(share.units, _("这一盘")), Score.paid(together, _("加到这里")))
    if settled := line.settled:
        yield replace(line, scores=(*line.scores, NOTHING), settled=None)
        yield replace(settled, scores=brought)
        return
    counted = line.scores if share.units == 0 and not line.void else brought[:1]
    yield replace(line, scores=(*counted, brought[1]))
