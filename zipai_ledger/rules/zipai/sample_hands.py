"""Hands that rulebooks show."""

from collections.abc import Mapping, Sequence
from typing import Final

from ..codec import Json

HandJson = Json
"""A hand in its interchange form."""

Hands = Mapping[int, Sequence[HandJson]]
"""Hands by the number of their groups."""


def hand(laid: Sequence[tuple[str, str]], held: str, winning: str | None) -> HandJson:
    """A hand as a deal records it: laid groups (kind, cards), held cards and the winning one."""
    exposed = [{"kind": kind, "cards": cards} for kind, cards in laid]
    return {"exposed": exposed, "concealed": held, "winning_card": winning}


PLAIN: Final[Hands] = {
    7: (
        hand([("peng", "柒柒柒"), ("sao", "玖玖玖"), ("chi", "一二三")], "四五六七八九贰柒拾捌捌", "八"),
        hand([("sao", "玖玖玖"), ("sao", "陆陆陆"), ("sao", "捌捌捌")], "贰柒拾壹贰叁一二三四肆", "四"),
    ),
    5: (
        hand([("peng", "柒柒柒"), ("sao", "玖玖玖"), ("chi", "一二三")], "贰柒拾捌捌", "八"),
        hand([("sao", "玖玖玖"), ("sao", "陆陆陆")], "贰柒拾壹贰叁四肆", "四"),
    ),
}
"""Hands without four alike, by the number of their groups: one, and a greater one."""

QUADS: Final[Hands] = {
    7: (
        hand([("kaiduo", "伍伍伍伍"), ("peng", "五五五")], "贰柒拾壹贰叁七八捌玖拾四四", "九"),
        hand(
            [("kaiduo", "伍伍伍伍"), ("saochuan", "捌捌捌捌"), ("peng", "玖玖玖")],
            "贰柒拾壹贰叁七八四四",
            "九",
        ),
    ),
    5: (
        hand([("kaiduo", "伍伍伍伍")], "贰柒拾壹贰叁七八四四", "九"),
        hand([("kaiduo", "伍伍伍伍"), ("saochuan", "捌捌捌捌")], "贰柒拾七八四四", "九"),
    ),
}
"""Hands with four alike, and so with a pair."""

WITH_FEI: Final = {
    7: hand([("kaiduo", "伍伍伍伍"), ("peng", "五五五")], "贰柒飞壹贰叁七八捌玖拾四四", "九"),
    5: hand([("kaiduo", "伍伍伍伍")], "贰柒飞壹贰叁七八四四", "九"),
}
"""The first of them with 飞 for one of its cards."""

GREATEST: Final[Hands] = {
    7: (hand([("saochuan", card * 4) for card in "壹贰叁肆伍陆"], "拾", "拾"),),
    5: (hand([("saochuan", card * 4) for card in "壹贰叁肆"], "拾", "拾"),),
}
"""Nothing but four big cards alike, and the pair (72 胡 with seven groups: docs/rules/cards.md#examples)."""

OPENING: Final[HandJson] = {
    "exposed": [],
    "concealed": "五五五五六六六六玖玖玖玖一二三壹肆陆柒九",
    "winning_card": None,
}
"""三笼五坎 of a player who does not deal: three quads, and 一二三 among the rest."""

OPENING_OF_21: Final[HandJson] = {
    "exposed": [],
    "concealed": "四四四四五五五五六六六六一三七九壹叁柒玖陆",
    "winning_card": None,
}
"""The same where the extra card of 大字牌, which two quads bring, made the third; nothing else scores (27)."""

_LAID: Final = [
    ("chi", "一二三"),
    ("chi", "壹贰叁"),
    ("peng", "玖玖玖"),
    ("chi", "陆柒捌"),
    ("chi", "八九十"),
]
WAITING_HANDS: Final = {
    7: ((("saochuan", "壹壹壹壹"),), "贰贰柒柒捌捌玖玖拾拾二三四五六七", _LAID, "二三四五七"),
    5: (_LAID[:3], "贰肆伍陆柒", _LAID[:3], "二三四五七"),
}
"""Laid groups and held cards one short of a win, twice; the first with seven groups is the riddle of docs/rules/cards.md#examples."""
