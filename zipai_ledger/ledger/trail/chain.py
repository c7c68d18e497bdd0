"""The hash chain: every event vouches for all events before it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from . import canonical

FIRST = ""
"""The hash before the first event."""


class Link(Protocol):
    """An event as stored."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def grant(self) -> int | None: ...
    @property
    def client_id(self) -> str | None: ...
    @property
    def request_hash(self) -> str: ...
    @property
    def base(self) -> str: ...
    @property
    def body(self) -> str: ...
    @property
    def hash(self) -> str: ...


class StoredLink(NamedTuple):
    """The same as a row that was read for nothing else: an object of a model for each takes longer than to check it."""

    seq: int
    kind: str
    at: str
    role: str
    grant: int | None
    client_id: str | None
    request_hash: str
    base: str
    body: str
    hash: str


@dataclass(frozen=True, slots=True)
class Damage:
    """Something stored that cannot have been written like this; ``seq`` is the event it was noticed at."""

    seq: int
    what: str

    def __str__(self) -> str:
        return f"event {self.seq}: {self.what}" if self.seq else self.what


def link_hash(previous: str, seq: int, kind: str, at: str, body: str) -> str:
    """SHA-256 of the five, a line each; only the body, which comes last, may hold anything."""
    return canonical.digest(f"{previous}\n{seq}\n{kind}\n{at}\n{body}")


def columns(link: Link) -> dict[str, Any]:
    """The columns that repeat the body, as the body has them: absent where empty."""
    values = {
        "role": link.role or None,
        "grant": link.grant,
        "client": link.client_id,
        "request": link.request_hash,
        "base": link.base or None,
    }
    return {name: value for name, value in values.items() if value is not None}


@lru_cache(maxsize=4_096)
def sent_in(body: str) -> Mapping[str, Any]:
    """What a body says of its sender; a page looks at the same fifty events again and again."""
    sent: Mapping[str, Any] = canonical.parse(body)["sent"]
    return sent


def damages(links: Iterable[Link], seq: int = 0, previous: str = FIRST) -> Iterator[Damage]:
    """What is wrong with a run of events that continues after event ``seq`` with hash ``previous``."""
    for link in links:
        seq += 1
        if link.seq != seq:
            yield Damage(seq, f"expected seq {seq}, got {link.seq}")
            seq = link.seq
        if link.hash != link_hash(previous, link.seq, link.kind, link.at, link.body):
            yield Damage(link.seq, "the hash does not fit the text")
        elif sent_in(link.body) != columns(link):
            yield Damage(link.seq, "the columns differ from the body")
        previous = link.hash
