"""Two taps at one place where one was meant: what the second does that nobody wanted, control by control."""

import re
import sqlite3
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


@dataclass(frozen=True)
class Outcome:
    """What taps led to: paths of what was sent to be stored, and of the page in the end."""

    posts: tuple[str, ...]
    path: str


def tap(page: Page, control: Control, *delays: int) -> Outcome | None:
    """Tap once, and once more after each delay; None where it cannot be tapped. The page has been read."""
    target = page.locator(f"[data-nth='{control.nth}']")
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    if box is None:
        return None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if not target.evaluate("(one, [x, y]) => one.contains(document.elementFromPoint(x, y))", [x, y]):
        return None
    with posts(page) as sent:
        page.touchscreen.tap(x, y)
        for delay in delays:
            page.wait_for_timeout(delay)
            page.touchscreen.tap(x, y)
        page.wait_for_timeout(AFTER)
        page.wait_for_load_state()
    return Outcome(tuple(sent), urlsplit(page.url).path)


def is_harmless(control: Control, outcome: Outcome) -> bool:
    """Whether one tap can have done all of it: what is sent once, and the page that a link names."""
    here = urlsplit(control.href or outcome.path).path
    return len(outcome.posts) <= control.posts and (
        control.back or bool(outcome.posts) or outcome.path == here
    )


def more_than(control: Control, single: Outcome | None, double: Outcome) -> str:
    """What the second tap did beyond the first, "" where that was nothing."""
    if single is None:
        return ""
    if len(double.posts) > len(single.posts):
        return f"posted {' '.join(double.posts[len(single.posts) :])}"
    if control.back or double.path == single.path:
        return ""
    return f"led on to {double.path}"


@contextmanager
def undone(server: Server) -> Iterator[None]:
    """What was stored meanwhile is taken out of the database again."""
    with closing(sqlite3.connect(":memory:")) as kept:
        with closing(sqlite3.connect(server.database)) as live:
            live.backup(kept)
        yield
        with closing(sqlite3.connect(server.database, timeout=30)) as live:
            kept.backup(live)
