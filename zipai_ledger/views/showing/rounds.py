"""一轮 (yilun): how far an open round has come, seat by seat, and what the one that just ended came to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.formats.speaker import speaker, stage_speaker, stored_speaker
from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.queries import DealRow, StageView, TableView, stage_seats
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.rules import facts
from zipai_ledger.rules.speaker import MINUS

from .deals import Reader, settled_row
from .numbers import figure

Shown = dict[str, Any]


def plain(hu: int) -> str:
    """胡 with a real minus and without a plus."""
    return f"{hu}".replace("-", MINUS)


def toward(rules: Rules | None, view: TableView, seat: int) -> Shown:
    """What a seat has in this round, how much it lacks to the end, and what its next win needs; empty without rounds."""
    tally = view.standing.tally
    if tally is None:
        return {}
    hu = tally[view.stage.seats[seat]]
    return {"hu": plain(hu), **(_left(rules, view, seat, hu) if rules else {})}


def _left(rules: Rules, view: TableView, seat: int, hu: int) -> Shown:
    target = rules.game.target
    need = rules.game.outlook.need(rules.table, view.standing.state, seat)
    return {
        "target": target,
        "reached": max(0, min(hu, target)) if target else 0,
        "left": target - hu if target and hu < target else 0,
        "need": speaker(rules.ruleset).brief(need) if need else "",
    }


def just_over(rows: Iterable[DealRow], stage: int) -> DealRow | None:
    """The deal that ended a round, where nothing but 商定 came after it in this stage; ``rows`` newest first."""
    last = next((row for row in rows if row.deal.live and row.fact["result"] != facts.Adjust.result), None)
    ended = last is not None and last.deal.stage.index == stage and last.outcome["round_over"]
    return last if ended else None


def over(row: DealRow, reader: Reader) -> Shown:
    """一轮结了: the last tally of everybody who played, what it is settled with, and why."""
    how = row.fact.get("how", "")
    settled = settled_row(row, reader)
    return {
        **settled,
        "title": ENDINGS[how]() if how in ENDINGS else settled["title"],
        "unit": stage_speaker(row.deal.stage).unit,
        "paid": how not in UNPAID,
        "carried": how == "carry",
        "note": row.fact.get("note", ""),
        "totals": [
            {"name": reader.names[player], **_stood(row, player)} for player in stage_seats(row.deal.stage)
        ],
    }


def _stood(row: DealRow, player: int) -> Shown:
    """Where a player stands at the end of a round: what it paid with its last tally below, or only that."""
    tally, hu = plain(row.outcome["tally"][player]), stage_speaker(row.deal.stage).hu
    if row.fact.get("how") in UNPAID:
        return {"text": tally, "sign": "zero", "money": hu}
    return {**figure(row.outcome["deltas"][player]), "money": f"{tally} {hu}"}


def carried_text(stage: StageView, names: Sequence[str]) -> str:
    """What a stage took over from a round that another evening left open; empty where nothing was."""
    carried = canonical.parse(stage.stage.carried_in)
    return carried_words(carried, stage.stage.ruleset, names) if carried else ""


def carried_words(carried: Mapping[str, Any], ruleset: str, names: Sequence[str]) -> str:
    """The same of the JSON of `Carried`."""
    hu, wins = stored_speaker(ruleset).hu, carried.get("wins") or ()
    told = []
    for player, tally in enumerate(carried["tally"]):
        won = wins[player] if player < len(wins) else 0
        times = ngettext("（胡过 %(n)d 盘）", "（胡过 %(n)d 盘）", won) % {"n": won} if won else ""
        told += [f"{names[player]} {plain(tally)} {hu}{times}"] if tally or won else []
    return _("带进来没打完的一轮：%(who)s") % {"who": _("，").join(told) or f"0 {hu}"}


UNPAID = ("drop", "carry")
ENDINGS = {
    "settle": lambda: _("这一轮没打完，照现在的结了"),
    "drop": lambda: _("这一轮没打完，不算了"),
    "carry": lambda: _("这一轮没打完，带到下次"),
}
