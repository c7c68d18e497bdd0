"""A process that serves: what it needs before its first request, and how it lets go of phones at the end."""

import asyncio
import contextlib
import gc
import socket
from asyncio.trsock import TransportSocket
from collections.abc import Iterator

import uvicorn
from django.conf import settings

from zipai_ledger.http.cancelled import SILENT
from zipai_ledger.http.deadlines import BACKLOG, QUEUE, Bounded, raise_descriptors

from .reaching import Reaching

COLLECTED_AFTER = (3_000, 10, 10)
"""Objects made and not let go, then rounds of the younger ones; with 20,000 objects garbage took a few megabytes."""


def configuration(where: Reaching, processes: int = 1) -> uvicorn.Config:
    """How uvicorn serves here, in one process or several."""
    return uvicorn.Config(
        "zipai_ledger.asgi:application",
        http=Bounded,
        backlog=BACKLOG,
        host=where.host,
        port=where.port,
        workers=processes,
        lifespan="off",
        # The access log would keep query strings.
        access_log=False,
        log_level="warning",
        # Its lines are written as all others are.
        log_config=None,
        server_header=False,
        # Whom to believe about addresses is said by ZIPAI_PROXIES.
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )


class Serving(uvicorn.Server):
    """A server of the ledger: this process's only one, or one of several that share a port."""

    def __init__(self, config: uvicorn.Config, where: Reaching) -> None:
        super().__init__(config)
        self.where = where
        self.keeping_up: asyncio.Task[None] | None = None

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal comes."""
        with ready():
            super().run(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the ports, then look now and then where this machine is."""
        await super().startup(sockets)
        await self.where.listen_securely(self)
        for listening in (one for server in self.servers for one in server.sockets):
            set_user_timeout(listening)
            lengthen_queue(listening)
        if self.started:
            self.keeping_up = asyncio.create_task(self.where.keep_up())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the phones that listen go, then close."""
        from zipai_ledger.views.live import hub

        if self.keeping_up:
            self.keeping_up.cancel()
        hub.end_all()
        await super().shutdown(sockets)


@contextlib.contextmanager
def ready() -> Iterator[None]:
    """The application is loaded and this process says that it serves, as long as the block lasts."""
    # Neither before Django is set up nor before the static files are there: it lists them when it is made. The pages are
    # loaded too, or the first phone would wait for them.
    from zipai_ledger import asgi, urls  # noqa: F401
    from zipai_ledger.keeping import presence
    from zipai_ledger.views.live import hub

    Bounded.most = raise_descriptors()
    hub.most = min(settings.STREAMS, Bounded.most * 3 // 4)
    collect_seldom()
    with presence.announced(settings.DATA, lambda: hub.listening):
        yield


def collect_seldom() -> None:
    """Let nobody look for garbage among what stays to the end, nor so often among the rest: rings of objects are rare here."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


def set_user_timeout(listening: "socket.socket | TransportSocket") -> None:
    """Let the system end lines on which nothing is taken in, where it can; whoever is accepted inherits it."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SILENT)


def lengthen_queue(listening: "socket.socket | TransportSocket") -> None:
    """Let all phones of a process that ended wait at once: what asyncio lets wait is what it takes in one turn."""
    with socket.fromfd(listening.fileno(), listening.family, listening.type) as same:
        same.listen(QUEUE)
