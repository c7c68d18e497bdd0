"""A phone of five years ago, with Chromium 96 or Firefox 94: nothing it does not know is used without something instead."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import django_htmx
import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "static"
YOUNG = ROOT / "tests" / "engines" / "young.txt"
SHEETS = sorted(STATIC.glob("css/*.css"))
SCRIPTS = [*sorted(STATIC.glob("js/*.js")), STATIC / "sw.js"]
HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.js"

INSTEAD = {
    "property text-spacing-trim": "an opening quote as wide as a character",
    "property text-wrap": "lines of uneven length",
    "property text-size-adjust": "the -webkit- one stands before it",
    "property box-decoration-break": "the -webkit- one stands before it",
    "property color-scheme": "Firefox draws its scroll bars and fields light",
    "property container-type": "nothing is narrow by itself; a narrow window still is",
    "at-rule container": "the same",
    "property forced-color-adjust": "Firefox keeps to the system's colours",
    "value break-after:avoid": "a heading may stand alone at the foot of a printed page",
    "property field-sizing": "a field keeps its height and scrolls",
    "unit dvh": "vh stands before it",
    "value grid-template-columns:subgrid": "inside @supports; rows have columns of their own, a little ragged",
    "unit cqw": "inside @supports; the cards of a hand have a fixed width",
    "member srcObject": "only where BarcodeDetector is: Chromium had it for years, for what a camera gives",
    "attribute video.playsinline": "Firefox plays in its place anyway",
    "selector has": "what would be hidden stays to be seen (tests/browser/test_old_engine.py)",
    "element dialog": "js/dialog.js",
    "member showModal": "js/dialog.js",
    "global HTMLDialogElement": "js/dialog.js",
    "member locks": "queue.js lends itself a lease",
    "member wakeLock": "the screen goes dark as the phone wants it",
    "member canShare": "the picture is saved instead",
    "member share": "the same",
    "attribute *.inputmode": "the usual keyboard",
    "attribute *.autocapitalize": "the first letter is large; codes are read in either case",
}
"""What a phone of five years ago has where it does not know a thing that is used."""
PREFIXES = ("-webkit-", "-moz-")
"""What only one engine is told."""
OWN = {
    "config",
    "drop",
    "element",
    "flip",
    "forget",
    "lost",
    "number",
    "queue",
    "red",
    "show",
    "take",
    "turn",
    "unit",
}
"""Members of our own objects that bear the name of something young."""
OF_HTMX = {
    "member startViewTransition",
    "member moveBefore",
    "static Document.parseHTMLUnsafe",
    "member parseHTMLUnsafe",
}
"""What htmx asks for before it uses it."""
OWN_OF_HTMX = {"changed", "delay", "isError", "path", "toArray", "transition"}


def young() -> dict[str, dict[str, str]]:
    """Kind → name → "Chromium, Firefox"."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for line in YOUNG.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            kind, name, chromium, firefox = line.split()
            found[kind][name] = f"Chromium {chromium}, Firefox {firefox}"
    return found


KNOWN = young()


def without(text: str, *patterns: str) -> str:
    for pattern in patterns:
        text = re.sub(pattern, '""', text, flags=re.DOTALL)
    return text


def styled(text: str) -> Iterator[tuple[str, str]]:
    """(kind, name) of everything in a style sheet."""
    text = without(text, r"/\*.*?\*/", r'"[^"]*"')
    for prelude in re.findall(r"@media[^{]*", text):
        yield from (("media", name) for name in re.findall(r"\(\s*([a-z-]+)", prelude))
    yield from (("at-rule", name) for name in re.findall(r"@([a-z-]+)", text))
    selectors = re.sub(r"(?<=\{)[^{}]*(?=\})", "", text)
    yield from (("selector", name) for name in re.findall(r"::?([a-z-]+)", selectors))
    for body in re.findall(r"\{([^{}]*)\}", text):
        for one in filter(None, map(str.strip, body.split(";"))):
            name, _, value = one.partition(":")
            yield "property", name.strip()
            yield from (
                ("value", f"{name.strip()}:{word}") for word in re.findall(r"(?<![\w-])[a-z][a-z-]+", value)
            )
            yield from (("function", word) for word in re.findall(r"([a-z-]+)\(", value))
            yield from (("unit", word) for word in re.findall(r"(?<![\w#-])[\d.]+([a-z]+)", value))
        if "{" in body:
            yield "selector", "nesting"


def scripted(text: str) -> Iterator[tuple[str, str]]:
    """(kind, name) of everything in a script."""
    text = without(text, r"(?<![:\"'\\])//[^\n]*|/\*.*?\*/", r'"(?:[^"\\\n]|\\.)*"', r"'(?:[^'\\\n]|\\.)*'")
    yield from (("member", name) for name in re.findall(r"\.([A-Za-z_$][\w$]*)", text))
    yield from (("static", name) for name in re.findall(r"\b([A-Z]\w*\.\w+)", text))
    yield from (("global", name) for name in re.findall(r"(?<![.\w$])([A-Za-z_$][\w$]*)(?!\s*:)", text))
    yield from (("global", name) for name in re.findall(r"\bwindow\.(\w+)", text))


def written(text: str) -> Iterator[tuple[str, str]]:
    """(kind, name) of everything in a template."""
    text = without(text, r"\{%.*?%\}", r"\{\{.*?\}\}", r"<!--.*?-->")
    for element, attributes in re.findall(r"<([a-z]+)((?:[^<>\"]|\"[^\"]*\")*)", text):
        yield "element", element
        names = re.findall(r"\s([a-z-]+)(?==|\s|$)", without(attributes, r'"[^"]*"'))
        yield from (("attribute", f"{place}.{name}") for name in names for place in (element, "*"))


def used(file: Path) -> set[str]:
    """Everything young that a file uses."""
    read = {".css": styled, ".js": scripted}.get(file.suffix, written)
    found = set(read(file.read_text("utf-8")))
    return {f"{kind} {name}" for kind, name in found if name in KNOWN[kind] and not name.startswith(PREFIXES)}


def told(found: set[str]) -> list[str]:
    return [f"{one}: {KNOWN[one.split()[0]][one.split()[1]]}" for one in sorted(found)]


@pytest.mark.parametrize("file", [*SHEETS, *SCRIPTS], ids=lambda file: file.name)
def test_nothing_young_is_used_without_something_instead(file: Path):
    own = {f"member {name}" for name in OWN}
    assert not told(used(file) - set(INSTEAD) - own)


def test_no_template_has_a_young_element_or_attribute():
    files = (ROOT / "templates").rglob("*.html")
    assert not told({one for file in files for one in used(file)} - set(INSTEAD))


def test_htmx_asks_before_it_uses_anything_young():
    assert {one for one in used(HTMX) if one.split()[1] not in OWN | OWN_OF_HTMX} <= OF_HTMX


def test_what_is_excused_is_used():
    files = [*SHEETS, *SCRIPTS, *(ROOT / "templates").rglob("*.html")]
    assert set(INSTEAD) - {one for file in files for one in used(file)} <= {"member showModal"}


def parts_of(selectors: str) -> list[str]:
    """Of a list, each selector for itself."""
    depth, found = 0, [""]
    for sign in selectors:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return found


def test_selectors_that_old_browsers_do_not_know_stand_alone():
    """One of them in a list, and an old browser leaves the whole list out."""
    for file in SHEETS:
        text = without(file.read_text("utf-8"), r"/\*.*?\*/", r'"[^"]*"')
        for selectors in re.findall(r"([^{};]+)\{[^{}]*\}", text):
            assert len({":has(" in one for one in parts_of(selectors)}) == 1, selectors.strip()


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        (".a { height: 100svh; }", "unit", "svh"),
        (".a:has(b) { top: 0; }", "selector", "has"),
        ("@layer a { .b { top: 0; } }", "at-rule", "layer"),
        (".a { color: color-mix(in srgb, red, blue); }", "function", "color-mix"),
        (".a { text-wrap: pretty; }", "property", "text-wrap"),
    ],
)
def test_what_is_young_in_a_sheet_is_found(text: str, kind: str, name: str):
    assert (kind, name) in set(styled(text))
    assert name in KNOWN[kind]


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("list.findLast(one)", "member", "findLast"),
        ("Object.groupBy(a, b)", "member", "groupBy"),
        ("structuredClone(a)", "global", "structuredClone"),
        ("fetch(a, { signal: AbortSignal.timeout(5) })", "static", "AbortSignal.timeout"),
        ("sheet.showPopover()", "member", "showPopover"),
    ],
)
def test_what_is_young_in_a_script_is_found(text: str, kind: str, name: str):
    assert (kind, name) in set(scripted(text))
    assert name in KNOWN[kind]
