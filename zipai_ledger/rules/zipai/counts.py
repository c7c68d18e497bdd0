"""数牌 (shu pai): what a row of 名堂 may compare of a win, by name (docs/rules/paohuzi.md#names).

Some numbers are those of the call (source, marks, who deals), some those of the cards, and some those of one reading, so that
another reading of the same cards has others.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from ..options import Choice, Words
from .call import Call
from .cards import COPIES, FEI, FOURS, SIZE, Card, is_big, is_red
from .hand import Hand
from .melds import MELDS, Meld, Values
from .readings import Reading

OF_READING: Final = (
    "red", "black", "big", "small", "red_groups", "dull", "runs", "scoring_runs", "quads", "pairs", "twins",
)  # fmt: skip
"""What differs from reading to reading, beside ``hu``; of 飞王 the cards too."""

SOURCES: Final[Mapping[str, str]] = {
    "own": "self_draw",
    "other": "other_draw",
    "discard": "discard",
    "dealt": "dealt",
}
"""Name → the source that it is 1 for."""

WANG_MARKS: Final = ("wangdiao", "wangdiaowang", "wangchuang", "wangchuangwang", "wangzha", "wangzhawang")
"""王钓, 王闯, 王炸, and each with a 王 drawn: at most one of them, by own draw."""

BEGINNINGS: Final = ("dihu", "haidi", "tinghu", "jushou")
MARKS: Final = (*BEGINNINGS, *WANG_MARKS)
"""What no cards show and no source implies: it has to be claimed."""

NAMES: Final[Mapping[str, Words]] = {
    "red": Words("红字", "red cards"),
    "black": Words("黑字", "black cards"),
    "big": Words("大字", "big cards"),
    "small": Words("小字", "small cards"),
    "red_groups": Words("有红字的门子", "groups with red"),
    "dull": Words("没有胡的门子", "groups worth 0"),
    "runs": Words("一句话和绞", "runs and mixed groups"),
    "scoring_runs": Words("有胡的一句话", "scoring runs"),
    "quads": Words("跑和提", "quads"),
    "pairs": Words("将", "pairs"),
    "twins": Words("大小都是四张的数", "numbers with both quads"),
    "hu": Words("胡数", "hu"),
    "held": Words("手里剩的牌", "cards still held"),
    "wang": Words("王", "jokers"),
    "dealer": Words("庄家胡", "the dealer wins"),
    "own": Words("自摸", "own draw"),
    "other": Words("别人翻的", "another’s draw"),
    "discard": Words("点炮", "discard"),
    "dealt": Words("起手就胡", "dealt"),
    "dihu": Words("地胡", "earthly hu"),
    "haidi": Words("海底", "last card"),
    "tinghu": Words("起手听", "dealt ready"),
    "jushou": Words("举手", "untouched hand"),
    "wangdiao": Words("王钓", "joker wait"),
    "wangdiaowang": Words("王钓王", "joker wait, joker drawn"),
    "wangchuang": Words("王闯", "joker rush"),
    "wangchuangwang": Words("王闯王", "joker rush, joker drawn"),
    "wangzha": Words("王炸", "joker bomb"),
    "wangzhawang": Words("王炸王", "joker bomb, joker drawn"),
    "said": Words("桌上报的", "named at the table"),
}
"""Every name that a condition may use, in the order they are offered."""

CHOICES: Final = tuple(Choice(name, words) for name, words in NAMES.items())
HELD: Final = "held"
"""The one number of a hand that depends on which of its groups were laid."""
YES_OR_NO: Final = frozenset(("dealer", *SOURCES, *MARKS, "said"))
"""Names that are 1 or 0."""

_BITS: Final = 6
"""Of each number of a group within one packed integer; seven groups have fewer than 64 of anything."""
_PACKED: Final = OF_READING[:-1]
_MASK: Final = (1 << _BITS) - 1

Signature = tuple[int, int, int]
"""胡, the packed numbers and the twins of a reading: readings with the same are worth the same."""


@lru_cache(maxsize=64)
def packed_by_meld(values: Values) -> tuple[int, ...]:
    """The numbers of every group by ``meld.index``, packed into one integer each so that those of groups add up."""
    return tuple(_packed_of(meld, scores=values.of(meld) > 0) for meld in MELDS)


@cache
def _packed_of(meld: Meld, *, scores: bool) -> int:
    red, big = sum(map(is_red, meld.cards)), sum(map(is_big, meld.cards))
    size, runs = len(meld.cards), meld.kind in ("chi", "shun")
    numbers = {
        "red": red,
        "black": size - red,
        "big": big,
        "small": size - big,
        "red_groups": red > 0,
        "dull": not scores,
        "runs": runs,
        "scoring_runs": runs and scores,
        "quads": meld.is_quad,
        "pairs": meld.kind == "pair",
    }
    return sum(int(numbers[name]) << _BITS * place for place, name in enumerate(_PACKED))


def signature(reading: Reading, packed: tuple[int, ...]) -> Signature:
    """What its worth depends on."""
    return reading.hu, sum([packed[meld.index] for meld in reading.melds]), _twins(reading.melds)


def _twins(melds: tuple[Meld, ...]) -> int:
    """Numbers of which both sizes are groups of four."""
    quads: list[Card] = [meld.cards[0] for meld in melds if meld.is_quad]
    return len(quads) - len({card % SIZE for card in quads}) if len(quads) > 1 else 0


def of_reading(found: Signature) -> dict[str, int]:
    """The numbers of a reading, by name."""
    hu, packed, twins = found
    numbers = {name: packed >> _BITS * place & _MASK for place, name in enumerate(_PACKED)}
    return {**numbers, "twins": twins, "hu": hu}


def of_call(call: Call) -> dict[str, int]:
    """What is known of a win before its cards are read: source, marks, who deals, what was claimed."""
    numbers = {name: int(call.source == source) for name, source in SOURCES.items()}
    numbers |= {mark: int(mark in call.marks) for mark in MARKS}
    deals = call.source == "dealt" if call.winner_deals is None else call.winner_deals
    numbers["dealer"] = int(deals)
    return numbers


def of_hand(hand: Hand) -> dict[str, int]:
    """What all readings of a hand have alike."""
    return {HELD: _held(hand), "wang": hand.specials.count(FEI)}


def _held(hand: Hand) -> int:
    """手里剩的 (shouli shengde): cards in the hand before the winning one, held fours not counted."""
    return len(hand.concealed) - COPIES * (hand.held & FOURS).bit_count()
