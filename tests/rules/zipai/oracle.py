"""A slow second opinion: every partition of the cards is written down, then judged by the rules.

Shares nothing with the search it judges: cards are characters, groups are strings.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from zipai_ledger.rules.zipai.handrules import HandRules

SMALL = "一二三四五六七八九十"
BIG = "壹贰叁肆伍陆柒捌玖拾"
RED = "二七十贰柒拾"


class Token(NamedTuple):
    """One card, and whether it is the winning one."""

    card: str
    won: bool


Groups = tuple[tuple[str, str], ...]
"""Kind and cards of each group, sorted."""


def size_of(card: str) -> str:
    return SMALL if card in SMALL else BIG


def rank(card: str) -> int:
    return size_of(card).index(card) + 1


def is_shape(cards: tuple[str, ...]) -> bool:
    ranks = sorted(map(rank, cards))
    sizes = Counter(map(size_of, cards))
    if len(sizes) == 1:
        return ranks == [2, 7, 10] or ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    return len(set(ranks)) == 1


def written(cards: tuple[str, ...]) -> str:
    return "".join(sorted(cards, key=lambda card: (SMALL + BIG).index(card)))


@cache
def group_of(tokens: tuple[Token, ...], source: str | None) -> tuple[str, str] | None:
    """Kind and cards of a group among held cards and the winning card, if these tokens make one."""
    cards = tuple(token.card for token in tokens)
    won = any(token.won for token in tokens)
    own = source == "self_draw"
    if len(set(cards)) == 1:
        if len(cards) == 3:
            kind = ("sao" if own else "peng") if won else "kan"
        elif len(cards) == 4:
            kind = "kaiduo" if won and not own else "saochuan"
        else:
            kind = "pair"
        return kind, written(cards)
    return ("shun", written(cards)) if len(cards) == 3 and is_shape(cards) else None


@lru_cache(maxsize=1 << 16)
def partitions(
    tokens: tuple[Token, ...], source: str | None, pairs: int
) -> tuple[tuple[tuple[Token, ...], ...], ...]:
    """Every way to make groups and so many pairs of these tokens, which are sorted; ways to split a rest are kept."""
    return tuple(_partitions(tokens, source, pairs))


def _partitions(
    tokens: tuple[Token, ...], source: str | None, pairs: int
) -> Iterator[tuple[tuple[Token, ...], ...]]:
    if not tokens:
        if pairs == 0:
            yield ()
        return
    first, others = tokens[0], tokens[1:]
    equal = tuple(token for token in others if token.card == first.card)
    wholes = {*combinations(others, 2), *combinations(equal, 3)}
    if pairs:
        wholes |= set(combinations(equal, 1))
    for chosen in sorted(wholes):
        group = (first, *chosen)
        if group_of(group, source) is None:
            continue
        left = list(others)
        for token in chosen:
            left.remove(token)
        for later in partitions(tuple(left), source, pairs - (len(group) == 2)):
            yield (group, *later)


def keeps_triples_whole(groups: tuple[tuple[Token, ...], ...], held: Counter[str]) -> bool:
    """坎 and dealt quads are never split."""
    for card, copies in held.items():
        if copies >= 3:
            having = [group for group in groups if Token(card, won=False) in group]
            if len(having) != 1 or {token.card for token in having[0]} != {card}:
                return False
    return True


def upgrades(
    laid: Groups, card: str, source: str, peng_opens_on: str, sao_opens_on: str = "any_card"
) -> Iterator[Groups]:
    """The groups on the table after the winning card was laid onto one of them."""
    for at, (kind, cards) in enumerate(laid):
        if cards != card * 3 or kind == "chi":
            continue
        if kind == "sao" and (source, sao_opens_on) == ("discard", "any_draw"):
            continue
        if kind == "sao":
            new = "saochuan" if source == "self_draw" else "kaiduo"
        elif source == "self_draw" or (source == "other_draw" and peng_opens_on == "any_draw"):
            new = "kaiduo"
        else:
            continue
        yield (*laid[:at], (new, card * 4), *laid[at + 1 :])


def compulsion_is_kept(groups: Groups, laid: Groups, held: Counter[str], card: str) -> bool:
    """锥倒清倒比天还大: what one's own draw has to become."""
    if held[card] == 2:
        return ("sao", card * 3) in groups
    if held[card] == 3 or ("sao", card * 3) in laid:
        return ("saochuan", card * 4) in groups
    return True


def fourth_is_kept(
    groups: Groups, laid: Groups, held: Counter[str], card: str, source: str, rules: HandRules
) -> bool:
    """抢招, 不能不开招 and 不能不跑起: what the fourth card of a triple has to become."""
    quad = any(kind in ("kaiduo", "saochuan") and cards == card * 4 for kind, cards in groups)
    if ("peng", card * 3) in laid:
        return quad or source not in rules.must_open
    if source == "self_draw" or (held[card] != 3 and ("sao", card * 3) not in laid):
        return True
    if source == "discard" and held[card] != 3 and rules.sao_opens_on == "any_draw":
        return True
    return quad or rules.qiangzhao == "any" or (source == "discard" and rules.qiangzhao == "discard")


def oracle(laid: Groups, held: str, won: str | None, source: str, rules: HandRules) -> set[Groups]:
    """All legal readings, each as its sorted groups."""
    counts = Counter(held)
    tokens = tuple(Token(card, won=False) for card in held)
    placed = [(laid, tokens if won is None else (*tokens, Token(won, won=True)))]
    if won is not None:
        placed += [
            (table, tokens) for table in upgrades(laid, won, source, rules.peng_opens_on, rules.sao_opens_on)
        ]
    found: set[Groups] = set()
    for table, loose in placed:
        for pairs in (0, 1):
            for split in partitions(tuple(sorted(loose)), source, pairs):
                named = tuple(filter(None, (group_of(group, source) for group in split)))
                reading = tuple(sorted((*table, *named)))
                quads = sum(len(cards) == 4 for _, cards in reading)
                complete = len(reading) == rules.form.groups and pairs == (1 if quads else 0)
                whole = keeps_triples_whole(split, counts)
                forced = won is None or source != "self_draw"
                kept = won is None or fourth_is_kept(reading, laid, counts, won, source, rules)
                if (
                    complete
                    and whole
                    and kept
                    and (forced or compulsion_is_kept(reading, laid, counts, str(won)))
                ):
                    found.add(reading)
    return found


def worth(groups: Groups, red_peng: bool = False) -> int:
    """The 胡 of a reading."""
    return sum(worth_of(kind, cards, red_peng) for kind, cards in groups)


def worth_of(kind: str, cards: str, red_peng: bool) -> int:
    big = cards[0] in BIG
    if kind == "peng":
        if red_peng and cards[0] in RED:
            return 6 if big else 3
        return 3 if big else 1
    if kind in ("kan", "sao"):
        return 6 if big else 3
    if kind == "kaiduo":
        return 9 if big else 6
    if kind == "saochuan":
        return 12 if big else 9
    return {"一二三": 3, "二七十": 3, "壹贰叁": 6, "贰柒拾": 6}.get(cards, 0)
