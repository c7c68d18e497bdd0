"""The days on which the server ran, by which a year is counted: the clock of a host may jump, ahead or back.

A year is over once `DAYS_THAT_AGREE` days say so. A clock that went ahead for less ends nothing; one that stands before
a day already written down makes the count begin anew, for nobody knows which of the two was right.
"""

from datetime import UTC, datetime, time, timedelta

from zipai_ledger.models import Device, RunningDay
from zipai_ledger.models.access import DAYS_THAT_AGREE, LIFETIME

TOLERANCE = timedelta(days=1)
"""So far servers that share a database may be apart."""


def record(now: datetime) -> None:
    """Write this day down. Where enough of them agree, who was last here in the future was last here now."""
    today = now.astimezone(UTC).date()
    dates = list(RunningDay.objects.order_by("-date").values_list("date", flat=True))
    if dates and dates[0] > today + TOLERANCE:
        RunningDay.objects.all().delete()
        dates = []
    if today in dates:
        return
    began = datetime.combine(today, time(), UTC)
    RunningDay.objects.get_or_create(date=today, defaults={"year_before": began - LIFETIME})
    kept = sorted([today, *dates])[-DAYS_THAT_AGREE:]
    RunningDay.objects.filter(date__lt=kept[0]).delete()
    if len(kept) == DAYS_THAT_AGREE:
        Device.objects.filter(last_seen__gt=now + TOLERANCE).update(last_seen=now)
