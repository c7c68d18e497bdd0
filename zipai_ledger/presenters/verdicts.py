"""先看看 (xian kankan): the band under the cards: what a deal comes to before it is saved, or what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from zipai_ledger.entries.setting import Setting
from zipai_ledger.ledger.trail.bodies import ItemBody
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Item

from .template_values import TemplateValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(TemplateValue):
    """The band, empty. ``template`` says what one has to say.

    ``field`` is the part of the fact that is missing or wrong, named as in `Problem`: a tap on the save button leads there;
    ``turned`` how many 醒 cards are needed so far; ``big`` the large number, in ``unit``.
    """

    template: ClassVar[str] = "entries/_verdict.html"

    ready: bool = False
    bad: bool = False
    field: str = ""
    turned: int = 1
    big: int | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongVerdict(Verdict):
    """What is wrong, in words of the rules."""

    template: ClassVar[str] = "entries/_wrong.html"

    bad: bool = True
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingVerdict(Verdict):
    """What is still to be said. ``waits_for`` is its word in the template of the kind of entry, ``n`` how many are missing.

    ``question``: how the rules ask for it, where they have words of their own.
    """

    waits_for: str
    n: int = 0
    question: str = ""


@dataclass(frozen=True, slots=True)
class WorthLine:
    """A part of what a hand is worth, in words; all but the first are added to it."""

    label: str
    units: int


@dataclass(frozen=True, slots=True)
class Gain:
    """输赢 (shuying): what somebody wins or loses by a deal."""

    name: str
    units: int


def wrong(setting: Setting, problem: Problem) -> WrongVerdict:
    """The band that says what is wrong."""
    return WrongVerdict(text=setting.speaker.problem(problem), field=problem.field)


def gains(setting: Setting, deltas: Sequence[int]) -> tuple[Gain, ...]:
    """Everybody whose total moves."""
    names = setting.speaker.names
    return tuple(Gain(names[player], units) for player, units in enumerate(deltas) if units)


def stored_item(item: ItemBody) -> Item:
    """A line of a stored outcome."""
    return Item(item["code"], item["params"], item["units"])
