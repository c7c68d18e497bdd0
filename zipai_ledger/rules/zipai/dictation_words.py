"""A dictated sentence cut into words: who, how, groups, cards, numbers. Nothing is put together here."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from .cards import CARDS, SIZE, SPACE, SPECIAL, Card, parse_cards, plain
from .words import HELD_WORDS, LAID_WORDS, SOURCE_WORDS

_NUMERALS: Final = "一二三四五六七八九"
_NUMERAL: Final = rf"(?:[{_NUMERALS}]?十[{_NUMERALS}]?|[零两{_NUMERALS}])"
_CARD: Final = rf"[大小]?(?:10|[1-9]|[{CARDS}])"

SOURCES: Final[Mapping[str, str]] = {
    **{word: code for word, code in SOURCE_WORDS.items() if not word.isascii()},
    **dict.fromkeys(("打的", "放的炮", "点的炮"), "discard"),
    "翻的": "other_draw",
}
HELD: Final[Mapping[str, str]] = {
    **dict.fromkeys(("坎", "手中三张"), "kan"),
    **dict.fromkeys(("眼", "眼睛", "对"), "pair"),
    **dict.fromkeys(("顺", "顺子", "搭", "搭子", "比", "比子"), "shun"),
    "手": "rest",
}
GROUPS: Final[Mapping[str, str]] = {
    **{word: kind for word, kind in LAID_WORDS.items() if not word.isascii()},
    **{word: HELD[word] for word in HELD_WORDS if not word.isascii()},
}
"""Word in front of a group → its kind; what is held and makes a run or 搭 is ``shun``."""

_FILLERS: Final = (
    *("一共", "总共", "还有", "那张", "一张", "一副", "胡牌", "了", "的", "是", "给", "和", "再", "加", "有"),
    *("把", "也", "啊", "嗯", "呃", "呢", "共", "张", "舵", "牌"),
)


class Lexeme(NamedTuple):
    """One word: its sort, what it says (a seat, a code, a kind, a number, a card) and how it was written."""

    sort: str
    value: int | str
    text: str
    size: int = 0
    """Of a card: whether 大 (1) or 小 (-1) was said with it."""


def _any(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"(?!)"


_VERBS: Final = _any((*SOURCES, "胡"))


def _name(name: str) -> str:
    """A name; one that could be a card, such as 小二, only beside what players do."""
    if not re.fullmatch(rf"(?:{_CARD})+", name):
        return re.escape(name)
    return rf"(?:{re.escape(name)}(?={_VERBS})|(?<=炮){re.escape(name)})"


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...], marks: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern for all words, those that contain others first."""
    by_length = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(
        rf"(?P<space>{SPACE})"
        rf"|(?P<name>{'|'.join(map(_name, by_length)) or '(?!)'})"
        rf"|(?P<mark>{_any(marks)})"
        rf"|(?<![{CARDS}大小\d])(?P<hu>\d{{1,3}})\s*个?[胡油]"
        rf"|(?<![{CARDS}大小\d])(?P<said_hu>{_NUMERAL})个?[胡油](?!的?是?{_CARD})"
        rf"|(?P<no_xing>[没无不]醒)|醒了?\s*(?P<xing>\d{{1,2}}|[零两]|{_NUMERAL}(?=张))张?"
        rf"|(?<![{CARDS}大小\d])(?P<said_xing>\d{{1,2}}|{_NUMERAL})[个张]醒"
        rf"|(?P<turned>翻?的?醒)|(?P<won>胡)|(?P<source>{_any(tuple(SOURCES))})"
        rf"|(?P<group>{_any(tuple(GROUPS))})|(?P<filler>{_any(_FILLERS)})"
        rf"|(?P<card>{_CARD}|{SPECIAL})|(?P<unknown>.)",
        re.DOTALL,
    )


def lexemes(text: str, names: Sequence[str], marks: Mapping[str, str]) -> Iterator[Lexeme]:
    """The words of a sentence; ``names`` by seat, ``marks``: 天胡 … → its code. Unknown characters run together."""
    known = [plain(name) for name in names]
    unknown = ""
    for found in _pattern(tuple(known), tuple(marks)).finditer(plain(text)):
        sort, written = found.lastgroup or "", text[found.start() : found.end()]
        if sort == "unknown":
            unknown += written
            continue
        if unknown:
            yield Lexeme("unknown", unknown, unknown)
            unknown = ""
        yield _lexeme(sort, found[sort], written, (known, marks))
    if unknown:
        yield Lexeme("unknown", unknown, unknown)


def _lexeme(sort: str, said: str, written: str, known: tuple[Sequence[str], Mapping[str, str]]) -> Lexeme:
    match sort:
        case "name":
            return Lexeme("name", known[0].index(said), written)
        case "mark":
            return Lexeme("mark", known[1][said], written)
        case "hu" | "said_hu":
            return Lexeme("hu", number(said), written)
        case "no_xing" | "xing" | "said_xing":
            return Lexeme("xing", 0 if sort == "no_xing" else number(said), written)
        case "source":
            return Lexeme("source", SOURCES[said], written)
        case "group":
            return Lexeme("group", GROUPS[said], written)
        case "card":
            return _card(said, written)
    return Lexeme(sort, said, written)


def _card(said: str, written: str) -> Lexeme:
    size = {"大": 1, "小": -1}.get(said[0], 0)
    name = said[1:] if size else said
    if name.isdecimal():
        small = int(name) - 1
        return Lexeme("card", small + (SIZE if size > 0 else 0), written, size)
    return Lexeme("card", parse_cards(said, "said")[0], written, size)


def number(said: str) -> int:
    """22, 二十二, 十, 两."""
    if said.isdecimal():
        return int(said)
    tens, ten, ones = said.rpartition("十")
    digit = {"": 0, "零": 0, "两": 2, **{one: at for at, one in enumerate(_NUMERALS, 1)}}
    return 10 * (digit[tens] or 1) + digit[ones] if ten else digit[said]


def carried(cards: Sequence[Lexeme]) -> tuple[Card, ...]:
    """The cards with the size that was said last: 大七八九 is 柒捌玖."""
    found, size = [], 0
    for card in cards:
        size = card.size or size
        found.append(_sized(int(card.value), size))
    return tuple(found)


def _sized(card: Card, size: int) -> Card:
    if not size or card >= len(CARDS):
        return card
    return card % SIZE + (SIZE if size > 0 else 0)
