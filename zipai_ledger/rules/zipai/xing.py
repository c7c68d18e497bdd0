"""醒 (xing): the bonus for cards turned after the win (rules 2 "guilin", S1, P)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from ..facts import Xing
from ..options import Options, flag, one_of, some_of
from ..problems import Collector, Problem, Refused
from ..ruleset import Item
from .cards import COPIES, Card, card_name, parse_card, step

STEPS: Mapping[str, int] = {"上": -1, "中": 0, "下": 1}
"""上醒 is the number before the turned card, 中醒 its own, 下醒 the one after, in a circle of its size."""

NOTHING = Xing()


@dataclass(frozen=True, slots=True)
class XingRules:
    """How a table plays 醒. ``lower_sits``: 下醒 belongs to the seat that sits out and never enters the units."""

    mode: Literal["none", "flip", "follow"]
    kinds: tuple[str, ...]
    again: bool
    empty: Literal["winning_card", "none"]
    lower_sits: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """醒 worked out: the lines that enter the units, and the 下醒 copies that go to the seat sitting out."""

    items: tuple[Item, ...] = ()
    lower: int = 0

    @property
    def count(self) -> int:
        return sum(item.units for item in self.items)


XING_OPTIONS = (
    one_of(
        "xing",
        "flip",
        ("醒", "醒"),
        (
            "胡了以后翻一张，手里有它的上一张、下一张，每张多一舵。",
            "After a win a card is turned; its neighbours held add a 舵 each.",
        ),
        "S1, P",
        {
            "none": ("不算醒", "None"),
            "flip": ("翻醒", "Turn a card"),
            "follow": ("跟醒", "The winning card serves"),
        },
    ),
    some_of(
        "xing_kinds",
        ["上", "下"],
        ("算哪几种醒", "Kinds of 醒"),
        ("翻到四：上醒是三，中醒是四，下醒是五。", "With 四 turned, 上 is 三, 中 is 四 and 下 is 五."),
        "S1, P",
        {"上": ("上醒", "上 (before)"), "中": ("中醒", "中 (same)"), "下": ("下醒", "下 (after)")},
    ),
    flag(
        "xing_again",
        "off",
        ("重醒", "Turn again"),
        ("一种醒四张都在手里，再翻一张。", "All four of an 醒 value held: one more card is turned."),
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


def xing_rules(options: Options, *, lower_sits: bool) -> XingRules:
    """How a table with these options plays 醒."""
    return XingRules(
        mode=cast(Literal["none", "flip", "follow"], options["xing"]),
        kinds=tuple(cast(list[str], options["xing_kinds"])),
        again=options["xing_again"] == "on",
        empty=cast(Literal["winning_card", "none"], options["xing_empty"]),
        lower_sits=lower_sits,
    )


def _xing_item(card: Card, copies: int, how: str = "") -> Item:
    params: dict[str, int | str] = {"card": card_name(card), "n": copies}
    return Item("xing", {**params, "how": how} if how else params, copies)


def _copies(rules: XingRules, turned: Card, held: Counter[Card]) -> tuple[int, int]:
    """(copies that enter the units, copies of 下醒 that go to the seat sitting out)."""
    by_kind = {kind: held[step(turned, STEPS[kind])] for kind in rules.kinds}
    lower = by_kind.pop("下", 0) if rules.lower_sits else 0
    return sum(by_kind.values()), lower


def _complete(rules: XingRules, turned: Card, held: Counter[Card]) -> Card | None:
    """An enabled value of which the winner holds all four, so that one more card is turned."""
    values = (step(turned, STEPS[kind]) for kind in rules.kinds)
    return next((value for value in values if held[value] == COPIES), None) if rules.again else None


def _sum(rules: XingRules, turned: Sequence[Card], held: Counter[Card], how: str = "") -> Counted:
    copies = [_copies(rules, card, held) for card in turned]
    items = tuple(_xing_item(card, upper, how) for card, (upper, _) in zip(turned, copies, strict=True))
    return Counted(items, sum(lower for _, lower in copies))


def _check_number(rules: XingRules, turned: Sequence[Card], held: Counter[Card], xing: Xing) -> None:
    """As many cards as the rule turns: one, and one more after each that the winner completes."""
    for place, card in enumerate(turned):
        completed = _complete(rules, card, held)
        last = place == len(turned) - 1
        if completed is None and not last:
            raise Refused(
                Problem("bad_xing", "flipped", "extra", {"expected": place + 1, "got": len(turned)})
            )
        if completed is not None and last and not xing.empty:
            raise Refused(Problem("bad_xing", "flipped", "again", {"card": card_name(completed)}))


def _read_flipped(xing: Xing, held: Counter[Card]) -> tuple[Card, ...]:
    found = Collector()
    cards = [found.attempt(lambda t=text: parse_card(t, "flipped")) for text in xing.flipped or ()]  # type: ignore[misc]
    found.finish()
    turned = tuple(card for card in cards if card is not None)
    for card, copies in (held + Counter(turned)).items():
        if copies > COPIES and card in turned:
            found.add(Problem("too_many_copies", "flipped", "", {"card": card_name(card), "got": copies}))
    found.finish()
    return turned


def _flip(rules: XingRules, held: Counter[Card], winning: Card | None, xing: Xing) -> Counted:
    turned = _read_flipped(xing, held)
    if turned:
        _check_number(rules, turned, held, xing)
        return _sum(rules, turned, held)
    if not xing.empty:
        raise Refused(Problem("bad_xing", "", "missing"))
    if rules.empty == "none" or winning is None:
        return Counted()
    return _sum(rules, (winning,), held, "winning_card")


def _told(rules: XingRules, xing: Xing) -> Counted:
    """The number of copies as the table counted it."""
    count, lower = xing.count or 0, xing.lower or 0
    if xing.flipped or xing.empty:
        raise Refused(Problem("bad_xing", "count", "both"))
    if lower > count:
        raise Refused(Problem("bad_xing", "lower", "lower", {"lower": lower, "count": count}))
    if not rules.lower_sits or "下" not in rules.kinds:
        return Counted((Item("xing", {"n": count, "how": "told"}, count),))
    if count and xing.lower is None:
        raise Refused(Problem("bad_xing", "lower", "needs_lower"))
    return Counted((Item("xing", {"n": count - lower, "how": "told"}, count - lower),), lower)


def _none(xing: Xing) -> Counted:
    if xing.flipped or xing.empty or xing.count:
        raise Refused(Problem("bad_xing", "", "off"))
    return Counted()


def _follow(rules: XingRules, held: Counter[Card], winning: Card | None, xing: Xing) -> Counted:
    """跟醒: the winning card serves and nothing is turned; a dealt hand has none."""
    if xing.flipped:
        raise Refused(Problem("bad_xing", "flipped", "extra", {"expected": 0, "got": len(xing.flipped)}))
    counted = _sum(rules, (winning,), held, "winning_card") if winning is not None else Counted()
    copies = counted.count + counted.lower
    if xing.count is not None and xing.count != copies:
        raise Refused(Problem("bad_xing", "count", "count", {"expected": copies, "got": xing.count}))
    return counted


def count_by_cards(
    rules: XingRules, held: Sequence[Card], winning: Card | None, xing: Xing = NOTHING
) -> Counted:
    """醒 of a hand that is known: ``held`` are all the winner's cards, laid ones and the winning card included.

    Raises `Refused` (``bad_xing``, ``too_many_copies``, ``bad_card``) when the turned cards are not what the rule
    gives.
    """
    if rules.mode == "none":
        return _none(xing)
    if rules.mode == "follow":
        return _follow(rules, Counter(held), winning, xing)
    if xing.count is not None:
        return _told(rules, xing)
    return _flip(rules, Counter(held), winning, xing)


def count_told(rules: XingRules, xing: Xing = NOTHING) -> Counted:
    """醒 where only the 胡 was told: the number of copies, or the pile's end where that gives none.

    Raises `Refused` (``bad_xing``).
    """
    if rules.mode == "none":
        return _none(xing)
    if xing.count is not None:
        return _told(rules, xing)
    if xing.empty and not xing.flipped and rules.mode == "flip" and rules.empty == "none":
        return Counted()
    raise Refused(Problem("bad_xing", "count", "needs_count"))
