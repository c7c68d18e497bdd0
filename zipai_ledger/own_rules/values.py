"""House rules by themselves: of which game, in which version, and every choice."""

from collections.abc import Mapping
from dataclasses import dataclass

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import OwnRules, Stage
from zipai_ledger.rules import registry
from zipai_ledger.rules.codec import JsonValue
from zipai_ledger.rules.options import Value
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A game and all of its options, resolved: as a stage has them."""

    ruleset: Ruleset
    options: Mapping[str, Value]

    @property
    def slug(self) -> str:
        """The game's."""
        return self.ruleset.slug

    @property
    def code(self) -> str:
        """What is told apart: two that have it in common are the same rules, however many sit down by them."""
        apart = {code: value for code, value in self.options.items() if code != self.ruleset.seats_by}
        return canonical.to_text([self.slug, apart])


@dataclass(frozen=True, slots=True)
class Unread:
    """What could not be taken over: codes of options that this program does not know, and values that cannot be."""

    unknown: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.unknown or self.problems)


def read(slug: str, version: int, given: Mapping[str, JsonValue]) -> tuple[HouseRules, Unread]:
    """House rules from elsewhere; what they do not say, or what cannot be, is as usual in their ``version``.

    Raises `Refused` (``unknown_ruleset``) where the game is not here.
    """
    ruleset = registry.get(slug)
    edition = ruleset.as_of(version)
    values, problems = dict[str, Value](), list[Problem]()
    for option in edition.options.usual(given):
        try:
            values[option.code] = option.parse(given.get(option.code, option.default))
        except Refused as refused:
            values[option.code] = option.default
            problems += refused.problems
    unknown = tuple(code for code in given if code not in edition.options.by_code)
    return HouseRules(ruleset, values), Unread(unknown, tuple(problems))


def resolved(ruleset: Ruleset, options: Mapping[str, JsonValue]) -> HouseRules:
    """House rules as a form has chosen them; raises `Refused` (``bad_option``)."""
    return HouseRules(ruleset, ruleset.options.resolve(options))


def of_stage(stage: Stage) -> HouseRules:
    """Those that a stage is played by; raises `Refused` (``unknown_ruleset``) where its game is gone."""
    return read(stage.ruleset, stage.version, canonical.parse(stage.options))[0]


def of_row(row: OwnRules) -> tuple[HouseRules, Unread]:
    """Those that are kept; raises `Refused` (``unknown_ruleset``) where their game is gone."""
    return read(row.ruleset, row.version, canonical.parse(row.options))
