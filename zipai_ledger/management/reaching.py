"""How phones reach a server that is started here: the name it is found by, and HTTPS beside HTTP."""

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

import uvicorn
from django.conf import settings
from django.core.management.base import CommandError

from zipai_ledger.http.addresses import lan_address
from zipai_ledger.http.deadlines import HEAD

if TYPE_CHECKING:
    from zipai_ledger.http.announcing import Announcement
    from zipai_ledger.http.authority import Served

EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104
OFF = "off"
"""Of ``ZIPAI_NEAR``: whoever starts it knows that phones reach it by none of its own addresses."""
EVERY = 60
"""Seconds after which a server looks whether this machine has moved to another network."""


@dataclass
class Reaching:
    """Where a server listens; ``secure_port`` is 0 without HTTPS of its own."""

    host: str
    port: int
    secure_port: int = 0
    served: "Served | None" = None
    announcement: "Announcement | None" = None

    @property
    def address(self) -> str:
        """By which phones reach it, "" where none do."""
        if settings.NEAR_NAME:
            return "" if settings.NEAR_NAME == OFF else settings.NEAR_NAME
        return lan_address() if self.host in EVERYWHERE else ""

    @property
    def name(self) -> str:
        """By which those find it that ask the network, "" where it has none."""
        return self.announcement.name if self.announcement and self.address else ""

    @property
    def near(self) -> str:
        """What a phone should open: the name, which stays, rather than the address."""
        return self.name or self.address

    def lines(self) -> Iterator[str]:
        """What whoever starts it has to know."""
        here = "127.0.0.1" if self.host in EVERYWHERE else self.host
        yield f"本机打开 On this machine:  http://{here}:{self.port}/"
        if self.near:
            yield f"手机打开 On your phones:   http://{self.near}:{self.port}/"
        if self.name:
            yield f"打不开用 If it does not:   http://{self.address}:{self.port}/"
        if self.served:
            yield f"加密的在 Encrypted:        https://{self.near or here}:{self.secure_port}/"
            yield f"手机先信任 Phones trust it: http://{self.near or here}:{self.port}/trust/"
            yield f"指纹 Fingerprint:          {self.served.authority.fingerprint}"
        elif self.near and not settings.HTTPS:
            yield "没有加密 Not encrypted:    同一个网里的人看得到 Others on this network can read along."

    def tell_pages(self) -> None:
        """Let pages name where phones reach this server."""
        settings.NEAR = f"http://{self.near}:{self.port}" if self.near and not settings.HTTPS else ""
        settings.SECURE_PORT = self.secure_port

    def refresh(self) -> None:
        """Look where this machine is now."""
        if self.announcement:
            self.announcement.refresh()
        if self.served:
            self.served.refresh()
        self.tell_pages()

    async def keep_up(self) -> None:
        """Do so every minute, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            await asyncio.to_thread(self.refresh)

    async def listen_securely(self, server: uvicorn.Server) -> None:
        """Answer by HTTPS too, as the same server."""
        if self.served is None:
            return
        config = server.config

        def connect() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=server.server_state, app_state=server.lifespan.state
            )

        try:
            listening = await asyncio.get_running_loop().create_server(
                connect,
                *(self.host, self.secure_port),
                ssl=self.served.context,
                ssl_handshake_timeout=HEAD,
                backlog=config.backlog,
            )
        except OSError as error:
            raise CommandError(f"HTTPS: {error} (--https-port)", returncode=1) from error
        server.servers.append(listening)


@contextlib.contextmanager
def reaching(host: str, port: int, secure_port: int) -> Iterator[Reaching]:
    """For as long as it serves. Raises CommandError where HTTPS is wanted and cannot be had."""
    found = Reaching(host, port, secure_port, served() if secure_port else None)
    if host in EVERYWHERE and not settings.NAMED_HOSTS and not settings.NEAR_NAME and find_spec("zeroconf"):
        from zipai_ledger.http.announcing import Announcement

        found.announcement = Announcement(port)
    try:
        found.tell_pages()
        yield found
    finally:
        if found.announcement:
            found.announcement.close()


def served() -> "Served":
    """The server's certificate, in the data folder."""
    if settings.HTTPS:
        raise CommandError(
            "--https: ZIPAI_HTTPS=1 says that a proxy does that; use one of the two.", returncode=1
        )
    if not find_spec("cryptography"):
        raise CommandError(
            "--https 要装 needs: pip install 'zipai-ledger[https]' (in a clone: make run has it)",
            returncode=1,
        )
    from zipai_ledger.http.authority import Authority, Served

    return Served(Authority(settings.DATA / "https"))
