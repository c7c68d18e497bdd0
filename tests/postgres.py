"""A PostgreSQL cluster of the tests' own, in a folder of its own, on 127.0.0.1 and a free port."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cached_property
from itertools import count
from pathlib import Path

from tests.needs import postgresql
from tests.servers import environment, free_port, run

USER = "zipai"
WAIT = 300
"""Seconds after which a server that should answer or end has hung."""
_numbers = count()


class Cluster:
    """A server that can be stopped at any moment and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self._data, self._port = folder / "data", free_port()
        # The server refuses to run as root; Debian's package brings an account for it.
        self._account = "postgres" if os.geteuid() == 0 else None
        shutil.chown(folder, self._account or os.geteuid())
        made = [
            "initdb",
            "-D",
            str(self._data),
            "-U",
            USER,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        self._run(made).wait()
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Wait until it answers."""
        where = [
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            f"port={self._port}",
            "-c",
            "unix_socket_directories=",
        ]
        self._server = self._run(["postgres", "-D", str(self._data), *where])
        deadline = time.monotonic() + WAIT
        while self._run(["pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self._port)]).wait():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it, by default at once and without a last word to anybody."""
        assert self._server
        self._server.send_signal(how)
        self._server.wait(WAIT)

    def new_database(self) -> str:
        """The address of a new ledger with all its tables: a copy of one that is made once."""
        name = f"evening{next(_numbers)}"
        self._create(f"{name} TEMPLATE {self._empty_ledger}")
        return self._address(name)

    @cached_property
    def _empty_ledger(self) -> str:
        name = "empty"
        self._create(name)
        with tempfile.TemporaryDirectory(prefix="zipai-migrated-") as data:
            settings = environment(Path(data), Path(data), ZIPAI_DATABASE_URL=self._address(name))
            done = run(["manage.py", "migrate", "-v0"], settings)
        assert done.returncode == 0, done.stderr
        return name

    def _create(self, database: str) -> None:
        import psycopg

        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {database}")

    def _address(self, name: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self._port}/{name}"

    def _run(self, command: list[str]) -> "subprocess.Popen[bytes]":
        program = Path(postgresql()) / command[0]
        log = (self._data.parent / "log").open("ab")
        with log:
            return subprocess.Popen(
                [program, *command[1:]], user=self._account, stdout=log, stderr=log, cwd=self._data.parent
            )


@contextlib.contextmanager
def running() -> Iterator[Cluster]:
    """A cluster that is started, and gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="zipai-postgres-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
