"""A commit in a folder of its own: its programs, and a server of it."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.servers import ROOT, Server, environment, free_port, new_process, stop, wait_until_it_answers


@dataclass(frozen=True)
class Tree:
    """A checkout."""

    root: Path

    def program(self, name: str) -> list[str]:
        return [sys.executable, str(self.root / name)]

    def answers(self, command: Sequence[str], requests: str, folder: Path) -> str:
        """What a command such as ``score`` answers to lines of requests."""
        done = subprocess.run(
            [*self.program("manage.py"), *command],
            input=requests,
            env=environment(folder, folder / "static"),
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return done.stdout

    @contextlib.contextmanager
    def serving(self, data: Path, program: str = "manage.py") -> Iterator[Server]:
        """A server of this commit, on an empty database."""
        data.mkdir(parents=True)
        port = free_port()
        environ = environment(data, data.with_name("static"))
        command = [str(self.root / program), "serve", "--host", "127.0.0.1", "--port", str(port)]
        process = new_process(command, environ, data / "server.log")
        server = Server(f"http://127.0.0.1:{port}", data, process, environ)
        try:
            wait_until_it_answers(server)
            yield server
        finally:
            stop(process)


@contextlib.contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Tree]:
    """Another commit beside this one."""
    git("worktree", "add", "--quiet", "--detach", str(folder), commit)
    try:
        yield Tree(folder)
    finally:
        git("worktree", "remove", "--force", str(folder))


def git(*arguments: str) -> str:
    """What git says of this checkout."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip()


HERE = Tree(ROOT)
