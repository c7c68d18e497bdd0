"""What can happen to a session."""

from enum import StrEnum

from zipai_ledger.rules import facts


class Kind(StrEnum):
    """The kind of an event."""

    SESSION_OPENED = "session_opened"
    SESSION_RENAMED = "session_renamed"
    PLAYER_JOINED = "player_joined"
    PLAYER_RENAMED = "player_renamed"
    STAGE_OPENED = "stage_opened"
    DEAL_RECORDED = "deal_recorded"
    ADJUSTMENT = "adjustment"
    ROUND_ENDED = "round_ended"
    DEAL_VOIDED = "deal_voided"
    DEAL_REPLACED = "deal_replaced"
    DEAL_RESTORED = "deal_restored"
    CLOSED = "closed"
    REOPENED = "reopened"


RECORDING = frozenset((Kind.DEAL_RECORDED, Kind.ADJUSTMENT, Kind.ROUND_ENDED))
"""Kinds that add a deal; its key is the event's seq."""

DEALING = RECORDING | {Kind.DEAL_VOIDED, Kind.DEAL_REPLACED, Kind.DEAL_RESTORED}
"""Kinds whose body lists outcomes."""

LEDGER = DEALING | {Kind.STAGE_OPENED}
"""Kinds that make an entry stale which was built on what stood before."""

SPECIAL: dict[str, Kind] = {
    facts.Adjust.result: Kind.ADJUSTMENT,
    facts.EndRound.result: Kind.ROUND_ENDED,
}


def recording(result: str) -> Kind:
    """The kind of event that adds a deal with this result."""
    return SPECIAL.get(result, Kind.DEAL_RECORDED)
