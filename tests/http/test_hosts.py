"""By which names a server on a local network answers."""

import asyncio

import pytest
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from zipai_ledger.http import hosts


@pytest.mark.parametrize(
    "name",
    [
        "127.0.0.1",
        "192.168.1.20:8000",
        "[::1]:8000",
        "[fe80::1]",
        "[::ffff:192.168.1.20]",
        "localhost:8000",
        "zipai.local",
        "ZIPAI.LOCAL.",
        "raspberrypi",
        "nas.home.arpa",
        "laptop.lan",
    ],
)
def test_an_address_and_a_name_of_the_local_network_is_answered(client: Client, name: str):
    assert client.get("/help/", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:8000", "192.168.1.20.evil.example", "local.evil.example"]
)
def test_a_name_that_anybody_may_own_is_refused(client: Client, name: str):
    answer = client.get("/help/", headers={"Host": name})
    assert answer.status_code == 400
    assert "default-src" in answer["Content-Security-Policy"]


def test_this_machine_s_own_name_is_answered(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hosts.socket, "gethostname", lambda: "Table.Example.org")
    assert client.get("/help/", headers={"Host": "table.example.org"}).status_code == 200


def test_a_host_with_names_of_its_own_answers_to_these_alone(client: Client, settings):
    settings.NAMED_HOSTS = settings.ALLOWED_HOSTS = ["zipai.example.org"]
    assert client.get("/help/", headers={"Host": "zipai.example.org"}).status_code == 200
    assert client.get("/help/", headers={"Host": "127.0.0.1"}).status_code == 400


def test_a_name_is_looked_at_where_answers_come_later_too():
    """A server runs the layers as coroutines, `Client` as functions."""

    async def later(_request: HttpRequest) -> HttpResponse:
        return HttpResponse("later")

    async def status(name: str) -> int:
        request = RequestFactory().get("/", headers={"Host": name})
        return (await hosts.local_names(later)(request)).status_code

    assert asyncio.run(status("zipai.local")) == 200
    with pytest.raises(DisallowedHost, match="anybody's name"):
        asyncio.run(status("evil.example"))
