"""大字牌 (dazipai): every hand pays its 油, the winner of a deal names the next minimum (docs/rules/dazipai.md)."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from .. import facts
from ..codec import Count, Seat
from ..evening import EVENING_OPTIONS
from ..facts import known
from ..house import PledgedOptions
from ..options import Options, OptionSet, Words, as_options, one_of
from ..pledges import Pledging, pledge_options
from ..presets import NamedPreset
from ..problems import Collector, Problem, Refused
from ..rulebook import Case, Section, listed, one
from ..ruleset import Example, Flow, Item, Outcome, Ruleset, Scored, State, Table
from ..seating import by_player, naming_players, others
from ..terms import FirstDeal, FoulAsk
from ..zipai.asks import BOTH_OPENINGS, DEALT_MARKS, Asks, by_draw, by_own_draw, paid_alone
from ..zipai.bounds import bounds_of
from ..zipai.call import Call, CallReader, Priced, opens, priced
from ..zipai.claims import ClaimRule
from ..zipai.course import zipai_course
from ..zipai.dead import after_dead_deal
from ..zipai.dealt import BestOpening, EveryKind, TianhuFirst
from ..zipai.form import THREE_WITH_EXTRA
from ..zipai.fouls import AgreedPenalty, Fouls
from ..zipai.fourth import UNCOMPELLED, FourthOptions, fourth_options
from ..zipai.game import HAND_HINT, ZipaiGame, zipai_game
from ..zipai.hand import Hand
from ..zipai.melds import RED_PENG, meld
from ..zipai.opening import OpeningRules
from ..zipai.opening_options import quads_in_five
from ..zipai.readings import Reading
from ..zipai.rulebook import EVERYTHING, Book, Subject, won_by
from ..zipai.sample_hands import OPENING_OF_21
from ..zipai.sayings import DAZIPAI_SAYS
from ..zipai.turns import Seats, Turns
from ..zipai.valuing import MARKS, Limits, Pricing, Valuing
from ..zipai.wins import Paid
from ..zipai.words import DAZIPAI
from ..zipai.you_rules import BRIEF, RULES
from ..zipai.you_words import YOU_TERMS, YOU_TEXTS

NAMING = facts.Win | facts.Opening | facts.Foul | facts.Dead
"""Deals with a minimum of their own."""

MINIMA = (15, 20, 25, 30)
RED = {"small": 1, "big": 11}
"""二 and 贰, by size."""
OPTIONS = OptionSet(
    (
        one_of(
            "seats",
            3,
            ("几个人", "Players"),
            ("两个人或三个人，都打。", "Two or three; everybody plays."),
            "S0",
            {2: ("2 人", "2"), 3: ("3 人", "3")},
        ),
        one_of(
            "min_hu",
            15,
            ("头一盘起胡", "First minimum"),
            (
                "头一盘最少这么多油才能胡；以后每盘由上一盘的赢家定，不说就照上一盘。",
                "The first deal’s minimum; later the last winner names it, or it stays.",
            ),
            "S0",
            {least: (f"{least} 油", f"{least} you") for least in MINIMA},
        ),
        one_of(
            "discard_multiple",
            2,
            ("点炮", "Discards"),
            (
                "胡别人打出来的牌，点炮的一个人付，付几份。",
                "Who discards the winning card pays alone: so many shares.",
            ),
            "S0",
            {1: ("付一份", "One share"), 2: ("付两份", "Two shares")},
        ),
        quads_in_five("off", "ours"),
        *fourth_options("on", "discard", "S0"),
        after_dead_deal("ours"),
        *pledge_options(),
        *EVENING_OPTIONS,
    )
)


@dataclass(frozen=True, kw_only=True)
class DazipaiOptions(FourthOptions, PledgedOptions):
    """What a table of 大字牌 chooses."""

    seats: int
    min_hu: int
    discard_multiple: Literal[1, 2]
    kan_counts_quads: Literal["on", "off"]
    after_dead_deal: Literal["dealer_stays", "next_seat"]


@dataclass(frozen=True)
class NamedMinimum(Turns):
    """Each deal has a minimum, that of the deal before where nobody names one."""

    first_minimum: int
    dealer_stays: bool

    def open(self, table: Table) -> State:
        return replace(super().open(table), min_hu=self.first_minimum)

    def complete(self, table: Table, state: State, deal: facts.Deal) -> facts.Deal:
        deal = super().complete(table, state, deal)
        if isinstance(deal, NAMING) and deal.min_hu is None:
            return replace(deal, min_hu=Count(known(state.min_hu)))
        return deal

    def after(self, table: Table, state: State, deal: facts.Deal) -> State:
        minimum = getattr(deal, "min_hu", None) or state.min_hu
        return replace(super().after(table, state, deal), min_hu=minimum, sitting=None)

    def after_dead(self, table: Table, seats: Seats) -> Seats:
        return seats if self.dealer_stays else Seats(table.after(seats.dealer), None)


class DazipaiLimits(Limits):
    """An opening win counts whatever the minimum, which each deal names."""

    def minimum(self, call: Call) -> int:
        if opens(call.marks):
            return 0
        return self.min_hu if call.min_hu is None else call.min_hu


@dataclass(frozen=True)
class DazipaiPricing(Pricing):
    """A hand pays its 油."""

    limits: Limits

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        least = self.limits.minimum(call)
        items = [Item("you", {"hu": hu, **({"min_hu": least} if least else {"how": "any"})}, hu)]
        return priced((*items, *(Item(mark, {}, 0) for mark in call.marks)))


def _payment(o: DazipaiOptions, table: Table, deal: facts.Win, source: str | None, priced: Priced) -> Paid:
    """Every loser pays, or the discarder alone."""
    if source == "discard":
        return Paid((Flow(known(deal.from_), deal.winner, priced.units * o.discard_multiple, "discard"),))
    losers = others(table, deal, deal.winner)
    return Paid(tuple(Flow(payer, deal.winner, priced.units, "each") for payer in losers))


@dataclass(frozen=True)
class Openers:
    """Several players win with the cards dealt: the highest is paid by everybody below (docs/rules/dazipai.md#several)."""

    valuing: Valuing
    pledging: Pledging

    def play(self, table: Table, state: State, deal: facts.Opening) -> Outcome:
        """Those tied owe each other nothing; raises `Refused`."""
        _check_openers(table, deal)
        opened = self._open_all(deal)
        top = max(scored.hu for scored in opened)
        best = [known(scored.winner) for scored in opened if scored.hu == top]
        below = [seat for seat in range(table.seats) if seat not in best]
        flows = [Flow(payer, winner, top, "each") for winner in best for payer in below]
        pledged = self.pledging.paid(deal, flows)
        items = [Item("opening", {"hu": top}, top)]
        items += [Item("opening", {"how": "tied"}, 0)] if len(best) > 1 else []
        return Outcome(
            deal=deal,
            state=State(dealer=_nearest(table, known(deal.dealer), best), min_hu=deal.min_hu),
            flows=by_player(table, pledged.flows),
            items=(*items, *naming_players(table, pledged.lines)),
            wins=tuple(_counting(scored, top if scored.winner in best else 0) for scored in opened),
        )

    def _open_all(self, deal: facts.Opening) -> list[Scored]:
        """What each opener has; raises `Refused` with everybody's problems."""
        found = Collector()
        opened = [
            found.attempt(partial(self._opener, deal, win), f"wins.{place}")
            for place, win in enumerate(deal.wins)
        ]
        found.finish()
        return [scored for scored in opened if scored is not None]

    def _opener(self, deal: facts.Opening, win: facts.OpeningWin) -> Scored:
        """A complete hand of the dealer's is one too: nobody can win before (docs/rules/dazipai.md#openings)."""
        call = Call("dealt", hu=win.hu, min_hu=deal.min_hu, winner_deals=win.winner == deal.dealer)
        if win.hand is not None:
            call = call._replace(hand=replace(Hand.from_json(win.hand), source="dealt"))
        elif win.hu is None:
            raise Refused(Problem("bad_deal", "hand", "hand_or_hu"))
        else:
            call = call._replace(marks=("sanlongwukan",))
        return self.valuing.value(call)[0]._replace(winner=win.winner)


def _counting(scored: Scored, units: int) -> Scored:
    """What an opener has with what it counts for, which is nothing below the highest."""
    return scored._replace(units=units, items=(Item("opening", {"hu": scored.hu}, units),))


def _check_openers(table: Table, deal: facts.Opening) -> None:
    found = Collector()
    seats = [win.winner for win in deal.wins]
    if not seats:
        found.add(Problem("bad_deal", "wins", "opening_nobody"))
    if len(set(seats)) != len(seats):
        found.add(Problem("bad_deal", "wins", "opening_once"))
    for place, seat in enumerate(seats):
        if seat >= table.seats:
            found.add(
                Problem("bad_deal", f"wins.{place}.winner", "seat", {"seat": seat, "seats": table.seats})
            )
    found.finish()


def _nearest(table: Table, dealer: int, winners: list[int]) -> int:
    """The dealer where among the winners, else the nearest of them counter-clockwise."""
    return next(
        seat for seat in (table.after(dealer, step) for step in range(table.seats)) if seat in winners
    )


class Dazipai(Ruleset):
    """大字牌: a drawn card is 自摸 whoever drew it; three quads or five triples dealt win at once."""

    slug = "dazipai"
    version = 3
    former = (1, 2)
    rank = 20
    name = Words("大字牌", "Dazipai")
    tagline = Words("按油算，起胡自定", "Paid in you, minimum by choice")
    presets_named = (
        NamedPreset("", name, (Words("湖南", "Hunan"), Words("广西", "Guangxi")), ("八一字牌",)),
    )
    unit = Words("油", "you")
    seats = (2, 3)
    entry = "zipai_hand"
    options = OPTIONS
    usual_before = {3: UNCOMPELLED}
    brief = BRIEF
    hand_hint = HAND_HINT
    reader = CallReader(MARKS, named=True)
    results = (facts.Win, facts.Opening, facts.Dead, facts.Foul, facts.Adjust, facts.Close)
    terms = YOU_TERMS
    own_draws = ("self_draw", "other_draw", "dealt")
    first_deal = FirstDeal(Words("头一盘桌主坐庄", "The table’s owner deals first"), "S0")
    sayings = DAZIPAI_SAYS
    texts = {
        **YOU_TEXTS,
        "you": Words("胡 {hu} 油，底油 {min_hu}", "{hu} you, the minimum being {min_hu}"),
        "you.any": Words("胡 {hu} 油，不论底油", "{hu} you, whatever the minimum"),
        "opening": Words("起手胡 {hu} 油", "{hu} you with the cards dealt"),
        "opening.tied": Words("起手油数一样，两家互不付", "Tied openers owe each other nothing"),
        "tianhu": Words("天胡", "Heavenly hu, won with the cards dealt"),
        "dihu": Words("地胡", "Earthly hu, on the dealer’s first discard"),
        "sanlong": Words("三笼，起手就胡", "three quads dealt"),
        "wukan": Words("五坎，起手就胡", "five triples dealt"),
        "sanlongwukan": Words("三笼五坎，起手就胡", "three quads or five triples dealt"),
        "bad_deal.opening_once": Words("一个人只写一次", "Each player is named once"),
        "bad_deal.opening_nobody": Words("起手胡的是谁？", "Who won with the cards dealt?"),
        "bad_deal.min_hu_choice": Words(
            "底油要 {known} 里的一个，写的是 {got}", "The minimum is one of {known}, not {got}"
        ),
    }

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(DazipaiOptions, options)
        turns, limits = (
            NamedMinimum(o.min_hu, o.after_dead_deal == "dealer_stays"),
            DazipaiLimits(min_hu=o.min_hu, minima=MINIMA),
        )
        rules = o.hand_rules(THREE_WITH_EXTRA, RED_PENG)
        openings = OpeningRules(THREE_WITH_EXTRA, RED_PENG, quads_in_five=int(o.kan_counts_quads == "on"))
        valuing = Valuing(
            rules=rules,
            limits=limits,
            pricing=DazipaiPricing(limits),
            dealt=EveryKind(rules, openings)
            if self.version > 1
            else BestOpening(TianhuFirst(rules, openings), limits),
            claims=ClaimRule.EVERY_COPY,
            bounds=bounds_of(self.version, THREE_WITH_EXTRA, openings.quads_in_five),
            words=DAZIPAI,
        )
        usual = Words("付给每一家底油", "the minimum to each of the others")
        penalty = AgreedPenalty(FoulAsk(units=True, usual=usual))
        foul = Fouls(penalty=penalty, turns=turns, how="unlaid").play
        course = zipai_course(
            self.reader,
            valuing,
            turns,
            penalty,
            partial(_payment, o),
            foul=foul,
            opening=Openers(valuing, o.pledging).play,
            pledging=o.pledging,
        )
        subject = Subject(self, as_options(o), course)
        return zipai_game(course, _asks(o), partial(_rulebook, subject), _example, house=o.house)


def _rulebook(subject: Subject) -> tuple[Section, ...]:
    red = {f"red_{size}": RED_PENG.of(meld("peng", (card,) * 3)) for size, card in RED.items()}
    words = {"passed": "死罩", "unlaid": "不下伙"}
    form = THREE_WITH_EXTRA
    numbers = {"least": form.held, "most": form.held + form.extra}
    book = Book(subject, "S0", {**red, **words, **numbers, "minima": listed(map(one, MINIMA))})
    tied = tuple(facts.OpeningWin(winner=Seat(seat), hu=Count(30)) for seat in (0, 1))
    begins = Words("甲、乙起手都是 30 油", "A and B both win as dealt with 30 you")
    third = Words("乙起手两副四张，补抓一张，凑成三副", "B, dealt two quads, draws a third")
    cases = {
        "openers": Case(begins, (facts.Opening(wins=tied),), EVERYTHING),
        "third": Case(third, (won_by(OPENING_OF_21, "dealt", 1),)),
    }
    return book.sections(RULES, cases, won_by)


def _example(code: str) -> Example | None:
    if code not in ("min_hu", "discard_multiple"):
        return None
    source: facts.Source = "discard" if code == "discard_multiple" else "other_draw"
    deal = facts.Win(winner=Seat(0), source=source, from_=Seat(1), hu=Count(32), min_hu=None)
    return Example(deal, paid=True)


def _asks(o: DazipaiOptions) -> Asks:
    each = Words("每家都付", "Everybody pays")
    discard = paid_alone(OPTIONS.by_code["discard_multiple"], o.discard_multiple)
    return Asks(
        groups=THREE_WITH_EXTRA.groups,
        extra=THREE_WITH_EXTRA.extra,
        min_hu=o.min_hu,
        sources=(discard, by_draw(each), by_own_draw(each)),
        marks=(*DEALT_MARKS, BOTH_OPENINGS) if o.kan_counts_quads == "on" else DEALT_MARKS,
    )


RULESET = Dazipai()
