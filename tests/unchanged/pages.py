"""Every page and every state of it that the tests know, in three languages, as it stands in a browser."""

import contextlib
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests import needs
from tests.browser.looks import HASTE
from tests.browser.states import PATHS, STATES, WALKS, Evening, State, prepared
from tests.phones import CHROMIUM_FLAGS, KEEPS_NOTHING, PATIENCE, PHONE
from tests.unchanged.trees import Tree
from tests.unchanged.varying import fixed

T = TypeVar("T")
LANGUAGES = {"zh-hans": "zh-CN", "zh-hant": "zh-TW", "en": "en-GB"}
DOM = Path(__file__).with_name("dom.js").read_text(encoding="utf-8")
RESTED = "() => !('fresh' in document.documentElement.dataset) && !document.querySelector('.htmx-request')"
COST = """() => {
    const [page] = performance.getEntriesByType("navigation");
    const said = Object.fromEntries(page.serverTiming.map(one => [one.name, Number(one.description || one.duration)]));
    return { bytes: page.encodedBodySize, queries: said.queries || 0, milliseconds: said.processor || 0 };
}"""
PREVIEWED = 300
"""Milliseconds after which a preview has been asked for, see the delay in its template."""
FORGETS = "location.protocol.startsWith('http') && localStorage.clear()"
NOT_REACHED = "not reached"
"""All that a reader sees of a state that did not come about: always a difference, before as now."""
UNREACHED = 8_000
"""Milliseconds after which a state cannot be reached in a language; the tests' own states are for the first."""


@dataclass(frozen=True)
class Cost:
    """What the page that was gone to last has cost: compressed bytes, queries, the server's processor time."""

    bytes: int
    queries: int
    milliseconds: float


@dataclass(frozen=True)
class Stand:
    """A page as it stands: its elements and texts a line each, the lines that a reader sees."""

    dom: list[str]
    text: list[str]
    cost: Cost


def rested(page: Page) -> None:
    """Wait until nothing of a page rests or waits."""
    page.wait_for_function(RESTED)
    if page.locator("#preview").count():
        page.wait_for_timeout(PREVIEWED)
        page.wait_for_function(RESTED)


def stand(page: Page) -> Stand:
    """A page once nothing of it rests or waits."""
    rested(page)
    found: dict[str, Any] = page.evaluate(f"{DOM}; domLines()")
    return Stand(
        *([fixed(line) for line in found[part]] for part in ("dom", "text")),
        cost=Cost(**page.evaluate(COST)),
    )


def states(
    evening: Evening, only: Collection[str], take: Callable[[Page], T]
) -> Iterator[tuple[str, T | None]]:
    """What is taken of every page and state, by name, or of those with one of ``only`` in it.

    A walk is gone as a whole or not at all. Nothing is taken of what cannot be reached.
    """
    for name, path in PATHS.items():
        if is_among(only, name):
            yield (
                name,
                reached(
                    evening, name, lambda evening, path=path: evening.at(path.format(**vars(evening))), take
                ),
            )
    for state in STATES:
        if is_among(only, state.__name__):
            yield state.__name__, reached(evening, state.__name__, state, take)
    for walk, names in WALKS.items():
        stops = walk(evening)
        for name in names if is_among(only, *names) else ():
            yield name, reached(evening, name, lambda _, stops=stops: next(stops), take)


def is_among(only: Collection[str], *names: str) -> bool:
    """Whether one of these names has one of ``only`` in it; all have where that is empty."""
    return not only or any(part in name for part in only for name in names)


def reached(evening: Evening, name: str, state: State, take: Callable[[Page], T]) -> T | None:
    """What is taken of one state; nothing that a page keeps goes from one to the next."""
    evening.page.evaluate(FORGETS)
    evening.onlooker.evaluate(FORGETS)
    try:
        return take(state(evening) or evening.page)
    except (Error, AssertionError, StopIteration) as error:
        why = (str(error) or "nothing more").splitlines()[0]
        print(f"not reached: {name}: {why}", file=sys.stderr)
        # What was on its way is given up: nothing that the next state asks may meet a page that comes late.
        evening.at("/offline/")
        return None


@contextlib.contextmanager
def phone(launched: Browser, url: str, language: str) -> Iterator[Page]:
    """A phone on which what is short passes sooner."""
    context = launched.new_context(**{**PHONE, "base_url": url, "locale": LANGUAGES[language]})
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    page.set_default_timeout(UNREACHED)
    page.set_default_navigation_timeout(PATIENCE)
    for script in (HASTE, KEEPS_NOTHING):
        page.add_init_script(script)
    yield page
    context.close()


def walked(
    tree: Tree, folder: Path, languages: Iterable[str], only: Collection[str], take: Callable[[Page], T]
) -> Iterator[tuple[str, T | None]]:
    """What is taken of every page of a commit, by language and name; nothing of what cannot be reached."""
    with sync_playwright() as started:
        launched = started.chromium.launch(executable_path=needs.chromium(), args=CHROMIUM_FLAGS)
        for language in languages:
            program = "tests/browser/named_pages.py"
            with (
                tree.serving(folder / "data" / language, program) as server,
                phone(launched, server.url, language) as owner,
                phone(launched, server.url, language) as onlooker,
            ):
                for name, found in states(prepared(owner, onlooker, server), only, take):
                    yield f"{language}/{name}", found
        launched.close()


def collect(tree: Tree, folder: Path, languages: Iterable[str], only: Collection[str]) -> None:
    """Everything of a commit, a file for each page in each language; one that was not reached says so."""
    for name, found in walked(tree, folder, languages, only, stand):
        write(folder / "pages" / f"{name}.json", found or Stand([], [NOT_REACHED], Cost(0, 0, 0)))


def write(path: Path, found: Stand) -> None:
    """Keep what was found."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(found), ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    collect(Tree(Path(sys.argv[1])), Path(sys.argv[2]), sys.argv[3].split(), sys.argv[4].split())
