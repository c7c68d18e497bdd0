"""听牌 (tingpai): what a hand one card short waits for, from each source (docs/rules/cards.md#waits)."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from .cards import COPIES, KINDS_OF_CARD, ORDINARY, Bag, Card
from .covers import tables, worth_of
from .hand import Hand
from .readings import HandRules, Position, play_covers, plays, position
from .specials import Search

SOURCES: Final = ("self_draw", "other_draw", "discard")
_NOTHING: Final = [None] * len(SOURCES)
_NO_WIN: Final = -1


class Wait(NamedTuple):
    """A card that wins, with its 胡 from each source; None where it does not win, or not with the minimum."""

    card: Card
    self_draw: int | None
    other_draw: int | None
    discard: int | None


def waits(hand: Hand, rules: HandRules, minimum: int, sources: Collection[str] = SOURCES) -> tuple[Wait, ...]:
    """Every card of which fewer than four are in the hand and that wins, in deck order.

    ``sources``: those the table allows. The winning card and source of ``hand`` are ignored; how many
    cards it has is not checked (see `hand.check_count`).
    """
    if hand.bag > ORDINARY:
        return _special_waits(hand, rules, minimum, sources)
    before = position(hand)
    had = Counter([*hand.concealed, *(card for laid in hand.exposed for card in laid.cards)])
    found = []
    for card in KINDS_OF_CARD:
        if had[card] < COPIES:
            worth = _worth_by_source(before, card, rules)
            allowed = [hu if hu >= minimum and source in sources else None for source, hu in worth.items()]
            if allowed != _NOTHING:
                found.append(Wait(card, *allowed))
    return tuple(found)


def _special_waits(hand: Hand, rules: HandRules, minimum: int, sources: Collection[str]) -> tuple[Wait, ...]:
    """The same with 飞王 or 秤子 in the hand; those that are not are no card to wait for."""

    def worth(won: Hand, _: str) -> int | None:
        hu = Search(won, rules).best()
        return hu if hu is not None and hu >= minimum else None

    return wait_by_value(hand, worth, sources)


def wait_by_value(
    hand: Hand, worth: Callable[[Hand, str], int | None], sources: Collection[str] = SOURCES
) -> tuple[Wait, ...]:
    """The same for a game that does not pay by 胡 alone: ``worth`` values each completed hand from a source."""
    had = Counter(hand.cards())
    found = []
    for card in KINDS_OF_CARD:
        if had[card] < COPIES:
            ways = [
                (dataclasses.replace(hand, winning_card=card, source=source), source) for source in SOURCES
            ]
            allowed = [worth(won, source) if source in sources else None for won, source in ways]
            if allowed != _NOTHING:
                found.append(Wait(card, *allowed))
    return tuple(found)


def _worth_by_source(before: Position, card: Card, rules: HandRules) -> dict[str, int]:
    """The best 胡 for each source. Sources mostly share their loose cards, and with them the search."""
    values = rules.values
    known, worth = tables(values.yiwushi), values.table
    covered: dict[Bag, int] = {}
    found = dict.fromkeys(SOURCES, _NO_WIN)
    for source in SOURCES:
        for play in plays(before, card, source, rules):
            if play.loose not in covered:
                ways = play_covers(play, rules.form, known)
                covered[play.loose] = max([worth_of(way, values) for way in ways], default=_NO_WIN)
            if covered[play.loose] != _NO_WIN:
                standing = sum([worth[each.index] for each in play.stands])
                found[source] = max(found[source], standing + covered[play.loose])
    return found
