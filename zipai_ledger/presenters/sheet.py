"""纸 (zhi): an evening in words for paper: the page to print, and what a PDF holds."""

import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _

from zipai_ledger.exports.paper import PaperLine, Sheet, StageRules
from zipai_ledger.exports.summary import Summary
from zipai_ledger.formats import dates, outcomes
from zipai_ledger.formats.numbers import amount, signed_amount
from zipai_ledger.ledger.queries import CarriedRow, DealRow, PaymentRow

from .deals import DealLine, Roster, deal_row
from .fans import Fan
from .summary import (
    best_hand,
    game_names,
    open_transfers,
    player_results,
    stage_rules,
    summary_deals,
    summary_title,
    transfers_title,
    unsettled_round,
)


def paper_sheet(
    summary: Summary, money: Iterable[tuple[str, str]], deals: Iterable[DealRow], reasons: Mapping[int, str]
) -> Sheet:
    """Everything there is to print; ``money``: see `money_lines`; ``reasons``: why deals were voided, by key."""
    best = best_hand(summary)
    about = [dates.whole_day(summary.day), game_names(summary), summary_deals(summary)]
    return Sheet(
        title=summary_title(summary),
        about=" ・ ".join(about),
        places=player_results(summary),
        dues_title=transfers_title(summary),
        dues=open_transfers(summary),
        paid=tuple(money),
        unsettled=unsettled_round(summary),
        best=best.sentence if best else "",
        played=tuple(_once(stage_rules(summary))),
        deals=tuple(_lines(deals, Roster(summary.players, range(len(summary.players)), reasons))),
        head=summary.head,
    )


def _once(stages: Iterable[StageRules]) -> Iterator[StageRules]:
    """The rules of each stage, said only where they are not those of the stage before."""
    before: StageRules | None = None
    for stage in stages:
        same = before and (before.name, before.words) == (stage.name, stage.words)
        yield replace(stage, words=(_("规矩和上面一样"),)) if same else stage
        before = stage


def money_lines(
    paid: Iterable[PaymentRow], carried: Iterable[CarriedRow], names: Sequence[str], time_zone: str
) -> Iterator[tuple[str, str]]:
    """What was paid and still counts, with its time on the table's clock; what was carried from evening to evening."""
    zone = zoneinfo.ZoneInfo(time_zone)
    for each in paid:
        if not each.cancelled:
            at = datetime.fromisoformat(each.at).astimezone(zone)
            yield (
                f"{names[each.payer]} → {names[each.payee]} {dates.day_and_clock(at)}",
                amount(each.minor, each.currency),
            )
    for row in carried:
        wording = _("%(name)s 上次带来的") if row.into else _("%(name)s 带到下次的")
        for name, minor in zip(names, row.minor, strict=False):
            if minor:
                yield wording % {"name": name}, signed_amount(minor, row.currency)


def _lines(deals: Iterable[DealRow], roster: Roster) -> Iterator[PaperLine]:
    """Every deal in order, behind it the round that it ended."""
    # Looked up once: a long evening has as many of them as cards.
    worth, between = _("%(text)s：%(value)s"), _("；")
    for row in deals:
        line = deal_row(row, roster)
        for each in filter(None, (line, line.settled)):
            yield _line(each, roster.names, worth, between)


def _line(line: DealLine, names: Sequence[str], worth: str, between: str) -> PaperLine:
    """A deal as the ledger shows it, in running text; ``worth`` and ``between`` are the wording of a line and what parts them."""
    groups = [(group.text or _cards(group.fans), group.value) for group in line.groups]
    worked = [*groups, *((each.text, each.value) for each in (*line.lines, *line.results))]
    how = [worth % {"text": text, "value": value} if value else text for text, value in worked]
    return PaperLine(
        number=str(line.number or ""),
        title=line.title,
        about=" ・ ".join([*line.about, *([_("验过牌")] if line.checked else [])]),
        figures=tuple(
            (name, score.text) for name, score in zip(names, line.scores, strict=True) if score.units
        ),
        how=between.join([*how, *line.notes]),
        void=line.void,
    )


def _cards(fans: Sequence[Fan]) -> str:
    return outcomes.listed([fan.label for fan in fans])
