"""What phones send and servers answer, on a network that is slow, loses, doubles and lets later things come earlier."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .phones import Phone

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
QUICK = 0.08
"""Seconds that most messages take, in the mean."""
SLOW = 12.0
"""The same of those that hang somewhere: longer than a phone waits."""


@dataclass(frozen=True, eq=False)
class Request:
    """One request of a phone, as it left; what is doubled is the same one twice.

    ``entry``: the id of the entry that it carries, "" where it carries none, and ``base`` what that builds on; ``table`` is
    where it belongs, "" before.
    """

    phone: "Phone"
    number: int
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""
    table: str = ""
    entry: str = ""
    base: str = ""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    cookies: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Weather:
    """How often what happens, as shares of all messages; nothing of it while ``is_calm``."""

    lost: float = 0.06
    doubled: float = 0.05
    slow: float = 0.04
    is_calm: bool = False


@dataclass
class Agenda:
    """What is to happen at which moment, in order; of two at the same moment the one first noted."""

    entries: list[tuple[float, int, str, Callable[[], None]]] = field(default_factory=list)
    count: itertools.count = field(default_factory=itertools.count)

    def add(self, at: float, name: str, happen: Callable[[], None]) -> None:
        heappush(self.entries, (at, next(self.count), name, happen))

    @property
    def next_at(self) -> float | None:
        return self.entries[0][0] if self.entries else None

    def pop(self) -> tuple[float, str, Callable[[], None]]:
        at, _, name, happen = heappop(self.entries)
        return at, name, happen


class Network:
    """Carries messages; each copy takes its own time, so that what was sent later may come earlier."""

    def __init__(self, agenda: Agenda, random: Random, weather: Weather) -> None:
        self.agenda, self.random, self.weather = agenda, random, weather

    def carry(self, now: float, name: str, arrive: Callable[[], None]) -> None:
        for _ in range(self._copies()):
            self.agenda.add(now + self._time(), name, arrive)

    def _copies(self) -> int:
        if self.weather.is_calm:
            return 1
        chance = self.random.random()
        if chance < self.weather.lost:
            return 0
        return 2 if chance < self.weather.lost + self.weather.doubled else 1

    def _time(self) -> float:
        is_slow = not self.weather.is_calm and self.random.random() < self.weather.slow
        return self.random.expovariate(1 / (SLOW if is_slow else QUICK))
