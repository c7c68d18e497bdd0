"""一盘字牌: playing each kind of deal, from the parts that a game is put together from."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from .. import facts
from ..agreed import play_adjust
from ..facts import known
from ..pledges import NO_PLEDGES, Pledging
from ..problems import Collector, Problem, Refused
from ..ruleset import Item, Outcome, State, Table
from ..seating import seat_problems
from .call import Call, CallReader
from .fouls import Fouls, Penalty, PlayFoul
from .rounds import CountedWins, Round
from .shared import SharedWins
from .turns import Turns
from .valuing import Valuing
from .wins import Payment, Wins, no_payment

ELSEWHERE = ("ready", "dou", "ji", "genzhang", "pays")
"""Parts of a fact that only mahjong deals have."""

ROWED = ("counts", "patterns", "wang", "quads")
"""Parts of a fact that only games with a table of 名堂 have."""

PlayWin = Callable[[Table, State, facts.Win, Call], Outcome]
PlayDead = Callable[[Table, State, facts.Dead], Outcome]
PlayShared = Callable[[Table, State, facts.SharedWin], Outcome]
PlayOpening = Callable[[Table, State, facts.Opening], Outcome]


@dataclass(frozen=True)
class DeadDeals:
    """Plays a deal nobody won: nobody pays."""

    turns: Turns

    def play(self, table: Table, state: State, deal: facts.Dead) -> Outcome:
        """What it does: only who deals next."""
        after = self.turns.after(table, state, deal)
        return Outcome(deal=deal, state=after, items=(Item("dead", {}, 0),))


@dataclass(frozen=True, kw_only=True)
class ZipaiCourse:
    """A game of 字牌 from deal to deal.

    ``opening``: where several may win as dealt, ``shared``: where two may win one discard; ``round``: where 胡 are tallied;
    ``rowed``: 名堂 are counted by a table of rows.
    """

    reader: CallReader
    valuing: Valuing
    turns: Turns
    penalty: Penalty
    win: PlayWin
    foul: PlayFoul
    dead: PlayDead
    opening: PlayOpening | None = None
    shared: PlayShared | None = None
    round: Round | None = None
    rowed: bool = False

    def check(self, table: Table) -> None:
        if self.round is not None:
            self.round.check(table)

    def open(self, table: Table) -> State:
        state = self.turns.open(table)
        return state if self.round is None else self.round.open(table, state)

    def complete(self, table: Table, state: State, deal: facts.Deal) -> facts.Deal:
        return self.turns.complete(table, state, deal)

    def play(self, table: Table, state: State, deal: facts.Deal) -> Outcome:
        deal = self.complete(table, state, deal)
        play = self._player(table, state, deal)
        found = Collector()
        self._check_deal(table, state, deal, found)
        call = found.attempt(partial(self.reader.of_deal, deal)) if isinstance(deal, facts.Win) else None
        found.finish()
        outcome = play(call)
        if self.round is not None:
            outcome = self.round.counted(table, state, outcome)
        departures = self._departures(table, state, deal)
        return replace(outcome, warnings=departures + outcome.warnings) if departures else outcome

    def _player(self, table: Table, state: State, deal: facts.Deal) -> Callable[[Call | None], Outcome]:
        """Who plays a deal of this kind, given its call; raises `Refused` where there is none in this game."""
        match deal:
            case facts.Win():
                return lambda call: self.win(table, state, deal, known(call))
            case facts.Foul():
                return lambda _: self.foul(table, state, deal)
            case facts.Dead():
                return lambda _: self.dead(table, state, deal)
            case facts.Adjust():
                return lambda _: play_adjust(table, state, deal)
            case facts.Opening() if opening := self.opening:
                return lambda _: opening(table, state, deal)
            case facts.SharedWin():
                return lambda _: self._play_shared(table, state, deal)
            case facts.EndRound() if round_ := self.round:
                return lambda _: round_.end(table, state, deal)
        raise Refused(Problem("bad_deal", "result", "not_here", {"result": deal.result}))

    def _play_shared(self, table: Table, state: State, deal: facts.SharedWin) -> Outcome:
        if self.shared is None:
            raise Refused(Problem("bad_deal", "wins", "one_winner"))
        return self.shared(table, state, deal)

    def _check_deal(self, table: Table, state: State, deal: facts.Deal, found: Collector) -> None:
        """Finds what any deal can have wrong: its seats, and what only other games know."""
        found.extend(seat_problems(table, deal))
        if deal.sitting is not None and self.turns.sitting_with(table, state, state.dealer) is None:
            found.add(Problem("bad_deal", "sitting", "nobody_sits"))
        for name in ELSEWHERE if self.rowed else (*ELSEWHERE, *ROWED):
            if getattr(deal, name, None) is not None:
                found.add(Problem("bad_deal", name, "not_here", {"result": name}))
        if not isinstance(deal, facts.Win):
            found.attempt(partial(self.valuing.limits.check_named, getattr(deal, "min_hu", None)))
        if isinstance(deal, facts.Foul):
            found.attempt(partial(self.penalty.check, deal))
            found.attempt(partial(self._check_claimed, deal))

    def _check_claimed(self, deal: facts.Foul) -> None:
        """The 胡 that whoever fouled claimed are some that a hand can have."""
        if deal.hu is not None and self.valuing.bounds:
            self.valuing.bounds.check(Call(source=""), deal.hu)

    def _departures(self, table: Table, state: State, deal: facts.Deal) -> tuple[Problem, ...]:
        """Where dealer or sitting seat are not what the rule would have proposed."""
        if isinstance(deal, facts.Adjust | facts.EndRound):
            return ()
        found = []
        if deal.dealer != state.dealer:
            found.append(Problem("dealer_differs", "dealer", "", {"player": table.players[state.dealer]}))
        sitting = self.turns.sitting_with(table, state, known(deal.dealer))
        if sitting is not None and deal.sitting != sitting:
            found.append(Problem("sitting_differs", "sitting", "", {"player": table.players[sitting]}))
        return tuple(found)


def zipai_course(
    reader: CallReader,
    valuing: Valuing,
    turns: Turns,
    penalty: Penalty,
    payment: Payment = no_payment,
    *,
    foul: PlayFoul | None = None,
    dead: PlayDead | None = None,
    opening: PlayOpening | None = None,
    round_: Round | None = None,
    pledging: Pledging = NO_PLEDGES,
    shares: bool = False,
    win: Callable[[PlayWin], PlayWin] | None = None,
    rowed: bool = False,
) -> ZipaiCourse:
    """The course of these parts. By default a foul is paid to each of the others, and 黄庄 costs nothing.

    ``shares``: two may win one discard; ``win`` is put around the playing of a win.
    """
    wins = Wins(valuing, turns, payment, pledging)
    play_win = wins.play if round_ is None else CountedWins(wins, round_).play
    return ZipaiCourse(
        reader=reader,
        valuing=valuing,
        turns=turns,
        penalty=penalty,
        win=win(play_win) if win else play_win,
        foul=foul or Fouls(penalty=penalty, turns=turns).play,
        dead=dead or DeadDeals(turns).play,
        opening=opening,
        shared=SharedWins(reader, wins).play if shares else None,
        round=round_,
        rowed=rowed,
    )
