"""第四张 (di si zhang): what a table lets the fourth card of a laid or held triple be used for (docs/rules/cards.md#fourth)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ..options import Option, Value, one_of
from .form import THREE, Form
from .handrules import HandRules, PengOpensOn, Qiangzhao, SaoOpensOn, Switch
from .melds import STANDARD, Values

UNCOMPELLED: Final[Mapping[str, Value]] = {"must_open": "off", "qiangzhao": "any"}
"""As every game was read before its third version."""

ANYBODY_OPENS: Final[Mapping[str, Value]] = {"peng_opens_on": "any_draw", "sao_opens_on": "any_card"}
"""The same of a game that lets its tables choose these too."""

OPENS_ON: Final = (
    one_of(
        "peng_opens_on",
        "own_draw",
        ("碰了怎么开舵", "Peng becomes kaiduo"),
        ("碰过的牌，谁摸到第四张可以开舵。", "Whose draw of the fourth card opens a peng."),
        "S1; P",
        {"any_draw": ("谁摸到都行", "Anybody’s draw"), "own_draw": ("自己摸到才行", "One’s own draw")},
    ),
    one_of(
        "sao_opens_on",
        "any_draw",
        ("扫了怎么开舵", "Sao becomes kaiduo"),
        (
            "扫过的牌，别人哪样的第四张可以开舵。",
            "Which fourth card of another player opens a sao.",
        ),
        "S1; P",
        {"any_draw": ("摸出来的才行", "A drawn one"), "any_card": ("打出来的也行", "A discard too")},
    ),
)
"""桂林字牌 (docs/rules/guilin.md#peng-opens); elsewhere a 碰 opens by anybody's draw, a 扫 by every card."""

OPENS_ON_RULES: Final = """
- [P | peng_opens_on=any_draw] 碰了的，不管谁摸出来第四张，都可以开舵；打出来的不行。
+ Anybody’s draw of the fourth card makes a peng a kaiduo; a discard does not.
- [S1 | peng_opens_on=own_draw] 碰了的，自己摸到第四张才能开舵。
+ Only one’s own draw of the fourth card makes a peng a kaiduo.
- [S1 | sao_opens_on=any_draw] 扫了的，别人摸出来第四张才能开舵，打出来的不行。
+ Another’s draw of the fourth card makes a sao a kaiduo; a discard does not.
- [P | sao_opens_on=any_card] 扫了的，别人摸出来、打出来的第四张都可以开舵。
+ Another’s draw or discard of the fourth card makes a sao a kaiduo.
"""

OPENS_ON_BRIEF: Final = """
- [peng_opens_on=any_draw] 碰了的，谁摸到都能开舵
+ anybody’s draw makes a peng a kaiduo
- [sao_opens_on=any_card] 扫了的，打出来的也能开舵
+ a discard too makes a sao a kaiduo
- [must_open=on] 碰了的，自己摸到一定开舵
+ one’s own draw has to make a peng a kaiduo
- [qiangzhao=discard] 打出来的才能抢招
+ three held stay only for a discard
- [qiangzhao=none] 不能抢招
+ three held always open
"""

FOURTH_BRIEF: Final = """
- [must_open=off] 碰了的，可以不开招
+ a peng need not become a kaizhao
- [qiangzhao=any] 摸出来、打出来的都能抢招
+ three held may stay for any card
"""

NEVER_BRIEF: Final = """
- [qiangzhao=none] 不能抢招
+ three held always open
"""

DISCARD_BRIEF: Final = """
- [qiangzhao=discard] 打出来的才能抢招
+ three held may stay for a discard
"""

BY_SOURCE: Final[Mapping[str, Mapping[str, Value]]] = {
    "S0": {"qiangzhao": "discard", "must_open": "on"},
    "S1": {"qiangzhao": "any", "must_open": "off"},
    "S4": {"qiangzhao": "none", "must_open": "on"},
}
"""Source → its rule of both; one that is not here is silent about the fourth card."""


def fourth_options(
    must_open: str, qiangzhao: str, source: str, whose_draw: str = "自己摸到", word: str = "开招"
) -> tuple[Option, Option]:
    """Whether a laid 碰 has to open, and 抢招; ``drawn``: by whose draw, ``word``: what opening is called."""
    latin = {"开招": "kaizhao", "开舵": "kaiduo", "跑": "pao"}[word]
    by = {"自己摸到": "One’s own draw", "不管谁摸出来": "Anybody’s draw"}[whose_draw]
    return (
        one_of(
            "must_open",
            must_open,
            (f"碰了一定要{word}", "A peng has to open"),
            (
                f"碰过的牌，{whose_draw}第四张，就算拿去凑别的能胡，也一定要{word}。",
                f"{by} of the fourth card has to make a peng a {latin}, even where it wins elsewhere.",
            ),
            source,
            {"on": ("是", "Yes"), "off": ("否", "No")},
        ),
        one_of(
            "qiangzhao",
            qiangzhao,
            ("抢招", "Three held may stay"),
            (
                f"手里三张，别人出第四张，可不可以不{word}、拿这张去胡。",
                f"With three held, whether another’s fourth card may win elsewhere instead of making a {latin}.",
            ),
            source,
            {
                "any": ("摸的打的都可以", "For any card"),
                "discard": ("打出来的才可以", "For a discard"),
                "none": ("不可以", "No"),
            },
        ),
    )


@dataclass(frozen=True, kw_only=True)
class FourthOptions:
    """What a table chooses of it."""

    must_open: Switch
    qiangzhao: Qiangzhao

    def hand_rules(
        self,
        form: Form = THREE,
        values: Values = STANDARD,
        *,
        peng_opens_on: PengOpensOn = "any_draw",
        sao_opens_on: SaoOpensOn = "any_card",
        draws: tuple[str, ...] = ("self_draw",),
    ) -> HandRules:
        """How its hands are read; ``draws``: those that a laid 碰 has to open by, where it has to at all."""
        must = draws if self.must_open == "on" else ()
        return HandRules(form, values, peng_opens_on, sao_opens_on, must, self.qiangzhao)
