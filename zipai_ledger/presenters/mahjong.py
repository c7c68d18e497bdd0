"""麻将 (majiang): what a deal with tiles comes to, or what is still asked of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from zipai_ledger.forms.mahjong_dead import MahjongDeadForm
from zipai_ledger.forms.mahjong_foul import MahjongFoulForm
from zipai_ledger.forms.mahjong_win import MahjongWinForm
from zipai_ledger.ledger.trail.bodies import OutcomeBody
from zipai_ledger.rules.problems import Problem

from .verdicts import Gain, Verdict, WaitingVerdict, WorthLine, gains, stored_item, wrong


@dataclass(frozen=True, slots=True)
class HandWorth:
    """大对子 5，自摸 +1; ``name`` of the winner where there are two."""

    name: str
    lines: tuple[WorthLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesWonVerdict(Verdict):
    """What the hands are worth, and what everybody wins or loses by the whole deal."""

    template: ClassVar[str] = "entries/_mahjong_won.html"

    hands: tuple[HandWorth, ...]
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesPaidVerdict(Verdict):
    """Why who pays, in words of the rules, and what that comes to; no ``title`` where nobody was ready (查叫, chajiao)."""

    template: ClassVar[str] = "entries/_mahjong_paid.html"

    ready: bool = True
    title: str = ""
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesWaitingVerdict(WaitingVerdict):
    """See ``entries/_mahjong_waiting.html`` for what it waits for; ``gains`` where only 鸡 are still open."""

    template: ClassVar[str] = "entries/_mahjong_waiting.html"

    gains: tuple[Gain, ...] = ()


WAITING: Mapping[str, str] = {
    "bad_deal.winner_missing": "winner",
    "bad_source.missing": "source",
    "bad_deal.from_missing": "from",
    "bad_tiles.pattern_or_tiles": "pattern",
    "bad_deal.repao_dou": "repao",
    "bad_deal.discarder_value": "discarder_value",
    "bad_deal.robbed_which": "robbed",
    "bad_deal.bao_missing": "bao",
    "bad_deal.zeren_first": "first",
    "bad_tiles.flipped_missing": "flipped",
}
"""Problems that only say what is still missing → its word; the first comes first."""


def first_win_verdict(form: MahjongWinForm) -> Verdict:
    """What is asked first."""
    return TilesWaitingVerdict(waits_for="winner", field="winner")


def first_dead_verdict(form: MahjongDeadForm) -> Verdict:
    """What a deal comes to of which nothing is said."""
    return TilesPaidVerdict()


def first_foul_verdict(form: MahjongFoulForm) -> Verdict:
    """What is asked first."""
    question = form.setting.speaker.terms["ask_foul"]
    return TilesWaitingVerdict(waits_for="offender", question=question, field="offender")


def won_verdict(form: MahjongWinForm, outcome: OutcomeBody) -> Verdict:
    """What a deal that stands comes to, once it is said which tile was turned, or that none was."""
    changes = gains(form.setting, outcome["deltas"])
    if not form["flipped"].value():
        return TilesWaitingVerdict(waits_for="flipped", field="flipped", gains=changes)
    speaker, wins = form.setting.speaker, outcome["wins"]
    named = len(wins) > 1 and len(wins) != form.reversed_at
    hands = [
        HandWorth(
            speaker.names[win["winner"]] if named else "",
            tuple(WorthLine(speaker.label(item["code"]), item["units"]) for item in win["items"]),
        )
        for win in wins
    ]
    return TilesWonVerdict(
        ready=True,
        big=wins[0]["units"] if len(wins) == 1 else None,
        unit=speaker.unit if len(wins) == 1 else "",
        hands=tuple(dict.fromkeys(hands)),
        gains=changes,
    )


def paid_verdict(form: MahjongDeadForm | MahjongFoulForm, outcome: OutcomeBody) -> Verdict:
    """What a 黄庄 or a foul that stands comes to."""
    setting = form.setting
    title = setting.speaker.item(stored_item(outcome["items"][0]))
    return TilesPaidVerdict(title=title, gains=gains(setting, outcome["deltas"]))


def win_progress(form: MahjongWinForm, problems: Sequence[Problem]) -> Verdict:
    """What is still to be asked, or what is wrong."""
    fields = {problem.key: problem.field for problem in problems}
    waiting = next((key for key in WAITING if key in fields), "")
    if waiting and set(fields) <= set(WAITING):
        return TilesWaitingVerdict(waits_for=WAITING[waiting], field=fields[waiting])
    missing = _missing(problems)
    if missing > 0:
        return TilesWaitingVerdict(waits_for="tiles", field="tiles", n=missing)
    return wrong(form.setting, problems[0])


def _missing(problems: Sequence[Problem]) -> int:
    """How many tiles a hand still lacks."""
    short = [problem.params for problem in problems if problem.key == "wrong_card_count.tiles"]
    return cast(int, short[0]["expected"]) - cast(int, short[0]["got"]) if short else 0


def dead_progress(form: MahjongDeadForm, problems: Sequence[Problem]) -> Verdict:
    """What is still asked for, or what is wrong."""
    if {problem.key for problem in problems} == {"bad_deal.ready_value"}:
        return TilesWaitingVerdict(waits_for="ready_value", field=problems[0].field)
    return wrong(form.setting, problems[0])


def foul_progress(form: MahjongFoulForm, problems: Sequence[Problem]) -> Verdict:
    """What is still asked for, or what is wrong."""
    keys = {problem.key for problem in problems}
    if keys == {"bad_deal.offender_missing"}:
        return first_foul_verdict(form)
    if keys == {"bad_deal.pays_missing"}:
        return TilesWaitingVerdict(waits_for="pays", field="pays")
    return wrong(form.setting, problems[0])
