"""Headers on every answer: pages, errors and static files, from a real server."""

import gzip
import http.client
import socket
from collections.abc import Collection, Iterator
from contextlib import closing
from email.message import Message
from pathlib import Path

import pytest
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from tests.servers import HANGS, Server, environment, run, serving

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}
POLICY_OF_FILES = {"default-src 'none'", "frame-ancestors 'none'"}


def fine(request: HttpRequest) -> HttpResponse:
    return HttpResponse("好")


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken on purpose")


def refused(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("refused on purpose")


def quiet(request: HttpRequest) -> HttpResponse:
    return HttpResponse("好", headers={"Referrer-Policy": "no-referrer", "Cache-Control": "private"})


urlpatterns = [
    path("fine", fine),
    path("broken", broken),
    path("refused", refused),
    path("quiet", quiet),
    path("", fine),
    path("help/rules", fine),
]


def assert_protected(headers: "Message | HttpResponse", policy: Collection[str] = POLICY) -> None:
    """Everything that every answer carries."""
    assert set(headers["Content-Security-Policy"].split("; ")) == policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in headers, "browsers warn of it over plain HTTP"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]
    assert "Strict-Transport-Security" not in headers


@pytest.fixture
def here() -> Iterator[Client]:
    """A client of a site made of the views above."""
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("address", "status"), [("/fine", 200), ("/nowhere", 404), ("/broken", 500), ("/refused", 400)]
)
def test_every_answer_is_protected_private_and_unlisted(here: Client, address: str, status: int):
    answer = here.get(address)
    assert answer.status_code == status
    assert "on purpose" not in answer.content.decode()
    assert_protected(answer)
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"


@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/guilin/"])
def test_only_the_front_page_and_the_rules_of_games_may_be_found(here: Client, address: str):
    assert "X-Robots-Tag" not in here.get(address)


def test_a_post_without_a_token_is_refused_and_protected():
    with override_settings(ROOT_URLCONF=__name__):
        answer = Client(enforce_csrf_checks=True).post("/fine", {"a": "1"})
    assert answer.status_code == 403
    assert_protected(answer)


def test_a_view_may_be_stricter(here: Client):
    answer = here.get("/quiet")
    assert (answer["Referrer-Policy"], answer["Cache-Control"]) == ("no-referrer", "private")


def test_https_adds_strict_transport_security(here: Client):
    with override_settings(SECURE_HSTS_SECONDS=1000):
        assert here.get("/fine", secure=True)["Strict-Transport-Security"] == "max-age=1000"
        assert "Strict-Transport-Security" not in here.get("/fine")


def fetch(server: Server, address: str, **headers: str) -> tuple[int, Message]:
    """Status and headers of an answer from a real server."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port)) as connection:
        connection.request("GET", address, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers


@pytest.mark.parametrize(
    ("address", "wanted", "policy"),
    [
        ("/nowhere", 404, POLICY),
        ("/sw.js", 200, POLICY),
        ("/static/cards.svg", 200, POLICY_OF_FILES),
        ("/static/nothing.css", 404, POLICY),
        ("/static/", 404, POLICY),
        ("/static/../manage.py", 404, POLICY),
        ("/static/%2e%2e/secret_key", 404, POLICY),
        ("/.git/config", 404, POLICY),
        ("/secret_key", 404, POLICY),
    ],
)
def test_a_real_server_protects_pages_and_static_files(
    shared_server: Server, address: str, wanted: int, policy: set[str]
):
    status, headers = fetch(shared_server, address)
    assert status == wanted
    assert_protected(headers, policy)
    assert headers["X-Robots-Tag"] == "noindex, nofollow"
    assert headers["Server"] is None


def test_a_page_denies_every_power_and_a_file_is_brief(shared_server: Server, collected_static: Path):
    _, page = fetch(shared_server, "/nowhere")
    assert "microphone=()" in page["Permissions-Policy"]
    name = next(collected_static.glob("css/base.*.css")).name
    _, file = fetch(shared_server, f"/static/css/{name}", **{"Accept-Encoding": "gzip"})
    assert file["Access-Control-Allow-Origin"] is None
    assert sum(len(key) + len(value) + 4 for key, value in file.items()) < 650


def test_a_static_file_named_by_its_content_is_kept_for_ever_and_sent_compressed(
    shared_server: Server, collected_static: Path
):
    name = next(collected_static.glob("cards.*.svg")).name
    _, headers = fetch(shared_server, f"/static/{name}", **{"Accept-Encoding": "br"})
    assert headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert headers["Content-Encoding"] == "br"


@pytest.fixture(scope="module")
def named_server(tmp_path_factory: pytest.TempPathFactory, collected_static: Path) -> Iterator[Server]:
    """A server as behind a proxy that ends TLS for zipai.example.org."""
    data, names = tmp_path_factory.mktemp("named-server"), {"ZIPAI_HOSTS": "zipai.example.org"}
    with serving(data, collected_static, ZIPAI_HTTPS="1", **names) as running:
        yield running


def test_a_page_is_sent_compressed_to_browsers_that_read_it(shared_server: Server):
    with closing(http.client.HTTPConnection("127.0.0.1", shared_server.port)) as line:
        line.request("GET", "/new/", headers={"Accept-Encoding": "gzip"})
        answer = line.getresponse()
        packed = answer.read()
    assert answer.getheader("Content-Encoding") == "gzip"
    assert "Accept-Encoding" in answer.getheader("Vary", "")
    assert len(packed) * 3 < len(gzip.decompress(packed))


def test_behind_a_proxy_https_is_lasting(named_server: Server):
    status, headers = fetch(
        named_server, "/nowhere", **{"Host": "zipai.example.org", "X-Forwarded-Proto": "https"}
    )
    assert status == 404
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    for name in ("Strict-Transport-Security", "Cross-Origin-Opener-Policy"):
        del headers[name]
    assert_protected(headers)


def test_a_body_that_is_not_waited_for_is_refused_with_every_header(
    shared_server: Server, named_server: Server
):
    for server, host in ((shared_server, "127.0.0.1"), (named_server, "zipai.example.org")):
        with closing(http.client.HTTPConnection("127.0.0.1", server.port)) as line:
            line.putrequest("POST", "/new/", skip_host=True)
            line.putheader("Host", host)
            line.putheader("X-Forwarded-Proto", "https")
            line.putheader("Content-Length", f"{10 << 30}")
            line.endheaders()
            answer = line.getresponse()
        assert answer.status == 413
        for name in ("Strict-Transport-Security", "Cross-Origin-Opener-Policy"):
            assert bool(answer.headers[name]) is (server is named_server)
        for name in ("Permissions-Policy", "X-Frame-Options", "X-Robots-Tag"):
            assert answer.headers[name]


def test_a_chunked_body_is_as_bounded_as_one_of_a_known_length(shared_server: Server):
    with closing(http.client.HTTPConnection("127.0.0.1", shared_server.port)) as line:
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Transfer-Encoding": "chunked"}
        line.request("POST", "/new/", iter([b"name=" + b"x" * 300_000]), kind, encode_chunked=True)
        answer = line.getresponse()
        page = answer.read().decode()
    assert (answer.status, "256" in page) == (413, True)


def test_a_request_with_two_lengths_is_one_refusal_and_no_second_request(shared_server: Server):
    smuggled = b"GET /smuggled/ HTTP/1.1\r\nHost: x\r\n\r\n"
    lengths = b"Content-Length: %d\r\nTransfer-Encoding: chunked" % (5 + len(smuggled))
    with socket.create_connection(("127.0.0.1", shared_server.port), timeout=HANGS) as line:
        line.sendall(b"POST /new/ HTTP/1.1\r\nHost: x\r\n%b\r\n\r\n0\r\n\r\n%b" % (lengths, smuggled))
        with line.makefile("rb") as answers:
            answer = answers.read()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"content-security-policy" in answer


def test_behind_a_proxy_plain_http_is_sent_to_https(named_server: Server):
    status, headers = fetch(named_server, "/nowhere", Host="zipai.example.org")
    assert (status, headers["Location"]) == (301, "https://zipai.example.org/nowhere")
    del headers["Cross-Origin-Opener-Policy"]
    assert_protected(headers)


def test_behind_a_proxy_other_names_are_refused(named_server: Server):
    status, headers = fetch(
        named_server, "/nowhere", **{"Host": "elsewhere.example", "X-Forwarded-Proto": "https"}
    )
    assert status == 400
    assert "Content-Security-Policy" in headers


def test_cookies_are_bound_to_the_host_only_where_browsers_allow_it(tmp_path: Path, collected_static: Path):
    question = "from django.conf import settings as s; print(s.CSRF_COOKIE_NAME, s.CSRF_COOKIE_SECURE)"
    answers = [
        run(
            ["manage.py", "shell", "-v0", "-c", question], environment(tmp_path, collected_static, **extra)
        ).stdout.split()
        for extra in ({}, {"ZIPAI_HTTPS": "1", "ZIPAI_HOSTS": "zipai.example.org"})
    ]
    assert answers == [["csrf", "False"], ["__Host-csrf", "True"]]


def test_over_https_no_cookie_can_be_set_by_another_site_or_subdomain(named_server: Server):
    behind = {"Host": "zipai.example.org", "X-Forwarded-Proto": "https"}
    _, opened = fetch(named_server, "/new/", **behind)
    cookies = [one.split(";")[0] for one in opened.get_all("Set-Cookie") or []]
    token = next(one.partition("=")[2] for one in cookies if one.startswith("__Host-csrf"))
    form = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token}
    sent = {**behind, **form, "Cookie": "; ".join(cookies), "Origin": "https://zipai.example.org"}
    with closing(http.client.HTTPConnection("127.0.0.1", named_server.port)) as line:
        line.request("POST", "/preferences/", "theme=dark&type=large&signs=green-wins&language=en", sent)
        answer = line.getresponse()
    kept = [*opened.get_all("Set-Cookie", []), *answer.headers.get_all("Set-Cookie", [])]
    assert {one.partition("=")[0] for one in kept} == {
        f"__Host-{name}" for name in ("zipai", "csrf", "theme", "type", "signs", "language")
    }
    for one in kept:
        assert {"secure", "httponly", "samesite=lax", "path=/"} <= set(one.lower().split("; "))
