"""字牌 (zipai): what a 胡 comes to, and how far a half-entered hand has come: 胡 so far, what is missing, what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from django.utils.http import urlencode

from zipai_ledger.entries import pad
from zipai_ledger.entries.setting import Setting
from zipai_ledger.formats.outcomes import net, paid_briefly
from zipai_ledger.forms.zipai_hand import ZipaiHandForm, of_the_pad, zipai_game
from zipai_ledger.ledger.trail.bodies import OutcomeBody, WinBody
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Problem, Refused
from zipai_ledger.rules.ruleset import Item
from zipai_ledger.rules.zipai.asks import Asks
from zipai_ledger.rules.zipai.cards import COPIES, card_name, is_special
from zipai_ledger.rules.zipai.deck import STANDS
from zipai_ledger.rules.zipai.melds import QUADS, Values, meld

from .deals import pattern_names
from .verdicts import Verdict, WaitingVerdict, WorthLine, WrongVerdict, stored_item, wrong

XING = "xing"


@dataclass(frozen=True, slots=True)
class Regrouping:
    """改组 (gaizu): what the same cards come to if none of them was laid by 吃, and those ``groups`` as the pad writes them."""

    hu: int
    hu_word: str
    groups: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipaiVerdict(Verdict):
    """A 胡 that stands: marks, 胡 and their ``units`` (None where these are the same), what is added, and who pays.

    In a game that counts towards a round ``counted`` (by name, 共) stands in the place of units, and of 胡 that are counted as
    they are; no ``label`` of a bonus says 醒. ``remarks`` are lines of the rules; ``other_readings``: in how many other ways
    the hand can be grouped; ``regrouping``: one worth more, if all of it was held.
    """

    template: ClassVar[str] = "entries/_zipai_verdict.html"

    marks: tuple[str, ...]
    hu: int | None
    hu_word: str
    units: int | None
    counted: tuple[tuple[str, int], ...]
    bonuses: tuple[WorthLine, ...]
    round_over: bool
    paid: str
    remarks: tuple[str, ...]
    other_readings: int
    regrouping: Regrouping | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipaiWrongVerdict(WrongVerdict):
    """A hand that cannot win. ``claim``: it as a 诈胡, what the form of that reads from an address; "" where it is none."""

    template: ClassVar[str] = "entries/_zipai_wrong.html"

    regrouping: Regrouping | None = None
    claim: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipaiWaitingVerdict(WaitingVerdict):
    """See ``entries/_zipai_waits_for.html`` for what it waits for, or "hu" (报胡, bao hu): how many is not said yet."""

    template: ClassVar[str] = "entries/_zipai_waiting.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipaiProgressVerdict(Verdict):
    """A hand that is not whole.

    ``waits_for``: the one thing that is missing beside the cards, or ""; ``wrong``: what is wrong with the groups, or "";
    ``need``: what just this winner has to reach, in words of the rules, and ``short`` how many 胡 are missing for that, or
    else for the minimum; ``bare_wins``: there are none yet, and a hand that stays so may win; ``units``: what is there already,
    None where 胡 are no units. ``threes`` and ``pair_due``: groups that are missing, once some are there.
    """

    template: ClassVar[str] = "entries/_zipai_progress.html"

    table_unit: str
    waits_for: str = ""
    wrong: str = ""
    need: str = ""
    short: int = 0
    bare_wins: bool = False
    units: int | None = None
    is_begun: bool = False
    threes: int = 0
    pair_due: bool = False

    @property
    def is_incomplete(self) -> bool:
        """Whether groups are missing."""
        return not self.is_begun or self.threes > 0 or self.pair_due


NO_WIN = ("below_minimum", "not_a_win")
"""Problems of a hand in which nothing is amiss but that it does not win."""
WAITING: Mapping[str, str] = {
    "bad_deal.winner_missing": "winner",
    "bad_source.missing": "source",
    "bad_xing.missing": "flipped",
    "bad_xing.needs_count": "xing_count",
    "bad_xing.needs_lower": "xing_lower",
    "bad_xing.again": "flipped_again",
}
"""Problems that only say what is still missing → its word."""


def zipai_verdict(form: ZipaiHandForm, outcome: OutcomeBody) -> Verdict:
    """Units, how they came about, and who pays."""
    setting, win = form.setting, outcome["wins"][0]
    speaker = setting.speaker
    counts = win["units"] is None
    base = None if counts else win["items"][_base(win)]["units"]
    same, worth = (speaker.unit, base) == (speaker.hu, win["hu"]), _booked(win)
    return ZipaiVerdict(
        ready=True,
        turned=max(1, sum(item["code"] == XING for item in win["items"])),
        big=worth if counts else win["units"],
        unit=speaker.hu if counts else speaker.unit,
        marks=_unpaid_marks(setting, win),
        hu=None if counts and worth == win["hu"] else win["hu"],
        hu_word=speaker.hu,
        units=None if same else base,
        counted=_counted(setting, outcome) if counts else (),
        bonuses=_bonuses(setting, win),
        round_over=outcome["round_over"],
        paid=_paid(setting, outcome),
        remarks=(*_others(setting, outcome), *_remarks(setting, win)),
        other_readings=max(0, win["readings"] - 1),
        regrouping=_regrouping(form),
    )


OTHER = "wins.1."
"""Where a problem of two wins is about the one that is not on the pad."""


def _others(setting: Setting, outcome: OutcomeBody) -> tuple[str, ...]:
    """一炮双响: what the others won who won the same card."""
    won = [stored_item(item) for item in outcome["items"] if item["code"] == "winner"]
    return tuple(map(setting.speaker.item, won[1:]))


def _regrouping(form: ZipaiHandForm) -> Regrouping | None:
    if form["mode"].value() in ("hu", "groups"):
        return None
    text, source = form["groups"].value() or "", form["source"].value() or ""
    try:
        found = pad.regrouped(text, source, zipai_game(form.setting).valuing)
    except Refused:
        return None
    return Regrouping(found[0], form.setting.speaker.hu, found[1]) if found else None


def _unpaid_marks(setting: Setting, win: WinBody) -> tuple[str, ...]:
    """Marks and patterns that no line names: what stands beside the 胡 has its units there, without a name."""
    paid = {item["code"] for item in win["items"][_base(win) + 1 :] if item["units"]}
    lined = {line.label for line in _bonuses(setting, win)}
    lined |= {setting.speaker.label(mark) for mark in win["marks"] if mark in paid}
    return tuple(name for name in pattern_names(win, setting.speaker) if name not in lined)


def _counted(setting: Setting, outcome: OutcomeBody) -> tuple[tuple[str, int], ...]:
    gains = outcome.get("gains") or ()
    names, tally = setting.speaker.names, outcome["tally"] or ()
    return tuple((names[player], tally[player]) for player, gained in enumerate(gains) if gained)


def _booked(win: WinBody) -> int:
    """What a round counts of its 胡: what the rows of 名堂 make of them, where there are some."""
    counted = [item["params"] for item in win["items"] if item["code"] == "counted"]
    return cast(int, counted[-1].get("n", win["hu"])) if counted else win["hu"]


def _base(win: WinBody) -> int:
    """The place of the line that its 胡 are worth: the first with units; lines that change the 胡 may stand before it."""
    return next((place for place, item in enumerate(win["items"]) if item["units"]), 0)


def _bonuses(setting: Setting, win: WinBody) -> tuple[WorthLine, ...]:
    speaker = setting.speaker
    return tuple(
        WorthLine(
            "" if item["code"] == XING else speaker.brief(stored_item(item)) or speaker.label(item["code"]),
            item["units"],
        )
        for item in win["items"][_base(win) + 1 :]
        if item["units"]
    )


def _paid(setting: Setting, outcome: OutcomeBody) -> str:
    names, flows = setting.speaker.names, outcome["flows"]
    several = len({flow["payee"] for flow in flows}) > 1
    return net(outcome["deltas"], names) if several else paid_briefly(flows, names)


def _remarks(setting: Setting, win: WinBody) -> tuple[str, ...]:
    """What special cards stand for, and what was not looked at."""
    speaker = setting.speaker
    stands = [speaker.item(stored_item(item)) for item in win["items"] if item["code"] == STANDS]
    warnings = win["warnings"] if win["checked"] == "groups" else ()
    return (*stands, *(speaker.problem(Problem(**warning)) for warning in warnings))


def zipai_progress(form: ZipaiHandForm, problems: Sequence[Problem]) -> Verdict:
    """Progress where something is only missing, else what is wrong."""
    other = next((problem for problem in problems if problem.field.startswith(OTHER)), None)
    if other is not None:
        return wrong(form.setting, other)
    problems = tuple(map(of_the_pad, problems))
    keys, first = {problem.key for problem in problems}, problems[0]
    waits_for = next((word for key, word in WAITING.items() if keys == {key}), "")
    mode, groups = form["mode"].value(), form["groups"].value() or ""
    if mode == "hu":
        return _hu_progress(form, first, waits_for)
    if waits_for:
        again = waits_for == "flipped_again"
        turned = len(form["flipped"].value() or "") + 1 if again else 1
        far = _so_far(form)
        if isinstance(far, ZipaiWrongVerdict):
            return far
        return replace(far, waits_for=waits_for, field=first.field, turned=turned)
    if mode == "groups":
        return wrong(form.setting, first)
    if "胡" in groups:
        return _no_win(form, first)
    return _so_far(form)


def _no_win(form: ZipaiHandForm, problem: Problem) -> ZipaiWrongVerdict:
    return ZipaiWrongVerdict(
        text=form.setting.speaker.problem(problem),
        field=problem.field,
        regrouping=_regrouping(form),
        claim=_claim(form) if problem.code in NO_WIN else "",
    )


def _claim(form: ZipaiHandForm) -> str:
    """诈胡 (zhahu): who claimed this hand, and where its last card came from."""
    if facts.Foul not in form.setting.ruleset.results:
        return ""
    fields = {"offender": "winner", "hand": "groups", "source": "source"}
    return urlencode({name: form[field].value() or "" for name, field in fields.items()})


def _hu_progress(form: ZipaiHandForm, problem: Problem, waits_for: str) -> Verdict:
    if not form["hu"].value():
        hu = form.setting.speaker.hu
        return ZipaiWaitingVerdict(waits_for="hu", field="hu", unit=hu, question=_need_text(form))
    if waits_for:
        return ZipaiWaitingVerdict(waits_for=waits_for, field=problem.field)
    return wrong(form.setting, problem)


def _need(form: ZipaiHandForm) -> Item | None:
    """坎 (kan): what the winner's hand has to reach beyond the house's minimum, None where that is enough."""
    setting, seat = form.setting, form.cleaned_data.get("winner")
    if not isinstance(seat, int) or seat not in range(setting.table.seats):
        return None
    return setting.game.outlook.need(setting.table, setting.state, seat)


def _need_text(form: ZipaiHandForm) -> str:
    need = _need(form)
    return form.setting.speaker.item(need) if need else ""


def _so_far(form: ZipaiHandForm) -> ZipaiProgressVerdict | ZipaiWrongVerdict:
    speaker, asks = form.setting.speaker, _asks(form)
    verdict = ZipaiProgressVerdict(unit=speaker.hu, table_unit=speaker.unit)
    try:
        tapped = pad.read(form["groups"].value() or "")
        hu = sum(_worth(zipai_game(form.setting).valuing.rules.values, group) for group in tapped.groups)
    except Refused as refused:
        return _spoilt(form, verdict, refused.problems[0])
    over = next((card for card, copies in tapped.counts.items() if copies > COPIES), None)
    if over is not None:
        problem = Problem(
            "too_many_copies", "groups", "", {"card": card_name(over), "got": tapped.counts[over]}
        )
        return _spoilt(form, verdict, problem)
    need = _need(form)
    least = cast(int, need.params["least"]) if need else asks.min_hu
    counts_units = asks.hu_per_unit and not need
    threes, pair_due = _missing(asks, tapped)
    whole = not threes and not pair_due and len(tapped.groups) == asks.groups
    if whole and hu < least and not asks.wins_below and not any(map(is_special, tapped.counts)):
        short = _no_win(form, Problem("below_minimum", "groups", "", {"hu": hu, "min_hu": least}))
        return replace(short, big=hu, unit=speaker.hu)
    return replace(
        verdict,
        big=hu,
        need=_need_text(form),
        short=max(0, least - hu),
        bare_wins=not need and hu == asks.below == 0,
        units=asks.first_units + (hu - least) // asks.hu_per_unit if counts_units else None,
        is_begun=bool(tapped.groups),
        threes=threes,
        pair_due=pair_due,
    )


def _spoilt(form: ZipaiHandForm, verdict: ZipaiProgressVerdict, problem: Problem) -> ZipaiProgressVerdict:
    return replace(verdict, bad=True, wrong=form.setting.speaker.problem(problem), field=problem.field)


def _asks(form: ZipaiHandForm) -> Asks:
    """What the table asks, with the minimum that was chosen for this deal."""
    least = form.cleaned_data.get("min_hu")
    return form.asks if least is None else replace(form.asks, min_hu=least)


def _worth(values: Values, group: pad.TappedGroup) -> int:
    if group.kind != "held":
        return values.of(meld(group.kind, group.faces, "groups"))
    if len(group.faces) != COPIES - 1 or len(set(group.faces)) == 1:
        return 0
    try:
        return values.of(meld("shun", group.faces))
    except Refused:
        return 0


def _missing(asks: Asks, tapped: pad.Tapped) -> tuple[int, bool]:
    """How many groups of three or four are missing, and whether the pair is."""
    quads = sum(group.kind in QUADS for group in tapped.groups)
    pairs = sum(group.kind == "held" and len(group.cards) == 2 for group in tapped.groups)
    loose = sum(len(group.cards) for group in tapped.groups if group.word == "手")
    groups = sum(group.word != "手" for group in tapped.groups)
    pair_due = quads > 0 and not pairs
    return max(0, asks.groups - groups - pair_due - loose // 3), pair_due
