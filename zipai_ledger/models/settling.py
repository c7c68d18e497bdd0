"""What happens around the deals: money that changed hands or was carried on, and who played for whom."""

from django.db import models
from django.db.models import F, Q, Value

from .ledger import Event, PerPlayer, sum_of_columns
from .session import GameSession


class Payment(models.Model):
    """付款 (fukuan), a payment: who paid whom, in minor units; cancelled by another row, never edited."""

    session = models.ForeignKey(
        GameSession, on_delete=models.PROTECT, related_name="payments", db_index=False
    )
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="payments")
    payer = models.PositiveSmallIntegerField()
    payee = models.PositiveSmallIntegerField()
    currency = models.CharField(max_length=3)
    minor = models.BigIntegerField()
    cancels = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="cancelled_by")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "cancels"], name="payment_cancelled_once"),
            models.UniqueConstraint(fields=["session", "event"], name="payment_event"),
            models.CheckConstraint(name="payment_positive", condition=Q(minor__gt=0)),
            models.CheckConstraint(name="payment_between_two", condition=~Q(payer=F("payee"))),
        ]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee}: {self.minor}"


class Carried(PerPlayer):
    """结转 (jiezhuan), carried over: what was still owed, taken out of one evening and into the next, in minor units by player.

    Append-only like a posting, and like one of sum zero. Out of a table it is what cancels the balances there, into
    a table it is what its players start with.
    """

    session = models.ForeignKey(GameSession, on_delete=models.PROTECT, related_name="carried", db_index=False)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="carried")
    currency = models.CharField(max_length=3)

    class Meta:
        verbose_name_plural = "carried"
        constraints = [
            models.UniqueConstraint(fields=["session", "event"], name="carried_event"),
            models.CheckConstraint(
                name="carried_zero", condition=models.lookups.Exact(sum_of_columns(), Value(0))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.currency}: {self.values}"


class StandIn(models.Model):
    """替一手 (ti yi shou), a stand-in: in a stage ``by`` plays for ``player``.

    ``after`` is the key of the deal after which he begins, 0 from the first deal of the stage on.
    The money stays with the account of ``player``; figures count for who played. ``by`` is null where the player
    plays again himself; with the stage it ends anyhow. Append-only: a later row takes the place of an earlier one.
    ``stage`` is the index of the stage.
    """

    session = models.ForeignKey(
        GameSession, on_delete=models.PROTECT, related_name="stand_ins", db_index=False
    )
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stand_ins")
    player = models.PositiveSmallIntegerField()
    by = models.PositiveSmallIntegerField(null=True)
    stage = models.PositiveSmallIntegerField()
    after = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "event"], name="stand_in_event"),
            models.CheckConstraint(name="stand_in_somebody_else", condition=Q(by=None) | ~Q(player=F("by"))),
        ]

    def __str__(self) -> str:
        return f"{self.player} ← {self.by}"
