"""Programs of the project in processes of their own, forked from one that has loaded what all of them load.

A fork starts in a third of the processor's time that a new interpreter takes, and shares nothing with any other but
what no setting changes; see `tests.preloaded`.
"""

import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(["tests.preloaded"])


class Process(Protocol):
    """What tests need of a process, new or forked."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


class Fork:
    """``python PROGRAM ARGUMENTS`` or, where the program has no ``.py``, ``python -m PROGRAM ARGUMENTS``."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], stdout: Path, stderr: Path | None = None
    ) -> None:
        files = (str(stdout), str(stderr or stdout))
        self._process = _forking.Process(target=run, args=(list(command), dict(environment), files))
        self._process.start()
        self.pid = self._process.pid
        self._returncode: int | None = None

    def poll(self) -> int | None:
        """The exit status once it has ended, the negative number of a signal that killed it."""
        if self._returncode is None and self._process.exitcode is not None:
            self._returncode = self._process.exitcode
            self._process.close()
        return self._returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its status; raises `subprocess.TimeoutExpired`."""
        if self._returncode is None:
            self._process.join(timeout)
        status = self.poll()
        if status is None:
            raise subprocess.TimeoutExpired(str(self._process), timeout or 0)
        return status

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run(command: list[str], environment: dict[str, str], files: tuple[str, str]) -> None:
    """Become that program; called in the forked process."""
    # multiprocessing reads nothing, by another number than programs expect, which those they start do not have.
    os.dup2(sys.stdin.fileno(), 0)
    sys.stdin = os.fdopen(0)
    os.environ.clear()
    os.environ.update(environment)
    for descriptor, file in enumerate(files, 1):
        with open(file, "ab", buffering=0) as opened:
            os.dup2(opened.fileno(), descriptor)
    program, *arguments = command
    sys.argv = [program, *arguments]
    if program.endswith(".py"):
        runpy.run_path(program, run_name="__main__")
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
