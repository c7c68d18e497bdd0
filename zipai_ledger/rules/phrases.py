"""Words that are made on the way: terms that every language keeps, several of a kind in one breath."""

from collections.abc import Iterable

from .options import Words


def term(text: str) -> Words:
    """A word of the table that every language keeps, in its reader's characters."""
    return Words(text, text)


def listed(texts: Iterable[object]) -> Words:
    """Several in one breath: 15、20、25."""
    said = [f"{text}" for text in texts]
    return Words("、".join(said), ", ".join(said))
