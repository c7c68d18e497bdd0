"""`python manage.py serve`: everything between a fresh clone and an open table."""

import contextlib
import os
import socket
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

import segno
from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.core.management.base import CommandError
from django.db import connection, connections

from zipai_ledger.database.ages import TooYoung, refuse_younger
from zipai_ledger.http.memory import share_one_heap
from zipai_ledger.http.static_files import collect_static
from zipai_ledger.keeping import nightly, occupied
from zipai_ledger.ledger.verify import damaged_tables
from zipai_ledger.management.reaching import Reaching, reaching
from zipai_ledger.management.serving import Serving, configuration
from zipai_ledger.management.workers import watching

OWNER_ONLY = 0o077
"""Who else has an account on this machine need not read names, notes and hashes."""
HTTPS_PORT = 8443


class Announcing(Serving):
    """A server that speaks once the port is really open."""

    def __init__(self, where: Reaching, announce: Callable[[], None]) -> None:
        super().__init__(configuration(where), where)
        self.announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the ports, then say so."""
        await super().startup(sockets)
        if self.started:
            self.announce()


class Command(BaseCommand):
    """Migrate, collect static files and serve: in one process, or on PostgreSQL in several."""

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

        parser.add_argument(
            "--workers", default=1, type=int, help="processes that share the port, on PostgreSQL (default: 1)"
        )

    def handle(
        self, *_: Any, host: str, port: int, https: bool, https_port: int, workers: int, **__: Any
    ) -> None:
        """Serve until interrupted; open requests get two seconds to end."""
        if workers != 1:
            refuse_workers(workers, https=https)
        os.umask(OWNER_ONLY)
        share_one_heap()
        settings.DATA.mkdir(parents=True, exist_ok=True)
        for kept in settings.DATA.glob("ledger.sqlite3*"):
            kept.chmod(kept.stat().st_mode & ~OWNER_ONLY)
        try:
            with occupied.serving(settings.DATA):
                self.prepare()
                self.serve(host, port, https_port if https else 0, workers)
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

    def serve(self, host: str, port: int, secure_port: int, workers: int) -> None:
        """The same; backups are made by this process alone, whether it answers or watches those that do."""
        with contextlib.suppress(KeyboardInterrupt), nightly.each_night():
            if workers > 1:
                where = Reaching(host, port)
                with watching(where, workers) as processes:
                    self.announce(where)
                    processes.run()
            else:
                with reaching(host, port, secure_port) as where:
                    Announcing(where, lambda: self.announce(where)).run()

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


def refuse_workers(count: int, *, https: bool) -> None:
    """Raise CommandError where so many processes cannot serve."""
    if count < 1:
        raise CommandError(f"--workers: 至少一个 expected 1 or more, got {count}", returncode=1)
    if connection.vendor != "postgresql":
        raise CommandError(
            f"--workers {count}: 要 PostgreSQL（ZIPAI_DATABASE_URL）；SQLite 的文件一次只让一个写，多几个进程只会互相等。 "
            "It needs PostgreSQL: a file of SQLite lets one write at a time, so that more processes would only wait.",
            returncode=1,
        )
    if https:
        raise CommandError(
            "--workers: 不能同时用 --https，让前面的代理管证书。 Not with --https: let a proxy do that.",
            returncode=1,
        )
