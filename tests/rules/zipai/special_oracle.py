"""A slow second opinion on hands with 飞王 and 秤子: each stands for everything it may, one after the other.

Like `oracle`, whose partitions it judges, it shares nothing with the search: cards are characters.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from tests.rules.zipai.oracle import (
    BIG,
    SMALL,
    Groups,
    group_of,
    is_shape,
    partitions,
    upgrades,
    worth,
    written,
)
from zipai_ledger.rules.zipai.handrules import HandRules

MAY_STAND_FOR = {
    "飞": SMALL + BIG,
    "秤贰柒拾": "贰柒拾",
    "秤二七十": "二七十",
    "秤叁陆玖": "叁陆玖",
    "秤三六九": "三六九",
}
Laid = tuple[str, tuple[str, ...]]
"""Kind and cards of a group on the table, special cards by name."""


class Token(NamedTuple):
    """A card as what it stands for, whether it is the winning one, and whether it stands for nothing but itself."""

    card: str
    won: bool
    ordinary: bool


def stood(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield from product(*(MAY_STAND_FOR.get(card, card if len(card) == 1 else "") for card in cards))


def laid_as(laid: Laid) -> set[tuple[str, str]]:
    """What a group on the table may be."""
    kind, cards = laid
    good = is_shape if kind == "chi" else lambda found: len(set(found)) == 1
    return {(kind, written(found)) for found in stood(cards) if good(found)}


def triples_are_whole(split: Sequence[Sequence[Token]], held: Counter[str]) -> bool:
    """Three ordinary cards in the hand are in one group of that card."""
    for card, copies in held.items():
        if copies >= 3:
            token = Token(card, False, True)
            having = [group for group in split if token in group]
            if len(having) != 1 or {each.card for each in having[0]} != {card}:
                return False
    return True


def is_obeyed(
    split: Sequence[Sequence[Token]], table: Groups, tables: Groups, won: str, held: Counter[str]
) -> bool:
    """One's own draw joins the ordinary pair or triple in the hand, or the ordinary 扫 on the table."""
    if ("sao", won * 3) in tables:
        return ("saochuan", won * 4) in table
    if held[won] < 2:
        return True
    joined = [group for group in split if any(token.won for token in group)]
    equal = Token(won, False, True)
    return (
        bool(joined) and {token.card for token in joined[0]} == {won} and joined[0].count(equal) == held[won]
    )


def is_opened(
    split: Sequence[Sequence[Token]],
    table: Groups,
    tables: Groups,
    won: str,
    held: Counter[str],
    source: str,
    rules: HandRules,
) -> bool:
    """Another's card, or one that a 碰 has to open by, joins the ordinary triple that may not stay."""
    if ("peng", won * 3) in tables:
        return source not in rules.must_open or ("kaiduo", won * 4) in table
    laid = ("sao", won * 3) in tables
    never_opens = laid and (source, rules.sao_opens_on) == ("discard", "any_draw")
    may_stay = rules.qiangzhao == "any" or (rules.qiangzhao, source) == ("discard", "discard")
    if source == "self_draw" or never_opens or may_stay or not (laid or held[won] == 3):
        return True
    if laid:
        return ("kaiduo", won * 4) in table
    return any(
        {token.card for token in group} == {won} and group.count(Token(won, False, True)) == 3
        for group in split
        if any(token.won for token in group)
    )


def oracle(
    laid: Sequence[Laid], held: Sequence[str], won: str | None, source: str, rules: HandRules
) -> dict[Groups, int]:
    """All legal readings and their 胡; a reading may be found for many reasons."""
    ordinary = Counter(card for card in held if card not in MAY_STAND_FOR)
    whole = tuple((kind, written(cards)) for kind, cards in laid if not set(cards) & MAY_STAND_FOR.keys())
    found: dict[Groups, int] = {}
    for table, cards in product(product(*map(laid_as, laid)), stood(held)):
        tokens = [Token(card, False, was not in MAY_STAND_FOR) for card, was in zip(cards, held, strict=True)]
        for last in stood([won] if won else []):
            winning = [Token(card, True, won not in MAY_STAND_FOR) for card in last]
            placed = [(table, tokens + winning)]
            placed += [
                (now, tokens)
                for card in last
                for now in upgrades(table, card, source, rules.peng_opens_on, rules.sao_opens_on)
            ]
            for now, loose in placed:
                for split in (
                    *partitions(tuple(sorted(loose)), source, 0),
                    *partitions(tuple(sorted(loose)), source, 1),
                ):
                    named = tuple(group_of(group, source) for group in split)
                    reading = tuple(sorted((*now, *named)))
                    quads = sum(len(each) == 4 for _, each in reading)
                    pairs = sum(len(each) == 2 for _, each in reading)
                    complete = len(reading) == rules.form.groups and pairs == (1 if quads else 0)
                    if not complete or not triples_are_whole(split, ordinary):
                        continue
                    fourth = winning and winning[0].ordinary
                    if fourth and not is_opened(split, now, whole, str(won), ordinary, source, rules):
                        continue
                    forced = source == "self_draw" and winning and winning[0].ordinary
                    if not forced or is_obeyed(split, now, whole, str(won), ordinary):
                        found[reading] = worth(reading)
    return found
