"""Two taps at one place where one was meant: what the second does that nobody wanted, control by control.

Time is that of the page: it stands still, and is moved on from tap to tap. So a busy machine finds what a quiet one finds.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Error as BrowserError
from playwright.sync_api import Page, Request, Route
from playwright.sync_api import TimeoutError as BrowserTimeout

DELAYS = (80, 200, 350, 550, 800)
"""Milliseconds between the first tap and another one."""
ANSWER = 20
"""Milliseconds after which a page can be there at the soonest."""
PATIENCE = 5_000
"""Milliseconds within which a tap was handled; one on nothing never is."""
ASKS = re.compile(r"/(preview|heard|examples|rules|drawing|news|live)/")
"""A POST that stores nothing."""
AWAITED = {"document", "xhr", "fetch"}
FROM_SERVER = re.compile(r"^https?://[^/]+/(?!static/)")
PLACE = re.compile("/(?:[ct]/[^/]+|own-rules/[^/]{10,})/")
"""A table, a circle, house rules: another one each time where a tap makes it."""
NAMES = re.compile("老王|小李|阿芳|四叔|建国|上官婉儿与欧阳修")
POLL = 20
LONG = 20_000
"""Milliseconds after which something hangs."""
ENDS: tuple[Literal["requestfinished", "requestfailed"], ...] = ("requestfinished", "requestfailed")
CLOCK = """(() => {
    if (location.protocol === "about:") return;
    const real = performance.now.bind(performance), wait = window.setTimeout.bind(window);
    const trial = (document.cookie.match(/double-taps=(\\d+)/) || ["", ""])[1];
    let [kept, how] = (sessionStorage.getItem("double-taps") || "- ").split(" ");
    if (kept !== trial) {
        sessionStorage.clear();
        how = "";
    }
    if (kept !== trial || (FORGETS && !how)) localStorage.clear();
    sessionStorage.setItem("double-taps", `${trial} ${how}`);
    let still = how ? 0 : null;
    performance.now = () => still === null ? 50 * real() : still;
    window.setTimeout = (what, time = 0, ...rest) => wait(what, still === null && time < 1000 ? time / 50 : time, ...rest);
    window.doubleTaps = {
        clicks: 0,
        came: real(),
        stop() { sessionStorage.setItem("double-taps", `${trial} still`); still = 1e6; this.stopped = still; },
        stopped: 0,
        plan: [],
    };
    addEventListener("click", () => {
        window.doubleTaps.clicks += 1;
        if (window.doubleTaps.plan.length) still = window.doubleTaps.plan.shift();
    }, true);
})();"""
"""Until it is stopped, what is short passes sooner, and a page has been read at once. Nothing is kept from the trial before,
nor, where the phone FORGETS, from page to page until it is stopped."""
CONTROLS = """() => {
  const again = "[data-hu], [data-flip], [data-cards], [data-card], [data-win], [data-way], [data-by]"
    + ", .key, .tile, [data-dou], [data-held], [inputmode]";
  const found = [];
  for (const one of document.querySelectorAll("a[href], button, summary")) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const href = one.getAttribute("href") || "";
    const text = (one.getAttribute("aria-label") || one.textContent).trim().replace(/\\s+/g, " ").slice(0, 24);
    let skipped = "";
    if (one.matches(again)) skipped = "a key, digit or stepper: meant to be tapped again";
    else if (one.closest("[data-quick]") || one.form?.matches("[data-quick]")) skipped = "a form to be tapped at any pace";
    else if (one.disabled) skipped = "disabled";
    else if (href.startsWith("#")) skipped = "leads to a place of the same page";
    else if (one.origin && one.origin !== location.origin) skipped = "leads to another server";
    else if (one.target === "_blank" || one.download) skipped = "leaves the page as it is";
    one.dataset.nth = String(found.length);
    found.push({ text, tag: one.tagName, href, posts: one.type === "submit" && one.form?.method === "post",
      action: (one.type === "submit" && one.form?.getAttribute("action")) || "", back: one.closest("header") !== null,
      is_deal: one.matches(".deal > summary"), skipped });
  }
  return found;
}"""
FIELDS = """() => Array.from(document.querySelectorAll("main input, main select, main textarea"))
    .filter(one => one.name && one.name !== "csrfmiddlewaretoken" && one.name !== "client_id" && !/^(entry|secret)$/.test(one.name))
    .map(one => [one.name, /checkbox|radio/.test(one.type) ? one.checked : one.value])"""
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done({ is: document.readyState }))))"
ROUND_TRIP = "() => fetch('/static/favicon.svg', { cache: 'no-store' }).then(() => true, () => true)"
"""Whatever a tap asks for is on its way before the answer to a later question comes."""


@dataclass(frozen=True)
class Control:
    """Something to tap: the ``nth`` of its page; ``posts`` where it sends a form, ``back`` where it may be tapped at any pace.

    ``skipped``: why it is not tried, "" where it is.
    """

    nth: int
    text: str
    tag: str
    href: str
    posts: bool
    action: str
    back: bool
    is_deal: bool
    skipped: str

    @property
    def kind(self) -> str:
        """What is alike on many pages."""
        where = PLACE.sub("/…/", re.sub(r"\d+", "0", self.href or self.action))
        where = re.sub(r"/deals/[^/]{6,}/", "/deals/…/", where)
        text = NAMES.sub("某", re.sub(r"[0-9]+", "0", self.text))
        if self.is_deal or (where == "/…/" and not self.back):
            return f"{self.tag} row {where}"  # What it says changes with the time of day.
        return f"{self.tag} {text} {where}"


def controls(page: Page) -> list[Control]:
    """Those that can be seen."""
    return [Control(nth, **found) for nth, found in enumerate(page.evaluate(CONTROLS))]


def path_of(url: str) -> str:
    """Where a page is, whatever table, invitation or deal it is of."""
    return re.sub(r"\d+", "0", PLACE.sub("/…/", urlsplit(url).path))


@dataclass(frozen=True)
class Outcome:
    """What taps led to: paths of what was sent to be stored, the path of the page, and what is entered there."""

    posts: tuple[str, ...]
    path: str
    fields: str


class Gone(Exception):
    """A page that went away meanwhile."""


class Watched:
    """A page on which taps are tried, and what it asks its server for."""

    def __init__(self, page: Page, url: str = "", *, forgets: bool = False) -> None:
        self.page, self.url = page, url
        self.posts: list[str] = []
        self.open: set[Request] = set()
        self.held: list[Route] | None = None
        self._can_hold = False
        page.context.add_init_script(CLOCK.replace("FORGETS", str(forgets).lower()))
        page.on("request", self._asked)
        for end in ENDS:
            page.on(end, self._ended)
        page.on("framenavigated", lambda _frame: self.open.clear())

    def _asked(self, request: Request) -> None:
        if request.resource_type not in AWAITED or request.url.endswith("/favicon.svg"):
            return
        self.open.add(request)
        path = urlsplit(request.url).path
        if request.method == "POST" and not ASKS.search(path):
            self.posts.append(path)

    def _ended(self, request: Request) -> None:
        self.open.discard(request)

    def begin(self, trial: int) -> None:
        """Have the next page know nothing of the trial before."""
        cookie = {"name": "double-taps", "value": str(trial), "url": self.url}
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]

    def settle(self) -> None:
        """Wait until all that was asked for is there."""
        for _ in range(LONG // POLL):
            with suppress(Gone):
                self._ask(ROUND_TRIP)
                if self._ask(FRAMES) == {"is": "complete"} and not self.open:
                    return
            self.page.wait_for_load_state()
            if self.open:
                self.page.wait_for_timeout(POLL)
        raise BrowserError(f"never settled: {[one.url for one in self.open]}")

    def _ask(self, question: str) -> object:
        try:
            return self.page.wait_for_function(question, timeout=LONG).json_value()
        except BrowserTimeout:
            raise
        except BrowserError as error:
            raise Gone from error

    def outcome(self) -> Outcome:
        path = path_of(self.page.url)
        return Outcome(tuple(self.posts), path, json.dumps(self.page.evaluate(FIELDS), ensure_ascii=False))

    def stop(self) -> None:
        """From now on no time goes by but by `go_to`; whatever is on the page has been read."""
        self.settle()
        self.page.evaluate("doubleTaps.stop()")
        self.posts.clear()

    def again(self, x: float, y: float, delays: Sequence[int]) -> None:
        """Tap so long after the first tap, whatever the glass shows by now; a page that came since is nearly as old."""
        page = self.page
        page.evaluate(
            "([late, soon]) => { doubleTaps.plan = doubleTaps.stopped ? late.map(one => doubleTaps.stopped + one) : soon; }",
            [delays, [delay - ANSWER for delay in delays]],
        )
        came, clicks = page.evaluate("[doubleTaps.came, doubleTaps.clicks]")
        for _ in delays:
            page.touchscreen.tap(x, y)
        self._handled(came, clicks + len(delays))

    def tap(self, x: float, y: float) -> None:
        """Tap with a finger, and wait until that was handled."""
        came, clicks = self.page.evaluate("[doubleTaps.came, doubleTaps.clicks]")
        self.page.touchscreen.tap(x, y)
        self._handled(came, clicks + 1)

    def _handled(self, came: float, clicks: int) -> None:
        """Wait until so many taps have come to the page, or another page is there."""
        with suppress(BrowserError):
            self.page.wait_for_function(
                "([came, clicks]) => !window.doubleTaps || doubleTaps.came !== came || doubleTaps.clicks >= clicks",
                arg=[came, clicks],
                timeout=PATIENCE,
            )

    def spot(self, control: Control) -> tuple[float, float] | None:
        """Where to tap it; None where something lies over it."""
        target = self.page.locator(f"[data-nth='{control.nth}']")
        if not target.count():
            controls(self.page)  # News of the table has drawn it anew.
        target.scroll_into_view_if_needed()
        x, y, is_reached = target.evaluate(
            """one => {
                const box = one.getClientRects()[0];
                const x = box.x + box.width / 2, y = box.y + box.height / 2;
                return [x, y, one.contains(document.elementFromPoint(x, y))];
            }"""
        )
        return (x, y) if is_reached else None

    @contextmanager
    def answers_held(self) -> Iterator[None]:
        """Whatever is asked for meanwhile comes only afterwards."""
        if not self._can_hold:
            # From then on no page has its scripts from the browser's cache.
            self.page.route(FROM_SERVER, self._pass)
            self._can_hold = True
        held: list[Route] = []
        self.held = held
        yield
        self.held = None
        for route in held:
            with suppress(BrowserError):  # The page asks for something else by now.
                route.continue_()

    def _pass(self, route: Route) -> None:
        """Hold a question while answers are held; what holds them stands for good (see gates.py)."""
        if self.held is not None and route.request.resource_type in AWAITED:
            self.held.append(route)
        else:
            route.continue_()


def tap_on(watched: Watched, control: Control, delays: Sequence[int] = DELAYS) -> tuple[Outcome, str] | None:
    """Tap a control, and again after each delay, when what it leads to is there: the outcome of one tap, and what others added.

    A tap that does nothing leaves nothing behind, so that one visit tries all delays. None where it cannot be tapped.
    """
    if (spot := watched.spot(control)) is None:
        return None
    watched.stop()
    before = watched.page.url
    watched.tap(*spot)
    come(watched, control, before)
    once = watched.outcome()
    watched.again(*spot, delays)
    watched.settle()
    return once, more_than(control, once, watched.outcome())


def tap_in_haste(watched: Watched, control: Control, once: Outcome) -> str:
    """What taps at all delays add while the answer to the first is still on its way."""
    if (spot := watched.spot(control)) is None:
        return ""
    haste(watched, control, spot)
    return more_than(control, once, watched.outcome())


def haste(watched: Watched, control: Control, spot: tuple[float, float]) -> None:
    watched.stop()
    before = watched.page.url
    stopped = "plan => { doubleTaps.plan = plan.map(one => doubleTaps.stopped + one); }"
    watched.page.evaluate(stopped, [0, *DELAYS])
    with watched.answers_held():
        for _ in (0, *DELAYS):
            watched.page.touchscreen.tap(*spot)
    come(watched, control, before)


def is_plain_link(watched: Watched, control: Control) -> bool:
    """Whether taps at all delays, before the page of a link is there and again when it is, lead to that page and no further."""
    if not control.href or (spot := watched.spot(control)) is None:
        return False
    haste(watched, control, spot)
    once = watched.outcome()
    if once.posts or once.path != path_of(control.href):
        return False
    watched.again(*spot, DELAYS)
    watched.settle()
    return not more_than(control, once, watched.outcome())


def come(watched: Watched, control: Control, before: str) -> None:
    """Wait for the page that a control leads to."""
    if control.href or control.posts:
        with suppress(BrowserError):
            watched.page.wait_for_url(lambda url: url != before, timeout=1000)
    watched.settle()


def more_than(control: Control, once: Outcome, more: Outcome) -> str:
    """What further taps did beyond the first, "" where that was nothing."""
    if len(more.posts) > len(once.posts):
        return f"posted {' '.join(more.posts[len(once.posts) :])}"
    if control.back:
        return ""
    if more.path != once.path:
        return f"led on to {more.path}"
    if more.fields != once.fields:
        return f"entered {changed(once.fields, more.fields)}"
    return ""


def changed(before: str, after: str) -> str:
    old, new = ([tuple(one) for one in json.loads(text)] for text in (before, after))
    return " ".join(f"{name}={value}" for name, value in new if (name, value) not in old)[:80]
