"""The archive: the whole trail of a session, word for word, with the names it vouches for.

Whatever is stored beside these follows from them, so that exporting, importing and exporting again gives identical
bytes. Neither addresses nor grants leave the ledger.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from zipai_ledger.ledger import queries
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Event, GameSession

from .pieces import pieces
from .whole import events_of

FORMAT = "zipai-ledger/archive"
VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name, and the salt with which the trail has hashed it."""

    name: str
    salt: str


def write(session: GameSession, _lang: str = "") -> Iterator[str]:
    """The archive in pieces; the same in every language."""
    players = [Named(name=player.name, salt=player.salt) for player in queries.players_of(session)]
    title = Named(name=session.name, salt=session.name_salt)
    head = (session.head_seq, session.head_hash)
    return text(title, players, events_of(session), head)


def text(
    title: Named, players: Iterable[Named], events: Iterable[Event], head: tuple[int, str]
) -> Iterator[str]:
    """The one text that an archive of these has, an event a line."""
    seq, head_hash = head
    archive: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": title.name,
        "salt": title.salt,
        "players": [{"name": player.name, "salt": player.salt} for player in players],
        "ledger": {"head": head_hash, "seq": seq},
        "events": (canonical.to_text(_event(event)) for event in events),
    }
    yield from pieces(archive)
    yield "\n"


def _event(event: Event) -> dict[str, Any]:
    """An event; its body repeats who sent it, under which id, with which request hash and base."""
    return {
        "seq": event.seq,
        "kind": event.kind,
        "at": event.at,
        "hash": event.hash,
        "body": event.body,
    }
