"""What the promises rest on, each of which can be taken away: by a patch in this process, or in the file before the evening.

Every guard names the promise that is broken without it, and a seed with which the evening comes to that soon.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.db import connection, transaction
from django.db.models import Model

from zipai_ledger.access import devices
from zipai_ledger.access import guard as guard_of_views
from zipai_ledger.database import outcome, triggers
from zipai_ledger.environment import sqlite_database
from zipai_ledger.ledger.queries import changes_since
from zipai_ledger.ledger.queries.changes import Changes
from zipai_ledger.ledger.record import Recorded, Sent, sessions
from zipai_ledger.ledger.record import write as writing
from zipai_ledger.ledger.trail import chain
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Deal, Event, GameSession, Grant, Posting
from zipai_ledger.views import live as live_pages

from . import moving, phones, sending_away, storage
from .hand import REFUSAL, Hand
from .ledger import Broken
from .phones import Answer, Entry, Phone
from .storage import DatabaseWrapper, RowStorage, Way, connected, settings_of
from .world import Opened, World, evening

Absence = Callable[[Path], AbstractContextManager[Any]]
"""Takes something away, for as long as the context lasts; gets the migrated database, before any evening has a copy."""


@dataclass(frozen=True)
class Guard:
    """``promise`` is broken without it, on an evening with ``seed``."""

    name: str
    absent: Absence
    promise: str
    seed: int = 1
    steps: int = 2_000
    """Within which; a few hundred more follow until all queues are empty."""
    way: Way = Way.FILE
    spoils: bool = False
    """Whether it is about tables whose trail somebody has damaged."""


def patched(where: object, name: str, instead: Any) -> Absence:
    return lambda _: patch.object(where, name, instead)


def all_of(*absences: Absence) -> Absence:
    @contextmanager
    def absent(path: Path) -> Iterator[None]:
        with ExitStack() as stack:
            for one in absences:
                stack.enter_context(one(path))
            yield

    return absent


def unconstrained(model: type[Model], *names: str) -> Absence:
    """The table is made anew without these constraints."""
    left = [one for one in model._meta.constraints if one.name not in names]

    def absent(path: Path) -> AbstractContextManager[None]:
        with in_file(path), patch.object(model._meta, "constraints", left):
            with connection.schema_editor() as editor:
                editor._remake_table(model)
            triggers.install(connection)
        return nullcontext()

    return absent


def not_unique(model: type[Model], name: str) -> Absence:
    """The table is made anew with a column that may hold anything twice."""

    def absent(path: Path) -> AbstractContextManager[None]:
        with in_file(path), patch.object(model._meta.get_field(name), "_unique", False):
            with connection.schema_editor() as editor:
                editor._remake_table(model)
            triggers.install(connection)
        return nullcontext()

    return absent


def without_triggers(path: Path) -> AbstractContextManager[None]:
    with in_file(path):
        triggers.remove(connection)
    return nullcontext()


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    with connected(DatabaseWrapper(settings_of(sqlite_database(path)), "default")):
        yield
        connection.close()


def deferred(path: Path) -> dict[str, Any]:
    """SQLite's own way to begin: without the file, which is taken at the first write."""
    database = sqlite_database(path)
    return {**database, "OPTIONS": {**database["OPTIONS"], "transaction_mode": "DEFERRED"}}


def link_to_nothing(verb: writing.Writing, kind: Kind, body: Mapping[str, Any]) -> Event:
    verb.session.head_hash = chain.FIRST
    return link(verb, kind, body)


def replay_whatever(session: GameSession, sent: Sent, _request_hash: str) -> Recorded | None:
    found = sent.client_id and writing._sent_before(session.pk, sent.client_id)
    return writing.answer(session, found[0], replay=True) if found else None


def held_for_ever(public_id: str, digest: str, since: datetime) -> list[Grant]:
    found = Grant.objects.select_related("session", "device").filter(session__public_id=public_id)
    return list(found.filter(devices.holds(digest, "device__", since)).order_by("-pk")[:1])


def news_kept(_: Path) -> AbstractContextManager[Any]:
    """What happened after an event is read once, and told to whoever asks for it later."""
    kept: dict[tuple[int, int], Changes] = {}

    def known(session: GameSession, since: int) -> Changes:
        return kept.setdefault((session.pk, since), changes_since(session, since))

    return patch.object(live_pages, "changes_since", known)


def send_under_a_new_id(phone: Phone) -> None:
    for entry in phone.kept.queue[:1]:
        if not entry.refused and not phone.waits_for:
            phone.made += 1
            entry.client_id = f"entry-{phone.number}-{phone.made:05d}"
    flush(phone)


def send_the_last_first(phone: Phone) -> None:
    if not phone.waits_for:
        phone.kept.queue.reverse()
    flush(phone)


def take_silence_for_yes(phone: Phone, entry: Entry, answer: Answer | None) -> None:
    if answer is None:
        phone.kept.queue.remove(entry)
        phone.flush()
    else:
        settle(phone, entry, answer)


def forget_all(phone: Phone) -> None:
    phone.kept.queue.clear()
    reload(phone)


link, flush, settle, reload = writing.Writing.link, Phone.flush, Phone.settle, Phone.reload
no_lookup = patched(writing, "replayed", lambda *_: None)
no_row_lock = patched(RowStorage, "hold", lambda *_: None)
no_hand = patched(Hand, "edit", lambda _: None)
no_opening_lookup = patched(sessions, "_opened_before", lambda *_: None)
often = patched(moving, "AGAIN", 0.5)
no_transaction = SimpleNamespace(atomic=nullcontext, on_commit=transaction.on_commit)

GUARDS = (
    # An entry is stored once, whoever sends it how often.
    Guard("an id is looked up", no_lookup, "every request is answered", seed=4),
    Guard(
        "an id is unique",
        all_of(no_lookup, unconstrained(Event, "event_client"), no_hand),
        "nothing is stored twice",
        seed=4,
    ),
    Guard(
        "an id stands for one content",
        all_of(patched(phones, "CONTRADICTS", 0.3), patched(writing, "replayed", replay_whatever)),
        "an id stands for one content",
    ),
    Guard("an opening is looked up", all_of(often, no_opening_lookup), "every request is answered", seed=6),
    Guard(
        "an opening is unique",
        all_of(often, no_opening_lookup, not_unique(GameSession, "opening_id")),
        "an entry opens one table",
        seed=6,
    ),
    # Writers follow one another.
    Guard("rows are locked", no_row_lock, "every request is answered", way=Way.ROWS, seed=4),
    Guard(
        "a number is unique",
        all_of(
            no_row_lock,
            unconstrained(Event, "event_seq"),
            unconstrained(Deal, "deal_key", "deal_position"),
            no_hand,
        ),
        "the trail has no gap and no double",
        way=Way.ROWS,
        seed=6,
    ),
    Guard(
        "a transaction begins with the file",
        patched(storage, "sqlite_database", deferred),
        "nobody is turned away for nothing",
        seed=4,
    ),
    Guard(
        "a verb is one transaction",
        patched(writing, "transaction", no_transaction),
        "postings are what an event changes",
        seed=3,
    ),
    # Nobody builds on what he has not seen, or on what is damaged.
    Guard(
        "the base is compared",
        patched(writing.Writing, "require_base", lambda *_: None),
        "nobody overwrites what he has not seen",
        seed=5,
    ),
    Guard(
        "a hash covers the one before",
        patched(writing.Writing, "link", link_to_nothing),
        "the chain is whole",
        seed=5,
    ),
    Guard(
        "the head is checked before each entry",
        patched(writing.Writing, "require_whole", lambda _: None),
        "nothing is built on a damaged trail",
        spoils=True,
        seed=5,
    ),
    Guard(
        "hashes are compared",
        patched(chain, "damages", lambda *_: iter(())),
        "nothing is built on a damaged trail",
        spoils=True,
        seed=5,
    ),
    # Who was sent away is out, and who is in hears of everything.
    Guard(
        "what was ended is not held",
        all_of(
            patched(sending_away, "SENT_AWAY", 0.3), patched(guard_of_views, "grants_of_token", held_for_ever)
        ),
        "whoever was sent away finds nothing",
    ),
    Guard("news are read when they are asked for", news_kept, "news go as far as the trail"),
    # An answer says what may be stored.
    Guard(
        "a commit is noted",
        patched(outcome, "note_commit", lambda: None),
        "what is stored is not denied",
        seed=4,
    ),
    # The file guards itself.
    Guard("rows of the trail cannot be changed", without_triggers, REFUSAL),
    Guard("the file knows each number once", unconstrained(Event, "event_seq"), f"{REFUSAL}: event_seq"),
    Guard("the file knows each id once", unconstrained(Event, "event_client"), f"{REFUSAL}: event_client"),
    Guard("a deal posts once", unconstrained(Posting, "posting_once"), f"{REFUSAL}: posting_once", seed=5),
    Guard("postings sum to zero", unconstrained(Posting, "posting_zero"), f"{REFUSAL}: posting_zero", seed=5),
    # What a phone owes to its queue.
    Guard(
        "an entry keeps its id", patched(Phone, "flush", send_under_a_new_id), "one tap is one event", seed=7
    ),
    Guard("the first entry goes first", patched(Phone, "flush", send_the_last_first), "comes first", seed=4),
    Guard(
        "an entry builds on the one before",
        patched(Phone, "base_of", lambda _, entry: entry.base),
        "nobody's own entries make his next one stale",
        seed=3,
    ),
    Guard("an entry waits for its answer", patched(Phone, "settle", take_silence_for_yes), "no tap is lost"),
    Guard("the queue outlives the page", patched(Phone, "reload", forget_all), "no tap is lost", seed=6),
    Guard(
        "what failed is sent again",
        patched(Phone, "flush_later", lambda *_: None),
        "queues run empty",
        steps=200,
        seed=6,
    ),
)


def opened_in(empty: Path) -> tuple[bytes, Opened]:
    """A table at which nothing was played yet, for all guards to begin with: its file, and the table."""
    path = empty.with_name("opened.sqlite3")
    with evening(0, empty, path) as world:
        opened = world.opened
    return path.read_bytes(), opened


def broken_without(guard: Guard, seed: int, file: Path, opened: Opened) -> tuple[str, int]:
    """Which promise is broken without a guard on an evening at an opened table, in ``file``, and after how many steps.

    ``file`` is changed. The promise is "" where all hold.
    """
    with (
        guard.absent(file),
        evening(seed, file, file.with_name("evening.sqlite3"), guard.way, opened) as world,
    ):
        try:
            live_without(world, guard)
        except Broken as broken:
            return str(broken), world.steps
        return "", world.steps


def live_without(world: World, guard: Guard) -> None:
    if guard.spoils:
        world.live_on_damaged(guard.steps)
    else:
        world.live(guard.steps)
        world.end()
