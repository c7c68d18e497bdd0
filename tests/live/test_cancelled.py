"""A phone that leaves while its answer is made or on its way: nothing more is sent, and the answer is closed."""

import asyncio
import gc
import threading
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from tests.live.phones import HANGS
from tests.live.test_endpoint import Tables
from zipai_ledger.http.body_limits import Application, Message
from zipai_ledger.http.cancelled import LINE, Left, Line, cancellable, checkpoints
from zipai_ledger.http.pages import Pages
from zipai_ledger.live import Hub
from zipai_ledger.live.endpoint import streaming
from zipai_ledger.views.exports import Download

BLOCK = Download.block_size
DEALS = 1_000


class Content(BytesIO):
    """A file that is remembered."""

    made: list["Content"] = []

    def __init__(self) -> None:
        super().__init__(b"x" * 10 * BLOCK)
        self.made.append(self)
        self.taken = 0

    def read(self, size: int | None = -1) -> bytes:
        block = super().read(size)
        self.taken += len(block)
        return block


class Work:
    """A view at work: begun, and let go on."""

    def __init__(self) -> None:
        self.begun, self.over = threading.Event(), threading.Event()
        self.deals = 0
        self.line: Line | None = None

    async def wait_for(self, event: threading.Event) -> None:
        assert await asyncio.to_thread(event.wait, HANGS)


work = Work()


def download(request: HttpRequest) -> Download:
    work.begun.set()
    assert work.over.wait(HANGS)
    return Download(Content())


def fold(request: HttpRequest) -> HttpResponse:
    """Much work, which may end when nobody waits for it."""
    assert isinstance(request, ASGIRequest)
    work.line = request.scope[LINE]
    with suppress(Left), cancellable(request):
        for work.deals in checkpoints(range(1, DEALS + 1)):
            work.begun.set()
            assert work.over.wait(HANGS)
    return HttpResponse()


urlpatterns = [path("download", download), path("fold", fold)]


@pytest.fixture
def application() -> Iterator[Application]:
    """A site with that view; nothing is collected, so that what nobody closes stays open."""
    work.__init__()
    Content.made.clear()
    gc.disable()
    with override_settings(ROOT_URLCONF=__name__):
        yield streaming(Pages(), Hub(Tables()))
    gc.enable()


class Phone:
    """Asks for the download, takes so many messages in, and leaves."""

    def __init__(self, takes: int = 1000, whole: bool = True, path: str = "/download") -> None:
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": [],
            "query_string": b"",
        }
        self.sent: list[Message] = []
        self.gone = asyncio.Event()
        self._request = [{"type": "http.request", "body": b"", "more_body": not whole}]
        self._takes = takes

    async def receive(self) -> Message:
        if self._request:
            return self._request.pop()
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Lost without a word once the phone is gone, as uvicorn has it."""
        if not self.gone.is_set():
            self.sent.append(message)
        if len(self.sent) == self._takes:
            self.gone.set()


def test_a_view_whose_phone_leaves_comes_to_its_end_and_its_answer_is_closed_unsent(application: Application):
    async def leave() -> None:
        phone = Phone()
        answering = asyncio.create_task(application(phone.scope, phone.receive, phone.send))
        await work.wait_for(work.begun)
        phone.gone.set()
        await asyncio.sleep(0)
        work.over.set()
        await answering
        assert phone.sent == []

    asyncio.run(leave())
    assert [content.closed for content in Content.made] == [True]


@pytest.mark.parametrize("takes", [1, 2, 5])
def test_an_answer_whose_phone_leaves_goes_no_further_and_is_closed(application: Application, takes: int):
    async def leave() -> None:
        phone = Phone(takes)
        work.over.set()
        await application(phone.scope, phone.receive, phone.send)
        assert len(phone.sent) == takes

    asyncio.run(leave())
    (content,) = Content.made
    assert content.closed
    # The first block is made with the answer, the next while one is sent.
    assert content.taken <= (takes + 1) * BLOCK


def test_a_whole_answer_is_sent_and_closed(application: Application):
    async def stay() -> None:
        phone = Phone()
        work.over.set()
        await application(phone.scope, phone.receive, phone.send)
        assert b"".join(one.get("body", b"") for one in phone.sent) == b"x" * 10 * BLOCK

    asyncio.run(stay())
    assert [content.closed for content in Content.made] == [True]


def test_a_request_that_never_comes_whole_reaches_no_view(application: Application):
    async def leave() -> None:
        phone = Phone(whole=False)
        phone.gone.set()
        await application(phone.scope, phone.receive, phone.send)
        assert phone.sent == []

    asyncio.run(leave())
    assert not work.begun.is_set()


@pytest.mark.parametrize("stays", [False, True], ids=["leaves", "stays"])
def test_much_work_ends_at_its_next_step_once_its_phone_has_left(application: Application, stays: bool):
    async def leave() -> None:
        phone = Phone(path="/fold")
        answering = asyncio.create_task(application(phone.scope, phone.receive, phone.send))
        await work.wait_for(work.begun)
        if not stays:
            phone.gone.set()
            while not (work.line and work.line.gone):
                await asyncio.sleep(0)
        work.over.set()
        await answering
        assert bool(phone.sent) is stays

    asyncio.run(leave())
    assert work.deals == (DEALS if stays else 1)
