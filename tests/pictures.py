"""Pictures of real pages: every page in light, dark and large type and in three languages, and those of the README.

`python -m tests.pictures FOLDER` draws everything there, a sheet for each page and state; `--only TEXT` the ones whose
name holds the text; `--matrix` what is used most as phones, a tablet and a desktop show it before anything is scrolled, a
sheet for each page, size and language. `python -m tests.pictures --readme` draws anew what the README shows, into
`.github`.
"""

import argparse
import io
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
from tests.browser.looks import DRESSED, PHONE_SIZE, dress
from tests.browser.states import PATHS, STATES, WALKS, Evening, State, Walk, prepared
from tests.phones import CHROMIUM_FLAGS, PHONE
from tests.servers import Server, serving

LANGUAGES = {"zh-hans": "zh-CN", "zh-hant": "zh-TW", "en": "en-GB"}
LOOKS = (("light", "normal"), ("dark", "normal"), ("light", "large"))
EVERY_LOOK = (*LOOKS, ("light", "huge"))
SHEET_WIDTH = 300
"""Pixels of one picture on a sheet."""
TALLEST = 2400
MATRIX_WIDTH = 1600
"""Pixels of all looks of a page side by side."""
SIZES = ((390, 844), (360, 640), (320, 568), (820, 1180), (1440, 900))
MOST_USED = (
    *("home with tables", "a new table", "a table with deals", "won", "how", "entry_half", "entry_by_hu"),
    *("a deal", "effect_of_a_replacement", "settling with money", "figures", "tiles_of_a_hand"),
)
PROGRAM = "tests/browser/named_pages.py"
"""Where what goes wrong can be seen too."""


def states() -> dict[str, State]:
    """Everything there is to look at, by name."""
    paths: dict[str, State] = {name: _at(path) for name, path in PATHS.items()}
    walks = {name: _stop(walk, at) for walk, names in WALKS.items() for at, name in enumerate(names)}
    return paths | walks | {state.__name__: state for state in (*STATES, won, how)}


def won(evening: Evening) -> None:
    """Who won, at a table where something has been played."""
    evening.at(f"{evening.played}deals/new/")


def how(evening: Evening) -> None:
    """How somebody won there."""
    evening.at(f"{evening.played}deals/new/?winner=1")


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
    page = reached(evening, state, name)
    looks = EVERY_LOOK if page else ()
    return [_written(folder / f"{name}-{'-'.join(look)}.png", dressed(page, look)) for look in looks]


def reached(evening: Evening, state: State, name: str) -> Page | None:
    """The page that shows a state, nothing where it cannot be reached in this language."""
    evening.at("/preferences/")
    evening.page.evaluate("localStorage.clear()")
    try:
        return state(evening) or evening.page
    except (Error, AssertionError) as error:
        print(f"not drawn: {name}: {str(error).splitlines()[0]}", file=sys.stderr)
        return None


def dressed(page: Page, look: tuple[str, str]) -> bytes:
    """The whole page as on a phone that is as tall as it, so that what sticks to the bottom hides nothing."""
    dress(page, *look)
    expect(page.locator(".htmx-request")).to_have_count(0)
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({**PHONE_SIZE, "height": min(max(height, PHONE_SIZE["height"]), 4000)})  # type: ignore[arg-type]
    taken = page.screenshot(full_page=True, animations="disabled", timeout=60_000)
    page.set_viewport_size(PHONE_SIZE)  # type: ignore[arg-type]
    return taken


def as_shown(page: Page, size: tuple[int, int], look: tuple[str, str]) -> Image.Image:
    """What is seen of a page at this size, and of what comes beside it where there is room."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    dress(page, *look)
    beside = page.locator("[data-beside]")
    if beside.count() and beside.first.is_visible():
        page.wait_for_selector("[data-beside] > *", state="attached")
        page.wait_for_function(DRESSED)
    expect(page.locator(".htmx-request")).to_have_count(0)
    taken = page.screenshot(animations="disabled", scale="css")
    return Image.open(io.BytesIO(taken)).convert("RGB")


def matrix(folder: Path, only: str) -> None:
    """What is used most, in every look, language and size."""
    folder.mkdir(parents=True, exist_ok=True)
    known = states()
    with everywhere() as played:
        for name in (name for name in MOST_USED if only in name):
            for language, one in played.items():
                page = reached(one, known[name], name)
                if page is None:
                    continue
                for size in SIZES:
                    taken = [as_shown(page, size, look) for look in EVERY_LOOK]
                    at = f"{file_name(name)} {size[0]}x{size[1]} {language}.png"
                    side_by_side(taken).save(folder / at)
                one.page.set_viewport_size(PHONE_SIZE)  # type: ignore[arg-type]


def side_by_side(taken: list[Image.Image]) -> Image.Image:
    """Pictures of one size in one row, or in two where they are wider than high."""
    columns = len(taken) if taken[0].width < taken[0].height else 2
    width = min(taken[0].width, MATRIX_WIDTH // columns)
    height = round(taken[0].height * width / taken[0].width)
    whole = Image.new("RGB", ((width + 4) * columns, (height + 4) * -(-len(taken) // columns)), "#888")
    for at, one in enumerate(taken):
        whole.paste(one.resize((width, height)), (at % columns * (width + 4), at // columns * (height + 4)))
    return whole


def _written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def sheet(rows: list[list[Path]], path: Path) -> None:
    """Pictures side by side, a row for each language."""
    drawn = [[_small(one) for one in row] for row in rows if row]
    if not drawn:
        return
    heights = [max(one.height for one in row) for row in drawn]
    whole = Image.new("RGB", (SHEET_WIDTH * len(EVERY_LOOK), sum(heights)), "#888")
    for row, top in zip(drawn, (sum(heights[:at]) for at in range(len(heights))), strict=True):
        for column, one in enumerate(row):
            whole.paste(one, (column * SHEET_WIDTH, top))
    whole.save(path)


def _small(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        height = round(picture.height * SHEET_WIDTH / picture.width)
        small = picture.convert("RGB").resize((SHEET_WIDTH, height))
    return small.crop((0, 0, SHEET_WIDTH, min(height, TALLEST)))


@contextmanager
def everywhere() -> Iterator[dict[str, Evening]]:
    """The same evening on phones of every language."""
    with ExitStack() as open_, tempfile.TemporaryDirectory() as data:
        launched = open_.enter_context(browser())
        played = {}
        for language in LANGUAGES:
            running = serving(Path(data) / language, Path(data) / "static", program=PROGRAM)
            played[language] = open_.enter_context(evening(launched, open_.enter_context(running), language))
        yield played


def everything(folder: Path, only: str) -> None:
    """A sheet for each page and state whose name holds ``only``."""
    folder.mkdir(parents=True, exist_ok=True)
    with everywhere() as played, tempfile.TemporaryDirectory() as drawn:
        for number, (name, state) in enumerate(states().items()):
            if only in name:
                rows = [
                    draw(one, state, Path(drawn), f"{file_name(name)}-{language}")
                    for language, one in played.items()
                ]
                sheet(rows, folder / f"{number:03d} {name}.png")


def main() -> None:
    """Draw what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--matrix", action="store_true")
    parser.add_argument("--readme", action="store_true")
    asked = parser.parse_args()
    if asked.readme:
        with browser() as launched:
            readme_pictures.draw(launched)
    if asked.folder:
        (matrix if asked.matrix else everything)(asked.folder, asked.only)


if __name__ == "__main__":
    main()
