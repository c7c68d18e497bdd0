"""`make house BASE=rev`: the house in figures, at another commit and now: lines, widths, addresses, loose types, names.

They show a direction. None is a pass mark; what has to hold stands in `tests/test_architecture.py`.
"""

import argparse
import ast
import io
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.servers import ROOT

PACKAGE = "zipai_ledger"
UPPER = ("views", "entries", "forms", "presenters", "templatetags")
WIDE = 120
LONG = 400
PARTICIPLES = frozenset(
    ["told", "said", "shown", "asked", "drawn", "tried", "heard", "moved", "seen", "stood", "turned"]
)
ADDRESSES = frozenset(("reverse", "reverse_lazy", "resolve_url", "address", "offered", "place_url"))
LEADING = frozenset(("redirect", "HttpResponseRedirect", "redirect_to_place"))
LOOSE = re.compile(r"\b(?:dict|Mapping)\[str, (?:Any|object)\]")


def sources(root: Path, *places: str) -> Iterator[tuple[Path, str]]:
    """Modules below some packages, or of the whole one."""
    for place in places or ("",):
        for path in sorted((root / PACKAGE / place).rglob("*.py")):
            yield path, path.read_text(encoding="utf-8")


def files(root: Path, folder: str, ending: str) -> Iterator[str]:
    """Texts of files, without those of others."""
    for path in sorted((root / folder).rglob(f"*{ending}")):
        if "vendor" not in path.parts:
            yield path.read_text(encoding="utf-8")


def lines(texts: Iterator[str]) -> int:
    """All lines of some texts."""
    return sum(len(text.splitlines()) for text in texts)


def wide(texts: Iterator[str]) -> int:
    """Lines that are wider than a screen."""
    return sum(len(line) > WIDE for text in texts for line in text.splitlines())


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def addresses(text: str) -> int:
    """Calls that make an address, but for those that a redirect is made of."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    leading = {id(inner) for node in calls if called(node) in LEADING for inner in ast.walk(node)}
    return sum(called(node) in ADDRESSES and id(node) not in leading for node in calls)


def names(text: str) -> int:
    """Public functions, classes and modules' own names that are a storyteller's."""
    found = (
        node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.ClassDef)
    )
    return sum(bool(PARTICIPLES & set(name.lower().strip("_").split("_"))) for name in found)


def long_modules(root: Path) -> int:
    """Modules of more than `LONG` lines."""
    return sum(len(text.splitlines()) > LONG for _path, text in sources(root))


def count(pattern: str, *places: str) -> Callable[[Path], int]:
    """How often a pattern stands in some packages."""
    return lambda root: sum(len(re.findall(pattern, text)) for _path, text in sources(root, *places))


def of_each(measure: Callable[[str], int], *places: str) -> Callable[[Path], int]:
    """The sum of a measure over modules."""
    return lambda root: sum(measure(text) for _path, text in sources(root, *places))


FIGURES: Mapping[str, Callable[[Path], int]] = {
    "lines of the package": lambda root: lines(text for _path, text in sources(root)),
    "lines of rules": lambda root: lines(text for _path, text in sources(root, "rules")),
    "lines of views, entries, forms, presenters, tags": lambda root: lines(
        text for _path, text in sources(root, *UPPER)
    ),
    "lines of templates": lambda root: lines(files(root, "templates", ".html")),
    "lines of scripts": lambda root: lines(files(root, "static", ".js")),
    "lines of styles": lambda root: lines(files(root, "static", ".css")),
    "lines of tests": lambda root: lines(files(root, "tests", ".py")),
    "modules of views": lambda root: sum(
        1 for path, _text in sources(root, "views") if path.stem != "__init__"
    ),
    f"modules of more than {LONG} lines": long_modules,
    f"lines of templates over {WIDE} characters": lambda root: wide(files(root, "templates", ".html")),
    f"lines of scripts and styles over {WIDE} characters": lambda root: (
        wide(files(root, "static", ".js")) + wide(files(root, "static", ".css"))
    ),
    "addresses built in Python, but for redirects": of_each(addresses),
    "mappings of Any or object in the upper floor": count(LOOSE.pattern, *UPPER),
    "Any in rules": count(r"\bAny\b", "rules"),
    "cast and type: ignore in rules": count(r"\bcast\(|type: ignore", "rules"),
    "storyteller's names": of_each(names),
    "django.forms": count(r"\bforms\.Form\)", *UPPER),
}


def checked_out(commit: str, folder: str) -> Path:
    """The files of a commit."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return Path(folder)


def main() -> None:
    """Print each figure before and now."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="the commit to compare with")
    with tempfile.TemporaryDirectory() as folder:
        before = checked_out(parser.parse_args().base, folder)
        for name, measure in FIGURES.items():
            print(f"{name:55}{measure(before):>8} → {measure(ROOT)}")


if __name__ == "__main__":
    main()
