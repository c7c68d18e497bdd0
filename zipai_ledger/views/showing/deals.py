"""One deal of the ledger: its line, and how it was worked out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from zipai_ledger.formats import numbers, outcomes
from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.ledger.queries import DealRow
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.presenters.fans import group_fan, group_fans, group_text
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.speaker import Speaker

from .numbers import figure

Shown = dict[str, Any]
TALLIED = "tallied"
"""The class of a number that counts towards a round and is not paid yet."""


def nowhere(_key: int) -> str:
    """No address."""
    return ""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks: names by player number, columns by player number, and where a deal may be looked at and doubted.

    ``mends`` tells whether a deal may be mended there.
    """

    names: Sequence[str]
    columns: Sequence[int]
    deal_url: Callable[[int], str]
    reasons: Mapping[int, str]
    dispute_url: Callable[[int], str] = nowhere
    mends: bool = True


def ends_round(shown: DealRow) -> bool:
    """Whether a round was over with this deal; one that only says so has no row beside its own."""
    return bool(shown.outcome["round_over"] and shown.outcome.get("gains") and shown.deal.live)


def settled_row(shown: DealRow, reader: Reader) -> Shown:
    """一轮结了: what an ended round comes to, from its last tally to who pays whom."""
    lines = _Lines(shown, reader)
    return {
        "id": f"{shown.deal.key}-round",
        "title": _("一轮结了"),
        "about": [lines.speaker.unit],
        "round": True,
        "figures": figures(shown.outcome["deltas"], reader),
        "lines": lines.settling(),
        "results": lines.results(),
        "said": _("、").join([_("一轮结了"), *(line["text"] for line in lines.settling())]),
        "amend_url": reader.deal_url(shown.deal.key),
        "mends": reader.mends,
    }


def figures(numbers: Sequence[int], reader: Reader) -> list[Shown]:
    """A number for each column; who joined later had none."""
    known = [*numbers, *[0] * len(reader.names)]
    return [figure(known[player]) for player in reader.columns]


def counted(shown: DealRow, reader: Reader) -> list[Shown]:
    """The figures of a deal: what it paid, or what it counts towards a round."""
    gains, deltas = shown.outcome.get("gains"), shown.outcome["deltas"]
    if gains is not None and (any(gains) or not any(deltas)):
        return [one | {"sign": TALLIED} for one in figures(gains, reader)]
    return figures(deltas, reader)


def row(shown: DealRow, reader: Reader) -> Shown:
    """The context of ``components/deal_row.html``."""
    deal = shown.deal
    lines = _Lines(shown, reader)
    about = lines.about()
    return {
        "id": deal.key,
        "no": deal.position,
        "title": lines.title(),
        "about": about,
        "tag": _("有异议") if deal.disputed else "",
        "void": not deal.live,
        "round": shown.outcome["round_over"] and not ends_round(shown),
        "figures": [one if deal.live else one | {"sign": "zero"} for one in counted(shown, reader)],
        "groups": lines.groups(),
        "sum": lines.sum(),
        "lines": lines.items(),
        "results": [] if ends_round(shown) else lines.results(),
        "notes": lines.notes(),
        "said": _("、").join([lines.title(), *about]),
        "amend_url": reader.deal_url(deal.key),
        "mends": reader.mends,
        "dispute_url": reader.dispute_url(deal.key) if deal.live and not deal.disputed else "",
        "settled": settled_row(shown, reader) if ends_round(shown) else None,
    }


def about_win(win: Mapping[str, Any], speaker: Speaker) -> list[str]:
    """How a hand won, in a few words each: marks, source, units, 醒, how well checked."""
    told = [speaker.label(mark) for mark in win["marks"]]
    told += [_source(win, speaker)] if win["source"] else []
    same = speaker.unit == speaker.hu and win["units"] == win["hu"]
    told += [] if same or not win["units"] else [f"{win['units']} {speaker.unit}"]
    told += [_("醒 %(n)d") % {"n": win["xing"]}] if win["xing"] else []
    return told + ([CHECKED[win["checked"]]()] if win["checked"] in CHECKED else [])


def _source(win: Mapping[str, Any], speaker: Speaker) -> str:
    if win["from"] is None:
        return speaker.label(win["source"])
    return source_from(win["source"], speaker.names[win["from"]], speaker)


def source_from(source: str, name: str, speaker: Speaker) -> str:
    """From whom the winning card came, and how: 小李点炮, 小李翻出."""
    if source == "discard":
        return speaker.discarded(name)
    return _("%(name)s翻出") % {"name": name} if source == "other_draw" else f"{speaker.label(source)} {name}"


class _Lines:
    """The words of one deal."""

    def __init__(self, shown: DealRow, reader: Reader) -> None:
        self.shown, self.deal, self.fact, self.outcome = shown, shown.deal, shown.fact, shown.outcome
        self.closing: int = shown.outcome.get("settling", 0)
        self.names, self.reader = reader.names, reader
        self.stage = shown.deal.stage
        self.speaker = stage_speaker(self.stage, reader.names)
        self.lines = [Item(item["code"], item["params"], item["units"]) for item in self.outcome["items"]]

    def title(self) -> str:
        wins = self.outcome["wins"]
        if wins:
            return self._wins_title(wins)
        result = self.fact["result"]
        if wording := TITLES.get(result):
            return wording()
        offender = self._seat(self.fact.get("offender"))
        return self.speaker.result(result, offender) or next(self._shorts(), str(result))

    def _shorts(self) -> Iterator[str]:
        """What the ruleset says in a few words of a deal, its name first; units are in the columns already."""
        told = (self.speaker.brief(item) for item in self.lines if not item.units)
        return (text for text in told if text)

    def _wins_title(self, wins: Sequence[Mapping[str, Any]]) -> str:
        if any(win["hu"] for win in wins):
            return _("、").join(self._win_title(win) for win in wins)
        return _("%(name)s胡了") % {"name": _("、").join(self.names[win["winner"]] for win in wins)}

    def _win_title(self, win: Mapping[str, Any]) -> str:
        name = self.names[win["winner"]]
        return f"{name} {win['hu']} {self.speaker.hu}" if win["hu"] else _("%(name)s胡了") % {"name": name}

    def _seat(self, seat: int | None) -> str:
        return "" if seat is None else self.names[canonical.parse(self.stage.seats)[seat]]

    def about(self) -> list[str]:
        wins, result = self.outcome["wins"], self.fact["result"]
        told = self._wins_about(wins)
        told += [] if wins else list(self._shorts())[0 if result in TITLES else 1 :]
        if not self.deal.live:
            told.append(_("作废"))
        if self.deal.agreed:
            told.append(_("商定"))
        return told

    def _wins_about(self, wins: Sequence[Mapping[str, Any]]) -> list[str]:
        """Of several winners first what is each one's own, behind the name."""
        each = [self._win_about(win) for win in wins]
        common = [text for text in each[0] if all(text in one for one in each)] if each else []
        told = []
        for win, one in zip(wins, each, strict=True):
            if own := [text for text in one if text not in common]:
                told.append(" ".join([self.names[win["winner"]], *own]))
        return told + common

    def _win_about(self, win: Mapping[str, Any]) -> list[str]:
        return about_win(win, self.speaker)

    def groups(self) -> list[Shown]:
        melds = [meld for win in self.outcome["wins"] for meld in win["melds"]]
        scoring = sorted((meld for meld in melds if meld["hu"]), key=lambda meld: meld["hu"])
        lines = [
            {
                "fans": [group_fan(meld["kind"], meld["cards"], self.speaker)],
                "text": group_text(meld["kind"], meld["cards"], self.speaker),
                "value": f"{meld['hu']} {self.speaker.hu}",
            }
            for meld in scoring
        ]
        plain = [meld for meld in melds if not meld["hu"]]
        return lines + (
            [{"fans": group_fans(plain, self.speaker), "text": "", "value": f"0 {self.speaker.hu}"}]
            if plain
            else []
        )

    def sum(self) -> Shown | None:
        wins = [win for win in self.outcome["wins"] if win["melds"] and win["hu"] is not None]
        return {"text": _("共"), "value": f"{wins[0]['hu']} {self.speaker.hu}"} if len(wins) == 1 else None

    def items(self) -> list[Shown]:
        """How the deal was worked out, without what settled a round."""
        return self._explained(
            self.lines[: len(self.lines) - (self.closing if ends_round(self.shown) else 0)]
        )

    def settling(self) -> list[Shown]:
        """How a round was settled."""
        return self._explained(self.lines[len(self.lines) - self.closing :])

    def _explained(self, items: Sequence[Item]) -> list[Shown]:
        lines = []
        for number, item in enumerate(items):
            units = f"{item.units}" if number == 0 else numbers.signed(item.units)
            value = f"{units} {self.speaker.unit}" if item.units else ""
            lines.append({"text": self.speaker.item(item), "value": value})
        return lines

    def results(self) -> list[Shown]:
        paid = outcomes.payments(self.outcome["flows"], self.names, self.speaker.reason)
        return [{"text": text, "value": f"{units} {self.speaker.unit}"} for text, units in paid]

    def notes(self) -> list[str]:
        warnings = {self.speaker.problem(Problem(**warning)) for warning in self.outcome["warnings"]}
        reason = self.reader.reasons.get(self.deal.key)
        void = [] if self.deal.live else [_("作废：%(why)s") % {"why": reason} if reason else _("作废了")]
        note = [self.fact["note"]] if self.fact.get("note") else []
        return [*void, *sorted(warnings), *note]


TITLES: Mapping[str, Callable[[], str]] = {
    "adjust": lambda: _("商定"),
    "end_round": lambda: _("一轮结束"),
}
CHECKED: Mapping[str, Callable[[], str]] = {"hu": lambda: _("未验牌"), "groups": lambda: _("部分验牌")}
