"""油 (you): what 大字牌 calls things at the table, where the common wording is another place's (docs/rules/dazipai.md)."""

from collections.abc import Mapping

from ..options import Words
from ..terms import Terms
from .local import local_texts
from .words import DAZIPAI

YOU_TERMS = Terms(
    hu=Words("油", "you"),
    foul=Words("不下伙", "Unlaid claim"),
    fouled=Words("{who}吃而不下伙", "{who} claimed and did not lay"),
    ask_foul=Words("谁吃而不下伙？", "Who claimed and did not lay?"),
)

YOU_TEXTS: Mapping[str, Words] = {
    **local_texts(DAZIPAI),
    "why.foul": Words("不下伙", "Unlaid claim"),
    "foul.unlaid": Words("吃而不下伙，每家罚 {units}", "Claimed and not laid: {units} to each of the others"),
    "below_minimum": Words(
        "{hu} 油，不够底油 {min_hu}，再数一遍",
        "{hu} you is below the minimum of {min_hu}: count again",
    ),
    "unlaid_claim.every_copy": Words(
        "不下伙：吃“{cards}”时手里还有“{card}”，该一起放下来",
        "“{card}” stayed in the hand when “{cards}” was claimed",
    ),
    "bad_deal.hand_or_hu": Words("牌和油数至少写一样", "Give the hand, or its you"),
    "bad_deal.hu_most": Words(
        "{got} 油太多了，这样胡最多 {most} 油，是不是多打了一位？",
        "{got} you is too much: such a win has at most {most}. One digit too many?",
    ),
    "bad_deal.hu_least": Words(
        "{got} 油太少了，这样胡最少 {least} 油，再数一遍",
        "{got} you is too little: such a win has at least {least}. Count again",
    ),
    "bad_deal.hu_differs": Words(
        "报 {told} 油，照牌是 {found} 油", "Told {told} you, but the cards make {found}"
    ),
}
"""油 are counted, and a foul is to claim a card and not to lay what goes with it."""
