"""Lines that are opened and never used as they are meant to be."""

import socket
import time
from contextlib import ExitStack, suppress

from tests.attack.target import GIVEN_UP, Target

HALF_OPEN = 1_200
SLOW = 100
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\nX-a: "
BODY = b"POST /new/ HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 100000\r\n\r\n"
CHUNKED = b"POST /import/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
CHUNK = b"10000\r\n" + b"y" * (1 << 16) + b"\r\n"
CHUNKS = 160
"""Of them 10 MiB: more than any page takes."""


def half_open(target: Target) -> None:
    """More requests that are never finished than many a system gives descriptors."""
    with ExitStack() as lines:
        for _ in range(HALF_OPEN):
            lines.enter_context(line(target)).sendall(HEAD)
            if target.over:
                break
        time.sleep(target.left())


def slow_bodies(target: Target) -> None:
    """Bodies that come byte by byte."""
    with ExitStack() as lines:
        opened = [lines.enter_context(line(target)) for _ in range(SLOW)]
        for one in opened:
            one.sendall(BODY)
        while not target.over:
            for one in opened:
                with suppress(OSError):
                    one.sendall(b"x")
            time.sleep(0.5)


def chunked_bodies(target: Target) -> None:
    """Bodies that do not say how long they are, and have no end."""
    while not target.over:
        with line(target) as one:
            with suppress(OSError):
                one.sendall(CHUNKED)
                for _ in range(CHUNKS):
                    one.sendall(CHUNK)
            answer = b""
            with suppress(OSError):
                answer = one.recv(64)
            status = int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else 0
            target.answers.add(status, "a body without end", "")


def line(target: Target) -> socket.socket:
    """To one of the servers, each in its turn."""
    server = target.chance.choice(target.servers)
    return socket.create_connection(("127.0.0.1", server.port), GIVEN_UP)
