"""抓分 (zhuafen): what the form of caught points shows beside what stands in it, and what such a deal comes to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from zipai_ledger.forms.points_band import PointsBandForm
from zipai_ledger.ledger.trail.bodies import OutcomeBody
from zipai_ledger.rules.points import PointsAsk, PointsGame
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Item

from .verdicts import Verdict, WaitingVerdict, stored_item, wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsEntry:
    """Who deals and who catches, by name, what the rules ask, and the keys: ``hundreds``, ``tens``, ``kitty_tens``."""

    ask: PointsAsk
    dealers: tuple[str, ...]
    catchers: tuple[str, ...]
    hundreds: Sequence[int]
    tens: Sequence[int]
    kitty_tens: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsVerdict(Verdict):
    """What the rules say of the points: in short (``parts``), who deals next, and what else has to be seen."""

    template: ClassVar[str] = "entries/_points_verdict.html"

    parts: tuple[str, ...]
    next_deal: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsWaitingVerdict(WaitingVerdict):
    """``waits_for``: "points", "kitty_points", or "anything" while nothing was said."""

    template: ClassVar[str] = "entries/_points_waiting.html"


def points_entry(form: PointsBandForm) -> PointsEntry:
    """What the page needs beside its form."""
    setting = form.setting
    ask = setting.game.of_kind(PointsGame).asks(setting.table, setting.state, setting.state.dealer)
    return PointsEntry(
        ask=ask,
        dealers=tuple(map(setting.name, ask.dealers)),
        catchers=tuple(map(setting.name, ask.catchers)),
        hundreds=range(0, ask.deck.most + 1, 100),
        tens=range(0, 100, 10),
        kitty_tens=range(0, ask.deck.kitty + 1, 10),
    )


def first_points_verdict(form: PointsBandForm) -> Verdict:
    """What is asked first."""
    return PointsWaitingVerdict(waits_for="anything", field="points")


def points_verdict(form: PointsBandForm, outcome: OutcomeBody) -> Verdict:
    """T, the band, who won and deals next; then levels, tribute, and where the sources disagree."""
    speaker, items = form.setting.speaker, [stored_item(item) for item in outcome["items"]]
    caught = [*_about(items, "caught")]
    remarkable = [item for item in caught if "how" in item.params]
    return PointsVerdict(
        ready=True,
        big=cast(int, caught[0].params["total"]),
        unit=speaker.unit,
        parts=tuple(map(speaker.brief, _about(items, "band", "won"))),
        next_deal=tuple(map(speaker.item, _about(items, "next"))),
        lines=tuple(map(speaker.item, [*remarkable, *_about(items, "differ", "level", "tribute")])),
    )


def _about(items: Sequence[Item], *codes: str) -> Iterator[Item]:
    """The lines about these things, in their order."""
    return (item for code in codes for item in items if item.code == code)


def points_progress(form: PointsBandForm, problems: Sequence[Problem]) -> Verdict:
    """What is still asked for, or what is wrong."""
    keys = {problem.key for problem in problems}
    for name, key in (("points", "bad_points.missing"), ("kitty_points", "bad_points.kitty_points")):
        if keys == {key}:
            return PointsWaitingVerdict(waits_for=name, field=name)
    return wrong(form.setting, problems[0])
