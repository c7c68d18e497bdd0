"""One deal of the ledger: its line, and how it was worked out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger import telling
from zipai_ledger.queries import DealRow
from zipai_ledger.rules import messages, registry
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.trail import canonical

from .fans import fan, fans, group_text
from .numbers import figure, language, word

Shown = dict[str, Any]
NO_TEXTS = messages.NO_TEXTS


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks: names by player number, columns by player number, and where a deal may be looked at or mended."""

    names: Sequence[str]
    columns: Sequence[int]
    deal_url: Callable[[int], str]
    reasons: Mapping[int, str]


def texts_of(ruleset: str) -> messages.Texts:
    """The wordings that only this ruleset has; none where it is gone."""
    try:
        return registry.get(ruleset).texts
    except Refused:
        return NO_TEXTS


def unit_of(ruleset: str, unit: str) -> str:
    """The unit's word in the reader's language; the stored one where the ruleset is gone."""
    try:
        return word(registry.get(ruleset).unit)
    except Refused:
        return unit


def row(shown: DealRow, reader: Reader) -> Shown:
    """The context of ``tables/_deal_row.html``."""
    deal = shown.deal
    lines = _Lines(shown, reader)
    about = lines.about()
    deltas = [*shown.outcome["deltas"], *[0] * len(reader.names)]
    return {
        "id": deal.key,
        "no": deal.position,
        "title": lines.title(),
        "about": about,
        "tag": _("有异议") if deal.disputed else "",
        "void": not deal.live,
        "figures": [
            figure(deltas[player]) | ({} if deal.live else {"sign": "zero"}) for player in reader.columns
        ],
        "groups": lines.groups(),
        "sum": lines.sum(),
        "lines": lines.items(),
        "results": lines.results(),
        "notes": lines.notes(),
        "said": _("、").join([lines.title(), *about]),
        "amend_url": reader.deal_url(deal.key),
    }


class _Lines:
    """The words of one deal."""

    def __init__(self, shown: DealRow, reader: Reader) -> None:
        self.deal, self.fact, self.outcome = shown.deal, shown.fact, shown.outcome
        self.names, self.reader = reader.names, reader
        self.stage = shown.deal.stage
        self.texts = texts_of(self.stage.ruleset)
        self.unit = unit_of(self.stage.ruleset, self.stage.unit)
        self.lines = [Item(item["code"], item["params"], item["units"]) for item in self.outcome["items"]]

    def title(self) -> str:
        wins = self.outcome["wins"]
        if wins:
            return _("、").join(self._win_title(win) for win in wins)
        wording = TITLES.get(self.fact["result"])
        if wording is None:
            return next(self._shorts(), str(self.fact["result"]))
        return wording() % {"who": self._seat(self.fact.get("offender"))}

    def _shorts(self) -> Iterator[str]:
        """What the ruleset says in a few words of a deal, its name first; units are in the columns already."""
        told = (
            messages.short_label(item, language(), texts=self.texts, names=self.names)
            for item in self.lines
            if not item.units
        )
        return (text for text in told if text)

    def _win_title(self, win: Mapping[str, Any]) -> str:
        name = self.names[win["winner"]]
        return _("%(name)s胡了") % {"name": name} if win["hu"] is None else f"{name} {win['hu']} {_('胡')}"

    def _seat(self, seat: int | None) -> str:
        return "" if seat is None else self.names[canonical.parse(self.stage.seats)[seat]]

    def about(self) -> list[str]:
        told = [text for win in self.outcome["wins"] for text in self._win_about(win)]
        told += [] if self.outcome["wins"] else list(self._shorts())[1:]
        if not self.deal.live:
            told.append(_("作废"))
        if self.deal.agreed:
            told.append(_("商定"))
        return told

    def _win_about(self, win: Mapping[str, Any]) -> list[str]:
        told = [messages.words_of(messages.MARKS, mark, language()) for mark in win["marks"]]
        told += [self._source(win)] if win["source"] else []
        told += [f"{win['units']} {self.unit}"] if win["units"] is not None else []
        told += [_("醒 %(n)d") % {"n": win["xing"]}] if win["xing"] else []
        return told + ([CHECKED[win["checked"]]()] if win["checked"] in CHECKED else [])

    def _source(self, win: Mapping[str, Any]) -> str:
        if win["from"] is None:
            return messages.words_of(messages.SOURCES, win["source"], language())
        wording = _("%(name)s点炮") if win["source"] == "discard" else _("%(name)s翻出")
        return wording % {"name": self.names[win["from"]]}

    def groups(self) -> list[Shown]:
        melds = [meld for win in self.outcome["wins"] for meld in win["melds"]]
        scoring = sorted((meld for meld in melds if meld["hu"]), key=lambda meld: meld["hu"])
        lines = [
            {
                "fans": [fan(meld["kind"], meld["cards"])],
                "text": group_text(meld["kind"], meld["cards"]),
                "value": f"{meld['hu']} {_('胡')}",
            }
            for meld in scoring
        ]
        plain = [meld for meld in melds if not meld["hu"]]
        return lines + ([{"fans": fans(plain), "text": "", "value": f"0 {_('胡')}"}] if plain else [])

    def sum(self) -> Shown | None:
        wins = [win for win in self.outcome["wins"] if win["melds"] and win["hu"] is not None]
        return {"text": _("共"), "value": f"{wins[0]['hu']} {_('胡')}"} if len(wins) == 1 else None

    def items(self) -> list[Shown]:
        lines = []
        for number, item in enumerate(self.lines):
            label = self._said(item)
            units = f"{item.units}" if number == 0 else telling.signed(item.units)
            lines.append({"text": label, "value": f"{units} {self.unit}" if item.units else ""})
        return lines

    def _said(self, item: Item) -> str:
        """One line; its code where its wording went with its ruleset."""
        try:
            return messages.label(item, language(), texts=self.texts, names=self.names)
        except KeyError:
            return item.code

    def results(self) -> list[Shown]:
        paid = telling.payments(self.outcome["flows"], self.names)
        return [{"text": text, "value": f"{units} {self.unit}"} for text, units in paid]

    def notes(self) -> list[str]:
        warnings = {
            messages.problem_text(Problem(**warning), language(), texts=self.texts, names=self.names)
            for warning in self.outcome["warnings"]
        }
        reason = self.reader.reasons.get(self.deal.key)
        void = [] if self.deal.live else [_("作废：%(why)s") % {"why": reason} if reason else _("作废了")]
        note = [self.fact["note"]] if self.fact.get("note") else []
        return [*void, *sorted(warnings), *note]


TITLES: Mapping[str, Callable[[], str]] = {
    "dead": lambda: _("黄庄"),
    "foul": lambda: _("%(who)s诈胡"),
    "adjust": lambda: _("商定"),
    "end_round": lambda: _("一轮结束"),
}
CHECKED: Mapping[str, Callable[[], str]] = {"hu": lambda: _("未验牌"), "groups": lambda: _("部分验牌")}
