"""一炮双响 (yipao shuangxiang): two players win one discard, each paid for his own hand (docs/rules/guilin.md#two-winners)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from .. import facts
from ..facts import Xing, known
from ..problems import Collector, Param, Problem, Refused, inside
from ..ruleset import Item, Outcome, Scored, State, Table
from ..seating import by_player, naming_players
from .call import Call, CallReader, Priced, check_sources
from .cards import COPIES, Card, card_name
from .hand import Hand
from .wins import Wins
from .xing import Beside

WINNERS: Final = 2
DISCARD: Final = "discard"


@dataclass(frozen=True)
class SharedWins:
    """Plays a discard that two players won."""

    reader: CallReader
    wins: Wins

    def play(self, table: Table, state: State, deal: facts.SharedWin) -> Outcome:
        """What both wins do; raises `Refused` with everything that is wrong with them."""
        _check(table, deal)
        single = [_alone(deal, win) for win in deal.wins]
        calls = self._calls(single)
        found = Collector()
        priced = [
            found.attempt(partial(inside, f"wins.{place}", partial(self._value, each, call)))
            for place, (each, call) in enumerate(zip(single, calls, strict=True))
        ]
        found.finish()
        return self._outcome(table, state, deal, single, [known(each) for each in priced])

    def _calls(self, single: Sequence[facts.Win]) -> list[Call]:
        """What each of them called, beside the other; raises `Refused`."""
        found = Collector()
        read = [
            found.attempt(partial(inside, f"wins.{place}", partial(self.reader.of_deal, each)))
            for place, each in enumerate(single)
        ]
        found.finish()
        calls = [known(call) for call in read]
        _check_cards([call.hand for call in calls if call.hand is not None], calls[0].xing)
        return [call._replace(beside=_beside(calls, place)) for place, call in enumerate(calls)]

    def _value(self, deal: facts.Win, call: Call) -> tuple[Scored, Priced]:
        check_sources(deal, call)
        self.wins.valuing.marks.check_from(deal, call)
        scored, priced = self.wins.valuing.value(call)
        return scored._replace(winner=deal.winner, from_=deal.from_), priced

    def _outcome(
        self,
        table: Table,
        state: State,
        deal: facts.SharedWin,
        single: Sequence[facts.Win],
        priced: Sequence[tuple[Scored, Priced]],
    ) -> Outcome:
        paid = [
            self.wins.payment(table, each, scored.source, price)
            for each, (scored, price) in zip(single, priced, strict=True)
        ]
        pledged = self.wins.pledging.paid(deal, [flow for each in paid for flow in each.flows])
        wins = tuple(scored for scored, _price in priced)
        return Outcome(
            deal=deal,
            state=self.wins.turns.after(table, state, _first(table, deal, single)),
            flows=by_player(table, pledged.flows),
            items=(*_explained(table, wins), *naming_players(table, pledged.lines)),
            wins=wins,
            warnings=tuple(
                warning.within(f"wins.{place}")
                for place, scored in enumerate(wins)
                for warning in scored.warnings
            ),
        )


def _alone(deal: facts.SharedWin, win: facts.OneWin) -> facts.Win:
    """The win of one of them as if alone: what is turned for both, unless it was counted for him."""
    return facts.Win(
        winner=win.winner,
        source=deal.source,
        from_=deal.from_,
        hand=win.hand,
        groups=win.groups,
        hu=win.hu,
        xing=deal.xing if win.xing is None else win.xing,
        marks=win.marks,
        dealer=deal.dealer,
        sitting=deal.sitting,
    )


def _beside(calls: Sequence[Call], place: int) -> Beside:
    others = [call for at, call in enumerate(calls) if at != place]
    hands = tuple(call.hand for call in others if call.hand is not None)
    return Beside(hands, unseen=len(hands) < len(others))


def _first(table: Table, deal: facts.SharedWin, single: Sequence[facts.Win]) -> facts.Win:
    """The win of the first winner counter-clockwise from the discarder, who deals next."""
    by_seat: dict[int, facts.Win] = {each.winner: each for each in single}
    around = (table.after(known(deal.from_), steps) for steps in range(1, table.seats))
    return next(by_seat[seat] for seat in around if seat in by_seat)


def _explained(table: Table, wins: Sequence[Scored]) -> Iterator[Item]:
    """Each winner with what he won, then the lines of his hand."""
    for won in wins:
        yield Item("winner", {"player": table.players[known(won.winner)], "units": known(won.units)}, 0)
        yield from won.items


def _check(table: Table, deal: facts.SharedWin) -> None:
    """Two different players won a discard of a third; raises `Refused` with everything."""
    found = Collector()
    if deal.source != DISCARD:
        why = "missing" if deal.source is None else "shared"
        found.add(Problem("bad_source", "source", why))
    if deal.from_ is None:
        found.add(Problem("bad_deal", "from", "from_missing"))
    seats = [win.winner for win in deal.wins]
    if len(seats) != WINNERS:
        found.add(Problem("bad_deal", "wins", "winners", {"expected": WINNERS, "got": len(seats)}))
    if len(set(seats)) < len(seats):
        found.add(Problem("bad_deal", "wins", "won_twice"))
    for place, seat in enumerate(seats):
        if seat >= table.seats:
            params = {"seat": seat, "seats": table.seats}
            found.add(Problem("bad_deal", f"wins.{place}.winner", "seat", params))
    found.finish()


def _check_cards(hands: Sequence[Hand], xing: Xing) -> None:
    """Both won one card, and no card is there more than four times; raises `Refused`."""
    if len(hands) < WINNERS:
        return
    won = {hand.winning_card for hand in hands}
    if len(won) > 1:
        raise Refused(Problem("bad_deal", "wins", "one_card"))
    seen = Counter[Card](card for hand in hands for card in hand.cards())
    seen.subtract(dict.fromkeys((card for card in won if card is not None), len(hands) - 1))
    turned = Counter(xing.flipped or ())
    problems = []
    for card, copies in sorted(seen.items()):
        got = copies + turned[card_name(card)]
        if got > COPIES:
            params: dict[str, Param] = {"card": card_name(card), "got": got, "most": COPIES}
            problems.append(Problem("too_many_copies", "wins", "", params))
    if problems:
        raise Refused(*problems)
