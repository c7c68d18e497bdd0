"""What lies between a phone and its server: requests that are held, lost or refused, and let through again.

A gate stands as long as its phone. Where the last one is taken away while requests are on their way, the browser forgets
some of them: a page that is being written then waits for its styles and scripts for ever.
"""

import math
from collections.abc import Callable
from re import Pattern

from playwright.sync_api import BrowserContext, Page, Route


class Gate:
    """Requests to an address, held or dealt with otherwise: all of them until it is opened, or the first ``times``.

    Those of another ``method`` than the one named go through. ``count``: how many have come, whatever became of them.
    """

    def __init__(
        self,
        phone: Page | BrowserContext,
        address: str | Pattern[str],
        deal: Callable[[Route], object] | None = None,
        *,
        method: str = "",
        times: float = math.inf,
    ) -> None:
        self.held: list[Route] = []
        self.count = 0
        self._deal, self._left, self._method = deal or self.held.append, times, method
        phone.route(address, self._take)

    def _take(self, route: Route) -> None:
        if self._method not in ("", route.request.method):
            route.continue_()
            return
        self.count += 1
        if self._left <= 0:
            route.continue_()
            return
        self._left -= 1
        self._deal(route)

    def open(self) -> None:
        """Let everything through, what was held first."""
        self._left = 0
        while self.held:
            self.held.pop(0).continue_()
