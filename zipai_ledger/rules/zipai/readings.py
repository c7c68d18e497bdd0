"""The legal readings of a hand, exactly as docs/rules/cards.md#readings has them."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from .cards import COPIES, FIELD, FOURS, ONES, ORDINARY, UNIT, Bag, Card
from .covers import Cover, Tables, covers, paired_covers, tables, worth_of
from .form import Form
from .hand import Hand
from .handrules import HandRules, Reading, order
from .melds import Meld, identical
from .specials import Search

__all__ = ["HandRules", "Reading", "best", "readings"]

_INDEX: Final = attrgetter("index")
_PENG: Final = identical("peng")
_KAN: Final = identical("kan")
_SAO: Final = identical("sao")
_KAIDUO: Final = identical("kaiduo")
_SAOCHUAN: Final = identical("saochuan")
_KAN_AT: Final = dict(zip(UNIT, _KAN, strict=True))
_SAOCHUAN_AT: Final = {COPIES * unit: quad for unit, quad in zip(UNIT, _SAOCHUAN, strict=True)}


class Position(NamedTuple):
    """A hand before the winning card: the groups that stand (laid ones, then 坎 and dealt quads), the loose cards.

    ``held`` and ``lying`` are all the cards in the hand, and all those on the table; ``quads``: a group of four stands.
    """

    stands: tuple[Meld, ...]
    loose: Bag
    held: Bag
    lying: Bag
    quads: bool


class Play(NamedTuple):
    """One use of the winning card: the groups that stand, and the cards left for shapes and the pair.

    ``quads``: a group of four stands, so that a pair is needed.
    """

    stands: tuple[Meld, ...]
    loose: Bag
    quads: bool


def position(hand: Hand) -> Position:
    """Held three of a kind are a 坎, four a 扫穿, and never split (docs/rules/cards.md#reading-1)."""
    held = hand.held
    lying = hand.bag - held - (0 if hand.winning_card is None else UNIT[hand.winning_card])
    fours = held & FOURS
    threes = held & held >> 1 & ONES
    kept = [*_melds_at(fours, _SAOCHUAN_AT), *_melds_at(threes, _KAN_AT)] if fours | threes else ()
    stands = (*[each.meld for each in hand.exposed], *kept)
    return Position(stands, held - fours - 3 * threes, held, lying, hand.quads > 0)


def _melds_at(bits: Bag, at: dict[Bag, Meld]) -> Iterable[Meld]:
    while bits:
        lowest = bits & -bits
        yield at[lowest]
        bits ^= lowest


def plays(before: Position, card: Card | None, source: str | None, rules: HandRules) -> list[Play]:
    """Every use of the winning card: 扫 and 扫穿 compulsory on one's own draw (docs/rules/cards.md#readings)."""
    stands, loose, held, lying, quads = before
    if card is None:
        return [Play(stands, loose, quads)]
    unit = UNIT[card]
    elsewhere = Play(stands, loose + unit, quads)
    copies = held // unit & FIELD
    if copies == 2:
        return _onto_a_pair(before, card, source, elsewhere)
    if copies == 3:
        return _onto_a_triple(before, _KAN[card], source, rules, elsewhere)
    if lying // unit & FIELD != 3:
        return [elsewhere]
    for triple in (_SAO[card], _PENG[card]):
        if triple in stands:
            return _onto_a_triple(before, triple, source, rules, elsewhere)
    return [elsewhere]


def _onto_a_pair(before: Position, card: Card, source: str | None, elsewhere: Play) -> list[Play]:
    loose = before.loose - 2 * UNIT[card]
    if source == "self_draw":
        return [Play((*before.stands, _SAO[card]), loose, before.quads)]
    return [Play((*before.stands, _PENG[card]), loose, before.quads), elsewhere]


def _onto_a_triple(
    before: Position, triple: Meld, source: str | None, rules: HandRules, elsewhere: Play
) -> list[Play]:
    """抢招 (qiangzhao): where the table has it, a card need not open the triple if it wins elsewhere."""
    kind = triple.kind
    if not rules.opens(kind, source):
        return [elsewhere]
    quads = _SAOCHUAN if source == "self_draw" and kind != "peng" else _KAIDUO
    opened = _opened(before, triple, quads[triple.cards[0]])
    return [opened, elsewhere] if rules.may_stay(kind, source) else [opened]


def _opened(before: Position, triple: Meld, quad: Meld) -> Play:
    stands = tuple([quad if each is triple else each for each in before.stands])
    return Play(stands, before.loose, quads=True)


def play_covers(play: Play, form: Form, known: Tables) -> Sequence[Cover]:
    """How the loose cards fill the groups that lack; with a quad one of them is the pair."""
    lack = form.groups - len(play.stands)
    if play.quads:
        return paired_covers(play.loose, lack - 1, known) if lack else ()
    return covers(play.loose, lack, known) if lack >= 0 else ()


def _found(hand: Hand, rules: HandRules) -> list[Reading]:
    values = rules.values
    known, worth = tables(values.yiwushi), values.table
    found = []
    for play in plays(position(hand), hand.winning_card, hand.source, rules):
        ways = play_covers(play, rules.form, known)
        if ways:
            stands = play.stands
            standing = sum(map(worth.__getitem__, map(_INDEX, stands)))
            found += [Reading(stands + way.melds, standing + worth_of(way, values)) for way in ways]
    return found


def readings(hand: Hand, rules: HandRules) -> tuple[Reading, ...]:
    """Every distinct reading, the best first; none where the hand does not win.

    A hand with a wrong number of cards has none either (`form.check_count` refuses it in words); one with 飞王 or 秤子 may
    have too many to list (see `specials`).
    """
    if hand.bag > ORDINARY:
        return Search(hand, rules).readings()
    found = _found(hand, rules)
    return tuple(sorted(found, key=order) if len(found) > 1 else found)


def best(hand: Hand, rules: HandRules) -> Reading | None:
    """The reading worth most 胡, the first of `readings`; None where the hand does not win."""
    special = hand.bag > ORDINARY
    found = readings(hand, rules) if special else _found(hand, rules)
    if len(found) > 1 and not special:
        return min(found, key=order)
    return found[0] if found else None
