"""Chinese terms in Latin letters: what somebody who reads no characters reads in their place (docs/rules/cards.md#words)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ..options import Words

LATIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "吃": "chi",
        "碰": "peng",
        "碰倒": "pengdao",
        "坎": "kan",
        "手中三张": "three in hand",
        "扫": "sao",
        "扫坎": "saokan",
        "罩": "zhao",
        "锥倒": "zhuidao",
        "锥坎": "zhuikan",
        "开舵": "kaiduo",
        "开招": "kaizhao",
        "扫穿": "saochuan",
        "龙": "long",
        "清倒": "qingdao",
        "顺": "run",
        "顺子": "run",
        "搭": "mixed",
        "搭子": "mixed",
        "比": "run",
        "比子": "run",
        "顺比": "run",
        "搭比": "mixed",
        "眼": "pair",
        "眼睛": "pair",
        "对": "pair",
        "散牌": "loose",
        "一句话": "run",
        "绞": "mixed",
        "偎": "wei",
        "偎坎": "weikan",
        "跑": "pao",
        "提": "ti",
        "将": "pair",
        "恰": "qia",
        "半边": "run",
        "大小三搭": "mixed",
        "三搭": "mixed",
        "啸": "xiao",
        "啸坎": "xiaokan",
        "倾": "qing",
    }
)
"""Groups as any family calls them → pinyin, or an English word where there is a usual one."""

SAYINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **LATIN,
        "比": "bi",
        "胡": "hu",
        "自摸": "self-draw",
        "点炮": "discard",
        "抢招": "qiangzhao",
        "重舵": "chongduo",
        "落停": "luoting",
        "放流": "fangliu",
        "天胡": "heavenly hu",
        "地胡": "earthly hu",
        "上手": "seat before, seat after",
        "舵": "duo",
        "醒": "xing",
        "上醒": "upper, middle, lower xing",
        "坐醒": "sitting out",
        "海底": "haidi",
        "三笼五坎": "three quads or five triples",
        "黄庄": "dead deal",
        "诈胡": "foul",
        "下比": "xiabi",
        "油": "you",
        "底油": "the minimum",
        "下伙": "xiahuo",
        "打桩": "deal",
        "数算": "the counter",
        "坨子": "tuozi",
        "坨": "tuo",
        "皮": "pi",
        "牌": "pai",
        "告": "gao, chugao",
        "脱桩": "tuozhuang",
        "臭牌": "dead deal",
        "岔胡": "foul",
        "停比下马": "tingbi xiama",
        "逃锥": "taozhui",
        "被短水": "bei duanshui",
        "天地红飘乌": "heavenly, earthly, red, floating, black hu",
        "飞王": "joker, scale card",
        "个": "points",
        "豆": "kong",
        "闷豆": "concealed kong",
        "转弯豆": "added kong",
        "点豆": "claimed kong",
        "鸡": "chicken",
        "幺鸡": "1 bamboo",
        "金鸡": "golden",
        "满鸡": "full chicken",
        "乌骨鸡": "black chicken",
        "冲锋鸡": "first chicken",
        "责任鸡": "liable chicken",
        "叫牌": "ready",
        "查叫": "ready check",
        "报听": "declared ready",
        "热炮": "hot discard",
        "抢杠": "robbing the kong",
        "杠上花": "kong bloom",
        "包牌": "bao",
        "相公": "dead hand",
        "跟章": "followed tile",
        "买马": "bought horses",
        "海底捞月": "last tile",
        "内外鸡": "discarded chickens",
        "包鸡": "paying for chickens, kongs",
    }
)
"""行话 (hanghua): words of a table by the first of those that mean the same → what English pages call it."""

_NUMBERS: Final = "一二三四五六七八九十"
_BIG: Final = "壹贰叁肆伍陆柒捌玖拾"
_SUITS: Final[Mapping[str, str]] = {"万": "characters", "条": "bamboo", "筒": "dots"}

CARDS: Final[Mapping[str, str]] = MappingProxyType(
    {char: f"small {number}" for number, char in enumerate(_NUMBERS, 1)}
    | {char: f"big {number}" for number, char in enumerate(_BIG, 1)}
    | {
        f"{char}{suit}": f"{number} {english}"
        for suit, english in _SUITS.items()
        for number, char in enumerate(_NUMBERS[:9], 1)
    }
    | {"飞": "joker"}
)
"""Cards and tiles by what is printed on them → their names in English: ``捌`` → ``big 8``."""


def group_word(name: str) -> Words:
    """A family's word for a group, in both languages; itself where it has no Latin one."""
    return Words(name, LATIN.get(name, name))


def card_in_english(name: str) -> str:
    """``捌 (big 8)``: what is printed, to be found again on the card, and how it is read; ``name`` of no card as it is."""
    return f"{name} ({CARDS[name]})" if name in CARDS else name
