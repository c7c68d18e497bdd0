"""The wheel of this checkout, and environments that hold it and what it needs, but nothing else."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from tests.servers import ROOT, Server, free_port, new_program, stop, wait_until_it_answers

UV = Path(sys.executable).with_name("uv")
PIN = re.compile(r"^([\w.-]+)(?:\[[\w, -]+\])?==(\S+)", re.MULTILINE)


def pinned(lock: str) -> dict[str, str]:
    """Name → version of what a lock file names for any platform."""
    return dict(PIN.findall((ROOT / ".requirements" / lock).read_text(encoding="ascii")))


def build(folder: Path) -> Path:
    """The wheel, built as whoever releases it builds it."""
    call(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path, lock: str = "core.txt") -> Path:
    """An environment of its own with the wheel and what the lock names, taken from this one; its programs' folder."""
    call(str(UV), "venv", "--quiet", "--offline", "--python", sys.executable, str(folder), cwd=folder.parent)
    (packages,) = folder.glob("lib/*/site-packages")
    for name in pinned(lock):
        for path in pieces(name):
            (packages / path.name).symlink_to(path)
    own = ("--python", str(folder / "bin" / "python"), "--no-deps", "--no-index", "--offline", str(wheel))
    call(str(UV), "pip", "install", "--quiet", *own, cwd=folder.parent)
    return folder / "bin"


def pieces(name: str) -> set[Path]:
    """The files and folders of an installed package that lie in `site-packages` itself."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        assert name == "tzdata", "only Windows has no time zones of its own"
        return set()
    tops = {path.parts[0] for path in found.files or () if path.parts[0] not in {"..", "__pycache__"}}
    return {Path(str(found.locate_file(top))) for top in tops}


def call(*command: str, cwd: Path) -> None:
    """Run a program to its end; raises with what it said."""
    done = subprocess.run(command, cwd=cwd, env=clean(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def clean(**extra: str) -> dict[str, str]:
    """The tests' environment without settings of the project, or paths to it."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("ZIPAI_", "DJANGO_"))}
    return {**own, "PYTHONPATH": "", "NO_PROXY": "127.0.0.1", **extra}


@contextmanager
def started(programs: Path, home: Path, *options: str, **extra: str) -> Iterator[Server]:
    """`zipai-ledger` as somebody starts it whose home this is, in it; stopped by its process id."""
    port, environment = free_port(), clean(HOME=str(home), XDG_DATA_HOME="", **extra)
    data = home / ".local" / "share" / "zipai-ledger"
    data.mkdir(parents=True, exist_ok=True)
    command = [str(programs / "zipai-ledger"), "--host", "127.0.0.1", "--port", str(port), *options]
    process = new_program(command, environment, data / "server.log")
    server = Server(f"http://127.0.0.1:{port}", data, process, environment)
    try:
        wait_until_it_answers(server)
        yield server
    finally:
        stop(process)
