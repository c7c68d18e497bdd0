"""zipai.local: the name of this server on its network, which stays when the router gives it another address (mDNS).

Needs the extra ``[mdns]``.
"""

import asyncio
import contextlib
from ipaddress import IPv4Address
from typing import Protocol

from zipai_ledger.http.addresses import NAMES, is_at_home, machine_addresses

KIND = "_http._tcp.local."
PATIENCE = 300
"""Milliseconds in which somebody else who has the name answers."""


class Network(Protocol):
    """What an `Announcement` needs of a network; `MulticastNetwork` is the one there is."""

    def addresses_of(self, name: str) -> frozenset[str]:
        """The addresses that others answer with for this name."""

    def announce(self, name: str, addresses: list[str], port: int) -> None:
        """Answer whoever looks for it, from now on."""

    def close(self) -> None:
        """Take it back."""


class MulticastNetwork:
    """mDNS on the interfaces with these addresses; raises OSError where the system allows none."""

    def __init__(self, addresses: list[str]) -> None:
        from zeroconf import IPVersion, Zeroconf

        self.zeroconf = Zeroconf(interfaces=list(addresses), ip_version=IPVersion.V4Only)

    def addresses_of(self, name: str) -> frozenset[str]:
        from zeroconf import AddressResolver  # type: ignore[attr-defined]

        answer = AddressResolver(f"{name}.")
        return frozenset(answer.parsed_addresses() if answer.request(self.zeroconf, PATIENCE) else ())

    def announce(self, name: str, addresses: list[str], port: int) -> None:
        from zeroconf import ServiceInfo

        label = f"zipai ledger on {name.partition('.')[0]}"
        info = ServiceInfo(KIND, f"{label}.{KIND}", port=port, parsed_addresses=addresses, server=f"{name}.")
        loop = self.zeroconf.loop
        if loop is not None:
            # It asks three times whether anybody minds: nobody has to wait for that.
            registering = self.zeroconf.async_register_service(info, allow_name_change=True)
            asyncio.run_coroutine_threadsafe(registering, loop)

    def close(self) -> None:
        self.zeroconf.close()


class Announcement:
    """``name``: as others find this server, "" where they do not."""

    def __init__(self, port: int, network: type[MulticastNetwork] = MulticastNetwork) -> None:
        self.port, self.name = port, ""
        self._kind, self._network, self._addresses = network, None, []
        self.refresh()

    _network: Network | None
    _addresses: list[str]

    def refresh(self) -> None:
        """Begin anew where this machine has other addresses than before."""
        now = sorted(
            str(one) for one in machine_addresses() if isinstance(one, IPv4Address) and is_reachable(one)
        )
        if now == self._addresses:
            return
        self.close()
        self._addresses = now
        with contextlib.suppress(OSError):
            self._begin()

    def _begin(self) -> None:
        if not self._addresses:
            return
        self._network = self._kind(self._addresses)
        free = (name for name in NAMES if self._network.addresses_of(name) <= set(self._addresses))
        self.name = next(free, "")
        if self.name:
            self._network.announce(self.name, self._addresses, self.port)

    def close(self) -> None:
        """Take the name back."""
        if self._network:
            self._network.close()
        self._network, self.name = None, ""


def is_reachable(address: IPv4Address) -> bool:
    """Whether others on a local network reach this machine by it."""
    return is_at_home(address) and not address.is_loopback
