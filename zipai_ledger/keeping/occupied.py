"""Is a server running on this data folder? It holds a lock there, which a restore wants for itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LOCK = "in_use"

try:
    import fcntl
except ImportError:  # Windows: there an open file cannot be replaced anyway
    fcntl = None  # type: ignore[assignment]


class Occupied(Exception):
    """Somebody else has the data folder."""


@contextmanager
def serving(data: Path) -> Iterator[None]:
    """The folder is in use, by any number of servers; raises `Occupied` while something is put back there."""
    with _locked(data, shared=True):
        yield


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """Nobody else uses the folder; raises `Occupied` where somebody does."""
    with _locked(data, shared=False):
        yield


@contextmanager
def _locked(data: Path, *, shared: bool) -> Iterator[None]:
    with (data / LOCK).open("a") as file:
        _lock(file, shared=shared)
        yield


def _lock(file: IO[str], *, shared: bool) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError as error:
        raise Occupied from error
