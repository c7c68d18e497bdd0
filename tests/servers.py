"""Real server processes for tests: uvicorn, a database file, a folder of its own."""

import atexit
import contextlib
import dataclasses
import functools
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclasses.dataclass(frozen=True)
class Server:
    """A server that answers at `url` (no slash at the end) and keeps its data in `data`."""

    url: str
    data: Path
    process: subprocess.Popen[bytes]
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
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)


def environment(data: Path, static: Path, **extra: str) -> dict[str, str]:
    """The tests' environment without any settings of its own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("ZIPAI_", "DJANGO_"))}
    return {**own, "ZIPAI_DATA": str(data), "ZIPAI_STATIC": str(static), "ZIPAI_OPENINGS": "0", **extra}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@functools.cache
def migrated(static: Path) -> Path:
    """An empty ledger with all its tables, made once: servers start sooner with a copy of it."""
    data = Path(tempfile.mkdtemp(prefix="zipai-migrated-"))
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "-v0"]
    subprocess.run(command, env=environment(data, static), check=True)
    return data / "ledger.sqlite3"


@contextlib.contextmanager
def serving(
    data: Path, static: Path, *, port: int = 0, program: str = "manage.py", **extra: str
) -> Iterator[Server]:
    """Start `manage.py serve` on 127.0.0.1, wait until it answers, stop it by its process id."""
    port = port or free_port()
    environ = environment(data, static, **extra)
    command = [sys.executable, str(ROOT / program), "serve", "--host", "127.0.0.1", "--port", str(port)]
    data.mkdir(parents=True, exist_ok=True)
    if not (data / "ledger.sqlite3").exists() and "ZIPAI_DATABASE_URL" not in extra:
        shutil.copyfile(migrated(static), data / "ledger.sqlite3")
    with (data / "server.log").open("ab") as log:
        process = subprocess.Popen(command, env=environ, stdout=log, stderr=subprocess.STDOUT)
    server = Server(f"http://127.0.0.1:{port}", data, process, environ)
    try:
        wait_until_it_answers(server)
        yield server
    finally:
        stop(process)


def wait_until_it_answers(server: Server, seconds: float = 60) -> None:
    """Any answer counts, an error page too. Raises RuntimeError with the server's log."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            DIRECT.open(server.url + "/", timeout=5).close()
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"no answer from {server.url}: {server.log}")


def stop(process: "subprocess.Popen[bytes]") -> None:
    """Ask to end; a process that was killed in the test is only waited for."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
