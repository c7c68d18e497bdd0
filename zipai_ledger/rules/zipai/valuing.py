"""算胡 (suanhu): what a call is worth in a 字牌 game: reading the hand, checking it, pricing the reading that is paid."""

from abc import ABCMeta, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import ClassVar, NamedTuple

from ..problems import Collector, Param, Problem, Refused, together
from ..ruleset import MeldRead, Scored
from . import deck
from .bounds import Bounds
from .call import USUAL_MARKS, Call, MarkRules, Priced
from .claims import ClaimRule, unlaid_claims
from .form import check_count
from .hand import Hand
from .melds import MELDS, REST, Meld, Values
from .notation import format_hand
from .partly import check_groups, check_shapes, unseen
from .readings import HandRules, Reading, readings
from .waits import SOURCES, Wait, wait_by_value, waits
from .words import GUILIN, FamilyWords
from .xing import NOTHING, none_played

MARKS = ("tianhu", "dihu", "sanlong", "wukan", "sanlongwukan")
"""What may be claimed beside the cards where a game has no others."""


@lru_cache(maxsize=64)
def _read_as(values: Values) -> tuple[MeldRead, ...]:
    """Every group as a reading lists it, by ``meld.index``, in one table of values."""
    return tuple(MeldRead(meld.kind, meld.text, values.of(meld)) for meld in MELDS)


def meld_reads(melds: tuple[Meld, ...], values: Values) -> tuple[MeldRead, ...]:
    """The groups of a reading with their 胡."""
    known = _read_as(values)
    return tuple([known[m.index] if m.index < REST else MeldRead(m.kind, m.text, 0) for m in melds])


@dataclass(frozen=True, kw_only=True)
class Limits:
    """起胡 (qihu): what a table lets win: from every source, without 醒, unless a game changes it.

    ``minima``: those of which each deal names one, none for a house rule.
    """

    min_hu: int
    minima: tuple[int, ...] = ()

    def allows(self, call: Call) -> None:
        """Raises `Refused` (``bad_source``, ``bad_deal``, ``bad_xing``) where the table does not play what was called."""
        if call.min_hu is None and call.xing is NOTHING:
            return
        together(partial(self.check_named, call.min_hu), partial(none_played, call.xing))

    def minimum(self, call: Call) -> int:
        """The 胡 that this call must reach."""
        return self.min_hu

    def check_minimum(self, call: Call, hu: int) -> None:
        """Raises `Refused` (``below_minimum``) where a call has too few 胡."""
        minimum, gate = self.minimum(call), call.gate
        field = "hand" if call.hand is not None else "groups" if call.groups else "hu"
        if gate is not None and hu < gate.least and minimum < gate.least:
            params = {"hu": hu, "min_hu": gate.least, "before": gate.before, "gate": gate.bound}
            raise Refused(Problem("below_minimum", field, gate.why, params))
        if hu < minimum:
            raise Refused(Problem("below_minimum", field, "", {"hu": hu, "min_hu": minimum}))

    def check_named(self, least: int | None) -> None:
        """A minimum named for one deal is one that may be; raises `Refused` (``bad_deal``)."""
        if least is None or least in (self.minima or (self.min_hu,)):
            return
        params: dict[str, Param] = {"known": " ".join(map(str, self.minima)), "got": least}
        raise Refused(Problem("bad_deal", "min_hu", "min_hu_choice" if self.minima else "min_hu", params))

    def sources(self) -> tuple[str, ...]:
        """The sources that this table plays."""
        allowed = []
        for source in SOURCES:
            found = Collector()
            found.attempt(partial(self.allows, Call(source=source)))
            allowed += [] if found.problems else [source]
        return tuple(allowed)


class Pricing(metaclass=ABCMeta):
    """价钱 (jiaqian): what a reading of a call is worth."""

    pays: ClassVar[bool] = True
    """Whether one loser owes units for a hand; False where hands only count towards a round."""
    by_hu: ClassVar[bool] = True
    """Whether more 胡 never pay less."""

    def by_itself(self, call: Call) -> Call:
        """The call as a hand is looked at without what follows a win: nothing is turned for 醒."""
        return call

    def by_groups(self) -> "Pricing":
        """The same without what depends on which of its groups a hand has laid."""
        return self

    @abstractmethod
    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        """What a reading of the call (None: 胡 only) is worth; raises `Refused` (``bad_xing``)."""

    def best(self, limits: Limits, call: Call, found: tuple[Reading, ...]) -> tuple[Reading, Priced]:
        """The reading that pays most, units before 胡; ``found`` has those of most 胡 first.

        Where it is not ``by_hu`` a game has to compare. Raises `Refused` (``below_minimum``).
        """
        limits.check_minimum(call, found[0].hu)
        return found[0], self.price(call, found[0].hu, found[0])


class Dealt(metaclass=ABCMeta):
    """起手胡 (qishou hu): winning with the cards dealt."""

    def called(self, call: Call) -> Call:
        """The call with the mark that goes without saying."""
        return call

    @abstractmethod
    def read(self, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        """The call with its mark, and the readings it may be paid by, the best first; raises `Refused`."""


class Worth(NamedTuple):
    """What a hand comes to by the ``reading`` that is paid. ``units``: only where more 胡 may pay less."""

    units: int
    hu: int
    reading: Reading


@dataclass(frozen=True, kw_only=True)
class Valuing:
    """One table's look at a hand. ``claims``: which cards 下比 (xiabi) wants laid; ``specials``: 飞王 and 秤子."""

    rules: HandRules
    limits: Limits
    pricing: Pricing
    dealt: Dealt
    claims: ClaimRule
    bounds: Bounds | None
    words: FamilyWords = GUILIN
    specials: Mapping[str, int] = field(default_factory=deck.NO_DECK.copy)
    marks: MarkRules = USUAL_MARKS

    def value(self, call: Call) -> tuple[Scored, Priced]:
        """What a call is worth; raises `Refused` when it is no win, or not one this table plays."""
        call = self.dealt.called(call)
        try:
            self.limits.allows(call)
            self.marks.check(call)
        except Refused:
            # Raises the same again, and what is wrong with the cards beside it.
            together(
                partial(self.limits.allows, call),
                partial(self.marks.check, call),
                partial(self._check_cards, call),
            )
        return self._by_claim(call) if call.hand is None else self._by_cards(call, call.hand)

    def _check_cards(self, call: Call) -> None:
        if call.hand is not None and call.source != "dealt":
            check_count(call.hand, self.rules.form, "hand.concealed")

    def _by_claim(self, call: Call) -> tuple[Scored, Priced]:
        """A win entered by its 胡 or by the groups that score."""
        hu = self._claimed_hu(call)
        if call.source == "dealt" and not call.marks:
            raise Refused(Problem("bad_marks", "marks", "missing"))
        if self.bounds and not call.groups:
            self.bounds.check(call, hu)
        self.limits.check_minimum(call, hu)
        priced = self.pricing.price(call, hu, None)
        scored = Scored(
            hu=hu,
            units=priced.units if self.pricing.pays else None,
            items=priced.items,
            source=call.source,
            xing=priced.xing.copies,
            marks=call.marks if priced.marks is None else priced.marks,
            melds=meld_reads(call.groups, self.rules.values),
            checked="groups" if call.groups else "hu",
            warnings=(unseen(call.groups),) if call.groups else (),
            patterns=priced.patterns,
            worth=priced.worth,
        )
        return scored, priced

    def _claimed_hu(self, call: Call) -> int:
        """The 胡 that were claimed, or those of the groups that were looked at; raises `Refused` where both differ."""
        if not call.groups:
            return call.hu or 0
        check_groups(call.groups, self.rules.form, self.rules.values)
        hu = sum(map(self.rules.values.of, call.groups))
        if call.hu is not None and call.hu != hu:
            raise Refused(Problem("bad_deal", "hu", "hu_differs", {"told": call.hu, "found": hu}))
        return hu

    def _by_cards(self, call: Call, hand: Hand) -> tuple[Scored, Priced]:
        """A win whose cards were looked at."""
        call, found = self.read(call, hand)
        best, priced = self.pricing.best(self.limits, call, found)
        if call.hu is not None and call.hu != best.hu:
            raise Refused(Problem("bad_deal", "hu", "hu_differs", {"told": call.hu, "found": best.hu}))
        stands = deck.substitutions(best)
        scored = Scored(
            hu=best.hu,
            units=priced.units if self.pricing.pays else None,
            items=priced.items + deck.lines(stands) if stands else priced.items,
            source=call.source,
            melds=meld_reads(best.melds, self.rules.values),
            readings=len(found),
            hand=format_hand(hand, self.words),
            xing=priced.xing.copies,
            marks=call.marks if priced.marks is None else priced.marks,
            stands=stands,
            warnings=tuple([warning.within("hand") for warning in unlaid_claims(hand, self.claims)]),
            patterns=priced.patterns,
            worth=priced.worth,
        )
        return scored, priced

    def read(self, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        """The call with its marks, and every reading of its hand; raises `Refused` where there is none."""
        deck.check_deck(self.specials, hand)
        check_shapes(hand, self.rules.values)
        if call.source == "dealt":
            call, found = self.dealt.read(call, hand)
        else:
            check_count(hand, self.rules.form, "hand.concealed")
            found = readings(hand, self.rules)
        if not found:
            raise Refused(Problem("not_a_win", "hand"))
        return call, found

    def worth(self, hand: Hand) -> Worth | None:
        """What the cards alone come to, whatever the minimum; None where they do not win."""
        try:
            call, found = self.read(self.pricing.by_itself(Call(source=hand.source or "", hand=hand)), hand)
        except Refused:
            return None
        if self.pricing.by_hu:
            return Worth(0, found[0].hu, found[0])
        try:
            reading, priced = self.pricing.best(self.limits, call, found)
        except Refused:
            return Worth(0, found[0].hu, found[0])
        return Worth(priced.units, reading.hu, reading)

    @cached_property
    def by_groups(self) -> "Valuing":
        """The same look where nobody knows which groups were laid; itself where that changes nothing."""
        plain = self.pricing.by_groups()
        return self if plain is self.pricing else replace(self, pricing=plain)

    def waits(self, position: Hand) -> tuple[Wait, ...]:
        """听牌: what a hand one card short waits for at this table."""
        sources = self.limits.sources()
        if self.pricing.by_hu:
            minimum = self.limits.minimum(Call(source="self_draw"))
            return waits(position, self.rules, minimum, sources)
        return wait_by_value(position, self._hu, sources)

    def _hu(self, hand: Hand, source: str) -> int | None:
        """By the reading that pays most, which need not be the one of most 胡; None where it does not win."""
        try:
            return self.value(self.pricing.by_itself(Call(source=source, hand=hand)))[0].hu
        except Refused:
            return None
