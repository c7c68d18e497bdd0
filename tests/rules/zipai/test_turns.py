"""Who deals next where a game says nothing else (docs/add-a-game.md)."""

from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.state import State
from zipai_ledger.rules.zipai.turns import Turns

TABLE = registry.get("dazipai").table({}, (0, 1, 2), 3, 1, None)


def test_the_winner_deals_next_and_nothing_moves_where_nobody_wins_and_nobody_sits_out():
    turns, state = Turns(), Turns().open(TABLE)
    assert state == State(dealer=Seat(1))
    win, dead = (
        turns.complete(TABLE, state, deal) for deal in (facts.Win(winner=Seat(2), hu=Count(20)), facts.Dead())
    )
    assert (win.dealer, win.sitting) == (dead.dealer, dead.sitting) == (1, None)
    assert turns.after(TABLE, state, win) == State(dealer=Seat(2))
    assert turns.after(TABLE, state, dead) == state
