"""贵阳捉鸡麻将 (guiyang): patterns, 豆 and 鸡, paid in 个 (docs/rules/guiyang.md)."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from .. import facts
from ..agreed import play_adjust
from ..codec import Seat
from ..mahjong import won
from ..mahjong.afterwards import waiting, waiting_shown
from ..mahjong.asked import read_asked, score_asked, waits_asked
from ..mahjong.asks import TileAsks, tile_asks
from ..mahjong.chajiao import CHAJIAO_DEALER, chajiao_lines, check_ready, dealer_after, nearest
from ..mahjong.checks import check_seats, check_won, is_reversed, xianggong_problems
from ..mahjong.copies import check_copies
from ..mahjong.dou import DOU_OPTIONS, check_dou, dou_lines
from ..mahjong.examples import example_for
from ..mahjong.ji import JI_OPTIONS
from ..mahjong.lines import Line, Standing, seated
from ..mahjong.patterns import PATTERNS
from ..mahjong.qianggang import Robbed, marked_dou, robbed_dou
from ..mahjong.rulebook import tile_sections
from ..mahjong.sayings import SAYINGS
from ..mahjong.win import BAOTING_ADDS, WIN_OPTIONS, Called, baoting_option
from ..mahjong.words import TEXTS
from ..options import Options, OptionSet, Value, Words, flag, one_of
from ..problems import Collector, Problem, Refused
from ..rulebook import Section
from ..ruleset import Example, Flow, Item, Outcome, Ruleset, Scored, ScoreRequest, State, Table
from ..seating import by_player
from ..terms import FirstDeal
from ..waiting import Shown, Waiting

Dealt = TypeVar("Dealt", bound=facts.Deal)

SEATS = 4

FAMILY_B: dict[str, Value] = {
    "values": dict(zip(PATTERNS, (1, 5, 10, 20, 10, 15, 20, 30), strict=True)),
    "dou_zhuanwan": 3,
    "ready_only": "on",
    "chongfeng": 3,
    "zeren": 3,
}

OPTIONS = OptionSet(
    (
        one_of(
            "preset",
            "seed",
            ("哪一家的打法", "House rules"),
            (
                "先定下面各条的数，单独改过的照改过的算。",
                "Sets the values below; what is chosen beside it wins.",
            ),
            "S2; O",
            {"seed": ("通行的", "Common"), "family_b": ("另一家", "Another family’s")},
        ),
        *WIN_OPTIONS,
        *DOU_OPTIONS,
        flag(
            "ready_only",
            "off",
            ("叫牌才算", "Only the ready"),
            (
                "豆和鸡，叫了牌的才收；没叫牌的不收，照样付。",
                "豆 and 鸡 count only for ready players; a player who is not ready is paid nothing, and still pays.",
            ),
            "O",
        ),
        *JI_OPTIONS,
        CHAJIAO_DEALER,
    ),
    preset="preset",
    presets={"family_b": FAMILY_B},
)

ELSEWHERE = ("hand", "hu", "units", "min_hu")
"""Parts of a foul that only 字牌 deals have."""


class Guiyang(Ruleset):
    """贵阳捉鸡麻将: four players; the winner of a deal deals the next."""

    slug = "guiyang"
    version = 2
    name = Words("贵阳捉鸡麻将", "Guiyang Mahjong")
    tagline = Words("按个算，捉鸡算豆", "Paid in 个, with 鸡 and 豆")
    unit = Words("个", "个")
    entry = "mahjong_win"
    hand_hint = Words("碰五万 一一一条 二三四筒…", "碰五万 一一一条 二三四筒…")
    seats = (SEATS,)
    options = OPTIONS
    first_deal = FirstDeal(Words("头一盘掷骰子定庄", "Dice decide who deals first"), "S2")
    results = (facts.TilesWon, facts.Dead, facts.Foul, facts.Adjust)
    texts = TEXTS
    sayings = SAYINGS

    def open(self, table: Table) -> State:
        return State(dealer=table.first_dealer, streak=1)

    def complete(self, table: Table, state: State, deal: Dealt) -> Dealt:
        return deal if deal.dealer is not None else replace(deal, dealer=Seat(state.dealer))

    def play(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        if not isinstance(deal, self.results):
            raise Refused(Problem("bad_deal", "result", "not_here", {"result": deal.result}))
        deal = self.complete(table, state, deal)
        check_seats(table, deal)
        match deal:
            case facts.TilesWon():
                outcome = self._play_won(table, state, deal)
            case facts.Foul():
                outcome = self._play_foul(table, state, deal)
            case facts.Dead():
                outcome = self._play_dead(table, state, deal)
            case _:
                return play_adjust(table, state, deal)
        if deal.dealer == state.dealer:
            return outcome
        differs = Problem("dealer_differs", "dealer", "", {"player": table.players[state.dealer]})
        return replace(outcome, warnings=(differs, *outcome.warnings))

    def _play_won(self, table: Table, state: State, deal: facts.TilesWon) -> Outcome:
        found = Collector()
        found.attempt(partial(check_won, deal))
        robbed = found.attempt(partial(self.robbed, deal))
        read = found.attempt(partial(won.read, table.options, deal, robbed)) if robbed else None
        wins = found.attempt(partial(won.value_wins, table.options, read)) if read else None
        standing = found.attempt(partial(won.standing_of, table.options, deal, SEATS))
        found.finish()
        read, wins = cast(won.Read, read), cast(tuple[Scored, ...], wins)
        lines = self.win_lines(deal, wins, SEATS, self._bonus(table, state, deal))
        lines += won.extra_lines(table.options, read, cast(Standing, standing))
        after = self._after(state, deal, self._dealer_after_win(table, deal))
        return _outcome(table, deal, after, lines, wins, read.warnings)

    def robbed(self, deal: facts.TilesWon) -> Robbed:
        """The 豆 that 抢杠 takes back; raises `Refused`."""
        return robbed_dou(deal)

    def win_lines(
        self, deal: facts.TilesWon, wins: Sequence[Scored], seats: int, bonus: int
    ) -> tuple[Line, ...]:
        """What the win is paid; raises `Refused`."""
        return won.win_lines(deal, wins, seats, bonus)

    def _play_dead(self, table: Table, state: State, deal: facts.Dead) -> Outcome:
        ready, dou = deal.ready or (), deal.dou or ()
        found = Collector()
        if deal.min_hu is not None:
            found.add(Problem("bad_deal", "min_hu", "not_here", {"result": "min_hu"}))
        found.attempt(partial(check_ready, table, ready))
        found.attempt(partial(check_dou, dou))
        found.extend(xianggong_problems(deal.xianggong or (), [each.player for each in ready]))
        found.finish()
        check_copies({}, dou, (), None)
        void = tuple(replace(each, void=True) for each in dou)
        lines = chajiao_lines(table, ready)
        lines += dou_lines(table.options, Standing(SEATS, frozenset()), void)
        after = self._after(state, deal, dealer_after(table, cast(int, deal.dealer), ready))
        return _outcome(table, deal, after, lines)

    def _play_foul(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        """相公 and other fouls pay what was agreed, and the dealer stays."""
        found = Collector()
        for name in ELSEWHERE:
            if getattr(deal, name) is not None:
                found.add(Problem("bad_deal", name, "not_here", {"result": name}))
        payees = [pay.to for pay in deal.pays or ()]
        if not payees:
            found.add(Problem("bad_deal", "pays", "pays_missing"))
        if deal.offender in payees or len(set(payees)) < len(payees):
            found.add(Problem("bad_deal", "pays", "pays"))
        found.finish()
        flows = tuple(Flow(deal.offender, pay.to, pay.units, "foul_paid") for pay in deal.pays or ())
        units = sum(flow.units for flow in flows)
        item = Item("foul", {"how": "agreed", "player": deal.offender, "units": units}, units)
        after = State(dealer=cast(int, deal.dealer), streak=_streak(state, deal))
        return _outcome(table, deal, after, (Line(item, flows),))

    def _bonus(self, table: Table, state: State, deal: facts.Deal) -> int:
        """What payments to or by the dealer are raised by."""
        times = _streak(state, deal) if table.options["lianzhuang"] == "on" else 1
        return cast(int, table.options["dealer_bonus"]) * times

    def _dealer_after_win(self, table: Table, deal: facts.TilesWon) -> int:
        """The winner, of two the first counter-clockwise from the dealer; after 一炮三响 the discarder."""
        if is_reversed(deal):
            return cast(int, deal.wins[0].from_)
        return nearest(table, cast(int, deal.dealer), [win.winner for win in deal.wins])

    def _after(self, state: State, deal: facts.Deal, dealer: int) -> State:
        return State(dealer=dealer, streak=_streak(state, deal) + 1 if dealer == deal.dealer else 1)

    def read(self, request: ScoreRequest) -> Called:
        return read_asked(request)

    def score(self, options: Options, request: ScoreRequest) -> Scored:
        return score_asked(options, read_asked(request))

    def waits(self, options: Options, hand: Any) -> list[dict[str, int | str | None]]:
        return waits_asked(options, hand)

    def as_of(self, version: int) -> Ruleset:
        return FIRST_EDITION if version == FIRST_EDITION.version else self

    def waiting(self, table: Table, state: State, deal: facts.Deal, drawn: str = "") -> tuple[Waiting, ...]:
        return waiting(table.options, deal, drawn) if isinstance(deal, facts.TilesWon) else ()

    def waiting_shown(self, table: Table, state: State, deal: facts.Deal, shown: Shown) -> Waiting:
        return waiting_shown(table.options, deal, shown)

    def example(self, options: Options, code: str) -> Example | None:
        return example_for(options, code)

    def rulebook(self, options: Options) -> tuple[Section, ...]:
        return tile_sections(options)

    def asks(self, options: Options) -> TileAsks:
        """What an entry has to ask under these options."""
        return tile_asks(options)


FIRST_BAOTING = baoting_option("add", BAOTING_ADDS)


class FirstGuiyang(Guiyang):
    """As version 1 read it: 抢杠 took back no 豆 by itself, 包牌 paid what was typed, 报听 added 10 to any pattern."""

    version = 1
    options = replace(
        OPTIONS,
        options=tuple(FIRST_BAOTING if each.code == FIRST_BAOTING.code else each for each in OPTIONS.options),
    )

    def robbed(self, deal: facts.TilesWon) -> Robbed:
        return marked_dou(deal)

    def win_lines(
        self, deal: facts.TilesWon, wins: Sequence[Scored], seats: int, bonus: int
    ) -> tuple[Line, ...]:
        return won.first_win_lines(deal, wins, seats, bonus)


def _streak(state: State, deal: facts.Deal) -> int:
    """连庄 (lianzhuang): the number of deals in a row that this dealer has dealt, this one included."""
    return (state.streak or 1) if deal.dealer == state.dealer else 1


def _outcome(
    table: Table,
    deal: facts.Deal,
    after: State,
    lines: Sequence[Line],
    wins: tuple[Scored, ...] = (),
    warnings: tuple[Problem, ...] = (),
) -> Outcome:
    flows = by_player(table, tuple(flow for line in lines for flow in line.flows if flow.units))
    items = seated(table, [line.item for line in lines])
    warnings = seated(table, warnings)
    return Outcome(deal=deal, state=after, flows=flows, items=items, wins=wins, warnings=warnings)


FIRST_EDITION = FirstGuiyang()
RULESET = Guiyang()
