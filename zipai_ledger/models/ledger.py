"""The trail and what follows from it: events and postings are appended, deals are projections."""

from django.db import models
from django.db.models import F, Q, Value

from .session import GameSession, Stage

PLAYERS = 8
COLUMNS = tuple(f"p{index}" for index in range(PLAYERS))


class Event(models.Model):
    """One link of the trail, append-only; triggers refuse UPDATE and DELETE.

    ``body`` is the exact JSON text that ``hash`` covers, together with the hash before it, ``seq``,
    ``kind`` and ``at``. The other columns repeat the body for the database's sake; ``grant`` is the number
    of a grant.
    """

    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=24)
    at = models.CharField(max_length=32)
    role = models.CharField(max_length=16, default="")
    grant = models.BigIntegerField(null=True)
    client_id = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null is unique many times
    request_hash = models.CharField(max_length=64)
    base = models.CharField(max_length=80, default="")
    body = models.TextField()
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "seq"], name="event_seq"),
            models.UniqueConstraint(fields=["session", "client_id"], name="event_client"),
        ]
        # What happened of one kind, of which there may be a handful among thousands.
        indexes = [models.Index(fields=["session", "kind", "seq"], name="event_kind")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Deal(models.Model):
    """一盘 (yi pan), a deal as it stands now. ``key`` is the seq of the event that recorded it and never changes.

    ``position`` counts from 1 without gaps over the session; void deals keep theirs. ``outcome`` is the
    canonical JSON of what the deal did when it last counted. ``agreed`` (商定): kept as it was although it
    could not stand any more.
    """

    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="deals", db_index=False)
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="deals", db_index=False)
    key = models.PositiveIntegerField()
    position = models.IntegerField()
    live = models.BooleanField(default=True)
    agreed = models.BooleanField(default=False)
    disputed = models.BooleanField(default=False)
    dealer = models.PositiveSmallIntegerField(null=True)
    sitting = models.PositiveSmallIntegerField(null=True)
    checked = models.CharField(max_length=8, default="")
    fact = models.TextField()
    outcome = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "key"], name="deal_key"),
            models.UniqueConstraint(fields=["session", "position"], name="deal_position"),
        ]
        indexes = [
            models.Index(fields=["session", "position"], condition=Q(disputed=True), name="deal_disputed")
        ]

    def __str__(self) -> str:
        return f"{self.position}"


class Hu(models.Model):
    """胡 (hu), a win of a deal; ``winner`` and ``from_player`` are players, ``melds`` and ``marks`` JSON."""

    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="hus", db_index=False)
    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="hus")
    ordinal = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=16, default="")
    from_player = models.PositiveSmallIntegerField(null=True)
    hand = models.TextField(default="")
    melds = models.TextField()
    hu = models.IntegerField()
    units = models.IntegerField(null=True)
    xing = models.IntegerField()
    marks = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "deal", "ordinal"], name="hu_ordinal")]

    def __str__(self) -> str:
        return f"{self.winner}: {self.hu}"


def sum_of_columns() -> models.expressions.Combinable:
    """p0 + … + p7, which the database keeps at zero."""
    total: models.expressions.Combinable = F(COLUMNS[0])
    for column in COLUMNS[1:]:
        total = total + F(column)
    return total


class PerPlayer(models.Model):
    """A row with a whole number for each player; whoever does not play has 0."""

    p0 = models.BigIntegerField(default=0)
    p1 = models.BigIntegerField(default=0)
    p2 = models.BigIntegerField(default=0)
    p3 = models.BigIntegerField(default=0)
    p4 = models.BigIntegerField(default=0)
    p5 = models.BigIntegerField(default=0)
    p6 = models.BigIntegerField(default=0)
    p7 = models.BigIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def values(self) -> tuple[int, ...]:
        """p0 … p7."""
        return tuple(getattr(self, column) for column in COLUMNS)


class Posting(PerPlayer):
    """入账 (ruzhang), a posting: what one event changed through one deal, in the stage's units by player.

    Append-only; the database itself refuses a row that does not sum to zero.
    """

    session = models.ForeignKey(
        GameSession, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="postings")
    deal_key = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "deal_key", "event"], name="posting_once"),
            models.CheckConstraint(
                name="posting_zero", condition=models.lookups.Exact(sum_of_columns(), Value(0))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_key}: {self.values}"
