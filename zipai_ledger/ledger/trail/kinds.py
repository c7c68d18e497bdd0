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
    RESCORED = "rescored"
    DEAL_DISPUTED = "deal_disputed"
    DEAL_RESOLVED = "deal_resolved"
    PAYMENT_MADE = "payment_made"
    PAYMENT_CANCELLED = "payment_cancelled"
    CARRIED_IN = "carried_in"
    CARRIED_OUT = "carried_out"
    STAND_IN = "stand_in"
    PLEDGED = "pledged"
    PLAYER_ERASED = "player_erased"
    CLOSED = "closed"
    REOPENED = "reopened"


RECORDING = frozenset((Kind.DEAL_RECORDED, Kind.ADJUSTMENT, Kind.ROUND_ENDED))
"""Kinds that add a deal; its key is the event's seq."""

DEALING = RECORDING | {Kind.DEAL_VOIDED, Kind.DEAL_REPLACED, Kind.DEAL_RESTORED, Kind.RESCORED}
"""Kinds whose body lists outcomes, and names the deal that they are about, or the first of them."""

DOUBTING = frozenset((Kind.DEAL_DISPUTED, Kind.DEAL_RESOLVED))
"""Kinds that mark a deal as doubted or no longer so."""

UNDOUBTING = frozenset((Kind.DEAL_RESOLVED, Kind.DEAL_VOIDED, Kind.DEAL_REPLACED, Kind.DEAL_RESTORED))
"""Kinds after which nobody doubts any more the deal that they are about."""

AMENDING = frozenset(
    (
        *(DEALING - RECORDING),
        *DOUBTING,
        Kind.SESSION_RENAMED,
        Kind.PLAYER_RENAMED,
        Kind.PLAYER_ERASED,
        Kind.STAGE_OPENED,
        Kind.STAND_IN,
        Kind.PAYMENT_CANCELLED,
        Kind.REOPENED,
    )
)
"""Kinds that let something stand otherwise than it did, or doubt it."""

LEDGER = DEALING | {Kind.STAGE_OPENED}
"""Kinds that make an entry stale which was built on what stood before."""

CARRYING = frozenset((Kind.CARRIED_IN, Kind.CARRIED_OUT))
"""Kinds that carry what is owed from one evening into the next."""

PAYING = frozenset((Kind.PAYMENT_MADE, Kind.PAYMENT_CANCELLED))
"""Kinds that say what changed hands, or did not after all."""

OWING = LEDGER | CARRYING | PAYING
"""Kinds that change what is still owed."""

NAMING = frozenset((Kind.PLAYER_JOINED, Kind.PLAYER_RENAMED, Kind.PLAYER_ERASED))
"""Kinds whose body has a player's name, hashed."""

SPECIAL: dict[str, Kind] = {
    facts.Adjust.result: Kind.ADJUSTMENT,
    facts.EndRound.result: Kind.ROUND_ENDED,
}

NO_DEALS = (*SPECIAL, facts.Close.result)
"""Results of lines that nobody calls a deal: nothing was played."""


def recording(result: str) -> Kind:
    """The kind of event that adds a deal with this result."""
    return SPECIAL.get(result, Kind.DEAL_RECORDED)
