"""What lies between a phone and its server: requests that are held, lost or refused, and let through again.

A gate stands as long as its page. Playwright's own routes stop every request of a page and keep nothing it has fetched,
so that each page fetches all its files anew, which costs more than the page; a gate stops what it is for.
"""

import base64
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Error, Page

GONE = ("Invalid InterceptionId", "has been closed")
"""What the browser says of a request that its page has let go of meanwhile."""


@dataclass(frozen=True)
class Stopped:
    """A request at a gate, until one of these says what becomes of it."""

    session: CDPSession
    id: str
    url: str
    method: str

    def pass_on(self) -> None:
        """Let it through; one whose answer has come, with that."""
        self._send("continueRequest")

    def fail(self, reason: str = "Failed") -> None:
        """A broken line; reasons are those of DevTools' ``Network.ErrorReason``."""
        self._send("failRequest", errorReason=reason)

    def answer(self, status: int = 200, body: str = "", headers: Mapping[str, str] | None = None) -> None:
        """Answer in the place of the server."""
        named = [{"name": name, "value": value} for name, value in (headers or {}).items()]
        encoded = base64.b64encode(body.encode()).decode()
        self._send("fulfillRequest", responseCode=status, responseHeaders=named, body=encoded)

    def _send(self, what: str, **fields: object) -> None:
        try:
            self.session.send(f"Fetch.{what}", {"requestId": self.id, **fields})
        except Error as error:
            if not any(one in str(error) for one in GONE):
                raise


class Gate:
    """Requests of a page to an address, held or dealt with otherwise: all of them until it is opened, or the first ``times``.

    In an address ``*`` is anything and ``?`` any one letter. Those of another ``method`` than the one named go through.
    With ``answered`` they are stopped once the server has answered. ``count``: how many have come, whatever became of them.
    """

    def __init__(
        self,
        phone: Page,
        address: str,
        deal: Callable[[Stopped], object] | None = None,
        *,
        method: str = "",
        times: float = math.inf,
        answered: bool = False,
    ) -> None:
        self.held: list[Stopped] = []
        self.count = 0
        self._deal, self._left, self._method = deal or self.held.append, times, method
        self._session = phone.context.new_cdp_session(phone)
        self._session.on("Fetch.requestPaused", self._take)
        stage = "Response" if answered else "Request"
        self._session.send("Fetch.enable", {"patterns": [{"urlPattern": address, "requestStage": stage}]})
        # What the page remembers of a page before comes past every gate.
        for is_disabled in (True, False):
            self._session.send("Network.setCacheDisabled", {"cacheDisabled": is_disabled})

    def _take(self, event: dict[str, Any]) -> None:
        request = event["request"]
        stopped = Stopped(self._session, event["requestId"], request["url"], request["method"])
        if self._method not in ("", stopped.method):
            stopped.pass_on()
            return
        self.count += 1
        if self._left <= 0:
            stopped.pass_on()
            return
        self._left -= 1
        self._deal(stopped)

    def open(self) -> None:
        """Let everything through, what was held first."""
        self._left = 0
        while self.held:
            self.held.pop(0).pass_on()
