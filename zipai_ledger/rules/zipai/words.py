"""What the groups are called where the game is played (docs/rules/cards.md#melds), family by family."""

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .. import wording
from ..options import Words
from ..wording.latin import group_word


@dataclasses.dataclass(frozen=True, slots=True)
class FamilyWords:
    """One family's words. ``names``: kind → word, ``da`` for 搭子; ``short``: where two characters are the most."""

    names: Mapping[str, str]
    short: Mapping[str, str]

    def short_word(self, kind: str) -> Words:
        """The short word of a kind, for readers of either language."""
        return group_word(self.short[kind])

    @property
    def tokens(self) -> Mapping[str, str]:
        """Kind → the word that stands before its cards where a hand is written group by group."""
        laid = {kind: self.names[kind] for kind in ("peng", "sao", "kaiduo", "saochuan")}
        return {**laid, "shun": "顺", "da": "搭", "pair": self.short["pair"], "rest": "手"}


GLOSSES: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "peng": Words("", "3 open"),
        "sao": Words("", "3 closed"),
        "kaiduo": Words("", "4 open"),
        "saochuan": Words("", "4 closed"),
    }
)
"""What a kind is, for who only hears how its word sounds: how many alike, and whether they lie open."""

GUILIN: Final = FamilyWords(
    MappingProxyType({kind: word.zh for kind, word in wording.KINDS.items()} | {"da": "搭子"}),
    MappingProxyType(
        {
            "peng": "碰",
            "sao": "扫坎",
            "kaiduo": "开舵",
            "saochuan": "扫穿",
            "shun": "顺",
            "da": "搭",
            "pair": "眼",
        }
    ),
)
DAZIPAI: Final = FamilyWords(
    MappingProxyType(
        {"chi": "吃", "shun": "比", "da": "比", "peng": "碰", "kan": "手中三张", "sao": "罩"}
        | {"kaiduo": "开招", "saochuan": "龙", "pair": "眼睛", "rest": "散牌"}
    ),
    MappingProxyType(
        {
            "peng": "碰",
            "sao": "罩",
            "kaiduo": "开招",
            "saochuan": "龙",
            "shun": "顺比",
            "da": "搭比",
            "pair": "眼",
        }
    ),
)
DENG: Final = FamilyWords(
    MappingProxyType(
        {"chi": "吃", "shun": "比子", "da": "比子", "peng": "碰倒", "kan": "坎", "sao": "锥倒"}
        | {"kaiduo": "开招", "saochuan": "清倒", "pair": "对", "rest": "散牌"}
    ),
    MappingProxyType(
        {
            "peng": "碰",
            "sao": "锥坎",
            "kaiduo": "开招",
            "saochuan": "清倒",
            "shun": "顺比",
            "da": "搭比",
            "pair": "对",
        }
    ),
)

PAOHUZI: Final = FamilyWords(
    MappingProxyType(
        {"chi": "吃", "shun": "一句话", "da": "绞", "peng": "碰", "kan": "坎", "sao": "偎"}
        | {"kaiduo": "跑", "saochuan": "提", "pair": "将", "rest": "散牌"}
    ),
    MappingProxyType(
        {
            "peng": "碰",
            "sao": "偎坎",
            "kaiduo": "跑",
            "saochuan": "提",
            "shun": "顺",
            "da": "绞",
            "pair": "将",
        }
    ),
)
YONGZHOU: Final = FamilyWords(
    MappingProxyType(
        {"chi": "恰", "shun": "半边", "da": "大小三搭", "peng": "碰", "kan": "坎", "sao": "啸"}
        | {"kaiduo": "跑", "saochuan": "倾", "pair": "对", "rest": "散牌"}
    ),
    MappingProxyType(
        {
            "peng": "碰",
            "sao": "啸坎",
            "kaiduo": "跑",
            "saochuan": "倾",
            "shun": "半边",
            "da": "三搭",
            "pair": "对",
        }
    ),
)

LAID_WORDS: Final = MappingProxyType(
    dict.fromkeys(("chi", "吃", "恰"), "chi")
    | dict.fromkeys(("peng", "碰", "碰倒"), "peng")
    | dict.fromkeys(
        ("sao", "扫", "过扫", "扫坎", "罩", "死罩", "锥倒", "锥坎", "偎", "偎坎", "臭偎", "啸", "啸坎", "歪"),
        "sao",
    )
    | dict.fromkeys(("kaiduo", "开舵", "开招", "跑起", "跑", "开交"), "kaiduo")
    | dict.fromkeys(("saochuan", "扫穿", "龙", "清倒", "一条龙", "提", "倾"), "saochuan")
)
"""Every word that is understood for a group on the table → its kind."""

HELD_WORDS: Final = frozenset(
    (
        "shun",
        "顺",
        "顺子",
        "搭",
        "搭子",
        "比",
        "比子",
        "kan",
        "坎",
        "手中三张",
        "pair",
        "眼",
        "眼睛",
        "对",
        "将",
        "一句话",
        "半边",
        "绞",
        "三搭",
        "大小三搭",
        "手",
    )
)
"""Words in front of cards that are still held; the program groups them itself."""

SOURCE_WORDS: Final = MappingProxyType(
    dict.fromkeys(("self_draw", "自摸"), "self_draw")
    | dict.fromkeys(("other_draw", "翻", "翻出", "翻出来"), "other_draw")
    | dict.fromkeys(("discard", "点炮", "放炮", "打出", "打出来"), "discard")
    | dict.fromkeys(("dealt", "起手"), "dealt")
)
SOURCES: Final = MappingProxyType({code: word.zh for code, word in wording.SOURCES.items()})
"""Where the winning card came from → the word a hand is written with: the one that its lines use."""
