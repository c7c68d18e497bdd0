"""The form of a stage as its page shows it: what may be chosen, in words, and what is wrong beside its field."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from zipai_ledger.formats.speaker import speaker, word
from zipai_ledger.forms.fields import read_number
from zipai_ledger.forms.house_rules import RulesForm
from zipai_ledger.forms.stages import CARRIED, SeatForm, StageForm
from zipai_ledger.models import Stage
from zipai_ledger.own_rules import OwnRulesRow

from .games import GamesPart, games_part
from .house_rules import OfferedChoice, RulesPart, error_of, house_rules
from .template_values import TemplateValue

STAKES = (10, 20, 50, 100)
"""What is offered for a unit, in 分."""


@dataclass(frozen=True, slots=True)
class CarriedNumber:
    """What a row has to tell of a round carried in: its ``part`` of `Carried`; ``key``: of this row's field alone."""

    part: str
    field: str
    key: str
    value: str
    error: str


@dataclass(frozen=True, slots=True)
class SeatRow(TemplateValue):
    """A row of names; ``place``: see `seat_place`, "" for a row below those who sit; ``key``: of its name's field.

    ``rests``: who is named in it does not sit.
    """

    key: str
    place: str
    name: str
    rests: bool
    is_dealer: bool
    error: str
    carried: tuple[CarriedNumber, ...]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits out first, where the table says so: one of the rows, or who usually does, ``usual`` steps from the dealer."""

    rows: tuple[OfferedChoice, ...]
    usual: int
    error: str


@dataclass(frozen=True, slots=True)
class StakePart:
    """彩头: what was typed, in 分 where it is a number, else 0; then ``other`` is what was written and is none.

    ``choices``: what is offered, 0 for nothing.
    """

    minor: int
    choices: tuple[int, ...]
    other: str


@dataclass(frozen=True, slots=True)
class StagePart:
    """The part of a page that is a stage, beside what its form knows itself; ``words``: the terms of its game.

    ``chosen``: the one of the games whose rules stand in it.
    """

    words: Mapping[str, str]
    games: GamesPart
    chosen: str
    seat_counts: tuple[OfferedChoice, ...]
    seats: tuple[SeatRow, ...]
    sitting: Sitting | None
    rules: RulesPart
    stake: StakePart


def stage_part(
    form: StageForm, own_rows: Sequence[OwnRulesRow] = (), lately: Sequence[Stage] = ()
) -> StagePart:
    """The form of a stage as it stands; ``own_rows``: own rules, which can be chosen as a game can; ``lately``: what was played."""
    return StagePart(
        words=speaker(form.ruleset).terms,
        games=games_part(form.choice, own_rows, lately, form.sought),
        chosen=str(form.choice),
        seat_counts=seat_counts(form),
        seats=tuple(_seat_rows(form)),
        sitting=_sitting(form),
        rules=house_rules(form),
        stake=_stake(form),
    )


def seat_counts(form: RulesForm) -> tuple[OfferedChoice, ...]:
    """Who may sit; nothing to choose where there is one way."""
    ruleset = form.ruleset
    option = ruleset.options.by_code.get(ruleset.seats_by)
    return tuple(
        OfferedChoice(
            choice.value,
            word(choice.name),
            choice.value == form.seating,
            ruleset.places({ruleset.seats_by: choice.value}),
        )
        for choice in (option.choices if option else ())
    )


def _seat_rows(form: StageForm) -> Iterator[SeatRow]:
    playing, dealer = form.playing_rows, form.dealer_row
    for index, row in enumerate(form.rows):
        yield SeatRow(
            key=f"seat-{index}",
            place=seat_place(index, playing) if index < form.count else "",
            name=form.names[index],
            rests=index >= form.first_resting and bool(form.names[index].strip()),
            is_dealer=index == dealer,
            error=error_of(row, "player"),
            carried=tuple(_carried(index, row, part) for part in form.ruleset.carries),
        )


def _carried(index: int, row: SeatForm, part: str) -> CarriedNumber:
    field = CARRIED + part
    return CarriedNumber(part, field, f"{field}-{index}", row[field].value() or "", error_of(row, field))


def seat_place(seat: int, playing: Sequence[int]) -> str:
    """A seat among those who play the first deal, the dealer first (docs/rules/common.md#first-dealer).

    ``dealer``, ``next`` (下手), ``last`` (上手), ``across`` (对家), or ``sitting`` for who does not play it.
    """
    if seat not in playing:
        return "sitting"
    away = playing.index(seat)
    if away == 0:
        return "dealer"
    if len(playing) > 2 and away in (1, len(playing) - 1):
        return "next" if away == 1 else "last"
    return "across"


def _sitting(form: StageForm) -> Sitting | None:
    if form.usual_sitting is None:
        return None
    rows = tuple(
        OfferedChoice(row, form.names[row].strip(), row == form.sitting_row) for row in range(form.count)
    )
    return Sitting(rows, form.usual_sitting, error_of(form, "sitting"))


def _stake(form: StageForm) -> StakePart:
    minor = max(read_number(form.stake_text) or 0, 0)
    choices = (0, *STAKES, *([minor] if minor and minor not in STAKES else ()))
    return StakePart(minor, choices, "" if minor else form.stake_text)
