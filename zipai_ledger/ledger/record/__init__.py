"""The verbs: whatever changes a session goes through one of these, each one transaction."""

from zipai_ledger.ledger.posting import LaterSeats
from zipai_ledger.rules.document import Stake

from .carrying import carry_debts, carry_over
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
from .disputes import dispute_deal, resolve_dispute, take_back_dispute
from .many import record_deals
from .payments import cancel_payment, pay
from .people import erase_player, rename_player, rename_session, stand_in
from .pledges import pledge
from .purging import forget_the_journal, purge, purge_sample
from .rescoring import Rescoring, preview_rescore, rescore
from .sent import Blocked, Closed, Conflict, Damaged, Recorded, Reseated, Sent, Stale
from .sessions import close, open_session, open_stage, reopen
from .stages import NewStage

__all__ = [
    "Blocked",
    "Change",
    "Closed",
    "Conflict",
    "Damaged",
    "Insert",
    "InsertAfter",
    "LaterSeats",
    "NewStage",
    "Plan",
    "Record",
    "Recorded",
    "Replace",
    "Rescoring",
    "Reseated",
    "Restore",
    "Sent",
    "Stake",
    "Stale",
    "Void",
    "adjust",
    "append_deal",
    "apply",
    "cancel_payment",
    "carry_debts",
    "carry_over",
    "close",
    "dispute_deal",
    "erase_player",
    "forget_the_journal",
    "insert_deal",
    "open_session",
    "open_stage",
    "pay",
    "pledge",
    "preview_correction",
    "preview_deal",
    "preview_rescore",
    "purge",
    "purge_sample",
    "record_deal",
    "record_deals",
    "rename_player",
    "rename_session",
    "reopen",
    "replace_deal",
    "rescore",
    "resolve_dispute",
    "restore_deal",
    "stand_in",
    "take_back_dispute",
    "void_deal",
]
