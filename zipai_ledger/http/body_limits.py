"""Bodies that are far too long, refused while they come: Django takes a body in whole before anything looks at it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from django.conf import settings

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST = 8 << 20
"""Bytes that are let through; below that the page of `zipai_ledger.http.middleware.BodyLimit` says what a view takes."""
TEXT = "太大了，没有收下。 Too large, not taken in.\n".encode()
POLICY_OF_FILES = "default-src 'none'; frame-ancestors 'none'"
"""Of what is no page and is opened by itself, as a drawing can be: it needs nothing."""
PERMISSIONS_OF_FILES = "camera=(), screen-wake-lock=(self)"
"""Of the same, of which a first visit takes a dozen."""
HEADERS = (
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-security-policy", POLICY_OF_FILES.encode()),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", PERMISSIONS_OF_FILES.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"x-robots-tag", b"noindex, nofollow"),
    (b"referrer-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
    (b"connection", b"close"),
)
OVER_HTTPS = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"strict-transport-security", b"max-age=31536000; includeSubDomains"),
)
TAKEN = "zipai_ledger.taken"
"""In the scope: a list of one number, how many bytes of the body have come so far."""


def bounded(application: Application) -> Application:
    """The application, which hears of a longer body as of a phone that is gone; the phone gets a 413."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        taken, begun = [0], False

        async def counted() -> Message:
            message = await receive()
            taken[0] += len(message.get("body", b""))
            return message if taken[0] <= MOST else {"type": "http.disconnect"}

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        if announced(scope) > MOST:
            await refuse(scope, send, 413, TEXT)
            return
        await application({**scope, TAKEN: taken}, counted, sent)
        if taken[0] > MOST and not begun:
            await refuse(scope, send, 413, TEXT)

    return answer


def announced(scope: Scope) -> int:
    """The length of the body by its header ``Content-Length``, 0 where there is none."""
    length = dict(scope.get("headers", ())).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


async def refuse(scope: Scope, send: Send, status: int, text: bytes, *more: tuple[bytes, bytes]) -> None:
    """Answer without Django, with the headers that every answer has and these; then the line is closed."""
    forwarded = dict(scope.get("headers", ())).get(b"x-forwarded-proto", b"")
    secure = settings.HTTPS and forwarded == b"https"
    headers = [*HEADERS, *(OVER_HTTPS if secure else ()), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
