"""Real server processes for tests: uvicorn, a database file, a folder of its own.

They are forked from one that has loaded most of what they need (`tests.forks`), but where a test is about the start.
"""

import contextlib
import dataclasses
import fcntl
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.forks import Fork, Process

ROOT = Path(__file__).resolve().parent.parent
HANGS = 300
"""Seconds after which a server that should have answered has hung."""
LONGEST = 900
"""Seconds after which a command that should have ended has hung."""
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclasses.dataclass(frozen=True)
class Server:
    """A server that answers at `url` (no slash at the end) and keeps its data in `data`."""

    url: str
    data: Path
    process: Process
    environment: dict[str, str]

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    @property
    def database(self) -> Path:
        return self.data / "ledger.sqlite3"

    @property
    def log(self) -> str:
        return (self.data / "server.log").read_text(encoding="utf-8")

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run a management command on this server's data."""
        return run(["manage.py", *arguments], self.environment)


def descriptors(process: int) -> list[str]:
    """What the descriptors of a process lead to: paths, sockets; without those that it closes meanwhile."""
    found = []
    for descriptor in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(descriptor))
    return found


def run(command: Sequence[str], environment: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """Run a program or module of the project to its end; one that hangs is killed, and raises."""
    with tempfile.TemporaryDirectory(prefix="zipai-run-") as folder:
        stdout, stderr = Path(folder) / "stdout", Path(folder) / "stderr"
        process = Fork(rooted(command), environment, stdout, stderr)
        try:
            status = process.wait(LONGEST)
        finally:
            process.kill()
        told = (one.read_text(encoding="utf-8") for one in (stdout, stderr))
        return subprocess.CompletedProcess([*command], status, *told)


def rooted(command: Sequence[str]) -> list[str]:
    """The command with its program, where that is a file, named from the root of the checkout."""
    program, *arguments = command
    return [str(ROOT / program) if program.endswith(".py") else program, *arguments]


def environment(data: Path, static: Path, **extra: str) -> dict[str, str]:
    """The tests' environment without any settings of its own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("ZIPAI_", "DJANGO_"))}
    return {
        **own,
        "ZIPAI_DATA": str(data),
        "ZIPAI_STATIC": str(static),
        "ZIPAI_OPENINGS": "0",
        "ZIPAI_BACKUPS": "off",
        **extra,
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


COLLECT = "from zipai_ledger.http.static_files import collect_static; collect_static()"


def collected(static: Path) -> Path:
    """Static files in this folder, named by content and compressed."""
    with prepared(static, "collected") as (data, missing):
        if missing:
            prepare(data, static, "shell", "-v0", "-c", COLLECT)
    return static


def migrated(static: Path) -> Path:
    """An empty ledger with all its tables, kept beside this folder: servers start sooner with a copy of it."""
    with prepared(static, "migrated") as (data, missing):
        if missing:
            prepare(data, static, "migrate", "-v0")
    return data / "ledger.sqlite3"


@contextlib.contextmanager
def prepared(static: Path, what: str) -> Iterator[tuple[Path, bool]]:
    """The data folder of what is made once beside static files, and whether it is missing; one process at a time.

    By the end of the block it is there.
    """
    data = static.with_name("prepared")
    data.mkdir(parents=True, exist_ok=True)
    with (data / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield data, not (data / what).exists()
        (data / what).touch()


def prepare(data: Path, static: Path, *command: str) -> None:
    """Have a management command make it."""
    done = run(["manage.py", *command], environment(data, static))
    assert done.returncode == 0, done.stderr


@contextlib.contextmanager
def serving(
    data: Path,
    static: Path,
    *options: str,
    port: int = 0,
    program: str = "manage.py",
    forked: bool = True,
    **extra: str,
) -> Iterator[Server]:
    """Start `manage.py serve` on 127.0.0.1, wait until it answers, stop it by its process id."""
    port = port or free_port()
    environ = environment(data, static, **extra)
    data.mkdir(parents=True, exist_ok=True)
    if not (data / "ledger.sqlite3").exists() and "ZIPAI_DATABASE_URL" not in extra:
        shutil.copyfile(migrated(static), data / "ledger.sqlite3")
    command = rooted([program, "serve", "--host", "127.0.0.1", "--port", str(port), *options])
    process = (Fork if forked else new_process)(command, environ, data / "server.log")
    server = Server(f"http://127.0.0.1:{port}", data, process, environ)
    try:
        wait_until_it_answers(server)
        yield server
    finally:
        stop(process)


def new_process(command: Sequence[str], environment: Mapping[str, str], output: Path) -> Process:
    """The same with an interpreter of its own, as everybody starts it."""
    return new_program([sys.executable, *command], environment, output)


def new_program(command: Sequence[str], environment: Mapping[str, str], output: Path) -> Process:
    """Any program, which may take its time."""
    with output.open("ab") as log:
        return subprocess.Popen(command, env=environment, stdout=log, stderr=log)


def wait_until_it_answers(server: Server) -> None:
    """Any answer counts: an error page too, and the way to HTTPS, which nobody goes here. Raises RuntimeError with the log."""
    deadline = time.monotonic() + HANGS
    while time.monotonic() < deadline and server.process.poll() is None:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as line:
            try:
                line.request("GET", "/")
                line.getresponse().close()
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
            else:
                return
    raise RuntimeError(f"no answer from {server.url}: {server.log}")


def stop(process: Process) -> None:
    """Ask to end; a process that was killed in the test is only waited for."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
