"""行话 (hanghua): the words of the table, each with what it means and where it is said."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from zipai_ledger.formats.speaker import word
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.rulebook import Saying, listed, one
from zipai_ledger.rules.ruleset import Ruleset
from zipai_ledger.rules.wording.latin import SAYINGS

from .template_values import TemplateValue


@dataclass(frozen=True, slots=True)
class SayingLine(TemplateValue):
    """A word and its ``meaning``; ``where`` it is said, ``elsewhere``: what is said in other places.

    ``latin`` is what pages for those who read no characters call it, empty on all others.
    """

    word: str
    latin: str
    meaning: str
    where: str
    elsewhere: tuple[str, ...]


def saying_lines(sayings: Iterable[Saying]) -> tuple[SayingLine, ...]:
    """Words of the table in the reader's language."""
    return tuple(
        SayingLine(
            word=word(listed(map(one, saying.word.split("、")))),
            latin=word(Words("", SAYINGS.get(saying.word.partition("、")[0], ""))),
            meaning=word(saying.meaning),
            where=word(saying.where),
            elsewhere=tuple(map(word, saying.more)),
        )
        for saying in sayings
    )


def each_meaning_once(sayings: Iterable[Saying]) -> list[Saying]:
    """Each meaning once, in the words that come first; a word said in several places with all of them."""
    found: dict[Words, Saying] = {}
    places: dict[Words, dict[Words, None]] = {}
    for saying in sayings:
        known = found.setdefault(saying.meaning, saying)
        if known.word == saying.word:
            places.setdefault(known.meaning, {})[saying.where] = None
    return [replace(known, where=listed(places[meaning])) for meaning, known in found.items()]


def sayings_of_all(rulesets: Iterable[Ruleset]) -> tuple[SayingLine, ...]:
    """Every word that a game brings along, each meaning once."""
    return saying_lines(each_meaning_once(saying for ruleset in rulesets for saying in ruleset.sayings))
