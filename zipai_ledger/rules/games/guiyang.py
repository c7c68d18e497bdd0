"""贵阳捉鸡麻将 (Guiyang zhuoji majiang): patterns, 豆 and 鸡, paid in 个 (docs/rules/guiyang.md)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from .. import facts
from ..agreed import play_adjust
from ..codec import Seat
from ..evening import EVENING_OPTIONS
from ..facts import known
from ..house_words import LOW_BRIEF, PLEDGE_BRIEF
from ..mahjong import won
from ..mahjong.asks import TilesGame, tile_asks
from ..mahjong.brief import BRIEF
from ..mahjong.chajiao import CHAJIAO_DEALER, chajiao_lines, check_ready, dealer_after, nearest
from ..mahjong.checks import check_seats, check_won, is_triple, xianggong_problems
from ..mahjong.contradictions import of_kongs, of_win, pairs_warnings, void_warnings
from ..mahjong.dead import after_dead
from ..mahjong.dou import DOU_OPTIONS, check_dou
from ..mahjong.examples import example_for
from ..mahjong.hands import TileHands
from ..mahjong.house import HouseRules
from ..mahjong.ji import JI_OPTIONS
from ..mahjong.lines import Line
from ..mahjong.maima import MAIMA_OPTIONS, genzhang_lines, horses_lines, read_horses
from ..mahjong.outside import BAO_DOU
from ..mahjong.patterns import PATTERNS
from ..mahjong.pledged import pledged_lines
from ..mahjong.qianggang import Robbed, marked_dou, robbed_dou
from ..mahjong.request import CallReader
from ..mahjong.rulebook import tile_sections
from ..mahjong.sayings import SAYINGS
from ..mahjong.seats import SEATS_OPTION
from ..mahjong.unplayed import unplayed
from ..mahjong.win import WIN_OPTIONS
from ..mahjong.words import TEXTS
from ..options import Need, Options, OptionSet, Value, Words, flag, one_of
from ..pledges import pledge_options
from ..presets import NamedPreset
from ..problems import Collector, Problem, Refused
from ..ruleset import Flow, Item, Outcome, Ruleset, Scored, State, Table
from ..seating import by_player, naming_players
from ..terms import FirstDeal

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
        SEATS_OPTION,
        *DOU_OPTIONS,
        flag(
            "ready_only",
            "off",
            ("叫牌才算", "Only the ready"),
            (
                "豆和鸡，叫了牌的才收；没叫牌的不收，照样付。",
                "Kongs and chickens count only for ready players; a player who is not ready is paid nothing, and still pays.",
            ),
            "O",
        ),
        *JI_OPTIONS,
        BAO_DOU,
        *MAIMA_OPTIONS,
        CHAJIAO_DEALER,
        *pledge_options(),
        *EVENING_OPTIONS,
    ),
    preset="preset",
    presets={"family_b": FAMILY_B},
    needs=(Need("bao_ji", "ready_only", "on"), Need("bao_dou", "ready_only", "on")),
)

RESULTS = (facts.TilesWon, facts.Dead, facts.Foul, facts.Adjust)
ELSEWHERE = ("hand", "hu", "units", "min_hu")
"""Parts of a foul that only 字牌 deals have."""


WinLines = Callable[[facts.TilesWon, Sequence[Scored], won.Terms], tuple[Line, ...]]
"""What a win is paid."""


@dataclass(frozen=True)
class Edition:
    """What a version of these rules makes of 抢杠, of what is paid and of what cannot be."""

    robbed: Callable[[facts.TilesWon], Robbed] = robbed_dou
    """The 豆 that 抢杠 takes back."""
    win_lines: WinLines = won.win_lines
    refuses: bool = True
    """Whether kongs that cannot be beside a win, or are too many, are refused."""
    warnings: Callable[[facts.TilesWon, Robbed], tuple[Problem, ...]] = void_warnings
    remembers: bool = True
    """Whether 连庄 goes on where the table has the dealer deal again although the rule proposes another."""
    counts_first: bool = True
    """Whether the first discarded 一条 is counted among the four that there are."""
    names_black: bool = True
    """Whether 八筒 is named beside 一条 where no tile is left to turn."""


THIRD_EDITION = Edition(counts_first=False, names_black=False)
"""Beside the first discarded 一条 four others could be, and 乌骨鸡 went without saying."""

SECOND_EDITION = replace(THIRD_EDITION, remembers=False)
"""A dealer who dealt on against the rule began to count anew."""

FIRST_EDITION = replace(
    SECOND_EDITION,
    robbed=marked_dou,
    win_lines=won.first_win_lines,
    refuses=False,
    warnings=pairs_warnings,
)
"""抢杠 took back no 豆 by itself, 包牌 paid what was typed, and seven pairs with a 豆 stood with a warning."""

EDITIONS = {1: FIRST_EDITION, 2: SECOND_EDITION, 3: THIRD_EDITION}
"""Those before this one, by version."""


@dataclass(frozen=True)
class Tiles:
    """一盘麻将: what was won, the dead deal or the foul, and who deals next."""

    o: HouseRules
    edition: Edition

    def check(self, table: Table) -> None:
        """Nothing is carried in."""

    def open(self, table: Table) -> State:
        return State(dealer=table.first_dealer, streak=1)

    def complete(self, table: Table, state: State, deal: facts.Deal) -> facts.Deal:
        return deal if deal.dealer is not None else replace(deal, dealer=Seat(state.dealer))

    def play(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        deal = self.complete(table, state, deal)
        if not self._remembers:
            state = replace(state, dealt=None)
        if not isinstance(deal, RESULTS):
            raise Refused(Problem("bad_deal", "result", "not_here", {"result": deal.result}))
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
        found.attempt(partial(check_won, self.o, deal))
        robbed = found.attempt(partial(self.edition.robbed, deal))
        horses = found.attempt(partial(read_horses, self.o, deal, known(deal.dealer), table.seats))
        read = None
        if robbed and horses:
            counting = partial(won.read, counts_first=self.edition.counts_first)
            read = found.attempt(partial(counting, self.o, deal, robbed, horses.tiles))
        wins = found.attempt(partial(won.value_wins, self.o, read)) if read else None
        if read and self.edition.refuses:
            found.extend(of_win(deal, read.hands))
        standing = found.attempt(partial(won.standing_of, self.o, deal, table.seats))
        found.finish()
        read, wins, horses = known(read), known(wins), known(horses)
        terms = won.terms_of(self.o, deal, table.seats, self._bonus(state, deal), horses)
        lines = self.edition.win_lines(deal, wins, terms)
        lines = pledged_lines(self.o.pledging, deal, lines)
        lines += horses_lines(deal, horses)
        lines += won.extra_lines(self.o, read, known(standing), names_black=self.edition.names_black)
        lines += self._followed(table, deal)
        after = self._after(state, deal, _dealer_after_win(table, deal))
        warnings = (*read.warnings, *self.edition.warnings(deal, read.robbed))
        return _outcome(table, deal, after, lines, wins, warnings)

    def _play_dead(self, table: Table, state: State, deal: facts.Dead) -> Outcome:
        ready, dou = deal.ready or (), deal.dou or ()
        found = Collector()
        if deal.min_hu is not None:
            found.add(Problem("bad_deal", "min_hu", "not_here", {"result": "min_hu"}))
        found.attempt(partial(check_ready, table, ready))
        found.attempt(partial(check_dou, dou))
        if self.edition.refuses:
            found.extend(of_kongs(dou))
        found.extend(xianggong_problems(deal.xianggong or (), [each.player for each in ready]))
        found.extend(list(unplayed(self.o, deal)))
        found.finish()
        lines = chajiao_lines(self.o, table, ready)
        lines += after_dead(self.o, deal, table.seats)
        lines += self._followed(table, deal)
        after = self._after(state, deal, dealer_after(self.o, table, known(deal.dealer), ready))
        return _outcome(table, deal, after, lines)

    def _play_foul(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        """相公 and other fouls pay what was agreed, and the dealer stays."""
        _check_foul(deal)
        flows = tuple(Flow(deal.offender, pay.to, pay.units, "foul_paid") for pay in deal.pays or ())
        units = sum(flow.units for flow in flows)
        item = Item("foul", {"how": "agreed", "player": deal.offender, "units": units}, units)
        seat, run = _run(state)
        stays = seat == deal.dealer or not run
        dealt = None if stays or not self._remembers else (seat, run)
        after = State(dealer=known(deal.dealer), streak=_streak(state, deal), dealt=dealt)
        return _outcome(table, deal, after, (Line(item, flows),))

    def _followed(self, table: Table, deal: facts.TilesWon | facts.Dead) -> tuple[Line, ...]:
        """跟章, which the dealer pays whoever won."""
        return genzhang_lines(self.o, known(deal.dealer), table.seats, deal.genzhang)

    @property
    def _remembers(self) -> bool:
        return self.edition.remembers and self.o.lianzhuang == "on"

    def _after(self, state: State, deal: facts.Deal, dealer: int) -> State:
        """The state in which this dealer deals next."""
        run = _streak(state, deal)
        if dealer == deal.dealer:
            return State(dealer=dealer, streak=run + 1)
        dealt = (known(deal.dealer), run) if self._remembers else None
        return State(dealer=dealer, streak=1, dealt=dealt)

    def _bonus(self, state: State, deal: facts.Deal) -> int:
        """What payments to or by the dealer are raised by."""
        return self.o.dealer_bonus * (_streak(state, deal) if self.o.lianzhuang == "on" else 1)


def _check_foul(deal: facts.Foul) -> None:
    """The penalty was agreed, and is paid to others; raises `Refused` (``bad_deal``) with everything."""
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


def _dealer_after_win(table: Table, deal: facts.TilesWon) -> int:
    """The winner, of two the first counter-clockwise from the dealer; after 一炮三响 the discarder."""
    if is_triple(deal):
        return known(deal.wins[0].from_)
    return nearest(table, known(deal.dealer), [win.winner for win in deal.wins])


def _run(state: State) -> tuple[int, int]:
    """连庄 (lianzhuang): who dealt last, and how many deals in a row."""
    return state.dealt or (state.dealer, (state.streak or 1) - 1)


def _streak(state: State, deal: facts.Deal) -> int:
    """The number of deals in a row that this dealer has dealt, this one included."""
    seat, run = _run(state)
    return run + 1 if deal.dealer == seat else 1


def _outcome(
    table: Table,
    deal: facts.Deal,
    after: State,
    lines: Sequence[Line],
    wins: tuple[Scored, ...] = (),
    warnings: tuple[Problem, ...] = (),
) -> Outcome:
    flows = by_player(table, tuple(flow for line in lines for flow in line.flows if flow.units))
    items = naming_players(table, [line.item for line in lines])
    warnings = naming_players(table, warnings)
    return Outcome(deal=deal, state=after, flows=flows, items=items, wins=wins, warnings=warnings)


class Guiyang(Ruleset):
    """贵阳捉鸡麻将: four players, or fewer; the winner of a deal deals the next."""

    slug = "guiyang"
    version = 4
    former = (1, 2, 3)
    name = Words("贵阳捉鸡麻将", "Guiyang Mahjong")
    tagline = Words("按个算，捉鸡算豆", "Paid in points, with chicken and kong")
    presets_named = (NamedPreset("", name, (Words("贵州贵阳", "Guiyang, Guizhou"),), ("贵阳麻将",)),)
    unit = Words("个", "points")
    entry = "mahjong_win"
    hand_hint = Words("碰五万 一一一条 二三四筒…", "碰五万 一一一条 二三四筒…")
    seats = (2, 3, 4)
    options = OPTIONS
    usual_before = {2: {"baoting": "add"}}
    brief = BRIEF + PLEDGE_BRIEF + LOW_BRIEF
    first_deal = FirstDeal(Words("头一盘掷骰子定庄", "Dice decide who deals first"), "S2")
    results = (*RESULTS, facts.Close)
    texts = TEXTS
    sayings = SAYINGS
    reader = CallReader()

    def compose(self, options: Options) -> TilesGame:
        o = self.options.read(HouseRules, options)
        return TilesGame(
            course=Tiles(o, EDITIONS.get(self.version, Edition())),
            hands=TileHands(o),
            rulebook=partial(tile_sections, o),
            example=example_for,
            asks=tile_asks(o),
            house=o.house,
        )


RULESET = Guiyang()
