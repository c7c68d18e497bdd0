"""What a copy cannot know: phones sent away, codes used, tables and names erased since it was made.

The ledger that a copy takes the place of knows it, where it can still be read.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from zipai_ledger import circles
from zipai_ledger.access import endings
from zipai_ledger.access.endings import Endings
from zipai_ledger.ledger import record
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Circle, Event, GameSession, Role

ERASED = "erased.json"
CHUNK = 500
"""Rows that are asked for at a time."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a ledger knows to be over, and what it still has.

    ``tables`` and ``circles`` are those it has, by public id; ``erased``: the hash of an event that erased a name →
    of which table's which player.
    """

    over: Endings
    tables: frozenset[str]
    circles: frozenset[str]
    erased: Mapping[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Erased:
    """Tables and circles that were erased, by public id, and names: of which table's which player."""

    tables: list[str]
    circles: list[str]
    names: list[tuple[str, int]]

    def __bool__(self) -> bool:
        return bool(self.tables or self.circles or self.names)

    def __str__(self) -> str:
        return f"{len(self.tables)} tables, {len(self.circles)} circles, {len(self.names)} names"


def read_known() -> Known:
    """What the ledger that is there knows; raises what reading a damaged one ends in."""
    erasing = Event.objects.filter(kind=Kind.PLAYER_ERASED).select_related("session")
    erased = {event.hash: (event.session.public_id, _player(event)) for event in erasing.iterator(CHUNK)}
    return Known(
        endings.read_endings(),
        frozenset(GameSession.objects.values_list("public_id", flat=True)),
        frozenset(Circle.objects.values_list("public_id", flat=True)),
        erased,
    )


def _player(event: Event) -> int:
    return int(canonical.parse(event.body)["player"])


def erased_since(before: Known) -> Erased:
    """What is in the ledger that is there now, although it had been erased."""
    tables = [*GameSession.objects.filter(sample=False).order_by("pk").values_list("public_id", flat=True)]
    found = Circle.objects.order_by("pk").values_list("public_id", flat=True)
    here = set(Event.objects.filter(kind=Kind.PLAYER_ERASED).values_list("hash", flat=True))
    names = [named for mark, named in before.erased.items() if mark not in here and named[0] in {*tables}]
    return Erased(
        [one for one in tables if one not in before.tables],
        [one for one in found if one not in before.circles],
        names,
    )


def erase_again(found: Erased) -> Erased:
    """Erase the tables, circles and names that had been erased; gives those that were here."""
    owner = record.Sent(role=Role.OWNER)
    here = {one.public_id: one for one in GameSession.objects.filter(public_id__in=found.tables)}
    for session in here.values():
        record.purge(session=session, sent=owner)
    back = list(Circle.objects.filter(public_id__in=found.circles))
    for circle in back:
        circles.purge(circle)
    named = [
        (session, player)
        for public_id, player in found.names
        for session in GameSession.objects.filter(public_id=public_id)
    ]
    for session, player in named:
        record.erase_player(session=session, sent=owner, player=player)
    return Erased(
        [*here], [circle.public_id for circle in back], [(one.public_id, player) for one, player in named]
    )


def write_erased(folder: Path, found: Erased) -> None:
    """Keep it in a folder, for `read_erased`."""
    (folder / ERASED).write_text(json.dumps(asdict(found)), encoding="utf-8")


def read_erased(folder: Path) -> Erased:
    """What `write_erased` wrote; raises OSError, ValueError, LookupError or TypeError where that is not there."""
    document = json.loads((folder / ERASED).read_text(encoding="utf-8"))
    names = [(str(public_id), int(player)) for public_id, player in document["names"]]
    return Erased([*map(str, document["tables"])], [*map(str, document["circles"])], names)
