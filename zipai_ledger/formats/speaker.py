"""说话 (shuohua): the reader's language, and the words of a ruleset in it."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from django.utils.translation import get_language

from zipai_ledger.rules.options import Options, Words
from zipai_ledger.rules.speaker import DEFAULT_LANGUAGE, LANGUAGES, Speaker, Vocabulary, find_ruleset

from .wording import PROBLEMS


class StoredStage(Protocol):
    """A stored stage: the slug of its ruleset, and its unit as it was called then."""

    ruleset: str
    unit: str


def language() -> str:
    """The reader's language as the rules name it."""
    lang = get_language()
    return lang if lang in LANGUAGES else DEFAULT_LANGUAGE


def word(words: Words) -> str:
    """A text of the rules in the reader's language."""
    return words.in_language(language())


def speaker(ruleset: Vocabulary, names: Sequence[str] = ()) -> Speaker:
    """The words of a ruleset; ``names`` by player."""
    return Speaker(ruleset, language(), names, PROBLEMS)


def common_speaker() -> Speaker:
    """The words that all rulesets share."""
    return Speaker(lang=language(), more=PROBLEMS)


def stored_speaker(ruleset: str, unit: str = "", names: Sequence[str] = ()) -> Speaker:
    """The words of a ruleset by its slug; ``unit`` is the stored word, which stands where the ruleset is gone."""
    return speaker(find_ruleset(ruleset, unit), names)


def game_under(slug: str, options: Options) -> str:
    """What a table with these options plays, by the name of its place where it has one: 邵阳字牌; its slug where it is gone."""
    return word(find_ruleset(slug).name_under(options))


def unit_word(rulesets: Iterable[str], unit: str) -> str:
    """A stored unit in the reader's language, as those of the rulesets (slugs) know it that are still there."""
    words = (find_ruleset(slug).unit for slug in rulesets)
    return next((word(each) for each in words if each.zh == unit), unit)


def stage_speaker(stage: StoredStage, names: Sequence[str] = ()) -> Speaker:
    """The words of a stored stage."""
    return stored_speaker(stage.ruleset, stage.unit, names)
