"""Reading several things of a session at one state of the ledger."""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from zipai_ledger.ledger.record import Damaged
from zipai_ledger.models import GameSession

from .whole import check

ATTEMPTS = 3
Read = TypeVar("Read")


def at_one_moment(
    session: GameSession,
    read: Callable[[GameSession], Read],
    drop: Callable[[Read], None] = lambda _found: None,
) -> Read:
    """What ``read`` tells of the session, all of it at one state of the ledger.

    Read without a lock, again where somebody wrote meanwhile, and at last with the writers waiting; what is read in
    vain is handed to ``drop``. Raises what ``read`` raises.
    """
    for _ in range(ATTEMPTS):
        current = GameSession.objects.get(pk=session.pk)
        try:
            found = read(current)
        except Damaged:
            if not has_changed(current):
                raise
            continue
        if not has_changed(current):
            return found
        drop(found)
    with transaction.atomic():
        return read(GameSession.objects.select_for_update().get(pk=session.pk))


def whole(session: GameSession, read: Callable[[GameSession], Read]) -> Read:
    """The same of a ledger whose whole chain holds; raises `Damaged` where it does not."""

    def checked(current: GameSession) -> Read:
        check(current)
        return read(current)

    return at_one_moment(session, checked)


def has_changed(session: GameSession) -> bool:
    """Whether anything was written since the session was read."""
    return not GameSession.objects.filter(pk=session.pk, head_seq=session.head_seq).exists()
