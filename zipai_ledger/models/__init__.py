"""The tables of the database. Models know nothing of the rules."""

from .access import Device, FailedCode, Grant, Link, OpenEntry, RecoveryCode, Role, RunningDay
from .access_record import AccessKind, AccessRecord, CircleAccessRecord
from .circle import Attendance, Circle, CircleGrant, CircleLink, CircleRole, Evening, Person
from .ledger import COLUMNS, PLAYERS, Deal, Event, Hu, Posting
from .opening import DailyOpening
from .own_rules import OwnRules, RulesName
from .people import Player
from .session import GameSession, Stage
from .settling import Carried, Payment, StandIn

__all__ = [
    "COLUMNS",
    "PLAYERS",
    "AccessKind",
    "AccessRecord",
    "Attendance",
    "Carried",
    "Circle",
    "CircleAccessRecord",
    "CircleGrant",
    "CircleLink",
    "CircleRole",
    "DailyOpening",
    "Deal",
    "Device",
    "Evening",
    "Event",
    "FailedCode",
    "GameSession",
    "Grant",
    "Hu",
    "Link",
    "OpenEntry",
    "OwnRules",
    "Payment",
    "Person",
    "Player",
    "Posting",
    "RecoveryCode",
    "Role",
    "RulesName",
    "RunningDay",
    "Stage",
    "StandIn",
]
