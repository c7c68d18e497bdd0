"""商定 (shangding): units that the table agreed on, whatever is played."""

from . import facts
from .problems import Problem, Refused
from .ruleset import Flow, Item, Outcome, State, Table
from .settlement import fewest_transfers


def play_adjust(table: Table, state: State, deal: facts.Adjust) -> Outcome:
    """An adjustment, which leaves the state as it is; raises `Refused` (``bad_deal``) where it does not sum to zero."""
    if len(deal.deltas) != table.count:
        params = {"expected": table.count, "got": len(deal.deltas)}
        raise Refused(Problem("bad_deal", "deltas", "deltas_count", params))
    if sum(deal.deltas):
        raise Refused(Problem("bad_deal", "deltas", "deltas_sum", {"sum": sum(deal.deltas)}))
    if any(deal.deltas[player] for player in range(table.count) if player not in table.players):
        raise Refused(Problem("bad_deal", "deltas", "deltas_seat"))
    moves = fewest_transfers(deal.deltas)
    flows = tuple(Flow(move.payer, move.payee, move.amount, "adjust") for move in moves)
    return Outcome(deal=deal, state=state, flows=flows, items=(Item("adjust", {}, 0),))
