"""打什么 (da shenme): what a new table may play: own rules first, then every game there is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zipai_ledger.formats.speaker import word
from zipai_ledger.forms.game_choice import GameChoice
from zipai_ledger.forms.house_rules import offered_rulesets
from zipai_ledger.own_rules import KeptRules
from zipai_ledger.rules.ruleset import Ruleset

from .rows import TemplateRow

OWN_MOST = 4
"""So many of its own rules a phone is offered, those used last."""


@dataclass(frozen=True, slots=True)
class OfferedGame(TemplateRow):
    """One thing to play; ``value``: see `GameChoice`; ``line``: a word about it."""

    value: str
    name: str
    line: str
    is_chosen: bool
    is_own: bool


def offered_games(choice: GameChoice, kept: Sequence[KeptRules] = ()) -> tuple[OfferedGame, ...]:
    """Own rules, the ones used last first and the chosen ones among them; then the games."""
    return (
        *_own(choice, kept),
        *(each for game in offered_rulesets().values() for each in _games(choice, game)),
    )


def _own(choice: GameChoice, kept: Sequence[KeptRules]) -> Iterator[OfferedGame]:
    offered = [one for one in kept if one.rules and one.rules.slug in offered_rulesets()]
    for place, one in enumerate(offered):
        value = GameChoice(one.row.ruleset, own=one.row.public_id)
        if one.rules and (place < OWN_MOST or value == choice):
            name = word(one.rules.ruleset.name_under(one.rules.options))
            yield OfferedGame(str(value), one.row.name, name, value == choice, is_own=True)


def _games(choice: GameChoice, ruleset: Ruleset) -> Iterator[OfferedGame]:
    """A ruleset, or each of its presets where these have names."""
    names = [(preset.code, preset.name) for preset in ruleset.presets_named] or [("", ruleset.name)]
    for preset, name in names:
        value = GameChoice(ruleset.slug, preset)
        yield OfferedGame(str(value), word(name), word(ruleset.tagline), value == choice, is_own=False)
