"""Reading an archive: nothing is believed that the trail does not vouch for."""

import zoneinfo
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zipai_ledger.ledger import names
from zipai_ledger.ledger.record.deals import DEALS_MOST
from zipai_ledger.ledger.record.sent import CLIENT_ID
from zipai_ledger.ledger.trail import canonical, chain
from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.ledger.trail.kinds import DEALING, Kind
from zipai_ledger.ledger.trail.projection import Projection
from zipai_ledger.ledger.verify import SENSELESS
from zipai_ledger.models import Event, Role
from zipai_ledger.rules import codec
from zipai_ledger.rules.codec import Count, Json
from zipai_ledger.rules.document import STAGES
from zipai_ledger.rules.problems import Collector, Problem, Refused
from zipai_ledger.rules.replay import Watch, unwatched

from . import archive, archive_shapes
from .archive import Named

GRANTS = range(2**63)
BASE_LONGEST = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ledger:
    head: str
    seq: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    seq: Count
    kind: str
    at: str
    hash: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    format: str
    version: int
    name: str
    salt: str
    players: tuple[Named, ...]
    ledger: _Ledger
    events: tuple[_Line, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """An archive whose chain holds and whose names are the ones the trail knows; ``projection`` is its fold."""

    title: Named
    players: tuple[Named, ...]
    events: tuple[Event, ...]
    projection: Projection


def damaged(what: str, seq: int = 0) -> Refused:
    """An archive that cannot have been written like this."""
    return Refused(Problem("bad_archive", "", "", {"what": str(Damage(seq, what))[:400]}))


def read(given: Json, text: str, watch: Watch = unwatched) -> Trail:
    """The trail that an archive holds; ``given`` is what the text says.

    Raises `Refused` (``bad_archive`` …), and what ``watch`` raises: an event is a step, and so is each of its postings.
    """
    file = codec.read(_File, given)
    title = Named(name=file.name, salt=file.salt)
    if (file.format, file.version) != (archive.FORMAT, archive.VERSION):
        raise Refused(Problem("bad_archive", "version", "version", {"got": file.version}))
    events = tuple(_event(line) for line in file.events)
    for damage in chain.damages(events):
        raise Refused(Problem("bad_archive", "", "", {"what": str(damage)}))
    head = (file.ledger.seq, file.ledger.head)
    if not events or head != (events[-1].seq, events[-1].hash):
        raise damaged("the trail does not end where the archive says")
    projection = _fold(events, watch)
    _check_names(title, file.players, projection)
    _check_limits(projection)
    if not _is(text, archive.text(title, file.players, events, head)):
        raise damaged("the text differs from what these events are written as")
    return Trail(title, file.players, events, projection)


def _event(line: _Line) -> Event:
    try:
        body = canonical.parse(line.body)
        sent = body["sent"]
        _check_sent(line, sent)
        if canonical.to_text(body) != line.body:
            raise ValueError("no program of ours has written this text")
    except Refused:
        raise
    except SENSELESS as error:
        raise damaged(f"cannot be read: {error!r}", line.seq) from None
    return Event(
        seq=line.seq,
        kind=line.kind,
        at=line.at,
        role=sent.get("role", ""),
        grant=sent.get("grant"),
        client_id=sent.get("client"),
        request_hash=sent["request"],
        base=sent.get("base", ""),
        body=line.body,
        hash=line.hash,
    )


def _check_sent(line: _Line, sent: Mapping[str, Any]) -> None:
    """Raises where a column could not have been stored by a verb."""
    grant = sent.get("grant", 0)
    fine = (
        Kind(line.kind)
        and sent.get("role", "") in ("", *Role.values)
        and type(grant) is int
        and grant in GRANTS
        and ("client" not in sent or CLIENT_ID.fullmatch(sent["client"]))
        and len(sent["request"]) == len(line.hash)
        and len(sent.get("base", "")) <= BASE_LONGEST
    )
    if not fine:
        raise ValueError(canonical.to_text(sent))
    archive_shapes.check_time(line.at)


def _fold(events: Iterable[Event], watch: Watch) -> Projection:
    projection = Projection()
    for event in events:
        posted = len(projection.postings)
        try:
            body = canonical.parse(event.body)
            archive_shapes.check_body(Kind(event.kind), body, len(projection.names))
            projection.apply(event)
            if event.kind in DEALING:
                archive_shapes.check_fit(projection, body)
        except SENSELESS as error:
            raise damaged(f"makes no sense: {error!r}", event.seq) from None
        watch(1 + len(projection.postings) - posted)
    return projection


def _check_names(title: Named, players: tuple[Named, ...], projection: Projection) -> None:
    found = Collector()
    found.attempt(lambda: _check_name(title, names.session_name(title.name)))
    for player in players:
        found.attempt(lambda p=player: _check_name(p, names.player_name(p.name, "players")))  # type: ignore[misc]
    found.finish()
    hashed = [canonical.name_hash(player.salt, player.name) for player in players]
    if hashed != projection.names or canonical.name_hash(title.salt, title.name) != projection.name:
        raise damaged("the names differ from what the trail vouches for")


def _check_name(named: Named, kept: str) -> None:
    if named.name != kept or len(named.salt) != len(canonical.digest("")) // 2:
        raise damaged(f"the name {named.name!r} was never kept like this")


def _check_limits(projection: Projection) -> None:
    found = Collector()
    found.attempt(lambda: _check_zone(projection.time_zone))
    found.attempt(lambda: _check_count(len(projection.order)))
    found.finish()
    if not projection.stages:
        raise damaged("no stage was ever opened")
    if len(projection.stages) > STAGES:
        raise damaged(f"{len(projection.stages)} stages, of at most {STAGES}")
    if max(stage["player_count"] for stage in projection.stages) > len(projection.names):
        raise damaged("a stage has more players than ever came")


def _check_zone(name: str) -> None:
    try:
        zoneinfo.ZoneInfo(name)
    except (*SENSELESS, OSError):
        raise damaged(f"there is no time zone {name!r}") from None


def _check_count(deals: int) -> None:
    if deals > DEALS_MOST:
        raise Refused(Problem("bad_deal", "", "too_many_deals", {"most": DEALS_MOST}))


def _is(given: str, pieces: Iterator[str]) -> bool:
    """Whether a text is made of these pieces, however its lines end."""
    text, place = given.replace("\r\n", "\n").rstrip("\n") + "\n", 0
    for piece in pieces:
        if not text.startswith(piece, place):
            return False
        place += len(piece)
    return place == len(text)
