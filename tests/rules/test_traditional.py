"""Traditional characters: right in every text there is, and where a character has two forms."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import opencc
import pytest
from babel.messages.pofile import read_po

from zipai_ledger.rules.traditional import WORDS, traditional

PACKAGE = Path(__file__).resolve().parent.parent.parent / "zipai_ledger"
CARDS = frozenset("壹贰叁肆伍陆柒捌玖拾")
HAN = re.compile("[\u3400-\u9fff]")
PHRASES = re.compile("|".join(sorted(WORDS, key=len, reverse=True)))
# What the general dictionary takes for something else than it is at a card table, or writes as nobody does.
OTHERWISE = {"账": "帳", "台": "台", "胡": "胡", "同": "同", "念": "念", "里": "裡", "“": "「", "”": "」"}


@pytest.mark.parametrize(
    ("simplified", "expected"),
    [
        ("点炮的付，每家都付", "點炮的付，每家都付"),
        ("告胡子：满 50 出告", "告胡子：滿 50 出告"),
        ("扫码上桌", "掃碼上桌"),
        ("只在日志里，意志", "只在日誌裡，意志"),
        ("还是只记最大的", "還是只記最大的"),
        ("导出表格，打印", "匯出表格，列印"),
        ("恢复码，不重复记", "恢復碼，不重複記"),
        ("周六上午记账", "週六上午記帳"),
        ("十分钟内有效，只能看", "十分鐘內有效，只能看"),
        ("冲锋鸡", "衝鋒雞"),
        ("两台手机", "兩台手機"),
        ("点“记一盘”", "點「記一盤」"),
        ("存到相册，或者粘贴", "存到相簿，或者貼上"),
        ("二七十 贰柒拾 叁肆陆", "二七十 贰柒拾 叁肆陆"),
        ("第 {n} 盘 %(name)s", "第 {n} 盤 %(name)s"),
        ("", ""),
        ("扫二维码，亮出二维码", "掃 QR 碼，亮出 QR 碼"),
        ("二维码（二维码）", "QR 碼（QR 碼）"),
    ],
)
def test_texts_read_as_a_card_player_writes_them(simplified: str, expected: str):
    assert traditional(simplified) == expected


def test_every_text_agrees_with_a_general_dictionary_but_for_the_words_of_the_table():
    convert = opencc.OpenCC("s2tw").convert
    texts = sorted({*rules_texts(), *page_texts()})
    assert len(texts) > 1500
    wrong = [found for text in texts for found in differences(text, convert(text))]
    assert wrong == []


def test_what_is_traditional_already_stays():
    assert all(traditional(traditional(text)) == traditional(text) for text in page_texts())


def differences(text: str, expected: str) -> Iterator[str]:
    """Characters outside the phrases that another dictionary writes otherwise."""
    assert len(text) == len(expected), text
    ours = {at for found in PHRASES.finditer(text) for at in range(*found.span())}
    for at, (char, other) in enumerate(zip(text, expected, strict=True)):
        mine = OTHERWISE.get(char) or other
        if at not in ours and char not in CARDS and traditional(char) != mine:
            yield f"{char}: {traditional(char)}, not {mine}, in {text[max(0, at - 8) : at + 8]!r}"


def rules_texts() -> Iterator[str]:
    for path in sorted((PACKAGE / "rules").rglob("*.py")):
        if path.name != "traditional.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and HAN.search(node.value):
                    yield node.value


def page_texts() -> Iterator[str]:
    with (PACKAGE / "locale" / "en" / "LC_MESSAGES" / "django.po").open("rb") as file:
        for message in read_po(file, locale="en"):
            yield from [message.id] if isinstance(message.id, str) else message.id
