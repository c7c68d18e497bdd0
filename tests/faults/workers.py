"""Which processes serve behind one port, and which of them a phone has come to."""

import re
from pathlib import Path

from tests.live.phones import Listening, Phone
from tests.servers import Server, descriptors

SOCKET = re.compile(r"socket:\[(\d+)\]")


def processes(server: Server) -> set[int]:
    """Those that say they serve."""
    return {int(note.stem) for note in (server.data / "running").glob("*.json")}


def holder(server: Server, stream: Listening) -> int:
    """The process at the other end of a stream."""
    return holder_of(server, stream.connection.sock.getsockname()[1])


def holder_of(server: Server, port: int) -> int:
    """The process at the other end of a line that begins at this port."""
    sockets = {number for number, ends in lines() if ends == (server.port, port)}
    return next(process for process in processes(server) if sockets & sockets_of(process))


def held(server: Server) -> dict[int, int]:
    """How many lines to phones each process has."""
    sockets = {number for number, (own, other) in lines() if own == server.port and other}
    return {process: len(sockets & sockets_of(process)) for process in processes(server)}


def lines() -> list[tuple[str, tuple[int, int]]]:
    """Every socket of the system by its number, and the ports it goes between."""
    rows = (line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:])
    return [(row[9], (port_of(row[1]), port_of(row[2]))) for row in rows]


def port_of(end: str) -> int:
    return int(end.rpartition(":")[2], 16)


def sockets_of(process: int) -> set[str]:
    """The numbers by which the system knows its sockets."""
    return {match[1] for one in descriptors(process) if (match := SOCKET.match(one))}


def counted(server: Server, token: str, name: str) -> float:
    """What all of them count together under this name."""
    text = Phone(server).ask("GET", "/metrics", Authorization=f"Bearer {token}")[2]
    return float(next(line for line in text.splitlines() if line.startswith(f"{name} ")).split()[1])
