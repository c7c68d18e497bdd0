"""A database file that a disk spoils, in a process of its own: prints which damage was noticed, and which was not.

``python -m tests.faults.damage pages | flips N``, on an empty ledger with all its tables.
"""

import json
import os
import random
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zipai_ledger.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import DatabaseError, connections  # noqa: E402

from tests.faults.crowd import open_table, sent, win  # noqa: E402
from zipai_ledger.ledger import record  # noqa: E402
from zipai_ledger.ledger.verify import database_damages, verify  # noqa: E402
from zipai_ledger.models import Deal, Event, GameSession, Hu, Player, Posting, Stage  # noqa: E402
from zipai_ledger.rules import facts  # noqa: E402

PAGE = 4096
OF_THIS_INSTALLATION = {GameSession: ("public_id", "opening_id"), Event: ("id",), Posting: ("id",)}
"""Addresses and row numbers, which the trail does not tell; see tests/ledger/test_verify.py."""
FILE = settings.DATA / "ledger.sqlite3"


def fill() -> None:
    """A table with something in every kind of row that a deal makes."""
    session = open_table()
    keys = [
        record.record_deal(session=session, sent=sent(f"entry-no-{number}"), fact=win(number)).deal_key
        for number in range(40)
    ]
    record.void_deal(session=session, sent=sent("entry-void"), deal=keys[3], reason="数错了")
    record.record_deal(session=session, sent=sent("entry-dead"), fact=facts.Dead())


def told() -> list[object]:
    """Everything that the trail tells, as it is stored; what cannot be read is told as such."""
    found: list[object] = []
    with closing(sqlite3.connect(f"file:{FILE}?mode=ro", uri=True)) as raw:
        raw.text_factory = bytes
        for model in (GameSession, Player, Stage, Event, Deal, Hu, Posting):
            left = OF_THIS_INSTALLATION.get(model, ())
            columns = [f'"{one.column}"' for one in model._meta.concrete_fields if one.column not in left]
            try:
                found.append(
                    raw.execute(f"SELECT {', '.join(columns)} FROM {model._meta.db_table}").fetchall()
                )
            except sqlite3.DatabaseError as error:
                found.append(str(error))
    return found


def noticed() -> bool:
    """Whether `verify_ledger` finds anything."""
    connections.close_all()
    try:
        return bool(database_damages()) or any(verify(one).damages for one in GameSession.objects.all())
    except (DatabaseError, ValueError, OverflowError):
        return True
    finally:
        connections.close_all()


def pages(whole: bytes) -> Iterator[bytes]:
    """Every page overwritten in turn."""
    chance = random.Random(1)
    for start in range(0, len(whole), PAGE):
        yield whole[:start] + chance.randbytes(PAGE) + whole[start + PAGE :]


def flips(whole: bytes, count: int) -> Iterator[bytes]:
    """So many bits flipped, one at a time."""
    chance = random.Random(2)
    for _ in range(count):
        place, bit = chance.randrange(len(whole)), chance.randrange(8)
        yield whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :]


def spoil(spoilt: Iterator[bytes], truth: list[object]) -> dict[str, int]:
    """How much was noticed of what changed data; what changed none need not be."""
    found: Counter[str] = Counter()
    for one in spoilt:
        FILE.write_bytes(one)
        if told() == truth:
            found["harmless"] += 1
        else:
            found[f"changed, {'noticed' if noticed() else 'missed'}"] += 1
    return found


def main(scenario: str, count: str = "0") -> None:
    fill()
    connections.close_all()
    whole, truth = FILE.read_bytes(), told()
    assert not noticed()
    print(json.dumps(spoil(flips(whole, int(count)) if scenario == "flips" else pages(whole), truth)))


if __name__ == "__main__":
    main(*sys.argv[1:])
