"""A whole circle as one text: a line that says whose evenings they are, and the archive of each table, word for word.

Exporting, importing and exporting again gives identical bytes. Who may come in stays behind, as with a table.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from tempfile import SpooledTemporaryFile
from typing import IO

from django.db import transaction

from zipai_ledger import circles
from zipai_ledger.access import grants
from zipai_ledger.circles import OpenedCircle
from zipai_ledger.ledger import names
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import (
    AccessKind,
    Attendance,
    Circle,
    CircleGrant,
    Device,
    Evening,
    GameSession,
    Person,
)
from zipai_ledger.rules import codec, lines
from zipai_ledger.rules.codec import Count
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.replay import Watch, unwatched

from . import archive_reader, incoming, outgoing
from .from_archive import Archive
from .snapshot import IN_MEMORY

FORMAT = "zipai-ledger/circle"
VERSION = 1
LONGEST_HEAD = 1 << 20
EVENINGS_MOST = 2_000
NUMBERS = range(1 << 15)
"""Of people, as the database holds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Person:
    index: Count
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Who:
    """Which player of a table is who."""

    player: Count
    person: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Evening:
    """A table: ``length`` of its archive, in characters."""

    open_to_members: bool
    who: tuple[_Who, ...]
    length: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    format: str
    version: int
    name: str
    people: tuple[_Person, ...]
    evenings: tuple[_Evening, ...]


def evenings_for(circle: Circle, device: Device | None) -> list[Evening]:
    """The evenings that may leave with this device: of whose tables it may see the ledger anyway; None: all of them."""
    evenings = circle.evenings.select_related("session").order_by("pk")
    if device is None:
        return list(evenings)
    roles = circles.roles_at_tables(circle, device)
    return [one for one in evenings if roles.get(one.session_id, "open" if one.open_to_members else "")]


def export(circle: Circle, evenings: Sequence[Evening]) -> IO[bytes]:
    """The circle with these evenings; raises `Damaged` where the chain of one does not hold."""
    with ExitStack() as failing, SpooledTemporaryFile(max_size=IN_MEMORY) as tables:
        whole: IO[bytes] = failing.enter_context(SpooledTemporaryFile(max_size=IN_MEMORY))
        lengths = [_append(evening.session, tables) for evening in evenings]
        whole.write(f"{canonical.to_text(asdict(_head(circle, evenings, lengths)))}\n".encode())
        tables.seek(0)
        while block := tables.read(1 << 16):
            whole.write(block)
        # Whoever reads it closes it.
        failing.pop_all()
    whole.seek(0)
    return whole


def _append(session: GameSession, tables: IO[bytes]) -> int:
    with outgoing.export(session, "archive") as content:
        text = content.read().decode()
    tables.write(text.encode())
    return len(text)


def _head(circle: Circle, evenings: Iterable[Evening], lengths: Iterable[int]) -> _Head:
    return _Head(
        format=FORMAT,
        version=VERSION,
        name=circle.name,
        people=tuple(
            _Person(index=Count(one.index), name=one.name) for one in circle.people.order_by("index")
        ),
        evenings=tuple(
            _Evening(open_to_members=one.open_to_members, who=_who(one), length=Count(length))
            for one, length in zip(evenings, lengths, strict=True)
        ),
    )


def _who(evening: Evening) -> tuple[_Who, ...]:
    rows = evening.attendances.order_by("player__index").values_list("player__index", "person__index")
    return tuple(_Who(player=Count(player), person=Count(person)) for player, person in rows)


@dataclass(frozen=True, slots=True)
class CircleArchive:
    """A circle that was read: every chain holds, and the rules score every deal as it says."""

    head: _Head
    tables: tuple[Archive, ...]

    def store(self, browser_token: str, client_id: str) -> OpenedCircle:
        """Make a circle of it that the device which brought this token owns, with all its tables, wholly or not at all.

        Sent again under the same id it is the one of the first time. Raises `Refused`, `WrongCode`.
        """
        with transaction.atomic():
            opened = circles.open_circle(
                browser_token=browser_token, client_id=client_id, name=self.head.name
            )
            if not opened.replay:
                held: CircleGrant = opened.circle.grants.select_related("device").get()
                for session in self._fill(opened.circle, client_id):
                    grants.own(session, held.device, replay=False, kind=AccessKind.IMPORTED)
            return opened

    def store_for(self, circle: Circle) -> list[GameSession]:
        """Fill a circle that is still empty; the tables, which nobody owns yet. Raises `Refused`."""
        with transaction.atomic():
            return list(self._fill(circle, None))

    def _fill(self, circle: Circle, client_id: str | None) -> Iterator[GameSession]:
        rows = [
            Person(circle=circle, index=one.index, name=one.name, name_key=names.name_key(one.name))
            for one in self.head.people
        ]
        people = {one.index: one for one in Person.objects.bulk_create(rows)}
        for number, (record, table) in enumerate(zip(self.head.evenings, self.tables, strict=True)):
            opening = canonical.digest(f"{client_id}\n{number}") if client_id else None
            session = table.store(opening).session
            evening = circle.evenings.create(session=session, open_to_members=record.open_to_members)
            players = {player.index: player for player in session.players.all()}
            Attendance.objects.bulk_create(
                Attendance(evening=evening, player=players[one.player], person=people[one.person])
                for one in record.who
            )
            yield session


def read(text: str, watch: Watch = unwatched) -> CircleArchive:
    """The circle that a text holds; raises `Refused`, and what ``watch`` raises."""
    line, _, rest = text.partition("\n")
    head = codec.read(_Head, lines.parse(line, LONGEST_HEAD))
    if (head.format, head.version) != (FORMAT, VERSION):
        raise Refused(Problem("bad_archive", "version", "version", {"got": head.version}))
    if canonical.to_text(asdict(head)) != line:
        raise archive_reader.damaged("no program of ours has written its first line")
    _check_people(head)
    tables = tuple(_tables(head, rest, watch))
    for evening, table in zip(head.evenings, tables, strict=True):
        _check_who(head, evening, len(table.trail.players))
    return CircleArchive(head, tables)


def _tables(head: _Head, rest: str, watch: Watch) -> Iterator[Archive]:
    if len(head.evenings) > EVENINGS_MOST or sum(one.length for one in head.evenings) != len(rest):
        raise archive_reader.damaged("its tables are longer or shorter than it says")
    place = 0
    for one in head.evenings:
        found = incoming.read(rest[place : place + one.length], watch)
        if not isinstance(found, Archive):
            raise archive_reader.damaged("one of its tables is no archive")
        yield found
        place += one.length


def _check_people(head: _Head) -> None:
    """Raises `Refused` where these people could not have been in one circle."""
    names.session_name(head.name)
    for one in head.people:
        if names.player_name(one.name) != one.name or one.index not in NUMBERS:
            raise Refused(Problem("bad_name", "name", "same", {"got": one.name}))
    numbers = [one.index for one in head.people]
    if numbers != sorted(set(numbers)) or len(numbers) > circles.PEOPLE_MOST:
        raise archive_reader.damaged("its people are not numbered")
    if len({names.name_key(one.name) for one in head.people}) != len(numbers):
        raise archive_reader.damaged("two of its people have one name")


def _check_who(head: _Head, evening: _Evening, players: int) -> None:
    known = {one.index for one in head.people}
    who, found = [one.player for one in evening.who], [one.person for one in evening.who]
    fits = all(player < players for player in who) and known.issuperset(found)
    if not fits or who != sorted(set(who)) or len(set(found)) != len(found):
        raise archive_reader.damaged("its players are nobody of the circle")
