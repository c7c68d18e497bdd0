"""One deal of the table in the words of its game: what happened, marks, sources, how it was worked out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zipai_ledger.models import Stage
from zipai_ledger.rules import facts, messages, registry
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Item, Ruleset
from zipai_ledger.rules.terms import Terms
from zipai_ledger.telling import signed

from .wording import RESULTS, TABLE

Body = Mapping[str, Any]


def ruleset_of(stage: Stage) -> Ruleset | None:
    """The ruleset of a stage in the edition it was opened with; None where it is gone, and told without it."""
    try:
        return registry.get(stage.ruleset).as_of(stage.version)
    except Refused:
        return None


@dataclass(frozen=True, slots=True)
class Saying:
    """How one stage is told: its ruleset, the reader's language, names by player, players by seat."""

    stage: Stage
    ruleset: Ruleset | None
    lang: str
    names: Sequence[str]
    seats: Sequence[int]

    @property
    def texts(self) -> messages.Texts:
        """The wordings that only this ruleset has."""
        return self.ruleset.texts if self.ruleset else messages.NO_TEXTS

    @property
    def terms(self) -> Terms:
        """What this ruleset calls what every table has; the common words where it is gone."""
        return self.ruleset.terms if self.ruleset else Terms()

    @property
    def game(self) -> str:
        """What is played; the slug where its rules are gone."""
        return self.ruleset.name.in_language(self.lang) if self.ruleset else self.stage.ruleset

    @property
    def unit(self) -> str:
        """What is paid in; as it was stored where its rules are gone."""
        return self.ruleset.unit.in_language(self.lang) if self.ruleset else self.stage.unit

    def result(self, fact: Body, outcome: Body) -> str:
        """What happened, whose doing it was where nobody won, and whether a round was over with it."""
        told = [self._result(fact, outcome)]
        if fact["result"] == facts.EndRound.result:
            told += self._shorts(outcome)
        elif outcome["round_over"]:
            told.append(self._in(TABLE["round_over"]))
        return self._in(TABLE["and"]).join(told)

    def _result(self, fact: Body, outcome: Body) -> str:
        result = fact["result"]
        if result == facts.Foul.result:
            return self._in(self.terms.fouled).format(who=self.names[self.seats[fact["offender"]]])
        words = {"dead": self.terms.dead, "opening": self.terms.opening, **RESULTS}.get(result)
        return self._in(words) if words else next(iter(self._shorts(outcome)), str(result))

    def _shorts(self, outcome: Body) -> list[str]:
        """What the ruleset says in a few words."""
        said = [
            messages.short_label(item, self.lang, texts=self.texts, names=self.names)
            for item in _items(outcome)
        ]
        return [text for text in said if text]

    def lines(self, outcome: Body) -> str:
        """怎么算的: every explained line, with its units where it adds some."""
        return self._in(TABLE["then"]).join(self._line(item) for item in _items(outcome))

    def _line(self, item: Item) -> str:
        try:
            said = messages.label(item, self.lang, texts=self.texts, names=self.names)
        except KeyError:
            said = item.code
        return f"{said} {signed(item.units)}" if item.units else said

    def spoken(self, code: str | None) -> str:
        """A source or a mark as its game says it."""
        return messages.spoken(code, self.lang, texts=self.texts) if code else ""

    def _in(self, words: Words) -> str:
        return words.in_language(self.lang)


def _items(outcome: Body) -> list[Item]:
    return [Item(**item) for item in outcome["items"]]
