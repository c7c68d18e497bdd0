"""放炮 (fangpao): whether a discard wins, and who pays then (docs/rules/deng.md#discards)."""

from collections.abc import Sequence
from typing import Literal

from ..facts import Win, known
from ..options import Words, one_of
from ..ruleset import Flow
from .asks import SourceAsk, by_discard, by_draw, by_own_draw
from .wins import Paid

DiscardWins = Literal["off", "all_pay", "discarder_pays_all"]
DISCARD_WINS = one_of(
    "discard_wins",
    "off",
    ("兴放炮", "Discards win"),
    (
        "别人手里打出来的字能不能胡，谁付。从坨子里摸出来的总能胡。",
        "Whether a card from another’s hand wins, and who pays. Drawn cards always may.",
    ),
    "S4",
    {
        "off": ("不兴", "No"),
        "all_pay": ("兴，各付各的", "Yes, all pay"),
        "discarder_pays_all": ("兴，放炮的一个人付", "Yes, the discarder pays for all"),
    },
)


def by_discarder(flows: Sequence[Flow], discarder: int) -> tuple[Flow, ...]:
    """The same payments, all made by who discarded the card: one to each who is paid."""
    owed: dict[int, int] = {}
    for flow in flows:
        owed[flow.payee] = owed.get(flow.payee, 0) + flow.units
    return tuple(Flow(discarder, payee, units, "discard") for payee, units in owed.items())


def charge(discards: DiscardWins, deal: Win, source: str | None, flows: Sequence[Flow]) -> Paid:
    """The payments as they are, or all made by who discarded the card, where the table plays it so."""
    if source == "discard" and discards == "discarder_pays_all":
        return Paid(by_discarder(flows, known(deal.from_)))
    return Paid(tuple(flows))


def source_asks(each: Words, own: Words, discards: DiscardWins = "off") -> tuple[SourceAsk, ...]:
    """打出来 where it wins, 翻出来 and 自摸; ``each`` and ``own``: what they cost."""
    draws = (by_draw(each), by_own_draw(own))
    if discards == "off":
        return draws
    alone = Words("放炮，一个人付", "Pays for all")
    hint = alone if discards == "discarder_pays_all" else each
    return (by_discard(hint), *draws)
