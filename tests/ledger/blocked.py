"""Corrections after which something later can no longer stand: one of each kind, told from the last deal's seat."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.ledger.conftest import open_table, sent
from tests.once import once
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Change, Restore, Void
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts


@dataclass(frozen=True)
class Case:
    """``deals`` are recorded, those in ``void`` voided at once; then ``aim`` is voided, or restored if it is void.

    Deals are numbered from 1. ``blocked``: number → key of its problem and what is said of it; ``instead``: what could be
    seen in each of them both before and after the correction.
    """

    ruleset: str
    deals: tuple[facts.Deal, ...]
    blocked: Mapping[int, tuple[str, str]]
    instead: Mapping[int, facts.Deal]
    aim: int = 1
    void: frozenset[int] = frozenset()
    players: int = 3
    options: Mapping[str, object] = field(default_factory=dict)

    def played(self) -> tuple[GameSession, dict[int, int], Change]:
        """The table before the correction, number → key of its deals, and the correction."""
        return once(repr(self), self._played)

    def _played(self) -> tuple[GameSession, dict[int, int], Change]:
        session, keys = open_table(self.ruleset, players=self.players, options=self.options), {}
        for number, fact in enumerate(self.deals, 1):
            keys[number] = record.record_deal(session=session, sent=sent(), fact=fact).deal_key
            if number in self.void:
                record.void_deal(session=session, sent=sent(), deal=keys[number])
        change = (Restore if self.aim in self.void else Void)(keys[self.aim])
        return GameSession.objects.get(pk=session.pk), keys, change


def won(winner: int, hu: int) -> facts.Win:
    return facts.Win(winner=winner, hu=hu, source="other_draw")


SETTLE, CARRY = facts.EndRound(how="settle"), facts.EndRound(how="carry")
FIRST, SECOND, NO_ROUND = "below_minimum.gate_first", "below_minimum.gate_second", "bad_deal.no_round"
NOTHING = "这一轮还没有人记胡，没有什么要结"

CASES = {
    "a first win that was a second one": Case(
        "gaohuzi",
        (won(1, 20), won(1, 15)),
        {2: (FIRST, "头一盘要 18 胡，只有 15 胡")},
        {2: won(1, 18)},
    ),
    "a second win that was a third one": Case(
        "gaohuzi",
        (won(1, 18), won(1, 20), won(1, 10)),
        {3: (SECOND, "头一盘 20 胡，两盘相加要超过 34：这一盘要 15 胡，只有 10 胡")},
        {3: won(1, 15)},
    ),
    "wins that fall into another round": Case(
        "gaohuzi",
        (won(1, 18), won(0, 18), won(1, 32), won(0, 17), won(1, 17)),
        {4: (FIRST, "头一盘要 18 胡，只有 17 胡"), 5: (FIRST, "头一盘要 18 胡，只有 17 胡")},
        {4: won(0, 18), 5: won(1, 18)},
        aim=3,
        void=frozenset((3,)),
    ),
    "an end of a round that is over before": Case(
        "gaohuzi",
        (won(1, 18), won(1, 32), CARRY, won(0, 20)),
        {3: (NO_ROUND, NOTHING)},
        {3: facts.Dead()},
        aim=2,
        void=frozenset((2,)),
    ),
    "an end of a round of which nothing is left": Case(
        "bopi", (won(1, 60), SETTLE, won(1, 10)), {2: (NO_ROUND, NOTHING)}, {2: facts.Dead()}, players=4
    ),
    "a foul is no tally to end, but its penalty is": Case(
        "gaohuzi",
        (won(2, 20), facts.Foul(offender=0), SETTLE),
        {3: (NO_ROUND, NOTHING)},
        {3: facts.Adjust(deltas=(5, -5, 0))},
    ),
    "公主 in what becomes the first deal": Case(
        "dalin",
        (facts.Points(points=100), facts.Points(points=210, gongzhu=True), facts.Points(points=100)),
        {2: ("bad_deal.gongzhu_first", "头一盘不能打公主")},
        {2: facts.Points(points=210)},
        players=4,
    ),
}
