"""Heads that were noted earlier: the chain has no key, so that only what was kept elsewhere vouches for its beginning.

A line each: the table's public id, how many events it had, and the head it had then, or as much of it as a printed page
shows (eight characters at least). A printed page names no number: leave it out.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.models import Event, GameSession

LINE = re.compile(r"(?P<id>[\w-]+)(?:\s+(?P<seq>[0-9]{1,9}))?\s+(?P<head>[0-9a-f]{8,64})", re.ASCII)


class Unreadable(Exception):
    """A line that is no noted head; says which, and what was expected."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A head as it was noted: ``seq`` is the event that it is of, None where only the head is known."""

    public_id: str
    seq: int | None
    head: str

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.public_id, self.seq, self.head) if part is not None)


def heads() -> Iterator[Noted]:
    """The heads of all tables that are kept, to be noted: not of samples, which the server lets go of."""
    tables = GameSession.objects.filter(sample=False).order_by("pk")
    for row in tables.values_list("public_id", "head_seq", "head_hash").iterator():
        yield Noted(*row)


def read(lines: Iterable[str]) -> Iterator[Noted]:
    """The heads on these lines; raises `Unreadable`. What follows on # is a remark."""
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        found = LINE.fullmatch(text)
        if found is None:
            raise Unreadable(f"line {number}: expected ID EVENTS HEAD or ID HEAD, got {text[:80]!r}")
        seq = found["seq"]
        yield Noted(found["id"], None if seq is None else int(seq), found["head"])


def differences(noted: Noted) -> tuple[Damage, ...]:
    """What is not as it was noted. A table that is gone is none: see `is_here`."""
    events = Event.objects.filter(session__public_id=noted.public_id)
    if noted.seq is None:
        if events.filter(hash__startswith=noted.head).exists():
            return ()
        return (Damage(0, f"never had the noted head {noted.head}"),)
    stored = events.filter(seq=noted.seq).values_list("hash", flat=True).first()
    if stored is None:
        return (Damage(0, f"{noted.seq} events were noted, not so many are here"),)
    if not stored.startswith(noted.head):
        return (Damage(noted.seq, f"the head is {stored[: len(noted.head)]}, noted was {noted.head}"),)
    return ()


def is_here(noted: Noted) -> bool:
    """Whether this database has the table; whoever owns it may have purged it."""
    return GameSession.objects.filter(public_id=noted.public_id).exists()
