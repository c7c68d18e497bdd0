"""Covering loose cards where some stand for others: the best cover of a bag, or every one.

A bag is searched from its lowest ordinary card: one of its groups is chosen, and each other card of that group is
taken from the bag, or else stood for, first by a 秤子 and then by a 飞王. Nothing is lost by that order. A card that
is there has to be used somewhere, and whoever stands for it here may as well stand for it there; and no card belongs
to two 秤子, all of which have to be used. So there are few ways on, and what becomes of a bag is remembered.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from .cards import (
    FEI,
    FIELD,
    KINDS_OF_CARD,
    ORDINARY,
    SETS,
    WEIGHT,
    Bag,
    Card,
    is_red,
)
from .melds import MELDS, Meld, Values

RED_FEI: Final = len(WEIGHT)
BLACK_FEI: Final = RED_FEI + 1
"""飞王 of which it is settled that they stand for a red card, or for a black one."""

UNITS: Final = (*WEIGHT, 1 << 3 * RED_FEI, 1 << 3 * BLACK_FEI)
_HELD: Final = ("saochuan", "kan", "shun", "pair")
_NO_CARD: Final = len(KINDS_OF_CARD)
_FIRST: Final = (0,) * (_NO_CARD + 1)
"""The least index of a group with each card, and of one found when no ordinary card is left."""

Melds = tuple[Meld, ...]


class Left(NamedTuple):
    """What is still to be covered: the cards, and by how many quads, pairs, and groups of three."""

    bag: Bag
    quads: int
    pairs: int
    threes: int

    def without(self, bag: Bag, meld: Meld) -> "Left | None":
        """What is left after a group took some of the bag, None where no such group is wanted."""
        _, quads, pairs, threes = self
        if meld.is_quad:
            return Left(bag, quads - 1, pairs, threes) if quads else None
        if meld.kind == "pair":
            return Left(bag, quads, pairs - 1, threes) if pairs else None
        return Left(bag, quads, pairs, threes - 1) if threes else None


class _Way(NamedTuple):
    """A group that a card may be in; ``lost``: 胡 below the most that such a group can be worth."""

    lost: int
    order: int
    hu: int
    meld: Meld


def _standers(card: Card) -> tuple[tuple[int, Bag], ...]:
    """Who may stand for a card, in the order they are taken: where a bag counts them, and one of them."""
    weights = [special for special, cards in SETS.items() if special != FEI and card in cards]
    return tuple((3 * at, UNITS[at]) for at in (*weights, RED_FEI if is_red(card) else BLACK_FEI, FEI))


_STANDERS: Final = tuple(map(_standers, KINDS_OF_CARD))


def stander(bag: Bag, card: Card) -> Card:
    """Who of a bag stands for the card, as `take` has it; there has to be somebody."""
    return next(place // 3 for place, _ in _STANDERS[card] if bag >> place & FIELD)


def take(bag: Bag, cards: Iterable[Card]) -> Bag:
    """The bag without these cards, or those standing for them; -1 where it has neither."""
    for card in cards:
        if bag >> 3 * card & FIELD:
            bag -= UNITS[card]
            continue
        for place, unit in _STANDERS[card]:
            if bag >> place & FIELD:
                bag -= unit
                break
        else:
            return -1
    return bag


def _way(meld: Meld, values: Values) -> _Way:
    hu = values.of(meld)
    most = 0 if meld.kind == "pair" else values.most_quad if meld.is_quad else values.most_three
    return _Way(most - hu, meld.index, hu, meld)


@lru_cache(maxsize=256)
def _ways(values: Values, allowed: frozenset[int]) -> tuple[tuple[_Way, ...], tuple[tuple[_Way, ...], ...]]:
    """Every group of held cards, best first, and those with each card."""
    held = [each for each in MELDS if each.kind in _HELD and each.index in allowed]
    every = tuple(sorted(_way(each, values) for each in held))
    return every, tuple(tuple(way for way in every if card in way.meld.cards) for card in KINDS_OF_CARD)


class _Step(NamedTuple):
    """A group by which a cover may begin, and what it leaves."""

    order: int
    meld: Meld
    after: Left


class Filling:
    """The search for one hand, which remembers what it found. ``allowed``: the groups it may use, by index."""

    def __init__(self, values: Values, allowed: frozenset[int] | None = None) -> None:
        self.values = values
        self.allowed = values.groups if allowed is None else allowed & values.groups
        self._all, self._of = _ways(values, self.allowed)
        self._known: dict[Left, tuple[int, Melds] | None] = {}
        self._next: dict[Left, tuple[_Step, ...]] = {}

    def best(self, left: Left) -> tuple[int, Melds] | None:
        """The cover worth most, and its 胡; None where there is none."""
        try:
            return self._known[left]
        except KeyError:
            pass
        found = self._known[left] = self._search(left)
        return found

    def _search(self, left: Left) -> tuple[int, Melds] | None:
        bag = left.bag
        if not bag:
            return None if left.quads or left.pairs or left.threes else (0, ())
        most = self.values.most_quad * left.quads + self.values.most_three * left.threes
        found: tuple[int, Melds] | None = None
        for lost, _, hu, meld in self._of[_lowest(bag)] if bag & ORDINARY else self._all:
            if found is not None and found[0] >= most - lost:
                break
            later = take(bag, meld.cards)
            after = None if later < 0 else left.without(later, meld)
            tail = after and self.best(after)
            if tail and (found is None or hu + tail[0] > found[0]):
                found = (hu + tail[0], (meld, *tail[1]))
        return found

    def every(self, left: Left) -> Iterator[Melds]:
        """Every cover, each once, in the order of the search."""
        return self._every(left, _FIRST)

    def _every(self, left: Left, least: tuple[int, ...]) -> Iterator[Melds]:
        """Of the groups that hold the lowest card, that of the least index comes first; so with those of no card."""
        bag = left.bag
        if not bag:
            yield ()
            return
        card = _lowest(bag) if bag & ORDINARY else _NO_CARD
        for index, meld, after in self._steps(left, card):
            if index < least[_NO_CARD] or index < max(map(least.__getitem__, meld.cards)):
                continue
            known = (*least[:card], index, *least[card + 1 :])
            for tail in self._every(after, known):
                yield (meld, *tail)

    def _steps(self, left: Left, card: Card) -> tuple[_Step, ...]:
        """The groups that a cover of these cards may begin with: looked for once, however often they are left."""
        known = self._next.get(left)
        if known is None:
            known = self._next[left] = tuple(self._beginnings(left, card))
        return known

    def _beginnings(self, left: Left, card: Card) -> Iterator[_Step]:
        for _, index, _, meld in self._all if card == _NO_CARD else self._of[card]:
            later = take(left.bag, meld.cards)
            after = None if later < 0 else left.without(later, meld)
            if after and self.best(after):
                yield _Step(index, meld, after)


def _lowest(bag: Bag) -> Card:
    return ((bag & -bag).bit_length() - 1) // 3
