"""What a table may add to any game: what its house rules change, and pledges as chance has them."""

import random
from typing import Any

from zipai_ledger.rules.state import Table

Changes = dict[str, set[str]]

CLOSING = {"close.close", "close.payers"}
ANNOUNCED = {f"{result}.stands" for result in ("adjust", "close", "dead", "end_round", "foul", "opening")}
"""Pledges are announced before any deal, and too many before none."""
EVENING: Changes = {"evening_deals": {"over", "opening.over", "dead.over"}}
"""An evening of so many deals."""

LOW: Changes = {**EVENING, **dict.fromkeys(("low_below", "low_times", "low_add"), CLOSING)}
"""The same where two may play."""


def pledged(*payments: str) -> Changes:
    """Pledges and the cap, by the codes of the payments of a win."""
    return {
        **LOW,
        "pledge": {"stands", *ANNOUNCED, *payments},
        "pledge_max": {"stands", *ANNOUNCED},
        "cap": set(payments),
    }


def any_pledges(table: Table, sitting: int | None, chance: random.Random) -> dict[str, Any]:
    """What some announced, where pledges are played; now and then too much, or by who sits out."""
    most = table.options.get("pledge_max", 0)
    if table.options.get("pledge", "none") == "none" or chance.random() < 0.4:
        return {}
    pledges = [chance.randint(0, min(int(str(most)), 3)) for _ in range(table.seats)]
    if sitting is not None and chance.random() < 0.95:
        pledges[sitting] = 0
    if chance.random() < 0.05:
        pledges[0] = 11
    return {"pledges": pledges}
