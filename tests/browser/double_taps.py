"""Two taps at one place where one was meant: what the second does that nobody wanted, control by control."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

from tests.servers import Server

DELAYS = (80, 200, 350, 550, 800)
"""Milliseconds between the two taps."""
AFTER = 500
"""Milliseconds after the second in which what it set off has been sent."""
ASKS = re.compile(r"/(preview|heard|examples|rules|drawing|news|live)/")
"""A POST that stores nothing."""
CONTROLS = """() => {
  const skipped = "[data-hu], [data-flip], [data-cards], [data-win], [data-way], [data-step-by], .key, .tile, .skip, [inputmode]";
  const seen = [];
  for (const one of document.querySelectorAll("a[href], button, summary")) {
    if (one.matches(skipped) || one.closest("[data-quick], form.options")) continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.disabled) continue;
    const href = one.getAttribute("href") || "";
    if (href.startsWith("#") || one.target === "_blank" || one.download) continue;
    const text = (one.getAttribute("aria-label") || one.textContent).trim().replace(/\\s+/g, " ").slice(0, 24);
    one.dataset.nth = String(seen.length);
    seen.push({ text, tag: one.tagName, href, posts: one.type === "submit" && one.form?.method === "post",
      back: one.closest("header") !== null });
  }
  return seen;
}"""


@dataclass(frozen=True)
class Control:
    """Something to tap: the ``nth`` of its page; ``posts`` where it sends a form, ``back`` where it may be tapped at any pace."""

    nth: int
    text: str
    tag: str
    href: str
    posts: bool
    back: bool

    @property
    def kind(self) -> str:
        """What is alike on many pages."""
        where = re.sub(r"/[ct]/[^/]+/", "/…/", re.sub(r"\d+", "0", self.href))
        return f"{self.tag} {re.sub(r'[0-9]+', '0', self.text)} {where}"


def controls(page: Page) -> list[Control]:
    """Those that can be seen, but for keys, digits and steppers, which are meant to be tapped quickly."""
    return [Control(nth, **found) for nth, found in enumerate(page.evaluate(CONTROLS))]


@contextmanager
def posts(page: Page) -> Iterator[list[str]]:
    """Paths to which the page sends what is stored."""
    found: list[str] = []

    def note(request: Request) -> None:
        path = urlsplit(request.url).path
        if request.method == "POST" and not ASKS.search(path):
            found.append(path)

    page.on("request", note)
    yield found
    page.remove_listener("request", note)


def rest(page: Page) -> None:
    """Whatever has just come has been read."""
    page.wait_for_load_state()
    page.wait_for_function("() => !('fresh' in document.documentElement.dataset)")


def double_tap(page: Page, control: Control, delay: int) -> str:
    """Tap twice; what the second tap did, "" where it did nothing. The page is what it was, and read."""
    target = page.locator(f"[data-nth='{control.nth}']")
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    if box is None:
        return ""
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with posts(page) as sent:
        begun = time.monotonic()
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(max(0, delay - 1000 * (time.monotonic() - begun)))
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(AFTER)
        page.wait_for_load_state()
    allowed = 1 if control.posts else 0
    if len(sent) > allowed:
        return f"posted {' '.join(sent)}"
    here, meant = (urlsplit(address).path for address in (page.url, control.href or page.url))
    return "" if control.back or sent or here == meant else f"led on to {here}"


@contextmanager
def undone(server: Server) -> Iterator[None]:
    """What was stored meanwhile is taken out of the database again."""
    with closing(sqlite3.connect(":memory:")) as kept:
        with closing(sqlite3.connect(server.database)) as live:
            live.backup(kept)
        yield
        with closing(sqlite3.connect(server.database, timeout=30)) as live:
            kept.backup(live)
