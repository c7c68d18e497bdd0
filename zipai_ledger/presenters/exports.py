"""导出 (daochu): why a table did not leave."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefusedExport:
    """``problems`` in words, or a ledger that does not hold, ``damaged_from`` an event on; 0 where none can be named."""

    problems: tuple[str, ...] = ()
    is_damaged: bool = False
    damaged_from: int = 0
