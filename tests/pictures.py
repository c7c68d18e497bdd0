"""Pictures of real pages: every page in light, dark and large type and in three languages, and those of the README.

`python -m tests.pictures FOLDER` draws everything there, a sheet for each page and state; `--only TEXT` the ones whose
name holds the text. `python -m tests.pictures --readme` draws anew what the README shows, into `.github`.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests import needs, readme_pictures
from tests.browser.looks import PHONE_SIZE, dress
from tests.browser.states import PATHS, STATES, WALKS, Evening, State, Walk, prepared
from tests.conftest import CHROMIUM_FLAGS, PHONE
from tests.servers import Server, serving

LANGUAGES = {"zh-hans": "zh-CN", "zh-hant": "zh-TW", "en": "en-GB"}
LOOKS = (("light", "normal"), ("dark", "normal"), ("light", "large"))
SHEET_WIDTH = 300
"""Pixels of one picture on a sheet."""
TALLEST = 2400
PROGRAM = "tests/browser/named_pages.py"
"""Where what goes wrong can be seen too."""


def states() -> dict[str, State]:
    """Everything there is to look at, by name."""
    paths: dict[str, State] = {name: _at(path) for name, path in PATHS.items()}
    walks = {name: _stop(walk, at) for walk, names in WALKS.items() for at, name in enumerate(names)}
    return paths | walks | {state.__name__: state for state in STATES}


def file_name(name: str) -> str:
    """A name that any file system takes, different for different states."""
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-")


def _at(path: str) -> State:
    def state(evening: Evening) -> None:
        evening.at(path.format(**vars(evening)))

    return state


def _stop(walk: Walk, at: int) -> State:
    def state(evening: Evening) -> None:
        next(islice(walk(evening), at, None))

    return state


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium of this machine."""
    with sync_playwright() as started:
        launched = started.chromium.launch(executable_path=needs.chromium(), args=CHROMIUM_FLAGS)
        yield launched
        launched.close()


@contextmanager
def evening(launched: Browser, server: Server, language: str) -> Iterator[Evening]:
    """Tables that were played, on a phone that speaks the language."""
    phones = [
        launched.new_context(**{**PHONE, "base_url": server.url, "locale": LANGUAGES[language]})
        for _ in range(2)
    ]
    owner, onlooker = (phone.new_page() for phone in phones)
    for page in (owner, onlooker):
        page.set_default_timeout(6000)
    yield prepared(owner, onlooker, server)
    for phone in phones:
        phone.close()


def draw(evening: Evening, state: State, folder: Path, name: str) -> list[Path]:
    """One picture for each look, nothing where the state cannot be reached in this language."""
    evening.at("/preferences/")
    evening.page.evaluate("localStorage.clear()")
    try:
        page = state(evening) or evening.page
        return [_written(folder / f"{name}-{'-'.join(look)}.png", dressed(page, look)) for look in LOOKS]
    except (Error, AssertionError) as error:
        print(f"not drawn: {name}: {str(error).splitlines()[0]}", file=sys.stderr)
        return []


def dressed(page: Page, look: tuple[str, str]) -> bytes:
    """The whole page as on a phone that is as tall as it, so that what sticks to the bottom hides nothing."""
    dress(page, *look)
    expect(page.locator(".htmx-request")).to_have_count(0)
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({**PHONE_SIZE, "height": min(max(height, PHONE_SIZE["height"]), 4000)})  # type: ignore[arg-type]
    taken = page.screenshot(full_page=True, animations="disabled")
    page.set_viewport_size(PHONE_SIZE)  # type: ignore[arg-type]
    return taken


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def sheet(rows: list[list[Path]], path: Path) -> None:
    """Pictures side by side, a row for each language."""
    drawn = [[_small(one) for one in row] for row in rows if row]
    if not drawn:
        return
    heights = [max(one.height for one in row) for row in drawn]
    whole = Image.new("RGB", (SHEET_WIDTH * len(LOOKS), sum(heights)), "#888")
    for row, top in zip(drawn, (sum(heights[:at]) for at in range(len(heights))), strict=True):
        for column, one in enumerate(row):
            whole.paste(one, (column * SHEET_WIDTH, top))
    whole.save(path)


def _small(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        height = round(picture.height * SHEET_WIDTH / picture.width)
        small = picture.convert("RGB").resize((SHEET_WIDTH, height))
    return small.crop((0, 0, SHEET_WIDTH, min(height, TALLEST)))


def everything(folder: Path, only: str) -> None:
    """A sheet for each page and state whose name holds ``only``."""
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as open_, tempfile.TemporaryDirectory() as data:
        launched = open_.enter_context(browser())
        played = {}
        for language in LANGUAGES:
            running = serving(Path(data) / language, Path(data) / "static", program=PROGRAM)
            played[language] = open_.enter_context(evening(launched, open_.enter_context(running), language))
        for number, (name, state) in enumerate(states().items()):
            if only in name:
                rows = [
                    draw(one, state, Path(data), f"{file_name(name)}-{language}")
                    for language, one in played.items()
                ]
                sheet(rows, folder / f"{number:03d} {name}.png")


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--readme", action="store_true")
    asked = parser.parse_args()
    if asked.readme:
        with browser() as launched:
            readme_pictures.draw(launched)
    if asked.folder:
        everything(asked.folder, asked.only)


if __name__ == "__main__":
    main()
