"""`make unchanged BASE=rev`: pages, answers and files of another commit and of this checkout, compared.

Held are, for every page and state that the tests know, in three languages: its elements and texts, what a reader sees,
how many queries it took; the answers of `score`, `waits` and `replay` on all cases; what every export of the same
archives gives, byte for byte. Ids, secrets and clocks are taken out (`tests.unchanged.varying`). Compressed bytes and
processor time are added up and printed. What was found of another commit is kept in `build/unchanged`.
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
from tests.unchanged import answers, comparison, files
from tests.unchanged.pages import LANGUAGES
from tests.unchanged.trees import HERE, Tree, checked_out, git

KEPT = ROOT / "build" / "unchanged"


def collected(
    tree: Tree, folder: Path, languages: Iterable[str] = LANGUAGES, only: Collection[str] = ()
) -> Path:
    """Pages and answers of a commit, in a process of their own: two are collected at the same time."""
    module = ["-m", "tests.unchanged.pages", str(tree.root), str(folder)]
    subprocess.run([sys.executable, *module, " ".join(languages), " ".join(only)], cwd=ROOT, check=True)
    if not only:
        answers.collect(tree, folder)
    return folder


def base(commit: str) -> Path:
    """What was found of another commit, now or before."""
    kept = KEPT / git("rev-parse", "--short=12", f"{commit}^{{commit}}")
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
    options = parser.parse_args()
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
