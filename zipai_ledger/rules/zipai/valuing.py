"""What a call is worth in a 字牌 game: reading the hand, checking it, pricing its best reading."""

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache, partial
from typing import Any, ClassVar

from ..options import Options
from ..problems import Collector, Problem, Refused, inside, together
from ..ruleset import MeldRead, Ruleset, Scored, ScoreRequest
from . import deck
from .call import Call, Priced, check_marks, read_marks, read_xing
from .cards import card_name
from .claims import ClaimRule, unlaid_claims
from .deck import check_deck
from .form import check_count
from .hand import Hand, check_win
from .melds import MELDS, REST, STANDARD, Meld, Values
from .notation import format_hand
from .partly import check_groups, unseen
from .readings import HandRules, Reading, readings
from .waits import SOURCES, Wait, waits
from .words import GUILIN, Words
from .xing import NOTHING


@cache
def _read_as(values: Values) -> tuple[MeldRead, ...]:
    """Every group as a reading lists it, by ``meld.index``; one table for each of the few tables of values."""
    return tuple(MeldRead(meld.kind, meld.text, values.of(meld)) for meld in MELDS)


def meld_reads(melds: tuple[Meld, ...], values: Values) -> tuple[MeldRead, ...]:
    """The groups of a reading with their 胡."""
    known = _read_as(values)
    return tuple([known[m.index] if m.index < REST else MeldRead(m.kind, m.text, 0) for m in melds])


class Valuing(Ruleset):
    """The half of a 字牌 ruleset that looks at one hand; a subclass gives the numbers and the price."""

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
        """天胡 and opening wins: the call with its mark, and the readings it may be paid by, the best first."""

    def read(self, request: ScoreRequest) -> Call:
        try:
            return self._read(request)
        except Refused:
            together(
                partial(Hand.from_json, request.hand, "hand"),
                partial(read_marks, request.marks, self.marks),
                partial(read_xing, request.xing),
            )
            raise

    def _read(self, request: ScoreRequest) -> Call:
        hand = Hand.from_json(request.hand, "hand")
        marks, xing = read_marks(request.marks, self.marks), read_xing(request.xing)
        if hand.source is None or (hand.winning_card is None and hand.source != "dealt"):
            inside("hand", partial(check_win, hand))
        return Call(source=hand.source or "", hand=hand, marks=marks, xing=xing)

    def score(self, options: Options, request: ScoreRequest) -> Scored:
        try:
            call = self.read(request)
        except Refused as refused:
            raise Refused(*refused.problems, *self._of_source(options, request)) from None
        return self.value(options, call)[0]

    def _of_source(self, options: Options, request: ScoreRequest) -> list[Problem]:
        """What the table has against the source of a win that cannot be read otherwise."""
        source = request.hand.get("source") if isinstance(request.hand, Mapping) else None
        if source not in SOURCES:
            return []
        marks = Collector().attempt(partial(read_marks, request.marks, self.marks)) or ()
        xing = Collector().attempt(partial(read_xing, request.xing)) or NOTHING
        found = Collector()
        found.attempt(partial(self.allows, options, Call(source=source, marks=marks, xing=xing)))
        return found.problems

    def waits(self, options: Options, hand: Any) -> list[dict[str, int | str | None]]:
        position = Hand.from_json(hand, "hand")
        check_deck(options, position)
        if position.winning_card is not None or position.source is not None:
            raise Refused(Problem("bad_card", "hand.winning_card", "waiting"))
        check_count(position, self.hand_rules(options).form, "hand.concealed")
        found = self.find_waits(options, position)
        return [{**wait._asdict(), "card": card_name(wait.card)} for wait in found]

    def find_waits(self, options: Options, position: Hand) -> tuple[Wait, ...]:
        """听牌: what a hand one card short waits for at this table."""
        minimum = self.minimum(options, Call(source="self_draw"))
        return waits(position, self.hand_rules(options), minimum, self.sources(options))

    def sources(self, options: Options) -> tuple[str, ...]:
        """The sources that this table plays."""
        allowed = []
        for source in SOURCES:
            found = Collector()
            found.attempt(partial(self.allows, options, Call(source=source)))
            allowed += [] if found.problems else [source]
        return tuple(allowed)

    def value(self, options: Options, call: Call) -> tuple[Scored, Priced]:
        """What a call is worth; raises `Refused` when it is no win, or not one this table plays."""
        try:
            self.allows(options, call)
            check_marks(call)
        except Refused:
            # Raises the same again, and what is wrong with the cards beside it.
            together(
                partial(self.allows, options, call),
                partial(check_marks, call),
                partial(self._check_cards, options, call),
            )
        if call.hand is None:
            return self._value_told(options, call)
        return self._value_hand(options, call, call.hand)

    def _check_cards(self, options: Options, call: Call) -> None:
        if call.hand is not None and call.source != "dealt":
            check_count(call.hand, self.hand_rules(options).form, "hand.concealed")

    def _value_told(self, options: Options, call: Call) -> tuple[Scored, Priced]:
        hu = self._told_hu(options, call)
        if call.source == "dealt" and not call.marks:
            raise Refused(Problem("bad_marks", "marks", "missing"))
        self.check_minimum(options, call, hu)
        priced = self.price(options, call, hu, None)
        scored = Scored(
            hu=hu,
            units=self.units_of(priced),
            items=priced.items,
            source=call.source,
            xing=priced.xing.copies,
            marks=call.marks,
            melds=meld_reads(call.groups, self.values),
            checked="groups" if call.groups else "hu",
            warnings=(unseen(call.groups),) if call.groups else (),
        )
        return scored, priced

    def _told_hu(self, options: Options, call: Call) -> int:
        """The 胡 that were told, or those of the groups that were looked at; raises `Refused` where both differ."""
        if not call.groups:
            return call.hu or 0
        check_groups(call.groups, self.hand_rules(options).form)
        hu = sum(map(self.values.of, call.groups))
        if call.hu is not None and call.hu != hu:
            raise Refused(Problem("bad_deal", "hu", "hu_differs", {"told": call.hu, "found": hu}))
        return hu

    def worth(
        self, options: Options, call: Call, hand: Hand
    ) -> tuple[Call, tuple[Reading, ...], Reading, Priced]:
        """The call with its marks, every reading of its hand, the one that is paid and its price.

        Raises `Refused` where the hand is no win.
        """
        check_deck(options, hand)
        if call.source == "dealt":
            call, found = self.value_dealt(options, call, hand)
        else:
            rules = self.hand_rules(options)
            check_count(hand, rules.form, "hand.concealed")
            found = readings(hand, rules)
        if not found:
            raise Refused(Problem("not_a_win", "hand"))
        return call, found, *self.best(options, call, found)

    def _value_hand(self, options: Options, call: Call, hand: Hand) -> tuple[Scored, Priced]:
        call, found, best, priced = self.worth(options, call, hand)
        if call.hu is not None and call.hu != best.hu:
            raise Refused(Problem("bad_deal", "hu", "hu_differs", {"told": call.hu, "found": best.hu}))
        scored = Scored(
            hu=best.hu,
            units=self.units_of(priced),
            items=priced.items + deck.lines(best),
            source=call.source,
            melds=meld_reads(best.melds, self.values),
            readings=len(found),
            hand=format_hand(hand, self.words),
            xing=priced.xing.copies,
            marks=call.marks,
            stands=deck.stood(best),
            warnings=tuple([warning.within("hand") for warning in unlaid_claims(hand, self.claim_rule)]),
        )
        return scored, priced

    def units_of(self, priced: Priced) -> int | None:
        """What one loser owes for the hand; None where hands only count towards a round."""
        return priced.units

    def check_minimum(self, options: Options, call: Call, hu: int) -> None:
        """Raises `Refused` (``below_minimum``) where a call has too few 胡."""
        minimum, gate = self.minimum(options, call), call.gate
        field = "hand" if call.hand is not None else "groups" if call.groups else "hu"
        if gate is not None and hu < gate.least and minimum < gate.least:
            params = {"hu": hu, "min_hu": gate.least, "before": gate.before, "gate": gate.bound}
            raise Refused(Problem("below_minimum", field, gate.why, params))
        if hu < minimum:
            raise Refused(Problem("below_minimum", field, "", {"hu": hu, "min_hu": minimum}))

    def best(self, options: Options, call: Call, found: tuple[Reading, ...]) -> tuple[Reading, Priced]:
        """The reading that pays most, units before 胡; ``found`` has those of most 胡 first.

        More 胡 never pay less here; a game where they can has to compare. Raises `Refused` (``below_minimum``).
        """
        self.check_minimum(options, call, found[0].hu)
        return found[0], self.price(options, call, found[0].hu, found[0])
