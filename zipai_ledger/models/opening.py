"""What an address has opened today, on an instance that anybody may use."""

from django.db import models


class DailyOpening(models.Model):
    """So many of a kind were opened on a day (of UTC) from one network; ``who`` is a keyed hash of that, another each day.

    Kept for that day and the next.
    """

    day = models.DateField()
    who = models.CharField(max_length=64)
    kind = models.CharField(max_length=16)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "who", "kind"], name="daily_opening")]

    def __str__(self) -> str:
        return f"{self.day} {self.kind}: {self.count}"
