"""The form of a stage as it was filled in, however far: read from a request, checked by the rules, shown again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from zipai_ledger.entries import KINDS
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.rules import registry
from zipai_ledger.rules.options import Option, Value
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Ruleset

from . import carrying
from .carrying import Carrying
from .typed import chosen_stake, number, read_stake, whole

SEATS = "seats"
"""The field of who sits: the option that says so is asked for beside the names, where a ruleset has one."""
SHOWN = "shown"
"""The field that says whose rules the form shows."""
WAS = "was"
"""The field that says which preset the defaults in a form came from."""
PREFIX = "rule-"
STAKE = "stake.minor_per_unit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What stands in the form: everything as it was typed. ``sitting`` is the row of who sits out first."""

    ruleset: Ruleset
    client_id: str
    name: str = ""
    seating: Any = None
    names: tuple[str, ...]
    dealer: int = 0
    sitting: int | None = None
    values: Mapping[str, Any]
    stake: str = ""
    stake_seen: str = ""
    base: str = ""
    carrying: Carrying = field(default_factory=Carrying)

    @property
    def rows(self) -> int:
        """How many rows for names there are."""
        return max(self.count, *(max(ruleset.seats) for ruleset in registry.all_rulesets().values()))

    @property
    def count(self) -> int:
        """How many sit."""
        return self.ruleset.places(resolved(self))

    @property
    def people(self) -> tuple[str, ...]:
        """The names that count; more than ``count`` where somebody wrote them, so that they are not dropped unseen."""
        extra = [name for name in self.names[self.count :] if name.strip()]
        return (*self.names[: self.count], *extra)

    @property
    def sitting_is_picked(self) -> bool:
        """Whether the table says who sits out first."""
        return self.ruleset.game(resolved(self)).usual_sitting is not None

    @property
    def playing(self) -> tuple[int, ...]:
        """Rows that play the first deal, counter-clockwise from the dealer; all where the table does not say who rests."""
        around = tuple((self.dealer + steps) % self.count for steps in range(self.count))
        usual = self.ruleset.game(resolved(self)).usual_sitting
        if usual is None:
            return around
        resting = around[usual] if self.sitting is None else self.sitting
        return tuple(row for row in around if row != resting or row == self.dealer)

    @property
    def is_large(self) -> bool:
        """Whether a unit is worth more than it should be among friends."""
        return whole(self.stake, 0) > self.ruleset.modest_stake

    def options(self) -> dict[str, Any]:
        """The house rules as they were chosen."""
        seats_by = self.ruleset.seats_by
        return {
            **self.values,
            **({seats_by: self.seating} if seats_by in self.ruleset.options.by_code else {}),
        }

    def new_stage(self, seats: Sequence[int | str], known: int) -> NewStage:
        """What is asked for, with whoever sits on each seat; ``known`` players were there before.

        Raises `Refused` where what is carried in cannot be read, or a large stake is asked for the first time: whoever
        wants it has to see what the page says about it.
        """
        if self.is_large and self.stake_seen.strip() != self.stake.strip():
            raise Refused(Problem("bad_stage", STAKE, "large_stake"))
        return NewStage(
            ruleset=self.ruleset.slug,
            seats=seats,
            options=self.options(),
            first_dealer=self.dealer,
            first_sitting=self.sitting if self.sitting_is_picked else None,
            stake=read_stake(self.stake),
            carried_in=self.carrying.carried(self.ruleset, seats, known),
        )

    def moved(self, move: str) -> "Draft":
        """The draft with one row changed for the one after it; unchanged where there is none."""
        here = whole(move, -1)
        if not 0 <= here < len(self.names) - 1:
            return self
        names = list(self.names)
        names[here], names[here + 1] = names[here + 1], names[here]
        swapped = {here: here + 1, here + 1: here}
        sitting = None if self.sitting is None else swapped.get(self.sitting, self.sitting)
        return replace(
            self,
            names=tuple(names),
            dealer=swapped.get(self.dealer, self.dealer),
            sitting=sitting,
            carrying=self.carrying.moved(here),
        )


def shown_options(ruleset: Ruleset) -> list[Option]:
    """The house rules that are asked for one by one."""
    return [option for option in ruleset.options.options if option.code != ruleset.seats_by]


def picked(text: str) -> int | None:
    """The row of who sits out first, None where the usual seat does."""
    return whole(text, -1) if text.strip() else None


def offered_rulesets() -> Mapping[str, Ruleset]:
    """Slug → ruleset, for those whose deals can be entered."""
    return {slug: ruleset for slug, ruleset in registry.all_rulesets().items() if ruleset.entry in KINDS}


def first_ruleset() -> Ruleset:
    """The ruleset a new table starts with."""
    return next(iter(offered_rulesets().values()))


def named_ruleset(slug: str) -> Ruleset:
    """The ruleset with this slug, else the first."""
    return offered_rulesets().get(slug) or first_ruleset()


def fresh(ruleset: Ruleset, client_id: str, name: str) -> Draft:
    """An empty form with all defaults."""
    values = {option.code: option.default for option in shown_options(ruleset)}
    draft = Draft(
        ruleset=ruleset,
        client_id=client_id,
        name=name,
        seating=seating(ruleset, ""),
        names=(),
        values=values,
    )
    return replace(draft, names=("",) * draft.rows)


def seating(ruleset: Ruleset, typed: str) -> Any:
    """The choice of who sits that was sent; a plain number stands for the first choice with so many seats."""
    option = ruleset.options.by_code.get(ruleset.seats_by)
    if option is None or not typed:
        return option.default if option else None
    known = [choice.value for choice in option.choices]
    fitting = [value for value in known if ruleset.places({option.code: value}) == whole(typed, 0)]
    return next((value for value in known if str(value) == typed), fitting[0] if fitting else typed)


def read(data: QueryDict, ruleset: Ruleset) -> Draft:
    """The form as it was sent."""
    draft = Draft(
        ruleset=ruleset,
        client_id=data.get("client_id", ""),
        name=data.get("name", ""),
        seating=seating(ruleset, data.get(SEATS, "")),
        names=tuple(data.getlist("player")),
        dealer=whole(data.get("dealer", "0"), -1),
        sitting=picked(data.get("sitting", "")),
        values={option.code: _value(data, option) for option in shown_options(ruleset)},
        stake=chosen_stake(data),
        stake_seen=data.get("stake_seen", ""),
        base=data.get("base", ""),
        carrying=carrying.read(data, ruleset),
    )
    names = (*draft.names, *[""] * draft.rows)[: draft.rows]
    return _followed(replace(draft, names=names), data.get(WAS, ""))


def is_other_game(data: QueryDict, ruleset: Ruleset) -> bool:
    """Whether the form shows the rules of another game than the one chosen in it, as it does without scripts."""
    return data.get(SHOWN, ruleset.slug) != ruleset.slug


def shown_again(data: QueryDict, draft: Draft) -> Draft | None:
    """The draft where its form is not sent yet: another game was chosen, two change places, cards were drawn."""
    if is_other_game(data, draft.ruleset):
        return as_usual(draft)
    if "move" in data:
        return draft.moved(data.get("move", ""))
    return draft if "drawn" in data else None


def as_usual(draft: Draft) -> Draft:
    """The draft with everything about the rules as it usually is, and nothing carried in from another game."""
    usual = fresh(draft.ruleset, "", "")
    return replace(
        draft, values=usual.values, seating=usual.seating, sitting=None, carrying=draft.carrying.off()
    )


def _followed(draft: Draft, was: str) -> Draft:
    """The draft with the defaults of its preset, where a value still is the default of the one before."""
    options, now = draft.ruleset.options, preset_of(draft)
    if not options.preset or was in ("", now):
        return draft
    before = {option.code: option.default for option in options.usual({options.preset: was})}
    after = {option.code: option.default for option in options.usual({options.preset: now})}
    kept = {
        code: _following(options.by_code[code], value, before[code], after[code])
        for code, value in draft.values.items()
    }
    return replace(draft, values={**kept, **({options.preset: now} if options.preset in kept else {})})


def _following(option: Option, typed: Any, before: Value, after: Value) -> Any:
    """The new default where the old one still stands, of a table of named numbers each for itself; else what was typed."""
    if _same(option, typed, before):
        return after
    if not (isinstance(typed, Mapping) and isinstance(before, dict) and isinstance(after, dict)):
        return typed
    return {code: after[code] if f"{told}" == f"{before[code]}" else told for code, told in typed.items()}


def preset_of(draft: Draft) -> str:
    """The preset chosen, where the ruleset has any."""
    return str(draft.options().get(draft.ruleset.options.preset, ""))


def _same(option: Option, typed: Any, default: Value) -> bool:
    try:
        return option.parse(typed) == default
    except Refused:
        return False


def _value(data: QueryDict, option: Option) -> Any:
    """What was sent for an option: as it was typed, which may be nothing that it can be."""
    field = PREFIX + option.code
    match option.kind:
        case "many":
            return data.getlist(field)
        case "parts":
            usual = option.default if isinstance(option.default, dict) else {}
            codes = [str(part.value) for part in option.parts]
            return {code: data.get(f"{field}.{code}", usual.get(code)) for code in codes}
        case "series":
            return data.getlist(field) or option.default
        case "bands":
            return _bands(data.getlist(f"{field}.end"), data.getlist(f"{field}.worth")) or option.default
    return data.get(field, option.default)


def _bands(ends: Sequence[str], worths: Sequence[str]) -> list[list[Any]]:
    """The rows that hold something; one without an end is open."""
    rows = [(end.strip(), worth.strip()) for end, worth in zip(ends, worths, strict=False)]
    return [[number(end) if end else None, number(worth)] for end, worth in rows if end or worth]


def resolved(draft: Draft) -> dict[str, Value]:
    """The house rules with the default wherever something cannot be."""
    values: dict[str, Value] = {}
    for option in draft.ruleset.options.options:
        try:
            values[option.code] = option.parse(draft.options().get(option.code, option.default))
        except Refused:
            values[option.code] = option.default
    return values
