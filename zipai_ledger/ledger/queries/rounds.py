"""Rounds that are over, and those that another evening may take over."""

from collections.abc import Iterable

from zipai_ledger.ledger import posting
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Carried

from .deals import DealRow, deals_before
from .tables import last_stage

CARRY = "carry"
"""How a round ends that is carried on."""


def round_just_over(rows: Iterable[DealRow], stage: int) -> DealRow | None:
    """The deal that ended a round, where nothing but 商定 came after it in this stage; ``rows`` newest first."""
    last = next((row for row in rows if row.deal.live and row.fact["result"] != facts.Adjust.result), None)
    ended = last is not None and last.deal.stage.index == stage and last.outcome["round_over"]
    return last if ended else None


def round_carried_on(session: GameSession) -> Carried | None:
    """The round that this table ended by carrying it on, nothing new being played since; by player.

    收场 plays nothing: it comes after the round, whatever became of that.
    """
    stage = last_stage(session)
    rows = (row for row in deals_before(session, None)[0] if row.fact["result"] != facts.Close.result)
    row = round_just_over(rows, stage.index)
    if row is None or row.fact.get("how") != CARRY:
        return None
    try:
        table = posting.Rules.of(stage).table
    except Refused:
        return None
    return posting.state_before(stage, row.deal.position).carried(table)
