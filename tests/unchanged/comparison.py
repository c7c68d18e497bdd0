"""Two folders of what was found, compared."""

import difflib
import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.unchanged.pages import NOT_REACHED
from tests.unchanged.varying import BY_CHANCE

LINES = 12
"""Of a difference that are printed."""
WIDTH = 200
"""Characters of a line that are printed."""
DEARER = 1.15
"""How much more bytes or processor time may be."""
SPARE = 300
"""Bytes more that are named of no page, however small it was."""


def report(base: Path, now: Path, only: Collection[str]) -> int:
    """Print every difference and the costs; 1 where there is a difference, else 0."""
    found = [*differences(base, now, only)]
    for name, lines in found:
        print(f"== {name}", *(lines if only else [line[:WIDTH] for line in lines[:LINES]]), sep="\n")
    counts = ", ".join(f"{len(names(now / kind))} {kind}" for kind in ("pages", "answers", "files"))
    print(f"{len(found)} differences; compared: {counts}")
    print(*costs(base, now), sep="\n")
    return 1 if found else 0


def differences(base: Path, now: Path, only: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """What is not the same, by the name of its file."""
    for kind in ("pages", "answers", "files"):
        for name in compared(base / kind, now / kind, only):
            if lines := difference(base / kind / name, now / kind / name):
                yield f"{kind}/{name}", lines


def compared(base: Path, now: Path, only: Collection[str]) -> list[str]:
    """Names of what was collected now, and of what there is no more in these languages; none where nothing was."""
    if not now.exists():
        return []
    languages = {path.name for path in now.iterdir() if path.is_dir()}
    before = {name for name in names(base) if not languages or Path(name).parts[0] in languages}
    if only:
        before &= names(now)
    return sorted(name for name in before | names(now) if Path(name).name.partition(".")[0] not in BY_CHANCE)


def names(folder: Path) -> set[str]:
    """All files below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def difference(old: Path, new: Path) -> list[str]:
    """Lines that went (-) and came (+), or that it was not reached; nothing where all is the same."""
    if not (old.exists() and new.exists()):
        return [f"only {'before' if old.exists() else 'now'}"]
    if new.suffix == ".json" and lines(new)[-1:] == [NOT_REACHED]:
        return [NOT_REACHED]
    if old.read_bytes() == new.read_bytes():
        return []
    return [*difflib.unified_diff(lines(old), lines(new), lineterm="", n=1)][2:]


def lines(path: Path) -> list[str]:
    """What is held of a file. Bytes and processor time of a page are not."""
    content = path.read_bytes().decode("utf-8", errors="replace")
    if path.suffix != ".json" or path.parent.parent.name != "pages":
        return content.splitlines()
    page = json.loads(content)
    return [f"queries: {page['cost']['queries']}", *page["dom"], "reads:", *page["text"]]


def costs(base: Path, now: Path) -> Iterator[str]:
    """Bytes and processor time of all pages, before and now; pages that have become much larger."""
    both = sorted(names(base / "pages") & names(now / "pages"))
    for unit in ("bytes", "milliseconds"):
        before, after = ({name: cost(folder, name)[unit] for name in both} for folder in (base, now))
        total, most = sum(after.values()), sum(before.values())
        yield f"{unit} of all pages: {most:.0f} before, {total:.0f} now, {total / most:.3f}"
        if unit == "bytes":
            yield from larger(before, after)


def larger(before: Mapping[str, float], after: Mapping[str, float]) -> Iterator[str]:
    """Pages that have become much larger."""
    for name, size in after.items():
        if size > DEARER * before[name] + SPARE:
            yield f"larger: {name}: {before[name]:.0f} before, {size:.0f} now"


def cost(folder: Path, name: str) -> dict[str, Any]:
    """What a page has cost."""
    found: dict[str, Any] = json.loads((folder / "pages" / name).read_text(encoding="utf-8"))["cost"]
    return found
