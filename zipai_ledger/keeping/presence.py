"""Which servers run on this data folder, and how many pages hear of deals there: each says so every half minute."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

FOLDER = "running"
EVERY = 30.0
GONE = 4 * EVERY
"""Seconds after which a server that says nothing is gone."""


@dataclass(frozen=True, slots=True)
class Server:
    """A process that serves, and its streams."""

    process: int
    streams: int


@contextmanager
def announced(data: Path, streams: Callable[[], int]) -> Iterator[None]:
    """Say that this process serves, as long as the block lasts."""
    over = threading.Event()
    note = _note(data, os.getpid())
    speaker = threading.Thread(target=_speak, args=[note, streams, over], name="presence", daemon=True)
    speaker.start()
    try:
        yield
    finally:
        over.set()
        speaker.join(1.0)
        with suppress(OSError):
            note.unlink(missing_ok=True)


def forget(data: Path, process: int) -> None:
    """A process has ended, and may have had no time to say so."""
    with suppress(OSError):
        _note(data, process).unlink(missing_ok=True)


def _note(data: Path, process: int) -> Path:
    return data / FOLDER / f"{process}.json"


def _speak(note: Path, streams: Callable[[], int], over: threading.Event) -> None:
    while not over.is_set():
        with suppress(OSError):
            note.parent.mkdir(exist_ok=True)
            draft = note.with_suffix(".draft")
            draft.write_text(json.dumps(asdict(Server(os.getpid(), streams()))), encoding="ascii")
            draft.replace(note)
        over.wait(EVERY)


def servers(data: Path) -> list[Server]:
    """Those that have said so lately."""
    return [found for note in sorted((data / FOLDER).glob("*.json")) if (found := _server(note))]


def _server(note: Path) -> Server | None:
    try:
        if time.time() - note.stat().st_mtime > GONE:
            return None
        fields = json.loads(note.read_text(encoding="ascii"))
        return Server(int(fields["process"]), int(fields["streams"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
