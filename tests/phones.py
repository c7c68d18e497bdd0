"""Phones: pages of one Chromium, each with cookies and a memory of its own.

A new context costs half a second of the processor until it has fetched and compiled what every page brings along. So
one that is done waits, is emptied of all that a page can leave behind, and is the next phone of the same kind. One in
which a test has changed for good what its pages are is closed.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

LAN_NAME = "zipai.test"
"""A name that no browser counts as a secure context, unlike 127.0.0.1."""
UNWANTED_FEATURES = (
    # A frame of its own for each page that comes takes a fifth of what going there costs.
    "RenderDocument",
    # Playwright's, which a second list replaces.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
)
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without it each new phone starts a second process that waits for a page to come.
    "--renderer-process-limit=1",
    f"--disable-features={','.join(UNWANTED_FEATURES)}",
    f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1",
]
IN_HASTE = "--js-flags=--no-turbofan --no-maglev"
"""Scripts begin at once and are not made faster while they run: most are done before that pays."""
PATIENCE = 30_000
"""Milliseconds after which a page hangs: nothing that works takes so long, on however busy a machine."""
KEEPS_NOTHING = r"""(() => {
    const ask = window.fetch, ahead = /^\/t\/[^/]+\/deals\/(new|dead|foul)\/$/;
    window.fetch = (url, how = {}) => !how.method && ahead.test(url) ? new Promise(() => {}) : ask.call(window, url, how);
})();"""
"""Keeps no page for when there is no network (`static/js/kept.js`): three are fetched and taken apart wherever a table is
looked at, the entry anew after every deal, which costs as much as the look."""
WIDTH, HEIGHT = map(int, os.environ.get("ZIPAI_PHONE", "390x844").split("x"))
"""Of a phone's window: ``ZIPAI_PHONE=320x568 pytest tests/browser/test_evening.py`` plays the evening on a small one."""
PHONE: dict[str, Any] = {
    "viewport": {"width": WIDTH, "height": HEIGHT},
    "device_scale_factor": 2,
    "locale": "zh-CN",
    "timezone_id": "Asia/Shanghai",
    "has_touch": True,
    "is_mobile": True,
    # What a worker serves no test could cut or count; tests/browser/test_worker.py lets it in.
    "service_workers": "block",
}

MOST = 6
"""How many contexts wait for their next phone; those of a server that is gone are the first to go."""
RESTS_AT = "/static/favicon.svg"
"""Where a page stays in the meantime, so that the process with all that is compiled does not end."""
LASTING = (
    *("add_init_script", "expose_binding", "expose_function", "grant_permissions"),
    *("set_extra_http_headers", "set_geolocation"),
)
"""What changes a context for all its pages to come, and cannot be taken back; so does its clock."""
CHANGED: WeakSet[BrowserContext] = WeakSet()
"""Contexts that are no longer what they were made as."""
CLOCKED: WeakSet[BrowserContext] = WeakSet()
"""Contexts that were made with a clock that can be moved."""

Kind = tuple[str, ...]


@dataclass(frozen=True)
class Waiting:
    """A context that waits, the page that rests in it, and what empties it of what pages of its server leave."""

    context: BrowserContext
    page: Page
    session: CDPSession
    server: str

    def empty(self) -> None:
        """Forget what a page can leave behind; files that never change stay."""
        self.context.clear_cookies()
        self.session.send("Storage.clearDataForOrigin", {"origin": self.server, "storageTypes": "all"})


class Drawer:
    """The contexts of one browser, by their kind: what they were made as."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._made: Counter[Kind] = Counter()
        self._known: dict[BrowserContext, Waiting] = {}
        self._waiting: dict[Kind, list[Waiting]] = {}

    def take(self, options: dict[str, Any], *, keeps: bool, clocked: bool) -> tuple[Kind, BrowserContext]:
        """An empty context: one that has waited, or a new one."""
        kind = (str(keeps), str(clocked), *(f"{name}={value}" for name, value in sorted(options.items())))
        if waiting := self._waiting.get(kind):
            found = waiting.pop()
            found.empty()
            return kind, found.context
        self._made[kind] += 1
        context = self._browser.new_context(**options)
        if not keeps:
            context.add_init_script(KEEPS_NOTHING)
        if clocked:
            CLOCKED.add(context)
            context.clock.install()
        CHANGED.discard(context)
        return kind, context

    def put_back(self, kind: Kind, context: BrowserContext) -> None:
        """Let it wait; close it where it has changed, or where there was no other of its kind."""
        if context in CHANGED or self._made[kind] == 1 or not (known := self._resting(context)):
            self._known.pop(context, None)
            context.close()
            return
        for page in context.pages:
            if page != known.page:
                page.close()
        self._known[context] = known
        self._waiting.setdefault(kind, []).append(known)
        self._close_one_too_many()

    def _resting(self, context: BrowserContext) -> Waiting | None:
        """Its line is there, and so is the page that rests; None where the server is gone."""
        context.unroute_all()
        context.set_offline(False)
        if context in self._known:
            return self._known[context]
        page = context.new_page()
        with suppress(Error):
            page.goto(RESTS_AT)
            return Waiting(context, page, context.new_cdp_session(page), page.url.removesuffix(RESTS_AT))
        return None

    def _close_one_too_many(self) -> None:
        """Of the kind that was first asked for, which may be that of a server that is gone."""
        if sum(map(len, self._waiting.values())) > MOST:
            oldest = next(waiting for waiting in self._waiting.values() if waiting).pop(0).context
            del self._known[oldest]
            oldest.close()


DRAWERS: WeakKeyDictionary[Browser, Drawer] = WeakKeyDictionary()


def open_phone(
    browser: Browser,
    base_url: str,
    *,
    keeps: bool = False,
    moves: bool = False,
    clocked: bool = False,
    **options: object,
) -> Iterator[Page]:
    """A phone on which no script may fail and nothing may run into the content policy.

    It keeps no pages for when there is no network, unless it ``keeps``. Unless it ``moves``, nothing fades or slides: that
    is drawn anew in every frame, and whoever taps waits for it. The clock of one that is ``clocked`` can be moved.
    """
    motion = "no-preference" if moves else "reduce"
    chosen = {**PHONE, "reduced_motion": motion, "base_url": base_url, **options}
    drawer = DRAWERS.setdefault(browser, Drawer(browser))
    kind, context = drawer.take(chosen, keeps=keeps, clocked=clocked)
    page, trouble = context.new_page(), list[str]()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text) if is_refusal(message.text) else None)
    yield page
    drawer.put_back(kind, context)
    assert trouble == []


def is_refusal(text: str) -> bool:
    """Say whether a line of the console reports something the content policy stopped."""
    return "Content Security Policy" in text


@contextmanager
def changes_noted() -> Iterator[None]:
    """Note whose pages to come are others than those before."""
    with pytest.MonkeyPatch.context() as patch:
        for name in LASTING:
            patch.setattr(BrowserContext, name, _noting(getattr(BrowserContext, name)))
        for owner in (BrowserContext, Page):
            patch.setattr(owner, "clock", property(_noting_the_clock(owner.clock)))
        yield


def _noting(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def noted(context: BrowserContext, *args: Any, **kwargs: Any) -> Any:
        CHANGED.add(context)
        return method(context, *args, **kwargs)

    return noted


def _noting_the_clock(clock: property) -> Callable[[BrowserContext | Page], Any]:
    def noted(owner: BrowserContext | Page) -> Any:
        context = owner.context if isinstance(owner, Page) else owner
        if context not in CLOCKED:
            CHANGED.add(context)
        return clock.__get__(owner)

    return noted
