"""The tables of the database. Models know nothing of the rules."""

from .access import Device, FailedCode, Grant, Link, Role
from .ledger import COLUMNS, PLAYERS, Deal, Event, Hu, Payment, Posting
from .people import Player
from .session import GameSession, Stage

__all__ = [
    "COLUMNS",
    "PLAYERS",
    "Deal",
    "Device",
    "Event",
    "FailedCode",
    "GameSession",
    "Grant",
    "Hu",
    "Link",
    "Payment",
    "Player",
    "Posting",
    "Role",
    "Stage",
]
