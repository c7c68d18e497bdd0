"""Groups of cards as they are drawn: which faces, which backs, how they overlap, what a screen reader says."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from zipai_ledger.formats.speaker import word
from zipai_ledger.ledger.trail.bodies import MeldBody
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.zipai.cards import CARDS, FEI, SETS, Card, card_name, is_big, is_special

from .template_values import TemplateValue

HIDDEN = {"sao": 2, "saochuan": 3}
"""How many cards of a group lie face down."""
SIZES = {True: Words("大", " big "), False: Words("小", " small ")}
SPOKEN_FEI = {"飞": "飞王"}
"""What one character alone does not say."""

BESIDE = Words("", " ")
KEPT = 1_000
"""Groups that are drawn; in one language a game has some two hundred."""
SPOKEN_IN = Words("", "zh")
"""An English voice cannot read cards, a Chinese one reads big and small as well."""


@dataclass(frozen=True, slots=True)
class Fan(TemplateValue):
    """One group as `components/fan.html` draws it.

    ``shape``: ``same`` (overlaps closely), ``run`` or ``pair``; ``faces``, in order: 0…24, ``w`` for a 王, or ``b`` for a
    back; ``label``: what a screen reader says (扫穿大伍), in the language ``lang`` where that is not the page's.
    """

    shape: str
    faces: tuple[str, ...]
    label: str
    lang: str = ""


def spoken(cards: str) -> str:
    """Cards as they are said: speech cannot tell 八 from 捌."""
    return spoken_cards(map(CARDS.index, cards))


def spoken_cards(cards: Iterable[Card], fei: str = "飞") -> str:
    """The same of cards by number, 飞王 and 秤子 among them."""
    return "".join(_spoken_card(card, fei) for card in cards).strip()


def _spoken_card(card: Card, fei: str) -> str:
    if card == FEI:
        return f"{word(BESIDE)}{SPOKEN_FEI.get(fei, fei)}"
    if is_special(card):
        return f"{word(BESIDE)}秤子{''.join(_spoken_card(one, fei) for one in SETS[card])}"
    return f"{word(SIZES[is_big(card)])}{card_name(card)}"


def group_text(kind: str, cards: str, speaker: Speaker) -> str:
    """What a group is called in the words of its game: 碰玖, 贰柒拾."""
    if len(set(cards)) == 1:
        return f"{speaker.label(kind)}{speaker.word(BESIDE)}{cards[0]}"
    return cards


def group_fan(kind: str, cards: str, speaker: Speaker) -> Fan:
    """A group of cards."""
    return _drawn_group(kind, cards, speaker.label(kind), speaker.lang)


@lru_cache(maxsize=KEPT)
def _drawn_group(kind: str, cards: str, name: str, lang: str) -> Fan:
    """The same by what it is called in this language; a long evening has few groups that it has not had before."""
    same = len(set(cards)) == 1
    hidden = HIDDEN.get(kind, 0)
    faces = ("b",) * hidden + tuple(str(CARDS.index(char)) for char in cards)[hidden:]
    shape = "pair" if len(cards) == 2 else "same" if same else "run"
    beside = BESIDE.in_language(lang)
    label = f"{name}{beside}{spoken(cards[0])}" if same else spoken(cards)
    return Fan(shape, faces, label, SPOKEN_IN.in_language(lang))


def group_fans(melds: Iterable[MeldBody], speaker: Speaker) -> list[Fan]:
    """Groups of a stored reading, best first."""
    best_first = sorted(melds, key=lambda meld: -meld["hu"])
    return [group_fan(meld["kind"], meld["cards"], speaker) for meld in best_first]


def loose_fan(cards: tuple[Card, ...], fei: str = "飞") -> Fan:
    """Cards that are no group; ``fei``: what 飞王 is called (`Ruleset.fei`)."""
    return Fan("pair", tuple(face(card, fei) for card in cards), spoken_cards(cards, fei))


def face(card: Card, fei: str) -> str:
    """The name by which a card is drawn: a 飞王 that is called 王 looks so."""
    return "w" if card == FEI and fei == "王" else str(card)
