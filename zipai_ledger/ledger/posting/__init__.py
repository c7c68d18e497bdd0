"""The only place that folds stored deals: what each deal does now, and the difference to what was posted."""

from zipai_ledger.ledger.trail.outcomes import Stored

from .entries import Derived, Entry, Followed, LaterSeats, Rules, Step, Turn, read_fact, write_fact
from .fold import derive, recheck, rescore
from .otherwise import Again, Otherwise, otherwise
from .rows import entries_from, post, postings_of, state_before

__all__ = [
    "Again",
    "Derived",
    "Entry",
    "Followed",
    "LaterSeats",
    "Otherwise",
    "Rules",
    "Step",
    "Stored",
    "Turn",
    "derive",
    "entries_from",
    "otherwise",
    "post",
    "postings_of",
    "read_fact",
    "recheck",
    "rescore",
    "state_before",
    "write_fact",
]
