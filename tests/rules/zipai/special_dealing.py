"""Random hands with 飞王 and 秤子: ordinary ones with some cards exchanged."""

import random

from zipai_ledger.rules.zipai.cards import SETS, is_special
from zipai_ledger.rules.zipai.hand import ExposedMeld, Hand


def _exchanged(chance: random.Random, card: int, kinds: tuple[int, ...]) -> int:
    """A special card in the place of an ordinary one that it may stand for."""
    return chance.choice([special for special in kinds if card in SETS[special]] or [card])


def with_specials(
    chance: random.Random, hand: Hand, number: int, known: tuple[int, ...] = (20, 21, 22, 23, 24)
) -> Hand:
    """The hand with so many of its cards exchanged for those known, wherever they are, 飞王 half of the time."""
    concealed, laid, won = list(hand.concealed), list(hand.exposed), hand.winning_card
    for _ in range(number):
        kinds = known[:1] if chance.random() < 0.5 else known
        where = chance.random()
        if where < 0.2 and won is not None:
            won = won if is_special(won) else _exchanged(chance, won, kinds)
        elif where < 0.5 and laid:
            at = chance.randrange(len(laid))
            cards = list(laid[at].cards)
            place = chance.randrange(len(cards))
            if not is_special(cards[place]):
                cards[place] = _exchanged(chance, cards[place], kinds)
                laid[at] = ExposedMeld(laid[at].kind, tuple(cards))
        else:
            place = chance.randrange(len(concealed))
            if not is_special(concealed[place]):
                concealed[place] = _exchanged(chance, concealed[place], kinds)
    return Hand(tuple(laid), tuple(concealed), won, hand.source)
