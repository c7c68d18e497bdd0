"""One deal of the table in the words of its game: what happened, marks, sources, how it was worked out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zipai_ledger.formats.numbers import signed
from zipai_ledger.rules import facts
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.speaker import Speaker

from .wording import RESULTS, TABLE

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DealWords:
    """The deals of one stage in words: those of its ruleset, and players by seat."""

    speaker: Speaker
    seats: Sequence[int]

    def result(self, fact: Body, outcome: Body) -> str:
        """What happened, whose doing it was where nobody won, and whether a round was over with it."""
        parts = [self._result(fact, outcome)]
        if fact["result"] == facts.EndRound.result:
            parts += self._briefly(outcome)
        elif outcome["round_over"]:
            parts.append(self._word(TABLE["round_over"]))
        return self._word(TABLE["and"]).join(parts)

    def _result(self, fact: Body, outcome: Body) -> str:
        result = fact["result"]
        if result in RESULTS:
            return self._word(RESULTS[result])
        offender = self.speaker.names[self.seats[fact["offender"]]] if result == facts.Foul.result else ""
        return self.speaker.result(result, offender) or next(iter(self._briefly(outcome)), str(result))

    def _briefly(self, outcome: Body) -> list[str]:
        """What the ruleset says in a few words."""
        return [text for item in _items(outcome) if (text := self.speaker.brief(item))]

    def lines(self, outcome: Body) -> str:
        """怎么算的: every explained line, with its units where it adds some."""
        return self._word(TABLE["then"]).join(self._line(item) for item in _items(outcome))

    def _line(self, item: Item) -> str:
        text = self.speaker.item(item)
        return f"{text} {signed(item.units)}" if item.units else text

    def _word(self, words: Words) -> str:
        return self.speaker.word(words)


def _items(outcome: Body) -> list[Item]:
    return [Item(**item) for item in outcome["items"]]
