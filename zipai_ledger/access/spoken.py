"""口令 (a spoken code): eight digits that are said across the table, for looking on.

A hundred million of them are soon gone through, so that one ends after ten minutes, or `WRONG_TRIES`.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, DateTimeField, F, QuerySet, Value, When
from django.utils import timezone

from zipai_ledger.database.prepared import prepared
from zipai_ledger.models import AccessKind, GameSession, Grant, Link, Role

from . import audit, tokens
from .grants import WrongCode, live_grants, locked, tell, valid_links

LASTS = timedelta(minutes=10)
WRONG_TRIES = 50
"""From everywhere, while it is open: a guess is right with a chance of 50 in 10**8 at most, and then it has ended."""


def make(session: GameSession, *, by: Grant | None = None) -> tuple[Link, str]:
    """A code and its digits, by fours; the one before it ends, whoever came by it stays."""
    with transaction.atomic():
        locked(session)
        now = timezone.now()
        open_codes().filter(session=session).update(revoked_at=now)
        code = _unused()
        link = Link.objects.create(
            session=session,
            kind=Link.Kind.SPOKEN,
            role=Role.VIEWER,
            expires_at=now + LASTS,
            secret_hash=tokens.keyed_digest(code),
        )
        audit.note_link(AccessKind.SPOKEN_CODE_MADE, link, by=by)
    return link, code


def _unused() -> str:
    """Digits that no code has had: what is kept of each is unique, also of those that have ended."""
    while True:
        code = tokens.new_digits()
        if not Link.objects.filter(secret_hash=tokens.keyed_digest(code)).exists():
            return code


def open_codes() -> QuerySet[Link]:
    """Those by which one may come now, of all tables."""
    return valid_links(Link).filter(kind=Link.Kind.SPOKEN)


def find(code: str) -> Link:
    """The open one with these digits. Raises `WrongCode`, which is counted against every one that is open."""
    if not code:
        raise WrongCode
    now = timezone.now()
    with transaction.atomic():
        link, last_try = _examined(tokens.keyed_digest(code), now)
    if last_try:
        _tell_owners(now)
    if link is None:
        raise WrongCode
    return link


def _examined(digest: str, now: datetime) -> tuple[Link | None, bool]:
    """The open code with this digest, or none; and whether one has ended by not being it.

    All of them stay locked, from before it is looked at until it is counted: many at once cannot slip through.
    """
    rows = open_codes().select_for_update(no_key=True).order_by("pk")
    found = list(rows.values_list("pk", "secret_hash", "wrong_tries"))
    right = [pk for pk, kept, _tries in found if kept == digest]
    if right:
        return Link.objects.select_related("session").get(pk=right[0]), False
    if not found:
        return None, False
    ends = When(wrong_tries__gte=WRONG_TRIES - 1, then=Value(now))
    open_codes().filter(pk__lte=found[-1][0]).update(
        wrong_tries=F("wrong_tries") + 1, revoked_at=Case(ends, output_field=DateTimeField())
    )
    return None, any(tries >= WRONG_TRIES - 1 for _pk, _kept, tries in found)


def _tell_owners(at: datetime) -> None:
    """Of the tables whose codes wrong tries have ended at that moment."""
    ended = Link.objects.filter(kind=Link.Kind.SPOKEN, expires_at__gt=at, revoked_at=at)
    tell(live_grants().filter(session__in=ended.values("session"), role=Role.OWNER))


def newest(session: GameSession) -> Link | None:
    """The newest code of a table, open or ended, until its ten minutes are over."""
    return next(iter(_spoken(session.pk, timezone.now())), None)


@prepared
def _spoken(session: int, now: datetime) -> QuerySet[Link]:
    kept = Link.objects.filter(session=session, kind=Link.Kind.SPOKEN, expires_at__gt=now)
    return kept.order_by("-pk")[:1]


def is_worn_out(link: Link | None) -> bool:
    """Whether wrong tries have ended this code."""
    return link is not None and link.wrong_tries >= WRONG_TRIES
