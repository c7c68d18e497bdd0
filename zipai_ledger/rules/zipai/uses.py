"""What the winning card may be used for in a hand with 飞王 or 秤子, and what the other groups may be (see `specials`)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from .cards import COPIES, FIELD, KINDS_OF_CARD, SETS, Bag, Card, is_special
from .hand import ExposedMeld, Hand
from .handrules import HandRules
from .melds import IDENTICAL, PLAYED_BY_ALL, SHAPES, YIWUSHI, Meld, meld, substitutes, ways


class Way(NamedTuple):
    """What a group may be: its own special cards with what they stand for, and what it takes of the loose cards."""

    meld: Meld
    own: tuple[tuple[Card, Card], ...] = ()
    loose: tuple[Card, ...] = ()


Slots = tuple[tuple[Way, ...], ...]
"""The groups that have to be there, each with what it may be."""


class Start(NamedTuple):
    """One use of the winning card: the groups that have to be there, and the place of the one it made.

    ``elsewhere``: the groups it may be in where it made none of those, at the place after them. ``special`` is the
    winning card where it stands for another, else 0.
    """

    slots: Slots
    at: int
    elsewhere: tuple[Way, ...] = ()
    special: Card = 0

    @property
    def all_slots(self) -> Slots:
        """All groups, that of the winning card among them."""
        return (*self.slots, self.elsewhere) if self.elsewhere else self.slots


Own = tuple[tuple[Card, Card], ...]


def starts(hand: Hand, rules: HandRules) -> tuple[Start, ...]:
    """Every use of the winning card (docs/rules/cards.md#readings)."""
    slots = (*(_laid(each, rules) for each in hand.exposed), *_kept(hand.held))
    card = hand.winning_card
    if card is None:
        return (Start(slots, -1),)
    wins: list[tuple[Card, Own]] = [(card, ())]
    if is_special(card):
        wins = [(each, ((card, each),)) for each in SETS[card]]
    special = card if is_special(card) else 0
    onto = [
        Start(opened, at, special=special)
        for at, opened in _onto(slots, wins, _opens(str(hand.source), rules))
    ]
    made = [way for each, own in wins for way in _made(each, own, str(hand.source))]
    new = Start((*slots, tuple(made)), len(slots), special=special)
    if not is_special(card):
        if compelled := [start for start in onto if _is_compelled(start, slots, hand.source, rules)]:
            return tuple(compelled)
        if hand.source == "self_draw" and hand.held >> 3 * card & FIELD == COPIES - 2:
            return (new,)
    elsewhere = [way for each, own in wins for way in _elsewhere(each, own)]
    return (*onto, new, Start(slots, len(slots), tuple(elsewhere), special))


def _laid(laid: ExposedMeld, rules: HandRules) -> tuple[Way, ...]:
    standing = [card for card in laid.cards if is_special(card)]
    if not standing:
        return (Way(laid.meld),)
    return tuple(
        Way(each, _substitutes_in(each, laid.cards, standing))
        for each in ways(laid.kind, laid.cards)
        if rules.laid_yiwushi or each.index in PLAYED_BY_ALL
    )


def _substitutes_in(whole: Meld, cards: Sequence[Card], standing: Sequence[Card]) -> Own:
    """What the special cards of a group stand for, where it is this one."""
    missing = Counter(whole.cards)
    missing.subtract(card for card in cards if not is_special(card))
    return substitutes(standing, missing.elements())


def _kept(held: Bag) -> Iterator[tuple[Way, ...]]:
    """Held quads and triples; a special card may join a triple."""
    for card in KINDS_OF_CARD:
        copies = held >> 3 * card & FIELD
        if copies == COPIES:
            yield (_identical("saochuan", card),)
        elif copies == COPIES - 1:
            yield (_identical("kan", card), _identical("saochuan", card, loose=1))


def _identical(kind: str, card: Card, own: Own = (), loose: int = 0) -> Way:
    return Way(meld(kind, (card,) * IDENTICAL[kind]), own, (card,) * loose)


def _opens(source: str, rules: HandRules) -> Mapping[str, str]:
    """What a winning card from this source makes of a triple."""
    quad = "saochuan" if source == "self_draw" else "kaiduo"
    quads = {"kan": quad, "sao": quad, "peng": "kaiduo"}
    return {kind: made for kind, made in quads.items() if rules.opens(kind, source)}


def _onto(
    slots: Slots, wins: Sequence[tuple[Card, Own]], opens: Mapping[str, str]
) -> Iterator[tuple[int, Slots]]:
    """A triple that stands, opened by the winning card."""
    for at, slot in enumerate(slots):
        opened = tuple(
            _identical(opens[way.meld.kind], card, (*way.own, *own))
            for way in slot
            for card, own in wins
            if way.meld.kind in opens and way.meld.cards[0] == card
        )
        if opened:
            yield at, (*slots[:at], opened, *slots[at + 1 :])


def _is_compelled(start: Start, slots: Slots, source: str | None, rules: HandRules) -> bool:
    """Whether the card came onto a triple without special cards that it may not leave as it is."""
    triple, opened = slots[start.at][0], start.slots[start.at][0]
    return not opened.own and not rules.may_stay(triple.meld.kind, source)


def _made(card: Card, own: Own, source: str) -> Iterator[Way]:
    """A triple and a quad of the winning card, with loose cards equal to it or standing for it."""
    triple, quad = ("sao", "saochuan") if source == "self_draw" else ("peng", "kaiduo")
    yield _identical(triple, card, own, loose=2)
    yield _identical(quad, card, own, loose=3)


def _elsewhere(card: Card, own: Own) -> Iterator[Way]:
    """The shapes and the pair that the winning card may be in."""
    for cards in (*SHAPES, *YIWUSHI):
        if card in cards:
            others = list(cards)
            others.remove(card)
            yield Way(meld("shun", cards), own, tuple(others))
    yield _identical("pair", card, own, loose=1)
