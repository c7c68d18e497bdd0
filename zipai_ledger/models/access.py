"""Devices, links and grants: who may read or write a session. Only hashes of secrets are kept."""

from datetime import UTC, datetime, timedelta
from functools import cache

from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone

from .session import GameSession

LIFETIME = timedelta(days=365)
"""A device that was not here for so long is gone, and whatever it might do with it."""
DAYS_THAT_AGREE = 7
"""A year is over once so many `RunningDay` say so: one reading of a clock that has jumped ends nothing."""
EVER = datetime(1, 1, 2, tzinfo=UTC)
"""Before any moment that is stored."""


def a_year_ago() -> datetime:
    """Who was here since, by the clock, is not gone."""
    return timezone.now() - LIFETIME


def still_here(prefix: str = "", since: datetime | None = None) -> models.Q:
    """Devices that have not signed off and are not gone; ``prefix`` leads to them from where that is asked.

    ``since``: `a_year_ago`, where the query is prepared for any moment.
    """
    by_clock = models.Q(**{f"{prefix}last_seen__gt": since or a_year_ago()})
    by_days = models.Q(**{f"{prefix}last_seen__gt": _year_that_days_agree_on()})
    return models.Q(**{f"{prefix}signed_off_at": None}) & (by_clock | by_days)


@cache
def _year_that_days_agree_on() -> Coalesce:
    """A year before the days that the host was running; an expression without values of its own, made once."""
    days = RunningDay.objects.order_by("-date").values("year_before")
    return Coalesce(models.Subquery(days[DAYS_THAT_AGREE - 1 : DAYS_THAT_AGREE]), EVER)


def live(since: datetime | None = None) -> models.Q:
    """Grants that hold: not revoked, and their device is still here; ``since`` as there."""
    return models.Q(revoked_at=None) & still_here("device__", since)


class Role(models.TextChoices):
    """What a grant allows, weakest first."""

    VIEWER = "viewer"
    SCOREKEEPER = "scorekeeper"
    OWNER = "owner"


class Device(models.Model):
    """A browser that holds a token; ``token_hash`` is the token's SHA-256 in hex.

    ``former_hash``: of the token before, until the browser comes with the new one. As long as that is so, ``seed`` is
    what the new one was made of, with the secret key, so that a form sent again gets the same one again.

    ``last_seen``: when it was last here, to the day. ``signed_off_at``: when it was ended, by itself or the operator.
    See `live`.
    """

    token_hash = models.CharField(max_length=64, unique=True)
    former_hash = models.CharField(max_length=64, default="")
    seed = models.CharField(max_length=43, default="")
    created = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField()
    signed_off_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["former_hash"], condition=~models.Q(former_hash=""), name="device_former"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class RunningDay(models.Model):
    """A day, of UTC, on which a device was here by the host's clock; ``year_before`` is a `LIFETIME` before it began.

    The newest `DAYS_THAT_AGREE` are kept.
    """

    date = models.DateField(unique=True)
    year_before = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.date}"


class RecoveryCode(models.Model):
    """恢复码: gives another phone whatever ``device`` may do, once; ``secret_hash`` is a keyed hash of it.

    It ends when it is used, by ``used_by``, or replaced. A device has one that is good, or none.
    """

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="codes")
    secret_hash = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(Device, on_delete=models.SET_NULL, null=True, related_name="used_codes")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["device"], condition=models.Q(ended_at=None), name="recovery_code_live"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"


class BaseLink(models.Model):
    """A secret that can be exchanged for a grant, wherever it leads.

    ``uses`` devices may come by it, ``uses_left`` of them still; both are null where any number may. ``expires_at``
    is null where it stays valid; ``player`` is the number of whom it was made for, null where that is asked.

    ``seed``: what the secret of an invitation was made of, with the secret key, where its code can be shown again.
    """

    class Kind(models.TextChoices):
        INVITE = "invite"
        RECOVERY = "recovery"
        SPOKEN = "spoken"
        TRANSFER = "transfer"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    secret_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=16, choices=Role.choices)
    label = models.CharField(max_length=40, default="")
    created = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    uses = models.PositiveIntegerField(null=True)
    uses_left = models.PositiveIntegerField(null=True)
    player = models.PositiveSmallIntegerField(null=True)
    revoked_at = models.DateTimeField(null=True)
    seed = models.CharField(max_length=43, default="")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.label or self.kind

    @property
    def is_over(self) -> bool:
        """Whether its time has passed."""
        return self.expires_at is not None and self.expires_at <= timezone.now()


class BaseGrant(models.Model):
    """What a device may do until it is revoked; ``player`` is the number of its holder.

    ``recovered_at``: when it came by a recovery code, null where it came otherwise.
    """

    role = models.CharField(max_length=16, choices=Role.choices)
    player = models.PositiveSmallIntegerField(null=True)
    created = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)
    recovered_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.role


class Link(BaseLink):
    """A way to a table: an invitation, a code to be spoken, the owner's recovery code, or a transfer.

    A transfer moves the grant ``moves`` to another browser. ``wrong_tries``: codes that were not right while this one,
    to be spoken, was open.
    """

    session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="links", db_index=False)
    moves = models.ForeignKey("Grant", on_delete=models.CASCADE, null=True, related_name="transfers")
    wrong_tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(fields=["session", "kind"], name="link_kind"),
            models.Index(fields=["kind", "expires_at"], name="link_kind_expires"),
        ]

    @property
    def place(self) -> GameSession:
        """Where it leads."""
        return self.session


class Grant(BaseGrant):
    """What a device may do in a session.

    ``requested_at``: its holder asks to keep score. ``refused_at``: the owner said no. ``changes`` counts what changed
    for its open pages beside the trail.
    """

    session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="grants", db_index=False)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="grants")
    link = models.ForeignKey(Link, on_delete=models.SET_NULL, null=True, related_name="grants")
    requested_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)
    changes = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "device"], condition=models.Q(revoked_at=None), name="grant_live"
            ),
        ]
        indexes = [models.Index(fields=["session", "created"], name="grant_created")]

    @property
    def place(self) -> GameSession:
        """Where it holds."""
        return self.session

    FACE = ("role", "player", "requested_at", "refused_at", "changes")

    @property
    def face(self) -> tuple[object, ...]:
        """What a page shows of the grant itself: two with the same face see the same table."""
        return tuple(getattr(self, name) for name in self.FACE)

    @property
    def mark(self) -> str:
        """What an open page keeps of the face, to know that it has changed."""
        return f"{self.role}-{self.player}-{self.changes}"


class OpenEntry(models.Model):
    """正在记 (zhengzai ji): a page of a grant on which a deal is being entered, as a lease good until ``until``.

    A row for each open page, since all processes of a server have to know of it; see `zipai_ledger.live.leases` for
    who writes it, and how seldom. No part of the trail, and in no archive.
    """

    grant = models.ForeignKey(Grant, on_delete=models.CASCADE, related_name="entries", db_index=False)
    tab = models.CharField(max_length=32)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["grant", "tab"], name="open_entry_page")]

    def __str__(self) -> str:
        return f"{self.grant_id} until {self.until}"


class FailedCode(models.Model):
    """A code that was not right, or is being looked at; ``who`` is a keyed hash of the network address."""

    who = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="failed_code_at"),
            models.Index(fields=["who", "at"], name="failed_code_who"),
        ]

    def __str__(self) -> str:
        return f"{self.at}"
