"""Texts of pages: whatever is written in the program has its English, and the catalogue has nothing else."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "zipai_ledger" / "locale" / "en" / "LC_MESSAGES" / "django.po"
KEYWORDS = {"_": None, "gettext": None, "gettext_lazy": None, "ngettext": (1, 2), "ngettext_lazy": (1, 2)}


def sources() -> Iterator[tuple[Path, str]]:
    """Python as it stands, and templates turned into calls, which have no levels for Python to read."""
    for path in sorted((ROOT / "zipai_ledger").rglob("*.py")):
        yield path, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "templates").rglob("*.html")):
        calls = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        yield path, "\n".join(map(str.strip, calls.splitlines()))


@cache
def written() -> dict[str, Path]:
    """Every text that is looked up, and a file that does."""
    found: dict[str, Path] = {}
    for path, source in sources():
        for _line, text, _comments, _context in extract(
            "python", BytesIO(source.encode()), keywords=KEYWORDS
        ):
            found.setdefault(text if isinstance(text, str) else text[0], path)
    return found


@cache
def catalogue() -> set[str]:
    with PO.open("rb") as file:
        messages = [message for message in read_po(file, locale="en") if message.id]
    return {message.id if isinstance(message.id, str) else message.id[0] for message in messages}


def test_every_text_of_the_program_has_its_english():
    known = catalogue()
    missing = {text: path.name for text, path in written().items() if text not in known}
    assert missing == {}


def test_every_text_of_the_catalogue_is_in_use():
    assert sorted(catalogue() - written().keys()) == []


def test_the_reader_of_sources_finds_texts_of_every_kind():
    found = written()
    assert found["记一盘"].suffix == ".html"
    assert "%(again)s 以后可以再问一次。" in found
    assert "%(n)d 台手机" in found  # counted, in Python
    assert "这个名字已经有手机在用了。" in found
