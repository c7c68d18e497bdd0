"""Groups of cards as they are drawn: which faces, which backs, how they overlap, what a screen reader says."""

from collections.abc import Iterable, Mapping
from typing import Any

from zipai_ledger.rules import messages
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.zipai.cards import CARDS, is_big

from .numbers import language, word

HIDDEN = {"sao": 2, "saochuan": 3}
"""How many cards of a group lie face down."""
SIZES = {True: Words("大", " big "), False: Words("小", " small ")}

BESIDE = Words("", " ")
SPOKEN_IN = Words("", "zh")
"""An English voice cannot read cards, a Chinese one reads big and small as well."""


def spoken(cards: str) -> str:
    """Cards as they are said: speech cannot tell 八 from 捌."""
    return "".join(f"{word(SIZES[is_big(CARDS.index(char))])}{char}" for char in cards).strip()


def group_text(kind: str, cards: str, texts: messages.Texts) -> str:
    """What a group is called in the words of its game: 碰玖, 贰柒拾."""
    if len(set(cards)) == 1:
        return f"{messages.spoken(kind, language(), texts=texts)}{cards[0]}"
    return cards


def fan(kind: str, cards: str, texts: messages.Texts) -> dict[str, Any]:
    """One group to be drawn."""
    same = len(set(cards)) == 1
    hidden = HIDDEN.get(kind, 0)
    faces = ["b"] * hidden + [str(CARDS.index(char)) for char in cards][hidden:]
    shape = "pair" if len(cards) == 2 else "same" if same else "run"
    named = messages.spoken(kind, language(), texts=texts)
    label = f"{named}{word(BESIDE)}{spoken(cards[0])}" if same else spoken(cards)
    return {"shape": shape, "faces": faces, "label": label, "lang": word(SPOKEN_IN)}


def fans(melds: Iterable[Mapping[str, Any]], texts: messages.Texts) -> list[dict[str, Any]]:
    """Several groups, best first."""
    return [fan(meld["kind"], meld["cards"], texts) for meld in sorted(melds, key=lambda meld: -meld["hu"])]
