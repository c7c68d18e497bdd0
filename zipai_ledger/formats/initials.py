"""拼音首字母 (pinyin shouzimu): the letters by which a Chinese keyboard finds a name: syzp for 邵阳字牌.

GB 2312 keeps its common characters in the order of their pinyin, so where a character stands tells its first letter, and
no table of pronunciations is needed. Its rarer ones stand by their strokes: those that names of games and places have are
listed here.
"""

from bisect import bisect
from functools import cache

STARTS = (
    "A B0A1, B B0C5, C B2C1, D B4EE, E B6EA, F B7A2, G B8C1, H B9FE, J BBF7, K BFA6, L C0AC, M C2E8, N C4C3, O C5B6, "
    "P C5BE, Q C6DA, R C8BB, S C8F6, T CBFA, W CDDA, X CEF4, Y D1B9, Z D4D1"
)
"""Each letter and the first character of it."""
AFTER_COMMON = 0xD7FA
LISTED = {
    "郴": "c",
    "耒": "l",
    "坨": "t",
    "乌": "w",
    "浏": "l",
    "醴": "l",
    "攸": "y",
    "澧": "l",
    "溆": "x",
    "鄱": "p",
}
"""Rarer characters, and those that are said otherwise in names."""

_LETTERS = [pair.split()[0].lower() for pair in STARTS.split(", ")]
_FIRST = [int(pair.split()[1], 16) for pair in STARTS.split(", ")]


@cache
def initial(char: str) -> str:
    """The first letter of a character; Latin letters and digits as they are; "" where it is not known."""
    if char.isascii():
        return char.lower() if char.isalnum() else ""
    if char in LISTED:
        return LISTED[char]
    try:
        code = int.from_bytes(char.encode("gb2312"), "big")
    except UnicodeEncodeError:
        return ""
    return _LETTERS[bisect(_FIRST, code) - 1] if _FIRST[0] <= code < AFTER_COMMON else ""


def initials(text: str) -> str:
    """The first letters of a text, without what has none."""
    return "".join(map(initial, text))
