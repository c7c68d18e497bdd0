"""Who may read or write: roles and actions, devices, links and grants, and the guard of every view."""

from .guard import Visit, for_table, public, visit
from .roles import NEEDED, RANK, Action, Public, at_least, can

__all__ = [
    "NEEDED",
    "RANK",
    "Action",
    "Public",
    "Visit",
    "at_least",
    "can",
    "for_table",
    "public",
    "visit",
]
