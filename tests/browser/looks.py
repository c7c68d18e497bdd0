"""What every page must stand: axe without findings, room for large text, targets that a thumb hits."""

from pathlib import Path
from typing import Any
from weakref import WeakSet

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

PHONE_SIZE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
DESK = {"width": 1440, "height": 900}

COLOURS = ("color-contrast", "link-in-text-block")
UNDECIDED = ("duplicate-id-aria", "no-autoplay-audio")
"""Rules whose findings axe leaves to people, so that they fail nothing: `looks.js` holds for every id what one asks of a few."""
ASKED = ["violations", "incomplete"]
RUNS: dict[str, dict[str, Any]] = {
    "all": {
        "resultTypes": ASKED,
        "elementRef": True,
        "preload": False,
        "rules": {key: {"enabled": False} for key in UNDECIDED},
    },
    "but_colours": {
        "resultTypes": ["violations"],
        "preload": False,
        "rules": {key: {"enabled": False} for key in (*UNDECIDED, *COLOURS)},
    },
    "colours": {"resultTypes": ASKED, "elementRef": True, "runOnly": COLOURS, "preload": False},
    "room": {"resultTypes": ["violations"], "runOnly": ("scrollable-region-focusable",), "preload": False},
}
"""What axe is asked: all, all but the colours, the colours, and whether a keyboard reaches what scrolls."""
STAND_OUT: set[str] = set()
"""Kinds of text, in either theme, that axe has found to stand out: on one page they need not be looked at again."""

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
AXE = f"void (window.bringAxe = function () {{{AXE_SCRIPT}\n}});"
HASTE = """(() => {
    const now = performance.now.bind(performance), wait = window.setTimeout.bind(window);
    performance.now = () => 50 * now();
    window.setTimeout = (what, time = 0, ...rest) => wait(what, time < 1000 ? time / 50 : time, ...rest);
})();"""
"""What is short passes sooner: how long a page rests (`static/js/early.js`), and how soon a preview is asked for."""
DRESSED = "() => Array.from(document.querySelectorAll('link[rel=stylesheet]')).every(one => one.sheet)"
"""Whether what was brought beside a page has come with its styles."""
READY: WeakSet[Page] = WeakSet()
"""Pages that bring along what they are looked at with."""
TEMPLATE = """() => performance.getEntriesByType("navigation")[0].serverTiming.map(one => one.description)[0] || "" """


def ready(page: Page) -> Page:
    """Let a page bring along what it is looked at with, wherever it goes."""
    for script in (SCRIPT, AXE, HASTE):
        page.add_init_script(script)
    READY.add(page)
    return page


def template_of(page: Page) -> str:
    """From which template a page of `tests/browser/named_pages.py` came."""
    return str(page.evaluate(TEMPLATE)).partition("#")[0]


def check(page: Page) -> None:
    """Fail with everything that is wrong, one line each."""
    found = findings(page)
    assert not found, "\n" + "\n".join(found)


def findings(page: Page) -> list[str]:
    """Everything that is wrong with a page as it stands, in all its looks, once nothing of it rests."""
    _bring(page)
    return [*_in_all_looks(page), *narrow(page)]


def findings_as_it_comes(page: Page) -> list[str]:
    """The same of a page that has come in whichever size the last one was left in; this one is left in the other."""
    was_narrow = page.viewport_size == NARROW
    found = narrow_as_it_is(page) if was_narrow else _in_all_looks(page)
    page.set_viewport_size(PHONE_SIZE if was_narrow else NARROW)  # type: ignore[arg-type]
    return found + (_in_all_looks(page) if was_narrow else narrow_as_it_is(page))


def _in_all_looks(page: Page) -> list[str]:
    _bring(page)
    if page not in READY and not page.evaluate("'bringAxe' in window"):
        page.evaluate(AXE)
    found, stand_out = page.evaluate(
        "asked => looks.rested().then(() => looks.look(asked))", [RUNS, [*STAND_OUT]]
    )
    STAND_OUT.update(stand_out)
    return [*found]


def findings_on_a_desk(page: Page) -> list[str]:
    """The same where there is room for what stands beside the page, once that has come."""
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    if page.locator("[data-beside]").count():
        page.wait_for_selector("[data-beside] > *", state="attached")
        page.wait_for_function(DRESSED)
    found, stand_out = page.evaluate("looks.look", [RUNS, [*STAND_OUT]])
    STAND_OUT.update(stand_out)
    sideways = page.evaluate("looks.wide()")
    page.set_viewport_size(PHONE_SIZE)  # type: ignore[arg-type]
    return [f"on a desk: {one}" for one in (*found, *sideways)]


def wide(page: Page) -> list[str]:
    """What makes a page scroll sideways as it stands."""
    _bring(page)
    return [*page.evaluate("looks.wide()")]


def measures(page: Page) -> list[str]:
    """Targets that are too small, text that is cut off."""
    _bring(page)
    return [*page.evaluate("looks.measures()")]


def narrow(page: Page) -> list[str]:
    """The same on the narrowest phone; then, with text twice as large, what makes the page scroll sideways."""
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    found = narrow_as_it_is(page)
    page.set_viewport_size(PHONE_SIZE)  # type: ignore[arg-type]
    return found


def narrow_as_it_is(page: Page) -> list[str]:
    """The same where the phone is that narrow."""
    _bring(page)
    return [*page.evaluate("looks.narrow()")]


def dress(page: Page, theme: str, size: str) -> None:
    """Show a page as it is in ``light`` or ``dark``, with type that is ``normal``, ``large`` or ``huge``."""
    _bring(page)
    page.evaluate("look => looks.dress(look)", [theme, size])


def _bring(page: Page) -> None:
    """The script of this module, on a page that has come without; its styles may be behind its words."""
    page.wait_for_load_state()
    if page not in READY:
        page.evaluate(SCRIPT)
