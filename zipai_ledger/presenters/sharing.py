"""发图 (fatu): the page from which an evening goes into a chat."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SharePage:
    """``look`` and ``signs`` of the picture, of the ledger with this ``head``; its ``file_name`` without an ending, and ``text``."""

    look: str
    signs: str
    head: str
    file_name: str
    text: str
