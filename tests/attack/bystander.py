"""Somebody who plays cards meanwhile: a deal every second, and a look at the table."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.attack.target import Visitor
from tests.faults.oracle import SAVED, Entries
from tests.live.phones import fresh_id
from tests.servers import Server

EVERY = 1.0
"""Seconds between two deals."""


@dataclass
class Bystander:
    """A table of his own, and how long each deal took to be saved; what was refused is sent again."""

    phone: Visitor
    entries: Entries
    deadline: float
    """By the clock of this machine; what is not saved by then is given up."""
    times: list[float] = field(default_factory=list)
    """Seconds, of every answer."""
    refused: list[int] = field(default_factory=list)
    """Statuses of the answers that did not save."""
    given_up: int = 0
    """Deals that were never saved."""

    @classmethod
    def at(cls, server: Server, deadline: float) -> "Bystander":
        phone = Visitor(server)
        return cls(phone, Entries(phone.open_table()), deadline)

    def plays(self, over: threading.Event) -> None:
        """Until it is over; the deal at hand is finished."""
        while not over.is_set():
            began = time.monotonic()
            self._record(10 + len(self.times) % 30)
            over.wait(max(0.0, EVERY - (time.monotonic() - began)))

    def _record(self, hu: int) -> None:
        entry = fresh_id()
        while entry not in self.entries.acknowledged:
            began = time.monotonic()
            status, _ = self.entries.send(self.phone, hu, entry)
            self.times.append(time.monotonic() - began)
            if status not in SAVED:
                self.refused.append(status)
                if began > self.deadline:
                    self.given_up += 1
                    return
                time.sleep(0.1)

    @property
    def slowest(self) -> float:
        return max(self.times, default=0.0)


@contextmanager
def playing(server: Server, deadline: float) -> Iterator[Bystander]:
    """A bystander who plays as long as the block lasts."""
    bystander, over = Bystander.at(server, deadline), threading.Event()
    player = threading.Thread(target=bystander.plays, args=(over,))
    player.start()
    try:
        yield bystander
    finally:
        over.set()
        player.join()
