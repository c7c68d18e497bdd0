"""Groups of cards as they are drawn: which faces, which backs, how they overlap, what a screen reader says."""

from collections.abc import Iterable, Mapping
from typing import Any

from zipai_ledger.formats.speaker import word
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.zipai.cards import CARDS, is_big

HIDDEN = {"sao": 2, "saochuan": 3}
"""How many cards of a group lie face down."""
SIZES = {True: Words("大", " big "), False: Words("小", " small ")}

BESIDE = Words("", " ")
SPOKEN_IN = Words("", "zh")
"""An English voice cannot read cards, a Chinese one reads big and small as well."""


def spoken(cards: str) -> str:
    """Cards as they are said: speech cannot tell 八 from 捌."""
    return "".join(f"{word(SIZES[is_big(CARDS.index(char))])}{char}" for char in cards).strip()


def group_text(kind: str, cards: str, speaker: Speaker) -> str:
    """What a group is called in the words of its game: 碰玖, 贰柒拾."""
    if len(set(cards)) == 1:
        return f"{speaker.label(kind)}{cards[0]}"
    return cards


def fan(kind: str, cards: str, speaker: Speaker) -> dict[str, Any]:
    """One group to be drawn."""
    same = len(set(cards)) == 1
    hidden = HIDDEN.get(kind, 0)
    faces = ["b"] * hidden + [str(CARDS.index(char)) for char in cards][hidden:]
    shape = "pair" if len(cards) == 2 else "same" if same else "run"
    label = f"{speaker.label(kind)}{word(BESIDE)}{spoken(cards[0])}" if same else spoken(cards)
    return {"shape": shape, "faces": faces, "label": label, "lang": word(SPOKEN_IN)}


def fans(melds: Iterable[Mapping[str, Any]], speaker: Speaker) -> list[dict[str, Any]]:
    """Several groups, best first."""
    return [fan(meld["kind"], meld["cards"], speaker) for meld in sorted(melds, key=lambda meld: -meld["hu"])]
