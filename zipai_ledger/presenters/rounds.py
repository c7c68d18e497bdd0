"""一轮 (yi lun): how far an open round has come, seat by seat, and what the one that just ended came to."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zipai_ledger.formats.numbers import sign, signed
from zipai_ledger.formats.speaker import speaker, stage_speaker, stored_speaker
from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.queries import DealRow, StageView, TableView, stage_seats
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import CarriedBody
from zipai_ledger.rules.ruleset import State
from zipai_ledger.rules.speaker import MINUS

from .boards import units_of
from .deals import DealLine, Roster, settled_round

UNPAID = ("drop", "carry")
"""Endings by which nobody pays."""


def closing_raises(state: State) -> bool:
    """收场: whether two play, who have yet to close what they have played because a low win is raised then."""
    return state.total is not None and not state.closed


@dataclass(frozen=True, slots=True)
class SeatInRound:
    """一家这一轮的 (yi jia zhe yi lun de): what a seat has counted in an open round.

    ``hu`` may be less than nothing; ``target`` ends the round, 0 where none does; ``need`` says what its next win has to
    have.
    """

    hu: int
    target: int = 0
    need: str = ""

    @property
    def reached(self) -> int:
        """How much of the way to the end, from nought on."""
        return max(0, min(self.hu, self.target))

    @property
    def left(self) -> int:
        """How much it lacks to the end."""
        return max(0, self.target - self.hu) if self.target else 0


@dataclass(frozen=True, slots=True)
class RoundTotal:
    """What one player has come to, for ``table/_round_totals.html``: a number, its class, and ``below`` it what else is known."""

    name: str
    text: str
    sign: str
    below: str


@dataclass(frozen=True, slots=True)
class RoundOver:
    """一轮结了 (yi lun jiele): what a round came to.

    ``how`` says how it was ended early ("settle", "drop", "carry"; empty where it was played to its end), ``note`` why.
    """

    how: str
    note: str
    totals: tuple[RoundTotal, ...]
    settled: DealLine

    @property
    def paid(self) -> bool:
        """Whether anybody pays for it."""
        return self.how not in UNPAID


def tally_text(hu: int) -> str:
    """胡 with a real minus and without a plus."""
    return f"{hu}".replace("-", MINUS)


def seat_in_round(rules: Rules | None, view: TableView, seat: int) -> SeatInRound | None:
    """What a seat has in this round, None where none is played; no more than that where the ``rules`` are gone."""
    tally = view.standing.tally
    if tally is None:
        return None
    hu = tally[view.stage.seats[seat]]
    if rules is None:
        return SeatInRound(hu)
    need = rules.game.outlook.need(rules.table, view.standing.state, seat)
    return SeatInRound(hu, rules.game.target or 0, speaker(rules.ruleset).brief(need) if need else "")


def round_over(row: DealRow, roster: Roster) -> RoundOver:
    """The last tally of everybody who played, what it is settled with, and why."""
    return RoundOver(
        how=row.fact.get("how", ""),
        note=row.fact.get("note", ""),
        totals=tuple(_total(row, player, roster.names[player]) for player in stage_seats(row.deal.stage)),
        settled=settled_round(row, roster),
    )


def _total(row: DealRow, player: int, name: str) -> RoundTotal:
    """Where a player stands at the end of a round: what it paid with its last tally below, or only that."""
    tally, hu = tally_text(units_of(row.outcome["tally"] or (), player)), stage_speaker(row.deal.stage).hu
    if row.fact.get("how") in UNPAID:
        return RoundTotal(name, tally, "zero", hu)
    units = row.outcome["deltas"][player]
    return RoundTotal(name, signed(units), sign(units), f"{tally} {hu}")


def carried_text(stage: StageView, names: Sequence[str]) -> str:
    """What a stage took over from a round that another evening left open; empty where nothing was."""
    carried = canonical.parse(stage.stage.carried_in)
    return carried_words(carried, stage.stage.ruleset, names) if carried else ""


def carried_words(carried: CarriedBody, ruleset: str, names: Sequence[str]) -> str:
    """The same of the JSON of `Carried`."""
    hu, wins = stored_speaker(ruleset).hu, carried.get("wins") or ()
    people = []
    for player, tally in enumerate(carried["tally"]):
        won = wins[player] if player < len(wins) else 0
        times = ngettext("（胡过 %(n)d 盘）", "（胡过 %(n)d 盘）", won) % {"n": won} if won else ""
        people += [f"{names[player]} {tally_text(tally)} {hu}{times}"] if tally or won else []
    return _("带进来没打完的一轮：%(who)s") % {"who": _("，").join(people) or f"0 {hu}"}
