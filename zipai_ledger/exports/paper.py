"""An evening in words: what picture, text for chat and paper have in common, and all that stands on paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from zipai_ledger.formats.numbers import sign, signed


@dataclass(frozen=True, slots=True)
class PlayerPoints:
    """What somebody won in one unit, which has a word where there are several."""

    units: int
    unit: str

    @property
    def text(self) -> str:
        """+18 舵."""
        return f"{signed(self.units)} {self.unit}".strip()

    @property
    def sign(self) -> str:
        """The class of the number."""
        return sign(self.units)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player: name, how often they won in words, points by unit, money by currency."""

    name: str
    wins: str
    points: tuple[PlayerPoints, ...]
    money: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenTransfer:
    """Who still pays whom, and how much in words."""

    payer: str
    payee: str
    amount: str


@dataclass(frozen=True, slots=True)
class StageRules:
    """One stage's rules: game, people, deals, stake, and the rules in words."""

    name: str
    people: str
    deals: str
    stake: str
    words: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The rules in one line."""
        return " ・ ".join(self.words)


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One deal: its number, what happened, what it did to whom ("老王 +6"), and how it was worked out."""

    number: str
    title: str
    about: str
    figures: tuple[tuple[str, str], ...]
    how: str
    void: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole of it. ``dues``: who still pays whom; ``paid``: what was paid and carried; ``unsettled``: of a round; ``head`` in full."""

    title: str
    about: str
    places: tuple[PlayerResult, ...]
    dues_title: str
    dues: tuple[OpenTransfer, ...]
    paid: tuple[tuple[str, str], ...]
    unsettled: str
    best: str
    played: tuple[StageRules, ...]
    deals: Sequence[PaperLine]
    head: str
