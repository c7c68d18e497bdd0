"""`python manage.py serve`: everything between a fresh clone and an open table."""

import asyncio
import contextlib
import os
import socket
from argparse import ArgumentParser
from asyncio.trsock import TransportSocket
from collections.abc import Callable
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.core.management.base import CommandError
from django.db import connection, connections

from zipai_ledger.database.ages import TooYoung, refuse_younger
from zipai_ledger.http.cancelled import SILENT
from zipai_ledger.http.deadlines import BACKLOG, Bounded, raise_descriptors
from zipai_ledger.http.memory import share_one_heap
from zipai_ledger.http.static_files import collect_static
from zipai_ledger.keeping import nightly, occupied, presence
from zipai_ledger.ledger.verify import damaged_tables
from zipai_ledger.management.reaching import Reaching, reaching
from zipai_ledger.views.live import hub

OWNER_ONLY = 0o077
"""Who else has an account on this machine need not read names, notes and hashes."""
HTTPS_PORT = 8443


class Announcing(uvicorn.Server):
    """A server that speaks once the port is really open."""

    def __init__(self, config: uvicorn.Config, where: Reaching, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.where, self.announce = where, announce
        self.keeping_up: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the ports, then say so."""
        await super().startup(sockets)
        await self.where.listen_securely(self)
        for listening in (one for server in self.servers for one in server.sockets):
            let_go_of_the_silent(listening)
        if self.started:
            self.keeping_up = asyncio.create_task(self.where.keep_up())
            self.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the phones that listen go, then close."""
        if self.keeping_up:
            self.keeping_up.cancel()
        hub.end_all()
        await super().shutdown(sockets)


class Command(BaseCommand):
    """Migrate, collect static files and serve, in one process on one SQLite file."""

    help = "开一台：准备数据库和文件，在局域网上服务。Prepare everything and serve on the local network."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")  # noqa: S104
        parser.add_argument("--port", default=8000, type=int, help="port to listen on (default: 8000)")
        parser.add_argument(
            "--https", action="store_true", help="answer by HTTPS too, with a certificate of its own"
        )
        parser.add_argument(
            "--https-port", default=HTTPS_PORT, type=int, help=f"port for that (default: {HTTPS_PORT})"
        )

    def handle(self, *_: Any, host: str, port: int, https: bool, https_port: int, **__: Any) -> None:
        """Serve until interrupted; open requests get two seconds to end."""
        os.umask(OWNER_ONLY)
        share_one_heap()
        settings.DATA.mkdir(parents=True, exist_ok=True)
        for kept in settings.DATA.glob("ledger.sqlite3*"):
            kept.chmod(kept.stat().st_mode & ~OWNER_ONLY)
        try:
            with occupied.serving(settings.DATA):
                self.prepare()
                with reaching(host, port, https_port if https else 0) as where:
                    self.serve(where)
        except occupied.Occupied as error:
            raise CommandError("正在恢复备份 A backup is being restored; try again.", returncode=1) from error
        except TooYoung as young:
            raise CommandError(str(young), returncode=1) from young

    def prepare(self) -> None:
        """Everything a server needs, once the data folder is its own."""
        refuse_younger(connection)
        call_command("migrate", interactive=False, verbosity=0)
        collect_static()
        self.warn()
        connections.close_all()

    def serve(self, where: Reaching) -> None:
        """The same, once it is known where."""
        # Not before the static files are there: it lists them when it is made.
        from zipai_ledger.asgi import application

        Bounded.most = raise_descriptors()
        hub.most = min(settings.STREAMS, Bounded.most * 3 // 4)
        config = uvicorn.Config(
            application,
            http=Bounded,
            backlog=BACKLOG,
            host=where.host,
            port=where.port,
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
        watched = presence.announced(settings.DATA, lambda: hub.listening)
        with contextlib.suppress(KeyboardInterrupt), nightly.each_night(), watched:
            Announcing(config, where, lambda: self.announce(where)).run()

    def warn(self) -> None:
        """Name the open tables whose newest events do not hold; the others are served all the same."""
        for public_id, damages in damaged_tables().items():
            details = "; ".join(map(str, damages))
            self.stderr.write(f"账本对不上 Damaged ledger {public_id}: {details}. Restore it from a backup.")

    def announce(self, where: Reaching) -> None:
        """Print the addresses to open, the one for the phones also as a picture to scan."""
        for line in where.lines():
            self.stdout.write(line)
        self.stdout.write(f"数据在 Data: {settings.DATA}    停止 Stop: Ctrl+C")
        if where.near and self.stdout.isatty():
            segno.make(f"http://{where.near}:{where.port}/").terminal(compact=True)
        self.stdout.flush()


def let_go_of_the_silent(listening: "socket.socket | TransportSocket") -> None:
    """Let the system end lines on which nothing is taken in, where it can; whoever is accepted inherits it."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SILENT)
