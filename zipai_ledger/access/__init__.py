"""Who may read or write: roles and actions, devices, links and grants, and the guard of every view."""

from .guard import AnyVisit, CircleVisit, Visit, circle_visit, for_circle, for_place, for_table, public, visit
from .roles import NEEDED, RANK, Action, CircleAction, Public, Rights, at_least, can

__all__ = [
    "NEEDED",
    "RANK",
    "Action",
    "AnyVisit",
    "CircleAction",
    "CircleVisit",
    "Public",
    "Rights",
    "Visit",
    "at_least",
    "can",
    "circle_visit",
    "for_circle",
    "for_place",
    "for_table",
    "public",
    "visit",
]
