"""Many phones at one table at once, in a process of its own on an empty ledger: prints what each was told.

``python -m tests.faults.crowd SCENARIO [without WHAT]``; ``without`` takes one of the safeguards away.
"""

import json
import os
import signal
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from types import SimpleNamespace

import django

from zipai_ledger import environment

Barrier, Queue, Process = (getattr(get_context("fork"), name) for name in ("Barrier", "Queue", "Process"))

HANGS = 300
"""Seconds; however busy the machine is, nobody gives up before."""

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")
environment.PATIENCE = HANGS
django.setup()

from django.conf import settings  # noqa: E402
from django.db import DatabaseError, connection, connections, transaction  # noqa: E402

from zipai_ledger.database.triggers import install  # noqa: E402
from zipai_ledger.ledger import record  # noqa: E402
from zipai_ledger.ledger.record import NewStage, Sent, write  # noqa: E402
from zipai_ledger.ledger.verify import verify  # noqa: E402
from zipai_ledger.models import Deal, Event, GameSession, Posting  # noqa: E402
from zipai_ledger.rules import facts  # noqa: E402


def sent(client_id=None, base=None):
    return Sent(role="scorekeeper", client_id=client_id, base=base)


def win(number):
    return facts.Win(winner=number % 3, source="self_draw", hu=10 + number % 30, xing=facts.Xing(count=0))


def open_table():
    stage = NewStage(ruleset="guilin", seats=(0, 1, 2))
    return record.open_session(
        sent=sent(), name="周五", players=["老王", "小李", "阿芳"], stage=stage
    ).session


def at_once(count, send):
    """Call ``send(number)`` from so many threads at the same moment; gives what each was told."""
    start = threading.Barrier(count)

    def one(number):
        try:
            start.wait()
            return told(lambda: send(number))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def at_once_in_processes(count, send):
    """The same from processes, which share nothing but the database: ``send(number, turn)`` ten times each."""
    let_go()
    start, answers = Barrier(count), Queue()

    def one(number):
        start.wait()
        for turn in range(10):
            answers.put(told(lambda turn=turn: send(number, turn)))

    children = [Process(target=one, args=(number,)) for number in range(count)]
    for child in children:
        child.start()
    found = [answers.get(timeout=HANGS) for _ in range(10 * count)]
    for child in children:
        child.join()
    return found


def let_go():
    """Leave nothing open that a forked process would share."""
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()


def told(send):
    try:
        return "replay" if send().replay else "stored"
    except record.Stale as stale:
        return f"stale {len(stale.events)}"
    except (DatabaseError, record.Conflict) as error:
        return f"{type(error).__name__}: {error}"


def account(session, answers):
    """What a test looks at: answers by kind, what is stored, and whether it holds together."""
    events = Event.objects.filter(session=session).order_by("seq")
    return {
        "told": Counter(answers),
        "deals": Deal.objects.filter(session=session).count(),
        "gapless": [event.seq for event in events] == list(range(1, len(events) + 1)),
        "damages": [str(damage) for damage in verify(session).damages],
    }


def same_form(count):
    """The same entry from ``count`` phones."""
    session = open_table()
    return account(session, at_once(count, lambda _: send_same(session)))


def send_same(session):
    return record.record_deal(session=session, sent=sent("the-same-entry"), fact=win(0))


def different_deals(count):
    """Different deals without a base, three from each phone."""
    session = open_table()
    answers = []
    for turn in range(3):
        answers += at_once(
            count,
            lambda number, turn=turn: record.record_deal(
                session=session, sent=sent(f"entry-{turn}-{number}"), fact=win(number)
            ),
        )
    return account(session, answers)


def several_processes(count):
    """The same from processes."""
    session = open_table()

    def send(number, turn):
        return record.record_deal(session=session, sent=sent(f"entry-{turn}-{number}"), fact=win(number))

    return account(session, at_once_in_processes(count, send))


def stale_base(count):
    """Different deals, all built on the same ledger."""
    session = open_table()
    base = GameSession.objects.get(pk=session.pk).ledger_seq
    return account(
        session,
        at_once(
            count,
            lambda number: record.record_deal(
                session=session, sent=sent(f"entry-no-{number}", base), fact=win(number)
            ),
        ),
    )


def killed(count):
    """The process dies before the n-th statement of a verb, for n up to ``count``; then it is sent again."""
    return [killed_before(number) for number in range(1, count + 1)]


def killed_before(number):
    session = open_table()
    record.record_deal(session=session, sent=sent(), fact=win(1))

    def send():
        return record.record_deal(session=session, sent=sent("an-entry"), fact=win(2))

    before = state_of(session)
    let_go()
    child = os.fork()
    if not child:
        die_before(number, send)
    status = os.waitpid(child, 0)[1]
    died = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    unharmed = state_of(session) == before
    return {"died": died, "unharmed": unharmed, **account(session, [told(send)])}


def die_before(number, verb):
    left = number

    def count_down(execute, sql, params, many, context):
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count_down):
        verb()
    os._exit(0)


def state_of(session):
    row = GameSession.objects.get(pk=session.pk)
    return [row.head_seq, row.head_hash, Event.objects.count(), Deal.objects.count()]


FORGERIES = {
    "rewritten": "UPDATE zipai_ledger_event SET body = '{}' WHERE seq = 2",
    "erased": "DELETE FROM zipai_ledger_event WHERE seq = 2",
    "moved": "UPDATE zipai_ledger_posting SET p0 = p0 + 1, p1 = p1 - 1",
    "dropped": "DELETE FROM zipai_ledger_posting",
    "lopsided": "INSERT INTO zipai_ledger_posting (session_id, event_id, deal_key, p0, p1, p2, p3, p4, p5, p6, p7)"
    " SELECT session_id, id, 99, 1, 0, 0, 0, 0, 0, 0, 0 FROM zipai_ledger_event WHERE seq = 2",
}
"""What no program may do to a ledger, however wrong it is."""


def forged(_):
    """Statements that no verb would send; each is undone again."""
    session = open_table()
    record.record_deal(session=session, sent=sent("an-entry"), fact=win(0))
    return {"told": {name: attempted(sql) for name, sql in FORGERIES.items()}}


def attempted(sql):
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
            transaction.set_rollback(True)
            return "stored"
    except DatabaseError:
        return "refused"


@contextmanager
def no_unique():
    """Nobody looks whether an entry was sent before, and the database does not mind."""
    Event._meta.constraints = [c for c in Event._meta.constraints if c.name != "event_client"]
    with connection.schema_editor() as editor:
        editor._remake_table(Event)
    write.replayed = lambda *_: None
    yield


@contextmanager
def no_base():
    """Nobody looks what an entry is built on."""
    write.Writing.require_base = lambda self: None
    yield


@contextmanager
def no_lock():
    """Transactions begin as SQLite has them: readers first, writers when they write."""
    settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] = "DEFERRED"
    connections["default"].settings_dict["OPTIONS"]["transaction_mode"] = "DEFERRED"
    connections["default"].transaction_mode = "DEFERRED"
    connections.close_all()
    yield


@contextmanager
def no_check():
    """Any sum will do."""
    Posting._meta.constraints = [c for c in Posting._meta.constraints if c.name != "posting_zero"]
    with connection.schema_editor() as editor:
        editor._remake_table(Posting)
    install(connection)
    yield


@contextmanager
def no_trigger():
    """A table is made anew, as a migration does it, and nobody puts its triggers back."""
    for model in (Event, Posting):
        with connection.schema_editor() as editor:
            editor._remake_table(model)
    yield


@contextmanager
def no_transaction():
    """Every statement stands for itself."""
    write.transaction = SimpleNamespace(atomic=nullcontext, on_commit=lambda *_, **__: None)
    yield


SCENARIOS = {
    f.__name__: f for f in (same_form, different_deals, several_processes, stale_base, killed, forged)
}
WITHOUT = {f.__name__: f for f in (no_unique, no_base, no_lock, no_check, no_trigger, no_transaction)}


def main(scenario, count, without=""):
    write.PATIENCE = HANGS
    with WITHOUT[without]() if without else nullcontext():
        print(json.dumps(SCENARIOS[scenario](int(count))))


if __name__ == "__main__":
    main(*sys.argv[1:])
