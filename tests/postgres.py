"""A PostgreSQL cluster of the tests' own, in a folder of its own, on 127.0.0.1 and a free port."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from tests.needs import postgresql
from tests.servers import environment, free_port, prepared, run

USER = "zipai"
WAIT = 300
"""Seconds after which a server that should answer or end has hung."""
EMPTY = "empty"
"""The database that has all tables, and nothing in them."""
_numbers = count()


class Cluster:
    """A server that can be stopped at any moment and started again on the same data."""

    def __init__(self, folder: Path) -> None:
        self._data, self._port = folder / "data", free_port()
        # The server refuses to run as root; Debian's package brings an account for it.
        self._account = "postgres" if os.geteuid() == 0 else None
        shutil.chown(folder, self._account or os.geteuid())
        self._server: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Its data, with an empty ledger among them; ends what it starts."""
        made = f"initdb -U {USER} -A trust -E UTF8 --locale=C --no-sync -D {self._data}".split()
        assert self._run(made).wait() == 0
        self.start()
        self._create(EMPTY)
        with tempfile.TemporaryDirectory(prefix="zipai-migrated-") as data:
            settings = environment(Path(data), Path(data), ZIPAI_DATABASE_URL=self._address(EMPTY))
            done = run(["manage.py", "migrate", "-v0"], settings)
        assert done.returncode == 0, done.stderr
        self.stop(signal.SIGINT)

    def start(self) -> None:
        """Wait until it answers."""
        # The machine goes on when this server dies, and so does what the system has not written yet.
        options = f"port={self._port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"
        where = [argument for option in options for argument in ("-c", option)]
        self._server = self._run(["postgres", "-D", str(self._data), *where])
        deadline = time.monotonic() + WAIT
        while self._run(["pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self._port)]).wait():
            assert time.monotonic() < deadline
            time.sleep(0.05)

    @property
    def process(self) -> int:
        """The number of the process that all others of it are children of."""
        assert self._server
        return self._server.pid

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it, by default at once and without a last word to anybody."""
        assert self._server
        self._server.send_signal(how)
        self._server.wait(WAIT)

    def new_database(self) -> str:
        """The address of a new ledger with all its tables: a copy of the empty one."""
        name = f"evening{next(_numbers)}"
        self._create(f"{name} TEMPLATE {EMPTY}")
        return self._address(name)

    def _create(self, database: str) -> None:
        import psycopg

        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {database}")

    def _address(self, name: str) -> str:
        return f"postgresql://{USER}@127.0.0.1:{self._port}/{name}"

    def _run(self, command: Sequence[str]) -> "subprocess.Popen[bytes]":
        program = Path(postgresql()) / command[0]
        log = (self._data.parent / "log").open("ab")
        with log:
            return subprocess.Popen(
                [program, *command[1:]], user=self._account, stdout=log, stderr=log, cwd=self._data.parent
            )


@contextlib.contextmanager
def running(static: Path) -> Iterator[Cluster]:
    """A cluster that is started, and gone afterwards; its data are a copy of what is made once beside static files."""
    with tempfile.TemporaryDirectory(prefix="zipai-postgres-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder))
        with prepared(static, "cluster-made") as (data, missing):
            if missing:
                cluster.make()
                copy(Path(folder) / "data", data / "cluster")
            else:
                copy(data / "cluster", Path(folder) / "data")
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


def copy(folder: Path, to: Path) -> None:
    """A folder with all that is in it, for the same account."""
    subprocess.run(["cp", "-a", str(folder), str(to)], check=True)
