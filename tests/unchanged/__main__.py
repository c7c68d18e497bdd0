"""`make unchanged BASE=rev`: pages, answers and files of another commit and of this checkout, compared.

Held are, for every page and state that the tests know, in three languages: its elements and texts, what a reader sees,
how many queries it took; the answers of `score`, `waits` and `replay` on all cases; what every export of the same
archives gives, byte for byte. Ids, secrets and clocks are taken out (`tests.unchanged.varying`). Compressed bytes and
processor time are added up and printed. What was found of another commit is kept in `build/unchanged`.

With ``--pictures`` what is held of every page is how it looks instead, in light, dark and large type.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.servers import ROOT
from tests.unchanged import answers, comparison, files, pictures
from tests.unchanged.pages import LANGUAGES
from tests.unchanged.trees import HERE, Tree, checked_out, git

KEPT = ROOT / "build" / "unchanged"
PICTURES = KEPT / "pictures"


def collected(
    tree: Tree, folder: Path, languages: Iterable[str] = LANGUAGES, only: Collection[str] = ()
) -> Path:
    """Pages and answers of a commit, in a process of their own: two are collected at the same time."""
    walk("pages", tree, folder, languages, only)
    if not only:
        answers.collect(tree, folder)
    return folder


def walk(module: str, tree: Tree, folder: Path, languages: Iterable[str], only: Collection[str] = ()) -> None:
    """All states of a commit, gone through by a module of this package."""
    program = [sys.executable, "-m", f"tests.unchanged.{module}", str(tree.root), str(folder)]
    subprocess.run([*program, " ".join(languages), " ".join(only)], cwd=ROOT, check=True)


def base(commit: str) -> Path:
    """What was found of another commit, now or before."""
    kept = KEPT / short(commit)
    if not kept.exists():
        found = emptied(kept.with_suffix(".part"))
        with tempfile.TemporaryDirectory() as folder, checked_out(commit, Path(folder) / "tree") as tree:
            collected(tree, found)
            files.make_archives(tree, found)
            files.collect(tree, found / "archives", found)
        found.rename(kept)
    elif not answers.are_there(kept):
        with tempfile.TemporaryDirectory() as folder, checked_out(commit, Path(folder) / "tree") as tree:
            answers.collect(tree, kept)
    return kept


def base_pictures(commit: str, languages: Iterable[str]) -> Path:
    """Pictures of all pages of another commit in these languages, taken now or before."""
    kept = PICTURES / short(commit)
    if missing := [language for language in languages if not (kept / language).exists()]:
        taken = emptied(kept.with_suffix(".part"))
        with tempfile.TemporaryDirectory() as folder, checked_out(commit, Path(folder) / "tree") as tree:
            walk("pictures", tree, taken, missing)
        kept.mkdir(parents=True, exist_ok=True)
        for language in missing:
            (taken / "pictures" / language).rename(kept / language)
        emptied(taken)
    return kept


def compare_pictures(commit: str, languages: Collection[str], only: Collection[str]) -> int:
    """Compare how pages look, and put what differs side by side."""
    now = emptied(PICTURES / "now")
    with ThreadPoolExecutor() as pool:
        before = pool.submit(base_pictures, commit, languages)
        walk("pictures", HERE, now, languages, only)
        return pictures.report(before.result(), now / "pictures", only, emptied(PICTURES / "differences"))


def short(commit: str) -> str:
    """The name that a commit is kept under."""
    return git("rev-parse", "--short=12", f"{commit}^{{commit}}")


def emptied(folder: Path) -> Path:
    """A folder without what an earlier run has left in it."""
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def main() -> int:
    """Compare, and say how many differences there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="the commit to compare with")
    parser.add_argument(
        "--only", nargs="*", default=(), help="only pages with one of these in their name, whole"
    )
    parser.add_argument("--pages", nargs="*", choices=LANGUAGES, help="only pages, in these languages")
    parser.add_argument(
        "--pictures", nargs="*", choices=LANGUAGES, help="only how pages look, in these languages"
    )
    options = parser.parse_args()
    if options.pictures is not None:
        return compare_pictures(options.base, options.pictures or [*LANGUAGES], options.only)
    now = emptied(KEPT / "now")
    with ThreadPoolExecutor() as pool:
        other, _ = (
            one.result()
            for one in (
                pool.submit(base, options.base),
                pool.submit(collected, HERE, now, options.pages or LANGUAGES, options.only),
            )
        )
    if options.pages is None and not options.only:
        files.collect(HERE, other / "archives", now)
    return comparison.report(other, now, options.only)


if __name__ == "__main__":
    sys.exit(main())
