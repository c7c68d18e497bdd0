"""The deck: ten small and ten big numbers, four of each (docs/rules/cards.md#deck)."""

import re
import unicodedata
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from ..problems import Problem, Refused

Card = int
"""0–9 are 一…十, 10–19 are 壹…拾: the order of the deck; 20–24 stand for others (`SETS`)."""

CARDS: Final = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
SIZE: Final = 10
KINDS_OF_CARD: Final = range(len(CARDS))
COPIES: Final = 4
QUOTED: Final = 12
"""As much of what was entered as an error repeats."""

SETS: Final = MappingProxyType(
    {20: tuple(KINDS_OF_CARD), 21: (11, 16, 19), 22: (1, 6, 9), 23: (12, 15, 18), 24: (2, 5, 8)}
)
"""飞王 (feiwang) and the four 秤子 (chengzi) → the cards each may stand for (docs/rules/cards.md#special-cards)."""

FEI: Final = 20
"""飞王: stands for any card."""

NAMES: Final[tuple[str, ...]] = (
    *CARDS,
    "飞",
    *(f"秤{''.join(CARDS[card] for card in SETS[each])}" for each in range(21, 25)),
)
"""Every card as it is written."""

Bag = int
"""Counts of the kinds of card in one integer, three bits each: room for seven of a card."""

UNIT: Final = tuple(1 << 3 * card for card in KINDS_OF_CARD)
"""One card of each kind, as a bag."""

WEIGHT: Final = tuple(1 << 3 * card for card in range(len(NAMES)))
"""The same, with the cards that stand for others above the twenty kinds."""

ORDINARY: Final = UNIT[-1] * 8 - 1
"""The part of a bag that counts ordinary cards."""

FIELD: Final = 7
ONES: Final = sum(UNIT)
FOURS: Final = COPIES * ONES
"""The bit of each kind that is set where a bag has four of it."""

CARD_AT: Final = {name: card for card, name in enumerate(CARDS)}
"""Character → card, as the program itself writes cards."""

_RED_NUMBERS: Final = frozenset({2, 7, 10})
_VARIANTS: Final = str.maketrans(
    "貳貮弐參叄叅参陸漆开開舵柁掃過順對龍錐點條張（）［］【】〔〕飛稱称",
    "贰贰贰叁叁叁叁陆柒开开舵舵扫过顺对龙锥点条张()()()()飞秤秤",
)
SPACE: Final = r"[\s,、;.。·|/]+"
"""Pattern of what may stand between cards and groups, in a `plain` text."""


def _name_aloud_pattern(card: Card) -> str:
    """Pattern of one card of a 秤子: 贰, or 大二 and 大贰."""
    return (
        f"(?:{CARDS[card]}|{'大' if card >= SIZE else '小'}[{CARDS[card % SIZE]}{CARDS[card % SIZE + SIZE]}])"
    )


SPECIAL: Final = "|".join(
    ("飞王?", *(f"秤子?{''.join(map(_name_aloud_pattern, SETS[each]))}" for each in SETS if each != FEI))
)
"""Pattern of a card that stands for others in a `plain` text: 飞, 飞王, 秤贰柒拾, 秤子大二大七大十."""

CARD: Final = rf"(?:[大小]?[{CARDS}]|{SPECIAL})"
"""Pattern of one card in a `plain` text."""

LONGEST: Final = 120
"""Characters of a text of cards; thirty name_aloud cards with blanks have fewer."""

_LEXEME: Final = re.compile(
    rf"(?P<card>(?P<size>[大小]?)(?P<name>[{CARDS}])|{SPECIAL})|{SPACE}|(?P<nonsense>(?:(?!{CARD}|{SPACE}).)+)",
    re.DOTALL,
)


def number(card: Card) -> int:
    """1 to 10, whatever the size."""
    return card % SIZE + 1


def is_big(card: Card) -> bool:
    """壹…拾 are big, 一…十 small."""
    return card >= SIZE


def is_red(card: Card) -> bool:
    """二 七 十 贰 柒 拾 are printed red."""
    return number(card) in _RED_NUMBERS


def is_special(card: Card) -> bool:
    """Whether the card stands for others: 飞王 and 秤子."""
    return card >= FEI


def card_name(card: Card) -> str:
    """The card's character; 秤 is followed by its three."""
    return NAMES[card]


def card_text(cards: tuple[Card, ...]) -> str:
    """Characters run together, in the order given."""
    return "".join(map(NAMES.__getitem__, cards))


def name_aloud(card: Card) -> str:
    """小八, 大八: what a player says, since 八 and 捌 sound alike."""
    return f"{'大' if is_big(card) else '小'}{CARDS[card % SIZE]}"


def other_size(card: Card) -> Card:
    """捌 for 八 and back."""
    return (card + SIZE) % len(CARDS)


def step(card: Card, by: int) -> Card:
    """The card ``by`` numbers on, in a circle of its own size: after 十 comes 一."""
    return card - card % SIZE + (card + by) % SIZE


def bag_of(cards: Iterable[Card]) -> Bag:
    """The counts of these cards."""
    return sum(map(WEIGHT.__getitem__, cards))


def are_few(bag: Bag, number: int) -> bool:
    """Whether these are so many cards, and no kind of them more than four times.

    A kind that occurs more than seven times runs over into the next, so that the counts no longer add up.
    """
    ones, twos, fours = bag & ONES, bag >> 1 & ONES, bag >> 2 & ONES
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count() == number and not fours & (
        ones | twos
    )


def plain(text: str) -> str:
    """The same text in simplified characters and half-width signs; every character stays in its place."""
    return "".join(map(_plain_character, text)).translate(_VARIANTS).lower()


def _plain_character(character: str) -> str:
    folded = unicodedata.normalize("NFKC", character)
    return folded if len(folded) == 1 else character


def quote(text: str) -> str:
    """What an error repeats of a text that may be very long."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"


def _card(found: re.Match[str]) -> Card:
    """The card of one match of `_LEXEME`."""
    size, name = found["size"], found["name"]
    if name is None:
        return _special(found["card"])
    card = CARDS.index(name)
    return card % SIZE + (SIZE if size == "大" else 0) if size else card


def _special(text: str) -> Card:
    """The card a text of the pattern `SPECIAL` names: 秤子 by its first number and its size."""
    if text.startswith("飞"):
        return FEI
    first = text.removeprefix("秤").removeprefix("子")
    card = (
        CARDS.index(first[0])
        if first[0] in CARDS
        else CARDS.index(first[1]) % SIZE + SIZE * (first[0] == "大")
    )
    return next(each for each, stood in SETS.items() if each != FEI and stood[0] == card)


def parse_cards(text: object, field: str) -> tuple[Card, ...]:
    """The cards of a text, in the order written: ``八捌``, ``小八大八``, 貳 參 叄 陸, 飞; blanks do not matter.

    Raises `Refused` (``bad_card``) once for each run of characters that is no card.
    """
    if not isinstance(text, str):
        raise Refused(Problem("bad_card", field, "not_text"))
    if len(text) > LONGEST:
        raise Refused(Problem("bad_card", field, "too_long", {"text": quote(text), "most": LONGEST}))
    try:
        return tuple([CARD_AT[character] for character in text])
    except KeyError:
        return _parse_generously(text, field)


def _parse_generously(text: str, field: str) -> tuple[Card, ...]:
    lexemes = [*_LEXEME.finditer(plain(text))]
    nonsense = [text[run.start() : run.end()] for run in lexemes if run["nonsense"]]
    if nonsense:
        raise Refused(*(Problem("bad_card", field, params={"text": quote(run)}) for run in nonsense))
    return tuple([_card(found) for found in lexemes if found["card"]])


def parse_card(text: object, field: str) -> Card:
    """Exactly one card; raises `Refused` otherwise."""
    cards = parse_cards(text, field)
    if len(cards) != 1:
        raise Refused(
            Problem("bad_card", field, "one_expected", {"text": quote(str(text)), "got": len(cards)})
        )
    return cards[0]
