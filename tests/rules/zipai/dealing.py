"""Random hands for tests and benchmarks: built from groups, so that most of them win."""

import itertools
import random
from collections import Counter
from collections.abc import Sequence

from hypothesis import strategies as st

from zipai_ledger.rules.zipai.hand import ExposedMeld, Hand
from zipai_ledger.rules.zipai.melds import SHAPES
from zipai_ledger.rules.zipai.readings import Reading
from zipai_ledger.rules.zipai.words import GUILIN

SOURCES = ("self_draw", "other_draw", "discard")
_QUADS = (0, 0, 0, 1, 1, 1, 2, 2, 3, 4)
_THREES = ("chi", "chi", "peng", "sao", "held", "held", "held", "held", "held")


def complete_hand(chance: random.Random, groups: int = 7) -> Hand:
    """Cards that make up the right number of groups before and after the winning card, from any source."""
    while True:
        quads = min(chance.choice(_QUADS), groups - 1)
        laid: list[ExposedMeld] = []
        held: list[int] = []
        for _ in range(quads):
            _add_quad(chance, laid, held)
        for _ in range(groups - quads - bool(quads)):
            _add_three(chance, laid, held)
        if quads:
            held += (chance.randrange(20),) * 2
        if len(held) < 2 or max(Counter(itertools.chain(held, *(each.cards for each in laid))).values()) > 4:
            continue
        fourth = [card for card in held if any(each.cards == (card,) * 3 for each in laid)]
        winning = held.pop(held.index(fourth[0]) if fourth else chance.randrange(len(held)))
        chance.shuffle(held)
        hand = Hand(tuple(laid), tuple(held), winning, chance.choice(SOURCES))
        if sum(len(each.cards) for each in laid) + len(held) == 3 * groups - 1 + max(0, hand.quads - 1):
            return hand


def fourth_hand(chance: random.Random, groups: int = 7) -> Hand:
    """Cards that win by the fourth of a laid 碰 or 扫, which makes a quad of it or ends a run in the hand."""
    while True:
        card = chance.randrange(20)
        laid, held = [ExposedMeld(chance.choice(("peng", "sao")), (card,) * 3)], list[int]()
        if chance.random() < 0.5:
            held += (chance.randrange(20),) * 2
        else:
            held += chance.choice([shape for shape in SHAPES if card in shape])
            held.remove(card)
        for _ in range(groups - 2):
            _add_three(chance, laid, held)
        if max(Counter(itertools.chain((card,), held, *(each.cards for each in laid))).values()) > 4:
            continue
        chance.shuffle(held)
        hand = Hand(tuple(laid), tuple(held), card, chance.choice(SOURCES))
        if not hand.quads:
            return hand


def run_hand(chance: random.Random, shapes: Sequence[tuple[int, ...]], groups: int = 7) -> Hand:
    """Cards that win with one or two runs of these shapes, laid or held."""
    while True:
        laid: list[ExposedMeld] = []
        held: list[int] = []
        for shape in chance.choices(shapes, k=chance.choice((1, 1, 2))):
            if chance.random() < 0.5:
                laid.append(ExposedMeld("chi", shape))
            else:
                held += shape
        for _ in range(groups - len(laid) - len(held) // 3):
            _add_three(chance, laid, held)
        if not held or max(Counter(itertools.chain(held, *(each.cards for each in laid))).values()) > 3:
            continue
        chance.shuffle(held)
        return Hand(tuple(laid), tuple(held[:-1]), held[-1], chance.choice(SOURCES))


def _add_quad(chance: random.Random, laid: list[ExposedMeld], held: list[int]) -> None:
    """Four of a card: laid, held, or three of them laid before the fourth wins."""
    card = chance.randrange(20)
    kind = chance.choice(("kaiduo", "saochuan", "held", "peng", "sao"))
    if kind == "held":
        held += (card,) * 4
    elif kind in ("peng", "sao"):
        laid.append(ExposedMeld(kind, (card,) * 3))
        held.append(card)
    else:
        laid.append(ExposedMeld(kind, (card,) * 4))


def _add_three(chance: random.Random, laid: list[ExposedMeld], held: list[int]) -> None:
    kind = chance.choice(_THREES)
    if kind == "held":
        held += chance.choice(SHAPES) if chance.random() < 0.85 else (chance.randrange(20),) * 3
    elif kind == "chi":
        laid.append(ExposedMeld(kind, chance.choice(SHAPES)))
    else:
        laid.append(ExposedMeld(kind, (chance.randrange(20),) * 3))


def any_hand(chance: random.Random) -> Hand:
    """Cards drawn from the deck at random behind a few groups on the table; few of these win."""
    deck = [card for card in range(20) for _ in range(4)]
    chance.shuffle(deck)
    laid: list[ExposedMeld] = []
    for _ in range(chance.randrange(6)):
        card = chance.randrange(20)
        kind = chance.choice(("peng", "sao", "kaiduo", "saochuan"))
        cards = (card,) * (3 if kind in ("peng", "sao") else 4)
        if deck.count(card) == 4:
            laid.append(ExposedMeld(kind, cards))
            for each in cards:
                deck.remove(each)
    quads = sum(len(each.cards) == 4 for each in laid)
    wanted = 20 + max(0, quads - 1) - sum(len(each.cards) for each in laid)
    return Hand(tuple(laid), tuple(deck[:wanted]), deck[wanted], chance.choice(SOURCES))


def dealt_hand(chance: random.Random, groups: int = 7) -> Hand:
    """The dealer's cards, built from groups; those with more than one quad win nothing."""
    wanted = 3 * groups
    while True:
        held: list[int] = []
        quads = chance.choice((0, 0, 1, 1, 1, 2))
        for _ in range(quads):
            held += (chance.randrange(20),) * 4
        for _ in range(groups - quads - bool(quads)):
            held += chance.choice(SHAPES) if chance.random() < 0.7 else (chance.randrange(20),) * 3
        held += (chance.randrange(20),) * 2 if quads else ()
        if len(held) >= wanted and max(Counter(held).values()) <= 4:
            chance.shuffle(held)
            return Hand((), tuple(held[:wanted]), None, "dealt")


def opening_hand(chance: random.Random, cards: int) -> Hand:
    """So many cards dealt with three quads or five triples among them."""
    kinds = chance.sample(range(20), 20)
    quads = chance.choice((0, 0, 1, 3))
    triples = max(0, 5 - quads) if quads < 3 else chance.randrange(2)
    held = [kind for kind in kinds[:quads] for _ in range(4)]
    held += [kind for kind in kinds[quads : quads + triples] for _ in range(3)]
    loose = [kind for kind in kinds[quads + triples :] for _ in range(2)]
    held += chance.sample(loose, cards - len(held))
    chance.shuffle(held)
    return Hand((), tuple(held), None, "dealt")


def crowded_hand(chance: random.Random) -> Hand:
    """All groups held and made of few numbers, so that they can be read in many ways."""
    while True:
        lowest = chance.randrange(5)
        near = [shape for shape in SHAPES if all(lowest <= card % 10 < lowest + 6 for card in shape)]
        held: list[int] = []
        for shape in chance.choices(near, k=40):
            if len(held) < 21 and max(Counter((*held, *shape)).values()) <= 2:
                held += shape
        if len(held) == 21:
            return Hand((), tuple(held[:-1]), held[-1], chance.choice(SOURCES))


def built_hands() -> st.SearchStrategy[Hand]:
    return st.integers(0, 2**40).map(lambda seed: complete_hand(random.Random(seed)))


def drawn_hands() -> st.SearchStrategy[Hand]:
    return st.integers(0, 2**40).map(lambda seed: any_hand(random.Random(seed)))


def groups_of(reading: Reading) -> str:
    """A reading in the words of 桂林, which tell a 搭子 from a run."""
    kinds = [
        "da" if each.kind == "shun" and each.cards[0] == each.cards[1] else each.kind
        for each in reading.melds
    ]
    return " ".join(GUILIN.names[kind] + each.text for kind, each in zip(kinds, reading.melds, strict=True))
