"""Bodies without end, refused while they come: no server, an application that takes everything in."""

import asyncio
from collections.abc import Sequence

import pytest

from tests.live.bodies import taken_in
from zipai_ledger.http import body_limits
from zipai_ledger.http.body_limits import HEADERS, OVER_HTTPS, TAKEN, TEXT, Message, Receive, Scope, Send

MOST = 10
"""Bytes that are let through here."""


@pytest.fixture(autouse=True)
def ten_bytes_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body_limits, "MOST", MOST)


class Request:
    """A request of these pieces, to a site that answers once it has them all, or at once: ``early``."""

    def __init__(self, pieces: Sequence[bytes], *headers: tuple[bytes, bytes], early: bool = False) -> None:
        self.sent: list[Message] = []
        self.outcomes: list[str] = []
        self.taken = [0]
        self._pieces, self._headers, self._early = list(pieces), headers, early

    def ask(self) -> "Request":
        scope = {"type": "http", "headers": list(self._headers)}
        asyncio.run(body_limits.bounded(self._site)(scope, self._receive, self._send))
        return self

    async def _site(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.taken = scope[TAKEN]
        if self._early:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        whole = await taken_in(receive)
        self.outcomes.append("whole" if whole else "gone")
        if whole:
            await send({"type": "http.response.start", "status": 200, "headers": []})

    async def _receive(self) -> Message:
        piece = self._pieces.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(self._pieces)}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    @property
    def statuses(self) -> list[int]:
        return [one["status"] for one in self.sent if one["type"] == "http.response.start"]


def test_a_body_as_long_as_may_be_comes_through_and_is_counted():
    request = Request([b"x" * 4, b"x" * 6], (b"content-length", b"%d" % MOST)).ask()
    assert (request.outcomes, request.statuses, request.taken) == (["whole"], [200], [MOST])


def test_a_body_that_is_announced_too_long_is_refused_before_anybody_reads_it():
    request = Request([b"x"], (b"content-length", b"%d" % (MOST + 1))).ask()
    assert (request.outcomes, request.statuses) == ([], [413])
    assert request.sent[1]["body"] == TEXT


@pytest.mark.parametrize("length", [b"", b"-1", b"x", b"1e9"])
def test_a_body_that_becomes_too_long_is_refused_whatever_was_announced(length: bytes):
    """The application hears no more of it than of a phone that has gone."""
    request = Request([b"x" * 6, b"x" * 5, b"x"], (b"content-length", length)).ask()
    assert (request.outcomes, request.statuses) == (["gone"], [413])


def test_an_answer_that_was_begun_is_not_followed_by_another():
    request = Request([b"x" * (MOST + 1)], early=True).ask()
    assert (request.outcomes, request.statuses) == (["gone"], [200])


@pytest.mark.parametrize(("https", "forwarded"), [(True, b"https"), (True, b"http"), (False, b"https")])
def test_a_refusal_has_the_headers_of_every_answer(settings, https: bool, forwarded: bytes):
    settings.HTTPS = https
    request = Request([b"x" * (MOST + 1)], (b"x-forwarded-proto", forwarded)).ask()
    lasting = OVER_HTTPS if https and forwarded == b"https" else ()
    assert request.sent[0]["headers"] == [*HEADERS, *lasting]
