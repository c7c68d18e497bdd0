"""自家规矩 (zijia guiju): house rules that a phone or a circle keeps under a name. No part of any table's trail."""

from django.db import models
from django.db.models import Q

from .access import Device
from .circle import Circle
from .session import GameSession

OPTIONS_LONGEST = 16_000
"""Characters of JSON."""


class OwnRules(models.Model):
    """House rules under a name, of one phone or of one circle.

    ``options`` is the JSON of all of them, of ``version`` of the ruleset, so that they stay the same when what is usual
    changes. ``edition`` counts from 1 how often others took their place. ``by``: the phone that put them into a circle.
    """

    public_id = models.CharField(max_length=22, unique=True)
    device = models.ForeignKey(Device, on_delete=models.CASCADE, null=True, related_name="own_rules")
    circle = models.ForeignKey(Circle, on_delete=models.CASCADE, null=True, related_name="own_rules")
    by = models.ForeignKey(Device, on_delete=models.SET_NULL, null=True, related_name="rules_for_circles")
    name = models.CharField(max_length=24)
    name_key = models.CharField(max_length=240)
    ruleset = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    options = models.CharField(max_length=OPTIONS_LONGEST)
    edition = models.PositiveSmallIntegerField(default=1)
    changed_at = models.DateTimeField()
    used_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="own_rules_place",
                condition=Q(device=None, circle__isnull=False) | Q(device__isnull=False, circle=None),
            ),
            models.UniqueConstraint(fields=["device", "name_key"], name="own_rules_of_device"),
            models.UniqueConstraint(fields=["circle", "name_key"], name="own_rules_of_circle"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def place(self) -> Device | Circle:
        """Where they are kept."""
        place = self.circle or self.device
        assert place is not None  # noqa: S101 - own_rules_place
        return place


class RulesName(models.Model):
    """What the house rules of a stage were called when it was opened; beside the trail, which carries no name."""

    session = models.ForeignKey(
        GameSession, on_delete=models.CASCADE, related_name="rules_names", db_index=False
    )
    stage = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "stage"], name="rules_name_stage")]

    def __str__(self) -> str:
        return self.name
