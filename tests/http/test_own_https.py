"""`serve --https`: the same server by both, and a phone that trusts its authority."""

import http.client
import ssl
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.live.phones import Listening, Phone
from tests.servers import Server, free_port, serving

pytestmark = pytest.mark.external


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path, port: int) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("https")
    with serving(data, collected_static, "--https", "--https-port", str(port)) as running:
        yield running


def phone_of(server: Server, port: int) -> Phone:
    """A phone that has installed what the page of trust gives, and connects by HTTPS from then on."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port)) as plain:
        plain.request("GET", "/trust/zipai.crt")
        trusted = ssl.create_default_context(cadata=plain.getresponse().read())
    phone = Phone(server)

    def begin(method: str, path: str, body: str = "", **headers: str):
        connection = http.client.HTTPSConnection("127.0.0.1", port, context=trusted, timeout=phone.patience)
        origin = {"Origin": f"https://127.0.0.1:{port}"} if method == "POST" else {}
        connection.request(method, path, body or None, {"Cookie": phone.cookie, **origin, **headers})
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = line.partition(";")[0].partition("=")
            phone.cookies[name] = value
        return answer, connection

    phone.begin = begin
    return phone


def test_a_table_is_opened_and_played_and_followed_by_https(server: Server, port: int):
    phone = phone_of(server, port)
    table = phone.open_table()
    answer, connection = phone.begin("GET", f"{table}live/?rev=0&show=table")
    with closing(Listening(answer, connection)) as listening:
        phone.record(table)
        assert listening.next("update").text
    status, headers, page = phone.ask("GET", table)
    assert (status, "老王" in page) == (200, True)
    assert "Strict-Transport-Security" not in headers, "HTTP goes on beside it"


def test_the_same_phone_is_known_by_http_and_by_https(server: Server, port: int):
    plain = Phone(server)
    table = plain.open_table()
    encrypted = phone_of(server, port)
    encrypted.cookies |= plain.cookies
    assert encrypted.ask("GET", table)[0] == 200
    assert Phone(server).ask("GET", table)[0] == 404


def test_who_does_not_trust_the_authority_gets_no_page(server: Server, port: int):
    stranger = http.client.HTTPSConnection("127.0.0.1", port)
    with closing(stranger), pytest.raises(ssl.SSLCertVerificationError):
        stranger.request("GET", "/")


def test_the_log_says_where_it_is_and_by_which_fingerprint_to_know_it(server: Server, port: int):
    assert f"https://127.0.0.1:{port}/" in server.log
    page = Phone(server).ask("GET", "/trust/")[2]
    printed = server.log.split("Fingerprint:")[1].split()[0]
    assert printed.replace(":", "") == "".join(page.split("<code>")[1].split("</code>")[0].split())


def test_a_taken_port_is_said(server: Server, port: int, tmp_path: Path):
    done = server.manage(
        "serve", "--host", "127.0.0.1", "--port", str(free_port()), "--https", "--https-port", str(port)
    )
    assert done.returncode == 1
    assert "--https-port" in done.stderr


def test_behind_a_proxy_that_ends_https_there_is_none_of_its_own(server: Server):
    environment = {**server.environment, "ZIPAI_HTTPS": "1", "ZIPAI_HOSTS": "zipai.example.org"}
    done = Server(server.url, server.data.parent, server.process, environment).manage("serve", "--https")
    assert done.returncode == 1
    assert "proxy" in done.stderr
