"""A dictated sentence cut into words: who, how, groups, cards, numbers. Nothing is put together here."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from .cards import CARDS, SIZE, SPACE, SPECIAL, Card, parse_cards, plain
from .words import HELD_WORDS, LAID_WORDS, SOURCE_WORDS

NUMERALS: Final = "一二三四五六七八九"
_HUNDRED: Final = rf"[{NUMERALS}]?百(?:零[{NUMERALS}]|[{NUMERALS}]?十[{NUMERALS}]?|[{NUMERALS}])?"
_NUMERAL: Final = rf"(?:{_HUNDRED}|[{NUMERALS}]?十[{NUMERALS}]?|[零两{NUMERALS}])"
_CARD: Final = rf"[大小]?(?:10|[1-9]|[{CARDS}])"

SOURCES: Final[Mapping[str, str]] = {
    **{word: code for word, code in SOURCE_WORDS.items() if not word.isascii()},
    **dict.fromkeys(("打的", "放的炮", "点的炮"), "discard"),
    **dict.fromkeys(("自己摸", "摸的", "摸到", "摸起"), "self_draw"),
    "翻的": "other_draw",
}
DEAD: Final = ("黄庄", "荒庄", "黄牌", "黄了", "臭牌", "臭庄", "臭了", "流局", "没有人胡", "没人胡", "都没胡")
"""黄庄, as it is called wherever one of these games is played."""
FOUL: Final = ("诈胡", "诈和", "炸胡", "岔胡", "错胡")
"""诈胡, likewise."""
HELD: Final[Mapping[str, str]] = {
    **dict.fromkeys(("坎", "手中三张"), "kan"),
    **dict.fromkeys(("眼", "眼睛", "对", "将"), "pair"),
    **dict.fromkeys(("顺", "顺子", "搭", "搭子", "比", "比子"), "shun"),
    **dict.fromkeys(("一句话", "半边", "绞", "三搭", "大小三搭"), "shun"),
    "手": "rest",
}
GROUPS: Final[Mapping[str, str]] = {
    **{word: kind for word, kind in LAID_WORDS.items() if not word.isascii()},
    **{word: HELD[word] for word in HELD_WORDS if not word.isascii()},
}
"""Word in front of a group → its kind; what is held and makes a run or 搭 is ``shun``."""

_FILLERS: Final = (
    *("一共", "总共", "还有", "那张", "一张", "一副", "胡牌", "了", "的", "是", "给", "和", "再", "加", "有"),
    *(
        "这一盘",
        "这盘",
        "那盘",
        "把",
        "也",
        "啊",
        "嗯",
        "呃",
        "呢",
        "共",
        "张",
        "舵",
        "牌",
        "炮",
        "铳",
        "家",
        "那",
        "就",
        "又",
    ),
)


class Vocabulary(NamedTuple):
    """What a sentence may name at a table: ``names`` by seat; 天胡 … and 黄庄, 诈胡 … → their codes; whose seat 我 is."""

    names: Sequence[str]
    marks: Mapping[str, str]
    results: Mapping[str, str]
    me: int | None = None


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


_SIMPLIFIED: Final = str.maketrans("個兩沒無黃莊詐給贏總還這銃糊鬍", "个两没无黄庄诈给赢总还这铳胡胡")
"""Traditional characters beside those of cards, and what dictation makes of 胡."""


def spoken(text: str) -> str:
    """A sentence, or a name in one, in the characters of the words here; every character stays in its place."""
    return plain(text).translate(_SIMPLIFIED)


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...], marks: tuple[str, ...], results: tuple[str, ...]) -> re.Pattern[str]:
    """One pattern for all words, those that contain others first."""
    by_length = sorted(filter(None, names), key=len, reverse=True)
    of_somebody = rf"(?=(?:{_any((*by_length, '我'))})的?[炮铳])"
    return re.compile(
        rf"(?P<space>{SPACE})"
        rf"|(?P<feeds>[点放打][了过]?{of_somebody})|(?P<takes>[吃接捉胡][了过]?{of_somebody})"
        rf"|(?P<result>{_any(results)})"
        rf"|(?P<name>{'|'.join(map(_name, by_length)) or '(?!)'})|(?P<me>我(?!们))"
        rf"|(?P<mark>{_any(marks)})|(?P<fired>[点放打][了过]?一?个?[炮铳])|(?P<called>赢|[吃接捉][了过]?[炮铳])"
        rf"|(?<![{CARDS}大小\d])(?P<hu>\d{{1,3}})\s*个?[胡油]"
        rf"|(?<![{CARDS}大小\d])(?P<said_hu>{_NUMERAL})个?[胡油](?!的?是?{_CARD})"
        rf"|(?P<no_xing>(?:一[个张])?都?[没无不]有?醒)|下醒了?\s*(?P<lower>\d{{1,2}}|{_NUMERAL})[个张]?"
        rf"|醒了?\s*(?P<xing>\d{{1,2}}|[零两]|{_NUMERAL}(?=[个张]))[个张]?"
        rf"|(?<![{CARDS}大小\d])(?P<said_xing>\d{{1,2}}|{_NUMERAL})[个张]醒"
        rf"|(?P<turned>翻?的?醒)|(?P<won>胡)|(?P<source>{_any(tuple(SOURCES))})"
        rf"|(?P<group>{_any(tuple(GROUPS))})|(?P<filler>{_any(_FILLERS)})"
        rf"|(?P<card>{_CARD}|{SPECIAL})|(?P<unknown>.)",
        re.DOTALL,
    )


def lexemes(text: str, words: Vocabulary) -> Iterator[Lexeme]:
    """The words of a sentence. Unknown characters run together."""
    unknown = ""
    pattern = _pattern(tuple(map(spoken, words.names)), tuple(words.marks), tuple(words.results))
    for found in pattern.finditer(spoken(text)):
        sort, written = found.lastgroup or "", text[found.start() : found.end()]
        if sort == "unknown":
            unknown += written
            continue
        if unknown:
            yield Lexeme("unknown", unknown, unknown)
            unknown = ""
        yield _lexeme(sort, found[sort], written, words)
    if unknown:
        yield Lexeme("unknown", unknown, unknown)


def _lexeme(sort: str, word: str, written: str, words: Vocabulary) -> Lexeme:
    if sort in _NUMBERS:
        return Lexeme(_NUMBERS[sort], 0 if sort == "no_xing" else number(word), written)
    if sort == "card":
        return _card(word, written)
    if sort == "fired":
        return Lexeme("source", "discard", written)
    if sort == "me" and words.me is not None:
        return Lexeme("name", words.me, written)
    return Lexeme(sort, _codes(sort, words).get(word, word), written)


_NUMBERS: Final = {
    "hu": "hu",
    "said_hu": "hu",
    "lower": "lower",
    "xing": "xing",
    "said_xing": "xing",
    "no_xing": "xing",
}
"""Sorts of the pattern that are numbers → what they count."""


def _codes(sort: str, words: Vocabulary) -> Mapping[str, int | str]:
    """Word → what it stands for."""
    if sort == "name":
        return {spoken(name): seat for seat, name in reversed([*enumerate(words.names)])}
    return {"mark": words.marks, "result": words.results, "source": SOURCES, "group": GROUPS}.get(sort, {})


def _card(word: str, written: str) -> Lexeme:
    size = {"大": 1, "小": -1}.get(word[0], 0)
    name = word[1:] if size else word
    if name.isdecimal():
        small = int(name) - 1
        return Lexeme("card", small + (SIZE if size > 0 else 0), written, size)
    return Lexeme("card", parse_cards(word, "said")[0], written, size)


def number(text: str) -> int:
    """22, 二十二, 十, 两, 一百零五; 一百二 is 120."""
    if text.isdecimal():
        return int(text)
    hundreds, hundred, rest = text.rpartition("百")
    if hundred:
        below = (
            10 * number(rest) if len(rest) == 1 and rest != "十" else number(rest.removeprefix("零") or "零")
        )
        return 100 * (number(hundreds) if hundreds else 1) + below
    tens, ten, ones = text.rpartition("十")
    digit = {"": 0, "零": 0, "两": 2, **{one: at for at, one in enumerate(NUMERALS, 1)}}
    return 10 * (digit[tens] or 1) + digit[ones] if ten else digit[text]


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
