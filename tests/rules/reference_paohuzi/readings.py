"""Every legal reading of a hand, as docs/rules/cards.md has them.

Each 王 is replaced by each card it may stand for; then the winning card is put wherever it may go; then the rest is
cut into groups in every way. What must stay whole, or must happen, concerns real cards only.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from .cards import DECK, QUADS, WANG, Group, Reading, joined, run_shapes


@dataclass(frozen=True)
class Hand:
    """A hand as it is entered; `winning_card` empty when dealt."""

    exposed: tuple[Group, ...]
    held: str
    winning_card: str
    source: str


@dataclass(frozen=True)
class Play:
    """The options that say what a card may do, and how many groups a hand has."""

    groups: int
    qiangzhao: str
    must_open: bool
    peng_opens_on: str
    sao_opens_on: str
    yiwushi: bool


@dataclass(frozen=True)
class Placed:
    """One place of the winning card: groups that are fixed by it, and what is left to cut."""

    fixed: tuple[Group, ...]
    exposed: tuple[Group, ...]
    left: tuple[str, ...]


@cache
def shapes_with(card: str, yiwushi: bool) -> tuple[str, ...]:
    return tuple(shape for shape in sorted(run_shapes(yiwushi)) if card in shape)


def expected_held(hand: Hand, play: Play) -> int:
    """Cards held before the winning card, by the groups that lie open and the fours in the hand."""
    laid = sum(len(cards) if kind not in QUADS else 4 for kind, cards in hand.exposed)
    real = Counter(hand.held)
    quads = sum(kind in QUADS for kind, _ in hand.exposed) + sum(real[card] == 4 for card in DECK)
    whole = 20 if play.groups == 7 else 14
    if hand.source == "dealt":
        return whole + 1 - laid
    return whole + max(0, quads - 1) - laid


def legal_readings(hand: Hand, play: Play) -> set[Reading]:
    wang = hand.held.count(WANG)
    real = hand.held.replace(WANG, "")
    found: set[Reading] = set()
    for stands_for in combinations_with_replacement(DECK, wang):
        for placed in places(hand, play, real, stands_for):
            for cut in cuts(placed, Counter(real), play):
                reading = tuple(sorted(placed.exposed + placed.fixed + cut))
                if complete(reading, play.groups):
                    found.add(reading)
    return found


def complete(reading: Reading, groups: int) -> bool:
    """The right number of groups; exactly one pair with a quad, none without."""
    quads = sum(kind in QUADS for kind, _ in reading)
    pairs = sum(kind == "pair" for kind, _ in reading)
    return len(reading) == groups and pairs == (1 if quads else 0)


def places(hand: Hand, play: Play, real: str, stands_for: tuple[str, ...]) -> Iterator[Placed]:
    held = tuple(real) + stands_for
    if hand.source == "dealt":
        yield Placed((), hand.exposed, held)
    elif hand.winning_card == WANG:
        for card in DECK:
            yield from everywhere(hand, play, held, card)
    else:
        yield from places_of_a_card(hand, play, Counter(real), held)


def everywhere(hand: Hand, play: Play, held: tuple[str, ...], card: str) -> Iterator[Placed]:
    """A 王 as the winning card: whatever it stands for, nothing is compelled."""
    drawn = hand.source != "discard"
    for kind in ("sao", "peng") if drawn else ("sao",):
        if (kind, card * 3) in hand.exposed:
            yield onto_laid(hand, held, kind, card)
    yield from elsewhere(hand, play, held, card)


def places_of_a_card(hand: Hand, play: Play, real: Counter[str], held: tuple[str, ...]) -> Iterator[Placed]:
    card = hand.winning_card
    if hand.source == "self_draw":
        yield from own_draw(hand, play, real, held)
    elif ("sao", card * 3) in hand.exposed:
        opens = hand.source == "other_draw" or play.sao_opens_on == "any_card"
        if opens:
            yield onto_laid(hand, held, "sao", card)
        if not opens or may_stay(hand, play):
            yield from elsewhere(hand, play, held, card)
    elif real[card] == 3:
        yield with_held(hand, held, 3, "kaiduo")
        if may_stay(hand, play):
            yield from elsewhere(hand, play, held, card)
    else:
        yield from by_laid_peng(
            hand, play, held, opens=hand.source == "other_draw" and play.peng_opens_on == "any_draw"
        )


def own_draw(hand: Hand, play: Play, real: Counter[str], held: tuple[str, ...]) -> Iterator[Placed]:
    card = hand.winning_card
    if ("sao", card * 3) in hand.exposed:
        yield onto_laid(hand, held, "sao", card)
    elif real[card] == 3:
        yield with_held(hand, held, 3, "saochuan")
    elif real[card] == 2:
        yield with_held(hand, held, 2, "sao")
        if held.count(card) > 2:  # a 王 beside the pair makes it a held triple
            yield with_held(hand, held, 3, "saochuan")
    else:
        yield from by_laid_peng(hand, play, held, opens=True)


def may_stay(hand: Hand, play: Play) -> bool:
    """抢招: the triple stays and the card is used elsewhere."""
    return play.qiangzhao == "any" or (play.qiangzhao == "discard" and hand.source == "discard")


def by_laid_peng(hand: Hand, play: Play, held: tuple[str, ...], opens: bool) -> Iterator[Placed]:
    card = hand.winning_card
    laid = ("peng", card * 3) in hand.exposed and opens
    if laid:
        yield onto_laid(hand, held, "peng", card)
    if not (laid and play.must_open):
        yield from elsewhere(hand, play, held, card)


def onto_laid(hand: Hand, held: tuple[str, ...], kind: str, card: str) -> Placed:
    """The card makes four of a laid three: a 扫 by one's own draw 扫穿, all else 开舵."""
    became = "saochuan" if kind == "sao" and hand.source == "self_draw" else "kaiduo"
    exposed = list(hand.exposed)
    exposed.remove((kind, card * 3))
    return Placed(((became, card * 4),), tuple(exposed), held)


def with_held(hand: Hand, held: tuple[str, ...], count: int, kind: str) -> Placed:
    card = hand.winning_card
    return Placed(((kind, card * (count + 1)),), hand.exposed, without(held, (card,) * count))


def elsewhere(hand: Hand, play: Play, held: tuple[str, ...], card: str) -> Iterator[Placed]:
    """The card with cards of the hand: a run, a pair, three alike, four alike."""
    own = hand.source == "self_draw"
    alike = {1: "pair", 2: "sao" if own else "peng", 3: "saochuan" if own else "kaiduo"}
    for count, kind in alike.items():
        if held.count(card) >= count:
            yield Placed(((kind, card * (count + 1)),), hand.exposed, without(held, (card,) * count))
    for shape in shapes_with(card, play.yiwushi):
        others = tuple(shape.replace(card, "", 1))
        if all(held.count(other) >= others.count(other) for other in others):
            yield Placed((("shun", shape),), hand.exposed, without(held, others))


def without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def cuts(placed: Placed, real: Counter[str], play: Play) -> Iterator[tuple[Group, ...]]:
    """All ways to cut what is left. Dealt threes and fours (of real cards) stay whole, so whoever took one apart is out."""
    whole = [card for card in DECK if real[card] >= 3]
    left = Counter(placed.left)
    starts: list[tuple[tuple[Group, ...], Counter[str]]] = [((), left)]
    for card in whole:
        grown = []
        for groups, rest in starts:
            grown += list(kept_whole(card, real[card], placed, groups, rest))
        starts = grown
    for groups, rest in starts:
        for loose in cut_loose(joined(list(rest.elements())), play.groups, play.yiwushi):
            yield groups + loose


def kept_whole(
    card: str, count: int, placed: Placed, groups: tuple[Group, ...], rest: Counter[str]
) -> Iterator[tuple[tuple[Group, ...], Counter[str]]]:
    """The dealt three as a 坎, or with a 王 as a 扫穿; the dealt four as a 扫穿; or gone whole into the winning card's four."""
    if count == 3 and any(kind in QUADS and cards == card * 4 for kind, cards in placed.fixed):
        yield groups, rest
    for size, kind in ((3, "kan"), (4, "saochuan")):
        if size >= count and rest[card] >= size:
            smaller = rest.copy()
            smaller[card] -= size
            yield (*groups, (kind, card * size)), smaller


@cache
def cut_loose(cards: str, most: int, yiwushi: bool) -> tuple[tuple[Group, ...], ...]:
    if not cards:
        return ((),)
    if not most:
        return ()
    first = cards[0]
    takes = [
        (kind, first * n) for n, kind in ((2, "pair"), (3, "kan"), (4, "saochuan")) if cards.count(first) >= n
    ]
    takes += [("shun", shape) for shape in shapes_with(first, yiwushi) if within(shape, cards)]
    found = []
    for group in takes:
        rest = list(cards)
        for card in group[1]:
            rest.remove(card)
        found += [(group, *more) for more in cut_loose("".join(rest), most - 1, yiwushi) if fits(group, more)]
    return tuple(found)


def within(shape: str, cards: str) -> bool:
    return all(cards.count(card) >= shape.count(card) for card in shape)


def fits(group: Group, more: tuple[Group, ...]) -> bool:
    """No more than one pair in a hand: looked at here so that the ways do not multiply."""
    return group[0] != "pair" or all(kind != "pair" for kind, _ in more)
