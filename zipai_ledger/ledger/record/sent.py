"""What a verb is told about its sender, what it answers, and how it refuses."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.models import Event, GameSession
from zipai_ledger.rules.problems import Problem, Refused

CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
AFTER = "after:"
NOTE_LONGEST = 500
GARBLED = "\ufffd"
"""What decoding leaves where the bytes were no text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """Who sends an entry, under which id, and what it builds on.

    ``client_id`` is unique in the session for ever. ``base`` is the ledger seq the sender saw, or
    ``after:<client id>`` of an own entry sent before, or None: add it whatever has changed. ``people``: who sat where
    when it was made, players by number, or None: whoever sits there. Raises `Refused` (``bad_entry``) where id or base are
    malformed.
    """

    role: str
    grant: int | None = None
    client_id: str | None = None
    base: int | str | None = None
    people: tuple[int, ...] | None = None
    now: Callable[[], datetime] = timezone.now

    def __post_init__(self) -> None:
        if self.client_id is not None and not CLIENT_ID.fullmatch(self.client_id):
            raise Refused(Problem("bad_entry", "client_id", "client_id", {"got": self.client_id[:40]}))
        after = self.base.removeprefix(AFTER) if isinstance(self.base, str) else None
        if after is not None and (after == self.base or not CLIENT_ID.fullmatch(after)):
            raise Refused(Problem("bad_entry", "base", "base", {"got": str(self.base)[:40]}))

    @property
    def after(self) -> str | None:
        """The client id of the own entry it builds on."""
        return self.base.removeprefix(AFTER) if isinstance(self.base, str) else None


@dataclass(frozen=True, slots=True)
class Recorded:
    """The answer of a verb: the event stored, now or, with ``replay``, when it was sent before."""

    session: GameSession
    event_seq: int
    replay: bool
    deal_key: int | None = None


class Stale(Exception):
    """Others have changed the ledger since; ``events`` are those changes, oldest first.

    There are none where the sender's own earlier entry was never stored (``missing``).
    """

    def __init__(self, ledger_seq: int, events: tuple[Event, ...], missing: str = "") -> None:
        super().__init__(f"the ledger stands at {ledger_seq}")
        self.ledger_seq = ledger_seq
        self.events = events
        self.missing = missing


class Reseated(Exception):
    """Others sit there than when the entry was made: then it was these ``people``, by number.

    A deal names seats, so it would be booked for whoever sits there now.
    """

    def __init__(self, people: tuple[int, ...]) -> None:
        super().__init__(f"made for players {people}")
        self.people = people


class Closed(Exception):
    """The session is closed; it has to be opened again first."""


class Conflict(Exception):
    """Something else has been stored under the same client id: ``event``."""

    def __init__(self, event: Event) -> None:
        super().__init__(f"event {event.seq} has this client id")
        self.event = event


class Blocked(Exception):
    """A correction after which later deals can no longer stand: deal key → why.

    Each has to be voided or replaced first, or named in ``keep``.
    """

    def __init__(self, problems: Mapping[int, tuple[Problem, ...]]) -> None:
        super().__init__(f"deals {', '.join(map(str, problems))} can no longer stand")
        self.problems = problems


class Damaged(Exception):
    """The trail does not hold together; nothing was written."""

    def __init__(self, damages: tuple[Damage, ...]) -> None:
        super().__init__("; ".join(map(str, damages)))
        self.damages = damages


def check_note(note: str, field: str) -> None:
    """Raises `Refused` (``bad_note``) where a remark is longer than 500 code points, or holds what nobody can have written."""
    if len(note) > NOTE_LONGEST:
        raise Refused(Problem("bad_note", field, "long", {"got": len(note), "longest": NOTE_LONGEST}))
    for place, char in enumerate(note, 1):
        if char == GARBLED or (unicodedata.category(char) == "Cc" and char not in "\t\n\r"):
            raise Refused(
                Problem("bad_note", field, "control", {"got": f"U+{ord(char):04X}", "place": place})
            )
