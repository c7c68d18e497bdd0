"""Does everything stored follow from the trail, and the trail from the rules?

Verification trusts nothing but the events: it checks their chain, adds their bodies up and compares every row
with what they say; then it asks the rules again, where they still are the ones that scored.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import QuerySet

from zipai_ledger.database.prepared import prepared
from zipai_ledger.ledger.posting import Rules, read_fact, recheck
from zipai_ledger.ledger.trail import chain
from zipai_ledger.ledger.trail.chain import Damage, Link, StoredLink
from zipai_ledger.ledger.trail.outcomes import Stored
from zipai_ledger.ledger.trail.projection import DealNow, Projection
from zipai_ledger.models import Event, GameSession, Stage
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.replay import Watch, unwatched
from zipai_ledger.rules.ruleset import State

from .rows import compare

UNKNOWN = "unknown_ruleset"
"""What is wrong with a stage whose rules are gone."""
RECENT = 50
"""Events that are checked whenever a table is opened."""

NO_TEXT = "decode to UTF-8"
"""What SQLite says of stored bytes that are no text, by the same error as when it is busy."""
PAGE = 25
"""Events that are read at a time."""
SENSELESS = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What reading something damaged may end in."""
MOST_AT_START = 500
"""Open tables that are checked when a server starts."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in one session.

    ``differing`` are keys of deals that older rules scored and today's would score otherwise: no damage.
    """

    events: int
    damages: tuple[Damage, ...]
    differing: tuple[int, ...] = ()


def quick_check(session: GameSession, most: int = RECENT) -> tuple[Damage, ...]:
    """What is wrong with the head and the last ``most`` events, empty where nothing is. One query.

    Raises ``OperationalError`` where the database has no time to say.
    """
    try:
        return _newest(session, most)
    except OperationalError as error:
        if NO_TEXT not in str(error):
            raise
        return _unreadable(error)
    except (DatabaseError, *SENSELESS) as error:
        return _unreadable(error)


def _unreadable(error: Exception) -> tuple[Damage, ...]:
    return (Damage(0, f"cannot be read: {error}"),)


def _newest(session: GameSession, most: int) -> tuple[Damage, ...]:
    found = _links_between(session.pk, session.head_seq - most, session.head_seq)
    newest = list(map(StoredLink._make, found))
    if not newest:
        return (Damage(0, "the trail is empty"),)
    whole = newest[0].seq == 1
    seq, previous = (0, chain.FIRST) if whole else (newest[0].seq, newest[0].hash)
    links = newest if whole else newest[1:]
    return (*chain.damages(links, seq, previous), *_head(session, newest[-1]))


@prepared
def _links_between(session: int, first: int, last: int) -> QuerySet[Event, tuple[Any, ...]]:
    found = Event.objects.filter(session=session, seq__gte=first, seq__lte=last).order_by("seq")
    return found.values_list(*StoredLink._fields)


def _head(session: GameSession, last: Link) -> Iterator[Damage]:
    if (session.head_seq, session.head_hash) != (last.seq, last.hash):
        yield Damage(last.seq, f"the session says its head is {session.head_seq} {session.head_hash}")


def damaged_tables(most: int = MOST_AT_START) -> dict[str, tuple[Damage, ...]]:
    """Public id → what `quick_check` finds at the open tables opened last. A query each: one bad page hides no other."""
    tables = GameSession.objects.filter(status=GameSession.Status.OPEN).order_by("-pk")[:most]
    found = {session.public_id: _at_start(session) for session in tables}
    return {public_id: damages for public_id, damages in found.items() if damages}


def _at_start(session: GameSession) -> tuple[Damage, ...]:
    try:
        return quick_check(session)
    except OperationalError as error:
        return _unreadable(error)


def verify(session: GameSession) -> Report:
    """Check one session from its first event to its last row.

    Rows are compared with a trail that holds together, and the rules are asked about rows that follow from
    it: before that their answers would be worth nothing. Read without a lock; only where something is found and somebody has
    written meanwhile, once more with the writers waiting.
    """
    current = GameSession.objects.get(pk=session.pk)
    report = _attempt(current)
    if report.damages and GameSession.objects.get(pk=session.pk).head_seq != current.head_seq:
        with transaction.atomic():
            return _attempt(GameSession.objects.select_for_update().get(pk=session.pk))
    return report


def _attempt(session: GameSession) -> Report:
    try:
        return _check(session)
    except (DatabaseError, *SENSELESS) as error:
        return Report(0, _unreadable(error))


def _check(session: GameSession) -> Report:
    count = Event.objects.filter(session=session).count()
    differing: tuple[int, ...] = ()
    damages = tuple(chain.damages(_events(session)))
    if not damages:
        projection, damages = _project(_events(session))
    if not damages:
        damages = tuple(compare(session, projection))
    if not damages:
        stages = Stage.objects.filter(session=session).order_by("index")
        damages, differing = rules_damages(stages, projection)
    return Report(count, damages, differing)


def _events(session: GameSession) -> Iterator[Event]:
    """The trail, a few events at a time: one alone may be megabytes, and a cursor left open would hold writers up."""
    newest = 0
    while page := list(Event.objects.filter(session=session, seq__gt=newest).order_by("seq")[:PAGE]):
        yield from page
        newest = page[-1].seq


def _project(events: Iterable[Event]) -> tuple[Projection, tuple[Damage, ...]]:
    """The fold of the trail, or the event at which it makes no sense."""
    projection = Projection()
    for event in events:
        try:
            projection.apply(event)
        except SENSELESS as error:
            return projection, (Damage(event.seq, f"makes no sense: {error!r}"),)
    return projection, ()


def rules_damages(
    stages: Iterable[Stage], projection: Projection, watch: Watch = unwatched
) -> tuple[tuple[Damage, ...], tuple[int, ...]]:
    """What the rules say otherwise, and the keys of deals that older rules scored and today's would score otherwise.

    Raises what ``watch`` raises.
    """
    differing: list[int] = []
    damages = tuple(_ask_rules(stages, projection, differing, watch))
    return damages, tuple(differing)


def _ask_rules(
    stages: Iterable[Stage], projection: Projection, differing: list[int], watch: Watch
) -> Iterator[Damage]:
    for stage in stages:
        try:
            rules = Rules.of(stage)
        except Refused as refused:
            # A settled evening is shown and verified without its rules.
            if any(problem.code != UNKNOWN for problem in refused.problems):
                yield Damage(0, f"stage {stage.index}: cannot be read: {refused}")
            continue
        state = State.from_text(stage.opening)
        if stage.version == rules.ruleset.version:
            yield from _ask_table(stage, rules, state)
        deals = [(key, projection.deals[key]) for key in projection.order]
        counting = [(key, deal) for key, deal in deals if deal.stage == stage.index and deal.live]
        for key, deal in counting:
            watch(0)
            stored = Stored.read(deal.outcome)
            yield from _ask(rules, state, (key, deal, stored), differing)
            state = State.from_text(stored.state)


def _ask_table(stage: Stage, rules: Rules, state: State) -> Iterator[Damage]:
    """Whether the rules let a stage be opened like this."""
    ruleset, stored = rules.ruleset, rules.table
    first = (stored.first_dealer, stored.first_sitting)
    try:
        table = ruleset.table(stored.options, stored.players, stored.count, *first, stored.carried_in)
    except Refused as refused:
        yield Damage(0, f"stage {stage.index}: the rules refuse it: {refused}")
        return
    if table != stored or ruleset.open(table) != state:
        yield Damage(0, f"stage {stage.index}: the rules open it otherwise")


def _ask(
    rules: Rules, state: State, entry: tuple[int, DealNow, Stored], differing: list[int]
) -> Iterator[Damage]:
    key, deal, stored = entry
    if deal.agreed:
        return
    found = recheck(rules, state, read_fact(deal.fact))
    if stored.version != rules.ruleset.version:
        if isinstance(found, Refused) or not found.same_but_for_version(stored):
            differing.append(key)
    elif isinstance(found, Refused):
        yield Damage(key, f"the rules refuse the deal: {found}")
    elif found != stored:
        yield Damage(key, f"the rules say {found.text}, stored is {stored.text}")


def database_damages() -> tuple[Damage, ...]:
    """What SQLite says of the file itself; other databases check their own."""
    if connection.vendor != "sqlite":
        return ()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        messages = [row[0] for row in cursor.fetchall() if row[0] != "ok"]
        cursor.execute("PRAGMA foreign_key_check")
        messages += [f"{row[0]} row {row[1]} points at nothing in {row[2]}" for row in cursor.fetchall()]
    return tuple(Damage(0, text) for text in messages)
