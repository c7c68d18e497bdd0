"""The verbs: whatever changes a session goes through one of these, each one transaction."""

from zipai_ledger.posting import Seats
from zipai_ledger.rules.document import Stake

from .changes import Change, Insert, InsertAfter, Plan, Record, Replace, Restore, Void
from .deals import (
    adjust,
    append_deal,
    apply,
    insert_deal,
    preview_correction,
    preview_deal,
    record_deal,
    replace_deal,
    restore_deal,
    void_deal,
)
from .many import record_deals
from .sent import Blocked, Closed, Conflict, Damaged, Recorded, Sent, Stale
from .sessions import close, open_session, open_stage, rename_player, rename_session, reopen
from .stages import NewStage

__all__ = [
    "Blocked",
    "Change",
    "Closed",
    "Conflict",
    "Damaged",
    "Insert",
    "InsertAfter",
    "NewStage",
    "Plan",
    "Record",
    "Recorded",
    "Replace",
    "Restore",
    "Seats",
    "Sent",
    "Stake",
    "Stale",
    "Void",
    "adjust",
    "append_deal",
    "apply",
    "close",
    "insert_deal",
    "open_session",
    "open_stage",
    "preview_correction",
    "preview_deal",
    "record_deal",
    "record_deals",
    "rename_player",
    "rename_session",
    "reopen",
    "replace_deal",
    "restore_deal",
    "void_deal",
]
