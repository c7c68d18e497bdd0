"""Texts of pages: whatever is written in the program has its English, and the catalogue has nothing else.

English is written by hand; ``manage.py make_words`` makes the traditional Chinese, and what Django reads of both.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from zipai_ledger.management.commands.make_words import in_traditional

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "zipai_ledger" / "locale"
LOOKED_UP = re.compile(r"\bn?gettext|\b_\(")
"""What any file has in which a text is looked up."""
AFTERWARDS = "then run manage.py make_words"
KEYWORDS = {"_": None, "gettext": None, "gettext_lazy": None, "ngettext": (1, 2), "ngettext_lazy": (1, 2)}


def sources() -> Iterator[tuple[Path, str]]:
    """Python as it stands, and templates turned into calls, which have no levels for Python to read."""
    for path in sorted((ROOT / "zipai_ledger").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if LOOKED_UP.search(source):
            yield path, source
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


def po_of(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


@cache
def catalogue(language: str) -> Catalog:
    with po_of(language).open("rb") as file:
        return read_po(file, locale=language)


def compiled(language: str) -> Catalog:
    with po_of(language).with_suffix(".mo").open("rb") as file:
        return read_mo(file)


def translations(catalog: Catalog) -> dict[tuple[str, str], tuple[str, ...]]:
    """Text and context → how it is said, in each number."""
    return {
        (text_of(message), context_of(message)): (message.string,)
        if isinstance(message.string, str)
        else tuple(message.string)
        for message in catalog
        if message.id
    }


def text_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def context_of(message: Message) -> str:
    """It may be said otherwise in another place; compiled catalogues hold it as bytes."""
    context = message.context or ""
    return context.decode() if isinstance(context, bytes) else context


def english() -> set[str]:
    return {text_of(message) for message in catalogue("en") if message.id}


def test_every_text_of_the_program_has_its_english():
    known = english()
    missing = {text: str(path.relative_to(ROOT)) for text, path in written().items() if text not in known}
    assert missing == {}, f"add them to {po_of('en').relative_to(ROOT)}, {AFTERWARDS}"


def test_every_text_of_the_catalogue_is_in_use():
    unused = sorted(english() - written().keys())
    assert unused == [], f"take them out of {po_of('en').relative_to(ROOT)}, {AFTERWARDS}"


@pytest.mark.parametrize("language", ["en", "zh_Hant"])
def test_every_text_is_said_with_whatever_stands_in_it(language: str):
    found = catalogue(language)
    assert len(translations(found)) > 300
    assert [text for text, said in translations(found).items() if not all(said)] == []
    assert [message.id for message in found if message.id and list(message.check(found))] == []


@pytest.mark.parametrize("language", ["en", "zh_Hant"])
def test_no_text_stands_twice_in_a_catalogue(language: str):
    """Babel reads the one over the other without a word."""
    source = po_of(language).read_text(encoding="utf-8")
    entries = Counter(re.findall(r'^(?:msgctxt ".*"\n)?msgid ".*"(?:\n".*")*', source, re.MULTILINE))
    assert [entry for entry, count in entries.items() if count > 1] == []


@pytest.mark.parametrize("language", ["en", "zh_Hant"])
def test_django_reads_what_the_catalogue_says(language: str):
    assert translations(compiled(language)) == translations(catalogue(language)), "run manage.py make_words"


def test_traditional_texts_are_made_from_the_simplified_ones():
    made = translations(in_traditional(catalogue("en")))
    assert translations(catalogue("zh_Hant")) == made, "run manage.py make_words"


def test_the_reader_of_sources_finds_texts_of_every_kind():
    found = written()
    assert found["记一盘"].suffix == ".html"
    assert "%(again)s 以后可以再问一次。" in found
    assert "%(n)d 台手机" in found  # counted, in Python
    assert "这个名字已经有手机在用了。" in found


CHINESE = re.compile(r"[\u4e00-\u9fff]")
AS_TYPED = (
    "碰五万 一二三条 四四筒",
    "“{text}” is not a card; cards are 一…十 (small) and 壹…拾 (big)",
    "Cards are written as text, like “二七十”",
    "“{text}” is not understood; start with 碰 扫 开舵 扫穿 吃 手 or 胡",
    "“{text}” is not understood: say names, 自摸 点炮 翻, then groups as 碰小八 一二三, at last 胡小四",
    "“{text}” is not a tile; tiles are 一…九 of 万 条 筒",
    "碰捌捌捌 扫伍伍伍 手一二三四五六…",
    "碰五万 一一一条 二三四筒…",
    "手中三张",
    "杨泽铧, “贵阳麻将详细规则介绍”",
    "邓桂荣, “怎样打好字牌”",
)
"""Where English has to have characters: what somebody types, and the titles of books."""


def pairs_of_words() -> Iterator[str]:
    """The English of every pair of texts, Chinese and English, that stands in the rules and the exports."""
    for path in sorted((ROOT / "zipai_ledger").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if CHINESE.search(source) else ():
            named = isinstance(node, ast.Call) and name_of(node.func) == "Words"
            listed = isinstance(node, ast.Tuple) and "rules" in path.parts
            pair = getattr(node, "args" if named else "elts", ()) if named or listed else ()
            texts = [
                one.value for one in pair if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            if len(pair) == len(texts) == 2 and CHINESE.search(texts[0]):
                yield texts[1]


def name_of(function: ast.expr) -> str:
    """What is called: ``Words`` of ``rulebook.Words(…)`` too."""
    return str(getattr(function, "attr", getattr(function, "id", "")))


@cache
def all_english() -> list[str]:
    with (LOCALE / "en" / "LC_MESSAGES" / "django.po").open("rb") as file:
        pages = [text for one in read_po(file) if one.id for text in _forms(one)]
    return [*pages, *pairs_of_words()]


def test_english_has_its_own_quotes_and_marks():
    typewritten = re.compile(r"""\w'\w|"|\.\.\.|[，。：；！？（）、]""")
    assert [text for text in all_english() if typewritten.search(text)] == []


def test_english_can_be_read_without_knowing_characters():
    found = [text for text in all_english() if CHINESE.search(text)]
    assert sorted(set(found) - set(AS_TYPED)) == []
    assert sorted(set(AS_TYPED) - set(found)) == []


def _forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)
