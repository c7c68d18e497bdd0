"""Pictures of every page and state in light, dark and large type, of another commit and of now, compared.

Ids, secrets and clocks are written over with the names that `tests.unchanged.varying` has for them, while a picture is
taken; codes to be scanned are hidden. One machine draws the same page the same twice, so pixels may differ by nothing.
"""

import io
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Page

from tests.browser.looks import dress
from tests.pictures import LOOKS, dressed
from tests.unchanged.comparison import compared
from tests.unchanged.pages import NOT_REACHED, rested, walked
from tests.unchanged.trees import Tree
from tests.unchanged.varying import fixed

MASK = Path(__file__).with_name("mask.js").read_text(encoding="utf-8")
GAP = 10
"""Pixels between a picture before and the one now."""


def pictures(page: Page) -> list[Image.Image]:
    """The page in each of its looks; then it is as it was."""
    rested(page)
    page.evaluate(MASK)
    found = []
    for look in LOOKS:
        write_over(page)
        found.append(Image.open(io.BytesIO(dressed(page, look))).convert("RGB"))
    page.evaluate("mask.off()")
    dress(page, *LOOKS[0])
    return found


def write_over(page: Page) -> None:
    """Put names in the place of what varies, until the mask is taken off."""
    texts: list[str] = page.evaluate("mask.texts()")
    page.evaluate("texts => mask.put(texts)", [fixed(text) for text in texts])


def collect(tree: Tree, folder: Path, languages: Iterable[str], only: Collection[str]) -> None:
    """Every page of a commit in every look, a file each; an empty one where it was not reached."""
    for name, found in walked(tree, folder, languages, only, pictures):
        for number, look in enumerate(LOOKS):
            path = folder / "pictures" / f"{name}.{'-'.join(look)}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            if found:
                found[number].save(path)
            else:
                path.touch()


def report(base: Path, now: Path, only: Collection[str], sheets: Path) -> int:
    """Print which pictures differ, and put them side by side; 1 where one does, else 0."""
    found, both = 0, compared(base, now, only)
    for name in both:
        if why := difference(base / name, now / name):
            found += 1
            print(f"== {name}: {why}")
            side_by_side([path for path in (base / name, now / name) if is_picture(path)], sheets / name)
    print(f"{found} differences; compared: {len(both)} pictures; see {sheets}")
    return 1 if found else 0


def difference(old: Path, new: Path) -> str:
    """In which pixels two pictures differ, or that there are not two; nothing where they are the same."""
    if not (old.exists() and new.exists()):
        return f"only {'before' if old.exists() else 'now'}"
    if not (is_picture(old) and is_picture(new)):
        return NOT_REACHED
    with Image.open(old) as before, Image.open(new) as after:
        if before.size != after.size:
            return f"{before.width} x {before.height} before, {after.width} x {after.height} now"
        box = ImageChops.difference(before, after).getbbox()
    return f"from {box[:2]} to {box[2:]}" if box else ""


def is_picture(path: Path) -> bool:
    """Whether a page was reached and its picture taken."""
    return path.exists() and path.stat().st_size > 0


def side_by_side(paths: list[Path], sheet: Path) -> None:
    """One picture of several, from left to right."""
    if not paths:
        return
    shown = [Image.open(path) for path in paths]
    whole = Image.new("RGB", (sum(one.width + GAP for one in shown), max(one.height for one in shown)), "red")
    for number, one in enumerate(shown):
        whole.paste(one, (sum(left.width + GAP for left in shown[:number]), 0))
    sheet.parent.mkdir(parents=True, exist_ok=True)
    whole.save(sheet)


if __name__ == "__main__":
    collect(Tree(Path(sys.argv[1])), Path(sys.argv[2]), sys.argv[3].split(), sys.argv[4].split())
