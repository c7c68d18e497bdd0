"""说话 (shuohua): whatever a ruleset has words for, in one language, about the people of one table.

Outside the rules nobody chooses a wording: whatever is displayed or exported is worded by the `Speaker` of its ruleset.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Protocol

from . import facts, messages, registry
from .messages import DEFAULT_LANGUAGE, LANGUAGES, MINUS, NO_TEXTS, Texts
from .options import Options, Words
from .problems import Problem, Refused
from .ruleset import Item, Ruleset
from .terms import Terms

__all__ = [
    "DEFAULT_LANGUAGE",
    "LANGUAGES",
    "MINUS",
    "Common",
    "GoneRuleset",
    "Speaker",
    "Vocabulary",
    "find_ruleset",
]

NAMELESS = Words("", "")
TERMS = Terms()
FEI = "飞"


class Vocabulary(Protocol):
    """用词 (yongci): what a `Speaker` needs of a ruleset, and of whatever stands in for one."""

    @property
    def name(self) -> Words:
        """What is played."""

    @property
    def unit(self) -> Words:
        """What is paid in: 舵, 子 …"""

    @property
    def terms(self) -> Terms:
        """What the things are called that every table has."""

    @property
    def fei(self) -> str:
        """What 飞王 is called, the card that stands for any other."""

    @property
    def texts(self) -> Texts:
        """Wordings of its own, which win over those of all rulesets."""


@dataclass(frozen=True, slots=True)
class GoneRuleset:
    """没有了的打法 (meiyou le de dafa): stands in for a ruleset that was taken out, so that its deals stay readable.

    It has its slug for a name, the unit as it was stored, and the words that all rulesets share.
    """

    slug: str
    stored_unit: str = ""
    terms: Terms = TERMS
    fei: str = FEI

    @property
    def name(self) -> Words:
        """The slug."""
        return Words(self.slug, self.slug)

    def name_under(self, _options: Options) -> Words:
        """The slug: whatever was chosen, nobody knows its places."""
        return self.name

    @property
    def unit(self) -> Words:
        """The stored word."""
        return Words(self.stored_unit, self.stored_unit)

    @property
    def texts(self) -> Texts:
        """None."""
        return NO_TEXTS


@dataclass(frozen=True, slots=True)
class Common:
    """通用的话 (tongyong de hua): the words where no game is played, with ``texts`` about something else, such as files."""

    texts: Texts
    name: Words = NAMELESS
    unit: Words = NAMELESS
    terms: Terms = TERMS
    fei: str = FEI


COMMON = Common(NO_TEXTS)


def find_ruleset(slug: str, unit: str = "") -> Ruleset | GoneRuleset:
    """The ruleset of that slug, or what stands in for it where it is gone; ``unit`` is the word that was stored."""
    try:
        return registry.get(slug)
    except Refused:
        return GoneRuleset(slug, unit)


@dataclass(frozen=True, slots=True)
class Speaker:
    """说话的 (shuohua de): one ruleset's words in one language.

    ``names`` stand in the order of the numbers by which items and problems name people: by player. ``more`` are words
    for the problems that whoever asks the rules raises besides them.
    """

    ruleset: Vocabulary = COMMON
    lang: str = DEFAULT_LANGUAGE
    names: Sequence[str] = ()
    more: Texts = field(default_factory=dict)

    @classmethod
    def of(cls, slug: str, unit: str, lang: str, names: Sequence[str] = ()) -> "Speaker":
        """The words of a stored stage by the slug of its ruleset and the word of its unit."""
        return cls(find_ruleset(slug, unit), lang, names)

    def word(self, words: Words) -> str:
        """A text of the rules."""
        return words.in_language(self.lang)

    @property
    def game(self) -> str:
        """What is played."""
        return self.word(self.ruleset.name)

    @property
    def unit(self) -> str:
        """What is paid in: 舵, 子 …"""
        return self.word(self.ruleset.unit)

    @property
    def hu(self) -> str:
        """What a hand is counted in: 胡, 油 …"""
        return self.word(self.ruleset.terms.hu)

    @property
    def terms(self) -> dict[str, str]:
        """行话 (hanghua): every field of `Terms` by its name, gaps unfilled."""
        return {each.name: self.word(getattr(self.ruleset.terms, each.name)) for each in fields(Terms)}

    def label(self, code: str) -> str:
        """A source, a mark, a pattern or a kind of group; the code itself where there is no word for it."""
        return messages.code_word(code, self.lang, texts=self.ruleset.texts)

    def discarded(self, name: str) -> str:
        """点炮 (dianpao): who discarded the winning card."""
        return self.word(self.ruleset.terms.discarded).format(name=name)

    def result(self, result: str, offender: str = "") -> str:
        """What became of a deal by the ``result`` of its fact: 黄庄, 老王诈胡, 起手胡; empty for all others."""
        terms = self.ruleset.terms
        words = {
            facts.Dead.result: terms.dead,
            facts.Foul.result: terms.fouled,
            facts.Opening.result: terms.opening,
        }.get(result)
        return self.word(words).format(who=offender) if words else ""

    def item(self, item: Item) -> str:
        """One explained line without its units; its code where its wording went with its ruleset."""
        try:
            return messages.label(item, self.lang, texts=self.ruleset.texts, names=self.names)
        except KeyError:
            return item.code

    def brief(self, item: Item) -> str:
        """The line in a few words; empty where its ruleset has none."""
        return messages.short_label(item, self.lang, texts=self.ruleset.texts, names=self.names)

    def problem(self, problem: Problem) -> str:
        """What is wrong and what was expected; its code where its wording went with its ruleset."""
        try:
            return messages.problem_text(
                problem, self.lang, texts=self.ruleset.texts, names=self.names, more=self.more
            )
        except KeyError:
            return problem.code

    def refusal(self, refused: Refused) -> str:
        """Everything that is wrong, in one paragraph."""
        return " ".join(self.problem(problem) for problem in refused.problems)

    def reason(self, code: str) -> str:
        """The reason before a payment of this kind; empty where who pays whom is enough."""
        return messages.reason(code, self.lang, texts=self.ruleset.texts)

    def flow(self, code: str) -> str:
        """Why a payment of this kind is made; raises KeyError for a code without a wording."""
        return messages.flow_label(code, self.lang, texts=self.ruleset.texts)
