"""Wordings of what can be wrong with a deal that somebody says in a sentence."""

from collections.abc import Mapping

from .options import Words

SAID_PROBLEMS: Mapping[str, Words] = {
    "bad_meld.not_heard": Words(
        "听不懂“{text}”：说人名、自摸、点炮、翻，再说碰小八、扫大二、一二三，最后说胡小四",
        "“{text}” is not understood: say names, 自摸 点炮 翻, then groups as 碰小八 一二三, at last 胡小四",
    ),
    "bad_meld.no_cards": Words("“{text}”后面要说是哪张牌", "Say which card after “{text}”"),
    "bad_deal.two_winners": Words("说了两个人胡，一盘只记一个", "Two winners were named; a deal has one"),
    "bad_deal.two_winning_cards": Words(
        "说了两张胡的牌，只能有一张", "Two winning cards were named; there is one"
    ),
}
