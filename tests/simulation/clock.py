"""One clock and one source of chance for everything: moments, patience, ids, salts and secrets come from the seed."""

import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta, tzinfo
from random import Random
from typing import Self
from unittest.mock import patch

BEGINNING = datetime.fromisoformat("2026-11-27T19:30:00+00:00")


class Clock:
    """Virtual seconds since the evening began; only the world lets them pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    @property
    def moment(self) -> datetime:
        return BEGINNING + timedelta(seconds=self.now)

    @property
    def text(self) -> str:
        return f"{self.moment:%H:%M:%S.%f}"[:-3]


@contextmanager
def ruled_by(clock: Clock, random: Random) -> Iterator[None]:
    """Inside nothing of the program looks at another clock, or takes chance from elsewhere."""

    class Moments(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp(clock.moment.timestamp(), tz)

    seams = {
        "django.utils.timezone.datetime": Moments,
        "zipai_ledger.database.patience.monotonic": clock.monotonic,
        "zipai_ledger.ledger.record.write.monotonic": clock.monotonic,
    }
    chance = {
        "token_bytes": lambda count=32: random.randbytes(count),
        "choice": random.choice,
        "randbelow": random.randrange,
    }
    with ExitStack() as patched:
        for name, ours in seams.items():
            patched.enter_context(patch(name, ours))
        for name, ours in chance.items():
            patched.enter_context(patch.object(secrets, name, ours))
        yield
