"""What is counted for whoever watches the server: nothing, unless the host has set a token for it.

Counted by process. Where several answer on one port, ``PROMETHEUS_MULTIPROC_DIR`` has to name a folder of theirs before
they start, as `serve --workers` sees to: then each adds up all of them.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SHARED = "PROMETHEUS_MULTIPROC_DIR"


class Meters:
    """Everything that is counted. The library is loaded by whoever wants to know."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = registry = CollectorRegistry()
        self.requests = Counter(
            "zipai_requests", "Requests answered.", ["view", "method", "status"], registry=registry
        )
        self.seconds = Histogram(
            "zipai_request_seconds", "Until they were answered.", ["view"], registry=registry, buckets=SECONDS
        )
        self.streams = Gauge(
            "zipai_streams", "Pages that hear of deals.", registry=registry, multiprocess_mode="livesum"
        )
        self.writers = Gauge(
            "zipai_writers_waiting",
            "Entries that wait for their turn.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.deals = Counter("zipai_deals_stored", "Deals stored.", registry=registry)
        self.refusals = Counter(
            "zipai_refusals", "Entries of which nothing was stored.", ["reason"], registry=registry
        )

    def text(self) -> str:
        """All of it, as Prometheus reads it."""
        from prometheus_client import generate_latest

        return generate_latest(self._collected()).decode()

    def _collected(self) -> "CollectorRegistry":
        if SHARED not in os.environ:
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        shared = CollectorRegistry()
        MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
        return shared


_meters: Meters | None = None


def switch_on() -> None:
    """Count from now on."""
    global _meters  # noqa: PLW0603 - one for the process
    _meters = _meters or Meters()


def switch_off() -> None:
    """Forget what was counted, and count nothing more."""
    global _meters  # noqa: PLW0603
    _meters = None


def forget(process: int) -> None:
    """A process has ended that counted with others: what it had open is so no more, what it counted stays."""
    if SHARED in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(process)  # type: ignore[no-untyped-call]


def text() -> str:
    """What was counted, as Prometheus reads it; empty where nothing is."""
    return _meters.text() if _meters else ""


def answered(view: str, method: str, status: int, seconds: float) -> None:
    """A request was answered; ``view`` is the name of its address, never the address."""
    if _meters:
        _meters.requests.labels(view, method, str(status)).inc()
        _meters.seconds.labels(view).observe(seconds)


def deal_stored() -> None:
    """A deal is in the ledger."""
    if _meters:
        _meters.deals.inc()


def refused(reason: str) -> None:
    """Nothing was stored of what was sent: `stale`, `conflict`, `problems` …"""
    if _meters:
        _meters.refusals.labels(reason).inc()


@contextmanager
def streaming() -> Iterator[None]:
    """A page hears of deals, as long as the block lasts."""
    meters = _meters
    if meters:
        meters.streams.inc()
    try:
        yield
    finally:
        if meters:
            meters.streams.dec()


@contextmanager
def waiting() -> Iterator[None]:
    """An entry waits for its turn, as long as the block lasts."""
    meters = _meters
    if meters:
        meters.writers.inc()
    try:
        yield
    finally:
        if meters:
            meters.writers.dec()
