"""行话 (hanghua): words of 捉鸡麻将 (docs/rules/guiyang.md)."""

from typing import Final

from ..options import Words
from ..rulebook import Saying

SAYINGS: Final = tuple(
    Saying(word, Words(*meaning), Words("贵阳", "Guiyang"), "S2")
    for word, meaning in {
        "个": ("算输赢的单位。", "The unit that is paid."),
        "豆": ("杠：四张一样的。", "A kong: four alike."),
        "闷豆": ("四张都是自己摸的。", "All four one’s own."),
        "转弯豆": ("碰了，又摸到第四张。", "A peng, and the fourth tile drawn."),
        "点豆": ("手里三张，杠别人打的。", "Three held, and another’s discard."),
        "鸡": (
            "胡了翻一张，它指着的牌，有一张收一份。",
            "The tiles that a turned one points at; each is paid.",
        ),
        "幺鸡": ("一条，总是鸡。", "1 bamboo, always chicken."),
        "金鸡": ("翻到的正好指着一条，一张当两张。", "1 bamboo turned up as well: each counts two."),
        "满鸡": ("四张鸡都在手里。", "All four of a chicken."),
        "乌骨鸡": ("八筒也当鸡。", "8 dots as a standing chicken."),
        "冲锋鸡": ("头一个打出一条。", "To discard the first 1 bamboo."),
        "责任鸡": ("打出的头一张一条让人碰了、杠了。", "That 1 bamboo, claimed by another."),
        "叫牌": ("只差一张，就等胡。", "To be one tile short."),
        "查叫": ("黄庄以后，看谁叫牌、谁没叫。", "After a dead deal, to see who was ready."),
        "报听": ("头一手打牌就说听了，以后不换牌。", "To announce a ready hand on the first discard."),
        "热炮": ("刚开了豆，打出来就点炮。", "To make a kong and discard the winning tile."),
        "抢杠": ("别人转弯豆的那张，拿来胡。", "To win with the tile of another’s added kong."),
        "杠上花": ("杠了补的那张就胡。", "To win on the draw after a kong."),
        "包牌": (
            "能胡不胡，后来替放炮的付别的各家。",
            "To pay all others in the discarder’s place, having let a win pass.",
        ),
        "相公": ("多牌少牌，陪着打。", "A player with a tile too many or too few."),
        "跟章": ("头一圈都跟着庄家打一样的牌。", "All discard in the first round what the dealer did."),
        "买马": ("自摸了再翻几张，中了多收几份。", "Tiles turned after a self-draw that multiply it."),
        "海底捞月": ("最后一张牌自摸胡了。", "To win with the last tile of the wall."),
        "内外鸡": ("打出去的鸡也算。", "Discarded chickens count too."),
        "包鸡、包豆": ("没叫牌的，自己的鸡、豆倒付给叫了牌的。", "Who is not ready pays for his own."),
        "一炮三响": ("一张牌三家都胡。", "Three win off one discard."),
    }.items()
)
