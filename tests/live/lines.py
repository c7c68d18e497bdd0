"""Lines without an HTTP client: requests that end in the middle, answers that nobody reads, phones torn away."""

import socket
import struct
from typing import Self

from tests.live.phones import HANGS, Phone


class Line:
    """A line to a server, closed at the end of the block at the latest."""

    def __init__(self, phone: Phone) -> None:
        self.socket = socket.socket()
        # A phone that does not read has its line full soon.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self.socket.settimeout(HANGS)
        self._phone = phone

    def __enter__(self) -> Self:
        self.socket.__enter__()
        self.socket.connect(("127.0.0.1", self._phone.port))
        return self

    def __exit__(self, kind: type[BaseException] | None, *about: object) -> None:
        self.socket.close()

    def send(self, text: str) -> None:
        self.socket.sendall(text.encode())

    def ask(self, path: str, *headers: str) -> Self:
        """A whole request for this address, with these headers and the phone's cookies."""
        self.send(request(self._phone, path, *headers))
        return self

    @property
    def status(self) -> str:
        """Of the answer, of which nothing is taken away."""
        return self.socket.recv(12, socket.MSG_PEEK | socket.MSG_WAITALL).decode().partition(" ")[2]

    def read_to(self, text: str) -> None:
        """Read until this has come."""
        came = b""
        while text.encode() not in came:
            piece = self.socket.recv(65536)
            assert piece, came
            came += piece

    def tear(self) -> None:
        """End as a phone does that is gone: reset, nothing said."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def request(phone: Phone, path: str, *headers: str) -> str:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", f"Cookie: {phone.cookie}", *headers, "", ""])
