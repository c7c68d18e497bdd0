"""The application that servers have: what Django's own handler does, in one thread for a request."""

import asyncio
import shutil
import threading
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from tests.live.phones import Phone
from tests.servers import Server, migrated, serving
from zipai_ledger.http.body_limits import Message
from zipai_ledger.http.pages import Pages

seen: list[tuple[int, str]] = []


def echo(request: HttpRequest) -> HttpResponse:
    seen.append((threading.get_ident(), request.body.decode()))
    answer = HttpResponse(f"{request.method} {request.path}?{request.GET['a']}")
    answer.set_cookie("one", "1")
    answer.set_cookie("two", "2")
    return answer


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError


urlpatterns = [path("echo", echo), path("broken", broken)]
handler500 = "zipai_ledger.views.errors.server_error"


def answers(*requests: tuple[str, str, bytes, bytes]) -> list[list[Message]]:
    """What is sent for each of these requests: method, path, query, body."""

    async def ask(pages: Pages, method: str, address: str, query: bytes, body: bytes) -> list[Message]:
        sent: list[Message] = []
        pieces = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Message:
            return pieces.pop() if pieces else await asyncio.get_running_loop().create_future()

        async def send(message: Message) -> None:
            sent.append(message)

        headers = [(b"host", b"127.0.0.1"), (b"content-length", b"%d" % len(body))]
        scope = {"type": "http", "method": method, "path": address, "query_string": query, "headers": headers}
        await pages(scope, receive, send)
        return sent

    async def ask_all() -> list[list[Message]]:
        pages = Pages()
        return [await ask(pages, *request) for request in requests]

    seen.clear()
    with override_settings(ROOT_URLCONF=__name__):
        return asyncio.run(ask_all())


def test_a_request_is_answered_whole_and_with_all_its_cookies():
    ((head, body),) = answers(("GET", "/echo", b"a=1", b""))
    assert (head["status"], body) == (200, {"type": "http.response.body", "body": b"GET /echo?1"})
    assert [value.split(b"=")[0] for name, value in head["headers"] if name == b"Set-Cookie"] == [
        b"one",
        b"two",
    ]


def test_a_body_is_read_and_requests_share_a_thread():
    answers(*[("GET", "/echo", b"a=1", b"x" * size) for size in (0, 1, 100_000)])
    assert [len(body) for _, body in seen] == [0, 1, 100_000]
    assert len({thread for thread, _ in seen}) == 1


def test_an_answer_to_what_goes_wrong_is_a_page():
    ((head, body),) = answers(("GET", "/broken", b"", b""))
    assert head["status"] == 500
    assert "<html" in body["body"].decode()


@pytest.mark.external
def test_a_backup_that_is_put_back_is_read_at_once(tmp_path: Path, collected_static: Path):
    """A server keeps its connections; another file of the same name is another database."""
    with serving(tmp_path, collected_static) as server:
        phone = Phone(server)
        table = phone.open_table()
        assert phone.ask("GET", table)[0] == 200
        put_in_place(migrated(collected_static), server)
        assert phone.ask("GET", table)[0] == 404
        assert phone.open_table() != table


def put_in_place(file: Path, server: Server) -> None:
    shutil.copyfile(file, server.data / "other")
    (server.data / "other").rename(server.database)
