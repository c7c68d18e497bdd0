"""飞王 (feiwang) and 秤子 (chengzi): reading a hand with cards that stand for others (docs/rules/cards.md#special-cards).

What S4 leaves open is read so:

- A special card is as good as the card it stands for, in every kind of group, also as a fifth of its kind. Nothing
  is compulsory for it: a held 八八飞 may be a 坎, a held 八八八飞 a 扫穿, a 飞 drawn by oneself onto 八八 a 扫, and each may
  be something else. Compelled as ever are ordinary cards: held triples and quads stay whole (a 飞 may join a triple),
  and an own draw that meets its pair, triple or laid 扫 joins it (a 飞 may join pair and draw, to a 扫穿).
- A group laid down keeps open what its special cards stand for; it is read as is best, as long as it is that group.
- A quad with a special card is a quad in every respect: the hand needs a pair, and has one card more for each quad
  after the first. Whether a quad that is still held brought that card, the number of cards decides.
- Up to `HandRules.most` readings are found one by one. Of a hand with more they are that many, among them surely the best of all,
  the best for each number of red cards, the best with red in every group, and the best of those worth nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice, product
from typing import Final, NamedTuple

from .cards import COPIES, FEI, FIELD, KINDS_OF_CARD, Bag, Card, bag_of, is_red
from .filling import BLACK_FEI, RED_FEI, UNITS, Filling, Left, Melds, stander, take
from .hand import Hand
from .handrules import HandRules, Reading, Stand
from .melds import MELDS
from .uses import Slots, Start, Way, starts

_WITH_RED: Final = frozenset(each.index for each in MELDS if any(map(is_red, each.cards)))


def _loose(hand: Hand) -> Bag:
    """The held cards that are no triple or quad, held special cards, and every 飞王.

    A 秤子 on the table or drawn stays with its group; one 飞王 is as good as another, so that all are counted together.
    """
    counts = [(card, hand.held >> 3 * card & FIELD) for card in KINDS_OF_CARD]
    loose = sum(copies * UNITS[card] for card, copies in counts if copies < COPIES - 1)
    held = [card for card in hand.concealed if card > FEI]
    return loose + bag_of(held) + hand.specials.count(FEI) * UNITS[FEI]


def _lefts(hand: Hand, rules: HandRules, bag: Bag) -> tuple[Left, ...]:
    """The whole hand before any group is chosen: without a quad, and with as many as its cards allow."""
    cards, groups = len(hand.cards()), rules.form.groups
    quads = cards - 3 * groups + 1
    plain = (Left(bag, 0, 0, groups),) if cards == 3 * groups else ()
    return (*plain, Left(bag, quads, 1, groups - quads - 1)) if 0 < quads < groups else plain


def _chosen(left: Left, way: Way) -> Left | None:
    """What a group leaves, None where it cannot be."""
    bag = left.bag
    for special, card in way.own:
        if special == FEI:
            at = FEI if bag >> 3 * FEI & FIELD else RED_FEI if is_red(card) else BLACK_FEI
            if not bag >> 3 * at & FIELD:
                return None
            bag -= UNITS[at]
    bag = take(bag, way.loose)
    return None if bag < 0 else left.without(bag, way.meld)


class _Chosen(NamedTuple):
    """Groups for all slots, and those that cover the rest, with the 胡 of both."""

    hu: int
    ways: tuple[Way, ...]
    melds: Melds


_Found = tuple[Start, _Chosen]
_Groups = tuple[int, ...]


class _Walk:
    """The search through the slots of one use of the winning card, and on through what they leave."""

    def __init__(self, slots: Slots, filling: Filling) -> None:
        self._slots = slots
        self._filling = filling
        self._known: dict[tuple[int, Left], _Chosen | None] = {}

    def best(self, left: Left, at: int = 0) -> _Chosen | None:
        """The choice worth most, from the slot ``at`` on; None where there is none."""
        if at == len(self._slots):
            rest = self._filling.best(left)
            return rest and _Chosen(rest[0], (), rest[1])
        if (at, left) not in self._known:
            self._known[at, left] = self._best(left, at)
        return self._known[at, left]

    def _best(self, left: Left, at: int) -> _Chosen | None:
        found = None
        for way, after in self._ways(left, at):
            tail = self.best(after, at + 1)
            hu = tail.hu + self._filling.values.of(way.meld) if tail else 0
            if tail and (found is None or hu > found.hu):
                found = _Chosen(hu, (way, *tail.ways), tail.melds)
        return found

    def every(self, left: Left, at: int = 0) -> Iterator[_Chosen]:
        """Every choice; some differ only in what made the same groups."""
        if at == len(self._slots):
            for melds in self._filling.every(left):
                yield _Chosen(sum(map(self._filling.values.of, melds)), (), melds)
            return
        for way, after in self._ways(left, at):
            if self.best(after, at + 1):
                for tail in self.every(after, at + 1):
                    yield _Chosen(tail.hu + self._filling.values.of(way.meld), (way, *tail.ways), tail.melds)

    def _ways(self, left: Left, at: int) -> Iterator[tuple[Way, Left]]:
        for way in self._slots[at]:
            if way.meld.index in self._filling.allowed:
                after = _chosen(left, way)
                if after is not None:
                    yield way, after


class Search:
    """Everything that a hand with special cards may be at one table."""

    def __init__(self, hand: Hand, rules: HandRules) -> None:
        self._values, self._most = rules.values, rules.most
        self._starts = starts(hand, rules)
        self._bag = _loose(hand)
        self._lefts = _lefts(hand, rules, self._bag)
        won = hand.winning_card
        self._won = 0 if won is None or won == FEI else UNITS[won]

    def best(self) -> int | None:
        """The 胡 of the best reading, None where the hand does not win."""
        top = self._top(Filling(self._values), self._lefts)
        return top and top[1].hu

    def readings(self) -> tuple[Reading, ...]:
        """The readings in their order: all, or of more than are wanted those the module's docstring names."""
        listed: dict[_Groups, _Found] = {}
        filling = Filling(self._values)
        for start, left in product(self._starts, self._lefts):
            for groups, chosen in self._every(start, left, filling):
                if groups not in listed and (placed := self._placed(chosen, start)):
                    listed[groups] = start, placed
                    if len(listed) > self._most:
                        return self._in_order(
                            dict(islice((dict(self._surely()) | listed).items(), self._most))
                        )
        return self._in_order(listed)

    def _in_order(self, listed: Mapping[_Groups, _Found]) -> tuple[Reading, ...]:
        """Most 胡 first; equals by their groups, in whatever order the hand was given."""
        inorder = sorted(listed.items(), key=lambda each: (-each[1][1].hu, each[0]))
        return tuple([_reading(*found, self._bag) for _, found in inorder])

    def _every(self, start: Start, left: Left, filling: Filling) -> Iterator[tuple[_Groups, _Chosen]]:
        """What one use of the winning card may make; used elsewhere, it counts as a loose card."""
        loose = left._replace(bag=left.bag + self._won) if start.elsewhere else left
        for chosen in _Walk(start.slots, filling).every(loose):
            yield _groups(chosen), chosen

    def _placed(self, chosen: _Chosen, start: Start) -> _Chosen | None:
        """The same groups with the winning card in one that it may have completed, None where there is none."""
        if not start.elsewhere:
            return chosen
        there = {each.index for each in chosen.melds}
        for way in start.elsewhere:
            if way.meld.index in there:
                others = list(chosen.melds)
                others.remove(way.meld)
                placed = _Chosen(chosen.hu, (*chosen.ways, way), tuple(others))
                if _fits(placed, self._bag):
                    return placed
        return None

    def _surely(self) -> Iterator[tuple[_Groups, _Found]]:
        """The best reading of every sort that a game may pay by."""
        filling = Filling(self._values)
        worthless = frozenset(each.index for each in MELDS if not self._values.of(each))
        tops = [self._top(filling, lefts) for lefts in zip(*map(_by_red, self._lefts), strict=True)]
        tops += [self._top(Filling(self._values, only), self._lefts) for only in (_WITH_RED, worthless)]
        for top in filter(None, tops):
            yield _groups(top[1]), top

    def _top(self, filling: Filling, lefts: Iterable[Left]) -> _Found | None:
        found = [
            (start, chosen)
            for start, left in product(self._starts, lefts)
            if (chosen := _Walk(start.all_slots, filling).best(left))
        ]
        return max(found, key=lambda each: each[1].hu, default=None)


def _by_red(left: Left) -> list[Left]:
    """The same cards with none, one and more of the 飞王 settled to stand for a red card, the others for a black one."""
    feis = left.bag >> 3 * FEI & FIELD
    bag = left.bag - feis * UNITS[FEI]
    return [
        left._replace(bag=bag + reds * UNITS[RED_FEI] + (feis - reds) * UNITS[BLACK_FEI])
        for reds in range(feis + 1)
    ]


def _groups(chosen: _Chosen) -> _Groups:
    return tuple(sorted([each.index for each in (*[way.meld for way in chosen.ways], *chosen.melds)]))


def _reading(start: Start, chosen: _Chosen, bag: Bag) -> Reading:
    """The reading, with what its special cards stand for."""
    stands: list[Stand] = []
    for at, way in enumerate(chosen.ways):
        if way.own:
            stands += [Stand(special, card, at) for special, card in way.own]
            bag -= _feis(way)
        if way.loose:
            bag = _stand_in(bag, way.loose, at, stands)
    for at, each in enumerate(chosen.melds, len(chosen.ways)):
        bag = _stand_in(bag, each.cards, at, stands)
    if start.special:
        won = max(place for place, stand in enumerate(stands) if stand[0::2] == (start.special, start.at))
        stands.append(stands.pop(won))
    return Reading((*[way.meld for way in chosen.ways], *chosen.melds), chosen.hu, tuple(stands))


def _feis(way: Way) -> Bag:
    """The 飞王 among the special cards of a group."""
    return sum([UNITS[FEI] for special, _ in way.own if special == FEI]) if way.own else 0


def _fits(chosen: _Chosen, bag: Bag) -> bool:
    """Whether there are the cards for these groups."""
    bag -= sum(map(_feis, chosen.ways))
    cards = (way.loose for way in chosen.ways)
    return (
        take(bag, (*chain.from_iterable(cards), *[card for each in chosen.melds for card in each.cards])) >= 0
    )


def _stand_in(bag: Bag, cards: Iterable[Card], at: int, stands: list[Stand]) -> Bag:
    """The bag without a group's loose cards; who stands for one of them is noted."""
    for card in cards:
        if bag >> 3 * card & FIELD:
            bag -= UNITS[card]
        else:
            special = stander(bag, card)
            stands.append(Stand(special, card, at))
            bag -= UNITS[special]
    return bag
