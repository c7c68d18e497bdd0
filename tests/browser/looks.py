"""What every page must stand: axe without findings, room for large text, targets that a thumb hits."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.hands import read

PHONE_SIZE = {"width": 390, "height": 844}
NARROW = {"width": 320, "height": 640}
TARGET = 48
"""CSS pixels."""

FAULTS: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS = ("color-contrast", "link-in-text-block")
ROOM = ("scrollable-region-focusable",)
ALL_BUT_COLOURS: dict[str, Any] = {**FAULTS, "rules": {rule: {"enabled": False} for rule in COLOURS}}

# Whether a text stands out hangs on its colour, how large and how bold it is, what lies behind it, and for a link what
# stands around it: one of each kind stands for all. Large type has the colours of the small
# (`tests/views/test_looked_at.py`), and less is asked of them.
KINDS = """() => {
    const grounds = new Map(), kinds = new Map();
    const fields = "input, select, textarea";
    const behind = one => {
        if (!one) return "";
        if (!grounds.has(one)) {
            const style = getComputedStyle(one);
            const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter, style.mixBlendMode].join();
            grounds.set(one, (own === "rgba(0, 0, 0, 0),none,1,none,normal" ? "" : own + "/") + behind(one.parentElement));
        }
        return grounds.get(one);
    };
    const speaks = one => one.matches(fields) || Array.from(one.childNodes).some(node => node.nodeType === 3 && node.nodeValue.trim());
    const shown = one => one.checkVisibility({ visibilityProperty: true });
    Array.from(document.querySelectorAll("body *")).filter(one => speaks(one) && shown(one)).forEach(one => {
        const style = getComputedStyle(one);
        const apart = [one.matches(fields), one.matches(":disabled *, :disabled")];
        const about = apart.concat(style.color, style.fontSize, style.fontWeight, style.textShadow);
        const link = one.closest("a");
        const around = link ? [getComputedStyle(link).textDecorationLine, getComputedStyle(link.parentElement).color] : [];
        const kind = about.concat(around, behind(one)).join("|");
        kinds.set(kind, (kinds.get(kind) || []).concat(one));
    });
    return { include: Array.from(kinds.values()).map(alike => alike.find(one => one.matches("main *")) || alike[0]) };
}"""
ALL = "() => document"
LOOKS = (
    ("light", "normal", ALL_BUT_COLOURS, ALL),
    ("light", "normal", {**FAULTS, "runOnly": COLOURS, "preload": False}, KINDS),
    ("dark", "normal", {**FAULTS, "runOnly": COLOURS, "preload": False}, KINDS),
    ("light", "large", {**FAULTS, "runOnly": ROOM, "preload": False}, ALL),
)

RUN = """(where, options) => axe.run(where, options).then(found => found.violations.flatMap(
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

# What a screen reader goes by: one main part, one chief heading, no level left out, tables and pictures with a name.
ORDER = """() => {
    const shown = one => one.getClientRects().length;
    const heads = Array.from(document.querySelectorAll("h1, h2, h3, h4, h5, h6")).filter(shown).map(one => Number(one.tagName[1]));
    const jumps = heads.filter((level, at) => level > (at ? heads[at - 1] : 0) + 1);
    const marks = ["main", "h1"].map(name => Array.from(document.querySelectorAll(name)).filter(shown).length);
    const named = "th[scope], caption";
    const tables = Array.from(document.querySelectorAll("table")).filter(one => !one.querySelector(named));
    const drawn = Array.from(document.querySelectorAll("main svg")).filter(one => shown(one) && !one.closest("[aria-hidden=true]")
        && one.getAttribute("role") !== "img" && !one.closest("[role=img]"));
    return [...jumps.map(level => `heading ${level} leaves a level out: ${heads}`),
        ...marks.map((count, at) => count === 1 ? "" : `${count} of ${["main", "h1"][at]}`).filter(Boolean),
        ...tables.concat(drawn).map(one => `no name: ${one.outerHTML.slice(0, 80)}`)];
}"""

TIMINGS = "window.timings = performance;"
"""To be run before a clock takes the place of the page's own, which knows how the page came."""
TEMPLATE = """() => (window.timings || performance).getEntriesByType("navigation")[0].serverTiming.map(one => one.description)[0] || "" """


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
    for theme, size, options, where in LOOKS:
        page.evaluate(DRESS, [theme, size])
        run = f"options => ({RUN})(({where})(), options)"
        found += [f"{theme} {size} {one}" for one in page.evaluate(run, options)]
    page.evaluate(DRESS, ["light", "normal"])
    page.emulate_media(reduced_motion="null")
    return found + page.evaluate(ORDER) + measures(page) + narrow(page)


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
