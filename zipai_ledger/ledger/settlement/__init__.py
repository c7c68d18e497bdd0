"""结账 (jiezhang): what a table still owes, who pays whom in the way that it settles, and why something is left."""

from .book import reasons_of
from .dues import (
    MethodChoice,
    Settling,
    accounts_of,
    carried_transfers,
    cashier_of,
    flows_of,
    settling,
)
from .reasons import Cause, CauseKind, Reason

__all__ = [
    "Cause",
    "CauseKind",
    "MethodChoice",
    "Reason",
    "Settling",
    "accounts_of",
    "carried_transfers",
    "cashier_of",
    "flows_of",
    "reasons_of",
    "settling",
]
