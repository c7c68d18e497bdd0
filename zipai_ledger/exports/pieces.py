"""One JSON text written in pieces, so that a long list never lies in memory."""

from collections.abc import Iterable, Iterator
from typing import Any

from zipai_ledger.ledger.trail import canonical


def pieces(value: Any) -> Iterator[str]:
    """The JSON of ``value``, in which an iterator stands for a list: of entries that are JSON texts, a line each."""
    if isinstance(value, dict):
        members = ((f"{canonical.to_text(str(key))}:", inner) for key, inner in value.items())
        yield from _enclosed("{", members, "}", ",")
    elif isinstance(value, list):
        yield from _enclosed("[", (("", inner) for inner in value), "]", ",")
    elif isinstance(value, Iterator):
        yield from _lines(value)
    else:
        yield canonical.to_text(value)


def _enclosed(first: str, members: Iterable[tuple[str, Any]], last: str, between: str) -> Iterator[str]:
    separator = ""
    yield first
    for key, inner in members:
        yield separator + key
        yield from pieces(inner)
        separator = between
    yield last


def _lines(texts: Iterator[str]) -> Iterator[str]:
    separator = "\n"
    yield "["
    for text in texts:
        yield separator + text
        separator = ",\n"
    yield "]"
