"""Under which addresses and names this machine can be reached from the same network."""

import ipaddress
import re
import socket
from dataclasses import dataclass

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

HOME = tuple(
    ipaddress.ip_network(one)
    for one in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""Networks that are nobody's in particular: at home, in a shop, between machines of a private net, on this machine."""
ENDINGS = ("local", "localhost", "lan", "home.arpa", "internal", "test")
"""What names end in that no public server of names answers for."""
NAMES = ("zipai.local", *(f"zipai-{number}.local" for number in range(2, 10)))
"""What this server is announced as (`zipai_ledger.http.announcing`): the first that nobody else on the network has."""
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")


@dataclass(frozen=True, slots=True)
class Reach:
    """``addresses`` and ``names`` that lead to this machine, each sorted; none of them is anybody else's elsewhere."""

    addresses: tuple[Address, ...]
    names: tuple[str, ...]


def reach() -> Reach:
    """As it is now: a laptop that is carried into another network gets other addresses."""
    found = {one for one in machine_addresses() if is_at_home(one)} | {ipaddress.ip_address("127.0.0.1")}
    ordered = sorted(found, key=lambda one: (one.version, int(one)))
    return Reach(tuple(ordered), tuple(sorted({"localhost", *NAMES, *host_names()})))


def machine_addresses() -> set[Address]:
    """Of every interface. Without the package that knows them, those of the way out and of this machine's name."""
    try:
        import ifaddr
    except ImportError:
        return {ipaddress.ip_address(one) for one in (lan_address(), *_addresses_of_name()) if one}
    texts = [ip.ip if ip.is_IPv4 else ip.ip[0] for card in ifaddr.get_adapters() for ip in card.ips]
    return {ipaddress.ip_address(str(text).partition("%")[0]) for text in texts}


def _addresses_of_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def host_names() -> set[str]:
    """Names of this machine as others on the network may say them, where no public server of names answers for them."""
    plain = socket.gethostname().lower().removesuffix(".")
    label, _, rest = plain.partition(".")
    if not LABEL.fullmatch(label):
        return set()
    return {f"{label}.local"} | ({plain} if rest in ENDINGS else set())


def is_at_home(address: Address) -> bool:
    """Whether it belongs to a network of `HOME`."""
    return any(address in network for network in HOME if network.version == address.version)


def lan_address() -> str:
    """Find this machine's address on the local network, or "" without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        address = str(probe.getsockname()[0])
    return "" if address.startswith("127.") else address
