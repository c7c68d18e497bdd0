"""A proxy that hands a request on, lets the server answer, and cuts the line before the phone hears of it."""

import socket
import threading
from contextlib import suppress

from tests.live.phones import HANGS
from tests.servers import free_port


class CuttingProxy:
    """Every second request of a phone at ``port`` loses its answer, after as many bytes of it as its turn allows."""

    def __init__(self, server_port: int) -> None:
        self.port, self._server_port, self._requests = free_port(), server_port, 0
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listening.accept()
                with line, socket.create_connection(("127.0.0.1", self._server_port)) as onward:
                    self._hand_on(line, onward)

    def _hand_on(self, line: socket.socket, onward: socket.socket) -> None:
        onward.sendall(whole_request(line))
        answer = b""
        onward.settimeout(HANGS)
        while piece := onward.recv(65536):
            answer += piece
        self._requests += 1
        line.sendall(answer[: (self._requests // 2 % 3) * 40] if self._requests % 2 else answer)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


def whole_request(line: socket.socket) -> bytes:
    """Head and body; the server is asked to close the line after its answer."""
    request = b""
    while b"\r\n\r\n" not in request:
        request += line.recv(65536)
    head, _, body = request.partition(b"\r\n\r\n")
    length = next(int(row[16:]) for row in head.split(b"\r\n") if row.lower().startswith(b"content-length: "))
    while len(body) < length:
        body += line.recv(65536)
    return head + b"\r\nConnection: close\r\n\r\n" + body
