"""Whether a ledger is whole: only such a one leaves."""

from collections.abc import Iterator
from itertools import chain as chained

from zipai_ledger.http.cancelled import checkpoints
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.ledger.trail import canonical, chain, kinds
from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Event, GameSession, Player

CHUNK = 500
NAMING = (Kind.SESSION_OPENED, Kind.SESSION_RENAMED, *kinds.NAMING)


def events_of(session: GameSession) -> Iterator[Event]:
    """The trail up to the head of ``session``, a chunk at a time."""
    seq = 0
    trail = Event.objects.filter(session=session, seq__lte=session.head_seq).order_by("seq")
    while found := list(trail.filter(seq__gt=seq)[:CHUNK]):
        yield from checkpoints(found)
        seq = found[-1].seq


def check(session: GameSession) -> None:
    """The whole chain holds, leads to the head of the session, and vouches for its names; raises `Damaged`."""
    found = (*chain.damages(events_of(session)), *_head(session))
    if not found:
        found = tuple(_names(session))
    if found:
        raise Damaged(found)


def _head(session: GameSession) -> Iterator[Damage]:
    last = Event.objects.filter(session=session).order_by("-seq").values_list("seq", "hash").first()
    if last != (session.head_seq, session.head_hash):
        yield Damage(session.head_seq, "the session has another head than the trail")


def _names(session: GameSession) -> Iterator[Damage]:
    expected: dict[int, str] = {}
    for event in Event.objects.filter(session=session, kind__in=NAMING).order_by("seq"):
        body = canonical.parse(event.body)
        expected[body.get("player", -1)] = body["name"]
    people = Player.objects.filter(session=session).order_by("index")
    named = chained(
        [(-1, session.name_salt, session.name)], people.values_list("index", "salt", "name").iterator()
    )
    stored = {index: canonical.name_hash(salt, name) for index, salt, name in named}
    if stored != expected:
        yield Damage(session.head_seq, "the names differ from what the trail vouches for")
