"""What stands on paper: an evening in words, ready to be laid out as a page to print or as PDF."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """One player: name, how often they won, points ("+18 舵"), money, and what is still owed where it differs."""

    name: str
    wins: str
    points: tuple[str, ...]
    money: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One stage: game, people, how many deals, stake, rules in words, and their code."""

    name: str
    people: str
    deals: str
    stake: str
    words: str
    code: str


@dataclass(frozen=True, slots=True)
class Line:
    """One deal: its number, what happened, what it did to whom ("老王 +6"), and how it was worked out."""

    number: str
    title: str
    about: str
    figures: tuple[tuple[str, str], ...]
    how: str
    void: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole of it. ``dues``: who still pays whom; ``paid``: what was paid and carried; ``head`` in full."""

    title: str
    about: str
    places: tuple[Place, ...]
    dues_title: str
    dues: tuple[tuple[str, str], ...]
    paid: tuple[tuple[str, str], ...]
    best: str
    played: tuple[Played, ...]
    deals: Sequence[Line]
    head: str
