"""Who may do what: one table."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from zipai_ledger.models import CircleRole, Role

RANK: Mapping[str, int] = {Role.VIEWER: 1, CircleRole.MEMBER: 1, Role.SCOREKEEPER: 2, Role.OWNER: 3}


class Action(StrEnum):
    """What can be done at a table."""

    SEE = "see"
    EXPORT = "export"
    ASK = "ask"
    MOVE = "move"
    ME = "me"
    LEAVE = "leave"
    AGAIN = "again"
    KEEP_RULES = "keep_rules"
    DISPUTE = "dispute"
    RECORD = "record"
    CORRECT = "correct"
    RENAME_PLAYER = "rename_player"
    OPEN_STAGE = "open_stage"
    STAND_IN = "stand_in"
    PAY = "pay"
    RENAME_TABLE = "rename_table"
    CLOSE = "close"
    REOPEN = "reopen"
    INVITE = "invite"
    REVOKE = "revoke"
    GRANT = "grant"
    MAKE_RECOVERY = "make_recovery"
    RESCORE = "rescore"
    ERASE = "erase"
    CIRCLE = "circle"
    AUDIT = "audit"


class CircleAction(StrEnum):
    """What can be done in a circle."""

    SEE = "circle_see"
    LOOK = "circle_look"
    LEAVE = "circle_leave"
    KEEP_RULES = "circle_keep_rules"
    CHANGE_RULES = "circle_change_rules"
    TAKE_OUT = "circle_take_out"
    NAME = "circle_name"
    INVITE = "circle_invite"
    REVOKE = "circle_revoke"
    GRANT = "circle_grant"
    MAKE_RECOVERY = "circle_make_recovery"
    ERASE = "circle_erase"
    PURGE = "circle_purge"
    EXPORT = "circle_export"
    AUDIT = "circle_audit"


class Public(StrEnum):
    """What can be done without a table."""

    HOME = "home"
    OPEN_TABLE = "open_table"
    OPEN_CIRCLE = "open_circle"
    IMPORT_TABLE = "import_table"
    JOIN = "join"
    RECOVER = "recover"
    SIGN_OFF = "sign_off"
    PREFER = "prefer"
    OWN_RULES = "own_rules"
    HELP = "help"
    DRAW = "draw"
    OFFLINE = "offline"
    TRY = "try"
    PROBE = "probe"
    TRUST = "trust"


NEEDED: Mapping[Action | CircleAction, Role | CircleRole] = {
    Action.SEE: Role.VIEWER,
    Action.EXPORT: Role.VIEWER,
    Action.ASK: Role.VIEWER,
    Action.MOVE: Role.VIEWER,
    Action.ME: Role.VIEWER,
    Action.LEAVE: Role.VIEWER,
    Action.AGAIN: Role.VIEWER,
    Action.KEEP_RULES: Role.VIEWER,
    Action.DISPUTE: Role.VIEWER,
    Action.RECORD: Role.SCOREKEEPER,
    Action.CORRECT: Role.SCOREKEEPER,
    Action.RENAME_PLAYER: Role.SCOREKEEPER,
    Action.OPEN_STAGE: Role.SCOREKEEPER,
    Action.STAND_IN: Role.SCOREKEEPER,
    Action.PAY: Role.SCOREKEEPER,
    Action.RENAME_TABLE: Role.OWNER,
    Action.CLOSE: Role.OWNER,
    Action.REOPEN: Role.OWNER,
    Action.INVITE: Role.OWNER,
    Action.REVOKE: Role.OWNER,
    Action.GRANT: Role.OWNER,
    Action.MAKE_RECOVERY: Role.OWNER,
    Action.RESCORE: Role.OWNER,
    Action.ERASE: Role.OWNER,
    Action.CIRCLE: Role.OWNER,
    Action.AUDIT: Role.OWNER,
    CircleAction.SEE: CircleRole.MEMBER,
    CircleAction.LOOK: CircleRole.MEMBER,
    CircleAction.LEAVE: CircleRole.MEMBER,
    CircleAction.KEEP_RULES: CircleRole.MEMBER,
    CircleAction.TAKE_OUT: CircleRole.OWNER,
    CircleAction.NAME: CircleRole.OWNER,
    CircleAction.CHANGE_RULES: CircleRole.OWNER,
    CircleAction.INVITE: CircleRole.OWNER,
    CircleAction.REVOKE: CircleRole.OWNER,
    CircleAction.GRANT: CircleRole.OWNER,
    CircleAction.MAKE_RECOVERY: CircleRole.OWNER,
    CircleAction.ERASE: CircleRole.OWNER,
    CircleAction.PURGE: CircleRole.OWNER,
    CircleAction.EXPORT: CircleRole.OWNER,
    CircleAction.AUDIT: CircleRole.OWNER,
}
"""The weakest role that may do it."""

NOT_AT_SAMPLES = frozenset(
    {Action.AGAIN, Action.KEEP_RULES, Action.CIRCLE, Action.RENAME_TABLE, Action.LEAVE}
)
"""What nobody does at a table to play with: nothing of it goes further, it keeps the name that says what it is, and who
has enough of it deletes it."""


def at_least(role: str, needed: str) -> bool:
    """Whether ``role`` allows everything that ``needed`` does."""
    return RANK.get(role, 0) >= RANK[needed]


def can(role: str, action: Action | CircleAction) -> bool:
    """Whether a grant of this role allows the action, where it holds."""
    return at_least(role, NEEDED[action])


@dataclass(frozen=True, slots=True)
class Rights:
    """权限 (quanxian): what a grant of this role allows at a table; ``sample``: at one to play with."""

    role: str
    sample: bool

    def may(self, action: Action) -> bool:
        """Whether it allows that."""
        return can(self.role, action) and not (self.sample and action in NOT_AT_SAMPLES)
