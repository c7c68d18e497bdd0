"""Groups of cards, what they are called and what they are worth (docs/rules/cards.md#melds)."""

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ..problems import Param, Problem, Refused
from .cards import (
    KINDS_OF_CARD,
    SETS,
    SIZE,
    Bag,
    Card,
    bag_of,
    card_text,
    is_big,
    is_red,
    is_special,
    number,
    other_size,
    quote,
)

IDENTICAL: Final = MappingProxyType({"peng": 3, "kan": 3, "sao": 3, "kaiduo": 4, "saochuan": 4, "pair": 2})
"""Kinds of identical cards, and how many cards each has."""

LAID: Final = ("peng", "sao", "kaiduo", "saochuan", "chi")
"""Kinds that can lie on the table; the others are found among the held cards."""

QUADS: Final = frozenset({"kaiduo", "saochuan"})
KINDS: Final = ("saochuan", "kaiduo", "sao", "kan", "peng", "chi", "shun", "pair", "rest")

Pair = tuple[int, int]
"""What a group is worth, of small and of big cards."""

USUAL: Final[Mapping[str, Pair]] = MappingProxyType(
    {"peng": (1, 3), "kan": (3, 6), "sao": (3, 6), "kaiduo": (6, 9), "saochuan": (9, 12), "run": (3, 6)}
)
"""胡 of the kinds that score, and of a scoring run (docs/rules/cards.md#values)."""

_YIWUSHI: Final = (1, 5, 10)
_SCORING_RUNS: Final = frozenset({(1, 2, 3), (2, 7, 10), _YIWUSHI})


@dataclasses.dataclass(frozen=True, slots=True)
class Meld:
    """One group. ``cards`` in the order they are written: runs upwards, 搭子 with the pair first (捌捌八).

    There is one object for each kind and cards (see `meld`), except for ``rest``, which may be any cards, and for
    groups with a 飞王 or 秤子, whose ``cards`` are as they lie there and which a reading replaces by one of `ways`.
    """

    kind: str
    cards: tuple[Card, ...]
    index: int = dataclasses.field(compare=False, repr=False)
    is_quad: bool = dataclasses.field(init=False, compare=False, repr=False)
    """Four of a kind; with one of these a hand needs a pair."""
    text: str = dataclasses.field(init=False, compare=False, repr=False)
    """The cards run together."""
    bag: Bag = dataclasses.field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_quad", self.kind in QUADS)
        object.__setattr__(self, "text", card_text(self.cards))
        object.__setattr__(self, "bag", bag_of(self.cards))

    def __reduce__(self) -> tuple[object, tuple[str, tuple[Card, ...]]]:
        return _interned, (self.kind, self.cards)


def _three_card_shapes() -> Iterable[tuple[Card, ...]]:
    for card in KINDS_OF_CARD:
        if number(card) <= SIZE - 2:
            yield (card, card + 1, card + 2)
        if number(card) == 2:
            yield (card, card + 5, card + 8)
        yield (card, card, other_size(card))


SHAPES: Final = tuple(sorted(_three_card_shapes(), key=sorted))
"""The 38 shapes of 吃 and of held 顺子, 搭子: sixteen runs, 二七十 and 贰柒拾, twenty 搭子."""

YIWUSHI: Final = tuple((first, first + 4, first + 9) for first in (0, SIZE))
"""一五十 (yi wu shi) and 壹伍拾: two more shapes, where a table plays them (docs/rules/paohuzi.md#yiwushi)."""


def _all_melds() -> Iterable[tuple[str, tuple[Card, ...]]]:
    for kind in KINDS[:-1]:
        if kind in IDENTICAL:
            yield from ((kind, (card,) * IDENTICAL[kind]) for card in KINDS_OF_CARD)
        else:
            yield from itertools.product((kind,), SHAPES)
    yield from itertools.product(("chi", "shun"), YIWUSHI)


MELDS: Final = tuple(Meld(kind, cards, index) for index, (kind, cards) in enumerate(_all_melds()))
"""Every group there is but ``rest``: 196, and four of `YIWUSHI`."""

PLAYED_BY_SOME: Final = frozenset(each.index for each in MELDS if tuple(map(number, each.cards)) == _YIWUSHI)
"""The groups of `YIWUSHI`."""

PLAYED_BY_ALL: Final = frozenset(each.index for each in MELDS) - PLAYED_BY_SOME

REST: Final = len(MELDS)
"""The index of every group that is not in the list: ``rest``, and those still open (see `Meld`)."""

MOST_IN_A_GROUP: Final = 4

_OF_KIND: Final = MappingProxyType(
    {kind: tuple(each for each in MELDS if each.kind == kind) for kind in KINDS}
)
"""What cards may be read as of which some stand for others."""

_BY_CARDS: Final = MappingProxyType({(meld.kind, tuple(sorted(meld.cards))): meld for meld in MELDS})


def _interned(kind: str, cards: tuple[Card, ...]) -> Meld:
    return rest(cards) if kind == "rest" else meld(kind, cards)


def rest(cards: Iterable[Card]) -> Meld:
    """The cards that an opening win leaves ungrouped, as one group worth nothing."""
    return Meld("rest", tuple(sorted(cards)), REST)


def meld(kind: str, cards: Iterable[Card], field: str = "") -> Meld:
    """The group of this kind and these cards, in any order.

    Raises `Refused` (``bad_meld``) for an unknown kind, or cards that do not make it.
    """
    given = tuple(cards)
    inorder = tuple(sorted(given))
    found = _BY_CARDS.get((kind, inorder))
    if found is not None:
        return found
    if ways(kind, inorder):
        return Meld(kind, inorder, REST)
    if kind not in KINDS:
        raise Refused(Problem("bad_meld", field, "unknown_kind", {"text": quote(kind)}))
    params: dict[str, Param] = {"kind": kind, "cards": quote(card_text(given))}
    if kind in IDENTICAL:
        raise Refused(Problem("bad_meld", field, "not_identical", {**params, "expected": IDENTICAL[kind]}))
    raise Refused(Problem("bad_meld", field, "no_shape", params))


@lru_cache(maxsize=1024)
def ways(kind: str, cards: tuple[Card, ...]) -> tuple[Meld, ...]:
    """Every group of this kind that cards may make of which some, the last ones, stand for others; `YIWUSHI` too."""
    known = [card for card in cards if not is_special(card)]
    if len(known) == len(cards) or len(cards) > MOST_IN_A_GROUP:
        return ()
    standing = [card for card in cards if is_special(card)]
    found = []
    for each in _OF_KIND.get(kind, ()):
        left = Counter(each.cards)
        left.subtract(known)
        if (
            left.total() == len(standing)
            and min(left.values()) >= 0
            and substitutes(standing, left.elements())
        ):
            found.append(each)
    return tuple(found)


def substitutes(standing: Iterable[Card], cards: Iterable[Card]) -> tuple[tuple[Card, Card], ...]:
    """Each 飞王 and 秤子 with the one of as many cards that it stands for; nothing where they cannot.

    No card belongs to two 秤子, so that each may take the first of its set, and 飞王 what is left.
    """
    left = list(cards)
    found = []
    for special in sorted(standing, reverse=True):
        card = next((card for card in left if card in SETS[special]), None)
        if card is None:
            return ()
        left.remove(card)
        found.append((special, card))
    return tuple(found)


def identical(kind: str) -> tuple[Meld, ...]:
    """The melds of one kind of identical cards, by card."""
    return tuple(_interned(kind, (card,) * IDENTICAL[kind]) for card in KINDS_OF_CARD)


class Values:
    """What groups are worth, in 胡: made once for each table of values; ``table`` by ``meld.index``.

    ``groups``: the indexes of the groups that there are. ``most_quad`` and ``most_three``: the greatest of four and of three cards.
    """

    def __init__(
        self,
        name: str,
        red_peng: Pair | None = None,
        pairs: Mapping[str, Pair] = USUAL,
        *,
        yiwushi: bool = False,
    ) -> None:
        """``red_peng``: a red 碰, where it is worth more than a black one; ``yiwushi``: 一五十 is a run that scores."""
        self.name = name
        self.yiwushi = yiwushi
        self.groups = PLAYED_BY_ALL | PLAYED_BY_SOME if yiwushi else PLAYED_BY_ALL
        self._red_peng = red_peng
        self._pairs = pairs
        self.table = (*(self._worth(meld) for meld in MELDS), 0)
        self.usual_runs = pairs["run"] == USUAL["run"]
        self.most_quad = max(self.table[each.index] for each in MELDS if each.is_quad)
        self.most_three = max(self.table[each.index] for each in MELDS if len(each.cards) == 3)

    def __repr__(self) -> str:
        return f"Values({self.name!r})"

    def of(self, meld: Meld) -> int:
        """胡 (hu): what one group is worth."""
        return self.table[meld.index]

    def _worth(self, meld: Meld) -> int:
        lowest = meld.cards[0]
        if meld.kind in self._pairs:
            if meld.kind == "peng" and self._red_peng is not None and is_red(lowest):
                return self._red_peng[is_big(lowest)]
            return self._pairs[meld.kind][is_big(lowest)]
        if meld.index in self.groups and tuple(map(number, meld.cards)) in _SCORING_RUNS:
            return self._pairs["run"][is_big(lowest)]
        return 0


@lru_cache(maxsize=32)
def values_of(pairs: tuple[tuple[str, Pair], ...], *, yiwushi: bool) -> Values:
    """The table of values of a table that chose its own."""
    chosen = dict(pairs)
    return STANDARD if not yiwushi and chosen == USUAL else Values("own", pairs=chosen, yiwushi=yiwushi)


STANDARD: Final = Values("standard")
"""What every game but 大字牌 counts (docs/rules/cards.md#values)."""

RED_PENG: Final = Values("red_peng", (3, 6))
"""大字牌: a 碰 of 二 七 十 is worth 3, of 贰 柒 拾 6 (docs/rules/dazipai.md#red-peng)."""
