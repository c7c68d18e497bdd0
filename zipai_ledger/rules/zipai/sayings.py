"""行话 (hanghua): words of 字牌 tables, and what other places say for them (docs/rules/cards.md#words)."""

from collections.abc import Mapping
from typing import Final

from ..options import Words
from ..rulebook import Saying
from .words import DAZIPAI, DENG, GUILIN, FamilyWords

FAMILIES: Final[Mapping[str, tuple[FamilyWords, Words, str]]] = {
    "guilin": (GUILIN, Words("桂林", "Guilin"), "S1"),
    "dazipai": (DAZIPAI, Words("大字牌", "Dazipai"), "S0"),
    "deng": (DENG, Words("坨子、剥皮这些", "Tuozi, Bopi and the like"), "S4"),
}
"""Whose words: the table of words, where they are said, and where that is written."""

_KINDS: Final[Mapping[str, Words]] = {
    "kan": Words("起手就有的三张一样的，捏在手里。", "Three alike among the cards dealt, kept in the hand."),
    "peng": Words("手里一对，加别人的第三张，亮在桌上。", "A held pair and another’s third card, laid open."),
    "sao": Words("手里一对，加自己摸的第三张，盖在桌上。", "A held pair and one’s own draw, laid face down."),
    "kaiduo": Words("三张，加别人的第四张，亮在桌上。", "Three alike and another’s fourth card, laid open."),
    "saochuan": Words(
        "三张，加自己摸的第四张，盖在桌上。", "Three alike and one’s own draw, laid face down."
    ),
    "shun": Words("三张连号，或者二七十。", "Three in a row, or 2-7-10."),
    "da": Words(
        "一个数的两大一小，或者两小一大，像捌捌八。没有胡数。",
        "Two big and one small of a number, or the reverse: 8, 8 and 8. It counts nothing.",
    ),
    "pair": Words("有四张的牌才要的那一对。", "The pair that a hand with four alike needs."),
}
_ALSO: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("guilin", "sao"): ("过扫",),
    ("dazipai", "sao"): ("死罩",),
    ("deng", "kaiduo"): ("跑起",),
    ("deng", "saochuan"): ("一条龙",),
}


def group_sayings(family: str) -> tuple[Saying, ...]:
    """A family's words for the groups, each with those of the others."""
    _, where, source = FAMILIES[family]
    return tuple(
        Saying(_word(family, kind), meaning, where, source, _elsewhere(family, kind))
        for kind, meaning in _KINDS.items()
    )


def _word(family: str, kind: str) -> str:
    """What a family says for a group; a run (顺) and a 搭 by their short names where both are simply a 比."""
    words = FAMILIES[family][0]
    runs = ("shun", "da") if words.names["shun"] == words.names["da"] else ()
    own = words.short if kind in runs else words.names
    return "、".join((own[kind], *_ALSO.get((family, kind), ())))


def _elsewhere(family: str, kind: str) -> tuple[Words, ...]:
    """What the other families say, where it is another word."""
    here = _word(family, kind)
    words = {other: _word(other, kind) for other in FAMILIES if other != family}
    return tuple(
        Words(f"{FAMILIES[other][1].zh}叫{word}", f"{FAMILIES[other][1].en}: {word.replace('、', ', ')}")
        for other, word in words.items()
        if word != here
    )


def _sayings(where: Words, source: str, entries: Mapping[str, tuple[str, str]]) -> tuple[Saying, ...]:
    return tuple(Saying(word, Words(*meaning), where, source) for word, meaning in entries.items())


EVERYWHERE: Final = _sayings(
    Words("字牌桌上", "At every Zipai table"),
    "S1, S4",
    {
        "胡": ("牌的大小用胡数；牌成了也叫胡。", "What hands are counted in; also a win."),
        "比": ("三张一组的牌。", "A group of three."),
        "自摸": ("自己摸的那张胡了。", "A win on the card you draw yourself."),
        "点炮、放炮": ("从手里打出来的牌让别人胡了。", "To discard the card that another wins with."),
        "抢招": (
            "手里三张，别人出第四张，不开招，拿去胡。",
            "With three held, to win with another’s fourth card.",
        ),
        "重舵、重招": (
            "第二副起的四张，摆了不用再打牌。",
            "A second quad, after which nothing is discarded.",
        ),
        "落停": ("只差一张。", "To be one card short."),
        "放流": ("能胡没看出来。", "To overlook a win."),
        "天胡": ("庄家起手就胡。", "The dealer wins with the cards dealt."),
        "地胡": ("庄家打头一张，别人就胡。", "To win on the dealer’s first discard."),
        "上手、下手": (
            "左边那家、右边那家；牌往下手轮。",
            "The seat before and the seat after; play goes to the seat after.",
        ),
    },
)

GUILIN_SAYS: Final = (
    *group_sayings("guilin"),
    *_sayings(
        Words("桂林", "Guilin"),
        "S1, P",
        {
            "舵、子": ("算输赢的单位。", "The unit that is paid."),
            "醒": (
                "胡了再翻一张，手里有相邻的就多收。",
                "A card turned after a win; its neighbours held are paid.",
            ),
            "上醒、中醒、下醒": ("翻到四：上醒三，中醒四，下醒五。", "With 4 turned: 3, 4 and 5."),
            "坐醒": (
                "四个人坐，庄家对面那家不打。",
                "Of four seated, the seat opposite the dealer sits out.",
            ),
            "海底": ("牌堆摸完了。", "The end of the pile."),
            "三笼五坎": ("起手三副四张或者五副三张。", "Three quads or five triples dealt."),
            "黄庄": ("摸完了没有人胡。", "A deal nobody wins."),
            "诈胡": ("不能胡喊了胡。", "To claim a win that is none."),
            "下比": ("吃牌时，手里一样的一起摆下来。", "To lay down equal cards with a chi."),
        },
    ),
    *EVERYWHERE,
)

DAZIPAI_SAYS: Final = (
    *group_sayings("dazipai"),
    *_sayings(
        Words("大字牌", "Dazipai"),
        "S0",
        {
            "油": ("牌的大小，也是算输赢的单位。", "What hands are counted in, and what is paid."),
            "底油": ("这一盘最少要这么多油才能胡。", "The minimum of a deal."),
            "下伙": ("吃牌时，手里一样的一起摆下来。", "To lay down equal cards with a chi."),
            "三笼五坎": ("起手三副四张或者五副三张。", "Three quads or five triples dealt."),
            "黄庄": ("摸完了没有人胡。", "A deal nobody wins."),
        },
    ),
    *EVERYWHERE,
)

DENG_SAYS: Final = (
    *group_sayings("deng"),
    *_sayings(
        FAMILIES["deng"][1],
        "S4",
        {
            "打桩": ("坐庄：先打牌的那家。", "To deal, and discard first."),
            "数算": ("四个人坐，不摸牌、管数牌算账的那家。", "Of four seated, who sits out and keeps count."),
            "坨子、塔子": ("没摸的那堆牌。", "The pile."),
            "坨": ("打坨子算输赢的单位。", "What is paid in Datuozi."),
            "皮": ("剥皮算输赢的单位，10 胡一皮。", "What is paid in Bopi: ten hu."),
            "牌": ("花式算输赢的单位。", "What is paid in Huashi."),
            "告、出告": (
                "告胡子里，有人记满了，一轮完了。",
                "In Gaohuzi, to reach the target and end the round.",
            ),
            "脱桩": ("打桩的输了，换人打桩。", "The dealer loses the deal."),
            "臭牌": ("摸完了没有人胡。", "A deal nobody wins."),
            "岔胡": ("不能胡喊了胡，或者打错了牌。", "To claim a win that is not one, or another foul."),
            "停比下马": ("吃了一张，手里还留着一样的去胡。", "To keep an equal card after a chi."),
            "逃锥": ("摸到该锥倒的，没有锥。", "Not to make a zhuidao that one has to make."),
            "被短水": ("几家同时能胡，让前面的先胡了。", "To lose a win to a player before one."),
            "天地红飘乌": ("花式的名堂：天胡、地胡、红胡、飘胡、乌胡。", "The patterns of Huashi."),
            "飞王、秤子": ("老式的牌，能顶别的牌用。", "Cards of old-style decks that stand for others."),
        },
    ),
    *EVERYWHERE,
)
