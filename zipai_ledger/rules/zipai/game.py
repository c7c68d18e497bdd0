"""What the 字牌 rulesets share: reading a claimed hand, checking who sat where, and playing each kind of deal."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from .. import codec, facts
from ..options import Options
from ..problems import Collector, Problem, Refused
from ..ruleset import Flow, Item, MeldRead, Outcome, Ruleset, Scored, ScoreRequest, State, Table
from ..settlement import fewest_transfers
from .asks import Asks
from .call import Call, Priced, check_marks, check_sources, read_marks, read_xing, source_of, with_source
from .cards import card_name
from .claims import ClaimRule, unlaid_claims
from .hand import Hand, check_count, check_win
from .melds import STANDARD, Values
from .notation import format_hand
from .readings import HandRules, Reading, readings
from .seating import by_player, check_seats, others
from .waits import SOURCES, waits
from .words import GUILIN, Words
from .xing import NOTHING

Dealt = TypeVar("Dealt", bound=facts.Deal)


class ZipaiRuleset(Ruleset):
    """A game played with the 80 cards. A subclass gives the numbers, the price, the payment and the next dealer."""

    entry = "zipai_hand"
    results = (facts.Win, facts.Dead, facts.Foul, facts.Adjust)
    values: ClassVar[Values] = STANDARD
    words: ClassVar[Words] = GUILIN
    marks: ClassVar[tuple[str, ...]] = ("tianhu", "dihu", "sanlongwukan")
    claim_rule: ClassVar[ClaimRule]
    """Whether a claimed card that stays in the hand is always 停比下马, or only where it still forms a shape."""

    @abstractmethod
    def hand_rules(self, options: Options) -> HandRules:
        """How a complete hand looks under these options."""

    @abstractmethod
    def minimum(self, options: Options, call: Call) -> int:
        """起胡: the 胡 that this call must reach."""

    @abstractmethod
    def allows(self, options: Options, call: Call) -> None:
        """Raises `Refused` (``bad_source``) where the table does not play this source."""

    @abstractmethod
    def price(self, options: Options, call: Call, hu: int, reading: Reading | None) -> Priced:
        """What a reading of the call (None: 胡 only) is worth; raises `Refused` (``bad_xing``)."""

    @abstractmethod
    def value_dealt(self, options: Options, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        """天胡 and opening wins: the call with its mark, and the readings it may be paid by."""

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

    # ---- a hand on its own -------------------------------------------------------------------------------------

    def score(self, options: Options, request: ScoreRequest) -> Scored:
        found = Collector()
        hand = found.attempt(lambda: Hand.from_json(request.hand, "hand"))
        marks = found.attempt(lambda: read_marks(request.marks, self.marks))
        xing = found.attempt(lambda: read_xing(request.xing))
        found.finish()
        assert hand is not None and marks is not None and xing is not None  # noqa: S101 - finish() raised otherwise
        check_win(hand)
        call = Call(source=source_of(hand, None), hand=hand, marks=marks, xing=xing)
        return self.value(options, call)[0]

    def waits(self, options: Options, hand: Any) -> list[dict[str, int | str | None]]:
        position = Hand.from_json(hand, "hand")
        if position.winning_card is not None or position.source is not None:
            raise Refused(Problem("bad_card", "hand.winning_card", "waiting"))
        rules = self.hand_rules(options)
        check_count(position, rules.form)
        nothing = Call(source="self_draw")
        found = waits(position, rules, self.minimum(options, nothing), self._sources(options))
        return [{**wait._asdict(), "card": card_name(wait.card)} for wait in found]

    def _sources(self, options: Options) -> tuple[str, ...]:
        """The sources that this table plays."""
        allowed = []
        for source in SOURCES:
            found = Collector()
            found.attempt(lambda s=source: self.allows(options, Call(source=s)))  # type: ignore[misc]
            allowed += [] if found.problems else [source]
        return tuple(allowed)

    def value(self, options: Options, call: Call) -> tuple[Scored, Priced]:
        """What a call is worth; raises `Refused` when it is no win, or not one this table plays."""
        found = Collector()
        found.attempt(lambda: self.allows(options, call))
        found.attempt(lambda: check_marks(call))
        found.finish()
        if call.hand is None:
            return self._value_told(options, call)
        return self._value_hand(options, call, call.hand)

    def _value_told(self, options: Options, call: Call) -> tuple[Scored, Priced]:
        hu = call.hu or 0
        if call.source == "dealt" and not call.marks:
            raise Refused(Problem("bad_marks", "marks", "missing"))
        self._check_minimum(options, call, hu)
        priced = self.price(options, call, hu, None)
        scored = Scored(
            hu=hu,
            units=priced.units,
            items=priced.items,
            source=call.source,
            xing=priced.xing.count,
            marks=call.marks,
            checked="hu",
        )
        return scored, priced

    def _value_hand(self, options: Options, call: Call, hand: Hand) -> tuple[Scored, Priced]:
        rules = self.hand_rules(options)
        if call.source == "dealt":
            call, found = self.value_dealt(options, call, hand)
        else:
            check_count(hand, rules.form)
            found = readings(hand, rules)
        if not found:
            raise Refused(Problem("not_a_win", "hand"))
        self._check_minimum(options, call, max(reading.hu for reading in found))
        best, priced = self._best(options, call, found)
        if call.hu is not None and call.hu != best.hu:
            raise Refused(Problem("bad_deal", "hu", "hu_differs", {"told": call.hu, "found": best.hu}))
        return self._scored(call, hand, (best, priced, len(found))), priced

    def _check_minimum(self, options: Options, call: Call, hu: int) -> None:
        minimum = self.minimum(options, call)
        if hu < minimum:
            raise Refused(
                Problem("below_minimum", "hand" if call.hand else "hu", "", {"hu": hu, "min_hu": minimum})
            )

    def _best(self, options: Options, call: Call, found: tuple[Reading, ...]) -> tuple[Reading, Priced]:
        """The reading that pays most, units before 胡; the first of equal ones."""
        if len(found) == 1:
            return found[0], self.price(options, call, found[0].hu, found[0])
        priced = [(reading, self.price(options, call, reading.hu, reading)) for reading in found]
        return max(priced, key=lambda pair: (pair[1].units, pair[0].hu))

    def _scored(self, call: Call, hand: Hand, best: tuple[Reading, Priced, int]) -> Scored:
        reading, priced, count = best
        table = self.values.table
        return Scored(
            hu=reading.hu,
            units=priced.units,
            items=priced.items,
            source=call.source,
            melds=tuple(MeldRead(meld.kind, meld.text, table[meld.index]) for meld in reading.melds),
            readings=count,
            hand=format_hand(hand, self.words),
            xing=priced.xing.count,
            marks=call.marks,
            warnings=unlaid_claims(hand, self.claim_rule),
        )

    # ---- a deal at the table -----------------------------------------------------------------------------------

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
        check_seats(table, deal)
        if deal.sitting is not None and self.sitting_with(table, state, state.dealer) is None:
            raise Refused(Problem("bad_deal", "sitting", "nobody_sits"))
        warnings = self._departures(table, state, deal)
        outcome = self._plays()[type(deal)](table, state, deal)
        return replace(outcome, warnings=warnings + outcome.warnings)

    def _plays(self) -> Mapping[type[facts.Deal], Callable[[Table, State, Any], Outcome]]:
        return {
            facts.Win: self.play_win,
            facts.Dead: self.play_dead,
            facts.Foul: self.play_foul,
            facts.Adjust: self.play_adjust,
        }

    def _departures(self, table: Table, state: State, deal: facts.Deal) -> tuple[Problem, ...]:
        """Where dealer or sitting seat are not what the rule would have proposed."""
        if isinstance(deal, facts.Adjust):
            return ()
        found = []
        if deal.dealer != state.dealer:
            found.append(Problem("dealer_differs", "dealer", "", {"player": table.players[state.dealer]}))
        sitting = self.sitting_with(table, state, state.dealer if deal.dealer is None else deal.dealer)
        if sitting is not None and deal.sitting != sitting:
            found.append(Problem("sitting_differs", "sitting", "", {"player": table.players[sitting]}))
        return tuple(found)

    def play_win(self, table: Table, state: State, deal: facts.Win) -> Outcome:
        call = self._call(deal)
        found = Collector()
        found.attempt(lambda: check_sources(table, deal, call))
        value = found.attempt(lambda: self.value(table.options, call))
        found.finish()
        assert value is not None  # noqa: S101 - finish() raised otherwise
        scored, priced = value
        won = replace(scored, winner=deal.winner, from_=deal.from_)
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
        if deal.hand is None and deal.hu is None:
            raise Refused(Problem("bad_deal", "hand", "hand_or_hu"))
        hand = None if deal.hand is None else Hand.from_json(deal.hand, "hand")
        source = source_of(hand, deal.source)
        return Call(
            source=source,
            hand=None if hand is None else with_source(hand, source),
            hu=deal.hu,
            marks=read_marks(deal.marks, self.marks),
            xing=deal.xing or NOTHING,
            min_hu=deal.min_hu,
            winner_deals=deal.winner == deal.dealer,
        )

    def play_dead(self, table: Table, state: State, deal: facts.Dead) -> Outcome:
        return Outcome(deal=deal, state=self.after(table, state, deal), items=(Item("dead", {}, 0),))

    def play_foul(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        units = self.penalty(table, deal)
        flows = tuple(Flow(deal.offender, seat, units, "foul") for seat in others(table, deal, deal.offender))
        items = (Item("foul", {"units": units}, units),)
        after = self.after(table, state, deal)
        return Outcome(deal=deal, state=after, flows=by_player(table, flows), items=items)

    def play_adjust(self, table: Table, state: State, deal: facts.Adjust) -> Outcome:
        if len(deal.deltas) != table.count:
            params = {"expected": table.count, "got": len(deal.deltas)}
            raise Refused(Problem("bad_deal", "deltas", "deltas_count", params))
        if sum(deal.deltas):
            raise Refused(Problem("bad_deal", "deltas", "deltas_sum", {"sum": sum(deal.deltas)}))
        moves = fewest_transfers(deal.deltas)
        flows = tuple(Flow(move.payer, move.payee, move.amount, "adjust") for move in moves)
        return Outcome(deal=deal, state=state, flows=flows, items=(Item("adjust", {}, 0),))
