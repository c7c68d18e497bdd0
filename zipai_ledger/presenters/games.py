"""打什么 (da shenme): what a new table may play: own rules and what was played last at hand, all else to be found.

A game is found by its names, by where it is played, by words that only some games have, and by the first letters of
their pinyin. `static/js/games.js` looks in the same keys.
"""

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from zipai_ledger.formats.initials import initials
from zipai_ledger.formats.outcomes import listed
from zipai_ledger.formats.speaker import word
from zipai_ledger.forms.game_choice import GameChoice, named_presets
from zipai_ledger.forms.house_rules import offered_rulesets
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Stage
from zipai_ledger.own_rules import OwnRulesRow
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.presets import NamedPreset
from zipai_ledger.rules.ruleset import Ruleset
from zipai_ledger.rules.traditional import traditional

from .template_values import TemplateValue

OWN_MOST = 4
"""So many of its own rules a phone has at hand, those used last."""
LATELY_MOST = 3
"""So many games that were played last."""
PLACES_MOST = 3
"""So many places fit beside the words that lead to other games, in one line of a phone."""
COMMON = 4
"""A word of the table that more games have finds none of them."""


@dataclass(frozen=True, slots=True)
class OfferedGame(TemplateValue):
    """One thing to play; ``value``: see `GameChoice`; ``line``: a word about it; ``keys``: by what it is found."""

    value: str
    name: str
    line: str
    keys: str
    is_chosen: bool
    is_own: bool


@dataclass(frozen=True, slots=True)
class GamesPart:
    """What a new table may play: ``near`` at hand, ``far`` to be found, of that what was looked for if ``find`` says so.

    ``is_listed``: whether these are on the page already. ``more``: how many there are in all. ``places``: a few of where they are played.
    """

    near: tuple[OfferedGame, ...]
    far: tuple[OfferedGame, ...]
    find: str
    is_listed: bool
    more: int
    places: str


def games_part(
    choice: GameChoice,
    own_rows: Sequence[OwnRulesRow] = (),
    lately: Iterable[Stage] = (),
    find: str | None = None,
) -> GamesPart:
    """Own rules, those used last first, then what was played last; where nothing was, every game that has no presets.

    ``find``: what is looked for, None where nobody looks yet.
    """
    own, games = list(_own(choice, own_rows)), list(_every(choice))
    played = list(dict.fromkeys(map(choice_of_stage, lately)))[:LATELY_MOST]
    at_hand = {str(one) for one in played} or {game.value for game in games if ":" not in game.value}
    at_hand |= {str(choice)} | {one.value for one in own[:OWN_MOST]}
    rank = {str(one): place for place, one in enumerate(played)}
    everything = [*own, *sorted(games, key=lambda game: rank.get(game.value, LATELY_MOST))]
    far = [game for game in everything if game.value not in at_hand]
    return GamesPart(
        near=tuple(game for game in everything if game.value in at_hand),
        far=tuple(game for game in far if matches(game, find or "")),
        find=find or "",
        is_listed=find is not None,
        more=len(far),
        places=_places({game.value for game in far}),
    )


def matches(game: OfferedGame, find: str) -> bool:
    """Whether every word that is looked for is among the keys of a game."""
    return all(part in game.keys for part in folded(find).split())


def folded(text: str) -> str:
    """How keys and what is looked for are written: 邵阳, SYZP and ｓｙｚｐ alike."""
    return unicodedata.normalize("NFKC", text).casefold()


def choice_of_stage(stage: Stage) -> GameChoice:
    """What was chosen where a stage was opened, own rules aside."""
    ruleset = offered_rulesets().get(stage.ruleset)
    if ruleset is None or not named_presets(ruleset):
        return GameChoice(stage.ruleset)
    preset = canonical.parse(stage.options).get(ruleset.options.preset, "")
    return GameChoice(stage.ruleset, preset=f"{preset}")


def _own(choice: GameChoice, own_rows: Sequence[OwnRulesRow]) -> Iterator[OfferedGame]:
    for one in own_rows:
        if one.rules is None or one.rules.slug not in offered_rulesets():
            continue
        value = GameChoice(one.row.ruleset, own=one.row.public_id)
        game = one.rules.ruleset.name_under(one.rules.options)
        yield OfferedGame(
            value=str(value),
            name=one.row.name,
            line=word(game),
            keys=_keys([Words(one.row.name, ""), game]),
            is_chosen=value == choice,
            is_own=True,
        )


def _every(choice: GameChoice) -> Iterator[OfferedGame]:
    """Every ruleset, or each of its presets that is a game by itself."""
    offered = tuple(offered_rulesets().values())
    for ruleset in offered:
        for preset in named_presets(ruleset) or (_whole(ruleset),):
            value = GameChoice(ruleset.slug, preset=preset.code)
            places = listed([word(region) for region in preset.regions]) if preset.code else ""
            yield OfferedGame(
                value=str(value),
                name=word(preset.name),
                line=places or word(ruleset.tagline),
                keys=_keys_of_game(offered, ruleset, preset),
                is_chosen=value == choice,
                is_own=False,
            )


def _whole(ruleset: Ruleset) -> NamedPreset:
    """A ruleset without presets of their own names."""
    return next((one for one in ruleset.presets_named if not one.code), NamedPreset("", ruleset.name))


@cache
def _keys_of_game(offered: tuple[Ruleset, ...], ruleset: Ruleset, preset: NamedPreset) -> str:
    """What finds one of the games that are offered."""
    aliases = [Words(alias, "") for alias in (*preset.aliases, *_telling_words(offered)[ruleset.slug])]
    return _keys([preset.name, ruleset.name, *preset.regions, *aliases])


@cache
def _telling_words(offered: tuple[Ruleset, ...]) -> Mapping[str, tuple[str, ...]]:
    """Slug → words of its table that few games have."""
    of = {
        ruleset.slug: {part for saying in ruleset.sayings for part in saying.word.split("、")}
        for ruleset in offered
    }
    counted = Counter(each for found in of.values() for each in found)
    return {
        slug: tuple(sorted(each for each in found if counted[each] <= COMMON)) for slug, found in of.items()
    }


def _keys(names: Iterable[Words]) -> str:
    """Names in both scripts, the first letters of their pinyin, and in English; each once."""
    found: dict[str, None] = {}
    for name in names:
        found |= dict.fromkeys((name.zh, traditional(name.zh), initials(name.zh), name.en))
    return folded(" ".join(filter(None, found)))


def _places(values: Collection[str]) -> str:
    """Where a few of these are played: of each its first place, none twice."""
    found = dict.fromkeys(
        word(preset.regions[0])
        for ruleset in offered_rulesets().values()
        for preset in named_presets(ruleset)
        if preset.regions and str(GameChoice(ruleset.slug, preset=preset.code)) in values
    )
    return listed(list(found)[:PLACES_MOST])
