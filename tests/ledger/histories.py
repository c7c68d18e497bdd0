"""Evenings as chance has them: deals, corrections of every kind, payments made and taken back; a photograph at each payment."""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from tests.ledger.conftest import NAMES, open_table, sent
from tests.ledger.toy import Toy
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import Blocked, NewStage, Stake
from zipai_ledger.ledger.settlement import MethodChoice, settling
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.problems import Refused
from zipai_ledger.rules.ruleset import Flow
from zipai_ledger.rules.settlement import fewest_transfers
from zipai_ledger.rules.ways import Way

PEOPLE = len(NAMES)
YUAN = "CNY"
"""All that is paid and carried; what is played for in another currency, or for nothing, has nothing to do with it."""
STAKES = (
    Stake(currency=YUAN, minor_per_unit=50),
    Stake(currency=YUAN, minor_per_unit=20),
    Stake(currency="USD", minor_per_unit=30),
    None,
)


class Rounds(Toy):
    """The toy, where a round that is ended early costs the last seat 3, which the first one gets."""

    def play(self, table, state, deal):
        outcome = super().play(table, state, deal)
        if not isinstance(deal, facts.EndRound):
            return outcome
        return replace(outcome, flows=(Flow(table.players[-1], table.players[0], 3, "end"),))


class Rounds2(Rounds):
    """The same with a bug repaired: every win is worth one more."""

    version = 2
    self_draw = 1


@dataclass(frozen=True)
class Effect:
    """What a deal comes to in minor units of its currency: by player, and what it makes one owe another."""

    position: int
    live: bool
    currency: str
    seats: frozenset[int]
    won: tuple[int, ...]
    debts: dict[tuple[int, int], int]


@dataclass(frozen=True)
class Photograph:
    """A table at one moment: key → effect of every deal, none of a void one; what was owed by player, in yuan.

    ``paid``: seq → payer, payee and amount of the payments that counted; ``carried``: seq → balances, and whether in.
    """

    deals: dict[int, Effect]
    owed: tuple[int, ...]
    paid: dict[int, tuple[int, int, int]]
    carried: dict[int, tuple[tuple[int, ...], bool]]


class History:
    """One evening, and a note of everything that happens to it.

    ``recorded``: key → what was recorded; ``edited``: (seq, key) of every correction; ``rescored``: (seq, keys that came
    to something else); ``settled``: seq → pairs that settled with that event, of those that still count.
    """

    def __init__(self, seed, rulesets):
        rulesets["toy"] = Rounds()
        self.chance, self.rulesets = random.Random(seed), rulesets
        self.session = None
        self.recorded, self.edited, self.rescored = {}, [], []
        self.paid, self.carried, self.settled, self.photographs = {}, {}, {}, {}
        self.made = Counter()
        self.open_stage()

    @property
    def now(self):
        return GameSession.objects.get(pk=self.session.pk)

    def run(self, steps):
        for step in self.chance.choices([*STEPS], [*STEPS.values()], k=steps):
            try:
                step(self)
            except (Refused, Blocked):
                continue
            self.made[step.__name__] += 1
        return self

    def open_stage(self):
        game = self.chance.choice(("guilin", "toy"))
        seats = self.chance.sample(range(PEOPLE), self.chance.choice((3, 4)) if game == "toy" else 3)
        stake = self.chance.choice(STAKES) if self.session else STAKES[0]
        stage = NewStage(ruleset=game, seats=tuple(seats), stake=stake)
        if self.session:
            record.open_stage(session=self.session, sent=sent(), stage=stage)
        else:
            opened = record.open_session(sent=sent(), name="周五", players=NAMES, stage=stage)
            self.session = opened.session
        self.game, self.seats = game, seats

    # The ledger.

    def fact(self, game, seats):
        winner, loser = self.chance.sample(range(len(seats)), 2)
        if self.chance.random() < 0.1:
            return facts.Dead()
        if game == "toy":
            return facts.Win(winner=winner, hu=self.chance.randrange(18, 40))
        source = (
            {"source": "self_draw"} if self.chance.random() < 0.3 else {"source": "discard", "from_": loser}
        )
        hu = self.chance.randrange(10, 30)
        return facts.Win(winner=winner, hu=hu, xing=facts.Xing(count=0), **source)

    def deal(self):
        self._add("recorded", self.fact(self.game, self.seats))

    def adjust(self):
        deltas = [0] * PEOPLE
        payer, payee = (1, 0) if self.game == "toy" else self.chance.sample(self.seats, 2)
        deltas[payer], deltas[payee] = -3, 3
        self._add("adjusted", facts.Adjust(deltas=tuple(deltas)))

    def end_round(self):
        self._add("round_ended", facts.EndRound(how="settle"))

    def _add(self, kind, fact):
        self.recorded[record.record_deal(session=self.session, sent=sent(), fact=fact).deal_key] = kind

    def insert(self):
        deal, fact = self._any_deal()
        made = record.insert_deal(session=self.session, sent=sent(), fact=fact, before=deal.key)
        self.recorded[made.deal_key] = "recorded"

    def void(self):
        deal, _fact = self._any_deal(live=True)
        self._edited(record.void_deal(session=self.session, sent=sent(), deal=deal.key), deal)

    def restore(self):
        deal, _fact = self._any_deal(live=False)
        self._edited(record.restore_deal(session=self.session, sent=sent(), deal=deal.key), deal)

    def replace(self):
        deal, fact = self._any_deal(live=True)
        if self.recorded[deal.key] == "recorded":
            made = record.replace_deal(session=self.session, sent=sent(), deal=deal.key, fact=fact)
            self._edited(made, deal)

    def _edited(self, made, deal):
        self.edited.append((made.event_seq, deal.key))

    def _any_deal(self, **which):
        """A deal, and something else that could have been seen in it; raises `Refused` where there is none."""
        deals = Deal.objects.filter(session=self.session, **which).select_related("stage")
        if not deals:
            raise Refused
        deal = self.chance.choice(list(deals.order_by("position")))
        return deal, self.fact(deal.stage.ruleset, canonical.parse(deal.stage.seats))

    def rescore(self):
        before = self.photograph().deals
        self.rulesets["toy"] = Rounds2()
        made = record.rescore(session=self.session, sent=sent())
        touched = {key for key, effect in self.photograph().deals.items() if effect != before[key]}
        self.rescored.append((made.event_seq, touched))

    # Money.

    def pay(self):
        """A due of the table in some way, a part of it, or too much; at times what nobody owes."""
        dues = self._dues()
        if dues and self.chance.random() < 0.85:
            due = self.chance.choice(dues)
            amounts = (*[due.minor] * 4, due.minor // 2 + 1, due.minor + 70)
            self._hand_over(due.payer, due.payee, self.chance.choice(amounts))
        else:
            self._hand_over(*self.chance.sample(range(PEOPLE), 2), 90)

    def settle(self):
        """Everybody pays what the table has."""
        for due in self._dues():
            self._hand_over(due.payer, due.payee, due.minor)

    def _dues(self):
        choice = MethodChoice(self.chance.choice([*Way]), self.chance.randrange(PEOPLE))
        return [due for due in settling(self.now, choice).dues if due.currency == YUAN]

    def _hand_over(self, payer, payee, minor):
        data = {"payer": payer, "payee": payee, "currency": YUAN, "minor": minor}
        seq = record.pay(session=self.session, sent=sent(), **data).event_seq
        self.paid[seq] = payer, payee, minor
        self._settled(seq, [(payer, payee)])

    def _settled(self, seq, pairs):
        self.settled[seq], self.photographs[seq] = pairs, self.photograph()

    def cancel(self):
        if self.paid:
            seq = self.chance.choice([*self.paid])
            record.cancel_payment(session=self.session, sent=sent(), payment=seq)
            del self.paid[seq], self.settled[seq]

    def carry_out(self):
        there = open_table(players=3, stake=STAKES[0])
        coming = dict(enumerate(range(3)))
        seq = record.carry_over(session=self.session, sent=sent(), into=there, players=coming).event_seq
        minor = next(row.minor for row in queries.carried_of(self.now) if row.seq == seq)
        self.carried[seq] = minor, False
        self._settled(seq, [move[:2] for move in fewest_transfers([-one for one in minor])])

    def carry_in(self):
        there = open_table(players=3, stake=STAKES[0])
        record.record_deal(session=there, sent=sent(), fact=self.fact("guilin", range(3)))
        coming = dict(enumerate(self.chance.sample(range(PEOPLE), 3)))
        record.carry_over(session=there, sent=sent(), into=self.session, players=coming)
        row = queries.carried_of(self.now)[-1]
        self.carried[row.seq] = row.minor, True

    def stand_in(self):
        by = self.chance.choice([player for player in range(PEOPLE) if player not in self.seats] or [None])
        record.stand_in(session=self.session, sent=sent(), player=self.chance.choice(self.seats), by=by)

    def photograph(self):
        """The table as its rows have it now."""
        view = queries.table_view(self.now, most=0)
        stages = {stage.stage.pk: stage for stage in view.stages}
        deals = {
            deal.key: effect_of(deal, stages[deal.stage_id])
            for deal in Deal.objects.filter(session=self.session)
        }
        owed = view.settlement.owed[YUAN]
        return Photograph(deals, (*owed, *[0] * (PEOPLE - len(owed))), dict(self.paid), dict(self.carried))


def effect_of(deal, stage):
    """What a deal comes to now."""
    worth = stage.stake.minor_per_unit if stage.stake and deal.live else 0
    won, debts = [0] * PEOPLE, defaultdict(int)
    for flow in canonical.parse(deal.outcome)["flows"]:
        won[flow["payer"]] -= worth * flow["units"]
        won[flow["payee"]] += worth * flow["units"]
        debts[flow["payer"], flow["payee"]] += worth * flow["units"]
    currency = stage.stake.currency if stage.stake else ""
    return Effect(deal.position, deal.live, currency, frozenset(stage.seats), tuple(won), dict(debts))


STEPS = {
    History.deal: 36,
    History.adjust: 2,
    History.end_round: 2,
    History.insert: 4,
    History.void: 7,
    History.restore: 5,
    History.replace: 9,
    History.rescore: 2,
    History.pay: 12,
    History.settle: 5,
    History.cancel: 5,
    History.stand_in: 1,
    History.open_stage: 1,
    History.carry_out: 1,
    History.carry_in: 1,
}
"""What may happen next, and how often."""
