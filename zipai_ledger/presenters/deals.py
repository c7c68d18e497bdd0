"""一盘 (yi pan): a deal of the ledger in words, and how it was worked out. The one place where pages get them.

``deal_row(row, roster)`` gives a `DealLine`, for ``components/deal_row.html`` and for whoever needs some of its words.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from zipai_ledger.formats import numbers, outcomes
from zipai_ledger.formats.speaker import stage_speaker
from zipai_ledger.ledger.queries import DealRow
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import WinBody
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.speaker import Speaker
from zipai_ledger.rules.zipai.notation import winning_card

from .cards import HandCards, hand_tiles
from .fans import Fan, group_fan, group_fans, group_text, loose_fan
from .template_values import TemplateValue

TWO = 2
RAISED = ("pledge", "cap")
"""Lines that say what a payment came to, and in ``units`` what it was before; the first of them comes first."""
TALLIED = "tallied"
"""The class of a number that counts towards a round and is not paid yet."""


@dataclass(frozen=True, slots=True)
class Roster:
    """名单 (mingdan): names by player number, whose figures are shown, and why deals were voided, by key.

    ``playing``: accounts and who played for them (替一手); ``corrected``: keys of deals that were entered anew.
    """

    names: Sequence[str]
    columns: Sequence[int]
    void_reasons: Mapping[int, str] = field(default_factory=dict)
    playing: Sequence[tuple[int, int]] = ()
    corrected: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Score(TemplateValue):
    """输赢 (shuying): a number in a column of a deal, None where nothing stands there.

    ``units`` are those of the ruleset; where ``sign`` is `TALLIED` they are 胡, counted and not paid.
    ``label`` is for ears, which hear no column: whose number it is, or what.
    """

    units: int | None
    sign: str
    label: str = ""

    @classmethod
    def paid(cls, units: int, label: str = "") -> "Score":
        """What was paid or won."""
        return cls(units, numbers.sign(units), label)

    @property
    def text(self) -> str:
        """+5."""
        return "" if self.units is None else numbers.signed(self.units)

    @property
    def spoken(self) -> str:
        """小李 负 3: whose it is, and what; no voice reads a sign alike."""
        if not self.units:
            return f"{self.label} {self.text}".strip()
        text = _("%(who)s 正 %(n)d") if self.units > 0 else _("%(who)s 负 %(n)d")
        return (text % {"who": self.label, "n": abs(self.units)}).strip()


@dataclass(frozen=True, slots=True)
class WorkedLine(TemplateValue):
    """A line of how a deal was worked out; ``value`` with its unit, empty where it has none."""

    text: str
    value: str


@dataclass(frozen=True, slots=True)
class GroupLine:
    """Groups of a hand and what they count; ``text`` is empty where cards alone stand there."""

    fans: Sequence[Fan]
    text: str
    value: str


@dataclass(frozen=True, slots=True)
class WonTiles:
    """A winning hand of 麻将 (majiang); ``name`` of the winner where there are several."""

    name: str
    cards: HandCards


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine(TemplateValue):
    """一行 (yi hang): a deal of the ledger, or what the round that it ended came to.

    ``number`` is its place in the ledger, None for a round; ``total`` what the groups of its hand count together, ``won`` the
    card that completed it; ``settled`` the round that ended with it.
    ``checked``: its cards are there, ``called``: only what it is worth; ``corrected``: it was entered anew.
    """

    key: int
    number: int | None
    title: str
    about: tuple[str, ...]
    scores: tuple[Score, ...]
    lines: tuple[WorkedLine, ...]
    results: tuple[WorkedLine, ...]
    ends_round: bool
    void: bool = False
    checked: bool = False
    called: bool = False
    corrected: bool = False
    disputed: bool = False
    disputable: bool = False
    groups: tuple[GroupLine, ...] = ()
    tiles: tuple[WonTiles, ...] = ()
    total: str = ""
    won: Fan | None = None
    notes: tuple[str, ...] = ()
    settled: "DealLine | None" = None

    @property
    def speech(self) -> str:
        """All of it as a sentence to be read aloud."""
        texts = [line.text for line in self.lines] if self.number is None else self.about
        return outcomes.listed([self.title, *texts])


def settles_round(row: DealRow) -> bool:
    """Whether a round was over with this deal; one that only says so has no line beside its own."""
    return bool(row.outcome["round_over"] and row.outcome.get("gains") and row.deal.live)


def deal_row(row: DealRow, roster: Roster) -> DealLine:
    """A deal in words."""
    deal, words, settles = row.deal, _DealWords(row, roster), settles_round(row)
    return DealLine(
        key=deal.key,
        number=deal.position,
        title=words.title(),
        about=words.about(),
        scores=_scores(row, roster),
        lines=(*words.lines_of_deal(), *words.shares()),
        results=() if settles else words.results(),
        ends_round=row.outcome["round_over"] and not settles,
        void=not deal.live,
        checked=words.is_checked(),
        called=any(win["checked"] == "hu" for win in row.outcome["wins"]),
        corrected=deal.key in roster.corrected,
        disputed=deal.disputed,
        disputable=deal.live and not deal.disputed,
        groups=words.groups(),
        tiles=words.tiles(),
        total=words.total(),
        won=words.won(),
        notes=words.notes(),
        settled=settled_round(row, roster) if settles else None,
    )


def settled_round(row: DealRow, roster: Roster) -> DealLine:
    """一轮结了: what an ended round comes to, from its last tally to who pays whom."""
    words = _DealWords(row, roster)
    return DealLine(
        key=row.deal.key,
        number=None,
        title=_("一轮结了"),
        about=(words.speaker.unit,),
        scores=_in_columns(row.outcome["deltas"], roster),
        lines=words.lines_of_round(),
        results=words.results(),
        ends_round=True,
    )


def _in_columns(units: Sequence[int], roster: Roster) -> tuple[Score, ...]:
    """A number for each column; who joined later had none."""
    known = [*units, *[0] * len(roster.names)]
    return tuple(Score.paid(known[player], roster.names[player]) for player in roster.columns)


def _scores(row: DealRow, roster: Roster) -> tuple[Score, ...]:
    """What a deal paid, or what it counts towards a round; without a sign where it is void."""
    gains, deltas = row.outcome.get("gains") or (), row.outcome["deltas"]
    tallied = bool(gains) and (any(gains) or not any(deltas))
    scores = _in_columns(gains if tallied else deltas, roster)
    if not row.deal.live:
        return tuple(replace(score, sign="zero") for score in scores)
    return tuple(replace(score, sign=TALLIED) for score in scores) if tallied else scores


def win_facts(win: WinBody, speaker: Speaker) -> list[str]:
    """How a hand won, in a few words each: 名堂, source, units, 醒, and that only some of its groups were looked at."""
    source = [source_text(win["source"], win["from"], speaker)] if win["source"] else []
    known = (*source, speaker.label(win["source"]) if win["source"] else "")
    facts = [name for name in pattern_names(win, speaker) if name not in known] + source
    same = speaker.unit == speaker.hu and win["units"] == win["hu"]
    facts += [] if same or not win["units"] else [f"{win['units']} {speaker.unit}"]
    facts += [_("醒 %(n)d") % {"n": win["xing"]}] if win["xing"] else []
    return facts + ([_("部分验牌")] if win["checked"] == "groups" else [])


def pattern_names(win: WinBody, speaker: Speaker) -> tuple[str, ...]:
    """名堂: what was marked, and the rows of a table that counted, each once."""
    items = (
        Item(item["code"], item["params"], item["units"]) for item in win["items"] if item["code"] == "row"
    )
    rows = map(speaker.brief, items)
    return tuple(dict.fromkeys([*map(speaker.label, win["marks"]), *filter(None, rows)]))


def source_text(source: str, player: int | None, speaker: Speaker) -> str:
    """From whom the winning card came, and how: 自摸, 小李点炮, 小李翻出."""
    if player is None:
        return speaker.label(source)
    name = speaker.names[player]
    if source == "discard":
        return speaker.discarded(name)
    return _("%(name)s翻出") % {"name": name} if source == "other_draw" else f"{speaker.label(source)} {name}"


class _DealWords:
    """The words of one deal.

    ``deal_to``: as many of the explained lines are about the deal itself, ``round_from``: from there on they settle a round.
    """

    def __init__(self, row: DealRow, roster: Roster) -> None:
        self.deal, self.fact, self.outcome = row.deal, row.fact, row.outcome
        self.names, self.stage = roster.names, row.deal.stage
        self.playing = roster.playing
        self.reason = roster.void_reasons.get(row.deal.key)
        self.speaker = stage_speaker(self.stage, roster.names)
        self.items = [Item(item["code"], item["params"], item["units"]) for item in self.outcome["items"]]
        self.round_from = len(self.items) - row.outcome.get("settling", 0)
        self.deal_to = self.round_from if settles_round(row) else len(self.items)

    def title(self) -> str:
        wins = self.outcome["wins"]
        if wins:
            return self._wins_title(wins)
        result = self.fact["result"]
        if wording := TITLES.get(result):
            return wording()
        offender = self._seat(self.fact.get("offender"))
        return self.speaker.result(result, offender) or next(self._briefs(), str(result))

    def _briefs(self) -> Iterator[str]:
        """What the ruleset says in a few words of a deal, its name first; units are in the columns already."""
        briefs = (self.speaker.brief(item) for item in self.items if not item.units)
        return (text for text in briefs if text)

    def _wins_title(self, wins: Sequence[WinBody]) -> str:
        if any(win["hu"] for win in wins):
            return outcomes.listed([self._win_title(win) for win in wins])
        return _("%(name)s胡了") % {"name": outcomes.listed([self.names[win["winner"]] for win in wins])}

    def _win_title(self, win: WinBody) -> str:
        name = self.names[win["winner"]]
        return f"{name} {win['hu']} {self.speaker.hu}" if win["hu"] else _("%(name)s胡了") % {"name": name}

    def _seat(self, seat: int | None) -> str:
        return "" if seat is None else self.names[canonical.parse(self.stage.seats)[seat]]

    def about(self) -> tuple[str, ...]:
        wins, result = self.outcome["wins"], self.fact["result"]
        texts = self._wins_about(wins)
        texts += [] if wins else list(self._briefs())[0 if result in TITLES else 1 :]
        texts += [
            _("%(by)s替%(name)s") % {"by": self.names[by], "name": self.names[player]}
            for player, by in self.playing
        ]
        if not self.deal.live:
            texts.append(_("作废"))
        if self.deal.agreed:
            texts.append(_("商定"))
        return tuple(texts)

    def _wins_about(self, wins: Sequence[WinBody]) -> list[str]:
        """Of several winners first what is each one's own, behind the name."""
        each = [win_facts(win, self.speaker) for win in wins]
        common = [text for text in each[0] if all(text in one for one in each)] if each else []
        texts = []
        for win, one in zip(wins, each, strict=True):
            if own := [text for text in one if text not in common]:
                texts.append(" ".join([self.names[win["winner"]], *own]))
        return texts + common

    def groups(self) -> tuple[GroupLine, ...]:
        melds = [meld for win in self.outcome["wins"] for meld in win["melds"]]
        scoring = sorted((meld for meld in melds if meld["hu"]), key=lambda meld: meld["hu"])
        plain = [meld for meld in melds if not meld["hu"]]
        lines = [
            GroupLine(
                fans=(group_fan(meld["kind"], meld["cards"], self.speaker),),
                text=group_text(meld["kind"], meld["cards"], self.speaker),
                value=self._hu(meld["hu"]),
            )
            for meld in scoring
        ]
        return (*lines, *([GroupLine(group_fans(plain, self.speaker), "", self._hu(0))] if plain else []))

    def tiles(self) -> tuple[WonTiles, ...]:
        wins = self.outcome["wins"]
        hands = [(self.names[win["winner"]] if len(wins) > 1 else "", hand_tiles(win)) for win in wins]
        return tuple(WonTiles(name, cards) for name, cards in hands if cards.tiles)

    def total(self) -> str:
        wins = [win for win in self.outcome["wins"] if win["melds"] and win["hu"] is not None]
        return self._hu(wins[0]["hu"]) if len(wins) == 1 else ""

    def is_checked(self) -> bool:
        """Whether every hand that won is there with its cards."""
        wins = self.outcome["wins"]
        return bool(wins) and all(win["hand"] and win["checked"] == "cards" for win in wins)

    def won(self) -> Fan | None:
        """胡的那张: the card that completed the hand, where one hand of them is drawn."""
        wins = self.outcome["wins"]
        card = winning_card(wins[0]["hand"]) if len(wins) == 1 and wins[0]["melds"] else None
        return None if card is None else loose_fan((card,), self.speaker.ruleset.fei)

    def shares(self) -> Iterator[WorkedLine]:
        """付几份: that who discarded the winning card pays several times what the hand is worth.

        What was announced and the cap have lines of their own, and tiles no shares.
        """
        wins, flows = self.outcome["wins"], self.outcome["flows"]
        units = wins[0]["units"] if len(wins) == 1 and wins[0]["hu"] else 0
        owed = [flow["units"] for flow in flows if flow["code"] == "discard"]
        before = [item.params["units"] for item in self.items if item.code in RAISED]
        due = [units for units in before if isinstance(units, int)] or owed
        if units and len(owed) == 1 and due[0] > units and due[0] % units == 0:
            times = due[0] // units
            text = _("点炮付两家") if times == TWO else _("点炮付 %(n)d 份") % {"n": times}
            yield WorkedLine(text, f"×{times}")

    def _hu(self, hu: int) -> str:
        return f"{hu} {self.speaker.hu}"

    def lines_of_deal(self) -> tuple[WorkedLine, ...]:
        """How the deal was worked out, without what settled a round; a penalty says what it is for where it is paid."""
        if self.fact["result"] == facts.Foul.result and any(
            self.speaker.reason(flow["code"]) for flow in self.outcome["flows"]
        ):
            return ()
        return self._explained(self.items[: self.deal_to])

    def lines_of_round(self) -> tuple[WorkedLine, ...]:
        """How a round was settled."""
        return self._explained(self.items[self.round_from :])

    def _explained(self, items: Sequence[Item]) -> tuple[WorkedLine, ...]:
        """The first line is a number to begin with, those after it are added to it."""
        written = [
            str(item.units) if at == 0 else numbers.signed(item.units) for at, item in enumerate(items)
        ]
        return tuple(
            WorkedLine(self.speaker.item(item), f"{units} {self.speaker.unit}" if item.units else "")
            for item, units in zip(items, written, strict=True)
        )

    def results(self) -> tuple[WorkedLine, ...]:
        paid = outcomes.payments(self.outcome["flows"], self.names, self.speaker.reason)
        return tuple(WorkedLine(text, f"{units} {self.speaker.unit}") for text, units in paid)

    def notes(self) -> tuple[str, ...]:
        warnings = {self.speaker.problem(Problem(**warning)) for warning in self.outcome["warnings"]}
        note = [self.fact["note"]] if self.fact.get("note") else []
        return (*([] if self.deal.live else [self._void()]), *sorted(warnings), *note)

    def _void(self) -> str:
        return _("作废：%(why)s") % {"why": self.reason} if self.reason else _("作废了")


TITLES: Mapping[str, Callable[[], str]] = {
    "adjust": lambda: _("商定"),
    "end_round": lambda: _("一轮结束"),
    "close": lambda: _("收场"),
}
