"""发图 (fatu): the page from which an evening goes into a chat."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SharePage:
    """``look`` of the picture, ``query`` of its address, ``file_name`` without an ending, and the same as ``text``."""

    look: str
    query: str
    file_name: str
    text: str
