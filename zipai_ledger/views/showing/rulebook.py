"""A rulebook for its template: rules in the reader's words, cards to be drawn, examples worked out."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.formats import numbers, outcomes
from zipai_ledger.formats.speaker import speaker, word
from zipai_ledger.presenters.cards import Tile
from zipai_ledger.presenters.fans import group_fan
from zipai_ledger.presenters.rule_sections import HOUSE, NAMES, rule_sections
from zipai_ledger.rules.examples import play_case
from zipai_ledger.rules.options import Bands, Options
from zipai_ledger.rules.rulebook import (
    SOURCES,
    Cards,
    Case,
    Figure,
    Grid,
    Saying,
    Section,
    Statement,
    Tiles,
    listed,
    one,
    value_words,
)
from zipai_ledger.rules.ruleset import MeldRead, Outcome, Ruleset
from zipai_ledger.rules.speaker import MINUS

SIGN = re.compile(rf" (?=[+{MINUS}])")
Shown = dict[str, Any]
TERM = re.compile(r"([^：:，。,]{1,6}(?:：|: ))")


class Page:
    """The rules of one table in words."""

    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        self.ruleset, self.options = ruleset, options
        self.names = tuple(map(word, NAMES))
        self.speaker = speaker(ruleset, self.names)
        self.changed = {
            option.code for option in ruleset.options.options if options[option.code] != option.default
        }

    def sections(self) -> list[Shown]:
        """Every section in reading order, the list of options as rows."""
        return [self._section(section) for section in rule_sections(self.ruleset, self.options)]

    def _section(self, section: Section) -> Shown:
        return {
            "code": section.code,
            "title": word(section.title),
            "house": section.code == HOUSE,
            "rules": [self._rule(statement) for statement in section.statements],
        }

    def _rule(self, statement: Statement) -> Shown:
        mine = [code for code in statement.of if code in self.changed]
        term, text = named_first(word(statement.text))
        return {
            "term": term,
            "text": text,
            "sources": sources(statement.sources),
            "standing": statement.standing,
            "mine": bool(mine),
            "option": self._option(statement.of[0]) if len(statement.of) == 1 else None,
            "figures": [self._figure(figure) for figure in statement.figures],
        }

    def _option(self, code: str) -> Shown:
        """An option as a row: what it is called, what is chosen, what is usual where that is something else."""
        option = self.ruleset.options.by_code[code]
        table = isinstance(option, Bands)
        return {
            "name": word(option.name),
            "chosen": "" if table else word(value_words(option, self.options[code])),
            "usual": "" if table else word(value_words(option, option.default)),
            "meaning": word(option.meaning),
        }

    # ---- figures -------------------------------------------------------------------------------------------------

    def _figure(self, figure: Figure) -> Shown:
        match figure:
            case Cards():
                groups = [self._group(each.kind, each.cards, word(each.label)) for each in figure.groups]
                return {"kind": "cards", "groups": groups}
            case Tiles():
                rows = [
                    {"label": word(name), "tiles": [Tile(one) for one in tiles]}
                    for name, tiles in figure.rows
                ]
                return {"kind": "tiles", "rows": rows}
            case Grid():
                return {
                    "kind": "grid",
                    "head": [word(cell) for cell in figure.head],
                    "rows": [[word(cell) for cell in row] for row in figure.rows],
                }
        return self._case(figure)

    def _group(self, kind: str, cards: str, label: str) -> Shown:
        drawn = group_fan(kind, cards, self.speaker)
        return {"fan": drawn, "label": label, "long": len(cards) > 10 and len(set(cards)) > 1}

    def _case(self, case: Case) -> Shown:
        played = play_case(self.ruleset, self.options, case)
        shown: Shown = {"kind": "case", "told": word(case.caption)}
        if played.outcome is None:
            return {**shown, "refused": [self.speaker.problem(each) for each in played.problems]}
        outcome = played.outcome
        won = outcome.wins[0] if outcome.wins else None
        melds = won.melds if won and "hand" in case.shows else ()
        return {
            **shown,
            "groups": self._hand(melds),
            "sum": f"{won.hu} {self.speaker.hu}" if won and melds else "",
            "lines": self._lines(case, outcome) if "lines" in case.shows else [],
            "results": self._results(outcome) if "paid" in case.shows else [],
            "next": self._next(outcome) if "next" in case.shows else "",
        }

    def _hand(self, melds: Iterable[MeldRead]) -> list[Shown]:
        """The groups of a hand, best first, each with what it counts."""
        ordered = sorted(melds, key=lambda meld: -meld.hu)
        return [self._group(meld.kind, meld.cards, str(meld.hu) if meld.hu else "") for meld in ordered]

    def _lines(self, case: Case, outcome: Outcome) -> list[Shown]:
        chosen = [item for item in outcome.items if not case.only or item.code in case.only]
        return [
            {
                "text": self.speaker.item(item),
                "value": f"{numbers.signed(item.units)} {self.speaker.unit}"
                if item.units and outcome.wins
                else "",
            }
            for item in chosen
        ]

    def _results(self, outcome: Outcome) -> list[Shown]:
        """Who pays whom, what everybody ends with, and what is counted towards a round."""
        flows = [flow_json for flow in outcome.flows if (flow_json := _flow(flow))]
        lines = [
            {"text": text, "value": f"{units} {self.speaker.unit}"}
            for text, units in outcomes.payments(flows, self.names, self.speaker.reason)
        ]
        gains = outcome.gains or ()
        if any(gains):
            lines.insert(0, {"text": _("记下：%(who)s") % {"who": _net(gains, self.names)}, "value": ""})
        if len({flow["payee"] for flow in flows}) > 1:
            net = _net(outcome.deltas(len(self.names)), self.names)
            lines.append({"text": _("合起来：%(who)s") % {"who": net}, "value": ""})
        return lines

    def _next(self, outcome: Outcome) -> str:
        terms, state = self.speaker.terms, outcome.state
        named: dict[str, str] = {"who": self.names[state.dealer], "deals": terms["deals"]}
        if state.sitting is None:
            return _("下一盘：%(who)s%(deals)s") % named
        named |= {"other": self.names[state.sitting], "sits": terms["sitting"]}
        return _("下一盘：%(who)s%(deals)s，%(other)s%(sits)s") % named


def named_first(text: str) -> tuple[str, str]:
    """The word that a rule explains, where it begins with one and a colon, and the rest."""
    found = TERM.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def _net(numbers: Sequence[int], names: Sequence[str]) -> str:
    """Who has what, each name on one line with its number."""
    return SIGN.sub("\u00a0", outcomes.net(numbers, names))


def _flow(flow: Any) -> Shown:
    return {"payer": flow.payer, "payee": flow.payee, "units": flow.units, "code": flow.code}


def sources(codes: Sequence[str]) -> list[Shown]:
    """Marks with what they stand for."""
    return [
        {"mark": word(one(SOURCES[code].mark)), "name": word(SOURCES[code].name), "code": code}
        for code in codes
    ]


def legend(sections: Iterable[Shown]) -> list[Shown]:
    """Every source that these sections name, in the usual order."""
    named = {
        source["code"] for section in sections for rule in section["rules"] for source in rule["sources"]
    }
    return sources([code for code in SOURCES if code in named])


def sayings(found: Iterable[Saying]) -> list[Shown]:
    """Words of the table with what they mean."""
    return [
        {
            "word": word(listed(map(one, saying.word.split("、")))),
            "more": [word(other) for other in saying.more],
            "meaning": word(saying.meaning),
            "where": word(saying.where),
        }
        for saying in found
    ]
