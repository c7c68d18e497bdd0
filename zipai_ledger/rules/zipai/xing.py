"""醒 (xing): the bonus for cards turned after the win (docs/rules/guilin.md#xing)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, NamedTuple, Protocol, Self

from ..facts import Xing
from ..options import flag, one_of, some_of
from ..problems import Param, Problem, Refused, Scalar, together
from ..ruleset import Item
from .cards import CARD_AT, COPIES, Card, card_name, parse_card, step

STEPS: Mapping[str, int] = {"上": -1, "中": 0, "下": 1}
"""上醒 is the number before the turned card, 中醒 its own, 下醒 the one after, in a circle of its size."""

NOTHING = Xing()

MOST_TURNED = 80
"""More cards are never read: the deck has no more. Four of one value are completed by every card beside it."""


@dataclass(frozen=True, slots=True)
class XingRules:
    """How a table plays 醒. ``lower_sits``: 下醒 belongs to the seat that sits out and never enters the units.

    ``bounded``: a number that was typed is held against the cards that were turned. ``worth``: units of one copy.
    """

    mode: Literal["none", "flip", "follow"]
    kinds: tuple[str, ...]
    again: bool
    empty: Literal["winning_card", "none"]
    lower_sits: bool
    bounded: bool = True
    worth: int = 1


class Seen(Protocol):
    """A winner's cards as 醒 looks at them."""

    @property
    def winning_card(self) -> Card | None:
        """The card that won, None of a dealt hand."""

    def copies(self, card: Card) -> int:
        """How many of a card there are, by what each stands for."""

    def printed(self, card: Card) -> int:
        """How many are printed so: of these a deck has four."""


class Stood(NamedTuple):
    """Cards of which some stand for others, as what they stand for; ``hand``: as they are printed."""

    cards: tuple[Card, ...]
    winning_card: Card | None
    hand: Seen

    def copies(self, card: Card) -> int:
        return self.cards.count(card)

    def printed(self, card: Card) -> int:
        return self.hand.printed(card)


class Counted(NamedTuple):
    """醒 worked out: its lines, the copies that enter the units, and the 下醒 that go to the seat sitting out."""

    items: tuple[Item, ...] = ()
    copies: int = 0
    lower: int = 0

    @property
    def units(self) -> int:
        """What the copies come to."""
        return sum([item.units for item in self.items])


NO_XING = Counted()

XING_OPTIONS = (
    one_of(
        "xing",
        "flip",
        ("醒", "Xing"),
        (
            "胡了以后翻一张，手里有它的上一张、下一张，每张多一舵。",
            "After a win a card is turned; its neighbours held add a duo each.",
        ),
        "S1, P",
        {
            "none": ("不算醒", "None"),
            "flip": ("翻醒", "Turn a card"),
            "follow": ("跟醒", "Winning card"),
        },
    ),
    one_of(
        "xing_worth",
        1,
        ("一张醒算几舵", "One xing is worth"),
        ("单醒算 1 舵，双醒算 2 舵，一醒三囤算 3 舵。", "Single, double or triple xing."),
        "S1; P",
        {1: ("1 舵（单醒）", "1 duo"), 2: ("2 舵（双醒）", "2 duo"), 3: ("3 舵（一醒三囤）", "3 duo")},
    ),
    some_of(
        "xing_kinds",
        ["上", "下"],
        ("算哪几种醒", "Kinds of xing"),
        ("翻到四：上醒是三，中醒是四，下醒是五。", "With 4 turned, upper is 3, middle is 4 and lower is 5."),
        "S1, P",
        {"上": ("上醒", "Upper (before)"), "中": ("中醒", "Middle (same)"), "下": ("下醒", "Lower (after)")},
    ),
    flag(
        "xing_again",
        "off",
        ("重醒", "Turn again"),
        ("一种醒四张都在手里，再翻一张。", "All four of an xing value held: one more card is turned."),
        "P",
    ),
    one_of(
        "xing_empty",
        "winning_card",
        ("牌堆没了", "Pile empty"),
        ("没有牌可翻醒了怎么办。", "What serves when no card is left to turn."),
        "P",
        {"winning_card": ("海底：胡的那张作醒", "The winning card"), "none": ("不算醒", "Nothing")},
    ),
)
"""The house rules about 醒, for the rulesets that play it."""


@dataclass(frozen=True, kw_only=True)
class XingOptions:
    """What a table chooses of 醒."""

    xing: Literal["none", "flip", "follow"]
    xing_worth: int
    xing_kinds: tuple[str, ...]
    xing_again: Literal["on", "off"]
    xing_empty: Literal["winning_card", "none"]

    def without_idle_xing(self) -> Self:
        """The same; where no kind of 醒 counts, none is played: nothing is turned, nothing entered (docs/rules/guilin.md#xing)."""
        return self if self.xing_kinds else replace(self, xing="none")

    def rules(self, *, lower_sits: bool, bounded: bool) -> XingRules:
        """How the table plays 醒."""
        again = self.xing_again == "on"
        return XingRules(
            self.xing, self.xing_kinds, again, self.xing_empty, lower_sits, bounded, self.xing_worth
        )


class Beside(NamedTuple):
    """Others who won the same card: their hands, and whether some of them showed none."""

    hands: tuple[Seen, ...] = ()
    unseen: bool = False


ALONE = Beside()


def _complete(rules: XingRules, turned: Card, hands: Sequence[Seen]) -> Card | None:
    """An enabled value of which a winner holds all four, so that one more card is turned."""
    values = (step(turned, STEPS[kind]) for kind in rules.kinds)
    return next((value for value in values if any(h.copies(value) == COPIES for h in hands)), None)


def _count(rules: XingRules, turned: Card, hand: Seen, how: str = "") -> Counted:
    """The copies of one turned card's values: those that enter the units, and the 下醒 of who sits out."""
    copies = lower = 0
    for kind in rules.kinds:
        found = hand.copies(step(turned, STEPS[kind]))
        if rules.lower_sits and kind == "下":
            lower = found
        else:
            copies += found
    params: dict[str, Scalar] = {"card": card_name(turned), "n": copies}
    units = copies * rules.worth
    return Counted((Item("xing", {**params, "how": how} if how else params, units),), copies, lower)


def _sum(counted: Sequence[Counted]) -> Counted:
    items = tuple(item for each in counted for item in each.items)
    return Counted(items, sum(each.copies for each in counted), sum(each.lower for each in counted))


def _read_flipped(texts: Sequence[str], hand: Seen) -> Sequence[Card]:
    try:
        turned = [CARD_AT[text] for text in texts[:MOST_TURNED]]
    except KeyError:
        known = enumerate(texts[:MOST_TURNED])
        turned = [*together(*[partial(parse_card, text, f"xing.flipped.{at}") for at, text in known])]
    for card in turned:
        copies = hand.printed(card) + turned.count(card)
        if copies > COPIES:
            params: dict[str, Param] = {"card": card_name(card), "got": copies, "most": COPIES}
            raise Refused(Problem("too_many_copies", "xing.flipped", "", params))
    return turned


def _turn(
    rules: XingRules, turned: Sequence[Card], hand: Seen, given: int, beside: Beside = ALONE
) -> Card | None:
    """As many cards as the rule turns: one, and with 重醒 one more after each that a winner completes.

    Returns the value that the last of them completes, if any: then one more card is due.
    """
    completed = None
    for place, card in enumerate(turned, 1):
        completed = _complete(rules, card, (hand, *beside.hands)) if rules.again else None
        if completed is None and place < given and not (rules.again and beside.unseen):
            raise Refused(Problem("bad_xing", "xing.flipped", "extra", {"expected": place, "got": given}))
    return completed


def _flip(rules: XingRules, hand: Seen, xing: Xing, beside: Beside) -> Counted:
    """翻醒: where no card is left to turn, the winning card serves (海底), or nothing does."""
    texts = xing.flipped or ()
    turned = _read_flipped(texts, hand)
    if not turned and not xing.empty:
        raise Refused(Problem("bad_xing", "xing", "missing"))
    due = _turn(rules, turned, hand, len(texts), beside)
    if due is not None and not xing.empty:
        raise Refused(Problem("bad_xing", "xing.flipped", "again", {"card": card_name(due)}))
    counted = [_count(rules, card, hand) for card in turned]
    lacks_one = due is not None or not turned
    if lacks_one and rules.empty == "winning_card" and hand.winning_card is not None:
        counted.append(_count(rules, hand.winning_card, hand, "winning_card"))
    return counted[0] if len(counted) == 1 else _sum(counted)


def _by_number(rules: XingRules, xing: Xing) -> Counted:
    """The number of copies as the table counted it."""
    count, lower = xing.count or 0, xing.lower or 0
    if xing.flipped or xing.empty:
        raise Refused(Problem("bad_xing", "xing.count", "both"))
    if lower > count:
        raise Refused(Problem("bad_xing", "xing.lower", "lower", {"lower": lower, "count": count}))
    if lower and "下" not in rules.kinds:
        raise Refused(Problem("bad_xing", "xing.lower", "no_lower"))
    if rules.bounded:
        _check_turned(rules, xing.turned, count, lower)
    if not rules.lower_sits or "下" not in rules.kinds:
        return Counted((_counted_item(rules, count),), count)
    if count and xing.lower is None:
        raise Refused(Problem("bad_xing", "xing.lower", "needs_lower"))
    enter = count - lower
    return Counted((_counted_item(rules, enter),), enter, lower)


def _counted_item(rules: XingRules, copies: int) -> Item:
    return Item("xing", {"n": copies, "how": "told"}, copies * rules.worth)


def _check_turned(rules: XingRules, turned: int | None, count: int, lower: int) -> None:
    """So many copies can lie among the winner's cards; unknown where 重醒 may have turned more than one card."""
    if turned is not None and (not turned or (turned > 1 and not rules.again)):
        raise Refused(Problem("bad_xing", "xing.turned", "turned", {"got": turned}))
    cards = turned or (0 if rules.again else 1)
    if not cards:
        return
    least, most = COPIES * (cards - 1), COPIES * cards
    if count < least:
        raise Refused(
            Problem("bad_xing", "xing.count", "least", {"got": count, "least": least, "cards": cards})
        )
    for name, got, bound in (("count", count, most * len(rules.kinds)), ("lower", lower, most)):
        if got > bound:
            raise Refused(Problem("bad_xing", f"xing.{name}", "most", {"got": got, "most": bound}))


def none_played(xing: Xing) -> Counted:
    """Where no 醒 is played nothing may be noted of it; raises `Refused` (``bad_xing``)."""
    if xing.flipped or xing.empty or xing.count or xing.lower or xing.turned:
        raise Refused(Problem("bad_xing", "xing", "off"))
    return NO_XING


def _follow(rules: XingRules, hand: Seen, xing: Xing) -> Counted:
    """跟醒: the winning card serves and nothing is turned; a dealt hand has none."""
    if xing.flipped:
        params: dict[str, Param] = {"expected": 0, "got": len(xing.flipped)}
        raise Refused(Problem("bad_xing", "xing.flipped", "extra", params))
    winning = hand.winning_card
    counted = NO_XING if winning is None else _count(rules, winning, hand, "winning_card")
    expected = {"count": counted.copies + counted.lower, "lower": counted.lower}
    for name, copies in expected.items():
        got = getattr(xing, name)
        if got is not None and got != copies and (name == "count" or rules.lower_sits):
            raise Refused(Problem("bad_xing", f"xing.{name}", "count", {"expected": copies, "got": got}))
    return counted


def count_by_cards(rules: XingRules, hand: Seen, xing: Xing = NOTHING, beside: Beside = ALONE) -> Counted:
    """醒 of a hand that is known: its cards are those laid, those held and the winning card.

    ``beside``: who won the same card, for all of whom the same cards are turned. Raises `Refused` (``bad_xing``,
    ``too_many_copies``, ``bad_card``) when the turned cards are not what the rule gives.
    """
    if rules.mode == "none":
        return none_played(xing)
    if xing.lower is not None and xing.count is None:
        raise Refused(Problem("bad_xing", "xing.lower", "needs_count"))
    if rules.mode == "follow":
        return _follow(rules, hand, xing)
    if xing.count is not None:
        return _by_number(rules, xing)
    return _flip(rules, hand, xing, beside)


def count_by_number(rules: XingRules, source: str, xing: Xing = NOTHING) -> Counted:
    """醒 where only the 胡 was entered: the number of copies, or the pile's end where that gives none.

    Raises `Refused` (``bad_xing``).
    """
    if rules.mode == "none" or (rules.mode, source) == ("follow", "dealt"):
        return none_played(xing)
    if xing.count is not None:
        return _by_number(rules, xing)
    if xing.empty and not xing.flipped and (rules.mode, rules.empty) == ("flip", "none"):
        return NO_XING
    raise Refused(Problem("bad_xing", "xing.count", "needs_count"))
