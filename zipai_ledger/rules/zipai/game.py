"""What the 字牌 rulesets share at the table: who sat where, what was called, and playing each kind of deal."""

from abc import abstractmethod
from dataclasses import replace
from functools import partial
from typing import ClassVar, TypeVar

from .. import codec, facts
from ..agreed import play_adjust
from ..options import Options, Words
from ..problems import Collector, Param, Problem, Refused, together
from ..ruleset import Flow, Item, Outcome, Scored, State, Table
from ..seating import by_player, check_seats, others
from ..waiting import Shown, Waiting
from .afterwards import waiting
from .asks import Asks
from .call import Call, Priced, check_sources, read_marks, source_of, with_source
from .deck import check_deck
from .form import check_count
from .hand import Hand
from .notation import parse_hand
from .partly import read_groups
from .valuing import Valuing
from .xing import NOTHING

Dealt = TypeVar("Dealt", bound=facts.Deal)

ELSEWHERE = ("ready", "dou", "pays")
"""Parts of a fact that only mahjong deals have."""


class ZipaiRuleset(Valuing):
    """A game played with the 80 cards. A subclass gives the numbers, the price, the payment and the next dealer."""

    entry = "zipai_hand"
    hand_hint = Words("碰捌捌捌 扫伍伍伍 手一二三四五六…", "碰捌捌捌 扫伍伍伍 手一二三四五六…")
    results: ClassVar[tuple[type[facts.Deal], ...]] = (facts.Win, facts.Dead, facts.Foul, facts.Adjust)

    @abstractmethod
    def pay(self, table: Table, deal: facts.Win, won: tuple[Scored, Priced]) -> tuple[Flow, ...]:
        """Who pays the winner, by seat."""

    @abstractmethod
    def after(self, table: Table, state: State, deal: facts.Deal) -> State:
        """Who deals and sits out next."""

    @abstractmethod
    def sitting_with(self, table: Table, state: State, dealer: int) -> int | None:
        """The seat that sits out while ``dealer`` deals, None where everybody plays."""

    @abstractmethod
    def penalty(self, table: Table, deal: facts.Foul) -> int:
        """The units a foul costs towards each other player."""

    @abstractmethod
    def asks(self, options: Options) -> Asks:
        """What an entry has to ask under these options."""

    def complete(self, table: Table, state: State, deal: Dealt) -> Dealt:
        dealer = state.dealer if deal.dealer is None else deal.dealer
        sitting = self.sitting_with(table, state, dealer) if deal.sitting is None else deal.sitting
        return replace(
            deal, dealer=codec.Seat(dealer), sitting=None if sitting is None else codec.Seat(sitting)
        )

    def play(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        if not isinstance(deal, self.results):
            raise Refused(Problem("bad_deal", "result", "not_here", {"result": deal.result}))
        deal = self.complete(table, state, deal)
        found = Collector()
        found.attempt(partial(self._check_deal, table, state, deal))
        call = found.attempt(partial(self._call, deal)) if isinstance(deal, facts.Win) else None
        found.finish()
        outcome = self._outcome(table, state, deal, call)
        return replace(outcome, warnings=self._departures(table, state, deal) + outcome.warnings)

    def _check_deal(self, table: Table, state: State, deal: facts.Deal) -> None:
        """What any deal can have wrong: its seats, and what only other games know."""
        found = Collector()
        found.attempt(lambda: check_seats(table, deal))
        if deal.sitting is not None and self.sitting_with(table, state, state.dealer) is None:
            found.add(Problem("bad_deal", "sitting", "nobody_sits"))
        for name in ELSEWHERE:
            if getattr(deal, name, None) is not None:
                found.add(Problem("bad_deal", name, "not_here", {"result": name}))
        if not isinstance(deal, facts.Win):
            found.attempt(lambda: self.check_named(table.options, getattr(deal, "min_hu", None)))
        found.finish()

    def check_named(self, options: Options, least: int | None) -> None:
        """A minimum named for one deal is one that may be; raises `Refused` (``bad_deal``)."""
        minima = self.minima(options)
        if least is None or least in (minima or (options["min_hu"],)):
            return
        params: dict[str, Param] = {"known": " ".join(map(str, minima)), "got": least}
        raise Refused(Problem("bad_deal", "min_hu", "min_hu_choice" if minima else "min_hu", params))

    def _outcome(self, table: Table, state: State, deal: facts.Deal, call: Call | None) -> Outcome:
        match deal:
            case facts.Win() if call is not None:
                return self.play_win(table, state, deal, call)
            case facts.Foul():
                return self.play_foul(table, state, deal)
            case facts.Adjust():
                return self.play_adjust(table, state, deal)
        return self.play_dead(table, state, deal)

    def _departures(self, table: Table, state: State, deal: facts.Deal) -> tuple[Problem, ...]:
        """Where dealer or sitting seat are not what the rule would have proposed."""
        if isinstance(deal, facts.Adjust | facts.EndRound):
            return ()
        found = []
        if deal.dealer != state.dealer:
            found.append(Problem("dealer_differs", "dealer", "", {"player": table.players[state.dealer]}))
        sitting = self.sitting_with(table, state, state.dealer if deal.dealer is None else deal.dealer)
        if sitting is not None and deal.sitting != sitting:
            found.append(Problem("sitting_differs", "sitting", "", {"player": table.players[sitting]}))
        return tuple(found)

    def play_win(self, table: Table, state: State, deal: facts.Win, call: Call) -> Outcome:
        _, (scored, priced) = together(
            lambda: check_sources(deal, call), lambda: self.value(table.options, call)
        )
        won = scored._replace(winner=deal.winner, from_=deal.from_)
        flows = by_player(table, self.pay(table, deal, (won, priced)))
        return Outcome(
            deal=deal,
            state=self.after(table, state, deal),
            flows=flows,
            items=won.items,
            wins=(won,),
            warnings=won.warnings,
        )

    def _call(self, deal: facts.Win) -> Call:
        """What was called, still unchecked; raises `Refused` with everything that cannot be read."""
        found = Collector()
        marks = found.attempt(lambda: read_marks(deal.marks, self.marks))
        hand = source = None
        if deal.hand is not None:
            hand = found.attempt(lambda: Hand.from_json(deal.hand, "hand"))
        elif deal.hu is None and not deal.groups:
            found.add(Problem("bad_deal", "hand", "hand_or_hu"))
        groups = found.attempt(lambda: read_groups(deal))
        if hand is not None or deal.hand is None:
            source = found.attempt(lambda: source_of(hand, deal.source))
        if hand is not None and source is not None:
            hand = found.attempt(partial(with_source, hand, source))
        found.finish()
        return Call(
            source=source or "",
            hand=hand,
            hu=deal.hu,
            marks=marks or (),
            xing=deal.xing or NOTHING,
            min_hu=deal.min_hu,
            winner_deals=deal.winner == deal.dealer,
            groups=groups or (),
        )

    def waiting(self, table: Table, state: State, deal: facts.Deal, drawn: str = "") -> tuple[Waiting, ...]:
        if not isinstance(deal, facts.Win) or deal.hand is None:
            return ()
        hand = Hand.from_json(deal.hand, "hand")
        if hand.winning_card is None:
            return ()
        hand = replace(hand, source=deal.source or hand.source)
        giver = others(table, deal, deal.winner)[0] if deal.from_ is None else deal.from_
        return (self._waiting(table, state, deal, deal.winner, hand, giver),)

    def waiting_shown(self, table: Table, state: State, deal: facts.Deal, shown: Shown) -> Waiting:
        hand = parse_hand(shown.text)
        check_deck(table.options, hand)
        if hand.winning_card is not None or hand.source is not None:
            raise Refused(Problem("bad_card", "hand.winning_card", "waiting"))
        check_count(hand, self.hand_rules(table.options).form, "hand.concealed")
        return self._waiting(table, state, deal, shown.seat, hand, others(table, deal, shown.seat)[0])

    def _waiting(
        self, table: Table, state: State, deal: facts.Deal, seat: int, hand: Hand, giver: int
    ) -> Waiting:
        deal, play = self.complete(table, state, deal), partial(self.play, table, state)
        return waiting(deal, seat, hand, self.sources(table.options), giver, play)

    def play_dead(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        return Outcome(deal=deal, state=self.after(table, state, deal), items=(Item("dead", {}, 0),))

    def play_foul(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        units = self.penalty(table, deal)
        flows = tuple(Flow(deal.offender, seat, units, "foul") for seat in others(table, deal, deal.offender))
        items = (Item("foul", {"units": units}, units),)
        after = self.after(table, state, deal)
        return Outcome(deal=deal, state=after, flows=by_player(table, flows), items=items)

    def play_adjust(self, table: Table, state: State, deal: facts.Adjust) -> Outcome:
        return play_adjust(table, state, deal)
