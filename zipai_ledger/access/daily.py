"""How many tables, circles, imports and samples an address may open in a day, where anybody may (``ZIPAI_PUBLIC``).

In the database, for all servers alike and whenever they were started; `pace` bounds what comes in minutes, everywhere.
"""

from datetime import date, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from zipai_ledger.models import DailyOpening

from .network import site

NETWORKS = 8
"""For so many networks at once a site of IPv6 may open, however many it has."""
PURPOSE = "zipai_ledger.access.daily"


def is_spent(network: str, kind: str) -> bool:
    """Whether this network, or the site that it is part of, has opened as many of a kind as it may today."""
    if not settings.PUBLIC or not settings.DAILY:
        return False
    today = _today()
    return any(
        DailyOpening.objects.filter(day=today, who=who, kind=kind, count__gte=most).exists()
        for who, most in _counted(network, today)
    )


def count(network: str, kind: str) -> None:
    """One more was opened."""
    if not settings.PUBLIC or not settings.DAILY:
        return
    today = _today()
    with transaction.atomic():
        for who, _most in _counted(network, today):
            row, _made = DailyOpening.objects.get_or_create(day=today, who=who, kind=kind)
            DailyOpening.objects.filter(pk=row.pk).update(count=F("count") + 1)
        DailyOpening.objects.filter(day__lt=today - timedelta(days=1)).delete()


def _counted(network: str, day: date) -> list[tuple[str, int]]:
    """By what this network is counted, and how many it may open."""
    around = site(network)
    return [
        (salted_hmac(PURPOSE, f"{day} {who}", algorithm="sha256").hexdigest(), most)
        for who, most in ((network, settings.DAILY), (around, settings.DAILY * NETWORKS))
        if who
    ]


def _today() -> date:
    return timezone.now().date()
