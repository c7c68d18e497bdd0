"""What every page must stand: axe without findings, room for large text, targets that a thumb hits."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.hands import read

PHONE_SIZE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
TARGET = 48
"""CSS pixels."""

EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
SEEN: dict[str, Any] = {
    **EVERYTHING,
    "runOnly": ["color-contrast", "link-in-text-block", "scrollable-region-focusable"],
}
LOOKS = (("light", "normal", EVERYTHING), ("dark", "normal", SEEN), ("light", "large", SEEN))

RUN = """options => axe.run(document, options).then(found => found.violations.flatMap(
    rule => rule.nodes.map(node => `${rule.id}: ${node.target.join(" ")} ${node.failureSummary}`)))"""

DRESS = """([theme, type]) => {
    const root = document.documentElement;
    root.dataset.theme = theme;
    if (type === "large") root.dataset.type = type; else delete root.dataset.type;
    document.getAnimations().forEach(one => one.finish());
}"""

# Everything that a finger may want, with the label that takes its taps. Left out: what lies within a line of text, where a
# larger target would push the lines apart (WCAG 2.5.8 allows it), and the skip link, which only a keyboard reaches.
SMALL = """least => {
    const shown = one => one.getClientRects().length && getComputedStyle(one).visibility === "visible";
    const inside = one => one.closest(".visually-hidden, .skip, [aria-hidden=true]") !== null;
    const taps = one => one.matches("input") && one.labels.length && one.closest("label") ? one.closest("label") : one;
    return Array.from(document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select, textarea"))
        .map(taps).filter(one => shown(one) && !inside(one)).map(one => [one, one.getBoundingClientRect()])
        .filter(([one, box]) => Math.min(box.width, box.height) < least - 0.5)
        .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`);
}"""

# Text in a box of fixed height. A name that ends in … can be read where it is edited.
CUT_OFF = """() => Array.from(document.body.querySelectorAll("*")).filter(one => {
    const style = getComputedStyle(one);
    return style.overflowY === "hidden" && style.textOverflow !== "ellipsis" && !one.closest(".visually-hidden, svg")
        && one.getClientRects().length && one.scrollHeight > one.clientHeight + 2;
}).map(one => `${one.outerHTML.slice(0, 90)} ${one.scrollHeight} > ${one.clientHeight}`)"""

WIDE = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    const boxes = Array.from(document.body.querySelectorAll("*")).map(one => [one, one.getBoundingClientRect()]);
    return [`${document.documentElement.scrollWidth} > ${room}`].concat(boxes.filter(([one, box]) => box.right > room + 1)
        .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.right)}`).slice(0, 6));
}"""


TEMPLATE = """() => performance.getEntriesByType("navigation")[0].serverTiming.map(one => one.description)[0] || "" """


def template_of(page: Page) -> str:
    """From which template a page of `tests/browser/named_pages.py` came."""
    return str(page.evaluate(TEMPLATE)).partition("#")[0]


def check(page: Page) -> None:
    """Fail with everything that is wrong, one line each."""
    found = findings(page)
    assert not found, "\n" + "\n".join(found)


def findings(page: Page) -> list[str]:
    """Everything that is wrong with a page as it stands, in all its looks, once nothing of it rests."""
    read(page)
    # A colour that is still on its way to another look has neither look's contrast.
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(AXE_SCRIPT)
    found = []
    for theme, size, options in LOOKS:
        page.evaluate(DRESS, [theme, size])
        found += [f"{theme} {size} {one}" for one in page.evaluate(RUN, options)]
    page.evaluate(DRESS, ["light", "normal"])
    page.emulate_media(reduced_motion="null")
    return found + measures(page) + narrow(page)


def measures(page: Page) -> list[str]:
    """Targets that are too small, text that is cut off."""
    small = [f"small target: {one}" for one in page.evaluate(SMALL, TARGET)]
    return small + [f"cut off: {one}" for one in page.evaluate(CUT_OFF)]


def narrow(page: Page) -> list[str]:
    """The same on the narrowest phone; then, with text twice as large, what makes the page scroll sideways."""
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    found = [f"narrow {one}" for one in measures(page)]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    found += [f"too wide: {one}" for one in page.evaluate(WIDE)]
    found += [f"cut off at 200 %: {one}" for one in page.evaluate(CUT_OFF)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(PHONE_SIZE)  # type: ignore[arg-type]
    return found
