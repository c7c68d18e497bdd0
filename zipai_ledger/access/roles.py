"""Who may do what: one table."""

from collections.abc import Mapping
from enum import StrEnum

from zipai_ledger.models import Role

RANK: Mapping[str, int] = {Role.VIEWER: 1, Role.SCOREKEEPER: 2, Role.OWNER: 3}


class Action(StrEnum):
    """What can be done at a table."""

    SEE = "see"
    EXPORT = "export"
    ASK = "ask"
    MOVE = "move"
    RECORD = "record"
    CORRECT = "correct"
    RENAME_PLAYER = "rename_player"
    OPEN_STAGE = "open_stage"
    RENAME_TABLE = "rename_table"
    CLOSE = "close"
    REOPEN = "reopen"
    INVITE = "invite"
    REVOKE = "revoke"
    GRANT = "grant"
    MAKE_RECOVERY = "make_recovery"


class Public(StrEnum):
    """What can be done without a table."""

    HOME = "home"
    OPEN_TABLE = "open_table"
    IMPORT_TABLE = "import_table"
    JOIN = "join"
    RECOVER = "recover"
    PREFER = "prefer"
    HELP = "help"
    DRAW = "draw"
    OFFLINE = "offline"


NEEDED: Mapping[Action, Role] = {
    Action.SEE: Role.VIEWER,
    Action.EXPORT: Role.VIEWER,
    Action.ASK: Role.VIEWER,
    Action.MOVE: Role.VIEWER,
    Action.RECORD: Role.SCOREKEEPER,
    Action.CORRECT: Role.SCOREKEEPER,
    Action.RENAME_PLAYER: Role.SCOREKEEPER,
    Action.OPEN_STAGE: Role.SCOREKEEPER,
    Action.RENAME_TABLE: Role.OWNER,
    Action.CLOSE: Role.OWNER,
    Action.REOPEN: Role.OWNER,
    Action.INVITE: Role.OWNER,
    Action.REVOKE: Role.OWNER,
    Action.GRANT: Role.OWNER,
    Action.MAKE_RECOVERY: Role.OWNER,
}
"""The weakest role that may do it."""


def at_least(role: str, needed: str) -> bool:
    """Whether ``role`` allows everything that ``needed`` does."""
    return RANK.get(role, 0) >= RANK[needed]


def can(role: str, action: Action) -> bool:
    """Whether a grant of this role allows the action."""
    return at_least(role, NEEDED[action])
