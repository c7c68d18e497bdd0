"""报胡 (baohu), a call: a win as it was called at the table, before anybody has looked at the cards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from .. import codec, facts
from ..facts import Xing
from ..problems import Collector, Problem, Refused, inside, together
from ..ruleset import Item, ScoreRequest
from .cards import CARDS
from .hand import Hand, check_win, hand_problems
from .melds import Meld
from .partly import read_groups
from .xing import ALONE, NO_XING, NOTHING, Beside, Counted

OPENINGS = frozenset(("sanlong", "wukan", "sanlongwukan"))
"""三笼, 五坎, and one of the two, not known which."""

BEGINNINGS = OPENINGS | {"tianhu", "dihu"}
"""Marks of how the deal began; a hand may have a pattern beside them."""

DEALT = BEGINNINGS - {"dihu"}
"""Those of them that need the cards dealt."""

TOGETHER = (frozenset(("tianhu", "wukan")), frozenset(("sanlong", "wukan")))
"""Those of them that may stand together; all others exclude one another."""


def opens(marks: Iterable[str]) -> bool:
    """Whether a call wins by the quads and triples dealt, whatever the minimum."""
    return not OPENINGS.isdisjoint(marks)


NO_COUNTS: Final[Mapping[str, int]] = MappingProxyType({})
"""Nothing was counted."""


class Gate(NamedTuple):
    """头两盘的坎 (tou liang pan de kan), a gate; three alike are another 坎.

    ``least``: 胡 that this win must reach for what its winner has so far, ``why``: the reason to name.
    ``before`` are the winner's 胡 so far, ``bound`` what both together must exceed.
    """

    least: int
    why: str
    before: int
    bound: int


class Call(NamedTuple):
    """胡 as it was claimed: a hand, the groups of it that score, or only its 胡, and what was seen besides.

    ``winner_deals`` is None where a hand is scored on its own and nobody knows who dealt; ``gate`` is a higher
    minimum that this winner has to reach; ``beside``: who won the same card. ``counts``: what was counted of a hand whose cards
    are not known, ``named``: rows of a table of 名堂 that were named; ``wang``: how many 王 were noted; ``dead_deals``: deals that
    nobody won before this one.
    """

    source: str
    hand: Hand | None = None
    hu: int | None = None
    marks: tuple[str, ...] = ()
    xing: Xing = NOTHING
    min_hu: int | None = None
    winner_deals: bool | None = None
    gate: Gate | None = None
    groups: tuple[Meld, ...] = ()
    beside: Beside = ALONE
    counts: Mapping[str, int] = NO_COUNTS
    named: tuple[str, ...] = ()
    wang: int | None = None
    dead_deals: int = 0


class Priced(NamedTuple):
    """A call with its price: the lines that add up to the units, and 下醒 copies owed to who sits out.

    ``marks`` are those paid, where they are not just those called. ``patterns``: the rows of a table of 名堂 that counted,
    ``worth``: the 胡 after them, where a hand is tallied by these.
    """

    items: tuple[Item, ...]
    units: int
    xing: Counted = NO_XING
    marks: tuple[str, ...] | None = None
    patterns: tuple[str, ...] | None = None
    worth: int | None = None


def priced(items: Iterable[Item], marks: tuple[str, ...] | None = None) -> Priced:
    """A call with these lines and no 醒."""
    lines = tuple(items)
    return Priced(lines, sum([item.units for item in lines]), marks=marks)


MOST_NAMED: Final = 40
"""As many rows are read."""


def read_named(value: object) -> tuple[str, ...]:
    """Rows that were named, each once; raises `Refused` (``bad_marks``) where they are no list of texts."""
    if value is None:
        return ()
    if not isinstance(value, list | tuple) or len(value) > MOST_NAMED:
        raise Refused(Problem("bad_marks", "patterns", "list", {"got": str(value)[:40]}))
    return tuple(dict.fromkeys(str(each)[:40] for each in value))


def read_dealer(value: object) -> bool | None:
    """Whether the winner dealt, None where it is not known; raises `Refused` (``bad_json``)."""
    if value is None or isinstance(value, bool):
        return value
    raise Refused(Problem("bad_json", "dealer", "boolean", {"got": str(value)[:40]}))


def read_counts(counts: facts.CardCounts | None) -> Mapping[str, int]:
    """What was counted, by name."""
    return NO_COUNTS if counts is None else {str(k): v for k, v in asdict(counts).items() if v is not None}


def read_marks(value: object, known: tuple[str, ...]) -> tuple[str, ...]:
    """The marks (天胡 …) of a call, each once; raises `Refused` (``bad_marks``)."""
    if value is None:
        return ()
    listed = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    for mark in listed:
        if mark not in known:
            raise Refused(
                Problem("bad_marks", "marks", "unknown", {"got": str(mark)[:40], "known": " ".join(known)})
            )
    began = BEGINNINGS.intersection(listed)
    if len(began) > 1 and began not in TOGETHER:
        raise Refused(Problem("bad_marks", "marks", "one"))
    return tuple(dict.fromkeys(listed))


_TURNED = {card: Xing(flipped=(card,)) for card in CARDS}
"""The line of nearly every win: that one card was turned."""


def read_xing(value: object) -> Xing:
    """醒 as it was seen at the table; raises `Refused` (``bad_xing``) where its shape is wrong."""
    if value is None:
        return NOTHING
    if isinstance(value, dict) and len(value) == 1:
        cards = value.get("flipped")
        if isinstance(cards, list) and len(cards) == 1 and isinstance(cards[0], str) and cards[0] in _TURNED:
            return _TURNED[cards[0]]
    try:
        return codec.read(Xing, value)
    except Refused as refused:
        raise Refused(*(replace(p, code="bad_xing").within("xing") for p in refused.problems)) from None


def source_of(hand: Hand | None, of_deal: str | None) -> str:
    """The source that hand and deal agree on; raises `Refused` (``bad_source``)."""
    of_hand = hand.source if hand else None
    if of_hand and of_deal and of_hand != of_deal:
        raise Refused(Problem("bad_source", "source", "differs", {"hand": of_hand, "deal": of_deal}))
    source = of_deal or of_hand
    if source is None:
        raise Refused(Problem("bad_source", "source", "missing"))
    return source


def with_source(hand: Hand, source: str) -> Hand:
    """The hand with the source of the deal; raises `Refused` where that contradicts its cards."""
    if hand.source != source:
        hand = replace(hand, source=source)
        problems = tuple(problem.within("hand") for problem in hand_problems(hand))
        if problems:
            raise Refused(*problems)
    if hand.winning_card is None and source != "dealt":
        raise Refused(Problem("bad_card", "hand.winning_card", "missing"))
    return hand


class MarkRules:
    """What marks go with what was seen: 天胡 with the dealer's dealt cards, 三笼 and 五坎 with dealt cards.

    地胡 with the dealer's discard and another winner.
    """

    def check(self, call: Call) -> None:
        """Raises `Refused` (``bad_marks``) where a mark contradicts the call."""
        for mark in call.marks:
            if mark in DEALT and call.source != "dealt":
                raise Refused(Problem("bad_marks", "marks", "needs_dealt", {"mark": mark}))
            if mark == "tianhu" and call.winner_deals is False:
                raise Refused(Problem("bad_marks", "marks", "needs_dealer"))
            if mark == "dihu" and call.source != "discard":
                raise Refused(Problem("bad_marks", "marks", "needs_discard"))
            if mark == "dihu" and call.winner_deals:
                raise Refused(Problem("bad_marks", "marks", "dealer_wins"))

    def check_from(self, deal: facts.Win, call: Call) -> None:
        """The same of who discarded or drew the winning card."""
        if "dihu" in call.marks and call.source == "discard" and deal.from_ != deal.dealer:
            raise Refused(Problem("bad_marks", "marks", "needs_discard"))


USUAL_MARKS: Final = MarkRules()


def check_sources(deal: facts.Win, call: Call) -> None:
    """Who discarded or drew the winning card is named where there is somebody, and is not the winner."""
    if call.source in ("self_draw", "dealt"):
        if deal.from_ is not None:
            raise Refused(Problem("bad_deal", "from", "from_extra"))
    elif deal.from_ is None:
        if call.source == "discard":
            raise Refused(Problem("bad_deal", "from", "from_missing"))
    elif deal.from_ == deal.winner:
        raise Refused(Problem("bad_deal", "from", "from_self"))


@dataclass(frozen=True)
class CallReader:
    """Reads what was called, from a deal or from a request, whatever the options.

    ``marks`` are those that there are here; ``named``: a request may name the minimum of its deal; ``rows``: and rows of a
    table of 名堂, and who dealt. ``in_order``: two marks stand in the order of ``marks``, whichever was named first.
    """

    marks: tuple[str, ...]
    named: bool = False
    rows: bool = False
    in_order: bool = False

    def read(self, request: ScoreRequest) -> Call:
        """The call of a request; raises `Refused` with everything that cannot be read."""
        try:
            call = self._read(request)
        except Refused:
            together(
                partial(Hand.from_json, request.hand),
                partial(self._read_marks, request.marks),
                partial(read_xing, request.xing),
                partial(read_named, request.patterns if self.rows else None),
                partial(read_dealer, request.dealer if self.rows else None),
            )
            raise
        if request.min_hu is None or not self.named:
            return call
        return call._replace(min_hu=codec.read_int(request.min_hu))

    def _read(self, request: ScoreRequest) -> Call:
        hand = Hand.from_json(request.hand)
        marks, xing = self._read_marks(request.marks), read_xing(request.xing)
        if hand.source is None or (hand.winning_card is None and hand.source != "dealt"):
            inside("hand", partial(check_win, hand))
        call = Call(source=hand.source or "", hand=hand, marks=marks, xing=xing)
        if not self.rows:
            return call
        return call._replace(named=read_named(request.patterns), winner_deals=read_dealer(request.dealer))

    def _read_marks(self, value: object) -> tuple[str, ...]:
        if value is None:
            return ()
        marks = read_marks(value, self.marks)
        return tuple(filter(marks.__contains__, self.marks)) if self.in_order else marks

    def of_deal(self, deal: facts.Win) -> Call:
        """The call of a deal, still unchecked; raises `Refused` with everything that cannot be read."""
        found = Collector()
        marks = found.attempt(partial(self._read_marks, deal.marks))
        hand = source = None
        if deal.hand is not None:
            hand = found.attempt(partial(Hand.from_json, deal.hand))
        elif deal.hu is None and not deal.groups:
            found.add(Problem("bad_deal", "hand", "hand_or_hu"))
        groups = found.attempt(partial(read_groups, deal))
        if hand is not None or deal.hand is None:
            source = found.attempt(partial(source_of, hand, deal.source))
        if hand is not None and source is not None:
            hand = found.attempt(partial(with_source, hand, source))
        found.finish()
        return Call(
            source=source or "",
            hand=hand,
            hu=deal.hu,
            marks=marks or (),
            xing=deal.xing or NOTHING,
            min_hu=deal.min_hu,
            winner_deals=deal.winner == deal.dealer,
            groups=groups or (),
            counts=read_counts(deal.counts),
            named=read_named(deal.patterns),
            wang=deal.wang,
        )
