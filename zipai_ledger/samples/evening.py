"""The sample evening: six deals of 桂林字牌 of three people who do not exist, without a stake."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.document import SessionDocument, StageDocument
from zipai_ledger.rules.facts import Dead, Win, Xing
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.zipai.notation import parse_hand

Say = Callable[[Words], str]
"""A text in the language of whoever tries the table."""

NAME: Final = Words("试玩的一桌", "Sample table")
PEOPLE: Final = (Words("张伯", "Zhang"), Words("李婶", "Li"), Words("小陈", "Chen"))
ZHANG, LI, CHEN = (Seat(seat) for seat in range(3))


def _by_count(winner: Seat, source: facts.Source, hu: int, xing: int, from_: Seat | None = None) -> Win:
    """A win of which only the 胡 and 醒 are noted."""
    return Win(winner=winner, source=source, from_=from_, hu=Count(hu), xing=Xing(count=Count(xing)))


def _by_cards(winner: Seat, source: facts.Source, hand: str, turned: str, from_: Seat | None = None) -> Win:
    """A win whose cards are noted."""
    cards = parse_hand(hand).to_json()
    return Win(winner=winner, source=source, from_=from_, hand=cards, xing=Xing(flipped=(turned,)))


DEALS: Final[tuple[facts.Deal, ...]] = (
    _by_cards(LI, "self_draw", "开舵伍伍伍伍 碰五五五 手贰柒拾壹贰叁七八捌玖拾四四 胡九", "八"),
    _by_count(CHEN, "discard", 15, 0, ZHANG),
    Dead(),
    _by_cards(ZHANG, "other_draw", "碰壹壹壹 扫贰贰贰 手一二三四五六七八九六七八肆伍 胡陆", "五", LI),
    _by_count(CHEN, "discard", 20, 1, ZHANG),
    _by_count(ZHANG, "self_draw", 10, 1),
)
"""What lay on the table, deal by deal, the fifth as it was first entered."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A deal (counted from 1) that was entered wrong, what it should have been, and why it was corrected."""

    number: int
    fact: facts.Deal
    reason: Words


CORRECTION: Final = Correction(
    5, _by_count(CHEN, "discard", 20, 1, LI), Words("点炮的是李婶，记成张伯了", "Li discarded it, not Zhang")
)
MORE: Final = len(DEALS)
"""Deals of the evening itself; whatever is entered after them, whoever tries the table has entered."""


def document(say: Say) -> SessionDocument:
    """The evening before its correction, as a document that can be brought in like any other."""
    deals = tuple(facts.to_json(deal) for deal in DEALS)
    stage = StageDocument(ruleset="guilin", first_dealer=ZHANG, deals=deals)
    return SessionDocument(name=say(NAME), players=tuple(map(say, PEOPLE)), stages=(stage,), single=True)
