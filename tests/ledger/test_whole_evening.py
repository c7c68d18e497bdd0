"""An evening of four stages and sixty deals, to the last 分, against a calculation that knows nothing of the program.

What each deal pays is written down here by hand from docs/rules/index.md; no number is taken from the ledger.
"""

import random
from collections import defaultdict

import pytest

from tests.chance import LONG, START
from tests.exports.conftest import document_of, exported, imported
from tests.ledger.conftest import sent
from tests.once import once
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import NewStage, Stake
from zipai_ledger.ledger.settlement import flows_of
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, GameSession
from zipai_ledger.rules import facts
from zipai_ledger.rules.replay import answer
from zipai_ledger.rules.settlement import pair_by_pair, through_cashier

pytestmark = pytest.mark.django_db

SEED = 2026
PEOPLE = ["老王", "小李", "阿芳", "老陈"]
STAGES = [
    ("guilin", (0, 1, 2), 50),
    ("dazipai", (2, 0, 3), 2),
    ("tuozi", (1, 3, 0), 100),
    ("dalin", (0, 1, 2, 3), 30),
]
"""Ruleset, players by seat, 分 for each unit."""
BANDS = [(20, -5), (50, -4), (90, -3), (125, -2), (160, -1), (210, 1), (240, 2), (275, 3), (355, 4), (999, 5)]


def everybody_pays(seats, winner, units):
    return {seat: units * (seats - 1) if seat == winner else -units for seat in range(seats)}


def one_pays(payer, payee, units):
    return {payer: -units, payee: units}


def guilin(rng):
    """10–14 胡 are 1 舵, each 5 more one more, and 醒; own draw one more; the discarder pays for two."""
    winner, other = rng.sample(range(3), 2)
    kind, hu, xing = (
        rng.choice(("self_draw", "other_draw", "discard", "foul", "dead")),
        rng.randint(10, 44),
        rng.randint(0, 2),
    )
    units = 1 + (hu - 10) // 5 + xing + (kind == "self_draw")
    if kind == "dead":
        return facts.Dead(), {}
    if kind == "foul":
        return facts.Foul(offender=winner), everybody_pays(3, winner, -1)
    won = {"winner": winner, "hu": hu, "source": kind, "xing": facts.Xing(count=xing)}
    if kind == "discard":
        return facts.Win(from_=other, **won), one_pays(other, winner, 2 * units)
    return facts.Win(**won), everybody_pays(3, winner, units)


def dazipai(rng):
    """As many 油 as 胡 from each loser; a discard is paid twice by the discarder; a foul costs 15 to each."""
    winner, other = rng.sample(range(3), 2)
    kind, hu = rng.choice(("self_draw", "discard", "foul")), rng.randint(15, 60)
    if kind == "foul":
        return facts.Foul(offender=winner, min_hu=15), everybody_pays(3, winner, -15)
    won = {"winner": winner, "hu": hu, "source": kind, "min_hu": 15}
    if kind == "discard":
        return facts.Win(from_=other, **won), one_pays(other, winner, 2 * hu)
    return facts.Win(**won), everybody_pays(3, winner, hu)


def tuozi(rng):
    """2 坨, one more for each 5 胡 above 10, one more for an own draw."""
    winner, kind, hu = rng.randrange(3), rng.choice(("self_draw", "other_draw", "dead")), rng.randint(10, 40)
    if kind == "dead":
        return facts.Dead(), {}
    units = 2 + (hu - 10) // 5 + (kind == "self_draw")
    return facts.Win(winner=winner, hu=hu, source=kind), everybody_pays(3, winner, units)


def dalin(rng):
    """The side that does not deal gets what the band of its points says, the others the opposite."""
    dealer, points = rng.randrange(4), 5 * rng.randrange(81)
    each = next(worth for most, worth in BANDS if points <= most)
    return facts.Points(dealer=dealer, points=points), {
        seat: each if (seat - dealer) % 2 else -each for seat in range(4)
    }


GAMES = {"guilin": guilin, "dazipai": dazipai, "tuozi": tuozi, "dalin": dalin}


class Evening:
    """A table, and beside it what its deals pay: (stage, pays by seat) by key, only of those that count."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        opened = [self.stage(number) for number in range(len(STAGES))]
        table = {"sent": sent(), "name": "周五", "players": PEOPLE}
        self.session = record.open_session(stage=opened[0], **table).session
        self.counts, self.void, self.paid = {}, {}, defaultdict(int)
        for number, stage in enumerate(opened):
            if number:
                record.open_stage(session=self.session, sent=sent(), stage=stage)
            keys = [self.add(number) for _ in range(15)]
            self.correct(number, keys)
            self.pay()

    def stage(self, number):
        slug, seats, minor = STAGES[number]
        return NewStage(ruleset=slug, seats=seats, stake=Stake(currency="CNY", minor_per_unit=minor))

    def deal(self, number):
        fact, pays = GAMES[STAGES[number][0]](self.rng)
        return fact, (number, pays)

    def add(self, number):
        fact, counted = self.deal(number)
        key = record.record_deal(session=self.session, sent=sent(), fact=fact).deal_key
        self.counts[key] = counted
        return key

    def correct(self, number, keys):
        """Void two and take one back, replace two, put in a forgotten one, agree on something; doubt two."""
        one, other, third, fourth, fifth = self.rng.sample(keys, 5)
        for key in (one, other):
            record.void_deal(session=self.session, sent=sent(), deal=key, reason="记错了")
            self.void[key] = self.counts.pop(key)
        record.restore_deal(session=self.session, sent=sent(), deal=other)
        self.counts[other] = self.void.pop(other)
        for key in (third, fourth):
            fact, counted = self.deal(number)
            record.dispute_deal(session=self.session, sent=sent(), key=key)
            record.replace_deal(session=self.session, sent=sent(), deal=key, fact=fact)
            self.counts[key] = counted
        record.dispute_deal(session=self.session, sent=sent(), key=fifth)
        record.resolve_dispute(session=self.session, sent=sent(), key=fifth)
        fact, counted = self.deal(number)
        added = record.insert_deal(session=self.session, sent=sent(), before=fifth, fact=fact)
        self.counts[added.deal_key] = counted
        seats = STAGES[number][1]
        deltas = [0, 0, 0, 0]
        deltas[seats[0]], deltas[seats[1]] = 3, -3
        agreed = record.adjust(session=self.session, sent=sent(), deltas=deltas, note="请客")
        self.counts[agreed.deal_key] = (number, {0: 3, 1: -3})

    def pay(self):
        """Part of what is owed changes hands; one of the payments is taken back."""
        payer, payee = self.rng.sample(range(4), 2)
        for minor in (self.rng.randint(1, 999), 37):
            made = record.pay(
                session=self.session, sent=sent(), payer=payer, payee=payee, currency="CNY", minor=minor
            )
            self.paid[payer] += minor
            self.paid[payee] -= minor
        record.cancel_payment(session=self.session, sent=sent(), payment=made.event_seq)
        self.paid[payer] -= 37
        self.paid[payee] += 37

    @property
    def units(self):
        found = [[0] * 4 for _ in STAGES]
        for number, pays in self.counts.values():
            for seat, units in pays.items():
                found[number][STAGES[number][1][seat]] += units
        return found

    @property
    def won(self):
        return tuple(
            sum(row[player] * minor for row, (_, _, minor) in zip(self.units, STAGES, strict=True))
            for player in range(4)
        )

    @property
    def owed(self):
        return tuple(won + self.paid[player] for player, won in enumerate(self.won))

    @property
    def view(self):
        return queries.table_view(GameSession.objects.get(pk=self.session.pk))


@pytest.fixture
def evening(db):
    return opened(SEED)


def opened(seed):
    return once(f"the whole evening {seed}", lambda: Evening(seed))


def settled(balances, transfers):
    left = list(balances)
    for payer, payee, amount in transfers:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    return not any(left)


@pytest.mark.parametrize("seed", [SEED, *range(START + 777, START + 776 + LONG)])
def test_every_total_and_every_fen_is_what_the_hand_calculation_says(seed):
    evening = opened(seed)
    view = evening.view
    assert [list(stage.totals) for stage in view.stages] == evening.units
    assert view.settlement.money == {"CNY": evening.won}
    assert view.settlement.owed == {"CNY": evening.owed}
    assert sum(evening.won) == sum(evening.owed) == 0
    assert Deal.objects.filter(session=evening.session, live=True).count() >= 60
    assert verify(evening.session).damages == ()


def test_each_way_of_settling_leaves_nobody_owing(evening):
    dues = [(due.payer, due.payee, due.minor) for due in evening.view.settlement.dues]
    assert settled(evening.owed, dues)
    assert len(dues) <= 3
    for player in range(4):
        assert settled(evening.owed, through_cashier(evening.owed, player))
    assert settled(evening.won, pair_by_pair(evening.won, flows_of(evening.view)["CNY"]))


def test_what_is_left_starts_the_next_evening(evening):
    following = record.open_session(
        sent=sent(), name="周六", players=PEOPLE[::-1], stage=evening.stage(0)
    ).session
    there = {player: 3 - player for player in range(4)}
    record.carry_over(session=evening.session, sent=sent(), into=following, players=there)
    assert evening.view.settlement.owed == {"CNY": (0, 0, 0, 0)}
    begun = queries.table_view(GameSession.objects.get(pk=following.pk)).settlement.owed["CNY"]
    assert begun == evening.owed[::-1]
    key = next(iter(evening.counts))
    record.void_deal(session=evening.session, sent=sent(), deal=key)
    number, pays = evening.counts.pop(key)
    assert evening.view.settlement.owed["CNY"] == tuple(
        -pays.get(STAGES[number][1].index(player), 0) * STAGES[number][2]
        if player in STAGES[number][1]
        else 0
        for player in range(4)
    )
    assert verify(evening.session).damages == verify(following).damages == ()


def test_a_substitute_changes_who_played_and_not_a_fen(evening):
    before = evening.view.settlement
    record.stand_in(session=evening.session, sent=sent(), player=1, by="二嫂")
    evening.add(3)
    stand_ins = queries.stand_ins_of(evening.session)
    last = Deal.objects.filter(session=evening.session).latest("position").position
    assert queries.playing_at(stand_ins, 3, last) == {1: 4}
    assert evening.view.settlement.money == {"CNY": evening.won}
    assert before.money != evening.view.settlement.money
    assert verify(evening.session).damages == ()


def test_it_comes_back_identical_and_replays_to_the_same_fen(evening):
    text = exported(GameSession.objects.get(pk=evening.session.pk), "archive")
    copy = imported(text)
    assert exported(copy, "archive") == text
    assert queries.table_view(copy).settlement == evening.view.settlement
    assert answer(document_of(evening.session))["money"] == list(evening.won)
