"""The session and its stages: who plays by which rules, and where the ledger stands."""

from django.db import models
from django.db.models import Q


class GameSession(models.Model):
    """一场 (yi chang), a session: one evening at one table.

    The only row that changes while the trail grows; writers lock it. ``head_seq`` and ``head_hash`` are
    those of the newest event, ``ledger_seq`` is the newest event that changed the ledger, ``deal_count`` the
    positions used. ``opening_id`` is the client id of the entry that opened the session here, so that the
    same entry opens it once; it is no part of the trail, which an archive may bring along from elsewhere. Nor is
    ``sample`` (试玩): a table to play with, which the server lets go of when nobody touches it.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    public_id = models.CharField(max_length=22, unique=True)
    opening_id = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001 - null is unique many times
    name = models.CharField(max_length=40)
    name_salt = models.CharField(max_length=32)
    time_zone = models.CharField(max_length=64)
    opened_at = models.DateTimeField()
    status = models.CharField(max_length=6, choices=Status.choices, default=Status.OPEN)
    head_seq = models.PositiveIntegerField(default=0)
    ledger_seq = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, default="")
    deal_count = models.PositiveIntegerField(default=0)
    sample = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["opened_at"], condition=Q(sample=True), name="session_sample")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Whether deals can still be recorded."""
        return self.status == self.Status.OPEN


class Stage(models.Model):
    """一段 (yi duan), a stage: a stretch of the session with the same seats, rules and stake, all of them frozen.

    ``seats`` is a JSON list of player numbers, seat 0 first, counter-clockwise; ``options`` are complete.
    ``player_count`` players belonged to the session when the stage opened, so results over players have that
    length. ``opening`` is the state before the first deal. ``minor_per_unit`` is null where only points are
    kept.
    """

    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="stages", db_index=False)
    index = models.PositiveSmallIntegerField()
    ruleset = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    unit = models.CharField(max_length=20)
    options = models.TextField()
    seats = models.TextField()
    player_count = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField()
    first_sitting = models.PositiveSmallIntegerField(null=True)
    currency = models.CharField(max_length=3, default="")
    minor_per_unit = models.PositiveIntegerField(null=True)
    carried_in = models.TextField(default="null")
    opening = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "index"], name="stage_index"),
            models.CheckConstraint(
                name="stage_stake",
                condition=Q(currency="", minor_per_unit=None) | ~Q(currency="") & Q(minor_per_unit__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.index}: {self.ruleset}"
