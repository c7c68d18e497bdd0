"""zipai.local: who has the name, who gets the next one, and a machine that moves."""

import ipaddress
import socket
from typing import ClassVar

import pytest

from zipai_ledger.http import announcing
from zipai_ledger.http.addresses import host_names
from zipai_ledger.http.announcing import Announcement, MulticastNetwork

LAN = "192.168.1.7"


class Quiet:
    """A network on which others have the names in ``others``."""

    others: ClassVar[dict[str, str]] = {}
    announced: ClassVar[list[tuple[str, tuple[str, ...], int]]] = []
    closed: ClassVar[list[str]] = []

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses

    def addresses_of(self, name: str) -> frozenset[str]:
        return frozenset({self.others[name]} if name in self.others else ())

    def announce(self, name: str, addresses: list[str], port: int) -> None:
        self.announced.append((name, tuple(addresses), port))

    def close(self) -> None:
        self.closed.append(self.addresses[0])


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Addresses of this machine."""
    addresses = {LAN, "127.0.0.1", "8.8.8.8", "fe80::1"}
    monkeypatch.setattr(announcing, "machine_addresses", lambda: set(map(ipaddress.ip_address, addresses)))
    for kept in (Quiet.others, Quiet.announced, Quiet.closed):
        kept.clear()
    return addresses


def test_a_server_is_announced_by_the_addresses_that_others_at_home_reach(found: set[str]):
    assert Announcement(8000, Quiet).name == "zipai.local"
    assert Quiet.announced == [("zipai.local", (LAN,), 8000)]


def test_where_somebody_else_has_the_name_it_takes_the_next(found: set[str]):
    Quiet.others["zipai.local"] = "192.168.1.9"
    assert Announcement(8000, Quiet).name == "zipai-2.local"


def test_a_second_server_of_the_same_machine_shares_the_name(found: set[str]):
    Quiet.others["zipai.local"] = LAN
    assert Announcement(9000, Quiet).name == "zipai.local"


def test_a_machine_that_moves_is_announced_anew(found: set[str]):
    announcement = Announcement(8000, Quiet)
    announcement.refresh()
    assert len(Quiet.announced) == 1
    found.remove(LAN)
    found.add("10.0.0.5")
    announcement.refresh()
    assert (Quiet.closed, Quiet.announced[-1]) == ([LAN], ("zipai.local", ("10.0.0.5",), 8000))


def test_without_a_network_it_has_no_name(found: set[str]):
    found.remove(LAN)
    assert Announcement(8000, Quiet).name == ""
    assert Quiet.announced == []


def test_another_program_finds_the_name_on_a_real_network():
    first, second = MulticastNetwork(["127.0.0.1"]), MulticastNetwork(["127.0.0.1"])
    try:
        assert second.addresses_of("zipai-test.local") == frozenset()
        first.announce("zipai-test.local", ["127.0.0.1"], 8000)
        assert any("127.0.0.1" in second.addresses_of("zipai-test.local") for _ in range(20))
    finally:
        first.close()
        second.close()


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("nas", {"nas.local"}),
        ("pi.lan", {"pi.local", "pi.lan"}),
        ("www.example.com", {"www.local"}),
        ("猫", set()),
    ],
)
def test_a_machine_is_called_what_no_public_server_answers_for(
    monkeypatch: pytest.MonkeyPatch, name: str, names: set[str]
):
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    assert host_names() == names
