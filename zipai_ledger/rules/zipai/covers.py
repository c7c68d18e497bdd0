"""Covering loose cards with runs, 二七十, 搭子 and at most one pair: the search, made fast by tables.

Once the triples and quads are taken out, every group left is one of 38 shapes. A bag of cards is one
integer with three bits for each card kind: two for the count (a loose card occurs at most three times) and
a guard, so that one subtraction shows whether a bag holds another (a borrow clears the guard). All bags of up
to three shapes, and of up to two shapes and a pair, stand in a table with their covers. A bigger bag is taken
apart from its lowest card: all copies of it have to be used by shapes in which it is the lowest, and these
combinations are few and listed beforehand. So no cover is found twice, and the table saves the last three
groups of the search.
"""

import functools
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from .cards import FIELD, FOURS, KINDS_OF_CARD, UNIT, Bag, Card, bag_of
from .melds import SHAPES, YIWUSHI, Meld, Values, identical, meld

GUARD: Final = FOURS
MOST: Final = 3
"""How many equal cards can be loose."""


class Cover(NamedTuple):
    """Groups that use up a bag: shapes by their lowest card, then the pair if any; ``hu`` their usual worth.

    Pairs are worth nothing in every table of values; where shapes are worth something else, see `worth_of`.
    """

    hu: int
    melds: tuple[Meld, ...]


class _Step(NamedTuple):
    """A way to use up all copies of the lowest card of a bag: so many shapes, and perhaps its pair."""

    bag: Bag
    shapes: int
    hu: int
    melds: tuple[Meld, ...]
    pair: tuple[Meld, ...]


Covers = tuple[Cover, ...]


class Tables(NamedTuple):
    """``plain[n]`` and ``paired[n]``: bag → its covers by n shapes, or by n shapes and a pair.

    ``steps``: the lowest card's field → the ways to use it up without its pair; ``pair_steps``: with it.
    """

    plain: tuple[dict[Bag, Covers], ...]
    paired: tuple[dict[Bag, Covers], ...]
    steps: dict[Bag, tuple[_Step, ...]]
    pair_steps: dict[Bag, tuple[_Step, ...]]


def _fits(bag: Bag) -> bool:
    return not bag & GUARD


_Shapes = tuple[tuple[Bag, Meld], ...]


def _shun(shapes: Iterable[tuple[Card, ...]]) -> _Shapes:
    return tuple((bag_of(cards), meld("shun", cards)) for cards in shapes)


_SHUN: Final = _shun(SHAPES)
_WITH_YIWUSHI: Final = _shun(sorted((*SHAPES, *YIWUSHI), key=sorted))
_USUALLY: Final = Values("usual runs", yiwushi=True)
_PAIRS: Final = tuple((bag_of(pair.cards), pair) for pair in identical("pair"))


def _cover(shapes: tuple[Meld, ...], pair: tuple[Meld, ...] = ()) -> Cover:
    return Cover(sum(map(_USUALLY.of, shapes)), shapes + pair)


def _combinations(known: _Shapes, shapes: int) -> list[tuple[Bag, tuple[Meld, ...]]]:
    """Every multiset of so many shapes: its melds and bag, where four or more of a card show in the guard."""
    chosen = itertools.combinations_with_replacement(known, shapes)
    return [(sum(bag for bag, _ in some), tuple(shun for _, shun in some)) for some in chosen]


def _plain_table(known: _Shapes, shapes: int) -> dict[Bag, Covers]:
    found: dict[Bag, list[Cover]] = defaultdict(list)
    for bag, melds in _combinations(known, shapes):
        if _fits(bag):
            found[bag].append(_cover(melds))
    return {bag: tuple(covers) for bag, covers in found.items()}


def _paired_table(known: _Shapes, shapes: int) -> dict[Bag, Covers]:
    found: dict[Bag, list[Cover]] = defaultdict(list)
    for (bag, melds), (two, pair) in itertools.product(_combinations(known, shapes), _PAIRS):
        if _fits(bag + two):
            found[bag + two].append(_cover(melds, (pair,)))
    return {bag: tuple(covers) for bag, covers in found.items()}


def _steps(known: _Shapes, copies: int, pairs: tuple[tuple[Meld, ...], ...]) -> dict[Bag, tuple[_Step, ...]]:
    """Ways to use up a lowest card by shapes, so many copies at most, beside its pair; by its field."""
    found: dict[Bag, list[_Step]] = defaultdict(list)
    for card, pair in zip(KINDS_OF_CARD, pairs, strict=True):
        own = [(bag, shun) for bag, shun in known if min(shun.cards) == card]
        two = sum(bag_of(meld.cards) for meld in pair)
        for shapes in range(copies + 1):
            for some in itertools.combinations_with_replacement(own, shapes):
                bag = two + sum(bag for bag, _ in some)
                if _fits(bag):
                    step = _Step(bag, shapes, *_cover(tuple(shun for _, shun in some)), pair)
                    found[bag & FIELD * UNIT[card]].append(step)
    return {field: tuple(steps) for field, steps in found.items() if field}


@functools.cache
def tables(yiwushi: bool = False) -> Tables:
    """Built at the first use, in some tens of milliseconds: about 24,000 bags; others where 一五十 is a shape too."""
    known = _WITH_YIWUSHI if yiwushi else _SHUN
    return Tables(
        plain=tuple(_plain_table(known, shapes) for shapes in range(4)),
        paired=tuple(_paired_table(known, shapes) for shapes in range(3)),
        steps=_steps(known, MOST, ((),) * len(_PAIRS)),
        pair_steps=_steps(known, MOST - 2, tuple((pair,) for _, pair in _PAIRS)),
    )


def worth_of(cover: Cover, values: Values) -> int:
    """胡 of a cover in this table of values."""
    return cover.hu if values.usual_runs else sum([values.table[each.index] for each in cover.melds])


_FIELD_OF: Final = {0: 0} | {
    UNIT[card] << bit: FIELD * UNIT[card] for card in KINDS_OF_CARD for bit in (0, 1)
}
"""The lowest bit of a bag → the mask of the card that it counts."""

_Search = Callable[[Bag, int, Tables], Sequence[Cover]]


def covers(bag: Bag, shapes: int, known: Tables) -> Sequence[Cover]:
    """Every cover of the bag by exactly so many shapes, each once."""
    if shapes < len(known.plain):
        return known.plain[shapes].get(bag, ())
    return _stepwise_covers(bag, shapes, known, (known.steps, covers))


def paired_covers(bag: Bag, shapes: int, known: Tables) -> Sequence[Cover]:
    """Every cover of the bag by exactly so many shapes and one pair, each once."""
    if shapes < len(known.paired):
        return known.paired[shapes].get(bag, ())
    later = _stepwise_covers(bag, shapes, known, (known.steps, paired_covers))
    return later + _stepwise_covers(bag, shapes, known, (known.pair_steps, covers))


def _stepwise_covers(
    bag: Bag, shapes: int, known: Tables, by: tuple[dict[Bag, tuple[_Step, ...]], _Search]
) -> list[Cover]:
    """Covers that begin with one of the steps for the lowest card; the search covers what that leaves."""
    steps, search = by
    guarded = bag | GUARD
    found: list[Cover] = []
    for taken, used, hu, melds, pair in steps.get(bag & _FIELD_OF[bag & -bag], ()):
        left = guarded - taken
        if left & GUARD == GUARD:
            tails = search(left ^ GUARD, shapes - used, known)
            found += [Cover(hu + tail.hu, melds + tail.melds + pair) for tail in tails]
    return found
